"""A rate that is said to have been measured, above the peak that is printed of the same thing."""

import re
from collections.abc import Iterator, Sequence

from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.conditions import FORMAT, conditions
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import every_root
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.dimensions import KINDS, MACHINES
from checks.lib.sums.pools import Pool, pools
from checks.lib.telling.facts import Fact
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "above-peak"
FAR = 8  # times the peak; what is further off is of more than one of them
_MEASURED = re.compile(
    r"\b(?:sustain\w*|achiev\w+|measur\w+|deliver(?:s|ed)|reach(?:es|ed)|hits?|made|observed|attain\w*|saw|got|"
    r"(?:ran|runs|worked) at|moved|actual(?:ly)?|real-world|effective)\b",
    re.IGNORECASE,
)
_PEAK = re.compile(r"\b(?:peaks?|theoretical(?:ly)?|line rate|nominal|at most|no more than|maximum)\b", re.IGNORECASE)
_SEVERAL = re.compile(
    r"\b(?:aggregate\w*|in total|total|combined|together|cluster|system|pods?|racks?|servers?|nodes?|across|each|"
    r"per)\b",
    re.IGNORECASE,
)
# What moves the bytes: the peak of a memory is none of a cache, a link or a disk.
_PART = {
    "cache": r"L[123]|caches?|SRAM|on-chip",
    "memory": r"HBM\w*|DRAM|DDR\w*|GDDR\w*|memory",
    "link": r"NVLink|links?|network|PCIe|interconnect|fabric|ports?|Ethernet|InfiniBand",
    "disk": r"storage|disks?|SSDs?|NVMe|volumes?|files?",
}
_SECOND = frozenset({"s"})  # "Peak bandwidth (GB/s)" is no peak of each second
_RATES = (KINDS["compute"], KINDS["bandwidth"])


@check(CODE, version=2, severity="low", since="0.1.0")
def above_peak(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What one thing is measured to do lies below the peak that is printed of it.

    Why:
        A sheet prints the peak of a chip, a post what a product of matrices sustained on it. Whoever writes the one
        does not look at the other, and a chip that beats its own peak was two chips, or another number format.

    Flags:
        Operations or bytes a second that a sentence says to have been sustained, achieved or measured, above every
        value that a label or a sentence on the same thing calls its peak, the theoretical or the nominal one, in the
        number format that both name; of a table's rows the one that the sentence names. Always low.

    Passes:
        What lies at the peak or below it; formats of which the one names another than the other.

    Does not judge:
        What several do together ("the cluster", "across", "per node"); what is more than eight times off; pages of
        which no other says the name; documents of two editions (skipped).
    """
    index = index_of(corpus)
    for pool in pools(corpus, index):
        peaks = [one for one in {id(each): each for each in (*pool.far, *pool.other)}.values() if _is_peak(one)]
        for one in pool.own if peaks else ():
            if one.dims in _RATES and _is_measured(one, pool):
                yield from _check(one, peaks, pool, index)


def _is_peak(one: Fact) -> bool:
    at = one.at if one.sentence else 0
    words = clause(one.text, at, at + len(one.quote)) if one.sentence else one.text
    return one.dims in _RATES and bool(_PEAK.search(words)) and not one.per - _SECOND


def _is_measured(one: Fact, pool: Pool) -> bool:
    """Whether a sentence says of one thing what it did, not what several or the best of them do."""
    if one.sentence is None or not asserted(one.sentence, one.at, one.at + 1):
        return False
    words = clause(one.text, one.at, one.at + len(one.quote))
    several = any(each.count and each.middle > 1 and each.of & MACHINES for each in pool.own if each.text == one.text)
    return bool(_MEASURED.search(words)) and not (_PEAK.search(words) or _SEVERAL.search(one.text) or several)


def _check(one: Fact, peaks: Sequence[Fact], pool: Pool, index: Index) -> Iterator[Finding | Skip]:
    mine = _formats(one)
    able = [each for each in peaks if each.dims == one.dims and each is not one]
    able = [each for each in able if not any(opposed([one.text], [each.text]))]  # dense, and with sparsity
    named = [each for each in able if mine & _formats(each)]
    able = named or [each for each in able if not mine or not _formats(each)]
    able = [each for each in able if _parts(each) == _parts(one) or not (_parts(one) or _parts(each) - {"memory"})]
    able = _of_named_row(one, able)
    if not able or any(each.value.upper >= one.value.lower for each in able):
        return
    best = max(able, key=lambda each: each.middle)
    near = best.document is one.document or best in (*pool.near, *pool.other)
    if near and one.middle <= best.middle * FAR:
        key = (one.document.name, best.document.name, best.quote)
        editions = index.of_two_editions(one.document, best.document)
        yield Skip(CODE, key, OTHER_EDITION) if editions else _finding(one, best, key, index)


def _of_named_row(one: Fact, peaks: Sequence[Fact]) -> list[Fact]:
    """The peaks of the row that a measured value's own words name: that of the n300 is none of the n150.

    What each of something is measured to do ("on a single n150") is held against no row of another name.
    """
    said = every_root(clause(one.text, one.at, one.at + len(one.quote)))
    named = [each for each in peaks if (row := every_root(each.entity)) and row <= said]
    return named or ([] if one.per else list(peaks))


def _formats(one: Fact) -> frozenset[str]:
    """The number formats that are named around a value: in its sentence or row, else in the sentence before."""
    before = one.sentence.scope[:1] if one.sentence else (one.entity,)
    every = ([each.value for each in conditions(text) if each.of & {FORMAT, "bit"}] for text in (one.text, *before))
    return frozenset(next(filter(None, every), ()))


def _parts(one: Fact) -> frozenset[str]:
    """Which part of a machine is named around a rate of bytes."""
    around = f"{one.text} {one.entity}"
    found = (name for name, words in _PART.items() if re.search(rf"\b(?:{words})\b", around, re.IGNORECASE))
    return frozenset(found) if one.dims == KINDS["bandwidth"] else frozenset()


def _finding(one: Fact, best: Fact, key: tuple[str, ...], index: Index) -> Finding:
    said, peak = (index.places.printed(each.document, each.start, each.end) for each in (one, best))
    gap = best.value.distance(one.value)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.document} says that {said.quote} was measured; {peak.document} prints a peak of {peak.quote}",
        arithmetic=f"In base units {said.quote} allows {one.value}, {peak.quote} allows {best.value}: {apart(gap)}.",
        comparison=key,
        evidence=(said, peak),
        likely_wrong_why="the measured one, or it is of more than one, or of another number format",
    )
