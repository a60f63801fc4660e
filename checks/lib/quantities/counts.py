"""Counts of systems and parts in sentences: "720 nodes", "four X2 accelerators"."""

import re
from dataclasses import dataclass

from checks.lib.statements.passages import Passage
from schemas.number_words import count, either, in_words

NUMBER = rf"(?:\d{{1,3}}(?:,\d{{3}})+|\d{{1,7}}|{either(in_words(*range(1, 11), 12, 16))})"
NOUN = (
    r"(?:v?[A-Z]{1,2}PU|accelerator|chip|processor|card|core|device|die|node|server|socket|system|machine|rack|host|instance|"
    r"board|tray|pod|cluster|chassis|cabinet|blade|box|drawer|shel(?:f|v(?=es))|enclosure|thread|engine|tile|module|array|drive|disk|"
    r"port|lane|channel|bank|slice|compute unit|rank|process|worker|executor|replica|shard|partition|broker|container|"
    r"VM|qubit|DIMM|multiprocessor|SM|switch|link|cell|panel|connection|client|stream)(?:e?s)?"
)
# What may stand between number and noun: adjectives, never a verb ("Mistral 2 has 16 racks" holds no "2 racks").
_ADJECTIVE = r"(?!(?:has|have|had|with|of|and|each|or|in|per|for|the|to|at|is|are|x)\b)(?:[A-Za-z][\w/-]*|\d+-[a-z]+)\s"
_COUNT = re.compile(
    rf"(?<![\w.,$€£^-])(?P<n>{NUMBER})[\s-](?:{_ADJECTIVE}){{0,3}}?(?P<noun>{NOUN})\b(?![-/]\w)", re.IGNORECASE
)
_HEADS = re.compile(
    rf"(?:(?:number|no\.?|count) of\s|#\s?)?(?:[A-Za-z]+\s)?{NOUN}(?<=s)"
    r"(?:\s(?:used|needed|required|(?:in|of|for|on)\s(?:the|each|an?|one|this|all)\s[a-z]+))?",
    re.IGNORECASE,
)
WHOLE = re.compile(rf"\b(?:each|every|a|one|per)\s+(?:[\w-]+\s)??(?P<noun>{NOUN})\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Count:
    """A number of things in a sentence; `noun` without its plural, in lower case."""

    value: int
    noun: str
    match: re.Match[str]
    passage: Passage


def counts(passage: Passage) -> list[Count]:
    """The counts of a sentence, left to right."""
    matches = _COUNT.finditer(passage.words)
    return [Count(count(match["n"]), singular(match["noun"]), match, passage) for match in matches]


def heads_counts(header: str) -> bool:
    """Whether a header is a counted noun and hardly more: "Nodes", "Number of storage nodes", "GPUs in the run"."""
    return _HEADS.fullmatch(header.strip()) is not None


def singular(noun: str) -> str:
    """A noun without its plural, in lower case."""
    plain = noun.lower()
    if plain.endswith("ss"):
        return plain  # "process" is none of several
    if plain.endswith("lves"):
        return f"{plain.removesuffix('ves')}f"
    return plain.removesuffix("es") if plain.endswith(("xes", "ches", "sses")) else plain.removesuffix("s")
