"""Part numbers, "QX-4417G-TR": a text that prints one is of the thing that has it, whatever else either names."""

import re
from collections.abc import Iterable

# Digits and letters in one: "AES-256-GCM" is what was run, and on many systems.
_PART = re.compile(r"(?<![\w-])(?=[\w-]*(?:\d{2}[A-Z]|[A-Z]\d{2}))[A-Z\d]{2,}(?:-[A-Z\d]{2,})+(?![\w-])")


def shared_parts(text: str, labels: Iterable[str]) -> frozenset[str]:
    """The part numbers of some labels that a text prints to the letter: "-TR2" is another part than "-TR"."""
    return frozenset(_PART.findall(" | ".join(labels))) & frozenset(_PART.findall(text))
