"""The machine that a clause says a result was had with, against the row that prints the same result."""

from collections.abc import Iterator, Sequence

from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.quantities.asserted import Asserted
from checks.lib.statements.passages import quoted
from checks.lib.values.systems_told import Had, System, had_in, had_otherwise
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "result-on-system"


@check(CODE, version=1, severity="low", since="0.1.0")
def result_on_system(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A result was had with as large a machine as the row says that prints it.

    Why:
        "30,000 tokens per second in a single server" makes the headline; the notes have the same 30,000 beside "one
        rack: 8 servers, 64 cards". Whoever buys the server gets an eighth.

    Flags:
        Low: a clause with results and one number of cards, chips, servers or racks behind "in", "on", "from", "with",
        where a row that the clause names prints one of them to three digits, or two, and another number of the same
        machines, in any cell ("8 servers", "8x H100", 8 under "Servers").

    Passes:
        Numbers that the row gives, alone or multiplied ("4 nodes, 8 cards" are 32 cards); rows that count other
        machines only.

    Does not judge:
        What each card or server does; rows that the clause does not name; documents of two dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            for one in had_in(sentence):
                yield from _judge(one, index)


def _judge(one: Had, index: Index) -> Iterator[Finding | Skip]:
    document = one.sentence.passage.document
    for told in index.about(one.sentence):
        for pairs, other in had_otherwise(one, told) if told.sheet.table else ():
            if index.of_two_editions(document, other.document):
                yield Skip(CODE, (document.name, other.document.name), OTHER_EDITION)
            else:
                yield _finding(one, pairs, other, index)
                return


def _finding(one: Had, pairs: Sequence[tuple[Asserted, Slot]], other: System, index: Index) -> Finding:
    mine = quoted(one.system.document, one.system.start, one.system.end)
    theirs = quoted(other.document, other.start, other.end)
    values = [index.places.printed(value.document, value.start, value.end) for value, _ in pairs]
    cells = [index.places.printed(slot.document, slot.start, slot.end) for _, slot in pairs]
    said = listed(each.quote for each in values)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{mine.document} says {said} of {mine.quote}; the row of {theirs.document} that prints the same has "
        f"{theirs.quote}",
        arithmetic=f"{one.system.number} is not {other.number}.",
        comparison=(mine.document, theirs.document, said, mine.quote, theirs.quote),
        evidence=(mine, theirs, *values, *cells),
        likely_wrong_why="the machine of the clause, or the row, which may be of a larger one",
    )
