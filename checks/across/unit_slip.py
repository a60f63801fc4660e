"""One number of one thing with two units of a kind: 182 ms here, 182 s there."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index, index_of
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, names
from checks.lib.linking.reach import asserted
from checks.lib.quantities.scanned import PLAIN, content
from checks.lib.sums.pools import Pool, pools
from checks.lib.telling.accounted import close
from checks.lib.telling.facts import Fact, said_before
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "unit-slip"
SETTLED = "not applicable, because another place prints the value of one of them"
# How many times the one unit is the other: thousands (ms and s, GB and TB, thousand and million), bits and bytes, and
# the steps of times.
_STEPS = tuple(map(Decimal, (1000, 1_000_000, 1_000_000_000, 8, 60, 3600, 24)))
_POINTS = (Decimal(10), Decimal(100))  # a point that slipped: 0.042 µs, and 420 ns
FINE = Decimal("0.001")
DIGITS = 2  # that agree at least; "8 GB" and "8 TB" meet by chance
MANY = 3  # digits that are hardly chance
WORDS = 8  # of a line; of a longer sentence some word is always said
SHARED = 2  # words that both say of it, beside names and units
BEFORE = 2  # sentences that tell of what the fact is
OVER = 600  # characters that stand over a cell, of its headers and what leads to them
_IN = re.compile(
    r"\b(?:thousands?|millions?|billions?|bn|k|M|B|(?:k|kilo|mega)(?:req|ops|qps|iops|tx)\w*)\b", re.IGNORECASE
)
NEAR = 6  # facts with one number; a round one that more print is a setting
_NUMBER = re.compile(r"\d[\d.,]*")
# 128, 256, 512 and 1,024 of anything are sizes that much is made in.
_ROUND = frozenset(Decimal(2**power).as_tuple().digits for power in range(7, 15))
# What two things of one server have each: a timeout of 120 s, a latency of 120 ms.
_OWN = re.compile(
    r"\b(?:timeouts?|intervals?|retention|buffers?|caches?|limits?|budget|round[ -]trips?|warm-?up|window|period)\b",
    re.IGNORECASE,
)
_NO_WORD = PLAIN | frozenset(
    "second minut hour milli micro gb mb tb kb gbit mbit data mean median averag p50 p99".split()
)


@check(CODE, version=3, severity="medium", since="0.1.0")
def unit_slip(corpus: Corpus) -> Iterator[Finding | Skip]:
    """One measured number has one unit, wherever it is printed.

    Why:
        A table's header says seconds and its row was filled in milliseconds; a newsletter drops "million". The digits
        are right, so whoever compares them sees nothing.

    Flags:
        A value that a sentence asserts, and the only other one of its kind with its digits that is a thousand times (or
        eight, sixty or 3,600 times) larger or smaller, where both say two words of one thing at least, or one where
        three digits agree; ten or a hundred times the only such value of the row that the sentence, or the one before,
        names ("0.042" under "µs", and "420 nanoseconds"), or of a labelled line of which it says all words but one
        ("Time to first token, mean: 0.22 s", and "22 milliseconds"). Medium where three digits and two words agree,
        else low.

    Passes:
        Values of other settings or releases; cells under "in thousands".

    Does not judge:
        Numbers of one digit; numbers that more than six places print; bits and bytes in two documents, which
        `bits-for-bytes` looks at; values of which a third place prints either (skipped).
    """
    index = index_of(corpus)
    told: set[frozenset[int]] = set()
    for pool in pools(corpus, index):
        for one, other, settled in _slips(pool, index):
            pair = frozenset((id(one), id(other)))
            if pair not in told:
                told.add(pair)
                yield Skip(CODE, _key(one, other), SETTLED) if settled else _finding(one, other, index)


def _slips(pool: Pool, index: Index) -> Iterator[tuple[Fact, Fact, bool]]:
    """The pairs that are a unit apart, and whether another place prints the value of either."""
    by_digits: dict[str, list[Fact]] = defaultdict(list)
    for one in pool.far:
        by_digits[_digits(one)].append(one)
    for one in pool.own:
        digits = _digits(one)
        same = [each for each in by_digits[digits] if each.dims == one.dims and each is not one]
        if len(digits) >= DIGITS and 0 < len(same) <= NEAR and _says(one):
            apart = [each for each in same if _apart(one, each)]
            if len(apart) == 1 and _of_one(one, apart[0], index):
                yield one, apart[0], _settled(one, apart[0], pool.far)
            elif not apart and len(found := [each for each in same if _point_lost(one, each, pool, index)]) == 1:
                yield one, found[0], _settled(one, found[0], pool.far)


def _digits(one: Fact) -> str:
    """The digits of a value without what a unit changes: those of "2,400" and "2.4 million" are alike."""
    match = _NUMBER.search(one.quote)
    return re.sub(r"\D", "", match.group()).strip("0") if match else ""


def _says(one: Fact) -> bool:
    return one.sentence is not None and not one.anonymous and asserted(one.sentence, one.at, one.at + 1)


def _apart(one: Fact, other: Fact) -> bool:
    """Whether two values of the whole, or of a part, both, are just a unit apart."""
    times = max(one.middle, other.middle) / min(one.middle, other.middle)
    step = next((each for each in _STEPS if abs(times / each - 1) < FINE), None)
    across = one.document is not other.document
    alike = bool(one.per) == bool(other.per) or (one.per | other.per) & one.words & other.words
    return step is not None and not (step == 8 and across) and bool(alike) and not (_scaled(one) or _scaled(other))


def _point_lost(one: Fact, other: Fact, pool: Pool, index: Index) -> bool:
    """Whether a sentence prints ten or a hundred times the only such value of the row that it names."""
    if other.per or _scaled(other):
        return False
    if not other.entity:
        return _of_line(one, other, pool, index)
    page = [each for each in pool.far if each.document is other.document and each.entity]
    alone = len({each.start for each in page if each.entity == other.entity and each.dims == other.dims}) == 1
    # "MetaMux" of "MetaMux N:1 aggregation, 10G", where no other row is called so.
    own = names(f"the {other.entity}").difference(
        *(names(f"the {each.entity}") for each in page if each.entity not in other.entity)
    )
    said = bool(own & names(said_before(one, index, BEFORE)))
    return alone and _slipped(one, other) and said and _of_one_case(one, other, index)


def _of_line(one: Fact, other: Fact, pool: Pool, index: Index) -> bool:
    """Whether the other is the only such value of its page, on a line or in a sentence whose words but one are said.

    "Time to first token, mean: 0.22 s", and "the average wait for the first token was 22 milliseconds".
    """
    if other.document is one.document or len(other.words) > WORDS:
        return False
    alone = len({each.start for each in pool.far if each.document is other.document and each.dims == other.dims}) == 1
    rest = other.words - one.words - _NO_WORD
    return (
        alone
        and _slipped(one, other)
        and len(rest) <= 1
        and len(_shared(one, other)) >= SHARED
        and _of_one_case(one, other, index)
    )


def _slipped(one: Fact, other: Fact) -> bool:
    times = max(one.middle, other.middle) / min(one.middle, other.middle)
    return any(abs(times / each - 1) < FINE for each in _POINTS)


def _scaled(one: Fact) -> bool:
    """Whether what stands over a cell or a bar says what its numbers are counted in: "axis: thousands of queries"."""
    over = one.document.text[max(0, one.start - OVER) : one.start] if one.sentence is None else ""
    return bool(_IN.search(over))


def _of_one(one: Fact, other: Fact, index: Index) -> bool:
    """Whether both are of one thing: the row that the sentence names, or by the words that both say of it."""
    if not _of_one_case(one, other, index):
        return False
    if other.entity and not _of_row(other, said_before(one, index, BEFORE)):
        return False
    many = len(_digits(one)) >= MANY
    return bool(many and other.entity) or len(_shared(one, other)) >= (1 if many else SHARED)


def _of_one_case(one: Fact, other: Fact, index: Index) -> bool:
    """Whether neither says what the other cannot be of: another budget, another operation, another product."""
    apart = set(map(str.lower, _OWN.findall(one.text))) != set(map(str.lower, _OWN.findall(other.text)))
    strange = coded(one.text) - index.words[other.document.document_id]
    return not (apart or any(opposed([one.text], [other.text])) or strange)


def _of_row(other: Fact, said: str) -> bool:
    """Whether a text says all of a row's name: of two models of one family only one is meant."""
    return content(other.entity) <= content(said) and coded(other.entity) <= coded(said)


