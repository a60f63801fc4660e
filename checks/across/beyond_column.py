"""A value in words beyond every value of its kind that the tables of the same thing print."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.naming import of_another
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.otherwise import otherwise
from checks.lib.language.release_said import releases_said
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import names, one_release, roots, tokens
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.quantities.numbers_said import exact
from checks.lib.quantities.summed import total
from checks.lib.statements.factors import ratios_told
from checks.lib.statements.index import by
from checks.lib.sums.given_around import GIVEN, given_around
from checks.lib.telling.told import VERBS, is_before
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval, Readings, judge
from schemas.number_words import ANY_NUMBER, count

CODE = "beyond-column"
KINDS = ("rate", "bandwidth")  # of which more is claimed than was measured
CARRIED = ("bandwidth", "compute")  # what a part has at most; of it nothing is counted
MANY = 100  # fewer of something are too many things
ROWS = 2  # of a column; of one row nobody can tell that it is the best
APART = Decimal("0.05")  # the least gap: "a million" of 985,000 is a way to speak
UP_TO = "the text may be of more than the tables print"
FAR = Decimal(20)  # times apart: two things
EIGHT = 8  # bits of a byte, and cards of a server
_MANY = re.compile(rf"(?<![\w.,])(?:\d{{1,5}}|{ANY_NUMBER})(?![\w.,]*\d)(?=\s[A-Za-z]|x\b|\s?×)", re.IGNORECASE)
_SPARSE = re.compile(r"\bspars\w+|\bboth (?:directions|ways)|\bbidirectional", re.IGNORECASE)
_OFF = re.compile(r"\b(?:off|without|disabled|no|not|only|empty|in[- ]memory)\b", re.IGNORECASE)


@check(CODE, version=10, severity="medium", since="0.1.0")
def beyond_column(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A rate that the text claims is reached by one of the rows that another document prints of the same thing.

    Why:
        A headline rounds up, or is of a run that the results page never had. Which row it means need not be known: none
        of them reaches it.

    Flags:
        "Passes 1 million transactions per second" of a product and workload whose results page ends at 812,000
        transactions per second; so many at once ("9,800 calls") likewise. Low where the sentence says a condition of
        which the other document says nothing, or where what is printed around the claim comes to it (eight
        accelerators of 4,600 tokens/s each), for an "up to", which one of the rows is said to have, and for a
        bandwidth and a peak of compute, which are told of what a part carries at most.

    Passes:
        A rate that one row of any table of that document reaches, within 5 %, or a sentence of it tells too; the sum of
        a column of counts; a value whose document prints the factor that it is over one of theirs; rows of releases of
        which none is that in the title over the value; a bandwidth or peak of as many parts as the sentence counts.

    Does not judge:
        Values of the table's own document but for an "up to"; sentences with a name, a version, a number of nodes or a
        setting that the other document does not have, or that share no other word with it; goals; documents of
        different dates (skipped); what would be low on pages of more than sixty numbers (skipped).
    """
    index = index_of(corpus)
    told = ratios_told(corpus.claims)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            able = [one for one in sentence.amounts if _able(one)]
            if len(able) == 1 and sentence.asserted and not sentence.past and not is_before(able[0]):
                yield from _check(sentence, _as_printed(able[0]), corpus, index, told[document.document_id])


def _as_printed(one: Asserted) -> Asserted:
    """An "up to" as the value that it prints: it is said to be reached, so that one of the rows has it."""
    if one.amount.qualifier != "up_to":
        return one
    printed = exact(one.amount, one.passage.words)
    return replace(one, amount=replace(printed, qualifier="up_to"))


