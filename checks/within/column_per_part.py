"""A column of what each part does, against the column of what all do and the number of parts that the page prints."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.slips import slip_told
from checks.lib.findings.words import apart, listed
from checks.lib.quantities.counts import NOUN, counts, singular
from checks.lib.statements.cells import Column, Number, columns, summary
from checks.lib.statements.passages import Passage, passages, phrase, quoted
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, judge
from schemas.number_words import count, either, in_words

CODE = "column-per-part"
NEAREST, FURTHEST = Decimal("1.01"), Decimal(3)  # times off: less is rounding, more is of other parts
LEAST, MOST = 2, 100_000  # parts
SHOWN = 3  # rows that a finding quotes
_PART = re.compile(rf"(?P<each>\b(?:per|each|every)[\s-]|/\s?)?\b(?P<noun>{NOUN})\b", re.IGNORECASE)
# The best or the median of the parts is no share of what all do; what a part adds is none either.
_CHOSEN = re.compile(
    r"\b(?:best|worst|fast\w*|slow\w*|max\w*|min\w*|peak|median|p\d\d|first|last|extra|added|limit|rated|spec\w*|"
    r"nominal|latency|number|count)\b|#",
    re.IGNORECASE,
)
# "Eight MI300X": as many of a name, whose kind the column says.
_NAMED = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d{{1,6}}|{either(in_words(*range(2, 13), 16))})\s?[x×]?\s"
    r"(?=(?:[A-Z][\w-]*\s)?[A-Z]+\d)",
    re.IGNORECASE,
)
_WHOLE_NUMBER = re.compile(r"(?<![\w.,])\d{1,3}(?:,\d{3})+(?![\w.,]*\d)|(?<![\w.,])\d{1,6}(?![\w,]|\.\d)")


@dataclass(frozen=True, slots=True)
class _Parts:
    """So many parts, and where that is said; `noun` is "" where only their name is."""

    number: int
    noun: str
    said: Passage
    match: re.Match[str]


@check(CODE, version=1, severity="high", since="0.1.0")
def column_per_part(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a table prints for each part is what it prints for all, over the number of parts that the page prints.

    Why:
        "Cluster 165 GiB/s, per node 5.61 GiB/s" under "all 32 nodes": two columns and a number in the caption. Two
        digits that changed places in one row are seen by nobody who does not divide.

    Flags:
        A row whose value "per node", "Each GPU" or "Tray, kW" is not that of the column beside it over the nodes, GPUs
        or trays which the caption, a heading or a sentence counts, where another row is so to the digit. Low unless one
        slip (two digits swapped, one of three or more) makes the one of the other, and one number of such parts is
        printed. Low too a table of one row.

    Passes:
        Values within their rounding or one per cent; rows whose own cells print another number of parts; any number of
        these parts that the page prints, or two of them multiplied.

    Does not judge:
        The best, slowest or median part; columns of two units; tables with a column that counts the parts, which
        columns-multiply reads; rows that are off by more than three times; columns "per node" whose
        nodes no text counts (skipped).
    """
    for document in corpus.documents:
        for table in document.tables:
            found = (one for each in _each_columns(table) for one in _judge(document, table, *each))
            yield from dict.fromkeys(found)  # two columns that cannot be judged are one table


def _each_columns(table: Table) -> Iterator[tuple[Column, Column, str]]:
    """A column of all, the column of each part in its unit, and what the parts are."""
    every = [one for one in columns(table) if one.index]
    for part in every:
        found = _PART.search(part.header)
        noun = singular(found["noun"]) if found else ""
        if not noun or found is None or found["noun"].lower() != noun or _CHOSEN.search(part.header):
            continue
        wholes = [one for one in every if one is not part and _is_whole(one, part, noun)]
        if len(wholes) == 1:
            yield wholes[0], part, noun


def _is_whole(one: Column, part: Column, noun: str) -> bool:
    """Whether a column has more than another one in each row, in the same unit, and is of no part itself."""
    own = {singular(each["noun"]) for each in _PART.finditer(one.header) if each["noun"].lower() == noun}
    shared = one.numbers.keys() & part.numbers.keys()
    alike = all(one.numbers[row].unit == part.numbers[row].unit for row in shared)
    more = all(one.numbers[row].value > part.numbers[row].value > 0 for row in shared)
    return bool(shared) and alike and more and noun not in own and not _CHOSEN.search(one.header)


