"""Which of two things is called ahead, cheaper, smaller or thirstier, against the two values printed of them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from checks.lib.labels.about import Index, index_of
from checks.lib.language.conditions import conditions
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import content, every_root, root, tokens
from checks.lib.language.verdicts import Sort, Verdict, verdicts
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.dimensions import Dims
from checks.lib.statements.kept import of_document
from checks.lib.statements.passages import quoted
from checks.lib.telling.sided import NEW, OLD, Group, Sided, groups, side_names, side_words
from checks.lib.telling.told import VERBS
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "verdict-of-sides"
PAIR = 2
STRANGE = 2  # words of a clause that the values' document need not know
TIED = 2  # words besides the sides that a sentence shares with values of another document
SAID_BY = 60  # groups that say a word; it tells nothing when more do
FURTHEST = 60  # the larger over the smaller; more are two things
REACH = 60  # characters from a word of change to the values that it leads from and to
_FROM = re.compile(r"\sfrom\s(?:(?:about|around|some|over|nearly|roughly)\s)?$", re.IGNORECASE)
_TO = re.compile(r"[^.;]*\sto\s(?:(?:about|around|just|only|some|over|nearly|roughly|under)\s)?")
# What verdicts are made of, and says nothing of what they are of.
_SAYING = frozenset(
    map(
        root,
        """line first two full place race test comparison contest winner edge lead hand upper clear even well much more
        less few fewer better worse ahead behind front top enjoy see get make bring brought cost bill price time power
        hungry thirsty frugal lean leaner slim memory size latency throughput speed energy hour job work one other once
        that this our their its set against finish finished cross crosses reach come came comes go goes went further
        clearly slightly still same used user users customers customer applications application move moved upgrade
        upgraded release version new old since after down up bit little far quite rather somewhat considerably
        noticeably significantly card cards machine machines server servers system systems engine engines device chip
        box product products model database option choice solution platform contender side
        software when where while than of over""".split(),
    )
)


@dataclass(frozen=True, slots=True)
class _Read:
    """A verdict of a sentence against two values: that of the first side, and that of the second one."""

    group: Group
    first: Sided
    second: Sided
    wrong: bool
    tied: int


@check(CODE, version=1, severity="low", since="0.1.0")
def verdict_of_sides(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Of two things the one that is called quicker, cheaper, leaner or thirstier is so in the values of the two.

    Why:
        "The Xeon crosses the line first" has no figure, and stands right over the table in which it does not. Who
        turned the columns round, or wrote the sentence of the last release, is never asked for a sum.

    Flags:
        A clause that sets one side before or behind another, or says what rose, fell or was trimmed with one, in any of
        many words, each with the kinds of quantity that it can mean ("first", "leaner", "more power hungry", "answers
        more queries", "trimmed the bill", "has the edge on throughput"), against the two values of one dimension that
        stand in one row, column, list or sentence, or in two lines, with a word of each side, where every such pair
        that the clause can be of has it the other way round. Always low.

    Passes:
        Ties; what any of the pairs bears out, of those that share most words with the clause.

    Does not judge:
        Clauses that deny, hedge, count or state a condition; other settings than the values'; names and words that the
        values' document lacks; documents of different dates (skipped).
    """
    index = index_of(corpus)
    said = [
        (each, one) for document in corpus.documents for each in index.sentences(document)
        if each.asserted and not each.past for one in verdicts(each.passage.words)
    ]  # fmt: skip
    by_word = _by_word(corpus, index) if said else {}
    for sentence, one in said:
        yield from _check(sentence, one, by_word, index)


def _by_word(corpus: Corpus, index: Index) -> dict[str, list[Group]]:
    found: dict[str, list[Group]] = defaultdict(list)
    for document in corpus.documents:
        for group in groups(document, index, corpus.vocabulary):
            if _sort(group.dims):
                for word in frozenset().union(*(one.words for one in group.values)):
                    found[word].append(group)
    return {word: some for word, some in found.items() if len(some) <= SAID_BY}


def _sort(dims: Dims) -> Sort | None:
    """The sort of quantity of a dimension; None of what no verdict is about."""
    parts = dict(dims)
    if parts.get("price"):
        return "price" if parts["price"] > 0 else None
    if parts.get("second", 0) > 0 or dims == frozenset({("time", 1)}):
        return "time"
    if parts.get("energy"):
        return "power" if parts["energy"] > 0 else None
    if parts.get("time", 0) == -1:
        return "rate"
    return "size" if dims == frozenset({("size", 1)}) else None


