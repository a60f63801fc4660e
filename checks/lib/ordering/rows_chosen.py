"""Which rows of a board a phrase chooses by a word that cells beside their names hold: "the only open engine"."""

import re

from checks.lib.columns.boards import Board, Field, Place
from checks.lib.labels.rows_at import row_at
from checks.lib.language.tokens import GENERIC, roots, tokens


def row_words(board: Board, key: str, place: Place) -> frozenset[str]:
    """The words of a row: of its name, and of its cells without digits."""
    texts = [cell.text for cell in row_at(board.document, place.start) if not re.search(r"\d", cell.text)]
    return roots(tokens(" | ".join((key, *texts))))


def chosen(board: Board, field: Field, text: str) -> list[str]:
    """The rows that have every word of their kind that a text says; all of them where it says none."""
    every = list(field.places)
    if not board.table:
        return every
    kinds = {key: row_words(board, key, place) - roots(tokens(key)) for key, place in field.places.items()}
    common = frozenset.intersection(*kinds.values())
    said = (frozenset().union(*kinds.values()) - common - GENERIC) & roots(tokens(text))
    return [key for key in every if said <= kinds[key]] or every
