"""The best that a sentence says of one setting, against the rows of a table that are of it."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from checks.lib.columns.series import every_series
from checks.lib.findings import severity
from checks.lib.findings.words import apart, listed
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.naming import COLUMN
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import roots, tokens
from checks.lib.ordering.extremes import Beaten, beaten, extremes
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.quantities.numbers_said import numbers
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import judge

CODE = "peak-in-words"
FAR = 20  # times apart: two things
MOST = 6  # cells that are shown
_HIGHEST = re.compile(
    r"\b(?:(?:tops?|topped|topping|max(?:es|ed)?|levels?|levell?ed) out at|peak(?:s|ed)? at|tops at|"
    r"(?:peak|maximum|top speed|high) of|reach(?:es|ed) (?:a |its )(?:peak|maximum|top) of|"
    r"its (?:best|peak|maximum) (?:is|was)|"
    r"(?:best|most|highest) (?:we|it) (?:saw|measured|reached|gets?|got|manages?|managed) (?:\w+ ){0,3}?(?:is|was))"
    r"\s+(?:(?:about|around|just|only|roughly|nearly)\s+)?[$€£]?$",
    re.IGNORECASE,
)
_LOWEST = re.compile(r"\b(?:bottoms? out at|bottomed out at|as low as|(?:minimum|low) of)\s+[$€£]?$", re.IGNORECASE)
_BEST = re.compile(r"[^,;.\d]{0,12}\bat (?:its |their |the )?(?:very )?(?:best|peak|maximum)\b", re.IGNORECASE)
_BEST_AHEAD = re.compile(r"\bat (?:its |their |the )?(?:very )?best,?\s+(?:[a-z]+\s+){0,4}[$€£]?$", re.IGNORECASE)
Keys = frozenset[tuple[str, str]]


@check(CODE, version=5, severity="high", since="0.1.0")
def peak_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The value at which something is said to peak is the best of its rows.

    Why:
        "Preset 8 tops out at 96 fps" is read from a column of all presets, a line too low. The value stands in the
        table, so that nobody who looks for it misses it.

    Flags:
        "Tops out at", "peaks at", "at best" of what a sentence names by a key of a table ("Preset 8", "the H4",
        "16 threads"), where the best of the rows with that key is another value, beyond rounding. "The best result of
        this series was 212 GB/s", "the lowest latency we measured", "a record of 9.6 GB/s",
        "up to 14 GB/s in the runs below" where the only column or
        list of that unit in the section, or in another document on the same thing, prints no such value and its
        extreme is another.

    Passes:
        The best of the rows that the sentence names, whichever other keys they have; the lowest for "bottoms out at"
        and for a time "at best".

    Does not judge:
        Sentences that name no row, or two of one kind, unless they speak of all of a column or list; extremes under a
        condition that it knows nothing of, limits, what a card is built for ("has a dense BF16 peak of"), lists
        that leave some out; keys of which the table has one row; columns of another unit; documents of different dates
        (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            if sentence.asserted and not sentence.past:
                for one in sentence.amounts:
                    lowest = _extreme(sentence.passage.words, one)
                    if lowest is not None and one.amount.readings.rounded.bounded:
                        yield from _check(sentence, one, lowest, index)
    yield from _of_series(index, corpus)


def _of_series(index: Index, corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to be the best of a whole column or list."""
    sentences = [one for document in corpus.documents for one in index.sentences(document)]
    said = [one for sentence in sentences for one in extremes(sentence)]
    if not said:
        return
    every = every_series(corpus, index)
    printed = [one for sentence in sentences for one in numbers(sentence)]
    for one in said:
        found = beaten(one, every, printed, index, corpus)
        document = one.number.sentence.passage.document
        if found and index.of_two_editions(document, found.series.document):
            yield Skip(CODE, (document.name, found.series.document.name, found.series.label), OTHER_EDITION)
        elif found:
            yield _beaten(found, index)


def _beaten(one: Beaten, index: Index) -> Finding:
    number, document = one.extreme.number, one.series.document
    said = index.places.printed(number.sentence.passage.document, number.start, number.end)
    best = index.places.printed(document, one.best.start, one.best.end)
    gap = one.value.distance(one.best.value)
    many, where = len(one.series.items), one.series.table or "a list"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium", severity.of_gap(gap)) if gap < severity.MEDIUM else severity.of_gap(gap),
        message=f"the text of {said.document} says {said.quote} ({one.extreme.word.lower()}); of the {many} values of "
        f"{where} of {document.name} that is {best.quote} ({one.best.label or one.series.label})",
        arithmetic=f"in base units {said.quote} allows {one.value}, {best.quote} is {one.best.value}: {apart(gap)}.",
        comparison=(said.document, document.name, where, one.series.label, one.extreme.word.lower()),
        evidence=(said, best),
        likely_wrong_why="the text says one of the values, the table prints them all",
    )


def _extreme(text: str, one: Asserted) -> bool | None:
    """Whether an amount is said to be the lowest (True) or the highest (False) of some; None where it is neither."""
    before, behind = text[: one.amount.start], text[one.amount.end :]
    if _HIGHEST.search(before):
        return False
    if _LOWEST.search(before):
        return True
    best = _BEST.match(behind) or _BEST_AHEAD.search(before)
    return one.amount.kind == "time" if best else None


