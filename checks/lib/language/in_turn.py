"""Whether times may be added up: nothing runs beside anything else."""

import re
from collections.abc import Sequence

_IN_TURN = re.compile(
    r"\b(?:one after (?:the |an)other|in sequence|sequential(?:ly)?|serial(?:ly)?|in turn|back[- ]to[- ]back|"
    r"consecutive(?:ly)?|one at a time|no (?:two )?\w+ overlaps?|nothing overlaps|(?:do|does|did) not overlap|"
    r"without overlap(?:ping)?|not run in parallel|add(?:s)? up)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"\b(?:overlap\w*|in parallel|concurrent\w*|pipelined|pipelining|simultaneous\w*|hidden|asynchronous\w*|"
    r"at the same time|background|while)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:no (?:two )?\w+ overlaps?|nothing overlaps|(?:do|does|did) not overlap|not run in parallel|"
                  r"without overlap(?:ping)?)\b", re.IGNORECASE)  # fmt: skip
_STEPS = re.compile(r"\b(?:steps?|stages?|phases?|legs?)\b", re.IGNORECASE)


def in_turn(texts: Sequence[str]) -> bool:
    """Whether texts say that what they time follows one another, and of nothing that it runs beside another."""
    return any(_IN_TURN.search(text) for text in texts) and apart(texts)


def apart(texts: Sequence[str]) -> bool:
    """Whether texts say of nothing that it runs beside another."""
    return not any(_BESIDE.search(_NOT.sub(" ", text)) for text in texts)


def steps(text: str) -> bool:
    """Whether a text calls what it lists steps of one thing."""
    return bool(_STEPS.search(text))
