"""What is said to scale linearly, or to so many per cent of it, against the rates of so many."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.columns.boards import FACTOR, boards_of
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
NEVER = Decimal(0)
LINEAR, NEARLY = Decimal("0.85"), Decimal("0.75")  # of linear: what may still be called so
SAME = Decimal("1.1")  # what a rate of each, or a time of a problem that grows, changes by
LOOSE = Decimal("0.03")  # what rounded values and words leave
PAIR = 2  # counts that a share of linear lies between
TOPIC = 2  # words that a sentence shares with a table of another document
_NUMBERS = in_words(*range(1, 17), 20, 24, 32, 48, 64) | {"single": 1}
_LINEAR = re.compile(
    r"(?P<not>\b(?:not|n[’']t|never|sub|super|less than|below|worse than|better than|far from|no longer)[\s-]"
    r"(?:\w+\s)?)?"
    r"(?P<near>\b(?:near(?:ly)?|almost|close to|virtually|practically|quasi|largely|roughly|approximately)[\s-])?\b"
    r"(?:(?:perfectly |fully )?linear(?:ly)?|scal(?:es|ed|ing|e) (?:perfectly|ideally))\b",
    re.IGNORECASE,
)
_SCALES = re.compile(r"\bscal(?:es?|ed|ing|ability)\b|\bspeed-?ups?\b|\bgrow(?:s|th|n)?\b|\befficien\w+", re.IGNORECASE)
_IDEAL = r"(?:linear|ideal|perfect|proportional|theoretical|full)"
_GAIN = r"(?:scal(?:ing|ability)|speed-?ups?|speed|gains?|growth)"
_EFFICIENCY = re.compile(
    r"\b(?:scaling|parallel|weak[- ]scaling|strong[- ]scaling) efficienc\w+|\bof (?:linear|ideal|perfect)\b|"
    rf"\b(?:of|from|to) (?:(?:the|an?|its|their) )?{_IDEAL} (?:(?:\w+-?fold|\d+(?:-?fold|[x×]|-times)) )?{_GAIN}\b|"
    rf"\bof (?:what|the \w+ that) {_IDEAL} {_GAIN} (?:would|could|gives?|allows?|promises?)\b|"
    r"\bof (?:the|an?) (?:ideal|perfect|linear|theoretical) (?:\w+-?fold|\d+(?:\.\d+)?\s?(?:[x×]|times))(?!\w)|"
    rf"\b(?:against|relative to|compared (?:to|with)) {_IDEAL} {_GAIN}\b|\d\s?(?:%|per ?cent) (?:scaling|linearity)\b|"
    r"\b(?:linearity|scaling) of \d|(?:short|shy) of (?:linear|ideal|perfect)\b|"
    r"(?:%|per ?cent) efficien\w+ (?:at|on|across|over|up to|with|from) (?:all )?\d[\d,]* [a-z]{3,}|"
    r"\bscal\w+\s(?:[\w%,-]+\s){0,8}?efficien\w+|\befficien\w+\s(?:[\w-]+\s){0,4}?scal\w+",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"(?P<over>\b(?:over|more than|at least|above|better than|>)\s)?"
    r"(?P<about>\b(?:about|around|roughly|nearly|almost|~)\s?)?"
    r"(?<![\d.,])(?P<n>\d{1,3}(?:\.\d+)?)\s?(?:%|per ?cent\b|percent\b)",
    re.IGNORECASE,
)
# "A parallel efficiency of 0.94".
_DECIMAL = re.compile(r"(?<=of )(?P<n>0\.\d{2,3}|1\.0{1,2})(?![\d%]|\s?(?:%|per))")
# "Lost 6% against linear scaling", "within 6% of ideal": the rest is what is kept.
_LOST = re.compile(
    r"\b(?:los(?:es?|t|ing)|gives? up|gave up|giving up|wast(?:es?|ed)|within|stays|comes?|came)\s"
    r"(?:(?:only|just|about|around|some|under|less than|no more than|at most|within|barely|a mere)\s)*$",
    re.IGNORECASE,
)
_SHORT = re.compile(
    r"\s(?:(?:short|shy|off|below|under|away|less)\b|(?:of it )?(?:against|to|compared|relative)\b|loss\b)",
    re.IGNORECASE,
)
_SHY = re.compile(r"\s(?:short|shy) of\b", re.IGNORECASE)
_WITHIN = re.compile(r"\bwithin\s(?:about |around |some )?$", re.IGNORECASE)
_COUNT = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d+|{either(_NUMBERS)})(?![\d.,]*\d)"
    rf"(?=\s(?:to|and)\s(?:\d|{either(_NUMBERS)})|"
    r"[\s-](?!(?:and|the|for|with|from|was|than|but|per|percent)\b)(?P<noun>[A-Za-z]{3,}))",
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


@check(CODE, version=2, severity="low", since="0.1.0")
def linear_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to scale linearly, or to a part of it, does so from row to row.

    Why:
        "Scales linearly to 16 nodes" is written of the first two rows. What sixteen nodes do over what one does is a
        division that nobody makes.

    Flags:
        "Linear" of counts whose rate grows to less than 85 % of what the count does, "near-linear" below 75 %, and an
        efficiency in per cent that no column by the number of GPUs, nodes or the like gives: between the counts that
        the sentence says, or the least and the largest ("kept 94 percent of ideal speedup", "84% of the ideal
        sixteenfold speed"). Rows and columns of tables and lines of lists, with rates, times or the speedups
        themselves. Always low.

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
    if not (linear or _EFFICIENCY.search(text)) or not sentence.asserted or sentence.past:
        return None
    if held_back(_EFFICIENCY.sub(" ", text)):  # what "perfect scaling would give" is no wish
        return None
    percents = list(_PERCENT.finditer(text)) or list(_DECIMAL.finditer(text))
    if len(percents) > 1 or (linear and linear["not"]):
        return None
    if percents and _EFFICIENCY.search(text):
        one = percents[0]
        # "94 percent" counts no nodes.
        counts = _counts(f"{text[: one.start()]} | {text[one.end() :]}")
        kept = _kept(one, text)
        return _Said(sentence, one, kept, *counts) if kept else None
    if percents or linear is None or not _SCALES.search(text):
        return None
    least = NEARLY if linear["near"] else LINEAR
    return _Said(sentence, linear, Interval(least, Decimal(100)), *_counts(text))


def _kept(match: re.Match[str], text: str) -> Interval | None:
    """The share of linear that a sentence says, also by what is lost; None of a loss of more than all."""
    if match.re is _DECIMAL:
        one = readings(Decimal(match["n"]), ulp(match["n"]), "exact").rounded
        return Interval(one.lower - LOOSE, one.upper + LOOSE)
    share = _share(match)
    ahead = text[: match.start()]
    if (
        _WITHIN.search(ahead)
        or _SHY.match(text, match.end())
        or (_LOST.search(ahead) and _SHORT.match(text, match.end()))
    ):
        if share.lower > 1:  # an empty interval would end the check for all documents
            return None
        return Interval(max(NEVER, 1 - share.upper), HUNDRED if _bounded(match, text) else 1 - share.lower)
    return share


def _bounded(match: re.Match[str], text: str) -> bool:
    """Whether less is lost than is said."""
    return bool(
        re.search(r"\b(?:within|under|less than|no more than|at most)\s$", text[: match.start()], re.IGNORECASE)
    )


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
