"""The row of which a sentence says that its gain is the largest, or the smallest: "the gain is largest at batch 64"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.columns.row_gains import Gains
from checks.lib.language.held_back import held_back
from checks.lib.language.tokens import every_root
from checks.lib.quantities.asserted import Sentence

_GAIN = (
    r"(?:gains?|speed-?ups?|improvements?|advantages?|benefits?|leads?|gaps?|differences?|savings?|uplifts?|increases?|"
    r"reductions?|boosts?)"
)
_END = (
    r"(?P<{}>largest|biggest|highest|greatest|strongest|widest|most pronounced|(?P<{}>smallest|lowest|least|narrowest))"
)
_SAID = re.compile(
    rf"\b{_GAIN}\b(?:\s(?!than\b)[\w-]+){{0,8}}?\s{_END.format('a', 'alow')}\b(?!\s[a-z]+\s(?:of|in)\s)|"
    rf"\b{_END.format('b', 'blow')}\s(?:[\w-]+\s){{0,2}}?{_GAIN}\b",
    re.IGNORECASE,
)
_EXPECTED = re.compile(r"\bas (?:\w+ ){0,2}expect\w*", re.IGNORECASE)  # what is so is no wish
_CUT = re.compile(r"[,;:](?=\s)|\s(?:and|but|while|whereas|than)\s")
_PLACE = re.compile(r"\b(?:at|on|for|with|in|under|from|by|comes|is|was|are|were|seen|shows?|gets?|has|had)\b")


@dataclass(frozen=True, slots=True)
class Largest:
    """A row's gain at words[start:end] of a sentence, which is said to be the largest or the smallest."""

    sentence: Sentence
    start: int
    end: int
    smallest: bool

    def row(self, gains: Gains) -> str:
        """The only row that its clause names, behind the word or before it; "" where it names none, or several."""
        words = self.sentence.passage.words
        behind, ahead = _CUT.split(words[self.end :])[0], _CUT.split(words[: self.start])[-1]
        some = (self._named(gains, f"{words[self.start : self.end]} {text}") for text in (behind, f"{ahead} {behind}"))
        found = next(filter(None, some), [])
        return found[0] if len(found) == 1 else ""

    @staticmethod
    def _named(gains: Gains, text: str) -> list[str]:
        said, nouns = every_root(text), every_root(gains.noun)
        found = []
        for key in gains.rows:
            mine = every_root(key)
            bare = all(one.isdigit() for one in mine - nouns)
            if mine - nouns and mine - nouns <= said and (not bare or not nouns or nouns & said):
                found.append(key)
        return found

    def beaten(self, gains: Gains) -> str:
        """The row that has the largest or smallest gain in its place; "" where it is the one that is named."""
        row = self.row(gains)
        best = sorted(gains.rows, key=lambda key: gains.rows[key].lower, reverse=not self.smallest)[0]
        mine, other = gains.rows[row], gains.rows[best]
        apart = mine.lower > other.upper if self.smallest else other.lower > mine.upper
        return best if apart else ""


def largest_gains(sentence: Sentence) -> Iterator[Largest]:
    """The places of a sentence that say whose gain is the largest or the smallest."""
    words = sentence.passage.words
    match = None if sentence.past or held_back(_EXPECTED.sub(" ", words)) else _SAID.search(words)
    if match and _PLACE.search(words, match.end() - 1):
        yield Largest(sentence, *match.span(), smallest=bool(match["alow"] or match["blow"]))
