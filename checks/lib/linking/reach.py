"""Which series a sentence can speak of, and what it says besides that a series knows nothing of."""

import re
from collections.abc import Iterable, Sequence

from checks.lib.columns.series import Series
from checks.lib.labels.about import Index
from checks.lib.labels.sections import in_section
from checks.lib.language.assertions import is_said
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import GENERIC, coded, root, roots, tokens
from checks.lib.linking.same_run import subjects
from checks.lib.quantities.asserted import Sentence, is_past
from checks.lib.quantities.numbers_said import Number, numbers
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.interval import Readings, judge
from schemas.number_words import ORDINALS

# Where, when and for what something holds: what stands behind these words up to the next of them.
_PREPOSITION = (
    "with|without|in|on|at|for|under|using|via|by|during|among|amongst|over|across|within|after|before|since|when|while|if|"
    "unless|once|until|inside|behind|from|against|between|per|to"
)
_CONDITION = re.compile(
    rf"\b(?:{_PREPOSITION})\s(?!(?:this|these|one|a single)\s)"
    rf"(?:(?:the|a|an|our|its|their|this|that|these|those|all)\s){{0,2}}"
    rf"(?P<what>(?:(?!(?:{_PREPOSITION}|and|but|it|we|they|he|she|the|a|an|our|its|their|this|that|was|were|is|are|has|had|"
    r"came|comes|took|takes)\b)[\w.%’'/-]+\s?){1,6})",
    re.IGNORECASE,
)
_BEGINS = re.compile(rf"\W*(?:{_PREPOSITION})\b", re.IGNORECASE)
_IF = re.compile(r"\sif\s")  # "moves 12 GB/s if the host keeps up": said of when it does
_BREAK = re.compile(r"[;:](?=\s)|,(?=\s)|\s[–—-]\s|\s(?:and|but|while|whereas|although|though|so)\s(?=[a-z]+\s)")
_A_SECOND = re.compile(r"\bper second\b", re.IGNORECASE)  # no ordinal
_OWNER = re.compile(r"[’']s\b")
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NUMBER = re.compile(r"[\d.,]+\w{0,3}")
_COUNTED = re.compile(r"\s(?!(?:in|on|at|for|with|and|under)\b)[A-Za-z-]+(?:\s(?:per|an?)\s[a-z]+)?")
_FIRST = re.compile(r"\W*([A-Z][A-Za-z]{3,})\b")
COMMON = frozenset(
    map(
        root,
        """
        results result benchmark benchmarks performance speed test tests report release notes news press blog case study
        data sheet datasheet technical overview introducing announcing meet what where which when that this with your
        about from more less faster better price prices pricing plans list table specification specifications sizing
        how why inside training inference latency throughput energy power annual monthly weekly quarterly update
        """.split(),
    )
)
_ORDINALS = frozenset(map(root, ("first", *ORDINALS)))
FRONT = 9  # words of a phrase that a sentence begins with
ABOVE, BELOW = 200, 240  # characters around a series in which it is said to be a part of it
# Words that say nothing of when or where: they are of any table.
PLAIN = frozenset(
    map(
        root,
        """
        group field table list ranking comparison chart test tests benchmark review race run runs result results
        series here overall total both all whole entire our own these those any measured measurement tested lab
        laboratory house page above below year this then now today value values figure number numbers one ones
        period time times course score scores points mark marks rating measure measuring session same single
        every most data set sets part parts row rows column report log shown sweep tabulated plotted drawn charted
        being seen found printed graph plot listed following bar bars line lines somewhere anywhere
        """.split(),
    )
)


def clause(text: str, start: int, end: int) -> str:
    """The part of a sentence between commas and conjunctions that has [start, end)."""
    first = max((one.end() for one in _BREAK.finditer(text, 0, start)), default=0)
    last = next((one.start() for one in _BREAK.finditer(text, end)), len(text))
    return text[first:last]


def front(text: str, mine: str) -> str:
    """The short phrase that a sentence begins with, where it is no part of a clause: "With batching off, ..."."""
    first = text.partition(",")[0]
    plain = len(first.split()) < FRONT and _BEGINS.match(first)
    return first if plain and first not in mine else ""


def asserted(sentence: Sentence, start: int, end: int) -> bool:
    """Whether the clause of a place is said of today and as true, whatever the next clause hopes for."""
    text = sentence.passage.words
    mine = clause(text[: behind.start()] if (behind := _IF.search(text, end)) else text, start, end)
    return is_said(mine) and not is_past(mine)


def blank(sentence: Sentence, *spans: tuple[int, int]) -> str:
    """The words of a sentence with its values and other spans blank, and with them what a value counts."""
    text = sentence.passage.words
    for one in numbers(sentence):
        behind = _COUNTED.match(text, one.amount.end) if one.amount.of else None
        spans = (*spans, (one.amount.start, behind.end() if behind else one.amount.end))
    for start, end in spans:
        text = f"{text[:start]}{'|' * (end - start)}{text[end:]}"
    return text


