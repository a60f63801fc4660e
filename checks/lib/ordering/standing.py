"""What a board says of a statement that orders its values: whether it can be true of it, and the cells that decide."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.columns.boards import Board, Field, Place
from checks.lib.columns.series import Item, Series
from checks.lib.columns.value_places import stated
from checks.lib.labels.labels import Kind, said
from checks.lib.labels.spoken_kinds import kinds_of
from checks.lib.language.orders import Order
from checks.lib.language.quantifiers import Quantifier, holds
from checks.lib.language.tokens import root, roots, tokens
from checks.lib.linking.reach import partly
from schemas.interval import Interval

_PER_SECOND = re.compile(r"\b(?:per|an?) (?:second|minute|hour)\b|/\s?(?:s|sec|min|h)\b|\bthroughput\b", re.IGNORECASE)
_TIME = re.compile(r"\b(?:seconds?|minutes|hours|ms|milliseconds|time|times|latenc\w+|duration)\b", re.IGNORECASE)
_LETTER = re.compile(r"\s[A-Z]$")
Truths = dict[str, bool | None]
# Rows that nobody counts among those that are ranked.
REFERENCE = re.compile(
    r"\b(?:memcpy|reference|baseline|theoretical|ideal|limit|none|no ?op|native|raw|control|upper bound)\b|^\W*$",
    re.IGNORECASE,
)
# What the values of any board may be called.
CASES = frozenset(
    map(
        root,
        """
        test case run row benchmark query workload round result measurement category discipline comparison entry one
        setting configuration scenario step model system product device machine site line item sample reading figure
        value number point load level size time location place option contender candidate competitor rival entrant
        """.split(),
    )
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A statement held against one field of a board, or all of them: whether it is wrong there, and by which values."""

    board: Board
    field: Field
    wrong: bool
    cells: tuple[tuple[str, Place], ...]  # that decide, each with its label
    told: str  # what the board gives
    evidence: int  # words of the statement that head the field
    sure: bool = True  # whether nothing else can be meant; else it says "low"


def within(value: Interval, bound: Decimal, *, under: bool) -> bool | None:
    """Whether a value is under a bound, or over it; None where the print leaves it open."""
    if value.upper < bound:
        return under
    return not under if value.lower > bound else None


def before(one: Interval, other: Interval, *, smallest: bool) -> bool | None:
    """Whether a value comes before another one; None where they tie."""
    if one == other:
        return None
    if one.upper <= other.lower:  # 2.9 and 3.0 only touch: whoever prints them has them in this order
        return smallest
    return not smallest if one.lower >= other.upper else None


def able(board: Board, text: str, kinds: frozenset[str]) -> list[Field]:
    """The fields of the kinds that a comparison can be of, by its word and by the words around it."""
    cued = kinds_of(text)
    cued = frozenset() if cued == kinds_of("") else cued
    found = [one for one in board.fields if not kinds or one.sample.kind in kinds]
    if not cued:
        return found
    said_ = roots(tokens(text))
    return [one for one in found if one.sample.kind in cued or (one.head - board.common) & said_]


def headed(board: Board, fields: Sequence[Field], *texts: str) -> list[tuple[Field, int]]:
    """The fields whose headers the first of some texts says most of that says any; else all of them."""
    for text in texts:
        # "V2 needs fewer bits than V1" says no word of "Encoding time, V1 = 1".
        words = roots(tokens(text)) - roots(tokens(" | ".join(named(board.who, text))))
        shares = [len((one.head - board.common) & words) for one in fields]
        most = max(shares, default=0)
        if most:
            return [(one, most) for one, share in zip(fields, shares, strict=True) if share == most]
    return [(one, 0) for one in fields]


def directions(order: Order, field: Field, board: Board) -> tuple[bool, ...]:
    """Whether the smallest value is what an order means; both where nothing says."""
    best = stated(_series(field, board))
    if best is None and order.end in ("fast", "slow", "good", "bad") and field.sample.kind == "count":
        best = _timed(f"{field.label} | {board.about}")
    return order.smallest(field.sample.kind, (True, False) if best is None else (best,))


def _timed(text: str) -> bool | None:
    """Whether numbers without a unit are times (the smaller the faster) or rates, as the words over them say."""
    rate = bool(_PER_SECOND.search(text))
    return not rate if rate != bool(_TIME.search(_PER_SECOND.sub(" ", text))) else None


def named(kind: Kind, text: str) -> list[str]:
    """The labels that a text says, in its order; mere numbers are none."""
    every = said(kind, text).items()
    found = {label: spans[0] for label, spans in every if any(map(str.isalpha, label)) and _lettered(label, text)}
    wordless = kind.by_rarest.get("", ())
    found |= {label: at for label in wordless if (at := _article(label, text))}
    return sorted(found, key=found.__getitem__)


