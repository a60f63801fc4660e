"""Counts that are multiplied in words."""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.statement import Parsed

CODE = "counts-multiply"
_NUMBER = r"\d{1,3}(?:,\d{3})+|\d+"
_WHOLE = r"(?:nodes?|servers?|systems?|machines?|racks?|hosts?|instances?|boards?|trays?|pods?|clusters?|boxes|chassis)"
_PART = r"(?:[A-Z]{1,2}PU|accelerator|chip|processor|card|core|device|die|node|server|socket)s?"
_EACH = re.compile(
    rf"(?P<wholes>{_NUMBER})\s+(?:[\w-]+\s+){{0,3}}?{_WHOLE}\b(?:[^.;]{{0,60}}?)\s*(?:x|×|with|of|each (?:with|having|"
    rf"holding|containing)|having|holding|containing)\s+(?P<parts>{_NUMBER})\s+(?:[\w-]+\s+){{0,3}}?(?P<part>{_PART})\b",
    re.IGNORECASE,
)
_TOTAL = re.compile(
    rf"(?:(?:total(?:ling|ing)?(?: of)?|altogether|=|equals|making|i\.e\.,?|or|for)\s+(?P<a>{_NUMBER})\s+"
    rf"(?:[\w-]+\s+){{0,3}}?(?P<part_a>{_PART})\b"
    rf"|(?P<b>{_NUMBER})\s+(?:[\w-]+\s+){{0,3}}?(?P<part_b>{_PART})\s+(?:in total|altogether|overall)\b)",
    re.IGNORECASE,
)


@check(CODE, version=1, severity="medium", since="0.1.0")
def counts_multiply(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Systems times parts in each system is the number of parts.

    Why:
        The number of chips is what a result is divided by. "171 nodes with 8 GPUs each, 1,386 GPUs in total" has two
        digits swapped, and every figure per chip is off by that.

    Flags:
        A sentence whose number of systems, parts in each and total do not multiply.

    Passes:
        171 x 8 = 1,368; totals that are hedged ("more than 1,000 GPUs") and hold.

    Does not judge:
        Totals of other parts; sentences that print two of the three numbers (skipped).
    """
    for parsed in corpus.parsed:
        for passage in passages(parsed.document):
            each = _EACH.search(passage.words)
            if each:
                yield from _check(passage, each, parsed)


def _check(passage: Passage, each: re.Match[str], parsed: Parsed) -> Iterator[Finding | Skip]:
    total = _total(passage, each)
    if total is None:
        reason = "not applicable, because no total is printed beside the two counts"
        yield Skip(CODE, (parsed.document.name, each["wholes"], each["parts"]), reason)
        return
    printed, start = total
    product = _number(each["wholes"]) * _number(each["parts"])
    hedge = passage.words[max(0, start - 12) : start].lower()
    fits = product == printed
    if re.search(r"(?:over|than|least)\s+$", hedge):
        fits = product >= printed
    elif re.search(r"(?:about|around|nearly|almost|~|roughly|some)\s*$", hedge):
        fits = abs(product - printed) <= printed / 20
    if not fits:
        yield _finding(passage, each, printed, product)


def _total(passage: Passage, each: re.Match[str]) -> tuple[Decimal, int] | None:
    for match in _TOTAL.finditer(passage.words):
        group = "a" if match["a"] else "b"
        apart = match.end(group) <= each.start("parts") or match.start(group) >= each.end("parts")
        same = match[f"part_{group}"].lower().rstrip("s") == each["part"].lower().rstrip("s")
        if apart and same and match.start(group) != each.start("wholes"):
            return _number(match[group]), match.start(group)
    return None


def _number(printed: str) -> Decimal:
    return Decimal(printed.replace(",", ""))


def _finding(passage: Passage, each: re.Match[str], printed: Decimal, product: Decimal) -> Finding:
    sum_ = f"{each['wholes']} x {each['parts']} = {product:,f}"
    whole = re.compile(r"(?s).+").match(passage.words)
    return Finding(
        check=CODE,
        check_version=1,
        verdict="inconsistent",
        severity="medium",
        message=f"{sum_} {each['part']}, but the text says {printed:,f}",
        arithmetic=f"{sum_}, not {printed:,f}.",
        comparison=(passage.document.name, each["part"].lower(), each["wholes"], each["parts"]),
        evidence=(phrase(passage, each), phrase(passage, whole or each, "context")),
        likely_wrong_why="one of the three numbers, it cannot be told which",
    )
