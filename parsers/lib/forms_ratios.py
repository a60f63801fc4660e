"""Forms of factors and changes: 17x, twice, tenfold, by a third, an order of magnitude, 31 % faster."""

import re
from decimal import Decimal

from parsers.lib.numbers import EDGE, ERROR, NUMBER, SMALL, TO, WORD_NUMBER, number, qualifier
from parsers.lib.scene import Form, Found, Scene, about_performance, found, unitless
from schemas.statement import Figure

_COMPARATIVE = (
    r"(?:faster|slower|higher|lower|less|more|fewer|better|worse|cheaper|quicker|greater|larger|smaller|longer|"
    r"shorter|lighter|as\b|the\b|its\b|[A-Z]|improvement|speed-?up|throughput|performance|increase|reduction|gain|"
    r"what\b|that of)"
)
_CHANGE = re.compile(
    r"\b(?:faster|slower|higher|lower|less|more|fewer|better|worse|cheaper|quicker|greater|larger|smaller|longer|"
    r"shorter|improv\w+|reduc\w+|increas\w+|decreas\w+|gains?|boost\w*|uplift|drop\w*|sav\w+|speed-?ups?|"
    r"advantage|cut\w*|lead|leap|jump\w*|rais\w+|rise\w*|rose|fell|fall\w*|grew|growth|accelerat\w+|overhead|"
    r"ris(?:es?|ing)|add(?:s|ed|ing)|another|extra|slow(?:s|ed|ing)|climb\w*|better|went|win(?:s|ning)?|differ\w*|"
    r"regress\w+|penalty|efficient|lighter|shrink\w*|shr[au]nk|shav\w+|trim\w*|slash\w*|outperform\w*|beats?|"
    r"above|below|ahead|behind|down|up)\b",
    re.IGNORECASE,
)
_VALUES = {
    "twice": "2", "double": "2", "doubl": "2", "thrice": "3", "triple": "3", "tripl": "3", "quadruple": "4",
    "quadrupl": "4", "half": "0.5", "halv": "0.5", "third": "0.333333", "quarter": "0.25", "fifth": "0.2",
    "tenth": "0.1", "two-thirds": "0.666667", "three-quarters": "0.75",
}  # fmt: skip
_LESS = re.compile(r"\s+(?:less|fewer|lower|cheaper|smaller|shorter)\b", re.IGNORECASE)
_SPEED = re.compile(r"\s+(?:as\s+)?(?:fast|quick|slow|cheap|efficient|responsive)", re.IGNORECASE)
_GOAL = r"(?:(?:an?\s+)?\w+[’']s|the|as|its|our|their|his|that|those|what|of what|of the)\b"


def _ratio(scene: Scene, match: re.Match[str]) -> Found | None:
    if match.group().endswith("X") and number(match["a"])[0] >= 1000:
        return None  # "Ryzen 7950X"
    return found(scene, match, "ratio", "x")


def _fold(scene: Scene, match: re.Match[str]) -> Found | None:
    return found(scene, match, "ratio", "x")


def _word(scene: Scene, match: re.Match[str]) -> Found | None:
    word = re.sub(r"\s+", "-", match["a"].lower())
    stem = next((stem for stem in sorted(_VALUES, key=len, reverse=True) if stem in word), "")
    if not stem or not (about_performance(scene) or _SPEED.match(scene.after(match.end("a")))):
        return None
    hedge = qualifier(scene.before(match.start("a")), scene.after(match.end("a")))
    value = Decimal(_VALUES[stem])
    if value < Decimal("0.5") and _LESS.match(scene.after(match.end("a"))):
        value = 1 - value  # "a third less" leaves two thirds
    figure = Figure(*match.span("a"), match["a"], "ratio", value, "x", hedge, Decimal("0.1"))
    return Found(figure)


def _verb(scene: Scene, match: re.Match[str]) -> Found | None:
    """A verb whose object is the metric itself ("halves latency"), with one word between at most."""
    following = " ".join(scene.after(match.end(), 40).split()[:3])
    return _word(scene, match) if scene.vocabulary.find(following, "metrics") else None


def _magnitude(_: Scene, match: re.Match[str]) -> Found | None:
    count = SMALL.get((match["n"] or "").lower(), 1)
    figure = Figure(*match.span("a"), match["a"], "ratio", Decimal(10) ** count, "x", "orders_of_magnitude", Decimal(1))
    return Found(figure)


_PART = re.compile(
    r"\s*of\s+(?!(?:the\s+|a\s+|an\s+|its\s+|our\s+)?(?:[\w’'-]+\s+){0,2}(?:performance|throughput|speed|peak|linear|native|"
    r"accuracy|bandwidth|efficiency|memory|time|cost|latency|size|energy|power)\b)",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    r"\s*of\s+(?:\S+\s+){0,3}(performance|throughput|speed|peak|linear|native|accuracy|bandwidth|efficiency)\b"
)


