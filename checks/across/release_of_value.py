"""One measured value that two passages say of two releases of one thing."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.printed import DIGITS
from checks.lib.statements.passages import quoted
from checks.lib.sums.pools import related
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "release-of-value"
LONG = 18  # digits of what is no value but a number of an order
LEAST = 3  # significant ones of a value that is hardly printed twice by chance
MOST = 12  # passages that print one value
_VALUE = re.compile(rf"(?<![\w.,$€£-])(?:{DIGITS})(?![\d,])")
_RELEASE = re.compile(
    r"(?<![\w+-])(?P<name>(?!(?:Table|Figure|Fig|Section|Chapter|Appendix|Part|Equation|Slide|Page|Note)\b)[A-Z][\w+-]{0,40}(?:\s[A-Z][\w+-]{0,40})?)\s"
    # "ONNX Runtime was at 1.19.2": of two numbers only, a share may be (it "stood at 76.46")
    r"(?:(?:was|were|is|stood)\s(?:at|on|of)\s(?=(?:(?:version|release)\s|v)|\d+\.\d+\.\d))?"
    r"(?:(?:version|release|round)\s|v)?(?P<r>\d+\.\d+(?:\.\d+){0,2})"
    r"(?![\w%×]|[.,]\d|\s?(?:%|x\b|times\b|[kKMGTP]i?[Bb]\b|[munµ]?s\b|sec|min|hour|million|billion|points?\b|[GM]Hz\b|[kMG]?W\b))"
)
_ALL = re.compile(
    r"\b(?:every|all(?: of)?(?: the)?|each)\s(?:rows?|figures?|values?|results?|numbers?|lines?|bars?)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class _Said:
    """A release in a passage that prints values, at [start, end) of its document."""

    document: Document
    name: str
    release: str
    start: int
    end: int
    value: tuple[int, int]
    own: bool  # whether one paragraph prints both


@check(CODE, version=3, severity="low", since="0.1.0")
def release_of_value(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value that was measured once was measured with one release.

    Why:
        "24,310 tokens a second in MLPerf Inference v4.1" says the news, "24,310 tokens/s (1)" the data sheet, and its
        footnote "MLPerf Inference v4.0". The value is copied from page to page, the release is typed again.

    Flags:
        A value of three significant digits or more with its noun or unit, which two passages print, or two documents,
        each with one release of the same name, where the two differ; a note on "every row" is of all that its tables
        print. So are the releases of two documents that print two values of four digits both. Always low.

    Passes:
        Releases of which one says more ("6.2", "6.2.1"); documents that name both releases.

    Does not judge:
        Two tables; passages and documents with several releases of that name; values that more than twelve passages
        print; other editions of a page (skipped).
    """
    index = index_of(corpus)
    every = {one.document_id: _by_value(one) for one in corpus.documents}
    for name, near in sorted(related(corpus, index).items()):
        for there in near:
            if name <= there:
                mine, theirs = every[name], every[there]
                copied = mine is not theirs and sum(_digits(one) > LEAST for one in mine.keys() & theirs.keys()) > 1
                best = {_key(*pair): pair for pair in _pairs(mine, theirs) if _differ(*pair, copied=copied)}
                yield from (_judged(*pair, key, index) for key, pair in best.items())


Values = dict[str, list[_Said]]


def _digits(value: str) -> int:
    """How many significant digits a value has."""
    return len(value.replace(".", "").strip("0"))


def _by_value(document: Document) -> Values:
    """The releases of each passage by the values that it prints; of a document with one release, by all its values."""
    found: Values = defaultdict(list)
    releases = _releases(document, 0, len(document.text))
    if not releases:
        return found
    tables = dict.fromkeys((one.start, one.end) for one in document.tables)
    known: dict[tuple[int, int], list[tuple[str, tuple[int, int]]]] = {}  # a note on every row is of all tables again
    passages = [(one.start, one.end) for one in document.blocks if one.kind != "code"]
    for span in (*passages, *tables):
        own = _releases(document, *span)
        noted = own and _ALL.search(document.text, *span)
        mine = _only(own)
        for name, match in (_only(releases) | mine).items():
            for each in (span, *(tables if noted else ())):
                beside = name in mine and each == span and span not in tables
                if each not in known:
                    known[each] = list(_values(document.text, *each))
                for key, place in known[each]:
                    found[key].append(_Said(document, name, match["r"], *match.span("r"), place, beside))
    return found


def _releases(document: Document, start: int, end: int) -> list[re.Match[str]]:
    return list(_RELEASE.finditer(document.text, start, end))


def _only(some: list[re.Match[str]]) -> dict[str, re.Match[str]]:
    """Each name with its release, where it has only one."""
    by_name: dict[str, list[re.Match[str]]] = defaultdict(list)
    for one in some:
        by_name[one["name"].split()[-1].lower()].append(one)
    return {name: each[0] for name, each in by_name.items() if len({one["r"] for one in each}) == 1}


def _values(text: str, start: int, end: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """The values of a passage by their digits, without years and releases."""
    releases = {one.start("r") for one in _RELEASE.finditer(text, start, end)}
    for match in _VALUE.finditer(text, start, end):
        digits = match.group().replace(",", "")
        plain = not (
            digits.isdigit() and len(digits) < LONG and int(digits).bit_count() == 1
        )  # 128 and 4,096 are printed everywhere
        told = plain and len(digits.replace(".", "").strip("0")) >= LEAST and not re.fullmatch(r"(?:19|20)\d\d", digits)
        if told and match.start() not in releases:
            yield digits, match.span()


def _key(left: _Said, right: _Said) -> tuple[str, ...]:
    return left.document.name, right.document.name, left.name, left.release, right.release


def _pairs(mine: Values, theirs: Values) -> Iterator[tuple[_Said, _Said]]:
    """Passages that print one value, those of the longest values last."""
    for value in sorted(mine.keys() & theirs.keys(), key=lambda one: (_digits(one), one)):
        left, right = mine[value], theirs[value]
        if max(len(left), len(right)) <= MOST:
            yield from combinations(left, 2) if mine is theirs else ((one, other) for one in left for other in right)


def _differ(left: _Said, right: _Said, *, copied: bool) -> bool:
    """Whether two releases are of one name, and neither says more of the other.

    Two tables print some value both, of two configurations: a sentence says which one it speaks of, unless several
    long values were `copied`.
    """
    if left.name != right.name or left.release == right.release or not (left.own or right.own or copied):
        return False
    more = any(
        one.startswith(f"{other}.") for one, other in ((left.release, right.release), (right.release, left.release))
    )
    apart = left.document.document_id != right.document.document_id
    return not more and not (apart and (_prints(left.document, right.release) or _prints(right.document, left.release)))


def _prints(document: Document, release: str) -> bool:
    return bool(re.search(rf"(?<![\w.]){re.escape(release)}(?!\w|[.-]\d)", document.text))


def _judged(left: _Said, right: _Said, key: tuple[str, ...], index: Index) -> Finding | Skip:
    if left.document is not right.document and index.of_two_editions(left.document, right.document):
        return Skip(CODE, key, OTHER_EDITION)
    value = left.document.text[slice(*left.value)]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{value} is of {left.release} in {left.document.name} and of {right.release} in {right.document.name}",
        arithmetic="No sum: one value, two releases that it was measured with.",
        comparison=key,
        evidence=tuple(
            quoted(one.document, *span) for one in (left, right) for span in ((one.start, one.end), one.value)
        ),
        likely_wrong_why="the release was typed again, the value was copied",
    )
