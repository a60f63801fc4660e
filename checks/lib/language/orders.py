"""Words that order two values or all of some: which end they mean, and of which kinds of values they speak."""

import re
from dataclasses import dataclass
from typing import Literal

from checks.lib.language.tokens import root
from schemas.number_words import ORDINALS, either, in_words

End = Literal["small", "large", "fast", "slow", "good", "bad"]
_ENDS: dict[End, str] = {
    "small": "lower fewer smaller shorter cheaper lighter thinner quieter cooler colder slimmer less leaner "
    "weaker narrower nearer shallower",
    "large": "higher larger longer greater bigger heavier hotter warmer louder pricier dearer costlier more taller "
    "stronger brighter denser wider deeper richer thicker farther further",
    "fast": "faster quicker sooner earlier speedier swifter",
    "slow": "slower later",
    "good": "better",
    "bad": "worse",
}
_IRREGULAR: dict[str, End] = {
    "least": "small",
    "fewest": "small",
    "most": "large",
    "best": "good",
    "worst": "bad",
    "top": "good",
    "latest": "slow",
    "soonest": "fast",
}
COMPARATIVES: dict[str, End] = {word: end for end, words in _ENDS.items() for word in words.split()}
SUPERLATIVES: dict[str, End] = {
    **{word[:-1] + "st": end for word, end in COMPARATIVES.items() if word.endswith("er") and word != "later"},
    **_IRREGULAR,
}
_PRICED = frozenset({"price"})
_SPEEDS = frozenset({"time", "rate", "length/time", "volume/time", "bandwidth", "compute", "count", "cycles"})
_LENGTHS = frozenset({"time", "length", "count", "cycles"})
# What things weigh and how warm, loud or tall they are: neither times nor rates, sizes of files, watts or prices.
BODIES = frozenset({"length", "mass", "temperature", "level", "count"})
_OF_BODIES = "light heav cool cold hott warm quiet loud tall bright thick thinn slimm near farth furth strong weak rich"
_OF_SPEED = re.compile("fast|quick|slow|soon|earl|speed|swift|late")
KINDS: dict[str, frozenset[str]] = {
    **{stem + end: _PRICED for stem in ("cheap", "pric", "dear", "costl") for end in ("er", "est", "ier", "iest")},
    **{stem + end: BODIES for stem in _OF_BODIES.split() for end in ("er", "est", "ier", "iest")},
    **dict.fromkeys(("longer", "longest", "shorter", "shortest"), _LENGTHS),
    **dict.fromkeys(filter(_OF_SPEED.match, (*COMPARATIVES, *SUPERLATIVES)), _SPEEDS),
}
# "More efficient" says of no value that it is the larger one.
_ADJECTIVE = (
    r"(?!\s+(?!expensive\b)[\w-]+(?:ive|ent|ant|ble|ful|ate|ous|ern|sy|al|ed|ly|est|"
    r"ing)\b)(?!\s(?:or\sless|so|often|robust|stable|like|to)\b)"
)
_CMP = rf"(?P<cmp>{either(one for one in COMPARATIVES if one not in ('more', 'less'))}|(?:more|less){_ADJECTIVE})"
_ANY = either(COMPARATIVES)
# "Gull 0.9 is quicker than 0.8 in each query" sets two releases side by side, "lower than 1.5 in each hall" bounds.
_RELEASE = r"\d+(?:\.\d+)+(?=\s(?:in|on|at|for|across|with|under|throughout|by|over)\b|\s?[,;:]|\.?\s*$)"
_BEFORE = re.compile(r"(?<![\w.,$€£-])\d+(?:\.\d+)+(?!\w|[.,]?\d|\s?[%°$€£]|\s(?:times|percent|per cent|points?)\b)")
THAN_RELEASE = re.compile(rf"\bthan\s(?:in\s|on\s|with\s|under\s)?(?P<release>{_RELEASE})")
VERSUS = re.compile(
    rf"\b{_CMP}\b(?P<np>(?:\s(?!(?:{_ANY}|than|and|but|while|at)\b)[\w%/.-]+){{0,6}}?)\s+than\s"
    rf"(?!(?:about\s|around\s|just\s|half\s)?(?:[$€£]?(?!{_RELEASE})\d|{either(in_words(*range(1, 21)))}\b|"
    rf"an?\s(?:second|minute|hour|day|week|month|year|few|half|third|quarter|fifth|tenth|couple|dozen|hundred|thousand|million|"
    rf"giga\w*|mega\w*|tera\w*|order|factor|percent)|half|twice)|before\b|ever\b|in\b|last\b|expected\b|usual\b|"
    rf"that$|it\b|we\b)",
    re.IGNORECASE,
)
_BEATS = re.compile(
    r"\b(?:(?P<good>beats?|outperform(?:s|ed)|outpaces?|outpaced|outruns?|outran|"
    r"(?P<large>out(?!lin|lay|fit|sourc|put|rag|break|let|look|come|side|door|law|perform|pace|run)-?[a-z]{3,}?"
    r"(?:e?s|ed|ld|st)(?!\s(?:of|the box|by)\b))|"
    r"(?:is|was|are|"
    r"comes?|came|stays?|finish(?:es|ed)) (?:well |just |slightly )?(?:ahead|in front) of)|"
    r"(?P<bad>trails?|trailed|loses to|lost to|(?:is|was|are|comes?|came|falls?|fell|finish(?:es|ed)) (?:well |"
    r"just |slightly )?behind))\s(?!the\s(?:scenes|times)\b)",
    re.IGNORECASE,
)
# "Is the quicker engine in six of seven": of two, the other one is left out.
_ALONE = re.compile(
    rf"\b(?:is|was|are|were|ran|runs?|came(?: out| in)?|comes?(?: out| in)?|got|gets?|has|have|had|shows?|delivers?|"
    rf"gave|gives?|finish(?:es|ed)?|does|do|did|scor(?:es?|ed)|rank(?:s|ed)?|needs?|needed|uses?|used|takes?|took|"
    rf"costs?)"
    rf"\s(?:(?:the|a|even|still|any)\s)?{_CMP}\b",
    re.IGNORECASE,
)
NTH = {
    **{word: place for word, place in ORDINALS.items() if 1 < place < 13},
    "2nd": 2,
    "3rd": 3,
    **{f"{n}th": n for n in range(4, 13)},
}
_TOPS = in_words(2, 3, 4, 5)
RANKED = re.compile(
    rf"\b(?:the\s(?P<many>{either(_TOPS)})\s)?(?:(?P<nth>{either(NTH)})[- ])?"
    rf"(?P<sup>{either(one for one in SUPERLATIVES if one not in ('most', 'least', 'top'))}|(?<!at )(?:most|"
    rf"least){_ADJECTIVE}(?!\sof\b|\slikely\b))\b"
    r"(?!-)(?P<np>(?:\s(?!(?:of|in|on|at|for|from|with|to|and|but|was|is|were|are|has|had|by|among|per|over|"
    r"under|we|that|it)\b)[\w/-]+){0,4})",
    re.IGNORECASE,
)

