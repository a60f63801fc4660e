"""Values that are said of a whole and are not the sum of the parts that a list or column prints, nor anything else."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import pairwise

from checks.lib.columns.series import Series, enumerated
from checks.lib.labels.about import Index
from checks.lib.language.tokens import tokens
from checks.lib.linking.reach import asserted, clause, partly
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.dimensions import KINDS, PRICE
from checks.lib.quantities.reckoned_from import gives, numbers_in
from checks.lib.quantities.scanned import content, dims_of
from checks.lib.quantities.summed import total
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import accounted, close
from checks.lib.telling.derived import like
from checks.lib.telling.facts import Fact
from schemas.document import Document
from schemas.interval import Interval
from schemas.number_words import ANY_NUMBER, either, in_words

FINE = Decimal("0.01")
LEAST, MOST = Decimal("0.66"), Decimal("1.5")  # of the sum; beyond it is a value of something else
NEAREST, FURTHEST = Decimal("0.75"), Decimal("1.34")  # where a title alone ties a value to a list
_STORES = (KINDS["size"], KINDS["power"], KINDS["energy"], KINDS["bandwidth"], PRICE)
AROUND = 260  # characters between sentences that go together
ENOUGH = 3  # values of a unit that are parts; of a counted noun two
_SUM = re.compile(
    r"\b(?:all|whole|entire|total\w*|together|altogether|combined|from (?:the )?(?:first|start|end)|c[ao]mes? to|"
    r"overall|in all|in total|all told|sum|adds? up|amount\w*|ready to|complete\w*|fully|everything|start to finish|"
    r"end to end)\b",
    re.IGNORECASE,
)
_OTHER = re.compile(
    r"\b(?:after|including|includes?|excluding|plus|besides|counting|last (?:year|month)|year ago|former\w*|older|old|"
    r"planned|until|if|once|of which|at most|at least|more than|over|fewer|less|each|every|some|others?|additional|"
    r"further|new|spares?|usable|would|could|average|mean|used|login|service|than|only|reserved|"
    rf"with (?!(?:its|all|the|a total of|these|those|{ANY_NUMBER})\b|\d|\s*$))\b|(?<!\d)(?:19|20)\d\d(?!\d)",
    re.IGNORECASE,
)
_AT_ONCE = re.compile(
    r"\b(?:overlap\w*|parallel|at once|same time|side by side|concurrent\w*|percentiles?|median|p\d\d)\b", re.IGNORECASE
)
_OVER_ALL = re.compile(r"\bover (?:the|all|its|their|a)\b", re.IGNORECASE)
# Lines such as "Total served to clients: 4,596 MB/s".
_TOTAL_LINE = re.compile(r"[^:]{0,40}?\b(?:total\w*|combined|aggregate|altogether|sum|in all|overall)\b", re.IGNORECASE)
# What makes values that stand in a row other ones than parts.
_APART = re.compile(
    r"\b(?:to|from|instead|than|against|versus|vs|while|but|whereas|or|compared|after|before|then|over|up)\b|[;.]\s",
    re.IGNORECASE,
)
_THESE = r"\b(?:these|those|the|all|its) (?:{})\b"  # "with these five and nothing more"
_WAS = re.compile(r"\b(?:was|were|had)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Added:
    """A value of a whole, the parts that it is said of, and what these come to."""

    fact: Fact
    parts: Series
    sum: Interval
    sure: bool = True  # whether its clause says that it is of the whole


def added(pool: Pool, every: Sequence[Series], index: Index) -> Iterator[Added]:
    """The values of a document that the only parts of their kind do not come to, and that nothing else gives."""
    near = {one.document.document_id: one.document for one in pool.near}
    able = [one for one in every if one.document.document_id in near]
    lines = [one for one in pool.own if one.sentence is None and _TOTAL_LINE.match(one.text) and not one.per]
    said = [each for one in near.values() for each in _enumerated(one, index)] if lines else []
    for one in lines:
        found = _parts(one, said)
        if found and one.qualifier == "exact" and not _told(one, found, pool):
            yield replace(found, sure=False)
    for one in pool.own:
        if _is_whole(one, pool):
            found = _parts(one, able)
            sure = found is not None and not partly(found.parts) and _said_of_all(one, found)
            tied = found and (sure or _counted_beside(one, found, pool) or _is_of_title(one, found))
            if found and tied and not _told(one, found, pool):
                yield replace(found, sure=sure)


def _enumerated(document: Document, index: Index) -> Iterator[Series]:
    """The values of one unit that a sentence prints beside one another, three at least, in the same words."""
    for sentence in index.sentences(document):
        for one in enumerated(sentence) if sentence.asserted else ():
            between = (document.text[left.end : right.start] for left, right in pairwise(one.items))
            if len(one.items) >= ENOUGH and not any(_APART.search(words) for words in between):
                yield one


def _is_whole(one: Fact, pool: Pool) -> bool:
    counted = {word for each in pool.near if each.count for word in each.of}
    if (
        one.sentence is None
        or one.per & counted
        or one.anonymous
        or one.qualifier != "exact"
        or _AT_ONCE.search(one.text)
    ):
        return False
    others = (each for each in pool.own if each.sentence is one.sentence and not each.count and not like(each, one))
    computed = not one.count and any(others)  # "500 GB come to $60": of what, the sentence itself says
    return asserted(one.sentence, one.at, one.at + 1) and not computed


def _parts(one: Fact, every: Sequence[Series]) -> Added | None:
    """The only series of its unit or noun that can be the parts."""
    fitting = {tuple(each.value for each in series.items): series for series in every if _of_kind(one, series)}
    sums = [Added(one, series, total(values)) for values, series in fitting.items()]
    if any(close(one, _middle(each.sum), FINE) or one.value.meets(each.sum) for each in sums):
        return None
    near = [each for each in sums if LEAST <= one.middle / _middle(each.sum) <= MOST]
    return near[0] if len(near) == 1 else None


def _middle(one: Interval) -> Decimal:
    return (one.lower + one.upper) / 2


def _of_kind(one: Fact, series: Series) -> bool:
    if series.document is one.document and series.start <= one.start <= series.end:
        return False
    if one.count:
        kind = series.kind == "count" and bool(one.of & (series.of | content(series.label)))
    else:
        plain = series.kind != "count" and len(series.items) >= ENOUGH and (series.kind != "rate" or not series.table)
        kind = plain and dims_of(series.kind, series.of) == one.dims
    return kind and one.middle > max(_middle(each.value) for each in series.items) and not _is_sweep(series)


def _is_sweep(series: Series) -> bool:
    """Whether a column counts what each run had, each a multiple of the one before (16, 64, 256 GPUs): no parts."""
    values = [_middle(each.value) for each in series.items]
    return (
        series.kind == "count"
        and len(values) >= ENOUGH
        and all(left and right > left and not right % left for left, right in pairwise(values))
    )


def _said_of_all(one: Fact, found: Added) -> bool:
    """Whether a fact's clause is of the whole, and of nothing else besides."""
    mine = clause(one.text, one.at, one.at + len(one.quote)).replace(one.quote, " ")
    if (
        _OTHER.search(mine)
        or _WAS.search(mine)
        or _AT_ONCE.search(" | ".join(each.label for each in found.parts.items))
    ):
        return False
    if _SUM.search(mine):
        return True
    titled = {each.root for each in tokens(one.document.title)}
    named = any(each.capital and each.root in titled for each in tokens(one.text))
    return one.count and (named or one.middle > _middle(found.sum))


