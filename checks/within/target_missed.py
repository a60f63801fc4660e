"""Rows that are all said to meet their target, and one whose value does not."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.language.tokens import GENERIC, every_root
from checks.lib.statements.cells import Column, columns
from checks.lib.statements.passages import Passage, passages, phrase
from checks.lib.statements.rows import cell
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip

CODE = "target-missed"
MOST = 2  # rows for each that misses, where only the rows tell which end is good
_WORD = (
    r"(?:targets?|goals?|limits?|bars?|thresholds?|requirements?|budgets?|SLOs?|SLAs?|ceilings?|bounds?|criteri(?:on|a)|"
    r"objectives?|required\s[a-z]+|minimum|maximum)"
)
# "Every submission meets its target", "all models stay within the limit", "none misses its bar".
_MET = re.compile(
    rf"\b(?:(?:meets?|met|reach(?:es|ed)?|achieves?d?|satisf(?:y|ies|ied)|pass(?:es|ed)?|hits?|fulfil(?:s|led)?|clears?d?|"
    rf"keeps?\s(?:to|within|under|below)|kept\s(?:to|within|under|below)|(?:stay(?:s|ed)?|remain(?:s|ed)?|lie(?:s)?|is|are|was|were)\s"
    rf"(?:well\s|safely\s)?(?:within|under|below|above|inside))\s(?:[\w-]+\s){{0,3}}?{_WORD}|"
    rf"(?:none|no\s[\w-]+)\s(?:[\w-]+\s){{0,3}}?(?:miss(?:es|ed)?|exceed(?:s|ed)?|fail(?:s|ed)?|break(?:s)?)\s(?:[\w-]+\s){{0,2}}?{_WORD})\b",
    re.IGNORECASE,
)
_ALL = re.compile(r"\b(?:every|all|each|both|none|no|without exception|everywhere)\b", re.IGNORECASE)
_NOT = re.compile(
    r"\b(?:but|(?<!without )except\w*|apart from|besides|nearly|almost|most|not|never|would|should|shall|must|"
    r"ha(?:s|ve|d) to|needs? to|required to|if|unless|until|expect\w*|plan\w*|will|can|could|may|might|before|"
    r"only)\b|n[’']t\b|\?",
    re.IGNORECASE,
)
# What a column holds others to, and which end of it is good where its head says so.
_LEAST = re.compile(
    r"\b(?:required|minimum|min\.?|at least|floor|bar|threshold|target accuracy|quality target)\b", re.IGNORECASE
)
_MOST = re.compile(r"\b(?:limit|maximum|max\.?|at most|budget|SLO|SLA|ceiling|allowed|permitted|cap)\b", re.IGNORECASE)
_TARGET = re.compile(r"\b(?:targets?|goals?|objective|criterion|requirement)\b", re.IGNORECASE)
_REACHED = re.compile(
    r"\b(?:achieved|reached|measured|actual|obtained|observed|submitted|results?|ours|attained|got|delivered|logged|p\d\d)\b",
    re.IGNORECASE,
)


_SENTENCE = re.compile(r"(?s).+")


@dataclass(frozen=True, slots=True)
class _Held:
    """A column that holds another to something: `sign` is 1 where that must be as much at least, -1 at most."""

    table: Table
    target: Column
    reached: Column
    sign: int
    told: bool  # whether its head says which end is good


@check(CODE, version=1, severity="medium", since="0.1.0")
def target_missed(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to meet its target in every case does so in every row that prints both.

    Why:
        "Every submission meets its target" is written from the row above. The target and the value stand side by side,
        and a value that was taken from another variant is below the stricter one.

    Flags:
        A sentence that says so of all rows, or of the row that it names, over the only table of the document with a
        column of targets ("Required", "Limit") and one of what was reached, where a row or a few lie on the other side
        of it. Which end is good the head says (medium), or most of the rows do (low).

    Passes:
        Values at the target; sentences that leave cases out ("but", "except").

    Does not judge:
        Requirements ("must meet") and plans; tables of several such columns; documents without one (skipped).
    """
    for document in corpus.documents:
        said = [(one, met) for one in passages(document) if (met := _claimed(one))]
        held = [one for table in document.tables for one in _held(table)] if said else []
        if said and len(held) != 1:
            yield Skip(CODE, (document.name,), "not applicable, because no one table has targets and what was reached")
        for passage, met in said if len(held) == 1 else ():
            yield from _judge(document, passage, met, held[0])


def _claimed(passage: Passage) -> re.Match[str] | None:
    met = _MET.search(passage.words)
    return met if met and not _NOT.search(passage.words) else None


def _held(table: Table) -> Iterator[_Held]:
    every = [one for one in columns(table) if one.index]
    targets = [one for one in every if any(each.search(one.header) for each in (_LEAST, _MOST, _TARGET))]
    reached = [one for one in every if one not in targets and _REACHED.search(one.header)]
    if len(targets) != 1 or len(reached) != 1:
        return
    target, value = targets[0], reached[0]
    rows = [row for row in target.numbers if row in value.numbers]
    if len(rows) < 2 or any(target.numbers[row].unit != value.numbers[row].unit for row in rows):
        return
    sign = 1 if _LEAST.search(target.header) else -1 if _MOST.search(target.header) else 0
    yield _Held(table, target, value, sign or _usual(target, value, rows), bool(sign))


def _usual(target: Column, value: Column, rows: Sequence[int]) -> int:
    """Which end most of the rows lie at; 0 where they do not tell."""
    above = sum(value.numbers[row].value > target.numbers[row].value for row in rows)
    below = sum(value.numbers[row].value < target.numbers[row].value for row in rows)
    return 1 if above >= MOST * below else -1 if below >= MOST * above else 0


def _judge(document: Document, passage: Passage, met: re.Match[str], held: _Held) -> Iterator[Finding]:
    rows = [row for row in held.target.numbers if row in held.reached.numbers]
    named = [row for row in rows if _names(passage.words, held.table, row)]
    of = rows if _ALL.search(passage.words) else named
    missed = [row for row in of if _misses(held, row)]
    if missed and MOST * len(missed) <= len(rows):
        yield _finding(document, passage, met, held, missed)


def _names(words: str, table: Table, row: int) -> bool:
    own = every_root(table.rows[row][0].text) - GENERIC
    return bool(own) and own <= every_root(words)


def _misses(held: _Held, row: int) -> bool:
    """Whether a value lies on the wrong side of its target, whatever the rounding of either."""
    target, value = (one.numbers[row].readings.rounded for one in (held.target, held.reached))
    return bool(held.sign) and (value.upper < target.lower if held.sign > 0 else value.lower > target.upper)


def _finding(document: Document, passage: Passage, met: re.Match[str], held: _Held, missed: Sequence[int]) -> Finding:
    table, columns_ = held.table, (held.reached, held.target)
    whole = _SENTENCE.match(passage.words) or met
    side = "below" if held.sign > 0 else "above"
    sums = (
        f"{table.rows[row][0].text}: {' is '.join(table.rows[row][one.index].text for one in columns_)}"
        for row in missed
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if held.told else "low",
        message=f"{document.name} says '{met.group()}'; in table {table.name} {held.reached.header!r} lies {side} "
        f"{held.target.header!r} in {', '.join(table.rows[row][0].text for row in missed)}",
        arithmetic="; ".join(sums).replace(" is ", f" is {side} ") + ".",
        comparison=(document.name, table.name, held.reached.header, held.target.header),
        evidence=(
            phrase(passage, whole),
            *(cell(document, table, row + 1, one.index) for row in missed for one in columns_),
        ),
        likely_wrong_why="the words are of all rows, the table prints each",
    )
