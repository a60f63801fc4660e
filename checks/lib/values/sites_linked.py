"""Whether two printed values are of one thing: what speaks for it in points, and what tells the two apart for certain.

Words of both count, and most that two values of one kind are all that two documents print. A number in the words of
each that the other lacks, a name, a release, a case: such make two things of them.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache

from checks.lib.findings.slips import OTHER_UNIT, SWAPPED, TELLING, slip_told
from checks.lib.labels.about import Index
from checks.lib.labels.known import of_others
from checks.lib.language.otherwise import otherwise, section
from checks.lib.language.tokens import names, tokens
from checks.lib.language.two_products import led_apart, of_sisters
from checks.lib.linking.scenes import two_cases
from checks.lib.quantities.plain_values import SHARE, Value, values
from checks.lib.quantities.reckoned_from import gives, middle, numbers_in
from checks.lib.telling.measured import content, metric_words
from checks.lib.telling.told import VERBS
from checks.lib.telling.value_sites import Site, digits, number
from schemas.names import Vocabulary
from schemas.number_words import POWERS, either

NUMBERED, BESIDE, OVER = 1.5, 0.6, 0.3  # a word with a digit, one of them in what stands over, both there
MARGIN = 0.4  # points that the best candidate has before the next one of another value
DIGITS = 2  # of a number that is not in every text
THOUSAND = 1000  # times apart: no one slip reaches further
HALF = 2  # of the words of a condition that both know it is none
ROUNDED = Decimal("0.05")  # of a setting
_MEDIAN = {"p50"}  # the root of "median", which is no number of a case
_GLUED = re.compile(r"^(?P<n>\d[\d.]*)(?:[kmgtp]i?b|[kmg]?hz|[kmµun]s|[km]?w)$")
_RANK = re.compile(r"p\d\d(?:\.\d+)?")
_CLOCK = re.compile(r"\b\d{1,2}(?::\d\d)?\s?[ap]\.?m\b", re.IGNORECASE)
# "2.7x faster", "1.67 times as much": what came of it, and no case.
_MULTIPLE = re.compile(r"(?<![\w.,])\d+(?:\.\d+)?\stimes\b|(?<![\w.,])\d+\.\d+\s?[x×](?!\w)")
_LARGE = re.compile(rf"(?<![\w.,])[\w.,]+\s(?:{either(POWERS)})\b", re.IGNORECASE)
_NUMBER_AT = re.compile(r"^\D*(?P<n>[\d.,]+).*$", re.DOTALL)


def points(one: Site, other: Site) -> float:
    """How much speaks for two values being of one thing."""
    both = one.words & other.words
    beside = ((one.words & other.over) | (one.over & other.words)) - both
    return _weight(both) + BESIDE * _weight(beside) + OVER * _weight((one.over & other.over) - both - beside)


def telling(one: Site, other: Site) -> bool:
    """Whether a word that is no name and no number is of both: of what is measured."""
    return bool(metric_words((one.words & (other.words | other.over)) | (one.over & other.words)))


def unsaid(one: Site, other: Site) -> int:
    """How many words of a value's own part the other one says nowhere."""
    return len(one.near - other.words - other.over)


def _weight(words: frozenset[str]) -> float:
    return sum(NUMBERED if _numbered(word) else 1.0 for word in words)


def _numbered(word: str) -> bool:
    return any(map(str.isdigit, word))


def retold(one: Site, other: Site, index: Index) -> int:
    """How many numbers of two digits or more two documents both print; none where a value has only one that tells."""
    if one.document is other.document or min(map(digits, (one, other))) < DIGITS:
        return 0
    both = index.words[one.document.document_id] & index.words[other.document.document_id]
    return sum(sum(map(str.isdigit, word)) >= DIGITS for word in both)


def best(one: Site, some: Sequence[Site]) -> Site | None:
    """The candidate of which a value's words say clearly more than of any with another value."""
    common = frozenset.intersection(*(each.words for each in some)) if len(some) > 1 else frozenset()
    ranked = sorted(((_said(one, each, common), at) for at, each in enumerate(some)), reverse=True)
    most, first = ranked[0][0], some[ranked[0][1]]
    rest = [score for score, at in ranked[1:] if not some[at].agrees(first)]
    return first if not rest or (most - rest[0] >= MARGIN and most > 0) else None


def _said(one: Site, other: Site, common: frozenset[str]) -> float:
    own = other.words - common
    said = own & (one.words | one.over)
    share = len(said) / len(own) if own else 0.0
    return _weight(said) + OVER * len(own & one.near) + share


