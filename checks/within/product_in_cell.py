"""How many parts the text says a system or run has, against the cell that prints its systems and the parts in each."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain

from checks.lib.language.of_parts import same_parts
from checks.lib.language.tokens import coded, every_root, root
from checks.lib.quantities.counts import NOUN, NUMBER, counts
from checks.lib.statements.cells import summary
from checks.lib.statements.passages import Passage, passages, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Cell, Document, Table
from schemas.finding import Finding, Skip
from schemas.number_words import count

CODE = "product-in-cell"
LONGEST = 90  # characters of a cell; longer ones are sentences
FURTHEST = 3  # times apart: of something else
LETTERS = 2  # of a label that is looked for as it is written: "A" is an article elsewhere
_UNITS = r"(?![kKMGTP]?i?[Bb](?:/s|ps|it)?\b|[kM]?W\b|[GM]Hz\b)"
# "96 nodes, 8 x H200 SXM per node", "24 x p5.48xlarge (8 H100 each)", "128 nodes x 8 MI300X".
_PRODUCT = re.compile(
    rf"(?P<n>{NUMBER})\s?(?:[x×]\s?)?(?P<system>[A-Za-z][\w.-]*(?:\s[\w.-]+)?)"
    rf"(?P<link>\s?[,;(]\s?|\s?[x×]\s?|\s(?:with|of|at|having)\s)(?P<m>{NUMBER})\s?(?:[x×]\s?)?"
    rf"(?P<part>{_UNITS}[A-Za-z][\w-]*(?:\s(?!per\b|each\b|in\b|on\b)[\w-]+){{0,3}})"
    r"(?P<each>\s(?:per|each|in each|on each|apiece)\b[^,;]{0,20}|/[a-z]+)?\)?",
    re.IGNORECASE,
)
_CHIPS = frozenset(map(root, "GPU accelerator chip card processor TPU NPU IPU module device".split()))
_EACH = re.compile(r"\s(?:each|apiece|per|a|in (?:each|every)|on (?:each|every))\b", re.IGNORECASE)
_ONE = re.compile(r"\b(?:each|every|per|a single)\b[^.;,]{0,40}$", re.IGNORECASE)
# What is no total of one run: some of the parts, those of another time, or a bound.
_PARTLY = re.compile(
    r"\b(?:of (?:the|its|our|these)|another|others?|earlier|previous\w*|further|more|up to|at most|at least|than|spare|"
    r"first|last|former\w*|over|about|around|nearly|almost|some|only)\s(?:[\w-]+\s){0,2}?$",
    re.IGNORECASE,
)
_BARE = re.compile(r"(?<![\w.,$€£-])(?P<n>\d{1,3}(?:,\d{3})+|\d{2,6})(?=\s*(?:[.,;)](?!\d)|$))")


@dataclass(frozen=True, slots=True)
class _Product:
    """Systems and the parts in each as a cell prints them, and the label of the run or system that they are of."""

    cell: Cell
    label: str
    systems: int
    parts: int
    part: str

    @property
    def number(self) -> int:
        """How many parts there are in all."""
        return self.systems * self.parts


@dataclass(frozen=True, slots=True)
class _Told:
    """A number of parts at [start, end) of a sentence; `bare` where the sentence said before of what."""

    number: int
    passage: Passage
    start: int
    end: int
    bare: bool = False


@check(CODE, version=1, severity="low", since="0.1.0")
def product_in_cell(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The parts that the text says a run has are the systems times the parts in each that a table prints for it.

    Why:
        "The larger one on 1,024 GPUs" stands in the first paragraph, "96 nodes, 8 x H200 per node" under "Larger run".
        Whoever copies the set-up copies the wrong one of the two.

    Flags:
        A number of such parts behind the name of a run, where the cell of that run (its column's or its row's) prints
        another product; a number that its sentence only leads to ("the smaller one on 512 GPUs, the larger one on
        1,024"); where a page has one such cell, the only number of these parts that its text prints. Low, as words tie
        the two.

    Passes:
        The product, and each of its two factors; documents that print the product as well; some of the parts ("380 of
        the 384"), bounds, what each system has, other parts.

    Does not judge:
        Numbers that are more than three times off; the one such cell of a page whose text tells several other numbers
        of these parts (skipped); cells of three levels and lines of a list, which count-times-size reads.
    """
    for document in corpus.documents:
        rows = [some for table in document.tables for some in _rows(table)]
        told = list(_told(document)) if rows else []
        for row in rows:
            several = {one.number for one in _alone(row, told)}
            if len(several) > 1 and row[0].number not in several:
                key = (document.name, row[0].label, row[0].part)
                yield Skip(CODE, key, "not comparable, because the text tells several numbers of these parts")
            for one, said in _pairs(row, told):
                yield _finding(document, one, said)


def _rows(table: Table) -> Iterator[list[_Product]]:
    """The products of a row, each of its column, where there are several; else those of a column, of their rows."""
    rows = [row for row in table.rows if not summary(row[0].text)]
    found: list[list[_Product]] = []
    for row in rows:
        cells = zip(table.columns[1:], row[1:], strict=False)
        found.append([one for head, cell in cells if (one := _product(cell, head.text))])
    several = [some for some in found if len(some) > 1]
    yield from several
    for at in range(1, len(table.columns)) if not several else ():
        if some := [one for row in rows if len(row) > at and (one := _product(row[at], row[0].text))]:
            yield some
    if not several and (one := _product(table.columns[-1], "")):  # a table of two cells a line has its first as a head
        yield [one]


