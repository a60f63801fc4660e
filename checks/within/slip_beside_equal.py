"""One run in two rows or tables: one of its values is the same to the last digit, another one a slip away."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from checks.lib.columns.records import Record, Spot, is_setting, records
from checks.lib.findings.slips import SWAPPED, slip
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "slip-beside-equal"
DIGITS = 4  # of a value that no two runs share by chance
LONG = 5  # digits of a number of which one may differ, of two measurements the last ones do
MOST = 2000  # records of a document
Pair = tuple[Record, Record, str, str]
Holders = list[tuple[str, Record]]  # who prints one value under one header


@check(CODE, version=1, severity="low", since="0.1.0")
def slip_beside_equal(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Two rows that share one measured value to the last digit share the other one too, or are not a slip apart.

    Why:
        A summary repeats the run of one machine as the first row of the table for eight; a table for the largest batch
        repeats the column of batch 32. Typed again, two digits change places, and no label says that both are one run.

    Flags:
        "Pipeline: 3,058.27 ms | 1,282.98 ms" and, in the table of batch sizes under the same headers, "1: 3,085.27 ms |
        1,282.98 ms"; the same within a row whose headers differ in "bsz=32" and "bsz=max" only. Two digits swapped, a
        power of ten, or one digit of five that is not the last. Low.

    Passes:
        Rows all of whose shared values agree, and rows of which two values differ.

    Does not judge:
        Values that more than two cells under a header print (a property, or a floor; documents that have only such ones
        are skipped); short and whole ones, and columns of settings and sizes, of which nothing says that two rows with
        them are one run.
    """
    for document in corpus.documents:
        known = [one for table in document.tables for one in records(table)][:MOST]
        shared = _shared(known)
        two = [holders for holders in shared if len(holders) == 2]
        if shared and not two:
            reason = "not comparable, because more than two cells print each value that rows share"
            yield Skip(CODE, (document.name,), reason)
        for left, right, anchor, odd in _pairs(two):
            yield _finding(document, left, right, anchor, odd)


def _pairs(two: Sequence[Holders]) -> Iterator[Pair]:
    told: set[tuple[str, int, str, int, str]] = set()
    for holders in two:
        for (anchor, left), (_, right) in combinations(holders, 2):
            odd = _odd(left, right)
            place = (left.table.name, left.row, right.table.name, right.row, odd)
            if odd and place not in told:
                told.add(place)
                yield left, right, anchor, odd


def _shared(known: Sequence[Record]) -> list[Holders]:
    """The records, two or more, that print one telling value under one header."""
    holding: dict[tuple[str, str], Holders] = defaultdict(list)
    for one in known:
        for header, spot in one.spots.items():
            if _telling(spot) and not is_setting(spot.header):
                holding[header, f"{spot.number.value.normalize()} {spot.number.unit}"].append((header, one))
    return [found for found in holding.values() if len(found) > 1]


def _telling(spot: Spot) -> bool:
    digits = spot.number.value.normalize().as_tuple()
    return len(digits.digits) >= DIGITS and (int(digits.exponent) < 0 or len(digits.digits) > DIGITS)


def _odd(left: Record, right: Record) -> str:
    """The header of the one measured value that differs, by a slip; "" for none or several."""
    shared = [one for one in left.spots if one in right.spots and not is_setting(left.spots[one].header)]
    odd = [one for one in shared if left.spots[one].number.value != right.spots[one].number.value]
    return odd[0] if len(odd) == 1 and _slipped(left, right, odd[0]) else ""


def _slipped(left: Record, right: Record, header: str) -> bool:
    one, other = (f"{each.spots[header].number.value}" for each in (left, right))
    why = slip(one, other)
    if why == "one digit differs":
        return sum(map(str.isdigit, one)) >= LONG and one[-1] == other[-1]
    return (why == SWAPPED and sum(map(str.isdigit, one)) > 2) or why == "a power of ten apart"


def _finding(document: Document, left: Record, right: Record, anchor: str, odd: str) -> Finding:
    one, other = left.spots[odd], right.spots[odd]
    equal = left.spots[anchor]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{one.header}: {one.text} in row {one.row} of table {one.table.name}, {other.text} in row {other.row} "
        f"of {other.table.name}; {slip(str(one.number.value), str(other.number.value))}, and both rows print "
        f"{equal.text} under {equal.header!r}, as no other row does",
        arithmetic=f"{equal.text} is the same to the last digit.",
        comparison=(document.name, one.table.name, other.table.name, one.header, equal.header),
        evidence=(
            cell(document, one.table, one.row, one.column),
            cell(document, other.table, other.row, other.column),
            cell(document, equal.table, equal.row, equal.column, "supporting"),
            cell(document, right.table, right.row, right.spots[anchor].column, "supporting"),
        ),
        likely_wrong_why="one of the two, it cannot be told which",
    )
