"""A factor that stands alone on its page, beside one that the same words tell."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import chain, islice

from checks.lib.findings.slips import SWAPPED, slip_told
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.settings import opposed
from checks.lib.statements.factors import times_apart
from checks.lib.statements.items import in_one_list
from checks.lib.statements.passages import quoted
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.sums.pools import first_related, related
from checks.lib.telling.multiples_told import SPEEDS, Multiple, multiples
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval, ulp

_Cells = Mapping[str, frozenset[Decimal]]
CODE = "factor-retold"
ENOUGH = 5  # points
MOST = 150  # factors of a corpus; of more nobody holds each against each
FAR = 5  # times apart: two things
LEAST = 2  # words that two clauses share
SWAP = 4
WORDS = 4  # shared words that count
NEAR = Decimal("1.1")  # times apart that two measurements of one thing may be
DIGITS = 2  # of a number of one digit every other one is one digit away
TWICE = 2
BESIDE = 3  # more places that tell the other factor
_VARIANT = re.compile(r"\b([A-Z]\w*)-([A-Z]\w*)\b")
_CELL = re.compile(r"(?<![\w.,])\d+(?:\.\d+)?(?=\s?[x×X]?(?![\w.,]*\d))")


@check(CODE, version=1, severity="low", since="0.1.0")
def factor_retold(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The factor of a title, a summary or a conclusion is the one that the page tells of the same thing elsewhere.

    Why:
        A headline is typed once more where the body was computed. On a long page many factors stand between the two,
        so that no reader holds one against the other.

    Flags:
        A factor that nothing else on its page prints, where another clause of the same kind (speed, cost, memory) and
        the same words tells another one: "4.3x more Tern throughput" above "up to 3.4x more throughput for Tern";
        "5-31x" above "5-13x". Two swapped digits, one other digit, a shared figure ("Figure C"), a title or a summary,
        and that the other number is printed again make up for fewer words.

    Passes:
        A factor that another sentence, a table or a caption prints too; rounded values; a factor inside a range; below
        an "up to" or above an "over" what is no slip.

    Does not judge:
        Factors of other kinds, of other products by their codes, of opposed settings, of two items of one list, of two
        releases, or more than five times apart; documents of different dates (skipped).
    """
    withdrawn = withdrawn_of(corpus)
    of = {
        document.document_id: [
            one for one in islice(multiples(document), MOST) if not withdrawn.has(document.document_id, one.quote)
        ]
        for document in corpus.documents
    }
    # A page may say of another one's chart what that one alone prints: whoever tells the same number bears it out.
    printed: dict[tuple[str, ...], list[Multiple]] = defaultdict(list)
    for one in chain.from_iterable(of.values()):
        printed[tuple(one.digits)].append(one)
    cells = {one.document_id: _cells(one) for one in corpus.documents}
    index = index_of(corpus)
    found: list[tuple[_Retold, list[Multiple]]] = []
    for name, near in related(corpus, index).items():
        standing = [one for there in first_related(name, near) for one in of[there]] if of[name] else []
        orphans = (one for one in of[name] if _is_orphan(one, [*standing, *printed[tuple(one.digits)]], cells))
        found += [(_Retold(one, *best), standing) for one in orphans if (best := _best(one, standing, cells))]
    used: set[tuple[str, int]] = set()
    found.sort(key=lambda each: (-each[0].points, each[0].one.document.name, each[0].one.start))
    for pair, standing in found:
        if not pair.places & used:
            used |= pair.places
            yield _said(pair, standing, index)


@dataclass(frozen=True, slots=True)
class _Retold:
    """A factor that stands alone, the one in its words, and the points that tie them."""

    one: Multiple
    other: Multiple
    points: float

    @property
    def places(self) -> set[tuple[str, int]]:
        return {(each.document.document_id, each.start) for each in (self.one, self.other)}


def _is_orphan(one: Multiple, every: Sequence[Multiple], cells: _Cells) -> bool:
    return not any(_supports(other, one) for other in every) and not _in_cells(one, cells)


def _cells(document: Document) -> frozenset[Decimal]:
    texts = (cell.text for table in document.tables for row in (table.columns, *table.rows) for cell in row)
    return frozenset(Decimal(match.group()) for text in texts for match in _CELL.finditer(text))


def _in_cells(one: Multiple, cells: _Cells) -> bool:
    """Whether a table of its document prints a factor, of a range both ends."""
    return all(any(_rounds(cell, end) for cell in cells[one.document.document_id]) for end in one.digits)


def _rounds(value: Decimal, digits: str) -> bool:
    return abs(value - Decimal(digits)) <= ulp(digits) / 2


def _supports(other: Multiple, one: Multiple) -> bool:
    """Whether another place tells a factor: of a kind that it can be of; what lies in a range is no print of it."""
    if other is one or _kind(one, other) is None or not _agree(one, other):
        return False
    return one.low == one.high or other.low < other.high or other.low in (one.low, one.high)


def _agree(one: Multiple, other: Multiple) -> bool:
    ends = [
        sorted(pair, key=lambda each: -len(each.partition(".")[2]))
        for pair in zip(one.digits, other.digits, strict=True)
    ]
    if all(_rounds(Decimal(fine), coarse) for fine, coarse in ends):
        return True
    if (one.low < one.high) == (other.low < other.high):
        return False
    span, single = (one, other) if one.low < one.high else (other, one)
    return span.low <= single.low <= span.high


