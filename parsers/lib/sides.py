"""Who is compared with whom: the subject and the baseline of a figure, from its sentence.

What follows a comparing word is the baseline; the subject is the likeliest actor that is not compared with. Where the
sentence names nobody, it is who the paragraph spoke of, then who the headings name, then the page's own product.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from parsers.lib.actors import Actor, actors_of, known_actor
from parsers.lib.baselines import apposed, baseline_of, compared_with, other_machine, rival
from parsers.lib.number_formats import format_doing
from parsers.lib.placed import kin
from parsers.lib.scene import Found
from parsers.lib.sentence import Scope, Sentence
from parsers.lib.subjects import COMPARES, subject_of
from parsers.lib.verbs import acts
from schemas.statement import CONDITIONS, Side

_AGAIN = re.compile(
    r"\b(?:it|its|this|they|their|them|our\s+system|the\s+(?:system|new|latter|chip|engine|database)|we|our)\b",
    re.IGNORECASE,
)


def sides_of(found: Found, sentence: Sentence, scope: Scope) -> tuple[Side, Side]:
    """Subject and baseline of a figure; empty sides where the words do not say."""
    actors = actors_of(sentence, scope)
    if side := _spelled_out(found, sentence, scope, actors):
        return side, Side()
    if found.metric == "system_count":
        # "4x IPU-M2000 gives ... than 2x DGX A100": a count belongs to what it counts, on whichever side it stands.
        return _side(next((a for a in actors if a.start >= found.figure.end and not a.rank), None), sentence), Side()
    comparators = sentence.comparators
    compares = found.figure.kind in COMPARES
    baseline = baseline_of(found, sentence, actors, comparators) if compares else None
    compared = compared_with(sentence, actors, comparators) | ({baseline.start} if baseline else set())
    subject = subject_of(found, sentence, actors, comparators, compared, baseline)
    subject = subject or format_doing(sentence, baseline, found.figure.start)
    subject = _meant(subject, baseline, found, sentence, scope)
    if compares and baseline is None and subject:
        baseline = _unsaid(found, sentence, scope, actors, subject)
    baseline = apposed(baseline, sentence, actors)
    return _named_apart(subject, baseline, sentence, scope)


def _meant(
    subject: Actor | None, baseline: Actor | None, found: Found, sentence: Sentence, scope: Scope
) -> Actor | None:
    """Who is meant where the sentence names nobody, a class, or a property: who was spoken of, or the page's own."""
    if scope.torn and (subject is None or subject.generic):
        own = _product(sentence, scope, baseline)
        return own if own and own.name in scope.torn else None
    if subject is None or subject.generic:
        return _earlier(sentence, scope, baseline) or subject or _product(sentence, scope, baseline)
    if baseline and kin(scope.product.name, baseline.name) and not kin(subject.name, baseline.name):
        # "On LAION-5M, queries run 4.6x faster than in Quarrel 2.3", on the page of Quarrel 2.4.
        return _product(sentence, scope, baseline) or subject
    if baseline and not baseline.rank and subject.rank == 1 and _property(subject, found, sentence):
        return _product(sentence, scope, baseline) or subject  # "with SGLang: 20% more tokens than B200"
    if baseline and _property(subject, found, sentence) and sibling(scope.product.name, baseline.name):
        return _product(sentence, scope, baseline) or subject
    return subject


def _unsaid(found: Found, sentence: Sentence, scope: Scope, actors: Sequence[Actor], subject: Actor) -> Actor | None:
    """The other side where no comparing word names it: the one other of the sentence, or who the heading asks about."""
    # What stands behind an earlier factor belongs to that one.
    factors = [one.figure.start for one in sentence.figures if one.figure.kind in COMPARES]
    limit = min(factors, default=found.figure.start)
    other = None
    if not sentence.comparators:
        other = other_machine([actor for actor in actors if actor.start < limit], subject)
    return other or rival(found, sentence, actors, subject) or _asked(sentence, scope, subject)


def _named_apart(subject: Actor | None, baseline: Actor | None, sentence: Sentence, scope: Scope) -> tuple[Side, Side]:
    """Both sides by name, the baseline empty where nothing tells them apart."""
    named, other = _side(subject, sentence), _side(baseline, sentence)
    if other.name and other.name == named.name:
        named, other = _released(named, subject, sentence), _released(other, baseline, sentence)
    other = _of_line(other, named.name, scope.product.name)
    return named, other if other.name != named.name else Side()


