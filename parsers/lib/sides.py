"""Who is compared with whom: the subject and the baseline of a figure, from its sentence.

What follows a comparing word is the baseline; the subject is the likeliest actor that is not compared with. Where the
sentence names nobody, it is who the paragraph spoke of, then who the headings name, then the page's own product.
"""

import re
from collections.abc import Sequence

from parsers.lib.actors import Actor, actors_of, known_actor
from parsers.lib.plain_words import common
from parsers.lib.scene import Found
from parsers.lib.sentence import Scope, Sentence
from parsers.lib.subjects import COMPARES, kin, subject_of
from parsers.lib.verbs import acts
from schemas.statement import CONDITIONS, Side

_AGAIN = re.compile(
    r"\b(?:it|its|this|they|their|them|our\s+system|the\s+(?:system|new|latter|chip|engine|database)|we|our)\b",
    re.IGNORECASE,
)
_PHRASE = re.compile(
    r"\s*(?P<name>(?:(?:the|an?|its|our|their|any|other|both)\s+)?(?:previous|prior|existing|last|current|original|older?|"
    r"next|traditional|conventional|standard|default|baseline|naive|uncompressed|competing|comparable|unoptimi[sz]ed|same|"
    r"\w[\w./’'-]*)(?:\s[\w.+/’'-]+){0,3}?)(?=[,.;:)!?—–]|\s(?:on|for|in|with|at|when|while|and|using|by|under|across|because|"
    r"as|to|of|if|does|did|can|is|was)\b|\s*$)"
)
_RELEASE = re.compile(
    r"\s+(?:version\s+|release\s+|in\s+|with\s+)?(?P<name>v?\d+(?:\.\d+)+|v\d+)(?=[\s,.;)]|$)(?!\s?(?:ms|s|x|%|[KMG]?B)\b)"
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
    baseline = _baseline(found, sentence, actors, comparators) if compares else None
    compared = _compared(sentence, actors, comparators) | ({baseline.start} if baseline else set())
    subject = subject_of(found, sentence, actors, comparators, compared, baseline)
    if scope.torn and (subject is None or subject.generic):
        own = _product(sentence, scope, baseline)
        subject = own if own and own.name in scope.torn else None
    elif subject is None or subject.generic:
        subject = _earlier(sentence, scope, baseline) or subject or _product(sentence, scope, baseline)
    elif baseline and kin(scope.product.name, baseline.name) and not kin(subject.name, baseline.name):
        # "On LAION-5M, queries run 4.6x faster than in Quarrel 2.3", on the page of Quarrel 2.4.
        subject = _product(sentence, scope, baseline) or subject
    if compares and baseline is None and not comparators and subject:
        # What stands behind an earlier factor belongs to that one.
        factors = [one.figure.start for one in sentence.figures if one.figure.kind in COMPARES]
        limit = min(factors, default=found.figure.start)
        baseline = _other([actor for actor in actors if actor.start < limit], subject)
    baseline = _apposed(baseline, sentence, actors)
    named, other = _side(subject, sentence), _side(baseline, sentence)
    return named, other if other.name != named.name else Side()


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


def _apposed(baseline: Actor | None, sentence: Sentence, actors: Sequence[Actor]) -> Actor | None:
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


# --- baseline ------------------------------------------------------------------------------------------------


def _baseline(
    found: Found, sentence: Sentence, actors: Sequence[Actor], comparators: Sequence[re.Match[str]]
) -> Actor | None:
    if direct := _direct(found, sentence, actors):
        return direct
    after = [match for match in comparators if match.start() >= found.figure.end]
    before = [match for match in reversed(comparators) if match.end() <= found.figure.start]
    for match in (*after[:2], *before[:1]):
        limit = found.figure.start if match in before else sentence.end
        if actor := _object(match, sentence, actors, comparators, limit):
            return actor
    return None


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
    return next((a for a in close if _DONE.match(sentence.text, a.end, sentence.end)), None)


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
    if common(raw):
        return None  # "larger than before"
    return Actor(phrase.start("name"), phrase.end("name"), phrase["name"].rstrip("."), raw, 3, unnamed=True)


def _holds_figure(sentence: Sentence, span: tuple[int, int]) -> bool:
    return any(span[0] <= one.figure.start < span[1] for one in sentence.figures)


def _other(actors: Sequence[Actor], subject: Actor) -> Actor | None:
    """With no comparing word: the one other machine of the sentence, when there are just two."""
    others = {
        actor.name: actor for actor in actors if actor.name != subject.name and not actor.rank and not actor.generic
    }
    return next(iter(others.values())) if len(others) == 1 else None


def _compared(sentence: Sentence, actors: Sequence[Actor], comparators: Sequence[re.Match[str]]) -> set[int]:
    """Where the actors stand that a comparing word compares with: the first after each."""
    found = set()
    for match in comparators:
        pause = sentence.text.find(";", match.end(), match.end() + 60)
        limit = pause if pause >= 0 else match.end() + 60
        first = next((actor for actor in actors if match.end() <= actor.start <= limit), None)
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
        names = [known_actor(name, 0) for name in place.of("platforms")]
        if not names:
            continue
        compared = _compared(place, names, place.comparators)
        for actor in names:
            if not (actor.generic or actor.unnamed or actor.start in compared) and (
                baseline is None or actor.name != baseline.name
            ):
                return actor
    introduced = (_introduced(place, scope) for place in scope.earlier[:2])
    return next((one for one in introduced if one and (baseline is None or one.name != baseline.name)), None)


# "We tested Quarrel 2.4 on a laptop.", "Meet Heron X.": what the next sentences speak of.
_INTRODUCES = re.compile(
    r"\b(?:[Ww]e|I)\s+(?:\w+ly\s+|have\s+|also\s+)?(?:tested|benchmarked|measured|built|rebuilt|present|introduced?|announced?|compared|"
    r"released?|ran|ship(?:ped)?|launch(?:ed)?|tried|evaluated)\s+(?:the\s+|our\s+|an?\s+)?$|^(?:Meet|Introducing|Announcing)\s+(?:the\s+)?$"
)


def _introduced(place: Sentence, scope: Scope) -> Actor | None:
    """Who a sentence is about by its grammar: its first words, or what "we tested"."""
    for actor in actors_of(place, scope)[:2]:
        led = place.text[place.start : actor.start]
        first = led in ("", "The ", "Our ") and acts(place, actor.end)
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
    return Actor(-1, -1, own.raw, own.name, 2) if own.name and (baseline is None or own.name != baseline.name) else None


_COUNT = re.compile(r"(\d+)\s?x\s?$")


def _side(actor: Actor | None, sentence: Sentence) -> Side:
    if actor is None:
        return Side()
    at = max(actor.start, 0)
    count = _COUNT.search(sentence.text[max(sentence.start, at - 8) : at]) if actor.start >= 0 else None
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
