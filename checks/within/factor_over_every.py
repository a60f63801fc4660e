"""A factor that is claimed over every one of several, against the rows of the table that prints them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.tokens import GENERIC, every_root
from checks.lib.statements.cells import Column, columns, summary
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import Interval, short
from schemas.multiples import Multiple, multiples

CODE = "factor-over-every"
SLACK = Decimal("0.05")  # of a factor: "10x" is said of 9.6
FAR = 8  # times off; what is further is of something else
ROWS = 3  # one that leads and two that it leads
_EVERY = re.compile(
    r"[\w' -]{0,48}?\b(?:than|as|over|of|versus|against|beats?|outpaces?)\s(?:that\sof\s|those\sof\s)?"
    r"(?:every|each(?:\sof)?|all|any)(?:\s(?:one\s)?of)?(?:\s(?:the|our|its|other|these))*\s"
    r"(?P<noun>(?:[\w.+/-]+\s){0,3}?[\w.+/-]+)"
    r"(?=\s(?:we|you|that|which|in|on|at|with|for|tested|measured|listed|here|by|to|above|below)\b|\s?[.,;:!|)]|\s*$)",
    re.IGNORECASE,
)
_NOT = re.compile(
    r"\b(?:up to|almost|nearly|but|except\w*|most|not|never|would|could|average|mean|some)\b|n[’']t\b", re.IGNORECASE
)
_TIME = re.compile(
    r"\b(?:time|latenc\w+|duration|minutes?|seconds?|hours?|days?|wait|delay|ttft|tpot|cost|price|energy|power)\b|[$€£]|"
    r"[(\[](?:ms|s|us|µs|ns|min|h|W|kW|J|Wh|kWh)[)\]]",
    re.IGNORECASE,
)
_TIMES = ("ms", "s", "us", "µs", "ns", "min", "h")
_NO_VALUE = re.compile(
    r"\b(?:cards?|chips?|gpus?|nodes?|racks?|batch|rank|year|tokens|bits?|precision|size|count)\b(?!/)|[x×%]",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Claim:
    passage: Passage
    one: Multiple
    end: int
    noun: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Led:
    """A column in which one row leads others; by how much, by row."""

    table: Table
    column: Column
    leader: int
    factors: dict[int, Interval]


@check(CODE, version=1, severity="low", since="0.1.0")
def factor_over_every(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor over every rival is reached over each of them that a table prints.

    Why:
        "10x faster than every cloud we measured" is written from the slowest of them, or from another month. The table
        below has the fastest.

    Flags:
        "Nx faster than every (each, all, any) ...", in a heading or a sentence, where no column of a table of the
        document has a row that leads all rows of that noun by so much, and one has them. Always low.

    Passes:
        Factors that the nearest rival allows, within 5 %; "up to", averages, and claims that leave cases out.

    Does not judge:
        Factors that are more than eight times off; documents without a table of such rows (skipped).
    """
    for document in corpus.documents:
        for claim in _claims(document):
            found = [one for table in document.tables for one in _led(table, claim)]
            if not found:
                yield Skip(
                    CODE, (document.name, *sorted(claim.noun)), "not applicable, because no table has their rows"
                )
            elif not any(_bears_out(one, claim.one) for one in found):
                nearest = max(found, key=lambda one: min(each.upper for each in one.factors.values()))
                if _least(claim.one) <= FAR * min(each.upper for each in nearest.factors.values()):
                    yield _finding(document, claim, nearest)


def _claims(document: Document) -> Iterator[_Claim]:
    for passage in passages(document):
        for one in multiples(passage.words) if not _NOT.search(passage.words) else ():
            every = _EVERY.match(passage.words, one.end)
            noun = every_root(every["noun"]) if every else frozenset()
            if every and noun and one.told == "times" and not one.most:
                yield _Claim(passage, one, every.end(), noun)


def _led(table: Table, claim: _Claim) -> Iterator[_Led]:
    """The columns in which one row leads all rows that the noun is of."""
    rows = [row for row in range(len(table.rows)) if not summary(table.rows[row][0].text)]
    words = {row: every_root(table.rows[row][0].text) for row in rows}
    for column in columns(table):
        able = [row for row in rows if row in column.numbers and column.numbers[row].value > 0]
        units = {column.numbers[row].unit for row in able}
        if not column.index or len(able) < ROWS or len(units) != 1 or _NO_VALUE.search(f"{column.header} {min(units)}"):
            continue
        low = bool(_TIME.search(column.header)) or min(units) in _TIMES
        leader = _leader(able, words, column, claim, low=low)
        others = [row for row in able if row != leader and claim.noun <= words[row]]
        if leader is not None and len(others) > 1:
            ends = {row: column.numbers[row].readings.rounded for row in (leader, *others)}
            factors = {row: ends[row] / ends[leader] if low else ends[leader] / ends[row] for row in others}
            yield _Led(table, column, leader, factors)


def _leader(
    rows: Sequence[int], words: dict[int, frozenset[str]], column: Column, claim: _Claim, *, low: bool
) -> int | None:
    """The row that leads: the only one of another noun, else the best one where the text says its name."""
    alone = [row for row in rows if not claim.noun <= words[row]]
    best = (min if low else max)(rows, key=lambda row: column.numbers[row].value)
    passage = claim.passage
    said = every_root(f"{passage.words} {passage.document.title}")
    own = (words[best] - claim.noun) - GENERIC
    return best if alone == [best] or (own and own <= said and best in (alone or rows)) else None


def _least(one: Multiple) -> Decimal:
    return min(way.lower for way in one.ways)


def _bears_out(led: _Led, one: Multiple) -> bool:
    return all(each.upper >= _least(one) * (1 - SLACK) for each in led.factors.values())


def _finding(document: Document, claim: _Claim, led: _Led) -> Finding:
    table, at = led.table, led.column.index
    start = claim.passage.start
    said = quoted(document, start + claim.one.start, start + claim.end)
    below = [row for row, each in led.factors.items() if each.upper < _least(claim.one) * (1 - SLACK)]
    sums = (
        f"{table.rows[led.leader][at].text} against {table.rows[row][at].text} ({table.rows[row][0].text}) is "
        f"{short(round((led.factors[row].lower + led.factors[row].upper) / 2, 2))}x"
        for row in below
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says '{said.quote}'; in table {table.name} {table.rows[led.leader][0].text} is not "
        f"so far ahead of {', '.join(table.rows[row][0].text for row in below)}",
        arithmetic="; ".join(sums) + ".",
        comparison=(document.name, table.name, led.column.header, *sorted(claim.noun)),
        evidence=(said, *(cell(document, table, row + 1, at) for row in (led.leader, *below))),
        likely_wrong_why="the words are of every one, the table prints each",
    )