def _kind(one: Multiple, other: Multiple) -> int | None:
    """How well the kinds of two factors agree: None where they are of two."""
    if not (one.kinds and other.kinds):
        return 0
    if one.kinds & other.kinds:
        return 1
    return 0 if "speed" in one.kinds | other.kinds and one.kinds & SPEEDS and other.kinds & SPEEDS else None


def _best(one: Multiple, every: Sequence[Multiple], cells: _Cells) -> tuple[Multiple, float] | None:
    able = [(other, points) for other in every if (points := _points(one, other, every, cells)) >= ENOUGH]
    return max(able, key=lambda found: (found[1], -abs(found[0].start - one.start))) if able else None


def _points(one: Multiple, other: Multiple, every: Sequence[Multiple], cells: _Cells) -> float:
    """What ties two factors: words, kind, a slip, a figure of the page; 0 where something tells them apart."""
    kind, slip, shown = _kind(one, other), _slip(one, other), _one_figure(one, other)
    shared = one.words & other.words
    if kind is None or _apart(one, other) or (len(shared) < LEAST and not (shown and kind)):
        return 0
    again = any(_supports(third, other) for third in every) or _in_cells(other, cells)
    if not _may_slip(one, other, slip, shown=shown, again=again, of_one_kind=bool(kind)):
        return 0
    return min(len(shared), WORDS) + kind + slip + 2 * shown + bool(one.place or other.place) + again


def _may_slip(one: Multiple, other: Multiple, slip: int, *, shown: bool, again: bool, of_one_kind: bool) -> bool:
    """Whether one may be typed for the other, or both send to one figure for it."""
    if slip == SWAP or (shown and (slip or of_one_kind)):
        return True
    here = one.document is other.document and again and not _allows(one, other)
    return here and bool(slip or (of_one_kind and _headed(one, other)))


def _headed(one: Multiple, other: Multiple) -> bool:
    """Whether a title or a summary tells one of two factors of one digit, of which any other is one slip away."""
    low, high = sorted((one.high, other.high))
    single = {len(each) for factor in (one, other) for each in factor.digits} == {1}
    return bool(one.place or other.place) and single and high < TWICE * low


def _one_figure(one: Multiple, other: Multiple) -> bool:
    """Whether both send to one figure, and none of them to another one besides that the other does not."""
    return bool(one.figures & other.figures) and (one.figures <= other.figures or other.figures <= one.figures)


def _allows(one: Multiple, other: Multiple) -> bool:
    low, high = sorted((one, other), key=lambda each: each.high)
    return high.bound == "up" or low.bound == "over"


def _slip(one: Multiple, other: Multiple) -> int:
    """4 for swapped digits, also at one end of a range; 1 for one other digit of two; else 0."""
    unlike = [(a, b) for a, b in zip(one.digits, other.digits, strict=True) if Decimal(a) != Decimal(b)]
    if len(set(unlike)) != 1:
        return 0
    left, right = unlike[0]
    if slip_told(left, right) == SWAPPED:
        return SWAP
    ends = [Interval(Decimal(each), Decimal(each)) for each in (left, right)]
    digits = [each.replace(".", "") for each in (left, right)]
    same = len(digits[0]) == len(digits[1]) >= DIGITS and times_apart(*ends) > NEAR
    return int(same and sum(a != b for a, b in zip(*digits, strict=True)) == 1)


def _apart(one: Multiple, other: Multiple) -> bool:
    if one is other or _agree(one, other) or max(one.high, other.high) > FAR * min(one.high, other.high):
        return True
    here = one.document is other.document
    if here and (one.sentence == other.sentence or in_one_list(one.document, one.start, other.start)):
        return True
    codes = one.coded - other.coded and other.coded - one.coded
    if (codes and not (one.coded & other.coded and _slip(one, other) == SWAP)) or any(
        opposed([one.clause], [other.clause])
    ):
        return True
    return _variants(one, other)


def _variants(one: Multiple, other: Multiple) -> bool:
    """Whether two clauses name two variants of one thing: "Tern-Lite" and "Tern-Max"."""
    mine, theirs = _hyphened(one.clause), _hyphened(other.clause)
    return any(not mine[name] & theirs[name] for name in mine.keys() & theirs.keys())


def _hyphened(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for match in _VARIANT.finditer(text):
        found.setdefault(match[1].lower(), set()).add(match[2].lower())
    return found


def _alike(one: Multiple, third: Multiple) -> bool:
    """Whether a third factor is of the kind and some of the words of one."""
    return bool(one.kinds & third.kinds and one.words & third.words) and not _apart(one, third)


def _said(pair: _Retold, every: Sequence[Multiple], index: Index) -> Finding | Skip:
    one, other = pair.one, pair.other
    shared = sorted(one.words & other.words)
    key = (one.document.name, other.document.name, one.quote, other.quote)
    if index.of_two_editions(one.document, other.document):
        return Skip(CODE, key, OTHER_EDITION)
    likewise = [third for third in every if third is not other and _agree(third, other) and _alike(one, third)]
    likewise.sort(key=lambda third: (-len(one.words & third.words), third.start))
    first, second = (quoted(each.document, each.start, each.end) for each in (one, other))
    more = [quoted(each.document, each.start, each.end, "supporting") for each in likewise[:BESIDE]]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{first.quote} in {first.document} stands nowhere else there; {second.quote} in {second.document} is "
        f"told in the same words: {', '.join(shared) or 'of the same figure'}",
        arithmetic=f"No rounding makes {first.quote} of {second.quote}.",
        comparison=key,
        evidence=(first, second, *more),
        likely_wrong_why="the one that nothing else on its page prints",
    )
