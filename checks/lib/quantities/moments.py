"""Moments that documents print: times of day, dates, both together; and how long it is from one to another."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from decimal import Decimal

from checks.lib.language.spans_said import DAY
from schemas.interval import Interval
from schemas.months import MONTHS, SHORT, month
from schemas.number_words import ONES, either

_MON = rf"(?:(?:{'|'.join(one.capitalize() for one in MONTHS)})|(?:{SHORT}|Sept)\b\.?)"
_NTH = r"(?:st|nd|rd|th)?"
_TO = r"\s?(?:–|—|-|to|and|until|till|through)\s?(?:the\s)?"
_YEAR = r"(?:,?\s(?P<{0}>(?:19|20)\d\d))?"
_CLOCK = re.compile(
    r"(?:(?<![\w:.,$€£+-])|(?<=\d\d-\d\dT))(?:(?P<h>[01]?\d|2[0-4])(?P<sep>[:h])(?P<m>[0-5]\d)(?:[:m]?(?<=[:m])(?P<s>[0-5]\d)(?:[.,]\d+)?)?"
    r"(?:\s?(?P<half>[ap])\.?m\b\.?)?|"
    r"(?P<hd>[01]?\d|2[0-3])\.(?P<md>[0-5]\d)(?=\s?(?:[ap]\.?m\b|h\b|hrs\b|Uhr\b|o[’']clock))(?:\s?(?P<halfd>[ap])\.?m\b)?|"
    r"(?P<hp>1[0-2]|[1-9])\s?(?P<halfp>[ap])\.?m\b\.?|"
    r"(?P<h4>[01]\d|2[0-3])(?P<m4>[0-5]\d)(?=\s?(?:Z\b|UTC\b|GMT\b|hrs\b|hours (?:UTC|local))))"
    r"(?:\s?(?P<zone>Z|UTC|GMT|CEST|CET|BST|EST|EDT|PST|PDT|CST|CDT|MST|MDT|JST|IST|AEST|local(?: time)?)\b|"
    r"(?P<offset>[+-]\d\d):?(?P<om>\d\d))?(?![\w:]|[.,]\d|\s?(?:[hs]|min|mins|minutes|hours?|seconds)\b)"
)
_SAID = re.compile(
    r"\b(?:(?P<named>(?<=at )(?:noon|midday|midnight)|(?<=from )(?:noon|midday|midnight)|"
    r"(?<=to )(?:noon|midday|midnight)|(?<=until )(?:noon|midday|midnight))|"
    rf"(?P<part>half|quarter|five|ten|twenty|twenty-five) (?P<side>past|to) (?P<hour>{either(list(ONES)[:12])}))\b"
)
_PARTS = {"half": 30, "quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25}
_DATES = (
    re.compile(
        rf"(?<![\w.,:])(?P<a>\d{{1,2}}){_NTH}{_TO}(?P<d>\d{{1,2}}){_NTH}(?:\sof)?\s(?P<mon>{_MON}){_YEAR.format('y')}"
    ),
    re.compile(
        rf"\b(?P<mon>{_MON})\s(?P<a>\d{{1,2}}){_NTH}{_TO}(?P<d>\d{{1,2}}){_NTH}(?![\w:]|[.,]\d){_YEAR.format('y')}"
    ),
    re.compile(rf"(?<![\w.,:])(?P<d>\d{{1,2}}){_NTH}\.?(?:\sof)?\s(?P<mon>{_MON}){_YEAR.format('y')}"),
    re.compile(rf"\b(?P<mon>{_MON})\s(?P<d>\d{{1,2}}){_NTH}(?![\w:]|[.,]\d){_YEAR.format('y')}"),
    re.compile(r"(?<![\w.,-])(?P<y>(?:19|20)\d\d)-(?P<m>[01]\d)-(?P<d>[0-3]\d)(?![\d-])"),
    re.compile(r"(?<![\w.,])(?P<d>[0-3]?\d)\.(?P<m>[01]?\d)\.(?P<y>(?:19|20)\d\d)(?!\d)"),
    re.compile(rf"\b(?P<mon>{_MON})\s(?P<y>(?:19|20)\d\d)\b"),
    re.compile(rf"\b(?:from|between|since)\s(?P<mon>{_MON})(?=\s(?:to|and|until|till|through)\s{_MON})"),
    re.compile(rf"(?:(?<=to )|(?<=and )|(?<=until )|(?<=till )|(?<=through ))(?P<mon>{_MON})\b(?!\s\d)"),
)
_ZONES = {"Z": 0, "UTC": 0, "GMT": 0, "CET": 1, "CEST": 2, "BST": 1, "EST": -5, "EDT": -4, "PST": -8, "PDT": -7,
          "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "JST": 9, "AEST": 10}  # fmt: skip
_JOINED = re.compile(r",?\s?(?:at\s|T)?")
_COLUMN = re.compile(r"[ \t]{2,}")
_JOINED_BACK = re.compile(r",?\s(?:on\s)?(?:the\s)?")
HALF_DAY, HOUR, MINUTE = DAY / 2, Decimal(3600), Decimal(60)
NO_YEAR = 2001


@dataclass(frozen=True, slots=True)
class Moment:
    """A time of day (`day` is None), a date (`clock` is None) or both, at text[start:end].

    `fine` is what its last digit is worth, in seconds; `zone` the hours that it is ahead of UTC, where it says so.
    """

    start: int
    end: int
    day: int | None = None
    clock: Decimal | None = None
    fine: Decimal = MINUTE
    zone: str = ""
    offset: Decimal | None = None
    half: str = ""  # "a" of am, "p" of pm, "?" of words that do not say
    year: bool = False

    @property
    def kind(self) -> str:
        """What it can be held against: times of one day, dates, months, dates with times."""
        if self.day is None:
            return "clock"
        if self.clock is not None:
            return "stamp"
        return "date" if self.fine == DAY else "month"


def moments(text: str) -> list[Moment]:
    """The moments of a text, left to right; a date and the time beside it are one."""
    dates: list[Moment] = []
    for pattern in _DATES:
        for match in pattern.finditer(text):
            if not any(one.start < match.end() and match.start() < one.end for one in dates):
                dates += _dated(match)
    clocks = [_clock(match) for match in _CLOCK.finditer(text)]
    clocks += [_spoken(match) for match in _SAID.finditer(text)]
    # "3:25 pm" inside of an ISO date would be read twice.
    every = sorted({one.start: one for one in (*dates, *clocks)}.values(), key=lambda one: one.start)
    return _joined(text, every)


def _dated(match: re.Match[str]) -> Iterator[Moment]:
    groups = match.groupdict()
    year = int(groups.get("y") or NO_YEAR)
    number = month(groups["mon"]) if groups.get("mon") else int(groups["m"])
    told = bool(groups.get("y"))
    if not groups.get("d"):
        first = _day(year, number, 1)
        if first is not None:
            yield Moment(match.start(), match.end(), first, fine=30 * DAY, year=told)
        return
    for group in ("a", "d"):
        day = _day(year, number, int(groups[group])) if groups.get(group) else None
        if day is not None:
            start = match.start(group) if groups.get("a") else match.start()
            yield Moment(start, match.end() if group == "d" else match.end(group), day, fine=DAY, year=told)


def _day(year: int, number: int, day: int) -> int | None:
    try:
        return date(year, number, day).toordinal()
    except ValueError:
        return None


def _clock(match: re.Match[str]) -> Moment:
    found = match.groupdict()
    hours = next(int(found[one]) for one in ("h", "hd", "hp", "h4") if found[one])
    minutes = next((int(found[one]) for one in ("m", "md", "m4") if found[one]), 0)
    seconds = found["s"]
    half = next((found[one] for one in ("half", "halfd", "halfp") if found[one]), "")
    if half and hours <= 12:
        hours = hours % 12 + (12 if half == "p" else 0)
    fine = Decimal(1) if seconds else MINUTE
    offset = Decimal(_ZONES[found["zone"]]) if found["zone"] in _ZONES else None
    if found["offset"]:
        offset = Decimal(found["offset"]) + Decimal(found["om"]) / 60
    value = hours * HOUR + minutes * MINUTE + Decimal(seconds or 0)
    zone = found["zone"] or found["offset"] or ""
    return Moment(match.start(), match.end(), None, value, fine, zone, offset, half)


def _spoken(match: re.Match[str]) -> Moment:
    if match["named"]:
        value = Decimal(0) if match["named"] == "midnight" else HALF_DAY
        return Moment(match.start(), match.end(), None, value)
    minutes = _PARTS[match["part"]] * (1 if match["side"] == "past" else -1)
    value = _modulo(ONES[match["hour"]] * HOUR + minutes * MINUTE, DAY)
    return Moment(match.start(), match.end(), None, value, half="?")


def _joined(text: str, every: list[Moment]) -> list[Moment]:
    """Dates and times that stand side by side, as one."""
    found: list[Moment] = []
    for one in every:
        before = found[-1] if found else None
        if before and one.start < before.end:
            continue
        both = _both(text, before, one) if before else None
        if both:
            found[-1] = both
        else:
            found.append(one)
    return found


def _both(text: str, before: Moment, one: Moment) -> Moment | None:
    between = text[before.end : one.start]
    joined = _JOINED.fullmatch(between) or (_COLUMN.fullmatch(between) and _alone(text, one))
    if before.kind == "date" and one.kind == "clock" and joined:
        return replace(one, start=before.start, day=before.day, year=before.year)
    if before.kind == "clock" and one.kind == "date" and _JOINED_BACK.fullmatch(between):
        return replace(before, end=one.end, day=one.day, year=one.year)
    return None


def _alone(text: str, one: Moment) -> bool:
    """Whether a time is the last of its line: behind a date with two times, each is of the same day."""
    end = text.find("\n", one.end)
    return not _CLOCK.search(text, one.end, end if end >= 0 else len(text))


def between(first: Moment, last: Moment) -> list[Interval]:
    """How long it can be from one moment to another, in seconds; none where they cannot be held against each other."""
    apart = _zones(first, last)
    if apart is None:
        return []
    if first.day is None or last.day is None:
        return _of_day(first, last, apart)
    days = _days(first, last)
    if days < 0:
        return []
    if "month" in (first.kind, last.kind):
        slack = 31 * DAY
        return [Interval(max(Decimal(0), days - slack), days + slack)]
    if first.clock is None or last.clock is None:
        early = DAY if first.kind != last.kind else Decimal(0)
        return [Interval(max(Decimal(0), days - early), days + DAY)]
    return [_around(days + last.clock - first.clock - apart, max(first.fine, last.fine))]


def _of_day(first: Moment, last: Moment, apart: Decimal) -> list[Interval]:
    if first.clock is None or last.clock is None:
        return []
    fine = max(first.fine, last.fine)
    long = _modulo(last.clock - first.clock - apart, DAY)
    # "9:10 to 1:25 pm" leaves open which half of the day the first is of.
    open_ = "?" in (first.half, last.half) or bool(first.half) != bool(last.half)
    return [_around(long, fine), *([_around(_modulo(long, HALF_DAY), fine)] if open_ else [])]


def _modulo(value: Decimal, whole: Decimal) -> Decimal:
    """What is left of a time behind whole days; decimals keep the sign of what is divided."""
    return (value % whole + whole) % whole or whole


def _around(value: Decimal, fine: Decimal) -> Interval:
    return Interval(max(Decimal(0), value - fine), max(Decimal(0), value) + fine)


def _zones(first: Moment, last: Moment) -> Decimal | None:
    """By how many seconds the clock of the later one is ahead of that of the first; None where nobody knows."""
    if first.zone == last.zone or not (first.zone and last.zone):
        return Decimal(0)
    if first.offset is None or last.offset is None:
        return None
    return (last.offset - first.offset) * HOUR


def _days(first: Moment, last: Moment) -> Decimal:
    """The seconds from the day of one to that of the other; a date without a year is of the other's, or the next."""
    left, right = date.fromordinal(first.day or 1), date.fromordinal(last.day or 1)
    if first.year != last.year:
        year = left.year if first.year else right.year
        day = _day(year, left.month, left.day) if last.year else _day(year, right.month, right.day)
        moved = date.fromordinal(day or 1)
        left, right = (moved, right) if last.year else (left, moved)
    days = (right - left).days
    if days < 0 and not (first.year and last.year):
        days += 365
    return DAY * days
