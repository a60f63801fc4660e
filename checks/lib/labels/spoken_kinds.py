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
        (r"bit-?rates?|bandwidth", {"bandwidth", "rate", "count"}),
        (
            (
                r"memory|"
                # "The larger model" speaks of no size that a factor could be of.
                r"(?:smaller|larger)(?! (?:models?|ones?|batch\w*|clusters?|systems?|contexts?|prompts?|inputs?)\b)|"
                r"bytes|kilobytes|megabytes|gigabytes|size|disk|space|"
                r"(?:less|more|reduc\w+|sav\w+|cut\w*|the) storage(?=\s(?:by|than|needs?|footprint)|[,.;]|$)"
            ),
            {"size"},
        ),
        (r"power|watts?|energy|joules?", {"power", "energy"}),
        (r"(?:t|p)?flops|tops|compute(?= of| throughput| power|[,.;]|$)", {"compute"}),
        # A latency is a time wherever no word besides speaks of speed; a number under "Latency" needs no unit.
        (r"latenc(?:y|ies)(?![^.;]*\b(?:fast|quick|speed|slow|throughput))", {"time", "count"}),
        (r"times? (?:to|per|until)", {"time", "count"}),  # "10x faster time to first token" is of no rate
        (r"fast\w*|quick\w*|speed\w*|slow\w*|throughput|latency|time|longer|shorter|sooner|as long", SPEED),
    )
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


def of_factor(claim: Claim) -> frozenset[str]:
    """What the words right behind a factor speak of ("6x speedup"), else those of its sentence."""
    near = (kinds_of(word) for word in claim.behind.split()[:2])
    return next((kinds for kinds in near if kinds != kinds_of("")), kinds_of(claim.context))


def meant(every: Sequence[Pair], sentence: str, clause: str = "") -> list[Pair]:
    """The pairs of the kind of value that a sentence speaks of; all where it speaks of none that there is.

    The clause of the factor goes first: "4 times faster, with less memory" is no factor of memory.
    """
    clauses, sentences = (_spoken(_PAID_IN.sub(" ", without_equal(text))) for text in (clause, sentence))
    if clauses:
        return [one for one in every if one.left.amount.kind in clauses[0]]
    of_kind = ([one for one in every if one.left.amount.kind in kinds] for kinds in sentences)
    return next(filter(None, of_kind), list(every))


@lru_cache(maxsize=1024)  # each sentence is held against many sheets
def _spoken(text: str) -> tuple[frozenset[str], ...]:
    return tuple(kinds for words, kinds in _CUES if words.search(text))
