"""Which rows of a table a sentence speaks of: those whose labels it repeats, none when it names settings they lack."""

import re
from collections.abc import Iterable, Sequence

from checks.lib.language.stems import stem
from checks.lib.language.table_names import Words, run, words
from checks.lib.statements.alike import MATTER
from checks.lib.statements.table_pairs import Label, Pair
from schemas.names import key
from schemas.statement import Claim

_PERCENTILE = re.compile(
    r"\bp\d{2}(?:\.\d+)?\b|\b\d{2}(?:\.\d)?th percentile|\bmedian\b|\baverage\b|\bmean\b|\bworst\b"
)
_NUMERIC = re.compile(r"[\d,.]+[kKMG]?")
NEAR = 2  # words between a setting and its number


def picked(claim: Claim, pairs: Sequence[Pair]) -> list[Pair]:
    """The pairs that a claim can be about; where the sentence repeats labels, those with most of them."""
    context = words(claim.context)
    able = [pair for pair in pairs if not pair.differs and _conditions(claim, pair) and _workload(claim, pair)]
    able = [pair for pair in able if _percentile(claim.context, pair.header)]
    if not able or any(_elsewhere(context, header, able) for header in _headers(able)):
        return []
    scored = [(sum(_says(context, label) for label in pair.labels), pair) for pair in able]
    most = max(score for score, _ in scored)
    return [pair for score, pair in scored if score == most]


def _conditions(claim: Claim, pair: Pair) -> bool:
    """No setting stated on both sides that differs; between the pair's own cells neither."""
    sides = (claim.subject, pair.subject.subject), (claim.baseline, pair.baseline.subject)
    own = ((pair.subject.subject, pair.baseline.subject),)
    stated = ((a.condition(name), b.condition(name)) for a, b in (*sides, *own) for name in MATTER)
    counts = all(not a.count or not b.count or a.count == b.count for a, b in sides)
    return counts and not any(a and b and key(a) != key(b) for a, b in stated)


def _workload(claim: Claim, pair: Pair) -> bool:
    printed = pair.subject.workload
    return (
        not claim.workload or not printed or key(claim.workload) in key(printed) or key(printed) in key(claim.workload)
    )


def _percentile(context: str, header: Words) -> bool:
    """A sentence about the 99th percentile is not held against a median, nor against a column that says neither."""
    mine, theirs = set(_PERCENTILE.findall(context.lower())), set(_PERCENTILE.findall(" ".join(header)))
    return not (mine - {"average", "mean"}) or bool(mine & theirs)


def _headers(pairs: Iterable[Pair]) -> list[str]:
    """Key columns that hold numbers ("GPUs", "Batch size")."""
    found = [header for pair in pairs for header, text in pair.labels if _NUMERIC.fullmatch(text)]
    return list(dict.fromkeys(found))


def _elsewhere(context: Words, header: str, pairs: Sequence[Pair]) -> bool:
    """Whether the sentence gives a numeric key a value that no row has ("at batch size 64")."""
    said = _numbers(context, header)
    printed = {number for pair in pairs for name, text in pair.labels if name == header for number in words(text)}
    return bool(said) and not said & printed


def _numbers(context: Words, header: str) -> set[str]:
    """The numbers that stand beside a header's word in a sentence."""
    about = {stem(word) for word in words(header) if len(word) > 2}
    places = [at for at, word in enumerate(context) if stem(word) in about]
    near = {context[i] for at in places for i in range(max(0, at - NEAR), min(len(context), at + NEAR + 1))}
    return {word for word in near if _NUMERIC.fullmatch(word)}


def _says(context: Words, label: Label) -> bool:
    header, text = label
    if _NUMERIC.fullmatch(text):
        return bool(_numbers(context, header) & set(words(text)))
    if run(words(text), context) >= 0:
        return True
    stems = {stem(word) for word in words(text) if len(word) > 2}
    return bool(stems) and stems <= {stem(word) for word in context}
