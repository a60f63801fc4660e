"""Systems said to be alike in price or power by a document that prints neither."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.statement import Parsed

CODE = "parity-without-figure"
_ALIKE = r"(?:closest|nearest|comparable|similar|equivalent|identical|same|equal|like)"
_OF = r"(?:price|priced|cost|power|tco|budget)"
_PARITY = re.compile(
    rf"\b{_ALIKE}\b(?:\s[\w-]+){{0,3}}?\s(?:in|by|on)\s(?:terms\s+of\s+|both\s+)?{_OF}\b(?:(?:,|\sand|\sor)\s{_OF}\b)*|"
    rf"\b(?:at|for|within|in|of)\s(?:an?\s|the\s|roughly\s|about\s)*{_ALIKE}\s{_OF}(?:\s(?:and\s)?{_OF})*\b|"
    rf"\b(?:similarly|comparably|equally)[- ]priced\b|\biso-(?:price|cost|power)\b|"
    rf"\b(?:price|cost|power)[- ](?:matched|equivalent|equalized|parity)\b",
    re.IGNORECASE,
)
_SYSTEM = re.compile(
    r"\b(?:platform|system|server|gpu|cpu|accelerator|instance|hardware|machine|chip|node|cluster|vm)s?\b",
    re.IGNORECASE,
)
# What a text may be alike in, and what it prints where it says how much.
_MEASURES = {
    "price": (
        re.compile(r"pric|cost|tco|budget", re.IGNORECASE),
        re.compile(r"[$€£]\s?\d|\d\s?(?:USD|EUR|GBP|dollars?|euros?)\b"),
    ),
    "power": (re.compile(r"power", re.IGNORECASE), re.compile(r"\d\s?(?:k|M)?(?:W|watts?|Watts?|kilowatts?)\b")),
}
Found = list[tuple[Passage, re.Match[str]]]


@check(CODE, version=1, severity="low", since="0.1.0")
def parity_without_figure(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A document that compares systems because they are alike in price or power prints price or power.

    Why:
        "The closest platform in price" decides over what a factor is taken, and so how large it is. Without the two
        prices nobody can tell whether another system would have been the one to compare with.

    Flags:
        Words that call systems the same, similar or closest in price, cost or power, in a document that prints factors
        and no price, or no power; one finding a document.

    Passes:
        The same words where the document prints a price (a power) somewhere; costs that are not those of a system ("at
        the same cost per lookup").

    Does not judge:
        Whether what is printed bears the words out; documents without factors (skipped).
    """
    for parsed in corpus.parsed:
        found = [
            (one, match)
            for one in passages(parsed.document)
            for match in _PARITY.finditer(one.words)
            if _of_system(one, match, corpus)
        ]
        if found and not any(claim.figure.kind in FACTORS for claim in parsed.claims):
            yield Skip(CODE, (parsed.document.name,), "not applicable, because it prints no factors")
        elif found:
            yield from _judge(parsed, found)


def _of_system(passage: Passage, match: re.Match[str], corpus: Corpus) -> bool:
    rate = re.match(r"\s+(?:per|for each)\b", passage.words[match.end() :])
    named = _SYSTEM.search(passage.words) or corpus.vocabulary.find(passage.words, "platforms")
    return bool(named) and not rate


def _judge(parsed: Parsed, found: Found) -> Iterator[Finding]:
    missing: list[str] = []
    unsized: Found = []
    for name, (words, printed) in _MEASURES.items():
        said = [one for one in found if words.search(one[1].group())]
        if said and not printed.search(parsed.document.text):
            missing.append(name)
            unsized += said
    if missing:
        yield _finding(parsed, missing, list(dict.fromkeys(unsized)))


def _finding(parsed: Parsed, missing: list[str], found: Found) -> Finding:
    words = listed(repr(" ".join(match.group().split())) for _, match in found)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"systems are compared as {words}, and the document prints no {' and no '.join(missing)}",
        arithmetic=f"No sum can be made without the {' and the '.join(missing)} of both.",
        comparison=(parsed.document.name, *missing),
        evidence=tuple(phrase(passage, match) for passage, match in found),
        likely_wrong_why="nothing is wrong as printed; what the choice of the baseline rests on is missing",
    )
