"""Whose figure it is: the subject of a factor, a change or a value among the actors of its sentence.

A figure belongs to the actor of its own clause, and there to the one that stands next to it, does something, or is
named right behind it ("on the H100"); one that a comparing word names is the other side, never the subject.
"""

import re
from collections.abc import Iterator, Sequence

from parsers.lib.actors import Actor
from parsers.lib.lists import adjacent, each_its_own, listed
from parsers.lib.placed import (
    ON,
    alike_led,
    alone,
    directly,
    doing,
    kin_of,
    led,
    led_up_to,
    nearest_first,
    of_clause,
    of_others,
    ran_on,
    serving,
    straight_up_to,
    titled,
)
from parsers.lib.scene import Found
from parsers.lib.sentence import Sentence

_SCORED = ("score", "accuracy", "error_rate")
CLOSE = 40  # characters within which "IPUs delivering up to" speaks of the class itself
COMPARES = ("ratio", "percent_change")
_ONE = re.compile(r"\b(?:one|single|an?)\s$")


def subject_of(
    found: Found,
    sentence: Sentence,
    actors: Sequence[Actor],
    comparators: Sequence[re.Match[str]],
    compared: set[int],
    baseline: Actor | None,
) -> Actor | None:
    """The actor whose figure it is; None when the sentence names nobody who can be."""
    taken = compared | of_others(found, sentence, actors)
    taken |= {a.start for a in actors if sentence.text.startswith((" baseline", " reference"), a.end)}
    if found.figure.kind not in COMPARES:
        return _measured(found, sentence, actors, taken)
    # "its predecessor" is somebody to beat, never who beats.
    free = [
        actor
        for actor in actors
        if actor.start not in taken and not actor.unnamed and not _in_a_list(actor, sentence, found.figure.start)
    ]
    return _first(_comparing(found, sentence, free, comparators, baseline))


# "With every switch (fused QKV, channels last, FP16) it is 2x faster": what brackets list is set, and not faster.
_BRACKETS = re.compile(r"\([^()]*\)")  # one comma more in the pattern would cost the square of a long list


def _in_a_list(actor: Actor, sentence: Sentence, start: int) -> bool:
    lists = _BRACKETS.finditer(sentence.text, sentence.start, start)
    return any(one.start() < actor.start < one.end() and "," in one[0] for one in lists)


def _comparing(
    found: Found,
    sentence: Sentence,
    free: Sequence[Actor],
    comparators: Sequence[re.Match[str]],
    baseline: Actor | None,
) -> Iterator[Actor]:
    """Who can be better or worse, likeliest first."""
    start, end = found.figure.start, found.figure.end
    following = min((one.figure.start for one in sentence.figures if one.figure.start >= end), default=sentence.end)
    stop = min((m.start() for m in comparators if m.start() >= end), default=sentence.end)
    beside = [a for a in free if end <= a.start < min(following, stop) and ON.search(sentence.text[end : a.start])]
    # "4x on the B200 and 2x on the H200": the B200 belongs to the figure before it.
    others = [one.figure.end for one in sentence.figures if one.figure.end <= start]
    before = [
        a for a in free if a.end <= start and not (beside and led(a, sentence) and any(o <= a.start for o in others))
    ]
    yield from alike_led(before + beside, sentence, stop)
    yield from directly(before, sentence, start)
    yield from titled(before, sentence, start)
    yield from [] if baseline is None else kin_of([*nearest_first(before), *beside], baseline)
    if each := listed(found, sentence, list(free)):
        yield each
    own = of_clause(before, sentence, start)
    yield from nearest_first([a for a in own if a.rank == 0 and not a.generic])
    yield from straight_up_to(before, sentence, start) if not beside else []
    yield from doing(own, sentence)
    if baseline is not None and baseline.rank:
        # "X reaches 740 TFLOPS on the H100 and is 2x faster than Y": software against software.
        yield from doing([a for a in before if all(not b.start < a.start for b in before)], sentence)
    yield from nearest_first([a for a in before if a.rank == 0 and not a.generic])
    yield from (a for a in beside if a.rank == 0 and not a.generic)
    yield from nearest_first(
        [a for a in before if a.rank == 0 and start - a.end <= CLOSE and not (a.generic and led(a, sentence))]
    )
    yield from doing(before, sentence)
    yield from nearest_first([a for a in before if a.rank in (1, 2, 3) and not led(a, sentence)])
    yield from (a for a in beside if a.rank in (1, 2, 3))
    yield from nearest_first([a for a in before if a.rank])
    yield from (a for a in beside if a.rank)
    yield from led_up_to(free, sentence, end) if not before else []
    yield from nearest_first([a for a in before if a.rank == 0])
    yield from (a for a in beside if a.rank == 0)
    yield from alone(free, sentence, end)


