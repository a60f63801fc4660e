"""What stands around a piece of evidence: the words, the table row, the picture of the page."""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TYPE_CHECKING

from schemas.document import Box, Cell, Chart, Document
from schemas.errors import DocumentError
from schemas.finding import Evidence, Finding

if TYPE_CHECKING:
    from parsers.lib.pdf_render import Region

AROUND = 300  # characters on each side of a quote
AROUND_ON_A_PAGE = 60  # less where a picture shows the place: the text of a chart is a list of words
ASIDE, ABOVE = 230.0, 70.0  # points of page around a figure that stands on no chart: its line, and its neighbours
EDGE = 14.0  # points of page around a chart
MAX_PICTURES = 200  # a run must not spend its time on drawing; the rest is said to be left out
MAX_WORD = 80  # characters that a cut may move to fall between words
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
    """A PNG of a stretch of a page and what it shows, or why there is none. Figures of one chart share theirs."""

    png: bytes = b""
    note: str = ""
    shows: Box | None = None


Pictures = Mapping[tuple[str, Box], Picture]  # by document_id and the box of the figure
LEFT_OUT = Picture(note=f"Not drawn: a run draws {MAX_PICTURES} places.")


def passage(document: Document, item: Evidence) -> Passage:
    """The text layer around a quote, cut at words; of a chart, nothing that stands outside it."""
    text = document.text
    sentence_start, sentence_end = _sentence(item, len(text))
    least, most = _surrounding(document, item)
    far = AROUND_ON_A_PAGE if item.box else AROUND
    first = max(least, _word_start(text, max(0, item.start - far)))
    last = min(most, _word_end(text, min(len(text), item.end + far)))
    sentence_start, sentence_end = max(sentence_start, first), min(sentence_end, last)
    lead, tail = _tidy(text[first:sentence_start]).lstrip(), _tidy(text[sentence_end:last]).rstrip()
    if item.box:
        # On a page, lines are labels of their own: the nearest tells where one is, and the picture shows the others.
        lead, tail = _last_line(lead), _first_line(tail)
    before, after = _tidy(text[sentence_start : item.start]), _tidy(text[item.end : sentence_end])
    return Passage(lead, before, text[item.start : item.end], after, tail)


def _last_line(text: str) -> str:
    lines = text.rstrip("\n").rsplit("\n", 1)
    return lines[-1] + "\n" if text.endswith("\n") else lines[-1]


def _first_line(text: str) -> str:
    return "\n" * text.startswith("\n") + text.lstrip("\n").partition("\n")[0]


def table_row(document: Document, item: Evidence) -> TableRow | None:
    """The printed row that a cell stands in, None for evidence outside tables."""
    table = next((one for one in document.tables if one.name == item.table), None)
    if table is None or item.row is None or not 1 <= item.row <= len(table.rows):
        return None
    cells = table.rows[item.row - 1]
    columns = tuple(cell.text for cell in table.columns)
    return TableRow(table.title, item.row, columns, tuple(cell.text for cell in cells), _column(cells, item))


def pictures(
    findings: Iterable[Finding], paths: Mapping[str, Path], documents: Mapping[str, Document] | None = None
) -> Pictures:
    """A picture of every boxed piece of evidence, by document_id and box; `paths` are the PDFs by document_id.

    What cannot be drawn comes as a note: a report without a picture is still a report.
    """
    places = _places(findings, paths)
    regions = {place: _region((documents or {}).get(place[0]), place[1]) for place in places}
    wanted: dict[str, list[Box]] = {}
    for document_id, region in list(dict.fromkeys((place[0], regions[place]) for place in places))[:MAX_PICTURES]:
        wanted.setdefault(document_id, []).append(region)
    drawn = {
        (document_id, region): picture
        for document_id, asked in wanted.items()
        for region, picture in zip(asked, _drawn(paths[document_id], asked), strict=True)
    }
    return {place: drawn.get((place[0], regions[place]), LEFT_OUT) for place in places}


def _places(findings: Iterable[Finding], paths: Mapping[str, Path]) -> list[tuple[str, Box]]:
    every = [item for finding in findings for item in finding.evidence if item.box and item.document_id in paths]
    return list(dict.fromkeys((item.document_id, item.box) for item in every if item.box))


def _region(document: Document | None, box: Box) -> Box:
    """What to show of the page around a figure: the chart that it stands on, else its surroundings."""
    for chart in document.charts if document else ():
        if chart.page == box.page and document and (around := _chart_box(document, chart)) and _contains(around, box):
            return around
    # Whole points, so that figures side by side share a picture.
    return Box(box.page, *map(float, map(round, (box.x0 - ASIDE, box.top - ABOVE, box.x1 + ASIDE, box.bottom + ABOVE))))


def _chart_box(document: Document, chart: Chart) -> Box | None:
    """Around a chart's words and bars: its title and notes, which one margin for all sides would clip."""
    boxes = [box for box in document.boxes(chart.start, chart.end) if box.page == chart.page]
    boxes += [bar.box for bar in chart.bars if bar.box.page == chart.page]
    if not boxes:
        return None
    return Box(
        boxes[0].page,
        min(box.x0 for box in boxes) - EDGE,
        min(box.top for box in boxes) - EDGE,
        max(box.x1 for box in boxes) + EDGE,
        max(box.bottom for box in boxes) + EDGE,
    )


def _contains(outer: Box, inner: Box) -> bool:
    across = outer.x0 <= inner.x0 and inner.x1 <= outer.x1
    return across and outer.top <= inner.top and inner.bottom <= outer.bottom


def _drawn(path: Path, regions: list[Box]) -> list[Picture]:
    """One process a document: PDFium is not safe in threads, and a file that crashes it takes only that along."""
    context = get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_draw, args=(path, regions, theirs), daemon=True)
    process.start()
    theirs.close()  # while we hold it too, a crash of the process would look like silence
    try:
        drawn: list[Picture] = ours.recv() if ours.poll(PICTURES_TIMEOUT_S) else [Picture(note=TOO_LONG)] * len(regions)
    except EOFError:
        drawn = [Picture(note="The page could not be drawn: the process that draws it ended.")] * len(regions)
    finally:
        process.kill()
        process.join()
        ours.close()
    return drawn


def _draw(path: Path, regions: list[Box], out: Connection) -> None:
    from parsers.lib import pdf_render

    try:
        data = path.read_bytes()
    except OSError as error:
        out.send([Picture(note=f"The page could not be drawn: {error.strerror}.")] * len(regions))
        return
    out.send([_one(pdf_render.regions, data, box) for box in regions])


def _one(render: "Callable[[bytes, list[Box]], list[Region]]", data: bytes, box: Box) -> Picture:
    try:
        region = render(data, [box])[0]
    except DocumentError as error:
        return Picture(note=f"The page could not be drawn: {error.place}: {error.reason}.")
    return Picture(region.png, shows=region.box)


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
    first = max(0, at - MAX_WORD)  # a word of a megabyte is cut like anything else
    while first < at < len(text) and not text[at - 1].isspace():
        at -= 1
    return at


def _word_end(text: str, at: int) -> int:
    last = min(len(text), at + MAX_WORD)
    while at < last and not text[at].isspace():
        at += 1
    return at


def _tidy(text: str) -> str:
    """One line break where the document has any number, one space where it has several."""
    return re.sub(r"[^\S\n]+", " ", re.sub(r"\s*\n\s*", "\n", text))


def _column(cells: tuple[Cell, ...], item: Evidence) -> int | None:
    exact = [index for index, cell in enumerate(cells) if cell.start <= item.start and item.end <= cell.end]
    return next((index for index in exact if cells[index].text), None)
