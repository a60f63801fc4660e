"""What a clause says went up or down, grew better or worse: one thing between two times, or so many of several."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import combinations, pairwise

from checks.lib.columns.boards import Board, Field
from checks.lib.language.axes import ends, in_time
from checks.lib.language.orders import COMPARATIVES, End, Order, release_behind
from checks.lib.language.quantifiers import Quantifier, quantifier
from checks.lib.language.tokens import roots, tokens
from checks.lib.ordering.clauses import Part
from checks.lib.ordering.spoken_of import spoken_of
from checks.lib.ordering.standing import (
    Reading,
    Truths,
    before,
    cells_of,
    counts,
    deciding,
    directions,
    is_partly,
    judged,
)
from checks.lib.telling.told import VERBS
from schemas.number_words import count, either, in_words

_WORDS: dict[End, str] = {
    "large": (
        r"ris(?:es?|en|ing)|rose|climb(?:s|ed|ing)?|gr[eo]w(?:s|n|ing)?|increas(?:es?|ed|ing)|jump(?:s|ed)?|soar(?:s|ed)?|"
        r"surg(?:es?|ed)|swell(?:s|ed)?|swollen|mount(?:s|ed|ing)|leap(?:s|ed|t)?|rais(?:es?|ed)|boost(?:s|ed)?|"
        r"doubled?|tripled?|quadrupled?"
    ),
    "small": (
        r"fall(?:s|en|ing)?|fell|drop(?:s|ped|ping)?|shr[aiu]nk(?:s|en|ing)?|declin(?:es?|ed|ing)|decreas(?:es?|ed|ing)|"
        r"dwindl(?:es?|ed)|dip(?:s|ped)?|slip(?:s|ped)?|s[aiu]nk(?:s|ing)?|slid(?:es?)?|tumbl(?:es?|ed)|plung(?:es?|ed)|"
        r"plummet(?:s|ed)|reduc(?:es?|ed|ing|tion)|lower(?:ed|s|ing)|sheds?|los(?:es?|t|ing)|halv(?:es?|ed|ing)|"
        r"g[ai]v(?:es?|en|ing) up|cut(?:s|ting)?|eased|eases"
    ),
    "fast": r"sped up|speeds? up|accelerat(?:es?|ed)",
    "slow": r"slow(?:s|ed)(?: down)?",
    "good": r"improv(?:es?|ed|ing)|gain(?:s|ed)?",
    "bad": r"worsen(?:s|ed|ing)?|deteriorat(?:es?|ed)|regress(?:es|ed)|degrad(?:es?|ed)",
}
_VERBS = tuple((end, re.compile(rf"\b(?:{words})\b(?!-)", re.IGNORECASE)) for end, words in _WORDS.items())
_PARTICLE = re.compile(
    r"\b(?!(?:sets?|start\w*|scal\w+|ma[dk]es?|end(?:s|ed)?|back\w*|warm\w*|look\w*|follow\w*|shut\w*|br[eo]ak\w*|gives?|"
    r"gave|given|giving|turn\w*|writ\w+|wrote|boot\w*|speeds?|sped|tears?|wind\w*|slow\w*|pick\w*|sign\w*|build\w*|"
    r"built|clean\w*|hold\w*|stands?|catch\w*|caught|sum\w*|add\w*|from|or|and|to|fill\w*|load\w*|top|run|spin\w*|spun|"
    r"powered|keeps?|kept|took|takes?|an?|the|of)\b)"
    r"[a-z]+\s(?:(?:further|slightly|sharply|steadily|right|well|way)\s)?(?P<way>up|down|upwards?|downwards?)\b"
    r"(?!\s(?:the|and running|front|for|time)\b)(?<!up(?=\s(?:to|with)\b))",
    re.IGNORECASE,
)
_CMP = re.compile(rf"\b(?P<cmp>{either(COMPARATIVES)})\b(?!\s(?:than\s)?(?:or|and)\s)", re.IGNORECASE)
_BECOMES = re.compile(
    r"\b(?:got|gets?|getting|became|becomes?|grew|grows?|turn(?:s|ed)|now|c[ao]mes? out|end(?:s|ed) up|went|ma[dk]es?|"
    r"has been)(?:\s\w+ly|\sa\s\w+|\seven|\smuch|\sa)?\s$",
    re.IGNORECASE,
)
# "More than twice", "less than ten minutes" bound a value.
_THAN = re.compile(
    rf"\bthan\s(?!(?:about\s|around\s|just\s|over\s)?(?:[$€£]?\d|{either(in_words(*range(1, 21)))}\b|twice|half|thrice|"
    r"an?\s(?:second|minute|hour|day|week|month|quarter of|few|half|third|fifth|tenth|couple|dozen|hundred|thousand|"
    r"million|order|factor|percent|single|point)))",
    re.IGNORECASE,
)
_AGO = re.compile(
    r"\b(?:than|as)\s(?:[^\s,;]+\s){0,3}?(?:before|ago|previous\w*|last|earlier|predecessor|did|was|were|had|used)\b",
    re.IGNORECASE,
)
_AGAIN = re.compile(r"\b(?:again|once more|still|further|yet)\b", re.IGNORECASE)
_ALWAYS = re.compile(
    r"\b(?:kept?|keeps|keeping|continu\w+|steadily|monoton\w+|(?:every|each) (?:\w+)|"
    r"(?P<t>\w+) (?:after|by|to) (?P=t)|never|without exception)\b",
    re.IGNORECASE,
)
_N = rf"\d[\d,]*(?:\.\d+)?|{either(in_words(*range(1, 13)))}|half an?|half|an?(?: single)?"
_BY = re.compile(
    rf"\b(?P<no>(?:no|not)\s)?(?:(?P<over>more than|at least|by over|by above)|(?P<under>less than|at most|by under))\s"
    rf"(?P<n>{_N})\s?(?P<unit>%|percent|per cent|(?:percentage )?points?|pp)(?![\w])",
    re.IGNORECASE,
)
_TO_BOUND = re.compile(r"\s(?:to\s)?(?:below|under|above|over|beneath|beyond|past)\b", re.IGNORECASE)  # no move
_NO = re.compile(
    r"\b(?:hardly|barely|scarcely|despite|instead|rather than|without|stopped|until|whether|risk\w*|"
    r"twice|briefly|at first|at times|sometimes|for a while|temporar\w+|in between|once(?=\s?(?:[.,;]|$)))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class By:
    """How far something is said to have moved: over `value` or under it, in points or in per cent of what it was."""

    value: Decimal
    over: bool
    points: bool

    def __call__(self, old: Decimal, new: Decimal, *, up: bool) -> bool:
        """Whether a move is as far as it says, and in its direction."""
        gap = (new - old) * (1 if up else -1)
        gap = gap if self.points else 100 * gap / old
        return gap > self.value if self.over else gap < self.value


@dataclass(frozen=True, slots=True)
class Trend:
    """A clause says that something moved one way."""

    part: Part
    start: int  # of the word that says so, in the clause
    end: int
    order: Order
    quantifier: Quantifier | None
    by: By | None = None
    than: bool = False  # a comparative: what it is set against must be said

    @property
    def rest(self) -> str:
        """What its clause says besides."""
        return self.part.blank((self.start, self.end))

    def readings(self, board: Board) -> Iterator[Reading]:
        """What each field that it can be of says."""
        one = self.quantifier
        several = list(self._of_several(board, one)) if one and one.mode != "only" else []
        yield from several
        if not (several or self.by) and (one is None or one.mode in ("only", "all")):
            yield from self._of_one(board)

    def _of_one(self, board: Board) -> Iterator[Reading]:
        found = spoken_of(board, self.part.whole, self.order, self.rest, self._subject)
        known: dict[tuple[str, ...], list[tuple[str, str]]] = {}  # all rows of a table have the same columns
        for field, evidence in found:
            ways = directions(self.order, field, board)
            labels = tuple(field.places)
            if labels not in known:
                known[labels] = self._ends(labels)
            moves = {
                (old, new): [before(field.places[new].value, field.places[old].value, smallest=way) for way in ways]
                for old, new in known[labels]
            }
            against = [each for each, truths in moves.items() if all(one is False for one in truths)]
            if moves:
                wrong = bool(against) if self._always else len(against) == len(moves)
                old, new = (against or list(moves))[-1]
                told = f"it goes from {old} to {new} the other way"
                yield Reading(board, field, wrong, cells_of(field, (old, new)), told, evidence, sure=False)

    @property
    def _subject(self) -> str:
        """What stands right before a verb, but for what verbs are made with; a comparative has none."""
        ahead = [one.root for one in tokens(self.part.text[: self.start])]
        plain = [one for one in ahead if one not in VERBS]
        return plain[-1] if plain and self.order.word not in COMPARATIVES else ""

    @property
    def _always(self) -> bool:
        """Whether it is said of each step: "kept rising", "with every release"."""
        return bool(_ALWAYS.search(self.part.whole))

    def _ends(self, labels: Sequence[str]) -> list[tuple[str, str]]:
        """From which label to which something moved; "again" speaks of the last step."""
        found = ends(labels, self.part.whole, named=self.than)
        order = in_time(labels)
        if len(found) < 2 or not order:
            return found
        return list(pairwise(order)) if self._always else found[-1:] if _AGAIN.search(self.part.text) else found

    def _of_several(self, board: Board, one: Quantifier) -> Iterator[Reading]:
        """So many rows are said to have moved from one column to another."""
        able = [each for each in board.fields if not self.order.kinds or each.sample.kind in self.order.kinds]
        most = max((len(each.places) for each in able), default=0)
        if not (roots(tokens(self.part.whole)) & roots(tokens(board.noun)) and counts(one, board, most)):
            return
        found = [
            (old, new, self._truths(old, new, smallest=way))
            for old, new in self._columns(able)
            for way in directions(self.order, new, board)
        ]
        if found:
            yield self._reading(board, one, found)

    def _columns(self, fields: Sequence[Field]) -> Iterator[tuple[Field, Field]]:
        """From which column to which the rows may have moved."""
        heads = {each.label: each for each in fields}
        for one, other in _couples(list(heads), self.part.sentence.passage.words):
            old, new = heads[one], heads[other]
            if old.places.keys() == new.places.keys() and old.sample.kind == new.sample.kind:
                yield old, new

    def _reading(self, board: Board, one: Quantifier, found: Sequence[tuple[Field, Field, Truths]]) -> Reading:
        old, new, truths = found[-1]
        wrong = all(judged(one, each, frozenset(), partly=is_partly(board, new)) for *_, each in found)
        keys = deciding(one, truths, frozenset())
        cells = tuple((f"{field.label}: {key}", field.places[key]) for key in keys for field in (old, new))
        told = f"it is so of {sum(each is True for each in truths.values())} of {len(truths)}"
        return Reading(board, new, wrong, cells, told, 1, sure=False)

    def _truths(self, old: Field, new: Field, *, smallest: bool) -> Truths:
        found: Truths = {}
        for key, place in old.places.items():
            then, now = place.value, new.places[key].value
            so = before(now, then, smallest=smallest)
            if self.by and so is not None:
                so = self.by((then.lower + then.upper) / 2, (now.lower + now.upper) / 2, up=not smallest)
            found[key] = so if so is not None or self.by is None else not self.by.over
            found[key] = False if then == now and not self.by else found[key]
        return found


def _couples(labels: Sequence[str], text: str) -> list[tuple[str, str]]:
    """The columns from which to which so many may have moved: those named, else any two in time."""
    timed = [(order[0], order[1]) for some in combinations(labels, 2) if (order := in_time(some))]
    return ends(labels, text) or timed


def trends(part: Part) -> Iterator[Trend]:
    """The moves that a clause tells of."""
    text = part.text
    if _NO.search(text) or re.search(r"[.!?]\s", text.strip()):
        return
    one = quantifier(part.whole)
    found = [one for one in _moves(text) if not _TO_BOUND.match(text, one[1])]
    if len(found) == 1:  # "rose while it fell": each has a subject of its own
        start, end, word = found[0]
        by = _by(text, end) or (_by(text, 0) if word.word in COMPARATIVES else None)  # "6 % dearer"
        than = word.word in COMPARATIVES and not _AGO.search(text, end)
        yield Trend(part, start, max(by[0], end) if by else end, word, one, by[1] if by else None, than)


def _moves(text: str) -> Iterator[tuple[int, int, Order]]:
    for end, pattern in _VERBS:
        yield from (
            (*match.span(), Order(end, Order.of(_LIKE[end]).kinds, match.group().lower()))
            for match in pattern.finditer(text)
        )
    for match in _PARTICLE.finditer(text):
        end_: End = "large" if match["way"].lower().startswith("up") else "small"
        yield *match.span(), Order(end_, frozenset(), match.group().lower())
    for match in _CMP.finditer(text):
        if _THAN.search(text, match.end()) or release_behind(text) or _BECOMES.search(text[: match.start()]):
            yield *match.span(), _sized(match, text)


def _sized(match: re.Match[str], text: str) -> Order:
    """The order of a comparative; what is itself larger or smaller is of no time, rate, share or price."""
    order = Order.of(match["cmp"])
    alone = order.word in _SIZES and re.match(
        r"\s*(?:[.,;:]|$|\s(?:than|with|in|on|from|since|by)\b)", text[match.end() :]
    )
    return replace(order, kinds=_SIZED) if alone else order


_SIZES = ("smaller", "larger", "bigger")
_SIZED = frozenset({"size", "length", "mass"})
_LIKE: dict[End, str] = {
    "large": "larger",
    "small": "smaller",
    "fast": "faster",
    "slow": "slower",
    "good": "better",
    "bad": "worse",
}


def _by(text: str, start: int) -> tuple[int, By] | None:
    match = _BY.search(text, start)
    if not match:
        return None
    points = "point" in match["unit"].lower() or match["unit"].lower() == "pp"
    return match.end(), By(_value(match["n"]), bool(match["over"]) != bool(match["no"]), points)


def _value(said: str) -> Decimal:
    """What "1.5", "two", "half a" and "a single" are worth."""
    plain = said.lower().replace(",", "")
    if plain[0].isdigit():
        return Decimal(plain)
    first = plain.split()[0]
    return Decimal("0.5") if first == "half" else Decimal(1 if first in ("a", "an") else count(first))
