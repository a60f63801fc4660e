"""A column that is so many times another one in every row but one, where a slip explains that one."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import permutations

from checks.lib.findings import severity
from checks.lib.findings.slips import slip_told
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.statements.cells import Column, Number, columns, summary
from checks.lib.statements.rows import cell
from checks.lib.sums.by_constant import Held, constants, each_has, held, sides
from checks.lib.telling.facts import Fact, facts
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary

CODE = "columns-in-step"
LIKELY = 12  # quotients that most rows have; that of all rows but one is among them
FEWEST = 3  # rows that are in step
MOST = 100_000  # parts of one thing
ONE_RATE = Decimal("1.002")  # how far apart the quotients of one rate are, for the rounding of small rows


@check(CODE, version=6, severity="high", since="0.1.0")
def columns_in_step(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a data sheet prints for one part and for all parts is the same number of times as much in each row.

    Why:
        "Per server" and "Base configuration (8 servers)" stand side by side; seven rows are eight times as much, and of
        the eighth two digits were swapped when it was typed.

    Flags:
        A cell that is not so many times the one beside it, a whole number that three rows at least follow and all
        others do, where one slip makes the printed number of the one that would: two digits swapped, one digit of
        three or more, a power of ten. Severity by the gap where a label says how many there are, else low.

        So too a cell that is not a number of the text times the one beside it, or that number over it, which two rows
        at least follow and most others do: "holds 22 drives" above "Drive size" and "Raw capacity". Low
        where that is how many things each of those has that a column counts: "every server carries 8 GPUs" above
        "Servers" and "GPUs".

    Passes:
        Rows within rounding; rows that are the same for one and for all; one device of a node, where another row
        has all; rows of one rate that is no whole number (each size has 83.3 GiB for a dollar); values that do
        not grow in step, as no slip explains them.

    Does not judge:
        Tables in which no three rows are in step, or two are not (skipped); rows of totals; rates of so many, which
        seldom grow in step; rows that another number of the text gives, or of another kind than it names.
    """
    index = index_of(corpus)
    for document in corpus.documents:
        told = facts(document, index, corpus.vocabulary) if document.tables else ()
        for table in document.tables:
            found = [one for pair in permutations(columns(table), 2) for one in _odd(document, table, *pair)]
            found += _by_constant(document, table, told, index, corpus.vocabulary) if not found else []
            yield from found
            if not found:
                yield Skip(
                    CODE, (document.name, table.name), "not applicable, because no column is in step but for one"
                )


def _odd(document: Document, table: Table, one: Column, all_: Column) -> Iterator[Finding]:
    rows = {
        row: (one.numbers[row], number)
        for row, number in all_.numbers.items()
        if row in one.numbers and one.numbers[row].value > 0 and not summary(table.rows[row][0].text)
    }
    times = _times(list(rows.values()))
    failing = [row for row, pair in rows.items() if times and not _in_step(*pair, times)]
    if len(failing) == 1 and (why := _slip(*rows[failing[0]], times)) and not _of_one_rate(list(rows.values()), times):
        yield _finding(document, table, (one, all_), failing[0], times, why)


def _by_constant(
    document: Document, table: Table, told: Sequence[Fact], index: Index, vocabulary: Vocabulary
) -> Iterator[Finding]:
    """One finding for each row and column that a number of the text does not give."""
    plain = [_without_summaries(one, table) for one in columns(table)]
    seen: set[tuple[int, int]] = set()
    for one in held(sides(table, plain, told, vocabulary), constants(told, table)):
        for row in (each for each in one.failing if _is_meant(table, each, one) and not _set_otherwise(each, one)):
            places = {(row, side.column.index) for side in (one.whole, one.part)}
            if not places & seen:
                seen |= places
                yield _not_given(document, table, one, row, index)


def _is_meant(table: Table, row: int, one: Held) -> bool:
    """Whether a row is of the kind that a text says it of: "Each ax2 node has 16 chips", and other rows are of bx5."""
    kinds = {word for word in one.constant.words if any(map(str.isdigit, word))}
    texts = [" ".join(each.text for each in cells).lower() for cells in table.rows]
    named = {kind for kind in kinds if any(kind in text for text in texts)}
    return not named or any(kind in texts[row] for kind in named)


def _set_otherwise(row: int, one: Held) -> bool:
    """Whether a row is of another set-up on purpose: one device of one node, above a row of one node with all eight."""
    whole, part = one.whole.values, one.part.values
    again = any(part[each] == part[row] for each in one.fitting)
    return (one.whole.dims == one.part.dims and whole[row] == part[row]) or (again and each_has(one.part, one.constant))


