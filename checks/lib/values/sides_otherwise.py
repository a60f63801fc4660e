"""What is said of all sides of a comparison, and the line, row or clause that sets one of them otherwise."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from checks.lib.language.said_of_all import Setting, clause_of, said_of_all, settings_of
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, content, every_root, names
from checks.lib.statements.passages import Passage, passages
from schemas.comparison import Corpus
from schemas.document import Document

SHARED = 2  # words of a title that another document has to have
MANY = 12  # words of a text that another document has to have
CELLS = 2000  # of a document's tables; of more they are data
LONGEST = 80  # characters of a cell that names or sets something
_OTHER_RUN = re.compile(
    r"\b(?:second (?:round|test|run|series|part)|third|another|later|earlier|previous\w*|also|additional\w*|extra|follow-up|"
    r"optional\w*|then|next|can|could|may|will|would|should|if|supports?|supported|up to|maximum|minimum|default|"
    r"recommended|clients?|drivers?|load generators?|generators?|round two|was once|separately|both|each|every|all|same|"
    r"either|for comparison|in total|total|per)\b",
    re.IGNORECASE,
)
# Who is meant by no name: "the other held eight", "Rival volume".
_ROLE = re.compile(r"\b(?:rivals?|the other|competit\w+|baselines?|contender|challenger|opponent|the latter)\b", re.IGNORECASE)
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
    every = [one for document in corpus.documents for one in _told(document)] if said else []
    for one, setting in said:
        known = every_root(one.document.text)
        hit = next((each for each in every if _denies(one, setting, each, known)), None)
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
    called = coded(said.words) - coded(said.words[setting.start : setting.end])
    listed = setting.value in told.column  # of two rows the one is as it is said
    if not (sides or listed or _ROLE.search(f"{told.label} {told.owner}")):
        return False
    if sides and len(called) > 1 and not called & sides:
        return False
    return not any(opposed([_but(said.words, setting), said.document.title], [_but(told.around, told.setting)]))


def _but(text: str, one: Setting) -> str:
    """A text without the values of a setting's kind, which are what is compared."""
    for each in reversed(settings_of(text)):
        text = f"{text[: each.start]} {text[each.end :]}" if each.kind == one.kind else text
    return text


def _one_test(left: Document, right: Document) -> bool:
    """Whether two documents are of one test: the words of a title, or most of what is said."""
    theirs = every_root(right.text)
    return len(content(left.title) & theirs) >= SHARED or len(content(left.text) & theirs) >= MANY


def _told(document: Document) -> Iterator[Told]:
    spans = [(one.start, one.end) for one in document.tables]
    for one in passages(document):
        if not any(start <= one.start < end for start, end in spans):
            yield from _of_sentence(one)
    for table in document.tables:
        if len(table.rows) * len(table.columns) <= CELLS:
            for row in table.rows:
                for at, cell in enumerate(row[1:], 1):
                    beside = [one[at].text for one in table.rows if one is not row and len(one) > at]
                    beside += [one.text for one in row[1:] if one is not cell]
                    column = frozenset(each.value for text in beside for each in settings_of(text))
                    told = _of_cell(document, row[0].text, table.columns[at].text, cell.text, cell.start)
                    yield from (replace(each, column=column | frozenset(beside)) for each in told)


def _of_sentence(one: Passage) -> Iterator[Told]:
    for each in settings_of(one.words):
        part = clause_of(one.words, each.start, each.end)
        # "Rival volume: 16 KiB reads": the label says whose it is.
        label = one.words.partition(":")[0] if ":" in one.words[: each.start] else ""
        owner = part.replace(one.words[each.start : each.end], _code(one.words[each.start : each.end]))
        if not _OTHER_RUN.search(f"{label} {part}"):
            at = one.start + each.start, one.start + each.end
            yield Told(one.document, *at, each, part, owner, one.words, label)


def _code(printed: str) -> str:
    """What a counted name leaves of it: "eight A30s" names the A30."""
    match = re.search(r"[A-Z][A-Za-z]*\d+[A-Z]*", printed)
    return match.group() if match and not re.match(r"(?:FP|BF|INT|TF|UINT|MX|NV)", printed) else " "


def _of_cell(document: Document, label: str, head: str, text: str, start: int) -> Iterator[Told]:
    """A cell's setting, of its row or of its column; its own label or header may be the noun: "Threads | 64"."""
    if not text or len(text) > LONGEST or _OTHER_RUN.search(f"{label} | {head} | {text}"):
        return
    for owner, noun in ((label, head), (head, label)):
        found = settings_of(text) or [
            Setting(each.kind, each.value, 0, len(text))
            for form in (f"{noun}: {text}", f"{text} {noun.lower()}")
            for each in settings_of(form)[:1]
            if re.fullmatch(r"[\d,]+(?:\s?[KM]i?B)?", text)
        ][:1]
        for each in found:
            at = start + each.start, start + each.end
            yield Told(document, *at, each, text, "", f"{label} | {head} | {text}", owner)
