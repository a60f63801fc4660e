"""Who is compared with whom: the subject and the baseline of a figure, from its sentence.

Actors are the machines and the software that the vocabulary knows and, where it knows none, proper names as
printed ("FooDB 2.1"). What follows a comparing word is the baseline; the subject is the nearest actor that is not
compared with, in the figure's own clause first. An unknown name is kept as printed; nothing is guessed.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from parsers.lib.comparators import COMPARATOR
from parsers.lib.scene import Found
from parsers.lib.sentence import Scope, Sentence
from schemas.names import Mention
from schemas.statement import CONDITIONS, Side

CLOSE = 40  # characters within which "IPUs delivering up to" speaks of the class itself
COMPARES = ("ratio", "percent_change")
_AGAIN = re.compile(
    r"\b(?:it|its|this|they|their|them|our\s+system|the\s+(?:system|new|latter|chip|engine|database)|we|our)\b",
    re.IGNORECASE,
)
_ON = re.compile(
    r"\b(?:on|by|with|using|for|from|across|in|under|via|at|through)\s+(?:(?:the|a|an|our|its|one|single|new)\s+){0,2}$",
    re.IGNORECASE,
)
_WORD = (
    r"(?:[A-Z][\w+#/]*(?:[.-][\w+#/]+)*|[a-z]+[A-Z][\w.]*|[a-z][\w-]*\.(?:js|cpp|rs|py|io|ai|c|go)|"
    r"[a-z]{1,8}\d+[a-z\d]*(?:\.[a-z\d]+)?)"
)
_NO_NAME = re.compile(
    r"(?:p\d+|x86|x64|top\d+|q\d+|v\d+|h26\d|utf8|sha\d+|http\d|s3|k8s|mp\d|web\d|int\d+|fp\d+|bf\d+|u?int\d+|t\d|n\d)"
)
_NAME = re.compile(rf"(?<![\w.-]){_WORD}(?:\s(?:{_WORD}|v?\d+(?:\.[\dx]+)*(?![\w%]|\s?(?:x|%|times|percent)\b)))*")
_PHRASE = re.compile(
    r"\s*(?P<name>(?:(?:the|an?|its|our|their|any|other|both)\s+)?(?:previous|prior|existing|last|current|original|older?|"
    r"next|traditional|conventional|standard|default|baseline|naive|uncompressed|competing|comparable|unoptimi[sz]ed|same|"
    r"\w[\w./’'-]*)(?:\s[\w.+/’'-]+){0,3}?)(?=[,.;:)!?—–]|\s(?:on|for|in|with|at|when|while|and|using|by|under|across|because|"
    r"as|to|of|if|does|did|can|is|was)\b|\s*$)"
)
_RELEASE = re.compile(
    r"\s+(?:version\s+|release\s+|in\s+|with\s+)?(?P<name>v?\d+(?:\.\d+)+)(?=[\s,.;)]|$)(?!\s?(?:ms|s|x|%|[KMG]?B)\b)"
)
_VERB = re.compile(
    r"\s+(?:\w+ly\s+|also\s+|now\s+|already\s+|still\s+|itself\s+|alone\s+)?(?:is|are|was|were|has|had|can|"
    r"could|will|deliver\w*|achiev\w+|runs?|ran|\w+perform\w*|perform\w*|provid\w+|offer\w*|show\w*|turn\w*|reach\w*|"
    r"process\w*|reduc\w+|improv\w+|gives?|gave|gets?|scal\w+|beats?|train\w*|execut\w+|complet\w+|sees?|saw|cuts?|"
    r"sav\w+|uses?|used|needs?|needed|requir\w+|takes?|took|hits?|posts?|posted|serv\w+|sustain\w*|handl\w+|boasts?|"
    r"brings?|brought|enabl\w+|accelerat\w+|generat\w+|lower\w*|increas\w+|doubl\w+|tripl\w+|halv\w+|finish\w*|loads?|"
    r"compil\w+|build\w*|starts?|started|ingest\w*|writes?|reads?|decod\w+|encod\w+|quer\w+|answer\w*|shav\w+|"
    r"consum\w+|draws?|costs?|comes?|came|goes|went|makes?|made|renders?|pars\w+|outp\w+|trails?|leads?|wins?|"
    r"record\w*|measur\w+|averag\w+|maintain\w*|respond\w*|delivers?|drops?|speeds?|boosts?|slash\w*|trim\w*)\b"
)
# Any third person or past form; "writes complete", "builds are" are plural nouns with their own verb behind.
_THIRD = re.compile(
    r"\s+(?!(?:has|was|is|plus|versus|across|less|process)\b)[a-z]{2,}(?:s|ed)\b"
    r"(?!\s+(?:are|is|were|was|of|that|in|on|and|complete|return|finish|take|run|get|become|can|have|per|which|with)\b)"
)
_COMMON = frozenset(
    """
    the a an in on with for at we it this that our as by these when while and but using from to up more here there
    all both if compared training inference latency throughput performance results queries tests benchmarks users
    customers measured running after before during over under median average peak overall across each every one
    two three memory cost price build compile startup start-up cold time data today now since then thanks
    switching moving their its they you your i even only just about most many some several new first second third
    last previous next no not total response write read reads writes end-to-end single large small what how why
    where which who so also however meanwhile additionally furthermore moreover finally table figure chart note
    notes page section step version release chapter january february march april may june july august september
    october november december monday tuesday wednesday thursday friday saturday sunday jan feb mar apr jun jul aug
    sep sept oct nov dec cpu gpu cpus gpus ram ssd api sql http json csv ai ml llm llms os sdk up-to compression
    decompression against versus vs than between within without despite unlike like based given even
    """.split()
)


@dataclass(frozen=True, slots=True)
class Actor:
    """A machine, a piece of software or a proper name that can stand on a side. `rank` 0 is the surest kind."""

    start: int
    end: int
    raw: str
    name: str
    rank: int
    generic: bool = False
    unnamed: bool = False


def sides_of(found: Found, sentence: Sentence, scope: Scope) -> tuple[Side, Side]:
    """Subject and baseline of a figure; empty sides where the words do not say."""
    actors = actors_of(sentence, scope)
    if found.metric == "system_count":
        # "4x IPU-M2000 gives ... than 2x DGX A100": a count belongs to what it counts, on whichever side it stands.
        return _side(next((a for a in actors if a.start >= found.figure.end and not a.rank), None), sentence), Side()
    comparators = sentence.comparators
    compares = found.figure.kind in COMPARES
    baseline = _baseline(found, sentence, actors, comparators) if compares else None
    compared = _compared(actors, comparators) | ({baseline.start} if baseline else set())
    subject = _subject(found, sentence, actors, comparators, compared)
    if subject is None or subject.generic:
        subject = _earlier(sentence, scope, baseline) or subject
    if compares and baseline is None and not comparators and subject:
        # What stands behind an earlier factor belongs to that one.
        factors = [one.figure.start for one in sentence.figures if one.figure.kind in COMPARES]
        limit = min(factors, default=found.figure.start)
        baseline = _other([actor for actor in actors if actor.start < limit], subject)
    named, other = _side(subject, sentence), _side(baseline, sentence)
    return named, other if other.name != named.name else Side()


_LOWER = re.compile(
    r"(?:^|[;:,]\s+|\b(?:and|but|while)\s+|\b(?:with|using)\s+(?=[\w.+-]+\s+(?:is|are|than|was)\b))(?P<name>[a-z][\w.+-]*(?:\sv?\d+(?:\.\d+)*(?![\w%]))?)"
)


def _lower_case(sentence: Sentence) -> Iterator[Actor]:
    """Projects that write themselves small ("pluckdb answers ..."): at a clause's start, with a verb behind."""
    for match in _LOWER.finditer(sentence.words):
        name = match["name"].rstrip(".-")
        at = sentence.start + match.start("name")
        plain = name.split()[0] in _COMMON or (name.endswith("s") and not name.endswith(("us", "ss", "is", "js")))
        if len(name) > 2 and not plain and _acts(sentence, at + len(name)):
            yield Actor(at, at + len(name), name, name, 2)


