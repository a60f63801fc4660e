"""Values -> HTML, by the templates in assets/. The report and the review page render with this and nothing else."""

import base64
import hashlib
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from tieout.decisions.ladder import Decided
from tieout.decisions.model import WORDS
from tieout.report.text import visible
from tieout.report.view import Item

ASSETS = Path(__file__).parent / "assets"
MOST = 6  # disputed quotes shown at once; the others are folded


@cache
def environment() -> Environment:
    """Templates that escape everything, and fail on a name that is not there."""
    made = Environment(
        loader=FileSystemLoader(ASSETS),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters["visible"] = visible
    made.globals["status_words"] = WORDS | {"reopened": "reopened", "expired": "expired"}
    return made


def card(
    item: Item,
    key: str,
    decided: Decided | None,
    *,
    inline: bool,
    compared: bool = True,
    desk: Mapping[str, object] | None = None,
) -> str:
    """One finding as HTML.

    `inline` pictures come from the page's script; `compared` says whether there was a run to compare with: without one
    everything is new, which says nothing. `desk` adds the bar to decide with.
    """
    template = environment().get_template("card.html.j2")
    html = template.render(item=item, key=key, decided=decided, inline=inline, compared=compared, desk=desk, most=MOST)
    # Five thousand of them make indentation a megabyte. In a quote, white space at a line's end shows nowhere.
    return "\n".join(filter(None, map(str.strip, html.splitlines())))


def asset(name: str) -> str:
    """The text of a file of assets/."""
    return (ASSETS / name).read_text(encoding="utf-8")


def policy_hash(text: str) -> str:
    """As a content security policy names an inline block."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
