"""Forms of factors: 17x, twice, tenfold, by a third, an order of magnitude, a speed-up of 15."""

import re
from decimal import Decimal

from parsers.lib.given import covers, names_setting
from parsers.lib.numbers import EDGE, JOIN, NUMBER, STOP, number, qualifier
from parsers.lib.scene import Form, Found, Scene, about_performance, found, make
from schemas.number_words import (
    HALF,
    MULTIPLES,
    MULTIPLIED,
    PARTS,
    WORD_NUMBER,
    either,
    folded,
    in_words,
    part_of,
    share,
    spelled,
)
from schemas.statement import Figure
from schemas.which_way import GONE

_COMPARATIVE = (
    r"(?:faster|slower|higher|lower|less|more|fewer|better|worse|cheaper|quicker|greater|larger|smaller|longer|"
    r"shorter|lighter|below|above|real[ -]time|sooner|earlier|quieter|brighter|wider|denser|[a-z]{3,}er\s+than\b|"
    r"an?\s(?:\d+-core|single|dual-socket|typical|comparable|standard|regular|CPU|GPU)\b|as\b|the\b|its\b|their\b|our\b|your\b|(?-i:[A-Z])|improvement|speed-?up|throughput|performance|increase|reduction|gain|"
    r"what\b|that of)"
)
# "twice, and small writes thrice, as fast": what it is as fast as stands behind the last of them.
_LATER = r",(?:\s+(?:and|but)\s+[^,.;]{3,40},)?\s+as\s+(?:fast|quick|slow|cheap|efficient|many|much|high|low)"
_VALUES = {**MULTIPLES, **MULTIPLIED, HALF: share(1, 2)}
_FRACTION = (
    rf"(?:(?:an?(?:\s(?:mere|full|bare|scant|good|tiny))?|{either(in_words(*range(1, 10)))})[ -](?:{either(PARTS)})s?|"
    rf"an?(?:\s(?:mere|full|good))?\s{HALF}|{HALF}|"
    r"\b[1-9]/(?:[2-9]|[12]\d)(?:rd|th)?s?(?![\w/]))"
)


def _worth(word: str) -> Decimal | None:
    """The factor that a word names: "twice" 2, "two-thirds" 0.666667, "1/5th" 0.2; None when it names none."""
    if printed := re.match(r"(\d)/(\d+)", word):
        return share(int(printed[1]), int(printed[2]))
    pieces = re.split(r"[\s-]+", word)
    if part := PARTS.get(pieces[-1].rstrip("s")):
        return share(spelled(pieces[0]) or 1, part)
    return next((value for stem, value in _VALUES.items() if stem in word), None)


_TAKEN = re.compile(
    r"\b(?:in|takes?|took|taking|needs?|needed) (?:only |just |about |roughly |under |over |as little as |"
    r"less than )?$",
    re.IGNORECASE,
)
# "a quarter less time", "a third longer": what something takes, whether or not a metric is named.
_COST = re.compile(
    r"\s+(?:(?:less|more)\s+(?:\w+\s+)?(?:time|memory|power|energy|CPU|bandwidth)|longer|shorter|faster|slower|quicker)\b",
    re.IGNORECASE,
)
# "a third lighter than last year's", "less than half of that", "doubles compared with the first".
_HELD_TO = re.compile(
    r"(?:\s+[\w-]+){0,3}?\s+(?:than|compared\s+(?:with|to)|relative\s+to)\b|"
    r"\s+(?:of\s+)?that(?:\s+(?:space|time|memory|power))?(?=[\s,.;]|$)",
    re.IGNORECASE,
)
_HAS = re.compile(r"\b(?:has|have|had)\s+(?:nearly\s+|almost\s+|more\s+than\s+|since\s+)?$", re.IGNORECASE)
# "twice the traffic on the same hardware".
_OF_WHAT = re.compile(
    r"\s+(?:the|as\s(?:many|much))\s(?!number\b|size\b)[a-z]+(?:\s[a-z]+)?\s(?:on|of|with|per|as|that|than|at|from|in|for)\b"
)
# "shaves three quarters off the time", "knocks a third off".
_TAKEN_OFF = re.compile(r"\s+off\b")
_LESS = re.compile(r"\s+(?:less|fewer|lower|cheaper|smaller|shorter|lighter)\b", re.IGNORECASE)
# "half as many cores again", "a third again as fast": so much more.
_AGAIN = re.compile(r"\s+(?:as\s+[a-z]+\s+(?:[a-z-]+\s+){0,2}?again\b|again\s+as\b)")
_SPEED = re.compile(
    r"\s+(?:(?:as\s+)?(?:fast|quick|slow|cheap|efficient|responsive)|as\s+(?:bright|light|heavy|quiet|long|far)\s+as\b)",
    re.IGNORECASE,
)
_GOAL = r"(?:(?:an?\s+)?\w+[’']s|the|as|its|our|their|his|that|those|what|of what|of the)\b"


