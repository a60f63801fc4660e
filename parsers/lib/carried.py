"""Numbers whose unit stands with another number: "from 12 minutes to 4", "41 ms, down from 80", "12, 9 and 7 s".

A bare number is a figure only in a construction that holds it against a figure with a unit, and takes that unit.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from parsers.lib.numbers import EDGE, NUMBER, WORD_NUMBER
from parsers.lib.scene import Found, Scene, make

_NUMBER = rf"{EDGE}(?P<n>{NUMBER}|(?i:\b{WORD_NUMBER}\b))"
# What ends a bare number: a pause, or a word that leads on. A noun behind it says that it counts something else.
STOP = (
    r"(?![\w%]|\.\d|,\d)(?=\s*$|[.,;:)!?…—–]|\s[—–]|\s(?:at|for|on|in|with|per|and|to|when|while|after|before|by|today|now|last|over|under|"
    r"using|without|earlier|respectively|but|as|from|previously|because|thanks|once|if|since|within|across|than)\b)"
)
_HEDGE = (
    r"(?:(?:just|only|about|around|nearly|almost|over|under|roughly|some|merely|barely|below|above|a\s+mere)\s+){0,2}"
)
_BEHIND = re.compile(
    rf"(?:(?:\s[\w.’'-]+){{0,7}}?,?\s(?:(?:down|up)\s+(?:to|from)|instead\s+of|rather\s+than|versus|vs\.?|compared\s+(?:to|with))|"
    rf",?\s(?:from|to|against))\s+{_HEDGE}{_NUMBER}{STOP}"
)
_AHEAD = re.compile(rf"\b(?:from|between)\s+{_HEDGE}{_NUMBER}\s+(?:down\s+|up\s+)?(?:to|and)\s+{_HEDGE}$")
_LIST = re.compile(rf"(?P<list>{NUMBER}(?:,\s{NUMBER})*),?\s(?:and|or)\s$")
_NAMED = re.compile(r"\b[A-Z][\w.-]*\s$")  # "40 s in Atlas 3 and 8 s in Atlas 4": that 3 is part of a name
_OTHER = re.compile(
    rf"[;,]\s(?:[\w.’'-]+\s){{1,5}}?(?:needs?|needed|takes?|took|manag\w+|reach\w+|requir\w+|gets?|got|hits?|does|did|achiev\w+|has)\s+{_HEDGE}"
    rf"{_NUMBER}(?=[.;]|$|,\s|\s(?:at|on|with|for|in)\s)"
)
_ALIKE = re.compile(rf"\sand\s{_HEDGE}{_NUMBER}\s(?P<word>at|for|in|on|with)\s")
_KINDS = ("absolute", "duration", "price")
REACH = 120  # characters behind a figure that can still speak of it


def carried(scene: Scene, found: Sequence[Found]) -> Iterator[Found]:
    """The bare numbers of a sentence that take the unit of one of its figures."""
    values = [one for one in found if one.figure.kind in _KINDS and one.figure.unit and _printed(one)]
    for index, one in enumerate(values):
        before = values[index - 1].figure.end if index else scene.start
        following = values[index + 1].figure.start if index + 1 < len(values) else scene.end
        yield from _around(scene, one, before, min(following, one.figure.end + REACH))


def _printed(one: Found) -> bool:
    """Whether a number with one unit behind it: "2 h 10 min" has no unit to lend."""
    return one.figure.kind != "duration" or one.figure.end - one.figure.start > len(one.figure.literal)


def _around(scene: Scene, one: Found, before: int, after: int) -> Iterator[Found]:
    start, end = one.figure.start, one.figure.end
    spans = [match.span("n") for match in (_BEHIND.match(scene.text, end, after), _other(scene, one, after)) if match]
    led = scene.text[max(before, start - REACH) : start]
    offset = start - len(led)
    if match := _AHEAD.search(led):
        spans.append((offset + match.start("n"), offset + match.end("n")))
    elif (match := _LIST.search(led)) and not _NAMED.search(led[: match.start()]):
        spans += [
            (offset + match.start("list") + part.start(), offset + match.start("list") + part.end())
            for part in re.finditer(NUMBER, match["list"])
        ]
    for span in dict.fromkeys(spans):
        literal = scene.text[slice(*span)]
        figure = make(scene, span, literal, one.figure.kind, one.figure.unit)
        yield replace(one, figure=figure)


def _other(scene: Scene, one: Found, after: int) -> re.Match[str] | None:
    """Somebody else's value ("; Sparrow needed only 23"), or the same elsewhere ("2.1 ms at p50 and 6.4 at p99")."""
    text, end = scene.text, one.figure.end
    if match := _OTHER.search(text, end, after):
        return match
    alike = _ALIKE.search(text, end, after)
    return alike if alike and text.startswith(f" {alike['word']} ", end) else None
