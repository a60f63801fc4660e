"""The pairs of values that a text contrasts, wherever it does: two sides of one sentence, or before and after.

Structure decides, words only open the door: the two values are the only ones of their kind in their sentences, and each
has a name, a release or a time of its own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.labels.contrasted import Contrast
from checks.lib.language.codes import UNIT
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import content as said
from checks.lib.language.tokens import names, roots, tokens, versions
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from schemas.interval import Readings

KINDS = ("time", "rate", "bandwidth", "compute", "price", "size", "power", "energy", "cycles")
FURTHEST = 60  # the larger over the smaller; more are two things
LEAD = 6  # sentences before a contrast that say what it is of
APART = 3  # sentences from the one that tells of before to the one that tells of now
_OLD = re.compile(
    r"\b(?:before|previous\w*|formerly|originally|used to|until|at first|last (?:year|spring|summer|autumn|winter)|"
    r"old(?:er)?|earlier|predecessor|took|needed|required|was|were|had|stood at|without|instead of|"
    r"(?:down|up) from)\b",
    re.IGNORECASE,
)
_NEW = re.compile(
    r"\b(?:now|today|after|since|currently|nowadays|these days|new(?:er)?|takes?|needs?|finish\w*|runs?|rebuilds?|"
    r"completes?|reaches|with|down to|up to|fell|drops?|dropped|rose|shrank|grew|in (?:just |only |under )?\d)\b",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"\b(?:the|that|this) (?:very )?same\b|\bthe (?:job|run|query|build|task|step|edit)\b", re.IGNORECASE
)
_RELEASE = re.compile(rf"\b(?:with|on|in|of|under|version|v)\s?(\d+(?:\.\d+)+)(?![\d.]*{UNIT})", re.IGNORECASE)
_ARROW = re.compile(r"\s*(?:→|⟶|->|=>|–>)\s*")
_FROM = re.compile(r"\bfrom\s(?:(?:about|around|some|over|nearly|roughly)\s)?[$€£]?$", re.IGNORECASE)
_TO = re.compile(r"(?:\s[^,;.:]{0,24})?\sto\s(?:(?:about|around|only|just|under|over|nearly|roughly)\s)?[$€£]?")
# "1,840 GB of raw rows became 230 GB", "$84,000 a month turned into $58,800".
_BECAME = re.compile(
    r"(?:\s[^,;.:]{0,40})?\s(?:(?:has|have|had)\s)?"
    r"(?:becomes?|became|become|turns? into|turned into|shr[aiu]nks? (?:down )?to|shrunk to|"
    r"(?:drop|f[ae]ll|grew|grow|rose|rise|went|go|goes|cut|reduced|lowered|raised)(?:s|ped|es)? (?:up |down )?to)\s"
    r"(?:(?:about|around|only|just|under|over|nearly|roughly)\s)?[$€£]?",
    re.IGNORECASE,
)
# "It reads 14.2 GB/s where the P5 managed 7.1": the page's own product has no name here.
_WHERE = re.compile(r"\s(?:where|while|whereas|when)\s", re.IGNORECASE)
_OWN = re.compile(r"\b(?:it|they|we|ours|this one|the new one)\s[^,;]{0,60}$", re.IGNORECASE)
# "Today it is 301 MB": the thing of the sentence before.
_IT = re.compile(r"^\W{0,8}(?:[^,.;]{1,30}?[\s,]{1,4})?(?:it|they|that|this)\s", re.IGNORECASE)
_LABEL = re.compile(r"^[^:;.]{3,60}:\s*$")
_NOUN = re.compile(rf"\b(?P<noun>[a-z]{{3,}})\s(?P<n>\d{{1,4}}(?:\.\d+)*)(?![\w.]*\d|{UNIT})")
_BARE = re.compile(r"\b(?:versus|vs\.?|against)\s(?P<n>\d[\d.,]*)", re.IGNORECASE)
_SIDE = re.compile(r"[;,:](?=\s)|\s(?:and|while|but|whereas|against|versus|vs\.?|compared|where|than|to)\s")


@dataclass(frozen=True, slots=True)
class Told:
    """A contrast, the sentences that tell it, and where among the sentences of its document they stand."""

    contrast: Contrast
    sentences: tuple[Sentence, ...]
    at: int  # of the first of them
    kind: str
    lead: str  # the sentences before them under the same heading, which say on what and how it was measured

    @property
    def words(self) -> str:
        """What they say."""
        return " ".join(one.passage.words for one in self.sentences)


def contrasts(every: Sequence[Sentence]) -> Iterator[Told]:
    """The contrasts of a document's sentences, in text order."""
    for at, sentence in enumerate(every):
        if not sentence.asserted:
            continue
        for kind in dict.fromkeys(one.amount.kind for one in sentence.amounts if one.amount.kind in KINDS):
            mine = _of_kind(sentence, kind)
            if len(mine) == 2 and _two_sides(*mine):
                if found := _quotient(*mine):
                    yield Told(found, (sentence,), at, kind, _lead(every, at))
            elif len(mine) == 1 and _begins(sentence.passage.words, mine[0]):
                yield from _later(every, at, mine[0], kind)


def _begins(text: str, value: Asserted) -> bool:
    """Whether a sentence can tell of the first side: of before, of a release, or as a label with its value."""
    return bool(_OLD.search(text) or _releases(text) or _NOUN.search(text) or _LABEL.match(text[: value.amount.start]))


def _of_kind(sentence: Sentence, kind: str) -> list[Asserted]:
    return [one for one in sentence.amounts if one.amount.kind == kind]


