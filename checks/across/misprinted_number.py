"""A number that another place of the same thing prints with two digits swapped, or with another digit."""

import re
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from checks.lib.findings.slips import SWAPPED, slip_told
from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import every_root
from checks.lib.statements.items import in_one_list
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.sums.pools import related
from checks.lib.values.number_prints import Print, given, number_prints, numbers, telling
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "misprinted-number"
SWAP, DIGIT = 3, 4  # digits of a number of which two are swapped by no chance, of which one is another by none
NOUN, NUMBER = (
    0.6,
    1.0,
)  # what a word around both speaks; a name ahead of both, a number beside both
# Points that two prints need: with digits swapped, with one other digit, with digits swapped and another word behind.
ENOUGH, MORE, MUCH = 0.6, 1.2, 1.6
_DATED = re.compile(r"20\d\d\.")  # a release, "2024.3"
Known = Mapping[str, Sequence[Print]]


@check(CODE, version=2, severity="low", since="0.1.0")
def misprinted_number(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A number that is told of one thing in two places has the same digits in both.

    Why:
        "Release 1.84", "vectors of 1,204 dimensions", "on 526 chips": a post is typed from a sheet, and two digits
        change places. No unit and no label need stand with such a number; that its digits are those of another one of
        the same thing, which the text prints nowhere, gives it away.

    Flags:
        A number of three digits or more that stands once in its document and nowhere in the other, where that prints
        (or the document itself in another place) its digits with two neighbours swapped, and both places share what is
        counted or named: the name ahead, words around, the labels of the cell, or further numbers of the sentence, row
        or column; where 405 becomes 450, or other words stand behind, more of these. Of four digits or more also one
        other digit, but in a release. Always low.

    Passes:
        A whole number and the next one ("at 4,097 keys the limit of 4,096"); numbers that the other document prints
        too; two numbers that each follow from two others of their own line.

    Does not judge:
        Numbers that are parts of unlike words ("405B", 450 tokens); two lines of one form, two items of one list, two
        cells of one document; other percentiles; cells of whose row the text says nothing; goals and corrections;
        documents of different dates (skipped).
    """
    index = index_of(corpus)
    withdrawn = withdrawn_of(corpus)
    every = {one.document_id: number_prints(one) for one in corpus.documents}
    known = {name: _by_digits(some) for name, some in every.items()}
    counts = {name: Counter(one.plain for one in some) for name, some in every.items()}
    told: set[frozenset[tuple[str, int]]] = set()
    for name, near in related(corpus, index).items():
        for one in every[name]:
            if telling(one.plain) < SWAP - 1 or counts[name][one.plain] > 1 or withdrawn.has(name, one.quote):
                continue
            free = [there for there in near if there == name or not counts[there][one.plain]]
            found = _best(one, [known[there] for there in free], counts[name])
            pair = frozenset(((name, one.start), found.place)) if found else frozenset()
            if found and pair not in told:
                told.add(pair)
                yield from _said(found, index)


@dataclass(frozen=True, slots=True)
class Twin:
    """Two prints that one slip makes of each other, with what both have around."""

    one: Print
    other: Print
    slip: str
    words: frozenset[str]
    numbers: frozenset[str]

    @property
    def place(self) -> tuple[str, int]:
        """Where the other one stands."""
        return self.other.document.document_id, self.other.start

    @property
    def points(self) -> float:
        """How much speaks for one number."""
        ahead = _same(self.one.ahead, self.other.ahead)
        return NUMBER * (len(self.numbers) + ahead) + NOUN * len(self.words)

    def enough(self) -> bool:
        """Whether that is enough: a release has another digit than the one before it."""
        short, long = sorted((telling(self.one.plain), telling(self.other.plain)))
        if not self.slip or long < SWAP:
            return False
        if self.slip == SWAPPED:
            least = MORE if short < SWAP else ENOUGH  # 450 and 405
            return self.points >= (MUCH if _of_units(self.one, self.other) else least)
        dated = "." in self.one.plain and (_same(self.one.ahead, self.other.ahead) or _DATED.match(self.one.plain))
        return short >= DIGIT and not dated and not _of_units(self.one, self.other) and self.points >= MORE


def _by_digits(some: Sequence[Print]) -> Known:
    """Numbers by what a slip leaves of them: their digits in any order, and all but one."""
    known: dict[str, list[Print]] = defaultdict(list)
    for one in some:
        for key in _keys(one.plain):
            known[key].append(one)
    return known


def _keys(plain: str) -> Iterator[str]:
    if telling(plain) >= SWAP - 1:  # of 450 and 405 one has three
        yield f"{plain.find('.')} {''.join(sorted(plain))}"
    if telling(plain) >= DIGIT:
        yield from (f"{plain[:at]}_{plain[at + 1 :]}" for at, digit in enumerate(plain) if digit.isdigit())


def _best(one: Print, known: Sequence[Known], own: Counter[str]) -> Twin | None:
    """The print of which most speaks for being what a number was meant to be; None where too little does.

    Who prints what the other document does, and this besides, tells two things: `own` are its numbers.
    """
    every = {id(each): each for some in known for key in _keys(one.plain) for each in some.get(key, ())}
    able = (each for each in every.values() if each.document is one.document or not own[each.plain])
    twins = (_twin(one, each) for each in able if each.plain != one.plain and not _apart(one, each))
    return max((each for each in twins if each.enough()), key=lambda each: each.points, default=None)


def _twin(one: Print, other: Print) -> Twin:
    return Twin(one, other, _slip(one.plain, other.plain), one.nouns & other.nouns, one.beside & other.beside)


def _slip(one: str, other: str) -> str:
    """Which slip makes one number of the other: two digits swapped that stand side by side, or one that differs."""
    unlike = [at for at, (a, b) in enumerate(zip(one.replace(".", ""), other.replace(".", ""), strict=True)) if a != b]
    return slip_told(one, other) if unlike[-1] - unlike[0] < len("12") else ""


def _same(mine: str, theirs: str) -> bool:
    return bool(mine) and mine == theirs


def _apart(one: Print, other: Print) -> bool:
    """Whether something tells two numbers apart for certain."""
    return (
        (_of_units(one, other) and (one.glued or other.glued))
        or (one.ranks != other.ranks and bool(one.ranks and other.ranks))
        or (one.document is other.document and _in_series(one, other))
        or _of_other_row(one, other)
        or _of_other_row(other, one)
        or (given(one) and given(other))
        or _next(one.plain, other.plain)
    )


def _next(one: str, other: str) -> bool:
    """Whether one whole number is the next one: the first item beyond a limit."""
    return "." not in one + other and abs(int(one) - int(other)) == 1


def _of_units(one: Print, other: Print) -> bool:
    """Whether other words stand behind two numbers, as units would, and no name ahead of both."""
    apart = bool(one.behind and other.behind) and one.behind not in other.words and other.behind not in one.words
    return apart and one.behind != other.behind and not _same(one.ahead, other.ahead)


def _in_series(one: Print, other: Print) -> bool:
    """Whether two numbers of one document stand in one text, in tables, or in two lines of one form."""
    if one.table is not None or other.table is not None:
        return one.table is not None and other.table is not None
    shapes = {"".join("#" if char.isdigit() else char for char in each.text) for each in (one, other)}
    return one.text == other.text or len(shapes) == 1 or in_one_list(one.document, one.start, other.start)


def _of_other_row(cell: Print, said: Print) -> bool:
    """Whether nothing that is said, there or in the sentences before it, names the row of a cell."""
    if cell.table is None or cell.row & every_root(said.text) or numbers(cell.beside & said.beside):
        return False
    return not cell.row & every_root(_paragraph(said))


def _paragraph(one: Print) -> str:
    """The text of its block up to a number."""
    blocks = one.document.blocks
    at = bisect_right(blocks, one.start, key=lambda each: each.start) - 1
    inside = one.table is None and at >= 0 and one.start < blocks[at].end
    return one.document.text[blocks[at].start : one.start] if inside else ""


def _said(twin: Twin, index: Index) -> Iterator[Finding | Skip]:
    one, other = sorted((twin.one, twin.other), key=lambda each: (each.document.document_id, each.start))
    key = (one.document.name, other.document.name, *sorted((one.plain, other.plain)))
    if index.of_two_editions(one.document, other.document):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    first, second = (index.places.printed(each.document, each.start, each.end) for each in (one, other))
    shared = sorted({*twin.words, *twin.numbers, *({one.ahead} & {other.ahead})} - {""})
    yield Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{first.quote} in {first.document} against {second.quote} in {second.document}, where both speak of "
        f"{listed(shared)}: {twin.slip}",
        arithmetic=f"{one.plain} and {other.plain}: {twin.slip}.",
        comparison=key,
        evidence=(first, second),
        likely_wrong_why=twin.slip,
    )
