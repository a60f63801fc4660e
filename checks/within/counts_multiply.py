"""Counts that are multiplied in words."""

import itertools
import re
from collections.abc import Iterator, Sequence
from math import prod

from checks.lib.quantities.counts import WHOLE, Count, singular
from checks.lib.quantities.counts import counts as counts_of
from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.statement import Parsed

CODE = "counts-multiply"
_PER = re.compile(
    r"\s*(?:\([^)]*\)\s*)?,?\s*(?:each\s+|every one\s+)?(?:x|×|with|of|has|have|having|holds?|holding|hosts?|"
    r"hosting|contain(?:s|ing)?|"
    r"carr(?:y|ies|ying)|built\s+from|made\s+(?:up\s+)?of|compris(?:es|ing)|that\s+(?:each\s+)?(?:has|have|hold|holds|contain|carry)|"
    r"and|with\s+a\s+total\s+of|times|apiece|each)(?:\s+(?:each|of|exactly))?\s*$",
    re.IGNORECASE,
)
_EACH = re.compile(r"\s*(?:each|apiece|per|a|in each|for each)\b", re.IGNORECASE)
_TOTAL_AHEAD = re.compile(
    r"(?:total(?:s|ling|ing)?(?:\s+of)?|altogether|in all|=|equals?|mak(?:es|ing)|giv(?:es|ing)|i\.e\.,?|"
    r"that is|or|:|for|has|have|"
    r"comes\s+to|adds?\s+up\s+to|sum\w*\s+to|reach(?:es|ing)?|hence|so|thus)\s*(?:(?P<hedge>more\s+than|over|at\s+least|about|around|"
    r"nearly|almost|roughly|some|~|up\s+to)\s*)?$",
    re.IGNORECASE,
)
_TOTAL_BEHIND = re.compile(
    r"\s*(?:in\s+(?:total|all|aggregate)|altogether|overall|combined|all\s+told|together)\b", re.IGNORECASE
)
# "..., that is 384 GPUs; the other 16 nodes with 128 GPUs": what was said before is of the first ones.
_OTHERS = re.compile(
    r"\b(?:others?|another|remaining|rest(?:\s+of\s+the)?|further|additional|more|spare|second)"
    r"(?:\s+(?:group|set|batch|lot)\s+of)?,?\s*(?:[(:–—-]\s*)?$",
    re.IGNORECASE,
)


