"""A finding's places on printed pages: each stretch of a page once, with all of its figures outlined."""

import base64
import hashlib
from collections.abc import Mapping

from schemas.document import Box
from schemas.finding import Evidence, Finding
from tieout.capture import Capture
from tieout.evidence import Picture, Pictures
from tieout.report.links import raw_path
from tieout.report.view import Mark, Print

INLINE_BYTES = 1_000_000  # pictures that together are larger lie beside the page
PAD = 2.5  # points around a figure, so that the outline does not hide the print
ORDER = {"wrong": 0, "disputed": 1, "supporting": 2, "context": 3}


def prints(finding: Finding, drawn: Pictures, captures: Mapping[str, Capture]) -> tuple[Print, ...]:
    """Stretches with a disputed figure first; figures of one stretch share it."""
    grouped: dict[tuple[str, Picture], list[Evidence]] = {}
    for one in finding.evidence:
        picture = drawn.get((one.document_id, one.box)) if one.box else None
        if picture:
            grouped.setdefault((one.document_id, picture), []).append(one)
    shown = [_print(picture, some, finding, captures) for (_, picture), some in grouped.items()]
    return tuple(sorted(shown, key=lambda one: min((ORDER[mark.why] for mark in one.marks), default=9)))


def _print(picture: Picture, some: list[Evidence], finding: Finding, captures: Mapping[str, Capture]) -> Print:
    first, shows = some[0], picture.shows
    page = first.box.page if first.box else 0
    capture = captures.get(first.document_id)
    link = f"{raw_path(capture)}#page={page}" if capture else ""
    if not shows:
        return Print(first.document, page, "", picture.note, 0.0, 0.0, (), link)
    marks = tuple(_mark(one, one.box, shows, finding) for one in some if one.box)
    width, height = round(shows.x1 - shows.x0, 2), round(shows.bottom - shows.top, 2)
    return Print(first.document, page, picture_name(picture), picture.note, width, height, marks, link)


def _mark(one: Evidence, box: Box, shows: Box, finding: Finding) -> Mark:
    wrong = one.statement_id and one.statement_id == finding.likely_wrong
    corner = (box.x0 - shows.x0 - PAD, box.top - shows.top - PAD)
    size = (box.x1 - box.x0 + 2 * PAD, box.bottom - box.top + 2 * PAD)
    return Mark(one.quote, "wrong" if wrong else one.role, *(round(one, 2) for one in (*corner, *size)))


def picture_name(picture: Picture) -> str:
    """The file name of a picture, "" when there is none: the same picture has the same name."""
    return f"{hashlib.sha256(picture.png).hexdigest()[:16]}.png" if picture.png else ""


def pngs(drawn: Pictures) -> dict[str, bytes]:
    """Each picture once, by its file name."""
    return {picture_name(one): one.png for one in drawn.values() if one.png}


def inlined(drawn: Pictures) -> dict[str, str]:
    """Pictures as data URIs by name, {} when they are too heavy for that."""
    every = pngs(drawn)
    if sum(map(len, every.values())) > INLINE_BYTES:
        return {}
    return {name: f"data:image/png;base64,{base64.b64encode(png).decode()}" for name, png in every.items()}
