"""A factor in any words that none of the values around it gives."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from math import prod

from checks.lib.findings.words import times
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.loose_said import BOTH, Loose, Said, best_of, of_itself, own_quotients, said_in
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.ratios.apart import times_apart
from checks.lib.ratios.loose_pairs import LoosePairs
from checks.lib.ratios.loosely_tied import vague
from checks.lib.statements.withdrawn import rectified
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval, short

CODE = "factor-unmet"
MANY = 6  # pairs that a factor can be of equally well; of more nobody knows which is meant
LEAST = Decimal("1.06")  # a smaller factor is lost in rounding
NEAREST = Decimal("1.07")  # times that a factor is off at least; less is loose speech
SHARE, POINTS = (
    Decimal("1.08"),
    Decimal("0.03"),
)  # times, and points, that a percentage is off at least where it is firm
FINE = Decimal("1.02")  # times off at which two numbers of its own sentence give it
PRECISE = 2  # digits of a broken factor that a firm pair gives as finely
# And at most; more is of something else, the sooner the less ties it.
FURTHEST, FURTHEST_FIRM, FURTHEST_UNTOLD = Decimal(4), Decimal(12), Decimal(2)
_PERCENT = re.compile(r"(?P<n>\d+(?:\.\d+)?)\s?(?:%|per)")
_TIMES = re.compile(r"(?P<n>\d+\.\d+)\s?(?:[x×]|times)")
_CASES = re.compile(r"\b(?:both|all|every|each|across)\b", re.IGNORECASE)
ALIKE = 2  # further pairs that are quoted
CLOSE = 1  # points below the best at which a pair still acquits


@check(CODE, version=16, severity="low", since="0.1.0")
def factor_unmet(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor, part or percentage of change is the quotient of some two values around it, whatever its words are.

    Why:
        Extraction takes for a claim what speaks of performance in words that it knows. A factor that is told otherwise
        ("sheds a fifth of its weight", "puts it at double") can be as wrong, and the values beside it show it.

    Flags:
        "A cut of 45 %" behind "needed 640 MB ... makes do with 416 MB"; "a third lighter" over a list with 1,140 g and
        985 g; a headline over two values of one sentence below it; "25% smaller than version 8" where two sentences
        of another text print a value of version 8 and one of 9; "a sixth of the energy" where another text prints two
        energies; "that is 45 % off the wait" behind two waits; "cuts the time by 45%" over a line "from 50 seconds to
        40", or where another text says so of the same thing; an "up to" that none of the pairs that it can be of
        reaches, nor any two like values of the page; a headline over a footnote whose two values stand with the codes
        of its two sides; "3.8x from 64 to 256 GPUs" over the rows 64 and 256; "62% shorter" over the lines of a chart,
        "cold start (ms): 118, 72", whose title names the two releases; "4.1x on openapi.yaml" over that file's
        table, of the two that a page prints; a headline that no row of the one table of its two sides gives, though it
        names none; "47 % better for the 95/5 load" over that row, which prints 1.36x itself; two rows that several
        columns tell apart, of which the sentence names one by its code and the title the other; the two values of the
        row that a change names, under two releases. Low, as words alone tie
        the values to it.

    Passes:
        A factor that two values of its own sentence give, or values tied to it about as well, or the mean of these;
        where nothing names the values surely, one that any two like values of its document or theirs give. One that is
        off by less than 7 % (2 % of a broken one where labels tell its values), or by more than four times, which is of
        something else (twelve where labels say sides and thing); what a row that it names gives along its columns.
        One that two values of its own line, or of the two sentences before, give; that a line elsewhere gives with the
        same figure; that a cell prints; values that have a factor of their own on their line which is far off (1.6
        times), but for an "up to", and unless the sentence names their row and both their columns; one of several cases
        ("for both") that lies within what pairs with its two sides give; one that names no thing, twice off or more.

    Does not judge:
        Averages and goals; what a dollar buys, and what a watt does where no value per watt is printed; values so rough
        that they give nearly any factor ("1 TB" and "256 GB"); parts of a whole; what a document has no name for;
        several factors of a document that all come down to the same two values; another number of a noun than the
        labels have ("batch 1"); two values of the one release that it says, where another stands beside it; writes of
        "reads are 2x as fast"; the number of a name ("the 9400" beside "Heron 9400"); what the other document prints
        too, beside the right figure; tables of which more than 300 pairs of cells differ in one label, as some pair of
        these is as far apart as any factor; documents of two editions (skipped).
    """
    index = index_of(corpus)
    pairs = LoosePairs(corpus, index)
    for document in corpus.documents:
        told = (each for each in enumerate(index.sentences(document)) if each[1].asserted)
        every = (one for at, sentence in told for one in said_in(sentence, at) if _tells(one))
        unmet = [(said, *found) for said in every for found in _unmet_and_alike(said, pairs)]
        for said, found, alike in unmet:
            if not any(other.places == found.places and _unlike(said, one) for one, other, _ in unmet):
                yield _judged(said, found, alike, index)


