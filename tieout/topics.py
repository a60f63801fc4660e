"""Whether two claims without a known workload can be about one thing: the content words of their sentences say.

Two statements over the same two products may speak of two things ("on joins", "on scans"). Where no workload says
which, the words themselves must: statements that share too few of them are not held against each other.
"""

import re

from checks.lib.language.topics import ALIKE, share, words_of
from schemas.names import Vocabulary
from schemas.statement import Claim

_LABEL = re.compile(r"\s*(?P<label>[^:;.]{3,60}):\s(?:[\w ]{1,16}\s)?")
_NAME = re.compile(r"(?<![\w.-])\w*[A-Z]\w*[A-Z]\w*")  # RDMA, RoCE, iSCSI


def alike(first: Claim, second: Claim, vocabulary: Vocabulary) -> bool:
    """Whether two statements can be about one thing.

    In one text a writer who says two factors means two things, unless the words are the same or one is a heading.
    """
    if _labelled_otherwise(first, second) or _labelled_otherwise(second, first):
        return False
    left, right = words_of(first, vocabulary), words_of(second, vocabulary)
    if first.document == second.document and "heading" not in (first.place, second.place):
        return left == right
    return share(left, right) >= ALIKE


def _labelled_otherwise(one: Claim, other: Claim) -> bool:
    """Whether the label before a factor ("VXLAN forwarding: 2.2x ...") names what the other statement does not."""
    label = _LABEL.match(one.context[: one.at[0]])
    if label is None or label.end() < one.at[0]:
        return False
    said = other.context.lower()
    return any(name.lower() not in said for name in _NAME.findall(label["label"]) if name not in one.subject.raw)
