"""A factor against the values printed beside it."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator

from checks.lib import severity
from checks.lib.absolutes import VALUES, Quotient, agrees, complements, divided, quotients, same_dimension, scale
from checks.lib.concessions import apart as apart_by_concession
from checks.lib.factors import factors
from checks.lib.index import by
from checks.lib.settings import unlike
from checks.lib.tokens import every_root, root
from checks.lib.words import apart, said, sides, topic, where
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings
from schemas.names import Vocabulary
from schemas.number_words import UP_TO_BILLION, either
from schemas.statement import Claim, Parsed

CODE = "factor-against-absolutes"
SENTENCES = 250  # characters back to the sentence before, whose two values a factor may divide
TIMED = ("latency", "time_to_train", "time_to_result")
_NO_SPEED = ("memory", "size", "energy", "power", "accuracy")
_PAID = re.compile(
    r"\b(?:pay\w*|paid|costs?|cheap\w*|pric\w+|sav\w+|bills?|spend\w*|expens\w+|less|half)\b", re.IGNORECASE
)
_SPEED = re.compile(r"\b(?:fast\w*|quick\w*|speed\w*|throughput|latency|slow\w*)\b", re.IGNORECASE)
_EACH = re.compile(
    rf"\b(?:each|every|per|a single)\s+(?:(?:{either(UP_TO_BILLION)})\s+)?([a-z]{{3,}})\b", re.IGNORECASE
)
_MEANS = re.compile(
    r"(?:\b(?:and|but|while)|;)\s+(?:(?:even|then|now)\s+)?(?:with|on|using|when|in|for|under)\s", re.IGNORECASE
)
_REST = re.compile(
    r"\b(?:typical\w*|average|mean|median|usual\w*|ordinary|most|others?|rest|worst|best|benchmarks?|published|official)\b",
    re.IGNORECASE,
)
# "Adds another 50%, so that the rate has tripled: 120,000 against 40,000": these two are of the tripling.
_ANEW = re.compile(r"\b(?:doubl|tripl|quadrupl|quintupl|halv)(?:ed|es|ing)\b", re.IGNORECASE)
# "8.1x is reached where bandwidth dominates: four cards offer 9.6 TB/s": what a speed-up comes from is not it.
_WHY = re.compile(r"\b(?:where|wherever|because|since|thanks to|due to|owing to)\b")
_HARDWARE = ("bandwidth", "compute", "memory", "size", "power")
_ITEM = re.compile(r"\n[ \t]*(?:[*•+-]|\d{1,3}[.)])[ \t]+\S")
BESIDE_CHARS = 600  # how far from a factor in prose a value still stands beside it


@check(CODE, version=6, severity="high", since="0.1.0")
def factor_against_absolutes(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor is what the values printed beside it give when divided.

    Why:
        Headline factors are computed once and values edited later, or the other way round. The reader can redo the
        division; so can we.

    Flags:
        "5x faster" beside 100 ms and 40 ms; a percentage that neither reading (speed up by X, time down by X) makes
        of the two values.

    Passes:
        17x beside "less than 3 hours" and "48 hours" (48 / 3 = 16 is a lower bound); 10x beside 58 and 581; one of
        several bars that gives the factor; "28% faster" when one of its two readings fits.

    Does not judge:
        Values whose machine is not printed; values that stand nearer to another factor; values of another workload,
        task, variant or unit; values further away than a paragraph; two values of another item of a list; values
        that a sentence concedes, or that say where the gain comes from.
    """
    for parsed in corpus.parsed:
        values = Values(parsed)
        for claim in parsed.claims:
            if claim.figure.kind in ("ratio", "percent_change"):
                yield from _check(claim, values, corpus)


