"""raw/sources.yml -> sources: which places publish, how each is fetched, read and watched.

`tieout/sources_check.py` says what an entry may hold; here is what it becomes.
"""

from dataclasses import dataclass, field
from pathlib import Path

from schemas.errors import SourcesError
from tieout import sources_check, sources_yaml

MAX_SHOWN = 5  # mistakes in one message; `tieout doctor` lists all


@dataclass(frozen=True, slots=True)
class Sentinels:
    """What a page must show to be taken for itself. A page without it is a soft error and replaces nothing.

    `must_match` are CSS selectors of which each must be there; `forbidden_titles` phrases in a title, in any case.
    """

    must_match: tuple[str, ...] = ()
    min_rows: int = 0
    min_bytes: int = 0
    forbidden_titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Listing:
    """A page of links or a sitemap that yields documents: those whose whole address `pattern` (a regex) is found in."""

    pattern: str
    kind: str = "links"  # or "sitemap"
    limit: int = 200  # documents, in the order of the listing


@dataclass(frozen=True, slots=True)
class Source:
    """A place that publishes. Its captures lie in `directory`, the folder of its name beside sources.yml.

    `parser` names a kind, "" lets the content choose; `cron` has five fields (UTC), "" means whenever a run is started.
    `manual` sources are never fetched: their captures are put there by hand. `local` ones may lie on a private
    address. `token_env` names the environment variable whose value is sent as bearer token, to this origin alone.
    """

    name: str
    url: str
    directory: Path
    title: str = ""
    parser: str = ""
    cron: str = ""
    publisher: str = ""
    licence: str = ""
    language: str = ""
    owner: str = ""
    manual: bool = False
    local: bool = False
    token_env: str = ""
    delay_s: float = 0.0  # between requests to its host; what robots.txt asks for and one second are least
    sentinels: Sentinels = field(default_factory=Sentinels)
    listing: Listing | None = None
    store: str = ""  # fsspec address of the folder that `directory` mirrors, "" when the folder is the store


@dataclass(frozen=True, slots=True)
class Sources:
    """A sources.yml: its entries, whom a site's owner may write to, and where captures are kept ("" is beside it)."""

    entries: tuple[Source, ...]
    contact: str = ""
    store: str = ""


def sources(path: Path) -> tuple[Source, ...]:
    """Every source of a sources.yml, in its order. Raises SourcesError as `load` does."""
    return load(path).entries


def load(path: Path) -> Sources:
    """A whole sources.yml.

    Raises:
        SourcesError: naming the file, the line, the entry and the key that is wrong.
    """
    loaded, wrong = read(path)
    if wrong:
        more = f"\n... and {len(wrong) - MAX_SHOWN} more: `tieout doctor` lists them" if len(wrong) > MAX_SHOWN else ""
        raise SourcesError("\n".join(wrong[:MAX_SHOWN]) + more)
    return loaded


def read(path: Path) -> tuple[Sources, list[str]]:
    """A whole sources.yml, and everything that is wrong with it, one line each; with mistakes it has no entries."""
    try:
        top, items = sources_yaml.read(path)
    except SourcesError as error:
        return Sources(()), [str(error)]
    if wrong := list(sources_check.problems(path, top, items)):
        return Sources(()), wrong
    store = str(top.values.get("store", ""))
    entries = (_source(path, store, item) for item in items if isinstance(item, sources_yaml.Item))
    return Sources(tuple(entries), str(top.values.get("contact", "")), store), []


def problems(path: Path) -> list[str]:
    """Everything that is wrong with a sources.yml, one line each."""
    return read(path)[1]


def _source(path: Path, store: str, item: sources_yaml.Item) -> Source:
    values = dict(item.values)
    listing, sentinels = values.pop("listing", None), values.pop("sentinels", {})
    name = str(values["name"])
    return Source(
        directory=path.parent / name,
        store=f"{store.rstrip('/')}/{name}" if store else "",
        listing=Listing(**listing) if isinstance(listing, dict) else None,
        sentinels=_sentinels(sentinels) if isinstance(sentinels, dict) else Sentinels(),
        **values,  # type: ignore[arg-type]  # sources_check has looked at every one
    )


def _sentinels(values: dict[str, object]) -> Sentinels:
    return Sentinels(
        _texts(values.get("must_match", ())),
        int(str(values.get("min_rows", 0))),
        int(str(values.get("min_bytes", 0))),
        _texts(values.get("forbidden_titles", ())),
    )


def _texts(value: object) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else tuple(map(str, value)) if isinstance(value, (list, tuple)) else ()
