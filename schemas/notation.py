"""One notation for what is printed in many: factors, hyphens and spaces, and names without marks of trade.

"**x4.24** faster", "H100\u2011SXM", "Xeon® 6" and "2.4x¹ faster" are read as "4.24x faster", "H100-SXM", "Xeon 6" and
"2.4x faster". Places stay those of the file.
"""

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from schemas.reading import Reading, ReadingWriter

_TURNED = re.compile(r"[x×X]\s?(\d[\d,]*(?:\.\d+)?)")  # "x4.24" of a claim, which is known to be a factor
# And of a cell: "x3.65 faster"; "x264" is a codec, "x16" a width, "× 8" a count.
_TURNED_CELL = re.compile(r"(?:x(?=\d+\.\d)|×)(\d[\d,]*(?:\.\d+)?)(?![\w.])")
_SUPER = "¹²³⁰⁴⁵⁶⁷⁸⁹"
_NO_UNIT = r"(?<!inch)(?<!sec)(?<!log)(?<!feet)(?<!foot)(?<!mile)(?<!meter)(?<!metre)"  # "inch²" is a power
# "5.5x faster then encoding/json": what is set against what, whatever its author typed.
_COMPARED = "faster slower higher lower better worse smaller larger bigger cheaper quicker longer shorter greater fewer"
_THEN = "|".join(rf"(?<=\b{word} )" for word in (*_COMPARED.split(), "more", "less"))
_SPECIAL = re.compile(
    r"(?P<nothing>[®™℠\u00ad\u200b\u200c\u200d\u2060\ufeff]|(?<=[a-z])\((?:R|TM)\)(?=\W|$)|"
    # A note's mark behind a word or a factor; "m²" and "10⁹" are powers.
    rf"(?:(?<=[a-z]{{3}}){_NO_UNIT}|(?<=[\dx]x)|(?<=[%.,;:])) ?[{_SUPER}]{{1,2}}(?=[\s.,;:)]|$)|"
    r"(?<=\w)[†‡](?=[\s.,;:)]|$))|"
    r"(?P<hyphen>[\u2010\u2011])|(?P<space>[\u00a0\u2007\u2009\u202f])|"
    rf"(?P<than>(?:{_THEN})then(?= ))"
)
_READ = {"nothing": "", "hyphen": "-", "space": " ", "than": "than"}


class _Change(NamedTuple):
    """`text` is read for reading[start:end]."""

    start: int
    end: int
    text: str


def is_turned(factor: str) -> bool:
    """Whether a factor's sign stands before its number."""
    return bool(_TURNED.fullmatch(factor))


def right_way(factor: str) -> str:
    """A factor with its sign behind its number."""
    return _TURNED.sub(r"\1x", factor)


def plain(text: str) -> str:
    """A text in the notation that checks read."""
    return _SPECIAL.sub(_read, text)


def plain_cell(text: str) -> str:
    """A cell's text so, its factor the right way round."""
    text = plain(text)
    return _TURNED_CELL.sub(r"\1x", text, count=1) if _TURNED_CELL.match(text) else text


def in_one_notation(
    reading: Reading, turned: Sequence[tuple[int, int]] = (), cells: Sequence[tuple[int, int]] = ()
) -> Reading:
    """The reading with its factors the right way round: those of claims, and of `cells`; spans of the reading."""
    text = reading.text
    changes = [_Change(*match.span(), _read(match)) for match in _SPECIAL.finditer(text)]
    changes += [_Change(start, end, right_way(text[start:end])) for start, end in turned]
    changes += [
        _Change(*span, said) for span in set(cells) if (said := plain_cell(text[slice(*span)])) != text[slice(*span)]
    ]
    if not changes:
        return reading
    writer, at = ReadingWriter(), 0
    for change in sorted(changes, key=lambda one: (one.start, -one.end)):
        if change.start < at:
            continue  # within one that was made
        _copy(writer, reading, at, change.start)
        writer.put(change.text, *reading.source(change.start, change.end))
        at = change.end
    _copy(writer, reading, at, len(text))
    return writer.reading()


def _read(match: re.Match[str]) -> str:
    return _READ[match.lastgroup or ""]


def _copy(writer: ReadingWriter, reading: Reading, start: int, end: int) -> None:
    """reading[start:end], run by run."""
    for first, last in _stretches(reading, start, end):
        writer.put(reading.text[first:last], *reading.source(first, last))


def _stretches(reading: Reading, start: int, end: int) -> Iterator[tuple[int, int]]:
    for run in reading.over(start, end):
        yield max(run.start, start), min(run.end, end)