class Values:
    """A document's printed values by chart, and those of its prose in text order: a factor meets its neighbours."""

    def __init__(self, parsed: Parsed) -> None:
        values = [claim for claim in parsed.claims if claim.figure.kind in (*VALUES, "price")]
        self._text = parsed.document.text
        self._charts = by((one for one in values if one.chart), lambda one: (one.chart, one.workload))
        prose = by((one for one in values if not one.chart), lambda one: one.workload)
        factors = [one for one in parsed.claims if one.figure.kind in ("ratio", "percent_change") and not one.chart]
        self._factors = by(factors, lambda one: one.context_start)
        self._in_order = sorted(factors, key=lambda one: one.figure.start)
        self._all = sorted((one for one in values if not one.chart), key=lambda one: one.figure.start)
        self._prose = {name: sorted(some, key=lambda one: one.figure.start) for name, some in prose.items()}

    def near(self, claim: Claim) -> list[Claim]:
        """Values of the claim's workload on its chart, or within BESIDE_CHARS of it in prose."""
        if claim.chart:
            return self._charts.get((claim.chart, claim.workload), [])
        known, start = self._prose.get(claim.workload, []), claim.figure.start
        return _within(known, start - BESIDE_CHARS, start + BESIDE_CHARS)

    def nearest(self, value: Claim) -> Claim | None:
        """The factor of a value's own sentence that stands nearest to it."""
        known = self._factors.get(value.context_start, ())
        return min(known, key=lambda one: abs(one.figure.start - value.figure.start), default=None)

    def between(self, value: Claim, claim: Claim) -> bool:
        """Whether a factor of another sentence than the two stands between a value and the factor behind it."""
        others = _within(self._in_order, value.figure.start, claim.figure.start)
        return any(one.context_start not in (value.context_start, claim.context_start) for one in others)

    def item_apart(self, left: Claim, right: Claim, claim: Claim) -> bool:
        """Whether both values stand in one item of a list and the factor in a later one, which is of something else."""
        ends = left.figure.end, right.figure.start, right.figure.end, claim.figure.start
        if list(ends) != sorted(ends) or _ITEM.search(self._text, *ends[:2]):
            return False  # one value in each item, and the factor in a third: a list that is read as a whole
        return bool(_ITEM.search(self._text, *ends[2:]))

    def before(self, claim: Claim) -> list[Claim]:
        """Values in prose of the claim's sentence or the one before it, whatever their workload."""
        return _within(self._all, claim.context_start - SENTENCES, claim.context_start + len(claim.context))


def _within(values: list[Claim], start: int, end: int) -> list[Claim]:
    first = bisect_left(values, start, key=lambda one: one.figure.start)
    return values[first : bisect_right(values, end, key=lambda one: one.figure.start)]


def _check(claim: Claim, printed: Values, corpus: Corpus) -> Iterator[Finding | Skip]:
    near = (value for value in printed.near(claim) if not _aside(claim, value))
    values = [value for value in near if _beside(claim, value) and _own_price(claim, value, printed)]
    attributed = quotients(claim, values, corpus.vocabulary) if claim.baseline.name else ()
    pairs = list(attributed) or list(_lone_pair(claim, printed, corpus.vocabulary))
    if not pairs:
        if len(values) > 1 and claim.baseline.name:
            reason = "not applicable, because the values beside it are not printed with both systems"
            yield Skip(CODE, _key(claim), reason)
        return
    allowed = factors(claim)
    missing = complements(pairs) if claim.figure.kind == "ratio" else ()
    if not any(agrees(factor, pair) for factor in allowed for pair in [*pairs, *missing]):
        yield _finding(claim, pairs, allowed)


def _own_price(claim: Claim, value: Claim, printed: Values) -> bool:
    """A price belongs to the factor that stands nearest: "half as much ($1.10 against $2.20) and 1.4x the frames"."""
    return value.figure.kind != "price" or printed.nearest(value) in (None, claim)


def _lone_pair(claim: Claim, printed: Values, vocabulary: Vocabulary) -> Iterator[Quotient]:
    """The two values of a factor's sentence or the one before it, when they are just two of one kind.

    Nobody says whose they are, so the larger is divided by the smaller.
    """
    values = printed.before(claim)
    near = [one for one in values if -SENTENCES <= one.context_start - claim.context_start <= 0 and not one.chart]
    near = [one for one in near if not _aside(claim, one)]
    kinds = {(one.metric, one.figure.kind, one.workload) for one in near}
    if any(one.figure.value_hi is not None for one in near):
        return  # "119 to 135 MB/s on Node, 125 to 138 in browsers": what was seen in several places
    named = {claim.subject.name, claim.baseline.name}
    others = [one for one in near if one.context_start != claim.context_start]
    if "" not in named and any(one.subject.name not in ("", *named) for one in others):
        return  # each is of somebody else
    if len(near) != 2 or len(kinds) != 1 or claim.chart or not _goes_with(claim, near[0]):
        return
    first, second = near
    if printed.item_apart(first, second, claim) or printed.between(first, claim):
        return  # of another item of a list, or another factor stands between
    if any(one.context_start != claim.context_start and (unlike(claim, one) or _of_rest(claim, one)) for one in near):
        return  # "at 16K input we see 1.1x", behind two rates of another length
    if printed.nearest(first) not in (None, claim) or _elsewhere(claim, second):
        return  # they are the other factor's, or measured where the factor was not
    if same_dimension(first.figure, second.figure, vocabulary) and first.figure.value and second.figure.value:
        larger, smaller = sorted(near, key=lambda one: -one.figure.value * scale(one.figure, vocabulary))
        yield divided(larger, smaller, larger, smaller, vocabulary)


