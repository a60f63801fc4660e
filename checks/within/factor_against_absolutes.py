"""A factor against the values printed beside it."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.words import apart, come_to, said, sides, topic, where
from checks.lib.language.concessions import apart as apart_by_concession
from checks.lib.language.settings import opposed, scopes, unlike
from checks.lib.language.tokens import every_root, root, roots, tokens
from checks.lib.quantities.asserted import is_difference
from checks.lib.quantities.scanned import content
from checks.lib.statements.absolutes import Quotient, agrees, complements, divided, quotients, same_dimension, scale
from checks.lib.statements.factors import BOUGHT, factors
from checks.lib.statements.values_around import SENTENCES, Values
from checks.lib.telling.told import VERBS
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings
from schemas.names import Vocabulary
from schemas.number_words import UP_TO_BILLION, either
from schemas.statement import Claim

CODE = "factor-against-absolutes"
TWICE, ROUGH = Decimal("0.002"), Decimal("0.06")  # off 1, of a value told again in another unit: exactly, and about
TIMED = ("latency", "time_to_train", "time_to_result")
GENERIC = ("", "performance")
_THAT = re.compile(r"(?:(?:so|thus|and|hence)\b,? )?(?:that|this|it|these|those|which|both)\b|an?\b", re.IGNORECASE)
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
# "Reads within 420 us, 11% sooner than release 5.1, and writes within 0.83 ms".
_NEXT = re.compile(r"\bthan\b[^,;]*[,;]\s+(?:and|but|while)\s", re.IGNORECASE)
_REST = re.compile(
    r"\b(?:typical\w*|average|mean|median|usual\w*|ordinary|most|others?|rest|worst|best|benchmarks?|published|official)\b",
    re.IGNORECASE,
)
# "Adds another 50%, so that the rate has tripled: 120,000 against 40,000": these two are of the tripling.
_ANEW = re.compile(r"\b(?:doubl|tripl|quadrupl|quintupl|halv)(?:ed|es|ing)\b", re.IGNORECASE)
# "8.1x is reached where bandwidth dominates: four cards offer 9.6 TB/s": what a speed-up comes from is not it.
_WHY = re.compile(r"\b(?:where|wherever|because|since|thanks to|due to|owing to)\b")
# "192 GB of memory, six times that of the older one": of the memory, whatever else the sentence prints.
_APPOSED = re.compile(r"\d[\d,.]*\s?[A-Za-z/]+(?:\s(?:of\s)?[\w-]+){0,4},\s$")
_SAME_OF = re.compile(r"\s(?:that|those|what|as (?:much|many))\b")
_PER_COST = re.compile(r"\bper (?:watt|joule|kilowatt|kwh|dollar|euro|pound)\b", re.IGNORECASE)
# "1.9x the per-GPU performance" is of no two times of whole machines; "per second" is of a rate.
_PER_PART = re.compile(r"\bper[ -](?!(?:second|minute|hour|day|week|month|year)s?\b)(?P<of>[a-z]{3,})", re.IGNORECASE)
# "At 216x an hour takes 17 seconds": a case that the value is of, and nothing that was gained.
_AT, _OF_BASE = re.compile(r"\bat\s$", re.IGNORECASE), re.compile(r"\s*(?:times\s)?(?:the|that|what|as)\b")
_PARAGRAPH = re.compile(r"\n\s*\n")
_END = re.compile(r"[,;:.](?=\s)|\s(?:and|but|while|whereas)\s")
_COSTS = ("power", "energy", "price")
_HARDWARE = ("bandwidth", "compute", "memory", "size", "power")


_ON = re.compile(
    r"(?:\s(?:gains?|improvements?|increases?|speed-?ups?|jump|step|uplift|rise|leap|boost|advance)(?:\sup)?)?"
    r"(?:\s(?:on|over|from|up from|compared (?:to|with)|against|times))?\s(?:the|our|its)\s(?:\w+\s)?",
    re.IGNORECASE,
)
_NOW = re.compile(r"\b(?:now|today|this (?:release|update|version)|newest|latest|new)\b", re.IGNORECASE)
_FOR_EACH = re.compile(r"\s(?:for|per|of|on)?\s?(?:each|every)\b|\s(?:per|apiece)\b", re.IGNORECASE)
_REQUIRED = re.compile(
    r"\b(?:limits?|bounded|bounds?|constraints?|constrained|SLOs?|SLAs?|deadlines?|must|required?|requirements?|"
    r"allows?|allowed|has to|have to|budgets?|targets?)\b[^;.]*$",
    re.IGNORECASE,
)
FURTHEST = 1000  # times apart
_RATHER = re.compile(r"\b(?:rather than|instead of|against|versus|vs|compared (?:to|with)|in place of)\b")


@check(CODE, version=15, severity="high", since="0.1.0")
def factor_against_absolutes(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor is what the values printed beside it give when divided.

    Why:
        Headline factors are computed once and values edited later, or the other way round. The reader can redo the
        division; so can we.

    Flags:
        "5x faster" beside 100 ms and 40 ms; a percentage that neither reading (speed up by X, time down by X) makes
        of the two values; "a 3.2x gain on the 450 tokens/s of our launch" of the one value above that is of now.

    Passes:
        17x beside "less than 3 hours" and "48 hours" (48 / 3 = 16 is a lower bound); 10x beside 58 and 581; one of
        several bars that gives the factor; "28% faster" when one of its two readings fits.

    Does not judge:
        What a watt or a dollar buys;
        values whose machine is not printed; values that stand nearer to another factor; values of another workload,
        task, variant or unit; values further away than a paragraph; two values of another item of a list; values
        that a sentence concedes, or that say where the gain comes from; what lies between two values ("4 ms better
        than"); a factor of no metric in the sentence after two values that says nothing of them, or of which they give
        another one ("3.4x per card and 1.7x per watt"); two limits that had to be met ("a first token within
        2 s and 200 ms for each one after it"); one per chip or node of values that are of none; one that says
        at which setting a value was measured ("at 216x"). Low where a value stands in another paragraph.
    """
    for parsed in corpus.parsed:
        values = Values(parsed)
        for claim in parsed.claims:
            if claim.figure.kind in ("ratio", "percent_change") and not _bought(claim) and not _is_case(claim):
                yield from _check(claim, values, corpus)


