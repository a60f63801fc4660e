"""Amounts that sentences print, with the clause, the sentence and what stands over it, where labels are looked for."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from checks.lib.language.assertions import is_said
from checks.lib.quantities.amounts import ONE_NOUN, Amount, amounts, prints_number
from checks.lib.statements.kept import by_document
from checks.lib.statements.passages import Passage, passages
from schemas.document import Document
from schemas.names import Vocabulary

LONGEST = 600  # characters of a sentence; more is a list that lost its breaks
_FORMER = re.compile(
    r"\b(?:instead of|in place of|rather than|against|versus|vs\.?|compared (?:to|with)|(?:down|up) from)\s+"
    r"(?:(?:the|its|about|around|some|over|under|only|just|nearly|almost)\s+){0,2}[$€£]?$",
    re.IGNORECASE,
)
_MORE = re.compile(
    r"\s+(?:per\s[^,.;]{1,20}?\s)?(?:(?:(?:less|more|worse|(?!oth|rath|wheth)[a-z]{2,}er)\s+than|saved)\b|"
    # "175 euros less when leased", "12 W lower."
    r"(?:less|cheaper|dearer|sooner|earlier|faster|slower|longer|shorter|lower|higher|lighter|heavier)"
    r"(?=\s+(?:when|with|if|on|in|under|for|at)\b|\s*(?:[.,;:)]|$)))",
    re.IGNORECASE,
)
# Who says it is not what it is about: "..., Garnet Compute said today".
_SPEAKER = re.compile(
    r",?[\"”]?\s+(?:the\s)?(?:[A-Z][\w.&’'-]*\s){1,4}(?:said|says|announced|announces|reports?|reported|wrote|writes|told)\b[^.;]*"
    r"|,[\"”]?\s+(?:said|says)\s+(?:the\s)?(?:[A-Z][\w.&’'-]*\s?){1,4}"
)
# "A third of what it used to be" is of today.
_PAST = re.compile(
    r"\b(?:(?<!than it )(?<!than they )(?<!what it )(?<!what they )used to|previously|formerly|no longer|"
    r"^until\s[^,.]{0,24}\b(?:19|20)\d\d(?=,)|"
    r"before,? (?:that,? )?(?:it|this|that|they|we|one) (?:was|were|took|had|needed|got))\b",
    re.IGNORECASE,
)
# What stands around an amount that another one is made of.
_SUM = re.compile(
    r"[)\]]?\s*(?:[A-Za-z/]+\s){0,3}?"
    r"(?:multiplied by|times (?:the|a|an|two|three|four|\d)|divided by|plus|minus|[×*÷+]\s?[\d$])"
)
_OF_SUM = re.compile(
    r"(?:\b(?:multiplied by|divided by|plus|minus|multiply|divide)|\d\s?[×*÷+])\s*(?:the\s|its\s|by\s|about\s)?[$€£]?$",
    re.IGNORECASE,
)
_PART = re.compile(r"[;:,](?=\s)|\s(?:and|while|but|whereas)\s")
_BREAK = re.compile(r"[;,](?=\s)|\s(?:and|while|but|whereas|against|versus|vs\.?|compared|where|than)\s")

_NUMBER = re.compile(r"^\W*\d[\d.,]*")
_TURN = re.compile(r"[,;:.—–](?=\s)|\s(?:and|but|while|whereas)\s(?=(?:it |we |they )?(?:now|today)\b)", re.IGNORECASE)
_NOW = re.compile(r"\b(?:now|today|nowadays|currently|these days)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Asserted:
    """An amount of a sentence. `scope` is the text around that may say the rest: headings, title, sentence before."""

    amount: Amount
    passage: Passage
    clause: str
    near: str  # the part of the clause between the commas and conjunctions around the amount
    scope: tuple[str, ...]

    @property
    def operand(self) -> bool:
        """Whether the sentence goes on to do a sum with it: "It is 306 TB multiplied by ...", "640 W less the fans"."""
        words = self.passage.words
        return bool(_SUM.match(words, self.amount.end) or _OF_SUM.search(words[: self.amount.start]))

    @property
    def document(self) -> Document:
        """The document that prints it."""
        return self.passage.document

    @property
    def start(self) -> int:
        """Where the amount begins in the document's text."""
        return self.passage.start + self.amount.start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.passage.start + self.amount.end


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence with its amounts and what stands over it."""

    passage: Passage
    amounts: tuple[Asserted, ...]
    scope: tuple[str, ...]
    asserted: bool  # neither a goal nor a correction
    past: bool  # of what was so before


def unspoken(text: str) -> str:
    """A text without its speaker."""
    return _SPEAKER.sub(" ", text)


def is_former(before: str) -> bool:
    """Whether the words before a value call it what another one stands against: "20 GB in place of", "against"."""
    return bool(_FORMER.search(before))


def is_difference(behind: str) -> bool:
    """Whether the words behind a value call it what lies between two: "3 ms less than", "40 W more than"."""
    return bool(_MORE.match(behind))


def is_now(asserted: Asserted) -> bool:
    """Whether a value of a sentence about the past is of today: "it used to take an hour, and now it takes 40 s"."""
    ahead = _TURN.split(asserted.passage.words[: asserted.amount.start])[-1]
    return bool(_NOW.search(ahead)) and not _PAST.search(_NOW.split(ahead)[-1])


def is_past(text: str) -> bool:
    """Whether words speak of what was so before."""
    return bool(_PAST.search(text))


@by_document
def sentences(document: Document, vocabulary: Vocabulary) -> Iterator[Sentence]:
    """The sentences of a document that print an amount or may be asked for a factor."""
    heads = {one.start for one in document.blocks if one.kind == "heading"}
    heading, before = "", ""
    for passage in passages(document):
        if passage.start in heads:
            heading, before = passage.words, ""
        if len(passage.words) > LONGEST:
            continue
        scope = tuple(filter(None, (before, heading, document.title)))
        found = list(_amounts(passage.words, vocabulary)) if prints_number(passage.words) else []
        mine = tuple(placed(passage, found, scope))
        yield Sentence(passage, mine, scope, is_said(passage.words), is_past(passage.words))
        before = passage.words


def placed(passage: Passage, found: Sequence[Amount], scope: tuple[str, ...]) -> Iterator[Asserted]:
    """The amounts of a sentence, in its order, each with its clause and what stands over it."""
    for one, clause in zip(found, _clauses(passage, found), strict=True):
        yield Asserted(one, passage, clause, near(passage.words[: one.start], passage.words[one.end :]), scope)


def _amounts(words: str, vocabulary: Vocabulary) -> Iterator[Amount]:
    """The amounts of a text whose lines may be wrapped and indented: "31" at the end of a line, "minutes" below it."""
    kept = [at for at, char in enumerate(words) if not char.isspace() or not words[at - 1 : at].isspace()]
    flat = "".join(" " if words[at].isspace() else words[at] for at in kept)
    for one in amounts(flat, vocabulary):
        yield replace(one, start=kept[one.start], end=kept[one.end - 1] + 1)


def near(ahead: str, behind: str) -> str:
    """The part of a clause around an amount, of the text ahead of it and behind: up to a comma or a conjunction."""
    return f"{_PART.split(ahead)[-1]} {_PART.split(behind)[0]}"


def _clauses(passage: Passage, found: Sequence[Amount]) -> list[str]:
    """The part of the sentence that is each amount's: cut at the first break between it and the next of its kind."""
    return [_clause(passage.words, one, [other for other in found if other.kind == one.kind]) for one in found]


def _clause(text: str, one: Amount, same: Sequence[Amount]) -> str:
    at = same.index(one)
    start = _cut(text, same[at - 1], one) if at else 0
    end = _cut(text, one, same[at + 1]) if at + 1 < len(same) else len(text)
    # "820,000 random writes per second": what is counted is a part of the unit, and tells the column.
    counted = _NUMBER.sub("", text[one.start : one.end]) if one.of and one.of <= ONE_NOUN else ""
    return f"{text[start : one.start]} {counted}{text[one.end : end]}"


def _cut(text: str, left: Amount, right: Amount) -> int:
    match = _BREAK.search(text, left.end, right.start)
    return match.start() if match else left.end
