"""A change in one sentence ("from 12 ms to 4 ms"), and whether a factor beside it can be its own."""

import re
from dataclasses import dataclass

from schemas.statement import Claim

SIDE = (
    r"(?:(?:\s+[\w-]+)?\s+(?:in|on|with|at|for|under|using|by)\s+(?:(?!to\b|and\b|from\b)[\w.’'/+-]+\s+){0,4}?"
    r"(?!to\b|and\b|from\b)[\w.’'/+-]+|\s+(?:last|this)\s+\w+|\s+(?:today|now|before|earlier|previously)|\s+\([^()]{1,30}\))"
)
# Values of two settings are a range ("from 48 ms at 1 client to 270 ms at 64"): the factor must touch the change.
_TURN = re.compile(r";|\b(?:but|while|whereas|although|though)\b", re.IGNORECASE)
_LEADS = re.compile(
    r"(?:\s*(?:faster|slower|quicker|higher|lower|less|more|cheaper|smaller|larger|shorter|better|improvement|reduction|"
    r"increase|gain|cut|drop|speed-?up))?\s*(?:[,:;(—–-]\s*(?:(?:it|this|that|they|[a-z]+)\s+){0,2}"
    r"(?:went|goes|fell|falls|rose|rises|dropped|drops|grew|grows|moved|moves)?\s*)?(?:down\s|up\s)?\s*from\s.{0,16}",
    re.IGNORECASE,
)
_ENDS = re.compile(
    rf"{SIDE}?\s*[,(—–:]\s*(?:(?:or|that is|which is|i\.e\.,?)\s+)?(?:an?\s+)?"
    r"(?:(?:cut|drop|gain|reduction|increase) of\s+)?",
    re.IGNORECASE,
)
_THAN = re.compile(r"\W*(?:\w+\s+){0,2}than\b", re.IGNORECASE)
NO_SPEED = ("memory", "size", "energy", "power", "accuracy", "price")
NEXT = 12  # characters behind a factor that say what it is of
_FAST = re.compile(r"\W*(?:as )?(?:fast|quick|speed|soon)", re.IGNORECASE)
# A line with a label of its own, as change logs have them: "memory: ...".
_LABELLED = re.compile(r"\n[ \t]*[A-Za-z][\w -]{0,24}?[ \t]?:\s")


@dataclass(frozen=True, slots=True)
class Chain:
    """A change in one sentence: from `old` to `new`."""

    old: Claim
    new: Claim
    sided: bool = False  # whether words between the values say whose they are


def may_be_of(claim: Claim, chain: Chain, text: str) -> bool:
    """Whether a factor of a sentence, or of the next, can be that of the change. `text` is the document's."""
    others = of_speed(claim, chain) or _of_other(claim, chain) or _of_other_line(claim, chain, text)
    return not others and _near_to(claim, chain) and (not chain.sided or _touches(claim, chain, text))


def of_speed(claim: Claim, chain: Chain) -> bool:
    """Whether a factor speaks of speed and the change of a size: "4x faster, and memory went from 900 MB to 700 MB"."""
    return chain.new.metric in NO_SPEED and bool(_FAST.match(claim.behind[:NEXT]))


def _of_other(claim: Claim, chain: Chain) -> bool:
    """Whether a factor names one kind of thing and the change another: "memory falls 40%, latency goes from ..."."""
    if claim.metric in ("", "performance", "efficiency") or not chain.new.metric:
        return False
    return (claim.metric in NO_SPEED) != (chain.new.metric in NO_SPEED)


def _of_other_line(claim: Claim, chain: Chain, text: str) -> bool:
    """Whether a line with a label of its own begins between the two: a change log's "speed: ..." over "memory: ..."."""
    ends = claim.figure.end, chain.old.figure.start, chain.new.figure.end, claim.figure.start
    between = text[ends[0] : ends[1]] if ends[0] <= ends[1] else text[ends[2] : ends[3]]
    return bool(_LABELLED.search(between))


def _near_to(claim: Claim, chain: Chain) -> bool:
    """Whether nothing closes the change off from a factor before it: "(2.09x); mixed text 84 ms → 81 ms".

    "Costs rose by 12%, but the cost per build fell from $1.90 to $0.88" turns to another thing as well.
    """
    before = claim.context_start == chain.old.context_start and claim.at[0] < chain.old.at[0]
    return not (before and _TURN.search(claim.context[claim.at[1] : chain.old.at[0]]))


def _touches(claim: Claim, chain: Chain, text: str) -> bool:
    """Whether a factor stands right before the change or right behind it: "60% less, from 48 ms in 8.0 to ..."."""
    first, last = sorted((chain.old.figure, chain.new.figure), key=lambda one: one.start)
    if claim.figure.start < first.start:
        return bool(_LEADS.fullmatch(text[claim.figure.end : first.start]))
    led = text[last.end : claim.figure.start]
    return bool(_ENDS.fullmatch(led)) and not _THAN.match(claim.behind)
