"""Who a paragraph goes on about when it begins with "It", "This" or "The new version": the one the last one spoke of.

A page breaks its text where it likes: "Branching takes 0.9 s on Loom 3." and, as a paragraph of its own, "It is 40 %
cheaper than provisioned instances." The pronoun goes back as far as the last paragraph under the same heading that
names anybody. Where that one speaks of two, it stays unsettled, and says so.
"""

import re
from collections.abc import Iterable, Sequence

from parsers.lib.actors import Actor, actors_of
from parsers.lib.sentence import Scope, Sentence
from parsers.lib.verbs import acts
from schemas.statement import Side

BACK = 3  # paragraphs that a pronoun can reach over
_GOES_ON = re.compile(
    r"(?:(?:In|On|At|With|For|During|Under|Across)\s[^,;.:]{2,40},\s(?=(?:it|this|that|they)\s))?"
    r"(?:(?:And|But|Now|Overall|Moreover|In\s+addition|On\s+average|Best\s+of\s+all|Even\s+better),?\s)?"
    r"(?i:it|this|that|they|these|those|its|their|(?:all|both)\s+(?:of\s+)?(?:this|that|these)|"
    r"the\s+(?:new|latest|current)\s+\w+|"
    r"the\s+(?:same\s+)?(?:system|chip|card|engine|database|board|drive|device|phone|module|library|service|tool|result|"
    r"version|release|update))(?:['’]s)?\s"
)


def goes_on(sentence: Sentence) -> bool:
    """Whether a sentence begins with a word that points back: "It", "This", "Their", "The new version"."""
    return _GOES_ON.match(sentence.text, sentence.start, sentence.end) is not None


class Told:
    """The paragraphs read so far under one heading, the last one first, with the subjects of their claims."""

    def __init__(self) -> None:
        """Nothing told yet."""
        self.compares = False  # a factor or a change was claimed under this heading: the next one is of the same field
        self._paragraphs: list[tuple[list[Sentence], tuple[Side, ...]]] = []

    def heading(self) -> None:
        """A heading stands between: a pronoun does not reach over it."""
        self._paragraphs.clear()
        self.compares = False

    def add(self, paragraph: list[Sentence], subjects: Iterable[Side]) -> None:
        """One more paragraph has been read."""
        told = tuple({one.name: one for one in subjects if one.name}.values())
        self._paragraphs = [(paragraph, told), *self._paragraphs[: BACK - 1]]

    def sentences(self) -> tuple[Sentence, ...]:
        """What was read, latest first."""
        return tuple(one for paragraph, _ in self._paragraphs for one in reversed(paragraph))

    def meant(self, scope: Scope) -> tuple[Side, ...]:
        """Who a pronoun can mean: one is an answer, two are none."""
        for paragraph, told in self._paragraphs:
            if sides := _spoken_of(paragraph, told, scope):
                return sides
        return ()


def _spoken_of(paragraph: Sequence[Sentence], told: tuple[Side, ...], scope: Scope) -> tuple[Side, ...]:
    """Whose figures a paragraph gives and who does something in it; failing these, who is named in it at all."""
    named = [(one, sentence) for sentence in paragraph for one in actors_of(sentence, scope)]
    meant = [(one, sentence) for one, sentence in named if _can_be_meant(one, sentence)]
    doing = [Side(one.name, one.raw) for one, sentence in meant if acts(sentence, one.end)]
    if doing:
        doing += [Side(one.name, one.raw) for one, sentence in meant if _joined(one, sentence)]
    sides = (*told, *doing) or tuple(Side(one.name, one.raw) for one, _ in meant)
    return tuple({one.name: one for one in sides}.values())


# "Pathfinder 3 and Waymark 2 were measured": the first does what the second does.
_AND = re.compile(r"(?:,|\sand|\sor|,\sand)\s(?=[A-Z\d])")


def _joined(actor: Actor, sentence: Sentence) -> bool:
    return _AND.match(sentence.text, actor.end, sentence.end) is not None


def _can_be_meant(actor: Actor, sentence: Sentence) -> bool:
    """Whether the next paragraph can speak of an actor: no class, no vendor, nobody compared with."""
    if actor.rank > 2 or actor.generic or actor.unnamed:
        return False
    return not any(0 <= actor.start - match.end() <= 40 for match in sentence.comparators)
