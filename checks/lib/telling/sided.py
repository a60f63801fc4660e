"""Values that may be two sides of one thing: those of a row, a column, a list, a sentence, or lines beside each other.

Each comes with the words that only it has, whatever prints it. No word around a value is asked for.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from weakref import WeakKeyDictionary

from checks.lib.labels.about import Index
from checks.lib.language.tokens import GENERIC, root
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.dimensions import Dims
from checks.lib.quantities.plain_values import Value, values
from checks.lib.telling.value_sites import sites
from schemas.document import Document
from schemas.interval import Interval
from schemas.names import Vocabulary

MOST = 8  # values of one group; of more, words tell no two of them
APART = 2  # sentences from a line to the next of its list
LABELS = 5  # words of a label, each of which may name its side
LABEL = 60  # characters of a line that says of what the next one is
# "8.9 ms now; it had been 6.2 before", "64 minutes on two nodes to 20 on eight": the second one lost its unit.
_ELIDED = re.compile(
    r"(?:[,;(]|\b(?:and|to|against|versus|vs\.?|than|from|was|is|were|been|of|at|by|for|over|after|needs?|needed|takes?|"
    r"took|gets?|got|reach\w*|manage[sd]?|draws?|drew|costs?|the|with|in|on|only|about|but|[A-Z]\w*))\s"
    r"(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)"
    r"(?=[;,)]?\s(?:before|now|today|with|on|in|for|under|at|by|from|of|and|against|when|earlier|previously|without|"
    r"after|until|while|but|the|if|using|where|to|did|had)\b|[;,.)]?\s*$|[;,.)]\s)"
)
_UNIT = re.compile(r"^[$€£]?[\d.,\s]*\d")
_CUT = re.compile(
    r"[;,:](?=\s)|\.(?=\s)|\n|\s[–—-]\s|\s(?:and|while|but|whereas|where|against|versus|vs\.?|than|instead of|"
    r"compared|to|"
    r"rather)\s",
    re.IGNORECASE,
)
_OLD = re.compile(
    r"\b(?:before|previous\w*|formerly|earlier|had been|used to|old(?:er)?|until|originally|predecessor)\b",
    re.IGNORECASE,
)
_NEW = re.compile(r"\b(?:now|today|new(?:er)?|currently|nowadays|after|since|these days|successor)\b", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][\w+#]*|\d[\d.,]*\d(?![\w])|\d\w*")
# Ahead of a number that is an amount: "at 50,000 requests".
_LEADS = frozenset("of at all to with from and in on und than for by only about it was is".split())
_STATED = re.compile(r"p\d+(?:\.\d+)?")
OLD, NEW = "<old>", "<new>"
_EMPTY = GENERIC | frozenset(
    map(
        root,
        """now today before after since had been has have both only just still also about around than against while but
        where when each one two other it they them their took takes need needs needed run ran runs measured median mean
        average result reached reaches gets got comes came total second seconds minute minutes hour hours day ms per
        every drawing draws drew model models side more less lower higher faster slower quicker cheaper not no do does
        did so these those which who be being will would then out up down off""".split(),
    )
)


@dataclass(frozen=True, slots=True, eq=False)  # each is one
class Sided:
    """A value at [start, end) of a document; `words` are those that its own part or label has."""

    document: Document
    start: int
    end: int
    value: Value
    mine: str
    text: str

    @property
    def words(self) -> frozenset[str]:
        """What can name its side."""
        return side_words(self.mine)

    @property
    def names(self) -> frozenset[str]:
        """Those of them that are printed as names; all of a short label."""
        return side_names(self.mine)

    @property
    def allowed(self) -> Interval:
        """What its print allows."""
        return self.value.readings.rounded


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Values of one dimension that stand together, and what is said of all of them."""

    values: tuple[Sided, ...]
    about: str
    over: str = ""  # headings and titles, which say on what it was measured

    @property
    def dims(self) -> Dims:
        """What all of them measure."""
        return self.values[0].value.dims

    @property
    def document(self) -> Document:
        """Where they stand."""
        return self.values[0].document


