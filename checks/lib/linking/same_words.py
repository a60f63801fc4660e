"""Whether two sentences tell of one thing: names agree, nothing that tells things apart differs, most words are shared.

What differs decides, not what is shared: "a merge sort" and "a radix sort", "while it loads" and "once it is loaded"
share all words but one.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from checks.lib.labels.about import Index
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import GENERIC, coded, counted, every_root, root, tokens
from checks.lib.quantities.amounts import Amount
from checks.lib.telling.told import FACTOR, VERBS, Fact
from schemas.interval import judge
from schemas.months import UNMISTAKABLE

LEAST = 3  # words that two sentences must share
WHOLE = 0.99  # share of the shorter one's words that is all of them
NAMED = 2  # where they name the same thing besides
_THAN = re.compile(
    r"\b(?:than|versus|vs\.?|against|compared (?:to|with)|instead of|over|relative to|unlike|"
    r"as (?=(?:an?|the|on|in|with)\b))\b[^,;.]*",
    re.IGNORECASE,
)
# Words that make another thing of the same: each must be said by both or by neither.
_OTHER = re.compile(
    r"\b(old|older|previous|earlier|former|formerly|original\w*|initial\w*|legacy|first|second|third|last|next|without|"
    r"disabled|enabled|another|other|others|different|additional|further|extra|remaining|separate|each|every|per|both|"
    r"only|half|twice|double|warm|cold|hot|total|overall|combined|together|alone|best|worst|typical\w*|average|mean|"
    r"median|minimum|least|some|certain|most|rest|overhead|gap|difference|save[sd]?|saving|add(?:s|ed)?|"
    r"new|newer|nightly|dev|beta)\b",
    re.IGNORECASE,
)
_DAY = re.compile(
    rf"\b(?:mon|tues|wednes|thurs|fri|satur|sun)day|\b(?:{'|'.join(UNMISTAKABLE)})\b|"
    r"\bQ[1-4]\b|\b(?:spring|summer|autumn|winter|morning|noon|evening|night)\b",
    re.IGNORECASE,
)
_WHEN = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in ("while|during|whilst|throughout", "once|after|afterwards|since", "before|until|prior")
)
_WHERE = re.compile(
    r"\b(?:with|on|in|at|for|under|using|via|after|before|when|while|once|through|during|if|by|from)\s+"
    r"((?:[\w.'-]+\s*){1,5})",
    re.IGNORECASE,
)
_STOP = frozenset(
    """
    no not now own same very such any full only when while once if then so but or nor whole entire all first also just
    """.split()
)


@dataclass(frozen=True, slots=True)
class Link:
    """Two facts about one thing: the words they share, and their share of the words of the shorter one (0 to 1)."""

    shared: frozenset[str]
    score: float


def link(one: Fact, other: Fact, index: Index) -> Link | None:
    """The link between two figures, None where something tells the things apart that they are of."""
    one_sentence = one.sentence.passage.start == other.sentence.passage.start and _one_document(one, other)
    if one_sentence or not one.alike(other):
        return None
    if one.kind == FACTOR and not _same_metric(one, other):
        return None
    found = likeness(one, other)
    found = replace(found, shared=found.shared - _only_baseline(one, other))
    # "GPU frame time" is all that the shorter one says, and both documents are of one product.
    named = bool(one.names & other.names) or (found.score >= WHOLE and bool(one.over & other.over))
    if len(found.shared) < (NAMED if named else LEAST) or not _same_names(one, other, index):
        return None
    return None if apart(one, other) else found


def likeness(one: Fact, other: Fact) -> Link:
    """What two facts share, whatever else tells them apart: by their clauses or by their sentences."""
    # A name at the beginning of a sentence looks like any other word there.
    mixed = (one.names & other.words) | (other.names & one.words)
    mine, theirs = one.words | mixed, other.words | mixed
    score = max(_share(mine, theirs), _share(one.own | mixed, theirs), _share(other.own | mixed, mine))
    return Link(mine & theirs, score)


def _share(mine: frozenset[str], theirs: frozenset[str]) -> float:
    return len(mine & theirs) / len(mine) if len(mine) > 1 else 0.0


def _one_document(one: Fact, other: Fact) -> bool:
    return one.document_id == other.document_id


def _only_baseline(one: Fact, other: Fact) -> frozenset[str]:
    """Words that one sentence only compares with and the other speaks of: "as fast as the server", "on a server"."""
    if one.kind != FACTOR:
        return frozenset()
    beside = [every_root(_bare(fact)) - every_root(_plain(fact)) for fact in (one, other)]
    return beside[0] ^ beside[1]


def _same_metric(one: Fact, other: Fact) -> bool:
    """Two printed factors of one metric; an unspecific one goes with any that is a speed."""
    told = {one.metric, other.metric} - {"", "performance", "speedup"}
    timed = all(metric.startswith(("time_to", "latency", "throughput")) for metric in told)
    return len(told) < 2 or timed


def _same_names(one: Fact, other: Fact, index: Index) -> bool:
    """Whether each sentence's names, and the product over it, are known where the other one stands."""
    if _one_document(one, other):
        return one.names <= _said(other, one) and other.names <= _said(one, other)
    documents = one.sentence.passage.document, other.sentence.passage.document
    left, right = (coded(each.sentence.passage.words) for each in (one, other))
    return (
        one.names <= index.words[documents[1].document_id]
        and other.names <= index.words[documents[0].document_id]
        and (_named_in(one, other) or (not one.names | other.names and _both_over(one, other, index)))
        and not (left - right and right - left)
        and not index.other_version(one.sentence, documents[1])
        and not index.other_version(other.sentence, documents[0])
    )


def _named_in(one: Fact, other: Fact) -> bool:
    return bool(one.names & _said(other, one) or other.names & _said(one, other))


