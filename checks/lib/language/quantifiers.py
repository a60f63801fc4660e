"""Of how many a clause speaks: all, none, only those named, all but those, so many of so many."""

import re
from dataclasses import dataclass, replace
from typing import Literal

from schemas.number_words import count, either, in_words
from schemas.remembered import remembered

Mode = Literal["all", "none", "only", "but", "count", "most"]
NUM = rf"(?:{either(in_words(*range(1, 21)))}|\d{{1,3}})\b(?![.,]\d|\s?%)"
THE = r"(?:(?:the|our|all|these|those|its|my|tested|other|listed)\s){0,3}"
_OF = rf"(?:(?:out\s)?of\s){THE}"
_EXCEPT = r"(?:bar|but|except(?:\sfor|\sthe)?|apart\sfrom|other\sthan|save(?:\sfor)?|besides|aside\sfrom)"
_NOBODY = (
    r"(?:none(?:\sof\s(?:the|our|these|those|its)(?:\sothers?)?)?|nobody(?:\selse)?|no\sone(?:\selse)?|"
    r"nothing(?:\selse)?|no(?:\sother|\ssingle)?\s[A-Za-z-]+(?:\s[a-z-]+){0,2}?)"
)
_NAMES = r"(?P<names>[^;:.]*)"
# What "no", "all" and "each" begin that counts nothing.
_NO = (
    r"(?!\s(?:more|less|fewer|longer|later|matter|doubt|better|worse|faster|slower|higher|lower|difference|"
    r"need|wonder|one|surprise|secret|further|such|than)\b)"
)
_ALL = (
    r"(?!\s(?:day|night|year|week|month|time|times|the\s(?:same|while|time|way|rest)|in\sall|round|along|"
    r"over|kinds?|sorts?|other\b))"
)
_BEFORE_EACH = r"(?<!above )(?<!after )(?<!not )(?<!first of )"
_BEFORE_ALL = r"(?<!above )(?<!after )(?<!at )(?<!not )(?<!first of )"
_READ: tuple[tuple[Mode, str], ...] = (
    (
        "but",
        (
            rf"\b(?:all|every\w*|each|any|everyone)\b(?P<noun>(?:\s(?!{_EXCEPT}\b)[\w-]+){{0,4}}?),?"
            rf"\s{_EXCEPT}\s(?P<n>{NUM})(?:\s{_OF}(?P<m>{NUM}))?(?!\s?%)"
        ),
    ),
    (
        "but",
        (
            rf"\b(?:all|every\w*|each|any|everyone)\b(?P<noun>(?:\s(?!{_EXCEPT}\b)[\w-]+){{0,4}}?),?"
            rf"\s{_EXCEPT}\s{_NAMES}"
        ),
    ),
    ("only", rf"\b{_NOBODY}(?:,?\s){_EXCEPT}\s{_NAMES}"),
    ("only", r"\bthe\s(?:only|sole|lone|single|one\sand\sonly)\s(?P<one>(?:one|[a-z-]+(?:\s[a-z-]+){0,2}))\b"),
    ("only", r"(?P<names>[^,;:.]{1,60}?)\s(?:is|are|was|were|stands?|stood|remains?)\s(?:all\s)?alone\b"),
    # "The NPU alone delivers 48 TOPS" says that it needs nobody else.
    ("only", r"(?:^|[:;|]\s)\W*(?P<names>(?:(?!\bthe\s)[^,;:.|]){1,60}?)\salone\b"),
    # "Every one of the three" is all of them, and "not one of the three" none.
    (
        "count",
        (
            r"\b(?<!every )(?<!each )(?<!any )(?<!not )(?<!not even )(?<!single )"
            rf"(?P<n>{NUM})\s{_OF}(?P<m>{NUM})(?:\s(?P<noun>[a-z-]+))?"
        ),
    ),
    (
        "count",
        (
            rf"\b{_OF}(?P<m>{NUM})(?:\s(?P<noun>[a-z-]+)){{1,2}},?\s(?:only\s|just\s)?(?P<n>{NUM})(?!\s{_OF})"
            rf"(?=\s(?!(?:second|minute|hour|day|ms|milli|micro|watt|gb|mb|times|percent|per\b))[a-z])"
        ),
    ),
    (
        "count",
        (
            rf"^\W*{_OF}(?P<m>{NUM})(?:\s(?P<noun>[a-z-]+)){{1,2}}\s?[|,][^,;|]{{3,60}}?"
            rf"\b(?:in|on|at|for|wins?|won|leads?|led|loses?|lost)\s(?:only\s|just\s)?(?P<n>{NUM})"
            r"(?=\s?(?:[.,;:]|$)|\s(?:and|while|but|of\sthem)\b)"
        ),
    ),
    ("count", rf"\b(?P<half>half)\s(?:of\s)?(?:the|our|these|those|all)\s(?:(?P<m>{NUM})\s)?(?P<noun>[a-z-]+)"),
    ("most", rf"\b(?:most|the\smajority)\sof\s{THE}(?:(?P<m>{NUM})\s)?(?P<noun>[a-z-]+)"),
    ("most", r"\b(?:(?:in|on|for|with|at|across|under)\s|^\W*)most\s(?!of\b)(?P<noun>[a-z-]+)"),
    ("only", rf"\bonly\s(?!{NUM})(?:the\s)?{_NAMES}"),
    ("none", rf"\bnone\sof\s{THE}(?:(?P<m>{NUM})\s?)?(?P<noun>[a-z-]+)?"),
    (
        "none",
        (
            r"\b(?:none|nobody(?:\selse)?|no\sone(?:\selse)?|neither(?:\sof\sthe\s\w+)?|never|not\sonce|"
            r"at\sno\s(?:time|point|moment))\b"
        ),
    ),
    (
        "none",
        (
            rf"\b(?:not\s(?:a\ssingle|one)(?:\sof\s{THE}(?:(?P<m>{NUM})\s)?)?|no\b{_NO}(?:\sother|\ssingle|"
            rf"\sof\sthe)?)\s(?P<noun>[A-Za-z][a-z-]*)"
        ),
    ),
    (
        "all",
        rf"\b{_BEFORE_EACH}(?:all|each|every\sone)\s(?:of\s)?{THE}(?P<m>{NUM})(?:\s(?P<noun>[a-z-]+))?",
    ),
    ("all", rf"\b(?:each|every\sone|all)\sof\s{THE}(?P<noun>[a-z-]+)"),
    (
        "all",
        (
            rf"\b(?:{_BEFORE_EACH}(?:every(?:\ssingle)?|each(?!\sother))|"
            rf"{_BEFORE_ALL}all{_ALL}(?:\s(?:the|our|these|those|its))?)\s(?P<noun>(?!of\b)[a-z-]+(?:\s(?!(?:that|which|with|we|it|of)\b)(?-i:[a-z-]+))?)"
        ),
    ),
    (
        "all",
        (
            r"\b(?:whatever|whichever|regardless\sof|irrespective\sof|no\smatter|independent(?:ly)?\sof)"
            r"(?:\s(?:the|its|your|which|what|how))*\s(?P<noun>(?!(?:you|we|it|they|is)\b)[a-z-]+)"
        ),
    ),
    (
        "all",
        (
            r"\b(?:both(?!\s(?:in|on|at|for|with|by|under|from|to)\b)|always|throughout|across\sthe\sboard|without\sexception|everywhere|in\severy\scase|"
            r"each\stime)\b"
        ),
    ),
)
_PATTERNS = tuple((mode, re.compile(pattern, re.IGNORECASE)) for mode, pattern in _READ)
_NONE = re.compile(r"\b(?:nobody|none|no one|nothing|never|every|each|all)\b", re.IGNORECASE)
# "Every query that reads less than a gigabyte" is of some of them.
_WHICH = re.compile(r"\s(?:that|which|with|where|whose|from|using|when|if|having)\b", re.IGNORECASE)
STAYS = re.compile(
    r"\b(?:stay|remain|keep|hold|kept|held)(?:s|ed|ing)?\b(?=\s(?:well\s|comfortably\s|safely\s|always\s|at\s)?"
    r"(?:under|below|within|above|over|less|more|most|least))",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b((?:all|every\w*|each|none|nobody|no|any|nothing|anybody|anyone)\b(?:\s[\w-]+){0,4}?),?\sbut\s", re.IGNORECASE
)

