"""Rows that differ in a label which names what was aimed at, and not what was set."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short

CODE = "setting-unsaid"
APART = Decimal("1.2")  # what two runs of one setting never differ by
MOST = 5  # pairs that a message tells
SHOWN = 10  # pairs that a finding quotes
CONDITIONS = ("framework", "batch_size", "precision", "dataset", "sdk_version", "sequence_length")
_AIM = re.compile(
    r"\b(?:low(?:er|est)?|high(?:er|est)?|best|max(?:imum)?|min(?:imum)?|peak)[- ]"
    r"(?:latency|throughput|perf\w*|speed)\b|"
    r"\b(?:latency|throughput|performance|speed)[- ](?:optimi[sz]ed|oriented|tuned|mode|config\w*|setting)\b|"
    r"^(?:optimi[sz]ed|tuned|fast|default)(?: (?:config\w*|mode|settings?))?$",
    re.IGNORECASE,
)
Group = tuple[str, ...]


@check(CODE, version=1, severity="low", since="0.1.0")
def setting_unsaid(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Two rows with other figures differ in a setting that one of their columns prints.

    Why:
        "Lowest latency config" and "higher throughput config" say what was wanted. Whoever wants to run either has the
        same batch size, precision and software for both, and no word of what was changed.

    Flags:
        Rows of one table, model and system that agree in every condition that the table prints, batch size included,
        and differ by a fifth or more in a figure, where their variants name an aim ("lowest latency", "throughput
        optimised"); all of a table are one finding.

    Passes:
        Variants that name a size, a data set or a setting ("SL384", "packed"); an aim beside another batch size.

    Does not judge:
        Tables without a batch size or a concurrency (skipped); settings explained in prose.
    """
    groups: dict[Group, list[Row]] = defaultdict(list)
    for row in rows(corpus):
        aimed = row.workload and _AIM.search(row.keys.variant)
        if aimed and row.batch:
            name = (row.document.name, row.table.name, row.workload, row.platform, *row.same(*CONDITIONS))
            groups[*name, *row.unread(corpus.vocabulary)].append(row)
        elif aimed:
            yield Skip(CODE, (row.document.name, row.table.name), "not applicable, because no batch size is printed")
    found: dict[Group, list[list[Row]]] = defaultdict(list)
    for name, members in sorted(groups.items()):
        if len({row.keys.variant for row in members}) > 1 and _factor(members) >= APART:
            found[name[:2]].append(members)
    for name, alike in sorted(found.items()):
        yield _finding(name, alike)


def _factor(members: Sequence[Row]) -> Decimal:
    """How many times the largest figure of one column is the smallest, of the column where that is most."""
    columns: dict[str, list[Decimal]] = defaultdict(list)
    for row in members:
        for cell in row.cells:
            if cell.figure and cell.figure.value > 0:
                columns[cell.column].append(cell.figure.value)
    return max((max(values) / min(values) for values in columns.values()), default=Decimal(1))


def _finding(name: Group, alike: list[list[Row]]) -> Finding:
    told = listed((_told(members) for members in alike), most=MOST)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"table {name[1]}: rows alike in every condition that is printed differ in their figures: {told}",
        arithmetic="Apart by "
        + listed((f"{short(round(_factor(members), 2))}x" for members in alike), most=MOST)
        + " with one batch size, precision and software; what was set is not said.",
        comparison=(*name, *sorted({members[0].workload for members in alike})),
        evidence=tuple(Evidence.of(cell) for members in alike[:SHOWN] for row in members for cell in row.cells),
        likely_wrong_why="nothing is wrong as printed; the setting is missing",
    )


def _told(members: list[Row]) -> str:
    row = members[0]
    variants = listed(repr(one.keys.variant) for one in members)
    return f"{row.keys.workload_raw} at batch size {row.condition('batch_size')} ({variants})"
