"""Rows of one model on two sizes of one line of systems, with different software releases."""

from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.machines.machines import of_row
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary, key

CODE = "release-differs"


@check(CODE, version=1, severity="low", since="0.1.0")
def release_differs(corpus: Corpus) -> Iterator[Finding | Skip]:
    """One model is shown with one software release on all sizes of a line of systems.

    Why:
        The reader divides the rows by each other to see how the line scales. With two releases the quotient holds the
        gain of the software too.

    Flags:
        Rows of one table with the same workload, variant, framework and chip on different numbers of chips and with
        different releases; all of a table are one finding.

    Passes:
        One release throughout; different releases of different frameworks.

    Does not judge:
        Rows without a release; systems whose chips the vocabulary does not know (skipped).
    """
    groups: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    for row in rows(corpus):
        made = of_row(row, corpus.vocabulary) if row.condition("sdk_version") and row.workload else None
        if made:
            about = (row.workload, key(row.keys.variant), row.keys.task, row.framework, made.chip)
            groups[row.document.document_id, row.table.name, *about, *row.same("dataset")].append(row)
        elif row.workload and row.condition("sdk_version"):
            reason = "not applicable, because the vocabulary does not say what the system is made of"
            yield Skip(CODE, (row.document.name, row.table.name, row.platform), reason)
    by_table: dict[tuple[str, ...], list[list[Row]]] = defaultdict(list)
    for name, members in sorted(groups.items()):
        if _unlike(members, corpus.vocabulary):
            by_table[name[:2]].append(members)
    for _, pairs in sorted(by_table.items()):
        yield _finding(pairs, corpus.vocabulary)


def _unlike(members: list[Row], vocabulary: Vocabulary) -> bool:
    sizes = {made.count for row in members if (made := of_row(row, vocabulary))}
    return len(sizes) > 1 and len({key(row.condition("sdk_version")) for row in members}) > 1


def _finding(groups: list[list[Row]], vocabulary: Vocabulary) -> Finding:
    first = groups[0][0]
    told = listed((_told(members) for members in groups), most=8)
    cells: list[Evidence] = [row.key_cell("sdk_version", vocabulary) for members in groups for row in members]
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"table {first.table.name}: sizes of one line are shown with different releases: {told}",
        arithmetic=f"{len(groups)} models: what one size gains over another holds the gain of the release.",
        comparison=(first.document.name, first.table.name),
        evidence=tuple(cells),
        likely_wrong_why="nothing is wrong as printed; the rows cannot be divided by each other",
    )


def _told(members: list[Row]) -> str:
    row = members[0]
    what = " ".join(word for word in (row.keys.workload_raw, row.condition("framework")) if word)
    sizes = (f"{one.platform} {one.condition('sdk_version')}" for one in members)
    return f"{what} ({', '.join(sizes)})"
