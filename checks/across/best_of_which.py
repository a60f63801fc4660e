"""An "up to" of systems that are shown in several sizes, without the size that reached it."""

from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, topic
from checks.lib.machines.made_of import chip
from checks.lib.statements.alike import same_metric
from checks.lib.statements.compared import FACTORS
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim, Measurement

CODE = "best-of-which"
SEVERAL = 2  # systems of one line, of which the best may be any
Rows = dict[str, list[Measurement]]


@check(CODE, version=1, severity="low", since="0.1.0")
def best_of_which(corpus: Corpus) -> Iterator[Finding | Skip]:
    """An "up to" names the system that reached it where results are published for several.

    Why:
        "Up to 31 %" is the best of a group. With rows of four sizes of the system beside it, nobody can tell which of
        them gained that much, nor what the others gained; each reader takes it for the one that is bought.

    Flags:
        A factor or percentage "up to", of one known workload, whose sentence names no system, or a chip or vendor only,
        where results tables have rows of the workload and metric on two or more systems of one chip; all of a
        document are one finding, with those systems.

    Passes:
        An "up to" of one system; a value without a bound.

    Does not judge:
        "Up to" over workloads; documents read without results tables of the workload (skipped).
    """
    rows: Rows = defaultdict(list)
    for one in corpus.measurements:
        if one.figure and one.workload:
            rows[one.workload].append(one)
    found: dict[str, list[tuple[Claim, list[str]]]] = defaultdict(list)
    for claim in corpus.claims:
        if not _open(claim, corpus.vocabulary):
            continue
        systems = _systems(claim, rows.get(claim.workload, []), corpus.vocabulary)
        if len(systems) >= SEVERAL:
            found[claim.document].append((claim, systems))
        elif not systems:
            yield Skip(CODE, (claim.document, claim.quote), "not applicable, because no table shows the workload")
    for document, claims in sorted(found.items()):
        yield _finding(document, claims)


def _open(claim: Claim, vocabulary: Vocabulary) -> bool:
    """Whether a claim is the best of something that its sentence does not name."""
    entry = vocabulary.get("platforms", claim.subject.name) if claim.subject.name else None
    system = entry is not None and entry.text("kind") == "system"
    return claim.figure.kind in FACTORS and claim.figure.qualifier == "up_to" and bool(claim.workload) and not system


def _systems(claim: Claim, rows: list[Measurement], vocabulary: Vocabulary) -> list[str]:
    """The systems of the claim's chip, or else of the chip with most of them, whose rows the claim may be about."""
    lines: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        made = chip(row.subject.name, vocabulary)
        task = not claim.task or not row.task or claim.task == row.task
        if made and task and same_metric(claim.metric, row.metric, vocabulary):
            lines[made].add(row.subject.name)
    mine = chip(claim.subject.name, vocabulary) if claim.subject.name else ""
    best = max(sorted(lines.values(), key=sorted), key=len, default=set())
    return sorted(lines.get(mine, set()) if mine else best)


def _finding(document: str, claims: list[tuple[Claim, list[str]]]) -> Finding:
    told = listed(f"{topic(claim)} {said(claim.figure)} (of {listed(systems, most=6)})" for claim, systems in claims)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"which system reached an 'up to' is not said: {told}",
        arithmetic="; ".join(f"{said(claim.figure)}: {len(systems)} systems have rows" for claim, systems in claims)
        + ".",
        comparison=(document, *sorted({topic(claim) for claim, _ in claims})),
        evidence=tuple(Evidence.of(claim) for claim, _ in claims),
        likely_wrong_why="nothing is wrong as printed; the system is missing",
    )
