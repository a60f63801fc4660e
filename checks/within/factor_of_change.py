"""A factor that sums up a change of the sentence before it, or of the one thing that it names."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal

from checks.lib.findings.words import times
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.loose_said import Said, own_quotients, said_in
from checks.lib.language.release_said import releases_said
from checks.lib.language.tokens import coded, content
from checks.lib.quantities.near_pairs import Near, near_pairs
from checks.lib.ratios.apart import nearest_apart
from checks.lib.ratios.loosely_tied import broad, vague
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval, short

CODE = "factor-of-change"
BEFORE = 2  # sentences from a change to the factor that names its thing
LEAD = 200  # characters ahead of a change that may name its thing
NEAREST, FURTHEST = Decimal("1.07"), Decimal(4)  # times off: less is loose speech, more is of something else
# "That is a 9x speedup", "This 3.2x gain holds", "A 6x reduction": of what was said right before.
_BACK = re.compile(
    r"\W*(?:(?:and|so|in short|in other words|overall|altogether|hence|thus),?\s)?"
    r"(?:(?:that|this|which|it|the result|the change|the difference)(?:['’]s|\s(?:is|was|means|makes|gives|represents|"
    r"amounts to|works out (?:to|at)|equals|translates (?:in)?to|corresponds to|yields))?\s|(?=an?\s|\d)|$)"
    r"(?:[\w-]+\s){0,3}?$",
    re.IGNORECASE,
)
_THE = re.compile(r"\W*(?:the|its|our)\s$", re.IGNORECASE)
# What stands between the two values of one change.
_CHANGE = re.compile(
    r"→|[-=]>|\b(?:to|instead of|in place of|rather than|against|versus|vs|(?:down|up) from|from|than|before|now|"
    r"used to|compared (?:to|with)|where|previously|earlier|old|new|after|without)\b",
    re.IGNORECASE,
)
_PART = re.compile(r"[;:,](?=\s)|\.\s|\s(?:and|while|but|whereas)\s")


@check(CODE, version=2, severity="low", since="0.1.0")
def factor_of_change(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor that sums up a change is the quotient of its two values.

    Why:
        "Finishes in 3.1 seconds instead of 18.6. That is a 9x speedup": the second value prints no unit, or the
        sentence tells two changes of which the factor names one, and nobody divides any more.

    Flags:
        A factor, part or percentage that refers to the sentence right before it, or names the code ("Q23") that one
        change of the sentences before it alone is of, where no two values around give it.

    Passes:
        A factor that any two like values of those sentences give within 7 %, or that is off by more than four times.

    Does not judge:
        Averages, goals and "up to"; what a watt or dollar buys; values of other kinds than its words speak of; two
        values that no word of change connects.
    """
    index = index_of(corpus)
    for document in corpus.documents:
        every = index.sentences(document)
        factors = [one for at, each in enumerate(every) if each.asserted for one in said_in(each, at)]
        factors = [one for one in factors if not (one.one.most or one.one.bought)]
        if factors:
            tables = [(one.start, one.end) for one in document.tables]
            changes = [one for one in near_pairs(every, tables) if one.left.at == one.right.at]
            yield from (found for one in factors for found in _check(one, changes, document, index))


def _check(said: Said, every: Sequence[Near], document: Document, index: Index) -> Iterator[Finding | Skip]:
    near = [one for one in every if 0 < said.at - one.left.at <= BEFORE and _of_kind(said, one)]
    around = [one.factor for one in every if abs(said.at - one.left.at) <= BEFORE and not broad(one.factor)]
    around += own_quotients(said)
    meant = list(_meant(said, _adjacent(near, document), document))
    if not meant or any(_off(said, factor) < NEAREST for factor in (*around, *(one.factor for one in meant))):
        return
    if all(releases_said(said.clause) - one.words - one.lead for one in meant):
        yield Skip(CODE, (document.name, said.quote), "not comparable, because the factor is over another release")
        return
    nearest = min(meant, key=lambda one: _off(said, one.factor))
    if not vague(nearest.factor) and _off(said, nearest.factor) <= FURTHEST:
        yield _finding(said, nearest, index)


def _of_kind(said: Said, one: Near) -> bool:
    """Whether a factor can be of values of such a kind."""
    return one.kind in said.kinds if said.kinds else one.kind != "count"


def _adjacent(every: Sequence[Near], document: Document) -> list[Near]:
    """The pairs that a word of change joins, with no other value of theirs between: "from 12 to 4, B from 8 to 6"."""
    starts = {side.start for one in every for side in (one.left, one.right)}
    joined = [one for one in every if _CHANGE.search(document.text[one.left.end : one.right.start])]
    found: list[Near] = []
    for one in sorted(joined, key=lambda each: each.left.start):
        between = any(one.left.end <= start < one.right.start for start in starts)
        if not between and (not found or found[-1].right.end <= one.left.start):
            found.append(one)
    return found


def _meant(said: Said, changes: Sequence[Near], document: Document) -> Iterator[Near]:
    """The changes of the code that a factor's clause names; else, where it refers back, those of the sentence before.

    Of several the words say which: "the 3x reduction of the base image".
    """
    codes, parts = coded(said.clause), {id(one): _part(one, document) for one in changes}  # to hash one is to read it
    named = [one for one in changes if codes & coded(parts[id(one)])]
    last = [one for one in changes if said.at - one.left.at == 1]
    if named:
        yield from named
    elif not codes and (_BACK.match(said.ahead) or (len(last) > 1 and _THE.match(said.ahead))):
        words = content(said.clause)
        shared = [one for one in last if words & _own(one, parts)]
        yield from shared or (last if _BACK.match(said.ahead) else ())


def _own(one: Near, parts: Mapping[int, str]) -> frozenset[str]:
    """The words of a change's part that no other change has."""
    mine = parts[id(one)]
    return content(mine).difference(*(content(text) for text in parts.values() if text != mine))


def _part(one: Near, document: Document) -> str:
    """The words ahead of a change's first value up to the comma or "and" before them."""
    line = document.text[max(0, one.left.start - LEAD) : one.left.start]
    return _PART.split(line)[-1]


def _off(said: Said, factor: Interval) -> Decimal:
    return nearest_apart(said.one.ways, [factor])


def _finding(said: Said, one: Near, index: Index) -> Finding:
    start = said.sentence.passage.start
    cells = [index.places.printed(said.document, each.start, each.end) for each in (one.left, one.right)]
    both = " and ".join(each.quote for each in cells)
    ways = " or ".join(str(way) for way in said.one.ways)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"the text says {said.quote} of the change that it has just told, {both}, which gives "
        f"{times(one.factor, said.quote)}",
        arithmetic=f"{said.quote} allows {ways}; {both} allow {one.factor}: "
        f"{short(_off(said, one.factor))} times apart.",
        comparison=(said.document.name, *sorted(one.words & set(said.clause.split())), said.quote),
        evidence=(index.places.printed(said.document, start + said.one.start, start + said.one.end), *cells),
        likely_wrong_why="one factor against one pair of values",
    )
