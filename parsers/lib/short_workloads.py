"""Workloads that a table prints shorter than the text around it: "llama_13b" in a post on Llama 2 13B.

The vocabulary knows no such name, as another page may mean another release by it; on this page only one can be meant.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from schemas.names import Vocabulary
from schemas.statement import Claim, Measurement

_PART = re.compile(r"[a-z]+|\d+(?:\.\d+)?[bm]?(?![a-z])")
_SIZE = re.compile(r"\d+(?:\.\d+)?[bm]")


def in_full(rows: Sequence[Measurement], claims: Iterable[Claim], vocabulary: Vocabulary) -> Iterator[Measurement]:
    """The rows, those of an unknown name with the one known workload of the text that it can stand for."""
    said = {one.workload for one in claims if vocabulary.get("workloads", one.workload)}
    meant = {name: _meant(name, said, vocabulary) for name in {one.workload for one in rows}}
    return (replace(one, workload=meant[one.workload] or one.workload) for one in rows)


def _meant(name: str, said: Iterable[str], vocabulary: Vocabulary) -> str:
    """The only workload that has every part of a name, a size among them; "" where none or several have."""
    parts = _parts(name)
    if vocabulary.get("workloads", name) or not any(_SIZE.fullmatch(one) for one in parts) or len(parts) < 2:
        return ""
    able = [one for one in said if parts <= _parts(one)]
    return able[0] if len(able) == 1 else ""


def _parts(name: str) -> frozenset[str]:
    return frozenset(_PART.findall(name.lower().replace("_", " ").replace("-", " ")))
