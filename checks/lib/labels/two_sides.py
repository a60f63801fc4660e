"""The two values of one kind that a sentence sets side by side, the one of which may inherit its unit from the other.

Structure decides: a connector joins them ("from 9 to 4"), or a break parts two sides of which each has a name, a
release, a time, a place or a subject that the other has not.
"""

import re
from collections.abc import Iterator, Sequence

from checks.lib.language.codes import UNIT
from checks.lib.language.contrast_words import content
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import QUARTERS, names, root, versions
from checks.lib.quantities.asserted import Asserted, Sentence, is_difference
from checks.lib.quantities.bare_values import Bare, bare_values, lent
from checks.lib.quantities.joined import joined
from schemas.months import MONTHS
from schemas.number_words import either

FEW = 9  # words from a break to a number that inherits its unit: "its 2020 ancestor at 72"
OLD = re.compile(
    r"\b(?:before|once(?= \d)|prior to|previous\w*|formerly|originally|used to|until|at first|in the past|back then|"
    r"then(?=[,.;]|$)|last (?:year|spring|summer|autumn|winter)|the year before|old(?:er)?|earlier|took|"
    r"needed|required|paid|waited|"
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
OTHER = re.compile(
    r"\b(?:previous|prior|former|old(?:er)?|original|legacy|predecessors?|ancestors?|forerunners?|"
    r"precursors?|successors?|competitors?|rivals?|(?:die )?shrinks?|"
    r"(?:first|early|original|public) (?:beta|prototype|version|release|model|generation|attempt|design|build)|"
    r"(?:the|an?|this|that|its|our|their) (?:[\w-]+ ){1,2}one|theirs|(?:years?|months?|weeks?) ago|"
    r"before(?=[)\].,;]|$)|formerly|previously|used to|in the past|back then|originally|initially|at first|at launch|"
    r"last year)\b",
    re.IGNORECASE,
)
_RELEASE = re.compile(rf"\b(?:with|on|in|of|under|version|v)\s?(\d+(?:\.\d+)+)(?![\d.]*{UNIT})", re.IGNORECASE)
_OF_RELEASE = re.compile(r"\b(\d+(?:\.\d+)*)\s(?:release|version|firmware|driver|build)\b", re.IGNORECASE)
# "It reads 14.2 GB/s where the P5 managed 7.1": the page's own product has no name here.
_WHERE = re.compile(r"\s(?:where|while|whereas|when)\s", re.IGNORECASE)
_OWN = re.compile(r"\b(?:it|they|we|ours|this one|the new one)\s[^,;]{0,60}$", re.IGNORECASE)
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
        r"\s?[(\[]",
    )
)
# "17 fps on CPU, 142 fps on NPU": one preposition before two different things.
_PLACES = "on|under|with|without|over|via|through|using|from|across"
_PLACED = re.compile(
    rf"\b(?P<how>{_PLACES})\s(?P<what>(?:(?!(?:{_PLACES}|in|at|for|by|to|and|but|is|was|takes?|took)\b)[\w'’./+-]+"
    r"(?:\s|(?=[,;:.)]|$))){1,5})",
    re.IGNORECASE,
)
_DATED = re.compile(rf"\b(?:{either(map(str.title, MONTHS))}|Q[1-4]|(?:19|20)\d\d|{either(QUARTERS)} quarter)\b")
_SIDE = re.compile(r"\s(?:on|in|at|for|with|under|after|by|via|over|without|using|through|today|now|before)\b")
_TODAY = re.compile(r"\b(?:now|today|these days|nowadays)\b", re.IGNORECASE)
_WHILE = re.compile(r"\b(?:while|whereas)\b")
_BRACKETED = re.compile(r"^\s?\((?P<label>[^()]{1,40})\)")
_ARTICLES = frozenset("the a an its our their this that".split())
_YEAR = re.compile(r"(?:19|20)\d\d")
_DECIMALS = re.compile(r"\d+(?:,\d+)*(?:\.(\d+))?")
# What is done, right before the value: "rated at 15 W", "answers in 4.1 ms".
_VERB = re.compile(r"\b(?P<verb>[a-z]{3,})(?:\s(?:in|at|to|for|about|only|just|around|up|a|an)){0,2}\s[$€£]?$")
# "The release build is 34 MB; the debug build is 190 MB": one noun with two attributes.
_COPULA = re.compile(r"\b(?P<noun>[a-z]{3,})\s(?:is|are|was|were|has|had)\s[$€£]?$")
_NO_VERB = frozenset(
    "the and for with from over under than into onto per via are was were has had have its that".split()
)
# "Weighs in at 62 MB, the Mk I at 147 MB": the verb is said once.
_GAPPED = re.compile(
    r"^\W*(?:and |but |while )?(?:the|its|an?|our|their|this|that)\s(?:[\w-]+\s){1,5}(?P<how>at|to|in)\s[$€£]?$"
)
_AT = re.compile(r"\b(?P<how>at|to|in)\s[$€£]?$")
# Parts of the other, or what comes after it, are no other side.
_PART_OF = re.compile(r"\b(?:of (?:which|that|it|these|those|them)|thereof|then|followed by|plus)\b", re.IGNORECASE)
_NEGATED = re.compile(r"\b(?:no|without|off|disabled|not)\b", re.IGNORECASE)


