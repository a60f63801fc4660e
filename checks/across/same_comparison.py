"""Same comparison, different factor."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import islice

from checks.lib.findings import severity
from checks.lib.findings.adjudicate import Ruling, majority, rule
from checks.lib.findings.words import apart, said, side, topic, where
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.sections import in_settings, in_sisters
from checks.lib.ratios.of_itself import own_kinds
from checks.lib.statements import absolutes
from checks.lib.statements.alike import differences, same_metric
from checks.lib.statements.headings import Below
from checks.lib.statements.index import Printed, by
from checks.lib.statements.items import in_one_list
from checks.lib.statements.withdrawn import REASON, Withdrawn, withdrawn_of
from checks.registry import check
from schemas.comparison import Comparison, Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "same-comparison"
MOST = 50  # statements a side, figures in words and sums that one finding lists; the rest is counted
Values = dict[tuple[str, str], list[Claim]]  # printed values by workload and variant


@check(CODE, version=13, severity="high", since="0.1.0")
def same_comparison(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Statements of one comparison allow a common factor.

    Why:
        One experiment has one outcome. A chart's title, its bar label and the text beside it are often written by
        different hands, and a digit typed wrong in one of them is repeated by whoever quotes it.

    Flags:
        Factors for one workload, task, metric, variant, machine and baseline whose intervals do not meet, read as
        rounded, as cut off, or as one unit of the last digit off. "Faster" is of the one speed that is told of the same
        workload and machines; where the other statement says that speed in another word the finding is low, as where
        two sections of one page tell it and no workload is named, or their headings are names of settings alone.

    Passes:
        "over 13x" beside 13.6x; 13x beside 13.6x (cut off); 17x beside "less than 3 hours" and "48 hours"; two factors
        of one sentence, or of two items of one list, which are of two things; sentences that each print a value of
        their own ("takes 69 ns, 1.8x faster", "takes 72 ns, 2.7x faster"), or the two values of its factor, of two
        kinds (prices, memory); factors that two values of their own lines give, each its own ("1K: 9 and 27 (3.0x)",
        "8K: 4 and 16 (4.0x)").

    Does not judge:
        Claims that name no baseline; claims whose batch size, precision, sequence length, machine or count both
        sides state and state differently (skipped, with what differs; a heading states what the paragraph below it
        does); "up to" against a single lower value; what a note on a newer state of the page names as wrong (skipped).
    """
    printed = (claim for claim in corpus.claims if claim.figure.kind in absolutes.VALUES)
    values = by(printed, lambda claim: (claim.workload, claim.variant))
    withdrawn = withdrawn_of(corpus)
    for comparison in corpus.comparisons:
        if len(comparison.claims) > 1:
            holding = _holding(comparison, withdrawn)
            if len(holding) < len(comparison.claims):
                yield Skip(CODE, comparison.key, REASON)
            if len(holding) > 1:
                yield from _compare(replace(comparison, claims=holding), values, corpus)


def _holding(comparison: Comparison, withdrawn: Withdrawn) -> tuple[Claim, ...]:
    among = {one.document_id for one in comparison.claims}
    return tuple(one for one in comparison.claims if not withdrawn.has(one.document_id, one.quote, among))


def _compare(comparison: Comparison, values: Values, corpus: Corpus) -> Iterator[Finding | Skip]:
    agreeing, odd = _sides(comparison)
    odd = [claim for claim in odd if not any(_one_sentence(claim, other) for other in agreeing)]
    near = values.get((agreeing[0].workload, agreeing[0].variant), [])
    index = index_of(corpus)
    for one in odd:
        apart = _listed(one, agreeing, index) or _run_apart(one, agreeing, near, corpus.vocabulary)
        if apart:
            yield Skip(CODE, comparison.key, f"not comparable, because {apart}")
            odd = [other for other in odd if other is not one]
    odd = [one for one in odd if not all(_of_two_kinds(one, other, index) for other in agreeing)]
    if not odd:
        return
    if not agreeing[0].baseline.name:
        yield Skip(CODE, comparison.key, "not comparable, because the claims name no baseline")
        return
    unlike = _unlike(odd, agreeing, corpus)
    for reason in sorted({reason for reason in unlike.values() if reason}):
        yield Skip(CODE, comparison.key, f"not comparable, because {reason}")
    odd = [claim for claim in odd if not unlike[claim]]
    if odd:
        beside = _values(agreeing[0], near)
        yield _finding(comparison, agreeing, odd, beside, corpus)


