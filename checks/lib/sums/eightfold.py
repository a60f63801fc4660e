"""Rates of two documents with one number, once in bits and once in bytes, whatever words print them."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, one_release, versions
from checks.lib.linking.reach import asserted
from checks.lib.quantities.dimensions import KINDS
from checks.lib.quantities.scanned import PLAIN, content
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import close
from checks.lib.telling.facts import Fact

SEVERAL = 3  # digits that agree, which is hardly chance
EIGHT, SLACK = Decimal(8), Decimal("0.02")
_DIGITS = re.compile(r"\d[\d.,]*")
# Units, and what any rate is called.
_NO_WORD = PLAIN | frozenset("gb mb tb kb gbit mbit tbit s data second each network system link".split())


def eightfold(pool: Pool, index: Index, *, sure: bool = True) -> Iterator[tuple[Fact, Fact]]:
    """The rates that a document's sentences assert, each with the only other one that is eight times apart.

    Of lines and cells alone: rates of two sentences are held against each other by what is said of both. Not `sure` are
    those of which a sentence says nothing else than a line does: several digits that agree are hardly chance.
    """
    rates = [one for one in pool.near if one.dims == KINDS["bandwidth"]]
    for one in pool.own:
        if one in rates and one.sentence and asserted(one.sentence, one.at, one.at + 1):
            found = [each for each in rates if _is_slip(one, each) and _of_one(one, each, index, sure=sure)]
            if len(found) == 1 and not (_printed(one, rates) or _printed(found[0], rates)):
                yield one, found[0]


def _printed(one: Fact, rates: Sequence[Fact]) -> bool:
    return any(close(one, each.middle) for each in rates if each is not one)


def _is_slip(one: Fact, other: Fact) -> bool:
    """Whether the numbers are printed alike and eight apart, of the whole both or of a part both."""
    digits = [_DIGITS.match(each.quote) for each in (one, other)]
    if other is one or not (digits[0] and digits[1] and digits[0].group() == digits[1].group()):
        return False
    times = max(one.middle, other.middle) / min(one.middle, other.middle)
    return abs(times - EIGHT) < SLACK and bool(one.per) == bool(other.per)


def _other_release(one: Fact, other: Fact) -> bool:
    """Whether a sentence names a release that what stands over a line, and the line, print another of."""
    mine, theirs = versions(one.text), versions(f"{other.document.title} | {other.text}")
    return any(name in theirs and not one_release(numbers, theirs[name]) for name, numbers in mine.items())


def _of_one(one: Fact, other: Fact, index: Index, *, sure: bool) -> bool:
    """Whether a line says what a sentence says besides the names in their titles, of the same names and settings."""
    titles = content(f"{one.document.title} {other.document.title}")
    known = index.words[other.document.document_id]
    strange = (coded(one.text) | coded(one.document.title)) - known
    if other.sentence or strange or any(opposed([one.text], [other.text])) or _other_release(one, other):
        return False
    if not sure:
        digits = _DIGITS.match(one.quote)
        return digits is not None and len(re.sub(r"\D", "", digits.group()).strip("0")) >= SEVERAL
    return bool((one.words & other.words) - _NO_WORD - titles)
