"""A factor repeated without the operating point at which its chart says that it holds."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, topic
from checks.lib.statements.compared import Compared, compared, prose_factors, repeats
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim

CODE = "condition-lost"
# Points of operation as charts print them, and the words that keep one in a sentence.
_POINTS = {
    "lowest latency": (
        r"(?:lowest|minimum|minimal|least|min\.?)[ -]latency",
        r"(?:lowest|low|minim\w*|min|least)\b[^.]{0,40}\blatency",
    ),
    "highest throughput": (
        r"(?:highest|maximum|peak|max\.?)[ -]throughput",
        r"(?:high|max|peak|best)\w*\b[^.]{0,40}\bthroughput|at full load",
    ),
    "batch size 1": (
        r"(?:at|with|for) batch(?:[ -]size)?(?: of)? 1\b(?![\d,.-])",
        r"batch(?:[ -]size)?(?: of)? (?:1|one)\b",
    ),
    "equal accuracy": (r"(?:iso-accuracy|(?:same|equal|matched) accuracy)", r"accuracy"),
    "equal latency": (
        r"(?:iso-latency|(?:same|equal|matched) latency)",
        r"(?:iso|same|equal|match)\w*\b[^.]{0,20}\blatency",
    ),
    "a single stream": (r"single[- ]stream", r"single[- ]stream"),
}
_STATED = {name: re.compile(rf"\b{printed}\b", re.IGNORECASE) for name, (printed, _) in _POINTS.items()}
_KEPT = {name: re.compile(kept, re.IGNORECASE) for name, (_, kept) in _POINTS.items()}
Lost = tuple[Compared, str, Evidence, list[Claim]]


@check(CODE, version=1, severity="low", since="0.1.0")
def condition_lost(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor that a chart gives for one operating point is repeated with that point.

    Why:
        A factor at the lowest latency is one batch on each side and the widest gap of two curves. Repeated without the
        point it is read as that of every load.

    Flags:
        Sentences that repeat a chart's factor and not the operating point that its title or notes print (lowest
        latency, highest throughput, batch size 1, equal accuracy); all of a document are one finding.

    Passes:
        A sentence that keeps the point in other words ("when latency is lowest").

    Does not judge:
        Conditions of the two sides, which have their own checks; charts whose factors no text repeats (skipped).
    """
    prose = prose_factors(corpus)
    found: dict[str, list[Lost]] = defaultdict(list)
    for one in compared(corpus):
        stated = _stated(one)
        echoes = repeats(one.factors, prose, corpus.vocabulary) if stated else []
        if stated and not echoes:
            yield Skip(CODE, (one.document.name, one.chart.name), "not applicable, because no text repeats it")
        for name, evidence in stated.items():
            bare: dict[str, list[Claim]] = defaultdict(list)
            for claim in echoes:
                if not _KEPT[name].search(claim.context):
                    bare[claim.document].append(claim)
            for document, claims in bare.items():
                found[document].append((one, name, evidence, claims))
    for document, lost in sorted(found.items()):
        yield _finding(document, lost)


def _stated(one: Compared) -> dict[str, Evidence]:
    """The operating points that a chart prints, each where it stands first."""
    found: dict[str, Evidence] = {}
    for part in (*one.chart.of("title"), *one.chart.of("headline"), *one.chart.of("note")):
        for name, pattern in _STATED.items():
            match = pattern.search(one.document.text, part.start, part.end)
            if match:
                found.setdefault(name, quoted(one.document, match.start(), match.end(), "supporting"))
    return found


def _finding(document: str, lost: list[Lost]) -> Finding:
    told = "; ".join(
        f"{listed(f'{topic(claim)} {said(claim.figure)}' for claim in claims)} (the chart: at {name})"
        for _, name, _, claims in lost
    )
    charts = listed((one.document.name for one, _, _, _ in lost), most=2)
    return Finding(
        check=CODE,
        verdict="compatible_not_implied",
        severity="low",
        message=f"the text repeats a factor without the point at which it holds: {told}",
        arithmetic=f"No sum: the values agree, and {charts} gives them for one operating point.",
        comparison=(document, *sorted({topic(claims[0]) for _, _, _, claims in lost})),
        evidence=tuple(
            dict.fromkeys(
                item
                for one, _, evidence, claims in lost
                for item in (*map(Evidence.of, claims), Evidence.of(one.headline, "supporting"), evidence)
            )
        ),
        likely_wrong_why="the statement without the point says more than the chart supports",
    )