def actors_of(sentence: Sentence, scope: Scope) -> list[Actor]:
    """Every actor of a sentence, left to right."""
    machines = [_settled(_known(name, 0), sentence, scope) for name in sentence.of("platforms")]
    software = [_known(name, 1) for name in sentence.of("frameworks")]
    taken = [(name.start, name.end) for name in (*sentence.names, *sentence.metrics)]
    taken += [(one.figure.start, one.figure.end) for one in sentence.figures]
    proper = [
        name
        for name in (*_proper(sentence, scope), *_lower_case(sentence))
        if not any(name.start < b and a < name.end for a, b in taken)
    ]
    return sorted((*machines, *software, *proper), key=lambda actor: actor.start)


def _known(name: Mention, rank: int) -> Actor:
    return Actor(
        name.start, name.end, name.raw, name.name, rank, name.entry.flag("generic"), name.entry.flag("unnamed")
    )


def _proper(sentence: Sentence, scope: Scope) -> Iterator[Actor]:
    for match in _NAME.finditer(sentence.text, sentence.start, sentence.end):
        raw = match.group().rstrip(".,-/")
        start, words = match.start(), raw.split()
        while words and (words[0].lower() in _COMMON or not words[0][0].isalpha()):
            start += len(words[0]) + 1
            words = words[1:]
        printed = " ".join(words)
        if _NO_NAME.fullmatch(printed):
            continue
        unit = re.search(r"\d\s?$", sentence.text[max(sentence.start, start - 3) : start])
        if words and not unit and len(printed) > 1 and _is_name(sentence, start, printed, scope):
            # "NVIDIA's flagship DGX": the owner is not the thing, unless nothing else is named.
            owner = re.match(r"['’]s?\s+\w", sentence.text[start + len(printed) : sentence.end])
            yield Actor(start, start + len(printed), printed, printed, 4 if owner else 2)


