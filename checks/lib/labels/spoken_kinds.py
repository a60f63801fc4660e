"""Which kinds of values the words of a factor's sentence speak of: "faster" of times and rates, "smaller" of sizes."""

import re
from collections.abc import Sequence
from functools import lru_cache

from checks.lib.labels.sides import Pair
from checks.lib.language.held_equal import without_equal
from checks.lib.quantities.dimensions import KINDS
from schemas.statement import Claim

SPEED = frozenset({"time", "rate", "length/time", "volume/time", "bandwidth", "compute", "count", "cycles"})
_PHYSICS = (*KINDS, "frequency")
# What a factor may be of where no word says: anything but money, "9 Wh/km" too.
ANY = SPEED | frozenset(_PHYSICS) | frozenset(f"{one}/{by}" for one in (*_PHYSICS, "rate") for by in _PHYSICS)
# Which kinds of values the words of a factor's sentence speak of.
_CUES = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), frozenset(kinds))
    for words, kinds in (
        (r"price\w*|cost\w*|cheap\w*|pay\w*|expens\w+|bill(?:s|ed|ing)?|dollars?", {"price"}),
        (r"(?:memory|network|disk) bandwidths?", {"bandwidth"}),
        (
            r"bit-?rates?|bandwidth|(?:[a-z]+)?(?:bytes|bits) (?:per|an?|each|every) second",
            {"bandwidth", "rate", "count"},
        ),
        (r"[a-z]+s (?:per|an?|each|every) (?:second|minute|hour|day)", {"rate", "count"}),
        (
            (
                r"memory(?! (?:bandwidth|clock|speed|latency|traffic|throughput)s?\b)|"
                # "The larger model" speaks of no size that a factor could be of.
                r"(?:smaller|larger)(?! (?:models?|ones?|batch\w*|clusters?|systems?|contexts?|prompts?|inputs?)\b)|"
                # "At batch size 256" sets something.
                r"bytes|kilobytes|megabytes|gigabytes|disk|space|"
                r"(?<!batch )(?<!block )(?<!page )(?<!step )size(?! (?:of )?\d)|"
                r"(?:less|more|reduc\w+|sav\w+|cut\w*|the) storage(?=\s(?:by|than|needs?|footprint)|[,.;]|$)"
            ),
            {"size"},
        ),
        (r"power|watts?|energy|electricity|joules?", {"power", "energy"}),
        (r"(?:t|p)?flops|tops(?! out\b)|arithmetic(?! mean)|compute(?= of| throughput| power|[,.;]|$)", {"compute"}),
        # A latency is a time wherever no word besides speaks of speed; a number under "Latency" needs no unit.
        (r"latenc(?:y|ies)(?![^.;]*\b(?:fast|quick|speed|slow|throughput))", {"time", "count"}),
        (r"times? (?:to|per|until)", {"time", "count"}),  # "10x faster time to first token" is of no rate
        (r"fast\w*|quick\w*|speed\w*|slow\w*|throughput|latency|time|longer|shorter|sooner|as long", SPEED),
        (r"p\d{2}(?:\.\d+)?|(?:\d{2}(?:\.\d+)?(?:th|st|nd|rd) )?percentiles?", {"time", "count"}),
        (r"shr[aiu]nk\w*", {"size", "count"}),
    )
)


# "The memory bandwidth": of no size.
_WORD = re.compile(
    r"(?:memory|disk|storage|network)\s(?:bandwidth|clock|speed|latency|traffic|throughput)s?\b|\S+", re.IGNORECASE
)
_NOUN = re.compile(
    r"\s*(?:(?:as (?:much|many)|more|less|fewer|higher|lower|better|greater|the)\s){0,2}"
    r"(?P<noun>[\w-]+(?:\s[\w-]+){0,3}?)(?![\w-])"
    r"(?=\s?(?:\b(?:of|than|over|versus|vs|as|out|that|in|on|at|for|with|from|against|when|compared|relative)\b|[,.;:()]|$))"
)
# "Costs 3 % of the throughput" speaks of no price.
_PAID_IN = re.compile(
    r"\bcosts?\b(?=[^.;$€£]{0,24}\bof (?:its |the )?(?:\w+ )?"
    r"(?:throughput|bandwidth|performance|speed|rate|capacity)\b)",
    re.IGNORECASE,
)


@lru_cache(maxsize=16384)  # chains of factors ask of one sentence with each of the others
def kinds_of(sentence: str) -> frozenset[str]:
    """The kinds of values that the words of a factor's sentence speak of; any but prices where they speak of none."""
    sentence = without_equal(sentence)
    return next((kinds for words, kinds in _CUES if words.search(sentence)), ANY)


def noun_of(claim: Claim) -> str:
    """What a factor itself says that it is of: "1.8x the output throughput", "2.6 times as many bytes a second"."""
    match = _NOUN.match(claim.behind)
    return match["noun"] if match else ""


def kinds_of_noun(claim: Claim) -> frozenset[str]:
    """The kinds of values that a factor's own noun speaks of; none where it has none that says any."""
    return next(iter(_spoken(without_equal(noun_of(claim)))), frozenset())


def only_kinds(text: str) -> frozenset[str]:
    """The kinds of values that a text speaks of, where it speaks of one thing only."""
    found = _spoken(without_equal(text))
    return found[0] if len(found) == 1 else frozenset()


def of_factor(claim: Claim) -> frozenset[str]:
    """What the words right behind a factor speak of ("6x speedup"), else those of its sentence."""
    return next(
        (kinds for kinds in map(kinds_of, right_behind(claim)) if kinds != kinds_of("")), kinds_of(claim.context)
    )


def right_behind(claim: Claim) -> list[str]:
    """The two words right behind a factor; "memory bandwidth" is one."""
    return _WORD.findall(claim.behind)[:2]


def meant(every: Sequence[Pair], sentence: str, clause: str = "", noun: str = "", before: str = "") -> list[Pair]:
    """The pairs of the kind of value that a sentence speaks of; all where it speaks of none that there is.

    The noun of the factor goes first, then its clause: "4 times faster, with less memory" is no factor of memory. What
    speaks of nothing ("is a factor of four") is of what the sentence before speaks of.
    """
    texts = (_PAID_IN.sub(" ", without_equal(text)) for text in (noun, clause, sentence, before))
    nouns, clauses, sentences, headed = map(_spoken, texts)
    if own := nouns or clauses or (headed if not sentences and len(headed) == 1 else ()):
        return [one for one in every if one.left.amount.kind in own[0]]
    of_kind = ([one for one in every if one.left.amount.kind in kinds] for kinds in sentences)
    return next(filter(None, of_kind), list(every))


@lru_cache(maxsize=1024)  # each sentence is held against many sheets
def _spoken(text: str) -> tuple[frozenset[str], ...]:
    return tuple(kinds for words, kinds in _CUES if words.search(text))
