"""Whose figure it is: the subject of a factor, a change or a value among the actors of its sentence.

A figure belongs to the actor of its own clause, and there to the one that stands next to it, does something, or is
named right behind it ("on the H100"); one that a comparing word names is the other side, never the subject.
"""

import re
from collections.abc import Iterator, Sequence

from parsers.lib.actors import Actor
from parsers.lib.lists import AGAINST, adjacent, each_its_own, listed
from parsers.lib.scene import Found
from parsers.lib.sentence import Sentence
from parsers.lib.verbs import acts

_SCORED = ("score", "accuracy", "error_rate")
CLOSE = 40  # characters within which "IPUs delivering up to" speaks of the class itself
COMPARES = ("ratio", "percent_change")
_ON = re.compile(
    r"\b(?:on|by|with|using|for|from|across|in|under|via|at|through)\s+(?:(?:the|a|an|our|its|one|single|new)\s+){0,2}"
    r"(?:[\w,-]+\s(?:nodes?|cores?|cards?|servers?|instances?|machines?|brokers|workers|replicas|sockets?|chips?|boards?)\sof\s)?$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r";|\b(?:while|whereas|where|but)\b|,\s+and\b")
_TITLED = re.compile(r"\s(?:vs\.?|versus|against|compared\s+(?:to|with))\s[^:;,.]{2,40}(?:\.\d+)*:\s")
_KIND = re.compile(
    r"\s(?:chips?|boards?|cards?|systems?|servers?|engine|database|compiler|accelerator|processor|driver|library|platform|drives?|"
    r"instances?|runtime|release|backend|codec|solver|parser|router|switch|camera|phone|laptop|module|service)(?=\s)"
)
_STRAIGHT_ON = re.compile(r"\s(?:the|our|a|an)\s")
_ONE = re.compile(r"\b(?:one|single|an?)\s$")
_OPENS = re.compile(r"(?:with|at|in|on|for|after|using|by|drawing|costing|needing|just|only|from)\b", re.IGNORECASE)


def subject_of(
    found: Found,
    sentence: Sentence,
    actors: Sequence[Actor],
    comparators: Sequence[re.Match[str]],
    compared: set[int],
    baseline: Actor | None,
) -> Actor | None:
    """The actor whose figure it is; None when the sentence names nobody who can be."""
    taken = compared | _of_others(found, sentence, actors)
    taken |= {a.start for a in actors if sentence.text.startswith((" baseline", " reference"), a.end)}
    if found.figure.kind not in COMPARES:
        return _measured(found, sentence, actors, taken)
    # "its predecessor" is somebody to beat, never who beats.
    free = [actor for actor in actors if actor.start not in taken and not actor.unnamed]
    return _first(_comparing(found, sentence, free, comparators, baseline))


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
    beside = [a for a in free if end <= a.start < min(following, stop) and _ON.search(sentence.text[end : a.start])]
    # "4x on the B200 and 2x on the H200": the B200 belongs to the figure before it.
    others = [one.figure.end for one in sentence.figures if one.figure.end <= start]
    before = [
        a for a in free if a.end <= start and not (beside and _led(a, sentence) and any(o <= a.start for o in others))
    ]
    yield from _alike_led(before + beside, sentence, stop)
    yield from _titled(before, sentence, start)
    yield from [] if baseline is None else _kin([*_nearest_first(before), *beside], baseline)
    if each := listed(found, sentence, list(free)):
        yield each
    own = _own(before, sentence, start)
    yield from _nearest_first([a for a in own if a.rank == 0 and not a.generic])
    yield from _straight(before, sentence, start) if not beside else []
    yield from _doing(own, sentence)
    if baseline is not None and baseline.rank:
        # "X reaches 740 TFLOPS on the H100 and is 2x faster than Y": software against software.
        yield from _doing([a for a in before if all(not b.start < a.start for b in before)], sentence)
    yield from _nearest_first([a for a in before if a.rank == 0 and not a.generic])
    yield from (a for a in beside if a.rank == 0 and not a.generic)
    yield from _nearest_first(
        [a for a in before if a.rank == 0 and start - a.end <= CLOSE and not (a.generic and _led(a, sentence))]
    )
    yield from _doing(before, sentence)
    yield from _nearest_first([a for a in before if a.rank in (1, 2, 3) and not _led(a, sentence)])
    yield from (a for a in beside if a.rank in (1, 2, 3))
    yield from _nearest_first([a for a in before if a.rank])
    yield from (a for a in beside if a.rank)
    yield from _led_up_to(free, sentence, end) if not before else []
    yield from _nearest_first([a for a in before if a.rank == 0])
    yield from (a for a in beside if a.rank == 0)
    yield from _alone(free)


def _measured(found: Found, sentence: Sentence, actors: Sequence[Actor], taken: set[int]) -> Actor | None:
    """Whose value it is: "48 hours measured on X", else who stands before it, else the only machine named."""
    start, end = found.figure.start, found.figure.end
    for name in (
        listed(found, sentence, list(actors)),
        each_its_own(found, sentence),
        adjacent(found, sentence, actors),
    ):
        if name:
            return name
    following = min((one.figure.start for one in sentence.figures if one.figure.start >= end), default=sentence.end)
    beside = [
        a
        for a in actors
        if end <= a.start < following
        and _ON.search(sentence.text[end : a.start])
        and ";" not in sentence.text[end : a.start]
    ]
    free = [a for a in actors if a.start not in taken]
    before = _nearest_first([a for a in free if a.end <= start])
    return _first(_measuring(found, sentence, free, before, beside))


def _measuring(
    found: Found, sentence: Sentence, free: Sequence[Actor], before: Sequence[Actor], beside: Sequence[Actor]
) -> Iterator[Actor]:
    """Who can have reached a value, likeliest first."""
    start, end = found.figure.start, found.figure.end
    own = _own(before, sentence, start)
    # "On the latest GPU we measured 48 hours" is its own; "8x its predecessor" is somebody to beat.
    machines = [a for a in (*beside, *before) if a.rank == 0 and (not a.unnamed or _led(a, sentence))]
    specific = [a for a in machines if not a.generic]
    scored = found.metric in _SCORED and _doing(_nearest_first(before), sentence)
    if (
        beside
        and not (scored and beside[0].rank)  # "gist-2 scores 68.4 on MTEB": what follows is the test
        and beside[0].start - end <= 8
        and not (
            (beside[0].rank or beside[0].generic)
            and _ONE.search(sentence.text[end : beside[0].start])
            and _doing(_nearest_first(before), sentence)
        )
    ):
        specific = [beside[0], *specific]  # "4.2e7 ids a second on one M2": who mints them is named before
    yield from (a for a in beside if a.rank == 0 and not a.generic and a.start - end <= 8)
    yield from (a for a in own if a.rank == 0 and not a.generic and not a.unnamed)
    yield from _doing(_nearest_first(own), sentence)
    yield from (a for a in own if a.rank < 5)
    yield from _straight(before, sentence, start)
    yield from _serving(before, sentence)
    yield from specific
    yield from (a for a in _alone(free) if not a.generic)
    # "On a laptop GPU, Basalt renders ...": a class of machine is where somebody else ran.
    yield from _doing(_nearest_first(before), sentence) if any(a.generic for a in machines) else []
    yield from _alone(free)
    yield from machines
    yield from _doing(_nearest_first(before), sentence)
    yield from (a for a in beside if a.rank < 4)
    yield from before
    yield from beside
    yield from _led_up_to(free, sentence, end)
    yield from _ran_on(free, sentence, end)


def _first(ranked: Iterator[Actor]) -> Actor | None:
    return next(ranked, None)


def _own(before: Sequence[Actor], sentence: Sentence, start: int) -> list[Actor]:
    """The actors of the figure's own clause; none when the sentence is one clause up to it."""
    turns = [match.end() for match in _CLAUSE.finditer(sentence.text, sentence.start, start)]
    return [a for a in before if a.start >= turns[-1]] if turns else []


def _straight(before: Sequence[Actor], sentence: Sentence, start: int) -> list[Actor]:
    """Who does something right up to the figure, with no pause between: "Where X needs 15 minutes, Y needs 2"."""
    paused = [a for a in before if not re.search(r"[,;]\s", sentence.text[a.end : start])]
    others = [one.figure.end for one in sentence.figures if one.figure.end <= start]
    near = [a for a in paused if all(end <= a.start for end in others)]
    return _nearest_first(_doing(near, sentence)) if others else []


def _serving(before: Sequence[Actor], sentence: Sentence) -> list[Actor]:
    """Who runs on the machine of an opening phrase: "On one H200, Quern serves ..."."""
    first = before[-1] if before else None
    if first is None or first.rank or not _led(first, sentence) or not sentence.text.startswith(", ", first.end):
        return []
    return _doing([a for a in before if a.start == first.end + 2], sentence)


def _led_up_to(free: Sequence[Actor], sentence: Sentence, end: int) -> list[Actor]:
    """Who does something behind an opening phrase that holds the figure: "With 40 TOPS at 5 W, our Heron chip is"."""
    if not _OPENS.match(sentence.text, sentence.start, sentence.end):
        return []
    near = [a for a in free if end < a.start and _STRAIGHT_ON.fullmatch(sentence.text[end : a.start])]
    comma = sentence.text.find(", ", end, sentence.end)
    if near or comma < 0:
        return _doing(near, sentence)  # "At 30 W the Voyant SoC reaches ..."
    return _doing([a for a in free if a.start > comma and ";" not in sentence.text[comma : a.start]], sentence)[:1]


def _ran_on(free: Sequence[Actor], sentence: Sentence, end: int) -> list[Actor]:
    """The only name of a sentence, where all of it ran: "from 9.8 GB/s on 4 nodes to 76 GB/s on 32 nodes of Larder"."""
    named = {a.name for a in free if a.rank < 4 and not a.generic}
    return [a for a in free if a.start > end and len(named) == 1 and a.name in named and _led(a, sentence)][:1]


_THAN = re.compile(r"(?i:than|compared|as\s\w+\sas)\s+(?:to\s+)?(?P<word>with|on|in|for|using|over|via|through)\b")


def _alike_led(actors: Sequence[Actor], sentence: Sentence, stop: int) -> list[Actor]:
    """Who is led by the comparing words' own preposition: "7x faster with Quartzc 3 than with Quartzc 2"."""
    than = _THAN.match(sentence.text, stop, sentence.end)
    if than is None:
        return []
    led = re.compile(rf"\b{than['word']}\s+(?:(?:the|a|an|our|its|new)\s+){{0,2}}$", re.IGNORECASE)
    return [a for a in _nearest_first(actors) if led.search(sentence.text[max(sentence.start, a.start - 24) : a.start])]


def _titled(before: Sequence[Actor], sentence: Sentence, start: int) -> list[Actor]:
    """In "Node 22 vs Node 20: ...", what follows the colon is said of the first."""
    match = _TITLED.search(sentence.text, sentence.start, start)
    return [a for a in before if match and a.end <= match.start() + 1][:1]


def _kin(actors: Sequence[Actor], baseline: Actor) -> list[Actor]:
    """Namesakes of who is compared with: "Atlas Z8" beside "Atlas Z6"."""
    return [a for a in actors if kin(a.name, baseline.name)]


def kin(one: str, other: str) -> bool:
    """Whether two names are releases or models of one thing: "Quarrel 2.4" and "Quarrel 2.3"."""
    return one != other and bool(stem := _stem(other)) and stem == (_stem(one) or one.lower())


def _stem(name: str) -> str:
    match = re.match(r"[A-Za-z]{3,}", name)
    return match.group().lower() if match and match.end() < len(name) else ""


# --- what the words around an actor say -----------------------------------------------------------------------


# Most sentences of many figures compare none of them: asked of each pair of them, it would cost the square.
_COMPARED = re.compile(r"\b(?:against|versus|vs|compared|instead|rather)\b")


def _of_others(found: Found, sentence: Sentence, actors: Sequence[Actor]) -> set[int]:
    """Who stands right behind another value that is compared with: "41 s, against 2 h for its rival"."""
    if not actors or not _COMPARED.search(sentence.words):
        return set()
    ends = [
        one.figure.end
        for one in sentence.figures
        if one is not found
        and AGAINST.search(sentence.text[max(sentence.start, one.figure.start - 24) : one.figure.start])
    ]
    return {
        a.start
        for a in actors
        for end in ends
        if (end < a.start < end + 24 and _ON.search(sentence.text[end : a.start]))
        or (end < a.start < end + 48 and _AS_MANY.fullmatch(sentence.text[end : a.start]))
    }


# "versus 3.0 min for the same number of H100s"
_AS_MANY = re.compile(r"\s(?:for|on|with|by)\s(?:the\s|an?\s)?(?:same|equal|comparable)\s(?:\w+\s){1,2}of\s")


def _nearest_first(actors: Sequence[Actor]) -> list[Actor]:
    return list(reversed(actors))


def _doing(actors: Sequence[Actor], sentence: Sentence) -> list[Actor]:
    """Names that a verb follows, first ones first: the grammatical subject."""
    return [a for a in actors if a.rank in (1, 2, 3) and not _led(a, sentence) and _does(a, sentence)]


def _does(actor: Actor, sentence: Sentence) -> bool:
    """Whether a verb follows, "our Heron chip is" included."""
    kind = _KIND.match(sentence.text, actor.end, sentence.end)
    return acts(sentence, actor.end) or bool(kind and acts(sentence, kind.end()))


def _led(actor: Actor, sentence: Sentence) -> bool:
    """Whether a preposition leads to the actor: "on AWS", "with zstd"."""
    return bool(_ON.search(sentence.text[max(sentence.start, actor.start - 40) : actor.start]))


def _alone(free: Sequence[Actor]) -> list[Actor]:
    """The only machine of the sentence, wherever it stands."""
    machines = [actor for actor in free if actor.rank == 0 and not actor.unnamed]
    return machines[:1] if len({actor.name for actor in machines}) == 1 else []
