"""Whether a sentence names a thing by a code that another document has otherwise, or only leaves out."""

import re
from functools import lru_cache

from checks.lib.language.tokens import coded


def other_codes(text: str, known: frozenset[str]) -> bool:
    """Whether a document lacks a code of a text and has another one of its form: c7gn.16xlarge for c6i.4xlarge.

    A results page that leaves out the instance which the post names is not that of another instance.
    """
    missing = coded(text) - known
    return bool(missing) and any(_form(one) in _forms(known) for one in missing)


@lru_cache(maxsize=64)  # the words of a document, which every sentence of the others is held against
def _forms(known: frozenset[str]) -> frozenset[str]:
    return frozenset(_form(one) for one in known if any(map(str.isdigit, one)))


@lru_cache(maxsize=16384)
def _form(code: str) -> str:
    """A code with its runs of letters and digits alike: "c7gn.16xlarge" is "a0a.0a"."""
    return re.sub(r"[a-z]+", "a", re.sub(r"\d+", "0", code.lower()))
