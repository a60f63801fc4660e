"""What is said to scale linearly, or to so many per cent of it, against the rates of so many."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.columns.boards import boards_of
from checks.lib.columns.by_count import RATES, ByCount, by_count
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.sections import in_section
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.held_back import held_back
from checks.lib.language.tokens import GENERIC, root, roots, tokens
from checks.lib.linking.other_codes import other_codes
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.passages import phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval, readings, ulp
from schemas.number_words import either, in_words

CODE = "linear-in-words"
HUNDRED = Decimal(100)
LINEAR, NEARLY = Decimal("0.85"), Decimal("0.75")  # of linear: what may still be called so
SAME = Decimal("1.1")  # what a rate of each, or a time of a problem that grows, changes by
LOOSE = Decimal("0.03")  # what rounded values and words leave
PAIR = 2  # counts that a share of linear lies between
TOPIC = 2  # words that a sentence shares with a table of another document
_NUMBERS = in_words(1, 2, 3, 4, 6, 8, 10, 12, 16, 32)
_LINEAR = re.compile(
    r"(?P<not>\b(?:not|n[’']t|never|sub|super|less than|below|worse than|better than|far from|no longer)[\s-]"
    r"(?:\w+\s)?)?"
    r"(?P<near>\b(?:near(?:ly)?|almost|close to|virtually|practically|quasi|largely|roughly|approximately)[\s-])?\b"
    r"(?:(?:perfectly |fully )?linear(?:ly)?|scal(?:es|ed|ing|e) (?:perfectly|ideally))\b",
    re.IGNORECASE,
)
_SCALES = re.compile(r"\bscal(?:es?|ed|ing|ability)\b|\bspeed-?ups?\b|\bgrow(?:s|th|n)?\b|\befficien\w+", re.IGNORECASE)
_EFFICIENCY = re.compile(
    r"\b(?:scaling|parallel|weak-scaling|strong-scaling) efficienc\w+|\bof (?:linear|ideal|perfect)\b|"
    r"\bscal\w+\s(?:[\w-]+\s){0,6}?efficien\w+|\befficien\w+\s(?:[\w-]+\s){0,4}?scal\w+",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"(?P<over>\b(?:over|more than|at least|above|better than|>)\s)?"
    r"(?P<about>\b(?:about|around|roughly|nearly|almost|~)\s?)?"
    r"(?<![\d.,])(?P<n>\d{1,3}(?:\.\d+)?)\s?(?:%|per ?cent\b|percent\b)",
    re.IGNORECASE,
)
_COUNT = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>\d[\d,]*|{either(_NUMBERS)})"
    rf"(?=\s(?:to|and)\s(?:\d|{either(_NUMBERS)})|[\s-](?P<noun>[A-Za-z]{{3,}}))",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Said:
    """What share of linear a sentence says, at least and at most, of which counts."""

    sentence: Sentence
    match: re.Match[str]
    allowed: Interval
    counts: frozenset[int]
    nouns: frozenset[str]


@check(CODE, version=1, severity="low", since="0.1.0")
def linear_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to scale linearly, or to a part of it, does so from row to row.

    Why:
        "Scales linearly to 16 nodes" is written of the first two rows. What sixteen nodes do over what one does is a
        division that nobody makes.

    Flags:
        "Linear" of counts whose rate grows to less than 85 % of what the count does, "near-linear" below 75 %, and an
        efficiency in per cent that no column by the number of GPUs, nodes or the like gives: between the counts that
        the sentence says, or the least and the largest. Rows and columns of tables and lines of lists. Always low.

    Passes:
        What any column by such a count bears out, of the whole, of each, or as the time of a problem that grows;
        efficiencies that the table prints.

    Does not judge:
        Sentences that say a count which no row has; tables of another document that lacks a name of the sentence or
        shares fewer than two of its words; other dates (skipped).
    """
    index = index_of(corpus)
    said = [one for document in corpus.documents for each in index.sentences(document) if (one := _read(each))]
    every = by_count(corpus, index, boards_of(corpus, index)) if said else []
    for one in said:
        yield from _judge(one, _able(one, every, index), index)


