"""What is said of all sides of a comparison, and the line, row or clause that sets one of them otherwise."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from checks.lib.language.said_of_all import Setting, clause_of, said_of_all, settings_of
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, content, every_root, names
from checks.lib.statements.passages import Passage, passages
from schemas.comparison import Corpus
from schemas.document import Cell, Document

SHARED = 2  # words of a title that another document has to have
MANY = 12  # words of a text that another document has to have
CELLS = 2000  # of a document's tables; of more they are data
ROWS = 24  # of a table whose rows are sides
VALUES = 2  # that a setting takes beside a cell; a column of more steps through them
LONGEST = 80  # characters of a cell that names or sets something
_OTHER_RUN = re.compile(
    r"\b(?:second (?:round|test|run|series|part)|third|another|later|earlier|previous\w*|also|additional\w*|extra|"
    r"follow-up|"
    r"optional\w*|then|next|can|could|may|will|would|should|if|supports?|supported|up to|maximum|minimum|default|"
    r"recommended|clients?|drivers?|load generators?|generators?|round two|was once|separately|both|each|every|"
    r"all|same|"
    r"either|for comparison|in total|total|per)\b",
    re.IGNORECASE,
)
# "In all of its runs": of one side, all the same.
_ALL_ITS = re.compile(r"\b(?:all|each|every one|both)(?: of)? (?:its|their)\b", re.IGNORECASE)
# "8 client machines" drive the test; "64 clients" are its load.
_DRIVES = re.compile(r"\s(?:machines?|nodes?|hosts?|servers?|instances?|processes)\b", re.IGNORECASE)
# Who is meant by no name: "the other held eight", "Rival volume".
_ROLE = re.compile(
    r"\b(?:rivals?|the other|competit\w+|baselines?|contender|challenger|opponent|the latter)\b", re.IGNORECASE
)
# How a side was set, and not what a thing can do or has.
_SET = re.compile(
    r"\b(?:ran|run|running|used|tested|measured|computed|executed|got|received|given|had|held|served|deployed|hosted|stood|"
    r"sat|lay|lived|worked|kept|stayed|configured|started|launched|was|were|driven|placed)\b",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[\d,]+(?:\s?[KM]i?B)?")
_DROPS = re.compile(r"s\b")


@dataclass(frozen=True, slots=True)
class Told:
    """A setting at [start, end) of a document, said in a `part` that `owner` says whose it is."""

    document: Document
    start: int
    end: int
    setting: Setting
    part: str
    owner: str
    around: str
    label: str = ""  # what names its side whatever words it has: the label of a line, of a row
    column: frozenset[str] = frozenset()  # what the other cells of its column or row set


def otherwise(corpus: Corpus) -> Iterator[tuple[Passage, Setting, Told]]:
    """Each setting that a sentence says of all sides, with the first place that sets one of them otherwise."""
    said = [
        (one, each) for document in corpus.documents for one in passages(document) for each in said_of_all(one.words)
    ]
    every: dict[str, list[Told]] = defaultdict(list)
    for told in (one for document in corpus.documents for one in _told(document)) if said else ():
        every[told.setting.kind].append(told)
    for one, setting in said:
        known = every_root(one.document.text)
        hit = next((each for each in every[setting.kind] if _denies(one, setting, each, known)), None)
        if hit:
            yield one, setting, hit


def _denies(said: Passage, setting: Setting, told: Told, known: frozenset[str]) -> bool:
    if not setting.unlike(told.setting) or (told.document is said.document and told.around == said.words):
        return False
    if any(each.kind == setting.kind and not setting.unlike(each) for each in settings_of(told.part)):
        return False  # "INT8 weights, FP32 sums" has both
    if told.document is not said.document and not _one_test(said.document, told.document):
        return False
    owner, label = _DROPS.sub("", told.owner), _DROPS.sub("", told.label)
    sides = (names(owner) | coded(owner) | names(label, title=True) | coded(label)) & known - {setting.value}
    # A sentence begins with a capital: its first word is a side where it is a name elsewhere.
    elsewhere = names(said.document.text) | names(said.document.title, title=True) | _labels(said.document)
    sides |= names(owner, title=True) & elsewhere
    called = coded(said.words) - coded(said.words[setting.start : setting.end])
    listed = setting.value in told.column  # of two rows the one is as it is said
    if not (sides or listed or _ROLE.search(f"{told.label} {told.owner}")):
        return False
    if sides and len(called) > 1 and not called & sides:
        return False
    return not any(opposed([_but(said.words, setting), said.document.title], [_but(told.around, told.setting)]))


def _labels(document: Document) -> frozenset[str]:
    """What the rows of a document's tables are called: each of them is a name, wherever it stands."""
    cells = (row[0].text for table in document.tables if len(table.rows) <= ROWS for row in table.rows)
    return frozenset[str]().union(*(names(one, title=True) for one in cells if len(one) < LONGEST))


