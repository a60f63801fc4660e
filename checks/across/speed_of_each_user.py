"""The speed of each user against the total over their number, and against the time of a token."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.quantities.reckoned_from import numbers_in
from checks.lib.sums.pools import related
from checks.lib.sums.served import Served, Unequal, served_row, served_sentence, unequal
from checks.lib.telling.value_sites import Site, sites
from checks.lib.values.rows_told import Row, named, tables
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval, short
from schemas.names import Vocabulary

CODE = "speed-of-each-user"
ROWS = 200  # of a table
_USER = re.compile(r"user|client|request|sequence|stream|session|t/s|tok|TPOT|batch", re.IGNORECASE)


@check(CODE, version=1, severity="low", since="0.1.0")
def speed_of_each_user(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What each of so many users is served, times their number, is what all are; a second has as many tokens as fit.

    Why:
        "Each of the 60 users is served 200 tokens per second, while the rack gives 30,000": 60 of them would get 500.
        Of the three numbers one was taken from another run, and each looks right by itself.

    Flags:
        Tokens a second of each user that are more than 8 % less than the total over the number of users, or a third
        more; that are 15 % off one over the time of a token. Read from one sentence, from a sentence and the row that
        it names, or from one row, where other rows come out (there only a total that nobody gets). Low.

    Passes:
        Totals that one of the other numbers of the sentence makes (eight replicas with 32 users each); a sentence or
        row with any total that fits.

    Does not judge:
        Speeds of one user alone, bounds, goals, percentiles; prompts and first tokens; speculative decoding, whose
        steps are no tokens; documents of different dates (skipped).
    """
    index = index_of(corpus)
    every = {one.document_id: sites(one, index, corpus.vocabulary) for one in corpus.documents}
    rows = {one.document_id: list(tables(one, every[one.document_id], corpus.vocabulary)) for one in corpus.documents}
    near = related(corpus, index)
    for document in corpus.documents:
        yield from (_finding(document, one, index) for one in _of_rows(document))
        for some in _by_sentence(every[document.document_id]):
            around = [each for there in near.get(document.document_id, ()) for each in rows[there]]
            yield from _of_sentence(document, some, around, index, corpus.vocabulary)


def _of_rows(document: Document) -> Iterator[Unequal]:
    """Rows whose own cells do not come out, where others of their table do: else it counts something else."""
    for table in document.tables:
        heads = [one.text for one in table.columns]
        rows = (
            [(row, served_row(document, table, row)) for row in table.rows[:ROWS]]
            if _USER.search(" ".join(heads))
            else []
        )
        able = [(row, one) for row, one in rows if one.each and (one.token or (one.all and one.many))]
        wrong = [
            found
            for row, one in able
            for found in unequal(one.each, one, sorted(numbers_in([*heads, *(cell.text for cell in row)])))
        ]
        if len({one.each.start for one in wrong}) < len(able) or len(able) == 1:
            yield from wrong


def _by_sentence(every: Sequence[Site]) -> list[list[Site]]:
    found: dict[int, list[Site]] = {}
    for one in every:
        if one.sentence:
            found.setdefault(one.sentence.passage.start, []).append(one)
    return list(found.values())


def _of_sentence(
    document: Document, some: Sequence[Site], around: Sequence[Sequence[Row]], index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    """What a sentence says of each user, against its own total and against the row that it names."""
    said = served_sentence(some, vocabulary)
    if not said.each:
        return
    numbers = sorted(numbers_in([some[0].text]) - {one.value.upper for one in said.many})
    wrong = list(unequal(said.each, said, numbers, waits=False))
    for other, beside in _rows_meant(some, said, around):
        found = list(unequal(said.each, beside, numbers, waits=False))
        if found and index.of_two_editions(document, other):
            yield Skip(CODE, (document.name, other.name), OTHER_EDITION)
        else:
            wrong += found
    if wrong:
        yield _finding(
            document, replace(wrong[0], of=tuple(dict.fromkeys(each for one in wrong for each in one.of))), index
        )


def _rows_meant(
    some: Sequence[Site], said: Served, around: Sequence[Sequence[Row]]
) -> Iterator[tuple[Document, Served]]:
    """The rows that a sentence names with the speed of each user, one of a table, where nothing tells them apart."""
    one = next(each for each in some if each.start == said.each[0].start)
    beside = [each for each in some if each is not one]
    for rows in around:
        found = named(one, [each for each in rows if each.cells], beside)
        if found is None:
            continue
        cell = found[0].cells[0]
        line = next(each for each in found[0].table.rows if each[0].start <= cell.start <= each[-1].end)
        row = served_row(cell.document, found[0].table, line)
        row.many = row.many or said.many
        if not _is_apart(said, row):
            yield cell.document, row


def _is_apart(said: Served, row: Served) -> bool:
    """Whether a row is of another number of users, or prints what the sentence says of each."""
    counts = said.many and row.many and not any(one.value.meets(each.value) for one in said.many for each in row.many)
    return bool(counts) or any(one.value.meets(each.value) for one in said.each for each in row.each)


def _finding(document: Document, found: Unequal, index: Index) -> Finding:
    one, *rest = (index.places.printed(each.document, each.start, each.end) for each in (found.each, *found.of))
    come = " and ".join(each.quote for each in rest)
    gap = Interval(found.given, found.given).distance(found.each.value)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{one.quote} for each user in {document.name}, but {come} give {short(found.given)}",
        arithmetic=f"{come} give {short(found.given)} a second, {one.quote} allows {found.each.value}: {apart(gap)}.",
        comparison=(document.name, *sorted({each.document for each in rest})),
        evidence=(one, *rest),
        likely_wrong_why="one of them is of another run, it cannot be told which",
    )
