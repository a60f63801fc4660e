"""A setting that a text says to be the same for all rows of a table, against the column that prints it."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from checks.lib.findings.words import listed
from checks.lib.labels.chart_tables import tables_of
from checks.lib.language.held_equal import of_all, says_every
from checks.lib.language.tokens import roots, tokens
from checks.lib.statements.cells import summary
from checks.lib.statements.index import by
from checks.lib.statements.passages import Passage, passages, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Cell, Document
from schemas.finding import Finding, Skip
from schemas.number_words import in_words

CODE = "setting-held-equal"
ROWS = 24  # of a table that one sentence speaks of
VALUES = 4  # that a setting takes in a table
NEAR = 40  # characters between a number and the words of its column
_LINE = re.compile(r"(?m)^[ \t]*(?:[-*•][ \t]+)?[*_]*(?P<label>[A-Z][\w /-]{2,40}):[*_]*[ \t]+(?P<value>[^\n]{1,60})$")
_VALUE = re.compile(r"(?:[A-Za-z]+[ -])?(?=\S*\d)\S+(?: [A-Za-z]+)?")  # "FP8", "batch 64", "32 requests"
_WORDS = {str(number): (word,) for word, number in in_words(*range(2, 33)).items()}
_EQUAL = re.compile(r"\b(?:same|identical\w*|equal\w*|constant|fixed|unchanged|uniform\w*|throughout)\b", re.IGNORECASE)
_UNIT = re.compile(r"\(.*?\)|,.*$")


@dataclass(frozen=True, slots=True)
class Setting:
    """A column of a table, or lines of one label, with few different values; `rows` are who they are of."""

    document: Document
    name: str
    header: str
    cells: tuple[Cell, ...]
    rows: tuple[str, ...]  # the first column, with its header

    @property
    def values(self) -> tuple[str, ...]:
        """What it takes, each once."""
        return tuple(dict.fromkeys(one.text for one in self.cells))


@check(CODE, version=5, severity="medium", since="0.1.0")
def setting_held_equal(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A setting that a sentence says of all rows is what each row of the table prints.

    Why:
        "Every engine was driven by the same 32 parallel requests" is what makes a comparison fair. A row that was
        measured with 128 wins by four times the load.

    Flags:
        A value that a clause says of all ("the same", "every", "both", "throughout"), which some cells of one column,
        or some lines of one label, print and others do not, where the clause has the words of that column's header, or
        the value is a code ("INT8"). Low but where a word of equality ("the same", "constant") stands by both.

    Passes:
        Sentences that set two values of the column side by side ("61 hours against 41 hours"); columns that print one
        value only, or so many times what another column of the table has; values that the
        sentence says beside; "all FP8 rows", which only chooses rows; "identical accuracy" beside a format.

    Does not judge:
        Clauses with a condition or exception; sentences that name some of the rows (skipped); columns with more than
        four values; cells of other documents.
    """
    for document in corpus.documents:
        said = [one for one in passages(document) if says_every(one.words)]
        for setting in _settings(document) if said else ():
            # One sentence may say it again: the first that does tells it.
            yield from islice((found for one in said for found in _check(one, setting)), 1)


def _settings(document: Document) -> Iterator[Setting]:
    """The columns of tables, and what lines of one label say: "Format: FP8" here, "Format: BF16" there."""
    for table in tables_of(document):
        rows = [row for row in table.rows if not summary(row[0].text)]
        labels = tuple(row[0].text for row in rows)
        for at, head in enumerate(table.columns[1:], 1):
            cells = tuple(row[at] for row in rows if len(row) > at and row[at].text)
            if not _is_multiple(at, rows):
                yield from _setting(document, table.name, head.text, cells, (table.columns[0].text, *labels))
    for label, parts in by(_parts(document), lambda one: one[0]).items():
        yield from _setting(document, "the text", label[0], tuple(cell for _, cell in parts), ())


def _is_multiple(at: int, rows: Sequence[Sequence[Cell]]) -> bool:
    """Whether a column has so many times what another one has: "eight GPUs" are those of each of its nodes."""
    numbers = [[_number(one.text) for one in row] for row in rows if len(row) > at]
    every = range(1, min(map(len, numbers), default=0))
    ratios = ([row[at] / row[one] if row[one] else None for row in numbers] for one in every if one != at)
    return any(some[0] and some[0] > 1 and len(set(some)) == 1 for some in ratios)


def _number(text: str) -> Decimal:
    """A whole number as printed, 0 for any other text."""
    plain = text.replace(",", "")
    return Decimal(plain if plain.isdecimal() else 0)


def _setting(
    document: Document, name: str, header: str, cells: tuple[Cell, ...], rows: tuple[str, ...]
) -> Iterator[Setting]:
    values = {one.text for one in cells}
    if 1 < len(cells) <= ROWS and 1 < len(values) <= max(2, min(VALUES, len(cells) - 1)):
        yield Setting(document, name, header, cells, rows)


