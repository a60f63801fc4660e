"""How prices are argued with, in words."""

import re
from collections.abc import Iterator

from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Parsed

CODE = "price-wording"
_CIRCULAR = re.compile(r"\b(?:price|cost|dollars?)s?\s+(?:per|/)\s+(?:dollar|price|cost)\b|\$\s?/\s?\$", re.IGNORECASE)
_PER_PRICE = re.compile(r"\bperf(?:ormance)?\s?(?:per|/)\s?(?:dollar|\$|euro)", re.IGNORECASE)
_ARGUED = re.compile(
    r"\b(?:price|cost)\s?[/-]\s?performance|\bperf(?:ormance)?\s?(?:per|/)\s?(?:dollar|\$|euro)|\bmore expensive\b|"
    r"\bhigher[- ]priced\b|\bprice advantages?|\bless expensive\b|\bcheaper\b|"
    # "The price remains the same as their predecessors'": an advantage, where performance has grown.
    r"\bpriced? (?:[\w-]+\s){0,5}(?:remains?|stays?|is|are|kept) (?:the same|unchanged)\b|\bat the same price\b",
    re.IGNORECASE,
)
_KEPT = re.compile(r"\b(?:the same|unchanged|same price)\b", re.IGNORECASE)
_GREW = re.compile(r"\b(?:perf\w*|fast\w*|throughput|quick\w*|speed\w*)\b", re.IGNORECASE)
NEAR = 24  # characters from "more expensive" to the product that is
# "Cheaper than a full scan" is about work, not money, unless money or a figure stands with it.
_DEAR = re.compile(r"\b(?:cheaper|(?:less|more) expensive)\b", re.IGNORECASE)
_LESS = re.compile(r"(?:cheaper|less expensive)", re.IGNORECASE)
_FIGURE = re.compile(r"\d|\b(?:half|twice|third|quarter|times|tenth)\b", re.IGNORECASE)
_MONEY = re.compile(
    r"[$€£]|\b(?:price|cost|dollar|euro|pay|paid|bill|spend|buy|money|budget|tco)\w*|"
    r"\d\s?(?:x|×|%|times|percent|per cent)\s(?:cheaper|(?:less|more) expensive)",
    re.IGNORECASE,
)


@check(CODE, version=4, severity="low", since="0.1.0")
def price_wording(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A document that argues with price prints a price, and its ratio has performance on one side.

    Why:
        "Price per dollar" is always one. An advantage in price and performance cannot be checked, nor compared with
        next year's, without the two prices.

    Flags:
        "Price per dollar" and its like; documents that claim an advantage in price, or in performance per price, and
        print no price at all (one finding a document).

    Passes:
        "Performance per dollar" beside two prices; "cheaper than a full scan", where no money and no figure is said;
        "cheaper instances" without any figure, which is no advantage of what the text is about.

    Does not judge:
        Whether a printed price is the one that is paid.
    """
    for parsed in corpus.parsed:
        found = [
            (passage, match) for passage in passages(parsed.document) for match in _CIRCULAR.finditer(passage.words)
        ]
        if found:
            yield _circular(parsed, found, list(_rates(parsed)))
        yield from _unpriced(parsed, corpus.vocabulary)


def _rates(parsed: Parsed) -> Iterator[Evidence]:
    """Where the same document says it rightly: "performance per dollar"."""
    for passage in passages(parsed.document):
        yield from (phrase(passage, match, "supporting") for match in _PER_PRICE.finditer(passage.words))


def _circular(parsed: Parsed, found: list[tuple[Passage, re.Match[str]]], rates: list[Evidence]) -> Finding:
    words = found[0][1].group()
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"{words!r} divides a price by a price; performance per dollar is probably meant",
        arithmetic="Price / price = 1 for everything.",
        comparison=(parsed.document.name, "circular"),
        evidence=(*(phrase(passage, match) for passage, match in found), *rates[:1]),
        likely_wrong_why="the wording",
    )


def _of_money(passage: Passage, match: re.Match[str], vocabulary: Vocabulary) -> bool:
    """Whether money is meant: by its words, by a word of money beside it, or by the product that it is said of.

    A price that stays is an advantage where the sentence says that performance grew.
    """
    if _LESS.fullmatch(match.group()) and not _FIGURE.search(passage.words):
        return False
    if _KEPT.search(match.group()):
        return bool(_GREW.search(passage.words))
    if not _DEAR.fullmatch(match.group()) or _MONEY.search(passage.words):
        return True
    behind = vocabulary.find(passage.words[match.end() :], "platforms")
    return bool(behind) and behind[0].start <= NEAR


def _unpriced(parsed: Parsed, vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    argued: list[Evidence] = []
    for passage in passages(parsed.document):
        found = _ARGUED.finditer(passage.words)
        argued.extend(phrase(passage, match) for match in found if _of_money(passage, match, vocabulary))
    if not argued:
        return
    if any(claim.figure.kind == "price" for claim in parsed.claims):
        yield Skip(CODE, (parsed.document.name,), "not applicable, because prices are printed")
        return
    yield Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"an advantage in price is claimed {_times(len(argued))}, and no price is printed",
        arithmetic="No sum can be made without the two prices.",
        comparison=(parsed.document.name, "unpriced"),
        evidence=tuple(argued),
        likely_wrong_why="nothing is wrong as printed; the prices are missing",
    )


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n} times"
