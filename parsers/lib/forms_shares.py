"""Forms of changes and shares in percent: 31 % faster, reduced by 40 percent, eleven percent, 95 % of the quality."""

import re

from parsers.lib.numbers import EDGE, ERROR, JOIN, NUMBER, TO
from parsers.lib.scene import Form, Found, Scene, found, unitless
from schemas.number_words import WORD_NUMBER

_CHANGE = re.compile(
    r"\b(?:faster|slower|higher|lower(?:s|ed|ing)?|less|more|fewer|better|worse|cheaper|quicker|greater|larger|smaller|longer|"
    r"shorter|improv\w+|reduc\w+|increas\w+|decreas\w+|gain(?:s|ed)?|costs?\s+(?:us|you)|boost\w*|uplift|drop\w*|sav\w+|speed-?ups?|"
    r"advantage|cut\w*|lead|leap|buys?|bought|jump\w*|rais\w+|rise\w*|rose|fell|fall\w*|grew|grow(?:s|th)|accelerat\w+|overhead|"
    r"ris(?:es?|en|ing)|grown|add(?:s|ed|ing)?|another|extra|slow(?:s|ed|ing)|climb\w*|better|went|win(?:s|ning)?|differ\w*|"
    r"regress\w*|penalty|efficient|lighter|shrink\w*|shr[au]nk|shav\w+|trim\w*|slash\w*|outperform\w*|beats?|overt(?:ak|ook)\w*|surpass\w*|exceed\w*|"
    r"above|below|ahead|behind|down|up|sooner|earlier|quieter|brighter|wider|denser|thinner|"
    r"soar\w*|surg\w*|plung\w*|plummet\w*|tumbl\w*|dip(?:s|ped|ping)?|creep\w*|crept|dwindl\w*|sink\w*|s[au]nk|slip\w*|slid\w*|"
    r"lag(?:s|ged|ging)?|trail(?:s|ed|ing)?|outpac\w*|outstrip\w*|outrun\w*|edg(?:es|ed|ing)\s+(?:out|past|ahead)|los(?:es?|t|ing)|"
    r"loss(?:es)?|eliminat\w*|remov(?:es|ed|ing)|knock\w*|shed(?:s|ding)?|lift\w*|upped|swell\w*|declin\w*|"
    r"diminish\w*|curb\w*|prun(?:es|ed|ing)|par(?:es|ed|ing)\s+(?:down|back)|decreas\w*|compress\w*|expand\w*|extend\w*|"
    r"[a-z]{3,}er(?=\s+than\b))\b",
    re.IGNORECASE,
)
CLAUSE = 120  # characters back from "by 28%" to what was improved: "improves the rate of ... models on four cards by"
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
_TAKES = re.compile(
    r"\b(?:costs?|los(?:es?|t|ing)|gives?\s+up|sacrific\w+|sav(?:es?|ed|ing))\s+"
    r"(?:(?:an?\s+\w+\s+of|on\s+average|up\s+to|more\s+than|less\s+than|at\s+least|\w+)\s+)?$"
)
# "saves 9% of the bitrate": what is saved is no part of a whole that is left.
_SAVED = re.compile(
    r"\s*of\s+(?:(?:the|its|your|our|their|all)\s+)?(?:[\w-]+\s+)?(?:bit-?rate|bits|bytes|storage|space|disk|traffic|egress|RAM|heap|CPU|"
    r"GPU|cycles|instructions|allocations|requests|tokens|compute|memory|bandwidth|battery|power|energy)\b"
)
# "uses 35% of one core", "took 12 % of the memory".
_USES = re.compile(
    r"\b(?:us(?:es?|ed|ing)|takes?|took|consum\w+|occup\w+|needs?|needed|keeps?\s+busy)\s+(?:(?:only|about|just|under|over|nearly|roughly|"
    r"up\s+to|less\s+than|more\s+than)\s+)?$"
)
_USED = re.compile(
    r"\s*of\s+(?:(?:one|a|an|the|each|its|all)\s+)?(?:(?:single|total|available|system)\s+)?"
    r"(?:(?P<cpu>CPU|cores?|processor)|(?P<gpu>GPU)|(?P<memory>memory|RAM|heap))\b"
)
_USED_AS = {"cpu": "cpu_usage", "gpu": "utilization", "memory": "memory"}
# "charges from 0 to 50%", "the battery is at 80%": how full, and nobody's result; its time is.
_CHARGED = re.compile(
    r"\b(?:charg(?:es?|ed|ing)|batter(?:y|ies))\b[^.;]{0,30}\b(?:from|to|at)\s+(?:\d+\s?%?\s+to\s+)?$"
)
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
    led = scene.before(match.start(), 80)
    before = re.split(r"[;:!?](?:\s|$)", led)[-1]
    if led.endswith(": ") and not _ANY_DIGIT.search(led[-40:]):
        before = led.removesuffix(": ")  # "WER on Common Voice: 6.1%"
    by = re.search(r"\bby\s+(?:\w+\s+){0,3}$", before)
    if (
        of_some := _succeeded(scene, match, before, after)
        or _echoed(scene, match, led)
        or _of_machine(scene, match, before, after)
    ):
        return of_some
    if _CHARGED.search(before) or ((_PART.match(after) or _OFTEN.match(after)) and not by):
        return None  # a share of something ("40 % of customers"), no change
    if level := _level_of(scene, match, after):
        return level
    if of_whole := _of_whole(scene, match, before, after):
        return of_whole
    share = "" if _BETTER.match(after) else unitless(scene, before, after)
    changes = (
        _CHANGE.search(" ".join(after.split()[:6]))
        or _BRINGS.search(before)
        or (_SIGNED.search(led) and (_HELD_TO.match(after) or scene.vocabulary.find(led, "metrics")))
        or _CHANGE.search(" ".join(before.split()[-10:]))
        or (by and _CHANGE.search(scene.before(match.start(), CLAUSE)))
    )
    if changes and _THAN_OF.search(before):
        return found(scene, match, "absolute", "%", share or "accuracy")
    if share and (not changes or (_LEVEL.search(before) and not _CHANGED_BY.search(before))):
        return found(scene, match, "absolute", "%", share)
    return found(scene, match, "percent_change", "%") if changes else None


