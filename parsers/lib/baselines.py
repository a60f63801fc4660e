"""What a factor is over: who stands behind its comparing word, or right behind the factor, by name or as printed."""

import re
from collections.abc import Sequence

from parsers.lib.actors import Actor
from parsers.lib.lists import AGAINST
from parsers.lib.number_formats import format_behind
from parsers.lib.placed import PART, led
from parsers.lib.plain_words import common
from parsers.lib.scene import Found
from parsers.lib.sentence import Sentence
from schemas.concessions import concessions

REACH = 200  # characters in which what a comparing word compares with stands; a long list would cost its square
_PHRASE = re.compile(
    r"\s*(?P<name>(?:(?:the|an?|its|our|their|any|other|both)\s+)?(?:previous|prior|existing|last|current|original|older?|"
    r"next|traditional|conventional|standard|default|baseline|naive|uncompressed|competing|comparable|unoptimi[sz]ed|same|"
    r"\w[\w./’'-]*)(?:\s[\w.+/’'-]+){0,3}?)(?=[,.;:)!?—–]|\s(?:on|for|in|with|at|when|while|and|but|using|by|under|across|because|"
    r"as|to|of|if|does|did|can|is|was)\b(?!-)|\s*$)"
)
_RELEASE = re.compile(
    r"\s+(?:version\s+|release\s+|in\s+|with\s+)?(?P<name>v?\d+(?:\.\d+)+|v\d+)(?=[\s,.;)]|$)(?!\s?(?:ms|s|x|%|[KMG]?B)\b)"
)


def apposed(baseline: Actor | None, sentence: Sentence, actors: Sequence[Actor]) -> Actor | None:
    """The name that says who "its predecessor" is: "8x its predecessor, Xaver.", "its predecessor (Velvet)"."""
    if baseline is None or not baseline.unnamed or baseline.start < 0:
        return baseline
    behind = [
        a
        for a in actors
        if _APPOSED.fullmatch(sentence.text[baseline.end : a.start]) and a.rank < 4 and a.name[0].isupper()
    ]
    return next((a for a in behind if re.match(r"[.,;)]|$", sentence.text[a.end : sentence.end])), baseline)


_APPOSED = re.compile(r"(?:,\s|\s\()(?:the\s)?")


def baseline_of(
    found: Found, sentence: Sentence, actors: Sequence[Actor], comparators: Sequence[re.Match[str]]
) -> Actor | None:
    """Who a factor is over, as far as its sentence has a comparing word or a phrase that says it."""
    if direct := _direct(found, sentence, actors):
        return direct
    conceded = (start for start, _ in concessions(sentence.text, found.figure.end, sentence.end))
    limit = min(conceded, default=sentence.end)  # "3x as many, though it costs only 40% more than Teal"
    after = [match for match in comparators if found.figure.end <= match.start() < limit]
    before = [match for match in reversed(comparators) if match.end() <= found.figure.start]
    own = before[:1] if _told_before(found, sentence, before, after) else []
    for match in (*own, *after[:2], *before[:1]):
        limit = found.figure.start if match in before else sentence.end
        if match in before and match.group().endswith(" of") and _RAN_ON.match(sentence.text, match.end(), limit):
            continue
        if actor := _object(match, sentence, actors, comparators, limit):
            return actor
    return _beaten(found, sentence, actors, comparators)


_BEATS_IT = re.compile(r"\b(?:beats?|outperform\w*|surpass\w*|outpac\w*)\s(?:it|them|both)\b")


_BEAT = ("beat", "outp", "surp")


def _beaten(
    found: Found, sentence: Sentence, actors: Sequence[Actor], comparators: Sequence[re.Match[str]]
) -> Actor | None:
    """Who "it" is that is beaten: the other side of the factor before ("faster than the H100 and beats it by 30%")."""
    earlier = [one.figure.end for one in sentence.figures if one.figure.end <= found.figure.start]
    if not earlier or not _BEATS_IT.search(sentence.text, earlier[-1], found.figure.start):
        return None
    said = [match for match in comparators if match.end() <= earlier[-1] + REACH and match.group()[:4] not in _BEAT]
    said = [match for match in said if match.end() <= found.figure.start]
    return _object(said[-1], sentence, actors, comparators, found.figure.start) if said else None


# "The speed-up over the A100 is 4.4x, over the H100 2.4x": what is told ahead of the verb is whose the factor is.
_TOLD = re.compile(
    r"\s[^,;:()]{2,60}?\s(?:is|was|are|were|(?:comes?|came|amounts?|amounted) to|reaches|reached|averages?|averaged|"
    r"hits?|(?:stands?|stood|tops out|topped out|peaks|peaked) at)\s"
    r"(?:(?:about|around|roughly|nearly|almost|some|up to|an?)\s)*"
)
_NEXT = re.compile(r"(?:\s[a-z]+){0,2}(?:,|;|,?\sand)\s(?:(?:that|the one)\s)?")