def _without_summaries(column: Column, table: Table) -> Column:
    return replace(column, numbers={r: one for r, one in column.numbers.items() if not summary(table.rows[r][0].text)})


def _not_given(document: Document, table: Table, one: Held, row: int, index: Index) -> Finding:
    gap = one.allowed(row).distance(one.whole.values[row])
    first, second = (cell(document, table, row + 1, each.column.index) for each in (one.part, one.whole))
    parts = [index.places.printed(each.document, each.start, each.end) for each in one.constant.of]
    by = " x ".join(each.quote for each in parts)
    law = f"{one.part.column.header!r} x {by}" if one.by == "x" else f"{by} / {one.part.column.header!r}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low" if each_has(one.part, one.constant) else "high", severity.of_gap(gap)),
        message=f"table {table.name}: {one.whole.column.header!r} is {law} in {len(one.fitting)} rows; in the row of "
        f"{first.quote} it is {second.quote}",
        arithmetic=f"In base units that allows {one.allowed(row)}, {second.quote} allows {one.whole.values[row]}: "
        f"{apart(gap)}.",
        comparison=(document.name, table.name, one.part.column.header, one.whole.column.header, str(row)),
        evidence=(first, second, *parts),
        likely_wrong_why="one of the two cells: the other rows follow it",
    )


def _times(pairs: Sequence[tuple[Number, Number]]) -> int:
    """How many times one column the other is in three rows at least; 0 where it is nothing of the kind."""
    found = Counter(round(large.value / small.value) for small, large in pairs if large.value <= small.value * MOST)
    fits = {
        times: sum(_in_step(small, large, times) and small.value != 1 for small, large in pairs)
        for times in sorted(found, key=lambda times: (-found[times], times))[:LIKELY]
        if times > 1
    }
    best = max(fits, key=lambda times: fits[times], default=0)
    return best if best and fits[best] >= FEWEST else 0


def _of_one_rate(pairs: Sequence[tuple[Number, Number]], times: int) -> bool:
    """Whether every row has one quotient, which is no whole number: 64 GiB for $0.768 is 83.3 a dollar, not 83."""
    found = [large.value / small.value for small, large in pairs]
    return times not in found and max(found) <= min(found) * ONE_RATE


def _in_step(one: Number, every: Number, times: int) -> bool:
    given = one.readings.each(lambda each: each.scaled(Decimal(times)))
    return one.unit == every.unit and given.widened.meets(every.readings.widened)


def _slip(one: Number, every: Number, times: int) -> str:
    """Which slip makes the printed number of the one that would be in step, on either side; "" where none does."""
    if one.unit != every.unit or one.value == every.value:
        return ""
    given = (one.value * times).quantize(_step(every))
    back = (every.value / times).quantize(_step(one))
    return slip_told(str(given), str(every.value)) or slip_told(str(back), str(one.value))


def _step(number: Number) -> Decimal:
    """One of its last digit."""
    return Decimal(1).scaleb(int(number.value.as_tuple().exponent))


def _says(times: int, table: Table, pair: tuple[Column, Column]) -> bool:
    """Whether a label says how many there are: "Base configuration (8 servers)". Columns of two sizes grow too."""
    labels = " | ".join((table.title, *(each.header for each in pair)))
    return any(re.search(rf"(?<![\w.,]){one}(?![\w%]|[.,]\d)", labels) for one in (str(times), f"{times:,}"))


def _finding(document: Document, table: Table, pair: tuple[Column, Column], row: int, times: int, why: str) -> Finding:
    small, large = (each.numbers[row] for each in pair)
    given = small.readings.each(lambda each: each.scaled(Decimal(times)))
    gap = given.rounded.distance(large.readings.rounded)
    label = table.rows[row][0].text
    first, second = (cell(document, table, row + 1, each.index) for each in pair)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_slip(gap, why) if _says(times, table, pair) else "low",
        message=f"table {table.name}: {pair[1].header!r} is {times} times {pair[0].header!r} in every other row; of "
        f"{label!r} it is {second.quote} for {first.quote}: {why}",
        arithmetic=f"{first.quote} x {times} allows {given.rounded}, printed is {second.quote}: {apart(gap)}.",
        comparison=(document.name, table.name, pair[0].header, pair[1].header, label),
        evidence=(first, second),
        likely_wrong_why="one of the two cells: the other rows are in step",
    )
