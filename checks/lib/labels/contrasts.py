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
from checks.lib.language.tokens import QUARTERS, names, root, roots, tokens, versions
from checks.lib.language.tokens import content as said
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence, is_difference
from checks.lib.quantities.bare_values import Bare, bare_values, lent
from checks.lib.quantities.joined import joined
from schemas.interval import Readings
from schemas.months import MONTHS
from schemas.number_words import either

FURTHEST = 200  # the larger over the smaller; more are two things
LEAD = 6  # sentences before a contrast that say what it is of
APART = 3  # sentences from the one that tells of before to the one that tells of now
SHORT = 12  # words of a sentence that tells the other side and nothing else
FEW = 9  # words from a break to a number that inherits its unit: "its 2020 ancestor at 72"
_OLD = re.compile(
    r"\b(?:before|prior to|previous\w*|formerly|originally|used to|until|at first|in the past|back then|"
    r"then(?=[,.;]|$)|last (?:year|spring|summer|autumn|winter)|the year before|old(?:er)?|earlier|took|needed|required|paid|waited|"
    r"was|were|had|stood at|without|instead of|(?:down|up) from)\b",
    re.IGNORECASE,
)
_NEW = re.compile(
    r"\b(?:now|today|after|afterwards|since|currently|nowadays|these days|new(?:er)?|takes?|needs?|finish\w*|runs?|"
    r"rebuilds?|completes?|reaches|with|down to|up to|fell|drops?|dropped|rose|shrank|grew|"
    r"(?:it|they|that|this)(?: is| are|['’]s|['’]re)|in (?:just |only |under )?\d)\b",
    re.IGNORECASE,
)
# Who is another one by the word alone: the other side of the same thing.
_OTHER = re.compile(
    r"\b(?:previous|prior|former|old(?:er)?|original|legacy|predecessors?|ancestors?|forerunners?|precursors?|successors?|competitors?|rivals?|(?:die )?shrinks?|"
    r"(?:first|early|original|public) (?:beta|prototype|version|release|model|generation|attempt|design|build)|"
    r"(?:the|an?|this|that|its|our|their) (?:[\w-]+ ){1,2}one|theirs|(?:years?|months?|weeks?) ago|formerly|"
    r"previously|used to|in the past|back then|originally|initially|at first|at launch|last year)\b",
    re.IGNORECASE,
)
_SAME = re.compile(
    r"\b(?:the|that|this) (?:very )?same\b|\bthe (?:job|run|query|build|task|step|edit)\b", re.IGNORECASE
)
_RELEASE = re.compile(rf"\b(?:with|on|in|of|under|version|v)\s?(\d+(?:\.\d+)+)(?![\d.]*{UNIT})", re.IGNORECASE)
_OF_RELEASE = re.compile(r"\b(\d+(?:\.\d+)*)\s(?:release|version|firmware|driver|build)\b", re.IGNORECASE)
# "It reads 14.2 GB/s where the P5 managed 7.1": the page's own product has no name here.
_WHERE = re.compile(r"\s(?:where|while|whereas|when)\s", re.IGNORECASE)
_OWN = re.compile(r"\b(?:it|they|we|ours|this one|the new one)\s[^,;]{0,60}$", re.IGNORECASE)
# "Where Postgres spent 900 ms, our extension spends 70": what follows the comma is the other side.
_FRONTED = re.compile(r"^\W*(?:where|while|whereas|when)\s", re.IGNORECASE)
# "Today it is 301 MB": the thing of the sentence before.
_IT = re.compile(r"^\W{0,8}(?:[^,.;]{1,30}?[\s,]{1,4})?(?:it|they|that|this)(?:\s|['’](?:s|re)\s)", re.IGNORECASE)
_ITS = re.compile(r"^\W{0,8}(?:it|they|its|their)\b", re.IGNORECASE)
# "Robin does it in 51", "Gull needs 12 for that": the thing of the sentence before, by another one.
_SO = re.compile(r"\b(?:it|that|this|the same|so)\b")
_LABEL = re.compile(r"^[^:;.]{3,60}:\s*$")
_NOUN = re.compile(rf"\b(?P<noun>[a-z]{{3,}})\s(?P<n>\d{{1,4}}(?:\.\d+)*)(?![\w.]*\d|{UNIT})")
# Where one side ends and the other begins, the surest first: "63 ms on Pelican, the older one, while Stork takes 41".
_BREAKS = tuple(
    re.compile(one)
    for one in (
        r";\s",
        r"[,\s]+(?:while|whereas|but|where|compared|against|versus|vs\.?|than)\s",
        r",\s(?:and|or|yet)\s",
        r"[,:]\s",
        r"\s(?:/|-|—|–|\|)\s|[—–]",
        r"\sand\s",
        r"\sto\s",
    )
)
# "17 fps on CPU, 142 fps on NPU": one preposition before two different things.
_PLACES = "on|under|with|without|over|via|through|using|from|across"
_PLACED = re.compile(
    rf"\b(?P<how>{_PLACES})\s(?P<what>(?:(?!(?:{_PLACES}|in|at|for|by|to|and|but|is|was|takes?|took)\b)[\w'’./+-]+"
    r"(?:\s|(?=[,;:.)]|$))){1,5})",
    re.IGNORECASE,
)
_SIDE = re.compile(r"\s(?:on|in|at|for|with|under|after|by|via|over|without|using|through|today|now|before)\b")
_TODAY = re.compile(r"\b(?:now|today|these days|nowadays)\b", re.IGNORECASE)
_WHILE = re.compile(r"\b(?:while|whereas)\b")
_BRACKETED = re.compile(r"^\s?\((?P<label>[^()]{1,40})\)")
_ARTICLES = frozenset("the a an its our their this that".split())
_DATED = re.compile(rf"\b(?:{either(map(str.title, MONTHS))}|Q[1-4]|(?:19|20)\d\d|{either(QUARTERS)} quarter)\b")
_YEAR = re.compile(r"(?:19|20)\d\d")
_DECIMALS = re.compile(r"\d+(?:,\d+)*(?:\.(\d+))?")
# What is done, right before the value: "rated at 15 W", "answers in 4.1 ms".
_VERB = re.compile(r"\b(?P<verb>[a-z]{3,})(?:\s(?:in|at|to|for|about|only|just|around|up|a|an)){0,2}\s[$€£]?$")
_NO_VERB = frozenset(
    "the and for with from over under than into onto per via are was were has had have its that".split()
)
# "Weighs in at 62 MB, the Mk I at 147 MB": the verb is said once.
_GAPPED = re.compile(
    r"^\W*(?:and |but |while )?(?:the|its|an?|our|their|this|that)\s(?:[\w-]+\s){1,5}(?P<how>at|to)\s[$€£]?$"
)
_AT = re.compile(r"\b(?P<how>at|to)\s[$€£]?$")
# Parts of the other, or what comes after it, are no other side.
_PART_OF = re.compile(r"\b(?:of (?:which|that|it|these|those|them)|thereof|then|followed by|plus)\b", re.IGNORECASE)
_NEGATED = re.compile(r"\b(?:no|without|off|disabled|not)\b", re.IGNORECASE)


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
        groups = _groups(sentence)
        bare = bare_values(sentence) if groups else []
        for mine in groups:
            both = mine if len(mine) == 2 else [*_with_heir(mine[0], groups, bare, sentence)] if len(mine) == 1 else []
            if both:
                if _two_sides(both[0], both[1], bare) and (found := _quotient(*both)):
                    yield Told(found, (sentence,), at, mine[0].amount.kind, _lead(every, at))
            elif len(mine) == 1:
                yield from _later(every, at, mine[0])


