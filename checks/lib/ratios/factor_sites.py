"""Factors as sites: where sentences and titles assert them, with the words that say of what each is and over what."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.labels.loose_said import Said, said_in
from checks.lib.labels.spoken_kinds import kinds_of
from checks.lib.language.tokens import coded, names
from checks.lib.linking.scenes import two_cases
from checks.lib.quantities.plain_values import Value
from checks.lib.ratios.apart import nearest_apart
from checks.lib.ratios.of_couple import over
from checks.lib.statements.headings import below
from checks.lib.telling.measured import content
from checks.lib.telling.told import VERBS
from checks.lib.telling.value_sites import Site
from schemas.document import Document
from schemas.interval import Interval, Readings
from schemas.names import Vocabulary

EDGE = Decimal("0.1")  # of the narrower of two factors that hardly more than touch
NAMED, WORDS = 2, 5  # names that two factors share, or words with one of them: then they are of one thing
THING = 3  # words that two factors over one baseline share, with what stands over them
CODES, SURE = 3, 8  # words with a digit, and words, that two factors share: then they are on full pages too
# What leads to a baseline, and where it was measured: "than on | M6g | with 50 connections".
_LEAD = re.compile(r"^\S+\s(?:(?:on|in|with|for|at|by)\s)?")
_SHORT = re.compile(r"\b[A-Z]{2,5}\b")
_WHERE = re.compile(r"\s(?:on|in|for|at|with|by|when|while|under|and|but|which|that|across)\s")


@dataclass(frozen=True, slots=True, eq=False)  # each is one
class FactorSite:
    """A factor with its site, the names of its clause, and the words of what it is over."""

    said: Said
    site: Site
    names: frozenset[str]
    over: frozenset[str]
    # Every factor that it can mean; of the best of several cases, any up to it.
    ways: tuple[Interval, ...]

    @property
    def bound(self) -> bool:
        """Whether it says "up to" or "more than"."""
        return self.said.one.most or self.said.one.bound

    def off(self, other: "FactorSite") -> Decimal:
        """How many times apart the two are, as they are best taken; 1 where they meet; two bests are as printed."""
        if self.said.one.most and other.said.one.most:
            return nearest_apart(self.said.one.ways, other.said.one.ways)
        off = nearest_apart(self.ways, other.ways)
        if off > 1 or self.bound or other.bound or any(_meet(a, b) for a in self.ways for b in other.ways):
            return off
        # "3x" and "four times" touch at 3.5, which neither of them means.
        return min(_middles_apart(a, b) for a in self.ways for b in other.ways)

    def agrees(self, other: "FactorSite") -> bool:
        """Whether both can be one factor, and neither is a mere bound, which nearly any would meet."""
        # "1.7x" and "1.8x" touch at 1.75, and are two factors all the same.
        return not (self.bound or other.bound) and any(_meet(a, b) for a in self.ways for b in other.ways)

    def links(self, other: "FactorSite") -> bool:
        """Whether both say enough of one thing, and neither is of a product or over a baseline of its own."""
        both, named = self.site.words & other.site.words, self.names & other.names
        baseline = self._baseline_of(other)
        thing = any(map(str.isalpha, both - self.over - other.over - baseline))
        linked = len(named) >= NAMED or (baseline and thing) or (named and len(both) >= WORDS)
        over_others = self.over and other.over and not baseline
        return bool(linked) and not over_others and not (self.own(other) and other.own(self))

    def over_alike(self, other: "FactorSite") -> frozenset[str]:
        """The names and numbers of the baseline that both are over, where they and what stands over them share words.

        "2.4x the training speed of the X1" and "2.8 times as fast as eight X1 cards" share their baseline only; what
        was trained, the one heading says and the other clause.
        """
        baseline = self._baseline_of(other)
        named = frozenset(one for one in baseline if one in self.names | other.names or any(map(str.isdigit, one)))
        wide = (self.site.words | self.site.over) & (other.site.words | other.site.over)
        thing = wide - self.over - other.over - baseline
        apart = (self.own(other) and other.own(self)) or not any(map(str.isalpha, thing))
        apart = apart or not kinds_of(self.said.clause) & kinds_of(other.said.clause)  # "half the price", "31 % faster"
        return named if len(thing) >= THING and not apart else frozenset()

    def surely(self, other: "FactorSite") -> bool:
        """Whether so many codes and words of both are shared that no other number of a full page can be meant."""
        both = self.site.words & other.site.words
        coded_ = [one for one in both if any(map(str.isdigit, one))]
        return len(coded_) >= CODES and len(both) >= SURE and not (self.own(other) or other.own(self))

    def apart(self, other: "FactorSite") -> bool:
        """Whether they are of two cases; a heading's is told in the paragraph below it."""
        return bool(two_cases(*([*each.site.texts, *filter(None, (each.below,))] for each in (self, other))))

    def _baseline_of(self, other: "FactorSite") -> frozenset[str]:
        """The words of the baseline that both may be over: "the last generation, the M6g" and "the M6g"."""
        mine, theirs = (content(each.site.text[each.site.value.end :]) for each in (self, other))
        return (self.over & theirs) | (other.over & mine)

    def own(self, other: "FactorSite") -> frozenset[str]:
        """The products and releases that only one of them names."""
        return coded(self.site.told) - VERBS - other.site.words - other.site.over

    @property
    def below(self) -> str:
        """The paragraph below a heading that it stands in."""
        return below(self.site.document, self.site.start)