def _unmet_and_alike(said: Said, pairs: LoosePairs) -> Iterator[tuple[Loose, list[Loose]]]:
    """What a factor misses, and the firm pairs that come to the same: minutes, and the bars that are drawn of them."""
    every = list(pairs.of(said))
    if found := _unmet(said, every, pairs):
        able = (one for one in every if one.firm and one.document is found.document and one.places != found.places)
        yield found, [one for one in able if one.factor.meets(found.factor)][:ALIKE]


def _unlike(one: Said, other: Said) -> bool:
    """Whether no reading of one factor is about one of the other's: two values are of one of them at most."""
    return all(times_apart(mine, theirs) >= NEAREST for mine in one.one.ways for theirs in other.one.ways)


def _tells(said: Said) -> bool:
    return min(way.upper for way in said.one.ways) >= LEAST


def _unmet(said: Said, found: Sequence[Loose], pairs: LoosePairs) -> Loose | None:
    """The nearest of the pairs that a factor is most likely of; None where anything gives it."""
    found = [
        one for one in of_itself(said, found) if one.factor.lower > 1
    ]  # two values that may be one are not compared
    if not found:
        return None
    best = best_of(said, found)
    if said.one.most and any(_reaches(said, one.factor) for one in found if _as_near(one, best[0])):
        return None
    firm = best[0].firm
    if (len(best) > MANY and not said.one.most) or any(
        _gives(said, one.factor, firm) for one in _acquitting(said, found, best)
    ):
        return None
    if _sums_up(said, found) or any(_off(said, factor) < FINE for factor in _beside(said, found, best, pairs)):
        return None
    if not said.one.bound and (_mean_of(said, best) or (not firm and _printed(said, best, pairs))):
        return None
    nearest = max(best, key=_upper) if said.one.most else min(best, key=lambda one: _off(said, one.factor))
    if not nearest.own and rectified(nearest.document, said.quote, nearest.factor):
        return None
    return nearest if not vague(nearest.factor) and _off(said, nearest.factor) <= _furthest(nearest) else None


def _furthest(one: Loose) -> Decimal:
    """How many times a factor can be off a pair and be of it all the same."""
    untold = one.labels and not one.thing
    return FURTHEST_FIRM if one.firm else FURTHEST_UNTOLD if untold else FURTHEST


def _as_near(one: Loose, best: Loose) -> bool:
    """Whether a pair may be meant by an "up to": not two of a sentence's other numbers beside two of both its sides.

    Nor a latency that no word speaks of beside the throughput that the words do.
    """
    if best.firm and best.thing and not (one.thing or one.kind == best.kind):
        return False
    return bool(one.labels or best.labels) or one.sides > 0 or best.sides < BOTH


def _acquitting(said: Said, found: Sequence[Loose], best: Sequence[Loose]) -> Iterator[Loose]:
    """The pairs that a factor may be of instead; some two values are always as far apart as "more than a third"."""
    labels = {one.labels for one in best}
    yield from best
    if said.one.bound:
        yield from (one for one in found if best[0].named and one.named and one.labels in labels)
    else:
        close = best[0].points - CLOSE
        yield from (one for one in found if not best[0].firm or one.points >= close)


def _beside(said: Said, found: Sequence[Loose], best: Sequence[Loose], pairs: LoosePairs) -> Iterator[Interval]:
    """What its own sentence gives for it, and what the best pairs' values give with the cells of their other axis."""
    yield from own_quotients(said)
    yield from (one.factor for one in found if one.inside)
    # "Almost 14x" beside $7.50, which is that over the $0.54 of the sentence before.
    yield from pairs.with_own(said)
    yield from (factor for one in best for factor in one.crossed if not said.one.bound)


def _sums_up(said: Said, found: Sequence[Loose]) -> bool:
    """Whether a factor of several cases lies between what pairs with both its sides give: "twice as fast for both"."""
    both = [one.factor for one in found if one.sides >= BOTH]
    if not both or not _CASES.search(said.sentence.passage.words):
        return False
    low, high = min(one.lower for one in both), max(one.upper for one in both)
    return any(way.upper >= low and way.lower <= high for way in said.one.ways)