_CHANGES_BY = re.compile(r"\s(?:gains?|loss(?:es)?|improvements?|increases?|drops?|reductions?|boosts?|penalty)\b")


def _level_of(scene: Scene, match: re.Match[str], after: str) -> Found | None:
    """What a share is one of, right behind it: "i.e. 75% parallel efficiency", "a 62% hit rate cut requests"."""
    two = " ".join(after.split()[:2])
    named = [one for one in scene.vocabulary.find(two, "metrics") if one.entry.flag("unitless") and one.end == len(two)]
    if not named or " " not in two or not after.startswith(f" {two}") or _CHANGE.search(two):
        return None
    behind = after[len(two) + 1 :]
    return None if _CHANGES_BY.match(behind) else found(scene, match, "absolute", "%", named[0].name)


def _of_whole(scene: Scene, match: re.Match[str], before: str, after: str) -> Found | None:
    """What is left or lost of something's speed, quality or cost: "92% of peak", "60% of its cost"."""
    whole, part = _WHOLE.match(after), _REST.match(after)
    if _TAKES.search(before) and (whole or part):
        return found(scene, match, "percent_change", "%")
    if whole:
        return found(
            scene, match, "absolute", "%", "accuracy" if whole[1] in ("accuracy", "quality") else "performance"
        )
    if part and not re.search(r"\bspen[dt]\w*\s+(?:(?:an?\s+\w+\s+of|\w+)\s+)?$", before):
        return found(scene, match, "absolute", "%", _REST_OF.get(part[1].lower(), part[1].lower()))
    return None


def _of_machine(scene: Scene, match: re.Match[str], before: str, after: str) -> Found | None:
    """How much of a machine is used ("35% of one core"), or of what it moves is saved ("9% of the bitrate")."""
    if _TAKES.search(before) and _SAVED.match(after):
        return found(scene, match, "percent_change", "%")
    part = _USED.match(after) if _USES.search(before) else None
    return found(scene, match, "absolute", "%", _USED_AS[part.lastgroup or ""]) if part else None


def _succeeded(scene: Scene, match: re.Match[str], before: str, after: str) -> Found | None:
    """How often something did what it was for: "solves 62% of the problems", "an efficiency of 98.7%"."""
    if _SUCCEEDS.search(before) and _TRIED.match(after):
        return found(scene, match, "absolute", "%", "accuracy")
    if _EXAM.search(before):
        return found(scene, match, "absolute", "%", "accuracy")
    efficient = _EFFICIENCY.search(before) or (_IS.search(before) and after.startswith(" efficient"))
    return found(scene, match, "absolute", "%", "energy_efficiency") if efficient else None