def _is_name(sentence: Sentence, start: int, printed: str, scope: Scope) -> bool:
    """A capital at a sentence's start proves nothing: there a verb, a digit, inner capitals or a second use must."""
    odd = bool(re.search(r"\d|[a-z][A-Z]|[A-Z]{2}|\.", printed)) or " " in printed
    inside = bool(re.search(r"[\w,)%]\s*$", sentence.text[sentence.start : start]))
    if inside or odd or printed in scope.names:
        return True
    return _acts(sentence, start + len(printed)) and not printed.endswith("s")


def _acts(sentence: Sentence, at: int) -> bool:
    """Whether a verb follows."""
    noun = re.match(
        r"\s+(?:writes?|reads?|builds?|runs?|queries|scans?|starts?)\s+(?:are|is|complete|return|finish|take|that|of)\b",
        sentence.text[at : at + 40],
    )
    return not noun and bool(
        _VERB.match(sentence.text, at, sentence.end) or _THIRD.match(sentence.text, at, sentence.end)
    )


def _settled(actor: Actor, sentence: Sentence, scope: Scope) -> Actor:
    """The machine that "the GPU" means: the one named before it in this paragraph; without one it stays a class."""
    leading = sentence.text[max(sentence.start, actor.start - 4) : actor.start].lower()
    if not actor.generic or leading != "the ":
        return actor
    for place in scope.earlier:
        for other in reversed(place.of("platforms")):
            words = other.raw.lower().replace("-", " ").split()
            if not other.entry.flag("generic") and actor.name.lower() in words:
                return replace(actor, name=other.name, generic=False, unnamed=other.entry.flag("unnamed"))
    return actor


# --- baseline ------------------------------------------------------------------------------------------------


def _baseline(
    found: Found, sentence: Sentence, actors: Sequence[Actor], comparators: Sequence[re.Match[str]]
) -> Actor | None:
    after = [match for match in comparators if match.start() >= found.figure.end]
    before = [match for match in reversed(comparators) if match.end() <= found.figure.start]
    for match in (*after[:2], *before[:1]):
        limit = found.figure.start if match in before else sentence.end
        if actor := _object(match, sentence, actors, comparators, limit):
            return actor
    return None


def _object(
    match: re.Match[str],
    sentence: Sentence,
    actors: Sequence[Actor],
    comparators: Sequence[re.Match[str]],
    limit: int,
) -> Actor | None:
    """What a comparing word compares with: the first actor after it, else the phrase that follows, as printed."""
    stop = min((m.start() for m in comparators if m.start() >= match.end()), default=limit)
    pause = sentence.text.find(";", match.end(), limit)
    stop = min(stop, pause) if pause >= 0 else stop
    near = [actor for actor in actors if match.end() <= actor.start < min(stop, limit, match.end() + 90)]
    machines = [actor for actor in near if actor.rank == 0]
    near = [actor for actor in near if actor.rank < 4] or near
    if near and (near[0].start - match.end() <= 24 or not machines):
        # "than X on the A100": what stands next to the word is compared, the machine is where it ran.
        return near[0] if near[0].start - match.end() <= 40 else None
    if machines:
        return machines[0]
    release = _RELEASE.match(sentence.text, match.end(), min(stop, limit))
    if release:
        return Actor(*release.span("name"), release["name"], release["name"], 3)
    phrase = _PHRASE.match(sentence.text, match.end(), min(stop, limit))
    if phrase is None or not re.search(r"[A-Za-z]{3}", phrase["name"]) or _holds_figure(sentence, phrase.span("name")):
        return None
    raw = re.sub(r"^(?:the|an?|its|our|their)\s+", "", phrase["name"]).rstrip(".")
    return Actor(phrase.start("name"), phrase.end("name"), phrase["name"], raw, 3, unnamed=True)


