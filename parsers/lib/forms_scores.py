"""Forms of bare numbers that a metric or a verb makes figures: a recall of 0.96, 54.7 mAP, 22,000 users at once."""

import re

from parsers.lib.numbers import EDGE, NUMBER
from parsers.lib.scene import Form, Found, Scene, found, make, unitless
from schemas.number_words import either, in_words


def _score(scene: Scene, match: re.Match[str]) -> Found | None:
    """A bare number that its own metric introduces ("recall of 0.96", "scores 28.4"), or that counts points."""
    before, after = scene.before(match.start(), 60), scene.after(match.end(), 24)
    before = re.split(r"[.;:!?](?:\s|$)|,\s", before)[-1]
    pointed, led = _POINTED.match(after), _LED.search(before)
    if _OUT_OF.match(after) or _OF_ALL.search(before):
        return None  # "7.5 out of 10" rates something, nobody measured it
    if (unit := _named_unit(scene, match) or _called(scene, match)) is not None:
        return unit
    if not pointed and (not led or _COUNTS.match(after)):
        return None  # most numbers: before the words around are looked through for metrics
    metric = unitless(scene, before, "")
    named = any(name.kind == "workloads" for name in scene.names)
    if metric in _SHARES and not match["a"].startswith(("0", ".")):
        return None  # "scaling from 8 to 64 nodes"
    if pointed and (named or metric or _SCORE.search(scene.sentence)):
        return found(scene, match, "absolute", "points", metric or "score")
    if not led or not metric or _COUNTS.match(after):
        return None
    return found(scene, match, "absolute", "", metric)


# What something held out is a result; "with 50 concurrent users" is the load, "allows 5" a licence.
_HOLDS = re.compile(
    r"\b(?:handl\w+|serv(?:es?|ed)|sustain\w*|carr(?:y|ies|ied)|withst\w+|keeps?\s+up\s+with|coped?\s+with|copes\s+with|"
    r"scal(?:es|ed)\s+to|error-free(?:\s+up)?\s+to|stable(?:\s+up)?\s+(?:to|at)|without\s+errors\s+(?:up\s+)?to)\s+"
    r"(?:(?:over|more\s+than|about|up\s+to|nearly|around|at\s+least)\s+)?$",
    re.IGNORECASE,
)


def _at_once(scene: Scene, match: re.Match[str]) -> Found | None:
    """How many something served at once: "handles 22,000 concurrent users"."""
    if not _HOLDS.search(scene.before(match.start())):
        return None
    return found(scene, match, "absolute", match["unit"].split()[-1], "throughput")


_POINTED = re.compile(r"\s(?:[a-z]+(?:-core)?\s)?(?:points?|SPEC\w+|marks?)\b")
_LED = re.compile(r"\b(?:scor\w+|of|is|was|at|to|from)\s+(?:only\s+|just\s+)?$")
_OUT_OF = re.compile(rf"\s(?:out\s)?of\s(?:\d+|{either(in_words(5, 10))})\b")
_OF_ALL = re.compile(r"(?:\d\s|\bout\s)of\s$")


def _named_unit(scene: Scene, match: re.Match[str]) -> Found | None:
    """A number whose metric stands behind it as its unit: "54.7 mAP", "28.4 BLEU", "46 Elo"."""
    words = scene.after(match.end(), 16).split()
    raw = words[0].rstrip(".,;:)") if words and scene.text[match.end() : match.end() + 1] == " " else ""
    entry = scene.vocabulary.resolve("metrics", raw) if raw != raw.lower() else None
    if entry is None or not entry.flag("unitless") or not _REACHES.search(scene.before(match.start())):
        return None
    return Found(make(scene, (match.start(), match.end() + 1 + len(raw)), match["a"], "absolute", raw), entry.name)


_HELD_AT = re.compile(r"\bat\s(?:an?\s|the\s)?(?:[\w@-]+\s)?$", re.IGNORECASE)


def _called(scene: Scene, match: re.Match[str]) -> Found | None:
    """A number right behind its metric: "F1 score 0.9987 on HG002", "Ratio on the Silesia corpus: 2.31"."""
    if "." not in match["a"]:
        return None
    before = scene.text[max(scene.start, match.start() - 60) : match.start()]
    words = before.rsplit(": ", 1)[0].split(" on ")[0] if before.endswith(": ") else before
    last = words.split()[-2:]
    for raw in dict.fromkeys((" ".join(last), "".join(last[-1:]))):
        entry = scene.vocabulary.resolve("metrics", raw) if raw else None
        # "At recall 0.95, ...": what was held still.
        if entry and entry.flag("unitless") and not _HELD_AT.search(words.rstrip()[: -len(raw)]):
            return Found(make(scene, match.span("a"), match["a"], "absolute", ""), entry.name)
    return None


_REACHES = re.compile(
    r"\b(?:gets?|got|reach\w*|achiev\w+|gain\w*|los(?:es?|t)|scor\w+|hits?|has|had|posts?|posted|of|at|to|worth|from|by|"
    r"adds?|delivers?|obtain\w*|attain\w*|yields?|is|was|and|with|than)\s+(?:\w+\s+){0,2}$"
)
# A word behind a bare number says what it counts, unless it leads on: "a score of 1,204 on ...".
_COUNTS = re.compile(
    r"(?!\s(?:on|in|to|for|at|with|and|from|versus|vs|over|against|when|while|after|but)\b)\s?(?:[A-Za-z%µ]|[-–:]\d)"
)
_SHARES = ("scaling", "utilization", "cpu_usage")
_SCORE = re.compile(r"\b(?:[Bb]ench|scor\w+|benchmark\w*|measur\w+|record\w*|SPEC\w*)\b")


SCORES: tuple[Form, ...] = (
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER})\s(?P<unit>(?:concurrent|simultaneous)\s(?:users|connections|sessions|streams|players|viewers|calls|"
            r"requests|clients|queries|jobs))\b"
        ),
        _at_once,
        ("concurrent", "simultaneous"),
    ),
    Form(re.compile(rf"{EDGE}(?P<a>{NUMBER})(?![^\W_]|%|[.,]\d)"), _score),
)
