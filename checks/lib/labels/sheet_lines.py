"""Labelled values of lines: "Battery life: 13 hours" of a list, "mean tokens/s 3122" of a log; terms, definitions."""

import re
from collections.abc import Iterator
from itertools import pairwise

from checks.lib.labels.slots import VALUE, Sheet, Slot
from checks.lib.language.tokens import roots, tokens
from checks.lib.quantities.amounts import Amount, amounts
from schemas.names import Vocabulary
from schemas.number_words import POWERS, either

_LINE = re.compile(
    r"(?m)^[ \t]*(?:(?:[-*•+]|\d+[.)])[ \t]*)?[*_`]*"
    r"(?P<key>(?:\d{1,4} (?:[x×] )?(?=[A-Z][a-z]*\d|[A-Z][a-z]{3}))?[A-Za-z][^:|\n]{1,60}?)[*_`]*(?::|[ \t][–—])"
    r"[*_`]*[ \t]+(?P<value>\S[^\n]*)$"
)
_WITHDRAWN = re.compile(
    r"\b(?:published|withdrawn|wrong|incorrect\w*|in error|erroneously|should (?:read|be)|corrected|instead of)\b",
    re.IGNORECASE,
)
_LOGGED = re.compile(
    r"(?m)^[ \t]*(?P<key>[A-Za-z][^\n:|]{0,40}?)(?:[ \t]{2,}|\t)(?:(?P<words>[A-Za-z][A-Za-z ]*?)[ \t]+)?"
    r"(?P<unit>[A-Za-zµμ]+(?:/[A-Za-z]+)?)[ \t=]+(?P<n>\d[\d,]*(?:\.\d+)?)[ \t]*$"
)
_ROWED = re.compile(
    r"(?m)^[ \t]*(?P<key>(?:\d{1,4} (?=[a-z]))?[A-Za-z][^\n:|]{0,40}?)(?:[ \t]{2,}|\t|[ \t]?[.…]{3,}[ \t]?)"
    r"(?P<value>\d[\d,]*(?:\.\d+)?[ \t]?[A-Za-zµμ%][^\n]{0,40})$"
)
_PLAIN = re.compile(rf"\d[\d,]*(?:\.\d+)?(?:\s(?:{either(POWERS)})\b)?(?![\w%×.])")
_LISTED = re.compile(r"\d[,;]\s")  # "client: 1, link 25 Gb/s" is no client of 25 Gb/s
KEY = 7  # words of a label before a colon; more are a sentence
LINES = 400  # labelled lines of a document that are read


def lines(sheet: Sheet, vocabulary: Vocabulary) -> Iterator[Slot]:
    """The labelled lines of a document, one kind of them after the other."""
    for kind in (_listed, _logged, _rowed, _terms):
        yield from kind(sheet, vocabulary)


def _listed(sheet: Sheet, vocabulary: Vocabulary) -> Iterator[Slot]:
    document = sheet.document
    heads = [(one.start, document.text[one.start : one.end]) for one in document.blocks if one.kind == "heading"]
    spans = [(table.start, table.end) for table in document.tables]
    for number, match in enumerate(_LINE.finditer(document.text)):
        inside = any(start <= match.start() < end for start, end in spans)
        # "We published 52,000" is no line of a data sheet: what it prints, it withdraws.
        if number < LINES and not inside and _is_key(match["key"]) and not _WITHDRAWN.search(match["value"]):
            over = [text for start, text in heads if start < match.start() and text not in match.group()]
            head = next((text for text in reversed(over) if ":" not in text), "")
            yield from _slot(sheet, match["key"], match["value"], match.start("value"), head, vocabulary)


def _is_key(text: str) -> bool:
    """Whether what stands before a colon is a label, not a sentence with a figure of its own."""
    return len(text.split()) <= KEY and not re.search(r"\d\s?(?:%|x\b|×)|\bis\b|\bare\b|\bwas\b", text)


def _logged(sheet: Sheet, vocabulary: Vocabulary) -> Iterator[Slot]:
    """Lines of a log, whose unit stands before the number: "mean    generated tokens/s 3122"."""
    spans = [(table.start, table.end) for table in sheet.document.tables]
    for number, match in enumerate(_LOGGED.finditer(sheet.document.text)):
        inside = any(start <= match.start("n") < end for start, end in spans)
        found = next(iter(amounts(f"{match['n']} {match['unit']}", vocabulary)), None)
        if number < LINES and not inside and found and found.kind != "count":
            label = f"{match['key']} {match['words'] or ''}".strip()
            yield Slot(sheet, match.start("n"), match.end("n"), found, (("", label),))


def _rowed(sheet: Sheet, vocabulary: Vocabulary) -> Iterator[Slot]:
    """Lines of a log with their label in a column of its own: "version 3     610 MB/s    matches 18211"."""
    spans = [(table.start, table.end) for table in sheet.document.tables]
    for number, match in enumerate(_ROWED.finditer(sheet.document.text)):
        inside = any(start <= match.start("value") < end for start, end in spans)
        found = next(iter(amounts(match["value"], vocabulary)), None)
        if number < LINES and not inside and found and not found.start and found.kind != "count":
            start = match.start("value")
            yield Slot(sheet, start, start + found.end, found, (("", match["key"]),))


def _terms(sheet: Sheet, vocabulary: Vocabulary) -> Iterator[Slot]:
    """A short line without a number, and below it one that is an amount: terms of a definition list."""
    document = sheet.document
    blocks = [one for one in document.blocks if one.kind == "list_item"]
    for left, right in pairwise(blocks):
        key, value = document.text[left.start : left.end], document.text[right.start : right.end]
        if len(key.split()) <= KEY and not re.search(r"\d", key) and len(value.split()) <= KEY:
            yield from _slot(sheet, key, value, right.start, "", vocabulary)


def _slot(sheet: Sheet, key: str, value: str, start: int, head: str, vocabulary: Vocabulary) -> Iterator[Slot]:
    found = next(iter(amounts(value, vocabulary)), None)
    if found is None:
        number = _PLAIN.match(value)
        if number:
            yield from _bare(sheet, key, number, start, head, vocabulary)
        return
    if found.start <= VALUE and not _LISTED.search(value[: found.start]):
        yield Slot(sheet, start + found.start, start + found.end, found, _labels(sheet, key, head))


def _bare(
    sheet: Sheet, key: str, number: re.Match[str], start: int, head: str, vocabulary: Vocabulary
) -> Iterator[Slot]:
    """A number that only its label says the unit of: "Nodes: 9,480", "Parameters: 13 billion"."""
    found = next(iter(amounts(f"{number.group()} units", vocabulary)), None)
    if found:
        amount = Amount(0, number.end(), "count", roots(tokens(key)), frozenset(), found.readings, "exact")
        yield Slot(sheet, start, start + number.end(), amount, _labels(sheet, key, head))


def _labels(sheet: Sheet, key: str, head: str) -> tuple[tuple[str, str], ...]:
    """What a line's value is called: by the heading over it too, unless that is the document's own."""
    return (("", key),) if not head or head == sheet.document.title else (("heading", head), ("", key))