def _told_before(
    found: Found, sentence: Sentence, before: Sequence[re.Match[str]], after: Sequence[re.Match[str]]
) -> bool:
    """Whether a verb ties a factor to the name ahead of it, and another comparison begins behind it."""
    if not before or not after:
        return False
    start, end = found.figure.start, found.figure.end
    led = _TOLD.fullmatch(sentence.text, before[0].end(), start)
    return led is not None and _NEXT.fullmatch(sentence.text, end, after[0].start()) is not None


# "cuts the latency of BERT on the A100 by 8.7%": where it ran, and nobody is compared with.
_RAN_ON = re.compile(r"\s[^,;]*\son\s[^,;]*\sby\s")
# "five times SHA-256", "or 1.6x the V100", "2.4 times the 2.4 Gbps of Wi-Fi 6E".
_STRAIGHT = re.compile(
    r"\s(?:of\s(?:the\s|an?\s)?|of\s(?:the\s)?\w+\s(?:that\s)?|(?:that\s+of\s+)?(?:the\s|an?\s)?|the\s[\d.,]+\s?[\w/]+\sof\s(?:the\s)?)"
)
# "3.4x the standard library", "a tenth of the electrical version's"
_PLAINLY = re.compile(
    r"\s(?:(?:the|our|its)\s(?P<name>(?:standard|default|built-in|stock|system|naive|reference|previous|old|original|existing)\s"
    r"(?!(?:speed|rate|price|cost|size|performance|throughput|latency|time|memory|bandwidth|capacity)\b)[a-z][\w-]+)(?=[.,;)]|$)|"
    r"of\s(?:the|our|its)\s(?P<owner>[a-z][\w-]+(?:\s[a-z][\w-]+)?)['’]s(?=[.,;)]|$))"
)
_DONE = re.compile(
    r"(?:['’]s)?\s*(?:$|[.,;:)—–]|(?:needed|needs|uses|used|takes|took|draws|drew|does|did|has|had|on|for|in|at|with|and|while|but|when|under)\b)"
)


def _direct(found: Found, sentence: Sentence, actors: Sequence[Actor]) -> Actor | None:
    """Who stands right behind a factor that needs no comparing word, and closes its phrase."""
    end = found.figure.end
    if found.figure.kind != "ratio":
        return None
    if phrase := _PLAINLY.match(sentence.text, end, sentence.end):
        group = phrase.lastgroup or "name"
        return Actor(*phrase.span(group), phrase[group], phrase[group], 3, unnamed=True)
    close = [a for a in actors if end < a.start < end + 40 and _STRAIGHT.fullmatch(sentence.text[end : a.start])]
    return next((a for a in close if _DONE.match(sentence.text, a.end, sentence.end) or _owns(a, sentence)), None)


# Words that a title writes with a capital.
_TITLED = re.compile(
    r"(?i:higher|lower|better|faster|greater|more|less|improved|increased|additional|extra|peak|total|overall|average|mean|"
    r"median|relative|inference|training|serving|single|raw|end|query|read|write|network|memory|storage|compute|system)"
)
_OWNED = re.compile(r"(?i:\s(?:performance|throughput|speed|bandwidth|efficiency)\b)")


def _owns(actor: Actor, sentence: Sentence) -> bool:
    """Whether a name stands before its own property: "4.6x A100 performance", not "4.6x Higher Performance"."""
    return not _TITLED.fullmatch(actor.raw) and _OWNED.match(sentence.text, actor.end, sentence.end) is not None


def _object(
    match: re.Match[str],
    sentence: Sentence,
    actors: Sequence[Actor],
    comparators: Sequence[re.Match[str]],
    limit: int,
) -> Actor | None:
    """What a comparing word compares with: the first actor after it, else the phrase that follows, as printed."""
    stop = min((m.start() for m in comparators if m.start() >= match.end()), default=limit)
    stop = min(stop, _paused(sentence, match, limit))
    release = _RELEASE.match(sentence.text, match.end(), min(stop, limit))
    if release and not any(
        one.start <= release.start("name") < one.end for one in actors
    ):  # "than 2.2 on a c7g.4xlarge"
        return Actor(*release.span("name"), release["name"], release["name"], 3)
    if form := format_behind(sentence, match.end(), min(stop, limit)):
        return form
    near = [actor for actor in actors if match.end() <= actor.start < min(stop, limit, match.end() + 90)]
    near = [actor for actor in near if not _ran_there(sentence.text[match.end() : actor.start])]
    machines = [actor for actor in near if actor.rank == 0]
    near = [actor for actor in near if actor.rank < 4] or near
    if near and (near[0].start - match.end() <= 24 or not machines):
        # "than X on the A100": what stands next to the word is compared, the machine is where it ran.
        return near[0] if near[0].start - match.end() <= 40 else None
    if machines:
        return machines[0]
    phrase = _PHRASE.match(sentence.text, match.end(), min(stop, limit))
    if phrase is None or not re.search(r"[A-Za-z]{3}", phrase["name"]) or _holds_figure(sentence, phrase.span("name")):
        return None
    raw = _BEHIND.sub("", re.sub(r"^(?:the|an?|its|our|their)\s+", "", phrase["name"]).rstrip("."))
    if common(raw) or _SAYS.match(raw) or raw[:1].isdigit():
        return None  # "larger than before", "than we would like", "than 200 bytes"
    return Actor(phrase.start("name"), phrase.end("name"), phrase["name"].rstrip("."), raw, 3, unnamed=True)


