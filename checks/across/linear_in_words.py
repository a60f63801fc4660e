"""What is said to scale linearly, or to so many per cent of it, against the rates of so many."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.columns.boards import FACTOR, boards_of
from checks.lib.columns.by_count import RATES, ByCount, by_count
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.sections import in_section
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.held_back import held_back
from checks.lib.language.linearity import Linearity, linear_row, linearities, without
from checks.lib.language.tokens import GENERIC, every_root, root, roots, tokens
from checks.lib.linking.other_codes import other_codes
from checks.lib.linking.reach import clause
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.passages import Passage, quoted
from checks.lib.telling.told_by_count import COUNTS, NAMED, NUMBER, PARTS, how_many, told_by_count
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval
from schemas.number_words import either

CODE = "linear-in-words"
HUNDRED = Decimal(100)
SAME = Decimal("1.1")  # what a rate of each, or a time of a problem that grows, changes by
PAIR = 2  # counts that a share of linear lies between
LONGEST = 160  # characters of a row that is read as a sentence
TOPIC = 2  # words that a sentence shares with a table of another document
_COUNT = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d+|{either(COUNTS)})(?![\d.,]*\d)"
    rf"(?=\s(?:to|and)\s(?:\d|{either(COUNTS)})|"
    r"\sof\s(?:them|these|those)\b|[\s-](?:(?=[A-Z])[\w-]*\d[\w-]*\s){0,2}(?!(?:and|the|for|with|from|was|than|but|per|percent)\b)(?P<noun>[A-Za-z]{3,})\b"
    r"(?!/|\s(?:per|an?|every|each)\s))",
    re.IGNORECASE,
)
# "From one machine to eight": the second number has the noun of the first.
_FROM_TO = re.compile(
    rf"\bfrom (?P<n>{NUMBER}) (?P<noun>[A-Za-z]{{3,}}) to (?P<m>{NUMBER})"
    r"(?=\s?(?:[.,;:|)]|$))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Said:
    """What share of linear a sentence says, at least and at most, of which counts."""

    sentence: Sentence
    at: Linearity
    called: frozenset[tuple[int, str]]

    @property
    def counts(self) -> frozenset[int]:
        """How many of anything it says."""
        return frozenset(n for n, _ in self.called)

    @property
    def nouns(self) -> frozenset[str]:
        """What it counts."""
        return frozenset(noun for _, noun in self.called if noun)


@check(CODE, version=5, severity="low", since="0.1.0")
def linear_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to scale linearly, or to a part of it, does so from row to row.

    Why:
        "Scales linearly to 16 nodes" is written of the first two rows. What sixteen nodes do over what one does is a
        division that nobody makes.

    Flags:
        "Linear" of counts whose rate grows to less than 85 % of what the count does, "near-linear", "just short of
        linear" below 75 %, and an efficiency that no values by the number of GPUs, nodes or the like give: in per cent,
        as a fraction ("nine tenths of the ideal"), by what is lost ("loses a third of the ideal gain"), or in a row
        "Parallel efficiency, 2 to 8 nodes"; of several percentages each of the row that it names; between the
        counts that the sentence says, or the least and the largest ("kept 94 percent of ideal speedup", "84% of the
        ideal sixteenfold speed"). Rows and columns of tables, lines of lists, values of sentences and of two documents
        of one run, with rates, times or the speedups themselves. Always low.

    Passes:
        What any column by such a count bears out, of the whole, of each, or as the time of a problem that grows;
        efficiencies that the table prints.

    Does not judge:
        Sentences that say a count which no row has; tables of another document that lacks a name of the sentence or
        shares fewer than two of its words; other dates (skipped).
    """
    index = index_of(corpus)
    told = ((*index.sentences(document), *_rows(document)) for document in corpus.documents)
    said = [one for some in told for each in some for one in _read(each)]
    every = [*by_count(corpus, index, boards_of(corpus, index)), *told_by_count(corpus, index)] if said else []
    for one in said:
        yield from _judge(one, _of_case(one, _able(one, every, index)), index)


