"""What tables are said to hold for: conditions, settings, firmware, revisions of their documents."""

import re
from collections import defaultdict
from collections.abc import Iterable

from checks.lib.columns.views import View
from checks.lib.labels.chart_tables import tables_of
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import roots, tokens, versions
from schemas.document import Document

NOTE = 400  # characters behind a table in which a note may say what it holds for
_CONDITIONS = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in (
        r"fresh|out[- ]of[- ](?:the[- ])?box|fob|empty|steady|sustained|preconditioned|full drive",
        r"typical(?:ly)?|maximum|max|minimum|worst|nominal|peak",
        r"per (?:card|chip|device|gpu|socket|drive|module|board|node)|per (?:system|server|chassis|rack|cluster)",
        r"preliminary|estimated|projected|simulated|measured",
    )
)
_AT = re.compile(
    r"\b(QD|TDP|batch|fw|firmware|driver|bios)[\s=:-]*v?(\d[\w.]*)|(?P<n>-?\d+)\s?(?P<deg>°\s?[CF])", re.IGNORECASE
)
_REVISION = re.compile(
    r"\b(?:rev(?:ision)?|stepping|version|edition|issue)\b\.?\s*([A-Z]\d?|\d[\w.]*)\b", re.IGNORECASE
)
_MONTH = re.compile(r"\b[A-Z][a-z]{2,8}\.? (?:19|20)\d\d\b|\b(?:19|20)\d\d-\d\d\b")


def elsewhere(one: View, other: View) -> bool:
    """Whether the tables are said to hold for other conditions, versions or firmware."""
    mine, theirs = _notes(one), _notes(other)
    if any(opposed([mine], [theirs])) or any(
        _apart(words.findall(mine), words.findall(theirs)) for words in _CONDITIONS
    ):
        return True
    left, right = (_settings(each.told.sheet.document) for each in (one, other))
    if any(kind in right and not numbers & right[kind] for kind, numbers in left.items()):
        return True
    heads = [versions(each.told.sheet.head) for each in (one, other)]
    return any(name in heads[1] and not numbers & heads[1][name] for name, numbers in heads[0].items())


def _apart(one: Iterable[str], other: Iterable[str]) -> bool:
    mine, theirs = (roots(tokens(" ".join(some))) for some in (one, other))
    return bool(mine and theirs and not mine & theirs)


def _notes(view: View) -> str:
    """What is said over a table and right behind it."""
    document = view.told.sheet.document
    last = max(slot.end for slot in view.slots.values())
    table = next((one for one in tables_of(document) if one.name == view.told.sheet.name), None)
    end = max(last, table.end if table else 0)
    return f"{view.told.sheet.about} | {document.text[end : end + NOTE]}"


def _settings(document: Document) -> dict[str, frozenset[str]]:
    """The numbers of queue depths, temperatures and firmware that a document prints."""
    found: dict[str, set[str]] = defaultdict(set)
    for match in _AT.finditer(document.text):
        kind = "firmware" if (match[1] or "").lower() == "fw" else (match[1] or match["deg"]).lower().replace(" ", "")
        found[kind].add((match[2] or match["n"]).lower().rstrip("."))
    return {kind: frozenset(numbers) for kind, numbers in found.items()}


def revised(one: Document, other: Document) -> bool:
    """Whether two documents say other revisions of themselves, and no month that both are of."""
    mine, theirs = (frozenset(_REVISION.findall(each.text)) for each in (one, other))
    months = [frozenset(_MONTH.findall(each.text)) for each in (one, other)]
    return bool(mine and theirs and not mine & theirs and not months[0] & months[1])
