"""A row of two tables of a document that agree in what else they share, with two values in one column."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.columns.records import Record, Spot, is_setting, of_run, records
from checks.lib.findings.slips import SWAPPED, slip
from checks.lib.language.tokens import every_root
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip

CODE = "rows-told-twice"
ROWS = 3  # that two tables share, at least
AGREE = 3  # different values that both print
MOST = Decimal(1) / 3  # of the shared cells may differ
NEAR = Decimal("0.1")  # two runs of one thing are further apart as often as not
LETTERS = 4  # of a header that another one holds ("APval", "mAPval 50-95")
TABLES = 40  # of a document, each held against the others
OURS = ("ours", "our", "this", "proposed", "total", "average", "avg", "mean", "overall", "sum", "all", "baseline")

Shared = Mapping[tuple[int, str], tuple[Spot, Spot]]  # by the number of the pair of rows and the header


@dataclass(frozen=True, slots=True)
class _Odd:
    left: Spot
    right: Spot
    name: str
    agreed: int


@check(CODE, version=1, severity="low", since="0.1.0")
def rows_told_twice(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A row that two tables of a document share has one value under one header.

    Why:
        A page lists its models, and compares them with others further down. One table was taken from the paper, the
        other from the newest release: most cells agree, and the reader takes those of the first table for the rest.

    Flags:
        "Siskin-S: 46.3 AP" and "Siskin-S: 46.8 mAP" where the two tables print the same latencies for the models that
        both list; one score of five that differs where four agree. Low.

    Passes:
        Rounded values; rows of which no measured value agrees, and columns of which most values differ, unless all are
        within 10 % and another column of times or rates agrees throughout: they were measured again, or elsewhere.

    Does not judge:
        Tables that share fewer than three rows by their words and settings (a document of several is skipped where no
        two share three), or print less than three values alike; rows that a table prints several times; settings and
        properties that were chosen.
    """
    for document in corpus.documents:
        tables = [named for table in document.tables if len(named := _named(table)) >= ROWS]
        every = [_pairs(left, right) for left, right in combinations(tables[:TABLES], 2)]
        shared = [pairs for pairs in every if len(pairs) >= ROWS]
        if every and not shared and len(tables) <= TABLES:
            yield Skip(CODE, (document.name,), "not applicable, because no two of its tables share three rows")
        for pairs in shared:
            yield from (_finding(document, odd) for odd in _odd(pairs))


def _named(table: Table) -> Mapping[str, Record]:
    """The rows of a table by their first words, those that no other row is called; they have one setting."""
    found: dict[str, list[Record]] = defaultdict(list)
    for one in records(table):
        first = next(iter(one.words.values()), "")
        if first and first not in OURS:
            found[first].append(one)
    return {name: some[0] for name, some in found.items() if len(some) == 1}


def _pairs(left: Mapping[str, Record], right: Mapping[str, Record]) -> list[tuple[Record, Record]]:
    return [(one, right[name]) for name, one in left.items() if name in right and _alike(one, right[name])]


def _alike(one: Record, other: Record) -> bool:
    """Whether two rows agree in the words and the settings that both have."""
    words = all(one.words[header] == other.words[header] for header in one.words if header in other.words)
    chosen = [header for header in one.spots if header in other.spots and is_setting(one.spots[header].header)]
    return words and all(_meet(one.spots[header], other.spots[header]) for header in chosen)


def _meet(one: Spot, other: Spot) -> bool:
    units = one.number.unit == other.number.unit or not (one.number.unit and other.number.unit)
    if one.number.value == other.number.value:
        return True
    left, right = one.number.readings, other.number.readings
    return units and (left.rounded.meets(right.rounded) or left.truncated.meets(right.truncated))


def _odd(pairs: Sequence[tuple[Record, Record]]) -> Iterator[_Odd]:
    shared = {
        (at, header): (one.spots[header], other.spots[header])
        for at, (one, other) in enumerate(pairs)
        for header in one.spots
        if header in other.spots and not is_setting(one.spots[header].header)
    }
    agreeing = {one.number.value for one, other in shared.values() if _meet(one, other)}
    differing = [place for place, (one, other) in shared.items() if not _meet(one, other)]
    if len(agreeing) < AGREE or len(differing) > MOST * len(shared):
        return
    for place in differing:
        if _measured_alike(shared, place) and _near(*shared[place]):
            yield _Odd(*shared[place], pairs[place[0]][0].name, len(agreeing))
    if any(of_run(one.header) for one, _ in shared.values()) and not differing:
        yield from _under_like_headers(pairs, len(agreeing))


def _measured_alike(shared: Shared, place: tuple[int, str]) -> bool:
    """Whether most of the cell's column agrees, and another value of its row where it has one."""
    row, header = place
    column = [_meet(*pair) for (_, other), pair in shared.items() if other == header]
    beside = [_meet(*pair) for (at, other), pair in shared.items() if at == row and other != header]
    return sum(column) * 2 > len(column) and (any(beside) or not beside)


def _near(one: Spot, other: Spot) -> bool:
    left, right = one.number, other.number
    why = slip(f"{left.value}", f"{right.value}")
    return left.unit == right.unit and (_gap(one, other) <= NEAR or why in (SWAPPED, "a power of ten apart"))


def _gap(one: Spot, other: Spot) -> Decimal:
    low, high = sorted((abs(one.number.value), abs(other.number.value)))
    return high / low - 1 if low else Decimal(1)


def _under_like_headers(pairs: Sequence[tuple[Record, Record]], agreed: int) -> Iterator[_Odd]:
    """Cells of two columns with headers that are one but for a word, whose values are near each other in every row."""
    for header, like in _like_headers(pairs):
        both = [(one.spots[header], other.spots[like], one.name) for one, other in pairs if header in one.spots]
        equal = sum(_meet(one, other) for one, other, _ in both)
        if len(both) < ROWS or not equal or any(not _near(one, other) for one, other, _ in both):
            continue
        yield from (_Odd(one, other, name, agreed + equal) for one, other, name in both if not _meet(one, other))


def _like_headers(pairs: Sequence[tuple[Record, Record]]) -> Iterator[tuple[str, str]]:
    mine, theirs = (set.intersection(*(set(pair[at].spots) for pair in pairs)) for at in (0, 1))
    for header in sorted(mine - theirs):
        like = [one for one in sorted(theirs - mine) if _one_header(header, one, pairs[0])]
        if len(like) == 1:
            yield header, like[0]


def _one_header(header: str, other: str, pair: tuple[Record, Record]) -> bool:
    texts = pair[0].spots[header].header, pair[1].spots[other].header
    if any(is_setting(text) for text in texts) or any(of_run(text) for text in texts):
        return False
    inside = len(min(header, other, key=len)) >= LETTERS and (header in other or other in header)
    return inside or bool(every_root(texts[0]) & every_root(texts[1]))


def _finding(document: Document, odd: _Odd) -> Finding:
    one, other = odd.left, odd.right
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{one.table.rows[one.row - 1][0].text or odd.name}: {one.text} under {one.header!r} in table "
        f"{one.table.name}, {other.text} under {other.header!r} in {other.table.name} of {document.name}",
        arithmetic=f"{odd.agreed} other values are the same in both tables; these two are not.",
        comparison=(document.name, one.table.name, other.table.name, odd.name, one.header),
        evidence=(
            cell(document, one.table, one.row, one.column),
            cell(document, other.table, other.row, other.column),
        ),
        likely_wrong_why="one of the two, it cannot be told which",
    )
