"""Whether two statements are of two cases: a token of one class stands in both, with other values.

Classes are releases, times (month, quarter, year, weekday), counts of one noun, numbers behind one noun, modifiers of
one noun, with and without, and the words of which a statement has one (read or write, cold or warm).
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise

from checks.lib.language.settings import opposed
from checks.lib.language.tokens import GENERIC, coded, counted, every_root, one_release, root, software, tokens
from checks.lib.telling.told import VERBS
from schemas.months import MONTHS
from schemas.number_words import ONES, POWERS, either

Classes = Mapping[str, frozenset[str]]
_MONTH = rf"(?:{either(one.capitalize() for one in MONTHS)})\b|(?:Jan|Feb|Mar|Apr|Jun|Jul|Aug|Sept?|Oct|Nov|Dec)\b"
_TIMES = {
    "month": re.compile(rf"\b(?P<v>{_MONTH})\b"),
    "year": re.compile(r"(?<![\w.,])(?P<v>20[0-4]\d|19[89]\d)(?![\w,]|\.\d)"),
    "quarter": re.compile(
        r"\bQ(?P<v>[1-4])\b|\b(?P<w>first|second|third|fourth|last) (?:quarter|half)\b", re.IGNORECASE
    ),
    "weekday": re.compile(r"\b(?P<v>(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day)s?\b"),
    "season": re.compile(r"\b(?P<v>spring|summer|autumn|winter)\b", re.IGNORECASE),
    "daytime": re.compile(r"\b(?P<v>night|day|daytime|morning|evening|noon)\b(?! ?of\b)", re.IGNORECASE),
}
_QUARTERS = {"first": "1", "second": "2", "third": "3", "fourth": "4", "last": "4"}
_STATISTIC = re.compile(
    r"\b(?P<mean>average\w*|averag\w+|mean|typical\w*|usual\w*)\b|\b(?P<median>median|half of)\b|"
    r"\b(?P<p>p\d\d(?:\.\d+)?)\b|"
    r"\b(?P<n>\d\d(?:\.\d+)?)(?:st|nd|rd|th)?[- ]percentile|"
    r"\b(?P<share>9\d(?:\.\d+)?)\s?(?:%|per ?cent|(?: out)? of 100) of\b|"
    r"\b(?P<top>peak\w*|maximum|max|highest|best|fastest|record|worst|slowest|longest|up to|at most)\b|"
    r"\b(?P<low>minimum|min|lowest|shortest|at least)\b",
    re.IGNORECASE,
)
_NUMBERED = re.compile(
    r"\b(?P<noun>[A-Za-z]{3,})(?:\s(?:of|size|factor))?\s(?P<n>\d{1,7}(?:,\d{3})*)(?![\w%]|[.,]\d|\s?[A-Za-zµ/%$])"
)
_BEHIND = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>\d+(?:,\d{{3}})*|(?i:zero|few|many|{either(ONES)}))-(?P<noun>[a-z]{{3,}})\b"
)
_WITH = re.compile(
    r"\b(?P<not>without|no|excluding)\s(?:an?\s|the\s|any\s)?(?P<noun>[A-Za-z][\w-]+)|\b(?:with|including)\s(?:an?\s|the\s)?(?P<yes>[A-Za-z][\w-]+)",
    re.IGNORECASE,
)
_STATE = re.compile(
    r"\b(?P<noun>[a-z][\w-]+)\s(?:is\s|are\s|turned\s|switched\s)?(?P<state>on|off|enabled|disabled|open|closed)\b(?!\s+(?:the|an?|one|two|\d|[A-Z]))"
)


_RELEASE = frozenset(map(root, ("release", "version")))
_ORDINAL = re.compile(
    r"\b(?P<at>first|second|third|fourth|fifth|last|next|previous|1st|2nd|3rd)\s(?P<noun>[a-z]{3,})\b", re.IGNORECASE
)
_ONCE = re.compile(
    r"\b(?:last|previous|past)\s(?:spring|summer|autumn|winter|year|month|week|quarter|time|release|version)\b|"
    r"\b(?:previously|formerly|earlier|originally|ago|until now|at first|back then)\b",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:now|today|currently|nowadays|these days|this (?:year|month|week|quarter|spring|autumn))\b", re.IGNORECASE
)
_KIND = re.compile(
    r"\b(?P<of>[A-Za-z][\w-]*)\s(?P<noun>editions?|tiers?|plans?|modes?|regions?|variants?|splits?|sets?|kits?|families|family|"
    r"builds?|profiles?|presets?|quality|class|version|model)\b",
    re.IGNORECASE,
)
_LETTERED = re.compile(r"\b(?P<noun>size|class|grade|option|model|type|mode|plan|phase)\s(?P<n>[A-Z]{1,3})\b")
_NO_NOUN = frozenset(
    map(
        root,
        """the and for with from than about over under only just score scores scored reach of is was are to table figure
        section by into takes took""".split(),
    )
)
_WAY = re.compile(r"\b(?P<a>[A-Z][a-z]+)(?:\s(?:in)?to\s|\s?(?:→|->)\s?|-)(?P<b>[A-Z][a-z]+)\b")
_NO_COUNT = frozenset(map(root, (*POWERS, "percent", "per")))  # "402 million": of the value, counts nothing
# One core is one thread: of both a run has so many.
_PARALLEL = {root(word): "cores" for word in ("core", "thread", "cpu", "hart", "threaded")}
_STATES = {"enabled": "on", "disabled": "off", "open": "on", "closed": "off"}


def two_cases(left: Sequence[str], right: Sequence[str]) -> str:
    """What tells two statements apart, "" for nothing; each is the texts around a figure, from its clause outwards.

    The innermost text that says a class decides: "in May" of the sentence, not the June of the report's title.
    """
    if found := next(iter(opposed(left, right)), ""):
        return found
    for name in _CLASSES:
        mine, theirs = (_innermost(texts, name) for texts in (left, right))
        for key in mine.keys() & theirs.keys():
            if not _meet(name, mine[key], theirs[key]) and not (
                name == "kind" and _says(left, right, mine, theirs, key)
            ):
                return f"{key}: {', '.join(sorted(mine[key]))} against {', '.join(sorted(theirs[key]))}"
    return _left_out(left, right) or _left_out(right, left) or _coded_apart(left, right) or _undone(left[0], right[0])


def _says(left: Sequence[str], right: Sequence[str], mine: Classes, theirs: Classes, key: str) -> bool:
    """Whether the texts of one say the other's word of a kind: "the call centre set" of the row "Call centre"."""
    every = [frozenset().union(*map(every_root, texts)) for texts in (left, right)]
    return bool(mine[key] & every[1] or theirs[key] & every[0])


