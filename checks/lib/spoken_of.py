"""Of which columns a clause speaks: by the words of their headers, and by the kind of value that its words mean."""

import re
from decimal import Decimal

from checks.lib.boards import Board, Field
from checks.lib.numbers_said import PERCENT
from checks.lib.orders import Order
from checks.lib.spoken_kinds import kinds_of
from checks.lib.tokens import roots, tokens

TWO = 2  # words of a header that are enough, and the part of them that must be said: a half
_UNIT = re.compile(r"[(\[][^)\]]*[)\]]")
# What a column of changes prints moves otherwise than what has changed.
_RATIO = re.compile(
    r"\b(?:factor|ratio|times|change|gain|delta|saving|growth|speed-?up|difference|faster|slower|vs)\b", re.IGNORECASE
)


def spoken_of(board: Board, text: str, order: Order) -> list[tuple[Field, int]]:
    """The fields whose header a clause says, most of its words; else the only one of the kind that its word orders."""
    words = roots(tokens(f"{text} {order.called}"))
    shares = [(each, *_share(each, board, words)) for each in board.fields if not _RATIO.search(each.label)]
    found = [(each, n, share) for each, n, share in shares if n and _of_kind(each, text, order, whole=share == 1 < n)]
    best = max(((n, share) for _, n, share in found if share * TWO >= 1), default=(0, Decimal(0)))
    if best[0]:  # of a header that is said in part, another that shares a word may be meant
        return [(each, n) for each, n, share in found if best[1] < 1 or (n, share) == best]
    fits = [each for each in board.fields if each.sample.kind in order.kinds]
    return [(fits[0], 1)] if len(fits) == 1 else []


def _share(field: Field, board: Board, words: frozenset[str]) -> tuple[int, Decimal]:
    """How many words of a header are said, and which part that is of those that the other headers have not."""
    heads = [_head(one) for one in board.fields]
    own = _head(field) - (frozenset.intersection(*heads) if len(heads) > 1 else frozenset())
    said = len(own & words)
    return said, Decimal(said) / max(len(own), 1)


def _head(field: Field) -> frozenset[str]:
    return roots(tokens(_UNIT.sub(" ", field.label)))


def _of_kind(field: Field, text: str, order: Order, *, whole: bool) -> bool:
    """Whether a field is of a kind that a clause speaks of; a header that is said as a `whole` outweighs its cues."""
    kind = field.sample.kind
    if order.kinds:
        return kind in order.kinds
    cued = kinds_of(text)
    bare = kind in ("count", PERCENT) and kinds_of(field.label) == cued
    return whole or cued == kinds_of("") or kind in cued or bare