def _but(text: str, one: Setting) -> str:
    """A text without the values of a setting's kind, which are what is compared."""
    for each in reversed(settings_of(text)):
        text = f"{text[: each.start]} {text[each.end :]}" if each.kind == one.kind else text
    return text


def _one_test(left: Document, right: Document) -> bool:
    """Whether two documents are of one test: the words of a title, or most of what is said."""
    theirs = _words_of(right.text)
    return len(content(left.title) & theirs) >= SHARED or len(_content_of(left.text) & theirs) >= MANY


@lru_cache(maxsize=512)
def _content_of(text: str) -> frozenset[str]:
    return content(text)


@lru_cache(maxsize=512)  # of whole documents, each of which is held against every sentence that says a setting of all
def _words_of(text: str) -> frozenset[str]:
    return every_root(text)


def _told(document: Document) -> Iterator[Told]:
    spans = [(one.start, one.end) for one in document.tables]
    heads = frozenset(one.start for one in document.blocks if one.kind == "heading")
    for one in passages(document):
        if not any(start <= one.start < end for start, end in spans):
            yield from _of_sentence(one, heads)
    for table in document.tables:
        if len(table.rows) * len(table.columns) <= CELLS:
            down = [frozenset(each[at].text for each in table.rows) for at in range(len(table.columns))]
            for row in table.rows:
                across = frozenset(each.text for each in row[1:])
                for at, cell in enumerate(row[1:], 1):
                    head = table.columns[at].text
                    yield from _of_cell(document, row[0].text, head, cell, down[at])
                    yield from _of_cell(document, head, row[0].text, cell, across)


def _of_sentence(one: Passage, heads: frozenset[int]) -> Iterator[Told]:
    for each in settings_of(one.words):
        part = clause_of(one.words, each.start, each.end)
        # "Rival volume: 16 KiB reads": the label says whose it is.
        label = one.words.partition(":")[0] if ":" in one.words[: each.end] else ""
        owner = part.replace(one.words[each.start : each.end], _code(one.words[each.start : each.end]))
        if re.match(r"-\w", one.words[each.end :]):
            continue  # "BF16-like quality"
        able = label or _SET.search(part)
        if able and one.start not in heads and not _OTHER_RUN.search(f"{label} {_but_load(part, each, one.words)}"):
            at = one.start + each.start, one.start + each.end
            yield Told(one.document, *at, each, part, owner, one.words, label)


def _but_load(part: str, one: Setting, words: str) -> str:
    """A part without its own setting, whose noun may be the load's ("96 clients"), and without "all of its"."""
    own = "" if _DRIVES.match(words, one.end) else words[one.start : one.end]
    return _ALL_ITS.sub(" ", part.replace(own, " ") if own else part)


def _code(printed: str) -> str:
    """What a counted name leaves of it: "eight A30s" names the A30."""
    match = re.search(r"[A-Z][A-Za-z]*\d+[A-Z]*", printed)
    return match.group() if match and not re.match(r"(?:FP|BF|INT|TF|UINT|MX|NV)", printed) else " "


def _of_cell(document: Document, owner: str, noun: str, cell: Cell, beside: frozenset[str]) -> Iterator[Told]:
    """A cell's setting, of its row or of its column, where few values stand beside it; the other label is its noun."""
    text, around = cell.text, f"{owner} | {noun} | {cell.text}"
    if not text or len(text) > LONGEST or len(beside) > VALUES or _OTHER_RUN.search(around):
        return
    column = frozenset(each.value for one in beside - {text} for each in _set(one, noun))
    for each in _set(text, noun):
        at = cell.start + each.start, cell.start + each.end
        yield Told(document, *at, each, text, "", around, owner, column)


def _set(text: str, noun: str) -> list[Setting]:
    """The settings of a cell; of a number under a noun the one that both make: "Threads" and "64"."""
    found = settings_of(text)
    if found or not _NUMBER.fullmatch(text):
        return found
    forms = (settings_of(f"{noun}: {text}"), settings_of(f"{text} {noun.lower()}"))
    plain = re.sub(r"\D", "", text)
    made = next((each for some in forms for each in some if re.sub(r"\D", "", each.value) == plain), None)
    return [replace(made, start=0, end=len(text))] if made else []
