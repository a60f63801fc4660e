"""A share in words against the two values that it is the share of."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.statements.passages import phrase
from checks.lib.sums.line_shares import line_pair
from checks.lib.sums.per_part import per_part
from checks.lib.sums.pools import Pool, pools
from checks.lib.sums.shares import HUNDRED, SHARE, SMALL, Share, shares
from checks.lib.telling.derived import like
from checks.lib.telling.facts import Fact
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval, ulp

CODE = "share-of-value"
APART = Decimal("0.02")  # of the whole; nearer it may be that of other digits
LEAST, MOST = Decimal("0.4"), Decimal("2.5")  # of what the values give; beyond it is a share of something else
NAMED, FEW = 2, 6  # words that name a whole surely, and parts of it that a page may print
STEM = 4  # letters of a word that another one may hold: "Rpeak" is a peak
TWICE = Decimal("0.002")  # of a value told again, in another unit
SAME = Decimal("1.03")
_OF_WHOLE = re.compile(r"\s(?:of|from)\s[^\d.;:,()]*$")
_OF_BOTH = re.compile(r"[^\d.;:,()]{0,24}\b(?:out\s)?of\s(?:[a-z]+\s){0,3}")
_STOP = re.compile(r"[a-z)]\.\s+[a-z]")  # a name in lower case begins a sentence that looks like the rest of one
_AT = re.compile(rf"{SHARE.pattern}\s(?:at|with|on|under|for|beyond|above)\s(?:\w+\s)?$")
_BOUND = re.compile(r"\b(?:within|under|below)\s(?:[$€£~]\s?)?$", re.IGNORECASE)
_MULTIPLE = re.compile(r"(?<![\w.,])(?P<n>\d+(?:\.\d+)?)(?:\s?[x×]|\stimes)(?!\w)")
_FROM = re.compile(r"\bfrom\s$", re.IGNORECASE)
_AGAINST = re.compile(r"\b(?:against|versus|vs|over|compared|than)\b")
_PART_OF = re.compile(r"(?<![\w.,])(?P<a>\d[\d,]*(?:\.\d+)?) (?:out )?of (?:a peak of )?(?P<b>\d[\d,]*(?:\.\d+)?)")


@dataclass(frozen=True, slots=True)
class Pair:
    """A part and a whole of one quantity; `rank` is how near they stand to a share."""

    part: Fact
    whole: Fact
    rank: int = 0

    @property
    def value(self) -> Decimal:
        """The part's share."""
        return self.part.middle / self.whole.middle


