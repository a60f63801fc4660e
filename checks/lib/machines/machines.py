"""The chips that a row of a table ran on, and which chips came before them; lines of systems by name."""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from checks.lib.machines.made_of import chip, chips
from checks.lib.statements.rows import Row
from schemas.names import Vocabulary

FEWEST = 2  # sizes that a line has at least


@dataclass(frozen=True, slots=True)
class Chips:
    """So many of one chip (its root: A100, not A100 80GB)."""

    chip: str
    count: int


def of_row(row: Row, vocabulary: Vocabulary) -> Chips | None:
    """The chips that a row ran on: its devices column counts them, else its platform and the count before it."""
    made, held = chip(row.platform, vocabulary), chips(row.platform, vocabulary)
    if row.keys.devices:
        return Chips(made or row.platform, row.keys.devices)
    return Chips(made, held * (row.keys.subject.count or 1)) if made and held else None


def predecessors(name: str, vocabulary: Vocabulary) -> Iterator[str]:
    """The chips that came before this one in its line, nearest first."""
    seen = {name}
    entry = vocabulary.get("platforms", name)
    while entry and entry.text("successor_of") and entry.text("successor_of") not in seen:
        before = entry.text("successor_of")
        seen.add(before)
        yield [before, *vocabulary.ancestors(before)][-1]
        entry = vocabulary.get("platforms", before)


@lru_cache(maxsize=4)
def lines_of(vocabulary: Vocabulary) -> dict[str, re.Pattern[str]]:
    """Names of systems without their size, of which there are several: how a text prints each without one."""
    stems = Counter(
        re.sub(r"[\s-]*\d+$", "", entry.name)
        for entry in vocabulary.entries("platforms")
        if entry.text("kind") == "system"
    )
    names = [stem for stem, count in stems.items() if count >= FEWEST and len(stem) > FEWEST]
    return {name: re.compile(rf"\b{re.escape(name)}s?\b(?![\s-]?\d)", re.IGNORECASE) for name in names}
