"""Where a form of the grammar is tried: one that begins with a number only where a number can begin.

Most forms do, and a sentence holds a number or two: trying them at every character took most of the time.
"""

import re
from typing import Literal

from parsers.lib.numbers import EDGE, NUMBER
from parsers.lib.scene import Form
from schemas.number_words import NUMBER_WORDS, WORD_NUMBER

Beginning = Literal["number", "number or word", ""]

# A digit, or the "v" or point before one, that is no part of a word: more places than EDGE allows, never fewer.
_START = re.compile(r"[.\dvV](?<!\w.)(?<![vV](?!\d))(?<!\.(?!\d))")
_WITH_NUMBER = (
    rf"{EDGE}(?P<a>{NUMBER})",
    rf"{EDGE}(?P<a>\d{{1,3}}(?:,\d{{3}})*)",
    r"(?<![\w.])v?(?P<a>\d",
    r"(?<![\w.])(?P<h>\d",
    r"(?<![\w:.])(?P<h>\d",
    r"(?<![\w.])(?P<h>)(?P<m>\d",
)
_WITH_EITHER = rf"{EDGE}(?P<a>{NUMBER}|(?i:\b(?:{WORD_NUMBER})\b))"
_TOKEN = re.compile(r"[a-z]+")


def beginning(form: Form) -> Beginning:
    """What a form begins with: a printed number, a number printed or in words, or anything ("")."""
    pattern = form.pattern.pattern
    if pattern.startswith(_WITH_EITHER):
        return "number or word"
    return "number" if pattern.startswith(_WITH_NUMBER) else ""


class Starts:
    """The places of text[start:end] where a number can begin. `words` is the same stretch in lower case."""

    def __init__(self, text: str, start: int, end: int, words: str) -> None:
        self.text, self.end = text, end
        self.numbers = [match.start() for match in _START.finditer(text, start, end)]
        self.spelled = "fold" in words or not NUMBER_WORDS.isdisjoint(_TOKEN.findall(words))

    def search(self, begins: Beginning, pattern: re.Pattern[str], at: int) -> re.Match[str] | None:
        """The first match of a form's pattern from `at` on, where it begins with a number at one that is free."""
        if not begins or (self.spelled and begins == "number or word"):
            return pattern.search(self.text, at, self.end)
        for number in self.numbers:
            if number >= at and (match := pattern.match(self.text, number, self.end)):
                return match
        return None

    def take(self, start: int, end: int) -> None:
        """No form begins within text[start:end] any more: it belongs to a name, or to the form that took it."""
        self.numbers = [number for number in self.numbers if not start <= number < end]
