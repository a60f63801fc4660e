"""One run in two tables headed "per GPU": the one prints what each does, the other what all of them do together."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.columns.records import is_setting
from checks.lib.statements.beside import main
from checks.lib.statements.cells import Number
from checks.lib.statements.rows import cell, count
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.names import key

CODE = "all-as-each"
DIGITS = 3  # of the value of each: of fewer, many products come near
MOST = 500  # rows of a table
_PART = r"(?P<part>gpu|hpu|tpu|ipu|xpu|npu|device|accelerator|card|chip|node|core|socket)s?"
_EACH = re.compile(rf"(?:/\s?|\bper[ -]|\beach )\s?{_PART}\b", re.IGNORECASE)
_COUNT = re.compile(rf"(?:number of |num |# ?)?{_PART}(?: count)?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Each:
    """A value under a header that says "per GPU", with what its row says, blanks filled from above."""

    document: Document
    table: Table
    row: int
    column: int
    number: Number
    parts: Decimal
    said: Mapping[str, str]


@check(CODE, version=1, severity="low", since="0.1.0")
def all_as_each(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What two tables print of one run for each device is one value.

    Why:
        A page prints tokens a second and GPU; a second one, on another day, the sum over eight under the same header.
        Who multiplies by eight has the throughput of sixty-four.

    Flags:
        "3,163" under "tok/s/GPU" for 8 GPUs, and "25,300" under "tok/s/GPU" for the same model, GPUs and lengths
        in another table or document: 8 x 3,163. Low.

    Passes:
        Values that agree, and values that no number of devices makes of each other.

    Does not judge:
        Tables without a column of the devices that their header is per (skipped); rows that share no name, or of which
        a setting that both print differs; values of fewer than three digits.
    """
    found: dict[tuple[str, Decimal], list[_Each]] = defaultdict(list)
    for document in corpus.documents:
        for table in document.tables:
            if _uncounted(table):
                place = (document.name, table.name)
                yield Skip(CODE, place, "not applicable, because no column counts what its header is per")
            for one in _values(document, table) if len(table.rows) <= MOST else ():
                found[next(iter(one.said.values()), ""), one.parts].append(one)
    for (name, _), some in found.items():
        for one, other in combinations(some[:MOST], 2) if name else ():
            if one.table is not other.table and _one_run(one, other) and (pair := _multiplied(one, other)):
                yield _finding(*pair)


def _uncounted(table: Table) -> bool:
    """Whether headers say "per GPU" and none of them has its number of GPUs beside it."""
    each, counts = _parts([one.text for one in table.columns])
    return bool(each) and not set(each.values()) & set(counts)


def _parts(headers: Sequence[str]) -> tuple[Mapping[int, str], Mapping[str, int]]:
    """What each column is per, and the column that counts each part."""
    each = {at: match["part"].lower() for at, one in enumerate(headers) if (match := _EACH.search(one))}
    counts = {
        match["part"].lower(): at
        for at, one in enumerate(headers)
        if (match := _COUNT.fullmatch(" ".join(one.split())))
    }
    return each, counts


def _values(document: Document, table: Table) -> Iterator[_Each]:
    headers = [one.text for one in table.columns]
    each, counts = _parts(headers)
    above: dict[int, str] = {}
    for number, row in enumerate(table.rows, 1):
        above |= {at: one.text for at, one in enumerate(row) if one.text and at not in each}
        said = {key(headers[at]): key(text) for at, text in above.items() if _tells(headers[at], text)}
        for at, part in each.items():
            value, parts = main(row[at].text), count(above.get(counts.get(part, -1), ""))
            if value and parts and parts > 1 and len(value.value.normalize().as_tuple().digits) >= DIGITS:
                yield _Each(document, table, number, at, value, parts, said)


def _tells(header: str, text: str) -> bool:
    """Whether a cell names or sets what was run: words, or the number of a setting."""
    return is_setting(header) or main(text) is None


def _one_run(one: _Each, other: _Each) -> bool:
    both = [header for header in one.said if header in other.said]
    return len(both) > 1 and all(one.said[header] == other.said[header] for header in both)


def _multiplied(one: _Each, other: _Each) -> tuple[_Each, _Each] | None:
    low, high = sorted((one, other), key=lambda each: each.number.value)
    product = low.number.readings.rounded.scaled(low.parts)
    near = product.distance(high.number.readings.rounded) == 0 and low.number.value > 0
    return (low, high) if near and low.number.unit == high.number.unit else None


def _finding(low: _Each, high: _Each) -> Finding:
    first, second = (cell(one.document, one.table, one.row, one.column) for one in (low, high))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{first.quote} under {first.column!r} in {low.document.name} and {second.quote} under "
        f"{second.column!r} in {high.document.name} are of one run on {low.parts}: the second is what all of them do",
        arithmetic=f"{low.parts} x {first.quote} allows {low.number.readings.rounded.scaled(low.parts)}.",
        comparison=(low.document.name, high.document.name, low.table.name, high.table.name, first.column),
        evidence=(first, second),
        likely_wrong_why=f"the header over {second.quote}, if it is the sum",
    )
