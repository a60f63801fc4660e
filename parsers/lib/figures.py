"""The grammar of figures: which printed quantities a sentence holds, and what each one allows.

One `Form` a row, tried in the order of FORMS; a stretch of text belongs to the first form that takes it. Names of
products, models and data sets are masked beforehand, so that the 100 of "A100" is never a number.

| form      | takes                                                          | gives                            |
|-----------|----------------------------------------------------------------|----------------------------------|
| settings  | batch size 4 through 360; SDK 1.4.0; FP 16.16; INT8; SL=128    | config                           |
| counts    | 16x IPU-M2000; 8 A100 GPUs                                     | config, metric system_count      |
| ratio     | 17x, 2.6X, 1.5-2x, 3 to 5 times faster, tenfold, 2.5 times     | ratio                            |
| words     | twice, double, half, a third, an order of magnitude            | ratio                            |
| percent   | 31 % faster, reduced by 40 percent; accuracy of 75.9 %         | percent_change, else absolute    |
| price     | $149,000; 300,000 dollars; $2.50 per hour                      | price                            |
| duration  | 48 hours, 23h 43m, 1:32:10, 14.5 min, 850 ms                   | duration                         |
| rate      | 58,112 images per second, 1.2k tok/s                           | absolute                         |
| quantity  | 80 GB, 6.5 kW, 312 TFLOPS                                      | absolute                         |

A form that takes nothing is no figure: dates, versions, codes, list numbers and axis ticks carry no unit of
performance and are left alone.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from schemas.interval import Qualifier, ulp
from schemas.names import Entry, Mention, Vocabulary, key
from schemas.statement import Figure, Kind

# A number must not be the tail of a name, a code, a version or another number.
_EDGE = r"(?<![\w#±])(?<![^\W_][-–./:_])(?<!\d,)(?<!± )(?<!\+/- )"
_DIGITS = r"(?:\d{1,3}(?:[,'’\u2009\u202f\u00a0]\d{3})+(?!\d)|\d{1,3}(?: \d{3})+(?![\d ]*\d)|\d{1,15}(?!\d))(?:\.\d{1,15}(?!\d))?|\.\d{1,15}(?!\d)"
_SI = r"(?:(?:k|K|M|B|G|T|bn)(?![^\W_])| [kKM](?=\s[a-z]+(?:/|\sper\s))| ?(?:thousand|million|billion|trillion)\b)"
_TEN = r"(?:[eE][+-]?\d{1,2}(?!\d)| ?[×x] ?10\^?[-−]?\d{1,2}(?!\d))"
NUMBER = rf"(?:(?:{_DIGITS})(?:{_TEN}|{_SI})?)"
_TO = r"\s?(?:-|–|—|to)\s?"
_ERROR = r"(?:\s?(?:±|\+/-|\+-)\s?(?P<error>[\d.,]+)\s?)?"
_SMALL = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "twelve": 12, "fifteen": 15, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "hundred": 100,
    "thousand": 1000,
}  # fmt: skip
_WORD_NUMBER = "|".join(_SMALL)
_EXPONENT = {"k": 3, "K": 3, "thousand": 3, "M": 6, "million": 6, "B": 9, "G": 9, "bn": 9, "billion": 9, "T": 12,
             "trillion": 12}  # fmt: skip
_COMPARATIVE = (
    r"(?:faster|slower|higher|lower|less|more|fewer|better|worse|cheaper|quicker|greater|larger|smaller|longer|"
    r"shorter|lighter|as\b|the\b|its\b|[A-Z]|improvement|speed-?up|throughput|performance|increase|reduction|gain|what\b|that of)"
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
_DOES = re.compile(
    r"\b(?:in|takes?|took|taking|from|than|within|under|train\w*|run\w*|ran|complet\w+|finish\w*|measur\w+|latenc\w+|"
    r"time\w*|compil\w*|build\w*|execut\w+|respond\w*|load\w*|boot\w*|process\w*|quer\w+|only|just|reduc\w+)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Found:
    """A figure, and the metric that its form or unit implies ("" when only the words around it can tell)."""

    figure: Figure
    metric: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a form may look at: the text, the stretch to read, and the known names in it."""

    text: str
    start: int
    end: int
    names: tuple[Mention, ...]
    vocabulary: Vocabulary

    def before(self, at: int, width: int = 48) -> str:
        """Text leading up to `at`, within the stretch."""
        return self.text[max(self.start, at - width) : at]

    def after(self, at: int, width: int = 60) -> str:
        """Text from `at` on, within the stretch."""
        return self.text[at : min(self.end, at + width)]

    @property
    def sentence(self) -> str:
        """The whole stretch."""
        return self.text[self.start : self.end]