EXCEPT = re.compile(rf"\b{_EXCEPT}\b(?P<names>.*)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Quantifier:
    """What a clause says of how many; `names` is the text that names those meant or left out, `m` 0 for no count."""

    mode: Mode
    start: int
    end: int
    n: int = 0
    m: int = 0
    half: bool = False
    noun: str = ""
    names: str = ""
    names_at: int = -1
    one: bool = False  # "the only one": whom the sentence names besides


def plain(text: str) -> str:
    """A text in which the "but" of "nobody but" is no conjunction; of the same length."""
    return _BUT.sub(lambda match: match.group()[:-4] + "bar ", text)


@remembered
def quantifier(text: str) -> Quantifier | None:
    """The first of the readings of a clause, from the most special one; None where it counts nothing."""
    for mode, pattern in _PATTERNS:
        match = pattern.search(text)
        if match:
            # "At three of the four nobody waited": of how many within how many no table of either tells.
            nested = mode == "count" and _NONE.search(text[match.end() :])
            one = _of(mode, match)
            return (
                None
                if nested or (not one.m and not one.names and not one.one and _WHICH.match(text, match.end()))
                else one
            )
    match = STAYS.search(text)
    return Quantifier("all", *match.span()) if match else None


def _of(mode: Mode, match: re.Match[str]) -> Quantifier:
    found = match.groupdict()
    n, m = (count(found.get(name) or "0") for name in ("n", "m"))
    names = found.get("names") or ""
    m = 2 if match.group().lower() in ("both", "neither") else m
    return Quantifier(
        mode,
        *match.span(),
        n=n,
        m=m,
        half=bool(found.get("half")),
        noun=(found.get("noun") or "").strip(),
        names=names,
        names_at=match.start("names") if names else -1,
        one=bool(found.get("one")),
    )


def holds(said: Quantifier, truths: dict[str, bool | None], named: frozenset[str]) -> bool:
    """Whether a quantifier can be true of these: each True, False, or None where its print leaves it open."""
    sure = sum(one is True for one in truths.values())
    able = sum(one is not False for one in truths.values())
    all_ = len(truths)
    match said.mode:
        case "all":
            return able == all_
        case "none":
            return not sure
        case "only":
            fits = all(one is not False for key, one in truths.items() if key in named)
            return fits and not any(one is True for key, one in truths.items() if key not in named)
        case "but":
            if said.n:
                return sure <= all_ - said.n <= able
            fits = all(one is not True for key, one in truths.items() if key in named)
            return fits and all(one is not False for key, one in truths.items() if key not in named)
        case "most":
            return able * 2 > all_
        case _:
            n = all_ / 2 if said.half else said.n
            return sure <= n <= able


def inverted(one: Quantifier) -> Quantifier | None:
    """Of those that are lost, what that says of those that are won; None where the clause does not count all."""
    match one.mode:
        case "count":
            return replace(one, n=one.m - one.n) if one.m else None
        case "only":
            return replace(one, mode="but")
        case "but":
            return replace(one, mode="only") if one.names else None
        case "all" | "none":
            return replace(one, mode="none" if one.mode == "all" else "all")
        case _:
            return None