def _parts(document: Document) -> Iterator[tuple[tuple[str, int], Cell]]:
    """What labelled lines say, split at commas, with the label and the place among the parts."""
    inside = [(one.start, one.end) for one in document.tables]
    for match in _LINE.finditer(document.text):
        if not any(start <= match.start() < end for start, end in inside):
            for at, part in enumerate(re.finditer(r"[^,;]+", match["value"])):
                text, start = part.group().strip(), match.start("value") + part.start()
                start += len(part.group()) - len(part.group().lstrip())
                if _VALUE.fullmatch(text):
                    yield (match["label"], at), Cell(text, start, start + len(text))


def _check(said: Passage, setting: Setting) -> Iterator[Finding | Skip]:
    """The one value of a column that a clause says of all, where other cells print others."""
    found = [(value, match) for value in setting.values for match in _printed(value, said, setting)]
    if len(found) != 1 or _several(said, setting) or said.start <= setting.cells[0].start < said.end:
        return
    value, match = found[0]
    if _named(said, setting):
        key = (setting.document.name, setting.name, setting.header)
        yield Skip(CODE, key, "not applicable, because the sentence names some of the rows")
    else:
        yield _finding(said, match, setting, [one for one in setting.cells if one.text != value])


def _several(said: Passage, setting: Setting) -> bool:
    """Whether a sentence has two values of a column: "BF16, INT8 and FP8 for both", "61.2 hours against 40.8 hours"."""
    codes, numbers = ([one for one in setting.values if _is_code(one) is is_code] for is_code in (True, False))
    coded = sum(bool(re.search(rf"(?<!\w){re.escape(one)}(?!\w)", said.words, re.IGNORECASE)) for one in codes)
    counted = [re.findall(rf"(?<![\w.,-])(?:{_forms(one)})\s(\w+)", said.words, re.IGNORECASE) for one in numbers]
    behind = [word.lower() for found in counted for word in dict.fromkeys(found)]
    return coded > 1 or len(set(behind)) < len(behind)


def _is_code(value: str) -> bool:
    return any(map(str.isalpha, value)) and any(map(str.isdigit, value))


def _printed(value: str, said: Passage, setting: Setting) -> Iterator[re.Match[str]]:
    """Where a sentence says a value of all: with the words of the column beside it, or as a code."""
    for match in re.finditer(rf"(?<![\w.,-])(?:{_forms(value)})(?![\w%]|[.,-]\w)", said.words, re.IGNORECASE):
        if (_is_code(value) or _headed(said, match, setting)) and of_all(said.words, *match.span()):
            yield match


def _headed(said: Passage, match: re.Match[str], setting: Setting) -> bool:
    """Whether all words of a column's header stand around a value."""
    headed = roots(tokens(_UNIT.sub("", setting.header)))
    return bool(headed) and headed <= roots(tokens(_around(said, match)))


def _around(said: Passage, match: re.Match[str]) -> str:
    return said.words[max(0, match.start() - NEAR) : match.end() + NEAR]


def _sure(said: Passage, match: re.Match[str], setting: Setting) -> bool:
    """Whether the column is named and its value called equal: "both" and "every" may be of something else."""
    return _headed(said, match, setting) and bool(_EQUAL.search(_around(said, match)))


def _forms(value: str) -> str:
    """A value as a sentence may print it: "1024", "1,024"; "eight"."""
    plain = value.replace(",", "")
    forms = [value, *([plain, f"{int(plain):,}"] if plain.isdigit() else []), *_WORDS.get(plain, ())]
    return "|".join(map(re.escape, dict.fromkeys(forms)))


def _named(said: Passage, setting: Setting) -> bool:
    """Whether the sentence names some of the rows and not all of them: then it speaks of these."""
    if not setting.rows:
        return False
    head, *rows = [roots(tokens(one)) for one in setting.rows]
    shared = head.union(frozenset.intersection(*rows))
    words = roots(tokens(said.words))
    named = [one for one in rows if one - shared and (one - shared) & words]
    return 0 < len(named) < len(rows)


def _finding(said: Passage, match: re.Match[str], setting: Setting, others: Sequence[Cell]) -> Finding:
    document = setting.document
    claim = quoted(document, said.start + match.start(), said.start + match.end())
    cells = [quoted(document, one.start, one.end) for one in others[:VALUES]]
    printed = listed(dict.fromkeys(one.quote for one in cells))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if _sure(said, match, setting) else "low",
        message=f"{document.name} says {claim.quote} of all; {setting.name} prints {printed} under "
        f"{setting.header!r} too",
        arithmetic=f"{len(others)} of {len(setting.cells)} rows print another value than {claim.quote}.",
        comparison=(document.name, setting.name, setting.header, claim.quote),
        evidence=(claim, *cells),
        likely_wrong_why="the sentence, or rows that were measured otherwise and were added later",
    )