def _read(sentence: Sentence) -> Iterator[_Said]:
    text = sentence.passage.words
    if sentence.asserted and not sentence.past:
        for one in linearities(text):
            called = _counts(one.rest)  # "94 percent" counts no nodes
            held = held_back(without(clause(text, one.start, one.end)))
            if (called or not one.bare) and not held:
                yield _Said(sentence, one, called)


def _rows(document: Document) -> Iterator[Sentence]:
    """Rows of two cells as sentences: "Parallel efficiency, 2 to 8 nodes | 96%"."""
    for table in document.tables:
        for row in table.rows if len(table.columns) == PAIR else ():
            start, end = row[0].start, row[-1].end
            words = document.text[start:end]
            if len(words) < LONGEST and "\n" not in words and linear_row(row[0].text, row[-1].text):
                yield Sentence(Passage(document, start, end, words), (), (*table.headings, document.title), True, False)


def _counts(text: str) -> frozenset[tuple[int, str]]:
    """The counts that a sentence says, each with what it counts: of "from 8 to 64 GPUs" only the second says that."""
    found = [(how_many(one["n"]), root(one["noun"]) if one["noun"] else "") for one in _COUNT.finditer(text)]
    found += [(how_many(one["m"]), root(one["noun"])) for one in _FROM_TO.finditer(text)]
    return frozenset(one for one in found if one[0])


def _able(said: _Said, every: Sequence[ByCount], index: Index) -> list[tuple[ByCount, tuple[int, int]]]:
    """The columns by counts that a sentence can be of, with the two counts that it is held against."""
    sentence, document = said.sentence, said.sentence.passage.document
    text = " | ".join((sentence.passage.words, *sentence.scope))
    words = roots(tokens(text)) - GENERIC
    counted = frozenset(noun for one in every for noun in one.nouns)
    found = []
    for one in every:
        if _is_size(one, counted):
            continue
        own = one.document.document_id == document.document_id
        here = own and in_section(document, sentence.passage.start, [one.start])[0]
        # Counts that are its very rows tie a sentence as words do.
        near = here or len(words & one.words) + len(said.counts & one.values.keys()) >= TOPIC - own
        foreign = not own and (
            other_codes(sentence.passage.words, index.words[one.document.document_id])
            or index.other_version(sentence, one.document)
        )
        ends = _ends(said, one)
        if (
            near
            and not foreign
            and ends
            and {at.amount.kind for at in one.values.values()} <= RATES | {"time", "count", FACTOR}
        ):
            found.append((one, ends))
    return found


def _of_case(said: _Said, able: Sequence[tuple[ByCount, tuple[int, int]]]) -> Sequence[tuple[ByCount, tuple[int, int]]]:
    """The columns of the one label that a clause names, "on ResNet-50": the next network's efficiency is no excuse.

    Of several percentages each must name its own; of one, whatever may be meant is able.
    """
    here = every_root(said.at.case or clause(said.sentence.passage.words, said.at.start, said.at.end))
    labels = {one.label for one, _ in able if one.label}
    shared = frozenset.intersection(*map(every_root, labels)) if len(labels) > 1 else frozenset[str]()
    points = {label: len((every_root(label) - shared) & here) for label in labels}
    named = [label for label, many in points.items() if many and many == max(points.values())]
    if len(named) == 1:
        return [(one, ends) for one, ends in able if one.label == named[0]]
    return [] if said.at.case else able


def _is_size(one: ByCount, counted: frozenset[str]) -> bool:
    """Whether a column says how large a row is, and not how much it does: GPUs beside nodes, or one batch for all.

    As rates they would be as linear as anything, and bear out every sentence.
    """
    values = list(one.values.values())
    if any(at.amount.kind != "count" for at in values):
        return False
    spans = {at.amount.readings.rounded for at in values}
    return len(spans) == 1 or roots(tokens(one.label)) <= counted