def _bought(claim: Claim) -> bool:
    """Whether a factor is of what a watt or a dollar buys: "1.5 times as many per watt" beside the watts."""
    behind = _END.split(claim.context[claim.at[1] :])[0]
    return bool(BOUGHT.search(claim.context) or (claim.metric in _COSTS and _PER_COST.search(behind)))


def _is_case(claim: Claim) -> bool:
    """Whether a factor says at which setting a value was measured."""
    return bool(_AT.search(claim.before)) and not _OF_BASE.match(claim.behind)


def _per_another(claim: Claim, value: Claim) -> bool:
    """Whether a factor is of each part of something ("per-GPU performance"), and a value says nothing of that."""
    parts = {root(one["of"]) for one in _PER_PART.finditer(_END.split(claim.behind)[0])}
    return not parts <= every_root(value.context)


def _check(claim: Claim, printed: Values, corpus: Corpus) -> Iterator[Finding | Skip]:
    if _of_unread(claim, printed):
        return
    near = (value for value in printed.near(claim) if not (_aside(claim, value) or _per_another(claim, value)))
    values = [value for value in near if _beside(claim, value) and _own_price(claim, value, printed)]
    attributed = quotients(claim, values, corpus.vocabulary) if claim.baseline.name else ()
    found = list(attributed) or list(_lone_pair(claim, printed, corpus.vocabulary))
    found = found or list(_of_base(claim, printed, corpus.vocabulary))
    # A value told twice is that of one side ("311.9 minutes, about 5.2 hours"): nobody divides it by itself.
    pairs = [one for one in found if not _told_twice(one)]
    if not pairs:
        if len(values) > 1 and claim.baseline.name:
            reason = "not applicable, because the values beside it are not printed with both systems"
            yield Skip(CODE, _key(claim), reason)
        return
    allowed = factors(claim)
    missing = complements(pairs) if claim.figure.kind == "ratio" else ()
    turned = [
        divided(one.subject, one.baseline, one.by, one.of, corpus.vocabulary) for one in pairs if _in_turn(claim, one)
    ]
    if not any(agrees(factor, pair) for factor in allowed for pair in [*pairs, *missing, *turned]):
        yield _finding(claim, pairs, allowed, printed.text)


