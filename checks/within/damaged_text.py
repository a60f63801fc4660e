"""Prose that lost words or marks on its way: stranded punctuation and quotations left open."""

import re
from collections.abc import Iterator

from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Block, Document
from schemas.finding import Evidence, Finding, Skip

CODE = "damaged-text"
ENOUGH = 2  # one slip is a slip; two are a text that was translated, scraped or rewritten by a machine
MOST = 8  # places that a finding quotes
_STRANDED = re.compile(r"\w+[.,;]\s[.,;/](?=\s|$)|(?<=\w)\s[,;]\s(?=\w)")
_OPEN, _CLOSE = "“", "”"
_MARK = re.compile("[“”]")


@check(CODE, version=2, severity="low", since="0.1.0")
def damaged_text(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Running text is whole: its punctuation stands at words and its quotations end.

    Why:
        Where a quotation does not end nobody can tell who gives the figure behind it, the vendor or the reporter. A
        text with commas and stops in odd places was translated or rewritten by a machine, and its figures with it.

    Flags:
        Stops, commas and slashes after another stop or comma ("advantages. / performance", "training. ."), and
        paragraphs that open a quotation and do not close it, from two places in a document on (one finding).

    Passes:
        Three dots; a quotation of several paragraphs, of which each begins with the mark and only the last ends.

    Does not judge:
        Straight quotation marks, of which it cannot be told which open; a single slip (skipped).
    """
    for document in corpus.documents:
        every = sorted(_places(document), key=lambda one: one.start)
        found = [one for one in every if one.role == "disputed"]
        if len(found) >= ENOUGH:
            yield _finding(document, found, [one for one in every if one.role == "context"])
        elif found:
            yield Skip(CODE, (document.name,), "unchecked, because it is a single slip")


def _places(document: Document) -> Iterator[Evidence]:
    blocks = [block for block in document.blocks if block.kind != "code"]
    for block, after in zip(blocks, (*blocks[1:], None), strict=False):
        for match in _STRANDED.finditer(document.text, block.start, block.end):
            yield quoted(document, match.start(), match.end())
        start = _left_open(document, block, after)
        if start >= 0:
            yield quoted(document, start, min(block.end, start + 60))
            last = document.text[start : block.end].rstrip()
            yield from _end(document, start, start + len(last))


def _end(document: Document, start: int, end: int) -> Iterator[Evidence]:
    """The last sentence of a paragraph whose quotation stays open: up to there it may go."""
    begin = max(document.text.rfind(". ", start, end - 1) + 2, start + 60)
    if begin < end:
        yield quoted(document, begin, end, "context")


def _left_open(document: Document, block: Block, after: Block | None) -> int:
    """Where a quotation opens that its paragraph does not close, -1 when there is none."""
    opened = -1
    for mark in _MARK.finditer(document.text, block.start, block.end):
        # Machines that translate turn closing marks into opening ones: a mark at the end of a sentence closes.
        before = document.text[max(block.start, mark.start() - 3) : mark.start()].rstrip()
        closes = mark.group() == _CLOSE or (opened >= 0 and before[-1:] in (".", ",", "!", "?"))
        opened = -1 if closes else (opened if opened >= 0 else mark.start())
    goes_on = after is not None and document.text[after.start : after.end].lstrip().startswith(_OPEN)
    return -1 if goes_on else opened


def _finding(document: Document, found: list[Evidence], ends: list[Evidence]) -> Finding:
    opened = sum(one.quote.startswith(_OPEN) for one in found)
    parts = [f"{len(found) - opened} stranded marks"] * (len(found) > opened) + [f"{opened} open quotations"] * (
        opened > 0
    )
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"the text is damaged in {len(found)} places ({', '.join(parts)}); its figures may be too",
        arithmetic="Nothing to compute; whose words a figure stands in cannot be told from such a text.",
        comparison=(document.name,),
        evidence=(*found[:MOST], *ends[:MOST]),
        likely_wrong_why="the wording; the text was probably translated or rewritten by a machine",
    )
