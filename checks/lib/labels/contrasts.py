"""The pairs of values that a text contrasts, wherever it does: two sides of one sentence, or before and after.

Structure decides, words only open the door: the two values are the only ones of their kind in their sentences, and each
has a name, a release or a time of its own.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.labels.contrasted import Contrast
from checks.lib.labels.two_sides import OLD, OTHER, decimals, only_ones, releases_of, turned, two_sides
from checks.lib.language.codes import UNIT
from checks.lib.language.contrast_words import content
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import names
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.quantities.bare_values import bare_values, lent
from schemas.interval import Readings

FURTHEST = 200  # the larger over the smaller; more are two things
LEAD = 6  # sentences before a contrast that say what it is of
APART = 3  # sentences from the one that tells of before to the one that tells of now
FRAGMENT = 6  # words of a sentence that leaves out what it is of
SHORT = 12  # words of a sentence that tells the other side and nothing else
_SAME = re.compile(
    r"\b(?:the|that|this) (?:very )?same\b|\bthe (?:job|run|query|build|task|step|edit)\b", re.IGNORECASE
)
# "Today it is 301 MB": the thing of the sentence before.
_IT = re.compile(r"^\W{0,8}(?:[^,.;]{1,30}?[\s,]{1,4})?(?:it|they|that|this)(?:\s|['’](?:s|re)\s)", re.IGNORECASE)
# "Robin does it in 51", "Gull needs 12 for that": the thing of the sentence before, by another one.
_SO = re.compile(r"\b(?:it|that|this|the same|so)\b")
_LABEL = re.compile(r"^[^:;.]{3,60}:\s*$")
_NOUN = re.compile(rf"\b(?P<noun>[a-z]{{3,}})\s(?P<n>\d{{1,4}}(?:\.\d+)*)(?![\w.]*\d|{UNIT})")


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
        inside = list(two_sides(sentence))
        for left, right in inside:
            if found := _quotient(left, right):
                yield Told(found, (sentence,), at, left.amount.kind, _lead(every, at))
        told = {one.amount.kind for both in inside for one in both}
        for one in only_ones(sentence):
            if one.amount.kind not in told:
                yield from _later(every, at, one)


def _later(every: Sequence[Sentence], at: int, old: Asserted) -> Iterator[Told]:
    """The contrast of a value with the next sentence's of the kind, where the one tells of before, the other of now."""
    if not (first := _begins(every[at].passage.words, old)) and not _may_turn(every, at):
        return
    for number, sentence in enumerate(every[at + 1 : at + 1 + APART], at + 1):
        if _heads(every, number) != _heads(every, at):
            return  # under another heading
        mine = _of_kind(sentence, old)
        if not mine:
            continue
        words, before = sentence.passage.words, old.passage.words
        labelled = _LABEL.match(before[: old.amount.start]) and _LABEL.match(words[: mine[0].amount.start])
        changed = first and (labelled or turned(before, words) or _other_release(before, words))
        changed = changed or (number == at + 1 and _is_of_other(before, words))
        able = len(mine) == 1 and sentence.asserted and changed and _of_one_thing(old, mine[0])
        if able and (found := _quotient(old, mine[0])):
            yield Told(found, (every[at], sentence), at, old.amount.kind, _lead(every, at))
        return


def _begins(text: str, value: Asserted) -> bool:
    """Whether a sentence can tell of the first side: of before, of a release, or as a label with its value."""
    return bool(OLD.search(text) or releases_of(text) or _NOUN.search(text) or _LABEL.match(text[: value.amount.start]))


def _may_turn(every: Sequence[Sentence], at: int) -> bool:
    """Whether the next sentence may be of another one: "Its forerunner could do no more than 5"."""
    return at + 1 < len(every) and _is_of_other(every[at].passage.words, every[at + 1].passage.words)


def _is_of_other(before: str, words: str) -> bool:
    """Whether a sentence is of another one, or of before, where the one ahead of it tells of now."""
    if not OTHER.search(before) and OTHER.search(words):
        return True
    mine, theirs = names(before, title=True), names(words, title=True)
    return len(words.split()) <= SHORT and bool(_SO.search(words) and mine - theirs and theirs - mine)


def _of_kind(sentence: Sentence, old: Asserted) -> list[Asserted]:
    """The values of a sentence of one's kind; where it measures nothing, its only bare number."""
    kind = old.amount.kind
    mine = [
        one
        for one in sentence.amounts
        if one.amount.kind == kind and (kind != "count" or one.amount.of & old.amount.of)
    ]
    if mine or any(one.amount.kind not in ("count", "share") for one in sentence.amounts):
        return mine
    bare = bare_values(sentence)
    heirs = [lent(old, one, sentence) for one in bare]
    same = decimals(old.passage.words[old.amount.start : old.amount.end]) == bare[0].decimals if bare else False
    return heirs if len(heirs) == 1 and same and not sentence.amounts else []


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
    mine, theirs = releases_of(old), releases_of(new)
    if mine and theirs and not mine & theirs:
        return True
    numbered = [{(one["noun"], one["n"]) for one in _NOUN.finditer(text)} for text in (old, new)]
    return any(left[0] == right[0] and left[1] != right[1] for left in numbered[0] for right in numbered[1])


def _of_one_thing(old: Asserted, new: Asserted) -> bool:
    mine, theirs = old.passage.words, new.passage.words
    if any(opposed([old.near, mine], [new.near, theirs])):
        return False
    short = len(theirs.split()) <= FRAGMENT  # "A year ago: 25 minutes"
    return bool(short or _SAME.search(theirs) or _IT.match(theirs)) or bool(content(mine) & content(theirs))


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
