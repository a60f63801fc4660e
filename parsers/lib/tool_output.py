"""What benchmark tools print into a terminal, as tables: lines of names with figures, and the runs of test suites.

Every tool has its own layout; four shapes cover most of them: a name with its figure ("Requests/sec:  748868.53",
"latency average = 4.7 ms", "Mean TTFT (ms):  81.3"), a name with several ("read: IOPS=612k, BW=2391MiB/s"), a test with
figures that carry their units ("BenchmarkX-8  412033  2894 ns/op  1120 B/op"), and a test with bounds around its figure
("time:   [4.10 ms 4.13 ms 4.16 ms]"). Settings are printed so too: a line is taken when its name or its figure says a
unit, and a block only when two of its lines are.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from parsers.lib.text_lines import Line
from schemas.document import Cell, Table

LEAST = 2  # lines that tell figures, in a block that reports
LONGEST = 400  # characters of a line that is looked at
# A configuration or a program says "timeout: 30s" and has measured nothing.
_PROGRAM = re.compile(
    r"(?:`{3,}|~{3,})\s*\{?\.?(?:ya?ml|json5?|toml|ini|conf|properties|xml|html|css|s?css|js|jsx|ts|tsx|javascript|typescript|"
    r"python|py|rust|rs|go|java|kotlin|scala|c|cpp|c\+\+|csharp|cs|cuda|swift|ruby|rb|php|perl|r|sql|hcl|terraform|"
    r"dockerfile|docker|makefile|cmake|nginx|lua|diff|proto|graphql|mermaid|nix|zig|haskell|elixir)\b",
    re.IGNORECASE,
)
_SETTINGS = re.compile(r"[\w.-]{1,40}:$|- \w|[{\[\"'<@]|\w[\w.]*\s=\s[\w.]+\(|.*[;{]$")
_NUMBER = r"(?:\d{1,3}(?:,\d{3}){1,6}|\d{1,20})(?:\.\d{1,9})?"
_UNIT = r"[a-zA-Zµμ%][\w%µμ]{0,11}(?:/[\w-]{1,12}){0,2}"
_TOLD = re.compile(
    rf"(?P<name>[A-Za-z][\w .%/+±σ\[\]-]{{1,60}}(?:\([^()]{{1,30}}\))?)\s{{0,40}}(?::|=|\.{{3,60}}:?)\s{{0,60}}"
    rf"(?P<value>{_NUMBER}(?:(?= \w{{3,12}} per second)|\s?(?P<unit>{_UNIT}))?)"
    r"(?:\s\[(?P<boxed>[a-zA-Zµ]{1,12}(?:/sec)?)\]| (?P<each>\w{3,12} per second))?(?=$|\s|,)"
)
_IN_NAME = re.compile(r"\([a-zA-Zµμ%][\w%/µμ]{0,15}\)$|/s(?:ec)?$|\sper second$|\btps$", re.IGNORECASE)
# How far runs differ, and how long one was told to run.
_ASIDE = re.compile(r"std(?:dev|ev|\s?dev|\.)|deviation|variance|^(?:duration|timeout)$", re.IGNORECASE)
_SENTENCE = re.compile(r"[.!?]\s|\w+\s(?:is|are|was|the)\s", re.IGNORECASE)
_LISTED = re.compile(r"(?P<name>[A-Za-z][\w ]{0,30}(?:\([a-zA-Zµ]{1,8}\))?)\s?\.{0,60}:\s*(?=[A-Za-z]+\s?=\s?\d)")
_PART = re.compile(rf"(?P<name>[A-Za-z][\w.]{{0,20}})\s?=\s{{0,8}}(?P<value>{_NUMBER}[a-zA-Z%/]{{0,8}})(?=$|[\s,(])")
_EACH = r"[a-zA-Zµ]+/[\w/-]+"
_RUN = re.compile(rf"(?P<name>[A-Za-z][\w/.:=()-]{{2,120}})\s+\d{{1,12}}(?P<rest>(?:\s+{_NUMBER}\s{_EACH})+)")
_MEASURED = re.compile(rf"(?P<value>{_NUMBER})\s(?P<unit>{_EACH})")
_BOUNDS = rf"\[{_NUMBER} \S{{1,12}} (?P<value>{_NUMBER} \S{{1,12}}) {_NUMBER} \S{{1,12}}\]"
_BOUNDED = re.compile(rf"(?P<name>\S.{{0,118}}?)??\s*\b(?P<what>time|thrpt):\s{{1,40}}{_BOUNDS}")
_BOUNDED_HEADS = {"name": "Benchmark", "time": "Time", "thrpt": "Throughput"}
_CASE = re.compile(r"[\w][^\s:]{0,100}(?:\s[^\s:]{1,60}){0,6}")


def tool_output(every: Sequence[Line], text: str, start: int) -> list[Table]:
    """The tables that a block of code's lines tell, the block beginning at `start`; () for programs and settings."""
    if _PROGRAM.match(text, start):
        return []
    near = [line for line in every if 0 < len(line.words) <= LONGEST]
    settings = any(_SETTINGS.match(line.words) for line in near)
    found = (_runs(near), _bounded(near), None if settings else _told(near))
    return [table for table in found if table is not None]