def _both_over(one: Fact, other: Fact, index: Index) -> bool:
    """Whether what stands over each names something that the other's document knows."""
    return bool(one.over & index.words[other.document_id]) and bool(other.over & index.words[one.document_id])


def _scope(one: Fact, other: Fact) -> list[str]:
    """What stands over a sentence, without the other one: that one does not set the scene of the next."""
    return [text for text in one.sentence.scope if text != other.sentence.passage.words]


def apart(one: Fact, other: Fact) -> bool:
    """Whether a setting, a modifier, a number or a time is said of one that the other contradicts."""
    scopes = [[each.near, _plain(each), *each.sentence.scope[1:]] for each in (one, other)]
    if any(opposed(*scopes)) or _numbers_differ(one, other) or _sizes_differ(one, other):
        return True
    if _others(one) != _others(other) or _whens(one) != _whens(other) or _counts_differ(one, other):
        return True
    return _modifiers_clash(one, other) or _places_differ(one, other) or _baselines_differ(one, other)


def _plain(one: Fact) -> str:
    """The sentence without its figures, and without what it is compared with."""
    return _THAN.sub(" ", _bare(one))


def _bare(one: Fact) -> str:
    text, start = one.sentence.passage.words, one.sentence.passage.start
    spans = [(each.start, each.end) for each in one.sentence.amounts if each.amount.kind != "count"]
    for left, right in sorted({*spans, *one.spans, (one.start, one.end)}, reverse=True):
        text = f"{text[: left - start]} | {text[right - start :]}"
    return text


def _others(one: Fact) -> frozenset[str]:
    return frozenset(root(word) for word in _OTHER.findall(_plain(one).lower()))


def _whens(one: Fact) -> frozenset[int]:
    """Which of while, after and before a sentence says; none where it says of no time."""
    return frozenset(at for at, words in enumerate(_WHEN) if words.search(_plain(one)))


def _numbers_differ(one: Fact, other: Fact) -> bool:
    """Whether each says a number that the other does not know: 8 clients and 64 clients."""
    days = [frozenset(map(str.lower, _DAY.findall(each.sentence.passage.words))) for each in (one, other)]
    if days[0] and days[1] and not days[0] & days[1]:
        return True
    mine, theirs = _numbers(_plain(one)), _numbers(_plain(other))
    return bool(mine - _known(other, one)) and bool(theirs - _known(one, other))


def _counts_differ(one: Fact, other: Fact) -> bool:
    """Whether both count the same things, and not as many: "one card" and "four Heliograph cards"."""
    mine, theirs = counted(_plain(one)), counted(_plain(other))
    return any(mine[noun].isdisjoint(theirs[noun]) for noun in mine.keys() & theirs.keys())


def _sizes_differ(one: Fact, other: Fact) -> bool:
    """Whether each is of so many bytes, and of other ones: "on the first 100 kB", "on the first 100 MB"."""
    mine, theirs = _sizes(one), _sizes(other)
    same = (judge(left.readings, right.readings) for left in mine for right in theirs)
    return bool(mine and theirs) and all(found == "inconsistent" for found in same)


def _sizes(one: Fact) -> list[Amount]:
    every = (each for each in one.sentence.amounts if each.amount.kind == "size")
    return [each.amount for each in every if not any(start <= each.start < end for start, end in one.spans)]


def _known(one: Fact, other: Fact) -> frozenset[str]:
    return _numbers(" | ".join((_plain(one), *_scope(one, other))))


def _numbers(text: str) -> frozenset[str]:
    return frozenset(each.root for each in tokens(text) if each.root[0].isdigit())


def _modifiers_clash(one: Fact, other: Fact) -> bool:
    """Whether a word that both say has another word of substance before it in each: "merge sort", "radix sort"."""
    mine, theirs = dict(_modified(one)), dict(_modified(other))
    return any(not mine[word] & theirs[word] for word in mine.keys() & theirs.keys() if mine[word] and theirs[word])


def _modified(one: Fact) -> Iterator[tuple[str, frozenset[str]]]:
    """The words of a sentence with those right before each that are neither grammar nor known from its scope."""
    found: dict[str, set[str]] = {}
    for part in re.split(r"[,;:|()]", _bare(one)):
        for left, right in pairwise(tokens(part)):
            if _telling(right.root):
                found.setdefault(right.root, set())
                if _telling(left.root):
                    found[right.root].add(left.root)
    yield from ((word, frozenset(before)) for word, before in found.items())


def _telling(word: str) -> bool:
    return word not in GENERIC and word not in VERBS and word not in _STOP and not word[0].isdigit()


def _places_differ(one: Fact, other: Fact) -> bool:
    """Whether both say where or when it holds, in words that the other one does not know."""
    return bool(_places(one) - _said(other, one)) and bool(_places(other) - _said(one, other))


def _places(one: Fact) -> frozenset[str]:
    words = (each.root for match in _WHERE.finditer(_plain(one)) for each in tokens(match[1]))
    return frozenset(word for word in words if _telling(word)) - one.over


def _said(one: Fact, other: Fact) -> frozenset[str]:
    texts = (one.sentence.passage.words, *_scope(one, other))
    return frozenset(each.root for text in texts for each in tokens(text))


def _baselines_differ(one: Fact, other: Fact) -> bool:
    """Whether both say what a factor is over, in words of which they share none."""
    if one.kind != FACTOR:
        return False
    mine, theirs = (
        frozenset(each.root for match in _THAN.finditer(fact.sentence.passage.words) for each in tokens(match.group()))
        for fact in (one, other)
    )
    words = [frozenset(word for word in some if _telling(word) or word[0].isdigit()) for some in (mine, theirs)]
    return bool(words[0] and words[1]) and not words[0] & words[1]
