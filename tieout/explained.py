"""What a check's docstring says, by section: `tieout explain` and docs/checks.md print nothing else."""

import re
from dataclasses import dataclass

from checks.registry import Check

SECTIONS = ("Why", "Flags", "Passes", "Does not judge")
_HEADER = re.compile(rf"^({'|'.join(SECTIONS)}):[ \t]*", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Explained:
    """A check's docstring: the sentence that states what should hold, and its sections by name."""

    check: Check
    holds: str
    sections: dict[str, str]

    @property
    def missing(self) -> tuple[str, ...]:
        """Sections of the template that the docstring lacks."""
        return tuple(name for name in SECTIONS if not self.sections.get(name))


def explained(check: Check) -> Explained:
    """The parts of a check's docstring; what is missing is left out."""
    first, *rest = _HEADER.split(check.doc)
    texts = {name: _dedent(text) for name, text in zip(rest[::2], rest[1::2], strict=True)}
    return Explained(check, " ".join(first.split()), texts)


def _dedent(text: str) -> str:
    """Google-style section bodies are indented under their header; a list keeps its lines."""
    lines = [line.strip() for line in text.strip().splitlines()]
    return "\n".join(lines)
