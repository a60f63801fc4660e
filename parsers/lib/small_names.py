"""Projects that write themselves small: "pluckdb answers ...", "`zpack -3` compresses ...", "with vaultkeep 4"."""

import re
from collections.abc import Iterator

from parsers.lib.field import of_field
from parsers.lib.plain_words import NOUN, common, plain
from parsers.lib.sentence import Sentence
from parsers.lib.verbs import acts

_VERSION = r"\sv?\d+(?:\.[\dx]+)*(?![\w%])"
_NAME = rf"(?!(?:while|and|but|where|whereas)\b)[a-z][\w.+-]*(?:{_VERSION}|(?:\s--?\w+)+)?"
_CLAUSE = re.compile(
    r"(?P<first>^)?(?:^|[;:,]\s+|\)\s+(?=[a-z][\w.+-]*\sv?\d)|\b(?:and|but|while|where|whereas)\s+|\b(?:with|using)\s+(?=[\w.+-]+\s+(?:is|are|than|was)\b))"
    rf"(?P<name>{_NAME})(?P<own>['’]s\s)?"
)
# What is set as code is some thing's name: "`pacta install` on a cold cache takes ...", "faster than `zpack -3`".
_CODE = re.compile(
    r"(?:^|[;,:]\s|\b(?:and|but|while|where|whereas|than|versus|vs\.?|with|using)\s)`(?P<name>[a-z][\w.+-]*(?:\s[\w.-]+)?)`(?=\s|$|[,.;])"
)
# "with vaultkeep 4", "on 3.x", "than quern 0.9": the number makes a name of the word.
_LED = re.compile(
    r"\b(?:(?:with|using|than|versus|vs\.?)\s(?P<name>[a-z][\w+-]{3,}\s\d{1,2}(?:\.[\dx]+)*)|"
    r"(?:on|in|over|from|to|under)\s(?P<dotted>[a-z][\w+-]{3,}\s\d{1,2}(?:\.[\dx]+)+)|(?:on|in|with|than)\s(?P<series>\d+\.x)|"
    r"(?:making|makes|made)\s(?P<made>[a-z][\w+.-]{2,})(?=\s(?:(?:about|up\s+to|roughly|nearly|over|almost|more\s+than|at\s+least)\s)?(?:\d|twice|half|faster|the\s))|"
    r"(?:of|than|to|with|against)\s(?P<owner>[a-z][\w+.-]{2,})(?=['’]s\s\d))(?![\w%-]|\.\d|,\d)"
)
# "whereas 5.1 stayed at 51 fps", "(1.2: 29 fps)": a release alone, with a verb or a value of its own.
_RELEASE = re.compile(
    r"(?:^|[;(]\s?|,\s(?:and\s|but\s)?|\b(?:while|whereas|where|but)\s)(?P<name>v?\d+\.\d+(?:\.\d+)*)(?P<own>:)?(?=\s)"
)
# Somebody else's value in brackets: "41 ns (chrono: 190 ns)".
_ASIDE = re.compile(r"\((?P<name>[a-z][\w.+-]{2,}):\s(?=\d)")
# "while bcrypt at cost 12 takes 230 ms"
_APART = tuple(re.compile(rf"\s(?:at|on|with|in|under)(?:\s[\w.-]+){{{words}}}(?=\s)") for words in (1, 2, 3))
# Words that a number follows and that are no project's name.
_COUNTED = frozenset(
    """
    about above almost around below between chapter class dataset depth figure gigabit grade level nearly over phase
    preset rank release roughly round scale seed setting size stage step table tier under version volume about level
    best worst mean max min maximum minimum typical previously earlier baseline rival others fastest slowest cold warm
    only just some most least fewer more less another every width length height batch beam temperature threshold quality
    """.split()
)

_RANKED = re.compile(r"[a-z]+-\d+")  # "top-10 queries"


def small_names(sentence: Sentence) -> Iterator[tuple[int, str, bool]]:
    """Where such a name stands, the name, and whether it is only an owner's ("pluckdb's flagship")."""
    words = sentence.words
    for match in _CLAUSE.finditer(words):
        name = match["name"].rstrip(".-")
        at = sentence.start + match.start("name")
        if _stands(sentence, name, at, first=match["first"] is not None, owner=match["own"] is not None):
            yield at, name, match["own"] is not None
    for match in (*(_CODE.finditer(words) if "`" in words else ()), *_releases(sentence)):
        yield sentence.start + match.start("name"), match["name"], False
    for match in (*_LED.finditer(words), *_ASIDE.finditer(words)):
        group = match.lastgroup or "name"
        if group == "series" or not _ordinary(match[group]):
            yield sentence.start + match.start(group), match[group], False


def _ordinary(name: str) -> bool:
    return name.split(maxsplit=1)[0] in _COUNTED or plain(name) or common(name)


def _releases(sentence: Sentence) -> Iterator[re.Match[str]]:
    for match in _RELEASE.finditer(sentence.words):
        if match["own"] or acts(sentence, sentence.start + match.end("name")):
            yield match


def _stands(sentence: Sentence, name: str, at: int, *, first: bool, owner: bool) -> bool:
    """Whether a word at a clause's start is a name: it is no ordinary one, and does, owns or is compared."""
    word = name.split(maxsplit=1)[0]
    if len(name) < 3 or plain(name) or _RANKED.fullmatch(word) or (not first and plain(word)):
        return False  # "Chiton, our video chip, transcodes 32 streams"
    end = at + len(name)
    text = sentence.text
    if text.startswith(" than ", end) or owner or acts(sentence, end):
        return True
    between = [] if first else [found for one in _APART if (found := one.match(text, end, sentence.end))]
    if any(acts(sentence, one.end()) for one in between):
        return True
    # A tool with its version heads a line of its own: "lumenc 1.3: 41 fps at preset 4".
    if not first or NOUN.search(word) or not text.startswith(": ", end):
        return False
    return name != word or (bool(sentence.comparators) and not of_field(word) and not _measure(sentence, word))


def _measure(sentence: Sentence, word: str) -> bool:
    return any(one.raw == word for one in sentence.metrics)
