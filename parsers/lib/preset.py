"""What somebody set, allowed, asked for or offered: figures of a page that nothing measured reached.

Told by the words that lead up to a figure ("the default timeout is 30 seconds", "may send up to 100 requests a minute",
"Pick a power supply rated for 850 W"), or by what the whole sentence speaks of ("the recipe takes 45 minutes").
"""

import re

from parsers.lib.scene import Found, Scene, says

_SET = (
    r"(?:time-?outs?|retr(?:y|ies)(?:\s+(?:delay|interval|wait|time))?|back-?offs?|(?<!confidence )intervals?|TTLs?|"
    r"(?<!to the )limits?|quotas?|SLOs?|SLAs?|thresholds?|deadlines?|(?<!power )budgets?|keep-?alives?|"
    r"retention|grace\s+periods?|"
    r"cool-?downs?|warm-?ups?|ramp-?ups?|allowances?|(?<!quality )(?<!accuracy )targets?|goals?|caps?)"
)
_BY = (
    r"(?:is|are|was|were|be|can|may|must|should|set|raised|lowered|increased|reduced|changed|extended|apply|above|starting|starts|"
    r"start|default|defaults|fixed|to|of|at|from|for|and|or|up|only|just|about|around|more|less|than|a|an|the|our|:|=)"
)
# "The latency budget of a frame is 16.7 ms", "back-off, starting at 200 ms".
_NAMED = re.compile(
    rf"\b{_SET}(?:\s+(?:phase|period|time|interval|delay|value|size|window|date))?"
    rf"(?:\s+(?:of|for|per|on|in)\s+(?!\d)(?:[\w-]+\s*){{1,3}}?)?(?:[\s:=]\s*|,\s+)"
    rf"(?:(?:{_BY}|\d\S*(?:\s(?:[mµn]?s|seconds?|min(?:utes)?|hours?|days?|[KMG]i?B|k?W))?)[\s,]+)*[<>≤≥~]?\s?$",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:can|may|must|should)\s+be\s+(?:\w+ly\s+)?(?:set|raised|changed|extended|configured|adjusted|tuned|limited)\s+"
    r"(?:to|by|from|as|up|at)\b[^,;]{0,24}$",
    re.IGNORECASE,
)
_ALLOWED = re.compile(
    r"\b(?:(?:may|must)\s+(?:only\s+|not\s+)?(?:send|issue|make|store|upload|use|hold|have|create|submit|exceed|invite|receive|contain)|"
    r"\b(?:who|that|which)\s+(?:each\s+)?(?:sends?|issues?|makes?)|"
    r"allows?(?:\s+(?:up\s+to|only|at\s+most))?|(?:accepts?|admits?|permits?)\s+(?:\w+\s+){0,2}(?:of|up|at)\b|separated\s+by\b|"
    r"(?:(?:is|are|be|was|were)\s+(?:set|(?:\w+-)?limited|injected|simulated|emulated|imposed)|(?:is|are|be|was|were)\s+(?:restricted|capped|throttled|fixed|locked|clocked))\s+(?:to|at)|"
    r"(?:we|they|I)\s+(?:capped|limited|fixed|locked|set|restricted|throttled|pinned|configured|injected|emulated)\s[^,;]{3,50}?\s(?:at|to))"
    r"\s+(?:[\w.,-]+\s+){0,3}$",
    re.IGNORECASE,
)
_RATED = re.compile(r"\brated\s+(?:for|at|to)\s+(?:[\w-]+\s+){0,2}$")
# "Pick a charger of at least 65 W", "Wait for 25 minutes": told, not found. "Pick rates climbed" has a verb of its own.
_VERBS = (
    r"(?:Pick|Choose|Select|Retry|Wait|Allow|Reserve|Allocate|Limit|Give|Let|Ensure|Specify|Enter|Plug|Connect|Bake|Stir|Buy|"
    r"Order|Use|Provide|Make\s+sure|Increase|Decrease|Raise|Keep|Adjust|Try|Replicate|Mount|Add|Trim|Cut\sthe|Pass)"
)
_TOLD = re.compile(
    rf"(?:Please\s+)?{_VERBS}\s(?:an?|the|your|each|all|every|at|up|for|with|between|from|until|after|\d)\b"
    r"(?:(?!\bto\s+[a-z]+\b)[^;:]){0,90}$"
)
_TOLD_TO = re.compile(r"(?:Please\s+)?(?:Set(?!\s+up)|Configure)\s[^;:.]{0,90}$")
_LOAD = re.compile(
    r"\b(?:load|traffic|workload|request|benchmark|test)[ -](?:generators?|clients?|drivers?|harness|injectors?)\s+"
    r"(?:(?!and\b|that\b)\w+\s+)?(?:opened|opens|sen[dt]s?|issue[sd]?|offer\w*|inject\w*|generate[sd]?|replay\w*|produce[sd]?|drove|"
    r"drives|create[sd]?|emit\w*)\s[^;]{0,90}$|"
    r"\b(?:we|to)\s+(?:generated?|replay(?:ed)?|appl(?:y|ied)|offer(?:ed)?|inject(?:ed)?)\s+(?:\w+\s+){0,2}(?:load|traffic)\s[^;,]{0,40}$",
    re.IGNORECASE,
)
_SUPPLY = re.compile(
    r"[ -](?:[\w-]+\s+)?(?:power\s+suppl(?:y|ies)|PSUs?|chargers?|adapters?|radiators?|heaters?|bulbs?|lamps?)\b",
    re.IGNORECASE,
)
_HOLDS = re.compile(r"\b(?:holds|stores|contains|carries|houses)\s+(?:\w+\s+)?$")
# "48 ports at 1 Gbit/s", "The cable supports up to 40 Gbit/s": what a link is made for.
_PORT = re.compile(
    r"\b(?:(?:ports?|uplinks?|lanes)\s+(?:each\s+)?(?:at|of|with|running\s+at)|(?:cables?|ports?|uplinks?|lanes)\s+(?:supports?|carr(?:y|ies)|allows?))"
    r"\s+(?:up\s+to\s+)?$"
)
_UNIT_SIZE = re.compile(
    r"\b(?:page|block|chunk|packet|record|buffer|segment|stripe|sector|extent|word|message|value|object|window)"
    r"[ -]sizes?\s+(?:(?:is|of|was|were|are|=)\s+)?$",
    re.IGNORECASE,
)
_CAPACITY = re.compile(r"\b(?:capacity|rating)\s+(?:of|is)\s+(?:\w+\s+)?$", re.IGNORECASE)
# What people do, eat, travel and attend: its times, prices and factors are nobody's benchmark.
_ELSEWHERE = re.compile(
    r"\b(?:[Rr]ecipes?\s+(?:serves|takes|makes|calls|needs)|ovens?(?!-)|dough|respondents?|commut(?:e|ers?)|ferry|"
    r"ferries|hikes?|museums?|marathon|tuition|bus\s+ride|parking|"
    r"(?:from|to)\s+the\s+(?:airport|venue|hotel|harbour|train\s+station|railway)|voucher)\b|\btakes\s[^.;]{3,20}\sat\s\d{3}\s?°|"
    r"\b(?:[Bb]ack-?off|[Rr]etry\s+(?:delay|interval|wait))\b"
)