def _sides(comparison: Comparison) -> tuple[list[Claim], list[Claim]]:
    """The claims that allow one factor, and those that contradict every one of them."""
    agreeing, rest = majority(comparison.claims)
    if not rest:
        return agreeing, []
    allowed = Printed([claim.figure.readings for claim in agreeing])
    return agreeing, [claim for claim in rest if allowed.contradict(claim.figure.readings)]


def _one_sentence(one: Claim, other: Claim) -> bool:
    """Whether two figures stand in one sentence: "4x faster, 2x with one reader" tells two things, not one twice."""
    sentence = "prose" == one.place == other.place and one.document_id == other.document_id
    return sentence and one.context_start == other.context_start


def _listed(one: Claim, agreeing: list[Claim], index: Index) -> str:
    """What sets a factor apart that stands in another item of the list of all others: each item tells its own case."""
    found = index.sentence_at(one.document_id, one.figure.start)
    same = all(one.document_id == other.document_id and not (one.chart or other.chart) for other in agreeing)
    document = found.passage.document if found and same else None
    listed = document and all(in_one_list(document, one.figure.start, other.figure.start) for other in agreeing)
    return "they are two items of one list" if listed else ""


def _run_apart(one: Claim, agreeing: list[Claim], values: list[Claim], vocabulary: Vocabulary) -> str:
    apart = all(_two_runs(one, other, values, vocabulary) for other in agreeing)
    return "each sentence prints another value of its own" if apart else ""


def _two_runs(one: Claim, other: Claim, values: list[Claim], vocabulary: Vocabulary) -> bool:
    """Whether each sentence prints the one value that its factor is of, and these differ: two runs, two factors.

    "It takes 69 ns, which is 1.8x faster ..."; "It takes 72 ns, which is 2.7x faster ...".
    """
    if one.document_id != other.document_id or one.chart or other.chart:
        return False
    mine, theirs = (
        [
            value
            for value in values
            if (value.document_id, value.context_start) == (each.document_id, each.context_start)
        ]
        for each in (one, other)
    )
    if len(mine) != 1 or len(theirs) != 1 or not absolutes.same_dimension(mine[0].figure, theirs[0].figure, vocabulary):
        return False
    left, right = (absolutes.based(value.figure, vocabulary).rounded for value in (mine[0], theirs[0]))
    return not left.meets(right)


def _of_two_kinds(one: Claim, other: Claim, index: Index) -> bool:
    """Whether each sentence prints the two values of its factor, of two kinds: one is of a price, one of memory."""
    sentences = (index.sentence_at(each.document_id, each.figure.start) for each in (one, other))
    left, right = (own_kinds(each, at) if at else frozenset() for each, at in zip((one, other), sentences, strict=True))
    return bool(left and right) and left.isdisjoint(right)


def _unlike(odd: list[Claim], agreeing: list[Claim], corpus: Corpus) -> dict[Claim, str]:
    """What keeps each claim from every one of the others; "" when it may be held against at least one."""
    # Only the sides matter, and hundreds of claims state the same two: each kind is looked at once.
    others = by(agreeing, lambda claim: (claim.subject, claim.baseline)).values()
    found: dict[Claim, str] = {}
    scenes = Below(corpus)
    for members in by(odd, lambda claim: (claim.subject, claim.baseline)).values():
        unlike = [differences(scenes.of(members[0]), scenes.of(other[0]), corpus.vocabulary) for other in others]
        found |= dict.fromkeys(members, "" if not all(unlike) else "; ".join(unlike[0]))
    return {claim: found[claim] for claim in odd}


def _gap(agreeing: list[Claim], odd: list[Claim]) -> Decimal:
    """The widest gap: what agrees has a number in common, so nothing is further away than its extreme ends."""
    within = [claim.figure.interval for claim in agreeing]
    extremes = min(within, key=lambda one: one.upper), max(within, key=lambda one: one.lower)
    return max(claim.figure.interval.distance(one) for claim in odd for one in extremes)


