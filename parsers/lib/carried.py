"""Numbers whose unit stands with another number: "from 12 minutes to 4", "41 ms, down from 80", "12, 9 and 7 s".

A bare number is a figure only in a construction that holds it against a figure with a unit, and takes that unit.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from parsers.lib.numbers import ARROW, EDGE, NUMBER, STOP
from parsers.lib.scene import Found, Scene, make, of_side
from schemas.number_words import WORD_NUMBER

_NUMBER = rf"{EDGE}(?P<n>{NUMBER}|(?i:\b{WORD_NUMBER}\b))"
_HEDGE = (
    r"(?:(?:just|only|about|around|nearly|almost|over|under|roughly|some|merely|barely|below|above|a\s+mere|"
    r"less\s+than|more\s+than|close\s+to)\s+){0,2}"
)
_BEHIND = re.compile(
    rf"(?:(?:\s[\w.’'/-]+){{0,7}}?,?\s(?:(?:down|up)\s+(?:to|from)|instead\s+of|rather\s+than|as\s+opposed\s+to|versus|vs\.?|"
    rf"compared\s+(?:to|with)|against)|,?\s(?:from|to)|,\s(?:not|was|previously|formerly))\s+{_HEDGE}{_NUMBER}{STOP}"
)
_AHEAD = re.compile(rf"\b(?:from|between)\s+{_HEDGE}{_NUMBER}\s+(?:down\s+|up\s+)?(?:to|and)\s+{_HEDGE}$")
# "120k → 480k req/s", "(642.7 vs 170.3 reports/s)": the unit stands with the second one.
_PAIRED = re.compile(
    rf"(?:{_NUMBER}\s*{ARROW}|(?:[(:]|,|^)\s*{_NUMBER.replace('?P<n>', '?P<m>')}\s(?:vs\.?|versus))\s*[~≈]?{_HEDGE}$"
)
# The other side in brackets: "4.1M updates/s (vs 0.75M baseline)".
_OVER = re.compile(
    rf"\s\((?:vs\.?|versus|was|from|against|up from|down from|compared (?:to|with))\s+{_HEDGE}{_NUMBER}"
    rf"(?=\)|\s(?:baseline|before|previously|originally|originals?|earlier|unoptimized|stock|default)\b|\s(?:for|on|in|with|at)\s[^()]{{1,40}}\))|"
    rf"\s\({_HEDGE}{_NUMBER.replace('?P<n>', '?P<m>')}\s(?:before|previously|earlier|originally)\)"
)
# "1.4M rows/s sustained, 2.1M peak": each with its own word.
_EACH = r"(?:sustained|peak|average|avg|mean|median|max|min|idle|typical|cold|warm|burst|p\d\d(?:\.\d+)?)"
_STATED = re.compile(rf"\s{_EACH}(?:,|;|\sand|,\sand|\s/)\s{_HEDGE}{_NUMBER}\s(?:at\s)?{_EACH}(?!\w)")
# The same change of another: "went from 1,320 ms to 430, and p95 from 2,900 to 780".
_CHAIN = re.compile(
    rf"(?:[,;]|\s(?:and|while))\s(?:[\w.’'-]+\s){{1,5}}?from\s{_HEDGE}{_NUMBER}\s(?:(?:down|up)\s)?to\s{_HEDGE}"
    rf"{_NUMBER.replace('?P<n>', '?P<m>')}{STOP}"
)
_FROM = re.compile(rf"\bfrom\s{_HEDGE}$|\bfrom\s[^;]{{1,30}}\sto\s{_HEDGE}$")
_LIST = re.compile(rf"{EDGE}(?P<list>{NUMBER}(?:,\s{NUMBER})*),?\s(?:and|or)\s$")
_NAMED = re.compile(r"\b[A-Z][\w.-]*\s$")  # "40 s in Atlas 3 and 8 s in Atlas 4": that 3 is part of a name
_DID = (
    r"(?:needs?|needed|takes?|took|manag\w+|reach\w+|requir\w+|gets?|got|hits?|does|did|achiev\w+|has|used\s+to\s+(?:be|take|need)|"
    r"(?:peak|stall|stopp?|end|level+|settl|averag)(?:ed|s)\s+(?:out\s+|up\s+)?at|(?:topp|maxx?)(?:ed|s)\s+out\s+at|averag(?:ed|es)|"
    r"(?:scales?|drops?|rises?|gets?|got|comes?|came|falls?(?:\s+back)?|fell(?:\s+back)?)\s+to|posts?|posted|g[ai]ves?(?:\s+us)?|s[ai]ts?\s+at|stays?\s+at|shows?|"
    r"(?:is|was|are|were)\s+(?:through|done|finished|ready)\s+(?:in|after))"
)
_OTHER = re.compile(
    rf"(?:[;,]|\s[-–—]|\s(?:where|while|whereas|but|when))\s(?:[\w.’'-]+\s){{1,5}}?{_DID}\s+{_HEDGE}"
    rf"{_NUMBER}(?=[.;](?!\d)|$|,\s|\s(?:at|on|with|for|in|and)\s)"
)
_THERE = rf"{_HEDGE}{_NUMBER}(?=[.;](?!\d)|$|,\s|\s(?:at|on|with|for|in)\s)"
# "Trellis handles 182,000 requests/sec, Express handles 14,000": whatever the verb, when it is the same.
_SAME = re.compile(
    rf"(?:[;,]|\s(?:where|while|whereas|but|and))\s(?:[\w.’'-]+\s){{1,6}}?(?P<verb>[a-z]{{3,}})\s{_THERE}"
)
# "used to need 52 minutes, now completes in 9"
_NOW = re.compile(
    rf"(?:[,;]|\s(?:and|but))\s(?:(?:it|they|this)\s)?now\s(?:[a-z]+\s){{0,2}}?(?:(?:in|at|takes?|needs?|is|are|within)\s)?{_THERE}"
)
# "Upgrades that lasted 26 minutes finish within 3"
_THEN = re.compile(
    rf"(?:\s[\w.’'-]+){{0,2}}?\s(?:now\s)?(?:finish(?:es)?|completes?|ends?|runs?|takes?|needs?|(?:is|are)\s(?:done|over|through))\s"
    rf"(?:(?:in|within|after)\s)?{_THERE}"
)
_ONCE = re.compile(
    r"\b(?:used\s+to\s(?:\w+\s){1,2}|(?:that|which)\s(?:once\s)?(?:lasted|took|needed)\s)(?:\w+\s){0,2}$"
)
# "maxed out at 120 MB/s, the new one at 480": the verb is left out as well.
_GAPPED = re.compile(
    rf"(?:(?:\s[\w.-]+){{1,4}},|,?)\s(?:and\s|but\s)?(?:the\s)?(?:[\w.-]+\s){{1,3}}(?P<word>at|in|to)\s{_HEDGE}{_NUMBER}(?=\.?\s*$|;)"
)
_ALIKE = re.compile(rf"(?:\sand|,|,\sand)\s{_HEDGE}{_NUMBER}\s(?P<word>at|for|in|on|with)\s")
# "where pnpm needs 14 and yarn 22": the verb of the number before is meant again.
_AGAIN = re.compile(
    rf"(?:,\sand|,|\sand)\s(?:the\s)?(?!\w+\s(?:to|about|over|only|just)\s)[A-Za-z][\w.+-]*(?:\sv?\d[\d.]*)?\s(?:(?:at|in|to)\s)?{_HEDGE}{_NUMBER}(?=\.?\s*$|;|,\s(?:and\s)?[A-Za-z][\w.+-]*\s\d)"
)
# "needed 24.3 minutes, and with H100 28.7"
_WITH = re.compile(
    rf"(?:,?\s(?:and|but)\s(?:with|on|using)\s(?:the\s|an?\s)?[A-Z][\w.+-]*|[;,]\swithout(?:\s\w+){{1,2}},?)\s(?:only\s)?"
    rf"{_NUMBER}(?=\.?\s*$|;)"
)
# "Its p99 was 3.6 ms, Cassandra's 41"
_THEIRS = re.compile(
    rf",\s(?:and\s|but\s)?(?:the\s)?(?:[\w.+-]+\s){{0,2}}?[A-Z][\w.+-]*['’]s?\s{_HEDGE}{_NUMBER}(?=\.?\s*$|;)"
)
# "three times Node's 19k", "against the Heron's 31"
_OWNED = re.compile(
    rf"\b(?:times|[\dx×]|than|against|versus|vs\.?|over|of)\s(?:the\s)?(?:[\w.+-]+\s){{0,3}}?[\w.+-]+['’]s?\s{_HEDGE}{_NUMBER}{STOP}"
)
_KINDS = ("absolute", "duration", "price")
REACH = 120  # characters behind a figure that can still speak of it


def carried(scene: Scene, found: Sequence[Found]) -> Iterator[Found]:
    """The bare numbers of a sentence that take the unit of one of its figures."""
    yield from _times(scene, found)
    values = [one for one in found if one.figure.kind in _KINDS and (one.figure.unit or one.metric) and _printed(one)]
    for index, one in enumerate(values):
        before = values[index - 1].figure.end if index else scene.start
        following = values[index + 1].figure.start if index + 1 < len(values) else scene.end
        for other in _around(scene, one, before, min(following, one.figure.end + REACH)):
            yield _of_verb(scene, one, values[0], other)


# What leads to a list of factors: without it the first numbers of "notes 2, 3 and 5x" would be some.
_BECAME = re.compile(
    r"\b(?:are|is|were|was|be|been|become|became|run|runs|ran|now|by|about|only|up\s+to|of|to|get|gets|got|between|at\s+least|over|nearly)\s$"
)


def _times(scene: Scene, found: Sequence[Found]) -> Iterator[Found]:
    """The numbers of a list of factors that share their last one's word: "are 1.8, 2.4 and 3.1 times quicker"."""
    for one in found:
        led = scene.text[max(scene.start, one.figure.start - REACH) : one.figure.start]
        match = _LIST.search(led) if one.figure.kind == "ratio" and one.figure.value_hi is None else None
        if match is None or not _BECAME.search(led[: match.start()]):
            continue
        offset = one.figure.start - len(led) + match.start("list")
        for part in re.finditer(NUMBER, match["list"]):
            figure = make(scene, (offset + part.start(), offset + part.end()), part.group(), "ratio", "x")
            yield replace(one, figure=figure)


