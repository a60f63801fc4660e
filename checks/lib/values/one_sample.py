"""Whether two values at places of a sample are of one sample: by their table, their sentence, or what each says."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from enum import IntEnum

from checks.lib.labels.about import Index
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import names
from checks.lib.linking.scenes import two_cases
from checks.lib.quantities.percentiles import CASES
from checks.lib.telling.measured import content
from checks.lib.telling.told import VERBS
from checks.lib.values.rank_sites import PLAIN, Ranked
from checks.lib.values.sites_linked import Pair, telling
from schemas.names import Vocabulary

FAR = 100  # times apart: two things


class Link(IntEnum):
    """How surely two are of one sample."""

    NONE, LOOSE, SURE = 0, 1, 2


_COMPARED = re.compile(
    r"\bthan\b|\b(?:is|was|are|were|lies|lay|stays?|stayed|even)\s(?:\w+\s){0,2}?(?:under|below|above|beneath|over)\s(?![\d§])",
    re.IGNORECASE,
)
_END = re.compile(r"[.;,](?=\s|$)|\s(?:and|while|but|whereas)\s")


def linked(
    one: Ranked, other: Ranked, every: Mapping[str, Sequence[Ranked]], index: Index, vocabulary: Vocabulary
) -> Link:
    """How surely two values are of one sample; the first is of a sentence, or both are of one table."""
    if one.site.table or other.site.table:
        if one.site.table and other.site.table:
            return _of_cells(one, other, every)
        said, cell = (other, one) if one.site.table else (one, other)
        return _of_table(said, cell, every[cell.site.document.document_id], index, vocabulary)
    if one.site.sentence is other.site.sentence:
        return _of_sentence(one, other, every) if one.site.start < other.site.start else _of_sentence(other, one, every)
    return _of_sentences(one, other, every, index, vocabulary)


def _of_cells(one: Ranked, other: Ranked, every: Mapping[str, Sequence[Ranked]]) -> Link:
    """Two cells of one row or column, whose labels say the same besides, and which has one value at each place."""
    mine = [each for each in every[one.site.document.document_id] if each.line == one.line]
    single = all(each.allowed == at.allowed for at in (one, other) for each in mine if _same_place(each, at))
    if one.line != other.line or not single:
        return Link.NONE
    if one.left == other.left:
        return Link.SURE
    alone = len({each.rank for each in mine}) == len(mine)
    return Link.LOOSE if alone and (one.left <= other.left or other.left <= one.left) else Link.NONE


def _same_place(one: Ranked, other: Ranked) -> bool:
    return one.rank == other.rank and one.left == other.left


def _of_sentence(one: Ranked, other: Ranked, every: Mapping[str, Sequence[Ranked]]) -> Link:
    """Two of one sentence, where nothing between them names another sample."""
    mine = [each for each in every[one.site.document.document_id] if each.site.sentence is one.site.sentence]
    between = " ".join(each.lead for each in mine if one.site.start < each.site.start <= other.site.start)
    if _COMPARED.search(between) or _of_two(one, other, every):
        return Link.NONE
    between = f"{between} {_END.split(other.tail)[0]}"
    said = content(one.lead)
    own = content(between) - PLAIN - VERBS - said
    if not own:
        return Link.SURE
    foreign = names(between, title=True) - said
    if foreign or own & CASES or any(map(str.isdigit, "".join(sorted(own)))) or two_cases([one.lead], [between]):
        return Link.NONE
    return Link.LOOSE if one.site.text.count("\n") < len(mine) else Link.NONE


def _of_two(one: Ranked, other: Ranked, every: Mapping[str, Sequence[Ranked]]) -> bool:
    """Whether tables print the two values at their places, and never for one sample."""
    cells = [each for some in every.values() for each in some if each.site.table]
    left, right = (
        {
            (each.line, each.left)
            for each in cells
            if each.rank == mine.rank and each.site.alike(mine.site) and each.site.agrees(mine.site)
        }
        for mine in (one, other)
    )  # fmt: skip
    return bool(left and right and not left & right)


def _of_table(said: Ranked, cell: Ranked, some: Sequence[Ranked], index: Index, vocabulary: Vocabulary) -> Link:
    """A sentence's value and a cell of the only sample that the sentence can mean."""
    groups: dict[tuple[object, ...], list[Ranked]] = defaultdict(list)
    for each in some:
        if each.site.table and each.site.alike(said.site):
            groups[each.line, each.left].append(each)
    named = _meant(said, list(groups.values()))
    if named is None or cell not in named:
        return Link.NONE
    same = [each for each in named if each.rank == said.rank and not said.bound]
    if any(not each.allowed.meets(said.allowed) for each in same) or _apart(said, cell, index, vocabulary):
        return Link.NONE
    sure = bool(same) or (len(groups) > 1 and not _case(said, cell, index))
    return Link.SURE if sure else Link.LOOSE


def _meant(said: Ranked, groups: Sequence[list[Ranked]]) -> list[Ranked] | None:
    """The sample whose own labels a sentence says, or the only one of all."""
    if len(groups) == 1:
        return groups[0]
    common = frozenset.intersection(*(some[0].rest for some in groups))
    words = said.site.words | said.site.over
    best = sorted(
        ((len(own & words) / len(own), at) for at, some in enumerate(groups) if (own := some[0].rest - common)),
        reverse=True,
    )
    if not best or best[0][0] < 1 / 2 or (len(best) > 1 and best[1][0] == best[0][0]):
        return None
    own = groups[best[0][1]][0].rest - common
    return None if any(map(str.isdigit, "".join(sorted(own - words)))) else groups[best[0][1]]


def _of_sentences(
    one: Ranked, other: Ranked, every: Mapping[str, Sequence[Ranked]], index: Index, vocabulary: Vocabulary
) -> Link:
    """Two sentences that can only tell of one sample, each with the only value of its place in its document."""
    single = all(
        each.allowed == mine.allowed
        for mine in (one, other)
        for each in every[mine.site.document.document_id]
        if each.rank == mine.rank and each.site.alike(mine.site) and not _opposed(each, mine)
    )
    labels = one.site.scope == other.site.scope and one.rest == other.rest and one.site.document is other.site.document
    if labels and max(len(each.site.text.split()) for each in (one, other)) < 10:
        return Link.SURE
    if not single or _of_two(one, other, every) or _apart(one, other, index, vocabulary) or _case(one, other, index):
        return Link.NONE
    if any(each.rank in (0, 100) for each in (one, other)):
        return Link.NONE
    near = one.site.document is other.site.document or telling(one.site, other.site) or len(every) == len((one, other))
    return Link.LOOSE if near else Link.NONE


def _opposed(one: Ranked, other: Ranked) -> bool:
    """Whether one is of reads and the other of writes, or the like: each is the only one of its kind then."""
    return any(opposed([one.site.text], [other.site.text]))


def _apart(one: Ranked, other: Ranked, index: Index, vocabulary: Vocabulary) -> bool:
    pair = Pair(one.site, other.site)
    times = one.site.times(other.site)
    both = content(one.site.text) & CASES, content(other.site.text) & CASES
    ends = one.rank in (0, 100) or other.rank in (0, 100)
    return (
        (times is not None and times > FAR)
        or ends
        or bool(both[0] and both[1] and not both[0] & both[1])
        or pair.apart(index, vocabulary)
    )


def _case(one: Ranked, other: Ranked, index: Index) -> str:
    return Pair(one.site, other.site).case(index)
