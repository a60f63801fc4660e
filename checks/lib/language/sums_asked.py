"""Which sum the words around a figure ask for: an average, a total, a share, what a dollar buys.

The cues are of the language, none is of a thing: what the sum is taken of, the table says that stands beside.
"""

import re
from functools import lru_cache

AHEAD = 80  # characters ahead of a value in which what moves it stands
REACH = 40  # characters between a part and the word that says of what it is
_SUPERLATIVE = r"(?:quick|fast|slow|cheap|dear|great|small|large|low|high|short|long)est"
_CUES = {
    "mean": r"on average|averag\w+|means?|geomean|median|geometric|same weight|equal(?:ly)? weight\w*|middle of",
    "sum": r"in total|total\w*|altogether|all told|in all|combined|together|end[- ]to[- ]end|sums?|add(?:s|ed)? up|"
    r"aggregate|as a whole|the whole|from [\w -]{3,40} to [\w -]{3,40}(?=,)|start to finish|between them|"
    r"(?:all|every) \w+ included|for everything|across (?:all|the)|fully (?:loaded|equipped|populated)",
    "least": r"at least|no(?:t|ne|body|thing)?\b[^.,;]{0,40}\bless than|"
    r"never (?:fell|falls|drops?|dropped|below|under|less)|minimum|worst|lowest|smallest|anything from|between",
    "most": r"up to|as (?:much|many|high|little|low) as|at (?:most|best|its best)|peak\w*|maximum|"
    r"no(?:t|ne|body|thing)?\b[^.,;]{0,60}\bmore than|never (?:more|above|over|exceed\w*|tops?|rose|rises|went)|"
    r"tops? out|anything from|between|beyond",
    "per": r"per|apiece|for (?:each|every)|(?:each|every) (?!of|one)[a-z]+|each of|one (?:dollar|watt|euro|joule|core)|"
    r"an? (?:single )?(?:dollar|watt|euro|joule|kilowatt-?hour|terabyte|gigabyte|million|token|core|node|user|vector|"
    r"frame)",
    "spread": rf"{_SUPERLATIVE}\b.{{0,120}}\b{_SUPERLATIVE}|(?:best|top)\b.{{0,120}}\b(?:worst|bottom|last)|"
    r"worst\b.{0,120}\bbest",
    "scaling": r"scal\w+|linear\w*|efficien\w+|ideal|perfect",
    "product": r"an? (?:month|year|day|week|run|single|job|rack|cluster|system|node|server|box)|"
    r"per (?:month|year|day|week)|around the clock|day and night|all (?:of )?(?:\w+ ){0,2}|full\w*|every|costs?|whole|"
    r"together|each|machines?|of|with",
}
_ASKED = {name: re.compile(rf"\b(?:{words})\b", re.IGNORECASE) for name, words in _CUES.items()}
_QUANTITIES = {
    "price": r"\b(?:price\w*|costs?|cheap\w*|dear\w*|pay\w*|bills?|charge[sd]?|dollars?|spend\w*|tariff)\b|[$€£]",
    "power": r"\b(?:watts?|power|draws?|drew|frugal|electricity)\b",
    "energy": r"\b(?:energy|joules?|kwh|kilowatt-hours?|power|electricity)\b",
    "size": r"\b(?:bytes?|memory|footprint|storage|space|small\w*|large\w*|shr[aiu]nk\w*|heavier|lighter|disk|binary|"
    r"image|capacity|weighs?|MB|GB|TB)\b",
    "rate": r"\b(?:throughput|output speed|qps|rps|tps|iops|fps|"
    r"(?:tokens|requests|queries|images|samples|frames|operations|transactions) (?:per|a|each) second)\b",
    "bandwidth": r"\b(?:bandwidth|throughput|wire|network)\b",
    "time": r"\b(?:latenc(?:y|ies)|time to|run-?time|duration|delays?|waits?|start-?ups?|cold starts?|ttft|tpot)\b",
    "compute": r"\b(?:flops|compute|peak|petaflops|teraflops|arithmetic|utili[sz]ation)\b",
    "percent": r"\b(?:accuracy|errors?|misses|misheard|points|recall|hit rate|hits|loss)\b",
}
_OF = {name: re.compile(words, re.IGNORECASE) for name, words in _QUANTITIES.items()}
_PER = re.compile(
    r"\b(?:per|for (?:each|every|an?)|(?:each|every|an?|one)(?: single)?)\s(?P<what>[a-z-]+(?:\s[a-z-]+){0,2})|"
    r"/(?P<unit>[A-Za-z]+)|\b(?P<ly>core) for core\b",
    re.IGNORECASE,
)
_LESS = re.compile(
    r"\W{0,2}(?:[a-z][\w/-]*\s){0,3}?(?:less|more|fewer|faster|slower|quicker|sooner|earlier|later|longer|shorter|"
    r"lower|higher|better|worse|ahead|behind|cheaper|dearer|saved?|difference|apart|gap|lighter|heavier|extra|smaller|"
    r"larger|bigger|cooler|hotter|warmer|off|margin|lead|below|above)\b",
    re.IGNORECASE,
)
_MOVES = re.compile(
    r"\b(?:sav(?:es?|ed|ing|ings)|shav(?:es?|ed|ing)|cuts?|cutting|trim(?:s|med)?|los[et]s?|gain(?:s|ed)?|"
    r"drop(?:s|ped)?|sheds?|reduc\w+|fell|falls?|rose|rises?|gr[eo]ws?|climb(?:s|ed)?|improv\w+|differ\w*|gap|margin|"
    r"difference|beats?|leads?|trails?|lags?|frees?)\b(?!\s(?:\w+\s){0,4}?to\b)[^.;:,\d]{0,40}$",
    re.IGNORECASE,
)
# What a part is a share of; "a third of what it took" is a quotient.
_SHARED = re.compile(
    r"\b(?:share|portion|proportion|part|goes to|go to|spen[dt]s?|eats?|eaten|takes? up|took up|account\w*|"
    r"utili[sz]ation|hit rate|swallow\w*|makes? up|devour\w*|unused|attains?|keeps?|sustain\w*|devoted|claims?)\b",
    re.IGNORECASE,
)
_SHARE_OF = re.compile(
    r"\s?(?:of (?!(?:what|that|those|its|their|his)\b|"
    r"the (?:old|previous|former|original|predecessor|price|cost|time it)\w*)|goes|went|is|was|were)\b",
    re.IGNORECASE,
)
_CONDITION = re.compile(
    r"\b(?:if|should|might|expect\w*|target\w*|goal|plan(?:s|ned) to|hope|aim\w*|until|warm-?up|time-?out|"
    r"exclud\w+|except|leav\w+ (?:out|aside)|not count\w+|apart from|net of|other than|"
    r"competitor\w*|rivals?|elsewhere|forecast\w*)\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=65536)
def asked(words: str) -> frozenset[str]:
    """The sums that words can ask for: "mean", "sum", "least", "most", "per", "spread", "scaling", "product"."""
    return frozenset(name for name, cue in _ASKED.items() if cue.search(words))


@lru_cache(maxsize=65536)
def quantities(words: str) -> frozenset[str]:
    """The kinds of values that words are of: "cheaper" is of a price; none of "faster"."""
    return frozenset(name for name, cue in _OF.items() if cue.search(words))


def per(words: str) -> str:
    """All that a text tells something per: "a dollar buys", "for every joule", "tokens/s"."""
    return " ".join(match["what"] or match["unit"] or match["ly"] for match in _PER.finditer(words))


def is_share(words: str, start: int, end: int) -> bool:
    """Whether a part or percentage at [start, end) is a share of a whole."""
    return bool(_SHARED.search(words, max(0, start - REACH), start) or _SHARE_OF.match(words, end))


def is_difference(words: str, start: int, end: int) -> bool:
    """Whether a value at [start, end) lies between two others: "144 ms sooner", "saves 56 W"."""
    inside = words.find(" ", start) + 1  # the words behind a number may be read as its unit
    less = _LESS.match(words, end) or (inside and _LESS.match(words, inside))
    return bool(less or _MOVES.search(words, max(0, start - AHEAD), start))


def is_supposed(words: str) -> bool:
    """Whether words speak of a condition, a goal, or of somebody else."""
    return bool(_CONDITION.search(words))