def _told_twice(one: Quotient) -> bool:
    """Whether two values are one in two units; of hedged ones what both allow tells, where that is narrow."""
    if one.point is not None:
        return abs(one.point - 1) <= TWICE
    given = one.readings.rounded
    return given.lower >= 1 - ROUGH and given.upper <= 1 + ROUGH


def _in_turn(claim: Claim, pair: Quotient) -> bool:
    """Whether a factor's sentence sets two values against each other: "compared to B: 918 TFLOPS rather than 197".

    The first is of what is praised, whoever is named last before it.
    """
    own = pair.of.context_start == pair.by.context_start == claim.context_start
    return own and bool(_RATHER.search(_between(pair.of, pair.by)))


def _set_against(claim: Claim, near: Sequence[Claim]) -> list[Claim]:
    """The two values that a factor's own sentence sets against each other, whatever the one before prints."""
    own = [one for one in near if one.context_start == claim.context_start]
    if len(own) != 2 or own[0].figure.unit != own[1].figure.unit or not _RATHER.search(_between(*own)):
        return []
    small, large = sorted(one.figure.value for one in own)
    return own if large < small * FURTHEST else []  # "7.25 million instead of 5.18": the million is of both


def _between(one: Claim, other: Claim) -> str:
    """What one sentence says between two of its values."""
    first, last = sorted((one.figure, other.figure), key=lambda each: each.start)
    start = one.context_start
    return one.context[max(0, first.end - start) : max(0, last.start - start)]


def _of_unread(claim: Claim, printed: Values) -> bool:
    """Whether a factor is said of the number right before it, and that is no value of its metric."""
    number = _APPOSED.search(claim.context, 0, claim.at[0])
    if claim.chart or number is None or not _SAME_OF.match(claim.context, claim.at[1]):
        return False
    at = claim.context_start + number.start()
    return not any(
        one.figure.start <= at < one.figure.end and _metrics_agree(claim, one) for one in printed.near(claim)
    )


def _own_price(claim: Claim, value: Claim, printed: Values) -> bool:
    """A price belongs to the factor that stands nearest: "half as much ($1.10 against $2.20) and 1.4x the frames"."""
    return value.figure.kind != "price" or printed.nearest(value) in (None, claim)


def _lone_pair(claim: Claim, printed: Values, vocabulary: Vocabulary) -> Iterator[Quotient]:
    """The two values of a factor's sentence or the one before it, when they are just two of one kind.

    Nobody says whose they are, so the larger is divided by the smaller.
    """
    values = printed.before(claim)
    near = [one for one in values if -SENTENCES <= one.context_start - claim.context_start <= 0 and not one.chart]
    near = [one for one in near if not (_aside(claim, one) or _per_another(claim, one) or is_difference(one.behind))]
    near = _set_against(claim, near) or near
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
    if _apart(claim, first, second, printed):
        return
    if any(one.context_start != claim.context_start and (unlike(claim, one) or _of_rest(claim, one)) for one in near):
        return  # "at 16K input we see 1.1x", behind two rates of another length
    if printed.nearest(first) not in (None, claim) or _elsewhere(claim, second) or not _speaks_of(claim, near):
        return  # they are the other factor's, or measured where the factor was not
    if same_dimension(first.figure, second.figure, vocabulary) and first.figure.value and second.figure.value:
        larger, smaller = sorted(near, key=lambda one: -one.figure.value * scale(one.figure, vocabulary))
        yield divided(larger, smaller, larger, smaller, vocabulary)


def _of_base(claim: Claim, printed: Values, vocabulary: Vocabulary) -> Iterator[Quotient]:
    """The value that a factor is said to be over ("a 3.2x gain on the 450 tokens/s of our launch"), and that of now.

    What there is now stands in the last sentence above that prints a value of the kind, one and no more.
    """
    own = [one for one in printed.before(claim) if one.context_start == claim.context_start]
    base = next((one for one in own if one.figure.start > claim.figure.end), None)
    if base is None or len(own) != 1 or not _ON.fullmatch(claim.context[claim.at[1] : base.at[0]]):
        return
    above = [one for one in printed.above(claim) if same_dimension(one.figure, base.figure, vocabulary)]
    last = [one for one in above if one.context_start == above[-1].context_start]
    if (
        len(last) == 1
        and last[0].workload == claim.workload
        and _NOW.search(last[0].context)
        and not _aside(claim, last[0])
    ):
        yield divided(last[0], base, last[0], base, vocabulary)


