"""Options of a command line or a settings file, two values of one for two sides: "--max-num-seqs 64" and "32".

What a text says of both sides in words ("a cap of 64 concurrent sequences on each server") is held against them. An
option's name says what it sets, in words cut short.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.language.held_equal import excepted, of_all
from checks.lib.language.tokens import coded
from checks.lib.statements.passages import Passage, passages
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.number_words import either, in_words

MOST = 2000  # options of a document; of more it is a log
NEAR = 60  # characters on either side of a value that say what is set
LONG = 3  # digits of a value that chance does not print twice
SHORT = 3  # letters from which the beginning of a word stands for it
_VALUE = r"(?P<{}>[A-Za-z\d][\w.]*(?<!\.))"
_OPTION = re.compile(
    r"(?<![\w-])(?:--?(?P<flag>[a-z][a-z\d]*(?:[-_][a-z\d]+)+)(?:=|\s+)" + _VALUE.format("a") + r"|"
    r"(?P<key>[A-Za-z][A-Za-z\d]*(?:_[A-Za-z\d]+)+)\s?[=:]\s?" + _VALUE.format("b") + r"|"
    r"(?P<bare>(?:max|min|num)(?:[-_][a-z\d]+)+)\s(?:of\s|set to\s)?(?P<c>\d+)(?!\.\d))(?![\w-])"
)
_WORDS = {str(number): word for word, number in in_words(*range(2, 33)).items()}
_NUMBER = re.compile(
    rf"(?<![\w.,$€£-])(?:\d[\d,]*(?:\.\d+)?|{either(_WORDS.values())}|(?:FP|BF|INT)\d+)(?![\w%]|[.,]\d)",
    re.IGNORECASE,
)
_PLAIN = frozenset("max min num size number of the per in set use enable total default value limit len length".split())
# A row that is called like an option has settings: whoever divides 64 by 32 sequences has no factor.
_SETS = re.compile(
    r"`?-{0,2}(?:(?:max|min|num|n)[-_][a-z\d]+(?:[-_][a-z\d]+)*|"
    r"[a-z\d]+(?:[-_][a-z\d]+)*[-_](?:size|len|length|limit|threads|workers|steps|seed|utilization))`?"
)
# Where what is said of one side ends, and of the next begins.
_END = re.compile(r"\n|\.\s+(?=[A-Z\d])|;\s")


@dataclass(frozen=True, slots=True)
class Option:
    """An option's value at [start, end) of a document, in a line or sentence that names a side."""

    document: Document
    name: str
    value: str
    start: int
    end: int
    sides: frozenset[str]


@dataclass(frozen=True, slots=True)
class SetApart:
    """A value that a sentence says of all sides, the option of a side that has not, and of one that has it."""

    said: Passage
    start: int  # in the sentence
    end: int
    same: Option | None
    other: Option


def is_option(label: str) -> bool:
    """Whether a label is an option's name: "max_num_seqs", "--block-size"."""
    return bool(_SETS.fullmatch(label.strip()))


def set_apart(corpus: Corpus) -> Iterator[SetApart]:
    """The first option of each sentence that two sides have with two values, of which it says one of all."""
    pairs = [one for document in corpus.documents for one in _pairs(document)]
    yield from (one for document in corpus.documents for one in _alone(document))
    for document in corpus.documents if pairs else ():
        known = coded(document.text)
        for said in passages(document):
            found = next((one for pair in pairs for one in _denied(said, pair, known)), None)
            if found and not excepted(said.words):
                yield found


def _alone(document: Document) -> Iterator[SetApart]:
    """What a note sets for one side, by an option that is printed once, where a sentence says another number of all."""
    every = list(_options(document))
    names = Counter(one.name for one in every)
    for option in (one for one in every if names[one.name] == 1 and one.value.isdigit()):
        for said in passages(document):
            inside = said.start <= option.start < said.end
            if not inside and (found := _otherwise(said, option)) and not excepted(said.words):
                yield SetApart(said, *found, None, option)


def _otherwise(said: Passage, option: Option) -> tuple[int, int] | None:
    """The number that a sentence says of all for what an option sets, where it is another one."""
    found = [one for one in _NUMBER.finditer(said.words) if _value(_spelled(one.group())).isdigit()]
    if any(_value(_spelled(one.group())) == option.value for one in found):
        return None
    hits = (one.span() for one in found if of_all(said.words, *one.span()) and _names(said.words, one, option.name))
    return next(hits, None)


