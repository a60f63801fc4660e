"""A percentage or factor of a sentence that names a line of the page's tables, against the gain that it prints."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.tokens import every_root
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.statements.rows import cell
from checks.lib.statements.table_lines import GAIN, Line, lines, titles
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import ABOUT

CODE = "gain-of-line"
FURTHEST = 3  # times a line's gain; beyond it the sentence is of something else
LEAST = Decimal("0.5")  # points that a percentage may always be off
_FIGURE = re.compile(r"(?<![\w.,$€£-])(?P<sign>[+-]?)(?P<n>\d+(?:\.\d+)?)\s?(?P<unit>%|percent\b|x\b|times\b)")
_CHANGE = re.compile(
    r"\b(?:increas|decreas|improv|reduc|drop|fell|falls?|rose|ris(?:e|es|ing)\b|grew|grow|cut|lower|higher|fewer|faster|slower|shorter|"
    r"longer|less\b|more\b|gain|sav(?:e|ing)|speed-?up|speeds?\b|boost|jump|shr[aiu]nk|climb|declin|rais|better|worse|up\b|down\b)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[;,:(](?=\s)|\s[-–—]\s|\s(?:and|while|whereas|but|with)\s", re.IGNORECASE)
# What keeps a figure from being the gain of one line: means, goals and plans; bounds right ahead of it.
_LOOSE = re.compile(
    r"\b(?:averag\w*|mean of|geomean|between|ranges? (?:of|from)|theoretical|peak|could|would|should|may|might|"
    r"expect\w*|target|goal|if)\b|"
    r"(?:\b(?:up to|over|above|beyond|under|(?:more|less|better|fewer) than|at (?:least|most)|"
    r"as (?:much|many|little) as|only)|"
    r"[<>≥≤])[\s*]*@",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"(?:\b(?:about|around|roughly|some|approximately|nearly|almost|approx\.?|circa)|[~≈])\s*$", re.IGNORECASE
)
_THAN = re.compile(r"\b(?:than|over|versus|vs|against|compared|since|from|relative)\b", re.IGNORECASE)
_RANGE = re.compile(r"\s?(?:%|x)?\s?(?:-|–|to)\s?\d|\s?/\s?\d")
_LINE_BEFORE = re.compile(r"\d\s?(?:%|x)?\s?(?:-|–|to|/)\s?$")


@dataclass(frozen=True, slots=True)
class _Said:
    """A figure of change, and the clause that says what it is of; places are the passage's."""

    passage: Passage
    start: int
    end: int
    digits: str
    percent: bool
    clause: tuple[int, int]

    @property
    def words(self) -> str:
        return self.passage.words[slice(*self.clause)]

    @property
    def setting(self) -> str:
        """The clause without the figure: its numbers are conditions, or parts of names."""
        first, last = self.clause
        return f"{self.passage.words[first : self.start]} {self.passage.words[self.end : last]}"

    @property
    def value(self) -> Decimal:
        return Decimal(self.digits)

    @property
    def half(self) -> Decimal:
        """What rounding may have taken."""
        places = len(self.digits.partition(".")[2])
        half = Decimal(1).scaleb(-places) * Decimal("0.6")
        if _ABOUT.search(self.passage.words[: self.start]):
            half = max(half, self.value * ABOUT, 3 * LEAST * self.percent)
        return max(half, LEAST) if self.percent and not places else half


