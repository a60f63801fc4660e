"""Whether a limit is of something else than each row of a column: of some rows, of their mean, of another thing."""

import re

from checks.lib.boards import Board, Field
from checks.lib.limits_said import Limit
from checks.lib.rows_chosen import row_words
from checks.lib.scanned import content
from checks.lib.standing import CASES
from checks.lib.tokens import GENERIC, root, roots, tokens

TABLE = frozenset(map(root, "table list row line chart figure column bar entry here below above".split()))
_MEAN = re.compile(
    r"\b(?:averag\w*|means?|median|typical\w*|in total|altogether|together|sum|combined)\b", re.IGNORECASE
)
_CAPITAL = re.compile(r"\b[A-Z][A-Za-z]*\b")
# "Once the first minute is behind us" is of rows from then on.
_AFTER = re.compile(
    r"\W*(?:once|after|when|while|if|from|until|till|before|since|beyond|past|outside|during)\b[^|;,]*", re.IGNORECASE
)
_OF = re.compile(r"\b(?P<of>[a-z]+[^s\W]s) of (?:\w+ ){0,2}$")
_THEY = frozenset(map(root, "them they these those which whom us".split()))


def of_others(limit: Limit, board: Board, field: Field) -> bool:
    """Whether a clause speaks of a mean or sum of the rows, or counts or measures another thing than they are."""
    return _of_mean(limit, board, field) or _of_noun(limit, board, field) or _called_otherwise(limit, board, field)


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


def _called_otherwise(limit: Limit, board: Board, field: Field) -> bool:
    """Whether what is counted is another thing than what all rows are called: no stop, where the rows are laps."""
    called = frozenset.intersection(*(content(one) for one in field.places)) or content(board.noun)
    noun = content(limit.quantifier.noun.partition(" ")[0]) - _THEY
    known = called | board.topic | frozenset(CASES) | content(field.label)
    return bool(called and noun and not content(board.noun)) and not noun & known


def _of_mean(limit: Limit, board: Board, field: Field) -> bool:
    """Whether a clause speaks of one value of all of them: their mean or sum."""
    found = {root(one) for one in _MEAN.findall(limit.part.whole)}
    return bool(found) and not found & roots(tokens(f"{field.label} | {about(limit, board)}"))


def _of_noun(limit: Limit, board: Board, field: Field) -> bool:
    """Whether a limit is one of things of which a column says nothing: "files of at most 50 MB"."""
    ahead = limit.part.sentence.passage.words[: limit.number.amount.start]
    match = _OF.search(ahead)
    known = roots(tokens(" | ".join((field.label, about(limit, board), board.noun)))) | CASES
    return match is not None and not roots(tokens(match["of"])) & known
