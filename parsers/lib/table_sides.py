"""Who was measured, where a header says it: machines, programs and plain names above the figures of a table."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from parsers.lib.columns import STATISTIC, Column
from parsers.lib.plain_words import common, plain
from parsers.lib.table_units import CURRENCY, PRINTED_UNIT, unit_in, unit_of
from schemas.document import Table
from schemas.names import Vocabulary

COMPARES = frozenset({"speedup", "efficiency", "scaling"})
HARDWARE = frozenset({"power", "price"})  # metrics of machines, never of models
TITLE = 80  # characters of a label in which a name is looked for
BRACKET = re.compile(r"\s*[\[(][^\])]{0,200}[\])]")
_YEAR = re.compile(r"\(?(?:19|20)\d\d\)?")
_DIGIT = re.compile(r"\d")
_QUANTITY = re.compile(
    r"\d[\d.,]*[ -]?(?:(?:[KMGT]i?)?B|bytes?|bits?|ms|s|%|[kM]|clients?|threads?|users?|rows|values|GPUs?)\b"
)
_PLAIN = frozenset(
    "average avg mean median typical typ max min maximum minimum peak total overall list street module unit measured "
    "time rate speed usage use run runs hot cold warm data first second load and or of per the a in for at on with "
    "using".split()
)
# Headers that say which run of one thing a column is of.
_ROLES = frozenset(
    "old new before after baseline optimized optimised default enabled disabled on off patched unpatched main "
    "control candidate reference forward backward encode decode insert lookup upload download low medium high ultra "
    "small tiny huge strong weak original updated current serial parallel sequential random".split()
)


def sides_of(table: Table, columns: Sequence[Column], by_row: set[int], vocabulary: Vocabulary) -> Mapping[int, str]:
    """The columns whose header names who was measured; {} when a key column or the row does."""
    if by_row:
        return {at: _who(columns[at].header, vocabulary) for at in sorted(by_row)}
    if any(column.role == "key" and column.name in ("platform", "framework") for column in columns):
        return {}
    measured = [
        column
        for column in columns
        if column.role == "metric" and column.name not in COMPARES and (column.says or column.name != "accuracy")
    ]
    names = {column.index: left_of(column, vocabulary) for column in measured}
    named = {at: name for at, name in names.items() if name and not is_setting(name)}
    like = [at for at, name in named.items() if _is_product(name, columns[at].header, vocabulary)]
    # "VRAM required" beside "Speed on A" and "Speed on B" is the row's own; a "Latency" beside "A (ms)" leaves it open.
    loose = {column.name for column in measured if column.index not in named}
    if len(set(named.values())) < 2 or loose & {column.name for column in measured if column.index in named}:
        return {}
    measured = [column for column in measured if column.index in named]
    if len(like) * 2 < len(named) and not _are_names(columns, measured, list(named.values()), vocabulary):
        return {}
    return named if not _products_down(table, columns, vocabulary) or _one_metric(measured) else {}


def _who(header: str, vocabulary: Vocabulary) -> str:
    """Whom a header of a table of metrics by row names; "" for "Value", "Mean" and their like."""
    entry = vocabulary.resolve("headers", header)
    nobody = not header or header.strip(" .").lower() in STATISTIC or (entry and entry.text("role") != "key")
    return "" if nobody or is_setting(header) else _SET.sub("", header)


# "Batch 4", "TP=8", "QD32", "FP16", "W4A16", "128K", "16": what it was run with, never who ran. No "T4", no "B200".
_SETTING = re.compile(
    r"(?:batch(?:[ _-]?size)?|bs|tp|pp|ep|dp|isl|osl|(?:sequence|seq|context|ctx|input|output|prompt)"
    r"(?:[ _-]?len(?:gth)?)?|"
    r"qd|iodepth|queue[ _-]?depth|concurrency|conc|threads?|clients?|users?|nodes?|gpus?|cores?|streams?|level|"
    r"[a-z](?=\s?=))\s?[=:]?\s?\d[\d,]{0,12}[kKM]?|(?:fp|bf|tf|u?int|mxfp|nvfp)[ -]?\d{1,2}|w\d{1,2}a\d{1,2}|"
    r"-\d{1,2}|\d{1,6}[kM]?",
    re.IGNORECASE,
)


def is_setting(name: str) -> bool:
    """Whether a header's words are what was set for its column, not who was measured in it."""
    return len(name) <= TITLE and _SETTING.fullmatch(name) is not None


_SET = re.compile(r"\s*\([^()]*=[^()]*\)$")  # "First-gen Kestrel (BS=32)": its setting is no part of a name


def _are_names(
    columns: Sequence[Column], measured: Sequence[Column], names: Sequence[str], vocabulary: Vocabulary
) -> bool:
    """Whether headers over figures of one metric, or each over the same ones, are plain names: "Lynx", "Stoat".

    Beside them stands a column of workloads.
    """
    words = [name.split()[0] for name in names if name.split()[0] != "Other"]
    return (
        _of_workloads(columns[0], vocabulary)
        and (_one_metric(measured) or _crossed(measured, names))
        and all(word[:1].isupper() and not common(word) and word.lower() not in _ROLES for word in words)
        and not all(plain(word.lower()) for word in words)  # "Polars" beside "DuckDB" is no plural
        and not any(vocabulary.resolve("headers", name) for name in names)
    )