def _groups(sentence: Sentence) -> list[list[Asserted]]:
    """The values of a sentence by kind; those that count, by what they count, and only where nothing is measured."""
    by_kind: dict[str, list[Asserted]] = {}
    for one in sentence.amounts:
        by_kind.setdefault(one.amount.kind, []).append(one)
    counts = by_kind.pop("count", [])
    by_kind.pop("share", None)
    counts = [one for one in counts if not _YEAR.fullmatch(one.passage.words[one.amount.start : one.amount.end])]
    if by_kind or not counts:
        return list(by_kind.values())
    nouns = [one.amount.of & counts[0].amount.of for one in counts]
    return [counts] if all(nouns) else []


def _with_heir(
    value: Asserted, groups: Sequence[Sequence[Asserted]], every: Sequence[Bare], sentence: Sentence
) -> Iterator[Asserted]:
    """A value and the number that inherits its unit, in their order; nothing where none surely does."""
    bare = [one for one in every if not any(_overlaps(one, each, value) for each in sentence.amounts)]
    words, heir = sentence.passage.words, None
    near = [one for one in bare if joined(*_around(words, value, one))]
    if len(near) == 1:
        heir = near[0]
    elif len(bare) == 1 and len(groups) == 1 and _is_elliptic(words, value, bare[0]):
        heir = bare[0]
    if heir:
        yield from sorted((value, lent(value, heir)), key=lambda one: one.amount.start)


