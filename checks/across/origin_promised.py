"""Text that promises measured or published numbers, over charts that calculate them."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.passages import Passage, part, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Part
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Parsed

CODE = "origin-promised"
_PROMISED = re.compile(
    r"\b(?:measured|published|official|audited) (?:results?|numbers?|figures?|data) (?:is|are|were|was) used\b|"
    r"\b(?:all|every) (?:results?|numbers?|figures?) (?:is|are|were|was) (?:measured|published)\b|"
    r"\b(?:we|wherever possible,? we) (?:only )?(?:compare|use)\b[^.]{0,60}\b(?:results?|numbers?|figures?) "
    r"(?:published|measured)\b",
    re.IGNORECASE,
)
_CALCULATED = re.compile(
    r"\b(?:results?|numbers?|figures?|throughput|times?)\b[^|\n]{0,20}\b(?:calculated|estimated|projected|extrapolated|"
    r"simulated)\b|\bassum\w+ (?:\w+ ){0,2}scaling\b|\bscaled (?:linearly|up) from\b",
    re.IGNORECASE,
)
MOST = 6  # places that a finding quotes on each side
Promised = tuple[Passage, re.Match[str]]
Calculated = tuple[Part, re.Match[str]]


@check(CODE, version=1, severity="low", since="0.1.0")
def origin_promised(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Where a text says that its numbers are measured or published, no note says that they are calculated.

    Why:
        A time that was calculated under the assumption of linear scaling is a model of a machine and no result of it.
        The reader of the text, who was promised measured or published numbers, does not see the note.

    Flags:
        Documents about the same machines of which one says how the numbers came about ("measured results are used",
        "numbers published by ...") and a chart's notes say "calculated", "estimated", "assume linear scaling".

    Passes:
        Notes that name a publication; text that says that some numbers are estimates.

    Does not judge:
        Charts of documents that share no factor with the text (skipped).
    """
    about: dict[tuple[str, str], list[Parsed]] = defaultdict(list)
    notes = {one.document.document_id: list(_notes(one)) for one in corpus.parsed if one.document.charts}
    for chart in corpus.parsed:
        for compared in _compared(chart) if notes.get(chart.document.document_id) else ():
            about[compared].append(chart)
    for text in corpus.parsed:
        promised = _promises(text) if about else []
        charts = [chart for one in sorted(_compared(text)) for chart in about.get(one, [])] if promised else []
        for chart in {one.document.document_id: one for one in charts}.values():
            yield _finding(text, promised, chart, notes[chart.document.document_id])
        if promised and not charts:
            yield Skip(CODE, (text.document.name,), "not applicable, because no factor is shared")


def _promises(parsed: Parsed) -> list[Promised]:
    every = list(passages(parsed.document))
    found = [(one, match) for one in every for match in _PROMISED.finditer(one.words)]
    return [] if any(re.search(r"\b(?:calculat|estimat|project)ed\b", one.words) for one in every) else found


def _notes(parsed: Parsed) -> Iterator[Calculated]:
    text = parsed.document.text
    for chart in parsed.document.charts:
        for one in chart.of("note"):
            yield from ((one, match) for match in _CALCULATED.finditer(text[one.start : one.end]))


def _compared(parsed: Parsed) -> set[tuple[str, str]]:
    """What a document compares: workloads and machines."""
    return {(one.workload, one.subject.name) for one in parsed.claims if one.workload and one.subject.name}


def _finding(text: Parsed, promised: list[Promised], chart: Parsed, notes: list[Calculated]) -> Finding:
    words = listed((repr(match.group()) for _, match in notes), most=3)
    told: list[Evidence] = [phrase(passage, match) for passage, match in promised[:MOST]]
    lines = list(dict.fromkeys(one for one, _ in notes))[:MOST]
    return Finding(
        check=CODE,
        verdict="compatible_not_implied",
        severity="low",
        message=f"the text says {promised[0][1].group()!r}, a chart's notes say {words}",
        arithmetic="Nothing to compute: what was calculated was neither measured nor published.",
        comparison=(text.document.name, chart.document.name),
        evidence=(*told, *(part(chart.document, one) for one in lines)),
        likely_wrong_why="the text; it passes over an origin that the notes state",
    )
