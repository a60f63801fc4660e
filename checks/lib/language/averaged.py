"""Factors that sum up many measurements: no single row of a table is what they say."""

import re

_MEAN = re.compile(
    r"\bgeo(?:metric)?[ -]?means?\b|\baverag\w*|\bmeans? (?:of|over|across)\b|\bmedian\b|\boverall\b|"
    r"\badd(?:ing|ed)\b[^.;]{0,30}\bup\b|\badd(?:ing|ed) up\b|\bsum(?:s|med)?\b|\bin total\b|\btaken together\b",
    re.IGNORECASE,
)
_ACROSS = re.compile(
    r"\b(?:across|over|in|of)\s+(?:all\s+)?(\d[\d,]*)\s+(?:\w+[\s-]){0,2}"
    r"(?:workloads|benchmarks|cases|tests|tasks|queries|datasets|files|documents|scenarios|configurations|runs|models)\b",
    re.IGNORECASE,
)


def averaged(text: str) -> bool:
    """Whether a sentence says an average."""
    return bool(_MEAN.search(text))


def of_more(text: str, rows: int, labels: str = "") -> bool:
    """Whether a sentence sums up more measurements than a table prints: "across 97 workloads" beside twenty rows.

    What the table's own `labels` count ("Total of 22 queries") it has summed up itself.
    """
    counted = {match[1] for match in _ACROSS.finditer(text)} - set(re.findall(r"\d[\d,]*", labels))
    return any(int(one.replace(",", "")) > rows for one in counted)