def side_words(text: str) -> frozenset[str]:
    """The words by which a side can be called: names, nouns, releases ("release 2", "7.0"), before and now."""
    found: set[str] = {OLD} if _OLD.search(text) else set()
    found |= {NEW} if _NEW.search(text) else set()
    before = ""
    for match in _WORD.finditer(text):
        word = match.group().strip(".,")
        if word[0].isdigit():
            plain = word.replace(",", "")
            if "." in plain or not plain.isdigit():
                found.add(plain.lower())
            elif before and before not in _LEADS:
                found.add(f"{before} {plain}")
        else:
            before = root(word)
            found.add(before)
            continue
        before = ""
    return frozenset(found) - _EMPTY


def side_names(text: str) -> frozenset[str]:
    """The names among the words of a side: with a capital or a digit; every word of a label."""
    words = side_words(text)
    if len(text.split()) <= LABELS:
        return words
    # The first word of a sentence has a capital, whatever it is.
    printed = {root(one) for one in re.findall(r"(?<=.)[A-Za-z][\w+#]*", text.strip()) if not one.islower()}
    coded = {one for one in words if re.search(r"\d", one) and not _STATED.fullmatch(one)}
    return frozenset(one for one in words if one in printed or one in (OLD, NEW)) | coded


_kept: WeakKeyDictionary[Index, dict[str, tuple[Group, ...]]] = WeakKeyDictionary()  # several checks ask for one corpus


def lone(document: Document, index: Index, vocabulary: Vocabulary) -> Iterator[tuple[Sided, str]]:
    """The values of sentences and lines that are the only ones of their dimension there, with what stands over them."""
    for found, over, _ in _spoken(document, index, vocabulary):
        if len(found) == 1:
            yield found[0], over


def groups(document: Document, index: Index, vocabulary: Vocabulary) -> tuple[Group, ...]:
    """The groups of a document, read once for all checks."""
    known = _kept.setdefault(index, {})
    if document.document_id not in known:
        known[document.document_id] = (
            *_tabled(document, index, vocabulary), *_told(document, index, vocabulary),
        )  # fmt: skip
    return known[document.document_id]


def _tabled(document: Document, index: Index, vocabulary: Vocabulary) -> Iterator[Group]:
    """The cells of a row, each of its column's side; of a column, each of its row's."""
    lines: dict[object, list[tuple[Sided, str, str]]] = defaultdict(list)
    for one in sites(document, index, vocabulary):
        if one.table is None:
            continue
        over = " | ".join(one.scope)
        for mine, rest, key in ((one.column, one.row, (one.line, 0)), (one.row, one.column, (one.column, 1))):
            if mine:
                sided = Sided(document, one.start, one.end, one.value, mine, one.text)
                lines[id(one.table), *key, one.value.dims].append((sided, rest, over))
    for some in lines.values():
        if 1 < len(some) <= MOST and len({each.mine for each, _, _ in some}) == len(some):
            yield Group(tuple(each for each, _, _ in some), some[0][1], some[0][2])


def _spoken(document: Document, index: Index, vocabulary: Vocabulary) -> Iterator[tuple[list[Sided], str, int]]:
    """The values of each sentence outside of tables by dimension, what stands over it, and which sentence it is."""
    spans = [(one.start, one.end) for one in document.tables]
    before: Sentence | None = None
    for at, sentence in enumerate(index.sentences(document)):
        start = sentence.passage.start
        if not any(first <= start < end for first, end in spans):
            over = " | ".join((*sentence.scope[-2:], document.title))
            for found in _of_sentence(sentence, before, vocabulary):
                yield found, over, at
        before = sentence


def _told(document: Document, index: Index, vocabulary: Vocabulary) -> Iterator[Group]:
    alone: dict[Dims, list[tuple[int, Sided, str]]] = defaultdict(list)
    for found, over, at in _spoken(document, index, vocabulary):
        if len(found) == 1:
            alone[found[0].value.dims].append((at, found[0], over))
        elif len(found) <= MOST:
            yield Group(tuple(found), found[0].text, over)
    for some in alone.values():
        yield from _runs(some)