def _ratio(scene: Scene, match: re.Match[str]) -> Found | None:
    if match.group().endswith("X") and number(match["a"])[0] >= 1000:
        return None  # "Ryzen 7950X"
    if (
        match["b"]
        and _PAIR.fullmatch(scene.text[match.end("a") : match.start("b")])
        and not _BETWEEN.search(scene.before(match.start(), 16))
    ):
        return None  # "note 3 and 5x": the first is none of them
    if match["b"] and number(match["a"])[0] < 1 < number(match["b"])[0]:
        return Found(make(scene, (match.start("b"), match.end()), match["b"], "ratio", "x"))  # "is 0.36, or 2.8 times"
    return None if covers(scene, match.end()) else found(scene, match, "ratio", "x")


_PAIR = re.compile(r"\s+and\s+")
_BETWEEN = re.compile(r"\bbetween\s+$")


def _fold(scene: Scene, match: re.Match[str]) -> Found | None:
    if covers(scene, match.end()) or names_setting(scene, match.start()):
        return None
    return found(scene, match, "ratio", "x")


def _led(scene: Scene, match: re.Match[str]) -> Found | None:
    """A factor whose sign leads ("a x3.04 speed-up", "sped up by ×8"), not a slot's width ("PCIe 4.0 x16")."""
    before = scene.before(match.start())
    held = match.group()[0] != "X" and _HELD_AGAINST.match(scene.after(match.end()))  # "the X4 over iSCSI"
    says = held or _SAYS.match(scene.after(match.end())) or _SAID.search(before)
    return None if not says or _LANES.search(before) else found(scene, match, "ratio", "x")


_SAYS = re.compile(
    r"\s+(?:[a-z-]+\s+){0,2}?(?:faster|slower|higher|lower|less|more|fewer|better|worse|cheaper|quicker|greater|larger|"
    r"smaller|longer|shorter|lighter|improvements?|speed-?ups?|increases?|reductions?|gains?|boosts?|accelerations?)\b",
    re.IGNORECASE,
)
_HELD_AGAINST = re.compile(r"\s+(?:over(?!\s(?:M\.2|PCIe|U\.2|OCP))|versus|vs|compared|relative)\b")
_SAID = re.compile(
    r"\b(?:speed-?ups?|improvements?|gains?|boosts?|increases?|reductions?|acceleration)\s+(?:of|is|was|reaches)\s+"
    r"(?:up\s+to\s+|about\s+|nearly\s+|over\s+)?$|"
    r"\b(?:faster|slower|sped|speeds?|improv\w+|accelerat\w+|reduc\w+|increas\w+|cut\w*|grew|grows|outperform\w*|lower\w*|"
    r"decreas\w+)\b[^.;\d]{0,60}\bby\s+(?:up\s+to\s+|about\s+|nearly\s+|over\s+|a\s+factor\s+of\s+)?$",
    re.IGNORECASE,
)
_LANES = re.compile(r"\b(?:PCIe?(?:\s+\d(?:\.\d)?)?|Gen\s?\d(?:\.\d)?|lanes?|slots?)\s+$", re.IGNORECASE)


