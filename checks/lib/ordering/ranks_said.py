"""Places that a clause says of somebody: "second best", "took third place", "the two fastest"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from checks.lib.columns.boards import Board, Field, Place, ranking
from checks.lib.language.orders import NTH, RANKED, Order, changed
from checks.lib.language.placed import LAST, Placed, placed
from checks.lib.language.places_down_to import down_to
from checks.lib.language.quantifiers import Quantifier, inverted
from checks.lib.language.ranks import SCORE
from checks.lib.language.tokens import root, roots, tokens
from checks.lib.linking.reach import PLAIN
from checks.lib.ordering.clauses import FRONTED, Part, pronoun
from checks.lib.ordering.standing import (
    Reading,
    Truths,
    able,
    cells_of,
    counts,
    deciding,
    directions,
    headed,
    is_partly,
    judged,
    named,
    named_cases,
    of_label,
    ranks,
)
from checks.lib.quantities.numbers_said import PERCENT, Number, numbers
from checks.lib.telling.told import VERBS
from schemas.number_words import count, either, in_words, spelled

_OF_MANY = re.compile(
    rf"\b(?:of|among|amongst)\s(?:all\s|the\s|these\s|those\s|"
    rf"our\s){{0,2}}(?P<m>{either(in_words(*range(2, 21)))}|\d+)\b",
    re.IGNORECASE,
)
_IN_CASES = re.compile(r"\b(?:in|on|for|at|across|over|throughout|under|with)\s$", re.IGNORECASE)
_OWNED = re.compile(r"(?:[’']s?|\b(?:its|our|their|your|whose|his|my|her|a|next))\s(?:very\s|own\s)?$", re.IGNORECASE)
_IS = re.compile(
    r"^[\s\w,-]{0,28}?\b(?:is|was|are|were|by|from|goes to|went to|belongs to|on|with|for|in|remains|comes|"
    r"came)\s(?:(?:that|the one|those)\sof\s)?(?:the\s)?$|^\s?[:(–—-]\s?$",
    re.IGNORECASE,
)
# "The rate with the smallest frames" says how it was run, and "better price/performance" is of no price.
_RUN_WITH = re.compile(r"\b(?:of|than|for|to|from|between|against|into|with) (?:the |its |our )?$", re.IGNORECASE)
_DONE_WITH = re.compile(
    r"\b(?:came|comes?|coming|ended|ends?|finish\w*|emerg\w*|stands?|stood|scor\w+|left|leaves|walk\w*)"
    r"(?: (?:out|up|in|away|off|home|on top|ahead|first))? with (?:the )?$",
    re.IGNORECASE,
)
_WINS = re.compile(
    r"\b(?:wins?|won|leads?|led|tops?|topped|comes? out on top|came out on top|(?:is|was|comes|came|comes out|"
    r"came out) (?:ahead|in front|on top|first))\b"
    r"(?! (?:to|the way|by|of|from)\b)|\b(?P<lost>loses?|lost|trails?|trailed|(?:is|was|falls|fell) (?:behind|"
    r"beaten))\b(?! (?:to|of)\b)",
    re.IGNORECASE,
)
_RIVALS = re.compile(r"\b(?:against|over|versus|vs)\b", re.IGNORECASE)
_AMONG = re.compile(
    r"\b(?:of|among|amongst)\s(?:(?:all|the|these|those|our)\s){0,2}(?P<what>(?!(?:of|"
    r"in)\b)[\w-]+(?:\s(?!(?:in|on|at|for|with|tested|we|here|that|by|and|of|to)\b)[\w-]+)*)",
    re.IGNORECASE,
)
LEAST, TWO = 3, 2  # that make a place; in several cases


@dataclass(frozen=True, slots=True)
class Rank:
    """A place among all, by a superlative or an ordinal."""

    part: Part
    start: int  # in the clause
    end: int
    order: Order
    place: int
    top: int  # "the two fastest"
    many: int
    noun: str
    quantifier: Quantifier | None
    also: tuple[int, int] = (0, 0)  # the superlative of an ordinal elsewhere in the clause
    or_better: bool = False  # "first or second"

    @property
    def rest(self) -> str:
        """What its clause says besides."""
        return self.part.blank((self.start, self.end), self.also)

    def readings(self, board: Board) -> Iterator[Reading]:
        """What each field that it can be of says."""
        text = self.part.text
        if self._of_another(board) or changed(text, board.words):
            return
        yield from self._ranked(board)
        mine = self._who(board)
        least = TWO if self.quantifier else LEAST
        fields = [
            each
            for each in able(board, text, self.order.kinds)
            if mine and set(mine) <= each.places.keys() and len(each.places) >= least and self._tells(each)
        ]
        if self.quantifier and fields:
            if len({each.sample.kind for each in fields}) == 1 and self.quantifier.mode != "none":
                yield from self._cases(board, fields, self.quantifier, mine[0])
        elif fields:
            yield from self._places(board, fields, mine)

    def _ranked(self, board: Board) -> Iterator[Reading]:
        """What a column of places says of how many cases there are: "1" below "Rank" is the first."""
        found, one = ranking(board), self.quantifier
        if found is None or one is None or self.place == LAST or not counts(one, board, len(found[1])):
            return
        field, places = found
        truths: Truths = {
            label: at <= self.place if self.or_better else at == self.place for label, at in places.items()
        }
        cells = cells_of(field, deciding(one, truths, frozenset()))
        told = f"it is so in {sum(each is True for each in truths.values())} of {len(truths)}"
        yield Reading(board, field, judged(one, truths, frozenset()), cells, told, 1)

    def _of_another(self, board: Board) -> bool:
        """Whether it is a place among fewer, among one's own, or the name of what is spoken of."""
        ahead, behind = self.part.text[: self.start], self.part.text[self.end :]
        if self.quantifier and _RIVALS.search(behind) and named(board.who, behind):
            return True  # "wins two of four against Velvet"
        run_with = _RUN_WITH.search(ahead) and not _DONE_WITH.search(ahead)
        return self._narrower(board) or bool(_OWNED.search(ahead) or run_with)

    def _tells(self, field: Field) -> bool:
        """Whether so many stand in a row that one can be out of a place: of two everybody is first or second."""
        return not self.or_better or len(field.places) > self.place

    def _who(self, board: Board) -> list[str]:
        """Whose place it is: who stands nearest before it, else behind "the lowest is that of", else "it"."""
        text = self.part.text
        ahead = named(board.who, FRONTED.sub(" ", text[: self.start]))
        behind = named(board.who, text[self.end :])
        behind = behind if behind and _IS.match(text[self.end : _at(text, behind[0], self.end)]) else []
        if self.top:
            return next((some for some in (ahead, behind) if len(some) == self.top), [])
        return ahead[-1:] or behind[:1] or sorted(pronoun(board, text[: self.start], self.part))

    def _places(self, board: Board, fields: Sequence[Field], mine: Sequence[str]) -> Iterator[Reading]:
        text, said = self.part.text, numbers(self.part.sentence)
        printed = [each for each in fields if any(_prints(number, each.places[mine[0]]) for number in said)]
        printed = printed or self._scores(fields)
        texts = f"{text} {self.order.called}", self.part.whole
        for field, evidence in headed(board, printed or fields, *texts):
            sure = evidence or printed or self.order.kinds or board.width == 1
            if self.many in (0, len(field.places)) and sure:
                # Whom "it" stands for is not certain.
                told = bool(set(mine) & set(named(board.who, text)))
                yield replace(self._reading(board, field, mine, evidence), sure=told)

    def _scores(self, fields: Sequence[Field]) -> list[Field]:
        """The only field of bare numbers, where a score is ranked: "the highest score of all"."""
        found = [each for each in fields if each.sample.kind in ("count", PERCENT)] if SCORE.search(self.noun) else []
        return found if len(found) == 1 else []

    def _reading(self, board: Board, field: Field, mine: Sequence[str], evidence: int) -> Reading:
        found = [ranks(field, mine[0], smallest=way) for way in directions(self.order, field, board)]
        told = f"{mine[0]} is place {found[0][0].start} of {len(field.places)}"
        if self.top:
            every = [
                [ranks(field, one, smallest=way)[0].start for one in mine]
                for way in directions(self.order, field, board)
            ]
            wrong = all(any(place > self.top for place in some) for some in every)
        else:
            wrong = all(not self._fits(places, field, board, sure=evidence > 0) for places, _ in found)
        return Reading(board, field, wrong, cells_of(field, [*mine, *found[0][1]]), told, evidence)

    def _narrower(self, board: Board) -> bool:
        """Whether a place is among fewer than the board has: "the fastest lossless codec", "of all free browsers"."""
        # "In all regions of the comparison" is where, not among whom.
        among = None if self.quantifier else _AMONG.search(self.part.text, self.end)
        words = [*self.noun.split()[:-1], *((among["what"].split() if among else [])[:-1])]
        labels = (label for each in board.fields for label in (*each.places, each.label))
        known = PLAIN | roots(tokens(" | ".join((board.document.title, board.noun, *labels))))
        return any(not (spelled(word) or word.isdigit() or roots(tokens(word)) <= known) for word in words)

    def _fits(self, places: range, field: Field, board: Board, *, sure: bool = False) -> bool:
        """Whether a place can be the one that is said; a better one than that may be, where rows are left out."""
        if self.or_better:
            return places.start <= self.place
        if self.place == LAST:
            return places.stop - 1 == len(field.places) or is_partly(board, field)
        return self.place in places or (
            self.place >= places.stop and (not (self.many or sure) or is_partly(board, field))
        )

    def _cases(self, board: Board, fields: Sequence[Field], one: Quantifier, who: str) -> Iterator[Reading]:
        truths: Truths = {}
        for field in fields:
            found = [
                self._fits(ranks(field, who, smallest=way)[0], field, board)
                for way in directions(self.order, field, board)
            ]
            truths[field.label] = None if any(found) and not all(found) else found[0] or None
            truths[field.label] = False if not any(found) else truths[field.label]
        one = of_label(one, fields)
        names = named_cases(one, fields)
        if (one.names and not names) or len(fields) < TWO or not counts(one, board, len(fields)):
            return
        keys = deciding(one, truths, names)
        cells = tuple(
            (f"{field.label}: {label}", field.places[label])
            for field in fields
            if field.label in keys
            for label in (who, *ranks(field, who, smallest=directions(self.order, field, board)[0])[1][:1])
        )
        told = f"it is so in {sum(each is True for each in truths.values())} of {len(truths)}"
        shown = next((each for each in fields if each.label in keys), fields[0])
        yield Reading(board, shown, judged(one, truths, names), cells, told, 1)