@check(CODE, version=11, severity="high", since="0.1.0")
def share_of_value(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A share of a whole is what the part and the whole that are printed give.

    Why:
        "84% of peak" is computed once. Then the run is repeated, or the peak is quoted for another clock.

    Flags:
        "61.2 PFLOPS, 84% of the theoretical peak of 91.8 PFLOPS"; "48 GB of 64 GB (80%)"; "a score of 38.4 petaflops",
        "83 percent of theoretical peak" in the next sentence, and the peak in a data sheet. Low unless its own sentence
        says of what it is, by "of" between it and the whole or between the two values. Low too: a share that no word
        leads to, beside the only line with two values of one unit that shares a word with its sentence; a share of what
        two words name ("of the theoretical maximum"), where one line has both and no printed value is that share of it.

    Passes:
        Shares within rounding, of any two values of one unit around it; what they leave of the whole; what a factor or
        two values come to per part ("3.9x on four nodes, an efficiency of 97 %").

    Does not judge:
        Changes ("40% faster"); shares with a hedge; the shares of a sentence that prints one for each of two values
        ("99% on 12 nodes and 94% on 24"); limits and cases ("60% are served within 20 ms", "58% at 1 GB/s"); sentences
        between several pairs of values; two counts of two sentences, of which none is said to be the whole; shares of
        what is not printed; documents of different dates (skipped); what would be low on pages of more than sixty
        numbers (skipped).
    """
    index = index_of(corpus)
    for pool in pools(corpus, index):
        told: list[int] = []
        for share in shares(index.sentences(pool.document)):
            pair = _pair(share, _around(share, pool.own), pool.near)
            far = None if pair else _of_named(share, pool.near)
            if pair:
                told.append(share.start)
                yield _finding(share, pair, index)
            elif far:
                told.append(share.start)
                yield replace(_finding(share, far, index), severity="low")
            elif len(pool.other) > len(pool.near) and (found := _pair(share, _around(share, pool.own), pool.other)):
                names = sorted({pool.document.name, found.part.document.name, found.whole.document.name})
                yield Skip(CODE, tuple(names), OTHER_EDITION)
        yield from _of_lines(pool, index, told)


def _of_lines(pool: Pool, index: Index, told: Sequence[int]) -> Iterator[Finding]:
    """The shares that no word leads to, of the only line with two values that they can be of."""
    for share in shares(index.sentences(pool.document), led=False):
        if share.start not in told and (two := line_pair(share.sentence, share.value, pool)):
            yield replace(_finding(share, Pair(*two), index), severity="low")


def _around(share: Share, own: Sequence[Fact]) -> list[Fact]:
    """The values of a share's sentence, and of the one before in the same section."""
    ends = share.sentence.passage.start
    before = max(
        (one.sentence.passage.start for one in own if one.sentence and one.sentence.passage.start < ends), default=ends
    )
    return [
        one
        for one in own
        if one.sentence
        and one.sentence.passage.start in (ends, before)
        and one.sentence.scope[-2:] == share.sentence.scope[-2:]
    ]


def _pair(share: Share, near: Sequence[Fact], pool: Sequence[Fact]) -> Pair | None:
    """The only part and whole that a share can be of and is not; None where any two values around it give it."""
    near = [one for one in near if not (_is_bound(one) or _is_case(one))]
    if _of_multiple(share, near) or _of_bare(share):
        return None
    pairs = [pair for two in combinations(pool, 2) if like(*two) and (pair := _ordered(*two))]
    if any(_gives(share, one) and one.part in near and one.whole in near for one in pairs):
        return None
    if per_part(share.sentence, near, share.value, share.slack):
        return None
    able = [ranked for one in pairs if (ranked := _ranked(share, one, near, pool))]
    best = [one for one in able if one.rank == max(each.rank for each in able)]
    if not best or max(one.value for one in best) > min(one.value for one in best) * SAME:
        return None
    alike = (one for one in pairs if like(one.part, best[0].part))
    return None if any(_gives(share, one) for one in alike) else best[0]


def _of_bare(share: Share) -> bool:
    """Whether "or 311 of 459 TFLOP/s" stands in its sentence: the first has no unit."""
    found = _PART_OF.finditer(share.sentence.passage.words)
    pairs = ([Decimal(one[name].replace(",", "")) for name in "ab"] for one in found)
    return any(b and abs(a / b - share.value) <= share.slack for a, b in pairs)


def _of_multiple(share: Share, near: Sequence[Fact]) -> bool:
    """Whether a multiple of its sentence over a number of things gives it: "four nodes do 3.9x, or 97%"."""
    multiples = [Decimal(one["n"]) for one in _MULTIPLE.finditer(share.sentence.passage.words)]
    counts = [one.middle for one in near if one.count]
    return any(abs(one / many - share.value) <= share.slack for one in multiples for many in counts)


def _is_bound(one: Fact) -> bool:
    """Whether a value is a limit under which a share was counted: "60% are served within 20 ms"."""
    if one.sentence is None:
        return False
    ahead = one.sentence.passage.words[: max(0, one.start - one.sentence.passage.start)]
    return bool(_BOUND.search(ahead))


def _is_case(one: Fact) -> bool:
    """Whether a share was measured at a value, and is no part of it: "58 percent at 1 GB/s, 31 percent at 30 MB/s"."""
    return one.sentence is not None and bool(
        _AT.search(one.sentence.passage.words[: max(0, one.start - one.sentence.passage.start)])
    )


def _of_named(share: Share, pool: Sequence[Fact]) -> Pair | None:
    """The nearest part of the only value that is all of what a share is said to be of, where none gives it.

    "97 % of the theoretical maximum", where a sheet says "Theoretical maximum: 1,800" and a report prints what it did.
    """
    wholes = [one for one in pool if len(share.whole) >= NAMED and share.whole <= one.words and one.sentence is None]
    parts = [one for one in pool if len(wholes) == 1 and like(one, wholes[0]) and one is not wholes[0]]
    pairs = [pair for one in parts if (pair := _ordered(one, wholes[0])) and pair.whole is wholes[0]]
    if not pairs or len(pairs) > FEW or any(_gives(share, one) for one in pairs):
        return None
    near = min(pairs, key=lambda one: abs(one.value - share.value))
    return near if abs(near.value - share.value) >= APART and LEAST < share.value / near.value < MOST else None


def _ordered(left: Fact, right: Fact) -> Pair | None:
    if abs(left.middle - right.middle) <= TWICE * max(left.middle, right.middle):
        return None  # "311.9 minutes, about 5.2 hours"
    return Pair(left, right) if left.middle < right.middle else Pair(right, left)


def _gives(share: Share, pair: Pair) -> bool:
    rest = () if share.whole else (1 - pair.value,)  # "58% of the peak" is no 42% of it
    return any(abs(value - share.value) <= share.slack for value in (pair.value, *rest))


def _said_of(share: Share, pair: Pair) -> bool:
    """Whether the text itself says of what a share is: "84% of the peak of 91.8", "48 GB of 64 GB (75%)"."""
    start, text = share.sentence.passage.start, share.sentence.passage.words
    if any(one.document is not share.sentence.passage.document for one in (pair.part, pair.whole)):
        return False
    part, whole = (text[: max(0, one.start - start)] for one in (pair.part, pair.whole))
    behind, between = whole[share.match.end() :], whole[max(0, pair.part.end - start) :]
    led = len(whole) > share.match.end() and _OF_WHOLE.match(behind) and len(part) < share.match.start()
    return bool(led or (len(whole) > len(part) and _OF_BOTH.fullmatch(between)))


def _behind_stop(share: Share, pair: Pair) -> bool:
    """Whether a full stop stands between a share and two values read with it: "97%. d-Matrix has raised ..."."""
    start, text = share.sentence.passage.start, share.sentence.passage.words
    ends = share.match.end(), min(pair.part.start, pair.whole.start) - start
    return bool(_STOP.search(text, *ends))


def _ranked(share: Share, pair: Pair, near: Sequence[Fact], pool: Sequence[Fact]) -> Pair | None:
    """How near two values stand to a share: 3 in its sentence, 2 beside it or where its whole is named, else None."""
    part, whole = pair.part, pair.whole
    if not (pair.value > SMALL and LEAST < share.value / pair.value < MOST) or abs(pair.value - share.value) < APART:
        return None
    here = [one.sentence is share.sentence for one in (part, whole)]
    if all(here) and _behind_stop(share, pair):
        return None
    if all(here) and _each_its_own(share, pair):
        return None
    named = _names(share.whole, whole.of if part.count else whole.words)  # "of the throughput" is of no pods
    if part.count and all(here) and _against(share, pair):
        return None  # "the 384-node run against the 256-node run, 98%": two runs
    if part.count and not (all(here) or named):
        return None  # "on four nodes and on eight": two settings of what the next sentence gives a share of
    if part in near and whole in near and (any(here) or named):
        return Pair(part, whole, 3 if all(here) else 2)
    if named and whole.sentence is None and part in near:
        return Pair(part, whole, 2)
    listed = whole.sentence is None and part.sentence is None and part.entity == whole.entity
    return Pair(part, whole, 1) if listed and _both(share.whole, part, whole, pool) else None


def _against(share: Share, pair: Pair) -> bool:
    start, text = share.sentence.passage.start, share.sentence.passage.words
    first, last = sorted(one.start - start for one in (pair.part, pair.whole))
    between = text[max(0, first) : max(0, last)]
    from_to = _FROM.search(text[: max(0, first)]) and re.search(r"\bto\b", between)  # "from 4 pods to 12"
    return bool(from_to or _AGAINST.search(between))


def _each_its_own(share: Share, pair: Pair) -> bool:
    """Whether a sentence of several shares prints one of them between two values: "99% on 12 pods and 94% on 24"."""
    start, text = share.sentence.passage.start, share.sentence.passage.words
    first, last = sorted(one.start - start for one in (pair.part, pair.whole))
    return len(list(SHARE.finditer(text))) > 1 and bool(SHARE.search(text, first, max(first, last)))


def _names(said: frozenset[str], words: frozenset[str]) -> bool:
    """Whether words name what is said: "peak" is said by "Rpeak"."""
    return any(min(len(one), len(word)) >= STEM and (one in word or word in one) for one in said for word in words)


def _both(said: frozenset[str], part: Fact, whole: Fact, pool: Sequence[Fact]) -> bool:
    """Whether two lines of a sheet are of what is said: all of it the whole, and the part a word of it, or alone."""
    if part.document is not whole.document or len(said & whole.words) < len(("raw", "capacity")):
        return False
    others = (one for one in pool if one.document is whole.document and one.sentence is None and like(one, whole))
    return bool(said & whole.words & part.words) or all(one in (part, whole) for one in others)


def _finding(share: Share, pair: Pair, index: Index) -> Finding:
    said = phrase(share.sentence.passage, share.match)
    part, whole = (index.places.printed(one.document, one.start, one.end) for one in (pair.part, pair.whole))
    half = ulp(share.match["n"]) / HUNDRED / 2
    gap = Interval(pair.value, pair.value).distance(Interval(share.value - half, share.value + half))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap) if _said_of(share, pair) else "low",
        message=f"{said.quote.strip()} in {said.document}, but {part.quote} of {whole.quote} ({whole.document}) is "
        f"{pair.value * HUNDRED:.1f} %",
        arithmetic=f"{part.quote} / {whole.quote} = {pair.value * HUNDRED:.2f} %: {apart(gap)}.",
        comparison=(said.document, whole.document, *sorted(noun for noun, _ in pair.part.dims), *sorted(share.whole)),
        evidence=(said, part, whole),
        likely_wrong_why="the share, or one of the two values",
    )
