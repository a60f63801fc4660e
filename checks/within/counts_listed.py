"""A number of parts in a list or table against the systems and the parts in each that the text counts."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, combinations
from math import prod

from checks.lib.counts import NOUN, NUMBER, WHOLE, Count, counts, singular
from checks.lib.passages import Passage, passages, phrase, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.number_words import count

CODE = "counts-listed"
LEVELS = 4  # of systems in systems
# "Accelerators: 2,280", "Total GPUs | 1,024": a label that is a noun and what says that it is of all of them.
_ADJECTIVES = r"(?P<adjectives>(?:[\w/-]+\s){0,2}?)"
_LABEL = rf"(?:(?:total|number of|all|installed|overall)\s+)*{_ADJECTIVES}(?P<noun>{NOUN})(?:\s*\((?:total|in all)\))?"
_LINE = re.compile(
    rf"^[^\w\n]{{0,12}}{_LABEL}\s*(?::|\||—|–)\s*(?P<n>{NUMBER})"
    r"(?:\s+(?:in (?:total|all)|total|(?P=noun)))?[^\w\n]{0,6}$",
    re.IGNORECASE | re.MULTILINE,
)
_TOTAL = re.compile(
    rf"\b(?:total of|in all|altogether|totall?ing)\W+(?P<n>{NUMBER})\s(?:[\w/-]+\s){{0,2}}?(?P<noun>{NOUN})\b|"
    rf"(?<![\w.,])(?P<n2>{NUMBER})\s(?:[\w/-]+\s){{0,2}}?(?P<noun2>{NOUN})\s(?:in (?:total|all)|altogether|overall)\b",
    re.IGNORECASE,
)
# Parts of a system that are not all that it holds.
_SOME = re.compile(
    r"(?:spare|idle|login|service|reserved?|used|free|test|management|storage|max(?:imum)?|min(?:imum)?|active|per|"
    r"performance|efficiency|cpu-only|head|hot|failed|per-\w+)",
    re.IGNORECASE,
)
_SET_ASIDE = re.compile(r"\s+(?:reserved|spare|idle|free|set aside|dedicated|left|for)\b", re.IGNORECASE)
_HOLDS = re.compile(
    r"\s*(?:(?:[\w-]+\s){0,2}?)(?:has|have|holds?|hosts?|contains?|carr(?:y|ies)|comprises?|packs?|combines?|pairs?|includes?|"
    r"is (?:built (?:from|around)|made (?:up )?of|equipped with|fitted with)|comes with|with|:)\s",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Total:
    """A number that a document prints of all its parts of one kind."""

    value: int
    noun: str
    evidence: Evidence


@check(CODE, version=2, severity="medium", since="0.1.0")
def counts_listed(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A list or table prints as many parts as the systems and the parts in each, which the text counts, come to.

    Why:
        "720 nodes", "each node holds four accelerators" and "Accelerators: 2,280" stand in three lines. Each is read by
        itself, and two digits that changed places make every figure per accelerator wrong.

    Flags:
        A labelled number ("Accelerators: 2,280", a row of two cells) or a total in another sentence ("2,280
        accelerators in all") of a part that "each node" holds so many of, where the document counts the nodes, over any
        levels.

    Passes:
        720 x 4 = 2,880; the number in each system again.

    Does not judge:
        Documents that count the systems or the parts in each in two ways; labels of some of the parts ("Spare GPUs");
        parts counted in the same sentence (counts-multiply).
    """
    for parsed in corpus.parsed:
        every = list(passages(parsed.document))
        held = _held(every)
        if not held:
            continue
        number = _numbers(every)
        for total in chain(_listed(parsed.document, every), _told(every)):
            links = _links(total.noun, held, number)
            if links and total.value not in _products(links):
                yield _finding(parsed.document, total, links)
            elif total.noun in held and not links:
                key = (parsed.document.name, total.noun, total.evidence.quote)
                yield Skip(CODE, key, "not applicable, because the text does not say how many systems there are")


