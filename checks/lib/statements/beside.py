"""What stands beside a cell's number: an error bar, a bracket, a word that compares, a mark.

Results tables print "148 ns (147-149 ns)", "743.9 ± 44.5 ms", "5.5x faster" and "+11.9% ⚠️": read as whole cells none
is a number, and the columns that could be recomputed are silently left alone.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

from checks.lib.statements.cells import Column, Number, parsed
from schemas.document import Table
from schemas.interval import Interval, Readings
from schemas.names import Vocabulary

LONGEST = 80  # characters of a cell that is a figure
_COMPARED = (
    r"(?:faster|slower|quicker|higher|lower|more|less|better|worse|smaller|larger|bigger|longer|shorter|fewer|"
    r"improvement|increase|decrease|reduction|speed-?up|gain|saved|overhead)"
)
_MARKS = re.compile(r"^[^\w~≈<>≤≥+−$€£.-]+|[^\w%×)\]]+$")
_ASIDE = re.compile(r"\s*[(\[][^()\[\]]{1,60}[)\]]$|(?<=\w)\s\d[\d.]*\s?[xX×]$")
_ERROR = re.compile(r"(?P<unit>[a-zA-Zµμ%]{0,12})\s*(?:±|\+/-)\s*[\d.,]{1,15}\s?(?P<behind>[a-zA-Zµμ%]{0,12})$")
_WORD = re.compile(rf"(?<=[\dxX×%])\s+{_COMPARED}$", re.IGNORECASE)
_RATED = re.compile(r"(?P<n>.*\d)\s?(?P<power>[kKMG])?\s?(?P<unit>[A-Za-z][a-z]{1,14}/s(?:ec)?)$")
_POWERS = {"k": 3, "K": 3, "M": 6, "G": 9}
# "550 ns (1.57x slower)", "78.9" over "2.53x", "23.1 us: 1.03x faster", "12.4 s (+8 %)": a bare share in brackets may
# be of anything.
_FACTOR = re.compile(
    r"(?:[(\[][^\w+−↑↓-]{0,4}|:\s|(?<=\w)\s(?=\d[\d.]*\s?[xX×]\W{0,4}$))"
    r"(?P<sign>[+−↑↓-]?)\s?(?P<n>\d[\d,.]*)\s?(?P<unit>[xX×%])(?:\s+(?P<word>" + _COMPARED + r"))?\W{0,4}$",
    re.IGNORECASE,
)
_ARROWS = {"↑": "+", "↓": "-"}
_WORSE = re.compile(r"\b(?:slower|worse|longer)\b", re.IGNORECASE)
_BETTER = re.compile(r"\b(?:faster|quicker|better|shorter)\b", re.IGNORECASE)


def main(text: str) -> Number | None:
    """The number that a cell leads with, without what stands beside it; None when that is no number."""
    if len(text) > LONGEST or text.lstrip()[:1] == "±":
        return None  # nothing, or a margin of error alone
    bare = _ASIDE.sub("", _MARKS.sub("", text)).rstrip()
    bare = _WORD.sub("", _MARKS.sub("", bare)).rstrip()
    bare = _ERROR.sub(lambda found: found["unit"] or found["behind"], bare)
    if (rated := _RATED.fullmatch(bare)) and (one := parsed(rated["n"])):
        return replace(_scaled(one, _POWERS.get(rated["power"] or "", 0)), unit=rated["unit"])
    one = parsed(bare)
    return replace(_scaled(one, _POWERS[one.unit]), unit="") if one and one.unit in _POWERS else one


def _scaled(one: Number, power: int) -> Number:
    by = Decimal(1).scaleb(power)
    return replace(one, value=one.value * by, readings=one.readings.scaled(by)) if power else one


def factor(text: str) -> Number | None:
    """The factor in brackets or behind a colon at the end of a cell that leads with a value; None without one."""
    match = _FACTOR.search(text) if len(text) <= LONGEST else None
    if match is None or not any(map(str.isdigit, text[: match.start()])):
        return None
    if match["unit"] == "%" and not (match["sign"] or match["word"]):
        return None
    sign = _ARROWS.get(match["sign"], match["sign"])
    return parsed(f"{sign}{match['n'].rstrip('.,')}{match['unit']}")


def based(column: Column, vocabulary: Vocabulary) -> Column:
    """A column of times or sizes in one unit: "1.3 µs" above "242 ns" can be divided by neither as printed."""
    return replace(column, numbers={row: _based(one, vocabulary) for row, one in column.numbers.items()})


def _based(one: Number, vocabulary: Vocabulary) -> Number:
    entry = vocabulary.resolve("units", one.unit) if one.unit else None
    kind, scale = (entry.text("dimension"), entry.text("scale")) if entry else ("", "")
    if kind not in ("time", "size") or not scale:
        return one
    return Number(one.value * Decimal(scale), kind, one.readings.scaled(Decimal(scale)))


def one_way(column: Column, texts: Mapping[int, str]) -> Column:
    """A column of factors with those that say "slower" among others that say "faster" turned round."""
    worse = {row for row, one in column.numbers.items() if one.unit in ("x", "%") and _WORSE.search(texts[row])}
    better = {row: one for row, one in column.numbers.items() if row not in worse and _BETTER.search(texts[row])}
    # "0.95x faster" beside "2.5x slower": the words do not say which way round, the times do.
    if not worse or not better or any(one.unit == "x" and one.value < 1 for one in better.values()):
        return column
    return replace(column, numbers={r: _turned(one) if r in worse else one for r, one in column.numbers.items()})


def _turned(one: Number) -> Number:
    if one.unit == "%":
        return replace(one, value=-one.value, readings=one.readings.scaled(Decimal(-1)))
    if min(one.readings.rounded.lower, one.readings.widened.lower) <= 0:
        return one
    whole = Interval(Decimal(1), Decimal(1))
    return replace(one, value=1 / one.value, readings=Readings.of(whole) / one.readings)


def columns(table: Table, vocabulary: Vocabulary) -> Iterator[Column]:
    """The columns that lead with numbers in most of their cells that are not blank, times and sizes in one unit."""
    for index, header in enumerate(table.columns):
        # "-" and "N/A" are no figures that could not be read: a library that lacks half of the operations has them.
        texts = {at: row[index].text for at, row in enumerate(table.rows) if any(map(str.isdigit, row[index].text))}
        found = {number: one for number, text in texts.items() if (one := main(text))}
        if found and len(found) * 2 > len(texts):
            yield based(one_way(Column(index, header.text, found), texts), vocabulary)


def factors(table: Table) -> Iterator[Column]:
    """For each column whose cells lead with a value and end in a factor: those factors."""
    for index, header in enumerate(table.columns):
        texts = {number: row[index].text for number, row in enumerate(table.rows) if row[index].text}
        found = {number: one for number, text in texts.items() if (one := factor(text))}
        if len(found) > 1:
            yield one_way(Column(index, header.text, found), texts)
