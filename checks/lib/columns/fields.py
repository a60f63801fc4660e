"""What a place in a ranking is taken in: the table's own field, or another one that it says nothing of."""

import re

from checks.lib.labels.about import Told
from checks.lib.language.ranks import Claimed
from checks.lib.language.tokens import root

# What a place is taken in: of the table, or of this very comparison. "Second in price" is of no table without one.
_IN = re.compile(
    r"\s(?:in|on|for|at|by|under|when|among)\s(?P<what>(?:(?!behind|ahead|after|before|and|but|while|with)[\w.%/-]+\s?){1,6})"
)
_THIS = frozenset(
    map(
        root,
        """
        the a an this that these our its all of field test tests ranking table comparison group chart run list
        benchmark suite race review here overall total both measured
        """.split(),
    )
)
GENERIC = {  # nouns that say no more than which kind of value is ranked
    "rate": frozenset(map(root, "rate throughput speed performance".split())),
    "bandwidth": frozenset(map(root, "rate throughput speed bandwidth performance".split())),
    "time": frozenset(map(root, "time latency duration".split())),
}
HERE = frozenset(map(root, "here overall tested measured".split()))


def in_table(claimed: Claimed, told: Told) -> bool:
    """Whether a place is taken in what the table is of: "second in price" is not of one without prices."""
    behind = _IN.match(claimed.match.string, claimed.match.end()) if claimed.placed else None
    words = {root(word) for word in re.findall(r"[^\W_]+", behind["what"])} if behind else frozenset()
    return words <= told.words | _THIS