def _overlaps(bare: Bare, other: Asserted, value: Asserted) -> bool:
    """Whether a bare number belongs to an amount; what it seems to count ("96 since") is none."""
    if other.amount.kind == "count" and other.amount.start == bare.start and other is not value:
        return False
    return other.amount.start < bare.end and bare.start < other.amount.end


def _around(words: str, value: Asserted, bare: Bare) -> tuple[str, str]:
    """The words ahead of the first of two, and between them."""
    first, second = sorted(((value.amount.start, value.amount.end), (bare.start, bare.end)))
    return words[: first[0]], words[first[1] : second[0]]


def _is_elliptic(words: str, value: Asserted, bare: Bare) -> bool:
    """Whether a number prints no unit since it stands across a break from the value that does: ", the M7 gets 980"."""
    if bare.start < value.amount.end or bare.decimals != _decimals(words[value.amount.start : value.amount.end]):
        return False
    between = words[value.amount.end : bare.start]
    cut = _cut(between)
    if cut is None:  # "What took 90 minutes is done in 25"
        return bool(_OLD.search(words[: value.amount.start]) or _TODAY.search(between))
    led = between[cut[1] :].split()
    if len(led) > FEW:
        return False
    return bool(led) or bool(_SIDE.match(words, bare.end))  # "63 ms on Pelican and 41 on Stork"


def _decimals(printed: str) -> int:
    match = _DECIMALS.search(printed)
    return len(match[1] or "") if match else 0


def _two_sides(left: Asserted, right: Asserted, bare: Sequence[Bare]) -> bool:
    """Whether two values of a sentence are of two sides: joined by a connector, or each with something of its own."""
    if any(opposed([left.near], [right.near])):
        return False
    words = left.passage.words
    if any(is_difference(words[one.amount.end :]) for one in (left, right)):
        return False  # "3 ms faster than the 12 ms of the old node"
    ends = {left.amount.start, right.amount.start}
    if any(one.joined and one.start not in ends for one in bare):
        return False  # "1,580 samples/s versus 981 ...": the other one prints no unit
    between = words[left.amount.end : right.amount.start]
    inherits = any(one.start in ends for one in bare)
    if inherits or joined(words[: left.amount.start], between):
        return True
    if (
        _WHERE.match(between)
        and _OWN.search(words[: left.amount.start])
        and names(words[right.amount.end :], title=True)
    ):
        return True
    return _parted(words, left, right)


def _parted(words: str, left: Asserted, right: Asserted) -> bool:
    """Whether each side of the break between two values has what the other has not: a name, a time, a place."""
    between = words[left.amount.end : right.amount.start]
    cut = _cut(between)
    mine = (words[: left.amount.start], between[: cut[0]] if cut else "")
    theirs = (between[cut[1] :] if cut else between, words[right.amount.end :])
    sides = (" ".join(mine), " ".join(theirs))
    named = [frozenset(names(one, title=True)) | _releases(one) for one in sides]
    if (named[0] - named[1] and named[1] - named[0]) or _turned(*sides) or _turned(*reversed(sides)):
        return True
    if cut is None:
        return False
    if named[1] and _WHERE.match(between) and _OWN.search(mine[0]):
        return True
    if bool(_OTHER.search(sides[0])) != bool(_OTHER.search(sides[1])):
        return True
    if _PART_OF.search(theirs[0]):
        return False
    brackets = [_BRACKETED.match(words[one.amount.end :]) for one in (left, right)]
    if _WHILE.search(between) or (brackets[0] and brackets[1] and brackets[0]["label"] != brackets[1]["label"]):
        return True
    return _placed_apart(*sides) or _done_by_two(mine, theirs) or _gapped(mine[0], theirs[0]) or _one_negated(*sides)


