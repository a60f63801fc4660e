"""raw/sources.yml -> sources: which places publish, how each is read and when."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from urllib.parse import urlsplit

import yaml

from parsers.lib.registry import parsers
from schemas.errors import SourcesError

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")


@dataclass(frozen=True, slots=True)
class Source:
    """A place that publishes. Its captures lie in `directory`, the folder of its name beside sources.yml.

    `parser` names a kind, "" lets the content choose; `cron` has five fields, "" means whenever a run is started.
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


KEYS = tuple(field.name for field in fields(Source) if field.name != "directory")


def sources(path: Path) -> tuple[Source, ...]:
    """Every source of a sources.yml, in its order.

    Raises:
        SourcesError: naming the file, the entry and the key that is wrong.
    """
    entries = _entries(path)
    found = tuple(_source(path, number, entry) for number, entry in enumerate(entries, 1))
    for number, one in enumerate(found, 1):
        if one.name in {earlier.name for earlier in found[: number - 1]}:
            raise SourcesError(f"{path}: entry {number}: name: {one.name!r} is used twice")
    return found


def _entries(path: Path) -> list[object]:
    try:
        content = yaml.safe_load(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SourcesError(f"{path}: {error.strerror or 'cannot be read'}") from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise SourcesError(f"{path}: is not YAML: {error}") from error
    if not isinstance(content, dict) or list(content) != ["sources"] or not isinstance(content["sources"], list):
        raise SourcesError(f"{path}: must hold one key, 'sources', with a list of entries")
    return content["sources"]


def _source(path: Path, number: int, entry: object) -> Source:
    if not isinstance(entry, dict):
        raise SourcesError(f"{path}: entry {number}: must be keys and values")
    where = f"{path}: entry {number} ({entry.get('name', 'without a name')})"
    for key, wrong in _wrong(entry):
        raise SourcesError(f"{where}: {key}: {wrong}")
    return Source(directory=path.parent / entry["name"], **entry)


def _wrong(entry: Mapping[object, object]) -> Iterator[tuple[object, str]]:
    for key, value in entry.items():
        if key not in KEYS:
            yield key, f"unknown key; known are {', '.join(KEYS)}"
        elif not isinstance(value, str):
            yield key, f"must be text, not {value!r}"
    name, url, kind, cron = (str(entry.get(key, "")) for key in ("name", "url", "parser", "cron"))
    if not NAME.fullmatch(name):
        yield "name", "must be lower-case letters, digits and hyphens: it names a folder"
    if not _is_web_address(url):
        yield "url", f"must be an http or https address, not {url!r}"
    if kind and kind not in parsers():
        yield "parser", f"no parser is called {kind!r}; there are {', '.join(parsers())}"
    if cron and len(cron.split()) != 5:
        yield "cron", f"must have five fields (minute hour day month weekday), not {cron!r}"


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.scheme in {"http", "https"} and bool(parts.hostname) and url.isprintable() and " " not in url
