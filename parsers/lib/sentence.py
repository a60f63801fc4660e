"""A sentence as extraction sees it, and what stands around it."""

from dataclasses import dataclass, field

from parsers.lib.figures import Found
from schemas.names import Mention
from schemas.statement import Side

NAMES = ("workloads", "platforms", "datasets", "frameworks")


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or line with the known names in it; offsets index the text layer."""

    text: str  # the whole text layer
    start: int
    end: int
    names: tuple[Mention, ...]  # of NAMES
    metrics: tuple[Mention, ...]
    figures: tuple[Found, ...]

    @property
    def words(self) -> str:
        """The sentence as printed."""
        return self.text[self.start : self.end]

    def of(self, kind: str) -> list[Mention]:
        """The names of one kind, left to right."""
        return [name for name in self.names if name.kind == kind]


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
