"""A number of things that a text says are all in its table against the rows of that table."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.cells import summary
from checks.lib.chart_tables import tables_of
from checks.lib.counts import singular
from checks.lib.passages import Passage, passages, quoted
from checks.lib.reach import is_partly_said
from checks.lib.tokens import root
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip
from schemas.number_words import count, either, in_words

CODE = "rows-counted"
LEAST = 3  # rows of a table that lists all
_COUNT = re.compile(
    rf"(?<![\w.,$€£/-])(?P<n>\d{{1,2}}|{either(in_words(*range(2, 31)))})\s(?P<noun>[a-z]+(?:-[a-z]+)*)\b(?!-)"
    r"(?!\s(?:of (?:the|our|these|those|them)|more|or more|per|each (?:with|of))\b)",
    re.IGNORECASE,
)
_FEWER = re.compile(
    r"\b(?:top|first|last|best|worst|largest|biggest|smallest|fastest|slowest|another|other|further|additional|next|only|"
    r"up to|at least|at most|over|about|around|some|nearly|almost|more than|less than|fewer than|than|or|to|–|plus|"
    r"between|remaining|new|these|those|per|every|each|of)\s$",
    re.IGNORECASE,
)
_SOME = re.compile(
    rf"(?<![\w.,$€£/-])(?P<n>\d{{1,2}}|{either(in_words(*range(2, 31)))})"
    r"\s(?:[\w-]+\s){1,3}?(?P<noun>[a-z]+(?:-[a-z]+)*)\b",
    re.IGNORECASE,
)
_SOME_OF = re.compile(r"\b(?:those|only|some|several|few|fewer|except\w*)\b", re.IGNORECASE)
_NUMBER = re.compile(rf"(?<![\w.,$€£/-])(?:\d{{1,2}}|{either(in_words(*range(2, 31)))})\b", re.IGNORECASE)
_THESE = re.compile(r"\b(?:all|our|its)(?: (?:of )?(?:the|our|its))?\s$", re.IGNORECASE)
_PLACE = re.compile(r"\b(?:rows?|lines?|table|below|above|listed|list|following|hereunder|shown)\b", re.IGNORECASE)
_ALL = re.compile(
    r"\b(?:all|each|every|everyone|everything|nobody|none|nothing|no one|complete\w*|whole|entire|full|the|our|its)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Said:
    """So many of something, all of which a text says are in its table."""

    passage: Passage
    start: int  # in the document
    end: int
    many: int
    noun: str  # its root


@dataclass(frozen=True, slots=True)
class Listing:
    """The tables of a document whose rows are called one thing."""

    document: Document
    noun: str
    tables: Sequence[Table]

    @property
    def able(self) -> frozenset[int]:
        """How many a text can say there are: in each, in all together, names once, rows of sums too, or columns."""
        labels = [_labels(one) for one in self.tables]
        together = [label for some in labels for label in some]
        sizes = [
            *(len(some) for some in labels),
            *(len(set(some)) for some in labels),
            len(together),
            len(set(together)),
        ]
        sums = (n for one in self.tables for n in range(len(_labels(one)), len(one.rows) + 1))  # "Fleet" may be a row
        return frozenset((*sizes, *sums, *(len(one.columns) - 1 for one in self.tables)))


@check(CODE, version=1, severity="medium", since="0.1.0")
def rows_counted(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A table that is said to list so many of what its first column is called has so many rows.

    Why:
        "Each of the seven laboratories has its row" over six rows: a row was lost, and with it whoever was worst.

    Flags:
        A sentence that counts what the first column of a table is called, or its rows, and says that all of them are in
        the table, below, or in a row each, where the table has more or fewer.

    Passes:
        Rows without those of totals and means; rows of one name counted once; several tables of one kind together.

    Does not judge:
        Counts of some ("the three fastest", "three of the"), counts that another sentence gives as the table has them;
        tables of which the text says that they leave some out (skipped).
    """
    by_document = {one.document_id: _by_noun(one) for one in corpus.documents}
    of_noun: dict[str, list[Document]] = {}
    for document in corpus.documents:
        for noun in by_document[document.document_id]:
            of_noun.setdefault(noun, []).append(document)
    for document in corpus.documents:
        every = list(passages(document))
        for noun, having in of_noun.items():
            if document in having or len(having) == 1:
                holder = document if document in having else having[0]
                yield from _check(Listing(holder, noun, by_document[holder.document_id][noun]), every, document)


