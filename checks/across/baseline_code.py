"""A baseline measured with code that its address says was written for another kind of processor."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from checks.lib.findings.words import listed, said, topic
from checks.lib.statements.compared import Compared, compared
from checks.lib.statements.passages import part, passages, phrase, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Part
from schemas.finding import Evidence, Finding, Skip

CODE = "baseline-code"
_PUBLISHED = re.compile(
    r"\bcompare\b[^.]{0,60}\bagainst\b[^.]{0,60}\b(?:published|reported) by [A-Z]\w+|\busing [A-Z]\w+['’]s? published"
)
_URL = re.compile(r"https?://[^\s()|<>\"']+")
MOST = 2  # texts that say whose figures the baselines' are
_KINDS = ("tpu", "gpu", "cpu", "npu", "ipu", "hpu", "fpga")
_KIND = re.compile(rf"(?<![a-z])(?P<kind>{'|'.join(_KINDS)})s?(?![a-z])", re.IGNORECASE)
Found = list[tuple[Compared, Evidence, str]]


@check(CODE, version=1, severity="low", since="0.1.0")
def baseline_code(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The code that a baseline ran was written for its kind of processor.

    Why:
        A GPU that runs a repository called "tpu" runs what somebody tuned for another machine. A factor over it says
        how well the code fits, more than how fast the processor is.

    Flags:
        Charts whose notes give an address for the results of a baseline of one kind ("GPU"), where the path names
        another kind and not that one ("tpu"); all of a document are one finding.

    Passes:
        Paths that name the baseline's kind, or none.

    Does not judge:
        How well the code was tuned; baselines whose kind no note says (skipped).
    """
    found: dict[str, Found] = defaultdict(list)
    for one in compared(corpus):
        kinds = {match["kind"].lower() for match in _KIND.finditer(f"{one.baseline.raw} {one.baseline.name}")}
        for link, named in _links(one):
            if kinds and named and not kinds & named:
                found[one.document.document_id].append((one, link, min(named)))
            elif named and not kinds:
                yield Skip(
                    CODE, (one.document.name, one.chart.name), "unchecked, because the baseline's kind is unsaid"
                )
    origin = tuple(_origin(corpus)) if found else ()
    for _, members in sorted(found.items()):
        yield _finding(members, corpus, origin)


def _links(one: Compared) -> Iterator[tuple[Evidence, set[str]]]:
    """Addresses in the notes, with the kinds of processor that their paths name."""
    for note in one.chart.of("note"):
        for match in _URL.finditer(one.document.text, note.start, note.end):
            path = match.group().partition("://")[2].partition("/")[2]
            named = {kind["kind"].lower() for kind in _KIND.finditer(path.replace("_", "/"))}
            yield quoted(one.document, match.start(), match.end()), named


def _lines(members: Found, corpus: Corpus) -> Iterator[Part | None]:
    return (one.note(one.baseline, corpus.vocabulary) for one, _, _ in members)


def _origin(corpus: Corpus) -> Iterator[Evidence]:
    """Where a text says that the baselines' figures are the other vendor's own."""
    for document in corpus.documents:
        matches = ((one, _PUBLISHED.search(one.words)) for one in passages(document))
        yield from islice((phrase(one, match, "context") for one, match in matches if match), 1)


def _finding(members: Found, corpus: Corpus, origin: tuple[Evidence, ...]) -> Finding:
    first = members[0][0]
    every = (
        *(link for _, link, _ in members),
        *(part(first.document, line, "supporting") for line in _lines(members, corpus) if line),
        *origin[:MOST],
        *(Evidence.of(one.headline, "supporting") for one, _, _ in members),
    )
    told = listed((f"{topic(one.headline)} {said(one.headline.figure)}" for one, _, _ in members), most=6)
    kinds = listed(sorted({kind.upper() for _, _, kind in members}))
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"the baseline ran code whose address names another processor, {kinds}: {told}",
        arithmetic="No sum: how much of the factor is the code's cannot be told.",
        comparison=(first.document.name, *sorted({topic(one.headline) for one, _, _ in members})),
        evidence=tuple({(item.document_id, item.start): item for item in every}.values()),
        likely_wrong_why="nothing is wrong as printed; the baseline is not the best that its processor does",
    )
