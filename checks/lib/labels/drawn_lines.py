"""Lines that lead from a label to its value by dots or a drawn bar, also in code blocks: "2023 .... 60,400".

Who reads tables and lists reads no such line; a factor is often of just these.
"""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.labels.slots import Sheet, Slot
from checks.lib.quantities.amounts import Amount, amounts
from schemas.document import Document
from schemas.interval import Interval, Readings
from schemas.names import Vocabulary

LEAST = 2  # lines right below one another
ABOVE = 300  # characters over them that say what they are of
_LINE = re.compile(
    r"[ \t>*•-]*(?P<label>[^\s.#=|][^\n|]{0,58}?)[ \t]*"
    # Behind blanks only a number that nothing follows: with a unit it is read as a line of a data sheet.
    r"(?:(?:\.{3,}|…+|[#=█▇■▓▒░]{2,})[ \t#=█▇■▓▒░.]*|(?<=[ \t]{2})(?=\d[\d,]*(?:\.\d+)?[x×]?[ \t]*$))"
    r"(?P<value>[~≈$€£]?\d(?:[\d,]*\d)?(?:\.\d+)?)(?![\d.,]*\d)(?P<rest>[^\n|]{0,40})"
)
_AXIS = re.compile(
    r"\b(?:[Yy][ -]axis|[Aa]xis[ -][Yy])\b(?::|\sis|\s=)?\s*(?P<unit>[^,;|(:]+?)(?=[,;|(]|\s[A-Z][a-z]+(?:\s[\"“]|:)|$)"
)
_HELD = re.compile(r"[(\[](?P<unit>[^()\[\]]{1,30})[)\]][^()\[\]]{0,40}$")


def drawn_lines(document: Document, vocabulary: Vocabulary) -> Iterator[tuple[Sheet, list[Slot]]]:
    """The runs of such lines, each with what stands over it."""
    run: list[re.Match[str]] = []
    at = 0
    for line in (*document.text.splitlines(keepends=True), ""):
        match = _LINE.match(document.text, at, at + len(line.rstrip()))
        if match:
            run.append(match)
        elif line.strip() or not line:
            if len(run) >= LEAST:
                yield _sheet(document, run, vocabulary)
            run = []
        at += len(line)


def sheet_at(document: Document, start: int) -> Sheet:
    """The sheet of lines of which the first holds a place: headed by the paragraph or heading that ends there."""
    start = document.text.rfind("\n", 0, start) + 1
    lead = document.text[max(0, start - ABOVE) : start].strip().rsplit("\n\n", 1)[-1]
    return Sheet(document, "", f"{document.title} | {' '.join(lead.split())}", table=False)


def unit_over(head: str) -> str:
    """The unit that stands over values: of a chart's axis, or in the brackets that a heading ends with."""
    found = _AXIS.search(head) or _HELD.search(head)
    return found["unit"].rpartition(" in ")[2].strip() if found else ""


def in_unit(one: Amount, printed: str, unit: str, vocabulary: Vocabulary) -> Amount:
    """A bare number with the unit that stands over it; as it is where it has its own, or none stands there."""
    found = next(amounts(f"{printed} {unit}", vocabulary), None) if unit and one.kind == "count" else None
    return found if found and not found.start and found.kind != "count" else one


def _sheet(document: Document, run: list[re.Match[str]], vocabulary: Vocabulary) -> tuple[Sheet, list[Slot]]:
    sheet = sheet_at(document, run[0].start())
    every = ((one, _amount(one, vocabulary)) for one in run)
    return sheet, [Slot(sheet, one.start("value"), one.end("value"), of, (("", one["label"]),)) for one, of in every]


def _amount(match: re.Match[str], vocabulary: Vocabulary) -> Amount:
    found = next(amounts(f"{match['value']}{match['rest']}", vocabulary), None)
    if found and found.start == 0 and found.kind != "count":
        return found
    plain = match["value"].lstrip("~≈$€£").replace(",", "")
    half = Decimal("0.5").scaleb(-len(plain.partition(".")[2]))
    readings = Readings.of(Interval(Decimal(plain) - half, Decimal(plain) + half))
    return Amount(0, len(match["value"]), "count", frozenset(), frozenset(), readings, "exact")