def _shared(one: Fact, other: Fact) -> frozenset[str]:
    return (one.words & (other.words | content(other.entity))) - _NO_WORD


def _settled(one: Fact, other: Fact, every: Sequence[Fact]) -> bool:
    """Whether another place prints either value: then that unit is meant, or both are."""
    rest = [each for each in every if each is not one and each is not other and each.dims == one.dims]
    return any(close(each, value) for each in rest for value in (one.middle, other.middle))


def _key(one: Fact, other: Fact) -> tuple[str, ...]:
    documents = sorted((one.document.name, other.document.name))
    return (*documents, *sorted(_shared(one, other) | content(other.entity)))


def _finding(one: Fact, other: Fact, index: Index) -> Finding:
    said, printed = (index.places.printed(each.document, each.start, each.end) for each in (one, other))
    times = max(one.middle, other.middle) / min(one.middle, other.middle)
    plain = not any(each.middle.normalize().as_tuple().digits in _ROUND for each in (one, other))
    sure = plain and len(_digits(one)) >= MANY and len(_shared(one, other)) >= SHARED
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if sure else "low",
        message=f"{said.quote} in {said.document}, {printed.quote} in {printed.document}: one number, another "
        "unit or point",
        arithmetic=f"In base units {one.value} and {other.value}, {times:,.0f} times apart; the digits are alike.",
        comparison=_key(one, other),
        evidence=(said, printed),
        likely_wrong_why="one of the two units, it cannot be told which",
    )
