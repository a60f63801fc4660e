"""Values that a sentence gives for several rows of a table, and that two of its columns give when divided."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import permutations

from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.linking.other_codes import other_codes
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.passages import quoted
from checks.lib.sums.pools import first_related, related
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval, readings, ulp

CODE = "quotients-of-rows"
ROUGH = Decimal("0.012")  # what rounding in between may leave
OFF, FAR = Decimal("1.04"), Decimal(4)  # times that the one wrong value of several is off
LEAST, MOST = 2, 6  # rows that a sentence gives values for
COLUMNS = 10  # of a table; of more, some two give any values
TABLES, ROWS = 40, 200  # of a document, and of a table, that are looked through for each sentence
GAP = 48  # characters between a row's name and its value
PRECISE = 3  # digits of a value that tells which columns it is of
# Hundreds of seconds in an hour, thousands and millions: what a value may be told in.
_SCALES = tuple(Decimal(10) ** n for n in (0, 3, -3, 6, -6)) + tuple(Decimal(n) for n in (60, 3600))
_NUMBER = re.compile(
    r"(?<![\w.,-])[$€£]?(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)(?![\d.,]*\d|\s?[x×%](?!\w)|[A-Za-z])"
)
_DIVIDED = re.compile(
    r"\b(?:per|each|every|divid\w+|over|ratio|efficien\w+)\b|/|"
    r"\b(?:an?|the) (?:watt|dollar|euro|joule|hour|core|gigabyte)\b",
    re.IGNORECASE,
)
_OF = re.compile(
    r"[\s-]*(?:[a-z/$€£]+\s){0,7}(?:for|from|in|on|with|at|by|of)\s(?:(?:the|our|its|an?)\s)?|\s?\((?:the\s)?",
    re.IGNORECASE,
)
_IS = re.compile(r"(?:[:,=]|\s[–—-]|\s(?:[a-z]+\s){0,3}?)\s?(?:[a-z]+\s){0,3}", re.IGNORECASE)
# Which words say that a sentence divides by such a column.
_SAYS = {
    "power": re.compile(r"\b(?:watts?|kilowatts?|power|W|kW)\b"),
    "price": re.compile(r"\b(?:dollars?|euros?|pounds?|price|cost)\b|[$€£]", re.IGNORECASE),
    "energy": re.compile(r"\b(?:joules?|k?Wh|energy|J)\b"),
    "size": re.compile(r"\b(?:[kmgtp]i?b|(?:giga|tera|mega)bytes?|memory|capacity)\b", re.IGNORECASE),
    "time": re.compile(r"\b(?:seconds?|minutes?|hours?|days?|time)\b", re.IGNORECASE),
}
_Place = tuple[int, int]
_Rows = dict[str, dict[str, Slot]]


@dataclass(frozen=True, slots=True)
class _Given:
    """What a sentence gives for each of so many rows, by what they are called, and where it prints that."""

    sentence: Sentence
    values: Mapping[str, Interval]
    places: Mapping[str, _Place]
    words: str  # with the sentence before


@dataclass(frozen=True, slots=True)
class _Missed:
    """The columns that give what is said but for some rows, which have another's value or one that is off."""

    over: Mapping[str, Slot]
    under: Mapping[str, Slot]
    rows: tuple[str, ...]
    swapped: bool