def _middles_apart(one: Interval, other: Interval) -> Decimal:
    """How many times apart two factors are as they are printed; 1 for one without an end."""
    if not (one.bounded and other.bounded):
        return Decimal(1)
    low, high = sorted((one.lower + one.upper, other.lower + other.upper))
    return high / low if low > 0 else Decimal(1)


def _meet(one: Interval, other: Interval) -> bool:
    """Whether two have more in common than an edge."""
    both = min(one.upper, other.upper) - max(one.lower, other.lower)
    return both >= 0 and both >= EDGE * min(one.upper - one.lower, other.upper - other.lower)


def factor_sites(document: Document, index: Index, vocabulary: Vocabulary) -> Iterator[FactorSite]:
    """The factors that a document asserts."""
    for at, sentence in enumerate(index.sentences(document)):
        if sentence.asserted and not sentence.past:
            yield from (_site(said, vocabulary) for said in said_in(sentence, at))


def _site(said: Said, vocabulary: Vocabulary) -> FactorSite:
    passage, one, text = said.sentence.passage, said.one, said.clause
    start = one.start - passage.words.find(text)
    value = Value(start, start + one.end - one.start, frozenset(), Readings.of(one.ways[0]), "exact")
    words = (content(f"{text[:start]} | {text[value.end :]}") | _rated(text, vocabulary)) - VERBS
    head = content(" | ".join((*said.sentence.scope, passage.document.title))) - VERBS
    site = Site(
        passage.document, passage.start + one.start, passage.start + one.end, value, text, words, words, head,
        said.sentence.scope, said.sentence,
    )  # fmt: skip
    ways = tuple(Interval(Decimal(1), way.upper) if one.most else way for way in one.ways)
    return FactorSite(said, site, names(text), _baseline(text[value.end :]), ways)


def _rated(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """What a rate's short form is of: who writes QPS means the throughput of queries."""
    units = (vocabulary.resolve("units", short) for short in _SHORT.findall(text))
    rates = (one for one in units if one and one.text("dimension") == "rate")
    return content(" | ".join(f"{one.name.partition('/')[0]} {one.text('metric')}" for one in rates))


def _baseline(behind: str) -> frozenset[str]:
    """The words of what a factor is over, up to where it was measured."""
    phrases = (_WHERE.split(_LEAD.sub("", each))[0] for each in over(behind))
    return frozenset().union(*map(content, phrases)) - VERBS