@check(CODE, version=1, severity="low", since="0.1.0")
def gain_of_line(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A percentage or factor that a sentence says of a row, a column or a table is what the page's own table prints.

    Why:
        The summary at the top repeats the column "Difference" by hand: "latency fell by 15.5%" over a row that ends
        with -10.5% has one digit of another row, or of an older run.

    Flags:
        Low: a percentage or factor of change in a clause that names one line of a table of the same page in a word that
        no other line of it has, while no line so named prints or gives it, in a column like "Difference", "Speedup" or
        "Improvement", or by its only two values. Of a table that the clause names by its heading, one beyond all that
        its gain column prints.

    Passes:
        What any line of that name bears out, by either way to take a percentage, and what any cell of the tables
        prints.

    Does not judge:
        Bounds, means, goals and ranges; clauses with a setting (a number) that the table's line has not; figures more
        than three times off; figures of pages none of whose tables has a gain, printed or of two values (skipped).
    """
    for document in corpus.documents:
        every = lines(document) if document.tables else ()
        said = list(_said(document)) if every else []
        if said and not any(_gains(line) for line in every):
            yield Skip(CODE, (document.name,), "not applicable, because no line of its tables prints or gives a gain")
            continue
        for one in said:
            yield from _judge(document, one, every)


def _said(document: Document) -> Iterator[_Said]:
    """The figures of change that stand outside of tables."""
    for passage in passages(document):
        if not any(table.start <= passage.start < table.end for table in document.tables):
            yield from _figures(passage)


def _gains(line: Line) -> bool:
    return any(next(line.gains(percent=percent), None) for percent in (True, False))


def _figures(passage: Passage) -> Iterator[_Said]:
    text = passage.words
    for match in _FIGURE.finditer(text):
        breaks = [each.span() for each in _CLAUSE.finditer(text)]
        first = max((end for _, end in breaks if end <= match.start()), default=0)
        last = min((start for start, _ in breaks if start >= match.end()), default=len(text))
        words = text[first:last]
        marked = f"{text[first : match.start()]}@{text[match.end() : last]}"
        loose = _LOOSE.search(marked) or _RANGE.match(text, match.end()) or _LINE_BEFORE.search(text[: match.start()])
        if _CHANGE.search(words) and not loose and len(_FIGURE.findall(words)) == 1 and "?" not in text:
            percent = match["unit"] in ("%", "percent")
            yield _Said(passage, *match.span(), match["n"], percent, (first, last))


def _judge(document: Document, one: _Said, every: Sequence[Line]) -> Iterator[Finding]:
    headed = _of_heading(document, one, every)
    by_heading = bool(headed)
    named = headed or _named(one, every)
    found = [(line, gain) for line in named for gain in line.gains(percent=one.percent)]
    if not found or any(_fits(one, gain.value) for _, gain in found) or _printed(document, one):
        return
    values = [abs(gain.value) for _, gain in found]
    if by_heading and min(values) <= one.value <= max(values):
        return  # a table's rows have many gains: the sentence may sum them up
    # A gain that is printed says more than the two values that it was taken of.
    found = [each for each in found if len(each[1].cells) == 1] or found
    line, gain = min(found, key=lambda each: abs(abs(each[1].value) - one.value))
    nearest = abs(gain.value)
    if nearest > 0 and nearest / FURTHEST <= one.value <= nearest * FURTHEST:
        yield _finding(document, one, line, gain.cells, nearest)


def _named(one: _Said, every: Sequence[Line]) -> list[Line]:
    """The lines that the clause names by a word that no other line of their table has."""
    # "3.7x faster than pnpm" is no gain of pnpm's.
    said, every_word = every_root(_THAN.split(one.words)[0]), every_root(one.words)
    numbers = {each for each in every_root(one.setting) if each[:1].isdigit()}
    found = []
    for line in every:
        hits = said & line.own if any(line.gains(percent=one.percent)) else None
        named = hits and any(each[:1].isalpha() for each in hits)  # "since v0.50" names where it began
        if named and not every_word & line.others and numbers <= line.roots and line.told(said):
            found.append(line)
    return found


def _of_heading(document: Document, one: _Said, every: Sequence[Line]) -> list[Line]:
    """The lines of a table with a gain column whose own heading the clause repeats whole."""
    said = every_root(one.words)
    heads = {line.table.name: titles(document, line.table) for line in every if line.gain is not None}
    whole = {name for name, head in heads.items() if len(head) > 1 and head <= said}
    once = {name for name in whole if sum(heads[other] == heads[name] for other in heads) == 1}
    # "Update" is a heading and a part of another: the longest that is said whole is meant.
    longest = [name for name in once if not any(heads[name] < heads[other] for other in once)]
    return [line for line in every if line.table.name in longest and not line.column] if len(longest) == 1 else []


def _fits(one: _Said, gain: Decimal) -> bool:
    size = abs(gain)
    return abs(size - one.value) <= one.half or abs(round(size) - one.value) < 1 == (one.value == round(one.value))


def _printed(document: Document, one: _Said) -> bool:
    """Whether a cell of any table prints the figure: it is of that one."""
    asked = re.compile(rf"(?<![\d.,]){re.escape(one.digits)}0*\s?(?:%|x\b)", re.IGNORECASE)
    plain = re.compile(rf"[+-]?\s?{re.escape(one.digits)}\s?(?:%|x)?", re.IGNORECASE)
    cells = (each.text for table in document.tables for row in table.rows for each in row)
    return any(asked.search(text) or (GAIN.search(text) is None and plain.fullmatch(text.strip())) for text in cells)


def _finding(document: Document, one: _Said, line: Line, cells: Sequence[tuple[int, int]], gain: Decimal) -> Finding:
    start = one.passage.start
    lead = len(one.words) - len(one.words.lstrip())
    said = quoted(document, start + one.clause[0] + lead, start + max(one.end, one.clause[1]))
    shown = [cell(document, line.table, row + 1, column) for row, column in cells]
    printed = " and ".join(each.quote for each in shown)
    unit = "%" if one.percent else "x"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {' '.join(said.quote.split())!r}; {line.table.name} prints {printed} for "
        f"{line.label or line.table.title}",
        arithmetic=f"{printed}: {gain.normalize():f}{unit} at the nearest, not {one.digits}{unit}.",
        comparison=(document.name, line.table.name, line.label, " ".join(sorted(every_root(one.words) & line.own))),
        evidence=(said, *shown),
        likely_wrong_why="the figure of the sentence, or the cell",
    )
