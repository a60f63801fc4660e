"""Factors that chain: A over B times B over C is A over C."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checks.lib.findings import severity
from checks.lib.findings.words import apart, come_to, said, side, topic, where
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.links_said import Told, chains_told, links_said
from checks.lib.language.stems import stem, stems
from checks.lib.statements.index import by
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "factor-chain"
MOST = 8  # statements of one pair of products that a chain is tried with
UNSPECIFIC = ("", "performance")
_LINKS = {"make", "altogether", "together", "overall", "total", "turn", "itself", "already", "still", "generation"}
ALIKE = 0.5  # share of the shorter sentence's content words that the other must have too


@dataclass(frozen=True, slots=True)
class Chain:
    """`whole` is said of A over C, `upper` of A over B, `lower` of B over C."""

    whole: Claim
    upper: Claim
    lower: Claim


@check(CODE, version=7, severity="high", since="0.1.0")
def factor_chain(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor over two generations is the product of the factors over one each.

    Why:
        Each generation is compared with the one before. The long comparison is the one that gets quoted, and is written
        without multiplying.

    Flags:
        "C is 2x faster than B, B is 3x faster than A", and "C is 10x faster than A": same metric, task and workload,
        where the product of what the two allow does not meet the third. "2x, 3x, and so 5x": the sum (low). The same of
        factors in any words, where three names make the chain (low): "this puts B3 at four times B1", "C beats A by a
        factor of 3.4"; or where a sentence sums up the chain ahead of it without its first name: "put together, you are
        at four times B1".

    Passes:
        2x times 1.5x beside 3x; bounds that leave room ("more than 8x"); a second factor over two names whose chain
        gives the first one.

    Does not judge:
        Factors of different metrics, kinds of values, workloads or conditions; "up to"; sentences without a known
        workload that speak of different things (skipped).
    """
    groups: dict[tuple[str, ...], list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        named = claim.subject.name and claim.baseline.name
        if named and claim.figure.kind == "ratio" and claim.figure.qualifier != "up_to":
            groups[
                claim.workload or claim.document_id, claim.variant, claim.task, _metric(claim, corpus.vocabulary)
            ].append(claim)
    told: set[tuple[str, int]] = set()
    for _, claims in sorted(groups.items()):
        for chain in _chains(claims):
            for one in _judge(chain, corpus.vocabulary):
                told |= {(each.document_id, each.start) for each in one.evidence} if isinstance(one, Finding) else set()
                yield one
    yield from (one for one in _in_any_words(corpus) if not told & {(e.document_id, e.start) for e in one.evidence})


def _in_any_words(corpus: Corpus) -> Iterator[Finding]:
    """The chains of factors that only the names around them tie: "this puts B3 at four times B1"."""
    index = index_of(corpus)
    links = [one for document in corpus.documents for one in links_said(index.sentences(document))]
    chains = list(chains_told(links))
    given = [one for one in chains if one.product.meets(one.whole.one.ways[0])]
    met = {one.whole.place for one in given}
    # Of two factors over one pair of names the chain is of the one that it gives: the bits, and not the time.
    taken = {one.parts for one in given}
    for one in chains:
        if one.whole.place not in met and one.parts not in taken:
            yield _told(one, index)
            met.add(one.whole.place)


def _told(one: Told, index: Index) -> Finding:
    whole, upper, lower = one.whole, one.upper, one.lower
    gap = one.product.distance(whole.one.ways[0])
    evidence = (index.places.printed(each.sentence.passage.document, *each.place) for each in (whole, upper, lower))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{whole.upper} over {whole.lower}: the text says {whole.quote}, but {upper.quote} over {upper.lower} "
        f"and {lower.quote} of that over {lower.lower} give {come_to(one.product)}",
        arithmetic=f"{upper.quote} x {lower.quote} allows {one.product}; {whole.quote} allows {whole.one.ways[0]}: "
        f"{apart(gap)}.",
        comparison=(whole.sentence.passage.document.name, whole.upper, upper.lower, whole.lower),
        evidence=tuple(evidence),
        likely_wrong_why="one of the three factors, it cannot be told which",
    )