def _counted_beside(one: Fact, found: Added, pool: Pool) -> bool:
    """Whether the sentences around a value say how many the parts are, or that it is all: "the four below"."""
    mine = clause(one.text, one.at, one.at + len(one.quote)).replace(one.quote, " ")
    other = _OTHER.search(_OVER_ALL.sub(" ", mine))
    if other or _AT_ONCE.search(" | ".join(each.label for each in found.parts.items)):
        return False
    beside = [each for each in pool.own if each.sentence and one.sentence and _near(each.sentence, one.sentence)]
    parts = Decimal(len(found.parts.items))
    if re.search(_THESE.format(either(_said(int(parts)))), one.text, re.IGNORECASE):
        return True
    return any(each.count and each.middle == parts and each.qualifier == "exact" for each in beside)


def _is_of_title(one: Fact, found: Added) -> bool:
    """Whether a size or power near the sum of a list's lines is of what the list's document is titled."""
    mine = clause(one.text, one.at, one.at + len(one.quote)).replace(one.quote, " ")
    near = NEAREST <= one.middle / _middle(found.sum) <= FURTHEST
    plain = one.dims in _STORES and not found.parts.table and one.document is not found.parts.document
    apart = _OTHER.search(mine) or partly(found.parts) or not all(each.label for each in found.parts.items)
    return plain and near and not apart and bool(content(one.text) & content(found.parts.about))


def _said(many: int) -> Iterator[str]:
    yield from (str(many), *in_words(many))


def _near(left: Sentence, right: Sentence) -> bool:
    apart = max(left.passage.start, right.passage.start) - min(left.passage.start, right.passage.start)
    return left.scope[-2:] == right.scope[-2:] and apart < AROUND


def _told(one: Fact, found: Added, pool: Pool) -> bool:
    """Whether the sum is printed, or something else gives the value."""
    printed = [each for each in pool.near if each is not one and like(each, one)]
    if any(close(each, _middle(found.sum)) for each in printed) or accounted(one, pool.near):
        return True
    own = [each.middle for each in printed if each.document is one.document]
    many = numbers_in((one.text, *(one.sentence.scope[:1] if one.sentence else ())))
    return any(gives(one.value, value, (), many, share=False) for value in own)  # "four of them, 128 GB in all"