def _aside(claim: Claim, value: Claim) -> bool:
    """Whether a value of the factor's sentence is conceded ("though an hour is $8.20") or says why it is so."""
    if claim.context_start != value.context_start or claim.chart:
        return False
    why = _WHY.search(claim.context, claim.at[1], value.at[0]) and value.metric in _HARDWARE
    anew = _ANEW.search(claim.context, claim.at[1], value.at[0])
    return bool(why or anew) or apart_by_concession(claim.context, claim.at[0], value.at[0])


def _of_rest(claim: Claim, value: Claim) -> bool:
    """Whether the factor's sentence turns to other cases than the values': "For a typical image the gain is 4x"."""
    mine, theirs = (frozenset(root(word) for word in _REST.findall(one.context)) for one in (claim, value))
    return bool(mine - theirs)


def _elsewhere(claim: Claim, value: Claim) -> bool:
    """Whether the factor's sentence goes on to another value: "doubles that, and on larger nodes it reaches ..."."""
    at = claim.at[1], value.at[0]
    return claim.context_start == value.context_start and bool(_MEANS.search(claim.context[at[0] : max(at)]))


def _goes_with(claim: Claim, value: Claim) -> bool:
    """Whether the factor can be that of these values: of their metric, or of no metric in particular."""
    if claim.workload and value.workload and claim.workload != value.workload:
        return False
    if value.figure.kind == "price" and not _paid_for(claim) <= every_root(value.context):
        return False
    if value.figure.kind == "price" and claim.metric != "price":
        return bool(_PAID.search(claim.context)) and not _SPEED.search(claim.context)
    if value.metric in _NO_SPEED and claim.metric != value.metric:
        # A "gain" a sentence after two sizes is hardly theirs.
        return claim.context_start == value.context_start and not _SPEED.search(claim.context)
    return claim.metric in ("", "performance", value.metric) or (claim.metric in TIMED and value.metric in TIMED)


def _paid_for(claim: Claim) -> frozenset[str]:
    """What a factor of prices is of each of: the price of an hour is none of "each token"."""
    return frozenset(root(word) for word in _EACH.findall(claim.context))


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.workload, claim.task, claim.metric, claim.subject.name, claim.baseline.name


def _beside(claim: Claim, value: Claim) -> bool:
    if value.variant != claim.variant or not _metrics_agree(claim, value):
        return False
    return not claim.task or not value.task or claim.task == value.task


def _metrics_agree(claim: Claim, value: Claim) -> bool:
    timed = claim.metric.startswith("time_to_") and value.metric.startswith("time_to_")
    return timed or claim.metric == value.metric


def _finding(claim: Claim, pairs: list[Quotient], allowed: list[Readings]) -> Finding:
    gap, pair, factor = min(
        ((factor.rounded.distance(pair.readings.rounded), pair, factor) for pair in pairs for factor in allowed),
        key=lambda found: found[0],
    )
    flipped = (factor.rounded.lower > 1) != (pair.readings.rounded.lower > 1)
    return Finding(
        check=CODE,
        check_version=6,
        verdict="inconsistent",
        severity=severity.of_gap(gap, flipped=flipped),
        message=f"{topic(claim)}{sides(claim)}: the {where(claim)} says "
        f"{said(claim.figure)}, but {said(pair.of.figure)} / {said(pair.by.figure)} gives {pair.readings.rounded}",
        arithmetic=f"{said(claim.figure)} allows {factor.rounded}; {said(pair.of.figure)} / {said(pair.by.figure)} "
        f"allows {pair.readings.rounded}: {apart(gap)}.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), Evidence.of(pair.subject), Evidence.of(pair.baseline)),
        likely_wrong_why="one factor against one pair of values",
    )
