"""One gain that two documents say over two releases of what it is compared with."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.printed import DIGITS
from checks.lib.language.tokens import content
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "baseline-release"
SHARED = 2  # words that two paragraphs have in common, beside the gain
MOST = 20  # paragraphs that print one gain; "2x" is said of everything
_GAIN = re.compile(rf"(?<![\w.,-])(?P<n>{DIGITS})\s?(?P<unit>%|per\s?cent\b|x\b|×|times\b)", re.IGNORECASE)
_NUMBER = r"\d+\.\d+(?:\.\d+){0,2}(?:-?(?:rc|beta|post)\d*)?"
_NO_VALUE = (
    r"(?![\w%×]|[.,]\d|\s?(?:%|x\b|times\b|[kKMGTP]i?[Bb]|[munµ]?s\b|sec|min|hour|tokens?\b|million|billion|points?\b))"
)
_RELEASE = (
    r"(?:(?:(?P<name>(?!(?:Table|Figure|Section|Chapter|Appendix|Fig|Part|Equation)\b)[A-Z][\w+-]*)\s)(?:(?:version|release)\s|v)?|(?:version|release)\s|\bv)"
    rf"(?P<r>{_NUMBER}){_NO_VALUE}"
)
_OVER = re.compile(
    r"\b(?:compared (?:with|to)|than|over|versus|vs\.?|against|relative to|up from)\s"
    rf"(?:[\w-]+\s){{0,3}}?{_RELEASE}|"
    rf"\b(?:baseline|reference|point of comparison|comparison)\b[^.;]{{0,60}}?\s"
    rf"{_RELEASE.replace('<name>', '<named>').replace('<r>', '<rel>')}"
)


@dataclass(frozen=True, slots=True)
class _Base:
    """A paragraph's only release that its gains are over, at [start, end) of the document."""

    document: Document
    start: int
    end: int
    name: str
    release: str
    words: frozenset[str]


@check(CODE, version=1, severity="low", since="0.1.0")
def baseline_release(corpus: Corpus) -> Iterator[Finding | Skip]:
    """One gain is over one release of what it is compared with, wherever it is told.

    Why:
        "Up to 87 % faster than 7.2.5" says the launch post; the page on how it was measured ran 7.4.2. The reader who
        runs 7.4 expects the gain twice.

    Flags:
        Paragraphs of two documents that print the same factor or percentage and share two words at least, each with one
        release that is compared with, where the two differ and neither document has the other's. Always low.

    Passes:
        Documents that print both releases; other names; numbers of other shapes ("7.2", "2024.1.3").

    Does not judge:
        Paragraphs that compare with several releases; gains that more than twenty paragraphs print; other editions of a
        page (skipped).
    """
    index = index_of(corpus)
    by_gain: dict[tuple[str, bool], list[_Base]] = defaultdict(list)
    for document in corpus.documents:
        for gain, base in _bases(document):
            by_gain[gain].append(base)
    told: set[tuple[str, ...]] = set()
    for _, bases in sorted(by_gain.items()):
        for left, right in combinations(bases, 2) if len(bases) <= MOST else ():
            key = left.document.name, right.document.name, left.release, right.release
            if key not in told and _differ(left, right):
                told.add(key)
                yield _judged(left, right, key, index)


def _bases(document: Document) -> Iterator[tuple[tuple[str, bool], _Base]]:
    """The gains of each paragraph with what they are over."""
    for block in document.blocks:
        text = document.text[block.start : block.end]
        found = {match["r"] or match["rel"]: match for match in _OVER.finditer(text)}
        if block.kind == "code" or len(found) != 1:
            continue
        release, match = next(iter(found.items()))
        start = match.start("r" if match["r"] else "rel")
        span = block.start + start, block.start + start + len(release)
        base = _Base(document, *span, (match["name"] or match["named"] or "").lower(), release, content(text))
        gains = {(one["n"].replace(",", ""), one["unit"][:1].lower() in "%p") for one in _GAIN.finditer(text)}
        yield from ((gain, base) for gain in sorted(gains))


def _differ(left: _Base, right: _Base) -> bool:
    """Whether two paragraphs of two documents compare one thing with two releases, of which neither tells the other."""
    if left.document.document_id == right.document.document_id or left.release == right.release:
        return False
    named = not (left.name and right.name) or left.name == right.name
    shape = left.release.count(".") == right.release.count(".")
    silent = not _prints(left.document, right.release) and not _prints(right.document, left.release)
    return named and shape and silent and len(left.words & right.words) >= SHARED


def _prints(document: Document, release: str) -> bool:
    return bool(re.search(rf"(?<![\w.]){re.escape(release)}(?!\w|\.\d)", document.text))


def _judged(left: _Base, right: _Base, key: tuple[str, ...], index: Index) -> Finding | Skip:
    if index.of_two_editions(left.document, right.document):
        return Skip(CODE, key, OTHER_EDITION)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{left.document.name} compares with release {left.release}, {right.document.name} with "
        f"{right.release}; both print the same gain",
        arithmetic="No sum: one gain, two releases that it is over.",
        comparison=key,
        evidence=tuple(quoted(one.document, one.start, one.end) for one in (left, right)),
        likely_wrong_why="the baseline was run again for one of the two pages",
    )
