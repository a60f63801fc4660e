"""Bounds that a rule is written with, and what is said of no run: no figure of a result stands there.

A rule says what happens beyond a figure ("Alerts fire when latency stays above 250 ms", "Frames longer than 16.7 ms
count as dropped"), what somebody must keep ("must respond within 100 ms") or how something was recorded and drawn
("filmed at 60 fps", "the y axis is cut at 200 ms"). Told by the clause that holds the figure.
"""

import re
from functools import lru_cache

from parsers.lib.scene import Found, Scene
from parsers.lib.search import holds

REACH = 140  # characters before a figure in which its clause may have begun
_GAP = r"(?:(?!,\s|;|\b(?:that|which|but|while|and\s+(?:is|was|it))\b).)*"
# "If no heartbeat arrives within 20 s": up to the comma nothing has happened yet.
_IF = re.compile(
    rf"\b(?:if|unless|whenever|in\s+case|as\s+long\s+as|provided\s+that)\s{_GAP}$|"
    rf"\b(?:when|once|until|as\s+soon\s+as)\s(?!\w+ing\b){_GAP}?(?:\b(?:exceeds?|passes|pass|reaches|hits?|crosses)\s+(?:\w+\s+)?|"
    r"\b(?:stays?|rises?|falls?|drops?|goes|climbs?|lasts?|remains?|grows?|is|are)\s+"
    r"(?:above|below|over|under|past|beyond|to|for|longer\s+than|more\s+than|less\s+than|\w+er\s+than|at\s+least)\s+)$",
    re.IGNORECASE,
)
# "must respond within 100 ms", "should bring at least 3x": asked for, and not had.
_MUST = re.compile(
    r"\b(?:must|shall|should|ought\s+to|(?-i:may)|might|(?:have|has|needs?)\s+to\s+(?:be|respond|answer|finish|complete|last|stay|keep|fit|"
    r"arrive|reach|remain|run)|(?:is|are)\s+(?:required|supposed|allowed|expected|permitted|entitled|guaranteed|likely)\s+to|"
    r"(?:we|they)\s+(?:\w+ly\s+)?(?:recommend|advise|suggest|guarantee|expect|hope)|(?:is|are)\s+recommended|"
    # "The arm plans at least twice as fast", "plans routes in 40 ms": a planner's work, no wish.
    rf"(?:guarantees|expects|hopes|plans(?=\s+(?:to|for|on|an?|another)\b))\b|could\s+(?:one\s+day|eventually|soon))\s{_GAP}$",
    re.IGNORECASE,
)
_ASKED = (
    r"if|unless|when(?:ever)?|once|until|in\s+case|as\s+(?:long|soon)\s+as|provided\s+that|must|shall|should|ought|may|might|(?:ha(?:s|ve)|needs?|"
    r"required|supposed|allowed|expected|permitted|entitled|guaranteed|likely)\s+to|recommend\w*|advise|suggest|guarantees?|expects?|hopes?|plans|"
    r"eventually|soon"
)
# "Frames longer than 16.7 ms count as dropped", "Requests larger than 6 MB are rejected", "everything over 200 ms".
_BEYOND = re.compile(
    r"\w(?<!\bis)(?<!\bare)(?<!\bwas)(?<!\bwere)\s(?:longer|larger|bigger|slower|older|smaller|shorter|heavier|above|over|under|below)"
    r"(?:\s+than)?\s+$|\b(?:that|which)\s+(?:takes?|runs?|lasts?|needs?|stays?|remains?|spends?)\s+(?:\w+\s+){0,2}(?:more|longer|less)\s+than\s+$",
    re.IGNORECASE,
)
_TREATED = re.compile(
    r"\s+(?:counts?\s+as|(?:is|are|was|were|get|gets)\s+(?:considered|counted|treated|dropped|rejected|discarded|logged|ignored|skipped|"
    r"removed|excluded|split|killed|cancelled|flagged|reported|marked|truncated|evicted|refused|stored|kept|written|sent)|"
    r"will\s+be|(?:do|does)\s+not\s+count|fails?\s+(?:the|to))\b"
)
_EVERYTHING = re.compile(
    r"\b(?:everything|anything|all\s+\w+|every\s+\w+|those)\s+(?:over|above|under|below|beyond|longer\s+than|slower\s+than)\s+$",
    re.IGNORECASE,
)
_WATCHED = (
    r"alerts?|alarms?|watchdogs?|auto-?scal\w+|circuit\s+breakers?|throttl(?:es|ed)|gives?\s+up|steps?\s+down|time[sd]?\s+out|"
    r"heart-?beats?|polls?|polling|health\s+checks?|liveness|readiness"
)
_BOUND = re.compile(
    r"\b(?:above|over|under|below|beyond|exceed\w*|reach\w*|pass\w*|past|at|after|within|every|each|for|than|of)\s+(?:\w+\s+)?(?:[\d.]+\s?\w*(?:,\s|\sand\s))*$",
    re.IGNORECASE,
)
_DRAWN = r"[xy][ -]ax[ei]s|(?:horizontal|vertical|time)\s+axis|error\s+bars|whiskers|tick\s+marks|bucket\s+width"
# How material was made: "recorded in 4K at 60 frames per second", "we tested clips at 24, 30 and 60 fps".
_RECORDED = re.compile(
    r"\b(?:(?:recorded|records|filmed|films|shot|sampled|captured|digiti[sz]ed|overclocked|ticks)\s+(?:\w+\s+)?"
    r"(?:(?:in|with|as|to)\s+\S+\s+){0,2}at|refresh\s+rates?\s+of|replay(?:ed|ing)?\s[^,;]{1,30}\sat|"
    r"(?:tested|used|source|input|with|these|our)\s+(?:\w+\s+)?(?:clips?|footage|videos?|recordings?|streams)\s+at)\s+"
    r"(?:(?:[\d.]+|about|up\s+to|only)(?:,\s|\s(?:and|or)\s|\s))*$",
    re.IGNORECASE,
)
_CODED = re.compile(r"\b(?:is|are|was|were)\s+(?:encoded|streamed|transmitted|broadcast)\s+at\s+$", re.IGNORECASE)
# "ramped up over 15 minutes", "across 14 days": how long somebody looked; "takes over 3 hours" is a hedge.
_SPAN = re.compile(
    r"(?P<word>\w+)\s+(?:over|across|throughout|during)\s+(?:(?:an?|the|about|some|roughly)\s+)*$", re.IGNORECASE
)
_HEDGED = frozenset(
    """
    after and are at barely be been by for from in is just last lasted lasts little marginally measured need needed
    needs of only or ran slightly
    reached reaches require required requires run runs save saved saves spanned spends spent take taken takes
    taking than to took was well were with within
    """.split()
)
# What somebody promises of a service, or what went wrong with one.
_SERVED = (
    r"outages?|incidents?|post-?mortems?|on-?call|maintenance\s+windows?|"
    r"(?<!zero )(?<!without )(?<!no )downtime|up-?time|availability|"
    r"service\s+(?:level|credit)s?|SLAs?|of\s+each\s+other|at\s+random|refund\w*"
)