def places_said(part: Part, one: Quantifier | None) -> Iterator[Rank]:
    """The places that a clause says; `one` is of how many it speaks, which counts where it is of cases."""
    ahead = part.whole[: one.start] if one else ""
    cases = one if one and one.mode in ("all", "none", "count", "but") and _IN_CASES.search(ahead) else None
    many = _OF_MANY.search(part.whole)
    m = count(many["m"]) if many else 0
    if reached := down_to(part.text):  # "first or second in six of the seven": neither is said of all six
        if cases:
            yield Rank(
                part, reached.start, reached.end, Order.of("best"), reached.place, 0, m, "", cases, or_better=True
            )
        return
    superlatives = list(RANKED.finditer(part.text))
    ordinals = list(_ordinals(part.text, superlatives))
    for each in ordinals:
        by = next(iter(superlatives), None)  # "second place for lowest impact"
        order, noun, also = (Order.of(by["sup"]), by["np"], by.span("sup")) if by else (Order.of("best"), "", (0, 0))
        yield Rank(part, *each.match.span(), order, each.place, 0, each.many or m, noun, cases, also)
    if one and not ordinals and not superlatives:
        yield from _won(part, one)
    for match in () if ordinals else superlatives:
        if _degree(match, part.text):
            continue
        place = NTH.get((match["nth"] or "").lower(), 1)
        top = count(match["many"]) if match["many"] else 0
        yield Rank(part, *match.span(), Order.of(match["sup"]), place, top, m, match["np"], cases)