def _cell(line: Line, match: re.Match[str], group: str) -> Cell:
    start, end = match.span(group)
    words = match[group].rstrip()
    return Cell(words, line.start + start, line.start + end - len(match[group]) + len(words))


def _told(every: Iterable[Line]) -> Table | None:
    """Names with figures, as a table of properties; a name in front of several figures is part of each one's."""
    rows: list[tuple[Cell, ...]] = []
    for line in every:
        listed, told = _LISTED.match(line.words), _TOLD.match(line.words)
        if listed:
            parts = _PART.finditer(line.words, listed.end())
            rows += [_part(line, listed, one) for one in parts if not _ASIDE.search(one["name"])]
        elif told and _reports(told):
            name = _cell(line, told, "name")
            behind = told["boxed"] or told["each"]  # a unit that no cell prints so
            told_in = f"{name.text} ({behind})" if behind else name.text
            rows.append((replace(name, text=told_in), _cell(line, told, "value")))
    return _table([("Metric", rows[0][0].start), ("Value", rows[0][0].start)], rows) if len(rows) >= LEAST else None


def _reports(told: re.Match[str]) -> bool:
    name = told["name"].rstrip()
    return bool(told["unit"] or told["boxed"] or told["each"] or _IN_NAME.search(name)) and not (
        _SENTENCE.search(name) or _ASIDE.search(name)
    )


def _part(line: Line, listed: re.Match[str], one: re.Match[str]) -> tuple[Cell, Cell]:
    unit = re.search(r"\([a-zA-Zµ]+\)$", listed["name"])
    told = listed["name"].removesuffix(unit[0] if unit else "").strip()
    name = f"{told} {one['name']} {unit[0] if unit else ''}".strip()
    return Cell(name, line.start, line.start + one.end("name")), _cell(line, one, "value")


def _runs(every: Iterable[Line]) -> Table | None:
    """Tests with figures that carry their units, one column a unit."""
    lines = [(line, match) for line in every if (match := _RUN.fullmatch(line.words))]
    units: dict[str, int] = {}
    for line, match in lines:
        for one in _MEASURED.finditer(line.words, match.start("rest")):
            units.setdefault(one["unit"], line.start + one.start("unit"))
    rows = [(_cell(line, match, "name"), *_under(units, line, match)) for line, match in lines]
    return _table([("Benchmark", rows[0][0].start), *units.items()], rows) if rows else None


def _under(units: Iterable[str], line: Line, match: re.Match[str]) -> list[Cell]:
    found = {one["unit"]: _cell(line, one, "value") for one in _MEASURED.finditer(line.words, match.start("rest"))}
    return [found.get(unit, Cell("", line.start, line.start)) for unit in units]


def _bounded(every: Iterable[Line]) -> Table | None:
    """Tests with bounds around each figure; a long test's name stands on the line above."""
    rows: list[dict[str, Cell]] = []
    above = Cell("", 0, 0)
    for line in every:
        match = _BOUNDED.match(line.words)
        if match is None:
            above = Cell(line.words, line.start, line.end) if _CASE.fullmatch(line.words) else above
        elif match["what"] == "time" or not rows:
            rows.append({"name": _cell(line, match, "name") if match["name"] else above})
        if match is not None:
            rows[-1][match["what"]] = _cell(line, match, "value")
    kinds = [kind for kind in _BOUNDED_HEADS if any(kind in row for row in rows)]
    cells = [tuple(row.get(kind, Cell("", row["name"].start, row["name"].start)) for kind in kinds) for row in rows]
    return _table([(_BOUNDED_HEADS[kind], cells[0][0].start) for kind in kinds], cells) if cells else None


def _table(heads: Iterable[tuple[str, int]], rows: Sequence[tuple[Cell, ...]]) -> Table:
    columns = tuple(Cell(words, at, at + len(words)) for words, at in heads)
    start = min(cell.start for row in rows for cell in row)
    return Table("", "", columns, tuple(rows), start, max(cell.end for row in rows for cell in row))
