"""Of which columns a clause speaks: by the words of their headers, and by the kind of value that its words mean."""

import re
from collections import Counter, defaultdict
from decimal import Decimal
from functools import lru_cache
from weakref import WeakKeyDictionary

from checks.lib.columns.boards import Board, Field
from checks.lib.labels.spoken_kinds import kinds_of
from checks.lib.language.orders import Order
from checks.lib.language.tokens import root, roots, tokens
from checks.lib.linking.reach import unknown
from checks.lib.quantities.numbers_said import PERCENT
from checks.lib.telling.told import VERBS
from schemas.number_words import POWERS, either

# Adverbs, the parts of verbs, and what things are counted in.
_SAID_OF_ANY = frozenset(
    map(
        root,
        """
        again back out up down off away further once still also even too very much far many slightly somewhat clearly
        bit little lot touch tad shade quite rather steadily sharply since than then now before after ago last year
        previous release version new old older newer first second third time came come comes went go goes going got
        get gets become became becomes did do does has have had was were been be kept keep there which who whom and but
        while so not no thanks because due gigabyte megabyte terabyte hour minute day week month kilowatt unit piece
        arrive arrived finish finished end ended run ran need needs needed cost costs draw draws use uses used
        """.split(),
    )
)
TWO = 2  # words of a header that are enough, and the part of them that must be said: a half
# "Thousand messages/s" are messages.
_UNIT = re.compile(
    rf"[(\[][^)\]]*[)\]]|\b(?:{either(POWERS)})s?\b|\s?/\s?s(?:ec)?$|\s(?:per|an?)\s(?:second|minute|hour|day)$",
    re.IGNORECASE,
)
_PREPOSITION = re.compile(r"[\s,]+(?:of|on|in|at|for|per|to|with|after|before|by|over|under)\s", re.IGNORECASE)
_TIMES = re.compile(r"\b(?:times?|latenc\w+|durations?|delays?|waits?|waiting)\b", re.IGNORECASE)
_RATES = re.compile(r"\b(?:rates?|throughput|speeds?|bandwidth|per second|a second|fps)\b", re.IGNORECASE)
# What a column of changes prints moves otherwise than what has changed.
_RATIO = re.compile(
    r"\b(?:factor|ratio|times|change|gain|delta|saving|growth|speed-?up|difference|faster|slower|vs)\b", re.IGNORECASE
)


def spoken_of(board: Board, text: str, order: Order, rest: str, subject: str = "") -> list[tuple[Field, int]]:
    """The fields whose header a clause says, most of its words; else the only one of the kind that its words mean.

    What says a header in part, and names something else besides, is of that: "fuel cost more" of no "Cost per parcel";
    but for the `subject` of a verb, which has what it is called behind it: "the winter range grew".
    """
    words = roots(tokens(f"{text} {order.called}"))
    shares = _heads(board).said(words)
    found = [(each, n, share) for each, n, share in shares if _of_kind(each, text, order, whole=share == 1 < n)]
    best = max(((n, share) for _, n, share in found if share * TWO >= 1), default=(0, Decimal(0)))
    if best[1] == 1:
        return [(each, n) for each, n, share in found if (n, share) == best]
    if _others(rest, board):
        return [(each, n) for each, n, _ in found if subject and subject == _noun(each)]
    if best[0]:  # of a header that is said in part, another that shares a word may be meant
        return [(each, n) for each, n, _ in found]
    cued = order.kinds or (kinds_of(text) if kinds_of(text) != kinds_of("") else frozenset())
    cued -= {"count"}  # bare numbers are of anything
    by_kind = _heads(board).by_kind
    fits = [each for kind in cued & by_kind.keys() if not _inverse(kind, text) for each in by_kind[kind]]
    called = [each for each in fits if kinds_of(each.label) == cued] if len(fits) > 1 else fits
    return [(called[0], 1)] if len(called) == 1 else []


class _Heads:
    """The headers of a board by their words, and its fields by kind: of a long list a clause says few."""

    def __init__(self, board: Board) -> None:
        heads = [_head(each.label) for each in board.fields]
        common = frozenset.intersection(*heads) if len(heads) > 1 else frozenset()
        self._fields = board.fields
        self._heads = heads
        self._own: dict[str, list[int]] = defaultdict(list)
        self.by_kind: dict[str, list[Field]] = defaultdict(list)
        for at, (each, head) in enumerate(zip(board.fields, heads, strict=True)):
            self.by_kind[each.sample.kind].append(each)
            for word in head - common if not _RATIO.search(each.label) else ():
                self._own[word].append(at)

    def said(self, words: frozenset[str]) -> list[tuple[Field, int, Decimal]]:
        """The fields of which some words say one that is not common to all: how many, and which part of the header."""
        many = Counter(at for word in words for at in self._own.get(word, ()))
        return [
            (self._fields[at], many[at], Decimal(len(self._heads[at] & words)) / max(len(self._heads[at]), 1))
            for at in sorted(many)
        ]


_kept: WeakKeyDictionary[Board, _Heads] = WeakKeyDictionary()


def _heads(board: Board) -> _Heads:
    if board not in _kept:
        _kept[board] = _Heads(board)
    return _kept[board]


def _inverse(kind: str, text: str) -> bool:
    """Whether a clause speaks of times and a field has rates, or the other way round: one falls, the other grows."""
    said_time, said_rate = bool(_TIMES.search(text)), bool(_RATES.search(text))
    return said_time != said_rate and kind in (("rate", "bandwidth") if said_time else ("time",))


def _others(rest: str, board: Board) -> frozenset[str]:
    """The words of a clause of which a board knows nothing."""
    return unknown(rest, board.named | VERBS | _SAID_OF_ANY)


def _noun(field: Field) -> str:
    """What a header is a word for: "range" of "Range on the loop (km)", "warm" of none."""
    front = _PREPOSITION.split(_UNIT.sub(" ", field.label).strip())[0]
    return next((one.root for one in reversed(tokens(front))), "")


@lru_cache(maxsize=4096)  # every clause is held against the same headers
def _head(label: str) -> frozenset[str]:
    return roots(tokens(_UNIT.sub(" ", label)))


def _of_kind(field: Field, text: str, order: Order, *, whole: bool) -> bool:
    """Whether a field is of a kind that a clause speaks of; a header that is said as a `whole` outweighs its cues."""
    kind = field.sample.kind
    if order.kinds:
        return kind in order.kinds
    cued = kinds_of(text)
    bare = kind in ("count", PERCENT) and kinds_of(field.label) == cued
    if _inverse(kind, text):
        return False
    return whole or cued == kinds_of("") or kind in cued or bare