def _ends(said: _Said, one: ByCount) -> tuple[int, int] | None:
    """The counts that a sentence says of a column; the least and the largest where it says none of its things."""
    mine = sorted(said.counts & one.values.keys())
    of_these = bool(said.nouns & one.nouns) or NAMED in one.nouns
    # Of "24 pods, which is 6,144 chips" a column of pods has the first.
    parts = PARTS - one.nouns if mine else frozenset[str]()
    beyond = any(n > max(one.values) and noun not in parts for n, noun in said.called)
    if _of_parts(said, one):
        return min(one.values), max(one.values)
    if (said.counts and not of_these and len(mine) < PAIR) or (of_these and beyond):
        return None
    high = mine[-1] if mine and mine[-1] > min(one.values) else max(one.values)
    low = mine[0] if len(mine) >= PAIR else min(one.values)
    return (low, high) if low < high else None


def _of_parts(said: _Said, one: ByCount) -> bool:
    """Whether a column counts the parts of what a sentence counts: 64 and 512 cores, of one machine and eight."""
    ends, mine = (min(one.values), max(one.values)), (min(said.counts, default=0), max(said.counts, default=0))
    apart = not said.nouns & one.nouns and len(said.counts) == PAIR and mine[0] > 0 and bool(one.nouns)
    return apart and ends[1] * mine[0] == mine[1] * ends[0] and not said.counts & one.values.keys()


def _judge(said: _Said, able: Sequence[tuple[ByCount, tuple[int, int]]], index: Index) -> Iterator[Finding | Skip]:
    given = [(one, ends, share) for one, ends in able for share in _efficiencies(one, *ends)]
    if not given or any(share.meets(said.at.allowed) for _, _, share in given):
        return
    one, ends, share = min(given, key=lambda each: each[2].distance(said.at.allowed))
    document = said.sentence.passage.document
    key = document.name, one.document.name, one.table, one.label
    if index.of_two_editions(document, one.document):
        yield Skip(CODE, key, OTHER_EDITION)
    else:
        yield _finding(said, one, ends, share, key, index)


def _efficiencies(one: ByCount, low: int, high: int) -> Iterator[Interval]:
    """By rate or by time, of the whole or of each, of a problem that grows with the machine or does not."""
    left, right = one.values[low].amount, one.values[high].amount
    if low <= 0 or not all(each.readings.rounded.bounded and each.readings.rounded.lower > 0 for each in (left, right)):
        return
    times = Decimal(high) / Decimal(low)
    ratio = right.readings.rounded / left.readings.rounded
    if left.kind == "time":
        ratio = left.readings.rounded / right.readings.rounded
    yield ratio.scaled(1 / times)
    if ratio.upper <= SAME:  # of each, or with a problem that grows
        yield ratio


def _finding(
    said: _Said, one: ByCount, ends: tuple[int, int], share: Interval, key: tuple[str, ...], index: Index
) -> Finding:
    cells = [
        index.places.printed(at.document or one.document, at.start, at.end) for at in (one.values[n] for n in ends)
    ]
    passage = said.sentence.passage
    text = passage.words[said.at.start : said.at.end].strip()
    claim = quoted(passage.document, passage.start + said.at.start, passage.start + said.at.end)
    where = f"{one.table} of {one.document.name}" if one.table else one.document.name
    given = f"{share.lower * HUNDRED:.3g} to {share.upper * HUNDRED:.3g} %"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{text!r} of scaling; in {where} {cells[0].quote} of {ends[0]} become "
        f"{cells[1].quote} of {ends[1]}, {given} of linear",
        arithmetic=f"({cells[1].quote} / {cells[0].quote}) / ({ends[1]} / {ends[0]}) is {given}.",
        comparison=key,
        evidence=(replace(claim, context=passage.words, context_start=passage.start), *cells),
        likely_wrong_why="the words are of fewer nodes, or of an earlier run",
    )
