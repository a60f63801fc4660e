"""Steps from one value to another ("from 11.0 to 15.1"), each with the release that its text gives it to."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.labels.chart_tables import tables_of
from checks.lib.language.conditions import RELEASE, conditions
from checks.lib.language.tokens import content, root
from checks.lib.statements.passages import Passage, passages
from schemas.document import Document, Table

DIGITS = 5  # of both numbers: fewer are anybody's
_N = r"(?<![\w.,$-])[$€£]?(?P<{0}>\d[\d,]*(?:\.\d+)?)(?!\d|[.,]\d)"
# A space between the words: without it one long token (an address, a hash) would be split in every way there is.
_WORD = r"[A-Za-zµ][\w/²-]{0,20}"
_UNIT = rf"(?:\s?%|(?:\s?{_WORD}(?:\s{_WORD}){{0,2}}?)?)"
_OLD, _NEW = _N.format("old"), _N.format("new")
# "11.0 to 15.1", "rose from 11.0 t/s up to 15.1", "11.0 -> 15.1", "11.0 and now 15.1".
_UP = re.compile(rf"{_OLD}{_UNIT}\s?(?:\b(?:(?:up |down )?to(?: now)?|and is now|and now)\b|→|->|=>|⇒)\s?{_NEW}")
# "15.1 tokens a second, up from 11.0", "15.1 (was 11.0)", "15.1 instead of 11.0".
_DOWN = re.compile(
    rf"{_NEW}{_UNIT}[,;]?\s?\(?(?:(?:(?:up|down) )?from|was|formerly|previously|before:?|instead of|in place of|"
    rf"against|after)\s{_OLD}"
)
_BETWEEN = re.compile(r"\b(?:between|range\w*|sizes?|batches of|scal\w+)\s(?:\w+\s){0,2}$", re.IGNORECASE)
# A heading that is a release: "v0.56.0", "Skua 4.2 (March 2024)", "What's new in 3.1".
_HEAD = re.compile(
    r"(?:\[|what['’]?s new in\s|changes in\s|release notes for\s|new in\s|(?:version|release)\s)*"
    # "Section 3.1" and "Table 2.1" are numbered too.
    r"(?:(?!(?:section|chapter|table|figure|fig|appendix|part|step|PCIe|USB)\b)[A-Za-z][\w-]*\s){0,3}?"
    r"(?:(?:version|release)\s)?(?P<v>v?\d+(?:\.\d+)+)\]?(?:\s?[:(,–—-].*)?",
    re.IGNORECASE,
)
_CELL = re.compile(r"(?:[A-Za-z][\w-]*\s){0,2}v?(?P<v>\d+(?:\.\d+)+)")
_OF_RELEASES = re.compile(
    r"\b(?:release|version|build|driver|firmware|software|since|added in|brought by)\b", re.IGNORECASE
)
# "Since version 3.0": the word before it begins the sentence, and is no name.
_RELEASES = frozenset({RELEASE, *map(root, "version release build firmware driver since with in by from".split())})
_BROUGHT = re.compile(r"\b(?i:with|in|by|since|thanks to|release|version)\s(?:[A-Z][\w+-]*\s){1,2}(?:v|version\s)?$")
_NAME = re.compile(r"(?:[A-Z][\w+-]*\s){1,2}v?")
_BRINGS = re.compile(
    r"\s(?:lift|rais|bring|brought|cut|rose|improv|took|takes|speed|sped|boost|mov|push|reduc|lower|doubl|increas|got)\w*\b"
)
_WITHOUT = re.compile(r"\b(?:not|before|until|prior to|since before|than)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Step:
    """A step at [start, end) of a document and the release at `at` that brought it."""

    document: Document
    old: str
    new: str
    start: int
    end: int
    release: str
    at: tuple[int, int]
    words: frozenset[str]  # of its sentence or row, and of what stands over it
    headed: bool  # whether a heading or a row says the release

    @property
    def values(self) -> tuple[str, str]:
        """What it goes from and what it comes to."""
        return self.old, self.new


def steps_told(document: Document) -> Iterator[Step]:
    """The steps of a document that one release is said to have brought."""
    for said in passages(document):
        for match in _steps(said.words):
            own = _own_release(said, match)
            found = own or (_headed(said) if not _released(said.words) else None)
            if found:
                yield _step(said, match, *found, headed=not own)
    for table in tables_of(document):
        yield from _of_table(document, table)


def _steps(words: str) -> Iterator[re.Match[str]]:
    if not any(map(str.isdigit, words)):
        return
    for pattern in (_UP, _DOWN):
        for match in pattern.finditer(words):
            if _telling(match) and not _BETWEEN.search(words[: match.start()]):
                yield match


def _telling(match: re.Match[str]) -> bool:
    return match["old"] != match["new"] and sum(_digits(match[one]) for one in ("old", "new")) >= DIGITS


def _digits(number: str) -> int:
    plain = number.replace(",", "")
    return len((plain if "." in plain else plain.rstrip("0")).replace(".", "").lstrip("0"))


def _released(words: str) -> list[tuple[str, int, int]]:
    """What a sentence prints of releases, but for numbers of a name: "Llama 3.1" has been since 3.1."""
    every = [one for one in conditions(words) if RELEASE in one.of]
    brings = [one for one in every if one.of <= _RELEASES or _leads(words, one.start, one.end)]
    return [(one.value, one.start, one.end) for one in brings]


def _leads(words: str, start: int, end: int) -> bool:
    """Whether a name before a number is of what brings a change: "with ROCm 6.2", "Skua 4.1 lifts it"."""
    return bool(_BROUGHT.search(words[:start]) or (_NAME.fullmatch(words[:start]) and _BRINGS.match(words, end)))


def _own_release(said: Passage, match: re.Match[str]) -> tuple[str, tuple[int, int]] | None:
    """The only release of a sentence, where nothing says that the step came without it or before it."""
    outside = [one for one in _released(said.words) if not match.start() <= one[1] < match.end()]
    if len({one[0] for one in outside}) != 1 or _WITHOUT.search(said.words[: outside[0][1]]):
        return None
    value, start, end = outside[0]
    return value, (said.start + start, said.start + end)


def _headed(said: Passage) -> tuple[str, tuple[int, int]] | None:
    """The release that the nearest heading of the sentence's own section is."""
    level = 7
    for one in reversed([one for one in said.document.blocks if one.kind == "heading" and one.end <= said.start]):
        if one.level < level:
            level = one.level
            match = _HEAD.fullmatch(said.document.text[one.start : one.end].strip("# *_"))
            if match:
                start = said.document.text.index(match["v"], one.start)
                return match["v"].lstrip("vV"), (start, start + len(match["v"]))
    return None