def _check(
    sentence: Sentence, asserted: Asserted, corpus: Corpus, index: Index, told: Sequence[Readings]
) -> Iterator[Finding | Skip]:
    document = sentence.passage.document
    # Beside its own tables a text also prints what they do not: only the best of several is in one of them.
    most = asserted.amount.qualifier == "up_to"
    about = [one for one in index.about(sentence) if most or one.sheet.document.document_id != document.document_id]
    for some in by((one for one in about if one.sheet.table), lambda one: one.sheet.document.document_id).values():
        theirs = some[0].sheet.document
        slots = [slot for told in index.of(theirs) for slot in told.slots if _is_of(asserted, slot)]
        best = _best(asserted, slots)
        if (
            best is None
            or _is_sum(asserted, slots)
            or _of_several(asserted, slots)
            or _is_printed(asserted, index.of(theirs))
            or _is_told(asserted, theirs, index, sentence)
            or _gains(asserted, slots, told)
            or _of_next_release(asserted, slots)
            or not _one_thing(sentence, asserted, some, slots, index)
        ):
            continue
        if index.of_two_editions(document, theirs):
            yield Skip(CODE, _key(asserted, best), OTHER_EDITION)
        else:
            given = given_around(document.document_id, asserted.start, corpus, index)
            # What a link or a memory carries at most is told of the part itself; runs stay below it.
            loose = asserted.amount.qualifier == "up_to" or asserted.amount.kind in CARRIED
            bound = UP_TO if loose else ""
            case = (GIVEN if given else _case(asserted, some)) or bound
            yield _finding(asserted, best, len(slots), case, index)


def _is_of(asserted: Asserted, slot: Slot) -> bool:
    """Whether a value is of the kind that is claimed, and no read where writes are spoken of."""
    labels = [label for _, label in slot.labels]
    if slot.document is asserted.passage.document and asserted.start <= slot.start < asserted.end:
        return False  # "Metis: up to 956 TOPS" is a line with a label itself
    return alike(asserted.amount, slot.amount) and not list(opposed([asserted.clause], labels))


def _able(one: Asserted) -> bool:
    """Whether an amount is one of which more may be claimed than was measured: a rate, or so many at once."""
    many = one.amount.kind == "count" and one.amount.readings.rounded.lower >= MANY
    return one.amount.kind in CARRIED or (bool(one.amount.of) and (one.amount.kind in KINDS or many))


def _case(asserted: Asserted, some: Sequence[Told]) -> str:
    """What the sentence says of its value of which the other document says nothing."""
    words, amount = asserted.passage.words, asserted.amount
    case = otherwise(words, amount.start, amount.end, (some[0].sheet.document.text, *asserted.scope[-2:]))
    return f"the text may be of another case: {case!r}" if case else ""


def _best(asserted: Asserted, slots: Sequence[Slot]) -> Slot | None:
    """The largest of the values, where it is one of several and clearly below what is claimed."""
    floor = asserted.amount.readings.widened.lower
    if len(slots) < ROWS or asserted.amount.qualifier in ("under", "about") or floor <= 0:
        return None
    best = max(slots, key=lambda one: one.amount.readings.widened.upper)
    top = best.amount.readings.widened.upper
    return best if top > 0 and top * (1 + APART) < floor < top * FAR else None


def _is_printed(asserted: Asserted, told: Sequence[Told]) -> bool:
    """Whether a table prints the number after all, under a label that says its unit: "Queries per hour: 208.1"."""
    amount = asserted.amount
    number = amount.readings.widened.scaled(1 / amount.unit)
    return any(
        slot.amount.readings.widened.scaled(1 / slot.amount.unit).meets(number)
        and any(amount.of & roots(tokens(label)) for _, label in slot.labels)
        for one in told
        for slot in one.slots
    )


def _is_told(asserted: Asserted, theirs: Document, index: Index, own: Sentence) -> bool:
    """Whether another sentence of a document tells the value too: "a cluster thus offers 40 million IOPS"."""
    mine = asserted.amount
    every = (one for one in index.sentences(theirs) if one.passage != own.passage)
    told = (one.amount for sentence in every for one in sentence.amounts)
    return any(alike(mine, one) and one.readings.rounded.meets(mine.readings.rounded) for one in told)


def _is_sum(asserted: Asserted, slots: Sequence[Slot]) -> bool:
    """Whether a column adds up to what is claimed: "149 tests" are 90 faster, 52 alike and 7 slower ones.

    Only counts do: the rates of two nodes and of six are no parts of one.
    """
    if asserted.amount.kind != "count":
        return False
    columns = by(slots, lambda one: (one.sheet.name, one.column)).values()
    sums = (total([one.amount.readings.rounded for one in some]) for some in columns if len(some) >= ROWS)
    return any(asserted.amount.readings.rounded.meets(one) for one in sums)