_CHANGES = re.compile(
    r"\b(?:gain|profit|benefit|improv|grow|grew|rose|ris|fell|fall|drop|sav|chang|increas|decreas|reduc|speed-?up|"
    r"differ|vari|narrow|widen|advanc)\w*\b",
    re.IGNORECASE,
)


_BY_SIZE = frozenset(root(word) for word, end in COMPARATIVES.items() if end in ("small", "large"))
# What else a column can be called that is ordered by an adjective.
_CALLED = tuple(
    (re.compile(words), said)
    for words, said in (
        ("quiet|loud", "noise sound dB"),
        ("light|heav", "weight mass kg"),
        ("cool|cold|hot|warm", "temperature °C"),
        ("far|near", "range distance km"),
        ("strong|weak", "strength"),
        ("cheap|pric|dear|costl", "price cost"),
        ("long|short", "duration length"),
    )
)


@dataclass(frozen=True, slots=True)
class Order:
    """Which end of the values a word means, and of which kinds they can be (any where empty)."""

    end: End
    kinds: frozenset[str]
    word: str

    @classmethod
    def of(cls, word: str) -> "Order":
        """The order that a comparative or superlative asks for."""
        plain = word.lower()
        end = COMPARATIVES.get(plain) or SUPERLATIVES.get(plain) or "good"
        return cls(end, KINDS.get(plain, frozenset()), plain)

    @property
    def called(self) -> str:
        """The words that a header may have in place of the adjective."""
        return " ".join(said for words, said in _CALLED if words.match(self.word))

    def smallest(self, kind: str, better: tuple[bool, ...]) -> tuple[bool, ...]:
        """Whether the smallest value is meant, as far as a kind says; both where it does not."""
        if self.end in ("small", "large"):
            return (self.end == "small",)
        known = (kind == "time",) if self.end in ("fast", "slow") and kind in ("time", "rate", "bandwidth") else better
        return tuple(not one for one in known) if self.end in ("slow", "bad") else known


@dataclass(frozen=True, slots=True)
class Versus:
    """A word that sets what stands before `start` against what stands behind `end`."""

    start: int
    end: int
    order: Order
    alone: bool = False  # nobody is said behind it: the other one of two


def release_behind(text: str) -> tuple[int, int] | None:
    """Where a clause prints the release that it sets another one before: "1.1 is quicker than 1.0 in each query"."""
    match = THAN_RELEASE.search(text)
    return match.span("release") if match and _BEFORE.search(text[: match.start()]) else None


def versus(text: str) -> list[Versus]:
    """The comparisons of a clause."""
    other = release_behind(text)
    found = [
        Versus(one.start(), one.end(), Order.of(one["cmp"]))
        for one in VERSUS.finditer(text)
        if other or not text[one.end() :][:1].isdigit()
    ]
    beats = [Versus(one.start(), one.end(), Order.of(_beaten_by(one))) for one in _BEATS.finditer(text)]
    if not found and not beats and not re.search(r"\bthan\b", text):
        found = [
            Versus(*one.span(), by, alone=True)
            for one in _ALONE.finditer(text)
            if (by := Order.of(one["cmp"])).end not in ("good", "bad")  # "lower is better"
        ]
    return sorted((*found, *beats), key=lambda one: one.start)


def _beaten_by(match: re.Match[str]) -> str:
    """What a verb of winning orders: "outsold" and "out-earned" are of more, "outran" of what is better."""
    return "higher" if match["large"] else "better" if match["good"] else "worse"


def positive(text: str) -> frozenset[str]:
    """The roots of words that order by size, where they stand without: "the large machine" is one of two."""
    words = (one for one in re.findall(r"[a-z]+", text.lower()) if one not in COMPARATIVES and one not in SUPERLATIVES)
    return frozenset(map(root, words)) & _BY_SIZE


def changed(text: str, known: frozenset[str]) -> bool:
    """Whether a text orders changes, of which nothing known speaks: "gains most"."""
    return any(root(one) not in known for one in _CHANGES.findall(text))