def _check(sentence: Sentence, one: Verdict, by_word: dict[str, list[Group]], index: Index) -> Iterator[Finding | Skip]:
    words = side_words(one.first) | side_words(one.second)
    near = {id(group): group for word in sorted(words) for group in by_word.get(word, ())}
    read = [each for group in near.values() if (each := _read(sentence, one, group, index))]
    most = max((each.tied for each in read), default=0)
    read = [each for each in read if each.tied == most]
    if not read or not all(each.wrong for each in read):
        return
    best = min(read, key=lambda each: each.group.document is not sentence.passage.document)
    if index.of_two_editions(sentence.passage.document, best.group.document):
        yield Skip(CODE, _key(sentence, best), OTHER_EDITION)
    else:
        yield _finding(sentence, one, best)


def _read(sentence: Sentence, one: Verdict, group: Group, index: Index) -> _Read | None:
    """What a group says of a verdict; None where it is of something else."""
    sort = _sort(group.dims)
    if sort not in one.smaller or _inside(sentence, group):
        return None
    sides = _sides(one, group, sentence)
    tied = _tied(sentence, one, group, index) if sides else None
    if sides is None or tied is None:
        return None
    first, second = sides
    low, high = (first, second) if one.smaller[sort] else (second, first)
    if not (low.allowed.lower > 0 and high.allowed.lower > 0) or low.allowed.lower > high.allowed.upper * FURTHEST:
        return None
    return _Read(group, first, second, low.allowed.lower > high.allowed.upper, tied)


def _within(sentence: Sentence, group: Group) -> list[bool]:
    start, end = sentence.passage.start, sentence.passage.start + len(sentence.passage.words)
    return [start <= each.start < end for each in group.values if each.document is sentence.passage.document]


def _inside(sentence: Sentence, group: Group) -> bool:
    """Whether one of the values stands in the sentence itself, and the lines beside it have the others."""
    return any(inside := _within(sentence, group)) and not all(inside)


def _inside_all(sentence: Sentence, group: Group) -> bool:
    return bool(inside := _within(sentence, group)) and all(inside)


def _sides(one: Verdict, group: Group, sentence: Sentence) -> tuple[Sided, Sided] | None:
    """The two values that the sides of a verdict name, each by a word that the other has not.

    Of "fell from 61 ms to 37 ms" the second one is the side that is spoken of.
    """
    at = sentence.passage.start + one.start
    if one.moved and group.document is sentence.passage.document and (pair := _from_to(group, at)):
        return pair
    if one.moved and _inside_all(sentence, group):
        return None  # values of its own sentence that it does not lead from and to
    found = [
        pair
        for at, left in enumerate(group.values)
        for right in group.values[at + 1 :]
        for pair in ((left, right), (right, left))
        if _names(one, *pair, group)
    ]
    return found[0] if len(found) == 1 else None


def _from_to(group: Group, at: int) -> tuple[Sided, Sided] | None:
    """What something rose or fell to, and what from, where both stand right behind the word that says so."""
    for first, second in pairwise(group.values):
        text = first.document.text
        between = text[first.end : second.start] if first.end < second.start < first.end + REACH else ""
        if at < first.start < at + REACH and _FROM.search(text[at : first.start]) and _TO.fullmatch(between):
            return second, first
    return None


def _names(one: Verdict, first: Sided, second: Sided, group: Group) -> bool:
    """Whether the words ahead of a verdict name the one side, those behind it the other; of two one may be left out."""
    mine, theirs = _apart(first, second)
    left, right = side_words(one.first), side_words(one.second)
    if one.moved and not right:  # what rose or fell did so from what was before
        left |= {NEW} - ({NEW} if OLD in left else set())
    if right & mine or left & theirs:
        return False
    named = bool(left & mine), bool(right & theirs)
    if all(named):
        return True
    if len(group.values) != PAIR or not any(named):
        return False
    known = every_root(f"{first.text} {second.text} {group.about} {group.over}")
    rest = one.second if named[0] else one.first
    return not (_called(rest) - known) and (not named[0] or not one.second or OLD in right or not _called(rest))