def _won(part: Part, one: Quantifier) -> Iterator[Rank]:
    """The first place of whoever wins so many cases, or loses the others."""
    match = _WINS.search(part.text)
    said = inverted(one) if match and match["lost"] else one
    if match and said and said.mode in ("all", "none", "count", "but", "only"):
        yield Rank(part, *match.span(), Order.of("best"), 1, 0, 0, "", said)


def _degree(match: re.Match[str], text: str) -> bool:
    """Whether "most" says how much, and ranks nothing: "what matters most"."""
    verb = text[: match.start()].split()[-1:]
    return match["sup"].lower() in ("most", "least") and not match["np"] and not (verb and root(verb[0]) in VERBS)


def _ordinals(text: str, superlatives: Sequence[re.Match[str]]) -> Iterator[Placed]:
    """The places that are said by an ordinal alone: "second fastest" is a superlative's."""
    for each in placed(text):
        start, end = each.match.span()
        if not any(one.start() < end and start < one.end() for one in superlatives):
            yield each


def _prints(number: Number, place: Place) -> bool:
    return (number.amount.kind == place.amount.kind or number.bare) and number.amount.readings.rounded == place.value


def _at(text: str, label: str, start: int) -> int:
    words = label.split()
    found = text.find(words[0], start) if words else -1
    return found if found >= 0 else len(text)
