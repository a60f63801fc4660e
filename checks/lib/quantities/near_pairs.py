"""The pairs of values that sentences print near one another: of one unit, or one of them without any.

No word of before and after is asked for: two values of a kind within three sentences are a pair, and a factor that
stands beside them is of them more often than not.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.language.release_said import releases_said
from checks.lib.language.tokens import coded, every_root, names
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.quantities.bare_values import Bare, bare_values
from checks.lib.quantities.joined import joined
from checks.lib.quantities.two_changes import changes_of, of_two_changes
from schemas.document import Document
from schemas.interval import Interval

APART = 2  # sentences from the one value to the other
HEADED = 3  # texts over a sentence: the sentence before, its heading, the title
SIDES = 2
FURTHEST, TOGETHER = 30, 200  # the larger over the smaller; of one sentence that prints both with their unit
_SHORT = re.compile(r"\d{1,2}(?![\d,.])")
_NAMED = re.compile(r"\b(?P<name>[A-Z][\w-]+)\s$")
# "The Micron 9400 PRO": elsewhere "the 9400" is that drive, and counts nothing.
_NUMBER_OF_NAME = re.compile(r"(?<=[\w,)] )[A-Z][\w-]+[®™]?\s(\d{3,})\b(?![.,]\d|\s?%)")
_DECIMALS = re.compile(r"\d+(?:,\d+)*(?:\.(\d+))?")
_UNIT = re.compile(
    r"[\d,.]+\s?(?P<unit>(?!(?:of|or|in|and|the|new|to|on|at|by|old|men|per)\b)[A-Za-z]{1,3}[²³23]?|lit(?:re|er)s?|tonnes?|"
    r"met(?:re|er)s?|grams?|miles?|degrees)\b"
)
_SHARE = re.compile(r"%|\btimes\b")


@dataclass(frozen=True, slots=True)
class Value:
    """A number of a sentence; `kind` "" where it prints no unit."""

    document: Document
    start: int
    end: int
    at: int  # of its sentence
    kind: str
    of: frozenset[str]
    span: Interval
    decimals: int
    unit: Decimal = Decimal(1)  # base units in one of what is printed
    joined: bool = False  # by words like "instead of" to a value beside it
    named: frozenset[str] = frozenset()  # the codes that lead to it: "2P Oryx 9100, 1 TB: 2,090 tokens/s"

    @property
    def printed(self) -> str:
        """As the document prints it."""
        return self.document.text[self.start : self.end]


@dataclass(frozen=True, slots=True)
class Near:
    """Two values of a kind, the words of their sentences, and the larger over the smaller."""

    left: Value
    right: Value
    words: frozenset[str]
    lead: frozenset[str]  # those of the sentence before
    factor: Interval
    releases: frozenset[str] = frozenset()  # of the two, where each is of one
    joined: bool = False  # by words like "instead of": then the one has the unit of the other
    behind: str = ""  # what the sentence says from the first of them on, without the two

    @property
    def of(self) -> frozenset[str]:
        """What they count."""
        return self.left.of & self.right.of if self.left.kind and self.right.kind else self.left.of | self.right.of

    @property
    def sides(self) -> tuple[frozenset[str], frozenset[str]]:
        """The codes that only the one of the two stands with."""
        return self.left.named - self.right.named, self.right.named - self.left.named

    @property
    def told(self) -> bool:
        """Whether one sentence tells both as values of one unit."""
        return self.measured and self.left.at == self.right.at

    @property
    def measured(self) -> bool:
        """Whether both are printed with their unit, or the one inherits it."""
        return self.joined or bool(self.left.kind and self.right.kind)

    @property
    def kind(self) -> str:
        """What kind of values they are."""
        return self.left.kind or self.right.kind


def near_pairs(every: Sequence[Sentence], spans: Sequence[tuple[int, int]]) -> Iterator[Near]:
    """The pairs of a document's sentences, in text order; two cells of a table's row are none."""
    releases = Counter(number for one in every for number in releases_said(one.passage.words))
    named = {number for one in every for number in _NUMBER_OF_NAME.findall(one.passage.words)}
    values = [
        one
        for at, sentence in enumerate(every)
        if not within(sentence, spans)
        for one in _with_codes(sorted(values_of(sentence, at), key=lambda one: one.start), sentence)
        if one.printed.split()[0] not in named or not _is_plain(one.kind)
        # "As fast as 5.0 did" beside "in 5.0"; "from 4.0 to 9.6 GB/s" alone says no release.
        if one.kind or releases[one.printed] <= (one.printed in releases_said(sentence.passage.words))
    ]
    yield from _of_measured(list(_each(values, every)))


def _is_plain(kind: str) -> bool:
    """Whether a kind is that of a number, or of one with a word behind it: "9400 PRO" is in no unit."""
    return kind in ("", "count") or kind.startswith("in ")


def _each(values: Sequence[Value], every: Sequence[Sentence]) -> Iterator[Near]:
    changes = changes_of(every)
    for number, left in enumerate(values):
        for right in values[number + 1 :]:
            if right.at - left.at > APART:
                break
            if not of_two_changes(left.start, right.start, changes) and together(every[left.at], every[right.at]):
                yield from near_of(left, right, every)


def _of_measured(found: Sequence[Near]) -> Iterator[Near]:
    """The pairs without those of a number that has no unit with a value that has a partner of its own unit.

    "91 minutes in 7.2 and 52 minutes in 8.0 (M = 32)": 32 would acquit what the two minutes convict.
    """
    met = {side.start for one in found if one.measured for side in (one.left, one.right)}
    yield from (one for one in found if one.measured or not {one.left.start, one.right.start} & met)


def _with_codes(values: Sequence[Value], sentence: Sentence) -> Iterator[Value]:
    """The values of a sentence, each with the codes between it and the one of its kind before it, else behind it."""
    text, begin = sentence.passage.document.text, sentence.passage.start
    for one in values:
        before = max((each.end for each in values if each.kind == one.kind and each.end <= one.start), default=begin)
        after = min((each.start for each in values if each.kind == one.kind and each.start >= one.end),
                    default=sentence.passage.end)  # fmt: skip
        yield replace(one, named=coded(text[before : one.start]) or coded(text[one.end : after]))


def near_of(left: Value, right: Value, every: Sequence[Sentence]) -> Iterator[Near]:
    """The pair of two values of a document's sentences, where they are alike and not too far from one another."""
    tied = left.at == right.at and _is_joined(left, right, every[left.at])
    if not _alike(left, right):
        return
    small, large = sorted(_spans(left, right), key=lambda one: one.upper)
    if small.lower > 0 and large.upper <= small.lower * _furthest(left, right):
        text = f"{every[left.at].passage.words} {every[right.at].passage.words}"
        lead = every_root(_lead(every, left.at))
        end = every[right.at].passage.start + len(every[right.at].passage.words)
        behind = f"{left.document.text[left.end : right.start]} {left.document.text[right.end : end]}"
        yield Near(left, right, every_root(text), lead, large / small, _releases(left, right, every), tied, behind)


