"""Steps of a list that each make a thing faster, and the factor that all of them together are said to make."""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import pairwise
from operator import mul

from checks.lib.findings import severity
from checks.lib.findings.words import apart, listed, said
from checks.lib.language.tokens import roots, tokens
from checks.lib.statements.factors import factors, up
from checks.lib.telling.told import VERBS
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Block, Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, judge
from schemas.number_words import either, in_words
from schemas.statement import Claim, Parsed

CODE = "steps-multiply"
STEPS = range(2, 9)  # of a list; more are a catalogue
SENTENCES = 700  # characters behind the last step in which the total is looked for
# A step that comes on top of those before it. Two of them, or all but the first, make a chain of the list.
_ON_TOP = re.compile(
    r"\b(?:on top|another|further|additional(?:ly)?|extra|again|more on|then|next|after that|in turn|once more|"
    r"a second|a third|finally|building on)\b",
    re.IGNORECASE,
)
_FEW = either(in_words(*range(2, 7)))
_TOGETHER = re.compile(
    r"\b(?:together|altogether|in total|in all|overall|combined|compounded|multipl(?:y|ied|ying)|"
    rf"all (?:{_FEW})|the (?:{_FEW})(?: of them)?|cumulative(?:ly)?|end to end|taken together|all told|"
    r"in sum|net effect|total (?:speed-?up|gain)|"
    rf"over (?:the |all |both )?(?:{_FEW} )?(?:steps|generations|releases|rounds)|"
    r"(?:than |as )?(?:where |what |the one )?(?:we|it) started (?:with|from|out)|from first to last)\b",
    re.IGNORECASE,
)
_VALUES = re.compile(r"\bfrom\s+[$€£]?(\d[\d,.]*)\b[^.;\d]{0,24}?\bto\s+[$€£]?(\d[\d,]*(?:\.\d+)?)", re.IGNORECASE)
_THESE = re.compile(r"\b(?:these|those|they|it|them)\b", re.IGNORECASE)
AHEAD = 500  # characters before the first step that say what all is about
_PARTS = re.compile(r"\b(?:except|besides|not all|some of|without|plus other|among other|and other)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Chain:
    """The steps in order, and the factor said of all of them."""

    steps: tuple[Claim, ...]
    total: Claim


@check(CODE, version=1, severity="high", since="0.1.0")
def steps_multiply(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Factors of steps that build on each other multiply to the factor of all of them.

    Why:
        A post walks through its optimisations one by one and ends with the total. A step is measured again, the total
        stays, or was added where it should be multiplied.

    Flags:
        "1.5x faster", "another 1.4x", "a further 1.2x" in a list or in sentences of a paragraph, and "all three
        together: 3.8x", where no rounding lets the product meet the total.

    Passes:
        Totals within the rounding of the steps; "more than".

    Does not judge:
        Steps that do not say that they build on each other (skipped); steps of different metrics; "up to"; totals with
        other things in them.
    """
    for parsed in corpus.parsed:
        for chain in _chains(parsed):
            yield from _judge(chain, parsed.document)


def _chains(parsed: Parsed) -> Iterator[_Chain]:
    """Lists, and paragraphs, whose items print one factor each, with the first factor behind them said of all."""
    claims = sorted((one for one in parsed.claims if _is_factor(one)), key=lambda one: one.figure.start)
    blocks = parsed.document.blocks
    for kind, run in itertools.groupby(blocks, key=lambda block: block.kind):
        items = list(run)
        if kind == "list_item" and len(items) in STEPS:
            inside = [[one for one in claims if block.start <= one.figure.start < block.end] for block in items]
            steps = tuple(some[0] for some in inside if len(some) == 1)
            if len(steps) == len(items):
                yield from _totalled(steps, claims, items[-1])
        elif kind == "paragraph":
            for block in items:
                yield from _told(block, claims)
            yield from _one_each(items, claims)


def _is_factor(claim: Claim) -> bool:
    return claim.figure.kind in ("ratio", "percent_change") and claim.figure.qualifier != "up_to" and not claim.chart


def _told(block: Block, claims: Sequence[Claim]) -> Iterator[_Chain]:
    """Steps in the sentences of a paragraph, the total last."""
    inside = [one for one in claims if block.start <= one.figure.start < block.end]
    starts = {one.context_start for one in inside}
    if len(inside) - 1 in STEPS and len(starts) == len(inside) and _TOGETHER.search(inside[-1].context):
        yield _Chain(tuple(inside[:-1]), inside[-1])


def _one_each(blocks: Sequence[Block], claims: Sequence[Claim]) -> Iterator[_Chain]:
    """Steps that are a paragraph each, one behind the other, and the total in a paragraph of its own."""
    inside = [[one for one in claims if block.start <= one.figure.start < block.end] for block in blocks]
    for at, some in enumerate(inside):
        if len(some) == 1 and _TOGETHER.search(some[0].context):
            steps = list(itertools.takewhile(lambda one: len(one) == 1, reversed(inside[:at])))
            if len(steps) in STEPS:
                yield _Chain(tuple(one[0] for one in reversed(steps)), some[0])


def _totalled(steps: tuple[Claim, ...], claims: Sequence[Claim], last: Block) -> Iterator[_Chain]:
    behind = [one for one in claims if last.end <= one.figure.start < last.end + SENTENCES]
    if behind and _TOGETHER.search(behind[0].context):
        yield _Chain(steps, behind[0])


def _of_one(chain: _Chain, document: Document) -> bool:
    """Whether the total speaks of what the steps, or what leads to them, speak of: joins are no sorts."""
    first, total = chain.steps[0], chain.total
    above = document.text[max(0, first.context_start - AHEAD) : total.context_start]
    mine = frozenset(word for word in roots(tokens(total.context)) if not word[0].isdigit()) - VERBS
    said = mine & roots(tokens(f"{document.title} {above}"))
    return bool(said) or bool(_THESE.search(total.context))


def _judge(chain: _Chain, document: Document) -> Iterator[Finding | Skip]:
    metrics = {one.metric for one in (*chain.steps, chain.total)} - {"", "performance"}
    shared = {one.context_start for one in chain.steps}
    if len(metrics) > 1 or chain.total.context_start in shared or _PARTS.search(chain.total.context):
        return
    if not _of_one(chain, document):
        return
    on_top = [bool(_ON_TOP.search(right.context)) or _goes_on(left, right) for left, right in pairwise(chain.steps)]
    if not all(on_top):
        reason = "not applicable, because the steps do not say that they build on each other"
        yield Skip(CODE, _key(chain, document), reason)
        return
    products = [reduce(mul, each) for each in itertools.product(*(_up(one) for one in chain.steps))]
    totals = _up(chain.total)
    if products and totals and all(judge(one, two) == "inconsistent" for one in products for two in totals):
        yield _finding(chain, products, totals, document)


def _goes_on(left: Claim, right: Claim) -> bool:
    """Whether a step begins at the value that the one before it came to: "from 420 to 670", "from 670 to 1,005"."""
    before, after = (_VALUES.findall(one.context) for one in (left, right))
    return bool(before and after) and after[0][0] == before[-1][1]


def _up(claim: Claim) -> list[Readings]:
    """Every reading of a factor as the larger over the smaller."""
    read = [up(one) for one in factors(claim)]
    return [one for one in read if one.rounded.lower > 0]


def _key(chain: _Chain, document: Document) -> tuple[str, ...]:
    return document.name, chain.total.metric, chain.total.subject.name, str(len(chain.steps))


def _finding(chain: _Chain, products: Sequence[Readings], totals: Sequence[Readings], document: Document) -> Finding:
    product, total = min(
        ((one, two) for one in products for two in totals), key=lambda pair: pair[0].rounded.distance(pair[1].rounded)
    )
    gap = product.rounded.distance(total.rounded)
    sums = " x ".join(said(one.figure) for one in chain.steps)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{listed(said(one.figure) for one in chain.steps)}, each on top of the one before, are said to make "
        f"{said(chain.total.figure)} together",
        arithmetic=f"{sums} allows {product.rounded}; {said(chain.total.figure)} allows {total.rounded}: {apart(gap)}.",
        comparison=_key(chain, document),
        evidence=(*(Evidence.of(one) for one in chain.steps), Evidence.of(chain.total)),
        likely_wrong_why="a step may have been measured again, or the total added up instead of multiplied",
    )
