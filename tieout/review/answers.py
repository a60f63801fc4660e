"""What the review page sends back: the queue, a card with its bar, and what changed in the list."""

import json
from collections.abc import Iterable
from typing import Any

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from tieout.decisions.ladder import Decided
from tieout.report.page import context, page_index, standing
from tieout.report.render import card, environment
from tieout.report.text import script_json, visible
from tieout.review.room import Now

REASONS = ("not about the same thing", "rounding, or a way of speaking", "misread by tieout", "known and accepted")
CHOICES = (
    ("confirmed", "Confirm", "c"),
    ("needs_source", "Needs source", "s"),
    ("fixed_upstream", "Fixed upstream", "f"),
    ("unsure", "Unsure", "u"),
)


def page(now: Now, me: str, csrf: str) -> str:
    """The queue, as one reviewer sees it."""
    desk = now.run.desk
    index = {**page_index(desk, now.applied), "review": {}, "me": me, "version": now.version, "pictures": desk.pictures}
    return (
        environment()
        .get_template("review.html.j2")
        .render(
            **context(desk, now.run.tables, now.run.overview, now.applied),
            first="",
            others="",
            index=Markup(script_json(index)),  # noqa: S704  escaped for a script element
            chunks=(),
            policy="",
            me=me,
            csrf=csrf,
        )
    )


def card_answer(now: Now, key: str, me: str, conflict: str = "", status_code: int = 200) -> HTMLResponse:
    """A finding with the bar to decide on it; `conflict` says why nothing was written."""
    item = now.run.items.get(key)
    if item is None:
        return HTMLResponse("<p class='clean'>This finding is not in the newest run any more.</p>", 404)
    decided = now.applied.by_finding.get(item.finding.finding_id, Decided())
    thread = now.threads.get(item.finding.fingerprint)
    bar = {
        "head": thread.head if thread else "",
        "choices": CHOICES,
        "reasons": REASONS,
        "conflict": conflict,
        "me": me,
        "documents": item.documents,
        "check": item.finding.check,
    }
    run = now.run.desk
    html = card(item, key, decided, inline=bool(run.pictures), compared=bool(run.previous), desk=bar)
    return HTMLResponse(html, status_code)


def rows(now: Now, some: Iterable[str]) -> list[dict[str, Any]]:
    """How these findings stand, for the list."""
    found = ((key, now.run.items[key].finding) for key in some)
    nobody = Decided()
    lines = []
    for key, finding in found:
        thread = now.threads.get(finding.fingerprint)
        head = {"head": thread.head if thread else ""}
        lines.append({"key": key, **standing(now.applied.by_finding.get(finding.finding_id, nobody)), **head})
    return lines


def told(
    answer: Response, now: Now, keys: Iterable[str], message: str, *, moves: bool, show: Iterable[str] = ()
) -> Response:
    """An answer whose header tells the page what to change in its list (htmx raises it as an event)."""
    detail = {"rows": rows(now, keys), "message": visible(message), "moves": moves, "show": list(show)}
    # ASCII: a header holds nothing else.
    answer.headers["HX-Trigger"] = json.dumps({"tieout:told": {**detail, "version": now.version}}, ensure_ascii=True)
    return answer