def _two_sides(left: Asserted, right: Asserted) -> bool:
    """Whether each of two values of a sentence has a name, a release or a time that the other has not."""
    if any(opposed([left.near], [right.near])):
        return False
    text = left.passage.words
    printed = {one.start for one in (left.amount, right.amount)}
    if any(match.start("n") not in printed for match in _BARE.finditer(text)):
        return False  # "1,580 samples/s versus 981 ...": the other one prints no unit
    between = text[left.amount.end : right.amount.start]
    if _ARROW.fullmatch(between) or (_FROM.search(text[: left.amount.start]) and _TO.fullmatch(between)):
        return True
    if _BECAME.fullmatch(between):
        return True
    sides = [_side(text, left, 0, right.amount.start), _side(text, right, left.amount.end, len(text))]
    named = [frozenset(names(one, title=True)) | _releases(one) for one in sides]
    if named[0] - named[1] and named[1] - named[0]:
        return True
    if named[1] and _WHERE.match(between) and _OWN.search(text[: left.amount.start]):
        return True
    return bool((_OLD.search(sides[0]) and _NEW.search(sides[1])) or (_OLD.search(sides[1]) and _NEW.search(sides[0])))


def _side(text: str, one: Asserted, start: int, end: int) -> str:
    """A value's part of its sentence: up to the break next to the other value, on either side."""
    before = text[start : one.amount.start]
    if start:  # behind the other value: what ends its clause is not of this one
        breaks = list(_SIDE.finditer(before))
        before = before[breaks[0].end() :] if breaks else before
    behind = text[one.amount.end : end]
    if end < len(text):
        breaks = list(_SIDE.finditer(behind))
        behind = behind[: breaks[-1].start()] if breaks else behind
    return f"{before} {behind}"


def _releases(text: str) -> frozenset[str]:
    """The numbers that stand for releases: "with 6.8", "Tessel 5"."""
    pointed = _RELEASE.findall(text)
    return frozenset(pointed) | frozenset(number for some in versions(text).values() for number in some)


def _later(every: Sequence[Sentence], at: int, old: Asserted, kind: str) -> Iterator[Told]:
    """The contrast of a value of before with the next sentence's of the kind, where that one tells of now."""
    for number, sentence in enumerate(every[at + 1 : at + 1 + APART], at + 1):
        if _heads(every, number) != _heads(every, at):
            return  # under another heading
        mine = _of_kind(sentence, kind)
        if not mine:
            continue
        words, before = sentence.passage.words, old.passage.words
        labelled = _LABEL.match(before[: old.amount.start]) and _LABEL.match(words[: mine[0].amount.start])
        turned = labelled or (_NEW.search(words) and _OLD.search(before)) or _other_release(before, words)
        able = len(mine) == 1 and sentence.asserted and turned and _of_one_thing(old, mine[0])
        if able and (found := _quotient(old, mine[0])):
            yield Told(found, (every[at], sentence), at, kind, _lead(every, at))
        return


def _lead(every: Sequence[Sentence], at: int) -> str:
    heads = _heads(every, at)
    some = range(max(0, at - LEAD), at)
    return " ".join(every[one].passage.words for one in some if _heads(every, one) == heads)


def _heads(every: Sequence[Sentence], at: int) -> tuple[str, ...]:
    """What stands over a sentence: heading and title, without the sentence before it, which comes first of three."""
    scope, before = every[at].scope, every[at - 1].passage.words if at else ""
    if len(scope) > 2:
        return scope[1:]
    return scope[1:] if scope and scope[0] == before and not _same_place(every, at, before) else scope


def _same_place(every: Sequence[Sentence], at: int, before: str) -> bool:
    """Whether what stands over a sentence only happens to be the passage before it: a document's title."""
    return every[at].passage.document.title == before and len(every[at].scope) == 1


def _other_release(old: str, new: str) -> bool:
    """Whether two sentences are each of a release of their own: "under 0.7 ...", "with 0.8 the same test ..."."""
    mine, theirs = _releases(old), _releases(new)
    if mine and theirs and not mine & theirs:
        return True
    numbered = [{(one["noun"], one["n"]) for one in _NOUN.finditer(text)} for text in (old, new)]
    return any(left[0] == right[0] and left[1] != right[1] for left in numbered[0] for right in numbered[1])


def _of_one_thing(old: Asserted, new: Asserted) -> bool:
    mine, theirs = old.passage.words, new.passage.words
    if any(opposed([old.near, mine], [new.near, theirs])):
        return False
    return bool(_SAME.search(theirs) or _IT.match(theirs)) or bool(content(mine) & content(theirs))


def content(text: str) -> frozenset[str]:
    """The roots of a text's words that say what is contrasted, and not that it is."""
    return said(text, _EMPTY)


_EMPTY = roots(
    tokens(
        """took takes take taken needed needs need now today before until same with without after into per second
        seconds minute minutes hour hours day days only just under less more than faster slower quicker time times
        from when which while what been have has had will can does did one two half down result means release
        version new old every each both most many much very still even"""
    )
)


def _quotient(left: Asserted, right: Asserted) -> Contrast | None:
    """The larger over the smaller, where both are plain values of one thing."""
    if left.operand or right.operand or not (alike(left.amount, right.amount) and alike(right.amount, left.amount)):
        return None
    smaller, larger = sorted((left.amount.readings, right.amount.readings), key=lambda one: one.rounded.upper)
    if not _plain(smaller) or not _plain(larger):
        return None
    factor = larger / smaller
    return Contrast(left, right, factor) if factor.rounded.lower <= FURTHEST else None


def _plain(one: Readings) -> bool:
    return one.rounded.lower > 0 and one.rounded.bounded and one.widened.lower > 0