def _product(cell: Cell, label: str) -> _Product | None:
    match = _PRODUCT.fullmatch(cell.text.strip()) if len(cell.text) <= LONGEST else None
    if match is None or not (match["each"] or match["link"].strip(" ,;(")):
        return None
    numbers = count(match["n"]), count(match["m"])
    system = re.match(NOUN, match["system"].split()[0], re.IGNORECASE) or coded(match["system"])
    return _Product(cell, label, *numbers, match["part"]) if system and min(numbers) > 1 else None


def _told(document: Document) -> Iterator[_Told]:
    """The numbers of parts that sentences tell, with those that only stand at the end of a later clause."""
    for passage in passages(document):
        found = counts(passage)
        for one in found:
            if not (_EACH.match(passage.words, one.match.end()) or _partly(passage.words, one.match.start())):
                yield _Told(one.value, passage, one.match.start(), one.match.end())
        for match in _BARE.finditer(passage.words, found[0].match.end()) if found else ():
            if not _partly(passage.words, match.start()):
                yield _Told(count(match["n"]), passage, *match.span(), bare=True)


def _partly(words: str, at: int) -> bool:
    return bool(_PARTLY.search(words[:at]) or _ONE.search(words[:at]))


def _alone(row: Sequence[_Product], told: Sequence[_Told]) -> list[_Told]:
    """The numbers of its parts that a text tells, where a row is one product."""
    one = row[0]
    mine = [each for each in told if not each.bare and _of_part(each, one) and each.number > one.parts]
    return [each for each in mine if each.number != one.systems] if len(row) == 1 else []


def _pairs(row: Sequence[_Product], told: Sequence[_Told]) -> Iterator[tuple[_Product, _Told]]:
    """The products that a number told of their run contradicts."""
    right = {one.number for one in row}
    if len(row) == 1:
        mine = _alone(row, told)
        if len({one.number for one in mine}) == 1 and mine[0].number not in right:
            yield from ((row[0], one) for one in mine[:1] if _near(row[0], one))
        return
    for one in row:
        others = [each for each in row if each is not one]
        mine = [each for each in told if _of_part(each, one) and _is_of(each, one, others)]
        wrong = [each for each in mine if each.number not in (one.number, one.systems, one.parts)]
        # "Twice as many" of the other run, or a run of all of them, is no number of this one.
        if wrong and not any(each.number == one.number for each in mine) and wrong[0].number not in right:
            yield from ((one, each) for each in wrong[:1] if _near(one, each))


def _near(one: _Product, said: _Told) -> bool:
    return max(one.number, said.number) <= FURTHEST * min(one.number, said.number)


def _of_part(said: _Told, one: _Product) -> bool:
    """Whether a number is of the parts of a cell: by their name, or by a noun that such parts are called."""
    words = said.passage.words[: said.end] if said.bare else said.passage.words[said.start : said.end]
    mine, theirs = every_root(words), every_root(one.part)
    named = frozenset(each for each in theirs & mine if not each.isdigit())
    return bool(named or same_parts(theirs, mine) or (coded(one.part) and mine & _CHIPS and not _other(mine, one)))


def _other(mine: frozenset[str], one: _Product) -> bool:
    """Whether a number is of parts of another name: "512 A100 GPUs" beside H100."""
    own = every_root(one.part)
    return any(any(map(str.isdigit, each)) and any(map(str.isalpha, each)) and each not in own for each in mine)


def _is_of(said: _Told, one: _Product, others: Sequence[_Product]) -> bool:
    """Whether the name of a run is the last that its sentence says before a number, or the only one that it says."""
    mine = _named(one, others, said.passage.words)
    theirs = [at for each in others for at in _named(each, [one, *others], said.passage.words)]
    before = [max((at for at in some if at < said.start), default=-1) for some in (mine, theirs)]
    return before[0] > before[1] or (bool(mine) and not theirs)


def _named(one: _Product, others: Sequence[_Product], words: str) -> list[int]:
    """Where a text says what of a label is not in the labels of the others."""
    shared = set(chain.from_iterable(each.label.split() for each in others if each is not one))
    own = [each.strip("():,") for each in one.label.split() if each not in shared]
    own = [each for each in own if each]
    found = (
        re.finditer(rf"(?<!\w){re.escape(each)}(?!\w)", words, 0 if len(each) <= LETTERS else re.IGNORECASE)
        for each in own
    )
    return sorted(match.start() for match in chain.from_iterable(found))


def _finding(document: Document, one: _Product, said: _Told) -> Finding:
    at = said.passage.start
    claim = quoted(document, at + said.start, at + said.end)
    printed = quoted(document, one.cell.start, one.cell.end)
    of = f" of {one.label}" if one.label else ""
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"the text says {claim.quote.strip()}{of}; its cell prints {printed.quote}, which is {one.number:,}",
        arithmetic=f"{one.systems:,} x {one.parts:,} = {one.number:,}, not {said.number:,}.",
        comparison=(document.name, one.label, one.part),
        evidence=(claim, printed),
        likely_wrong_why="the sentence or the cell, it cannot be told which",
    )