def counts_clash(left: str, right: str) -> bool:
    """Whether two texts count one noun differently: "with two sockets", "one socket"."""
    mine, theirs = (gathered(_counts(text)) for text in (left, right))
    return any(not mine[noun] & theirs[noun] for noun in mine.keys() & theirs.keys())


def _left_out(left: Sequence[str], right: Sequence[str]) -> str:
    """What one is told to be without and the other speaks of: "without paint", "painted"."""
    without = {key for key, values in _innermost(left, "held").items() if values == {"without"}}
    theirs = every_root(right[0]) - _innermost(right, "held").keys()
    return next((f"without {word}" for word in sorted(without & theirs)), "")


def _undone(left: str, right: str) -> str:
    """A word that one says and whose opposite the other does: "cached", "uncached"."""
    mine, theirs = (frozenset(re.findall(r"[a-z]{4,}", text.lower())) for text in (left, right))
    undone = ((f"{by}{word}", word) for word in sorted(mine ^ theirs) for by in ("un", "non"))
    every = mine ^ theirs
    return next(
        (f"{other} against {word}" for other, word in undone if other in every and _split(other, word, mine)), ""
    )


def _split(one: str, other: str, mine: frozenset[str]) -> bool:
    return (one in mine) != (other in mine)


def _coded_apart(left: Sequence[str], right: Sequence[str]) -> str:
    """Names with a digit of each that the other does not say anywhere: "H100" against "A100"."""
    codes = coded(left[0]), coded(right[0])
    if not all(codes):
        return ""
    every = [frozenset().union(*map(every_root, texts)) for texts in (left, right)]
    mine, theirs = codes[0] - every[1], codes[1] - every[0]
    return f"{min(mine)} against {min(theirs)}" if mine and theirs else ""