@dataclass(frozen=True, slots=True)
class Pair:
    """Two values of one kind that may be of one thing; of tables the second one, where only one is of a table."""

    one: Site
    other: Site

    @property
    def slip(self) -> str:
        """Which slip makes the one print of the other, "" where none does."""
        if _swapped(self.one, self.other):
            return SWAPPED
        told = slip_told(self.one.quote, self.other.quote)
        if told and told != OTHER_UNIT and not _of_one_slip(self.one, self.other):
            return ""
        return told or _tenfold(self.one, self.other)

    def case(self, index: Index) -> str:
        """What one says of its value by which it is of another case; "" where the other's document knows half of it."""
        for mine, theirs in ((self.one, self.other), (self.other, self.one)):
            said = _otherwise(mine, theirs)
            words = content(said) - VERBS
            if said and (not words or len(words & _known(mine, theirs, index)) * HALF < len(words)):
                return said
        return ""

    def apart(self, index: Index, vocabulary: Vocabulary) -> bool:
        """Whether something tells their things apart for certain."""
        one, other = self.one, self.other
        return (
            (one.document is not other.document and _foreign(one, other, index, slipped=bool(self.slip)))
            or self.set_apart(index, vocabulary)
            or _ranks_differ(one, other)
            or bool(two_cases(one.texts, other.texts))
            or any(each.sentence and index.other_version(each.sentence, rest.document) for each, rest in
                   ((one, other), (other, one)))
            or of_others(one.text, " | ".join((other.text, *other.scope)), vocabulary)
        )  # fmt: skip

    def certain(self) -> bool:
        """Whether the parts of both sentences share a code ("POD16", "KL-900") and no other number tells them apart."""
        one, other = self.one, self.other
        mine, theirs = (frozenset(filter(_numbered, each.near)) for each in (one, other))
        exact = number(one) == number(other) and min(digits(one), digits(other)) > DIGITS
        both = any(not word.isdigit() or len(word) > DIGITS for word in mine & theirs)
        own = (mine - other.words - other.over) | (theirs - one.words - one.over)
        return exact and both and not own and not _ranks_differ(one, other)

    def set_apart(self, index: Index, vocabulary: Vocabulary) -> bool:
        """Whether a number or setting tells them apart, whatever release each is of."""
        one, other = self.one, self.other
        return (
            _numbers_differ(one, other, index, vocabulary, slipped=bool(self.slip))
            or _settings_differ(one, other, vocabulary)
            or _tariffs(one, other)
        )  # fmt: skip


def _otherwise(one: Site, other: Site) -> str:
    if one.sentence is None:
        return ""
    around = section(other.document, other.start, one.document.document_id, one.start) if other.table else ()
    printed = (other.text, other.line, *other.scope, *around, *one.scope[-2:])
    return otherwise(one.text, one.value.start, one.value.end, printed)


def _foreign(one: Site, other: Site, index: Index, *, slipped: bool) -> bool:
    """Whether either names what the other's document does not, or two documents are each of a product of its own.

    Of two prints that one slip makes of each other the longer text may name more: the tool, the test's queue depth.
    """
    missing = [_names(a) - index.words[b.document.document_id] for a, b in ((one, other), (other, one))]
    texts = one.document, one.text, other.document, other.text
    return (all(missing) if slipped else any(missing)) or of_sisters(*texts) or led_apart(*texts)


def _names(one: Site) -> frozenset[str]:
    """The names in a value's text; the first word of a label is none ("Flow, 2 m head")."""
    first = next(iter(tokens(one.text)), None)
    plain = one.table is not None and first and not _numbered(first.root)
    return names(one.text) - (frozenset({first.root}) if plain and first else frozenset())


def _tariffs(one: Site, other: Site) -> bool:
    """Whether two prices are of two times: who pays by the year pays another one than by the month."""
    times = {each.quote.lower().rsplit(maxsplit=1)[-1] for each in (one, other)}
    return {("price", 1), ("time", -1)} <= one.value.dims and len(times) > 1


def _known(one: Site, other: Site, index: Index) -> frozenset[str]:
    """The words by which another value's case may be known: of its document, of its texts where both are of one."""
    if one.document is not other.document:
        return index.words[other.document.document_id]
    return content(" | ".join((*other.texts, other.line)))


def _numbers_differ(one: Site, other: Site, index: Index, vocabulary: Vocabulary, *, slipped: bool) -> bool:
    """Whether each says a number or a code that the other does not: "driver 1.0", "driver 2.0"; "7B", "70B".

    Where one slip makes the one print of the other, a multiple beside either is no case.
    """
    cells = one.table is not None and other.table is not None
    mine, theirs = (each.words | (each.over if cells else frozenset()) for each in (one, other))
    left = _numbers(mine, one, vocabulary, slipped=slipped) - _plain_numbers(_known(one, other, index))
    right = _numbers(theirs, other, vocabulary, slipped=slipped) - _plain_numbers(_known(other, one, index))
    return bool(left - _MEDIAN and right - _MEDIAN)


def _ranks_differ(one: Site, other: Site) -> bool:
    """Whether only one is told as a percentile: 260 ms at p95 are not the 240 ms that are told of all."""
    mine, theirs = (any(map(_RANK.fullmatch, each.near - _MEDIAN)) for each in (one, other))
    return mine != theirs


