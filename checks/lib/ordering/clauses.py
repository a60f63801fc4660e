"""The clauses of a sentence, with whom each speaks of: in itself, or in what stands before it and over it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.columns.boards import Board
from checks.lib.language.quantifiers import plain
from checks.lib.language.tokens import tokens
from checks.lib.linking.reach import blank
from checks.lib.ordering.standing import named
from checks.lib.quantities.asserted import Sentence

TWO = 2  # the clause, and what stands before it in its sentence
FRONT = 12  # words of a phrase that a sentence begins with
_BREAK = re.compile(
    r"[;:|](?=\s)|,(?=\s)(?! or (?:less|fewer|better|more|faster|quicker)\b)|\s[–—-]\s(?=[a-z])|\s(?:and|but|"
    r"while|whereas|although|though|so|because|(?<!\sof\s)which)\s"
    r"(?=(?:[a-z]+|[A-Z]\S*(?: \S+)? (?:is|was|are|has|took|needs?|needed))\s)"
)
_FRONT = re.compile(
    r"\W*(?:in|on|at|for|across|with|without|over|of|among|out of|under|through|by|when|while|once|during|"
    r"whatever|whichever|regardless|irrespective|no matter|as long as|so long as|provided|if|unless|until)\b",
    re.IGNORECASE,
)
# Whom a clause compares with is not who the next one is of: "faster than Numba and 2x faster than PyPy".
OBJECT = re.compile(r"\bthan\s[^,;:.]*?(?=\s(?:and|or|but|while)\b|[,;:.]|$)", re.IGNORECASE)
# "Against the default it is ahead in six of eight": behind what it is ahead of.
FRONTED = re.compile(
    r"\W*(?:against|compared (?:to|with)|relative to|versus|unlike)\s(?P<whom>[^,;]{2,60}?)"
    r"(?:,|(?=\s(?:it|they|we|ours|this|the)\s))",
    re.IGNORECASE,
)
# A clause that says nobody speaks of whom the one before it does: "and it has the shortest downtime".
_NOBODY = re.compile(
    r"\W*(?:(?:and|but|also|then|yet|still|so|both|where|that|with|by far|clearly|now|here|overall|which|who|"
    r"on average|in total|at|a|an|the|[$€£]?\d[\d.,]*(?:\s?[a-z%/]+)?)\W+)*(?:(?:it|we|this|they|he|she|its?|"
    r"our(?:s| [\w-]+){1,2}|this [\w-]+|"
    r"the (?:latter|company|firm|product|machine|engine|tool|system|device|newcomer))\b(?!\s(?-i:[A-Z]))|"
    r"(?:is|was|has|had|came|comes|took|takes|finished|needs|needed|uses|used|also|shows|ranks|ranked|placed|"
    r"delivers|gives|gets)\b|$)",
    re.IGNORECASE,
)
_OURS = re.compile(r"\b(?:we|ours?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Part:
    """A clause of a sentence at words[start:], and the short phrase that the sentence begins with."""

    sentence: Sentence
    start: int
    text: str
    front: str

    @property
    def whole(self) -> str:
        """The clause with that phrase in front."""
        return f"{self.front} | {self.text}" if self.front else self.text

    @property
    def ahead(self) -> tuple[str, ...]:
        """What stands before it, the nearest first: who "it" is."""
        return OBJECT.sub(" ", self.sentence.passage.words[: self.start]), *self.sentence.scope

    def has(self, at: int) -> bool:
        """Whether a place of the sentence is in it."""
        return self.start <= at < self.start + len(self.text)

    def blank(self, *spans: tuple[int, int]) -> str:
        """The clause, and the phrase in front, without its numbers and without some spans of the clause."""
        text = blank(self.sentence, *((self.start + start, self.start + end) for start, end in spans))
        return f"{self.front} | {text[self.start : self.start + len(self.text)]}"


def parts(sentence: Sentence) -> Iterator[Part]:
    """The clauses of a sentence."""
    words = plain(sentence.passage.words)
    start = 0
    first = ""
    for match in [*_BREAK.finditer(words), None]:
        end = match.start() if match else len(words)
        text = words[start:end]
        yield Part(sentence, start, text, first)
        if start == 0 and _FRONT.match(text) and len(text.split()) < FRONT:
            first = text
        start = match.end() if match else end


def nearest(board: Board, text: str, part: Part, but: frozenset[str] = frozenset()) -> frozenset[str]:
    """Who stands nearest before a statement: in its clause, its sentence, the sentence before, the titles.

    `but` are those whom it names besides. Two in one sentence or title are nobody.
    """
    for at, each in enumerate((text, *part.ahead)):
        every = named(board.who, each)
        found = [one for one in every if one not in but]
        if found and (at < TWO or len(every) == 1):
            return frozenset(found[-1:])
    return frozenset()


def pronoun(board: Board, text: str, part: Part, but: frozenset[str] = frozenset()) -> frozenset[str]:
    """Who stands nearest before a clause that says nobody itself."""
    # "In each of the regions our machine is": a clause of "ours" may begin with where.
    elliptic = (_NOBODY.match(text) or _OURS.search(text)) and not any(one.name for one in tokens(text)[1:])
    return nearest(board, "", part, but) if elliptic else frozenset()
