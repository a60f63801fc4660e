"""A factor with its clause, the two values that it can be of, and what its own sentence gives for it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from itertools import product

from checks.lib.labels.couples import Couple
from checks.lib.labels.spoken_kinds import ANY, kinds_of
from checks.lib.language.contrast_words import content
from checks.lib.language.tokens import coded
from checks.lib.quantities.asserted import Asserted, Sentence
from schemas.document import Document
from schemas.interval import Interval
from schemas.multiples import BREAK, Multiple, clause_of, counts_machines, figures, multiples

BOUGHT = frozenset(kind for kind in ANY if kind.endswith(("/power", "/energy")))  # what a watt or a joule gives
BOTH, ONE, ALONE = 3, 2, 1  # points for sides that are said
_FIGURE = re.compile(
    r"(?<![\w.,])\d[\d.,]*\s?(?:%|per\s?cent\b|[x×](?!\w))", re.IGNORECASE
)  # of another factor, whether it can be read or not
_NUMBER = re.compile(r"(?<![\w.,-])\d[\d,]*(?:\.\d+)?(?!\w)")
_LISTED = re.compile(rf"{_NUMBER.pattern}(?=[,;:/)|]|$)")
# "Compared to Brisk 1 it is 4x faster and 10x smaller": over Brisk 1 both times.
_FRONTED = re.compile(
    r"(?:Compared (?:to|with)|Relative to|Against|Versus|Over)\s[^,;:]{2,60}?(?=,|\s(?:it|they|we|the|this|these)\s)"
)
_NUMBERED = re.compile(r"\b[A-Z][\w-]*\s\d+(?:\.\d+)?\b")  # "Plume 1.6" is a name


_BY_ITSELF = re.compile(
    r"\b(?:fell|fall(?:s|en)?|dropp?(?:s|ed)|went (?:down|up)|(?:is|are|was|were) (?:down|up|cut|reduced)|r[io]ses?|"
    r"grew|grows|improve[sd]|shr[aiu]nk(?:s|en)?|decreased|increased)\s(?:by\s)?(?:\w+\s)?$",
    re.IGNORECASE,
)
_NO_NOUN = re.compile(r"the|that|its|their|more|less|fewer|higher|lower|greater|larger|smaller|better", re.IGNORECASE)
_AGAINST = re.compile(r"\b(?:than|over|versus|vs\.?|against|relative to|compared (?:to|with))\s", re.IGNORECASE)


@dataclass(frozen=True)  # held against thousands of pairs, each of which asks for its words
class Said:
    """A factor, its sentence (the `at`th of its document), and the clause that is its own."""

    one: Multiple
    sentence: Sentence
    clause: str
    at: int

    @property
    def quote(self) -> str:
        """The factor as it is printed."""
        return self.sentence.passage.words[self.one.start : self.one.end]

    @property
    def document(self) -> Document:
        """The document that says it."""
        return self.sentence.passage.document

    @property
    def ahead(self) -> str:
        """What its sentence says ahead of it."""
        return self.sentence.passage.words[: self.one.start]

    @property
    def against(self) -> bool:
        """Whether its clause says what it is held against."""
        return bool(_AGAINST.search(self.clause))

    @property
    def above(self) -> str:
        """What stands over it: heading and title."""
        return " | ".join(self.sentence.scope[-2:])

    @cached_property
    def codes(self) -> frozenset[str]:
        """The codes that its clause names."""
        return coded(self.clause)

    @cached_property
    def words(self) -> frozenset[str]:
        """The words and codes of its clause."""
        return content(self.clause) | self.codes

    @cached_property
    def piece(self) -> str:
        """The words around it up to the next comma."""
        words = self.sentence.passage.words
        return f"{BREAK.split(words[: self.one.start])[-1]} {BREAK.split(words[self.one.end :])[0]}"

    @cached_property
    def led(self) -> str:
        """Its clause up to the first comma behind it."""
        at = self.clause.find(self.quote) + len(self.quote)
        return self.clause[:at] + BREAK.split(self.clause[at:])[0]

    @cached_property
    def kinds(self) -> frozenset[str]:
        """The kinds of values that these words speak of; none where they speak of none."""
        return BOUGHT if self.one.bought else _kinds(self.sentence.passage.words[self.one.end :], self.piece)

    @cached_property
    def own(self) -> list[Asserted]:
        """The values that its clause prints."""
        words = self.sentence.passage.words
        return [one for one in self.sentence.amounts if words[one.amount.start : one.amount.end] in self.clause]


def _kinds(rest: str, piece: str) -> frozenset[str]:
    # Of "1.6x the memory bandwidth" and "75% more memory bandwidth" the first word is none of the two.
    behind = [one for one in BREAK.split(rest)[0].split() if not _NO_NOUN.fullmatch(one)][:2]
    # "Doubles memory bandwidth" is of a bandwidth: the last of two nouns is what is measured.
    return next(
        (kinds for each in (*reversed(behind), piece) if (kinds := kinds_of(each)) != kinds_of("")), frozenset()
    )


@dataclass(frozen=True, slots=True)
class Loose:
    """Two values that a factor can be of, and how much speaks for it."""

    document: Document
    places: tuple[tuple[int, int], tuple[int, int]]
    factor: Interval
    points: int
    sides: int
    thing: int
    kind: str  # of the values
    own: bool  # whether its own document prints them
    labels: frozenset[str] = frozenset()  # of the two sides; none where sentences print them
    named: bool = False  # whether both labels are said around the factor, or the only two of a row that is said
    crossed: tuple[Interval, ...] = ()  # what either value gives with one of another kind of label
    inside: bool = False  # whether its own sentence prints both, and not too roughly
    turned: bool = False  # whether they are of one thing, before and after, in one release and the next
    couple: Couple | None = None  # the two values with their labels; None where sentences print them

    @property
    def firm(self) -> bool:
        """Whether labels say a side, and what it is of: then no other two values of the page acquit it."""
        if self.named:
            return True
        return bool(self.labels) and self.sides >= (BOTH if self.own else ONE) and self.thing > 0


def said_in(sentence: Sentence, at: int) -> Iterator[Said]:
    """The factors of a sentence (the `at`th of its document), each with its clause."""
    words = sentence.passage.words
    every = list(multiples(words))
    every_figure = {*figures(words), *(one.span() for one in _FIGURE.finditer(words))}
    # "On 4x R9 it is answered 9x faster": the 4x counts, and parts no clauses.
    marks = sorted(one for one in every_figure if not counts_machines(words, *one))
    for one in every:
        start, end = clause_of(words, one, marks)
        fronted = _FRONTED.match(words) if start else None
        yield Said(one, sentence, (fronted[0] + " " if fronted else "") + words[start:end], at)


def own_quotients(said: Said) -> Iterator[Interval]:
    """What a value of a factor's sentence gives with a number there that is printed alike: "25.0 s instead of 35.0"."""
    words = said.sentence.passage.words
    plain = _NUMBERED.sub(" ", f"{words[: said.one.start]} {words[said.one.end :]}")
    every = {one.replace(",", "") for one in _NUMBER.findall(plain)}
    amounts = [one.amount for one in said.sentence.amounts if not _counts(one)]
    kinds = Counter(one.kind for one in amounts)
    # "From 91 to 52 minutes (M = 32)": of two minutes neither is held against the 32.
    measured = " ".join(words[one.start : one.end] for one in amounts if kinds[one.kind] == 1)
    # "A 184, B 149, speedup 1.2x" prints no unit at all, "1,024 chips" is one.
    listed = measured if amounts else " ".join(_LISTED.findall(plain))
    mine = {one.replace(",", "") for one in _NUMBER.findall(listed)} & every
    for one, other in product(mine, every):
        small, large = sorted((Decimal(one), Decimal(other)))
        if small and len(one.partition(".")[2]) == len(other.partition(".")[2]):
            yield Interval(large / small, large / small)


def _counts(one: Asserted) -> bool:
    return one.amount.kind == "count"


def of_itself(said: Said, every: Sequence[Loose]) -> Sequence[Loose]:
    """Of a change those pairs that are of one thing: "p50 of SET fell by 61%" holds no row SET against the row GET."""
    if not _BY_ITSELF.search(said.ahead) or said.against:
        return every
    return [one for one in every if one.turned and one.thing] or every


def best_of(said: Said, every: Sequence[Loose]) -> list[Loose]:
    """Those that most speaks for; of a kind that the words name, where there is one: "half the memory"."""
    found = [one for one in every if one.labels and one.kind in said.kinds - {"count"}] or every
    most = max(one.points for one in found)
    return [one for one in found if one.points == most]
