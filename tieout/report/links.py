"""Where a quote can be opened: on the web page, scrolled to its words, and in the bytes as captured."""

from urllib.parse import quote as percent
from urllib.parse import urlsplit

from schemas.document import Cell, Document
from schemas.finding import Evidence
from tieout.capture import Capture
from tieout.evidence import Passage
from tieout.report.view import Links

CAPTURES = "../captures"  # beside the runs' folders, a link to the folder of sources
WORDS = 4  # on each side of a figure: enough to tell it from the same figure elsewhere
HTML = ("text/html", "application/xhtml+xml")


def links(item: Evidence, document: Document | None, around: Passage | None, capture: Capture | None) -> Links:
    """The links of a piece of evidence."""
    if capture is None:
        return Links()
    fragment = ""
    if item.box:
        fragment = f"page={item.box.page}"
    elif document and document.media_type in HTML:
        fragment = text_fragment(item.quote, *_neighbours(document, item, around))
    return Links(web_address(capture.final_url, fragment), _joined(raw_path(capture), fragment))


def raw_path(capture: Capture) -> str:
    """Where a capture's bytes are, seen from a run's folder; the same wherever the folders lie."""
    return "/".join(percent(part) for part in (CAPTURES, capture.path.parent.name, capture.path.name))


def web_address(url: str, fragment: str = "") -> str:
    """The address if it is one of the web, "" for anything a browser would run or open on this machine."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return ""
    return _joined(url.partition("#")[0], fragment) if parts.scheme in {"http", "https"} and parts.hostname else ""


def _joined(url: str, fragment: str) -> str:
    return f"{url}#{fragment}" if url and fragment else url


def text_fragment(text: str, before: str, after: str) -> str:
    """`:~:text=` for a text between the words before and after it (scroll-to-text, wicg.github.io)."""
    prefix, suffix = " ".join(before.split()[-WORDS:]), " ".join(after.split()[:WORDS])
    parts = [f"{_escaped(prefix)}-," if prefix else "", _escaped(" ".join(text.split()))]
    return f":~:text={''.join(parts)}" + (f",-{_escaped(suffix)}" if suffix else "")


def _escaped(text: str) -> str:
    # "-" parts prefix from text and is left alone by every encoder, so it is written out here.
    return percent(text, safe="").replace("-", "%2D")


def _neighbours(document: Document, item: Evidence, around: Passage | None) -> tuple[str, str]:
    """Whole words right before and after a figure, of its own line or of the cells beside it."""
    cells = _row(document, item)
    at = next((n for n, cell in enumerate(cells) if cell.start <= item.start and item.end <= cell.end), None)
    if at is not None:
        return " ".join(cell.text for cell in cells[max(0, at - 1) : at]), " ".join(
            c.text for c in cells[at + 1 : at + 2]
        )
    if around is None:
        return "", ""
    before, after = around.before.rpartition("\n")[2], around.after.partition("\n")[0]
    # Half a word never matches: "17x" of "17x-faster" goes without its neighbours.
    return before if before[-1:].isspace() else "", after if after[:1].isspace() else ""


def _row(document: Document, item: Evidence) -> tuple[Cell, ...]:
    table = next((one for one in document.tables if one.name == item.table), None)
    fits = table and item.row and 1 <= item.row <= len(table.rows)
    return table.rows[item.row - 1] if table and item.row and fits else ()