_BEHIND = re.compile(r"\s(?P<release>v?\d+(?:\.\d+)*)(?![\w%]|\.\d|\s?(?:x|times)\b)")


def _released(side: Side, actor: Actor | None, sentence: Sentence) -> Side:
    """A known name with the release behind it, where both sides have that name: "ROCm 7.0" over "ROCm 6"."""
    match = _BEHIND.match(sentence.text, actor.end, sentence.end) if actor and actor.end > 0 else None
    return replace(side, name=f"{side.name} {match['release']}") if match else side


def _asked(sentence: Sentence, scope: Scope, subject: Actor) -> Actor | None:
    """Who the heading compares with, where the sentence does with nobody: "How does it compare with the MI300X?"."""
    if sentence.comparators or not scope.headings:
        return None
    heading = scope.headings[0]
    actors = actors_of(heading, scope)
    compared = compared_with(heading, actors, heading.comparators)
    asked = [a for a in actors if a.start in compared and a.rank <= 2 and not a.generic and a.name != subject.name]
    return asked[0] if len(asked) == 1 and heading.words.rstrip().endswith("?") else None


_RELEASE = re.compile(r"v?\d+(?:\.\d+)+")
_LINE = re.compile(rf"(?P<line>\S.*?)\s{_RELEASE.pattern}")


def _of_line(side: Side, *others: str) -> Side:
    """The release of the other side's product where only its number is printed: Kestrel 2.9 for "what 2.9 managed"."""
    lines = (match["line"] for name in others if (match := _LINE.fullmatch(name)))
    line = next(lines, "") if _RELEASE.fullmatch(side.name) else ""
    return replace(side, name=f"{line} {side.name}") if line else side


# "X is 13x faster than Y: 45 minutes instead of 585 minutes": the values behind a factor are those of its two sides.
_INSTEAD = re.compile(
    r",?\s(?:instead of|against|rather than|compared (?:with|to)|versus|vs\.?|(?:down|up) from|"
    r"from|where it (?:took|needed|was))\s(?:the\s)?"
)
_BECAME = re.compile(r"\s(?:to|became|becomes?|fell to|rose to)\s")


def _spelled_out(found: Found, sentence: Sentence, scope: Scope, actors: Sequence[Actor]) -> Side | None:
    """Whose one of two values is that spell out the factor before them; None where the sentence says more than that."""
    if found.figure.kind in COMPARES:
        return None
    factors = [one for one in sentence.figures if one.figure.kind in COMPARES]
    alike = [one for one in sentence.figures if one.figure.kind == found.figure.kind]
    # "at 40 seconds versus 8 minutes": times are alike whatever their units.
    values = [one for one in alike if one.figure.unit == found.figure.unit or found.figure.kind == "duration"]
    if len(factors) != 1 or len(values) != 2 or factors[0].figure.start > values[0].figure.start:
        return None
    first, second = values
    between = sentence.text[first.figure.end : second.figure.start]
    direct, turned = _INSTEAD.fullmatch(between), _BECAME.fullmatch(between)
    last = max((actor.end for actor in actors), default=sentence.end)
    if not (direct or turned) or last > first.figure.start:
        return None
    subject, baseline = sides_of(factors[0], sentence, scope)
    if not subject.name or not baseline.name:
        return None
    return subject if (found is first) == bool(direct) else baseline


def _earlier(sentence: Sentence, scope: Scope, baseline: Actor | None) -> Actor | None:
    """Who the paragraph was speaking of, when this sentence names nobody or says "it"."""
    if sentence.of("platforms") and not _AGAIN.search(sentence.words):
        return None
    if scope.said.name and (baseline is None or scope.said.name != baseline.name):
        return Actor(-1, -1, scope.said.raw, scope.said.name, 0)
    for place in (*scope.earlier[:2], *scope.headings):
        names = [known_actor(name, 0) for name in place.of("platforms")]
        if not names:
            continue
        compared = compared_with(place, names, place.comparators)
        for actor in names:
            if not (actor.generic or actor.unnamed or actor.start in compared) and (
                baseline is None or actor.name != baseline.name
            ):
                return actor
    told = [_introduced(place, scope) for place in scope.earlier[:2]] + [_headed(one, scope) for one in scope.headings]
    return next((one for one in told if one and (baseline is None or one.name != baseline.name)), None)


_ON = re.compile(r"\bon\s(?:the\s|an?\s|one\s)?$")


