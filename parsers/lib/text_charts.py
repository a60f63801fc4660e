"""Charts that a scraper flattened to lines: which lines belong to one chart, and what each does there.

A chart note has a notes block and a title such as "RESNET-50 : TRAINING". Pages and runs of blank lines part the
charts; within one, a line's role shows in its form and in its neighbours.
"""

import bisect
import itertools
import re
from collections.abc import Callable, Sequence

from parsers.lib.text_lines import Line, outside
from schemas.document import Chart, Part, PartRole
from schemas.names import vocabulary

CATEGORY_CHARS = 24
NOTE_CHARS = 60
_NOTES = re.compile(r"notes?\s*:", re.IGNORECASE)
_TITLE = re.compile(r"[^.|]{2,60}:\s*(?:training|inference|serving|benchmark|performance)\b", re.IGNORECASE)
# Bounded, as it is searched for: the digits of one long number must not be tried from each of them.
FACTOR = re.compile(r"[<>≥≤~]?\s?\d{1,15}(?:[.,]\d{1,15})?\s?[xX×](?![^\W_])|\b\d+(?:\.\d+)?\s?%")
_BARE = re.compile(r"[<>≥≤~+]?\s?\d+(?:[.,]\d+)?\s?(?:[xX×]|%)?\+?")
_FUSED = re.compile(r"([<>≥≤~]?\s?\d+(?:\.\d+)?[xX×])(?=[A-Z])")
_COUNTED = re.compile(r"\d+\s?[xX×]\s+")
_TICKS = re.compile(r"-?\d[\d,.]*(?:\s+-?\d[\d,.]*){2,}")
_AXIS = re.compile(r"[A-Za-z][\w /-]*\((?=[^)]*[A-Za-z%])[^)]*\)")
_LEGEND = re.compile(r"(?:series|column|data)\s?\d+", re.IGNORECASE)


def charts(every: Sequence[Line], taken: Sequence[tuple[int, int]] = ()) -> list[Chart]:
    """The charts C1, C2, ... of a chart note; none when the text has no notes block under a chart's title."""
    free = outside(every, taken)
    titles = [line for line in free if _TITLE.match(line.words)]
    notes = [line for line in free if _NOTES.match(line.words)]
    if not titles or not notes:
        return []
    found: list[Chart] = []
    for segment in _segments(free):
        parts = _parts(segment)
        if any(part.role in ("headline", "title", "note") for part in parts):
            filled = [line for line in segment if line.words]
            found.append(Chart(f"C{len(found) + 1}", filled[0].start, filled[-1].end, tuple(parts)))
    return found


def _segments(free: Sequence[Line]) -> list[list[Line]]:
    pages: list[list[Line]] = [[]]
    for line in free:
        if line.page_start and any(one.words for one in pages[-1]):
            pages.append([])
        pages[-1].append(line)
    return [chart for page in pages for chart in _split(page) if any(line.words for line in chart)]


def _split(page: list[Line]) -> list[list[Line]]:
    """A page with several notes blocks, parted where the most blank lines stand between two of them."""
    notes = [index for index, line in enumerate(page) if _NOTES.match(line.words)]
    if len(notes) < 2:
        return [page]
    cuts = [0]
    for left, right in itertools.pairwise(notes):
        cuts.append(_widest_gap(page, left, right))
    cuts.append(len(page))
    return [page[start:end] for start, end in itertools.pairwise(cuts)]


def _widest_gap(page: list[Line], left: int, right: int) -> int:
    best, best_at, gap = 0, right, 0
    for index in range(left + 1, right):
        gap = gap + 1 if not page[index].words else 0
        if gap > best:
            best, best_at = gap, index + 1
    return best_at


def _parts(segment: list[Line]) -> list[Part]:
    parts: list[Part] = []
    in_notes = False
    for index, line in enumerate(segment):
        if not line.words:
            in_notes = False
            continue
        if _NOTES.match(line.words):
            in_notes = True
            rest = _NOTES.sub("", line.words, count=1).strip()
            if rest:
                parts.append(Part("note", line.end - len(rest), line.end))
            continue
        parts.extend([Part("note", line.start, line.end)] if in_notes else _role(segment, index))
    return _one_headline(parts)


def _role(segment: list[Line], index: int) -> list[Part]:
    line = segment[index]
    fused = _FUSED.match(line.words)
    if fused:
        middle = line.start + fused.end()
        return [Part("label", line.start, middle), Part("category", middle, line.end)]
    role: PartRole = _by_form(line.words)
    return [Part(role, line.start, line.end)]


def _by_form(words: str) -> PartRole:
    """What a line does on a chart, by the first of FORMS that it fits."""
    for role, fits in _FORMS:
        if fits(words):
            return role
    return "category" if vocabulary().find(words, "platforms") or len(words) <= CATEGORY_CHARS else "title"


def _counted(words: str) -> bool:
    """Whether a line counts machines ("2x DGX A100"): it names a bar and is no factor."""
    counted = _COUNTED.match(words)
    return bool(counted and any(name.start == counted.end() for name in vocabulary().find(words, "platforms")))


_FORMS: tuple[tuple[PartRole, Callable[[str], object]], ...] = (
    ("title", _TITLE.match),
    ("tick", _TICKS.fullmatch),
    ("label", _BARE.fullmatch),
    ("category", _counted),
    ("headline", FACTOR.search),
    ("axis_title", _AXIS.fullmatch),
    ("legend", lambda words: _LEGEND.fullmatch(words) or " - " in words),
    ("note", lambda words: words.startswith("http") or len(words) > NOTE_CHARS),
)


def _one_headline(parts: list[Part]) -> list[Part]:
    """Of several worded factors the one nearest the title is the headline; the others stand at a bar."""
    headlines = [index for index, part in enumerate(parts) if part.role == "headline"]
    titles = [index for index, part in enumerate(parts) if part.role == "title"]
    if len(headlines) < 2 or not titles:
        return parts
    keep = min(headlines, key=lambda index: (_distance(index, titles), index))
    others = set(headlines) - {keep}
    return [Part("label", part.start, part.end) if index in others else part for index, part in enumerate(parts)]


def _distance(index: int, titles: list[int]) -> int:
    at = bisect.bisect(titles, index)
    return min(abs(index - title) for title in titles[max(at - 1, 0) : at + 1])
