"""What text and tables print of how much is done per watt, joule or dollar: a rate beside a power or a price."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from checks.lib.statements.absolutes import based
from checks.lib.statements.factors import ONE
from schemas.interval import Readings
from schemas.names import Vocabulary
from schemas.statement import Claim, Figure, Measurement, Parsed, Side, Statement

Over = Literal["power", "price"]
TIMES = ("latency", "time_to_train", "time_to_result")
_WORD = re.compile(r"[\w.+-]*\w")
_BY = re.compile(
    r"(?:\b(?:per|and|a|an|each)\s|/\s?)(?:watts?|W|joules?|J|kWh|dollars?|USD|\$|euros?)(?!\w)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Paid:
    """A rate over a power or a price, with the words before and behind them, of which some say whose they are.

    Two can be divided that stand in one `place`: a paragraph, or the same columns of a table.
    """

    document_id: str
    over: Over
    per: Readings
    rate: Statement
    paid: Statement
    place: tuple[str, ...]
    before: str
    behind: str = ""


def paid_in_text(parsed: Parsed, vocabulary: Vocabulary) -> Iterator[Paid]:
    """The two rates of a paragraph or list item that prints a power or a price with each, and nothing else of these."""
    by_block: dict[tuple[int, int], list[Claim]] = defaultdict(list)
    values = [one for one in parsed.claims if one.figure.kind in ("absolute", "duration", "price") and not one.chart]
    if not any(_paid(one) for one in values):
        return
    for block in parsed.document.blocks:
        if block.kind not in ("code", "table"):
            inside = [one for one in values if block.start <= one.figure.start < block.end]
            by_block[block.start, block.end] += [one for one in inside if _paid(one) or _is_rate(one)]
    for (start, end), some in by_block.items():
        some.sort(key=lambda one: one.figure.start)
        yield from _pairs(parsed, (start, end), some, vocabulary)


def _pairs(parsed: Parsed, span: tuple[int, int], some: Sequence[Claim], vocabulary: Vocabulary) -> Iterator[Paid]:
    over = [_paid(one) for one in some]
    if len(some) != 4 or over[0] == over[1] or over[:2] != over[2:]:
        return
    text, ends = parsed.document.text, [span[0], some[1].figure.end, some[3].figure.end, span[1]]
    for at in (0, 1):
        rate, paid = sorted(some[2 * at : 2 * at + 2], key=lambda one: bool(_paid(one)))
        first = min(rate.figure.start, paid.figure.start)
        behind = text[ends[at + 1] : some[2].figure.start if at == 0 else ends[3]]
        per = _per(rate.figure, paid.figure, vocabulary)
        if per:
            place = parsed.document.document_id, str(span[0]), _unit(rate.figure)
            yield Paid(place[0], _paid(paid) or "power", per, rate, paid, place, text[ends[at] : first], behind)


def paid_in_tables(parsed: Parsed, vocabulary: Vocabulary) -> Iterator[Paid]:
    """The rates of tables with the powers and prices of the same thing, in its row or in its column."""
    by_table: dict[tuple[str, str], list[Measurement]] = defaultdict(list)
    for one in parsed.measurements:
        if one.figure and one.subject.name:
            by_table[one.table, one.subject.name].append(one)
    for (table, name), cells in by_table.items():
        for paid in cells:
            over = _paid(paid)
            for rate in cells if over else ():
                per = _per(rate.figure, paid.figure, vocabulary) if _is_rate(rate) else None
                place = _columns(rate, paid)
                if over and per and place:
                    yield Paid(
                        parsed.document.document_id,
                        over,
                        per,
                        rate,
                        paid,
                        (parsed.document.document_id, table, *place),
                        name,
                    )


def _columns(rate: Measurement, paid: Measurement) -> tuple[str, ...]:
    """What two cells of one row, or of one column, share with those of another; () for cells of neither."""
    if rate.row == paid.row:
        return "columns", rate.column, paid.column
    return ("rows", str(rate.row), str(paid.row)) if rate.column == paid.column else ()


def _paid(one: Statement) -> Over | None:
    if one.metric == "power":
        return "power"
    return "price" if one.metric == "price" or (one.figure and one.figure.kind == "price") else None


def _is_rate(one: Statement) -> bool:
    if one.figure is None or _paid(one):
        return False
    if isinstance(one, Measurement) and _BY.search(one.column):
        return False  # "images per second and watt" is over a power already
    unit = one.figure.unit or (one.unit if isinstance(one, Measurement) else "")
    return one.metric == "throughput" or "/s" in unit or (one.metric in TIMES and one.figure.kind == "duration")


def _unit(figure: Figure | None) -> str:
    return figure.unit if figure else ""


def _per(rate: Figure | None, paid: Figure | None, vocabulary: Vocabulary) -> Readings | None:
    """So much for each watt or dollar; of a time, how often it can be done."""
    if rate is None or paid is None:
        return None
    done, given = based(rate, vocabulary), based(paid, vocabulary)
    if min(one.lower for each in (done, given) for one in each.every) <= 0:
        return None
    return (ONE / done if rate.kind == "duration" else done) / given


def is_of(paid: Paid, other: Paid, sides: tuple[Side, Side]) -> bool:
    """Whether the one is of the first side and the other of the second, by the names before or behind the values."""
    return any(
        _owner(getattr(paid, where), sides, last=last) == 0 and _owner(getattr(other, where), sides, last=last) == 1
        for where, last in (("before", True), ("behind", False))
        if where == "before" or not _owner_of_any(paid, other, sides)
    )


def _owner_of_any(paid: Paid, other: Paid, sides: tuple[Side, Side]) -> bool:
    """Whether the words before both values name a side."""
    return all(_owner(one.before, sides, last=True) is not None for one in (paid, other))


def _owner(text: str, sides: tuple[Side, Side], *, last: bool) -> int | None:
    """Which of two sides a text names: the last one or the first one, None where it names neither."""
    found = [(match.start(), at) for at, name in enumerate(_names(sides)) for match in name.finditer(text)]
    return (max(found) if last else min(found))[1] if found else None


def _names(sides: tuple[Side, Side]) -> list[re.Pattern[str]]:
    """The last words of both names, by which they differ; of names that do not, all of either."""
    words = [_WORD.findall(one.name) or [one.name] for one in sides]
    apart = words[0][-1].lower() != words[1][-1].lower()
    printed = [each[-1] if apart else " ".join(each) for each in words]
    return [re.compile(rf"(?<![\w.-]){re.escape(one)}(?![\w-]|\.\d)", re.IGNORECASE) for one in printed]