def _holds_figure(sentence: Sentence, span: tuple[int, int]) -> bool:
    return any(span[0] <= one.figure.start < span[1] for one in sentence.figures)


def _other(actors: Sequence[Actor], subject: Actor) -> Actor | None:
    """With no comparing word: the one other machine of the sentence, when there are just two."""
    others = {
        actor.name: actor for actor in actors if actor.name != subject.name and not actor.rank and not actor.generic
    }
    return next(iter(others.values())) if len(others) == 1 else None


# --- subject -------------------------------------------------------------------------------------------------


def _subject(
    found: Found,
    sentence: Sentence,
    actors: Sequence[Actor],
    comparators: Sequence[re.Match[str]],
    compared: set[int],
) -> Actor | None:
    start, end = found.figure.start, found.figure.end
    if found.figure.kind not in COMPARES:
        return _measured(found, sentence, actors, compared)
    # "its predecessor" is somebody to beat, never who beats.
    free = [actor for actor in actors if actor.start not in compared and not actor.unnamed]
    following = min((one.figure.start for one in sentence.figures if one.figure.start >= end), default=sentence.end)
    stop = min((m.start() for m in comparators if m.start() >= end), default=sentence.end)
    beside = [a for a in free if end <= a.start < min(following, stop) and _ON.search(sentence.text[end : a.start])]
    # "4x on the B200 and 2x on the H200": the B200 belongs to the figure before it.
    others = [one.figure.end for one in sentence.figures if one.figure.end <= start]
    before = [
        a for a in free if a.end <= start and not (beside and _led(a, sentence) and any(o <= a.start for o in others))
    ]
    ranked = [
        *_nearest_first([a for a in before if a.rank == 0 and not a.generic]),
        *[a for a in beside if a.rank == 0 and not a.generic],
        *_nearest_first([a for a in before if a.rank == 0 and start - a.end <= CLOSE]),
        *_doing(before, sentence),
        *_nearest_first([a for a in before if a.rank and not _led(a, sentence)]),
        *_nearest_first([a for a in before if a.rank]),
        *[a for a in beside if a.rank],
        *_nearest_first([a for a in before if a.rank == 0]),
        *[a for a in beside if a.rank == 0],
        *_alone(free, sentence, end),
    ]
    return ranked[0] if ranked else None


def _measured(found: Found, sentence: Sentence, actors: Sequence[Actor], compared: set[int]) -> Actor | None:
    """Whose value it is: "48 hours measured on X", else who stands before it, else the only machine named."""
    start, end = found.figure.start, found.figure.end
    following = min((one.figure.start for one in sentence.figures if one.figure.start >= end), default=sentence.end)
    beside = [a for a in actors if end <= a.start < following and _ON.search(sentence.text[end : a.start])]
    before = _nearest_first([actor for actor in actors if actor.end <= start and actor.start not in compared])
    machines = [a for a in (*beside, *before) if a.rank == 0]
    if each := _each(found, sentence):
        return each
    specific = [a for a in machines if not a.generic]
    if beside and beside[0].start - end <= 8:
        specific = [beside[0], *specific]
    ranked = [*specific, *_alone(actors, sentence, end), *machines, *_doing(before, sentence), *beside, *before]
    return ranked[0] if ranked else None


_BEHIND = re.compile(
    r"\s+(?:with|for|in|by|on|using)\s+(?:the\s+|a\s+)?(?P<name>[A-Za-z][\w.+-]*(?:\s(?:v?\d[\w.]*|[A-Z][\w.]*))*)"
)
_WITH = re.compile(r"\s+(?:with|using)\s+(?P<name>[a-z][\w.+-]*[a-z])(?=[,.;)]|$)")
_AHEAD = re.compile(r"(?:^|[,:;(]\s*|\band\s+)(?P<name>[A-Za-z][\w.+-]*(?:\s\d+(?:\.\d+)*)?)\s+$")


