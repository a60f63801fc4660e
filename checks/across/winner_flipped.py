"""Each of two products said to be faster than the other."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import said, side, topic
from checks.lib.language.settings import unlike
from checks.lib.statements.compared import FACTORS
from checks.registry import check
from schemas.comparison import Comparison, Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "winner-flipped"
_FASTER = re.compile(r"\s+(?:faster|quicker|higher|more|better)\b", re.IGNORECASE)


@check(CODE, version=3, severity="high", since="0.1.0")
def winner_flipped(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Of two products one is the faster on one workload.

    Why:
        Two vendors measure the same pair and each wins. Both numbers cannot be had under the same conditions, and a
        reader who knows one page only takes it for the truth.

    Flags:
        A factor above one for A over B and one above one for B over A: same workload, task, metric and variant. "20 %
        faster" counts as a factor above one.

    Passes:
        Other metrics (one faster, the other cheaper); factors that both allow one; sentences that print one setting
        with other numbers ("SF100" and "SF10000"); variants of a machine that cannot be one (40 GB and 80 GB).

    Does not judge:
        Comparisons whose workload is not named (skipped): what one wins may be another thing.
    """
    groups = {one.key: one for one in corpus.comparisons if one.claims[0].figure.kind in FACTORS}
    turned = ((key, group, groups.get(other)) for key, group in sorted(groups.items()) for other in _turned(key))
    for key, group, other in turned:
        if other is None or key >= other.key or not all(key[-3:-1]):
            continue
        if not group.claims[0].workload:
            yield Skip(CODE, key, "not comparable, because the workload is not named")
            continue
        pair = _pair(group, other, corpus.vocabulary)
        if pair and (settings := unlike(*pair)):
            yield Skip(CODE, key, f"not comparable, because of {', '.join(settings)}")
        elif pair:
            yield _finding(key, *pair)


def _turned(key: tuple[str, ...]) -> list[tuple[str, ...]]:
    """The same comparison the other way round, as a factor and as a percentage."""
    *about, subject, baseline, _ = key
    return [(*about, baseline, subject, kind) for kind in FACTORS]


def _pair(group: Comparison, other: Comparison, vocabulary: Vocabulary) -> tuple[Claim, Claim] | None:
    """A claim of each whose machines can be the same two; a group holds the variants of a machine together."""
    pairs = ((one, two) for one in _wins(group) for two in _wins(other) if _same_two(one, two, vocabulary))
    return next(pairs, None)


def _same_two(one: Claim, two: Claim, vocabulary: Vocabulary) -> bool:
    related = vocabulary.related
    return related(one.subject.name, two.baseline.name) and related(one.baseline.name, two.subject.name)


def _wins(group: Comparison) -> Iterator[Claim]:
    """The claims that their subject is the faster, one of each two machines: no print allows one or less."""
    won = (claim for claim in group.claims if claim.figure.qualifier != "up_to" and _is_better(claim))
    first: dict[tuple[str, str], Claim] = {}
    for claim in won:
        first.setdefault((claim.subject.name, claim.baseline.name), claim)
    return iter(first.values())


def _is_better(claim: Claim) -> bool:
    if claim.figure.kind == "ratio":
        return claim.figure.interval.lower > 1
    return claim.figure.interval.lower > 0 and bool(_FASTER.match(claim.context, claim.at[1]))


def _finding(key: tuple[str, ...], first: Claim, second: Claim) -> Finding:
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high",
        message=f"{topic(first)}: {side(first.subject)} is said to be {said(first.figure)} over "
        f"{side(first.baseline)}, and {side(second.subject)} {said(second.figure)} over {side(second.baseline)}",
        arithmetic=f"{said(first.figure)} is a win of the one, {said(second.figure)} of the other: "
        "turned round, the second allows less than 1.",
        comparison=key,
        evidence=(Evidence.of(first), Evidence.of(second)),
        likely_wrong_why="each page may be right under its own conditions, which it does not state",
    )