_CUT = re.compile(
    r"\b(?:cut\w*|reduc\w+|slash\w*|drop\w*|fell|falls?|down|shr[aiu]nk\w*|bill|costs?|lower\w*)\b",
    re.IGNORECASE,
)
_OF_TIME = re.compile(r"\s+(?:of\s+)?the\s+time\b")
_TIME_NEEDED = re.compile(
    r"\s+of\s+the\s+time\s+(?:needed|required|taken|it\s+(?:t|need|used)|spent|of|that|which|we|a\s|an\s|the\s)"
)
_OF = re.compile(r"\s+of\s+(?!(?:what|that)\b)")
_AN_AMOUNT = re.compile(r"\s+(?:of\s+)?an?\s+(?!(?:\w+\s)?(?:as|than)\b)[a-z]")
_SHARED = re.compile(r"\s+of\s+(?:the|our|its|their|all|these|those)\s")
# "an eighth of spdlog's 200 ns", "one fifth of OpenVPN's"
_OF_ITS = re.compile(r"\s+of\s+(?:(?:the|an?)\s+)?(?:[\w.+-]+\s){0,2}[\w.+-]+[’']s(?:\s+\d|[.,;)]|$)")
_OF_MANY = re.compile(r"\s+of\s+(?:all|every|(?:the|our|its|their)\s+(?!costs|times|joules|watts)[a-z]+(?<!s)s)\b")


def _word(scene: Scene, match: re.Match[str]) -> Found | None:
    value = _worth(folded(match["a"]))
    after = scene.after(match.end("a"))
    if _AN_AMOUNT.match(after):
        return None  # "half a cubic metre", "a quarter of an hour"
    if _SHARED.match(after) and not scene.text[scene.start : match.start()].strip():
        return None  # "Half of our energy comes from wind": a share of the whole
    if _OF_TIME.match(after) and (_TAKEN.search(scene.before(match.start("a"))) or _TIME_NEEDED.match(after)):
        hedge = qualifier(scene.before(match.start("a"), 48).removesuffix("in "), after)
        figure = Figure(*match.span("a"), match["a"], "ratio", value or Decimal(1), "x", hedge, Decimal("0.1"))
        return Found(figure, "time_to_result")  # "finishes in a quarter of the time"
    if (
        value is None
        or _OF_MANY.match(after)
        or (
            _OF.match(after)
            and not _OF_ITS.match(after)
            and not scene.vocabulary.find(" ".join(after.split()[:6]), "metrics")
        )
    ):
        return None  # a share of something else: "half of the team"
    said = (
        about_performance(scene)
        or _SPEED.match(after)
        or (value > 1 and _OF_WHAT.match(after))
        or GONE.match(scene.after(match.end("a"), 90))
        or _HELD_TO.match(after)
        or _HAS.search(scene.before(match.start("a")))
        or _COST.match(after)
        or _OF_ITS.match(after)
        or (value < 1 and (_CUT.search(scene.before(match.start("a"))) or _TAKEN_OFF.match(after)))
    )
    hedge = qualifier(scene.before(match.start("a")), after)
    if value < 1 and (_LESS.match(after) or _TAKEN_OFF.match(after) or GONE.match(scene.after(match.end("a"), 90))):
        value = 1 - value  # "a third less", "shaves a third off" leaves two thirds
    elif value < 1 and _AGAIN.match(after):
        value, said = 1 + value, True
    figure = Figure(*match.span("a"), match["a"], "ratio", value, "x", hedge, Decimal("0.1"))
    return Found(figure, weak=not said)


def _verb(scene: Scene, match: re.Match[str]) -> Found | None:
    """A verb whose object is the metric itself ("halves latency"), with one word between at most."""
    following = " ".join(scene.after(match.end(), 40).split()[:3])
    named = scene.vocabulary.find(following, "metrics") or _PER_TIME.match(scene.after(match.end()))
    return _word(scene, match) if named else None


_PER_TIME = re.compile(
    r"(?:\s+[\w-]+){1,3}?\s+(?:per|an?)\s+(?:second|minute|hour|day|watt|joule|dollar|rack|server|node|core|socket)\b"
)