def _check(listing: "Listing", every: Sequence[Passage], document: Document) -> Iterator[Finding | Skip]:
    """The counts of a document, where no count of them is what the tables have."""
    said = [one for each in every for one in _said(each, listing.noun)]
    mine = [one for one in said if _listed(one) and not _numbers(one.passage) & listing.able]
    if not mine or {one.many for one in said} & listing.able or _counted(every, listing):
        return
    if any(is_partly_said(listing.document, one.start, one.end) for one in listing.tables):
        key = (document.name, listing.document.name, listing.noun)
        yield Skip(CODE, key, "not applicable, because the table leaves some out")
    else:
        yield _finding(listing, mine[0])


def _counted(every: Sequence[Passage], listing: "Listing") -> bool:
    """Whether a text counts some of them, as many as the table has: "the six new gates"."""
    found = (match for each in every for match in _SOME.finditer(each.words) if _root(match["noun"]) == listing.noun)
    return any((int(one["n"]) if one["n"].isdigit() else count(one["n"])) in listing.able for one in found)


def _root(noun: str) -> str:
    """The root of one of them: "stations" and "laboratories" end otherwise than their header."""
    plain = noun.lower()
    return root(f"{plain[:-3]}y" if plain.endswith("ies") else singular(plain) or plain)


def _by_noun(document: Document) -> dict[str, list[Table]]:
    """The tables by the root of what their rows are called."""
    found: dict[str, list[Table]] = {}
    for one in tables_of(document):
        words = re.findall(r"[A-Za-z][A-Za-z-]*", re.sub(r"\(.*", "", one.columns[0].text)) if one.columns else []
        if words and len(_labels(one)) >= LEAST:
            found.setdefault(_root(words[-1]), []).append(one)
    return found


def _labels(table: Table) -> list[str]:
    """What the rows are called; numbers are settings, and nobody counts "64 chips" by them."""
    return [row[0].text for row in table.rows if any(map(str.isalpha, row[0].text)) and not summary(row[0].text)]


def _said(passage: Passage, noun: str) -> Iterator[Said]:
    for match in _COUNT.finditer(passage.words):
        called = _root(match["noun"])
        if called == noun and match["noun"].lower().endswith("s") and not _FEWER.search(passage.words[: match.start()]):
            many = int(match["n"]) if match["n"].isdigit() else count(match["n"])
            yield Said(passage, passage.start + match.start(), passage.start + match.end(), many, noun)


def _listed(one: Said) -> bool:
    """Whether its sentence says that all of them are in the table, or that these are all there are."""
    text = one.passage.words
    at = one.start - one.passage.start
    rest = f"{text[:at]} {text[at + one.end - one.start :]}"
    return not _SOME_OF.search(rest) and bool(_THESE.search(text[:at]) or (_PLACE.search(rest) and _ALL.search(rest)))


def _numbers(passage: Passage) -> frozenset[int]:
    """The small numbers of a sentence: "the table has five of the nine"."""
    return frozenset(int(one) if one.isdigit() else count(one) for one in _NUMBER.findall(passage.words))


def _finding(listing: Listing, one: Said) -> Finding:
    document, holder, table = one.passage.document, listing.document, listing.tables[0]
    rows = [row for row in table.rows if row[0].text in _labels(table)]
    said = quoted(document, one.start, one.end)
    ends = [quoted(holder, row[0].start, max(cell.end for cell in row if cell.text)) for row in (rows[0], rows[-1])]
    sure = document is holder and _PLACE.search(one.passage.words)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if sure else "low",
        message=f"{document.name} counts {said.quote}; {table.name} of {holder.name} has {len(rows)} rows",
        arithmetic=f"{len(rows)} rows from {rows[0][0].text!r} to {rows[-1][0].text!r}, not {one.many}.",
        comparison=(document.name, holder.name, table.name, one.noun),
        evidence=(said, *ends),
        likely_wrong_why="the count, or a row that was lost or added after it",
    )
