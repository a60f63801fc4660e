"""Values that a sentence gives to each part, and that a table prints of what has several of them: "in every chip".

A sheet with a column for one chip and one for sixteen prints both values: who takes the wrong one finds it there.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.tokens import GENERIC, every_root
from checks.lib.quantities.each_of import each_of, named_behind
from checks.lib.quantities.reckoned_from import middle
from checks.lib.telling.value_sites import Site, digits, number
from schemas.document import Table

TELLING = 2  # digits of a value that chance does not print twice
ROUGH = Decimal("0.06")  # by which a sheet's total is off from so many times the part
_ONE = frozenset(("singl", "individual", "each", "every", "one"))
# What all of them have together, or what one of them can get at, is no value of a part.
_POOLED = re.compile(
    r"\b(?:together|combined|total\w*|aggregate\w*|altogether|in all|all|the (?:whole|entire)|shar(?:e[sd]?|ing)|"
    r"pool\w*|address\w*|access\w*|see[sn]?|reach(?:es)? (?:the|all|into)|adds?|between them|"
    r"of (?:its|the|these|those) \w+|not|up to|than|would|if|instead)\b",
    re.IGNORECASE,
)
# "With 20.8 petaflops of FP8 and 96 GB of memory in every chip": both are of each, where nobody else is spoken of.
_OPENS = re.compile(
    r"(?:^|[.;:]\s)\W*(?:with|at|thanks to|having|there (?:is|are)|its)\s(?:its\s|the\s)?$", re.IGNORECASE
)
_JOINED = re.compile(r"(?:\s(?!(?:and|or|but|while|at|is|are|was)\b)[\w.-]+){0,6}?,?\s(?:and\s)?(?:about\s)?$")


@dataclass(frozen=True, slots=True)
class PartTold:
    """A value with the cell that the table prints of the part, and the one that prints it."""

    one: Site
    meant: Site
    printed: Site


def parts_told(one: Site, every: Sequence[Site], tables: Sequence[Table]) -> Iterator[PartTold]:
    """The cells of tables that print of each part another value than a sentence, which prints that of several."""
    sentence = [each for each in every if each.sentence is one.sentence]
    per = _of_each(one, sentence) if one.sentence and one.holds_here else frozenset()
    if not per or _POOLED.search(one.text):
        return
    for table in tables:
        cells = [each for each in every if each.table is table and each.alike(one)]
        having = [each for each in cells if number(each) == number(one) and each.agrees(one)]
        found = _meant(having[0], cells, table, per) if len(having) == 1 else None
        telling = found and (digits(one) >= TELLING or _is_counted(found, having[0], table))
        if found and telling and not found.agrees(one) and not _is_told(one, found, having[0], sentence):
            yield PartTold(one, found, having[0])


def _of_each(one: Site, beside: Sequence[Site]) -> frozenset[str]:
    """The roots of what each has a value, that of the next value too where "and" joins them and nobody is named."""
    text, start, end = one.text, one.value.start, one.value.end
    if found := each_of(text, start, end, ()):
        return found
    later = [each for each in beside if each.value.start > end]
    joined = later and _OPENS.search(text[:start]) and _JOINED.fullmatch(text, end, later[0].value.start)
    return named_behind(text, later[0].value.end) or _of_each(later[0], later) if joined else frozenset()


def _meant(printed: Site, cells: Sequence[Site], table: Table, per: frozenset[str]) -> Site | None:
    """The cell of the same row, or of the same column, whose label alone names the part."""
    row = {each: each.column for each in cells if _line(each, table) == _line(printed, table)}
    column = {each: each.row for each in cells if _place(each, table) == _place(printed, table)}
    found = (_of_part(labels, per) for labels in (row, column))
    return next((one for one in found if one and one is not printed), None)


def _of_part(labels: Mapping[Site, str], per: frozenset[str]) -> Site | None:
    """The one cell whose label says most of what each is called, and least besides."""
    words = {each: _words(label) for each, label in labels.items()}
    ranked = sorted(((len(each & per), -len(each - per)) for each in words.values() if each & per), reverse=True)
    first = [one for one, each in words.items() if ranked and (len(each & per), -len(each - per)) == ranked[0]]
    return first[0] if len(first) == 1 else None


def _words(label: str) -> frozenset[str]:
    """The roots of a label's words and names, "L4" too; how many there are says nothing of what they are."""
    return frozenset(one for one in every_root(label) if len(one) > 1 and one[0].isalpha()) - GENERIC - _ONE


def _is_told(one: Site, meant: Site, printed: Site, sentence: Sequence[Site]) -> bool:
    """Whether the sentence says what has the value, how many parts that are, or the part's own value too."""
    said = every_root(one.told)
    own = _words(f"{printed.column} {printed.row}") - _words(f"{meant.column} {meant.row}")
    told = any(each.alike(meant) and each.agrees(meant) for each in sentence)
    return bool(own & said) or told or _fits(meant, printed, said)


def _is_counted(meant: Site, printed: Site, table: Table) -> bool:
    """Whether the table prints how many parts make the one value of the other: "1 TB" is of "8 cards" of 128 GB."""
    words = every_root(" | ".join(cell.text for row in (table.columns, *table.rows) for cell in row))
    return _fits(meant, printed, words)


def _fits(meant: Site, printed: Site, words: frozenset[str]) -> bool:
    """Whether one of some words is the number of times that one value is the other."""
    many = middle(printed.allowed) / middle(meant.allowed) if middle(meant.allowed) else Decimal(0)
    return many > 0 and any(abs(Decimal(each) / many - 1) < ROUGH for each in words if each.isdigit())


def _line(one: Site, table: Table) -> int:
    """The row that a value stands in, -1 for the head: some pages put values there."""
    rows = (at for at, row in enumerate(table.rows) if row[0].start <= one.start <= row[-1].end)
    return next(rows, -1)


def _place(one: Site, table: Table) -> int:
    """The column of a value."""
    at = _line(one, table)
    row = table.rows[at] if at >= 0 else table.columns
    return next((at for at, cell in enumerate(row) if cell.start <= one.start <= cell.end), -1)