def _runs(some: Sequence[tuple[int, Sided, str]]) -> Iterator[Group]:
    """Lines beside each other that print one value of a dimension each."""
    run: list[tuple[int, Sided, str]] = []
    for one in (*some, None):
        if one is not None and (not run or one[0] - run[-1][0] <= APART):
            run.append(one)
            continue
        if 1 < len(run) <= MOST:
            yield Group(tuple(each for _, each, _ in run), " | ".join(each.text for _, each, _ in run), run[0][2])
        run = [one] if one is not None else []


def _of_sentence(sentence: Sentence, before: Sentence | None, vocabulary: Vocabulary) -> Iterator[list[Sided]]:
    """The values of a sentence by what they measure, each with its own part of it."""
    text = sentence.passage.words.replace("\n", " ")
    by_dims: dict[Dims, list[Value]] = defaultdict(list)
    for one in values(text, vocabulary):
        if not one.counted:
            by_dims[one.dims].append(one)
    for some in by_dims.values():
        every = sorted((*some, *_elided(text, some, vocabulary)), key=lambda one: one.start)
        above = before if len(every) == 1 else None
        edges = [
            0,
            *(_edge(text, one.end, other.start) for one, other in pairwise(every)),
            len(text),
        ]
        yield [
            _sided(sentence, one, f"{text[first : one.start]} | {text[one.end : last]}", above)
            for one, first, last in zip(every, edges, edges[1:], strict=False)
        ]


def _sided(sentence: Sentence, one: Value, mine: str, before: Sentence | None) -> Sided:
    passage = sentence.passage
    # "Four slices", and on the next line "6.3 million tokens every second".
    bare = not side_words(mine)
    lead = before.passage.words if before and bare and len(before.passage.words) < LABEL else ""
    return Sided(
        passage.document, passage.start + one.start, passage.start + one.end, one, f"{lead} | {mine}" if lead else mine,
        f"{lead} {passage.words}",
    )  # fmt: skip


def _edge(text: str, end: int, start: int) -> int:
    """Where the part of one value ends and that of the next one begins: the first break of several is the values'."""
    found = [end + one.start() for one in _CUT.finditer(text[end:start])]
    if not found:
        return min(start, end)
    return found[0] if len(found) == 1 else found[-1] if not text[:end].count(" ") > 1 else found[0]


def _elided(text: str, some: Sequence[Value], vocabulary: Vocabulary) -> Iterator[Value]:
    """Numbers that have the unit of a value beside them: "8.9 ms now; it had been 6.2 before"."""
    if len(some) != 1:
        return
    printed = text[some[0].start : some[0].end]
    number = _UNIT.match(printed)
    every = values(text, vocabulary)
    taken = [(one.start, one.end) for one in every]
    ends = [one.end for one in every if not one.counted]
    for match in _ELIDED.finditer(text) if number else ():
        at = match.start("n")
        nearest = max((end for end in ends if end <= at), default=0)
        if nearest != some[0].end or any(start <= at < end for start, end in taken) or _release(text, match):
            continue
        spelled = f"{printed[0] if printed[0] in '$€£' else ''}{match['n']}{printed[number.end() :]}" if number else ""
        read = values(spelled, vocabulary)
        if read and read[0].dims == some[0].dims:
            one = read[0]
            yield Value(at, match.end("n"), one.dims, one.readings, one.qualifier)


def _release(text: str, match: re.Match[str]) -> bool:
    """Whether a bare number names a release or is printed elsewhere as one: "with 6.0", "MongoDB 7.0", "in 2024"."""
    ahead = text[: match.start("n")]
    named = re.search(r"\b(?:with|in|on|under|since|from|version|release|v|than|for|of|[A-Z]\w*)\s$", ahead)
    if re.fullmatch(r"(?:19|20)\d\d", match["n"]):
        return True
    verb = re.search(
        r"\b(?:been|was|were|is|took|takes|needs?|needed|to|against|at|and|versus|vs\.?|,|[A-Z]\w*(?<!In))\s$", ahead
    )
    return bool(named) and not verb