def _article(label: str, text: str) -> tuple[int, int] | None:
    """Where a label that is spelled like an article stands: "string A", but not "A string"."""
    match = re.search(rf"(?<=[a-z\d] ){label}(?![\w-])", text) if label == "A" else None
    at = len(tokens(text[: match.start()])) if match else 0
    return (at, at + 1) if match else None


def _lettered(label: str, text: str) -> bool:
    """Whether a label that ends with a letter is printed so: "no kiln needs a fan" does not say "Kiln A"."""
    return not _LETTER.search(label) or bool(re.search(rf"\b{re.escape(label)}\b", " ".join(text.split())))


def counts(one: Quantifier, board: Board, many: int) -> bool:
    """Whether what a quantifier speaks of can be so many rows of a board: by their number, or by what it calls them."""
    if one.m:
        return one.m == many
    noun = roots(tokens(one.noun))
    if one.half or one.mode == "most":  # "half of all requests within 5 ms" is a median
        return bool(noun & (roots(tokens(board.noun)) | CASES))
    return not noun or bool(noun & (board.topic | roots(tokens(board.noun)) | CASES))


def named_cases(one: Quantifier, fields: Sequence[Field]) -> frozenset[str]:
    """The fields that a quantifier over them names: "every test but sort and join"."""
    said_ = roots(tokens(one.names))
    common = frozenset.intersection(*(each.head for each in fields)) if len(fields) > 1 else frozenset()
    return frozenset(each.label for each in fields if (each.head - common) & said_)


def of_label(one: Quantifier, fields: Sequence[Field]) -> Quantifier:
    """A quantifier whose number is a label: "at every client count but 128" is but for one, not but for 128."""
    said_ = str(one.n)
    labelled = one.mode == "but" and one.n and any(said_ in each.head for each in fields)
    return replace(one, n=0, names=said_) if labelled else one


def judged(
    one: Quantifier, truths: Truths, names: frozenset[str], *, spared: bool = False, partly: bool = False
) -> bool:
    """Whether a quantifier is wrong of these; `spared`: but for one that nobody names; `partly`: not all are there."""
    if partly and one.mode in ("count", "most"):
        return False
    if spared:
        return sum(each is True for each in truths.values()) > 1
    return not holds(one, truths, names)


def deciding(one: Quantifier, truths: Mapping[str, bool | None], names: frozenset[str]) -> list[str]:
    """The labels that speak against a quantifier; of a wrong count those that are so, or where they are too few not."""
    match one.mode:
        case "all":
            return [key for key, each in truths.items() if each is False]
        case "none":
            return [key for key, each in truths.items() if each is True]
        case "only":
            return [key for key, each in truths.items() if (each is True) != (key in names)]
        case "but" if not one.n:
            return [key for key, each in truths.items() if (each is True) == (key in names)]
        case _:
            so = [key for key, each in truths.items() if each is True]
            others = [key for key, each in truths.items() if each is False]
            return (others if one.mode == "count" and one.n > len(so) else so) or list(truths)


def compared(field: Field, left: str, right: str, ways: Sequence[bool]) -> Iterator[bool | None]:
    """Whether one value comes before another, for each way in which that can be meant."""
    one, other = field.places[left].value, field.places[right].value
    return (before(one, other, smallest=way) for way in ways)


def ranks(field: Field, who: str, *, smallest: bool) -> tuple[range, list[str]]:
    """The places that a value can have, and those that are ahead of it."""
    mine = field.places[who].value

    def against(other: str) -> bool | None:
        return before(field.places[other].value, mine, smallest=smallest)

    others = [one for one in field.places if one != who and not REFERENCE.search(one)]
    ahead = [one for one in others if against(one) is True]
    behind = sum(against(one) is False for one in others)
    return range(1 + len(ahead), 2 + len(others) - behind), ahead


def cells_of(field: Field, keys: Sequence[str]) -> tuple[tuple[str, Place], ...]:
    """The values of some labels, each once."""
    return tuple((key, field.places[key]) for key in dict.fromkeys(keys) if key in field.places)


def is_partly(board: Board, field: Field, but: str = "") -> bool:
    """Whether the text around a field, but for one sentence, says that it leaves some out: "only two" counts them."""
    return partly(_series(field, board), but=but)


def _series(field: Field, board: Board) -> Series:
    items = tuple(Item(label, one.start, one.end, one.amount) for label, one in field.places.items())
    plain = Series(board.document, items, field.label, board.about, field.sample.kind, frozenset(), board.table)
    return field.series or plain