def _printed(one: Found) -> bool:
    """Whether a number with one unit behind it: "2 h 10 min" has no unit to lend."""
    return one.figure.kind != "duration" or one.figure.end - one.figure.start > len(one.figure.literal)


def _around(scene: Scene, one: Found, before: int, after: int) -> Iterator[Found]:
    start, end = one.figure.start, one.figure.end
    behind = (pattern.match(scene.text, end, after) for pattern in (_BEHIND, _OVER, _STATED))
    spans = [_span(match) for match in (*behind, *_others(scene, one, after)) if match]
    if _FROM.search(scene.before(start, 60)) and (chain := _CHAIN.search(scene.text, end, after)):
        spans += [chain.span("n"), chain.span("m")]
    led = scene.text[max(before, start - REACH) : start]
    offset = start - len(led)
    if match := _AHEAD.search(led):
        spans.append((offset + match.start("n"), offset + match.end("n")))
    elif match := _PAIRED.search(led):
        part = "n" if match["n"] else "m"
        spans.append((offset + match.start(part), offset + match.end(part)))
    elif (
        (match := _LIST.search(led))
        and not _NAMED.search(led[: match.start()])
        and not of_side(scene, offset + match.start("list"), offset + match.end("list"), end)
    ):
        spans += [
            (offset + match.start("list") + part.start(), offset + match.start("list") + part.end())
            for part in re.finditer(NUMBER, match["list"])
        ]
    for span in dict.fromkeys(spans):
        literal = scene.text[slice(*span)]
        if literal[-1:] in "kKM" and _bracketed(scene, one):
            continue  # "an L4 (24 GB) handles 30k tokens, while Orbit gets 10k": no 10,000 GB
        figure = make(scene, span, literal, one.figure.kind, one.figure.unit, to=_ended(scene, one, span))
        yield replace(one, figure=figure)


