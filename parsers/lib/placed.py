"""What the words around an actor say of it: whether it does something, is led to, stands in the figure's clause."""

import re
from collections.abc import Sequence

from parsers.lib.actors import Actor
from parsers.lib.lists import AGAINST
from parsers.lib.scene import Found
from parsers.lib.sentence import Sentence
from parsers.lib.verbs import acts

ON = re.compile(
    r"\b(?:on|by|with|using|for|from|across|in|under|via|at|through)\s+(?:(?:the|a|an|our|its|one|single|new|two|four|eight|sixteen|\d{1,6}x?)\s+){0,2}"
    r"(?:[\w,-]+\s(?:nodes?|cores?|cards?|servers?|instances?|machines?|brokers|workers|replicas|sockets?|chips?|boards?)\sof\s)?$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r";|\b(?:while|whereas|where|but)\b|,\s+and\b")
_TITLED = re.compile(r"\s(?:vs\.?|versus|against|compared\s+(?:to|with))\s[^:;,.]{2,40}(?:\.\d+)*:\s")
_KIND = re.compile(
    r"\s(?:chips?|boards?|cards?|systems?|servers?|engine|database|compiler|accelerator|processor|driver|library|platform|drives?|"
    r"instances?|runtime|release|backend|codec|solver|parser|router|switch|camera|phone|laptop|module|service)(?=\s)"
)
# "(one thread, top-10 queries) quern 0.9 is 1.4x faster": nobody stands nearer to the figure than its own subject.
_DOES_SO = re.compile(
    r"\s(?:is|was|are|were|runs?|ran|delivers?|delivered|achieves?|achieved|offers?|provides?|provided|performs?|got|gets?|"
    r"proves?|proved|becomes?|became)\s(?:(?:now|still|also|already|even|about|around|roughly|nearly|almost|over|up|to|"
    r"more|than|at|least|some|an?|average|on|approximately|as|much)\s)*"
)
_STRAIGHT_ON = re.compile(r"\s(?:the|our|a|an)\s")
_OPENS = re.compile(r"(?:with|at|in|on|for|after|using|by|drawing|costing|needing|just|only|from)\b", re.IGNORECASE)


def of_clause(before: Sequence[Actor], sentence: Sentence, start: int) -> list[Actor]:
    """The actors of the figure's own clause; none when the sentence is one clause up to it."""
    turns = [match.end() for match in _CLAUSE.finditer(sentence.text, sentence.start, start)]
    return [a for a in before if a.start >= turns[-1]] if turns else []


def straight_up_to(before: Sequence[Actor], sentence: Sentence, start: int) -> list[Actor]:
    """Who does something right up to the figure, with no pause between: "Where X needs 15 minutes, Y needs 2"."""
    paused = [a for a in before if not re.search(r"[,;]\s", sentence.text[a.end : start])]
    others = [one.figure.end for one in sentence.figures if one.figure.end <= start]
    near = [a for a in paused if all(end <= a.start for end in others)]
    return nearest_first(doing(near, sentence)) if others else []


def directly(before: Sequence[Actor], sentence: Sentence, start: int) -> list[Actor]:
    """Who "is 1.4x faster", with nothing but the verb between, or what it is and what it has."""
    near = [a for a in before if _DOES_SO.fullmatch(sentence.text[a.end : start])]
    near = [a for a in near if not _part_of_another(a, before, sentence)]
    return near + [a for a in before if a.rank < 4 and _apposed(sentence.text[a.end : start])]


# "BioHive-2, a SuperPOD with 504 H100 GPUs, is four times faster"
_IS_A = re.compile(r",\s(?:an?|the|our|its)\s[^,;.:]{3,80},(?=\s)")
PART = re.compile(r"\s(?:with|using|running|plus)\s(?:(?:the|an?|its|new|\d+x?|two|four|eight|sixteen)\s){0,2}")


def _apposed(between: str) -> bool:
    match = _IS_A.match(between)
    return match is not None and _DOES_SO.fullmatch(between, match.end()) is not None


def _part_of_another(actor: Actor, before: Sequence[Actor], sentence: Sentence) -> bool:
    """Whether a name is of what another one has: "Quern 9.0 with BBQ is 5x faster", and "Spectre X with GPUs"."""
    if not actor.rank and not actor.generic:
        return False  # a known machine is who ran, whatever ran on it
    return any(a.rank < 4 and PART.fullmatch(sentence.text[a.end : actor.start]) for a in before if a.end < actor.start)


def serving(before: Sequence[Actor], sentence: Sentence) -> list[Actor]:
    """Who runs on the machine of an opening phrase: "On one H200, Quern serves ..."."""
    first = before[-1] if before else None
    if first is None or first.rank or not led(first, sentence) or not sentence.text.startswith(", ", first.end):
        return []
    return doing([a for a in before if a.start == first.end + 2], sentence)


def led_up_to(free: Sequence[Actor], sentence: Sentence, end: int) -> list[Actor]:
    """Who does something behind an opening phrase that holds the figure: "With 40 TOPS at 5 W, our Heron chip is"."""
    clause = sentence.text.rfind("; ", sentence.start, end) + 2 if ";" in sentence.text[sentence.start : end] else 0
    if not _OPENS.match(sentence.text, max(clause, sentence.start), sentence.end):
        return []
    near = [a for a in free if end < a.start and _STRAIGHT_ON.fullmatch(sentence.text[end : a.start])]
    comma = sentence.text.find(", ", end, sentence.end)
    if near or comma < 0:
        return doing(near, sentence)  # "At 30 W the Voyant SoC reaches ..."
    return doing([a for a in free if a.start > comma and ";" not in sentence.text[comma : a.start]], sentence)[:1]


def ran_on(free: Sequence[Actor], sentence: Sentence, end: int) -> list[Actor]:
    """The only name of a sentence, where all of it ran: "from 9.8 GB/s on 4 nodes to 76 GB/s on 32 nodes of Larder"."""
    named = {a.name for a in free if a.rank < 4 and not a.generic}
    return [a for a in free if a.start > end and len(named) == 1 and a.name in named and led(a, sentence)][:1]


_THAN = re.compile(r"(?i:than|compared|as\s\w+\sas)\s+(?:to\s+)?(?P<word>with|on|in|for|using|over|via|through)\b")


def alike_led(actors: Sequence[Actor], sentence: Sentence, stop: int) -> list[Actor]:
    """Who is led by the comparing words' own preposition: "7x faster with Quartzc 3 than with Quartzc 2"."""
    than = _THAN.match(sentence.text, stop, sentence.end)
    if than is None:
        return []
    again = re.compile(rf"\b{than['word']}\s+(?:(?:the|a|an|our|its|new)\s+){{0,2}}$", re.IGNORECASE)
    return [
        a for a in nearest_first(actors) if again.search(sentence.text[max(sentence.start, a.start - 24) : a.start])
    ]


def titled(before: Sequence[Actor], sentence: Sentence, start: int) -> list[Actor]:
    """In "Node 22 vs Node 20: ...", what follows the colon is said of the first."""
    match = _TITLED.search(sentence.text, sentence.start, start)
    return [a for a in before if match and a.end <= match.start() + 1][:1]


def kin_of(actors: Sequence[Actor], baseline: Actor) -> list[Actor]:
    """Namesakes of who is compared with: "Atlas Z8" beside "Atlas Z6"."""
    return [a for a in actors if kin(a.name, baseline.name)]


def kin(one: str, other: str) -> bool:
    """Whether two names are releases or models of one thing: "Quarrel 2.4" and "Quarrel 2.3"."""
    return one != other and bool(stem := _stem(other)) and stem == (_stem(one) or one.lower())


def _stem(name: str) -> str:
    match = re.match(r"[A-Za-z]{3,}", name)
    return match.group().lower() if match and match.end() < len(name) else ""


# Most sentences of many figures compare none of them: asked of each pair of them, it would cost the square.
_COMPARED = re.compile(r"\b(?:against|versus|vs|compared|instead|rather)\b")


def of_others(found: Found, sentence: Sentence, actors: Sequence[Actor]) -> set[int]:
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
        if (end < a.start < end + 24 and ON.search(sentence.text[end : a.start]))
        or (end < a.start < end + 48 and _AS_MANY.fullmatch(sentence.text[end : a.start]))
    }