def two_sides(sentence: Sentence) -> Iterator[tuple[Asserted, Asserted]]:
    """The two values of each kind of which a sentence tells two and no more, as two sides of one thing."""
    groups = _groups(sentence)
    bare = bare_values(sentence) if groups else []
    for mine in groups:
        both = [*_with_heir(mine[0], groups, bare, sentence)] if len(mine) == 1 else mine
        if len(both) == 2 and _are_two_sides(both[0], both[1], bare):
            yield both[0], both[1]


def only_ones(sentence: Sentence) -> Iterator[Asserted]:
    """The values of a sentence that are the only ones of their kind in it."""
    return (mine[0] for mine in _groups(sentence) if len(mine) == 1)


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
    if bare.start < value.amount.end or bare.decimals != decimals(words[value.amount.start : value.amount.end]):
        return False
    between = words[value.amount.end : bare.start]
    cut = _cut(between)
    if cut is None:  # "What took 90 minutes is done in 25"
        return bool(OLD.search(words[: value.amount.start]) or _TODAY.search(between))
    led = between[cut[1] :].split()
    if len(led) > FEW:
        return False
    return bool(led) or bool(_SIDE.match(words, bare.end))  # "63 ms on Pelican and 41 on Stork"


def decimals(printed: str) -> int:
    """How many digits a number prints behind its point."""
    match = _DECIMALS.search(printed)
    return len(match[1] or "") if match else 0


def _are_two_sides(left: Asserted, right: Asserted, bare: Sequence[Bare]) -> bool:
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
    named = [frozenset(names(one, title=True)) | releases_of(one) for one in sides]
    if (named[0] - named[1] and named[1] - named[0]) or turned(*sides) or turned(*reversed(sides)):
        return True
    if cut is None:
        return False
    if named[1] and _WHERE.match(between) and _OWN.search(mine[0]):
        return True
    if bool(OTHER.search(sides[0])) != bool(OTHER.search(sides[1])):
        return True
    if _PART_OF.search(theirs[0]):
        return False
    brackets = [_BRACKETED.match(words[one.amount.end :]) for one in (left, right)]
    if _WHILE.search(between) or (brackets[0] and brackets[1] and brackets[0]["label"] != brackets[1]["label"]):
        return True
    return _placed_apart(*sides) or _done_by_two(mine, theirs) or _gapped(mine[0], theirs[0]) or _one_negated(*sides)


def turned(old: str, new: str) -> bool:
    """Whether one text tells of before and the other of now."""
    return bool(OLD.search(old) and _NEW.search(new))


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
    nouns = [_COPULA.search(ahead) for ahead, _ in (left, right)]
    if nouns[0] and nouns[1] and root(nouns[0]["noun"]) == root(nouns[1]["noun"]):
        return bool(_said_words(right[0]) - _said_words(left[0])) and bool(_said_words(left[0]) - _said_words(right[0]))
    if not (verbs[0] and verbs[1]) or root(verbs[0]["verb"]) != root(verbs[1]["verb"]) or verbs[0]["verb"] in _NO_VERB:
        return False
    return bool(_said_words(right[0]) - _said_words(left[0]))


def _said_words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"[\w-]+", text.lower())) - _ARTICLES - {"and", "but"}


def _gapped(left: str, right: str) -> bool:
    """Whether the second side leaves out the verb of the first: "idles at 45 W, its ancestor at 72 W"."""
    mine, theirs = _AT.search(left), _GAPPED.match(right)
    return mine is not None and theirs is not None and mine["how"] == theirs["how"]


def _one_negated(left: str, right: str) -> bool:
    """Whether one side is the other without what it names: "no batching, ...; batching, ..."."""
    shared = content(left) & content(right)
    return bool(shared) and bool(_NEGATED.search(left)) != bool(_NEGATED.search(right))


def releases_of(text: str) -> frozenset[str]:
    """The numbers that stand for releases: "with 6.8", "Tessel 5"."""
    pointed = [*_RELEASE.findall(text), *_OF_RELEASE.findall(text)]
    return frozenset(pointed) | frozenset(number for some in versions(text).values() for number in some)
