"""Factors that no form has the words for, by their grammar alone: "sheds half its weight", "undercuts it by 28%".

The forms know the words of the field and what a figure is of; the grammar of comparisons knows neither, and reads any
verb, adjective or noun. It is asked last, for what the forms leave.
"""

import re
from collections.abc import Iterator
from decimal import Decimal

from parsers.lib.numbers import qualifier
from parsers.lib.scene import Found, Scene
from schemas.multiples import Multiple, printed_multiples
from schemas.statement import Figure
from schemas.which_way import GONE, is_rest

_WHOLE = re.compile(r"\s+of\s+(?:the|our|its|their|all|these|those)\s", re.IGNORECASE)
_OLD = re.compile(r"[^.;,]{0,60}\b(?:that|than|old|older|former|previous|original|earlier)\b", re.IGNORECASE)
LONGEST = 2000  # characters; a longer stretch is no sentence, and going through it costs its square
_COUNTED = re.compile(r"[\w.,-]+\stimes(?:[.,;:)]|$)")  # "idle 3 times.": the forms know whether that is a factor
_WHAT = re.compile(r"\bwhat\s$", re.IGNORECASE)  # "see what half the money buys" asks
FEW = 3  # words that a comparison takes; "+8%" alone is the label of a bar
_BY = re.compile(r"\bby\s(?:[a-z]+\s){0,3}$", re.IGNORECASE)
_HIGHER = re.compile(r"[\s-](?:more|higher|longer|larger|greater|faster|quicker|further|better)\b", re.IGNORECASE)


def compared(scene: Scene) -> Iterator[Found]:
    """The factors and percentages of a stretch that its grammar says compare two things, in text order."""
    words = scene.sentence
    if len(words) > LONGEST or len(words.split()) < FEW:
        return
    for one in printed_multiples(words):
        if not _is_none(words, one):
            yield Found(_figure(scene, one))


def _is_none(words: str, one: Multiple) -> bool:
    """Whether it is no comparison after all, or one that the forms read better."""
    if one.told == "percent" and is_rest(words, one.end):
        return True  # a level, which the forms for shares read
    if words[one.start : one.end].endswith("X"):
        return True  # "Ryzen 7950X"; the forms read "2.6X"
    return bool(_shared_out(words, one) or _COUNTED.match(words, one.start) or _WHAT.search(words, 0, one.start))


def _shared_out(words: str, one: Multiple) -> bool:
    """Whether a sentence begins with a share of a whole: "A quarter of the latency is the network"."""
    leads = one.told == "part" and not words[: one.start].strip() and _WHOLE.match(words, one.end)
    return bool(leads) and not (GONE.match(words, one.end) or _OLD.match(words, one.end))


def _figure(scene: Scene, one: Multiple) -> Figure:
    start, end = scene.start + one.start, scene.start + one.end
    literal = scene.text[start:end]
    hedge = qualifier(scene.before(start), scene.after(end))
    if one.told == "percent":
        number = re.split(r"\s?(?:%|per)", literal, maxsplit=1)[0]
        step = Decimal(1).scaleb(-len(number.partition(".")[2])) if number[:1].isdigit() else Decimal(1)
        return Figure(start, end, number, "percent_change", one.value, "%", hedge, step)
    value = one.value if one.told == "times" else _share_left(scene, one)
    return Figure(start, end, literal, "ratio", value.normalize(), "x", hedge, Decimal("0.1"))


def _share_left(scene: Scene, one: Multiple) -> Decimal:
    """What a share leaves: "drops two thirds" a third; "by a third" and "a third higher" stay, as in all claims."""
    ahead, behind = scene.before(scene.start + one.start), scene.after(scene.start + one.end)
    if _BY.search(ahead) or _HIGHER.match(behind):
        return one.value
    middle = (one.ways[0].lower + one.ways[0].upper) / 2
    able = (one.value, 1 - one.value, 1 + one.value)
    return min(able, key=lambda share: abs(max(share, 1 / share) - middle))