def _held(every: list[Passage]) -> dict[str, tuple[str, Count]]:
    """Of each part that "each system" holds the system and the number; parts that two sentences count are left out."""
    found: dict[str, list[tuple[str, Count]]] = defaultdict(list)
    for passage in every:
        wholes = [match for match in WHOLE.finditer(passage.words) if _holds(passage, match)]
        for one in counts(passage) if wholes else ():
            system = next((each for each in reversed(wholes) if each.end() <= one.match.start()), None)
            if system and one.noun != singular(system["noun"]):
                found[one.noun].append((singular(system["noun"]), one))
    return {noun: some[0] for noun, some in found.items() if len({(system, one.value) for system, one in some}) == 1}


def _holds(passage: Passage, whole: re.Match[str]) -> bool:
    """Whether "each node" holds what follows, and no part of it is set aside."""
    each = whole.group().lower().startswith(("each", "every"))
    aside = any(_SET_ASIDE.match(passage.words, one.match.end()) for one in counts(passage))
    return each and not aside and bool(_HOLDS.match(passage.words, whole.end()))


def _numbers(every: list[Passage]) -> dict[str, Count]:
    """Of each system how many there are, where the document says one number only."""
    found: dict[str, list[Count]] = defaultdict(list)
    for passage in every:
        for one in counts(passage):
            if one.value > 1:
                found[one.noun].append(one)
    return {noun: some[0] for noun, some in found.items() if len({one.value for one in some}) == 1}


def _links(noun: str, held: dict[str, tuple[str, Count]], number: dict[str, Count]) -> list[Count]:
    """The parts in each system, the systems in each larger one and so on, up to those that are counted."""
    links: list[Count] = []
    while noun in held and len(links) < LEVELS:
        noun, one = held[noun]
        links.append(one)
    top = number.get(noun)
    return [*links, top] if links and top and top not in links else []


def _products(links: list[Count]) -> set[int]:
    """What these parts may number: in all, in each system, in some of the levels."""
    sizes = range(1, len(links) + 1)
    return {prod(one.value for one in some) for size in sizes for some in combinations(links, size) if links[0] in some}


def _listed(document: Document, every: list[Passage]) -> Iterator[_Total]:
    for passage in every:
        for match in _LINE.finditer(passage.words):
            if _of_all(match["adjectives"]):
                yield _Total(count(match["n"]), singular(match["noun"]), phrase(passage, match))
    for table in document.tables:
        for row in table.rows:
            line = _LINE.match(f"{row[0].text} | {row[1].text}") if len(row) == 2 else None
            if line and _of_all(line["adjectives"]):
                cell = quoted(document, row[1].start, row[1].end)
                yield _Total(count(line["n"]), singular(line["noun"]), cell)


def _told(every: list[Passage]) -> Iterator[_Total]:
    for passage in every:
        nouns = {one.noun for one in counts(passage)}
        for match in _TOTAL.finditer(passage.words):
            noun = singular(match["noun"] or match["noun2"])
            if len(nouns) == 1:  # where the sentence counts systems too, counts-multiply judges it
                yield _Total(count(match["n"] or match["n2"]), noun, phrase(passage, match))


def _of_all(adjectives: str) -> bool:
    """Whether what stands before a noun says whose parts they are, not that they are some: no "spare", no "login"."""
    return not any(_SOME.fullmatch(word) for word in adjectives.split())


def _finding(document: Document, total: _Total, links: list[Count]) -> Finding:
    told = list(reversed(links))
    sum_ = f"{' x '.join(one.match['n'] for one in told)} = {prod(one.value for one in told):,}"
    return Finding(
        check=CODE,
        check_version=2,
        verdict="inconsistent",
        severity="medium",
        message=f"{sum_} {links[0].match['noun']}, but {document.name} prints {total.evidence.quote.strip()}",
        arithmetic=f"{sum_}, not {total.value:,}.",
        comparison=(document.name, total.noun, *(one.match["n"] for one in told)),
        evidence=(total.evidence, *(phrase(one.passage, one.match) for one in told)),
        likely_wrong_why="one of the numbers, it cannot be told which",
    )
