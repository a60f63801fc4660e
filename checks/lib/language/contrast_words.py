"""The words of a text that say what is contrasted, and not that it is."""

from checks.lib.language.tokens import content as said
from checks.lib.language.tokens import roots, tokens


def content(text: str) -> frozenset[str]:
    """The roots of a text's words that say what is contrasted, and not that it is."""
    return said(text, _EMPTY)


_EMPTY = roots(
    tokens(
        """took takes take taken needed needs need now today before until same with without after into per second
        seconds minute minutes hour hours day days only just under less more than faster slower quicker time times
        from when which while what been have has had will can does did one two half down result means release
        version new old every each both most many much very still even"""
    )
)
