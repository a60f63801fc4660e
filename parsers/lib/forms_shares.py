"""Forms of changes and shares in percent: 31 % faster, reduced by 40 percent, eleven percent, 95 % of the quality."""

import re

from parsers.lib.numbers import EDGE, ERROR, JOIN, NUMBER, TO, WORD_NUMBER
from parsers.lib.scene import Form, Found, Scene, found, unitless

_CHANGE = re.compile(
    r"\b(?:faster|slower|higher|lower|less|more|fewer|better|worse|cheaper|quicker|greater|larger|smaller|longer|"
    r"shorter|improv\w+|reduc\w+|increas\w+|decreas\w+|gain(?:s|ed)?|costs?\s+(?:us|you)|boost\w*|uplift|drop\w*|sav\w+|speed-?ups?|"
    r"advantage|cut\w*|lead|leap|buys?|bought|jump\w*|rais\w+|rise\w*|rose|fell|fall\w*|grew|growth|accelerat\w+|overhead|"
    r"ris(?:es?|ing)|add(?:s|ed|ing)?|another|extra|slow(?:s|ed|ing)|climb\w*|better|went|win(?:s|ning)?|differ\w*|"
    r"regress\w*|penalty|efficient|lighter|shrink\w*|shr[au]nk|shav\w+|trim\w*|slash\w*|outperform\w*|beats?|"
    r"above|below|ahead|behind|down|up|sooner|earlier)\b",
    re.IGNORECASE,
)
_PART = re.compile(
    r"\s*of\s+(?!(?:the\s+|a\s+|an\s+|its\s+|our\s+)?(?:[\w’'-]+\s+){0,2}(?:performance|throughput|speed|peak|linear|native|line.rate|wire.speed|"
    r"accuracy|quality|bandwidth|efficiency|memory|time|cost|latency|size|energy|power)\b)",
    re.IGNORECASE,
)
# "60% of its cost", "21.4 % of the original size": what is left of something else's.
_REST = re.compile(
    r"\s*of\s+(?:(?:its|their|the|that)\s+)?(?:[\w-]+[’']s\s+|original\s+|previous\s+|old\s+|usual\s+)?"
    r"(memory|costs?|price|size|time|latency|energy|power)\b(?!\s+of\s+(?:the|our)\s+year)"
)
# "costs 6% of the throughput": a loss, not what is left.
_TAKES = re.compile(r"\b(?:costs?|los(?:es?|t|ing)|gives?\s+up|sacrific\w+|sav(?:es?|ed|ing))\s+(?:\w+\s+)?$")
_REST_OF = {"cost": "price", "costs": "price", "time": "time_to_result"}
_OFTEN = re.compile(r"\s*of\s+the\s+time(?:$|\s+(?:and|in|on|at|when|with|under|across)\b)")
_WHOLE = re.compile(
    r"\s*of\s+(?:\S+\s+){0,3}(performance|throughput|speed|peak|linear|native|line.rate|wire.speed|accuracy|quality|bandwidth|efficiency)\b"
)


def _points(scene: Scene, match: re.Match[str]) -> Found | None:
    metric = unitless(scene, scene.before(match.start(), 80), scene.after(match.end()))
    return found(scene, match, "absolute", "percentage points", metric) if metric else None


def _percent(scene: Scene, match: re.Match[str]) -> Found | None:
    after = re.split(r"[.;:!?](?:\s|$)|,\s", scene.after(match.end(), 60))[0]
    before = re.split(r"[;:!?](?:\s|$)", scene.before(match.start(), 80))[-1]
    by = re.search(r"\bby\s+(?:\w+\s+){0,3}$", before)
    if succeeded := _succeeded(scene, match, before, after):
        return succeeded
    if (_PART.match(after) or _OFTEN.match(after)) and not by:
        return None  # a share of something ("40 % of customers"), no change
    if _TAKES.search(before) and (_WHOLE.match(after) or _REST.match(after)):
        return found(scene, match, "percent_change", "%")
    if whole := _WHOLE.match(after):
        return found(
            scene, match, "absolute", "%", "accuracy" if whole[1] in ("accuracy", "quality") else "performance"
        )
    if (part := _REST.match(after)) and not re.search(r"\bspen[dt]\w*\s+(?:\w+\s+)?$", before):
        return found(scene, match, "absolute", "%", _REST_OF.get(part[1].lower(), part[1].lower()))
    share = unitless(scene, before, after)
    changes = (
        _CHANGE.search(" ".join(after.split()[:6]))
        or _BRINGS.search(before)
        or _CHANGE.search(" ".join(before.split()[-10:]))
    )
    if share and (not changes or (_LEVEL.search(before) and not _CHANGED_BY.search(before))):
        return found(scene, match, "absolute", "%", share)
    return found(scene, match, "percent_change", "%") if changes else None