_THAN_OF = re.compile(r"\bthan\s(?:the\s)?[\w.+ -]{1,24}['’]s\s$")  # "a little better than Quern's 86.3%"
_ANY_DIGIT = re.compile(r"\d")
_BETTER = re.compile(r"\s(?:slower|faster|quicker|cheaper|smaller|larger|shorter|longer|lighter)\b")
_EXAM = re.compile(r"\b[A-Z][\w-]*(?:Eval|[Bb]ench|QA|MMLU)\+?\s?[(:]\s?$")  # "on HumanEval (90.2%"
_IS = re.compile(r"\b(?:is|are|was|were)\s+(?:\w+\s+)?$")
# "reads 94.2% of the words (Tesseract: 71.5%)", "62% of the tasks, against 48% for Orca".
_ECHOES = re.compile(
    r"(?:\((?:vs\.?\s)?(?:[A-Z][\w .+-]{1,24}:?\s)?|"
    r"\b(?:vs\.?|versus|against|compared\s(?:to|with))\s)(?:only\s|just\s)?$"
)
_BEFORE = re.compile(rf"{EDGE}(?P<a>{NUMBER})\s?%")


def _echoed(scene: Scene, match: re.Match[str], led: str) -> Found | None:
    """Somebody else's share beside one: what the first says, the second says too."""
    first = _BEFORE.search(scene.text, scene.start, match.start()) if _ECHOES.search(led) else None
    echoed = _percent(scene, first) if first else None
    return found(scene, match, "absolute", "%", echoed.metric) if echoed and echoed.figure.kind == "absolute" else None


_SUCCEEDS = re.compile(
    r"\b(?:(?:succe\w+|picks?|picked|chose|chooses?|right|correct|hallucinat\w+|fail(?:s|ed))\s+(?:\w+\s+){0,4}(?:on|in|for)|"
    r"solv(?:es?|ed)|detect(?:s|ed)|recogni[sz](?:es|ed)|catch(?:es)?|caught|answer(?:s|ed)|classif(?:ies|ied)|resolv(?:es|ed)|"
    r"locali[sz](?:es|ed)|blocks?|blocked|predict(?:s|ed)|grasp(?:s|ed)|reads?|filters?|filtered|flags?|flagged|identif(?:ies|ied)|finds?|found|transcrib(?:es|ed)|stops?|stopped)\s+(?:only\s+|about\s+|up\s+to\s+|over\s+)?$",
    re.IGNORECASE,
)
_TRIED = re.compile(
    r"\s*of\s+(?:(?:all|the|our|its|those|these|unseen|held-out)\s+)*(?:\w+\s+)?(?:objects?|questions?|cases?|problems?|tasks?|trials?|tests?|attempts?|"
    r"samples?|images?|attacks?|threats?|prompts?|grasps?|queries|faces?|plates?|words?|spoken|defects?|anomalies|bugs?|instances?|puzzles?|spam|malware|phishing|fraud|characters?|letters?|emails?|vulnerabilities|sentences?|errors?|intrusions?|handwriting|[A-Z][\w-]*(?:[Bb]ench|[Ee]val|QA))\b"
)
_EFFICIENCY = re.compile(
    r"\b(?<!scaling )(?<!parallel )efficiency\s+(?:of|is|was|reach(?:es|ed))\s+(?:about\s+|up\s+to\s+)?$"
)
# "+18% vs -O2" on a slide.
_SIGNED = re.compile(r"(?:^|[\s(])[+−–-]$")
_HELD_TO = re.compile(r"\s(?:vs\.?|versus|over|compared|relative|against|than)\s")
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
        re.compile(rf"\b(?P<a>{WORD_NUMBER})[\s-](?:percent|per\s?cent)\b", re.IGNORECASE),
        _percent,
        ("percent", "per cent"),
    ),
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER}){ERROR}(?:\s?%?{JOIN}(?P<b>{NUMBER}))?\+?\s?(?:%|-?percent\b|-?per\s?cent\b)(?!\w)",
            re.IGNORECASE,
        ),
        _percent,
        ("%", "percent", "per cent"),
    ),
)