def _numbers(words: frozenset[str], one: Site, vocabulary: Vocabulary, *, slipped: bool) -> frozenset[str]:
    """The numbers of a value's words that may be of its case: not those of values beside it, and no time of day."""
    alike = (each for each in values(one.told, vocabulary) if each.dims == one.value.dims)
    multiples = _MULTIPLE.findall(one.told) if slipped else ()
    told = (one.told[each.start : each.end] for each in alike)
    beside = content(" | ".join((*told, *_CLOCK.findall(one.told), *multiples)))
    return _plain_numbers(frozenset(word for word in words - beside if _numbered(word)))


@lru_cache(maxsize=256)  # of documents too, which value after value is held against
def _plain_numbers(words: frozenset[str]) -> frozenset[str]:
    """Words with the unit taken from a number that stands before it without a space: "40TB" is "40 TB"."""
    return frozenset(_GLUED.sub(r"\g<n>", word) for word in words)


def _settings_differ(one: Site, other: Site, vocabulary: Vocabulary) -> bool:
    """Whether both say values of a kind of how it was measured, and none of them agree: "over 1 TB", "over 10 TB"."""
    mine, theirs = ([each for each in values(a.told, vocabulary) if each.dims != a.value.dims] for a in (one, other))
    kinds = {each.dims for each in mine} & {each.dims for each in theirs}
    return any(
        all(abs(_plain(a) / _plain(b) - 1) > ROUNDED for a in mine for b in theirs if a.dims == b.dims == kind)
        and not any(_says(one, a, other) for a in mine if a.dims == kind)
        for kind in kinds
    )


def _says(one: Site, value: Value, other: Site) -> bool:
    """Whether the words of another value have the number of a setting, whatever unit was read: "80 to 0 km/h"."""
    match = _NUMBER_AT.match(one.told[value.start : value.end])
    return bool(match and match["n"].strip(".,") in other.words)


def _plain(one: Value) -> Decimal:
    """A value as it is printed, "over 1 TB" too."""
    allowed = one.readings.rounded
    ends = [end for end in (allowed.lower, allowed.upper) if end.is_finite() and end > 0]
    return sum(ends, Decimal(0)) / len(ends) if ends else Decimal(1)


def _swapped(one: Site, other: Site) -> bool:
    """Whether two neighbouring digits are swapped, whatever units stand behind them: "18 cents", "$0.81"."""
    left, right = (_digits_of(each.quote) for each in (one, other))
    unlike = [at for at, (a, b) in enumerate(zip(left, right, strict=False)) if a != b]
    times = one.times(other)
    if len(left) != len(right) or len(unlike) != 2 or sorted(left) != sorted(right) or times is None:
        return False
    ratio = Decimal(max(int(left), int(right))) / min(int(left), int(right))
    return unlike[1] - unlike[0] == 1 and abs(_middle_times(one, other) / ratio - 1) < ROUNDED / 10


@lru_cache(maxsize=16384)
def _digits_of(quote: str) -> str:
    return re.sub(r"\D", "", _NUMBER_AT.sub(r"\g<n>", quote)).strip("0")


def _of_one_slip(one: Site, other: Site) -> bool:
    """Whether two values are at most a thousand times apart: "12 MB" and "120 GB" differ in digits and unit."""
    times = one.times(other)
    return times is None or times <= THOUSAND


def _tenfold(one: Site, other: Site) -> str:
    """Whether a point slipped between two units: "9.58 hours", "57.5" minutes."""
    left, right = number(one), number(other)
    if not (left and right) or one.times(other) is None or min(map(digits, (one, other))) < TELLING:
        return ""
    if middle(one.allowed) / left == middle(other.allowed) / right:
        return ""  # of one unit the digits themselves tell
    small, large = sorted((one.allowed, other.allowed), key=middle)
    return "a power of ten apart" if any(small.scaled(Decimal(by)).meets(large) for by in (10, 100, 1000)) else ""


def _middle_times(one: Site, other: Site) -> Decimal:
    left, right = middle(one.allowed), middle(other.allowed)
    return max(left, right) / min(left, right)


def given(one: Site, beside: Sequence[Site], other: Site) -> bool:
    """Whether the values beside another one give this one: a multiple, a share, a sum, a difference, a mean."""
    texts = [*_around(one), *_around(other)]
    some = {middle(each.allowed) for each in beside}
    both = numbers_in(_around(one)) & numbers_in(_around(other)) if one.document is not other.document else set()
    numbers = {each for each in numbers_in(texts) if not (each in both and _is_power(each))}
    return gives(one.allowed, middle(other.allowed), some, numbers, share=one.value.dims == SHARE)


def _around(one: Site) -> list[str]:
    """The texts whose numbers may make one value of another: of "ten million" that is none, but for a price of each."""
    texts = [one.told, *(one.scope if one.table else ())]
    return texts if ("price", 1) in one.value.dims else [_LARGE.sub(" ", text) for text in texts]


def _is_power(number: Decimal) -> bool:
    """Whether it is a power of ten: "best of ten" of both explains no point that slipped."""
    return number.normalize().as_tuple().digits == (1,)
