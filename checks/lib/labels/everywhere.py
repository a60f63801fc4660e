"""Who is said to be ahead in every case, in the ways in which release notes and comparisons say it.

Beside "A is faster than B in every test": "no test is slower on A than on B", "every test got faster with 2.1", "times
drop for all tests from 2.0 to 2.1". Each is brought to the one form that ahead.py reads.
"""

import re
from dataclasses import replace

from checks.lib.labels import ahead
from checks.lib.labels.ahead import Ahead
from checks.lib.labels.naming import label_tokens
from checks.lib.labels.sides import Pair
from checks.lib.language.tokens import tokens
from schemas.names import Vocabulary

NONE = re.compile(
    r"\b(?:no(?! (?:matter|doubt|longer|less|more))|none of (?:the|our|these|those|its)|"
    r"not (?:a single|one)(?: of (?:the|our|these))?)\b",
    re.IGNORECASE,
)
_BEATS = re.compile(r"\b(?:beats?|outperforms?|outpaces?|outruns?)\b", re.IGNORECASE)
_THAN = re.compile(r"\bthan\b", re.IGNORECASE)
_GOT = re.compile(r"\b(?:faster|quicker|slower)\b", re.IGNORECASE)
_SLOWER = re.compile(r"\bslower\b", re.IGNORECASE)
_FELL = re.compile(
    r"\b(?:drops?|falls?|shrinks?|decreases?|go(?:es)? down|went down|fell|dropped|shrank)\b", re.IGNORECASE
)
_ROSE = re.compile(r"\b(?:rises?|grows?|increases?|climbs?|go(?:es)? up|went up|rose|grew|climbed)\b", re.IGNORECASE)
# Of what a fall or rise is, so that a rise of throughput asks nothing of a column of times.
_OF = (
    (re.compile(r"\b(?:run ?)?times?\b|\blatenc\w+|\bdurations?\b", re.IGNORECASE), frozenset({"time"})),
    (
        re.compile(r"\bthroughput\b|\bbandwidth\b|\brates?\b|\bspeeds?\b", re.IGNORECASE),
        frozenset({"rate", "bandwidth"}),
    ),
    (re.compile(r"\bmemory\b|\bsizes?\b|\bfootprint\b", re.IGNORECASE), frozenset({"size"})),
)
_WHEN = re.compile(
    r"\bthan in (?:the )?|"
    r"\bwhen (?:it (?:is|was) )?(?:[a-z]+(?:ed|ing)|built|run) (?:it )?(?:with|on|under|in|from|to|using) (?:the )?",
    re.IGNORECASE,
)
# "From 4.1 to 4.2", "from v2 to v3"; "from 1 to 64 threads" are cases.
_RELEASES = r"(?:[A-Z]\w* )?v?\d+(?:\.\d+)*"
_FROM_TO = re.compile(rf"\bfrom (?:the )?{_RELEASES} to (?:the )?{_RELEASES}(?! ?[a-zA-Z%])")
_NAME = r"(?:[A-Za-z][\w-]*[ -])"
_RELEASE = re.compile(rf"{_NAME}?v\d+(?:\.\d+)*|{_NAME}?\d+(?:\.\d+)+|{_NAME}\d+")
_UNIT = re.compile(r"\s*[\[(][^\])]*[\])]\s*$")
# Work that is not what a table of run times is of, unless it says so.
_OTHER_WORK = re.compile(
    r"\b(?P<work>compil|build|boot|start|load|install|launch|open|sav|warm|link|download|pars|render)(?:es|s|ed|ing|ings)?"
    r"(?= (?:up |in )?(?:faster|quicker|slower))",
    re.IGNORECASE,
)


def plain(text: str) -> str:
    """A sentence in words by which its two sides are found: "beats" compares as "over" does."""
    return _BEATS.sub(lambda match: f"{match.group()} over", text)


def compares(text: str) -> bool:
    """Whether a text sets one thing before another, once and in one way only, as far as its words tell."""
    if ahead.compares(text):
        return True
    cues = sum(bool(one.search(text)) for one in (_GOT, _FELL, _ROSE))
    return cues == 1 and len(_THAN.findall(text)) <= 1 and len(_GOT.findall(text)) <= 1


def cases(text: str) -> str:
    """What stands behind "every", without the releases that it compares."""
    return _FROM_TO.sub(" ", re.sub(r"\bwhen (?:moving|going|switching|upgrading)(?= from)", " ", text))


def against(label: str, text: str) -> str:
    """A sentence that names one of two sides, with the other one."""
    return f"{alone(text)} than {label}"