@check(CODE, version=1, severity="low", since="0.1.0")
def quotients_of_rows(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence gives for each of several rows is what two columns of these rows give when divided.

    Why:
        "Dividing throughput by power we got 308 for the Standard, 255 for the Pro": nobody divides once more, and the
        two numbers stand behind each other's names.

    Flags:
        Values beside the names of two to six rows that two columns give, each for another row than it is said of; and
        one value that they do not give where they give the others, to three digits, and the sentence says what is
        divided by. Always low.

    Passes:
        Values that any two columns give, or one prints, in the order in which they are said.

    Does not judge:
        Sentences that speak of no division; rows that are named without a value; tables of more than ten columns of
        numbers; documents that lack a code of the sentence; other dates (skipped).
    """
    index = index_of(corpus)
    documents = {one.document_id: one for one in corpus.documents}
    read = {one.document_id: list(_tables(one, index)) for one in corpus.documents}
    for name, near in related(corpus, index).items():
        some = first_related(name, [one for one in near if read[one]])
        tables = [each for one in some for each in read[one]]
        for before, sentence in _following(index.sentences(documents[name])) if tables else ():
            words = f"{before} {sentence.passage.words}"
            many = (
                len(_NUMBER.findall(sentence.passage.words)) >= LEAST
            )  # asked first: it is cheap, and most have fewer
            if many and sentence.asserted and not sentence.past and _DIVIDED.search(words):
                yield from _judge(sentence, words, tables, index)


def _tables(document: Document, index: Index) -> Iterator[tuple[Document, _Rows]]:
    """The tables of a document, as they stand and turned round, that have several rows."""
    for told in index.of(document) if len(index.of(document)) <= TABLES else ():
        if told.sheet.table:
            yield from ((document, rows) for rows in _ways(told) if LEAST <= len(rows) <= ROWS)


def _following(every: Sequence[Sentence]) -> Iterator[tuple[str, Sentence]]:
    """Each sentence with the words of the one before."""
    before = ""
    for one in every:
        yield before, one
        before = one.passage.words


def _judge(
    sentence: Sentence, words: str, tables: Sequence[tuple[Document, _Rows]], index: Index
) -> Iterator[Finding | Skip]:
    document = sentence.passage.document
    found: list[tuple[_Given, _Missed, Document]] = []
    for other, rows in tables:
        given = _given(sentence, words, list(rows))
        if given is None or (other is not document and _foreign(given, other, index)):
            continue
        missed = _missed(given, rows)
        if missed is None:  # a table that gives it is the one that is meant
            return
        found += [(given, one, other) for one in missed[:1]]
    # Stable: the first by its name, where two are as good.
    for given, one, other in sorted(found, key=lambda each: (not each[1].swapped, each[2] is not document))[:1]:
        if index.of_two_editions(document, other):
            yield Skip(CODE, (document.name, other.name), OTHER_EDITION)
        else:
            yield _finding(given, one, other, index)


def _foreign(given: _Given, other: Document, index: Index) -> bool:
    """Whether a sentence names what a document knows nothing of; "the Standard, 255" is no release of it."""
    words = list(given.sentence.passage.words)
    for start, end in given.places.values():
        words[start:end] = "|" * (end - start)
    bare = replace(given.sentence, passage=replace(given.sentence.passage, words="".join(words)))
    known = index.words[other.document_id]
    return other_codes(bare.passage.words, known) or index.other_version(bare, other)


def _ways(told: Told) -> tuple[_Rows, _Rows]:
    """The values of each row by their columns, by what the row is called; and of each column by their rows."""
    rows: _Rows = defaultdict(dict)
    columns: _Rows = defaultdict(dict)
    for slot in told.slots:
        names = [text for kind, text in slot.labels if kind != COLUMN]
        if names and slot.column:
            rows[names[0]].setdefault(slot.column, slot)
            columns[slot.column].setdefault(names[0], slot)
    return rows, columns


def _given(sentence: Sentence, words: str, rows: Sequence[str]) -> _Given | None:
    """The values that stand beside the names of rows, one to each; None where it is unclear which is whose."""
    text = sentence.passage.words
    named = sorted((span, row) for row in rows for span in _named(text, row))
    named = [one for one in named if not any(_within(one[0], each) for each, _ in named if each != one[0])]
    if not LEAST <= len(named) <= MOST or len({row for _, row in named}) != len(named):
        return None
    numbers = [one for one in _NUMBER.finditer(text) if not any(_within(one.span("n"), each) for each, _ in named)]
    for ahead in (True, False):
        paired = [(row, _beside(text, span, numbers, ahead=ahead)) for span, row in named]
        matches = [one for _, one in paired if one]
        if len(matches) == len(named) and len({one.start() for one in matches}) == len(named):
            able = {row: one for row, one in paired if one}
            values = {row: _value(one["n"]) for row, one in able.items()}
            return _Given(sentence, values, {row: one.span() for row, one in able.items()}, words)
    return _in_turn(sentence, words, [row for _, row in named], numbers)


def _in_turn(sentence: Sentence, words: str, rows: Sequence[str], numbers: Sequence[re.Match[str]]) -> _Given | None:
    """The values of "308 and 255 for the Pro and the Standard, respectively"."""
    if len(rows) != len(numbers) or "respectively" not in sentence.passage.words:
        return None
    able = dict(zip(rows, numbers, strict=True))
    values = {row: _value(one["n"]) for row, one in able.items()}
    return _Given(sentence, values, {row: one.span() for row, one in able.items()}, words)


def _named(text: str, row: str) -> Iterator[_Place]:
    if row in text:  # asked first: a pattern for each row of each table costs more than all else
        yield from (one.span() for one in re.finditer(rf"(?<![\w-]){re.escape(row)}(?![\w-])", text))


def _within(span: _Place, other: _Place) -> bool:
    return other[0] <= span[0] and span[1] <= other[1]


def _beside(text: str, span: _Place, numbers: Sequence[re.Match[str]], *, ahead: bool) -> re.Match[str] | None:
    """The number right before a name ("308 for the Pro"), or right behind it ("the Pro gets 308")."""
    if ahead:
        found = [one for one in numbers if 0 <= span[0] - one.end() <= GAP]
        return found[-1] if found and _OF.fullmatch(text, found[-1].end(), span[0]) else None
    found = [one for one in numbers if 0 <= one.start() - span[1] <= GAP]
    return found[0] if found and _IS.fullmatch(text, span[1], found[0].start()) else None


def _value(n: str) -> Interval:
    plain = n.replace(",", "")
    return readings(Decimal(plain), ulp(plain), "exact").rounded


def _missed(given: _Given, rows: _Rows) -> list[_Missed] | None:
    """The couples of columns that give what is said otherwise; None where a column prints it, or a couple gives it."""
    said = list(given.values)
    columns = [one for one in rows[said[0]] if all(one in rows[row] for row in said)]
    if len(columns) > COLUMNS:
        return []  # not None: one wide table would silence all others
    cells = {one: {row: _of(rows[row][one]) for row in said} for one in columns}
    if any(not _wrong(given, cells[one], scale) for one in columns for scale in _SCALES):
        return None
    found = []
    for over, under in permutations(columns, 2):
        if any(one.lower <= 0 for both in (cells[over], cells[under]) for one in both.values()):
            continue
        quotients = {row: cells[over][row] / cells[under][row] for row in said}
        for scale in _SCALES:
            wrong = _wrong(given, quotients, scale)
            if not wrong:
                return None
            swapped = _swapped(given, quotients, wrong, scale)
            if swapped or (scale == 1 and _one_off(given, quotients, wrong, rows[said[0]][under])):
                tops, bottoms = ({row: rows[row][at] for row in said} for at in (over, under))
                found.append(_Missed(tops, bottoms, wrong, swapped))
    return sorted(found, key=lambda one: not one.swapped)


def _of(slot: Slot) -> Interval:
    """A value as it is printed, whatever its unit is worth."""
    spread = slot.amount.readings.rounded
    return spread.scaled(1 / slot.amount.unit)


def _wrong(given: _Given, values: Mapping[str, Interval], scale: Decimal) -> tuple[str, ...]:
    return tuple(row for row, said in given.values.items() if not _is(said, values[row], scale))


def _is(said: Interval, given: Interval, scale: Decimal) -> bool:
    return given.lower > 0 and given.scaled(scale).distance(said) < ROUGH


def _swapped(given: _Given, quotients: Mapping[str, Interval], wrong: Sequence[str], scale: Decimal) -> bool:
    """Whether each wrong value is what another of the wrong rows gives."""
    if len(wrong) < LEAST:
        return False
    fits: list[list[bool]] = []  # compared once: for each order of six rows it takes seconds
    for row in wrong:
        fits.append([_is(given.values[row], quotients[other], scale) for other in wrong])
        if not any(fits[-1]):
            return False
    return any(all(fit[at] for fit, at in zip(fits, order, strict=True)) for order in permutations(range(len(wrong))))


def _one_off(given: _Given, quotients: Mapping[str, Interval], wrong: Sequence[str], under: Slot) -> bool:
    """Whether all values but one are given, finely, and that one is near, and the sentence says what is divided by."""
    if len(wrong) != 1 or not _says(given, under):
        return False
    right = [row for row in given.values if row not in wrong]
    text = given.sentence.passage.words
    fine = all(sum(map(str.isdigit, text[slice(*given.places[row])].lstrip("$0."))) >= PRECISE for row in right)
    said, is_ = given.values[wrong[0]], quotients[wrong[0]]
    off = max(said.lower / is_.upper, is_.lower / said.upper)
    return fine and OFF < off < FAR


def _says(given: _Given, slot: Slot) -> bool:
    pattern = _SAYS.get(slot.amount.kind)
    return bool(pattern and pattern.search(given.words))


def _finding(given: _Given, one: _Missed, other: Document, index: Index) -> Finding:
    passage = given.sentence.passage
    spans = [given.places[row] for row in one.rows]
    start, end = min(span[0] for span in spans), max(span[1] for span in spans)
    said = quoted(passage.document, passage.start + start, passage.start + end)
    slots = [slot for row in one.rows for slot in (one.over[row], one.under[row])]
    cells = [index.places.printed(other, slot.start, slot.end) for slot in slots]
    sums = [
        f"{top.quote} / {bottom.quote} of {row}"
        for row, top, bottom in zip(one.rows, cells[::2], cells[1::2], strict=True)
    ]
    how = "each is that of another row" if one.swapped else "the other values are what they give"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{passage.document.name} says {said.quote!r}; {other.name} has {listed(sums)}, and {how}",
        arithmetic="; ".join(
            f"{sum_} allows {_of(one.over[row]) / _of(one.under[row])}, said is {given.values[row]}"
            for sum_, row in zip(sums, one.rows, strict=True)
        ),
        comparison=(passage.document.name, other.name, *sorted(one.rows)),
        evidence=(said, *cells),
        likely_wrong_why="two names, or a value that was changed after it was divided",
    )
