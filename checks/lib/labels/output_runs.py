"""Runs of benchmark tools as pages paste them: a block of output, what names it, and the value that it prints."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from checks.lib.quantities.output_values import Printed, values
from schemas.document import Block, Document

LABEL = 80  # characters of a line above a block that names it: "Express:"
# Lines that say which run the next ones are of: "Benchmark 1: fd -u", "$ wrk -t4 http://...", "# plain".
_NAMED = re.compile(r"(?:Benchmark\s+#?\d+:|[$❯➜#]|>(?!>)|Running(?= ))\s*(?P<label>\S.*)")
_TIMES = (
    re.compile(r"\bTime \(mean[^)\n]*\):\s+(?P<value>\d[^±\n]*)"),
    re.compile(r"\btime:\s+\[\d[\d.,]* ?[nµμum]?s (?P<value>\d[\d.,]* ?[nµμum]?s) "),
    re.compile(r"^\s*real\s+(?P<value>\d[\dms.]*)"),
    re.compile(r"\b(?:[Tt]otal|[Ee]lapsed|[Ww]all)(?: time)?(?: \(s\))?\s*[:=]\s*(?P<value>\d[\d.]* ?m?s(?:ec\w*)?)\b"),
)
_RATES = (
    re.compile(
        r"\b(?:Req(?:uest)?s?|Op(?:eration)?s?|Quer(?:ies|y)|Transactions?|Rows)(?:/s(?:ec(?:ond)?)?| per sec(?:ond)?)"
        r"[ \t]{0,20}[:=]?[ \t]{1,40}(?P<value>\d[\d.,]*)",
        re.IGNORECASE,
    ),
    re.compile(r"\b(?:tps|qps|rps)\s*[:=]\s*(?P<value>\d[\d.,]*)", re.IGNORECASE),
    re.compile(
        r"(?<![\w.,])(?P<value>\d[\d.,]*) (?:req(?:uest)?s?|op(?:eration)?s?|queries|transactions)(?: per sec|/s)",
        re.IGNORECASE,
    ),
)
# A sentence that compares two would name every run below it by both.
_TELLS = re.compile(r"\b(?:is|are|was|were|than|over|vs|versus|against)\b", re.IGNORECASE)
_PIECE = re.compile(r"(?<![\w@.+-])[\w@.+-]{0,80}\w")


@dataclass(frozen=True, slots=True)
class Run:
    """A value of a run: `names` are the words that name it, "s" times fall and rates rise with speed."""

    names: tuple[str, ...]
    rate: bool
    value: Printed

    def pieces(self, name: frozenset[str]) -> frozenset[str]:
        """The words of its label that a name is made of."""
        return frozenset(one for one in self.names if prefixes(one) & name)

    def called(self, name: frozenset[str]) -> bool:
        """Whether its label has every word of a name."""
        return bool(name) and name <= frozenset().union(*map(prefixes, self.names))


def runs(document: Document) -> Iterator[Run]:
    """The values of all blocks of output, in text order."""
    for before, block in pairwise((None, *document.blocks)):
        if block is not None and block.kind == "code":
            yield from _of_block(document.text, block, _above(document.text, before))


def _above(text: str, before: Block | None) -> str:
    """The line above a block where it names it, "" where it is running text."""
    said = text[before.start : before.end].strip() if before else ""
    named = said.endswith(":") or (before is not None and before.kind == "heading")
    return said.rstrip(":") if named and len(said) <= LABEL and not _TELLS.search(said) else ""


def _of_block(text: str, block: Block, above: str) -> Iterator[Run]:
    label, fresh = "", ""
    for line in re.finditer(r"[^\n]+", text[block.start : block.end]):
        start, end = block.start + line.start(), block.start + line.end()
        found = _value(text, start, end)
        if found:
            value, rate = found
            own = text[start : value.start] if not line[0].startswith(" ") and not rate else ""
            yield Run(tuple(words(f"{above} {fresh or label} {own}")), rate, value)
        elif named := _NAMED.match(line[0].strip()):
            label, fresh = named["label"], ""
        elif not line[0][0].isspace():
            fresh = line[0]


def _value(text: str, start: int, end: int) -> tuple[Printed, bool] | None:
    for rate, patterns in ((False, _TIMES), (True, _RATES)):
        for pattern in patterns:
            match = pattern.search(text[start:end])
            value = match and next(values(text, start + match.start("value"), start + match.end("value")), None)
            if value and value.allowed.lower > 0 and (rate or value.unit == "s"):
                return value, rate
    return None


def words(text: str) -> list[str]:
    """The words of a label or a name, in lower case: "twitter/sonic_rs::from_slice" is three."""
    return [one[0].lower().strip("-.") for one in _PIECE.finditer(text)]


def prefixes(word: str) -> frozenset[str]:
    """A word without its hyphens, and what it begins with: "sonic_rs_dom" is of "sonic-rs" too."""
    parts = [one for one in re.split(r"[-_.@+]", word) if one]
    return frozenset("".join(parts[:most]) for most in range(1, len(parts) + 1))


def whole(word: str) -> str:
    """A word as names are compared: "Sonic-rs" is "sonic_rs"."""
    return re.sub(r"[-_.@+]", "", word)


def pairs(
    left: Sequence[Run], right: Sequence[Run], names: tuple[frozenset[str], frozenset[str]]
) -> list[tuple[Run, Run]]:
    """Runs of two sides that are of one case: what is left of their labels is alike; else every two of one kind."""
    every = [(one, other) for one in left for other in right if one.rate == other.rate]
    alike = [
        (one, other)
        for one, other in every
        if set(one.names) - one.pieces(names[0]) == set(other.names) - other.pieces(names[1])
    ]
    return alike or every
