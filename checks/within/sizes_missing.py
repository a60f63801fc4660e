"""A line of a table that stops at a size of system which its sister line goes beyond."""

from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.machines.machines import of_row
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import key

CODE = "sizes-missing"
ENOUGH = 2  # sizes of a line that make it one
MOST = 5  # lines that a message tells
SHOWN = 10  # rows that a finding quotes
Line = dict[int, Row]  # by number of chips
Short = list[tuple[Row, list[Row], list[Row]]]  # a row of the short line, its others, those it lacks


@check(CODE, version=1, severity="info", since="0.1.0")
def sizes_missing(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The frameworks that a table shows for one model are shown on the same sizes of system.

    Why:
        One framework up to 256 chips beside another up to 64 reads as if both scaled. What was not shown was not run,
        or was not good.

    Flags:
        Frameworks of a model with rows on two or more sizes of a system that lack larger ones on which another
        framework has rows in the same table; all of a table are one finding (info).

    Passes:
        Frameworks shown on one size only; the same sizes for all; smaller sizes that are left out.

    Does not judge:
        Why a size is missing; models of one framework (skipped).
    """
    models: dict[tuple[str, ...], dict[str, Line]] = defaultdict(lambda: defaultdict(dict))
    for row in rows(corpus):
        made = of_row(row, corpus.vocabulary) if row.workload and row.framework else None
        if made:
            model = (row.document.name, row.table.name, row.workload, key(row.keys.variant), row.keys.task, made.chip)
            models[model][row.framework].setdefault(made.count, row)
    found: dict[tuple[str, ...], Short] = defaultdict(list)
    for name, lines in sorted(models.items()):
        if len(lines) < 2:
            yield Skip(CODE, name, "not applicable, because one framework is shown")
            continue
        longest = max(lines.values(), key=lambda line: (max(line), len(line)))
        for line in lines.values():
            lacking = [row for count, row in sorted(longest.items()) if count > max(line)]
            if lacking and len(line) >= ENOUGH:
                found[name[:2]].append((line[max(line)], [row for _, row in sorted(line.items())], lacking))
    for table, short in sorted(found.items()):
        yield _finding(table, short)


def _finding(name: tuple[str, ...], short: Short) -> Finding:
    told = listed((_told(row, lacking) for row, _, lacking in short), most=MOST)
    every = [row for _, mine, lacking in short for row in (*lacking, *mine)]
    cells = {(one.start, one.end): one for one in (Evidence.of(row.keys) for row in every)}
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="info",
        message=f"table {name[1]}: not shown on the larger systems: {told}",
        arithmetic=f"{len(short)} lines end before a sister line.",
        comparison=(*name, *sorted({f"{row.workload} {row.framework}" for row, _, _ in short})),
        evidence=tuple(cells.values())[:SHOWN],
        likely_wrong_why="nothing is wrong as printed; the rows are missing",
    )


def _told(row: Row, lacking: list[Row]) -> str:
    where = listed(dict.fromkeys(one.platform for one in lacking))
    other = lacking[0].condition("framework")
    return f"{row.keys.workload_raw} {row.condition('framework')} (not on {where}, as {other} is)"