def _is_joined(left: Value, right: Value, sentence: Sentence) -> bool:
    """Whether a connector joins two values of a sentence."""
    text = left.document.text
    return joined(text[sentence.passage.start : left.start], text[left.end : right.start])


def _furthest(left: Value, right: Value) -> int:
    """How far two values may be apart: "from 1 node to 16 nodes" are no values that a factor is of."""
    sure = (left.kind and right.kind) or left.joined or right.joined
    return TOGETHER if left.at == right.at and sure and "count" not in (left.kind, right.kind) else FURTHEST


def _lead(every: Sequence[Sentence], at: int) -> str:
    """The sentence before one: it says of what the two values are, "Video playback: 1080p file, loop"."""
    return every[at - 1].passage.words if at and together(every[at - 1], every[at]) else ""


def _releases(left: Value, right: Value, every: Sequence[Sentence]) -> frozenset[str]:
    """The two releases that two values are of: each sentence says its own, or one sentence both."""
    mine, theirs = (releases_said(every[one.at].passage.words) for one in (left, right))
    apart = len(mine) == len(theirs) == 1 if left.at != right.at else bool(left.kind and right.kind)
    return mine | theirs if apart and len(mine | theirs) == SIDES else frozenset()


def _spans(left: Value, right: Value) -> tuple[Interval, Interval]:
    """What both allow; a number without a unit is of the other's."""
    mine, theirs = left.unit, right.unit
    if not left.kind:
        return Interval(left.span.lower * theirs, left.span.upper * theirs), right.span
    return left.span, right.span if right.kind else Interval(right.span.lower * mine, right.span.upper * mine)