def strange(text: str, known: frozenset[str]) -> frozenset[str]:
    """The words of a text that say on what condition it holds and that are not known."""
    found: set[str] = set()
    for match in _CONDITION.finditer(_OWNER.sub("", _A_SECOND.sub("", text))):
        found |= {one.root for one in tokens(match["what"]) if not _NUMBER.fullmatch(one.root)}
    found |= set(_YEAR.findall(text))
    other = frozenset(found) & _ORDINALS  # "in the second race" is not the one that the table is of
    return other | (frozenset(found) - known - PLAIN - GENERIC)


def unknown(text: str, known: frozenset[str]) -> frozenset[str]:
    """The words of a text, numbers apart, that are not known."""
    return frozenset(one for one in roots(tokens(text)) if not _NUMBER.fullmatch(one)) - known - PLAIN


def beside(sentence: Sentence, every: Iterable[Series]) -> list[Series]:
    """The series of a sentence's own document that stand in its section, else all of them."""
    document = sentence.passage.document
    own = [one for one in every if one.document.document_id == document.document_id]
    inside = in_section(document, sentence.passage.start, [one.start for one in own])
    near = [one for one, here in zip(own, inside, strict=True) if here]
    return near or own


def elsewhere(sentence: Sentence, every: Iterable[Series], index: Index, corpus: Corpus) -> list[Series]:
    """The series of other documents that tell of the same thing, as far as names and releases say."""
    mine = sentence.passage.document
    return [
        one for one in every if one.document.document_id != mine.document_id and _same(sentence, one, index, corpus)
    ]


def _same(sentence: Sentence, series: Series, index: Index, corpus: Corpus) -> bool:
    document, mine = series.document, sentence.passage.document
    text = sentence.passage.words
    if coded(text) - index.words[document.document_id] or index.other_version(sentence, document):
        return False
    if any(opposed([text], [series.label, series.about])):
        return False
    theirs = (series.about, *(one.label for one in series.items))
    return bool(subjects(mine, (text, *sentence.scope), document, theirs, corpus.vocabulary)) or one_title(
        mine, document
    )


def one_title(left: Document, right: Document) -> bool:
    """Whether the titles of two documents begin with one name, which neither prints as a plain word."""
    first = [_FIRST.match(one.title) for one in (left, right)]
    if not (first[0] and first[1] and first[0][1] == first[1][1]):
        return False
    word = first[0][1]
    return root(word) not in PLAIN | COMMON and not any(
        re.search(rf"\b{word.lower()}\b", one.text) for one in (left, right)
    )


def printed(value: Readings, every: Iterable[Number], but: Number) -> bool:
    """Whether a number of the texts, but for one, is that value: then that is told, and it is of another."""
    return any(
        one.amount.readings.rounded.bounded
        and (one.amount.kind == but.amount.kind or one.bare)
        and not (one.start == but.start and one.sentence is but.sentence)
        and judge(value, one.amount.readings) != "inconsistent"
        for one in every
    )


def partly(series: Series, around: Sequence[str] = (), but: str = "") -> bool:
    """Whether the text over or below a series says that it leaves some out."""
    text = series.document.text
    above, below = text[max(0, series.start - ABOVE) : series.start], text[series.end : series.end + BELOW]
    texts = (" ".join(one.split()) for one in (above, series.about, *around))
    plain = " ".join(but.split())
    over = any(_PARTLY.search(_ALL.sub(" ", one.replace(plain, " ") if plain else one)) for one in texts)
    return over or bool(_BELOW.search(_ALL.sub(" ", below)))


def is_partly_said(document: Document, start: int, end: int) -> bool:
    """Whether the text right below a table says that it leaves some out."""
    return bool(
        _BELOW.search(
            _ALL.sub(" ", f"{document.text[max(0, start - ABOVE) : start]} | {document.text[end : end + BELOW]}")
        )
    )


# "No city was left out", "there are no others", "three parts and no more".
_ALL = re.compile(
    r"\b(?:no|none|nothing|neither|nobody|not?)(?: (?:city|other|one|\w+))?(?: (?:was|were|is|are|has been))?\s"
    r"(?:left out|omitted|others?|more|further|else|missing|remain\w*|besides)\b|\bno (?:others?|more|further)\b",
    re.IGNORECASE,
)
_LEFT_OUT = (
    r"not (?:shown|listed|named|included)|left out|leaves? out|omitted|others|rest of|remaining|smaller (?:ones|\w+s)|"
    r"places? \w+ to|asked not|(?:shown|listed) here|etc|excerpts?|only (?:the|some|a few|those)"
)
_PARTLY = re.compile(
    rf"\b(?:{_LEFT_OUT}|only|select(?:ed|ion)|subset|some|several|few|largest|biggest|main|major|top|e\.g|for example|"
    r"for instance|such as|including|includes|examples?|others?|further|more|among (?:them|others)|besides|plus|"
    r"highlights?|most)\b",
    re.IGNORECASE,
)
_BELOW = re.compile(rf"\b(?:{_LEFT_OUT})\b", re.IGNORECASE)
