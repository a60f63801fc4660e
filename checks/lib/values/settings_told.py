"""How something is set or built, as documents tell it: 96 nodes, a batch of 32, FP8, one c7i.8xlarge.

Each with the nouns that say of what it is the number. A document that prints a setting with one value only, wherever,
says it of all that it tells.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.slips import slip_told
from checks.lib.labels.about import Index
from checks.lib.language.conditions import FORMAT, MACHINE, Condition, conditions
from checks.lib.language.held_equal import says_every
from checks.lib.language.tokens import root
from checks.lib.quantities.asserted import Sentence, is_past
from checks.lib.quantities.reckoned_from import middle
from checks.lib.statements.captioned import captioned
from checks.lib.telling.facts import Fact, facts
from checks.lib.telling.holds import asserts
from schemas.document import Document
from schemas.names import Vocabulary

# "A batch size of 32" is known by the second noun, "32 long" by none.
_CARRIERS = frozenset(map(root, "size length factor depth".split()))
_BOUND = re.compile(
    r"(?:\b(?:up to|at (?:most|least)|(?:more|fewer|less) than|over|under|about|around|nearly|almost|from|to|"
    r"of (?:the|our|its)|between|another|other|next|first|last|every|instead of|rather than|than|only|against|versus)|"
    r"[~<>≤≥–])\s*$",
    re.IGNORECASE,
)
_RANGE = re.compile(r"\s*(?:to|or|and|[-–])\s*\d|\s?%|\+|\s(?:more|fewer|less|other|further|additional)\b")
_SHARE = re.compile(
    r"\bat\s(?:an?\s)?(?P<m>\d+(?:\.\d+)?)\s?%\s(?P<behind>[a-z]+)|"
    r"\b(?P<of>[a-z]+)\s(?:of|=)\s(?P<n>\d+(?:\.\d+)?)\s?%(?!\s(?:more|less|of|[a-z]+er)\b)",
    re.IGNORECASE,
)
LEAST = 2  # of one thing every page tells
FAR = 4  # times


@dataclass(frozen=True, slots=True, eq=False)  # each is one
class Setting:
    """A value at [start, end) of a document; `of` are the nouns that it is the number of, `more` words beside them."""

    document: Document
    start: int
    end: int
    value: str
    of: frozenset[str]
    more: frozenset[str]
    per: frozenset[str]
    text: str
    sentence: Sentence | None
    exact: bool = True  # no bound, no range, no goal

    @property
    def number(self) -> Decimal:
        """Its number; 0 of a code."""
        return Decimal(self.value) if self.value.isdigit() else Decimal(0)

    def same(self, other: "Setting") -> bool:
        """Whether both are of one setting: one noun, and no words beside it on both sides that the other lacks."""
        mine, theirs = self.of | self.more, other.of | other.more
        return self.may_be(other) and not (self.of - theirs and other.of - mine)

    def may_be(self, other: "Setting") -> bool:
        """Whether both are of one noun: then neither is all that its document says of it."""
        return bool(self.of & other.of) and bool(self.number) == bool(other.number)


def settings_told(document: Document, index: Index, vocabulary: Vocabulary) -> list[Setting]:
    """The settings of a document, each place once."""
    found: dict[int, Setting] = {}
    for one in facts(document, index, vocabulary):
        if one.count and not one.anonymous:
            found.setdefault(one.start, _counted(one))
    for sentence in index.sentences(document):
        for share in _SHARE.finditer(sentence.passage.words):
            held = _shared(share, sentence)
            found.setdefault(held.start, held)
        for each in conditions(sentence.passage.words):
            # "16-bit" is a class that BF16 is of.
            if _is_set(each) and "bit" not in sentence.passage.words[each.start : each.end]:
                said = _conditioned(each, sentence)
                found.setdefault(said.start, said)
    return [found[at] for at in sorted(found)]


def _counted(one: Fact) -> Setting:
    head = frozenset(name for name, _ in one.dims)
    value = middle(one.value) if one.value.bounded else Decimal(0)
    whole = one.value.bounded and value == int(value) and value >= LEAST
    exact = whole and one.qualifier == "exact" and _exact(one.text, one.at, one.at + len(one.quote), one.sentence)
    return Setting(
        one.document, one.start, one.end, str(int(value)), head, (one.of | one.loose) - head, one.per, one.text,
        one.sentence, exact,
    )  # fmt: skip


def _shared(match: re.Match[str], sentence: Sentence) -> Setting:
    """A percentage that a noun beside it names: "a recall of 95%", "QPS at 90% recall"."""
    passage, group = sentence.passage, "n" if match["n"] else "m"
    start, end = match.start(group), passage.words.index("%", match.end(group)) + 1
    return Setting(
        passage.document, passage.start + start, passage.start + end, f"{match[group]}%",
        frozenset({root(match["of"] or match["behind"])}), frozenset(), frozenset(), passage.words, sentence,
        _exact(passage.words, start, end, sentence),
    )  # fmt: skip


def _is_set(one: Condition) -> bool:
    """Whether a condition is a code of a format or machine, or a number with a noun that only settings have."""
    if one.coded:
        return bool(one.of & {FORMAT, MACHINE})
    return bool(one.of & _CARRIERS) and one.value.isdigit()


def _conditioned(one: Condition, sentence: Sentence) -> Setting:
    passage = sentence.passage
    of = one.of if one.coded else one.of - _CARRIERS or one.of
    exact = _exact(passage.words, one.start, one.end, sentence)
    return Setting(
        passage.document, passage.start + one.start, passage.start + one.end, one.value, of, frozenset(), frozenset(),
        passage.words, sentence, exact,
    )  # fmt: skip


def _exact(text: str, start: int, end: int, sentence: Sentence | None) -> bool:
    """Whether a text tells a value as what is: no bound, no range, no goal, no past."""
    plain = sentence is None or (asserts(text) and not is_past(text[:start]))
    return plain and not _BOUND.search(text[:start]) and not _RANGE.match(text, end)


def only(one: Setting, every: Sequence[Setting]) -> bool:
    """Whether its document prints no other value with its noun, but for what each of some wholes has."""
    alike = (each for each in every if each.may_be(one) and (one.per or not each.per))
    return all(each.value == one.value for each in alike)


def printed(value: str, every: Sequence[Setting]) -> bool:
    """Whether a document counts so many of anything."""
    return any(each.value == value for each in every)


def far(one: Setting, other: Setting) -> bool:
    """Whether two numbers are so far apart that they are of two cases, and no slip makes the one of the other."""
    low, high = sorted((one.number, other.number))
    return high > low * FAR and not slip_told(one.value, other.value)


def multiples(one: Setting, other: Setting, every: Sequence[Setting]) -> bool:
    """Whether the one is so many times the other as is counted with either: eight cards in each of 24 nodes."""
    low, high = sorted((one.number, other.number))
    return not low or (high % low == 0 and printed(str(int(high / low)), every))


def held_for_all(mine: Sequence[Setting]) -> Iterator[tuple[Setting, Setting]]:
    """A setting that a document says of all, and another value of it in a caption or note; neither is told again."""
    for one in mine:
        alike = [each for each in mine if each.may_be(one) and each.start != one.start]
        if len(alike) == 1 and one.sentence and alike[0].sentence and _all_but(one, alike[0]):
            yield one, alike[0]


def _all_but(one: Setting, other: Setting) -> bool:
    passages = [each.sentence.passage for each in (one, other) if each.sentence]
    told = one.exact and other.exact and one.value != other.value and one.same(other)
    return told and says_every(one.text) and not captioned(passages[0]) and captioned(passages[-1])


def pairs(mine: Sequence[Setting], theirs: Sequence[Setting]) -> Iterator[tuple[Setting, Setting]]:
    """Settings that two documents tell with one value each, which are not the same."""
    for one in mine:
        for other in theirs:
            told = one.exact and other.exact and one.per == other.per
            if told and one.value != other.value and one.same(other):
                every = (*mine, *theirs)
                alone = only(one, mine) and only(other, theirs)
                if alone and not (far(one, other) or (one.number and multiples(one, other, every))):
                    yield one, other
