"""Whether a limit is of something else than each row of a column: of some rows, of their mean, of another thing."""

import re

from checks.lib.columns.boards import Board, Field
from checks.lib.language.tokens import GENERIC, root, roots, tokens
from checks.lib.ordering.limits_said import Limit
from checks.lib.ordering.rows_chosen import row_words
from checks.lib.quantities.numbers_said import numbers
from checks.lib.quantities.scanned import content

TABLE = frozenset(map(root, "table list row line chart figure column bar entry here below above".split()))
_MEAN = re.compile(
    r"\b(?:averag\w*|means?|median|typical\w*|in total|altogether|together|sum|combined)\b", re.IGNORECASE
)
_DIGITS = re.compile(r"\d[\d,.]*\d|\d")
_CAPITAL = re.compile(r"\b[A-Z][A-Za-z]*\b")
# "Once the first minute is behind us" is of rows from then on.
_AFTER = re.compile(
    r"\W*(?:once|after|when|while|if|from|until|till|before|since|beyond|past|outside|during)\b[^|;,]*", re.IGNORECASE
)


def picked(limit: Limit, board: Board, field: Field) -> bool:
    """Whether a sentence says words that some rows have and others have not: then it is of those."""
    rows = {key: row_words(board, key, place) for key, place in field.places.items()}
    common = frozenset.intersection(*rows.values())
    own = frozenset(one for one in frozenset().union(*rows.values()) - common - GENERIC if not one.isdigit())
    heads = roots(tokens(" | ".join((board.noun, *(one.label for one in board.fields)))))
    # What a row is called may be said besides; of which kind it is, tells which rows are meant.
    kinds = frozenset().union(*(row - roots(tokens(key)) for key, row in rows.items()))
    around = roots(tokens(limit.part.sentence.passage.words)) & kinds
    return _begun(limit, own) or _from_row(limit, board) or bool(((_besides(limit) | around) & own) - heads - TABLE)


def numbered(limit: Limit, field: Field) -> bool:
    """Whether the clause says the number of a row: "up to 150,000 requests a second" is of the rows as far as that."""
    text, mine = limit.part.sentence.passage.words, limit.number.amount
    others = [one.amount for one in numbers(limit.part.sentence) if limit.part.has(one.amount.start)]
    said = {
        digits for one in others if one.start != mine.start for digits in _DIGITS.findall(text[one.start : one.end])
    }
    return any(said.intersection(_DIGITS.findall(key)) for key in field.places)


def about(limit: Limit, board: Board) -> str:
    """What stands over a board, without the sentence itself that leads to it."""
    return " ".join(board.about.split()).replace(" ".join(limit.part.sentence.passage.words.split()), " ")


def _besides(limit: Limit) -> frozenset[str]:
    text, one = limit.part.whole, limit.quantifier
    return roots(tokens(f"{text[: one.start]} | {text[one.end :]}"))


def _begun(limit: Limit, own: frozenset[str]) -> bool:
    """Whether a clause says how some labels begin: "the P boards" are P1 and P2."""
    short = {one.lower() for one in _CAPITAL.findall(limit.part.whole)}
    return any(each.startswith(one) and each[len(one) :].isdigit() for one in short for each in own)


def _from_row(limit: Limit, board: Board) -> bool:
    before = " ".join(_AFTER.findall(limit.part.whole[: limit.quantifier.start]))
    return bool(content(before) & content(board.noun))


def of_mean(limit: Limit, board: Board, field: Field) -> bool:
    """Whether a clause speaks of one value of all of them: their mean or sum."""
    found = {root(one) for one in _MEAN.findall(limit.part.whole)}
    return bool(found) and not found & roots(tokens(f"{field.label} | {about(limit, board)}"))