def _read(sentence: Sentence) -> _Said | None:
    text = sentence.passage.words
    linear = _LINEAR.search(text)
    if not (linear or _EFFICIENCY.search(text)) or not sentence.asserted or sentence.past or held_back(text):
        return None
    percents = list(_PERCENT.finditer(text))
    if len(percents) > 1 or (linear and linear["not"]):
        return None
    if percents and _EFFICIENCY.search(text):
        return _Said(sentence, percents[0], _share(percents[0]), *_counts(text))
    if percents or linear is None or not _SCALES.search(text):
        return None
    least = NEARLY if linear["near"] else LINEAR
    return _Said(sentence, linear, Interval(least, Decimal(100)), *_counts(text))


def _share(match: re.Match[str]) -> Interval:
    n = Decimal(match["n"])
    one = readings(n, ulp(match["n"]), "exact").rounded.scaled(1 / HUNDRED)
    slack = LOOSE * (2 if match["about"] else 1)
    return Interval(one.lower - slack, HUNDRED if match["over"] else one.upper + slack)


def _counts(text: str) -> tuple[frozenset[int], frozenset[str]]:
    """The counts that a sentence says, and what they count: of "from 8 to 64 GPUs" both."""
    found = [(_number(one["n"]), root(one["noun"]) if one["noun"] else "") for one in _COUNT.finditer(text)]
    return frozenset(n for n, _ in found if n), frozenset(noun for _, noun in found if noun)


def _number(text: str) -> int:
    plain = text.replace(",", "")
    return int(plain) if plain.isdigit() else _NUMBERS.get(plain.lower(), 0)


def _able(said: _Said, every: Sequence[ByCount], index: Index) -> list[tuple[ByCount, tuple[int, int]]]:
    """The columns by counts that a sentence can be of, with the two counts that it is held against."""
    sentence, document = said.sentence, said.sentence.passage.document
    text = " | ".join((sentence.passage.words, *sentence.scope))
    words = roots(tokens(text)) - GENERIC
    found = []
    for one in every:
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
            and {at.amount.kind for at in one.values.values()} <= RATES | {"time", "count"}
        ):
            found.append((one, ends))
    return found


def _ends(said: _Said, one: ByCount) -> tuple[int, int] | None:
    """The counts that a sentence says of a column; the least and the largest where it says none of its things."""
    mine = sorted(said.counts & one.values.keys())
    of_these = bool(said.nouns & one.nouns)
    beyond = any(n > max(one.values) for n in said.counts)
    if (said.counts and not of_these and len(mine) < PAIR) or (of_these and beyond):
        return None
    high = mine[-1] if mine else max(one.values)
    low = mine[0] if len(mine) >= PAIR else min(one.values)
    return (low, high) if low < high else None


def _judge(said: _Said, able: Sequence[tuple[ByCount, tuple[int, int]]], index: Index) -> Iterator[Finding | Skip]:
    given = [(one, ends, share) for one, ends in able for share in _efficiencies(one, *ends)]
    if not given or any(share.meets(said.allowed) for _, _, share in given):
        return
    one, ends, share = min(given, key=lambda each: each[2].distance(said.allowed))
    document = said.sentence.passage.document
    key = document.name, one.document.name, one.table, one.label
    if index.of_two_editions(document, one.document):
        yield Skip(CODE, key, OTHER_EDITION)
    else:
        yield _finding(said, one, ends, share, key, index)


def _efficiencies(one: ByCount, low: int, high: int) -> Iterator[Interval]:
    """By rate or by time, of the whole or of each, of a problem that grows with the machine or does not."""
    left, right = one.values[low].amount, one.values[high].amount
    if not all(each.readings.rounded.bounded and each.readings.rounded.lower > 0 for each in (left, right)):
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
    cells = [index.places.printed(one.document, at.start, at.end) for at in (one.values[n] for n in ends)]
    where = f"{one.table} of {one.document.name}" if one.table else one.document.name
    given = f"{share.lower * HUNDRED:.3g} to {share.upper * HUNDRED:.3g} %"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.match.group().strip()!r} of scaling; in {where} {cells[0].quote} of {ends[0]} become "
        f"{cells[1].quote} of {ends[1]}, {given} of linear",
        arithmetic=f"({cells[1].quote} / {cells[0].quote}) / ({ends[1]} / {ends[0]}) is {given}.",
        comparison=key,
        evidence=(phrase(said.sentence.passage, said.match), *cells),
        likely_wrong_why="the words are of fewer nodes, or of an earlier run",
    )
