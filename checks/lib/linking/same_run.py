"""Whether stretches of two documents are of one thing: they share a product's name, and nothing tells them apart."""

import re
from collections.abc import Iterator, Sequence
from datetime import date

from checks.lib.labels.about import Index
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, names, root, roots, tokens
from checks.lib.telling.stretches import Stretch
from checks.lib.telling.told import VERBS
from schemas.document import Document
from schemas.names import Vocabulary

HEADS, LONG = 3, 120  # blocks at the beginning of a document, and characters of those that are titles
APART = 45  # days between two texts of one release
_COUNTED = re.compile(r"(?<![\w.,$€£-])(?P<n>\d[\d,]*)[ -](?P<noun>[A-Za-z]{3,})\b")
_NUMBERED = re.compile(r"\b(?P<noun>batch|level|preset|concurrency|scale|length|depth)(?: of| size)* (?P<n>\d[\d,]*)\b")
_CODED = re.compile(r"\b([a-z]{2,}-[a-z]{2,})(?=\s\d+\.\d)")  # "varcall-gpu 4.3"
_QUOTED = re.compile(r"[\"“]([A-Z]\w+)[\"”]")
_WORD = re.compile(r"[^\W_]+")
_CODE = re.compile(r"(?:int|fp|bf|tf|mx)\d+|p\d\d|v\d+")  # precisions, percentiles, versions
_NUMBERED_NAME = re.compile(r"\b([A-Z][A-Za-z]+)-\d\w*\b")  # "Rack-24", whatever else is called a rack
_FIRST = re.compile(r"\b[A-Z][a-z]{2,}\b")
_MODEL = re.compile(r"\b[A-Z][A-Za-z]*(?:[- ]\d(?:\.\d)?)?[- ](\d+(?:\.\d+)?[BM])\b")
_EASY = frozenset(map(root, "total all sum main mean just plain short practice fact test tests itself here".split()))
_MAIN = frozenset({"pre"})
# "Pre-training" and "post-training" share all but a syllable; who says none of these speaks of the main run.
_STAGE = re.compile(
    r"\b(?:(pre|post|mid|fine)-?(?:train|tun)\w*|(alignment|rlhf|distill\w*|evaluat\w*|anneal\w*|ablation\w*))\b",
    re.IGNORECASE,
)
_RELEASE = re.compile(r"\b[A-Z][A-Za-z]+[ -]$")
# Where, when and under what a result holds: "from its cache", "when nothing has changed".
_WHERE = re.compile(
    r"\b(?:(?:when|while|once|if|until)\s+(?:[\w.'-]+\s+){0,3}|"
    r"(?:with|on|in|at|under|using|via|after|before|through|during|by|from|of our|without)\s+"
    r"(?:the\s|an?\s|its\s|our\s)?)"
    r"(?P<words>[\w.'-]+(?:\s(?=[a-z]+s?\b)[\w.'-]+)?)",
    re.IGNORECASE,
)
_FROM_TO = re.compile(r"\bfrom\s[\w-]+\sto\s[\w-]+", re.IGNORECASE)
_SMALL = re.compile(r"(?<![A-Za-z`/.-])[a-z]{3,}\b")
# What titles print with capitals besides names.
_COMMON = frozenset(
    map(
        root,
        """
        inference training performance benchmark benchmarks result results power energy measurement data report note
        technical model models evaluation throughput infrastructure efficiency environmental application system systems
        engineering release notes server cluster mlperf mlcommons offline closed open division datacenter edge blog
        """.split(),
    )
)
_PLAIN_TIMES = frozenset(map(root, "second minute hour day week month year ms".split()))


def one_thing(
    one: Stretch, other: Stretch, index: Index, vocabulary: Vocabulary, parts: frozenset[str] = frozenset()
) -> bool:
    """Whether two stretches tell of one run of one thing, as far as their words say; `one` has the result.

    Their terms are what is held against each other: all other numbers are settings. `parts` are names that the
    document of the result need not know.
    """
    if one.document.document_id == other.document.document_id:
        return False  # its neighbours are held against it by their words, all else is of something else
    if not machines_of(one.words, vocabulary):
        parts |= machines_of(other.words, vocabulary)
    return (
        not _unlike(one, other, index, vocabulary)
        and not _stranger(one, other, index)
        and not _stranger(other, one, index, parts)
        and not _elsewhere(other, one, vocabulary, parts)
        and not _two_titles(one, other, index, vocabulary)
        and not under_conditions(one.bare, index.words[other.document.document_id])
        and bool(subjects(one.document, _texts(one), other.document, _texts(other), vocabulary))
    )


