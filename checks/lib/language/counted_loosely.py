"""Of how many a clause speaks by single words where no phrase says so: "three queries", "nothing in the list"."""

import re

from checks.lib.language.quantifiers import NUM, THE, Quantifier, plain, quantifier
from schemas.number_words import POWERS, count, either

_SETS = {"pair": 2, "couple": 2, "trio": 3}
_SEVERAL = re.compile(
    r"(?<![\w.,$€£/-])(?P<only>(?:only|just|exactly|precisely|merely)\s)?"
    rf"(?:(?P<n>{NUM})|an?\s(?P<set>{either(_SETS)})\sof|an?\s(?P<one>single|lone|sole))(?:\sof)?\s{THE}"
    rf"(?P<noun>(?!(?:{either((*POWERS, 'hundred', 'dozen', 'times', 'percent', 'per'))})\b)[a-z][a-z-]*)(?![\w-])",
    re.IGNORECASE,
)
# "With 16 writers", "over the six models", "the two": on what condition, and not how many of them.
_BEFORE = frozenset("the our over with on at for in from by of beyond across under within after than per".split())
_ALL = re.compile(
    r"(?P<none>\b(?:none|no one|nobody|nothing|nowhere|never|neither|not (?:one|a single)|"
    r"(?:not|cannot)\s(?:\w+\s){0,2}(?:an?|one)|no(?=\s[a-z]))\b|n[’']t\s(?:\w+\s){0,2}(?:an?|one)\b|"
    r"(?:\b(?:not|cannot|hardly)|n[’']t)(?=\s[^,;:]{0,60}?\bany\b))|"
    r"\b(?<!not )(?<!nearly )(?<!almost )(?<!above )(?<!after )(?:all|every\w*|each|both|always|throughout|"
    r"(?:wh\w+)ever|whole|entire|complete|without exception)\b",
    re.IGNORECASE,
)


def counted(text: str) -> Quantifier | None:
    """What a clause says of how many: as every check reads it, else the first of the words that count any."""
    one = quantifier(text)
    loose = [each for each in (_several(text), universal(text)) if each]
    return one or min(loose, key=lambda each: each.start, default=None)


def universal(text: str) -> Quantifier | None:
    """All or none, by the words alone that say so in any clause: "won't find a printer", "wherever"."""
    match = _ALL.search(plain(text))
    return Quantifier("none" if match["none"] else "all", *match.span()) if match else None


def _several(text: str) -> Quantifier | None:
    for match in _SEVERAL.finditer(text):
        before = text[: match.start()].lower().split()[-1:]
        if match["only"] or not _BEFORE.intersection(before):
            n = 1 if match["one"] else _SETS[match["set"].lower()] if match["set"] else count(match["n"])
            return Quantifier("count", *match.span(), n=n, noun=match["noun"])
    return None
