"""What an entry of sources.yml may hold: each mistake with file, line, entry and key."""

import difflib
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import soupsieve
from cronsim import CronSim, CronSimError

from parsers.lib.registry import parsers
from tieout.sources_yaml import Item

NAME = re.compile(r"[a-z0-9][a-z0-9-]*")
LANGUAGE = re.compile(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8})*")
ENVIRONMENT = re.compile(r"[A-Z_][A-Z0-9_]*")
CONTACT = re.compile(r"(mailto:)?[^@\s]+@[^@\s]+|https?://\S+")
STORE = re.compile(r"[a-z][a-z0-9+]*://\S+")
LISTINGS = ("links", "sitemap")
MAX_DELAY_S = 3600

Wrong = Iterator[str]


def problems(path: Path, top: Item, items: Sequence[Item | int]) -> Iterator[str]:
    """Every mistake, one line each, in the order of the file."""
    for key, wrong in _item_problems(top, TOP):
        yield f"{path}:{top.at(key)}: {key}: {wrong}"
    first: dict[object, int] = {}
    for number, item in enumerate(items, 1):
        if isinstance(item, int):
            yield f"{path}:{item}: entry {number}: must be keys and values"
            continue
        name = item.values.get("name", "without a name")
        for key, wrong in _entry_problems(item):
            yield f"{path}:{item.at(key)}: entry {number} ({name}): {key}: {wrong}"
        if first.setdefault(name, number) != number:
            where = f"{path}:{item.at('name')}: entry {number}"
            yield f"{where}: name: {name!r} is used twice, in entry {first[name]} too"


def _entry_problems(item: Item) -> Iterator[tuple[str, str]]:
    yield from _item_problems(item, ENTRY)
    for key in ("name", "url"):
        if key not in item.values:
            yield key, next(iter(ENTRY[key]("")))


def _item_problems(item: Item, known: dict[str, Callable[[object], Wrong]]) -> Iterator[tuple[str, str]]:
    for key in item.twice:
        yield key, "stands there twice"
    for key, value in item.values.items():
        for wrong in _value_problems(key, value, known):
            yield key, wrong


def _value_problems(key: str, value: object, known: dict[str, Callable[[object], Wrong]]) -> Wrong:
    if key in known:
        yield from known[key](value)
        return
    near = difflib.get_close_matches(key, known, 1)
    yield f"unknown key; {f'did you mean {near[0]}? ' if near else ''}known are {', '.join(known)}"


def _text(value: object) -> Wrong:
    if not isinstance(value, str):
        yield f"must be text, not {value!r}"


def _matching(pattern: re.Pattern[str], wanted: str) -> Callable[[object], Wrong]:
    def check(value: object) -> Wrong:
        if not isinstance(value, str):
            yield from _text(value)
        elif not pattern.fullmatch(value):
            yield f"must be {wanted}, not {value!r}"

    return check


def _url(value: object) -> Wrong:
    if not isinstance(value, str):
        yield from _text(value)
    elif not _is_web_address(value):
        yield f"must be an http or https address, not {value!r}"
    elif "@" in urlsplit(value).netloc:
        # Not repeated in the message: it would put the password into a log.
        yield "holds a user name or password; put a token into the environment and name the variable in token_env"


def _is_web_address(url: str) -> bool:
    try:
        parts = urlsplit(url)
        usable = parts.port != 0
    except ValueError:
        return False
    return (
        usable and parts.scheme in {"http", "https"} and bool(parts.hostname) and url.isprintable() and " " not in url
    )


def _parser(value: object) -> Wrong:
    if not isinstance(value, str):
        yield from _text(value)
    elif value and value not in parsers():
        yield f"no parser is called {value!r}; there are {', '.join(parsers())}"


def _cron(value: object) -> Wrong:
    if not isinstance(value, str):
        yield from _text(value)
    elif value and len(value.split()) != 5:
        yield f"must have five fields (minute hour day month weekday), not {value!r}"
    elif value:
        yield from _never(value)


def _never(cron: str) -> Wrong:
    from datetime import UTC, datetime

    try:
        next(CronSim(cron, datetime(2026, 1, 1, tzinfo=UTC)))
    except CronSimError as error:
        yield f"{cron!r}: {error}"
    except StopIteration:
        yield f"{cron!r} never comes"


def _flag(value: object) -> Wrong:
    if not isinstance(value, bool):
        yield f"must be true or false, not {value!r}"


def _number(least: float, most: float) -> Callable[[object], Wrong]:
    def check(value: object) -> Wrong:
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not least <= value <= most:
            yield f"must be a number from {least:g} to {most:g}, not {value!r}"

    return check


def _whole(least: int) -> Callable[[object], Wrong]:
    def check(value: object) -> Wrong:
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            yield f"must be a whole number of at least {least}, not {value!r}"

    return check


def _texts(each: Callable[[str], Wrong]) -> Callable[[object], Wrong]:
    def check(value: object) -> Wrong:
        for one in value if isinstance(value, list) else [value]:
            if not isinstance(one, str) or not one.strip():
                yield f"must be text or a list of texts, not {value!r}"
            else:
                yield from each(one)

    return check


def _selector(value: str) -> Wrong:
    try:
        soupsieve.compile(value)
    except (soupsieve.SelectorSyntaxError, NotImplementedError) as error:
        yield f"{value!r} is no CSS selector: {str(error).splitlines()[0]}"


def _regex(value: object) -> Wrong:
    try:
        re.compile(value if isinstance(value, str) else "(")
    except re.error as error:
        yield f"{value!r} is no regular expression: {error}"


def _one_of(*allowed: str) -> Callable[[object], Wrong]:
    def check(value: object) -> Wrong:
        if value not in allowed:
            yield f"must be {' or '.join(allowed)}, not {value!r}"

    return check


def _nested(known: dict[str, Callable[[object], Wrong]], needed: str = "") -> Callable[[object], Wrong]:
    def check(value: object) -> Wrong:
        if not isinstance(value, dict):
            yield f"must be keys and values ({', '.join(known)}), not {value!r}"
            return
        if needed and needed not in value:
            yield f"{needed} is missing"
        for key, inner in value.items():
            for wrong in _value_problems(str(key), inner, known):
                yield f"{key}: {wrong}"

    return check


SENTINELS: dict[str, Callable[[object], Wrong]] = {
    "must_match": _texts(_selector),
    "min_rows": _whole(0),
    "min_bytes": _whole(0),
    "forbidden_titles": _texts(lambda _: iter(())),
}
LISTING: dict[str, Callable[[object], Wrong]] = {
    "pattern": _regex,
    "kind": _one_of(*LISTINGS),
    "limit": _whole(1),
}
ENTRY: dict[str, Callable[[object], Wrong]] = {
    "name": _matching(NAME, "lower-case letters, digits and hyphens: it names a folder"),
    "url": _url,
    "title": _text,
    "parser": _parser,
    "cron": _cron,
    "publisher": _text,
    "licence": _text,
    "language": _matching(LANGUAGE, "a language tag such as en or pt-BR"),
    "owner": _text,
    "manual": _flag,
    "local": _flag,
    "token_env": _matching(ENVIRONMENT, "the name of an environment variable"),
    "delay_s": _number(0, MAX_DELAY_S),
    "sentinels": _nested(SENTINELS),
    "listing": _nested(LISTING, needed="pattern"),
}
TOP: dict[str, Callable[[object], Wrong]] = {
    "contact": _matching(CONTACT, "a mail or web address that a site's owner can write to"),
    "store": _matching(STORE, "an address that fsspec knows, such as s3://bucket/raw"),
}
