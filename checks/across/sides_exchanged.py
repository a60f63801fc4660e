"""The values of two sides in a sentence, and the same two in a list or table, each with the other side's label."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from itertools import groupby, product

from checks.lib.labels.about import Index, index_of
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import every_root
from checks.lib.quantities.amounts import alike
from checks.lib.statements.passages import Passage, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "sides-exchanged"
DIGITS, BOTH = 2, 5  # of each number, and of the two: fewer are anybody's
SURE = 3  # digits of each number that no two other things share
MOST = 8  # numbers of a sentence; more are a list
FEW = 12  # labelled values with one number; more tell nothing
_WORD = re.compile(r"(?P<n>(?<![\w.,$€£-])\d[\d,]*(?:\.\d+)?(?![\w]*\d|[.,]\d))|[^\W_]+(?:[.+][^\W_]+)*")
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")
_YEAR = re.compile(r"20\d\d|19\d\d")
# Whose turn it is cannot be told by order: "ahead of B by 4.9 with 14.9", "from 22.7 to 14.9".
_OTHERWISE = re.compile(
    r"\b(?:not|wrong\w*|swapped|exchanged|instead of|rather than|reverse\w*|mistak\w+|correct\w*)\b"
)
_TURNED = re.compile(
    r"\b(?:ours?|theirs?|before|after|sent|received|tx|rx|inbound|outbound|wins?|losses)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Crossed:
    """Two labelled values, and the stretch of a sentence that gives each number to the other label."""

    said: Passage
    start: int
    end: int
    slots: tuple[Slot, Slot]
    beside: bool  # whether a label stands right before each number

    @property
    def values(self) -> tuple[str, ...]:
        """The two numbers as the labels have them."""
        return tuple(map(_number, self.slots))


@check(CODE, version=1, severity="medium", since="0.1.0")
def sides_exchanged(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Two values that a sentence gives to two sides stand in a list or table under the label of the same side.

    Why:
        "The c6a took 14.9 seconds and the c8g 22.7" is read off a chart whose bars stand the other way round. Both
        numbers are printed, so whoever looks for them finds them, and the slower machine is bought.

    Flags:
        A sentence with two numbers and two names, each number given to the name that has the other one in two lines,
        rows or columns of one kind: told by turns ("A 14.9 and B 22.7", "14.9 for A, 22.7 for B") or in order ("A and B
        took 14.9 and 22.7"). Medium where a name with a digit stands before each number of three digits, else low.

    Passes:
        Numbers that some line or cell prints of the name that the sentence gives them to; labels that say more of the
        same name ("H100", "H100 with TensorRT").

    Does not judge:
        Numbers of one digit, years; sentences that say either name or number twice, or tell what was wrong; labels
        that turn with whose table it is ("ours"); documents of different dates (skipped).
    """
    index = index_of(corpus)
    slots = _by_number(corpus, index)
    for document in corpus.documents if slots else ():
        for sentence in index.sentences(document):
            if sentence.asserted and not _OTHERWISE.search(sentence.passage.words):
                found = next(_crossed(sentence.passage, slots), None)
                if found and index.of_two_editions(document, found.slots[0].document):
                    yield Skip(CODE, (document.name, *found.values), OTHER_EDITION)
                elif found:
                    yield _finding(found, index)


def _by_number(corpus: Corpus, index: Index) -> Mapping[str, list[Slot]]:
    """The labelled values by their numbers as printed; of a number that many have, none can be meant."""
    found = defaultdict[str, list[Slot]](list)
    for document in corpus.documents:
        for told in index.of(document):
            for slot in told.slots:
                if number := _number(slot):
                    found[number].append(slot)
    return {number: some for number, some in found.items() if len(some) <= FEW}


def _number(slot: Slot) -> str:
    match = _NUMBER.search(slot.document.text[slot.start : slot.end])
    return match.group().replace(",", "") if match and _telling(match.group()) else ""


def _telling(printed: str) -> bool:
    return _digits(printed) >= DIGITS and not _YEAR.fullmatch(printed)


def _digits(printed: str) -> int:
    return len(re.sub(r"\D", "", printed).strip("0"))


