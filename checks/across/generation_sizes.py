"""A family of models shown in one size on a machine and in another on its predecessor."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.machines.machines import of_row, predecessors
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import key

CODE = "generation-sizes"
MOST = 5  # families that a message tells
_SIZE = re.compile(
    r"[\s_-]*\b(?P<size>tiny|mini|small|medium|base|large|huge|giant|xl|xxl|nano|micro|pico)\b", re.IGNORECASE
)
Place = tuple[str, str, str, str]  # family, framework, task, chip
Pairs = list[tuple[list[Row], list[Row]]]


@check(CODE, version=1, severity="low", since="0.1.0")
def generation_sizes(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A family of models that is shown on a machine and on its predecessor is shown in one size on both.

    Why:
        Conformer-Medium in the new table and Conformer-Small in the old one look like one row of two generations, all
        the more where one table writes the size into the model and the other into its variant.

    Flags:
        Families of which the rows on a machine are of sizes ("small", "medium", "large") that none of the rows on its
        predecessor are of, for one framework and task; all of a pair of tables are one finding.

    Passes:
        One size that both have; models without a word of size.

    Does not judge:
        Sizes in digits (B0, 7B), which are models of their own; families shown on one machine (skipped).
    """
    places: dict[Place, list[Row]] = defaultdict(list)
    for row in rows(corpus):
        made = of_row(row, corpus.vocabulary) if _sizes(row) else None
        if made:
            places[_family(row), row.framework, row.keys.task, made.chip].append(row)
    found: dict[tuple[str, ...], Pairs] = defaultdict(list)
    for place, news in sorted(places.items()):
        older = (places.get((*place[:3], chip), []) for chip in predecessors(place[3], corpus.vocabulary))
        olds = next((some for some in older if some), [])
        if not olds:
            yield Skip(CODE, place, "not applicable, because it is shown on one machine of its line")
        elif not _all(news) & _all(olds):
            found[_tables(news[0], olds[0])].append((news, olds))
    for name, pairs in sorted(found.items()):
        yield _finding(name, pairs)


def _words(row: Row) -> str:
    return f"{row.keys.workload_raw or row.workload} {row.keys.variant}"


def _sizes(row: Row) -> frozenset[str]:
    return frozenset(match["size"].lower() for match in _SIZE.finditer(_words(row)))


def _family(row: Row) -> str:
    """The model without its size: "Conformer" of "Conformer-Medium"."""
    return key(_SIZE.sub("", row.keys.workload_raw or row.workload).split("(")[0])


def _all(some: list[Row]) -> frozenset[str]:
    return frozenset(size for row in some for size in _sizes(row))


def _tables(new: Row, old: Row) -> tuple[str, ...]:
    return new.document.name, new.table.name, old.document.name, old.table.name


def _finding(name: tuple[str, ...], pairs: Pairs) -> Finding:
    told = listed((_told(news, olds) for news, olds in pairs), most=MOST)
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"tables {name[1]} and {name[3]}: no size of the model is shown on both machines: {told}",
        arithmetic="No sum: the rows are of different models.",
        comparison=(*name, *sorted({_family(news[0]) for news, _ in pairs})),
        evidence=tuple(item for news, olds in pairs for row in (*_each(news), *_each(olds)) for item in _quotes(row)),
        likely_wrong_why="nothing is wrong as printed; the rows are no comparison of machines",
    )


def _told(news: list[Row], olds: list[Row]) -> str:
    new, old = (f"{listed(sorted(_all(some)))} on {some[0].platform}" for some in (news, olds))
    return f"{news[0].keys.workload_raw} ({new}, {old})"


def _each(some: list[Row]) -> list[Row]:
    """The first row on each system."""
    return list({row.platform: row for row in reversed(some)}.values())[::-1]


def _quotes(row: Row) -> Iterator[Evidence]:
    """The cell that prints the size, and the row's first figure."""
    sized = next((at for at, one in enumerate(row.table.rows[row.number - 1]) if _SIZE.search(one.text)), 0)
    yield row.evidence(sized)
    yield Evidence.of(row.keys, "supporting")
