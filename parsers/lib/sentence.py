"""A sentence as extraction sees it, and what stands around it. Nothing in it is read before it is asked for."""

import re
from dataclasses import dataclass, field
from functools import cached_property

from parsers.lib.comparators import comparators
from parsers.lib.figures import figures, may_hold
from parsers.lib.scene import Found
from schemas.names import Mention, Vocabulary, settled
from schemas.statement import Side

NAMES = ("workloads", "platforms", "datasets", "frameworks")


# What something costs in time, energy or memory is no price.
_AMOUNT = re.compile(
    r"\s+(?:(?:about|only|just|nearly|over|under|some|around|roughly)\s+)?\d[\d.,]*\s?(?:[nµumk]?s|min|minutes?|hours?|seconds?|"
    r"milliseconds?|microseconds?|[fpnµumk]?J|[mk]?W|[KMGT]i?B|bytes?|cycles?)\b"
)
_PER_RUN = ("time_to_train", "time_to_result")  # "the cost per training run fell 35%": no time
# The size of a setting is no metric.
_SIZE_OF = re.compile(
    r"\b(?:same|equal|any|that|this|batch|block|page|sample|window|pool|step|packet|message|model|vocabulary|cache)[\s-]\Z"
)


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
        found = self._found("metrics")
        return tuple(
            one
            for one in found
            if not (one.raw == "size" and _SIZE_OF.search(self.text, self.start, one.start))
            and not (one.name in _PER_RUN and self.text[max(self.start, one.start - 4) : one.start] == "per ")
            and not (one.raw in ("cost", "costs", "costing") and _AMOUNT.match(self.text, one.end, self.end))
        )

    @cached_property
    def variants(self) -> tuple[Mention, ...]:
        """Words that say which build of a workload is meant, left to right."""
        return self._found("variants")

    @cached_property
    def figures(self) -> tuple[Found, ...]:
        """The figures, left to right."""
        if not may_hold(self.text, self.start, self.end):
            return ()
        metric = any(one.kind == "metrics" for one in self._mentions)
        return tuple(figures(self.text, self.start, self.end, self.vocabulary, names=self.names, metric=metric))

    @cached_property
    def comparators(self) -> tuple[re.Match[str], ...]:
        """The comparing words, left to right."""
        return comparators(self.text, self.start, self.end, self.figures)

    @cached_property
    def words(self) -> str:
        """The sentence as printed."""
        return self.text[self.start : self.end]

    def of(self, kind: str) -> list[Mention]:
        """The names of one kind, left to right."""
        return self._by_kind.get(kind, [])

    @cached_property
    def _by_kind(self) -> dict[str, list[Mention]]:
        return {kind: [name for name in self.names if name.entry.kind == kind] for kind in NAMES if self.names}

    @cached_property
    def _mentions(self) -> tuple[Mention, ...]:
        # All kinds at once: going through the words of a sentence costs more than finding names among them.
        return tuple(self.vocabulary.mentions(self.words, *NAMES, "metrics", "variants"))

    def _found(self, *kinds: str) -> tuple[Mention, ...]:
        found = [one for one in settled(self._mentions, *kinds) if not _another_word(one)]
        return tuple(Mention(one.start + self.start, one.end + self.start, one.raw, one.entry) for one in found)


def _another_word(mention: Mention) -> bool:
    """Whether only its capitals tell a name from a word, and they are missing: "Map" is no mAP."""
    if not (len(mention.raw) <= 4 and mention.raw[1:].islower()):
        return False
    return any(
        a.lower() == mention.raw.lower() and not a[1:].islower() and not a.islower() for a in mention.entry.aliases
    )


@dataclass(frozen=True, slots=True)
class Scope:
    """What stands around a sentence: headings innermost first, earlier sentences of the paragraph, latest first.

    `said` is the subject that the paragraph last spoke of; `names` the words that the document prints with a capital
    in the middle of a sentence, that is, its proper names; `product` what the page itself is about; `torn` the names
    that the sentence's own "It" can mean, when there is more than one.
    """

    headings: tuple[Sentence, ...] = ()
    earlier: tuple[Sentence, ...] = ()
    said: Side = field(default_factory=Side)
    names: frozenset[str] = frozenset()
    product: Side = field(default_factory=Side)
    torn: tuple[str, ...] = ()
