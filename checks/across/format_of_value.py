"""One measured value that two places say of two number formats."""

from collections.abc import Iterator, Mapping

from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import coded, names
from checks.lib.quantities.dimensions import KINDS
from checks.lib.sums.pools import Pool, pools
from checks.lib.telling.facts import Fact, said_before
from checks.lib.values.formats_told import Format, format_of, notes_of
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "format-of-value"
LEAST = 3  # digits of a value that two runs hardly share
BEFORE = 1  # sentences that may name what the value is of
_TIME = KINDS["time"]

Notes = Mapping[str, Mapping[str, tuple[int, int]]]


@check(CODE, version=1, severity="low", since="0.1.0")
def format_of_value(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A rate or time that was measured once was measured in one number format.

    Why:
        "132 tokens a second without any quantization" is the news; the table of test conditions has the same 132 with
        a "b" behind it, and b is "weights stored as FP8". The figure is right, what makes it remarkable is not.

    Flags:
        A rate or a time of three digits or more that a sentence prints with a format ("in 16-bit", "without
        quantization", "at full precision"), and that another place prints with one of other bits: a sentence or line,
        a row with a cell of its own for it, or the note that the row's mark leads to. Of several formats in one text
        that of the weights counts. Always low.

    Passes:
        "16-bit" and BF16; what is not quantised and a format that the model is published in ("native FP8"); a value
        that any other place prints with the format of the sentence.

    Does not judge:
        Texts of several formats that say of none that the weights have it; places that share no name; documents of
        different dates (skipped).
    """
    index = index_of(corpus)
    notes = {one.document_id: notes_of(one) for one in corpus.documents}
    told: set[frozenset[tuple[str, int]]] = set()
    for pool in pools(corpus, index):
        for one, other, pair in _pairs(pool, index, notes):
            key = frozenset((each.document.document_id, each.start) for each in (one, other))
            if key not in told:
                told.add(key)
                yield _judged(one, other, pair, index)


def _pairs(pool: Pool, index: Index, notes: Notes) -> Iterator[tuple[Fact, Fact, tuple[Format, Format]]]:
    every = dict.fromkeys((*pool.far, *pool.other))  # with those of other dates, which are skipped
    for one in (each for each in pool.own if each.sentence and _measured(each)):
        mine = format_of(one, notes[one.document.document_id])
        same = [each for each in every if each is not one and _same(one, each, index)] if mine else []
        read = [(each, format_of(each, notes[each.document.document_id])) for each in same]
        known = [(each, theirs) for each, theirs in read if theirs and theirs.start != (mine and mine.start)]
        if mine and known and all(mine.unlike(theirs) for _, theirs in known):
            yield one, known[0][0], (mine, known[0][1])


def _measured(one: Fact) -> bool:
    """Whether a value is a rate of things or a time, of digits that are hardly chance."""
    digits = "".join(filter(str.isdigit, one.quote.partition(" ")[0])).strip("0")
    return len(digits) >= LEAST and (one.dims == _TIME or (bool(one.of) and ("time", -1) in one.dims))


def _same(one: Fact, other: Fact, index: Index) -> bool:
    """Whether another place prints the value, of something that both name, and no code that the page lacks."""
    if other.dims != one.dims or other.middle != one.middle:
        return False
    mine, theirs = (f"{each.entity} | {said_before(each, index, BEFORE)}" for each in (one, other))
    foreign = coded(other.entity) - index.words[one.document.document_id]
    return not foreign and bool(_named(mine) & _named(theirs))


def _named(text: str) -> frozenset[str]:
    return names(text, title=True) | coded(text)


def _judged(one: Fact, other: Fact, pair: tuple[Format, Format], index: Index) -> Finding | Skip:
    key = (*sorted((one.document.name, other.document.name)), *sorted(one.of), one.quote)
    if index.of_two_editions(one.document, other.document):
        return Skip(CODE, key, OTHER_EDITION)
    quotes = [index.places.printed(each.document, each.start, each.end) for each in (*pair, one, other)]
    said, printed, value, again = quotes
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{value.quote} is told with {said.quote!r} in {said.document}, and with {printed.quote!r} in "
        f"{printed.document}",
        arithmetic="No sum: one value, two formats that it was measured in.",
        comparison=key,
        evidence=(said, printed, value, again),
        likely_wrong_why="the format that is praised, or the note",
    )
