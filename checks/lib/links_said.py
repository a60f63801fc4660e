"""Factors that sentences say of one named thing over another: "this puts B3 at four times B1".

Names are all that is asked for: the last one ahead of the factor, and the first behind it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from checks.lib.asserted import Sentence
from checks.lib.contrasts import content
from checks.lib.index import by
from checks.lib.multiples import Multiple, multiples
from checks.lib.spoken_kinds import kinds_of
from checks.lib.tokens import names, root
from schemas.interval import Interval

NTH = {"first": "1", "original": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
_NAME = re.compile(
    rf"(?:\b(?P<nth>(?i:{'|'.join(NTH)}))\s)?(?P<name>[A-Z][\w-]*(?:\s(?:[A-Z][\w-]*|\d+(?:\.\d+)*\b(?!\s?[%x×]|\stimes)))*|"
    r"\b[a-z]+\d[\w.]*)"
)
_CUT = re.compile(r"[;](?=\s)|,\s(?:and|but|while)\s")
_LEADS = re.compile(r"(?:A|An|The|This|That|It|In|On|At|So|Its|With|And|But|By|For|Thus|Hence|Who|Our|We|These)\b")
TRIED = 8  # links of one pair of names that a chain is tried with
_BY = re.compile(r"\s(?:(?:as\s)?(?P<by>[a-z]+)\s(?:as|than)\b)")
_ITS = re.compile(r"['’]s$")


@dataclass(frozen=True, slots=True)
class Link:
    """A factor of `upper` over `lower`; `words` are what its sentence says besides."""

    one: Multiple
    sentence: Sentence
    upper: str
    lower: str
    words: frozenset[str]

    @property
    def quote(self) -> str:
        """As it is printed."""
        return self.sentence.passage.words[self.one.start : self.one.end]

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in its document."""
        start = self.sentence.passage.start
        return start + self.one.start, start + self.one.end

    @property
    def spoken(self) -> str:
        """The adjective that it compares by, "" where it has none: "1.8 times as fast as"."""
        match = _BY.match(self.sentence.passage.words, self.one.end)
        return root(match["by"]) if match else ""

    def unlike(self, other: "Link") -> bool:
        """Whether two links speak of values of different kinds: of speed and of memory."""
        mine, theirs = (kinds_of(one.sentence.passage.words) for one in (self, other))
        plain = kinds_of("")
        return mine != plain != theirs and not mine & theirs


@dataclass(frozen=True, slots=True)
class Told:
    """`whole` is said of A over C, `upper` of A over B, `lower` of B over C."""

    whole: Link
    upper: Link
    lower: Link

    @property
    def product(self) -> Interval:
        """What the two come to."""
        return self.upper.one.ways[0] * self.lower.one.ways[0]


def chains_told(links: Iterable[Link]) -> Iterator[Told]:
    """The links that two others span, where a word besides the names, or their adjective, makes them of one thing."""
    of_pair = by(links, lambda one: (one.upper, one.lower))
    for (upper, lower), wholes in of_pair.items():
        for (first, between), some in of_pair.items():
            rest = of_pair.get((between, lower), [])
            if first == upper and between != lower and rest:
                every = (Told(whole, one, other) for whole in wholes for one in some for other in rest)
                yield from (one for one in islice(every, TRIED) if _of_one_thing(one))


def _of_one_thing(one: Told) -> bool:
    if one.whole.unlike(one.upper) or one.whole.unlike(one.lower):
        return False
    rest = one.upper.words | one.lower.words
    spoken = {each.spoken for each in (one.whole, one.upper, one.lower)}
    # "3.4 times as fast as Basalt 3" says no thing of its own: what is as fast as what is all that it says.
    alike = len(spoken) == 1 and "" not in spoken and not (one.whole.words and rest)
    return alike or bool(one.whole.words & rest)


def links_said(every: Sequence[Sentence]) -> Iterator[Link]:
    """The links of a document's sentences, in text order."""
    known = frozenset().union(*(names(one.passage.words) for one in every))
    for sentence in every:
        words = sentence.passage.words
        found = [one for one in multiples(words) if not one.most] if sentence.asserted else []
        for number, one in enumerate(found):
            start = found[number - 1].end if number else 0
            end = found[number + 1].start if number + 1 < len(found) else len(words)
            ahead = _names(words[start : one.start], known)
            behind = _names(_CUT.split(words[one.end : end])[0], known)
            if ahead and behind and ahead[-1] != behind[0] and len(one.ways) == 1 and not one.bound:
                rest = content(words) - {word for name in (ahead[-1], behind[0]) for word in name.split()}
                yield Link(one, sentence, ahead[-1], behind[0], rest)


def _names(text: str, known: frozenset[str]) -> list[str]:
    """The names of a text, "the first Ostler" as "ostler 1": no word that only begins its sentence."""
    found = []
    for match in _NAME.finditer(text):
        name = _LEADS.sub("", match["name"]).strip()
        plain = _ITS.sub("", name).lower()
        lone = " " not in plain and not any(map(str.isdigit, plain)) and not names(f"the {name}") & known
        if plain and not lone:
            nth = NTH.get((match["nth"] or "").lower(), "")
            found.append(f"{plain} {nth}".strip())
    return found