# A clause or a pronoun is nobody's name.
_SAYS = re.compile(
    r"(?i)(?:we|you|they|it|i|that|this|these|those|which|what)\b|.*\b(?:are|falls|exists?|ones?)$|\w+ed$|(?:being|having)\b"
)
_BEHIND = re.compile(r"\s(?:(?:we|you|they|it|that|which)\b.*|even|again|once|alone)$")  # "the solver we tried"


# "faster than eager on one A10G": where both ran, whatever "eager" is.
_RAN = re.compile(
    r"\s(?P<what>[a-z][\w-]*)(?:\s[a-z][\w-]*)?\son\s(?:(?:the|an?|one|two|four|eight|\d+)\s)?(?:same\s)?"
)


def _ran_there(between: str) -> bool:
    """Whether something is named between a comparing word and a machine that it ran on."""
    match = _RAN.fullmatch(between)
    return match is not None and not common(match["what"]) and not match["what"].endswith("ing")


def _holds_figure(sentence: Sentence, span: tuple[int, int]) -> bool:
    return any(span[0] <= one.figure.start < span[1] for one in sentence.figures)


def other_machine(actors: Sequence[Actor], subject: Actor) -> Actor | None:
    """With no comparing word: the one other machine of the sentence, when there are just two."""
    others = {
        actor.name: actor for actor in actors if actor.name != subject.name and not actor.rank and not actor.generic
    }
    return next(iter(others.values())) if len(others) == 1 else None


_SO = re.compile(r"\b(?:so|thus|hence|therefore|i\.e\.|that\sis|which\smakes|making)\b")
_WHOSE = re.compile(r"\s(?:for|on|with|by)\s(?:the\s|an?\s)?")


def rival(found: Found, sentence: Sentence, actors: Sequence[Actor], subject: Actor) -> Actor | None:
    """The one other whose value led up to the factor: "A Jetson manages 157 FPS, so the Heron is 3.1x faster"."""
    so = max((m.start() for m in _SO.finditer(sentence.text, sentence.start, found.figure.start)), default=-1)
    values = [one.figure for one in sentence.figures if one.figure.kind in ("absolute", "duration", "price")]
    values = [one for one in values if one.end <= so]
    if not values or any(so < match.start() < found.figure.end for match in sentence.comparators):
        return None
    text = sentence.text
    others = [one for one in values if AGAINST.search(text[max(sentence.start, one.start - 24) : one.start])]
    owners = {
        a.name: a
        for a in actors
        if a.rank <= 2 and a.end < so and not (a.generic or a.unnamed) and a.name != subject.name
        if (a.end < values[-1].start and not led(a, sentence) and not others)
        or any(v.end < a.start and _WHOSE.fullmatch(sentence.text[v.end : a.start]) for v in others)
    }
    return next(iter(owners.values())) if len(owners) == 1 else None


def compared_with(sentence: Sentence, actors: Sequence[Actor], comparators: Sequence[re.Match[str]]) -> set[int]:
    """Where the actors stand that somebody is compared with: the first after each comparing word, or behind a factor.

    In "has 4.6x A100 performance, at 100 ms to the first token" the time is not the A100's.
    """
    straight = (_direct(one, sentence, actors) for one in sentence.figures)
    found = {actor.start for actor in straight if actor is not None}
    for match in comparators:
        limit = _paused(sentence, match, match.end() + 60)
        first = next((actor for actor in actors if match.end() <= actor.start <= limit), None)
        if first:
            found.add(first.start)
            # "38% less than the XE9680 with H100": what the other has is on its side.
            found |= {a.start for a in actors if PART.fullmatch(sentence.text[first.end : max(a.start, first.end)])}
    return found


def _paused(sentence: Sentence, match: re.Match[str], limit: int) -> int:
    """Where a comparing word's reach ends: "(averaged over all) Quern is 2x as fast", "Compared to it, Quern is"."""
    opens = not sentence.text[sentence.start : match.start()].strip(" *_")
    opened = 0
    for at, sign in enumerate(sentence.text[match.end() : min(limit, match.end() + REACH)], match.end()):
        opened += (sign == "(") - (sign == ")")
        if sign == ";" or opened < 0 or (opens and sentence.text.startswith(", ", at)):
            return at
    return limit