def _of_several(asserted: Asserted, slots: Sequence[Slot]) -> bool:
    """Whether a value that parts carry is that of as many of them as its sentence counts, or of sparse numbers: twice.

    "A server with ten cards gives 8,560 TOPS", where the table has 856 for one of them.
    """
    words, mine = asserted.passage.words, asserted.amount.readings.rounded
    if asserted.amount.kind not in CARRIED:
        return False
    many = {Decimal(count(one.replace(",", ""))) for one in _MANY.findall(words)} | {Decimal(EIGHT)}
    many |= {Decimal(2)} if _SPARSE.search(words) else set()
    return any(one.amount.readings.rounded.scaled(by).meets(mine) for one in slots for by in many if by > 1)


def _gains(asserted: Asserted, slots: Sequence[Slot], told: Sequence[Readings]) -> bool:
    """Whether its document prints the factor that it is over one of the values: then it is meant to be beyond them."""
    over = [asserted.amount.readings / one.amount.readings for one in slots if one.amount.readings.rounded.lower > 0]
    return any(judge(one, each) != "inconsistent" for one in told for each in over)


def _of_next_release(asserted: Asserted, slots: Sequence[Slot]) -> bool:
    """Whether all rows are of releases, and none is that in the title over it: "v0.6" of a page that ends at v0.5."""
    mine = releases_said(asserted.passage.document.title)
    theirs = [releases_said(" | ".join(label for _, label in one.labels)) for one in slots]
    return bool(mine) and all(one and not one_release(mine, one) for one in theirs)


def _one_thing(
    sentence: Sentence, asserted: Asserted, some: Sequence[Told], slots: Sequence[Slot], index: Index
) -> bool:
    """Whether sentence and tables share a word beside name and unit, and nothing is said of one that differs."""
    document = some[0].sheet.document
    labels = [label for slot in slots for _, label in (*slot.labels, *slot.settings)]
    texts = [*labels, *(one.sheet.about for one in some)]
    said = roots(tokens(f"{asserted.clause} {' '.join(sentence.scope)}"))
    plain = frozenset(word for word in said if not word[0].isdigit()) - VERBS - names(sentence.passage.words)
    counted = asserted.amount.of if asserted.amount.kind in KINDS else frozenset()
    plain -= counted | frozenset(word for text in sentence.scope for word in names(text, title=True))
    off = bool(_OFF.search(sentence.passage.words)) and not _OFF.search(" | ".join(texts))
    if off or not plain & roots(one for text in texts for one in tokens(text)):
        return False
    if document is sentence.passage.document:
        return True  # what a page says above its table it need not say in it
    return not of_another(sentence.passage.words, texts) and not index.unlike(asserted, sentence, texts, document)


def _key(asserted: Asserted, best: Slot) -> tuple[str, ...]:
    return asserted.passage.document.name, best.sheet.document.name, asserted.amount.kind, *sorted(asserted.amount.of)


def _finding(asserted: Asserted, best: Slot, rows: int, case: str, index: Index) -> Finding:
    claimed, printed = asserted.amount.readings.widened, best.amount.readings.rounded
    gap = Interval(claimed.lower, claimed.lower).distance(Interval(printed.upper, printed.upper))
    said = index.places.printed(asserted.passage.document, asserted.start, asserted.end)
    cell = index.places.printed(best.sheet.document, best.start, best.end)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low" if case else severity.at_most("medium", severity.of_gap(gap)),
        message=f"the text of {said.document} says {said.quote}; of {rows} values of the kind in {cell.document} the "
        f"largest is {cell.quote}",
        arithmetic=f"In base units {said.quote} allows {asserted.amount.readings.rounded}, {cell.quote} allows "
        f"{printed}: no row reaches it, a gap of {gap * 100:.0f} %.",
        comparison=_key(asserted, best),
        evidence=(said, cell),
        likely_wrong_why=case or "the text may be of another run than the tables",
    )
