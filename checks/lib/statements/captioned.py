"""Sentences that stand below or beside what they are of: captions, footnotes, the notes of a table."""

import re

from checks.lib.statements.passages import Passage

_LEAD = re.compile(
    r"[\W_]*(?:(?:figure|fig\.?|table|chart|plot|graph|diagram|listing|exhibit)\s*\d+[a-z]?\b|(?:foot)?notes?\b\s*\d*\s*[:.]|"
    r"(?:test |system )?(?:set-?up|configuration|conditions)\s*:)",
    re.IGNORECASE,
)
_NOTES = re.compile(r"[\W_]*(?:foot|end)?notes?\W*", re.IGNORECASE)


def captioned(one: Passage) -> bool:
    """Whether a sentence is of a caption or a note."""
    text = one.document.text
    block = next((each for each in one.document.blocks if each.start <= one.start < each.end), None)
    if block is None or block.kind in ("caption", "footnote"):
        return block is not None
    heads = [each for each in one.document.blocks if each.kind == "heading" and each.end <= one.start]
    below = heads and _NOTES.fullmatch(text, heads[-1].start, heads[-1].end)
    return bool(below or _LEAD.match(text, block.start, block.end))
