"""Sequence lengths that a row states, in a column of their own or in its variant."""

import re

from schemas.statement import Measurement

LENGTH = re.compile(r"\b(?:SL|sequence length|seq\.?\s?len\w*|max seq\w*)\s?[=:]?\s?\d+", re.IGNORECASE)


def length(row: Measurement) -> str:
    """The sequence length as printed ("SL384"), "" when the row states none."""
    match = LENGTH.search(row.variant)
    return row.subject.condition("sequence_length") or (match.group() if match else "")
