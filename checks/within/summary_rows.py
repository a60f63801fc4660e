"""Rows of totals and averages, recomputed."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations
from statistics import median

from checks.lib.columns.ratio_columns import is_ratio_column
from checks.lib.findings import severity
from checks.lib.labels.properties import of_properties
from checks.lib.language.tokens import every_root
from checks.lib.statements.cells import Column, Number, columns, parsed, summary
from checks.lib.statements.counted import exactly, point
from checks.lib.statements.passages import quoted
from checks.lib.statements.rows import cell
from checks.lib.sums.last_rows import ENOUGH, ascends, may_be_sum, of_others, shared, sums_up
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import Interval, short
from schemas.number_words import ANY_NUMBER, count, either, in_words

CODE = "summary-rows"
MOST = 12  # columns of a row that are divided by each other
SOME = "the sum without one of them"
ROUND = 10  # a multiple of it, as values are that were rounded
EXACT = 2  # columns that come to their total to the one
PAIR = 2  # rows that "Both sites" is of
DIGITS = 4  # of a total that the text prints too
RETOLD = 3  # places of it
_FACTORS = ("x", "%")
_BOTH = re.compile(r"both\b", re.IGNORECASE)
_MONEY = re.compile(r"\s*[$€£]\s?\d")
_EACH = re.compile(r"\b(?:per|each)\b", re.IGNORECASE)  # "Nodes per rack" above "Total nodes"
_DIGITS = re.compile(r"\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?")
_COUNTED = re.compile(
    rf"\b(?:of|over|across|for) (?:the |all |\d|{ANY_NUMBER})", re.IGNORECASE
)  # "Mean of six sites" is of all
_SOME = re.compile(
    r"\b(?:(?:longest|largest|slowest|biggest|costliest|heaviest) (?:\w+ )?[a-z]+s|"
    rf"(?:top|first)[ -](?:\d+|{either(in_words(2, 3, 4, 5, 6, 10))}|few)|selected|excerpts?|extracts?|not all)\b",
    re.IGNORECASE,
)
_OF_SO_MANY = re.compile(
    rf"\b(?:of|over|across)\s(?:the\s|all\s){{0,2}}(?P<n>\d{{1,4}}|{either(in_words(*range(2, 33)))})\s[A-Za-z]",
    re.IGNORECASE,
)
_OF_ALL = re.compile(r"\b(?:of|over|across) all (?:the )?([a-z]+s)\b", re.IGNORECASE)


@check(CODE, version=13, severity="medium", since="0.1.0")
def summary_rows(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A row of totals is the sum of the rows above it, and a row of averages one of their means.

    Why:
        Rows are added and corrected, the last line is not. It is also the line that gets quoted.

    Flags:
        A total that no sum of the rows above allows; an average that is neither their arithmetic, geometric or
        harmonic mean nor their median. "All regions" or "Whole fleet" where it is above each row, near the sum of three
        rows at least ("Both sites": of two), and neither a sum nor a mean.
        Medium, low where the gap is below 5 % or the column holds factors.

    Passes:
        Sums of rounded values that differ by their rounding; a total of the rows since the last subtotal; any of the
        four means, whatever the row calls it; minutes and seconds where the header says so; a factor that is the
        quotient of its own row's sums or means.

    Does not judge:
        Columns in which a row above is blank or no number; totals of factors and percentages; fewer than two rows;
        averages of what one row above names alone ("Median GPU service"); tables whose caption or the paragraph before
        says that they show some of the rows ("the longest steps"), or counts more of what a mean is "of all" of; rows
        that say of how many they are, where others stand above ("Median of nine clouds" below two); data sheets, in
        which "Mean latency (ms)" is a property like the others; units that differ from row to row.
    """
    for document in corpus.documents:
        for table in document.tables:
            sheet = of_properties(table, corpus.vocabulary)
            for number, row in enumerate(table.rows):
                kind = _kind(table, number, sheet=sheet)
                some = _SOME.search(_introduced(document, table)) or _of_more(document, table, number)
                shown = some and not _of_shown(table, number, kind)
                if kind and shown:
                    name = (document.name, table.name, row[0].text)
                    yield Skip(CODE, name, "not applicable, because the table is said to show some of the rows")
                elif kind:
                    yield from _judge(document, table, number, kind)


