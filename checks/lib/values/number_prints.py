"""Every number that a document prints, with what stands around it: words beside it in sentences, labels in tables.

No unit is asked for: "release 24.1", "1,024 dimensions", "efConstruction 256" and "96.4" below a header are told as
often as what has one, and copied with the same slips.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import islice

from checks.lib.language.printed import DIGITS
from checks.lib.language.tokens import every_root, root
from checks.lib.statements.passages import passages
from checks.lib.statements.withdrawn import noted
from checks.lib.telling.measured import content
from checks.lib.telling.told import VERBS
from schemas.document import Cell, Document, Table

AROUND = 60  # characters on either side of a number of a sentence
MANY = 1500  # numbers of a document; of more each has some other with its digits
BESIDE = 40  # numbers beside one of which two may come to it; of more some do by chance
LEAST = 2  # digits of a number that stands beside another one for more than a count
_NUMBER = re.compile(rf"(?<![\d.,/:#&_-])(?<![A-Za-uw-z])(?:{DIGITS})(?!\d|[.,:/-]\d)")
_AHEAD = re.compile(r"([A-Za-z][\w-]*)[\s(:=~≈$€£-]*$")
_BEHIND = re.compile(r"[\s-]*([A-Za-z%][\w/%]*)")
_GLUED = re.compile(r"[A-Za-z]")
_YEAR = re.compile(r"(?:19|20)\d\d")
_RANK = re.compile(r"\bp\d\d(?:\.\d+)?\b")


@dataclass(frozen=True, slots=True, eq=False)  # each is one
class Print:
    """A number at [start, end) of a document.

    `ahead` and `behind` are the roots of the words next to it, `words` those around it or its cell's labels, `row`
    those of the label by which its row is told from the next; `beside` are the other numbers of its sentence, row and
    column.
    """

    document: Document
    start: int
    end: int
    text: str
    ahead: str
    behind: str
    glued: bool  # whether the word behind it is a part of it: "405B"
    words: frozenset[str]
    beside: frozenset[str]
    ranks: frozenset[str]
    table: Table | None = None
    row: frozenset[str] = frozenset()

    @property
    def quote(self) -> str:
        """As it is printed."""
        return self.document.text[self.start : self.end]

    @property
    def plain(self) -> str:
        """Its digits with the point, without what parts the thousands."""
        return self.quote.replace(",", "")

    @property
    def nouns(self) -> frozenset[str]:
        """The words around it that are no numbers, the unit behind it as one of them: "tok/s"."""
        plain = frozenset(word for word in self.words if not re.search(r"\d", word)) - content(self.behind)
        return plain | frozenset({self.behind} - {""})


def number_prints(document: Document) -> tuple[Print, ...]:
    """The numbers of a document, each place once: no years, nothing that a note corrects; of too many none."""
    if sum(1 for _ in islice(_NUMBER.finditer(document.text), MANY + 1)) > MANY:
        return ()  # each would hold all the others of its sentence or column
    found: dict[int, Print] = {}
    wrong = noted(document.text)
    for one in (*_tabled(document), *_told(document)):
        if one.plain not in wrong:
            found.setdefault(one.start, one)
    return tuple(found[at] for at in sorted(found))


def telling(plain: str) -> int:
    """How many digits of a number say something: three of 1,020, of which the last only says how large it is."""
    return len(plain.replace(".", "").strip("0"))


def numbers(some: Iterable[str]) -> frozenset[str]:
    """Those of some numbers that have two digits or more."""
    return frozenset(one for one in some if len(one.replace(".", "")) >= LEAST)


def _told(document: Document) -> Iterator[Print]:
    spans = [(one.start, one.end) for one in document.tables]
    for passage in passages(document):
        if not any(start <= passage.start < end for start, end in spans):
            yield from _read(document, passage.start, passage.words)


def _read(document: Document, start: int, text: str) -> Iterator[Print]:
    found = [one for one in _NUMBER.finditer(text) if not _YEAR.fullmatch(one.group())]
    printed = Counter(map(_plain, found))
    for one in found:
        # Of a long word ahead (base64) a pattern would look at every end.
        left, right = text[max(0, one.start() - AROUND) : one.start()], text[one.end() : one.end() + AROUND]
        around = f"{left.partition(' ')[2] if one.start() > AROUND else left} | {right}"
        ahead, behind = _AHEAD.search(left), _BEHIND.match(right)
        yield Print(
            document, start + one.start(), start + one.end(), text,
            _word(ahead), _word(behind), bool(_GLUED.match(right)),
            content(around) - VERBS, numbers(printed - Counter({_plain(one)})),
            frozenset(_RANK.findall(around)),
        )  # fmt: skip


def _word(found: re.Match[str] | None) -> str:
    """The root of a word next to a number; "" for one that names nothing: "in", "to"."""
    return root(found[1]) if found and (content(found[1]) - VERBS or not found[1][0].isalpha()) else ""


def _plain(found: re.Match[str]) -> str:
    return found.group().replace(",", "")


def _tabled(document: Document) -> Iterator[Print]:
    for table in document.tables:
        columns = [_all(cell.text for cell in cells) for cells in zip(*table.rows, strict=True)]
        for row in table.rows:
            worded = " | ".join(one.text for one in row if not re.search(r"\d", one.text))
            across = _all(one.text for one in row)
            for at, cell in enumerate(row):
                label = table.columns[0].text if at == 0 else row[0].text
                beside = numbers((across | columns[at]) - _all((cell.text,)))
                yield from _in_cell(document, table, cell, (label, worded, table.columns[at].text), beside)


def _in_cell(
    document: Document, table: Table, cell: Cell, labels: tuple[str, str, str], beside: frozenset[str]
) -> Iterator[Print]:
    words = content(" | ".join((*labels, re.sub(_NUMBER, " ", cell.text)))) - VERBS
    row = (content(labels[0]) - VERBS) or every_root(labels[0])  # "Largest run" tells its row too
    ranks = frozenset(_RANK.findall(" | ".join(labels)))
    for one in _read(document, cell.start, cell.text):
        yield replace(one, words=words, beside=beside | one.beside, ranks=ranks, table=table, row=row)


def _all(texts: Iterable[str]) -> frozenset[str]:
    return frozenset(_plain(found) for text in texts for found in _NUMBER.finditer(text))


def given(one: Print) -> bool:
    """Whether two of the numbers beside it come to it: a quotient, a product, a sum, a difference, a change in %."""
    value, some = Decimal(one.plain), [Decimal(each) for each in sorted(one.beside)[:BESIDE] if Decimal(each)]
    half = Decimal(5).scaleb(int(value.as_tuple().exponent) - 1)
    pairs = ((max(a, b), min(a, b)) for at, a in enumerate(some) for b in some[at + 1 :])
    return any(abs(each - value) <= half for high, low in pairs for each in _come_to(high, low))


def _come_to(high: Decimal, low: Decimal) -> tuple[Decimal, ...]:
    ratio = high / low
    return ratio, high * low, high + low, high - low, (ratio - 1) * 100, (1 - 1 / ratio) * 100
