"""A number of parts in a list or table against the systems and the parts in each that the text counts."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import chain, combinations
from math import prod

from checks.lib.machines.part_lines import EACH_LINE, HEDGED, IN_EACH, Number, Total, in_each, lines, listed, told
from checks.lib.quantities.counts import NUMBER, WHOLE, Count, counts, singular
from checks.lib.statements.passages import Passage, passages
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.number_words import count

CODE = "counts-listed"
LEVELS = 4  # of systems in systems
_ROWS_OF = re.compile(
    rf"(?<![\w.,]){NUMBER}\s(?:[\w-]+\s){{1,2}}?(?:of|with|x|×)\s$", re.IGNORECASE
)  # "6 rows of 10 racks"
_SET_ASIDE = re.compile(r"\s+(?:reserved|spare|idle|free|set aside|dedicated|left|for)\b", re.IGNORECASE)
_HOLDS = re.compile(
    r"\s*(?:(?:[\w-]+\s){0,2}?)(?:has|have|holds?|hosts?|contains?|carr(?:y|ies)|comprises?|packs?|combines?|pairs?|includes?|"
    r"is (?:built (?:from|around)|made (?:up )?of|equipped with|fitted with)|comes with|with|:)\s",
    re.IGNORECASE,
)


@check(CODE, version=3, severity="medium", since="0.1.0")
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
        Totals of what a run used of a machine; parts that stand in more than one kind of system; numbers that are
        hedged or of some ("up to 48 racks"); documents that count the systems or the parts in each in two ways; labels
        of some of the parts ("Spare GPUs"); parts counted in the same sentence (counts-multiply).
    """
    for parsed in corpus.parsed:
        every = list(passages(parsed.document))
        held = _held(parsed.document, every)
        if not held:
            continue
        totals = list(chain(listed(parsed.document, every), told(every)))
        number = _numbers(every, totals)
        for total in totals:
            links = _links(total.noun, held, number)
            if links and total.value not in _products(links):
                part = total.used and not any(one.used for one in links)
                if not part and not _others(total, links, every):
                    yield _finding(parsed.document, total, links)
            elif total.noun in held and not links:
                key = (parsed.document.name, total.noun, total.evidence.quote)
                yield Skip(CODE, key, "not applicable, because the text does not say how many systems there are")


def _held(document: Document, every: list[Passage]) -> dict[str, tuple[str, Number]]:
    """Of each part that "each system" holds the system and the number; parts that two places count are left out."""
    found: dict[str, list[tuple[str, Number]]] = defaultdict(list)
    for passage in every:
        inside_of = [
            match.span() for each in counts(passage) if (match := IN_EACH.match(passage.words, each.match.end()))
        ]
        wholes = [match for match in WHOLE.finditer(passage.words) if _holds(passage, match)]
        wholes = [match for match in wholes if not any(start <= match.start() < end for start, end in inside_of)]
        for one in counts(passage):
            system = next((each for each in reversed(wholes) if each.end() <= one.match.start()), None)
            inside = in_each(one)
            if system and one.noun != singular(system["noun"]):
                found[one.noun].append((singular(system["noun"]), Number.of(one)))
            elif inside and inside != one.noun:
                found[one.noun].append((inside, Number.of(one)))
    for text, evidence in lines(document, every):
        if match := EACH_LINE.match(text):
            number = Number(count(match["n"]), singular(match["noun"]), match["n"], match["noun"], evidence)
            found[number.noun].append((singular(match["whole"]), number))
    return {noun: some[0] for noun, some in found.items() if len({(system, one.value) for system, one in some}) == 1}


def _holds(passage: Passage, whole: re.Match[str]) -> bool:
    """Whether "each node" holds what follows, and no part of it is set aside."""
    each = whole.group().lower().startswith(("each", "every"))
    aside = any(_SET_ASIDE.match(passage.words, one.match.end()) for one in counts(passage))
    return each and not aside and bool(_HOLDS.match(passage.words, whole.end()))


def _numbers(every: list[Passage], totals: list[Total]) -> dict[str, Number]:
    """Of each system how many there are, where the document says one number only."""
    found: dict[str, list[Number]] = defaultdict(list)
    for passage in every:
        for one in counts(passage):
            if one.value > 1:
                found[one.noun].append(Number.of(one))
    for total in totals:  # "Racks: 20"
        found[total.noun].append(Number(total.value, total.noun, f"{total.value:,}", f"{total.noun}s", total.evidence))
    partly = {one.noun for passage in every for one in counts(passage) if _of_one(one)}
    return {
        noun: some[0] for noun, some in found.items() if len({one.value for one in some}) == 1 and noun not in partly
    }


def _of_one(one: Count) -> bool:
    """Whether a number is not that of all: "6 rows of 10 racks", "10 racks in each row", "up to 48 racks"."""
    words = one.passage.words
    each = re.match(r"\s(?:(?:in|on|for) (?:each|every)|per|each|apiece)\b", words[one.match.end() :], re.IGNORECASE)
    ahead = words[: one.match.start()]
    return one.value > 1 and bool(each or HEDGED.search(ahead) or _ROWS_OF.search(ahead))


def _links(noun: str, held: dict[str, tuple[str, Number]], number: dict[str, Number]) -> list[Number]:
    """The parts in each system, the systems in each larger one and so on, up to those that are counted."""
    links: list[Number] = []
    while noun in held and len(links) < LEVELS:
        noun, one = held[noun]
        links.append(one)
    top = number.get(noun)
    return [*links, top] if links and top and top not in links else []


def _others(total: Total, links: list[Number], every: list[Passage]) -> bool:
    """Whether the document counts more of these parts: "96 service nodes with 2 accelerators each"."""
    known = {total.value, links[0].value, 1, *_products(links)}
    return any(one.noun == total.noun and one.value not in known for passage in every for one in counts(passage))


def _products(links: list[Number]) -> set[int]:
    """What these parts may number: in all, in each system, in some of the levels."""
    sizes = range(1, len(links) + 1)
    return {prod(one.value for one in some) for size in sizes for some in combinations(links, size) if links[0] in some}


def _finding(document: Document, total: Total, links: list[Number]) -> Finding:
    told = list(reversed(links))
    sum_ = f"{' x '.join(one.printed for one in told)} = {prod(one.value for one in told):,}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"{sum_} {links[0].plural}, but {document.name} prints {total.evidence.quote.strip()}",
        arithmetic=f"{sum_}, not {total.value:,}.",
        comparison=(document.name, total.noun, *(one.printed for one in told)),
        evidence=(total.evidence, *(one.evidence for one in told)),
        likely_wrong_why="one of the numbers, it cannot be told which",
    )