def _each(found: Found, sentence: Sentence) -> Actor | None:
    """Lists that give every side its value: "1.3 s with A, 6.8 s with B"; "A 3.9 s, B 271 s"; "against 2 s for B"."""
    alike = [
        one for one in sentence.figures if one.figure.kind == found.figure.kind and one.figure.unit == found.figure.unit
    ]
    behind = _BEHIND.match(sentence.text, found.figure.end, sentence.end)
    if behind and COMPARATOR.search(sentence.text[max(sentence.start, found.figure.start - 16) : found.figure.start]):
        return _named(behind)
    alone = _WITH.match(sentence.text, found.figure.end, sentence.end)
    if alone:
        return _named(alone)
    if len(alike) < 2:
        return None
    if behind and all(_BEHIND.match(sentence.text, one.figure.end, sentence.end) for one in alike):
        return _named(behind)
    if all(_AHEAD.search(sentence.text[sentence.start : one.figure.start]) for one in alike):
        ahead = _AHEAD.search(sentence.text[sentence.start : found.figure.start])
        return _named(ahead, sentence.start) if ahead else None
    return None


def _named(match: re.Match[str], offset: int = 0) -> Actor | None:
    name = match["name"].rstrip(".,")
    start = offset + match.start("name")
    return None if name.lower() in _COMMON else Actor(start, start + len(name), name, name, 2)


def _nearest_first(actors: Sequence[Actor]) -> list[Actor]:
    return list(reversed(actors))


def _doing(actors: Sequence[Actor], sentence: Sentence) -> list[Actor]:
    """Names that a verb follows, first ones first: the grammatical subject."""
    return [a for a in actors if a.rank and not _led(a, sentence) and _acts(sentence, a.end)]


def _led(actor: Actor, sentence: Sentence) -> bool:
    """Whether a preposition leads to the actor: "on AWS", "with zstd"."""
    return bool(_ON.search(sentence.text[max(sentence.start, actor.start - 24) : actor.start]))


def _alone(free: Sequence[Actor], sentence: Sentence, end: int) -> list[Actor]:
    """The only machine of the sentence, wherever it stands."""
    machines = [actor for actor in free if actor.rank == 0]
    return machines[:1] if len({actor.name for actor in machines}) == 1 and end <= sentence.end else []


def _compared(actors: Sequence[Actor], comparators: Sequence[re.Match[str]]) -> set[int]:
    """Where the actors stand that a comparing word compares with: the first after each."""
    found = set()
    for match in comparators:
        first = next((actor for actor in actors if match.end() <= actor.start <= match.end() + 60), None)
        if first:
            found.add(first.start)
    return found


def _earlier(sentence: Sentence, scope: Scope, baseline: Actor | None) -> Actor | None:
    """Who the paragraph was speaking of, when this sentence names nobody or says "it"."""
    if sentence.of("platforms") and not _AGAIN.search(sentence.words):
        return None
    if scope.said.name and (baseline is None or scope.said.name != baseline.name):
        return Actor(-1, -1, scope.said.raw, scope.said.name, 0)
    for place in (*scope.earlier[:2], *scope.headings):
        names = [_known(name, 0) for name in place.of("platforms")]
        compared = _compared(names, place.comparators)
        for actor in names:
            if not (actor.generic or actor.unnamed or actor.start in compared) and (
                baseline is None or actor.name != baseline.name
            ):
                return actor
    return None


def _side(actor: Actor | None, sentence: Sentence) -> Side:
    if actor is None:
        return Side()
    at = max(actor.start, 0)
    count = re.search(r"(\d+)\s?x\s?$", sentence.text[max(sentence.start, at - 8) : at]) if actor.start >= 0 else None
    return Side(actor.name, actor.raw, int(count[1]) if count else None, _conditions(actor, sentence))


def _conditions(actor: Actor, sentence: Sentence) -> tuple[tuple[str, str], ...]:
    """What the sentence says of the run: settings of which it states one, software where a machine ran it."""
    stated: dict[str, list[str]] = {}
    for one in sentence.figures:
        if one.figure.kind == "config" and one.metric in CONDITIONS:
            stated.setdefault(one.metric, []).append(sentence.text[one.figure.start : one.figure.end])
    single = {name: values[0] for name, values in stated.items() if len(set(values)) == 1}
    frameworks = " & ".join(dict.fromkeys(m.name for m in sentence.of("frameworks") if m.name != actor.name))
    if frameworks and actor.rank == 0:
        single["framework"] = frameworks
    return tuple((name, single[name]) for name in CONDITIONS if name in single)