def _kind(table: Table, number: int, *, sheet: bool) -> str:
    """What a row sums up by; "last" for one that only its place, its words or another column make a sum."""
    label = table.rows[number][0].text
    if sheet and len(label.split()) > 1:
        # Of a bill ("Item | Price") a last line is one; "Total memory" of a data sheet is a property.
        return "last" if number == len(table.rows) - 1 and _of_money(table) else ""
    return summary(label) or ("last" if number == len(table.rows) - 1 and sums_up(table, list(columns(table))) else "")


def _of_money(table: Table) -> bool:
    """Whether a column holds prices from first to last: then its rows are of one measure, whatever their labels."""
    texts = ([row[index].text for row in table.rows] for index in range(1, len(table.columns)))
    return any(all(_MONEY.match(text) for text in column) for column in texts)


def _of_shown(table: Table, number: int, kind: str) -> bool:
    """Whether the summary of one column at least is of the rows that are shown; then the others are as well."""
    rows = [row for row in range(number) if not summary(table.rows[row][0].text)]
    able = [
        one for one in columns(table) if one.index and number in one.numbers and all(r in one.numbers for r in rows)
    ]
    allowed = ((one.numbers[number].readings.widened, each) for one in able for each in _allowed("total", one, rows))
    return kind not in ("", "mean") and any(each.readings.meets(said) for said, each in allowed)


def _of_more(document: Document, table: Table, number: int) -> bool:
    """Whether a row "of all queries" is of more than the rows: "all 99 TPC-DS queries" stands above the table."""
    label = table.rows[number][0].text
    own = _OF_SO_MANY.search(label)
    if own and count(own["n"]) not in _many_above(table, number):
        return True  # "Median of nine clouds" below two rows is of others
    named = _OF_ALL.search(label)
    counts = re.findall(rf"\b(\d{{1,6}}) (?:[\w-]+ ){{0,2}}{named[1]}\b", _introduced(document, table)) if named else []
    return any(int(each) > number for each in counts)


def _many_above(table: Table, number: int) -> set[int]:
    """How many rows stand above a summary: all, those without other summaries, and those since the last one."""
    sums = [row for row in range(number) if summary(table.rows[row][0].text)]
    return {number, number - len(sums), number - 1 - max(sums, default=-1)}


def _introduced(document: Document, table: Table) -> str:
    """What is said of a table: its caption, and the paragraph that ends right above it."""
    above = [one for one in document.blocks if one.kind != "heading" and one.end <= table.start]
    last = max(above, key=lambda one: one.end, default=None)
    near = last and not document.text[last.end : table.start].strip("| \t\n")  # a table starts at its first cell
    return f"{table.title}\n{document.text[last.start : last.end] if last and near else ''}"


