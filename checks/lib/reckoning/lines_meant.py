"""Which lines of a view a text means: by the words and things of their labels, their sizes and roles."""

from collections.abc import Sequence

from checks.lib.language.concepts import concepts
from checks.lib.language.tokens import GENERIC
from checks.lib.reckoning.meant import mentions
from checks.lib.reckoning.views import Line

MOST = 3  # points that single words can give


def weights(text: str, lines: Sequence[Line]) -> list[int]:
    """How much of each line's label a text says; what says just one of them counts most."""
    labels = {at: one.label for at, one in enumerate(lines)}
    found = [0] * len(lines)
    for one in mentions(text, labels):
        found[one.which] += one.points
    words = concepts(text) - GENERIC
    common = (
        frozenset.intersection(*(one.words for one in lines)) if len({one.label for one in lines}) > 1 else frozenset()
    )
    own = [len((one.words - common) & words) for one in lines]
    return [one + min(mine, MOST) for one, mine in zip(found, own, strict=True)]
