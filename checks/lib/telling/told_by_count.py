"""Rates and times by how many of something did them, as texts tell them: in a sentence, in lines, in two documents."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.columns.by_count import At, ByCount
from checks.lib.labels.about import Index
from checks.lib.language.tokens import GENERIC, content, root, roots, tokens
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.dimensions import Dims
from checks.lib.telling.sided import Group, Sided, groups, lone
from checks.lib.telling.told import VERBS
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.number_words import either, in_words

LEAST = 2  # counts of one column
SHARED = 8  # words that two documents of one run share
MANY = 40  # values of one dimension and noun; of more none is the one that is meant
COUNTS = in_words(*range(1, 21), 24, 32, 48, 64) | {"single": 1, "dozen": 12}
_THINGS = (
    "node nodes gpu gpus card cards chip chips server servers machine machines instance instances worker workers "
    "thread "
    "threads core cores socket sockets slice slices pod pods rack racks shard shards broker brokers replica "
    "replicas host "
    "hosts device devices accelerator accelerators executor executors rank ranks process processes partition "
    "partitions "
    "vm vms tpu tpus ipu ipus cpu cpus box boxes blade blades drive drives disk disks ssd ssds board boards superchip "
    "superchips engine engines processor processors robot robots oven ovens press presses printer printers lane lanes"
)
PARTS = frozenset(map(root, _THINGS.split()))
NUMBER = rf"\d{{1,3}}(?:,\d{{3}})+|\d+|{either(COUNTS)}"
_COUNT = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>{NUMBER})(?:\s?[x×])?[\s-](?:(?!(?:and|the|or|to|with|for|in|on|of|per|at)\b)[\w.+-]+\s){{0,2}}?"
    rf"(?P<noun>{either(_THINGS.split())})\b",
    re.IGNORECASE,
)
_ALONE = re.compile(
    rf"\b(?:on|with|at|for|to|across|over|using|from)\s(?:all\s)?(?P<n>{NUMBER})(?:\sof\sthem)?(?=\s*(?:$|[|,.;:]))",
    re.IGNORECASE,
)
# "On one Shrike S1, and on eight": a product by its name, which other sentences call a card or a node.
_BY_NAME = re.compile(
    rf"\b(?:on|with|using|across)\s(?:a |all )?(?P<n>{NUMBER})(?:\s?[x×])?\s(?=(?-i:[A-Z]))", re.IGNORECASE
)
NAMED = "@"


@dataclass(frozen=True, slots=True, eq=False)
class _Counted:
    one: Sided
    over: str
    counts: dict[str, int]  # by noun; "" where none is said


def told_by_count(corpus: Corpus, index: Index) -> Iterator[ByCount]:
    """The columns that groups of values are, and values of one number in each of two documents of one run."""
    alone: dict[tuple[Dims, str], list[_Counted]] = defaultdict(list)
    for document in corpus.documents:
        for group in groups(document, index, corpus.vocabulary):
            yield from _of_group(group)
        for one, over in lone(document, index, corpus.vocabulary):
            counts = _counts(one.mine)
            for noun in counts if _kind(one.value.dims) else ():
                if noun:
                    alone[one.value.dims, noun].append(_Counted(one, over, counts))
    for (_, noun), some in alone.items():
        if len(some) <= MANY:
            yield from _across(some, noun, index)


def _kind(dims: Dims) -> str:
    """What kind of values can be of scaling: times, and what is done in a time."""
    parts = dict(dims)
    if dims == frozenset({("time", 1)}) or parts.get("second", 0) > 0:
        return "time"
    return "rate" if parts.get("time", 0) == -1 and not parts.keys() & {"price", "energy"} else ""


def _counts(text: str) -> dict[str, int]:
    """How many of what a value's part says, the nearest of each noun: behind the value, then right ahead of it."""
    found: dict[str, int] = {}
    ahead, _, behind = text.rpartition(" | ")
    if alone := _ALONE.search(behind):
        return {"": how_many(alone["n"])}
    for match in (*_COUNT.finditer(behind), *reversed(list(_COUNT.finditer(ahead)))):
        found.setdefault(root(match["noun"]), how_many(match["n"]))
    if not found and (named := _BY_NAME.search(behind)):
        return {NAMED: how_many(named["n"])}
    if not found and (alone := _ALONE.search(ahead)):
        found[""] = how_many(alone["n"])
    return found


def how_many(text: str) -> int:
    """So many devices, in digits or words; 0 for words that count none."""
    plain = text.replace(",", "")
    return int(plain) if plain.isdigit() else COUNTS.get(plain.lower(), 0)


def _of_group(group: Group) -> Iterator[ByCount]:
    if not _kind(group.dims):
        return
    counted = [_Counted(one, group.over, _counts(one.mine)) for one in group.values]
    for noun in sorted({noun for each in counted for noun in each.counts if noun}):
        values = {n: each.one for each in counted if (n := each.counts.get(noun) or each.counts.get(""))}
        if len(values) >= LEAST:
            yield _column(noun, values, f"{group.about} | {group.over}")


def _across(some: Sequence[_Counted], noun: str, index: Index) -> Iterator[ByCount]:
    """Two values of two documents, each with the only count of its noun that its document tells."""
    by: dict[str, list[_Counted]] = defaultdict(list)
    for each in some:
        by[each.one.document.document_id].append(each)
    single = [found[0] for found in by.values() if len(found) == 1]
    for at, left in enumerate(single):
        for right in single[at + 1 :]:
            documents = left.one.document, right.one.document
            if left.counts[noun] != right.counts[noun] and _one_run(*documents, index):
                values = {each.counts[noun]: each.one for each in (left, right)}
                yield _column(noun, values, f"{left.over} | {left.one.text} | {right.over} | {right.one.text}")


def _one_run(left: Document, right: Document, index: Index) -> bool:
    """Whether two documents are of one run: their titles share a word, their texts many."""
    mine, theirs = (index.words[one.document_id] for one in (left, right))
    long = frozenset(word for word in mine & theirs if len(word) > LEAST) - VERBS - GENERIC
    titles = content(left.title) & content(right.title)
    return bool(titles) and len(long) >= SHARED and not index.of_two_editions(left, right)


def _column(noun: str, values: dict[int, Sided], text: str) -> ByCount:
    document = next(iter(values.values())).document
    found = {n: At(one.start, one.end, _amount(one), one.document) for n, one in values.items() if n}
    return ByCount(document, "", "", frozenset({noun}), found, roots(tokens(text)))


def _amount(one: Sided) -> Amount:
    kind = _kind(one.value.dims)
    return Amount(0, one.end - one.start, kind, frozenset(), frozenset(), one.value.readings, one.value.qualifier)