def _unlike(one: Stretch, other: Stretch, index: Index, vocabulary: Vocabulary) -> bool:
    """Whether they say settings that differ: INT8 and FP16, batch 1 and 32, 8 clients and a document with only 64."""
    pairs = ((one, other), (other, one))
    if any(opposed([one.words, *one.scope], [other.words, *other.scope])):
        return True
    if numbers_clash(*(" | ".join((mine.bare, *mine.scope)) for mine, _ in pairs)):
        return True
    if any(sizes and others and not sizes & others for sizes, others in _told_sizes(one, other, vocabulary)):
        return True
    known = index.words
    return any(other_numbers(mine.bare, known[theirs.document.document_id]) for mine, theirs in pairs)


def _told_sizes(
    one: Stretch, other: Stretch, vocabulary: Vocabulary
) -> Iterator[tuple[frozenset[str], frozenset[str]]]:
    """The sizes of models, the machines and the stages of training that each of two stretches names."""
    yield _models(one.words) or _models(_scope(one)), _models(other.words) or _models(_scope(other))
    yield machines_of(one.words, vocabulary), machines_of(other.words, vocabulary)
    yield _stages(one.words) or _MAIN, _stages(other.words) or _stages(_scope(other)) or _MAIN


def _scope(one: Stretch) -> str:
    return " | ".join((*one.scope, one.document.title))


def _models(text: str) -> frozenset[str]:
    """Sizes behind names: of "Lumen-13B" the 13B."""
    return frozenset(match[1] for match in _MODEL.finditer(text))


def _stages(text: str) -> frozenset[str]:
    return frozenset((match[1] or match[2]).lower()[:4].rstrip("-") for match in _STAGE.finditer(text))