def _metric(claim: Claim, vocabulary: Vocabulary) -> str:
    return "" if claim.metric in UNSPECIFIC else vocabulary.metric_class(claim.metric)


def _chains(claims: Iterable[Claim]) -> Iterator[Chain]:
    of_pair = by(claims, lambda claim: (claim.subject.name.lower(), claim.baseline.name.lower()))
    over: dict[str, list[str]] = defaultdict(list)
    for subject, baseline in of_pair:
        over[subject].append(baseline)
    for (subject, baseline), wholes in of_pair.items():
        for between in over[subject][:MOST]:
            if between != baseline and (between, baseline) in of_pair:
                upper, lower = of_pair[subject, between][0], of_pair[between, baseline][0]
                yield from (Chain(whole, upper, lower) for whole in wholes[:MOST])


def _judge(chain: Chain, vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    three = (chain.whole, chain.upper, chain.lower)
    if any(one.figure.interval.lower <= 0 for one in three):
        return
    if unlike := _unlike(three, vocabulary):
        yield Skip(CODE, _key(chain), f"not comparable, because {unlike}")
        return
    # Read as rounded only: cut off, 4x and 2x would allow anything up to 15x.
    product, whole = chain.upper.figure.interval * chain.lower.figure.interval, chain.whole.figure.readings
    if not any(product.meets(one) for one in (whole.rounded, whole.truncated)):
        yield _finding(chain)
    elif _added(chain):
        yield _finding(chain, added=True)


def _added(chain: Chain) -> bool:
    """Whether the third is just the sum of the other two: 2x and 3x are hardly 5x, whatever rounding allows."""
    three = chain.whole, chain.upper, chain.lower
    whole, upper, lower = (one.figure.value for one in three)
    plain = all(one.figure.qualifier == "exact" and one.figure.value_hi is None for one in three)
    one_text = len({one.document_id for one in three}) == 1
    return plain and one_text and whole == upper + lower != upper * lower


def _unlike(three: tuple[Claim, ...], vocabulary: Vocabulary) -> str:
    if any(len({dict(_stated(one)).get(name) for one in three} - {None}) > 1 for name in ("batch_size", "precision")):
        return "their conditions differ"
    if three[0].workload:
        return ""
    names = {
        stem(word) for one in three for side_ in (one.subject, one.baseline) for word in side_.name.lower().split()
    }
    words = [stems(one.context) - names - _cues(one, vocabulary) for one in three]
    shared = all(len(a & b) >= ALIKE * min(len(a), len(b)) for a in words for b in words)
    return "" if shared else "the sentences speak of different things"


def _cues(claim: Claim, vocabulary: Vocabulary) -> set[str]:
    return {
        stem(word) for cue in vocabulary.find(claim.context, "metrics") for word in cue.raw.lower().split()
    } | _LINKS


def _stated(claim: Claim) -> Iterator[tuple[str, str]]:
    yield from claim.subject.conditions
    yield from claim.baseline.conditions


def _key(chain: Chain) -> tuple[str, ...]:
    whole = chain.whole
    return (
        whole.document,
        whole.workload,
        whole.task,
        whole.metric,
        whole.subject.name,
        chain.upper.baseline.name,
        whole.baseline.name,
    )


def _finding(chain: Chain, *, added: bool = False) -> Finding:
    whole, upper, lower = chain.whole, chain.upper, chain.lower
    product = (upper.figure.readings * lower.figure.readings).rounded
    gap = product.distance(whole.figure.interval)
    fails = apart(gap) if not added else "they meet, but it is the sum of the two"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap) if not added else "low",
        message=f"{topic(whole)}, {side(whole.subject)} over {side(whole.baseline)}: the {where(whole)} says "
        f"{said(whole.figure)}, but {said(upper.figure)} over {side(upper.baseline)} and {said(lower.figure)} "
        f"of that over "
        f"{side(lower.baseline)} give {come_to(product)}",
        arithmetic=f"{said(upper.figure)} x {said(lower.figure)} allows {product}; {said(whole.figure)} allows "
        f"{whole.figure.interval}: {fails}.",
        comparison=_key(chain),
        evidence=tuple(Evidence.of(claim) for claim in (whole, upper, lower)),
        likely_wrong_why="one of the three factors, it cannot be told which",
    )
