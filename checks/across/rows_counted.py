"""A number of things that a text says are all in its table against the rows of that table."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from checks.lib.labels.listings import Listing, called, listings, together
from checks.lib.linking.reach import is_partly_said
from checks.lib.statements.index import by
from checks.lib.statements.passages import Passage, passages, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Severity, Skip
from schemas.number_words import count, either, in_words

CODE = "rows-counted"
LOST = 2  # rows
LEAST = 4  # letters of a noun; "ms" is a unit
_COUNT = re.compile(
    rf"(?<![\w.,$€£/-])(?P<n>\d{{1,2}}|{either(in_words(*range(2, 31)))})\s(?P<noun>[a-z]+(?:-[a-z]+)*)\b(?!-)"
    r"(?!\s(?:of (?:the|our|these|those|them|\d\S*)|more|or more|per|each (?:with|of))\b)",
    re.IGNORECASE,
)
_FEWER = re.compile(
    r"\b(?:top|first|last|best|worst|largest|biggest|smallest|fastest|slowest|another|other|further|additional|next|only|"
    r"up to|at least|at most|over|about|around|some|nearly|almost|more than|less than|fewer than|than|or|to|–|plus|"
    r"of (?:the|our|its|these) following|between|remaining|new|these|those|per|every|each|of)\s$",
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
_NAMED = re.compile(r"\b[A-Z]\w*\s$")  # "Book 14 brings"
_WITH = re.compile(r"(?:\b(?:with|on|of|by|in|using|from|for|at|to|than|has|have|had|and)|[-:×x,(])\s$", re.IGNORECASE)
_ROW = re.compile(r"\b(?:rows?|lines?|following table|table below|listed)\b", re.IGNORECASE)
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


@check(CODE, version=5, severity="medium", since="0.1.0")
def rows_counted(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A table or list that is said to have so many of what its first column or its lead is called has so many.

    Why:
        "Each of the seven laboratories has its row" over six rows: a row was lost, and with it whoever was worst.

    Flags:
        A sentence that counts what the first column of a table is called, or its rows, and says that all of them are in
        the table, below, or in a row each, where the table has more or fewer; likewise the items of a list and the
        names of "Regions: Ashburn, Dallas, Osaka". Low where the table that follows calls its rows otherwise.

    Passes:
        Rows without those of totals and means; rows of one name counted once; several tables of one kind together; "all
        43 queries" that no word ties to a table, where more than a row or two is lacking.

    Does not judge:
        Counts of some ("the three fastest", "three of the"), counts that another sentence gives as the table has them;
        what an earlier sentence over a list is of; tables of which the
        text says that they leave some out (skipped).
    """
    lists = {one.document_id: listings(one) for one in corpus.documents}
    named: dict[str, list[Listing]] = {}
    for one in (one for some in lists.values() for one in some if not one.led):
        for noun in one.nouns:
            named.setdefault(noun, []).append(one)
    for document in corpus.documents:
        every = list(passages(document))
        for noun, said in by((one for each in every for one in _said(each)), lambda one: one.noun).items():
            own = [one for one in lists[document.document_id] if noun in one.nouns]
            elsewhere = named.get(noun, [])
            if own or len({one.document.document_id for one in elsewhere}) == 1:
                yield from _check(said, own or elsewhere, every, document)
            elif not elsewhere:
                yield from _check_rows(said, lists[document.document_id], every, document)


def _check(
    said: Sequence[Said], able: Sequence[Listing], every: Sequence[Passage], document: Document
) -> Iterator[Finding | Skip]:
    """The counts of a document, where no count of them is what its tables and lists have."""
    counts, holder = together(able), able[0].document
    mine = [one for one in said if _listed(one) and not _numbers(one.passage) & counts]
    if not mine or {one.many for one in said} & counts or _counted(every, mine[0].noun, counts):
        return
    sure = document is holder and bool(_PLACE.search(mine[0].passage.words))
    if not sure and not any(_near(one.many, counts) for one in mine):
        return
    if any(is_partly_said(holder, one.start, one.end) for one in able):
        key = (document.name, holder.name, mine[0].noun)
        yield Skip(CODE, key, "not applicable, because the table leaves some out")
    else:
        yield _finding(able[0], mine[0], "medium" if sure else "low")


def _near(many: int, counts: frozenset[int]) -> bool:
    """Whether a lost or added row or two make the one number of the other."""
    return any(abs(many - one) <= LOST for one in counts)


def _check_rows(
    said: Sequence[Said], able: Sequence[Listing], every: Sequence[Passage], document: Document
) -> Iterator[Finding | Skip]:
    """Counts of what a sentence says to be the rows of the table that follows, whatever the table calls them."""
    for one in (each for each in said if _ROW.search(each.passage.words) and not _with(each)):
        following = [each for each in able if one.start < each.start and each.nouns]
        first = min(following, key=lambda each: each.start, default=None)
        if first and one.start > max((each.end for each in able if each.end < first.start), default=-1):
            found = _check(said, [first], every, document)
            yield from (replace(each, severity="low") if isinstance(each, Finding) else each for each in found)
            return


def _with(one: Said) -> bool:
    """Whether they are what the rows were measured with or by: "all rows with eight cards"."""
    return bool(_WITH.search(one.passage.words[: one.start - one.passage.start]))


def _counted(every: Sequence[Passage], noun: str, counts: frozenset[int]) -> bool:
    """Whether a text counts some of them, as many as the table has: "the six new gates"."""
    found = (match for each in every for match in _SOME.finditer(each.words) if called(match["noun"]) == noun)
    return any(_number(one["n"]) in counts for one in found)


def _number(text: str) -> int:
    return int(text) if text.isdigit() else count(text)


def _said(passage: Passage) -> Iterator[Said]:
    for match in _COUNT.finditer(passage.words):
        noun, lead = match["noun"], passage.words[: match.start()]
        plural = len(noun) >= LEAST and noun != "times" and noun.islower() and noun.endswith("s")
        if plural and not _FEWER.search(lead) and not (match["n"].isdigit() and _NAMED.search(lead)):
            start, end = (passage.start + one for one in match.span())
            yield Said(passage, start, end, _number(match["n"]), called(noun))


def _listed(one: Said) -> bool:
    """Whether its sentence says that all of them are in the table, or that these are all there are."""
    text = one.passage.words
    at = one.start - one.passage.start
    rest = f"{text[:at]} {text[at + one.end - one.start :]}"
    return not _SOME_OF.search(rest) and bool(_THESE.search(text[:at]) or (_PLACE.search(rest) and _ALL.search(rest)))


def _numbers(passage: Passage) -> frozenset[int]:
    """The small numbers of a sentence: "the table has five of the nine"."""
    return frozenset(map(_number, _NUMBER.findall(passage.words)))


def _finding(listing: Listing, one: Said, level: Severity) -> Finding:
    document, holder, labels = one.passage.document, listing.document, listing.labels
    said = quoted(document, one.start, one.end)
    ends = [quoted(holder, each.start, each.end) for each in (labels[0], labels[-1])]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=level,
        message=f"{document.name} counts {said.quote}; {listing.name} of {holder.name} has {len(labels)}",
        arithmetic=f"{len(labels)} from {labels[0].text!r} to {labels[-1].text!r}, not {one.many}.",
        comparison=(document.name, holder.name, listing.name, one.noun),
        evidence=(said, *ends),
        likely_wrong_why="the count, or a row that was lost or added after it",
    )
