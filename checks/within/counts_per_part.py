"""Numbers of parts that the lines of a data sheet print: shelves per rack, drives per shelf, drives per rack."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.tokens import root
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "counts-per-part"
_LABEL = re.compile(
    r"(?P<part>[A-Za-z][\w/ -]{1,40}?) (?:per|in each|in every|in a|each) (?P<whole>[A-Za-z][\w -]{1,24}?):?"
)
_TOTAL = re.compile(
    r"(?:total (?:number of )?|number of )?(?P<part>[A-Za-z][\w/-]*(?: [A-Za-z][\w/-]*)??)(?:,? (?:in )?total)?:?",
    re.IGNORECASE,
)
# A total that is said to be of more, or fewer, than full wholes.
_UNEVEN = re.compile(
    r"\b(?:last|except\w*|remaining|others?|only|half|partly|partial\w*|spares?|reserved|mixed|some|most|additional)\b",
    re.IGNORECASE,
)
_WHOLE = re.compile(r"\d{1,3}(?:,\d{3})+|\d{1,7}")
_LINE = re.compile(
    r"(?m)^[ \t]*(?:[-*•+][ \t]+)?[*_]*(?P<label>[A-Za-z][^:|\n\t]{1,60}?)[*_]*(?::[*_]*[ \t]+|\t)(?P<n>[\d,]+)[ \t]*$"
)
_LEAST = 2  # systems and parts; one of either proves nothing


@dataclass(frozen=True, slots=True)
class _Count:
    """So many parts in each whole; `whole` is "" for all that there are."""

    part: str
    whole: str
    value: int
    start: int
    end: int
    label: str


@check(CODE, version=1, severity="medium", since="0.1.0")
def counts_per_part(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Shelves per rack times drives per shelf are the drives per rack.

    Why:
        A data sheet prints the numbers of parts one below the other; when one is updated, the product beside it stays.

    Flags:
        Lines of one table or list that print all three ("Servers per rack", "GPUs per server", "GPUs per rack") and do
        not multiply; "Racks", "Servers per rack" and "Total servers" alike.

    Passes:
        Numbers that multiply.

    Does not judge:
        Lines with more than a whole number ("32 (two are spares)", "up to 24"); sheets that print one of the labels
        with two values, and those without three such lines (skipped); totals of documents that speak of spare or partly
        filled ones; sentences (counts-multiply).
    """
    for document in corpus.documents:
        for counts in _sheets(document):
            found = list(_sums(counts))
            if not found:
                yield Skip(CODE, (document.name, counts[0].label), "not applicable, because no three lines multiply")
            for upper, lower, product in found:
                uneven = not product.whole and _UNEVEN.search(document.text)
                if upper.value * lower.value != product.value and not uneven:
                    yield _finding(document, upper, lower, product)


def _sheets(document: Document) -> Iterator[list[_Count]]:
    """The counts of each column of a table, and those of all lists together."""
    for table in document.tables:
        for column in range(1, len(table.columns)):
            lines = [(one[0].text, one[column].text, one[column].start) for one in (table.columns, *table.rows)]
            if counts := [one for line in lines if (one := _read(*line))]:
                yield counts
    spans = [(table.start, table.end) for table in document.tables]
    listed = (one for one in _LINE.finditer(document.text) if not any(s <= one.start("n") < e for s, e in spans))
    counts = [one for line in listed if (one := _read(line["label"], line["n"], line.start("n"))) and one.whole]
    if counts:  # totals of lists are counts-listed's
        yield counts


def _read(label: str, value: str, start: int) -> _Count | None:
    if not _WHOLE.fullmatch(value.strip()):
        return None
    begin = start + len(value) - len(value.lstrip())
    number = value.strip()
    each = _LABEL.fullmatch(label.strip())
    total = None if each else _TOTAL.fullmatch(label.strip())
    found = each or total
    if found is None or not (each or found["part"].endswith("s")):
        return None
    count = int(Decimal(number.replace(",", "")))
    whole = _noun(each["whole"]) if each else ""
    return _Count(_noun(found["part"]), whole, count, begin, begin + len(number), label.strip())


def _noun(text: str) -> str:
    """Words of a label with the last one in its singular: "NVMe drives" and "NVMe drive" are one."""
    *before, last = text.lower().split()
    single = re.sub(r"(?:(?<=[sx])|(?<=[cs]h))es$|s$", "", re.sub(r"lves$", "lfs", last))
    return " ".join((*before, root(single or last)))  # "s" is a unit, and no plural


def _sums(counts: list[_Count]) -> Iterator[tuple[_Count, _Count, _Count]]:
    """Wholes, parts in each of them, and the parts in all of them; each label printed once only."""
    by = {(one.part, one.whole): one for one in counts}
    if len(by) < len(counts):
        return
    for lower in counts:
        for upper in counts:
            product = by.get((lower.part, upper.whole))
            nested = lower.whole and lower.whole == upper.part and product not in (None, lower, upper)
            if nested and product and min(upper.value, lower.value) >= _LEAST:
                yield upper, lower, product


def _finding(document: Document, upper: _Count, lower: _Count, product: _Count) -> Finding:
    sum_ = f"{upper.value:,} x {lower.value:,} = {upper.value * lower.value:,}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"{upper.label} x {lower.label}: {sum_}, but {product.label} is {product.value:,}",
        arithmetic=f"{sum_}, not {product.value:,}.",
        comparison=(document.name, upper.label, lower.label, product.label),
        evidence=tuple(quoted(document, one.start, one.end) for one in (upper, lower, product)),
        likely_wrong_why="one of the numbers, it cannot be told which",
    )
