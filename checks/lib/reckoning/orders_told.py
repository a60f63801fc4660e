"""What a sentence says of who is first, last or before another of a table's items, whatever it calls them."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.language.concepts import concepts
from checks.lib.language.orders import COMPARATIVES, NTH, SUPERLATIVES, Order
from checks.lib.language.quantifiers import NUM
from checks.lib.reckoning.lines_meant import weights
from checks.lib.reckoning.meant import Mention, anchored, described, mentions, sized
from checks.lib.reckoning.views import Line, View
from schemas.number_words import count, either

NEAR = 50  # characters from who is meant to the word of order that a finding quotes
_CMP = either(COMPARATIVES)
_SUP = either(one for one in SUPERLATIVES if one not in ("latest", "top"))
_FIELD = (
    r"(?:field|pack|rest|others|list|table|ranking|comparison|group|chart|board|line-up|lot|bunch|"
    r"competition|crowd|everyone(?: else)?|everything else|all (?:the )?others?)"
)
_PLACE = (
    r"(?:answers?|answered|comes?(?: in| out)?|came(?: in| out)?|finish(?:es|ed)?|is|was|are|"
    r"ranks?|ranked|places?|placed|arrives?|arrived|ends? up|lands?)\s(?:clearly\s|still\s|also\s|"
    r"again\s|up\s|ready\s|back\s|done\s)?"
)
_SECOND = either(one for one, place in NTH.items() if place <= 6)
_NOBODY = re.compile(r"\b(?:nothing|none|no(?:body| one)?(?: other| single)?(?: [a-z-]+){0,3}?)\b", re.IGNORECASE)
_FORMS: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(words, re.IGNORECASE))
    for name, words in (
        (
            "than",
            (
                r"\b(?:(?:more|less)\s(?P<ly>quickly|slowly|cheaply|speedily|swiftly|rapidly|expensive|"
                rf"costly)|(?P<cmp>{_CMP}))\b(?P<np>(?:\s(?!than\b)[\w%/.-]+){{0,7}}?)\sthan\b"
            ),
        ),
        (
            "two",
            (
                r"(?:\b(?:is|was|are|were|remains?|proves?|comes out|makes it|,)\s(?:clearly\s|still\s|also\s|"
                rf"by far\s)?the\s(?P<cmp>{_CMP})\b(?P<np>)(?!\sone\b)|"
                rf"\bthe\s(?P<cmp2>{_CMP})\b(?P<np2>(?:\s(?!of\b)[\w-]+){{0,2}})\sof\s(?:the|these)\s(?:two|"
                r"pair|both)\b)"
            ),
        ),
        (
            "nth",
            (
                rf"\b(?:(?P<nth>{_SECOND})[- ])(?P<sup>{_SUP})\b(?P<np>(?:\s(?!of\b|in\b|at\b|on\b|for\b|and\b|"
                rf"to\b|with\b|is\b|are\b)[\w-]+){{0,3}})"
            ),
        ),
        (
            "most",
            (
                rf"(?<!\bat )(?<!\bat the )\b(?P<sup>{_SUP})\b(?!-)(?!\s(?:case|effort|practices?|"
                r"likely)\b)(?P<np>(?:\s(?!of\b|in\b|at\b|on\b|for\b|and\b|to\b|with\b|is\b|are\b|was\b|by\b|"
                rf"when\b)[\w-]+){{0,3}})"
            ),
        ),
        (
            "first",
            (
                rf"\b{_PLACE}(?P<first>first|top|on top|last|bottom|(?:in )?{_SECOND})\b(?!\s(?:to|time|party|"
                r"of all the))(?P<np>)"
            ),
        ),
        (
            "leads",
            (
                r"\b(?:(?P<good>leads?|heads?|tops?|wins?|dominates?|outruns?|outpaces?|beats?)|"
                r"(?P<bad>trails?|lags?(?: behind)?|brings? up the rear|(?:is|comes|are) behind))(?:\s(?:the|"
                rf"all|every)?\s?{_FIELD})(?P<np>)"
            ),
        ),
        (
            "beats",
            (
                r"\b(?:(?P<good>beats?|outperforms?|outpaces?|outruns?|overtakes?|(?:is|are|comes?|stays?|"
                r"finish(?:es)?) (?:well |just )?(?:ahead|in front) of)|(?P<bad>trails?|lags(?: behind)?|"
                r"lag behind|loses to|(?:is|are|comes?|falls?|finish(?:es)?) (?:well |just |"
                r"a little )?behind))\s(?!the\s(?:scenes|times)\b)"
            ),
        ),
        (
            "rear",
            (
                r"\b(?P<bad>brings? up the rear|(?:is|comes?|finish(?:es)?) (?:dead )?last|(?:is|"
                r"sits?) at the (?:bottom|back))\b(?P<np>)"
            ),
        ),
    )
)
_HELD = re.compile(
    r"\b(?:if|unless|almost|nearly|might|could|would|should|may|used to|expect\w*|aims?|goal|"
    r"target\w*|not|cannot|one of the|"
    r"among the|ever|so far|except\w*|apart from|other than|besides|aside from|on average|"
    r"averag\w+|overall|in total|taken together|"
    r"joint|tied?|ties|gains?|gained|gaps?|jumps?|improve\w*|improvement|drops?|leap|spread|differen\w+|behind only|"
    r"half|twice|times|once more|relative|next|per|ways?|profits?|benefits?|grew|grows?|value|"
    r"bargain|deal|for the money)\b|n[’']t\b|\?|%",
    re.IGNORECASE,
)
# "Than either of the others" says of one that it is the first of all.
_ALL_OTHERS = re.compile(
    r"\s(?:(?:any|either|all|each|both|every)(?:\sof)?\s(?:the\s|its\s)?(?:others?|rivals?|rest|two)\b|"
    r"the (?:others|rest|other two)\b|any(?:thing|body) else\b)",
    re.IGNORECASE,
)
_AMOUNT = {"most": "dearest", "least": "cheapest", "more": "dearer", "less": "cheaper"}
_PRICED = re.compile(r"\s(?:expensive|costly)\b", re.IGNORECASE)
_OF_MANY = re.compile(rf"\sof\s(?:the|these|those|all|our)?\s?(?P<n>{NUM})", re.IGNORECASE)
_SET = re.compile(
    r"\b(?:at|with|for|in|using|on|from|by|under|within|through|per|to|into|of)\s(?:(?:the|its|their|our|a|an)\s)?$",
    re.IGNORECASE,
)
_PER = re.compile(r"\bper\s([a-z]+)", re.IGNORECASE)
_BREAK = re.compile(
    r"[;:](?=\s)|,\s(?=(?:and|but|while|whereas|although|though|yet|with|the other|which|even|"
    r"so)\b)|\s(?:but|while|whereas|although|though)\s|\sand\s(?=(?:it|they|is|are|also|has|have|"
    r"the|for|in|on|at|comes?|[A-Z]\S*\s[a-z]+s\b|[A-Z]\S*\s(?:last|first))\b)"
)


_FRONT = re.compile(
    r"\W*(?:in|on|at|for|across|with|without|under|by|when|while|once|during|counting|measured|"
    r"reckoned|judged|going)\b",
    re.IGNORECASE,
)


_ITEMS = concepts("one option choice machine model engine system entry of them product tool version place")


@dataclass(frozen=True, slots=True)
class Clause:
    """A clause of a sentence at text[start:end]."""

    text: str
    start: int


@dataclass(frozen=True, slots=True)
class _Word:
    """A word of order at text[start:end], with the place that it claims and the noun behind it."""

    order: Order
    place: int
    np: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Told:
    """That an item is so placed in a line: `place` 1 for the first, or before `other`; `small` for which end."""

    view: View
    line: Line
    mine: int
    other: int | None
    place: int
    small: bool
    start: int
    end: int
    points: int

    @property
    def ahead(self) -> list[int]:
        """The items that lie before it without doubt, in the way that the word orders."""
        value = self.line.entries[self.mine].value
        beyond = {
            at: (one.value.upper < value.lower if self.small else one.value.lower > value.upper)
            for at, one in self.line.entries.items()
        }
        return [at for at, one in beyond.items() if one and at != self.mine]

    @property
    def wrong(self) -> bool:
        """Whether the values say otherwise."""
        if self.other is not None:
            return self.other in self.ahead
        if self.place == 1:
            return bool(self.ahead)
        value = self.line.entries[self.mine].value
        level = sum(one.value.meets(value) for at, one in self.line.entries.items() if at != self.mine)
        return not len(self.ahead) < self.place <= len(self.ahead) + level + 1

    @property
    def against(self) -> list[int]:
        """The items whose values speak against it, the foremost first."""
        if self.other is not None:
            return [self.other]
        some = self.ahead or [at for at in self.line.entries if at != self.mine]
        return sorted(some, key=lambda at: self.line.entries[at].value.lower, reverse=not self.small)[:3]


def clauses(text: str) -> list[Clause]:
    """The clauses of a sentence."""
    found, start = [], 0
    for match in [*_BREAK.finditer(text), None]:
        found.append(Clause(text[start : match.start() if match else len(text)], start))
        start = match.end() if match else len(text)
    return found


def orders(text: str) -> bool:
    """Whether a text has any word of order: most sentences of a long page have none, and need no table."""
    return any(form.search(text) for _, form in _FORMS)


def told(text: str, view: View) -> Iterator[list[Told]]:
    """What each word of order of a sentence can mean in a view: for each line that it may be of."""
    if view.measured:
        return
    for clause in clauses(text):
        taken: list[tuple[int, int]] = []
        for name, form in _FORMS:
            for match in form.finditer(clause.text):
                if any(start < match.end() and match.start() < end for start, end in taken):
                    continue
                if _is_named(match, clause, text, view):
                    continue
                taken.append(match.span())
                found = _read(name, match, clause, text, view)
                if found:
                    yield found


def _is_named(match: re.Match[str], clause: Clause, text: str, view: View) -> bool:
    """Whether a word of order says who is meant, and no more: "the smallest model answers first"."""
    labels = {at: one.label for at, one in enumerate(view.lines)}
    at = clause.start + match.start()
    return any(one.start == at for some in (view.items, labels) for one in sized(text, some))


def _read(name: str, match: re.Match[str], clause: Clause, text: str, view: View) -> list[Told]:
    groups = match.groupdict()
    groups |= {"cmp": groups.get("cmp") or groups.get("cmp2"), "np": groups.get("np") or groups.get("np2")}
    several = _OF_MANY.match(clause.text, match.end())
    if several and count(several["n"]) not in (len(view.items), *(len(one.entries) for one in view.lines)):
        return []  # "the fastest of three" that the table has not
    bare = f"{clause.text[: match.start()]}{' ' * len(match.group())}{clause.text[match.end() :]}"
    if _HELD.search(_unlabelled(bare, view)) or _HELD.search(groups.get("np") or ""):
        return []
    order, place = _order(groups)
    if name == "most" and _SET.search(clause.text[: match.start()]):  # "at the largest batch" says when
        return []
    if order is None or (groups.get("np") and _narrower(groups["np"], view)):
        return []
    subject, other, flip = _sides(name, match, clause, text, view)
    if subject is None or (name in ("than", "beats") and other is None and not flip):
        return []
    word = _Word(order, place, groups.get("np") or "", clause.start + match.start(), clause.start + _end(match))
    front = text[: text.find(",")] if 0 < text.find(",") < clause.start and _FRONT.match(text) else ""
    said = clause.text.replace(match.group(), f" {word.np} ", 1)
    left = subject.start if clause.start <= subject.start < word.start < subject.start + NEAR else word.start
    return list(_on_lines(word, left, subject, None if flip else other, view, described(f"{front} | {said}")))


def _end(match: re.Match[str]) -> int:
    return match.start() + len(match.group().rstrip())


def _unlabelled(text: str, view: View) -> str:
    """A text without the words that the table itself has: "per hour" where a header says it."""
    here = concepts(" | ".join((*view.items.values(), *(one.label for one in view.lines), view.grid.about)))
    text = _PER.sub(lambda one: " " if concepts(one[1]) & here else one.group(), text)
    return re.sub(r"\bone of the\b(?=.*\bthan\b)", " ", text)


def _order(groups: dict[str, str | None]) -> tuple[Order | None, int]:
    if groups.get("nth"):
        return Order.of(str(groups["sup"])), NTH.get(str(groups["nth"]).lower(), 2)
    word = str(groups.get("sup") or groups.get("cmp") or "").lower()
    if word in _AMOUNT and _PRICED.match(groups.get("np") or ""):  # "the most expensive region"
        return Order.of(_AMOUNT[word]), 1
    if word:
        return Order.of(str(groups.get("sup") or groups["cmp"])), 1
    if groups.get("ly"):
        word = str(groups["ly"]).lower()
        return Order.of(
            {"slowly": "slower", "cheaply": "cheaper", "expensive": "dearer", "costly": "dearer"}.get(word, "faster")
        ), 1
    if groups.get("first"):
        word = str(groups["first"]).lower().removeprefix("in ")
        return (Order.of("worse"), 1) if word in ("last", "bottom") else (Order.of("better"), NTH.get(word, 1))
    return Order.of("better" if groups.get("good") else "worse"), 1


def _narrower(np: str, view: View) -> bool:
    """Whether the words behind a superlative choose some of the items: "the fastest open engine"."""
    return bool(mentions(np, view.items))


def view_mentions(text: str, view: View) -> list[Mention]:
    """The items of a view that a text says, by their labels or by a value: "the 249-dollar plan"."""
    found = mentions(text, view.items)
    taken = [(one.start, one.end) for one in found]
    more = [one for one in anchored(text, view) if not any(start < one.end and one.start < end for start, end in taken)]
    return sorted((*found, *more), key=lambda one: one.start)


def _sides(
    name: str, match: re.Match[str], clause: Clause, text: str, view: View
) -> tuple[Mention | None, int | None, bool]:
    """Who is said to be so, whom it is set against, and whether it is of whom nobody passes."""
    every = view_mentions(text, view)
    start, end = clause.start + match.start(), clause.start + match.end()
    here = [one for one in every if clause.start <= one.start < clause.start + len(clause.text)]
    before = [one for one in here if one.end <= start] or [
        one for one in every if one.end <= start and name not in ("than", "beats")
    ]
    behind = [one for one in here if one.start >= end]
    if name in ("than", "beats"):
        if before and _ALL_OTHERS.match(clause.text, len(clause.text[: match.end()].rstrip())):
            return before[-1], None, True
        if _NOBODY.search(clause.text[: match.start()]) and behind and name == "than":
            return behind[0], None, True
        other = behind[0].which if behind else None
        before = before or [one for one in every if one.end <= start]
        return (before[-1] if before and before[-1].which != other else None), other, False
    if name == "two" and len(view.items) != 2:
        return None, None, False
    if before:
        return before[-1], None, False
    return (behind[0] if len({one.which for one in behind}) == 1 else None), None, False


def _on_lines(word: _Word, left: int, subject: Mention, other: int | None, view: View, said: str) -> Iterator[Told]:
    """The lines that are meant: those that the clause says most of."""
    able = [
        (one, points)
        for one, points in zip(view.lines, _weights(said, word.order, view.lines), strict=True)
        if {subject.which, other} - {None} <= one.entries.keys() and _speaks_of(word.np, word.order, one, view)
    ]
    most = max((points for _, points in able), default=0)
    for one, mine in able:
        if mine == most and _can(word.order, one) and (mine or _needs_no_word(word.order, view)):
            for small in word.order.smallest(one.kind, _better(one)):
                yield Told(view, one, subject.which, other, word.place, small, left, word.end, most + subject.points)


def _needs_no_word(order: Order, view: View) -> bool:
    """Whether a word of order alone says of which lines it is: "faster", "cheaper", not "larger"."""
    return order.end not in ("small", "large") or bool(order.kinds) or len(view.lines) == 1


def _speaks_of(np: str, order: Order, one: Line, view: View) -> bool:
    """Whether the noun behind a word of order is what a line is of, or what its items are: "a lower clock than"."""
    words = {word for word in concepts(np) if not word.isdigit()}
    if not words or order.end in ("fast", "slow") or order.kinds:
        return True
    items = concepts(" | ".join((view.noun, view.grid.corner, *view.items.values()))) | _ITEMS
    known = one.words | (concepts(one.about) if len(view.lines) == 1 or not one.label else frozenset())
    return bool(words & known) or words <= items


def _better(one: Line) -> tuple[bool, ...]:
    better = one.smaller_is_better
    return () if better is None else (better,)


def _can(order: Order, one: Line) -> bool:
    if order.end in ("fast", "slow"):
        return one.timed
    if order.kinds == frozenset({"price"}):
        return one.kind == "price" or bool(concepts("price") & one.words)
    return not order.kinds or one.kind in order.kinds or one.kind not in ("time", "price")


def _weights(said: str, order: Order, lines: Sequence[Line]) -> list[int]:
    """How much of each line's label a clause says, with what else the word of order is of; 0 of what it cannot be."""
    extra = f"{order.called} {order.word if order.end not in ('good', 'bad') else ''}"
    return [one * _can(order, line) for one, line in zip(weights(f"{said} | {extra}", lines), lines, strict=True)]
