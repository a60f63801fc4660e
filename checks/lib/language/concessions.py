"""The values of a concession speak against the factor of their sentence, and are never what it divides."""

from schemas.concessions import concessions


def apart(text: str, left: int, right: int) -> bool:
    """Whether of two places of a sentence one is conceded and the other not."""
    return _conceded(text, left) != _conceded(text, right)


def without(text: str, at: int) -> str:
    """A sentence with blanks for what it concedes, unless the place `at` is part of that."""
    for start, end in concessions(text, 0, len(text)):
        if not start <= at < end:
            text = text[:start] + " " * (end - start) + text[end:]
    return text


def _conceded(text: str, at: int) -> int:
    """Where the concession begins that a place is part of; -1 for none."""
    return max((start for start, end in concessions(text, 0, len(text)) if start <= at < end), default=-1)
