"""What a row's key cells, a header and a line between rows say of a figure: who, how many, under which conditions."""

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from parsers.lib.columns import Column, text_of
from parsers.lib.table_layout import Layout
from parsers.lib.table_sides import is_setting, left_of, without_unit
from parsers.lib.table_units import PRINTED_UNIT
from schemas.document import Cell
from schemas.names import Vocabulary
from schemas.statement import CONDITIONS, Side

_NAMED = re.compile(r"[^\W\d_]{3}")  # "Otterbase 5" under "Version", not "v3.1"
_PRINTED = (
    ("precision", re.compile(r"\b(?P<value>(?:FP|BF|TF|INT)[- ]?(?:4|8|16|32|64))\b", re.IGNORECASE)),
    ("batch_size", re.compile(r"\b(?:batch(?: ?size)?|bs)\s?[=:]?\s?(?P<value>\d{1,6})\b", re.IGNORECASE)),
)
# "Garnet 2.4 (16 cores, HNSW)"; "Kestrel (80GB)" is another machine.
_SETUP = re.compile(r"(?P<name>[^()]{2,60}?)\s\((?P<setup>[^()]{2,60},[^()]{2,60})\)")
_COUNTED = (
    re.compile(r"(?P<n>\d{1,15})\s?[x×](?:\s+|(?=[A-Z][A-Za-z]*\d))(?P<name>.+)"),
    re.compile(r"(?P<name>[^()]{2,80}?)\s(?:\(?[x×]\s?(?P<n>\d{1,5})\)?)"),
    re.compile(r"(?P<name>[^()]{2,80}?)\s\((?P<n>\d{1,5})\s?[x×]\)"),
)
_UNNAMED = re.compile(r"[\d.,]+(?:\s?[kKM])?(?:\s?[/x×+-]\s?[\d.,]+(?:\s?[kKM])?){0,3}")  # "1,024 / 128", "4K"
_LOAD = re.compile(
    r"\b\d[\d,.]{0,8}\s?(?:[KMG]i?B|bytes?|clients?|users?|connections?|threads?|streams?|rows|GPUs?|nodes?|cores?|sockets?)\b"
)


def keys_of(layout: Layout, cells: tuple[Cell, ...], by_row: Column | None, vocabulary: Vocabulary) -> dict[str, str]:
    """A row's keys by their canonical names ("workload", "batch_size", "variant" ...), as printed."""
    columns, label = layout.columns, text_of(cells[0])
    keys = {name: text_of(cells[at]) for name, at in layout.keys.items()}
    more = [text for at in layout.more if (text := text_of(cells[at]))]
    named = any(map(str.isalnum, label)) and not _UNNAMED.fullmatch(label)  # no mark, no number
    if loads := [f"{column.header} {cells[column.index].text}" for column in columns if column.name == "load_setting"]:
        keys.setdefault("variant", ", ".join(loads))
    if by_row and layout.first == "property" and "workload" not in keys:
        # "Random read (4K)" of a data sheet tells two figures of one metric apart; what was run is said elsewhere.
        keys["variant"] = left_of(by_row, vocabulary)
    elif by_row and layout.sides and (columns[0].role == "" or "workload" not in keys):
        keys["workload"] = left_of(by_row, vocabulary) if by_row.header == cells[0].text else label
    elif (
        layout.first in ("platform", "workload") and named and not {"platform", "framework", layout.first} & keys.keys()
    ):
        # A first column without a known header names the rows: who was measured, or on what.
        keys[layout.first] = label
    if (told := _SETUP.fullmatch(keys.get("platform", ""))) and "variant" not in keys:
        # Left in the name, prose that says "Garnet 2.4" would speak of a system that no row is on.
        keys |= {"platform": told["name"], "variant": told["setup"]}
    if by_row and by_row.header == cells[0].text and label == keys.get("workload"):
        keys["workload"] = without_unit(label, vocabulary)  # "Harbour 4K (fps)" was run, and measured in fps
    if more:
        keys.setdefault("variant", ", ".join(more))
    return keys


def side_of(keys: Mapping[str, str], vocabulary: Vocabulary) -> Side:
    """Who was measured by a row's keys, and under which conditions."""
    version = keys.get("sdk_version", "")
    raw = keys.get("platform") or keys.get("framework") or (version if _NAMED.search(version) else "")
    conditions = tuple((name, keys[name]) for name in CONDITIONS if keys.get(name))
    return _side(raw, conditions, vocabulary)


@lru_cache(maxsize=1024)
def _side(raw: str, conditions: tuple[tuple[str, str], ...], vocabulary: Vocabulary) -> Side:
    # One for all rows alike: most of a table's rows share a few machines.
    count = next(filter(None, (form.fullmatch(raw) for form in _COUNTED)), None)
    entry = vocabulary.resolve("platforms", raw)
    # "8x Aster 5", "Aster 5 (x8)": how many of them is a fact of its own.
    name = entry.name if entry else only_name(vocabulary, "platforms", raw) or (count["name"] if count else raw)
    return Side(name, raw, int(count["n"]) if count else None, conditions)


@lru_cache(maxsize=1024)
def only_name(vocabulary: Vocabulary, kind: str, raw: str) -> str:
    """The one known name in a text, "" when there are none or several."""
    names = {mention.name for mention in vocabulary.find(raw, kind)}
    return names.pop() if len(names) == 1 else ""


def under(side: Side, *words: str) -> Side:
    """A side with the conditions that a header, a group or a title prints ("FP16", "Batch 8"), unless a key does."""
    printed = next(filter(None, map(_conditions, words)), ())
    if not printed:
        return side
    new = tuple((name, value) for name, value in printed if not side.condition(name))
    return replace(side, conditions=(*side.conditions, *new)) if new else side


@lru_cache(maxsize=1024)
def _conditions(words: str) -> tuple[tuple[str, str], ...]:
    found = ((name, [match["value"] for match in pattern.finditer(words)]) for name, pattern in _PRINTED)
    return tuple((name, values[0]) for name, values in found if len(set(values)) == 1)  # of two it is both


def with_conditions(side: Side, row: Side) -> Side:
    """A side that a header names, under the conditions of its row."""
    return replace(side, conditions=row.conditions) if row.conditions else side


@lru_cache(maxsize=1024)
def load_in(header: str) -> str:
    """The load or setting that a header prints, "" when none: "5,000 clients" of "5,000 clients p99 (ms)"."""
    match = _LOAD.search(header)
    bare = PRINTED_UNIT.sub("", header).strip(" ,:")
    return match.group() if match else bare if is_setting(bare) else ""  # "W4A16 (ms)"