# "versus 3.0 min for the same number of H100s"
_AS_MANY = re.compile(r"\s(?:for|on|with|by)\s(?:the\s|an?\s)?(?:same|equal|comparable)\s(?:\w+\s){1,2}of\s")


def nearest_first(actors: Sequence[Actor]) -> list[Actor]:
    """Those before a figure, the last one first."""
    return list(reversed(actors))


def doing(actors: Sequence[Actor], sentence: Sentence) -> list[Actor]:
    """Names that a verb follows, first ones first: the grammatical subject."""
    return [a for a in actors if a.rank in (1, 2, 3) and not led(a, sentence) and _does(a, sentence)]


def _does(actor: Actor, sentence: Sentence) -> bool:
    """Whether a verb follows, "our Heron chip is" included."""
    kind = _KIND.match(sentence.text, actor.end, sentence.end)
    return acts(sentence, actor.end) or bool(kind and acts(sentence, kind.end()))


def led(actor: Actor, sentence: Sentence) -> bool:
    """Whether a preposition leads to the actor: "on AWS", "with zstd"."""
    return bool(ON.search(sentence.text[max(sentence.start, actor.start - 40) : actor.start]))


_FURTHER = re.compile(r"[;,]\s(?:and|while|but|whereas)\s(?:the|each|an?|every)\s$")
_OWN_OF = re.compile(r"\b(?:utili[sz]ation|peak|capacity|limits?)\sof\s(?:the\s|an?\s)?$")


def alone(free: Sequence[Actor], sentence: Sentence, end: int) -> list[Actor]:
    """The only machine of the sentence, wherever it stands; "75% utilization of the H100" is said of who runs there."""
    machines = [actor for actor in free if actor.rank == 0 and not actor.unnamed]
    machines = [a for a in machines if not _OWN_OF.search(sentence.text[max(sentence.start, a.start - 32) : a.start])]
    # "The rack draws 120 kW, and each B200 up to 1,000 W": what follows has a value of its own.
    machines = [a for a in machines if a.start < end or not _FURTHER.search(sentence.text[end : a.start])]
    return machines[:1] if len({actor.name for actor in machines}) == 1 else []