def alone(text: str) -> str:
    """A sentence without "than": where it names one of two releases only, the other is the one that is meant."""
    return _THAN.sub(" ", text)


def read(text: str, pair: Pair, vocabulary: Vocabulary) -> Ahead | None:
    """Who is said to be ahead in every case; of a text that denies all cases the other way round."""
    said = ahead.read(text, pair, vocabulary) if ahead.compares(text) else None
    said = said or _from_to(text, pair, vocabulary) or _of_one(text, pair, vocabulary)
    said = said or _over_one(text, pair, vocabulary)
    return replace(said, smaller=not said.smaller) if said and NONE.search(text) else said


def other_work(text: str, words: str) -> bool:
    """Whether a text speaks of work that words over and in a table do not: every program compiles faster."""
    match = _OTHER_WORK.search(text)
    return match is not None and not re.search(rf"\b{match['work']}", words, re.IGNORECASE)


def unconditional(text: str, labels: tuple[str, ...], vocabulary: Vocabulary) -> str:
    """A text without a "when built with" that only leads to one of the sides."""
    places = {ahead.place(label, text, vocabulary) for label in labels}
    return _WHEN.sub(lambda match: " " if match.end() in places else match.group(), text)


def _labels(pair: Pair) -> list[str]:
    return [dict(one.labels).get(pair.kind, "") for one in (pair.left, pair.right)]


def is_release(label: str) -> bool:
    """Whether a label is a release: "4.2", "v3 (MB/s)", "Sable 5"."""
    return bool(_RELEASE.fullmatch(_UNIT.sub("", label)))


def _from_to(text: str, pair: Pair, vocabulary: Vocabulary) -> Ahead | None:
    """The second of "falls from 2.0 to 2.1" is ahead."""
    if not all(map(is_release, _labels(pair))):
        return None
    places = {label: at for label in _labels(pair) if (at := ahead.place(label, text, vocabulary)) is not None}
    if len(places) < len(_labels(pair)):
        return None
    old, new = sorted(places, key=lambda label: places[label])
    led = re.search(r"\bfrom (?:the )?$", text[: places[old]], re.IGNORECASE)
    if not led or not re.search(r"\bto (?:the )?$", text[: places[new]], re.IGNORECASE):
        return None
    smaller = _smaller(text, pair.left.amount.kind)
    return Ahead(new, old, smaller) if smaller is not None else None


def _of_one(text: str, pair: Pair, vocabulary: Vocabulary) -> Ahead | None:
    """The other release of a table is the other side of "got faster with 2.1" or "slower than with 2.0"."""
    here = {one.root for one in tokens(text)}
    whole = [label for label in _labels(pair) if here.issuperset(one.root for one in label_tokens(label, vocabulary))]
    places = {label: at for label in whole if (at := ahead.place(label, text, vocabulary)) is not None}
    smaller = _smaller(text, pair.left.amount.kind)
    if len(places) != 1 or smaller is None:
        return None
    said, at = next(iter(places.items()))
    other = next(label for label in _labels(pair) if label != said)
    behind = bool(re.search(r"\bthan\b[^,;.]*$", text[:at], re.IGNORECASE))
    return Ahead(other, said, smaller) if behind else Ahead(said, other, smaller)


def _over_one(text: str, pair: Pair, vocabulary: Vocabulary) -> Ahead | None:
    """The other side is the one that is ahead where a text names the one behind it alone: "it was ahead of the X2"."""
    places = {label: at for label in _labels(pair) if (at := ahead.place(label, text, vocabulary)) is not None}
    led = ahead.led(text, next(iter(places.values()))) if len(places) == 1 else None
    if led is None or any(one.name for one in tokens(text[:led])):
        return None  # "the X1 was ahead of the X2" says nothing of an X3 beside it in the table
    other = next(label for label in _labels(pair) if label not in places)
    smaller = ahead.smaller(text, pair.left.amount.kind)
    return Ahead(other, next(iter(places)), smaller) if smaller is not None else None


def _smaller(text: str, kind: str) -> bool | None:
    """Whether the one ahead has the smaller values; None where the words speak of another kind."""
    if _GOT.search(text):
        return (
            (kind in ahead.SMALL_WINS) != bool(_SLOWER.search(text))
            if kind in ahead.SMALL_WINS | ahead.LARGE_WINS
            else None
        )
    kinds = next((kinds for words, kinds in _OF if words.search(text)), frozenset())
    return bool(_FELL.search(text)) if kind in kinds else None
