"""Which steps do not join: one begins elsewhere than the one before ended, or all do not come to the whole."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.linking.reach import asserted
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.scanned import PLAIN, content
from checks.lib.ratios.steps_told import Delta, Gain, Printed, Step, deltas, gains, steps, values
from schemas.document import Document
from schemas.interval import Interval

NEAR = (Decimal("0.35"), Decimal("2.9"))  # of the end that a step begins at; beyond it is of something else
LEAST = Decimal("0.02")
MANY = 60  # steps of a document; more are a catalogue
ON_TOP = re.compile(
    r"\b(?:on top|another|further|additional(?:ly)?|extra|again|once more|then|next|after (?:that|this|which)|"
    r"thereafter|"
    r"in turn|a second|second(?:ly)?|third(?:ly)?|finally|last(?:ly)?|building on|the (?:very )?same|from there|"
    r"subsequent\w*|later|this time|followed|still)\b",
    re.IGNORECASE,
)
CHAIN = re.compile(
    r"\b(?:one (?:after|upon|on top of) (?:the other|another|each other)|in (?:that |this |the following )?(?:order|"
    r"turn|"
    r"sequence|succession)|each (?:\w+ )?(?:with|on top of|built on|building on|including|keeps?|keeping) (?:the|all|"
    r"those|what)"
    r"|cumulative(?:ly)?|step by step|on top of each other|success(?:ive|ively)|earlier ones (?:left )?in place|"
    r"(?:two|three|four|five|both|all) (?:\w+ )?(?:steps|changes|releases|stages|rounds|fixes)|stage by stage|"
    r"release by release|year by year|generation by generation)\b",
    re.IGNORECASE,
)
END = re.compile(
    r"\b(?:with (?:both|all|everything|the (?:two|three|four)|these)|in (?:total|all|the end)|what (?:ships|remains|"
    r"is left|we ship)|remain\w*|now|together|altogether|"
    r"finally|"
    r"ends? (?:at|up)|ended (?:at|up)|leaves?|leaving|results? in|all told|today|"
    r"after (?:both|all|these|the (?:two|three)))\b",
    re.IGNORECASE,
)
_METRIC = re.compile(
    r"\b(?:memory|power|energy|price|cost|bill|size|latency|throughput|bandwidth|capacity|cores?|accuracy|index|"
    r"storage|cache|"
    r"clock|rate|start|starts|startup|boot|write|writes|read|reads|build|builds|training|inference|prefill|decode)\b",
    re.IGNORECASE,
)
_RANK = re.compile(
    r"\b(?:median|mean|average|p\d\d\d?|\d\d(?:\.\d)?th percentile|percentile|worst|best|tail|peak)\b", re.IGNORECASE
)
_PARALLEL = re.compile(
    r"\b(?:while|whereas|in contrast|by contrast|on the other hand|another (?:customer|team|model|site|system|machine|"
    r"test|"
    r"workload)|other (?:customer|team|model|site|system|machine|test|workload)s?|instead|respectively|likewise|"
    r"similarly|"
    r"also|as well|too|meanwhile|for comparison|alternatively)\b",
    re.IGNORECASE,
)


_NEWCOMER = re.compile(
    r"\W*(?:An?|One|Some)\s(?!further|second|third|final|last|next|new|change|switch|rewrite|later)[a-z]"
)  # of its own


@dataclass(frozen=True, slots=True)
class Apart:
    """Two places that should print one value; `between` are the places of what leads from the one to the other."""

    first: tuple[Sentence, int, int]
    second: tuple[Sentence, int, int]
    allowed: Interval
    printed: Interval
    how: str
    between: tuple[tuple[Sentence, int, int], ...] = ()


def _plain(sentence: Sentence, at: int) -> bool:
    return asserted(sentence, at, at + 1)


def steps_of(document: Document, sentences: Sequence[Sentence]) -> list[Step]:
    """The changes from value to value that a document tells, in its order."""
    found = [one for each in sentences for one in steps(each, document.title) if _plain(each, one.before.start)]
    return found[:MANY]


def of_one_kind(one: Sentence, other: Sentence) -> bool:
    """Whether two sentences may tell of one quantity: no rank and no property that only one of them names."""
    for pattern in (_METRIC, _RANK):
        mine, theirs = (
            {word.lower().rstrip("s") for word in pattern.findall(each.passage.words)} for each in (one, other)
        )
        if mine and theirs and not mine & theirs:
            return False
    return bool(_RANK.search(one.passage.words)) == bool(_RANK.search(other.passage.words)) or not _RANK.search(
        other.passage.words
    )


def _off(one: Printed, other: Printed) -> bool:
    """Whether two values are not one, and near enough to be meant as one."""
    if one.value.lower <= 0 or other.value.lower <= 0:
        return False  # "from 12% to 0%"
    middle = (other.value.lower + other.value.upper) / (one.value.lower + one.value.upper)
    return not one.meets(other) and NEAR[0] < middle < NEAR[1] and abs(middle - 1) > LEAST


def _rises(one: Step) -> bool:
    return one.after.value.lower > one.before.value.lower


def unjoined(document: Document, sentences: Sequence[Sentence]) -> Iterator[Apart]:
    """The steps of a document that begin elsewhere than the one before them ended, though they are on top of it."""
    found = steps_of(document, sentences)
    for at, (one, two) in enumerate(pairwise(found)):
        if one.after.unit != two.before.unit or one.sentence is two.sentence or two.only:
            continue
        if not one.only and _rises(one) != _rises(two):
            continue
        if any(two.before.meets(each.before) or two.before.meets(each.after) for each in found[: at + 1]):
            continue
        if _off(one.after, two.before) and _on_top(one, two, document) and of_one_kind(one.sentence, two.sentence):
            yield _apart(one, two, "though it goes on from there")


def _on_top(one: Step, two: Step, document: Document) -> bool:
    words = two.sentence.passage.words
    between = document.text[one.sentence.passage.end : two.sentence.passage.start]
    printed = words[two.before.start : two.before.end].split(" ")[0]
    if printed in between or _PARALLEL.search(words) or _NEWCOMER.match(words):
        return False
    ahead = document.text[max(0, one.sentence.passage.start - 600) : one.sentence.passage.start]
    listed = CHAIN.search(" ".join((*one.sentence.scope, ahead)))
    return bool(ON_TOP.search(words) or listed) or bool(two.old and two.old == one.new) or _next(one, two)


def _next(one: Step, two: Step) -> bool:
    """Whether two steps lead to two versions of which the one follows on the other: release 6, release 7."""
    return one.new.isdigit() and two.new.isdigit() and int(two.new) - int(one.new) == 1


def _apart(one: Step, two: Step, how: str) -> Apart:
    return Apart(
        (one.sentence, one.before.start, one.after.end) if one.before.start < one.after.start
        else (one.sentence, one.after.start, one.before.end),
        (two.sentence, min(two.before.start, two.after.start), max(two.before.end, two.after.end)),
        one.after.value, two.before.value, how,
    )  # fmt: skip


def unmet(one: Step, two: Step) -> Apart | None:
    """Two steps of two texts, where the one leads to what the other begins with, at another value."""
    named = one.new and one.new == two.old and one.after.unit == two.before.unit
    if not named or not _off(one.after, two.before) or not of_one_kind(one.sentence, two.sentence):
        return None
    shared = (content(one.sentence.passage.words) & content(two.sentence.passage.words)) - PLAIN
    rate = "/" in one.after.unit
    return _apart(one, two, f"though both are of {one.new.upper()}") if shared or rate else None


def waterfalls(sentences: Sequence[Sentence]) -> Iterator[Apart]:
    """The ends of texts that take off or add so much step by step, which the steps do not come to."""
    way: _Way | None = None
    for at, sentence in enumerate(sentences):
        found = [one for one in deltas(sentence) if _plain(sentence, one.by.start)]
        if len(found) == 1 and not next(iter(steps(sentence, "")), None):
            place = (sentence, found[0].by.start, found[0].by.end)
            if way is None or way.running.unit != found[0].by.unit:
                start = found[0].after or _start(sentences, at, found[0])
                way = _Way(start, (place,), told=found[0].after is not None) if start else None
            elif reached := _moved(way.running, found[0]):
                yield from _landed(way, sentence, found[0], reached)
                way = _Way(found[0].after or reached, (*way.places, place), told=found[0].after is not None)
        elif found:
            way = None
        elif way and not way.told and END.search(sentence.passage.words):
            yield from _ended(way, sentence)
            way = None


@dataclass(frozen=True, slots=True)
class _Way:
    """Where a text has come to, step by step; `told` where it prints that value itself."""

    running: Printed
    places: tuple[tuple[Sentence, int, int], ...]
    told: bool


def _landed(way: _Way, sentence: Sentence, by: Delta, reached: Printed) -> Iterator[Apart]:
    if by.after and _off(reached, by.after) and ON_TOP.search(sentence.passage.words):
        place = (sentence, by.by.start, by.after.end)
        yield Apart(way.places[-1], place, reached.value, by.after.value, "which it takes off or adds to")


def _ended(way: _Way, sentence: Sentence) -> Iterator[Apart]:
    ends = values(sentence, way.running.unit)
    alike = any(of_one_kind(place[0], sentence) for place in way.places)
    if len(ends) == 1 and _plain(sentence, ends[0].start) and _off(way.running, ends[0]) and alike:
        end = (sentence, ends[0].start, ends[0].end)
        yield Apart(way.places[-1], end, way.running.value, ends[0].value, "with all of them", way.places[:-1])


def _start(sentences: Sequence[Sentence], at: int, one: Delta) -> Printed | None:
    """What a text starts with before its first step: the only value of the unit in the two sentences before."""
    before = [found for each in sentences[max(0, at - 2) : at] for found in values(each, one.by.unit)]
    return _moved(before[0], one) if len(before) == 1 else None


def _moved(value: Printed, by: Delta) -> Printed | None:
    low, high = sorted((by.by.value.lower * by.sign, by.by.value.upper * by.sign))
    reached = Interval(value.value.lower + low, value.value.upper + high)
    return Printed(value.start, value.end, reached, value.unit) if reached.lower > 0 else None


def gains_of(sentences: Sequence[Sentence]) -> list[Gain]:
    """The factors that one version is said to have over another."""
    found = [one for each in sentences for one in gains(each) if one.old and _plain(each, one.start)]
    return found[:MANY]


def unmultiplied(every: Sequence[Gain]) -> Iterator[Apart]:
    """Factors of a version over the one before the last that the two steps between do not multiply to."""
    by_old: dict[str, list[Gain]] = {}
    for one in every:
        by_old.setdefault(one.old, []).append(one)
    for first in every:
        for second in by_old.get(first.new, []) if first.new else []:
            wholes = [one for one in by_old[first.old] if one.new in (second.new, "") and one is not first]
            yield from _wholes(first, second, wholes)


def _wholes(first: Gain, second: Gain, wholes: Sequence[Gain]) -> Iterator[Apart]:
    if (first.factor.lower > 1) != (second.factor.lower > 1):
        return
    given = Interval(first.factor.lower * second.factor.lower, first.factor.upper * second.factor.upper)
    for whole in wholes:
        both = first.sentence, second.sentence
        alike = all(of_one_kind(whole.sentence, each) for each in both) and of_one_kind(*both)
        apart = given.distance(whole.factor) > LEAST * 2
        if alike and apart and (whole.factor.lower > 1) == (given.lower > 1) and second.new:
            steps_told = ((first.sentence, first.start, first.end), (second.sentence, second.start, second.end))
            yield Apart(steps_told[1], (whole.sentence, whole.start, whole.end), given, whole.factor,
                        "which both together are said to be", steps_told[:1])  # fmt: skip