def _measured(found: Found, sentence: Sentence, actors: Sequence[Actor], taken: set[int]) -> Actor | None:
    """Whose value it is: "48 hours measured on X", else who stands before it, else the only machine named."""
    start, end = found.figure.start, found.figure.end
    for name in (
        listed(found, sentence, list(actors)),
        each_its_own(found, sentence),
        adjacent(found, sentence, actors),
        next((a for a in actors if a.end < start and _WHICH.fullmatch(sentence.text[a.end : start])), None),
    ):
        if name:
            return name
    values = [one.figure for one in sentence.figures if one.metric != "system_count"]
    following = min((one.start for one in values if one.start >= end), default=sentence.end)
    beside = [
        a
        for a in actors
        if end <= a.start < following
        and ON.search(sentence.text[end : a.start])
        and ";" not in sentence.text[end : a.start]
        and not any(one.start == a.end + 1 for one in values)  # "and with H100 28.7": that one's
    ]
    free = [a for a in actors if a.start not in taken]
    before = nearest_first([a for a in free if a.end <= start])
    clause = sentence.text.rfind("; ", sentence.start, start) + 1 or sentence.start
    if _GIVEN.fullmatch(sentence.text[clause:start]) and (opened := led_up_to(free, sentence, end)):
        return opened[0]  # "at 14.3 kW the DGX B200 produces"
    return _first(_measuring(found, sentence, free, before, beside))


# "faster than the world's largest, El Capitan, which offers just 1.7 exaflops": its own, whoever is compared.
_WHICH = re.compile(r",\s(?:which|that)\s[a-z]+\s(?:(?:just|only|about|nearly|over|up|to|a|mere)\s){0,3}")
_GIVEN = re.compile(r"\s?(?:[Aa]t|[Ww]ith)\s(?:(?:just|only|about|around|under)\s)?")


def _measuring(
    found: Found, sentence: Sentence, free: Sequence[Actor], before: Sequence[Actor], beside: Sequence[Actor]
) -> Iterator[Actor]:
    """Who can have reached a value, likeliest first."""
    start, end = found.figure.start, found.figure.end
    own = of_clause(before, sentence, start)
    # "On the latest GPU we measured 48 hours" is its own; "8x its predecessor" is somebody to beat.
    machines = [a for a in (*beside, *before) if a.rank == 0 and (not a.unnamed or led(a, sentence))]
    specific = [a for a in machines if not a.generic]
    scored = found.metric in _SCORED and doing(nearest_first(before), sentence)
    if (
        beside
        and not (scored and beside[0].rank)  # "gist-2 scores 68.4 on MTEB": what follows is the test
        and beside[0].start - end <= 8
        and not (
            (beside[0].rank or beside[0].generic)
            and _ONE.search(sentence.text[end : beside[0].start])
            and doing(nearest_first(before), sentence)
        )
    ):
        specific = [beside[0], *specific]  # "4.2e7 ids a second on one M2": who mints them is named before
    yield from (a for a in beside if a.rank == 0 and not a.generic and a.start - end <= 8)
    yield from (a for a in own if a.rank == 0 and not a.generic and not a.unnamed)
    yield from doing(nearest_first(own), sentence)
    yield from (a for a in own if a.rank < 5)
    yield from straight_up_to(before, sentence, start)
    yield from serving(before, sentence)
    yield from specific
    yield from (a for a in alone(free, sentence, end) if not a.generic)
    # "On a laptop GPU, Basalt renders ...": a class of machine is where somebody else ran.
    only = alone(free, sentence, end)
    yield from doing(nearest_first(before), sentence) if any(a.generic for a in (*machines, *only)) else []
    yield from only
    yield from machines
    yield from doing(nearest_first(before), sentence)
    yield from (a for a in beside if a.rank < 4)
    yield from before
    yield from beside
    yield from led_up_to(free, sentence, end)
    yield from ran_on(free, sentence, end)


def _first(ranked: Iterator[Actor]) -> Actor | None:
    return next(ranked, None)
