"""A larger model of one family that is faster than a smaller one."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.statements.rows import Row, header, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.names import Vocabulary, key
from schemas.statement import Measurement

CODE = "size-order"
MARGIN = Decimal("1.1")  # best rows of two sizes that lie closer are bound by something else than the model
MOST = 5  # pairs that a message lists
# Words of one rank have no order: "base" is above "medium" in one family and below it in the next.
_RANKS = {"nano": 0, "tiny": 1, "mini": 2, "small": 3, "base": 4, "medium": 4, "large": 5, "xl": 6, "xxl": 7, "huge": 6}
_WORD = re.compile(rf"(?<![A-Za-z])({'|'.join(_RANKS)})(?![A-Za-z])", re.IGNORECASE)
_WEIGHTS = re.compile(r"(?<![\w.])(\d+(?:\.\d+)?)\s?([BM])(?![A-Za-z0-9])")
_SCALE = {"M": Decimal(1), "B": Decimal(1000)}
# What may differ between the best rows of two sizes; every other cell of the rows is the same.
_FREE = ("batch_size", "framework", "precision", "sdk_version", "submission_id", "variant")
_DISTILLED = re.compile(r"distil|tiny\w*llama|quant|sparse|prun|moe\b|\d+x\d+", re.IGNORECASE)
Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sized:
    """A row with how large its model is, by weights or by word, and its throughput."""

    row: Row
    size: Decimal
    best: Measurement

    @property
    def value(self) -> Decimal:
        """Items a second."""
        return self.best.figure.value if self.best.figure else Decimal(0)


@check(CODE, version=1, severity="low", since="0.1.0")
def size_order(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A smaller model of a family is at least as fast as a larger one on the same system.

    Why:
        The larger model does more sums for each item. Where it is faster, the rows differ in precision, software or
        task, and the table does not show the models against each other; or one of the two figures is wrong.

    Flags:
        The best throughput of a size ("Base", "7B") more than 10 % below the best of a larger size of the same family
        ("Large", "70B") in one table, with the same system, task and data set; what else differs is listed. All of
        a table are one finding.

    Passes:
        Sizes whose order is not the same in all families (Base and Medium); rows whose other cells differ (sequence
        length, number of devices).

    Does not judge:
        Numbers that may be versions or depths (YOLOv5, ResNet-50); models that are distilled, sparse or mixtures
        of experts; families that a table shows in one size (skipped).
    """
    groups: dict[Group, list[Sized]] = defaultdict(list)
    for row in rows(corpus):
        size, throughput = _size(row), row.metric("throughput")
        if size is not None and throughput and throughput.figure:
            groups[_family(row, corpus.vocabulary, throughput)].append(Sized(row, size, throughput))
    found: dict[Group, list[tuple[Sized, Sized]]] = defaultdict(list)
    for name, members in sorted(groups.items()):
        best = {size: max(some, key=lambda one: one.value) for size, some in _by_size(members).items()}
        if len(best) < 2:
            yield Skip(CODE, name, "not applicable, because the table shows one size of it")
            continue
        found[name[:2]] += [
            (small, large)
            for small in best.values()
            for large in best.values()
            if small.size < large.size and large.value > small.value * MARGIN
        ]
    for _, pairs in sorted(found.items()):
        if pairs:
            yield _finding(pairs)


def _by_size(members: list[Sized]) -> dict[Decimal, list[Sized]]:
    sizes: dict[Decimal, list[Sized]] = defaultdict(list)
    for one in members:
        sizes[one.size].append(one)
    return sizes


def _printed(row: Row) -> str:
    return f"{row.keys.workload_raw} {row.keys.variant}"


def _size(row: Row) -> Decimal | None:
    """Millions of weights where the name prints them, else the rank of its word; None for anything else."""
    words = _printed(row)
    weights, ranks = _WEIGHTS.findall(words), _WORD.findall(words)
    if _DISTILLED.search(words) or len(weights) + len(ranks) != 1:
        return None
    return Decimal(weights[0][0]) * _SCALE[weights[0][1]] if weights else Decimal(_RANKS[ranks[0].lower()])


def _family(row: Row, vocabulary: Vocabulary, throughput: Measurement) -> Group:
    """What two sizes share: the name without the size, every number of the variant, and all other key cells."""
    name = _WEIGHTS.sub("", _WORD.sub("", row.keys.workload_raw))
    sized = "weights" if _WEIGHTS.search(_printed(row)) else "words"
    variant = _WEIGHTS.sub("", _WORD.sub("", row.keys.variant))
    settings = " ".join(re.findall(r"\d+", variant))
    meant = [header(one.text, vocabulary) for one in row.table.columns]
    cells = row.table.rows[row.number - 1]
    fixed = (
        key(cell.text)
        for cell, (what, role) in zip(cells, meant, strict=True)
        if role != "metric" and what not in (*_FREE, "workload") and not _sizes(cell.text)
    )
    unit = throughput.figure.unit if throughput.figure else ""
    place = (row.document.name, row.table.name, throughput.column, row.keys.task, row.platform, unit)
    return (*place, key(name.split(" - ")[0]), sized, settings, *fixed)


def _sizes(text: str) -> bool:
    return bool(_WORD.search(text) or _WEIGHTS.search(text))


def _finding(pairs: list[tuple[Sized, Sized]]) -> Finding:
    first = pairs[0][0].row
    told = listed((_told(*pair) for pair in pairs), most=MOST)
    sums = "; ".join(
        f"{large.best.literal} / {small.best.literal} = {short(round(large.value / small.value, 2))}"
        for small, large in pairs
    )
    cells = [one for small, large in pairs for one in (small, large)]
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"table {first.table.name}: a larger model is faster than a smaller one: {told}",
        arithmetic=f"{sums}.",
        comparison=(first.document.name, first.table.name, *sorted({one.row.workload for one in cells})),
        evidence=tuple(dict.fromkeys(Evidence.of(one.best) for one in cells)),
        likely_wrong_why="the rows differ in more than the model, or one of the two figures is wrong",
    )


def _told(small: Sized, large: Sized) -> str:
    pairs = (
        (name.replace("_", " "), large.row.condition(name), small.row.condition(name))
        for name in ("framework", "precision", "batch_size")
    )
    differing = [f"{name} {mine} against {theirs}" for name, mine, theirs in pairs if key(mine) != key(theirs)]
    if key(large.row.keys.variant) != key(small.row.keys.variant) and large.row.keys.variant:
        differing.append(f"{large.row.keys.variant} against {small.row.keys.variant or 'blank'}")
    also = f" ({listed(differing)})" if differing else ""
    return f"{_shown(large)} on {large.row.platform} {large.best.literal}, {_shown(small)} {small.best.literal}{also}"


def _shown(one: Sized) -> str:
    raw = one.row.keys.workload_raw
    return raw if _sizes(raw) else one.row.keys.variant