def _times(scene: Scene, match: re.Match[str]) -> Found | None:
    """The shorter "... and opening the file 8 times", behind "12 times faster": its word is left out.

    Or what a verb says alone: "was accelerated 13 times", "went up two and a half times".
    """
    if not _LED_TO_TIMES.search(scene.text[scene.start : match.start()]) or _PER.match(scene.after(match.end())):
        return None
    return _and_part(scene, match) if match["more"] else found(scene, match, "ratio", "x")


def _and_part(scene: Scene, match: re.Match[str]) -> Found:
    """A factor with its part in words: "two and a half times"."""
    value = (spelled(match["a"]) or number(match["a"])[0]) + part_of(match["more"].split()[-1].lower())
    start, end = match.start("a"), match.end("more")
    hedge = qualifier(scene.before(start), scene.after(end))
    return Found(Figure(start, end, scene.text[start:end], "ratio", value, "x", hedge, Decimal("0.1")))


_PER = re.compile(
    r"\s(?:an?|per|each|every|in\s+a\s+row|"
    r"(?:in|on|over|during)\s+(?:each|every|the\s+test|an?\s+(?:hour|day|week|month|year)))\b"
)


# "Was accelerated 13 times", "sped the batch up 4.5 times in all"; "dropped 12 times" and "rebuilt 6 times" count.
_GREW = (
    r"(?:accelerat(?:es?|ed)|sped|speeds\s+up|improv(?:es?|ed)|increas(?:es?|ed)|grow[ns]?|grew|rose|risen|climb(?:s|ed)|"
    r"multipli(?:es|ed)|boost(?:s|ed)|reduc(?:es?|ed)|shrank|shrunk|went\s+(?:up|down)|gain(?:s|ed)|jump(?:s|ed)|soar(?:s|ed)|"
    r"surg(?:es?|ed)|compress(?:es|ed)|lower(?:s|ed)|rais(?:es?|ed))"
)
_LED_TO_TIMES = re.compile(
    rf"(?<!the\s)(?<!an\s)\b{_GREW}(?:(?!\s(?:and|but|or|to|was|were|then)\b)[^.;,:\d]){{0,40}}$|"
    rf"(?:\btimes|{either(MULTIPLES)}|\dx)\s+(?:as|faster|slower|higher|lower|more|less|better|quicker|cheaper|smaller|the)\b"
)


def _magnitude(_: Scene, match: re.Match[str]) -> Found | None:
    count = (spelled(match["n"]) if match["n"] else None) or 1
    figure = Figure(*match.span("a"), match["a"], "ratio", Decimal(10) ** count, "x", "orders_of_magnitude", Decimal(1))
    return Found(figure)


def _speedup(scene: Scene, match: re.Match[str]) -> Found:
    """A bare number that its word introduces: "a speed-up of 15.1"."""
    return Found(make(scene, match.span("a"), match["a"], "ratio", "x"))