def _mean_of(said: Said, best: Sequence[Loose]) -> bool:
    if len({(one.labels, one.kind) for one in best}) > 1:
        return False  # a mean is of rows
    return (
        len(best) > 1
        and len({place for one in best for place in one.places}) == 2 * len(best)  # two rows share no value
        and all(one.labels or one.sides for one in best)
        and any(times_apart(way, mean) < NEAREST for way in said.one.ways for mean in _means(best))
    )


def _means(best: Sequence[Loose]) -> Iterator[Interval]:
    """The arithmetic and the geometric mean of what pairs give."""
    factors, root = [one.factor for one in best], Decimal(1) / len(best)
    lower, upper = [one.lower for one in factors], [one.upper for one in factors]
    yield Interval(sum(lower, Decimal(0)) / len(best), sum(upper, Decimal(0)) / len(best))
    yield Interval(prod(lower, start=Decimal(1)) ** root, prod(upper, start=Decimal(1)) ** root)


def _printed(said: Said, best: Sequence[Loose], pairs: LoosePairs) -> bool:
    """Whether any two like values give it, of its document or theirs, or one of its sentence and one of any."""
    documents = {one.document_id: one for one in (said.document, *(each.document for each in best))}
    able = said.kinds | {"count"}
    every = (one for document in documents.values() for one in pairs.printed(document))
    if any(_gives(said, factor) for kind, factor in every if not said.kinds or kind in able):
        return True
    return any(_gives(said, factor) for factor in pairs.with_own(said))


def _upper(one: Loose) -> Decimal:
    return one.factor.upper


def _reaches(said: Said, factor: Interval) -> bool:
    """Whether two values are as far apart as an "up to" says, or nearly so."""
    return factor.upper * NEAREST > min(way.lower for way in said.one.ways)


def _gives(said: Said, factor: Interval, firm: bool = False) -> bool:
    nearest = FINE if firm and _fine(said) else NEAREST
    return _off(said, factor) < nearest and not (firm and _other_share(said, factor))


def _fine(said: Said) -> bool:
    """Whether a factor is printed to a tenth or more finely: nobody says 1.43x for about 1.34."""
    printed = _TIMES.match(said.quote)
    return printed is not None and not said.one.bound and sum(map(str.isdigit, printed["n"])) >= PRECISE


def _other_share(said: Said, factor: Interval) -> bool:
    """Whether a percentage is another than two values give: 79 % more is no 90 %, though 1.79 is nearly 1.90."""
    printed = _PERCENT.match(said.quote)
    if not printed or said.one.bound:
        return False
    share, slack = Decimal(printed["n"]) / 100, max(POINTS, Decimal(printed["n"]) / 100 * (SHARE - 1))
    ways = (factor.lower - 1, factor.upper - 1), (1 - 1 / factor.lower, 1 - 1 / factor.upper)
    return not any(low - slack <= share <= high + slack for low, high in ways)


def _off(said: Said, factor: Interval) -> Decimal:
    """How many times a factor is off what two values give, as it is best taken; 1 where they meet."""
    return min(times_apart(way, factor) for way in said.one.ways)


def _judged(said: Said, one: Loose, alike: Sequence[Loose], index: Index) -> Finding | Skip:
    if index.of_two_editions(said.document, one.document):
        return Skip(CODE, (said.document.name, one.document.name, " ".join(sorted(one.labels))), OTHER_EDITION)
    return _finding(said, one, alike, index)


def _finding(said: Said, one: Loose, alike: Sequence[Loose], index: Index) -> Finding:
    start, words = said.sentence.passage.start, said.sentence.passage.words
    printed = words[said.one.start : said.one.end]
    cells = [index.places.printed(one.document, *place) for place in one.places]
    both = " and ".join(each.quote for each in cells)
    likewise = [index.places.printed(one.document, *place) for other in alike for place in other.places]
    ways = " or ".join(str(way) for way in said.one.ways)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"the text says {printed}; of the values in {one.document.name} that it can be of, the nearest, "
        f"{both}, give {times(one.factor, printed)}",
        arithmetic=f"{printed} allows {ways}; {both} allow {one.factor}: {short(_off(said, one.factor))} times apart.",
        comparison=(said.document.name, one.document.name, " ".join(sorted(one.labels))),
        evidence=(index.places.printed(said.document, start + said.one.start, start + said.one.end), *cells, *likewise),
        likely_wrong_why="one factor against values that words alone tie to it",
    )