def _called(text: str) -> frozenset[str]:
    """The names that a side has beyond its first word: "Applications enjoy" names nobody."""
    rest = text.strip().partition(" ")[2]
    return frozenset(one for one in side_names(f"{rest} | | | | | |") if one not in (OLD, NEW) and " " not in one)


def _apart(first: Sided, second: Sided) -> tuple[frozenset[str], frozenset[str]]:
    """The words that tell two sides apart: names where both have some."""
    mine, theirs = first.names - second.words, second.names - first.words
    if not (mine and theirs):
        mine, theirs = first.words - second.words - _SAYING, second.words - first.words - _SAYING
    # "Now" is no side of its own; what stands beside "before" is.
    return ((mine - {NEW}) | ({NEW} if OLD in theirs else set()), (theirs - {NEW}) | ({NEW} if OLD in mine else set()))


def _tied(sentence: Sentence, one: Verdict, group: Group, index: Index) -> int | None:
    """How many words of a clause say of what a group is; None where it is of another thing or setting."""
    document, own = group.document, sentence.passage.document
    theirs = [group.about, *(each.text for each in group.values[:PAIR]), group.over]
    if any(opposed([one.clause, sentence.passage.words, *sentence.scope[1:]], theirs)) or _set_apart(one, theirs):
        return None
    sides = frozenset().union(*(each.words for each in group.values))
    asked = content(one.clause) - VERBS - _SAYING - sides
    near = every_root(" | ".join(theirs))
    known = near | (index.words[document.document_id] if document is not own else _but(document, sentence))
    if len(asked - known) > STRANGE or (_of_noun(one) - _SAYING - VERBS - known - sides):
        return None
    if document is not own:
        names = frozenset().union(*(each.names for each in group.values))
        shared = content(" | ".join((sentence.passage.words, *sentence.scope))) - VERBS - _SAYING - names
        both = side_words(one.first) & names and side_words(one.second) & names
        if len(shared & index.words[document.document_id]) < (TIED - 1 if both else TIED):
            return None
    every = content(one.clause) - VERBS - _SAYING
    return len(every & (near | sides))


def _of_noun(one: Verdict) -> frozenset[str]:
    """What the noun of a verdict says that it is of: "p99 of reads", "bill per token"."""
    return content(" ".join(one.noun.split()[:4]))


def _but(document: Document, sentence: Sentence) -> frozenset[str]:
    """The words of a document without a sentence."""
    start, end = sentence.passage.start, sentence.passage.start + len(sentence.passage.words)
    every, here = _often(document), Counter(one.root for one in tokens(document.text[start:end]))
    return frozenset(every.keys() - {word for word, n in here.items() if n >= every[word]})


@of_document
def _often(document: Document) -> Counter[str]:
    """How often a document says each word."""
    return Counter(one.root for one in tokens(document.text))


def _set_apart(one: Verdict, theirs: list[str]) -> bool:
    """Whether a clause and some values are of two values of one setting: batch 1 and batch 64."""
    mine, others = conditions(one.clause), [each for text in theirs for each in conditions(text)]
    return any(each.unlike(other) for each in mine for other in others) and not any(
        each.same_setting(other) and not each.unlike(other) for each in mine for other in others
    )


def _key(sentence: Sentence, read: _Read) -> tuple[str, ...]:
    sides = sorted((*read.first.words, *read.second.words))
    return sentence.passage.document.name, read.group.document.name, *sides


def _finding(sentence: Sentence, one: Verdict, read: _Read) -> Finding:
    document = read.group.document
    first, second = (quoted(document, each.start, each.end) for each in (read.first, read.second))
    passage = sentence.passage
    claim = quoted(passage.document, passage.start, passage.start + len(passage.words))
    word = passage.words[one.start : one.end]
    sort = _sort(read.group.dims)
    way = "smaller" if sort and one.smaller[sort] else "larger"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{passage.document.name} says {word!r}; {document.name} prints {first.quote} of that side and "
        f"{second.quote} of the other",
        arithmetic=f"{first.quote} should be {way} than {second.quote}.",
        comparison=_key(sentence, read),
        evidence=(claim, first, second),
        likely_wrong_why="the word, or the two values are exchanged",
    )