_VERBS = tuple(MULTIPLIED)
_VERB = rf"(?:{either(MULTIPLIED)})"
_WORDS = (*_VERBS, *MULTIPLES, HALF, *PARTS, "/")
RATIOS: tuple[Form, ...] = (
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER})(?:\s?[xX×]?{JOIN}(?P<b>{NUMBER}))?(?:\s?[xX×](?!\s?\d)|[ -]?fold|"
            rf"[\s-]?times(?=\s+(?:\w+\s+)?{_COMPARATIVE}|{_LATER}))(?:(?![^\W_])|(?=A\d))"
        ),
        _ratio,
    ),
    # "x3.04", "×8": no dimension ("32 x32") and no part of a name.
    Form(
        re.compile(
            rf"(?<![\w.,/×-])(?<!\d\s)[xX×](?!(?:86|64|26[456])\b)(?P<a>{NUMBER})(?![\w%/]|[.,-]\d|\s?[xX×]\s?\d)"
        ),
        _led,
    ),
    Form(
        re.compile(
            rf"\b(?P<a>{WORD_NUMBER})(?:(?:\s?-\s?|\s(?:to|or)\s)(?P<b>{WORD_NUMBER}))?(?:[ -]?fold\b|"
            rf"[\s-]+times(?=\s+(?:\w+\s+)?{_COMPARATIVE}|{_LATER}))",
            re.IGNORECASE,
        ),
        _fold,
        ("fold", "times"),
    ),
    Form(
        re.compile(
            rf"\b(?P<a>(?:{either(MULTIPLES)}|{_FRACTION})"
            rf"(?=\s+(?:of\s+)?{_GOAL}|\s+of\s+[a-z]|\s+(?:less|more|faster|lower|higher|cheaper|smaller|shorter|larger|longer|slower|fewer|quicker|lighter|off)\b|{_LATER})"
            rf"|{_VERB}(?:e[sd]?|ing)(?=\s+{_GOAL})"
            rf"|{_VERB}e[sd](?=[,.;]|\s+(?:and|to|on|for|in|when|while|compared|with|from|since|by|at|under|over|after|within|"
            r"without|once|through|thanks|across|between|against|during)\b|$)"
            rf"|{_VERB}ing(?=\s+(?:of|in)\s)"
            rf"|(?<=than ){_FRACTION}(?=[.;:]|$)"
            rf"|(?<=down ){_FRACTION}|(?<=down )(?:third|quarter)|(?<=\bto ){_FRACTION}(?=[,.;]|$)"
            rf"|(?<=[a-z]: ){_FRACTION}(?=[,.;]|$))",
            re.IGNORECASE,
        ),
        _word,
        _WORDS,
    ),
    Form(re.compile(rf"\b(?P<a>{_VERB}(?:es|ed|ing))(?=\s+[a-z])", re.IGNORECASE), _verb, _VERBS),
    Form(
        re.compile(
            rf"\bby\s(?:(?:more\s+than|at\s+least|up\s+to|less\s+than)\s|\w+\s)?(?P<a>{_FRACTION})(?![\w/])",
            re.IGNORECASE,
        ),
        _word,
        _WORDS,
    ),
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER}|(?i:{WORD_NUMBER}))(?P<more>\sand\san?\s(?:half|quarter|third))?\s?times"
            r"(?=[.;]|,\s|$|\s(?:by|in|on|with|over|after|since|for|through|thanks|compared|from|at|under|within|when|while|and)\b)"
        ),
        _times,
        ("times",),
    ),
    # "roughly 12 times protobuf-java": a name in small letters, told by its hyphen, digit or dot.
    Form(
        re.compile(rf"{EDGE}(?P<a>{NUMBER})\s?times(?=\s[a-z]\w*(?:[-.][a-z]+\d*|\d+)(?:[.,;)]|$))"), _fold, ("times",)
    ),
    Form(re.compile(rf"(?<=\bin )(?P<a>{HALF})\b(?!\s+(?:of|an?)\b)", re.IGNORECASE), _word, (HALF,)),
    Form(
        re.compile(
            rf"(?<!load )(?<!power )(?<!form )(?<!fill )(?<!replication )\b(?:a\s+)?factor\s+of\s+"
            rf"(?P<a>{NUMBER}|{WORD_NUMBER})(?![\w%])",
            re.IGNORECASE,
        ),
        _fold,
        ("factor",),
    ),
    Form(
        re.compile(rf"\b(?P<a>(?:(?:an|(?P<n>{WORD_NUMBER}))\s+)?orders?[ -]of[ -]magnitude)\b", re.IGNORECASE),
        _magnitude,
        ("magnitude",),
    ),
    Form(
        re.compile(
            rf"\bspeed-?ups?\b(?:\s+(?:over|against|on|with|for|from|at)\s[^.;:,\d]{{1,40}}?)?(?:\s+(?:of|was|is|reache[sd]|came\s+to|comes\s+to|"
            rf"(?:amount|add)(?:s|ed)(?:\s+up)?\s+to|st(?:ands|ood)\s+at|hits?)\s+(?:\w+\s+){{0,2}}?|:\s+)(?P<a>{NUMBER}){STOP}",
            re.IGNORECASE,
        ),
        _speedup,
        ("speed",),
    ),
)