def _step(said: Passage, match: re.Match[str], release: str, at: tuple[int, int], *, headed: bool) -> Step:
    old, new = (match[one].replace(",", "") for one in ("old", "new"))
    words = content(f"{said.words} | {said.document.title}")
    start, end = said.start + match.start(), said.start + match.end()
    return Step(said.document, old, new, start, end, release, at, words, headed)


def _of_table(document: Document, table: Table) -> Iterator[Step]:
    """Cells with a step in rows that the first or the last cell gives to a release, as the header calls it."""
    for row in table.rows:
        ends = [
            at for at in (0, len(row) - 1) if at < len(table.columns) and _OF_RELEASES.search(table.columns[at].text)
        ]
        own = next((row[at] for at in ends if _CELL.fullmatch(row[at].text)), None)
        match = _CELL.fullmatch(own.text) if own else None
        if own is None or match is None:
            continue
        at = own.start + match.start("v"), own.start + match.end("v")
        words = content(" | ".join((*(one.text for one in row), document.title)))
        for cell in row:
            for step in _steps(cell.text):
                old, new = (step[one].replace(",", "") for one in ("old", "new"))
                start, end = cell.start + step.start(), cell.start + step.end()
                yield Step(document, old, new, start, end, match["v"], at, words, headed=True)


def heads(document: Document) -> frozenset[str]:
    """The releases that the headings of a document are."""
    texts = (document.text[one.start : one.end].strip("# *_") for one in document.blocks if one.kind == "heading")
    return frozenset(match["v"].lstrip("vV") for text in texts if (match := _HEAD.fullmatch(text)))
