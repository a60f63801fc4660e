"""Tables of one make under headings of their own: which of them a factor's clause says by its heading."""

from collections.abc import Sequence
from functools import lru_cache

from checks.lib.language.averaged import averaged
from checks.lib.language.tokens import coded, content, roots, tokens
from checks.lib.ratios.loosely_tied import Held


def headed(every: Sequence[Held], clause: str) -> Sequence[Held]:
    """Those that a clause can be of: a README has the same table for each of its files, and a clause says one file.

    Without it the values of the table under the next heading would be taken for those of the one that is said.
    """
    if len(every) == 1 or averaged(clause):
        return every
    words = roots(tokens(clause))
    left_out = {at for at, one in enumerate(every) for sister in _sisters(every, at) if _tells(sister, one, words)}
    return [one for at, one in enumerate(every) if at not in left_out]


def _sisters(every: Sequence[Held], at: int) -> list[Held]:
    """The tables with the same columns that stand under another heading."""
    mine = every[at]
    tables = (one for one in every if one.sheet.table and mine.sheet.table and one is not mine)
    return [one for one in tables if one.columns == mine.columns and one.sheet.head != mine.sheet.head]


def _tells(sister: Held, one: Held, words: frozenset[str]) -> bool:
    """Whether a clause says what stands over the one table only, and nothing that stands over the other one only."""
    mine, theirs = _topic(sister.sheet.head), _topic(one.sheet.head)
    labels = sister.labels & one.labels
    return bool((mine - theirs - labels) & words) and not (theirs - mine) & words


@lru_cache(maxsize=1024)  # each clause is held against the tables of many documents
def _topic(head: str) -> frozenset[str]:
    return content(head) | coded(head)