def _headed(heading: Sentence, scope: Scope) -> Actor | None:
    """The machine that a heading ends with: "Generative AI on the Hailo-10H"."""
    last = actors_of(heading, scope)[-1:]
    end = heading.start + len(heading.words.rstrip(" :#*_"))
    named = (a for a in last if a.rank <= 2 and a.end == end and _ON.search(heading.text[heading.start : a.start]))
    return next(named, None)


# "We tested Quarrel 2.4 on a laptop.", "Meet Heron X.": what the next sentences speak of.
_INTRODUCES = re.compile(
    r"\b(?:[Ww]e|I)(?:\s+are|\s+am|[’']re|[’']m)?\s+(?:\w+ly\s+|have\s+|also\s+)?(?:tested|benchmarked|measured|built|rebuilt|present|introduc(?:ed?|ing)|announc(?:ed?|ing)|compared|"
    r"happy\s+to\s+announce|releas(?:ed?|ing)|ran|ship(?:ped)?|launch(?:ed)?|tried|evaluated)\s+(?:the\s+|our\s+|an?\s+)?$|^(?:Meet|Introducing|Announcing)\s+(?:the\s+)?$"
)


_FIRST = re.compile(r"(?:(?:The|Our|[A-Z]\w+['’]s)\s)?")


def _introduced(place: Sentence, scope: Scope) -> Actor | None:
    """Who a sentence is about by its grammar: its first words, or what "we tested"."""
    for actor in actors_of(place, scope)[:2]:
        led = place.text[place.start : actor.start]
        first = _FIRST.fullmatch(led) and acts(place, actor.end)
        if actor.rank in (0, 1, 2) and not (actor.generic or actor.unnamed) and (first or _INTRODUCES.search(led)):
            return actor
    return None


# "Such a server", "each rack": something made of the product, with figures of its own.
_OTHER_THING = re.compile(
    r"(?:such\s+an?|each|every|an?|one)\s+(?:[\w-]+\s+)?(?:server|node|rack|cluster|pod|cabinet|data\s?cent(?:er|re)|box)\b",
    re.IGNORECASE,
)


def _product(sentence: Sentence, scope: Scope, baseline: Actor | None) -> Actor | None:
    """The product that the page is about, when nobody else is named and it is not what is compared with."""
    own = scope.product
    if _OTHER_THING.match(sentence.text, sentence.start, sentence.end):
        return None
    if not own.name or (baseline is not None and own.name == baseline.name):
        return None
    # "Halden D20", on whose page the other is plain "D10": named as the sentences do.
    short = baseline is not None and " " not in baseline.name and sibling(own.name, baseline.name)
    return Actor(-1, -1, own.raw, own.name.rpartition(" ")[2] if short else own.name, 2)


_CODE = re.compile(r"(?:.*\s)?(?P<letters>[A-Za-z]{1,4}-?)\d[\w.-]*")
_COLON = re.compile(r"[^:;.]*:\s(?:(?:up\s+to|about|over|more\s+than|at\s+least|nearly)\s+)?")


def sibling(one: str, other: str) -> bool:
    """Whether two names end in codes of one family: "Halden D20" and "D10"."""
    mine, theirs = _CODE.fullmatch(one), _CODE.fullmatch(other)
    return bool(
        mine and theirs and mine["letters"] == theirs["letters"] and one.rpartition(" ")[2] != other.rpartition(" ")[2]
    )


def _property(subject: Actor, found: Found, sentence: Sentence) -> bool:
    """Whether a name stands before a colon that the figure follows: "NVMe/TCP read: 3.8x the IOPS of ..."."""
    head = sentence.text[sentence.start : found.figure.start]
    return sentence.start <= subject.start < found.figure.start and _COLON.fullmatch(head) is not None


_COUNT = re.compile(r"(\d+)\s?x\s?$")
_NOTED = re.compile(r"\.?[¹²³⁴⁵⁶⁷⁸⁹⁰†‡§]+$")  # "than the Skerry One.¹": a footnote's mark is no part of a name


def _side(actor: Actor | None, sentence: Sentence) -> Side:
    if actor is None:
        return Side()
    at = max(actor.start, 0)
    count = _COUNT.search(sentence.text[max(sentence.start, at - 8) : at]) if actor.start >= 0 else None
    name, raw = (_NOTED.sub("", one) for one in (actor.name, actor.raw))
    return Side(name, raw, int(count[1]) if count else None, _conditions(actor, sentence))


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