def _check(sentence: Sentence, one: Asserted, lowest: bool, index: Index) -> Iterator[Finding | Skip]:
    for told in index.about(sentence):
        rows = _named(sentence, one, told) if told.sheet.table else []
        labels = [label for slot in rows for _, label in slot.labels]
        if len({slot.amount.readings.rounded for slot in rows}) < 2 or index.unlike(
            one, sentence, labels, told.sheet.document
        ):
            continue
        best = (min if lowest else max)(rows, key=lambda slot: slot.amount.readings.rounded.lower)
        far = one.amount.readings.rounded.distance(best.amount.readings.rounded) > FAR
        if far or judge(one.amount.readings, best.amount.readings) != "inconsistent":
            continue
        key = (
            sentence.passage.document.name,
            told.sheet.document.name,
            told.sheet.name,
            best.column,
            one.amount.kind,
        )
        if index.of_two_editions(sentence.passage.document, told.sheet.document):
            yield Skip(CODE, key, OTHER_EDITION)
        else:
            yield _finding(one, rows, best, index, key)


def _named(sentence: Sentence, one: Asserted, told: Told) -> list[Slot]:
    """The cells of the one column that the amount is of, in the rows whose keys the sentence says."""
    text = sentence.passage.words
    bare = f"{text[: one.amount.start]} | {text[one.amount.end :]}"
    columns: dict[str, list[Slot]] = defaultdict(list)
    for slot in told.slots:
        if alike(slot.amount, one.amount) and slot.column:
            columns[slot.column].append(slot)
    able = [some for label, some in columns.items() if _of_column(one, label, some)]
    if len(able) != 1:
        return []
    by_keys: dict[Keys, list[Slot]] = defaultdict(list)
    for slot in able[0]:
        by_keys[_said(slot, bare)].append(slot)
    most = max(map(len, by_keys))
    found = [keys for keys in by_keys if len(keys) == most]
    rows = by_keys[found[0]] if most and len(found) == 1 else []
    return [] if any(_other_number(bare, key, found[0]) for slot in rows for key in _keys(slot)) else rows


def _of_column(one: Asserted, label: str, slots: Sequence[Slot]) -> bool:
    """Whether a column prints the very value, or its header the unit."""
    unit = re.sub(r"^[\s\d.,$€£]+", "", one.passage.words[one.amount.start : one.amount.end])
    if unit and roots(tokens(unit)) <= roots(tokens(label)):
        return True
    return any(slot.amount.readings.rounded == one.amount.readings.rounded for slot in slots)


def _keys(slot: Slot) -> list[tuple[str, str]]:
    return [(kind, label) for kind, label in (*slot.labels, *slot.settings) if kind != COLUMN]


def _said(slot: Slot, text: str) -> Keys:
    return frozenset(key for key in _keys(slot) if _says(text, *key))


def _other_number(text: str, key: tuple[str, str], said: Keys) -> bool:
    """Whether a text says a number of what a key counts that no row has: "with 2 clients"."""
    numbered = any(map(str.isdigit, key[1])) and not any(map(str.isalpha, key[1]))
    return numbered and key[0] not in dict(said) and _says(text, key[0], r"\d[\d,.]*", plain=True)


def _says(text: str, kind: str, label: str, *, plain: bool = False) -> bool:
    """Whether a text says a key: a name as it is printed, a number with the word that its column has.

    `plain`: the label is a pattern of numbers.
    """
    printed = label if plain else re.escape(label)
    if not plain and any(map(str.isalpha, label)):
        return bool(re.search(rf"(?<![\w.-]){printed}(?![\w-]|\.\d)", text, re.IGNORECASE))
    nouns = "|".join(re.escape(word.rstrip("s")) for word in re.findall(r"[A-Za-z]{3,}", kind))
    if not nouns or not label:
        return False
    return bool(
        re.search(
            rf"\b(?:{nouns})(?:e?s)?(?: of| size)?\s+{printed}(?![\w%]|[.,]\d)|"
            rf"(?<![\w.,]){printed}[ -](?:{nouns})(?:e?s)?\b",
            text,
            re.IGNORECASE,
        )
    )


def _finding(one: Asserted, rows: Sequence[Slot], best: Slot, index: Index, key: tuple[str, ...]) -> Finding:
    said = index.places.printed(one.passage.document, one.start, one.end)
    document = best.sheet.document
    shown = [best, *(slot for slot in rows if slot is not best)][:MOST]
    cells = [index.places.printed(document, slot.start, slot.end) for slot in shown]
    mine, theirs = one.amount.readings.rounded, best.amount.readings.rounded
    gap = mine.distance(theirs)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"the text of {one.passage.document.name} says that it peaks at {said.quote}; of the {len(rows)} rows "
        f"that it names in {key[2]} of {document.name} the best prints {cells[0].quote}",
        arithmetic=f"{listed(cell.quote for cell in cells)} in {key[3]!r}; in base units {said.quote} allows {mine}, "
        f"{cells[0].quote} is {theirs}: {apart(gap)}.",
        comparison=key,
        evidence=(said, *cells),
        likely_wrong_why="the text says one of the rows, the table prints them all",
    )
