"""A factor per watt, joule or dollar against tables that print how much two sides do and what each of them costs."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from checks.lib.findings.words import times
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.costs_apart import costs_apart
from checks.lib.labels.loose_said import Said, said_in
from checks.lib.labels.per_cost import WORK, Group, Line, in_tables
from checks.lib.labels.slots import Slot
from checks.lib.language.bought import PER, cost_said
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import GENERIC, coded, root, roots, tokens
from checks.lib.linking.other_codes import other_codes
from checks.lib.quantities.asserted import Asserted
from checks.lib.ratios.apart import nearest_apart
from checks.lib.ratios.rows_named import PARTS
from checks.lib.sums.pools import first_related, related
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval, short

CODE = "yields-of-sides"
NEAREST, FURTHEST = Decimal("1.08"), Decimal(4)  # times that a factor is off
PAIR = 2
MOST = 40  # groups of a document; of more, some give any factor
_ANY = frozenset(
    map(root, "performance perf throughput work speed compute rate output more better efficiency times much".split())
)
# Another cost than the one that is printed, or more than it.
_OTHER = re.compile(
    r"\b(?:TCO|total cost|lifetime|reserved|spot|commit\w*|over (?:\w+ )?(?:years?|months?)|includ\w+|cooling|up to|"
    r"rack|wall|facility|idle|averag\w+|mean)\b",
    re.IGNORECASE,
)
_COUNTED = re.compile(
    rf"(?<![\w.,])(?P<n>{PARTS})\s?(?:[x×]\s?(?=[A-Z])|(?:GPUs?|chips?|cards?|accelerators?|nodes?)\b)"
)

_Groups = Callable[[int, str], list[Group]]  # of a document, by its place, and a cost


@dataclass(frozen=True, slots=True)
class _Tied:
    """Two sides of a table that a factor can be of, what they give, and how many words of the work are said."""

    document: Document
    lines: tuple[Line, Line]
    given: Interval
    points: int


@check(CODE, version=1, severity="low", since="0.1.0")
def yields_of_sides(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor per watt or per dollar is what a table's work and cost of its two sides give, whatever they are called.

    Why:
        "2.6 times the tokens per dollar" is said in the news, the throughput and the price of the kit stand in the
        annex. It is a quotient of two quotients, and the price is that of a baseboard that nobody takes for a product.

    Flags:
        Such a factor over two rows, or two columns, of which its clause says one by name (both, of more than two) and
        which print a rate and a price, or a power, each, also in two tables that call them alike. Of several rates the
        one whose label the sentence says.

    Passes:
        What any of the rates over any of the costs gives; work that is printed for another number of machines of each
        side; what is off by less than 8 %, or more than four times.

    Does not judge:
        "Up to" and averages; costs over years, with cooling, at the wall; nouns that the table does not count;
        documents that lack a code of the sentence; other dates (skipped).
    """
    index = index_of(corpus)
    documents = {one.document_id: one for one in corpus.documents}
    near = related(corpus, index)
    for document in corpus.documents:
        every = [documents[one] for one in first_related(document.document_id, near[document.document_id])]
        groups = _groups(every, corpus, index)
        for at, sentence in enumerate(index.sentences(document)):
            if sentence.asserted and not sentence.past and PER.search(sentence.passage.words):
                for said in said_in(sentence, at):
                    yield from _judge(said, every, groups, index)


def _groups(every: Sequence[Document], corpus: Corpus, index: Index) -> _Groups:
    """What a document prints of a cost, joined once with all tables of some: not again for each factor."""

    @cache
    def slots() -> list[Slot]:
        return [slot for one in every for told in index.of(one) for slot in told.slots]

    @cache
    def groups(at: int, cost: str) -> list[Group]:
        found = list(in_tables(every[at], corpus.vocabulary, WORK, frozenset(), frozenset({cost})))
        return [*found, *costs_apart(every[at], slots(), cost)]

    return groups


def _judge(said: Said, every: Sequence[Document], groups: _Groups, index: Index) -> Iterator[Finding | Skip]:
    per, cost = PER.search(said.clause), cost_said(said.clause)
    if per is None or cost is None or said.one.most or said.one.bound or _OTHER.search(said.clause):
        return
    noun = root(per["noun"] or per["noun2"] or per["noun3"] or per["noun4"] or "work")
    able = [one for at, document in enumerate(every) if not _foreign(said, document, index)
            for one in _tied(said, document, noun, groups(at, cost))]  # fmt: skip
    if not able or any(nearest_apart(said.one.ways, [one.given]) < NEAREST for one in able):
        return
    most = max(one.points for one in able)
    best = min((one for one in able if one.points == most), key=lambda one: _off(said, one))
    if _off(said, best) > FURTHEST:
        return
    paid = [_printed_in(line.cost, best) for line in best.lines[:1]]
    if index.of_two_editions(said.document, best.document, *paid):
        yield Skip(CODE, (said.document.name, best.document.name), OTHER_EDITION)
    else:
        yield _finding(said, best, index)