def _succeeded(scene: Scene, match: re.Match[str], before: str, after: str) -> Found | None:
    """How often something did what it was for: "solves 62% of the problems", "an efficiency of 98.7%"."""
    if _SUCCEEDS.search(before) and _TRIED.match(after):
        return found(scene, match, "absolute", "%", "accuracy")
    return found(scene, match, "absolute", "%", "energy_efficiency") if _EFFICIENCY.search(before) else None


_SUCCEEDS = re.compile(
    r"\b(?:(?:succe\w+|picks?|picked|chose|chooses?|right|correct|hallucinat\w+|fail(?:s|ed))\s+(?:\w+\s+){0,4}(?:on|in|for)|"
    r"solv(?:es|ed)|detect(?:s|ed)|recogni[sz](?:es|ed)|catch(?:es)?|caught|answer(?:s|ed)|classif(?:ies|ied)|resolv(?:es|ed)|"
    r"locali[sz](?:es|ed)|blocks?|blocked|predict(?:s|ed)|grasp(?:s|ed))\s+(?:only\s+|about\s+|up\s+to\s+|over\s+)?$",
    re.IGNORECASE,
)
_TRIED = re.compile(
    r"\s*of\s+(?:(?:all|the|our|its|those|these|unseen|held-out)\s+)*(?:\w+\s+)?(?:objects?|questions?|cases?|problems?|tasks?|trials?|tests?|attempts?|"
    r"samples?|images?|attacks?|threats?|prompts?|grasps?|queries|faces?|plates?|words?|spoken|defects?|anomalies|bugs?|instances?|puzzles?)\b"
)
_EFFICIENCY = re.compile(
    r"\b(?<!scaling )(?<!parallel )efficiency\s+(?:of|is|was|reach(?:es|ed))\s+(?:about\s+|up\s+to\s+)?$"
)
_BRINGS = re.compile(
    r"\b(?:brings?|yields?|gives?|costs?)\s+(?:(?:up\s+to|about|only|another|at\s+most|at\s+least)\s+)?$"
)
_CHANGED_BY = re.compile(
    r"\b(?:reduction|increase|decrease|improvement|drop|gain|rise|fall|saving|cut)s?\s+of\s+(?:\w+\s+)?$"
)
# "accuracy rose to 80 %" prints a level, "rose by 4 %" a change.
_LEVEL = re.compile(
    r"\b(?:from|to|of|at|is|was|reach(?:es|ed)|above|below|averag(?:ed|es|ing)|under|over)\s+(?:only\s+|just\s+)?$"
)


SHARES: tuple[Form, ...] = (
    Form(
        re.compile(rf"{EDGE}(?P<a>{NUMBER})(?:{TO}(?P<b>{NUMBER}))?\s?(?:percentage[ -]points?|pp)\b"),
        _points,
        ("point", "pp"),
    ),
    Form(
        re.compile(rf"\b(?P<a>{WORD_NUMBER})\s(?:percent|per\s?cent)\b", re.IGNORECASE),
        _percent,
        ("percent", "per cent"),
    ),
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER}){ERROR}(?:\s?%?{JOIN}(?P<b>{NUMBER}))?\+?\s?(?:%|percent\b|per\s?cent\b)(?!\w)",
            re.IGNORECASE,
        ),
        _percent,
        ("%", "percent", "per cent"),
    ),
)
