"""What stands around a piece of evidence: the words, the table row, the picture of the page."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path

from schemas.document import Box, Cell, Document
from schemas.errors import DocumentError
from schemas.finding import Evidence, Finding

AROUND = 300  # characters on each side of a quote
AROUND_ON_A_PAGE = 120  # less where a picture shows the place: the text of a chart is a list of words
MARGIN = 150.0  # points of page around a figure: enough to see its bar and its neighbours
MAX_PICTURES = 200  # a report stays small enough to open; the rest is said to be left out
PICTURES_TIMEOUT_S = 120.0
TOO_LONG = "The page could not be drawn: it took too long."


@dataclass(frozen=True, slots=True)
class Passage:
    """Words around a quote: `before` and `after` it in its sentence, `lead` and `tail` around the sentence."""

    lead: str
    before: str
    quote: str
    after: str
    tail: str


@dataclass(frozen=True, slots=True)
class TableRow:
    """The printed row of a cell under its table's header; `marked` is the column of the cell, None when not found."""

    title: str
    number: int  # counted from 1, header rows not counted
    columns: tuple[str, ...]
    cells: tuple[str, ...]
    marked: int | None


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG of a place, or why there is none."""

    png: bytes = b""
    note: str = ""


Pictures = Mapping[tuple[str, Box], Picture]  # by document_id and box


def passage(document: Document, item: Evidence) -> Passage:
    """The text layer around a quote, cut at words; of a chart, nothing that stands outside it."""
    text = document.text
    sentence_start, sentence_end = _sentence(item, len(text))
    least, most = _surrounding(document, item)
    far = AROUND_ON_A_PAGE if item.box else AROUND
    first = max(least, _word_start(text, max(0, item.start - far)))
    last = min(most, _word_end(text, min(len(text), item.end + far)))
    sentence_start, sentence_end = max(sentence_start, first), min(sentence_end, last)
    return Passage(
        _tidy(text[first:sentence_start]).lstrip(),
        _tidy(text[sentence_start : item.start]),
        text[item.start : item.end],
        _tidy(text[item.end : sentence_end]),
        _tidy(text[sentence_end:last]).rstrip(),
    )


def table_row(document: Document, item: Evidence) -> TableRow | None:
    """The printed row that a cell stands in, None for evidence outside tables."""
    table = next((one for one in document.tables if one.name == item.table), None)
    if table is None or item.row is None or not 1 <= item.row <= len(table.rows):
        return None
    cells = table.rows[item.row - 1]
    columns = tuple(cell.text for cell in table.columns)
    return TableRow(table.title, item.row, columns, tuple(cell.text for cell in cells), _column(cells, item))


def pictures(findings: Iterable[Finding], paths: Mapping[str, Path]) -> Pictures:
    """A picture of every boxed piece of evidence, by document_id and box; `paths` are the PDFs by document_id.

    What cannot be drawn comes as a note: a report without a picture is still a report.
    """
    wanted = _wanted(findings, paths)
    drawn: dict[tuple[str, Box], Picture] = {}
    for document_id, boxes in wanted.items():
        for box, picture in zip(boxes, _drawn(paths[document_id], boxes), strict=True):
            drawn[document_id, box] = picture
    return drawn


def _wanted(findings: Iterable[Finding], paths: Mapping[str, Path]) -> dict[str, list[Box]]:
    every = [item for finding in findings for item in finding.evidence if item.box and item.document_id in paths]
    places = dict.fromkeys((item.document_id, item.box) for item in every if item.box)
    wanted: dict[str, list[Box]] = {}
    for document_id, box in list(places)[:MAX_PICTURES]:
        wanted.setdefault(document_id, []).append(box)
    return wanted


def _drawn(path: Path, boxes: list[Box]) -> list[Picture]:
    """One process a document: PDFium is not safe in threads, and a file that crashes it takes only that along."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_draw, args=(path, boxes, theirs), daemon=True)
    process.start()
    theirs.close()  # while we hold it too, a crash of the process would look like silence
    try:
        drawn: list[Picture] = ours.recv() if ours.poll(PICTURES_TIMEOUT_S) else [Picture(note=TOO_LONG)] * len(boxes)
    except EOFError:
        drawn = [Picture(note="The page could not be drawn: the process that draws it ended.")] * len(boxes)
    finally:
        process.kill()
        process.join()
        ours.close()
    return drawn


def _draw(path: Path, boxes: list[Box], out: Connection) -> None:
    from parsers.lib.pdf_render import crops

    try:
        data = path.read_bytes()
    except OSError as error:
        out.send([Picture(note=f"The page could not be drawn: {error.strerror}.")] * len(boxes))
        return
    out.send([_one(crops, data, box) for box in boxes])


def _one(crops: Callable[..., list[bytes]], data: bytes, box: Box) -> Picture:
    try:
        return Picture(crops(data, [box], margin=MARGIN)[0])
    except DocumentError as error:
        return Picture(note=f"The page could not be drawn: {error.place}: {error.reason}.")


def _sentence(item: Evidence, length: int) -> tuple[int, int]:
    start, end = item.context_start, item.context_start + len(item.context)
    # Evidence without a context, or with one elsewhere, is its own sentence.
    return (start, min(end, length)) if start <= item.start and item.end <= end else (item.start, item.end)


def _surrounding(document: Document, item: Evidence) -> tuple[int, int]:
    for chart in document.charts:
        if chart.start <= item.start and item.end <= chart.end:
            return chart.start, chart.end
    return 0, len(document.text)


def _word_start(text: str, at: int) -> int:
    while 0 < at < len(text) and not text[at - 1].isspace():
        at -= 1
    return at


def _word_end(text: str, at: int) -> int:
    while at < len(text) and not text[at].isspace():
        at += 1
    return at


def _tidy(text: str) -> str:
    """One line break where the document has any number, one space where it has several."""
    return re.sub(r"[^\S\n]+", " ", re.sub(r"\s*\n\s*", "\n", text))


def _column(cells: tuple[Cell, ...], item: Evidence) -> int | None:
    exact = [index for index, cell in enumerate(cells) if cell.start <= item.start and item.end <= cell.end]
    return next((index for index in exact if cells[index].text), None)