# A cheap look before the patterns are tried: of most sentences it says that nothing in them is set.
_CUES = re.compile(
    rf"\b(?:{_SET}|can|may|must|should|limited|restricted|capped|throttled|fixed|locked|clocked|injected|simulated|emulated|imposed|pinned|accepts?|admits?|permits?|allows?|who|each|separated|sizes?|holds?|ports?|uplinks?|lanes|cables?|capacity|rating|rated|clients?|"
    rf"drivers?|harness|generators?|injectors?|load|traffic|power\s+suppl\w+|PSUs?|chargers?|adapters?|radiators?|heaters?|bulbs?|"
    rf"lamps?|{_VERBS}|Set|Configure)\b",
    re.IGNORECASE,
)


def told(one: Found, scene: Scene) -> bool:
    """Whether a factor is one that the reader shall set, or that somebody aimed at: "our goal of 30x"."""
    led = scene.text[scene.start : one.figure.start]
    if len(led) < 60 and "(" not in led and (_TOLD.match(led) or _TOLD_TO.match(led)):
        return True
    return _AIMED.search(led) is not None


_AIMED = re.compile(r"\b(?:goals?|targets?|aims?)\s+of\s+(?:an?\s+|about\s+|over\s+|at\s+least\s+)?$", re.IGNORECASE)


def preset(one: Found, scene: Scene) -> bool:
    """Whether a value was set, allowed, asked for or sent, and is nobody's result."""
    if not says(_CUES, scene.sentence):
        return False
    start, end = one.figure.start, one.figure.end
    before = scene.before(start, 110)
    led = scene.text[scene.start : start]
    return (
        (_NAMED.search(before) or _CHANGED.search(before) or _ALLOWED.search(before) or _CAPACITY.search(before))
        is not None
        or (len(led) < 110 and (_TOLD.match(led) or _TOLD_TO.match(led)) is not None)
        or _LOAD.search(before) is not None
        or (one.metric == "size" and _UNIT_SIZE.search(before) is not None)
        or (one.metric == "energy" and _HOLDS.search(before) is not None)
        or (one.metric in ("bandwidth", "throughput") and _PORT.search(before) is not None)
        or (one.metric == "power" and _RATED.search(before) is not None)
        or _SUPPLY.match(scene.text, end, scene.end) is not None
    )


def elsewhere(words: str) -> bool:
    """Whether a sentence speaks of what nobody benchmarks: cooking, travel, how often something is tried again."""
    return says(_ELSEWHERE, words)
