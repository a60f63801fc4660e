"""Options that several commands take: which sources, and where state is kept."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

import click

import schemas
from schemas.errors import SourcesError
from tieout.sources import Source

CHECKOUT = Path(schemas.__file__).resolve().parent.parent


def sources_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --sources FILE."""
    option = click.option(
        "--sources",
        "sources_path",
        type=click.Path(path_type=Path),
        default=CHECKOUT / "raw" / "sources.yml",
        show_default="raw/sources.yml of the checkout",
        help="The file with the sources.",
    )
    return option(command)


def state_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --state FOLDER."""
    option = click.option(
        "--state",
        type=click.Path(path_type=Path),
        default=Path(".tieout"),
        show_default=True,
        help="Where what is known of hosts is kept.",
    )
    return option(command)


def chosen(every: Sequence[Source], names: Iterable[str]) -> list[Source]:
    """The sources of these names, all when there are none. Raises SourcesError for a name that no source has."""
    known = {one.name: one for one in every}
    wanted = list(dict.fromkeys(names))
    if missing := [name for name in wanted if name not in known]:
        raise SourcesError(f"no source is called {missing[0]!r}; `tieout sources list` shows them")
    return [known[name] for name in wanted] if wanted else list(every)
