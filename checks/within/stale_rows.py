"""A few rows of a results table that still show an older software release than all the others."""

from collections import Counter, defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary

CODE = "stale-rows"
USUAL = 0.75  # of a table's rows on one release; where fewer are, the table mixes releases throughout
ROWS = 8  # fewer rows have no habit
MOST = 8  # rows that one finding quotes


@check(CODE, version=1, severity="low", since="0.1.0")
def stale_rows(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The rows of a results table are measured with one software release.

    Why:
        A table is read column by column. Rows that were not measured again when the others were hold the speed of an
        older release, and nothing but one cell says so.

    Flags:
        Rows with an older release in a table three quarters of which show one newer release; all of a table are one
        finding.

    Passes:
        Rows with a newer release than the usual one; tables that mix releases throughout; one release.

    Does not judge:
        Tables of fewer than eight rows; releases that are no numbers (skipped); sizes of one line (release-differs).
    """
    tables: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows(corpus):
        if row.condition("sdk_version"):
            tables[row.document.document_id, row.table.name].append(row)
    for _, members in sorted(tables.items()):
        releases = Counter(row.condition("sdk_version") for row in members)
        usual, count = max(releases.items(), key=lambda one: (one[1], one[0]))
        if len(members) < ROWS or count < USUAL * len(members):
            continue
        if not _number(usual):
            yield Skip(CODE, (members[0].document.name, usual), "not applicable, because the release is no number")
            continue
        older = [row for row in members if (0,) < _number(row.condition("sdk_version")) < _number(usual)]
        if older:
            yield _finding(older, usual, count, corpus.vocabulary)


def _number(release: str) -> tuple[int, ...]:
    """A release as numbers, () when it is none: "SDK 2.4.0" is (2, 4, 0)."""
    words = release.split()
    parts = words[-1].lstrip("v").split(".") if words else []
    return tuple(map(int, parts)) if parts and all(part.isdecimal() for part in parts) else ()


def _finding(older: list[Row], usual: str, count: int, vocabulary: Vocabulary) -> Finding:
    first = older[0]
    told = listed(
        (f"{row.keys.workload_raw or row.platform} ({row.condition('sdk_version')})" for row in older), most=6
    )
    cells: list[Evidence] = [row.key_cell("sdk_version", vocabulary) for row in older[:MOST]]
    cells += [Evidence.of(row.keys, "supporting") for row in older[:MOST]]
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"table {first.table.name}: {len(older)} rows show an older release than {usual}: {told}",
        arithmetic=f"{count} rows show {usual}, {len(older)} an older one.",
        comparison=(first.document.name, first.table.name),
        evidence=tuple(cells),
        likely_wrong_why="nothing is wrong as printed; the rows were not measured again with the others",
    )