Build = Callable[[Scene, "re.Match[str]"], Found | None]


@dataclass(frozen=True, slots=True)
class Form:
    """A row of the table above: a pattern, and what makes a figure of a match (None: not one after all)."""

    pattern: re.Pattern[str]
    build: Build


_MAY = re.compile(
    r"\d|\b(?:twice|thrice|hal[fv]|doubl|tripl|quadrupl|third|quarter|fifth|tenth|magnitude|times|"
    rf"{_WORD_NUMBER})|fold\b",
    re.IGNORECASE,
)


def may_hold(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] can hold a figure at all: a cheap look before the grammar is tried."""
    return _MAY.search(text, start, end) is not None


def figures(text: str, start: int, end: int, vocabulary: Vocabulary, *, names: Iterable[Mention] = ()) -> list[Found]:
    """Every figure in text[start:end], left to right, offsets into `text`.

    `names` are the known product, model and data set names of the stretch; their digits are never figures.
    """
    scene = Scene(text, start, end, tuple(names), vocabulary)
    taken = [(name.start, name.end) for name in scene.names]
    found: list[Found] = []
    for form in FORMS:
        at = start
        while match := form.pattern.search(text, at, end):
            built = form.build(scene, match) if _free(match, taken) else None
            # "from 76 % to 80 %" matches as a range and is two figures: go on behind what was taken, not behind it all.
            skip = match.end("a") if "a" in match.re.groupindex and match["a"] else match.end()
            at = max(skip if built is None else built.figure.end, match.start() + 1)
            if built is not None:
                found.append(built)
                taken.append((built.figure.start, built.figure.end))
    return sorted(found, key=lambda one: one.figure.start)


def _free(match: re.Match[str], taken: list[tuple[int, int]]) -> bool:
    start, end = match.span("a") if "a" in match.re.groupindex else match.span()
    return not any(start < stop and begin < end for begin, stop in taken)


def number(literal: str) -> tuple[Decimal, Decimal]:
    """Value and unit of the last digit of a printed number: "22k" -> (22000, 1000), "1.50" -> (1.50, 0.01)."""
    small = _SMALL.get(literal.lower())
    if small is not None:
        return Decimal(small), Decimal(1)
    match = re.fullmatch(rf"({_DIGITS})(?:({_TEN})|\s?([a-zA-Z]+))?", literal.strip())
    if not match:
        raise ValueError(f"not a number: {literal!r}")
    digits = re.sub(r"[,'’\s]", "", match[1])
    exponent = _EXPONENT.get(match[3] or "", 0)
    if match[2]:
        exponent = int(re.sub(r"^(?:[eE]\+?|\s?[×x]\s?10\^?)", "", match[2]).replace("−", "-"))
    return Decimal(digits).scaleb(exponent), ulp(digits, exponent)


# In the order tried: "just over" and "no more than" before "over". A space stands for any white space.
_HEDGES: dict[Qualifier, tuple[str, ...]] = {
    "just_over": ("(?:just|slightly|a little|marginally) (?:over|above|more than)",),
    "nearly": ("nearly", "almost", "close to", "just (?:under|below|shy of)", "approaching"),
    "at_least": ("at least", "≥", ">=", "a minimum of", "no (?:less|fewer) than", "as little as"),
    "up_to": ("up\\s*to", "as (?:much|high|many|fast) as", "≤", "<=", "a max(?:imum)? of", "at most", "maximum of",
              "no(?:t)? (?:more|greater) than"),
    "over": ("(?:far |well )?(?:more|greater|better) than", "(?:well )?over", ">", "above", "exceed(?:s|ing|ed)?",
             "upwards? of", "in excess of", "beyond", "surpass(?:es|ing|ed)?", "north of"),
    "under": ("(?:less|fewer) than", "under", "below", "<", "sub-"),
    "about": ("about", "around", "approximately", "approx\\.?", "roughly", "~", "≈", "some", "circa", "ca\\.",
              "on the order of", "on average", "an average of", "an estimated"),
}  # fmt: skip
_QUALIFIERS = tuple(
    (
        name,
        re.compile(
            rf"(?:^|(?<=[^\w]))(?:{'|'.join(words)})\s*(?:an?\s+)?[$€£(]?\s*$".replace(" ", r"\s+"), re.IGNORECASE
        ),
    )
    for name, words in _HEDGES.items()
)
_AFTER = re.compile(
    r"\s*(?:\+(?!\d)|plus\b|or\s+(?:more|greater|better|higher|faster)\b|and\s+(?:more|up)\b)", re.IGNORECASE
)


def qualifier(before: str, after: str) -> Qualifier:
    """How a figure is hedged, from the words that touch it."""
    for name, pattern in _QUALIFIERS:
        if pattern.search(before):
            return name
    return "at_least" if _AFTER.match(after) else "exact"


def _same_suffix(literal: str, high: str) -> str:
    suffix = re.search(rf"{_SI}$", high)
    # "1-2k" means 1,000 to 2,000: the suffix stands for both.
    return literal + suffix.group() if suffix and re.fullmatch(_DIGITS, literal) else literal


def make(
    scene: Scene,
    span: tuple[int, int],
    literal: str,
    kind: Kind,
    unit: str,
    *,
    high: str | None = None,
    hedge: Qualifier | None = None,
) -> Figure:
    """A figure over text[span], its qualifier read from the words around it unless `hedge` gives it."""
    value, last = number(_same_suffix(literal, high) if high else literal)
    top = number(high)[0] if high else None
    if top is not None and top < value:
        value, top = top, value
    return Figure(
        start=span[0],
        end=span[1],
        literal=literal,
        kind=kind,
        value=value,
        unit=unit,
        qualifier=hedge or qualifier(scene.before(span[0]), scene.after(span[1], 24)),
        last_digit=Decimal(0) if kind in ("count", "config") else last,
        value_hi=top,
    )


def _found(scene: Scene, match: re.Match[str], kind: Kind, unit: str, metric: str = "") -> Found:
    groups = match.groupdict()
    if groups.get("b") and re.search(r"\bfrom\s+$", scene.before(match.start(), 8)):
        return Found(make(scene, match.span("a"), match["a"], kind, unit), metric)
    figure = make(scene, match.span(), match["a"], kind, unit, high=groups.get("b"))
    if groups.get("error"):
        figure = replace(figure, last_digit=2 * number(groups["error"])[0].copy_abs())
    return Found(figure, metric)


# --- settings ------------------------------------------------------------------------------------------------

_LIST = r"\d{1,5}(?:\s?,\s?\d{1,5})+"


def _batch(scene: Scene, match: re.Match[str]) -> Found | None:
    printed = match["a"]
    numbers = [Decimal(part) for part in re.findall(r"\d+", printed)]
    if re.fullmatch(_LIST, printed) and not re.fullmatch(r"\d{1,3}(?:,\d{3})+", printed):
        return _setting(scene, match, numbers, "batch_size", "samples")
    numbers = [number(part)[0] for part in re.findall(_DIGITS, printed)]
    return _setting(scene, match, numbers, "batch_size", "samples")


def _setting(scene: Scene, match: re.Match[str], values: list[Decimal], metric: str, unit: str) -> Found:
    hedge: Qualifier = "at_least" if scene.after(match.end("a"), 1) == "+" else "exact"
    high = max(values) if len(values) > 1 and hedge == "exact" else None
    start, end = match.span("a")
    figure = Figure(start, end, match["a"], "config", min(values), unit, hedge, Decimal(0), high)
    return Found(figure, metric)


_RELEASED = re.compile(r"\b(?:SDK|driver|toolkit|software|stack|runtime|firmware)\s+(?:version\s+)?$", re.IGNORECASE)


def _version(scene: Scene, match: re.Match[str]) -> Found | None:
    of_framework = any(m.kind == "frameworks" and 0 <= match.start() - m.end <= 1 for m in scene.names)
    if not of_framework and not _RELEASED.search(scene.before(match.start())):
        return None
    pieces = match["a"].split(".")
    return _setting(scene, match, [Decimal(".".join(pieces[:2]))], "sdk_version", "version")


def _precision(scene: Scene, match: re.Match[str]) -> Found | None:
    digits = re.search(r"\d+(?:\.\d+)?", match["a"])
    return _setting(scene, match, [Decimal(digits.group())], "precision", "bits") if digits else None


def _sequence(scene: Scene, match: re.Match[str]) -> Found | None:
    return _setting(scene, match, [number(match["a"])[0]], "sequence_length", "tokens")


def _count(scene: Scene, match: re.Match[str]) -> Found | None:
    following = next((name for name in scene.names if 0 <= name.start - match.end() <= 1), None)
    vendor = re.match(r"(?:[A-Z][\w-]*\s){1,2}", scene.after(match.end()))
    if following is None and vendor:
        following = next((name for name in scene.names if name.start == match.end() + vendor.end()), None)
    if following is None or following.kind != "platforms" or (following.entry.flag("unnamed") and not match["x"]):
        return None
    if re.match(r"(?:its|the|their|our|previous|prior|last)\b", following.raw, re.IGNORECASE):
        return None  # "8x its predecessor" is a factor
    return _setting(scene, match, [number(match["a"])[0]], "system_count", "systems")


# --- ratios --------------------------------------------------------------------------------------------------

_VALUES = {
    "twice": "2", "double": "2", "doubl": "2", "thrice": "3", "triple": "3", "tripl": "3", "quadruple": "4",
    "quadrupl": "4", "half": "0.5", "halv": "0.5", "third": "0.333333", "quarter": "0.25", "fifth": "0.2",
    "tenth": "0.1", "two-thirds": "0.666667", "three-quarters": "0.75",
}  # fmt: skip
_SPEED = re.compile(r"\s+(?:as\s+)?(?:fast|quick|slow|cheap|efficient|responsive)", re.IGNORECASE)
_GOAL = r"(?:(?:an?\s+)?\w+[’']s|the|as|its|our|their|his|that|those|what|of what|of the)\b"


def _ratio(scene: Scene, match: re.Match[str]) -> Found | None:
    if match.group().endswith("X") and number(match["a"])[0] >= 1000:
        return None  # "Ryzen 7950X"
    return _found(scene, match, "ratio", "x")


def _fold(scene: Scene, match: re.Match[str]) -> Found | None:
    return _found(scene, match, "ratio", "x")


def _word(scene: Scene, match: re.Match[str]) -> Found | None:
    word = re.sub(r"\s+", "-", match["a"].lower())
    stem = next((stem for stem in sorted(_VALUES, key=len, reverse=True) if stem in word), "")
    if not stem or not (_about_performance(scene) or _SPEED.match(scene.after(match.end("a")))):
        return None
    hedge = qualifier(scene.before(match.start("a")), scene.after(match.end("a")))
    value = Decimal(_VALUES[stem])
    figure = Figure(*match.span("a"), match["a"], "ratio", value, "x", hedge, Decimal("0.1"))
    return Found(figure)


def _verb(scene: Scene, match: re.Match[str]) -> Found | None:
    """A verb whose object is the metric itself ("halves latency"), with one word between at most."""
    following = " ".join(scene.after(match.end(), 40).split()[:3])
    return _word(scene, match) if scene.vocabulary.find(following, "metrics") else None


def _magnitude(_: Scene, match: re.Match[str]) -> Found | None:
    count = _SMALL.get((match["n"] or "").lower(), 1)
    figure = Figure(*match.span("a"), match["a"], "ratio", Decimal(10) ** count, "x", "orders_of_magnitude", Decimal(1))
    return Found(figure)


def _about_performance(scene: Scene) -> bool:
    return _names_metric(scene.vocabulary, scene.sentence)


@lru_cache(maxsize=16)
def _names_metric(vocabulary: Vocabulary, words: str) -> bool:
    # Each figure of a sentence asks this anew; without the cache a long list costs its square.
    return bool(vocabulary.find(words, "metrics"))


# --- percent, price, time, rates -----------------------------------------------------------------------------

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
        return _found(scene, match, "absolute", "%", "accuracy" if whole[1] == "accuracy" else "performance")
    share = _unitless(scene, before, after)
    changes = _CHANGE.search(" ".join(after.split()[:6])) or _CHANGE.search(" ".join(before.split()[-10:]))
    if share and (not changes or _LEVEL.search(before)):
        return _found(scene, match, "absolute", "%", share)
    return _found(scene, match, "percent_change", "%") if changes else None


# "accuracy rose to 80 %" prints a level, "rose by 4 %" a change.
_LEVEL = re.compile(
    r"\b(?:from|to|of|at|is|was|reach(?:es|ed)|above|below|averag(?:ed|es|ing)|under|over)\s+(?:only\s+|just\s+)?$"
)


def _unitless(scene: Scene, before: str, after: str) -> str:
    """The metric that is printed as a share or a bare number (accuracy, efficiency), nearest before, else after."""
    found = [m for m in scene.vocabulary.find(before, "metrics") if m.entry.flag("unitless")]
    if found:
        return found[-1].name
    close = " ".join(after.split()[:5])
    return next((m.name for m in scene.vocabulary.find(close, "metrics") if m.entry.flag("unitless")), "")


def _score(scene: Scene, match: re.Match[str]) -> Found | None:
    """A bare number that its own metric introduces ("recall of 0.96", "scores 28.4"), or that counts points."""
    before, after = scene.before(match.start(), 60), scene.after(match.end(), 24)
    before = re.split(r"[.;:!?](?:\s|$)|,\s", before)[-1]
    metric = _unitless(scene, before, "")
    pointed = re.match(r"\s(?:points?|SPEC\w+|marks?)\b", after)
    led = re.search(r"\b(?:scor\w+|of|is|was|at|to|from)\s+(?:only\s+|just\s+)?$", before)
    if pointed and (_SCORE.search(scene.sentence) or metric):
        return _found(scene, match, "absolute", "points", metric or "score")
    if not led or not metric or re.match(r"\s?(?:[A-Za-z%µ]|[-–]\d)", after.replace(" on ", "").replace(" to ", "")):
        return None
    return _found(scene, match, "absolute", "", metric)


_SCORE = re.compile(r"\b(?:scor\w+|benchmark\w*|measur\w+|record\w*|SPEC\w*)\b")


_CURRENCY = {"$": "USD", "€": "EUR", "£": "GBP", "dollars": "USD", "usd": "USD", "euros": "EUR", "eur": "EUR"}
_PRICED = re.compile(
    r"\b(?:pric\w+|cost\w*|cheap\w*|expens\w+|charg\w+|bill\w*|per|a|each|pay\w*|around|sells?|msrp)\b|/",
    re.IGNORECASE,
)


def _price(scene: Scene, match: re.Match[str]) -> Found | None:
    if re.search(r"(?:million|billion|trillion|bn|B|M)$", match["a"]) or not _PRICED.search(scene.sentence):
        return None  # turnover and market sizes, not the price of anything
    unit = _CURRENCY[(match.groupdict().get("sign") or match.groupdict().get("word") or "$").lower()]
    per = re.match(
        r"\s?(?:/|per|an?)\s?(hour|hr|h|month|year|million tokens|1M tokens|GB|query|image)\b", scene.after(match.end())
    )
    unit += f"/{per[1]}".replace("/hr", "/hour") if per else ""
    return _found(scene, match, "price", unit, "price")


_MATERIAL = re.compile(
    r"\s*(?:,?\s?of\s+(?:speech|audio|video|footage|music|work|data|recordings?|training\s+data)|ago\b|a\s+(?:day|week|year|month)\b"
    r"|per\s+(?:day|week)|walk\b|drive\b|read\b|ride\b|old\b|later\b|each\s+day|from\s+now|of\s+battery)",
    re.IGNORECASE,
)
_PERIOD = re.compile(
    r"\b(?:last|past|next|each|coming|recent|first|for(?:\s+the)?|after|warm-?\s?up\s+(?:of|for)|wait(?:s|ing)?|"
    r"time-?outs?\s+(?:of|is|after)|interval\s+of|window\s+of|retention\s+of|ttl\s+of|default\s+of|sleep(?:s|ing)?)\s+$",
    re.IGNORECASE,
)
_LONG = ("days", "weeks", "months")


def _duration(scene: Scene, match: re.Match[str]) -> Found | None:
    unit = _unit(scene.vocabulary, match["unit"])
    if unit is None or unit.text("dimension") != "time" or match["unit"] == "m":
        return None
    if _MATERIAL.match(scene.after(match.end())) or _PERIOD.search(scene.before(match.start())):
        return None
    if not (_about_performance(scene) or (unit.name not in _LONG and _DOES.search(scene.sentence))):
        return None
    return _found(scene, match, "duration", unit.name)


def _compound(scene: Scene, match: re.Match[str]) -> Found | None:
    seconds = [Decimal(match[part] or 0) * scale for part, scale in (("h", 3600), ("m", 60), ("s", 1))]
    last = Decimal(1) if match["s"] else Decimal(60)
    if match["s"] and "." in match["s"]:
        last = ulp(match["s"])
    hedge = qualifier(scene.before(match.start()), scene.after(match.end(), 24))
    figure = Figure(*match.span(), match.group(), "duration", sum(seconds, Decimal(0)), "s", hedge, last)
    return Found(figure)


def _rate(scene: Scene, match: re.Match[str]) -> Found | None:
    unit = rate_unit(scene.vocabulary, match["unit"])
    if unit is None or re.search(
        r"\b(?:limit\w*|exceed|quota|throttl\w+|at\s+most)\b", scene.before(match.start(), 24)
    ):
        return None
    return _found(scene, match, "absolute", unit[0], unit[1])


_SIZES = ("memory", "size", "bandwidth")
_OCCUPIES = re.compile(
    r"\b(?:takes?|took|us(?:es|ed|ing)|occup\w+|consum\w+|weigh\w*|shr[aiu]nk\w*|overhead|rather\s+than|instead\s+of|smaller|"
    r"larger|gzipped|compressed|footprint|heap|resident|rss|binar(?:y|ies)|index\w*|grew|drop\w*|fell|down|reduc\w+|saves?)\b",
    re.IGNORECASE,
)
_EQUIPPED = re.compile(
    r"\b(?:ships?\s+with|default|you(?:’ll|'ll)?\s+need|ssds?|disk|drive|equipped|comes?\s+with|configured|maximum\s+is|volume|"
    r"up\s+to\s+\S+\s+of|data\s?set|corpus|parameters?)\b",
    re.IGNORECASE,
)


def _size_metric(scene: Scene, match: re.Match[str]) -> str:
    near = scene.before(match.start(), 60) + " " + scene.after(match.end(), 32)
    named = next((m.name for m in scene.vocabulary.find(near, "metrics") if m.name in _SIZES), "")
    occupies = _OCCUPIES.search(near)
    if _EQUIPPED.search(scene.sentence) and not occupies:
        return ""
    return named or ("size" if occupies else "")


def _quantity(scene: Scene, match: re.Match[str]) -> Found | None:
    unit = _unit(scene.vocabulary, match["unit"])
    if unit is None or unit.text("dimension") in ("time", "share", ""):
        return None
    metric = unit.text("metric")
    if unit.text("dimension") == "size":
        metric = _size_metric(scene, match)
    return _found(scene, match, "absolute", unit.name, metric) if metric else None


def _flow(scene: Scene, match: re.Match[str]) -> Found | None:
    unit = _unit(scene.vocabulary, match["unit"])
    return _found(scene, match, "absolute", f"{unit.name}/s", "throughput") if unit else None


@lru_cache(maxsize=4096)
def _unit(vocabulary: Vocabulary, printed: str) -> Entry | None:
    exact = vocabulary.resolve("units", printed)
    if exact or len(printed) < 3:
        return exact  # "MB" and "Mb" differ: no second try for short ones
    return vocabulary.resolve("units", printed.lower())


_RATE = re.compile(
    r"(?P<noun>[A-Za-z][\w-]*(?: [a-z][\w-]*)?)\s?(?:/|per|p/|a)\s?"
    r"(?P<per>s|secs?|seconds?|ms|mins?|minutes?|h|hours?|days?|user)\.?",
)
_PER = {"sec": "s", "secs": "s", "second": "s", "seconds": "s", "min": "minute", "mins": "minute", "minutes": "minute",
        "hours": "hour", "h": "hour", "days": "day"}  # fmt: skip


@lru_cache(maxsize=4096)
def rate_unit(vocabulary: Vocabulary, printed: str) -> tuple[str, str] | None:
    """Canonical unit and metric of "images per second", "GB/s", "items/sec"; None when it is no rate."""
    known = _unit(vocabulary, " ".join(printed.split()).rstrip("."))
    if known and known.text("metric"):
        return known.name, known.text("metric")
    match = _RATE.fullmatch(printed.strip())
    if not match or key(match["noun"]) in _SMALL:
        return None
    return f"{match['noun'].lower()}/{_PER.get(match['per'], match['per'])}", "throughput"


_UNIT = r"(?P<unit>[A-Za-zµμ%][\w/µμ-]*)"
_RATED = (
    r"(?P<unit>(?:[A-Za-z][\w-]*(?: [a-z][\w-]*)?\s?(?:/|per |a )\s?(?:s|secs?|seconds?|ms|min|minutes?|hours?|days?)"
    r"(?:/user| per user)?|t/s/u|[QTRq][Pp][Ss]|FPS|fps|IOPS|iops|GBps|MBps|Gbps))(?![\w/])"
)
FORMS: tuple[Form, ...] = (
    Form(
        re.compile(
            rf"\b(?:batch(?:[ -]?size)?s?|BS)(?:\s+of)?\s*[:=]?\s*(?P<a>{_LIST}(?![.\d])|(?:{_DIGITS})"
            rf"(?:\s?(?:through|to|-|–)\s?(?:{_DIGITS}))?)",
            re.IGNORECASE,
        ),
        _batch,
    ),
    Form(
        re.compile(r"(?<![\w.])v?(?P<a>\d+(?:\.\d+)+)(?![\w.]*\d)(?!\s?[%x×])", re.IGNORECASE),
        _version,
    ),
    Form(re.compile(r"\b(?P<a>(?:FP|BF|TF)\s?\d+(?:\.\d+)?|INT\s?\d+|(?:\d+)-bit)\b"), _precision),
    Form(
        re.compile(rf"\b(?:SL|seq(?:uence)?[ _-]?len(?:gth)?s?)(?:\s+of)?\s?[=:]?\s?(?P<a>{_DIGITS})", re.IGNORECASE),
        _sequence,
    ),
    Form(re.compile(rf"{_EDGE}(?P<a>\d{{1,3}}(?:,\d{{3}})*)(?P<x>\s?[x×])?\s?(?=[A-Z\d])"), _count),
    Form(re.compile(rf"{_EDGE}(?P<a>\d{{1,3}}(?:,\d{{3}})*)(?P<x>\s?[x×])\s?(?=[a-z])"), _count),
    Form(
        re.compile(
            rf"{_EDGE}(?P<a>{NUMBER})(?:\s?[xX×]?{_TO}(?P<b>{NUMBER}))?(?:\s?[xX×](?!\s?\d)|[ -]?fold|"
            rf"\s?times(?=\s+(?:\w+\s+)?{_COMPARATIVE}))(?:(?![^\W_])|(?=A\d))"
        ),
        _ratio,
    ),
    Form(
        re.compile(
            rf"\b(?P<a>{_WORD_NUMBER})(?:(?:\s?-\s?|\s|\sto\s)(?P<b>{_WORD_NUMBER}))?(?:[ -]?fold\b|"
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
    Form(re.compile(rf"\b(?:a\s+)?factor\s+of\s+(?P<a>{NUMBER}|{_WORD_NUMBER})(?![\w%])", re.IGNORECASE), _fold),
    Form(
        re.compile(rf"\b(?P<a>(?:(?:an|(?P<n>{_WORD_NUMBER}))\s+)?orders?[ -]of[ -]magnitude)\b", re.IGNORECASE),
        _magnitude,
    ),
    Form(
        re.compile(
            rf"{_EDGE}(?P<a>{NUMBER}){_ERROR}(?:\s?%?{_TO}(?P<b>{NUMBER}))?\+?\s?(?:%|percent\b|per\s?cent\b)(?!\w)",
            re.IGNORECASE,
        ),
        _percent,
    ),
    Form(re.compile(rf"(?P<sign>[$€£])\s?(?P<a>{NUMBER})(?:{_TO}[$€£]?(?P<b>{NUMBER}))?"), _price),
    Form(re.compile(rf"{_EDGE}(?P<a>{NUMBER})\s(?P<word>dollars|USD|euros|EUR)\b", re.IGNORECASE), _price),
    Form(
        re.compile(
            r"(?<![\w.])(?P<h>\d+)\s?h(?:ours?|rs?)?,?\s?(?:and\s)?(?P<m>\d+)\s?m(?:in(?:ute)?s?)?\b"
            r"(?:,?\s?(?:and\s)?(?P<s>\d+(?:\.\d+)?)\s?s(?:ec(?:ond)?s?)?\b)?"
        ),
        _compound,
    ),
    Form(
        re.compile(
            r"(?<![\w.])(?P<h>)(?P<m>\d+)\s?m(?:in(?:ute)?s?)?,?\s?(?:and\s)?(?P<s>\d+(?:\.\d+)?)\s?s(?:ec(?:ond)?s?)?\b"
        ),
        _compound,
    ),
    Form(
        re.compile(
            r"(?:(?<=\bin )|(?<=takes )|(?<=took ))(?P<h>)(?P<m>\d{1,3}):(?P<s>[0-5]\d(?:\.\d+)?)"
            r"(?!\s?[:\d]|\s?[ap]\.?m|\s?(?:UTC|GMT|CET|EST))"
        ),
        _compound,
    ),
    Form(re.compile(r"(?<![\w:.])(?P<h>\d{1,3}):(?P<m>[0-5]\d):(?P<s>[0-5]\d(?:\.\d+)?)(?![\w:])"), _compound),
    Form(
        re.compile(rf"{_EDGE}(?P<a>{NUMBER})(?:\s?\w{{1,4}})??{_ERROR}(?:{_TO}(?P<b>{NUMBER}))?\+?\s?{_RATED}"), _rate
    ),
    Form(
        re.compile(
            rf"{_EDGE}(?P<a>{NUMBER}|(?i:\b(?:{_WORD_NUMBER})\b))(?:\s?[a-zµμ]{{1,3}}(?=\s?±))?{_ERROR}(?:{_TO}(?P<b>{NUMBER}))?\+?[\s-]?(?P<unit>[a-zµμA-Z]+)(?![^\W_]|/)"
        ),
        _duration,
    ),
    Form(re.compile(rf"{_EDGE}(?P<a>{NUMBER}){_ERROR}(?:{_TO}(?P<b>{NUMBER}))?\+?[\s-]?{_UNIT}(?![^\W_])"), _quantity),
    Form(
        re.compile(
            rf"{_EDGE}(?P<a>{NUMBER})\s?(?P<unit>gigabytes|megabytes|terabytes|GB|MB|TB)\s+of\s+[\w ]{{2,16}}\s+per\s+second"
        ),
        _flow,
    ),
    Form(re.compile(rf"{_EDGE}(?P<a>{NUMBER})(?![^\W_]|%|[.,]\d)"), _score),
)


def iter_numbers(text: str) -> Iterator[re.Match[str]]:
    """Every bare number of a text, for cells and labels where the unit stands elsewhere."""
    return re.finditer(rf"{_EDGE}{NUMBER}", text)