def _meet(name: str, mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return one_release(mine, theirs) if name == "release" else bool(mine & theirs)


def _innermost(texts: Sequence[str], name: str) -> dict[str, frozenset[str]]:
    found: dict[str, frozenset[str]] = {}
    for number, text in enumerate(texts):
        # "Average power is 10 kW" before a sentence is the mean of that, and of nothing in it.
        if number and name == "statistic" and _PRINTED.search(text):
            continue
        for key, values in _classes(text)[name].items():
            found.setdefault(key, values)
    return found


_PRINTED = re.compile(r"(?<![\w.-])\d[\d,.]*\s?(?:%|[xX×](?!\w)|[A-Za-zµ]{1,3}\b|[A-Za-z]+/)")


@lru_cache(maxsize=8192)
def _classes(text: str) -> Mapping[str, Classes]:
    return {name: gathered(read(text)) for name, read in _CLASSES.items()}


def gathered(found: Iterator[tuple[str, str]]) -> Classes:
    """Values by the key that they are of."""
    found_by: dict[str, set[str]] = {}
    for key, value in found:
        found_by.setdefault(key, set()).add(value)
    return {key: frozenset(values) for key, values in found_by.items()}


def _times(text: str) -> Iterator[tuple[str, str]]:
    for name, pattern in _TIMES.items():
        for match in pattern.finditer(text):
            value = next(filter(None, match.groups())).lower()
            yield name, _QUARTERS.get(value, value[:3])


def statistics(text: str) -> Iterator[tuple[str, str]]:
    """Which statistic of a series a text speaks of: p50, p99, mean, top, low."""
    for match in _STATISTIC.finditer(text):
        name = match.lastgroup or ""
        said = match[name].lower()
        value = {"median": "p50", "p": said, "n": f"p{said}", "share": f"p{said}"}.get(name, name)
        yield "statistic", value


def _releases(text: str) -> Iterator[tuple[str, str]]:
    every = tokens(text)
    for left, right in pairwise(every):
        if (left.name or left.capital or left.root in _RELEASE) and right.number and "." in right.root:
            yield f"release {left.root}", right.root
    for name, numbers in software(text).items():
        yield from ((f"release {name}", number) for number in numbers)


def _counts(text: str) -> Iterator[tuple[str, str]]:
    for noun, numbers in counted(text).items():
        for number in () if noun in _NO_COUNT else numbers:
            yield _PARALLEL.get(noun, noun), number
    for match in _BEHIND.finditer(text):
        noun = root(match["noun"])
        yield _PARALLEL.get(noun, noun), root(match["n"])


def _ways(text: str) -> Iterator[tuple[str, str]]:
    """Pairs in their order: "Danish to Finnish" is not "from Finnish to Danish"."""
    for match in _WAY.finditer(text):
        pair = match["a"].lower(), match["b"].lower()
        yield f"way {min(pair)} {max(pair)}", pair[0]


def _numbered(text: str) -> Iterator[tuple[str, str]]:
    for match in _NUMBERED.finditer(text):
        noun = root(match["noun"])
        if noun not in _NO_NOUN and noun not in GENERIC:
            yield noun, root(match["n"])


def _kinds(text: str) -> Iterator[tuple[str, str]]:
    for match in _LETTERED.finditer(text):
        yield root(match["noun"]), match["n"]
    for match in _KIND.finditer(text):
        if telling(root(match["of"])):
            yield root(match["noun"]), root(match["of"])


def _ordinals(text: str) -> Iterator[tuple[str, str]]:
    for match in _ORDINAL.finditer(text):
        yield f"which {root(match['noun'])}", root(match["at"])


def _eras(text: str) -> Iterator[tuple[str, str]]:
    if _ONCE.search(text):
        yield "era", "once"
    if _NOW.search(text):
        yield "era", "now"


def _held(text: str) -> Iterator[tuple[str, str]]:
    for match in _WITH.finditer(text):
        yield root(match["noun"] or match["yes"]), "without" if match["not"] else "with"
    for match in _STATE.finditer(text):
        yield root(match["noun"]), _STATES.get(match["state"].lower(), match["state"].lower())


def telling(word: str) -> bool:
    """Whether a root is a word of substance: neither grammar nor a number."""
    return word not in GENERIC and word not in VERBS and word not in _NO_NOUN and not word[0].isdigit()


_CLASSES = {
    "time": _times,
    "statistic": statistics,
    "release": _releases,
    "count": _counts,
    "numbered": _numbered,
    "held": _held,
    "kind": _kinds,
    "way": _ways,
    "ordinal": _ordinals,
    "era": _eras,
}