def _turned(old: str, new: str) -> bool:
    return bool(_OLD.search(old) and _NEW.search(new))


def _cut(between: str) -> tuple[int, int] | None:
    """Where the words between two values part, by the surest break there."""
    match = next((found for one in _BREAKS if (found := one.search(between))), None)
    return match.span() if match else None


def _placed_apart(left: str, right: str) -> bool:
    """Whether one preposition leads to two things, or each side has a month or year of its own."""
    mine, theirs = _places(left), _places(right)
    if any(mine[how] - theirs[how] and theirs[how] - mine[how] for how in mine.keys() & theirs.keys()):
        return True
    dates = [frozenset(map(str.lower, _DATED.findall(one))) for one in (left, right)]
    return bool(dates[0] and dates[1]) and not dates[0] & dates[1]


def _places(text: str) -> dict[str, frozenset[str]]:
    found = _PLACED.finditer(text)
    return {one["how"].lower(): frozenset(one["what"].lower().strip().split()) - _ARTICLES for one in found}


def _done_by_two(left: tuple[str, str], right: tuple[str, str]) -> bool:
    """Whether one verb leads to both values, each of another subject: "full updates weigh 230 MB"."""
    verbs = [_VERB.search(ahead) for ahead, _ in (left, right)]
    if not (verbs[0] and verbs[1]) or root(verbs[0]["verb"]) != root(verbs[1]["verb"]) or verbs[0]["verb"] in _NO_VERB:
        return False
    return bool(content(right[0]) - content(left[0]))


def _gapped(left: str, right: str) -> bool:
    """Whether the second side leaves out the verb of the first: "idles at 45 W, its ancestor at 72 W"."""
    mine, theirs = _AT.search(left), _GAPPED.match(right)
    return mine is not None and theirs is not None and mine["how"] == theirs["how"]


def _one_negated(left: str, right: str) -> bool:
    """Whether one side is the other without what it names: "no batching, ...; batching, ..."."""
    shared = content(left) & content(right)
    return bool(shared) and bool(_NEGATED.search(left)) != bool(_NEGATED.search(right))


def _releases(text: str) -> frozenset[str]:
    """The numbers that stand for releases: "with 6.8", "Tessel 5"."""
    pointed = [*_RELEASE.findall(text), *_OF_RELEASE.findall(text)]
    return frozenset(pointed) | frozenset(number for some in versions(text).values() for number in some)


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
        turned = first and (labelled or _turned(before, words) or _other_release(before, words))
        turned = turned or (number == at + 1 and _is_of_other(before, words))
        able = len(mine) == 1 and sentence.asserted and turned and _of_one_thing(old, mine[0])
        if able and (found := _quotient(old, mine[0])):
            yield Told(found, (every[at], sentence), at, old.amount.kind, _lead(every, at))
        return


def _begins(text: str, value: Asserted) -> bool:
    """Whether a sentence can tell of the first side: of before, of a release, or as a label with its value."""
    return bool(_OLD.search(text) or _releases(text) or _NOUN.search(text) or _LABEL.match(text[: value.amount.start]))


def _may_turn(every: Sequence[Sentence], at: int) -> bool:
    """Whether the next sentence may be of another one: "Its forerunner could do no more than 5"."""
    return at + 1 < len(every) and _is_of_other(every[at].passage.words, every[at + 1].passage.words)


def _is_of_other(before: str, words: str) -> bool:
    """Whether a sentence is of another one, or of before, where the one ahead of it tells of now."""
    if not _OTHER.search(before) and _OTHER.search(words):
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
    same = _decimals(old.passage.words[old.amount.start : old.amount.end]) == bare[0].decimals if bare else False
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