def _speaks_of(claim: Claim, near: Sequence[Claim]) -> bool:
    """Whether anything but its place ties a factor to values of a sentence before: not "Our user base has doubled"."""
    contrasted = all(one.subject.name for one in near) and near[0].subject.name != near[1].subject.name
    shared = (content(claim.context) & content(near[0].context)) - VERBS
    return (
        contrasted
        or any(claim.context_start == one.context_start for one in near)
        or near[0].figure.kind == "price"  # of prices it says itself that something is paid
        or claim.metric == near[0].metric not in GENERIC
        or bool(_THAT.match(claim.context))
        or any(map(str.isalpha, shared))
    )


def _apart(claim: Claim, first: Claim, second: Claim, printed: Values) -> bool:
    """Whether two values are of another item of a list, section or case ("cold", "warm"), or of another factor."""
    if printed.item_apart(first, second, claim) or printed.between(first, claim):
        return True
    if _of_each(first) != _of_each(second) or _limits(claim, first, second):
        return True
    if first.context_start == second.context_start:
        # "Reads within 420 us, 11 % sooner than 5.1, and writes within 0.83 ms": neither is of 5.1.
        return bool(claim.baseline.name) and any(opposed([_own_words(first)], [_own_words(second)]))
    # "The problem: the rollup took 47 minutes", and in the next section "a rollup that runs 6.8 times faster".
    told = first if second.context_start == claim.context_start else second
    named = (roots(tokens(claim.context)) & roots(tokens(told.context))) - VERBS
    elsewhere = printed.headed_apart(first, claim) and not any(map(str.isalpha, named))
    return elsewhere or any(opposed(scopes(first), scopes(second)))


def _of_each(value: Claim) -> bool:
    """Whether a value is of each of something: "2 seconds, and 200 ms for each token after it" are two limits."""
    return bool(_FOR_EACH.match(value.behind))


def _limits(claim: Claim, first: Claim, second: Claim) -> bool:
    """Whether one clause sets both values as limits that had to be met: nothing was measured to be either."""
    if not claim.context_start == first.context_start == second.context_start:
        return False
    at = min(first.at[0], second.at[0])
    return bool(_REQUIRED.search(claim.context[:at])) and not _RATHER.search(_between(first, second))


def _own_words(value: Claim) -> str:
    """What leads to a value within its part of the sentence."""
    return re.split(r"[,;:](?=\s)|\s(?:and|while|but|whereas)\s", value.before)[-1]


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
    if claim.context_start != value.context_start:
        return False
    between = claim.context[at[0] : max(at)]
    own = claim.baseline.name and value.subject.name == claim.baseline.name
    return bool(_MEANS.search(between) or (_NEXT.search(between) and not own))


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


def _in_other_paragraph(claim: Claim, value: Claim, text: str) -> bool:
    """Whether a blank line stands between a factor and a value of prose: what is told between may be another thing."""
    first, second = sorted((claim.figure.start, value.figure.start))
    return not (claim.chart or value.chart) and bool(_PARAGRAPH.search(text, first, second))


def _finding(claim: Claim, pairs: list[Quotient], allowed: list[Readings], text: str) -> Finding:
    gap, pair, factor = min(
        ((factor.rounded.distance(pair.readings.rounded), pair, factor) for pair in pairs for factor in allowed),
        key=lambda found: found[0],
    )
    flipped = (factor.rounded.lower > 1) != (pair.readings.rounded.lower > 1)
    beside = (pair.subject, pair.baseline)
    inside = all(one.context_start == claim.context_start for one in beside)
    level = severity.of_gap(gap, flipped=flipped) if inside or flipped else severity.of_reckoned(gap)
    apart_ = any(_in_other_paragraph(claim, one, text) for one in beside)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low", level) if apart_ else level,
        message=f"{topic(claim)}{sides(claim)}: the {where(claim)} says "
        f"{said(claim.figure)}, but {said(pair.of.figure)} / {said(pair.by.figure)} gives "
        f"{come_to(pair.readings.rounded)}",
        arithmetic=f"{said(claim.figure)} allows {factor.rounded}; {said(pair.of.figure)} / {said(pair.by.figure)} "
        f"allows {pair.readings.rounded}: {apart(gap)}.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), Evidence.of(pair.subject), Evidence.of(pair.baseline)),
        likely_wrong_why="one factor against one pair of values",
    )