def _judge(document: Document, table: Table, number: int, kind: str) -> Iterator[Finding | Skip]:
    plain = _meant(table, number, kind)
    if kind != "mean" and not _of_money(table) and any(_of_each(table, row) for row in plain):
        label = (document.name, table.name, table.rows[number][0].text)
        yield Skip(CODE, label, "not applicable, because a row above is of each of another's, and multiplied")
        return
    last = max((row for row in range(number) if summary(table.rows[row][0].text)), default=-1)
    blocks = [plain, [row for row in plain if row > last]]
    every = [_counted(one, kind) for one in columns(table)]
    every = _counted_too(every, number, plain) if kind == "total" else every
    # Where one side ran out of memory, the averages are of the rows in which both sides finished.
    complete = [row for row in plain if all(row in other.numbers for other in every if other.index)]
    blocks += [complete] if complete != plain else []
    for column in every:
        one = column.numbers.get(number)
        name = (document.name, table.name, table.rows[number][0].text, column.header)
        usable = [rows for rows in blocks if len(rows) > 1 and all(row in column.numbers for row in rows)]
        if one is None or column.index == 0 or not _may_sum(kind, name[2], column, number, usable):
            continue
        if any(column.numbers[row].unit != one.unit for rows in usable for row in rows):
            yield Skip(CODE, name, "not applicable, because the rows above print other units")
            continue
        factor = one.unit in _FACTORS or is_ratio_column(table, column.index)
        if not usable or (kind != "mean" and one.unit in _FACTORS):
            yield Skip(CODE, name, "not applicable, because a row above is blank or no number")
            continue
        own = [row for row in plain if row in column.numbers]  # "included" and "not needed" add nothing
        allowed = [value for rows in [*usable, own] for value in _allowed(kind, column, rows)]
        if factor and _own_quotient(one, column, columns(table), number):
            continue
        if not any(value.readings.meets(one.readings.widened) for value in allowed):
            yield _finding(document, table, name, number, column, allowed, kind)


def _counted(column: Column, kind: str) -> Column:
    """A column whose total is one of things that were counted: 113 files are no 115, whatever may be rounded."""
    is_round = all(one.value % ROUND == 0 for one in column.numbers.values())
    return exactly(column) if kind == "total" and not is_round else column


def _of_each(table: Table, row: int) -> bool:
    """Whether a row is of each of another's parts; "8 cards, 180 W each" beside 1,440 is of all of them."""
    label = table.rows[row][0].text
    if not _EACH.search(label):
        return False
    printed = {Decimal(one.replace(",", "")) for one in _DIGITS.findall(label)}
    products = [a * b for a, b in combinations(sorted(printed), 2)]
    values = [found.readings.widened for one in table.rows[row][1:] if (found := parsed(one.text))]
    return not any(one in value for value in values for one in products)


def _counted_too(every: list[Column], number: int, rows: list[int]) -> list[Column]:
    """Of bare whole numbers, of which two columns come to their total to the one, all are counts: lines, not tons."""
    whole = [one for one in every if number in one.numbers and _is_whole(one)]
    exact = [one for one in whole if _comes_to(one, number, rows)]
    if len(exact) < EXACT:
        return every
    return [point(one) if one in whole else one for one in every]


def _is_whole(column: Column) -> bool:
    return column.index > 0 and all(one.value % 1 == 0 and not one.unit for one in column.numbers.values())


def _comes_to(column: Column, number: int, rows: list[int]) -> bool:
    parts = [column.numbers[row].value for row in rows if row in column.numbers]
    total = column.numbers[number].value
    return len(parts) >= ENOUGH and total % ROUND != 0 and sum(parts) == total


def _meant(table: Table, number: int, kind: str) -> list[int]:
    """The rows that a summary can be of: "Median GPU service" is of no other row than those that say so, if some do."""
    plain = [row for row in range(number) if not summary(table.rows[row][0].text)]
    own = every_root(table.rows[number][0].text)
    named = [row for row in plain if own & every_root(table.rows[row][0].text)]
    return named if kind == "mean" and named and not _COUNTED.search(table.rows[number][0].text) else plain


def _may_sum(kind: str, label: str, column: Column, number: int, usable: list[list[int]]) -> bool:
    """Whether a row that is only perhaps a sum can be that of a column."""
    if kind not in ("whole", "last"):
        return True
    able = [rows for rows in usable if may_be_sum(column, number, rows, PAIR if _BOTH.match(label) else ENOUGH)]
    # The last of growing rows is the largest case, unless it says that it is of all.
    return any(kind == "whole" or not ascends(column, rows) for rows in able)


