"""A parallel efficiency in words against the rows of a table that it is computed from."""

import re
from collections import defaultdict
from collections.abc import Container, Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.printed import HEDGES, hedge
from checks.lib.language.tokens import root, roots, tokens
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.passages import phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval, Readings, judge, readings, ulp
from schemas.number_words import either, in_words

CODE = "efficiency-in-words"
HUNDRED = Decimal(100)
BEYOND = Decimal("1.5")  # times the ideal
_PERCENT = re.compile(rf"(?:(?:{HEDGES})\s?)?(?<![\d.,])(?P<n>\d{{1,3}}(?:\.\d+)?)\s?(?:%|per ?cent\b)", re.IGNORECASE)
_EFFICIENCY = re.compile(
    r"\b(?:(?:parallel|scaling|weak[- ]scaling|strong[- ]scaling|multi-?\w+) efficiency|of (?:linear|ideal|perfect)\b|"
    r"linear scaling|scal(?:ing|e[sd]?)\b[^.;]*?\befficien\w+|efficien\w+\b[^.;]*?\bscal(?:ing|e[sd]?))\b",
    re.IGNORECASE,
)
_NUMBERS = in_words(*range(1, 17), 24, 32, 48, 64) | {"single": 1}
_NUMBER = rf"\d{{1,3}}(?:,\d{{3}})+|\d+|{either(_NUMBERS)}"
# "eight-GPU", "64 nodes", "512 H100s", and "128" of "from 128 to 512".
_COUNT = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>{_NUMBER})(?![\d.,]*\d)"
    r"(?:[ -](?!to\b)(?P<noun>[A-Za-z]\w{2,})|(?=\s?(?:to\b|-|–|[.,;:)]|$)))",
    re.IGNORECASE,
)
_RATES = frozenset({"rate", "compute", "bandwidth"})


@dataclass(frozen=True, slots=True)
class _Said:
    """An efficiency as a sentence prints it, with the numbers around it that may count what it is of."""

    sentence: Sentence
    match: re.Match[str]
    value: Readings
    counts: tuple[tuple[int, str], ...]

    @property
    def nouns(self) -> frozenset[str]:
        """What the numbers count; a bare one has none."""
        return frozenset(noun for _, noun in self.counts if noun)

    def among(self, able: Container[int]) -> list[int]:
        """Which of the numbers a column of counts has."""
        return sorted({number for number, _ in self.counts if number in able})


@check(CODE, version=3, severity="high", since="0.1.0")
def efficiency_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A parallel efficiency is what the table's rates, or times, and numbers of nodes give.

    Why:
        The news item is written when the machine is full, the table when somebody has measured. An efficiency is a
        quotient of four numbers, and nobody sees at a glance that they do not give it.

    Flags:
        "94 % parallel efficiency from one node to 64 nodes" beside a table of the same thing whose rows of 1 and 64
        nodes give another one: rate over nodes, or time, of the whole or of each node, with a constant or a growing
        problem. Of several percentages each with the number behind it; where no header has the noun ("servers" of
        "Nodes", "from 128 to 512 H100s" of "GPUs"), the one column of counts that has the numbers.

    Passes:
        An efficiency that one of these sums gives, in one column of any of the tables; bounds that it satisfies.

    Does not judge:
        Tables without rows for both numbers of nodes (skipped); documents of different dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            if sentence.asserted and not sentence.past:
                about = list(index.about(sentence))
                for said in _read(sentence):
                    judged = [each for told in about for each in _check(said, told, index)]
                    # A table that gives it is the one that is meant, whatever the others give.
                    yield from (each for each in judged if each and None not in judged)


def _read(sentence: Sentence) -> Iterator[_Said]:
    """Each efficiency of a sentence with its number of nodes; of several each has those up to the next."""
    text = sentence.passage.words
    found = list(_PERCENT.finditer(text)) if _EFFICIENCY.search(text) else []
    for at, match in enumerate(found):
        alone = len(found) == 1
        end = len(text) if alone or at + 1 == len(found) else found[at + 1].start()
        counts = (
            list(_counts(text[: match.start()] + " " + text[match.end() :]))
            if alone
            else list(_counts(text[match.end() : end]))
        )
        if counts:
            yield _said(sentence, match, counts)


def _counts(text: str) -> Iterator[tuple[int, str]]:
    found = ((_number(one["n"]), root(one["noun"] or "")) for one in _COUNT.finditer(text))
    return (one for one in found if one[0])


def _said(sentence: Sentence, match: re.Match[str], counts: list[tuple[int, str]]) -> _Said:
    n = match["n"]
    hedged = any(match[name] for name in ("under", "over", "about"))
    value = readings(Decimal(n), ulp(n), hedge(match if hedged else None)).scaled(1 / HUNDRED)
    return _Said(sentence, match, value, tuple(counts))