def machines_of(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    """The words of the machines that a text names and that everybody knows: "H100", no "GPU"."""
    found = (one for one in vocabulary.find(text, "platforms") if not one.entry.flag("generic"))
    return frozenset(root(word) for one in found for word in _WORD.findall(one.raw))


def two_dates(left: Document, right: Document) -> bool:
    """Whether two documents are dated so far apart that they may tell of two runs."""
    days = [_day(one.published_on) for one in (left, right)]
    return days[0] is not None and days[1] is not None and abs((days[0] - days[1]).days) > APART


def _day(text: str) -> date | None:
    try:
        return date.fromisoformat(text[:10])
    except ValueError:
        return None


def _stranger(mine: Stretch, theirs: Stretch, index: Index, parts: frozenset[str] = frozenset()) -> bool:
    """Whether one names what the other's document does not know."""
    document = theirs.document
    known = index.words[document.document_id]
    named = coded(mine.words) | (names(mine.words) if len(mine.sentences) == 1 else frozenset())
    first = re.match(r"\W*([A-Za-z]+ing)\b", mine.words)  # "Running Llama 3"
    unknown = named - known - parts - ({root(first[1])} if first else frozenset())
    return bool(unknown) or any(index.other_version(one, document) for one in mine.sentences)


def _elsewhere(mine: Stretch, theirs: Stretch, vocabulary: Vocabulary, parts: frozenset[str]) -> bool:
    """Whether one has a name ("MobileNetV2") that the other one has not, nor what is over it."""
    near = " | ".join((theirs.words, *theirs.sentences[0].scope))
    machines = machines_of(mine.words, vocabulary)
    said = frozenset(one for one in coded(mine.words) if not one[0].isdigit()) - machines
    return bool(said - parts - roots(tokens(near)))


def _two_titles(one: Stretch, other: Stretch, index: Index, vocabulary: Vocabulary) -> bool:
    """Whether the titles of both name what the other document does not know."""
    pairs = ((one, other), (other, one))
    return all(_titles(mine, vocabulary) - index.words[theirs.document.document_id] for mine, theirs in pairs)


def _titles(one: Stretch, vocabulary: Vocabulary) -> frozenset[str]:
    """The names in a document's title and in the headings over a stretch."""
    found = frozenset().union(*(_named(text, vocabulary) for text in (*one.scope, one.document.title)))
    return frozenset(word for word in found if "-" not in word)  # of "Rack-24", "rack" is there too


def numbers_clash(left: str, right: str) -> bool:
    """Whether two texts say different numbers of one thing: "batch 1" and "batch 32"."""
    mine, theirs = (_numbers(text) for text in (left, right))
    return any(not mine[noun] & theirs[noun] for noun in mine.keys() & theirs.keys())


def _numbers(text: str) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for words in (_COUNTED, _NUMBERED):
        # "Quill 16 compresses" counts no compresses
        for match in (one for one in words.finditer(text) if not _RELEASE.search(text[: one.start("n")])):
            found.setdefault(root(match["noun"]), set()).add(root(match["n"]))
    return found


def under_conditions(text: str, known: frozenset[str]) -> bool:
    """Whether a result is said to hold where, or when, in words that a document does not know."""
    found = (match["words"] for match in _WHERE.finditer(_FROM_TO.sub(" | ", text)))
    said = frozenset(word for words in found for word in roots(tokens(words)) if word[0].isalpha() and len(word) > 2)
    return bool(said - known - VERBS - _PLAIN_TIMES - _EASY)


def other_numbers(text: str, known: frozenset[str]) -> bool:
    """Whether a text has a number of what a document with these words has other numbers of: "64 clients"."""
    said = (
        (root(match["n"]), root(match["noun"])) for words in (_COUNTED, _NUMBERED) for match in words.finditer(text)
    )
    return any(noun in known and number not in known for number, noun in said if noun not in _PLAIN_TIMES)


def _texts(one: Stretch) -> tuple[str, ...]:
    return (*(each.passage.words for each in one.sentences), *one.scope)


def subjects(
    left: Document, mine: Sequence[str], right: Document, theirs: Sequence[str], vocabulary: Vocabulary
) -> frozenset[str]:
    """The names that texts of two documents, or their titles, share: none of workloads and of well-known machines."""
    sides = ((left, mine), (right, theirs))
    named = [_names(document, texts, vocabulary) for document, texts in sides]
    lower = [frozenset(root(word) for word in _SMALL.findall(document.text)) for document, _ in sides]
    first = [_firsts(document, texts, vocabulary) for document, texts in sides]
    often = frozenset(word for document, _ in sides for word in first[0] & first[1] if _often(word, document))
    begun = (named[0] & first[1]) | (first[0] & named[1]) | often
    return (named[0] & named[1]) - (lower[0] & lower[1]) | (begun - _COMMON - lower[0] - lower[1])


def _often(word: str, document: Document) -> bool:
    return sum(root(each) == word for each in _FIRST.findall(document.text)) > 1


def _names(document: Document, texts: Sequence[str], vocabulary: Vocabulary) -> frozenset[str]:
    over = _over(document)
    every = (*texts, *over, *(_QUOTED.sub(r"\1", text) for text in over))
    return frozenset().union(*(_named(text, vocabulary) for text in every))


def _over(document: Document) -> list[str]:
    """A document's title, and the headings that it begins with."""
    heads = [one for one in document.blocks[:HEADS] if one.kind == "heading" and one.end - one.start < LONG]
    return [document.title, *(document.text[one.start : one.end] for one in heads)]


def _firsts(document: Document, texts: Sequence[str], vocabulary: Vocabulary) -> frozenset[str]:
    """The words that texts and titles begin with: a name, if it has its capital everywhere."""
    found = {match[0]: text for text in (*texts, *_over(document)) if (match := _FIRST.search(text[:LONG]))}
    plain = (word for word, text in found.items() if not word.endswith("ing") and names(word, title=True))
    return frozenset(root(word) for word in plain if not vocabulary.find(word, "workloads", "platforms"))


def _named(text: str, vocabulary: Vocabulary) -> frozenset[str]:
    known = (*vocabulary.find(text, "workloads"), *vocabulary.find(text, "platforms"))
    common = {root(word) for each in known for word in _WORD.findall(each.raw)}
    said = names(text) | frozenset(match[1].lower() for match in _CODED.finditer(text))
    said |= frozenset(match.group().lower() for match in _NUMBERED_NAME.finditer(text) if root(match[1]) not in common)
    return frozenset(word for word in said if not (word[0].isdigit() or _CODE.fullmatch(word))) - common - _COMMON