def _own_quotient(one: Number, column: Column, every: Iterable[Column], number: int) -> bool:
    """Whether a factor is the quotient of two sums or means of its own row: a total speed-up rightly is."""
    others = [other.numbers[number] for other in every if other.index != column.index and number in other.numbers]
    plain = [
        other.readings.widened for other in others if other.unit not in _FACTORS and other.readings.widened.lower > 0
    ]
    said = one.readings.widened
    return any((a / b).meets(said) for a in plain[:MOST] for b in plain[:MOST] if a is not b)


@dataclass(frozen=True, slots=True)
class Allowed:
    """A sum or mean of the rows above."""

    words: str
    readings: Interval


def _allowed(kind: str, column: Column, rows: list[int]) -> Iterator[Allowed]:
    numbers = [column.numbers[row] for row in rows]
    ends = [[one.readings.widened.lower for one in numbers], [one.readings.widened.upper for one in numbers]]
    if kind != "mean":
        yield Allowed("the sum", Interval(sum(ends[0], Decimal(0)), sum(ends[1], Decimal(0))))
    if kind == "last":
        yield from (Allowed(SOME, one) for one in of_others(column, rows))
    if kind == "total":
        return
    many = len(numbers)
    yield Allowed("the mean", Interval(sum(ends[0], Decimal(0)) / many, sum(ends[1], Decimal(0)) / many))
    yield Allowed("the median", Interval(median(ends[0]), median(ends[1])))
    if _all_positive(numbers):
        yield Allowed("the geometric mean", Interval(_geometric(ends[0]), _geometric(ends[1])))
        yield Allowed("the harmonic mean", Interval(_harmonic(ends[0]), _harmonic(ends[1])))


def _geometric(values: list[Decimal]) -> Decimal:
    return (sum((one.ln() for one in values), Decimal(0)) / len(values)).exp()


def _harmonic(values: list[Decimal]) -> Decimal:
    return len(values) / sum((1 / one for one in values), Decimal(0))


def _all_positive(numbers: list[Number]) -> bool:
    return all(one.readings.widened.lower > 0 for one in numbers)


def _retold(document: Document, table: Table, printed: str) -> Iterator[Evidence]:
    """Where the text prints the total too; a number of fewer digits may be of anything."""
    digits = printed.strip(" *_`").replace(",", "")
    if not digits.isdigit() or len(digits) < DIGITS:
        return
    said = re.compile(rf"(?<![\w.,])(?:{digits}|{int(digits):,})(?!\w|[.,]\d)")
    places = [one for one in said.finditer(document.text) if not table.start <= one.start() < table.end]
    yield from (quoted(document, one.start(), one.end(), "context") for one in places[:RETOLD])


def _finding(
    document: Document,
    table: Table,
    name: tuple[str, ...],
    number: int,
    column: Column,
    allowed: list[Allowed],
    kind: str,
) -> Finding:
    one = column.numbers[number]
    nearest = min(
        (each for each in allowed if each.words != SOME),
        key=lambda value: value.readings.distance(one.readings.rounded),
    )
    gap = nearest.readings.distance(one.readings.rounded)
    label = table.rows[number][0].text
    loose = shared(column, number) if kind == "whole" else kind == "last" and summary(label) != "total"
    level: Severity = "low" if loose or one.unit in _FACTORS or gap < severity.MEDIUM else "medium"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=level,
        message=f"table {table.name}: {label!r} of {column.header!r} is {table.rows[number][column.index].text}, "
        f"{nearest.words} of the rows above {nearest.readings}",
        arithmetic="; ".join(f"{value.words} is {value.readings}" for value in allowed if value.words != SOME)
        + f": the gap is {short(round(gap * 100, 1))} %.",
        comparison=name,
        evidence=(
            cell(document, table, number + 1, column.index),
            *(cell(document, table, row + 1, column.index, "supporting") for row in column.numbers if row < number),
            *_retold(document, table, table.rows[number][column.index].text),
        ),
        likely_wrong_why="the summary, or a row that was changed after it",
    )
