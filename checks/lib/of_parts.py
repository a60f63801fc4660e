"""How many parts a system has, and what each of them holds or does, as sheets and sentences print them."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.amounts import Amount, amounts
from checks.lib.asserted import Asserted, Sentence
from checks.lib.counts import singular
from checks.lib.numbers_said import leading
from checks.lib.of_each import counts_of
from checks.lib.series import lines_of
from checks.lib.tokens import root
from schemas.document import Document
from schemas.names import Vocabulary

KINDS = ("size", "power", "compute", "bandwidth", "energy")
MOST = 100_000
REACH = 64  # characters from "each card" to what each does
LABEL = 7  # words of a label; more are a sentence
# Words of labels that name no part.
_NONE = frozenset(
    map(
        root,
        """
        number count total max maximum min size capacity power draw load memory bandwidth speed rate per each every
        one single largest smallest supported support type types kind full raw usable net gross and the with for all
        from native typical peak nominal rated hbm dram ram ssd nvme usb pcie ethernet network storage compute dense
        sparse fp8 fp16 bf16 int8 time energy height depth width weight item value of our its this that these those
        two three four five six seven eight nine ten twelve small large new old used has have holds provides
        """.split(),
    )
)
# What fills a place is as many as the places: 36 bays hold 36 drives.
_PLACES = (
    ("bay", "drive", "disk", "slot"),
    ("slot", "dimm", "module"),
    ("slot", "cartridge", "tape"),
    ("socket", "cpu", "processor"),
    ("cell", "pack"),
)
_ALIKE = {root(word): frozenset(map(root, some)) for some in _PLACES for word in some}
_ALL = re.compile(
    r"\b(?:total|usable|raw|effective|overall|combined|aggregate|whole|net|cache|boot|system|host|shared|idle|"
    r"max(?:imum)? capacity|installed|spare|hot|overhead|cooling)\b",
    re.IGNORECASE,
)
_OF_EACH = re.compile(
    r"\b(?:each|every|a single|one)\s(?:one\s)?(?:of (?:the|these|its|our)\s)?(?P<words>(?:[A-Za-z][\w-]*\s){1,3})",
    re.IGNORECASE,
)
_PER = re.compile(
    r"[^.;,]{0,30}?\b(?:per|for each|for every|in each|on each)\s(?P<words>(?:[\w-]+\s?){1,2})|"
    r"\s(?P<apiece>each|apiece)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Count:
    """How many parts there are, at [start, end); `parts` are the roots that name them."""

    document: Document
    start: int
    end: int
    number: int
    parts: frozenset[str]
    whole: frozenset[str] = frozenset()  # of which each has so many: "Slots per frame"


@dataclass(frozen=True, slots=True)
class Size:
    """What one part holds or does, the largest where a sheet lists several; `others` are those."""

    document: Document
    start: int
    end: int
    amount: Amount
    parts: frozenset[str]
    others: tuple[Amount, ...] = ()


def named_parts(text: str) -> frozenset[str]:
    """The roots of the parts that a text names."""
    return frozenset(root(singular(word)) for word in re.findall(r"[A-Za-z]{3,}", text)) - _NONE


def same_parts(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """The parts of one that the other names, or that fill or hold those of the other: modules for slots."""
    return frozenset(word for word in one if word in other or _ALIKE.get(word, frozenset()) & other)


def labelled(document: Document, vocabulary: Vocabulary) -> Iterator[tuple[str, str, int]]:
    """The labels of a sheet with their values and where these begin: rows of two cells, and lines of a list."""
    for table in document.tables:
        for row in (table.columns, *table.rows):
            if len(row) == 2 and row[0].text:
                yield row[0].text, row[1].text, row[1].start
    for run in lines_of(document, vocabulary):
        for one in run:
            yield one.label, document.text[one.start :].partition("\n")[0], one.start


def in_sheet(document: Document, vocabulary: Vocabulary) -> Iterator[Count | Size]:
    """The counts and sizes of the labelled lines of a document."""
    for label, value, start in labelled(document, vocabulary):
        if len(label.split()) > LABEL:
            continue
        text = f"{label} {_without_number(value)}"
        parts = named_parts(text)
        found = [one for one in amounts(value, vocabulary) if one.kind in KINDS and one.qualifier in ("exact", "up_to")]
        count = _count(label, value, start, document, vocabulary)
        if count and not found:
            yield count
        elif found and parts and not _ALL.search(text):
            largest = max(found, key=lambda one: one.readings.rounded.upper)
            if len({one.kind for one in found}) == 1:
                yield Size(document, start + largest.start, start + largest.end, largest, parts, tuple(found))


def _count(label: str, value: str, start: int, document: Document, vocabulary: Vocabulary) -> Count | None:
    """The number of parts that a label names ("Drive bays 36"), or the value itself ("32 accelerators")."""
    first = leading(value, label or "x", vocabulary)
    match = re.match(r"\s*(\d{1,3}(?:,\d{3})+|\d+)(?![\d.,]*\d|\s?[x×%])", value)
    if match is None or first is None or first.kind != "count" or _ALL.search(label):
        return None
    behind = re.match(r"\s([A-Za-z][\w-]*)(?:\s([A-Za-z][\w-]*))?", value[match.end() :])
    label, _, whole = label.partition(" per ")
    parts = named_parts(label) or (named_parts(behind.group()) if behind else frozenset())
    number = int(match[1].replace(",", ""))
    if not parts or re.search(r"\beach\b", label) or not 1 < number < MOST:
        return None
    return Count(document, start + match.start(1), start + match.end(1), number, parts, named_parts(whole))


def _without_number(value: str) -> str:
    return re.sub(r"\d[\d.,]*", " ", value)


def in_sentence(sentence: Sentence) -> Iterator[Count | Size]:
    """The counts of parts of a sentence, and its values that it says each of some parts has."""
    document, at = sentence.passage.document, sentence.passage.start
    sizes = [one for value in sentence.amounts if (one := _size(value))]
    yield from sizes
    for found in counts_of(sentence):
        parts, match = named_parts(found.match["words"]), found.match
        if parts and not re.match(r"\s(?:per|in each|on each|for each)\b", sentence.passage.words[match.end() :]):
            yield Count(document, at + match.start("n"), at + match.end("n"), found.number, parts)


def _size(value: Asserted) -> Size | None:
    amount, text = value.amount, value.passage.words
    if amount.kind not in KINDS or amount.qualifier not in ("exact", "up_to"):
        return None
    ahead = [one for one in _OF_EACH.finditer(text, 0, amount.start) if amount.start - one.end() < REACH]
    ahead = [one for one in ahead if not re.search(r"\d", text[one.end() : amount.start])]
    behind = _PER.match(text, amount.end)
    words = (behind["words"] or text[: amount.start]) if behind else ahead[-1]["words"] if ahead else ""
    parts = named_parts(words)
    document = value.passage.document
    return Size(document, value.start, value.end, amount, parts) if parts else None


def of_each(value: Asserted) -> bool:
    """Whether a value is said of each part."""
    return _size(value) is not None