def _of_workloads(first: Column, vocabulary: Vocabulary) -> bool:
    """Whether a first column holds what was run: "Query", "Query set"."""
    if first.role:
        return first.role == "key" and first.name in ("workload", "dataset")
    known = (vocabulary.resolve("headers", word) for word in first.header.split())
    return any(entry and entry.name in ("workload", "dataset") for entry in known)


def _crossed(measured: Sequence[Column], names: Sequence[str]) -> bool:
    """Whether every name stands over the same metrics, each once: "Kite sec", "Kite $", "Lynx sec", "Lynx $"."""
    under: dict[str, list[str]] = {}
    for column, name in zip(measured, names, strict=True):
        under.setdefault(name, []).append(column.name)
    first, *rest = under.values()
    return len(set(first)) == len(first) > 1 and bool(rest) and all(one == first for one in rest)


def _one_metric(measured: Sequence[Column]) -> bool:
    return len({column.name for column in measured}) == 1


def _products_down(table: Table, columns: Sequence[Column], vocabulary: Vocabulary) -> bool:
    """Whether the first column, of unknown header, holds products."""
    if columns[0].role:
        return columns[0].name == "sdk_version"
    names = [row[0].text for row in table.rows]
    return sum(_is_product(name, name, vocabulary) for name in names) * 2 > len(names)


def _is_product(name: str, printed: str, vocabulary: Vocabulary) -> bool:
    """Whether a name is a machine's or a program's: known, or with a version, and neither a quantity nor a year."""
    if vocabulary.find(name, "platforms", "frameworks"):
        return True
    return bool(_DIGIT.search(name)) and not _QUANTITY.search(printed) and not _YEAR.fullmatch(name)


def left_of(column: Column, vocabulary: Vocabulary) -> str:
    """What a header says besides metric and unit: "Radiant 9070 (fps)" -> "Radiant 9070"; "Latency (ms)" -> ""."""
    header = BRACKET.sub("", column.header).strip(" :")
    if vocabulary.resolve("headers", header):
        return ""
    for mention in reversed(vocabulary.find(header, "metrics")):
        header = f"{header[: mention.start]} {header[mention.end :]}"
    words = header.replace(",", " , ").split()
    kept = [word for word in words if not _says_nothing(word, vocabulary)]
    return " ".join(kept).replace(" ,", ",").strip(" ,:–-")


def without_unit(label: str, vocabulary: Vocabulary) -> str:
    """A row's label without the unit that it prints: "Disk copy, MB/s" -> "Disk copy"."""
    if not unit_in(label, vocabulary)[0]:
        return label
    return PRINTED_UNIT.sub("", label).strip(" ,:") or label


def _says_nothing(word: str, vocabulary: Vocabulary) -> bool:
    if (
        word.lower() in _PLAIN
        or word in CURRENCY
        or (not _DIGIT.search(word) and len(word) > 1 and unit_of(word, vocabulary)[0])
    ):
        return True
    entry = vocabulary.resolve("headers", word)
    return bool(entry and entry.text("role") == "metric")


def machines(table: Table, columns: tuple[Column, ...], vocabulary: Vocabulary) -> tuple[Column, ...]:
    """A "Model" with a power draw or a price is a machine's, unless a known workload; so is a named configuration."""
    metrics = {column.name for column in columns if column.role == "metric"}
    if _configured(table, columns, vocabulary):
        return (replace(columns[0], name="platform"), *columns[1:])
    iops = any(column.unit == "operations/s" for column in columns)
    known = {column.name for column in columns if column.role == "key"}
    at = next((column for column in columns[:1] if column.name == "workload" and column.role == "key"), None)
    if at is None or not (metrics & HARDWARE or iops) or known & {"platform", "framework"}:
        return columns
    if at.header.strip().lower() != "model" or any(vocabulary.find(row[0].text, "workloads") for row in table.rows):
        return columns
    return (replace(at, name="platform"), *columns[1:])


_RELEASED = re.compile(r"[A-Z][A-Za-z]{2,}(?:\s[A-Z][\w-]*)*\sv?\d+\.\d+")


def _configured(table: Table, columns: Sequence[Column], vocabulary: Vocabulary) -> bool:
    """Whether a first "Configuration" holds who was measured: "Garnet 2.4 (16 cores, HNSW)"."""
    named = any(column.role == "key" and column.name in ("platform", "framework") for column in columns)
    if named or not columns or columns[0].role != "key" or columns[0].name != "variant":
        return False
    return all(_names_who(row[0].text, vocabulary) for row in table.rows)


def _names_who(label: str, vocabulary: Vocabulary) -> bool:
    known = vocabulary.find(label[:TITLE], "platforms", "frameworks")
    return bool(_RELEASED.match(label)) or any(not label[: one.start].strip() for one in known)