def _percent(scene: Scene, match: re.Match[str]) -> Found | None:
    after = re.split(r"[.;:!?](?:\s|$)|,\s", scene.after(match.end(), 60))[0]
    before = re.split(r"[;:!?](?:\s|$)", scene.before(match.start(), 80))[-1]
    by = re.search(r"\bby\s+(?:\w+\s+){0,3}$", before)
    if _PART.match(after) and not by:
        return None  # a share of something ("40 % of customers"), no change
    if whole := _WHOLE.match(after):
        return found(scene, match, "absolute", "%", "accuracy" if whole[1] == "accuracy" else "performance")
    share = unitless(scene, before, after)
    changes = _CHANGE.search(" ".join(after.split()[:6])) or _CHANGE.search(" ".join(before.split()[-10:]))
    if share and (not changes or (_LEVEL.search(before) and not _CHANGED_BY.search(before))):
        return found(scene, match, "absolute", "%", share)
    return found(scene, match, "percent_change", "%") if changes else None


_CHANGED_BY = re.compile(
    r"\b(?:reduction|increase|decrease|improvement|drop|gain|rise|fall|saving|cut)s?\s+of\s+(?:\w+\s+)?$"
)
# "accuracy rose to 80 %" prints a level, "rose by 4 %" a change.
_LEVEL = re.compile(
    r"\b(?:from|to|of|at|is|was|reach(?:es|ed)|above|below|averag(?:ed|es|ing)|under|over)\s+(?:only\s+|just\s+)?$"
)


RATIOS: tuple[Form, ...] = (
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER})(?:\s?[xX×]?{TO}(?P<b>{NUMBER}))?(?:\s?[xX×](?!\s?\d)|[ -]?fold|"
            rf"\s?times(?=\s+(?:\w+\s+)?{_COMPARATIVE}))(?:(?![^\W_])|(?=A\d))"
        ),
        _ratio,
    ),
    Form(
        re.compile(
            rf"\b(?P<a>{WORD_NUMBER})(?:(?:\s?-\s?|\s|\sto\s)(?P<b>{WORD_NUMBER}))?(?:[ -]?fold\b|"
            rf"\s+times(?=\s+(?:\w+\s+)?{_COMPARATIVE}))",
            re.IGNORECASE,
        ),
        _fold,
    ),
    Form(
        re.compile(
            rf"\b(?P<a>(?:twice|thrice|half|(?:a|one)[ -](?:third|quarter|fifth|tenth)|two[ -]thirds|three[ -]quarters)"
            rf"(?=\s+(?:of\s+)?{_GOAL}|\s+(?:less|more|faster|lower|higher|cheaper)\b)"
            rf"|(?:doubl|tripl|quadrupl|halv)(?:e[sd]?|ing)(?=\s+{_GOAL})"
            r"|(?:doubled|tripled|quadrupled|halved|doubles|halves)(?=[,.;]|\s+(?:and|on|for|in|when|while|compared|with|from)\b|$)"
            r"|(?<=down )two[ -]thirds|(?<=down )(?:a )?(?:third|half|quarter))",
            re.IGNORECASE,
        ),
        _word,
    ),
    Form(re.compile(r"\b(?P<a>(?:doubl|tripl|quadrupl|halv)(?:es|ed|ing))(?=\s+[a-z])", re.IGNORECASE), _verb),
    Form(
        re.compile(r"(?<=\bby )(?P<a>half|(?:a|one)[ -](?:third|quarter|fifth|tenth)|two[ -]thirds)\b", re.IGNORECASE),
        _word,
    ),
    Form(re.compile(r"(?<=\bin )(?P<a>half)\b(?!\s+of)", re.IGNORECASE), _word),
    Form(re.compile(rf"\b(?:a\s+)?factor\s+of\s+(?P<a>{NUMBER}|{WORD_NUMBER})(?![\w%])", re.IGNORECASE), _fold),
    Form(
        re.compile(rf"\b(?P<a>(?:(?:an|(?P<n>{WORD_NUMBER}))\s+)?orders?[ -]of[ -]magnitude)\b", re.IGNORECASE),
        _magnitude,
    ),
    Form(
        re.compile(
            rf"{EDGE}(?P<a>{NUMBER}){ERROR}(?:\s?%?{TO}(?P<b>{NUMBER}))?\+?\s?(?:%|percent\b|per\s?cent\b)(?!\w)",
            re.IGNORECASE,
        ),
        _percent,
    ),
)
