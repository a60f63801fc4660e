"""The values that a document prints around a factor: on its chart, within a paragraph, in its sentence."""

import re
from bisect import bisect_left, bisect_right

from checks.lib.statements.absolutes import VALUES
from checks.lib.statements.index import by
from schemas.statement import Claim, Parsed

SENTENCES = 250  # characters back to the sentence before, whose two values a factor may divide
BESIDE_CHARS = 600  # how far from a factor in prose a value still stands beside it
_ITEM = re.compile(r"\n[ \t]*(?:[*•+-]|\d{1,3}[.)])[ \t]+\S")


class Values:
    """A document's printed values by chart, and those of its prose in text order: a factor meets its neighbours."""

    def __init__(self, parsed: Parsed) -> None:
        values = [claim for claim in parsed.claims if claim.figure.kind in (*VALUES, "price")]
        self._text = parsed.document.text
        self._heads = sorted(one.start for one in parsed.document.blocks if one.kind == "heading")
        self._charts = by((one for one in values if one.chart), lambda one: (one.chart, one.workload))
        prose = by((one for one in values if not one.chart), lambda one: one.workload)
        factors = [one for one in parsed.claims if one.figure.kind in ("ratio", "percent_change") and not one.chart]
        self._factors = by(factors, lambda one: one.context_start)
        self._in_order = sorted(factors, key=lambda one: one.figure.start)
        self._all = sorted((one for one in values if not one.chart), key=lambda one: one.figure.start)
        self._prose = {name: sorted(some, key=lambda one: one.figure.start) for name, some in prose.items()}

    @property
    def text(self) -> str:
        """The text of their document."""
        return self._text

    def near(self, claim: Claim) -> list[Claim]:
        """Values of the claim's workload on its chart, or within BESIDE_CHARS of it in prose."""
        if claim.chart:
            return self._charts.get((claim.chart, claim.workload), [])
        known, start = self._prose.get(claim.workload, []), claim.figure.start
        return _within(known, start - BESIDE_CHARS, start + BESIDE_CHARS)

    def nearest(self, value: Claim) -> Claim | None:
        """The factor of a value's own sentence that stands nearest to it."""
        known = self._factors.get(value.context_start, ())
        return min(known, key=lambda one: abs(one.figure.start - value.figure.start), default=None)

    def between(self, value: Claim, claim: Claim) -> bool:
        """Whether a factor of another sentence than the two stands between a value and the factor behind it."""
        others = _within(self._in_order, value.figure.start, claim.figure.start)
        return any(one.context_start not in (value.context_start, claim.context_start) for one in others)

    def item_apart(self, left: Claim, right: Claim, claim: Claim) -> bool:
        """Whether both values stand in one item of a list and the factor in a later one, which is of something else."""
        ends = left.figure.end, right.figure.start, right.figure.end, claim.figure.start
        if list(ends) != sorted(ends) or _ITEM.search(self._text, *ends[:2]):
            return False  # one value in each item, and the factor in a third: a list that is read as a whole
        return bool(_ITEM.search(self._text, *ends[2:]))

    def headed_apart(self, value: Claim, claim: Claim) -> bool:
        """Whether a heading stands between a value and the factor behind it: the factor is of its own section."""
        return bisect_left(self._heads, value.figure.start) != bisect_left(self._heads, claim.figure.start)

    def above(self, claim: Claim) -> list[Claim]:
        """Values in prose of the sentences above a factor, in its section."""
        known = _within(self._all, 0, claim.context_start - 1)
        return [one for one in known if not self.headed_apart(one, claim)]

    def before(self, claim: Claim) -> list[Claim]:
        """Values in prose of the claim's sentence or the one before it, whatever their workload."""
        return _within(self._all, claim.context_start - SENTENCES, claim.context_start + len(claim.context))


def _within(values: list[Claim], start: int, end: int) -> list[Claim]:
    first = bisect_left(values, start, key=lambda one: one.figure.start)
    return values[first : bisect_right(values, end, key=lambda one: one.figure.start)]