def _crossed(said: Passage, slots: Mapping[str, list[Slot]]) -> Iterator[Crossed]:
    """The first two numbers of a sentence that two labels have the other way round."""
    every = [one["n"].replace(",", "") for one in _WORD.finditer(said.words) if one["n"]]
    numbers = [one for one in dict.fromkeys(every) if one in slots and every.count(one) == 1][:MOST]
    for at, first in enumerate(numbers):
        for second in numbers[at + 1 :]:
            if _digits(first) + _digits(second) >= BOTH and Decimal(first) != Decimal(second):
                for pair in product(slots[first], slots[second]):
                    if (found := _read(said, pair)) and not _straight(found, slots):
                        yield found


def _read(said: Passage, pair: tuple[Slot, Slot]) -> Crossed | None:
    """The stretch of a sentence with both labels and both numbers, each number with the other's label."""
    one, other = pair
    names = _apart(one, other)
    within = any(one.document is said.document and said.start <= each.start < said.end for each in pair)
    if names is None or within or not alike(one.amount, other.amount):
        return None
    marks = list(_marks(said.words, names, (_number(one), _number(other))))
    kinds = "".join(kind for kind, *_ in marks)
    sides, values = (re.sub(rf"[^{some}]", "", kinds) for some in ("AB", "ab"))
    if {sides, values} - {"AB", "BA"} - {"ab", "ba"} or sides.lower() == values:  # "A" twice is one name of two numbers
        return None
    start, end = marks[0][1], marks[-1][2]
    if list(opposed([said.words], [label for slot in pair for _, label in slot.labels])):
        return None
    return Crossed(said, start, end, pair, kinds in ("AbBa", "BaAb"))


def _apart(one: Slot, other: Slot) -> tuple[frozenset[str], frozenset[str]] | None:
    """The words of the one label by which two values of a sheet differ, without those of the other one."""
    if one.sheet is not other.sheet or one.settings != other.settings or len(one.labels) != len(other.labels):
        return None
    unlike = [(a, b) for (_, a), (_, b) in zip(one.labels, other.labels, strict=True) if a != b]
    if len(unlike) != 1 or any(map(_TURNED.search, unlike[0])):
        return None
    left, right = map(every_root, unlike[0])
    return (left - right, right - left) if left - right and right - left else None


def _marks(
    words: str, names: tuple[frozenset[str], frozenset[str]], numbers: tuple[str, str]
) -> Iterator[tuple[str, int, int]]:
    """Labels (A, B) and numbers (a, b) of a sentence in order; several words of one label in a row are one."""
    found = []
    for one in _WORD.finditer(words):
        said = every_root(one.group())
        kinds = [kind for kind, some in zip("AB", names, strict=True) if said & some]
        kinds += [kind for kind, some in zip("ab", numbers, strict=True) if one.group().replace(",", "") == some]
        found += [(kinds[0], *one.span())] if len(kinds) == 1 else []
    for kind, some in groupby(found, lambda mark: mark[0]):
        every = list(some)
        yield kind, every[0][1], every[-1][2]


def _straight(found: Crossed, slots: Mapping[str, list[Slot]]) -> bool:
    """Whether some label has a number as the sentence gives it: then it tells that one."""
    one, other = found.slots
    names = _apart(one, other) or (frozenset(), frozenset())
    given = zip(names, (_number(other), _number(one)), strict=True)
    return any(name & every_root(label) for name, number in given for slot in slots[number]
               if slot not in found.slots for _, label in slot.labels)  # fmt: skip


def _sure(found: Crossed) -> bool:
    """Whether a name with a digit stands right before each of two long numbers."""
    names = _apart(*found.slots) or ()
    coded = all(any(any(map(str.isdigit, word)) and not word.isdigit() for word in some) for some in names)
    return found.beside and coded and all(_digits(one) >= SURE for one in found.values)


def _labels(slot: Slot) -> str:
    return ", ".join(label for _, label in slot.labels if label)


def _finding(found: Crossed, index: Index) -> Finding:
    said, (one, other) = found.said, found.slots
    claim = quoted(said.document, said.start + found.start, said.start + found.end)
    cells = [index.places.printed(each.document, each.start, each.end) for each in found.slots]
    printed = f"{cells[0].quote} under {_labels(one)!r} and {cells[1].quote} under {_labels(other)!r}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if _sure(found) else "low",
        message=f"{said.document.name} says {claim.quote!r}; {cells[0].document} prints {printed}: "
        "the two are exchanged",
        arithmetic=f"{printed}, and the other way round in the sentence.",
        comparison=(said.document.name, cells[0].document, *sorted(map(_labels, found.slots))),
        evidence=(claim, *cells),
        likely_wrong_why="the sentence, which was written from the list or table",
    )