def _names(words: str, number: re.Match[str], name: str) -> bool:
    """Whether the two words behind a number are what the name of an option cuts short: "256 concurrent sequences"."""
    behind = re.findall(r"[a-z]+", words[number.end() : number.end() + NEAR].lower())[:2]
    return any(_short(part, behind) for part in name.split() if part not in _PLAIN)


def _pairs(document: Document) -> Iterator[tuple[Option, Option]]:
    """The options that a document prints with two values, of sides that names tell apart; more are a sweep."""
    by_name: dict[str, list[Option]] = defaultdict(list)
    for one in (*_options(document), *_tabled(document)):
        by_name[one.name].append(one)
    for some in by_name.values():
        first = {one.value: one for one in reversed(some)}
        if len(first) == 2 and len(some) == 2:
            one, other = some
            if one.sides - other.sides and other.sides - one.sides:
                yield one, other


def _options(document: Document) -> Iterator[Option]:
    for number, match in enumerate(_OPTION.finditer(document.text)):
        if number >= MOST:
            return
        group = next(one for one in "abc" if match[one])
        start, end = _line(document.text, match.start(), match.end())
        name = re.sub(r"[-_]", " ", match["flag"] or match["key"] or match["bare"]).lower()
        yield Option(
            document, name, _value(match[group]), match.start(group), match.end(group),
            coded(document.text[start : match.start()] + " | " + document.text[match.end() : end]),
        )  # fmt: skip


def _tabled(document: Document) -> Iterator[Option]:
    """The cells of a table whose rows or columns are called like options, of the side that the other label names."""
    for table in document.tables:
        for row in table.rows:
            for head, cell in zip(table.columns[1:], row[1:], strict=False):
                for name, side in ((row[0].text, head.text), (head.text, row[0].text)):
                    if is_option(name) and cell.text:
                        called = re.sub(r"[-_`]+", " ", name).strip().lower()
                        yield Option(document, called, _value(cell.text), cell.start, cell.end, coded(side))


def _line(text: str, start: int, end: int) -> tuple[int, int]:
    """The line, or the sentence of it, that an option stands in."""
    ends = [one.end() for one in _END.finditer(text, max(0, start - 400), start)]
    after = _END.search(text, end)
    return (ends[-1] if ends else max(0, start - 400)), (after.start() if after else len(text))


def _value(text: str) -> str:
    return text.replace(",", "").lower()


def _denied(said: Passage, pair: tuple[Option, Option], known: frozenset[str]) -> Iterator[SetApart]:
    """The value of a sentence that one option has and the other has not, where both sides are the document's."""
    if any(not one.sides & known for one in _apart(pair)):
        return
    found = [(match, _value(_spelled(match.group()))) for match in _NUMBER.finditer(said.words)]
    for same, other in (pair, pair[::-1]):
        hits = [match for match, value in found if value == same.value]
        if len(hits) == 1 and not any(value == other.value for _, value in found):
            start, end = hits[0].span()
            inside = said.document is same.document and said.start <= same.start < said.end
            if not inside and of_all(said.words, start, end) and _sets(said.words, start, end, same.name):
                yield SetApart(said, start, end, same, other)


def _apart(pair: tuple[Option, Option]) -> Iterator[Option]:
    """The two options with the names only that tell their sides apart."""
    left, right = pair
    for one, other in ((left, right), (right, left)):
        yield Option(one.document, one.name, one.value, one.start, one.end, one.sides - other.sides)


def _spelled(text: str) -> str:
    return next((number for number, word in _WORDS.items() if word == text.lower()), text)


def _sets(words: str, start: int, end: int, name: str) -> bool:
    """Whether the words around a value are what an option's name cuts short: "seqs" of sequences, "tp"."""
    around = re.findall(r"[a-z]+", words[max(0, start - NEAR) : end + NEAR].lower())
    telling = sum(map(str.isdigit, words[start:end])) > LONG
    return any(_short(part, around) for part in name.split() if telling or part not in _PLAIN)


def _short(part: str, around: Sequence[str]) -> bool:
    """Whether a part of a name is a word, the beginning of one, or the initials of some."""
    stem = part.rstrip("s")
    if len(stem) < SHORT:
        return len(part) > 1 and part in "".join(word[0] for word in around)
    longer = (word.rstrip("s") for word in around if len(word) > SHORT)
    return any(word.startswith(stem) or stem.startswith(word) for word in longer)