def within(sentence: Sentence, spans: Sequence[tuple[int, int]]) -> bool:
    """Whether a sentence stands in one of some stretches of its document."""
    return any(start <= sentence.passage.start < end for start, end in spans)


def together(left: Sentence, right: Sentence) -> bool:
    """Whether no heading that both have differs: of three texts over a sentence the second is its heading."""
    headed = len(left.scope) == len(right.scope) == HEADED
    return not headed or left.scope[1:] == right.scope[1:]


def _alike(left: Value, right: Value) -> bool:
    if not left.kind or not right.kind:
        # "1,420 tokens a second ... ends at 2,130": printed alike, so no count of something else; "8 to 57.6 Tbit/s".
        near = right.start - left.end <= len(" to ")
        alike = left.decimals == right.decimals or near or left.joined or right.joined
        return bool(left.kind or right.kind) and alike
    return left.kind == right.kind and (left.kind != "count" or bool(left.of & right.of))


def values_of(sentence: Sentence, at: int) -> Iterator[Value]:
    """The numbers of a sentence: those with a unit, then those without."""
    words, bare = sentence.passage.words, bare_values(sentence)
    begins = {one.start for one in bare}
    taken: list[tuple[int, int]] = []
    for one in sentence.amounts:
        start, end, span = one.amount.start, one.amount.end, one.amount.readings.rounded
        uncounted = one.amount.kind == "count" and start in begins  # "it is at 96 since March" counts no March
        if (
            not uncounted
            and not _numbers_name(words, one)
            and not _SHARE.search(words[start:end])
            and span.bounded
            and span.lower > 0
        ):
            taken.append((start, end))
            yield _measured(one, at)
    for each in bare:
        if not any(left < each.end and each.start < right for left, right in taken):
            yield _unmeasured(sentence, at, each)


def _numbers_name(words: str, one: Asserted) -> bool:
    """Whether a count is the number of a name: "Heron 3 decodes" counts no decodes."""
    short = one.amount.kind == "count" and _SHORT.match(words, one.amount.start)
    match = _NAMED.search(words[: one.amount.start]) if short else None
    return match is not None and bool(names(f"the {match['name']}"))


def _measured(one: Asserted, at: int) -> Value:
    amount = one.amount
    digits = _DECIMALS.search(one.passage.words[amount.start : amount.end])
    shown = len(digits[1] or "") if digits else 0
    return Value(
        one.document, one.start, one.end, at, _kind(one), amount.of, amount.readings.rounded, shown, amount.unit
    )


def _kind(one: Asserted) -> str:
    """The kind of an amount; what counts units that nobody listed is of that unit: "6.5 km", "300 ml"."""
    if one.amount.kind != "count":
        return one.amount.kind
    match = _UNIT.match(one.passage.words[one.amount.start :])
    return f"in {match['unit']}" if match else "count"


def _unmeasured(sentence: Sentence, at: int, one: Bare) -> Value:
    start, document = sentence.passage.start, sentence.passage.document
    place = (start + one.start, start + one.end)
    return Value(document, *place, at, "", frozenset(), one.span, one.decimals, joined=one.joined)