# "serves 2,340 images/s with a p99 of 1.9 ms; Quern managed 890": what the other managed is what was served.
_ASIDE = re.compile(r"\b(?:with|at)\s(?:an?\s|the\s)?(?:[\w.-]+\s){0,3}?(?:(?:of|at|under|below)\s)?$")
_SINCE = re.compile(r"[;,]\s")


def _of_verb(scene: Scene, one: Found, first: Found, other: Found) -> Found:
    """A bare number of another clause has the unit of what the first clause's verb gave, not of its aside."""
    between = scene.text[one.figure.end : other.figure.start] if other.figure.start > one.figure.end else ""
    aside = first is not one and _ASIDE.search(scene.text[first.figure.end : one.figure.start])
    if not aside or not _SINCE.match(between) or first.figure.kind == one.figure.kind:
        return other
    figure = replace(other.figure, kind=first.figure.kind, unit=first.figure.unit)
    return replace(first, figure=figure)


def _span(match: re.Match[str]) -> tuple[int, int]:
    return match.span("m" if match.groupdict().get("m") else "n")


def _ended(scene: Scene, one: Found, span: tuple[int, int]) -> str:
    """The number that a change ends at, where it begins with the bare one: "from 80 to 92 thousand"."""
    led = scene.text[max(scene.start, one.figure.start - REACH) : one.figure.start]
    return one.figure.literal if span[0] < one.figure.start and _AHEAD.search(led) else ""