def _finding(
    comparison: Comparison, agreeing: list[Claim], odd: list[Claim], values: list[Claim], corpus: Corpus
) -> Finding:
    pairs = list(islice(absolutes.quotients(agreeing[0], values, corpus.vocabulary), MOST))
    ruling = rule(agreeing, odd, pairs, corpus.vocabulary)
    quoted = {one.statement_id for pair in pairs for one in (pair.subject, pair.baseline)}
    used = [value for value in values if value.statement_id in quoted]
    gap = _gap(agreeing, odd)
    sure = same_metric(odd[0].metric, agreeing[0].metric, corpus.vocabulary) or _said_as(odd[0]) == _said_as(
        agreeing[0]
    )
    sure = sure and not all(_in_sisters(one, agreeing[0], corpus) for one in odd)
    sure = sure and not all(_in_settings(one, agreeing, corpus) for one in odd)
    flipped = any((claim.figure.value > 1) != (agreeing[0].figure.value > 1) for claim in odd)
    level = severity.of_gap(gap, flipped=flipped and agreeing[0].figure.kind == "ratio")
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=level if sure else severity.at_most("low", level),
        message=_message(agreeing, odd),
        arithmetic=_arithmetic(agreeing, odd, gap, ruling),
        comparison=comparison.key,
        evidence=_evidence(agreeing, odd, used),
        likely_wrong=ruling.wrong.statement_id if ruling.wrong else "",
        likely_wrong_why=ruling.why,
    )


def _in_sisters(one: Claim, other: Claim, corpus: Corpus) -> bool:
    """Whether two sections of one page tell the factor, and neither names a workload: each may be of its own model."""
    if one.document_id != other.document_id or one.workload or one.chart or other.chart:
        return False
    document = next(each for each in corpus.documents if each.document_id == one.document_id)
    return in_sisters(document, one.figure.start, other.figure.start)


def _in_settings(one: Claim, agreeing: list[Claim], corpus: Corpus) -> bool:
    """Whether the page that tells a factor tells one of the others, too, and its headings say on what each was run.

    Another page that repeats one of them is of the setting that this one says.
    """
    document = next(each for each in corpus.documents if each.document_id == one.document_id)
    others = (each for each in agreeing if each.document_id == one.document_id and not each.chart)
    return not one.chart and any(in_settings(document, one.figure.start, each.figure.start) for each in others)


def _said_as(claim: Claim) -> str:
    """The word behind a factor: two that are "faster" are of one metric, whichever was read off their verbs."""
    return next(iter(claim.behind.split()), "").strip(",.;:")


def _values(claim: Claim, printed: list[Claim]) -> list[Claim]:
    """Printed values about the same thing, in any document."""
    alike = {"time_to_train", "time_to_result"} if claim.metric.startswith("time_to_") else {claim.metric}
    return [
        value
        for value in printed
        if value.metric in alike and (not value.task or not claim.task or value.task == claim.task)
    ]


def _message(agreeing: list[Claim], odd: list[Claim]) -> str:
    first = odd[0]
    against = f"{side(first.subject) or 'the subject'} over {side(first.baseline)}"
    return f"{topic(first)}, {against}: {_list(agreeing)} against {_list(odd)}"


def _list(claims: list[Claim]) -> str:
    """Each figure with the places that say it: 17x (chart title, text)."""
    places: dict[str, list[str]] = {}
    for claim in claims:
        places.setdefault(said(claim.figure), []).append(where(claim))
    said_ = [f"{figure} ({', '.join(dict.fromkeys(where_))})" for figure, where_ in places.items()]
    return ", ".join(_first(said_, "figures"))


def _first(words: Sequence[str], what: str) -> list[str]:
    """As many as a reader takes in; how many are left out is said."""
    left = len(words) - MOST
    return [*words[:MOST], f"{left} more {what}"] if left > 0 else list(words)


def _arithmetic(agreeing: list[Claim], odd: list[Claim], gap: Decimal, ruling: Ruling) -> str:
    intervals = list(
        dict.fromkeys(f"{said(claim.figure)} allows {claim.figure.interval}" for claim in (*agreeing, *odd))
    )
    sums = "".join(f" {text}." for text in _first(ruling.sums, "sums"))
    allowed = "; ".join(_first(intervals, "figures"))
    return f"{allowed}: {apart(gap)}.{sums}{_left_out(agreeing, odd)}"


def _left_out(agreeing: list[Claim], odd: list[Claim]) -> str:
    if max(len(agreeing), len(odd)) <= MOST:
        return ""
    return (
        f" {len(odd):,} statements contradict {len(agreeing):,} that agree; the first {MOST} of each are the evidence."
    )


def _evidence(agreeing: list[Claim], odd: list[Claim], values: list[Claim]) -> tuple[Evidence, ...]:
    near = next((claim for claim in agreeing if claim.chart and claim.chart == odd[0].chart), agreeing[0])
    disputed = [Evidence.of(claim) for claim in (near, *odd[:MOST])]
    others = (*agreeing[:MOST], *values[:MOST])
    supporting = [Evidence.of(claim, "supporting") for claim in others if claim is not near]
    return (*disputed, *supporting)
