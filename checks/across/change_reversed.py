"""A percentage by which something is said to fall, and by which the values of that row rise."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.loose_said import Loose, Said, said_in
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.old_new import NEW, OLD
from checks.lib.ratios.loose_pairs import LoosePairs
from checks.lib.reckoning.changes_told import WAYS
from checks.lib.reckoning.meant import roles
from checks.lib.statements.withdrawn import withdrawn_of
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval, short

CODE = "change-reversed"
LEAST = Decimal("0.03")  # a smaller change goes either way by rounding
FARTHEST = 30  # characters between a verb of change and its figure
_PERCENT = re.compile(r"(?P<n>\d+(?:\.(?P<frac>\d+))?)\s?(?:%|per\s?cent)", re.IGNORECASE)
# "16% lower p95" has no verb.
_ADJECTIVES = {"down": "down|lower|less|fewer|shorter|smaller", "up": "up|higher|more|longer|larger|bigger|growth"}
_VERB = re.compile(
    "|".join(rf"(?<![\w-])(?P<{way}>{WAYS[way]}|{words})(?![\w-])" for way, words in _ADJECTIVES.items()), re.IGNORECASE
)
# What a change is set against, "3% less than", or a limit of it: "no more than", "up to".
_NO_CHANGE = re.compile(
    r"\b(?:no|not|never|at|up|once|much) (?:more|less|fewer|higher|lower|up)\b|\bup to\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Change:
    """By what share something is said to go `way` ("up" or "down")."""

    way: str
    share: Interval


@check(CODE, version=1, severity="low", since="0.1.0")
def change_reversed(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to have fallen by a percentage has fallen, in the row that moved by just that much.

    Why:
        "Tail latency came down by 16 %" is written from a sheet in which it went up by 16 %. The amount is right, so
        whoever checks the division finds nothing; the sign is what was lost.

    Flags:
        A verb of change beside a percentage, where of the values that it can be of by its words (the old and the new
        column of a row in any document: two releases, before and after, last year and this) none moved that way by so
        much, and those that come to it moved the other way. Low, as words tie the values to it.

    Passes:
        A row that moved that way by about as much, in either reading of a percentage; changes of less than 3 %.

    Does not judge:
        Values of which no label says which is the old one; limits ("no more than", "up to"); two verbs beside one
        figure that go two ways; goals and what is withdrawn; documents of two editions (skipped).
    """
    index = index_of(corpus)
    pairs, withdrawn = LoosePairs(corpus, index), withdrawn_of(corpus)
    for document in corpus.documents:
        for at, sentence in enumerate(index.sentences(document)):
            if not sentence.asserted or withdrawn.has(document.document_id, sentence.passage.words):
                continue
            for said in said_in(sentence, at):
                if change := _change(said):
                    yield from _check(said, change, pairs, index)


def _change(said: Said) -> Change | None:
    """The change that a factor is of; None where it is no percentage, or no verb says which way."""
    printed = _PERCENT.match(said.quote)
    words = said.sentence.passage.words
    ahead, behind = words[: said.one.start][-FARTHEST:], words[said.one.end :][:FARTHEST]
    near = [
        one for text in (re.split(r"[,;:]\s", ahead)[-1], re.split(r"[,;.]", behind)[0]) for one in _VERB.finditer(text)
    ]
    ways = {one.lastgroup for one in near}
    if printed is None or said.one.bound or len(ways) != 1 or _NO_CHANGE.search(f"{ahead} | {behind}"):
        return None
    ulp = Decimal(1).scaleb(-len(printed["frac"] or ""))
    share = Interval((Decimal(printed["n"]) - ulp / 2) / 100, (Decimal(printed["n"]) + ulp / 2) / 100)
    return Change(str(ways.pop()), share) if share.lower >= LEAST else None


def _check(said: Said, change: Change, pairs: LoosePairs, index: Index) -> Iterator[Finding | Skip]:
    every = [(one, _grown(one)) for one in pairs.of(said)]
    known = {frozenset(one.places) for one, grown in every if grown}
    able = [(one, grown) for one, grown in every if grown or frozenset(one.places) not in known]
    if not able or any(_acquits(change, *pair) for pair in able):
        return
    best = max((one.points for one, grown in able if grown), default=0)
    wrong = [one for one, grown in able if one.points == best and grown and _so(_other(change), grown)]
    if wrong:
        editions = index.of_two_editions(said.document, wrong[0].document)
        key = (said.document.name, wrong[0].document.name, said.quote, change.way)
        yield Skip(CODE, key, OTHER_EDITION) if editions else _finding(said, change, wrong[0], key, index)


def _other(change: Change) -> Change:
    return replace(change, way="down" if change.way == "up" else "up")


def _grown(one: Loose) -> Interval | None:
    """The new value over the old one; None where no label says which is which."""
    pair = _in_order(one)
    if pair is None:
        return None
    old, new = (each.amount.readings.rounded for each in pair)
    return new / old if old.lower > 0 and new.lower > 0 else None


def _in_order(one: Loose) -> tuple[Slot, Slot] | None:
    if one.couple is None or not one.turned:
        return None
    slots = one.couple.left, one.couple.right
    labels = [side.label for side in one.couple.sides]
    order = roles(dict(enumerate(labels))) if _are_two_times(*labels) else None
    return (slots[order[0]], slots[order[1]]) if order else None


def _are_two_times(one: str, other: str) -> bool:
    """Whether two labels are of one thing at two times: by such words, or by releases of one name."""
    if any(bool(OLD.search(left)) and bool(NEW.search(right)) for left, right in ((one, other), (other, one))):
        return True
    shapes = [re.sub(r"\d+", "#", label) for label in (one, other)]
    # Of "0.840" and "2.10" neither is a release: these have as many digits behind a point.
    digits = [re.sub(r"\d", "0", label.partition(".")[2]) for label in (one, other)]
    return shapes[0] == shapes[1] and "#" in shapes[0] and (digits[0] == digits[1] or one.count(".") > 1)


def _so(change: Change, grown: Interval) -> bool:
    """Whether values moved as said, of the old one or of the new one."""
    ends = grown.lower - 1, grown.upper - 1
    of_new = 1 - 1 / grown.lower, 1 - 1 / grown.upper
    ways = (ends, of_new) if change.way == "up" else ((-ends[1], -ends[0]), (-of_new[1], -of_new[0]))
    return any(low <= change.share.upper and high >= change.share.lower for low, high in ways)


def _acquits(change: Change, one: Loose, grown: Interval | None) -> bool:
    """Whether a pair bears a change out; where its order is not known, whichever way."""
    return _so(change, grown) if grown else _so(replace(change, way="up"), one.factor)


def _finding(said: Said, change: Change, one: Loose, key: tuple[str, ...], index: Index) -> Finding:
    start = said.sentence.passage.start
    mine = index.places.printed(said.document, start + said.one.start, start + said.one.end)
    pair = _in_order(one) or ()
    cells = [index.places.printed(one.document, each.start, each.end) for each in pair]
    grown = _grown(one)
    labels = listed(sorted(one.labels))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{mine.document} says {change.way} by {mine.quote}; {one.document.name} prints {cells[0].quote}, then "
        f"{cells[1].quote} ({labels}), which is as much the other way",
        arithmetic=f"{cells[1].quote} over {cells[0].quote} is {short(grown.lower)} to {short(grown.upper)}."
        if grown
        else "",
        comparison=key,
        evidence=(mine, *cells),
        likely_wrong_why="the words, or the two values are swapped",
    )
