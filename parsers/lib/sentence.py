"""A sentence as extraction sees it, and what stands around it. Nothing in it is read before it is asked for."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from parsers.lib.comparators import comparators
from parsers.lib.figures import figures, may_hold
from parsers.lib.scene import Found
from schemas.names import Mention, Vocabulary
from schemas.statement import Side

NAMES = ("workloads", "platforms", "datasets", "frameworks")


@dataclass(frozen=True)
class Sentence:
    """A sentence or line; offsets index the text layer.

    Names, metrics and figures are found when first needed: most sentences of a page print no figure, and finding
    names in them would cost more than all the rest.
    """

    text: str  # the whole text layer
    start: int
    end: int
    vocabulary: Vocabulary

    @cached_property
    def names(self) -> tuple[Mention, ...]:
        """Known workloads, platforms, data sets and frameworks, left to right."""
        return self._found(*NAMES)

    @cached_property
    def metrics(self) -> tuple[Mention, ...]:
        """Words that name a metric, left to right."""
        return self._found("metrics")

    @cached_property
    def figures(self) -> tuple[Found, ...]:
        """The figures, left to right."""
        if not may_hold(self.text, self.start, self.end):
            return ()
        return tuple(figures(self.text, self.start, self.end, self.vocabulary, names=self.names))

    @cached_property
    def comparators(self) -> tuple[re.Match[str], ...]:
        """The comparing words, left to right."""
        return comparators(self.text, self.start, self.end, self.figures)

    @property
    def words(self) -> str:
        """The sentence as printed."""
        return self.text[self.start : self.end]

    def of(self, kind: str) -> list[Mention]:
        """The names of one kind, left to right."""
        return [name for name in self.names if name.kind == kind]

    def _found(self, *kinds: str) -> tuple[Mention, ...]:
        found = self.vocabulary.find(self.words, *kinds)
        return tuple(Mention(one.start + self.start, one.end + self.start, one.raw, one.entry) for one in found)


@dataclass(frozen=True, slots=True)
class Scope:
    """What stands around a sentence: headings innermost first, earlier sentences of the paragraph, latest first.

    `said` is the subject that the paragraph last spoke of; `names` the words that the document prints with a capital
    in the middle of a sentence, that is, its proper names.
    """

    headings: tuple[Sentence, ...] = ()
    earlier: tuple[Sentence, ...] = ()
    said: Side = field(default_factory=Side)
    names: frozenset[str] = frozenset()
