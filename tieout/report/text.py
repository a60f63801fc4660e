"""Hostile text made harmless: marks that would move other text are spelled out, what never ends is cut."""

import json
import re
import unicodedata

MAX_SHOWN = 1200  # characters of one piece of text; a page with a word of a megabyte in it is no use to anyone
_HIDDEN = re.compile(
    r"[^\w\s!-~\u00a0-\u00ac\u00ae-\u00bf\u2010-\u2027\u2030-\u205e\u20a0-\u22ff]|[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029]"
)


def visible(text: object) -> str:
    """Text with its control and direction marks spelled out, and cut where it is longer than anyone reads."""
    return _HIDDEN.sub(lambda match: _spelled(match[0]), clip(str(text)))


def clip(text: str, most: int = MAX_SHOWN) -> str:
    """At most `most` characters, with a word on how many there were."""
    return text if len(text) <= most else f"{text[: most - 40]}… ({len(text):,} characters)"


def _spelled(char: str) -> str:
    hidden = unicodedata.category(char) in {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"} and char not in "\n\t\u00ad"
    return f"⟨U+{ord(char):04X}⟩" if hidden else char


def script_json(value: object) -> str:
    """JSON that may stand in a script element: nothing in it can end the element, or a line."""
    text = json.dumps(value, ensure_ascii=True, separators=(",", ":"))
    # ASCII leaves no U+2028; "<" is what "</script>" and "<!--" begin with.
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")