@check(CODE, version=5, severity="medium", since="0.1.0")
def counts_multiply(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Systems times parts in each system is the number of parts.

    Why:
        The number of chips is what a result is divided by. "171 nodes with 8 GPUs each, 1,386 GPUs in total" has two
        digits swapped, and every figure per chip is off by that.

    Flags:
        A sentence whose number of systems, parts in each and total do not multiply, over any number of levels
        ("16 racks of 8 nodes with 4 accelerators each, 1,024 accelerators in all").

    Passes:
        171 x 8 = 1,368; totals that are hedged ("more than 1,000 GPUs") and hold; a total of any of the levels;
        sums of groups (80 and 240 of 320).

    Does not judge:
        Totals of other parts, and those before "the other 16 nodes with 128 GPUs"; sentences that print two of the
        three numbers (skipped).
    """
    for parsed in corpus.parsed:
        before: list[Count] = []
        for passage in passages(parsed.document):
            counts = counts_of(passage)
            chain = _chain(passage, counts)
            whole = WHOLE.search(passage.words[: chain[0].match.start()]) if chain else None
            if whole and singular(whole["noun"]) not in {one.noun for one in counts}:
                # "Each node has two sockets ...": how many nodes there are, the sentence before says.
                chain = [*(one for one in before if one.noun == singular(whole["noun"])), *chain]
                chain = chain if len(chain) > 2 else []
            if len(chain) > 1:
                yield from _check(passage, chain, counts, parsed, before)
            before = counts


def _chain(passage: Passage, counts: Sequence[Count]) -> list[Count]:
    """The first run of counts in which each is of parts in one of those before."""
    for start in range(len(counts)):
        run = [counts[start]]
        for left, right in itertools.pairwise(counts[start:]):
            between = passage.words[left.match.end() : right.match.start()]
            behind = passage.words[right.match.end() :]
            led = _PER.fullmatch(between) or (
                len(between) < 24 and re.match(r"\s*[(,:]?\s*(?:and\s+)?$", between) and _EACH.match(behind)
            )
            if not led or right.noun == left.noun or _TOTAL_BEHIND.match(behind):
                break
            run.append(right)
        if len(run) > 1:
            return run
    return []


def _check(
    passage: Passage, chain: list[Count], counts: list[Count], parsed: Parsed, before: list[Count]
) -> Iterator[Finding | Skip]:
    totals = [one for one in counts if one not in chain and _is_total(passage, one, chain)]
    if not totals:
        reason = "not applicable, because no total is printed beside the counts"
        yield Skip(CODE, (parsed.document.name, *(one.match["n"] for one in chain)), reason)
    for total in totals:
        fits = any(_fits(passage, total, product) for product in _products(chain, total.noun))
        if not fits and not _is_sum(total, [*before, *counts]) and not _is_sum(total, counts):
            yield _finding(passage, chain, total)


def _is_total(passage: Passage, one: Count, chain: Sequence[Count]) -> bool:
    """Whether a count is that of all parts: of a noun of the chain, and called a total or led to as one."""
    if one.noun not in {link.noun for link in chain[1:]}:
        return False
    ahead, behind = passage.words[: one.match.start()], passage.words[one.match.end() :]
    here = [link for link in chain if link.passage is passage]
    before = one.match.end() <= here[0].match.start()
    if before and _OTHERS.search(passage.words[: here[0].match.start()]):
        return False
    outside = one.match.start() >= here[-1].match.end() or before
    return outside and bool(_TOTAL_BEHIND.match(behind) or _TOTAL_AHEAD.search(ahead))


def _is_sum(total: Count, counts: Sequence[Count]) -> bool:
    """Whether groups add up to it: "20 old nodes with 80 GPUs and 30 new ones with 240 GPUs, 320 in total"."""
    groups = [one.value for one in counts if one.noun == total.noun and one is not total]
    pairs = [(one.value, part) for one, part in itertools.pairwise(counts) if part.noun == total.noun != one.noun]
    of_each = [number * part.value for number, part in pairs if part is not total]
    return any(len(some) > 1 and sum(some) == total.value for some in (groups, of_each))


def _products(chain: Sequence[Count], noun: str) -> set[int]:
    """What these parts may number: of "2 sockets and 28 cores each", either may hold the cores."""
    last = next(index for index, one in enumerate(chain) if one.noun == noun)
    before = [one.value for one in chain[:last]]
    chosen = itertools.chain.from_iterable(itertools.combinations(before, size) for size in range(1, last + 1))
    return {prod(some) * chain[last].value for some in chosen}


def _fits(passage: Passage, total: Count, product: int) -> bool:
    hedge = passage.words[max(0, total.match.start() - 12) : total.match.start()].lower()
    if re.search(r"(?:over|than|least)\s+$", hedge):
        return product >= total.value
    if re.search(r"(?:about|around|nearly|almost|~|roughly|some|up to)\s*$", hedge):
        return abs(product - total.value) <= total.value / 20
    return product == total.value


def _finding(passage: Passage, chain: list[Count], total: Count) -> Finding:
    last = next(index for index, one in enumerate(chain) if one.noun == total.noun)
    links = chain[: last + 1]
    sum_ = f"{' x '.join(one.match['n'] for one in links)} = {prod(one.value for one in links):,}"
    whole = re.compile(r"(?s).+").match(passage.words)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"{sum_} {total.match['noun']}, but the text says {total.value:,}",
        arithmetic=f"{sum_}, not {total.value:,}.",
        comparison=(passage.document.name, total.noun, *(one.match["n"] for one in links)),
        evidence=(
            *(phrase(one.passage, one.match) for one in (*links, total)),
            phrase(passage, whole or total.match, "context"),
        ),
        likely_wrong_why="one of the numbers, it cannot be told which",
    )