def _off(said: Said, one: _Tied) -> Decimal:
    return nearest_apart(said.one.ways, [one.given])


def _foreign(said: Said, document: Document, index: Index) -> bool:
    if document is said.document:
        return False
    known = index.words[document.document_id]
    return other_codes(said.clause, known) or index.other_version(said.sentence, document)


def _tied(said: Said, document: Document, noun: str, groups: Sequence[Group]) -> Iterator[_Tied]:
    for group in groups if len(groups) <= MOST else ():
        pair = _sides(said, group)
        if pair and _counts(pair[0], noun):
            words = roots(tokens(said.sentence.passage.words)) - GENERIC
            points = len(words & roots(tokens(_told(pair[0]))))
            yield from (_Tied(document, pair, given, points) for given in _given(pair))


def _sides(said: Said, group: Group) -> tuple[Line, Line] | None:
    """The two lines of a group that a clause is of: the only two, of which it says one, or two that it says."""
    named = [one for one in group.lines if _says(said.clause, one.label, group)]
    lines = list(group.lines) if len(group.lines) == PAIR and named else named
    return (lines[0], lines[1]) if len(lines) == PAIR else None


def _says(text: str, label: str, group: Group) -> bool:
    """Whether a text says a label, or all that tells it from the others: "the H100" is "H100 80GB"."""
    others = frozenset(word for one in group.lines if one.label != label for word in roots(tokens(one.label)))
    own = roots(tokens(label)) - others - GENERIC
    codes = coded(label) - others
    said = roots(tokens(text)) | coded(text)
    return bool(own) and (own <= said or bool(codes & said))


def _counts(line: Line, noun: str) -> bool:
    """Whether work is of what a factor counts: tokens of tokens, or of "performance"."""
    amount = line.work.amount
    return noun in _ANY or not amount.of or bool(amount.of & {noun, root(f"{noun}s")})


def _given(pair: tuple[Line, Line]) -> Iterator[Interval]:
    """The larger yield over the smaller, also where the one is of more machines than the other."""
    small, large = sorted((one.yields.rounded for one in pair), key=lambda one: one.upper)
    if small.lower <= 0 or not large.bounded:
        return
    factor = large / small
    yield factor
    counts = [match and Decimal(match["n"]) for match in (_COUNTED.search(_told(one)) for one in pair)]
    if counts[0] and counts[1] and counts[0] != counts[1]:
        yield from (factor.scaled(by) for by in (counts[0] / counts[1], counts[1] / counts[0]))


def _told(line: Line) -> str:
    """All that a table's row or column says of one side: "8x B200"."""
    slot = line.work
    labels = (*slot.labels, *slot.settings) if isinstance(slot, Slot) else ()
    return " | ".join((line.label, *(text for _, text in labels)))


def _printed_in(value: Asserted | Slot, one: _Tied) -> Document:
    """The document of a value: what is paid may stand in another one."""
    return value.document if isinstance(value, Slot) else one.document


def _finding(said: Said, one: _Tied, index: Index) -> Finding:
    start = said.sentence.passage.start
    quote = index.places.printed(said.document, start + said.one.start, start + said.one.end)
    values = [each for line in one.lines for each in (line.work, line.cost)]
    cells = [index.places.printed(_printed_in(each, one), each.start, each.end) for each in values]
    left, right = (f"{work.quote} for {paid.quote}" for work, paid in (cells[:2], cells[2:]))
    ways, off = " or ".join(map(str, said.one.ways)), short(_off(said, one))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"the text says {said.quote}; in {one.document.name} {left} and {right} give "
        f"{times(one.given, said.quote)}",
        arithmetic=f"{said.quote} allows {ways}; {left} over {right} allows {one.given}: {off} times apart.",
        comparison=(said.document.name, one.document.name, *sorted(line.label for line in one.lines)),
        evidence=(quote, *cells),
        likely_wrong_why="one factor against two rates and what they cost",
    )