# A cheap look at a sentence for all of these: most hold none.
_MAY = re.compile(rf"\b(?:{_ASKED}|{_WATCHED}|{_SERVED}|{_DRAWN})\b", re.IGNORECASE)
_CUES = re.compile(rf"\b(?:(?P<never>{_DRAWN}|{_SERVED})|(?P<watched>{_WATCHED})|{_ASKED})\b", re.IGNORECASE)
_ENDS = frozenset("than above over under below beyond".split())
_SPANS = frozenset("over across throughout during the a an about some roughly".split())
_AT = frozenset("at of and or about to only".split())


def ruled(one: Found, scene: Scene) -> bool:
    """Whether a figure bounds a rule, is asked for or promised, or says how something was recorded or drawn."""
    before = scene.before(one.figure.start, REACH)
    words = before[-24:].split()
    last = words[-1].lower() if words else ""
    return (
        _governed(scene.sentence, before)
        or (last in _ENDS and _beyond(before, scene, one.figure.end))
        or (bool(last) and (last in _AT or last[-1] == ",") and _recorded(one, before))
        or (last in _SPANS and one.figure.kind == "duration" and _looked(before))
    )


def _governed(sentence: str, before: str) -> bool:
    """Whether the figure stands in a condition or a demand, or its sentence speaks of watching, serving or drawing."""
    cues = _cues(sentence)
    if "never" in cues or ("watched" in cues and " now " not in before and _BOUND.search(before)):
        return True
    return bool(cues) and bool(_IF.search(before) or _MUST.search(before))


@lru_cache(maxsize=256)
def _cues(sentence: str) -> frozenset[str]:
    if not holds(_MAY, sentence):
        return frozenset()
    return frozenset(match.lastgroup or "asked" for match in _CUES.finditer(sentence))


def _beyond(before: str, scene: Scene, end: int) -> bool:
    """Whether something is done to what lies beyond the figure."""
    if _EVERYTHING.search(before):
        return True
    return _BEYOND.search(before) is not None and _TREATED.match(scene.text, end, scene.end) is not None


def _recorded(one: Found, before: str) -> bool:
    """Whether material was made so: at so many frames or bits a second."""
    if one.figure.unit.endswith("bit/s") and _CODED.search(before):
        return True
    return _RECORDED.search(before) is not None


def _looked(before: str) -> bool:
    """Whether somebody looked on for so long."""
    span = _SPAN.search(before[-40:])
    return span is not None and span["word"].lower() not in _HEDGED
