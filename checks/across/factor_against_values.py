"""A factor against the values of its two sides, printed elsewhere."""

from collections.abc import Iterator
from itertools import islice

from checks.lib.findings import severity
from checks.lib.findings.words import apart, come_to, said, sides, topic, where
from checks.lib.language.settings import unlike
from checks.lib.language.topics import share, words_of
from checks.lib.statements.absolutes import VALUES, Quotient, agrees, quotient, same_dimension
from checks.lib.statements.alike import differences
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.factors import factors, up
from checks.lib.statements.grid_index import GridIndex
from checks.lib.statements.index import by
from checks.lib.statements.table_pairs import grids
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import judge
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "factor-against-values"
SPEED = ("", "performance", "throughput", "latency", "time_to_train", "time_to_result")
ALIKE = 0.5  # share of the shorter sentence's content words that the other must have too
NEAR = 20  # values of two documents whose quotients are looked at
MOST = 20  # documents whose values one factor is held against


@check(CODE, version=2, severity="medium", since="0.1.0")
def factor_against_values(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor is what the values give that another document prints for the same two products.

    Why:
        One page prints the factor, the other the two values. Nobody who reads one of them can see that they do not fit.

    Flags:
        "8x faster" in one document beside "took 90 seconds" and "in 18 seconds" in another, of the same two products
        and the same thing: known workload and task, or sentences that share their words.

    Passes:
        Factors that one reading of the values gives, or two others that either document prints, or a table of the
        factor's own document; values of other sizes, counts or settings (skipped).

    Does not judge:
        Values of the factor's own document (factor-against-absolutes); documents that print several values for one
        product; "up to".
    """
    measured = [one for one in corpus.claims if one.figure.kind in VALUES and one.metric in SPEED]
    printed = by(measured, lambda one: one.document_id)
    values = (one for one in measured if one.subject.name)
    known = {
        (name, document): claims
        for (name, document), claims in by(values, lambda one: (one.subject.name, one.document_id)).items()
    }
    # Sorted once: of a product that everybody measures, once a claim would cost claims times documents.
    holding = {name: [document for _, document in keys] for name, keys in by(sorted(known), lambda key: key[0]).items()}
    tables = GridIndex(grids(corpus), corpus.vocabulary)
    for claim in corpus.claims:
        named = claim.subject.name and claim.baseline.name and claim.subject.name != claim.baseline.name
        if not named or claim.chart or claim.figure.kind not in FACTORS or claim.figure.qualifier == "up_to":
            continue
        others = (one for one in holding.get(claim.subject.name, ()) if one != claim.document_id)
        for document in islice(others, MOST):
            mine, theirs = known[claim.subject.name, document], known.get((claim.baseline.name, document), [])
            beside = [*printed.get(claim.document_id, ()), *printed[document]]
            if not (_given(claim, beside, corpus.vocabulary) or _in_own_table(claim, tables)):
                yield from _judge(claim, mine, theirs, corpus.vocabulary)


def _in_own_table(claim: Claim, tables: GridIndex) -> bool:
    """Whether a table of a factor's own document gives it for its two sides: it is of that row."""
    own = (one for one in tables.naming(claim.subject, claim.baseline) if one.document.document_id == claim.document_id)
    pairs = (pair for one in own for pair in one.pairs(claim.subject, claim.baseline))
    return any(judge(factor, up(pair.readings)) != "inconsistent" for pair in pairs for factor in factors(claim))


def _given(claim: Claim, beside: list[Claim], vocabulary: Vocabulary) -> bool:
    """Whether two values that either document prints of the same thing give a factor: "both steps together 1.64x"."""
    able = list(islice((one for one in beside if _about(claim, one)), NEAR))
    pairs = ((a, b) for a in able for b in able if a is not b and same_dimension(a.figure, b.figure, vocabulary))
    return any(agrees(factor, quotient(*pair, vocabulary)) for pair in pairs for factor in factors(claim))


def _judge(claim: Claim, mine: list[Claim], theirs: list[Claim], vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    ours = [one for one in mine if _about(claim, one)]
    others = [one for one in theirs if _about(claim, one)]
    pairs = [
        (a, b) for a in ours for b in others if a.metric == b.metric and same_dimension(a.figure, b.figure, vocabulary)
    ]
    if len(pairs) != 1:
        return
    one = quotient(*pairs[0], vocabulary)
    if any(agrees(factor, one) for factor in factors(claim)):
        return
    if reason := _unlike(claim, pairs[0], vocabulary):
        yield Skip(CODE, _key(claim), f"not comparable, because of {reason}")
    else:
        yield from _finding(claim, one)


def _about(claim: Claim, value: Claim) -> bool:
    metrics = {claim.metric, value.metric} - {"", "performance"}
    timed = all(metric.startswith("time_to_") for metric in metrics)
    return (
        (len(metrics) < 2 or timed)
        and claim.workload == value.workload
        and claim.variant == value.variant
        and (not claim.task or not value.task or claim.task == value.task)
    )


def _unlike(claim: Claim, pair: tuple[Claim, Claim], vocabulary: Vocabulary) -> str:
    """Why the three are not of one experiment, "" when nothing says so."""
    settings = [words for one in pair for words in unlike(claim, one)] + unlike(*pair)
    sides = differences(pair[0], claim, vocabulary) if pair[0].baseline.name else []
    if settings or sides:
        return (settings or sides)[0]
    if claim.workload:
        return ""
    words = [words_of(one, vocabulary) for one in (claim, *pair)]
    named = {word for one in (claim, *pair) for word in one.subject.name.lower().split()}
    shared = [share(words[0] - named, other - named) for other in words[1:]]
    some = all(words[0] & other or not words[0] or not other for other in words[1:])
    return "" if some and min(shared) >= ALIKE else "what the sentences speak of"


def _key(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.workload, claim.task, claim.metric, claim.subject.name, claim.baseline.name


def _finding(claim: Claim, one: Quotient) -> Iterator[Finding]:
    readings = factors(claim)
    gap = min(factor.rounded.distance(one.readings.rounded) for factor in readings)
    yield Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium", severity.of_gap(gap)),
        message=f"{topic(claim)}{sides(claim)}: the {where(claim)} of "
        f"{claim.document} "
        f"says {said(claim.figure)}, but {said(one.of.figure)} / {said(one.by.figure)} in {one.of.document} gives "
        f"{come_to(one.readings.rounded)}",
        arithmetic=f"{said(claim.figure)} allows {readings[0].rounded}; {said(one.of.figure)} / "
        f"{said(one.by.figure)} allows "
        f"{one.readings.rounded}: {apart(gap)}.",
        comparison=_key(claim),
        evidence=(Evidence.of(claim), Evidence.of(one.subject), Evidence.of(one.baseline)),
        likely_wrong_why="one factor against one pair of values",
    )