def _bracketed(scene: Scene, one: Found) -> bool:
    """Whether a value stands alone in brackets: what it says there is of the word before them."""
    return scene.text[one.figure.start - 1 : one.figure.start] == "(" and scene.text.startswith(")", one.figure.end)


def _others(scene: Scene, one: Found, after: int) -> Iterator[re.Match[str]]:
    """Somebody else's values ("; Sparrow needed only 23"), or the same elsewhere ("2.1 ms at p50 and 6.4 at p99")."""
    text, end = scene.text, one.figure.end
    if first := _other(scene, one, after):
        yield first
        yield from _further(scene, first, after)
    for pattern in (_WITH, _OWNED, _THEIRS):
        if match := pattern.search(text, end, after):
            yield match


def _further(scene: Scene, first: re.Match[str], after: int) -> Iterator[re.Match[str]]:
    """What the words of a bare number lead on to: "7,950 for Quern and 11,240 for Osprey", "needs 14 and yarn 22"."""
    match: re.Match[str] | None = first
    word = first.groupdict().get("word")
    while match:
        start = match.end("n")
        match = _ALIKE.search(scene.text, start, after) if word else _AGAIN.match(scene.text, start, after)
        if match and (not word or match["word"] == word):
            yield match


def _other(scene: Scene, one: Found, after: int) -> re.Match[str] | None:
    text, end = scene.text, one.figure.end
    if _ONCE.search(scene.before(one.figure.start, 60)) and (then := _THEN.match(text, end, after)):
        return then
    for pattern in (_OTHER, _NOW):
        if match := pattern.search(text, end, after):
            return match
    same = _SAME.search(text, end, after)
    if same and _said(same["verb"], text[scene.start : one.figure.start]):
        return same
    alike = _ALIKE.search(text, end, after)
    if alike and text.startswith(f" {alike['word']} ", end):
        return alike
    gapped = _GAPPED.match(text, end, after)
    return gapped if gapped and text.endswith(f" {gapped['word']} ", 0, one.figure.start) else None


def _said(verb: str, before: str) -> bool:
    """Whether a verb has been used already, in whatever tense: "serves 20 requests a second, and 0.5 served 7"."""
    stem = re.sub(r"(?:e[sd]|s|d)$", "", verb)
    return len(stem) > 2 and re.search(rf"\s{re.escape(stem)}(?:e[sd]?|s|d)?\s", before) is not None