def _judge(document: Document, table: Table, whole: Column, part: Column, noun: str) -> Iterator[Finding | Skip]:
    rows = [row for row in whole.numbers.keys() & part.numbers.keys() if not summary(table.rows[row][0].text)]
    told = _counted(document, table, part, noun)
    fitting = {one.number: [row for row in rows if _fits(whole, part, row, one.number)] for one in told}
    numbers = {*fitting, *(a * b for a in fitting for b in fitting)}
    failing = [
        row
        for row in sorted(rows)
        if not any(_fits(whole, part, row, n) for n in {*numbers, *_own_numbers(table, row)})
    ]
    best = max(told, key=lambda one: (len(fitting[one.number]), bool(one.noun)), default=None)
    if failing and best is None and _says_each(part):
        yield Skip(CODE, (document.name, table.name), "not applicable, because no text counts the parts")
    if not failing or best is None or len(failing) > max(1, len(fitting[best.number])):
        return
    alone = len({one.number for one in told}) == 1 and bool(best.noun)
    if not (fitting[best.number] or (len(rows) == 1 and alone)):
        return
    off = [row for row in failing if NEAREST <= _off(whole, part, row, best.number) <= FURTHEST]
    if off:
        slips = [_slip(whole.numbers[row], part.numbers[row], best.number) for row in off]
        sure = alone and bool(fitting[best.number]) and all(slips)
        yield _finding(document, table, (whole, part), off, best, sure=sure)


def _counted(document: Document, table: Table, part: Column, noun: str) -> list[_Parts]:
    """How many of the parts the page says there are; by their name alone only above the table, of a column "per GPU".

    The "Rank" of a system, without "per", is of none of eight.
    """
    found = [
        _Parts(one.value, one.noun, passage, one.match)
        for passage in passages(document)
        for one in counts(passage)
        if one.noun == noun and LEAST <= one.value <= MOST
    ]
    if found or not _says_each(part):
        return found
    near = (one for one in passages(document) if one.words.strip("*_# ") in (table.title, *table.headings))
    named = [(one, match) for one in near for match in _NAMED.finditer(one.words)]
    return [_Parts(count(match["n"]), "", one, match) for one, match in named if count(match["n"]) > 1]


def _says_each(part: Column) -> bool:
    """Whether a column is "per GPU", "each node": a "Disk" alone may be of all of them."""
    return any(match["each"] for match in _PART.finditer(part.header))


def _own_numbers(table: Table, row: int) -> set[int]:
    """The whole numbers of a row's cells, of which one may be that of its parts."""
    found = (each.replace(",", "") for one in table.rows[row] for each in _WHOLE_NUMBER.findall(one.text))
    return {int(one) for one in found if LEAST <= int(one) <= MOST}


def _given(whole: Column, row: int, number: int) -> Readings:
    return whole.numbers[row].readings.scaled(1 / Decimal(number))


def _fits(whole: Column, part: Column, row: int, number: int) -> bool:
    given, printed = _given(whole, row, number), part.numbers[row].readings
    return judge(printed, given) != "inconsistent" or printed.rounded.distance(given.rounded) < NEAREST - 1


def _off(whole: Column, part: Column, row: int, number: int) -> Decimal:
    return 1 + part.numbers[row].readings.rounded.distance(_given(whole, row, number).rounded)


def _slip(whole: Number, part: Number, number: int) -> str:
    """Which slip makes the printed share of the right one, or the total; "" where none does."""
    share = (whole.value / number).quantize(Decimal(1).scaleb(int(part.value.as_tuple().exponent)))
    total = (part.value * number).quantize(Decimal(1).scaleb(int(whole.value.as_tuple().exponent)))
    return slip_told(str(share), str(part.value)) or slip_told(str(total), str(whole.value))


def _finding(
    document: Document, table: Table, pair: tuple[Column, Column], off: Sequence[int], parts: _Parts, *, sure: bool
) -> Finding:
    whole, part = pair
    cells = [tuple(cell(document, table, row + 1, one.index) for one in pair) for row in off[:SHOWN]]
    gap = max(_off(whole, part, row, parts.number) for row in off) - 1
    sums = (
        f"{total.quote} / {parts.number} allows {_given(whole, row, parts.number).rounded}, printed is {each.quote}"
        for row, (total, each) in zip(off, cells, strict=False)
    )
    rows = listed(table.rows[row][0].text for row in off[:SHOWN])
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap) if sure else "low",
        message=f"table {table.name}: {part.header!r} of {rows} is not {whole.header!r} over {parts.match.group()}",
        arithmetic=f"{'; '.join(sums)}: {apart(gap)}.",
        comparison=(document.name, table.name, whole.header, part.header, *(table.rows[row][0].text for row in off)),
        evidence=(*(one for both in cells for one in both), _where(parts)),
        likely_wrong_why="one of the two cells: the other rows follow the number of parts",
    )


def _where(parts: _Parts) -> Evidence:
    found = phrase(parts.said, parts.match)
    return found if found.quote else quoted(parts.said.document, parts.said.start, parts.said.end)
