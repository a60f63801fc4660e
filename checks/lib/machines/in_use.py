"""How much of a machine took part in a run: sentences that say all of it, and notes that say how much stood idle."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.tokens import coded, every_root, root
from checks.lib.statements.passages import Passage
from schemas.number_words import ANY_NUMBER, count

_N = rf"(?:\d{{1,5}}|{ANY_NUMBER})"
_PART = (
    r"(?:GPU|CPU|card|chip|socket|core|node|accelerator|device|processor|module|die|tile|blade|RDU|IPU|TPU|NPU|engine)"
)
_WHOLE = re.compile(
    rf"\b(?:full|whole|entire|complete|fully[ -](?:populated|equipped|loaded|configured))\s"
    rf"(?:(?P<a>{_N})[ -]{_PART}s?\s)?(?P<of>(?:[\w-]+\s?){{1,4}})|"
    rf"\ball (?:of the |its |the )?(?P<b>{_N})?\s?(?P<part>{_PART})s? (?:of|in|on) (?:an? |the |its )?"
    r"(?P<in>(?:[\w-]+\s?){1,4})",
    re.IGNORECASE,
)
# "One of the eight GPUs in use", "4 of 8 sockets populated", "seven idle", "half of the cards".
_USED = re.compile(
    rf"\b(?P<n>{_N}) (?:out )?of (?:the |its |their )?(?P<all>{_N}) (?:[\w-]+ )?(?P<part>{_PART})s?\b"
    r"(?! (?:per|for) )(?:[^.;\d]{0,24}\b(?:in use|used|active|busy|running|populated|enabled|measured|loaded))?",
    re.IGNORECASE,
)
_IDLE = re.compile(
    rf"\b(?P<n>{_N}|half|the (?:rest|others?))(?: (?:of (?:the|its) )?(?:[\w-]+ )?{_PART}s?)?"
    r"(?: (?:were|was|are|being|stood|stayed|left))?"
    r" (?:idle|unused|empty|switched off|turned off|disabled|not used|unpopulated)\b",
    re.IGNORECASE,
)
_SAYS_USED = re.compile(r"\b(?:in use|used|active|busy|running|populated|enabled|loaded|only|just)\b", re.IGNORECASE)
_PLAIN = frozenset(
    map(root, "run runs system systems test tests network model set stack range power size load".split())
)


@dataclass(frozen=True, slots=True)
class Share:
    """Words at [start, end) of a passage on how much of a thing took part; `named` are the codes of the thing."""

    passage: Passage
    start: int
    end: int
    named: frozenset[str]
    many: Decimal | None = None  # of how many parts, where that is told


def said_whole(said: Passage) -> Iterator[Share]:
    """Where a text says all of a machine that has a code: "a full eight-GPU DGX A100"."""
    for match in _WHOLE.finditer(said.words):
        of = match["of"] or match["in"]
        named, many = coded(of), match["a"] or match["b"]
        if named and not every_root(of.split()[0]) & _PLAIN:
            yield Share(said, *match.span(), named, Decimal(count(many)) if many else None)


def said_in_use(said: Passage) -> Iterator[Share]:
    """Where a text says that some of a machine stood idle, or how many of its parts were in use."""
    words = said.words
    idle = _IDLE.search(words)
    for match in _USED.finditer(words):
        used, every = (Decimal(count(match[name])) for name in ("n", "all"))
        told = idle or _SAYS_USED.search(words[max(0, match.start() - len("only just ")) : match.end()])
        if 0 < used < every and told:
            yield Share(said, match.start(), max(match.end(), idle.end() if idle else 0), coded(words), every)
            return
    if idle:
        yield Share(said, *idle.span(), coded(words))
