"""Rows of tables as records: what each of their headers says of them, so that one record may be found in two tables."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from checks.lib.language.tokens import every_root
from checks.lib.statements.beside import main
from checks.lib.statements.cells import Number
from schemas.document import Table
from schemas.names import key

# "bsz=32" in a header or behind a cell's number: what this column was set to, no part of what it measures.
_SET = re.compile(r"[,;(\s]*\b(?P<what>[A-Za-z]\w{0,20})\s?=\s?(?P<to>\w[\w.-]{0,20})\b[)\s]*")
_CITED = re.compile(r"\s?\[\d{1,3}\]$")  # a reference behind a name, in one table of two
_SETTING = frozenset(
    """
    batch size length seq sequence input output gpu gpus device devices node nodes chip chips core cores thread threads
    worker workers count number num resolution tp pp dp params parameters param parameter parameterization flops gflops
    macs gmacs step steps epoch epochs layer layers hidden heads rank year release version concurrency stage id
    """.split()
)


@dataclass(frozen=True, slots=True)
class Spot:
    """A cell that leads with a number; `row` counts from 1."""

    table: Table
    row: int
    column: int
    number: Number

    @property
    def text(self) -> str:
        """The cell as printed."""
        return self.table.rows[self.row - 1][self.column].text

    @property
    def header(self) -> str:
        """What stands over it."""
        return self.table.columns[self.column].text


@dataclass(frozen=True, slots=True)
class Record:
    """What a row prints under one setting of its headers: its words and its numbers, by header."""

    table: Table
    row: int
    setting: str
    words: Mapping[str, str]
    spots: Mapping[str, Spot]

    @property
    def name(self) -> str:
        """Its words, as a person would call the row."""
        return " ".join(dict.fromkeys(one for one in self.words.values() if one)) or f"row {self.row}"


def is_setting(header: str) -> bool:
    """Whether a header names what was chosen, or a property of what was run, rather than what came of it."""
    return bool({one.lower() for one in re.findall(r"[A-Za-z]+", header)} & _SETTING)


def of_run(header: str) -> bool:
    """Whether a header names what no two runs have alike: a time, a rate, the memory that was taken."""
    return bool(every_root(header) & _OF_RUN) or bool(re.search(r"/\s?s(?:ec)?\b|\b[mµu]s\b", header))


_OF_RUN = every_root(
    "latency time second seconds throughput fps qps bandwidth memory speed runtime duration rate performance tokens"
)


def records(table: Table) -> Iterator[Record]:
    """The records of a table; a blank in its first column stands for what is printed above it."""
    headers = [_parted(one.text) for one in table.columns]
    settings = list(dict.fromkeys(setting for _, setting in headers if setting)) or [""]
    above = ""
    for number, row in enumerate(table.rows, 1):
        if not any(one.text for one in row):
            continue  # a line that parts groups: it goes on with no row
        found = [main(_SET.sub("", one.text)) for one in row]
        if row and row[0].text:
            above = row[0].text
        words = {
            stem: key(_CITED.sub("", one.text or (above if not at else "")))
            for at, (one, (stem, _)) in enumerate(zip(row, headers, strict=True))
            if found[at] is None
        }
        for setting in settings:
            spots = {
                stem: Spot(table, number, at, one)
                for at, (one, (stem, of)) in enumerate(zip(found, headers, strict=True))
                if one is not None and of in ("", setting)
            }
            yield Record(table, number, setting, words, spots)


def _parted(header: str) -> tuple[str, str]:
    """A header's own words, and what it says a setting was."""
    setting = " ".join(f"{one['what']}={one['to']}".lower() for one in _SET.finditer(header))
    return key(_SET.sub(" ", header)) or key(header), setting
