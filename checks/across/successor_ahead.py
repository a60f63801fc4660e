"""A value in words of a machine whose successor has rows of the same thing that better it."""

from collections import defaultdict
from collections.abc import Callable, Iterator
from decimal import Decimal
from functools import cache, partial
from itertools import islice

from checks.lib.findings.words import listed, said, topic
from checks.lib.machines.machines import Chips, of_row, predecessors
from checks.lib.machines.made_of import chip, total
from checks.lib.statements.absolutes import based, same_dimension
from checks.lib.statements.index import by
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import short
from schemas.names import Vocabulary
from schemas.statement import Claim, Measurement

CODE = "successor-ahead"
STALE = Decimal("1.5")  # from here on who quotes the older value is misled
NOISE = Decimal("1.05")
HIGHER = ("throughput", "accuracy", "performance")  # metrics of which more is better
HELD = 24  # documents whose rows a value is held against
MOST = 3  # rows of a claim that a finding quotes
KINDS = ("absolute", "duration")
Key = tuple[str, str, str, int]  # workload, task, metric, chips
Newer = dict[Key, list[tuple[str, Measurement]]]
Pairs = list[tuple[Claim, list[Measurement], Decimal]]


@check(CODE, version=1, severity="low", since="0.1.0")
def successor_ahead(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value in words is of the newest machine of its line that the documents beside it print results of.

    Why:
        An article without a date says that a system trains in 14.5 minutes, and the results page shows its successor
        of as many chips at 6.3. Both are right, and only one of them may be quoted today.

    Flags:
        Values in running text for which every results row of another document, of the same model, task and metric on as
        many chips of a successor, is better by 5 % or more: info, low from 1.5 times on. All of a document are one
        finding.

    Passes:
        Texts that name the successor themselves; rows that the value equals or betters.

    Does not judge:
        Factors; machines whose succession or parts the vocabulary does not hold; the same machine in a later release
        (superseded); texts that print no such value of a known machine (skipped).
    """
    newer = _newer(corpus)
    for parsed in corpus.parsed:
        values = [one for one in parsed.claims if _valued(one)]
        if not values:
            continue
        found: Pairs = []
        named = cache(partial(_named, parsed.document.text, corpus.vocabulary))
        for claim in values:
            cells = _ahead(claim, newer, named, corpus.vocabulary)
            gain = min((_gain(claim, cell, corpus.vocabulary) for cell in cells), default=Decimal(0))
            if gain >= NOISE:
                found.append((claim, cells, gain))
        if found:
            yield _finding(found)
        else:
            yield Skip(CODE, (parsed.document.name,), "not applicable, because no successor has rows of it")


def _newer(corpus: Corpus) -> Newer:
    """Cells of rows by model, task, metric and number of chips, each with its chip."""
    found: dict[Key, list[tuple[str, Measurement]]] = defaultdict(list)
    for row in rows(corpus):
        made = of_row(row, corpus.vocabulary) if row.workload else None
        for where, cell in _cells(row, made):
            found[where].append((made.chip if made else "", cell))
    return {where: _worst(cells, corpus.vocabulary) for where, cells in found.items()}


def _worst(cells: list[tuple[str, Measurement]], vocabulary: Vocabulary) -> list[tuple[str, Measurement]]:
    """The worst rows of each chip in each of a few documents: what they are better than, the others are too."""
    timed = cells[0][1].metric not in HIGHER
    ordered = sorted(cells, key=lambda one: (_base(one[1], vocabulary) * (-1 if timed else 1), one[1].statement_id))
    places = by(ordered, lambda one: (one[0], one[1].document_id))
    return [one for some in islice(places.values(), HELD) for one in some[:MOST]]


def _base(cell: Measurement, vocabulary: Vocabulary) -> Decimal:
    bound = based(cell.figure, vocabulary).rounded if cell.figure else None
    return bound.lower if bound and bound.bounded else Decimal(0)


def _cells(row: Row, made: Chips | None) -> Iterator[tuple[Key, Measurement]]:
    if made:
        printed = (cell for cell in row.cells if cell.figure)
        yield from (((row.workload, cell.task, cell.metric, made.count), cell) for cell in printed)


def _valued(claim: Claim) -> bool:
    named = bool(claim.workload and claim.metric and claim.subject.name)
    return named and claim.figure.kind in KINDS and not claim.chart and claim.place == "prose"


def _named(text: str, vocabulary: Vocabulary) -> set[str]:
    """The chips of the machines that a text names."""
    return {chip(one.name, vocabulary) for one in vocabulary.find(text, "platforms")}


def _ahead(claim: Claim, newer: Newer, named: Callable[[], set[str]], vocabulary: Vocabulary) -> list[Measurement]:
    """Rows of its successors with as many chips, unless the text names one of them."""
    mine, count = chip(claim.subject.name, vocabulary), total(claim.subject, vocabulary)
    pool = newer.get((claim.workload, claim.task, claim.metric, count or 0), [])
    pool = [(other, cell) for other, cell in pool if cell.document_id != claim.document_id and mine and other != mine]
    after = [(other, cell) for other, cell in pool if mine in predecessors(other, vocabulary)]
    if after and any(other in named() for other, _ in after):
        return []
    return [cell for _, cell in after if cell.figure and same_dimension(claim.figure, cell.figure, vocabulary)]


def _gain(claim: Claim, cell: Measurement, vocabulary: Vocabulary) -> Decimal:
    """How many times better a row is, at the least that the prints allow; 0 where that cannot be said."""
    mine = based(claim.figure, vocabulary).rounded
    theirs = based(cell.figure, vocabulary).rounded if cell.figure else mine
    timed = claim.direction == "lower_is_better" or claim.figure.kind == "duration"
    over, under = (mine, theirs) if timed else (theirs, mine)
    return (over / under).lower if over.bounded and under.bounded and under.lower > 0 else Decimal(0)


def _finding(found: Pairs) -> Finding:
    first = found[0][0]
    told = listed(
        f"{topic(claim)} of {claim.subject.name} {said(claim.figure)} ({_rows(cells)})" for claim, cells, _ in found
    )
    level: Severity = "low" if max(gain for _, _, gain in found) >= STALE else "info"
    return Finding(
        check=CODE,
        verdict="compatible_not_implied",
        severity=level,
        message=f"results rows of the successor better what the text says: {told}",
        arithmetic="; ".join(
            f"{said(claim.figure)}: the successor is at least {short(round(gain, 2))} times better"
            for claim, _, gain in found
        )
        + ".",
        comparison=(first.document, *sorted({f"{topic(claim)} {claim.subject.name}" for claim, _, _ in found})),
        evidence=tuple(
            item
            for claim, cells, _ in found
            for item in (Evidence.of(claim), *(Evidence.of(cell, "supporting") for cell in cells[:MOST]))
        ),
        likely_wrong_why="nothing is wrong as printed; the value is of an earlier generation",
    )


def _rows(cells: list[Measurement]) -> str:
    return listed((f"{cell.literal} {cell.unit} on {cell.subject.name}" for cell in cells), most=2)