def _number(text: str) -> int:
    plain = text.replace(",", "")
    return int(plain) if plain.isdigit() else _NUMBERS.get(plain.lower(), 0)


def _check(said: _Said, told: Told, index: Index) -> Iterator[Finding | Skip | None]:
    """What a table says of an efficiency; None where it gives it."""
    header, named = _header(said, told)
    columns = _columns(header, told)
    able = [pair for rows in columns.values() if (pair := _pair(said, rows))]
    if not able:
        if columns and named:
            yield Skip(CODE, _key(said, told), "not applicable, because the table lacks a row that the sentence counts")
        return
    given = [(pair, one) for pair in able for one in _efficiencies(*pair)]
    if not given:
        return
    if any(judge(said.value, one) != "inconsistent" for _, one in given):
        yield None
        return
    if index.of_two_editions(said.sentence.passage.document, told.sheet.document):
        yield Skip(CODE, _key(said, told), OTHER_EDITION)
        return
    yield _finding(said, told, *min(given, key=lambda each: said.value.rounded.distance(each[1].rounded)), index)


_Rows = dict[int, Slot]
_Pair = tuple[tuple[int, Slot], tuple[int, Slot]]


def _columns(header: frozenset[str], told: Told) -> dict[object, _Rows]:
    """Columns of rates and times by their labels: a value for each number of nodes."""
    found: dict[object, _Rows] = defaultdict(dict)
    for slot in told.slots:
        counts = [text for name, text in slot.settings if name in header]
        number = _number(counts[0]) if len(counts) == 1 else 0
        if number and slot.amount.kind in (*_RATES, "time"):
            found[slot.labels, slot.amount.kind].setdefault(number, slot)
    return dict(found)


def _header(said: _Said, told: Told) -> tuple[frozenset[str], bool]:
    """The headers that say what is counted, else the one column that has the numbers; and whether the first holds."""
    columns: dict[str, set[int]] = defaultdict(set)
    for header, text in (one for slot in told.slots for one in slot.settings):
        columns[header].add(_number(text))
    called = frozenset(header for header in columns if said.nouns & roots(tokens(header)))
    if any(said.among(columns[header]) for header in called):
        return called, True
    # One number that happens to stand in a column is no count of the run: a length, a batch.
    enough = min(2, len(said.counts))
    able = [header for header, values in columns.items() if len(said.among(values)) >= enough]
    return (frozenset(able), False) if len(able) == 1 else (called, True)


def _pair(said: _Said, rows: _Rows) -> _Pair | None:
    """The rows of the least and the greatest number that is said, or of one and the table's least."""
    counts = said.among(rows)
    if not counts or (len(said.counts) > 1 and len(counts) == 1 and counts[0] == min(rows)):
        return None
    start = counts[0] if len(counts) > 1 else min(rows)
    return ((start, rows[start]), (counts[-1], rows[counts[-1]])) if start != counts[-1] else None


def _efficiencies(first: tuple[int, Slot], last: tuple[int, Slot]) -> list[Readings]:
    """By rate or time, of the whole or of each node, of a problem that grows with the machine or does not."""
    grown = Decimal(last[0]) / Decimal(first[0])
    left, right = first[1].amount.readings, last[1].amount.readings
    if not all(each.bounded and each.lower > 0 for one in (left, right) for each in (one.rounded, one.widened)):
        return []
    ratio = left / right if first[1].amount.kind == "time" else right / left
    # More than half again of the ideal is no efficiency, and "over 90 %" would hold of any growth.
    return [one for one in (ratio.scaled(1 / grown), ratio) if one.rounded.lower < BEYOND]


def _key(said: _Said, told: Told) -> tuple[str, ...]:
    return said.sentence.passage.document.name, told.sheet.document.name, told.sheet.name, *map(str, sorted(said.nouns))


def _finding(said: _Said, told: Told, pair: _Pair, given: Readings, index: Index) -> Finding:
    document = told.sheet.document
    cells = [index.places.printed(document, slot.start, slot.end) for _, slot in pair]
    gap = said.value.rounded.distance(given.rounded)
    percent = Interval(given.rounded.lower * HUNDRED, given.rounded.upper * HUNDRED)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{said.match.group().strip()} efficiency on {pair[1][0]} against table {told.sheet.name} of "
        f"{document.name}: {cells[1].quote} on {pair[1][0]}, {cells[0].quote} on {pair[0][0]}",
        arithmetic=f"{cells[1].quote} and {cells[0].quote} on {pair[1][0]} and {pair[0][0]} give {percent} %, and no "
        f"other way to compute it gives {said.match.group().strip()}: a gap of {gap * 100:.0f} %.",
        comparison=_key(said, told),
        evidence=(phrase(said.sentence.passage, said.match), *cells),
        likely_wrong_why="the words print only a quotient, the table both values",
    )
