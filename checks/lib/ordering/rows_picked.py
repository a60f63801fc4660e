"""Whether a limit is of something else than each row of a column: of some rows, of their mean, of another thing."""

import re
from dataclasses import dataclass
from weakref import WeakKeyDictionary

from checks.lib.columns.boards import DIGITS, Board, Field
from checks.lib.language.tokens import GENERIC, root, roots, tokens
from checks.lib.ordering.limits_said import Limit
from checks.lib.ordering.rows_chosen import row_words
from checks.lib.quantities.numbers_said import numbers
from checks.lib.quantities.scanned import content

TABLE = frozenset(map(root, "table list row line chart figure column bar entry here below above".split()))
_MEAN = re.compile(
    r"\b(?:averag\w*|means?|median|typical\w*|in total|altogether|together|sum|combined)\b", re.IGNORECASE
)
_CAPITAL = re.compile(r"\b[A-Z][A-Za-z]*\b")
# "Once the first minute is behind us" is of rows from then on.
_AFTER = re.compile(
    r"\W*(?:once|after|when|while|if|from|until|till|before|since|beyond|past|outside|during)\b[^|;,]*", re.IGNORECASE
)


def picked(limit: Limit, board: Board, field: Field) -> bool:
    """Whether a sentence says words that some rows have and others have not: then it is of those."""
    rows = _rows(board, field)
    around = roots(tokens(limit.part.sentence.passage.words)) & rows.kinds
    said = ((_besides(limit) | around) & rows.own) - board.heads - TABLE
    return _begun(limit, rows) or _from_row(limit, board) or bool(said)


@dataclass(frozen=True, slots=True)
class _Rows:
    """What the rows of a field say: read once, as limit after limit is held against it."""

    own: frozenset[str]  # words that some have and others have not
    kinds: frozenset[str]  # words that stand beside what they are called: these tell which rows are meant
    begins: frozenset[str]  # of own words that end with a number what stands ahead of it: "p" of P1


_kept: WeakKeyDictionary[Field, _Rows] = WeakKeyDictionary()


def _rows(board: Board, field: Field) -> _Rows:
    if field not in _kept:
        words = {key: row_words(board, key, place) for key, place in field.places.items()}
        common = frozenset.intersection(*words.values())
        own = frozenset(one for one in frozenset().union(*words.values()) - common - GENERIC if not one.isdigit())
        kinds = frozenset().union(*(row - roots(tokens(key)) for key, row in words.items()))
        begins = frozenset(one[:at] for one in own for at in range(len(one)) if one[at:].isdigit())
        _kept[field] = _Rows(own, kinds, begins)
    return _kept[field]


def digits_said(limit: Limit) -> frozenset[str]:
    """The other numbers of a clause."""
    text, mine = limit.part.sentence.passage.words, limit.number.amount
    others = [one.amount for one in numbers(limit.part.sentence) if limit.part.has(one.amount.start)]
    return frozenset(
        digits for one in others if one.start != mine.start for digits in DIGITS.findall(text[one.start : one.end])
    )


def about(limit: Limit, board: Board) -> str:
    """What stands over a board, without the sentence itself that leads to it."""
    return " ".join(board.about.split()).replace(" ".join(limit.part.sentence.passage.words.split()), " ")


def _besides(limit: Limit) -> frozenset[str]:
    text, one = limit.part.whole, limit.quantifier
    return roots(tokens(f"{text[: one.start]} | {text[one.end :]}"))


def _begun(limit: Limit, rows: _Rows) -> bool:
    """Whether a clause says how some labels begin: "the P boards" are P1 and P2."""
    return not rows.begins.isdisjoint(one.lower() for one in _CAPITAL.findall(limit.part.whole))


def _from_row(limit: Limit, board: Board) -> bool:
    before = " ".join(_AFTER.findall(limit.part.whole[: limit.quantifier.start]))
    return bool(content(before) & content(board.noun))


def of_mean(limit: Limit, board: Board, field: Field) -> bool:
    """Whether a clause speaks of one value of all of them: their mean or sum."""
    found = {root(one) for one in _MEAN.findall(limit.part.whole)}
    return bool(found) and not found & roots(tokens(f"{field.label} | {about(limit, board)}"))
