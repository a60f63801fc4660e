"""Numbers of parts as sentences, labels and rows print them: in each system, and of all."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.quantities.counts import NOUN, NUMBER, Count, counts, singular
from checks.lib.statements.passages import Passage, phrase, quoted
from schemas.document import Document
from schemas.finding import Evidence
from schemas.number_words import count

# "Accelerators: 2,280", "Total GPUs | 1,024": a label that is a noun and what says that it is of all of them.
_ADJECTIVES = r"(?P<adjectives>(?:[\w/-]+\s){0,2}?)"
_LABEL = (
    rf"(?:(?:total|number of|all|installed|overall)\s+)*{_ADJECTIVES}(?P<noun>{NOUN})"
    r"(?:\s*\((?:total|in all)\)|\s+in (?:total|all))?"
)
_LINE = re.compile(
    rf"^[^\w\n]{{0,12}}{_LABEL}\s*(?::|\||—|–)\s*(?P<n>{NUMBER})"
    r"(?:\s+(?:in (?:total|all)|total|(?P=noun)))?[^\w\n]{0,6}$",
    re.IGNORECASE | re.MULTILINE,
)
_TOTAL = re.compile(
    rf"\b(?:total of|in all|in total|altogether|totall?ing)\W+(?P<n>{NUMBER})\s(?:[\w/-]+\s){{0,2}}?(?P<noun>{NOUN})\b|"
    rf"(?<![\w.,])(?P<n2>{NUMBER})\s(?:[\w/-]+\s){{0,2}}?(?P<noun2>{NOUN})\s"
    r"(?:in (?:total|all)|altogether|overall|in the (?:whole|entire|full) [a-z]+)\b",
    re.IGNORECASE,
)
# "32 nodes in each rack", "4 GPUs per node", "Nodes per rack: 32" and a row of the same.
IN_EACH = re.compile(rf"\s(?:(?:in|on|for|to|within) (?:each|every)|per) (?P<whole>{NOUN})\b", re.IGNORECASE)
EACH_LINE = re.compile(
    rf"^[^\w\n]{{0,12}}(?:number of )?(?P<noun>{NOUN})\s(?:(?:in|on|for) (?:each|every|a|one)|per|/)\s(?P<whole>{NOUN})"
    rf"\s*(?::|\||—|–)\s*(?P<n>{NUMBER})[^\w\n]{{0,6}}$",
    re.IGNORECASE | re.MULTILINE,
)
# ", for 6,144 GPUs" and ": 240 processors" behind so many of them in each.
_LED = re.compile(
    r"(?:\b(?:for|giving|making|that is|hence|thus|so)|[:=])\s"
    rf"(?P<n>{NUMBER})\s(?:[\w/-]+\s){{0,2}}?(?P<noun>{NOUN})\b",
    re.IGNORECASE,
)
HEDGED = re.compile(
    r"\b(?:up to|at least|at most|more than|less than|fewer than|over|under|about|around|nearly|almost|roughly|some|"
    r"another|other|further)\s(?:the\s)?$",
    re.IGNORECASE,
)
# Parts of a system that are not all that it holds.
_SOME = re.compile(
    r"(?:spare|idle|login|service|reserved?|used|free|test|management|storage|max(?:imum)?|min(?:imum)?|active|per|"
    r"performance|efficiency|cpu-only|head|hot|failed|per-\w+)",
    re.IGNORECASE,
)


# What a run was given of a machine: "the run used 96 GPUs in total".
_USED = re.compile(
    r"\b(?:us(?:e|es|ed|ing)|runs?|ran|jobs?|train(?:s|ed|ing)?|benchmark\w*|allocat\w+)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Total:
    """A number that a document prints of all its parts of one kind; `used` where it is of those that a run used."""

    value: int
    noun: str
    evidence: Evidence
    used: bool = False


@dataclass(frozen=True, slots=True)
class Number:
    """A number of parts, in all or in each system, as printed."""

    value: int
    noun: str
    printed: str
    plural: str
    evidence: Evidence
    used: bool = False

    @classmethod
    def of(cls, one: Count) -> "Number":
        """That of a sentence."""
        found = phrase(one.passage, one.match)
        return cls(one.value, one.noun, one.match["n"], one.match["noun"], found, is_used(one.passage))


def is_used(passage: Passage) -> bool:
    """Whether a sentence is of what a run used."""
    return bool(_USED.search(passage.words))


def in_each(one: Count) -> str:
    """The system in each of which there are so many: "32 nodes in each rack"; "" where it is hedged or none."""
    match = IN_EACH.match(one.passage.words, one.match.end())
    hedged = HEDGED.search(one.passage.words[: one.match.start()])
    return singular(match["whole"]) if match and not hedged else ""


def listed(document: Document, every: list[Passage]) -> Iterator[Total]:
    """The totals that labels say: "Accelerators: 2,280", and rows of the same."""
    for passage in every:
        for match in _LINE.finditer(passage.words):
            if _of_all(match["adjectives"]):
                yield Total(count(match["n"]), singular(match["noun"]), phrase(passage, match))
    for text, evidence in _rows(document):
        line = _LINE.match(text)
        if line and _of_all(line["adjectives"]):
            yield Total(count(line["n"]), singular(line["noun"]), evidence)


def lines(document: Document, every: list[Passage]) -> Iterator[tuple[str, Evidence]]:
    """The labelled numbers of a document: its short sentences and its rows of two cells."""
    for passage in every:
        if whole := EACH_LINE.match(passage.words):
            yield passage.words, phrase(passage, whole)
    yield from _rows(document)


def _rows(document: Document) -> Iterator[tuple[str, Evidence]]:
    for table in document.tables:
        for row in (table.columns, *table.rows):
            if len(row) == 2:
                yield f"{row[0].text} | {row[1].text}", quoted(document, row[1].start, row[1].end)


def told(every: list[Passage]) -> Iterator[Total]:
    """The totals that sentences say: "2,280 accelerators in all"."""
    for passage in every:
        mine = counts(passage)
        nouns = {one.noun for one in mine}
        for match in _TOTAL.finditer(passage.words):
            noun = singular(match["noun"] or match["noun2"])
            hedged = HEDGED.search(passage.words[: match.start("n") if match["n"] else match.start("n2")])
            alone = len(nouns) == 1  # where the sentence counts systems too, counts-multiply judges it
            if alone and not (hedged and match["n2"]):
                yield Total(count(match["n"] or match["n2"]), noun, phrase(passage, match), is_used(passage))
        held = {one.noun: one.match.end() for one in mine if in_each(one)}
        for match in _LED.finditer(passage.words):
            noun = singular(match["noun"])
            last = held.get(noun, len(passage.words)) <= match.start()
            if last and not _TOTAL.search(passage.words) and not IN_EACH.match(passage.words, match.end()):
                yield Total(count(match["n"]), noun, phrase(passage, match), is_used(passage))


def _of_all(adjectives: str) -> bool:
    """Whether what stands before a noun says whose parts they are, not that they are some: no "spare", no "login"."""
    return not any(_SOME.fullmatch(word) for word in adjectives.split())
