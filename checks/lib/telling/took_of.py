"""How long so many of something take at the rate that a row prints: 1,000 tokens at 182 tokens/s after 0.3 s."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.labels.about import Index, Told
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.language.assertions import is_said
from checks.lib.language.tokens import counted, every_root
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.quantities.summed import total
from schemas.interval import Interval

ROUGH = Decimal("0.06")  # a time is rounded once more by its author
MILLION = 10**6
FAR = 20  # times apart: something else than one after the other
# What goes in has a rate of its own; what runs at once, or again, takes another time than so many in turn.
_OTHER = re.compile(
    r"\b(?:prompts?|inputs?|contexts?|parallel|concurrent\w*|at once|batch\w*|each|every|per|within|under|below|"
    r"less than|up to|at most|at least|more than|timeouts?|limit\w*|window|or (?:more|less)|without|if|cached|"
    r"average|median|p\d\d|first|last|reserved?)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Took:
    """A time that a sentence gives for so many of something, and what the cells of the row that it names come to."""

    asserted: Asserted
    number: str
    slots: tuple[Slot, ...]  # the rate, and the time that comes before it
    given: Interval
    fits: bool
    loose: bool = False  # whether the row's label is said without its release, or the number in words


def took(sentence: Sentence, index: Index) -> Iterator[Took]:
    """The time of a sentence against every table that it can be of; one that any sum of a row's cells gives, fits."""
    times = [one for one in sentence.amounts if one.amount.kind == "time" and one.amount.readings.rounded.bounded]
    many = {**_millions(sentence), **_plain(sentence)}
    if len(times) != 1 or not many or not is_said(sentence.passage.words) or times[0].operand:
        return
    for told in index.about(sentence):
        of = (one.amount.of for one in told.slots if one.amount.kind == "rate")
        able = told.sheet.table and not all(map(many.keys().isdisjoint, of))
        row = _row(sentence, told) if able else ()
        for noun, number in many.items():
            rates = [one for one in row if one.amount.kind == "rate" and noun in one.amount.of]
            if len(rates) == 1 and rates[0].amount.readings.rounded.lower > 0:
                held = _held(times[0], number, rates[0], row)
                labels = every_root(" | ".join(label for kind, label in rates[0].labels if kind != COLUMN))
                yield replace(held, loose=number >= MILLION or not labels <= every_root(sentence.passage.words))


def _plain(sentence: Sentence) -> dict[str, Decimal]:
    """The one number of each noun that a sentence counts."""
    found = counted(sentence.passage.words)
    return {noun: Decimal(next(iter(numbers))) for noun, numbers in found.items() if len(numbers) == 1}


def _millions(sentence: Sentence) -> dict[str, Decimal]:
    """What a sentence counts with a power in words: "the 100 million rows"."""
    found = [one.amount for one in sentence.amounts if one.amount.kind == "count" and one.amount.unit == 1]
    large = [(one, (one.readings.rounded.lower + one.readings.rounded.upper) / 2) for one in found if _exact(one)]
    nouns = Counter(noun for one, _ in large for noun in one.of)
    return {noun: value for one, value in large for noun in one.of if nouns[noun] == 1 and value >= MILLION}


def _exact(one: Amount) -> bool:
    return one.qualifier == "exact" and one.readings.rounded.bounded


def told_otherwise(one: Took, sentence: Sentence, index: Index) -> bool:
    """Whether the time is none of what the row comes to, and nothing says that it is of another case."""
    slot, words = one.slots[0], sentence.passage.words
    mine = one.asserted.amount.readings.rounded
    labels = " | ".join(label for _, label in slot.labels)
    known = every_root(f"{labels} | {slot.sheet.about}")
    other = any(not every_root(match.group()) <= known for match in _OTHER.finditer(words))
    far = mine.upper > one.given.upper * FAR or one.given.lower > mine.upper * FAR
    return (
        not (one.fits or other or far)
        and not (sentence.past or one.asserted.amount.qualifier == "up_to")
        and not index.unlike(one.asserted, sentence, [labels, slot.sheet.about], slot.sheet.document)
    )


def _row(sentence: Sentence, told: Told) -> Sequence[Slot]:
    """The row of which a sentence says all labels, where no other has as many of its words."""
    rows: dict[tuple[str, ...], list[Slot]] = defaultdict(list)
    for slot in told.slots:
        rows[tuple(label for kind, label in slot.labels if kind != COLUMN)].append(slot)
    here = every_root(sentence.passage.words)
    words = {labels: every_root(" | ".join(labels)) for labels in rows if any(labels)}
    # "QuestDB" says "QuestDB 7.4", where no other row is of another release.
    names = {labels: frozenset(one for one in some if not one[0].isdigit()) for labels, some in words.items()}
    if len(set(names.values())) == len(names) and all(names.values()):
        words = names
    said = {labels: len(some) for labels, some in words.items() if some <= here}
    most = [labels for labels, many in said.items() if many == max(said.values())]
    return rows[most[0]] if len(most) == 1 else ()


def _held(asserted: Asserted, number: Decimal, rate: Slot, row: Sequence[Slot]) -> Took:
    many = Interval(number, number)
    alone = many / rate.amount.readings.rounded
    waits = [one for one in row if one.amount.kind == "time" and one.amount.readings.rounded.bounded]
    sums = [((rate,), alone), *(((rate, one), total([alone, one.amount.readings.rounded])) for one in waits)]
    mine = asserted.amount.readings.rounded
    nearest = min(sums, key=lambda one: one[1].distance(mine))
    every = [*(given for _, given in sums), *(one.amount.readings.rounded for one in waits)]
    every.append(total([alone, *(one.amount.readings.rounded for one in waits)]))
    return Took(asserted, f"{number:,f}", *nearest, any(given.distance(mine) < ROUGH for given in every))
