"""Options that several commands take: which sources, and where state is kept."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

import schemas
from schemas.errors import SourcesError

if TYPE_CHECKING:
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


def complete_sources(ctx: click.Context, _param: click.Parameter, typed: str) -> list[str]:
    """For the shell: names of sources that begin like what was typed; none when the file is wrong."""
    from tieout.sources import read

    # While a line is completed, no default is filled in: --sources is what was typed before, or nothing.
    loaded, _ = read(Path(ctx.params.get("sources_path") or CHECKOUT / "raw" / "sources.yml"))
    return [one.name for one in loaded.entries if one.name.startswith(typed)]


def chosen(every: Sequence["Source"], names: Iterable[str]) -> list["Source"]:
    """The sources of these names, all when there are none. Raises SourcesError for a name that no source has."""
    known = {one.name: one for one in every}
    wanted = list(dict.fromkeys(names))
    if missing := [name for name in wanted if name not in known]:
        raise SourcesError(f"no source is called {missing[0]!r}; `tieout sources list` shows them")
    return [known[name] for name in wanted] if wanted else list(every)
