"""Raised footnote marks of a PDF page, put behind the words that carry them.

A mark stands on a base line of its own, so it arrives as a line of one small digit above the text it belongs to. Left
there it parts paragraphs and table rows; fused with its word, "194.1" with a raised 2 would read 194.12.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from parsers.lib.pdf_page import Line, Print

MARK = re.compile(r"[\d,]*\d|[*†‡§]+|[a-f]")
RAISED = str.maketrans("0123456789abcdef", "⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠ")
SHOWN = re.compile(r"[⁰¹²³⁴⁵⁶⁷⁸⁹ᵃᵇᶜᵈᵉᶠ,*†‡§]+")
SMALLER = 0.86  # of the size of the text that carries the mark
REACH = 0.35  # of that size, between the text and its mark
CELL = 24.0  # points: words are looked up by squares of this width
MAX_MARKS = 500
_TEN = re.compile(r"(?:.*[^\d.,])?10")

Place = tuple[int, int]  # a line, a word of it


def with_marks(lines: Sequence[Line]) -> tuple[Line, ...]:
    """The lines, with each raised mark as a word of its own behind the word that it is raised over ("890 ¹").

    An exponent clings to its ten ("10⁶"); a mark before the first word of a line leads it, as under a table.
    """
    marks = [number for number, line in enumerate(lines) if _may_be_mark(line)][:MAX_MARKS]
    if not marks:
        return tuple(lines)
    hosts = _hosts(lines, set(marks))
    behind: dict[Place, Print] = {}
    before: dict[Place, Print] = {}
    for number in marks:
        mark = lines[number]
        if place := _carrier(mark, lines, hosts):
            behind.setdefault(place, mark.words[0])
        elif place := _carrier(mark, lines, hosts, leads=True):
            before.setdefault(place, mark.words[0])
    placed = {id(print_) for print_ in (*behind.values(), *before.values())}
    left = (line for line in enumerate(lines) if not (line[0] in marks and id(line[1].words[0]) in placed))
    return tuple(_marked(number, line, behind, before) for number, line in left)


def _may_be_mark(line: Line) -> bool:
    return line.angle == 0 and len(line.words) == 1 and bool(MARK.fullmatch(line.words[0].text))


def _hosts(lines: Sequence[Line], marks: set[int]) -> dict[tuple[int, int], list[Place]]:
    """Words by the squares in which they end and begin."""
    found: dict[tuple[int, int], list[Place]] = {}
    for number, line in enumerate(lines):
        if line.angle or (number in marks and len(lines) > len(marks) and line.words[0].text.isalpha()):
            continue
        for at, word in enumerate(line.words):
            for x in {word.x1, word.x0} if at == 0 else {word.x1}:
                found.setdefault((int(x // CELL), int(word.bottom // CELL)), []).append((number, at))
    return found


def _carrier(
    mark: Line, lines: Sequence[Line], hosts: dict[tuple[int, int], list[Place]], *, leads: bool = False
) -> Place | None:
    x = mark.x1 if leads else mark.x0
    square = int(x // CELL), int(mark.bottom // CELL)
    near = ((square[0] + across, square[1] + down) for across in (-1, 0, 1) for down in (0, 1))
    for place in (place for one in near for place in hosts.get(one, ())[:MAX_MARKS]):
        line = lines[place[0]]
        word = line.words[place[1]]
        gap = word.x0 - mark.x1 if leads else mark.x0 - word.x1
        lifted = 0.08 * line.size < word.bottom - mark.bottom < 0.75 * line.size
        if line is not mark and mark.size <= SMALLER * line.size and lifted and -0.2 < gap / line.size < REACH:
            return place
    return None


def _marked(number: int, line: Line, behind: dict[Place, Print], before: dict[Place, Print]) -> Line:
    words: list[Print] = []
    for at, word in enumerate(line.words):
        words += [_shown(mark)] if (mark := before.get((number, at))) else []
        words.append(word)
        if mark := behind.get((number, at)):
            shown = _shown(mark)
            power = _TEN.fullmatch(word.text) and mark.text.isdigit()
            words[-1:] = [_joined(word, shown)] if power else [word, shown]
    return line if len(words) == len(line.words) and tuple(words) == line.words else replace(line, words=tuple(words))


def _shown(mark: Print) -> Print:
    return replace(mark, text=mark.text.translate(RAISED))


def _joined(word: Print, mark: Print) -> Print:
    return Print(word.text + mark.text, word.x0, min(word.top, mark.top), mark.x1, max(word.bottom, mark.bottom))


def without_marks(words: Iterable[Print]) -> tuple[tuple[Print, ...], tuple[Print, ...]]:
    """The words of a cell, and the marks at its end that stand apart from them."""
    kept = list(words)
    marks: list[Print] = []
    while len(kept) > 1 and SHOWN.fullmatch(kept[-1].text):
        marks.insert(0, kept.pop())
    return tuple(kept), tuple(marks)
