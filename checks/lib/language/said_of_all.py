"""Settings with their values as texts print them, and those that a clause says of all sides of a comparison.

A format, a region, how large a block is, how many cards, threads or clients there were, how large a batch: by its form
and its noun each value is of one kind, and two values of one kind are two settings.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.language.conditions import FORMAT, REGION, conditions
from checks.lib.language.tokens import root
from schemas.number_words import either, in_words

_NUMBERS = in_words(*range(1, 21), 24, 32, 48, 64)
_N = rf"\d{{1,3}}(?:,\d{{3}})+|\d+|{either(_NUMBERS)}"
# Nouns of one kind of setting: four L4s are four cards.
_COUNTS = {
    "device": "card cards gpu gpus accelerator accelerators chip chips device devices tpu tpus npu npus",
    "thread": "thread threads",
    "client": "client clients connection connections user users session sessions",
    "node": "node nodes server servers machine machines broker brokers host hosts",
    "replica": "replica replicas copy copies",
    "worker": "worker workers executor executors",
    "core": "core cores vcpu vcpus",
    "drive": "drive drives ssd ssds disk disks",
    "epoch": "epoch epochs",
    "partition": "partition partitions shard shards",
    "socket": "socket sockets",
    "beam": "beam beams",
    "shot": "shot shots",
}
_KIND = {word: kind for kind, words in _COUNTS.items() for word in words.split()}
_COUNT = re.compile(
    rf"(?<![\w.,$€£/-])(?P<n>{_N})(?:\s?[x×])?[\s-](?:(?!(?:and|or|to|the|of|for|in|on|with|per)\b)[\w.-]+[\s-])??"
    rf"(?:(?P<noun>{either(_KIND)})\b|(?P<code>[A-Z][A-Za-z]*\d+[A-Z]*)s\b)(?!/|\s(?:per|an?|every)\s(?:second|minute))",
    re.IGNORECASE,
)
_UNIT = r"(?:[KM]i?B|k|kilobytes?|megabytes?|bytes?|B)"
_BLOCKS = r"blocks?|reads?|writes?|I/Os?|IOs?|requests?|transfers?|operations?|accesses"
_SIZES = r"pages?|records?|messages?|objects?|chunks?|stripes?|payloads?|values?|rows?|packets?|frames?"
_SIZE = re.compile(
    rf"(?<![\w.,])(?P<n>\d[\d,]*)\s?-?(?P<u>{_UNIT})[\s-](?:(?:random|sequential|data|direct|mixed|synchronous)\s)*"
    rf"(?P<noun>{_BLOCKS}|{_SIZES})\b"
    rf"|\b(?P<ahead>{_BLOCKS}|{_SIZES})(?:[\s-]sizes?)?(?:\s(?:of|was|is|were|at|had|with))?:?\s(?:\d\s[x×]\s)?(?P<m>\d[\d,]*)\s?(?P<v>{_UNIT})\b",
    re.IGNORECASE,
)
_BLOCK = re.compile(_BLOCKS, re.IGNORECASE)
_BATCH = re.compile(
    rf"\b(?P<kind>batch(?:[\s-]size)?|queue(?:[\s-]depth)?|replication factor|sequence length|context(?: length|"
    rf" window)?|"
    rf"heap|resolution|temperature|iodepth|concurrency)s?"
    rf"(?:\s(?:of|was|is|were|at|set to|stood at|fixed at|eight))?:?\s(?P<n>{_N})\b(?!\.\d|,\d|\s?%)",
    re.IGNORECASE,
)
# "A per-card batch", "micro batch": no batch of the side.
_PARTLY = re.compile(r"\b(?:per|micro|mini|local|each|global|total|effective|overall)[\s-](?:\w+\s)?$", re.IGNORECASE)
_SIDES = (
    r"(?:sides?|products?|engines?|systems?|databases?|cpus?|gpus?|cards?|box(?:es)?|machines?|servers?|clusters?|stores?|"
    r"services?|platforms?|vendors?|volumes?|disks?|drives?|switch(?:es)?|accelerators?|processors?|contenders?|candidates?|"
    r"entrants?|contestants?|competitors?|rivals?|frameworks?|runtimes?|devices?|librar(?:y|ies)|compilers?|providers?|"
    r"clouds?|set-?ups?|rigs?|hosts?|instances?|models?|brokers?|participants?|boards?|chips?|queues?|proxies|proxy|"
    r"benchmarks?|parties|party|team|teams|arrays?|filesystems?|endpoints?|nodes?|players?|opponents?|formats?)"
)
# "For each product"; each card or node may be a part of a side.
_EACH = (
    r"(?:side|product|engine|system|database|platform|vendor|service|contender|candidate|entrant|contestant|competitor|"
    r"framework|runtime|library|compiler|provider|cloud|set-?up|store|volume|switch|cluster|team|party|proxy|array|endpoint|"
    r"participant|opponent|of them|of the two)"
)
# "Both databases ran in", "for each product", "in either box", "on both sides", "both were driven with".
_BOTH = re.compile(
    rf"\b(?:both|either|the two|neither)\s(?:of\s)?(?:the\s|our\s|these\s|them\b)?(?:[\w-]+\s)??{_SIDES}\b|"
    r"\bboth\s(?:of them\s)?(?:were|was|ran|run|used|use|had|have|got|get|computed|are|sat|stood|lay|lived|worked|"
    r"received)\b|"
    rf"\b(?:for|to|in|on|with|at|of)\s(?:both|either|each\s(?:of\s(?:the\s)?)?{_EACH})\b(?!\s[\w-]+\sand\b)|"
    # "64 concurrent clients for all three engines"
    rf"\b(?:for|to|on|with)\sall\s(?:of\s)?(?:(?:the|our|these)\s)?(?:(?:two|three|four|five|six|\d)\s)?(?:[\w-]+\s)??{_SIDES}\b|"
    r"\b(?:gave|giving|gives?|left|allowed|granted)\s(?:both|either|each|every)\b|"
    r"\b(?:alike|across the board|on an equal footing)\b",
    re.IGNORECASE,
)
# "Every system in this comparison ran in": of how it was set, not of what it is made of.
_EVERY = re.compile(
    rf"\b(?:each|every|all|everyone|everybody|all (?:two|three|four|five|six))\s(?:of\s)?(?:the\s|our\s|these\s|"
    rf"(?:two|three|four|five|six)\s)*"
    rf"(?:[\w-]+\s)??{_SIDES}\b[^,;]*\b(?:ran|run|was|were|used|uses|computed|tested|measured|got|given|driven|executed|"
    r"served|worked)\b",
    re.IGNORECASE,
)
_SAME = re.compile(r"\b(?:same|identical|equal)\s(?:(?!and\b|as\b)[\w-]+\s){0,2}(?:of\s)?$", re.IGNORECASE)
_LISTED = re.compile(r"\bboth\s(?:[\w-]+\s){1,3}and\b", re.IGNORECASE)
_NOT = re.compile(
    r"\b(?:not|unless|(?<!without )except\w*|otherwise|apart|other than|mostly|most|can|could|would|should|may|"
    r"might|will|up to|at least|"
    r"at most|supports?|supported|available|between|than|if|or|offers?)\b|n[’']t\b|\?",
    re.IGNORECASE,
)
_BREAK = re.compile(r"[;:]\s|,\s|\s[–—]\s|\.\s|\s(?:while|whereas|but)\s")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting of a kind with its value, at text[start:end)."""

    kind: str
    value: str
    start: int
    end: int

    def unlike(self, other: "Setting") -> bool:
        """Whether two are of one kind and cannot be one; "16-bit" is both FP16 and BF16."""
        if self.kind != other.kind or self.value == other.value:
            return False
        bits = [re.sub(r"\D", "", one.value) for one in (self, other)]
        return self.kind != FORMAT or not any("int" in one.value for one in (self, other)) or bits[0] != bits[1]


def settings_of(text: str) -> list[Setting]:
    """The settings of a text, in order."""
    found = [*_coded(text), *_sizes(text), *_batches(text)]
    taken = [(one.start, one.end) for one in found]
    found += [one for one in _counts(text) if not any(a < one.end and one.start < b for a, b in taken)]
    return sorted(found, key=lambda one: one.start)


def said_of_all(text: str) -> Iterator[Setting]:
    """The settings that a clause of a sentence says of all sides; none of a clause that has two values of the kind."""
    every = settings_of(text)
    for one in every:
        part = clause_of(text, one.start, one.end)
        alone = not any(one.unlike(other) for other in every)
        # "On the same eight H100s" says that they are those of before.
        same = not one.kind.startswith("count") and _SAME.search(text[: one.start])
        said = same or _BOTH.search(part) or _EVERY.search(part)
        if alone and said and not _NOT.search(part) and not _LISTED.search(part):
            yield one


def clause_of(text: str, start: int, end: int) -> str:
    """The clause of a sentence that has [start, end)."""
    first = max((one.end() for one in _BREAK.finditer(text, 0, start)), default=0)
    last = next((one.start() for one in _BREAK.finditer(text, end)), len(text))
    return text[first:last]


def _coded(text: str) -> Iterator[Setting]:
    for one in conditions(text):
        if one.coded and one.of & {FORMAT, REGION}:
            kind = FORMAT if FORMAT in one.of else REGION
            yield Setting(kind, one.value, one.start, one.end)


def _sizes(text: str) -> Iterator[Setting]:
    for match in _SIZE.finditer(text):
        noun, n, unit = match["noun"] or match["ahead"], match["n"] or match["m"], match["u"] or match["v"]
        kind = "block" if _BLOCK.fullmatch(noun) else root(noun)
        scale = unit[0].lower() if unit[0].lower() in "km" else ""
        yield Setting(f"size {kind}", f"{n.replace(',', '')}{scale}", *match.span())


def _batches(text: str) -> Iterator[Setting]:
    for match in _BATCH.finditer(text):
        ahead = _PARTLY.search(text[: match.start()])
        kind = re.split(r"[\s-]", match["kind"].lower())[0]
        part = root(ahead.group().split("-")[0].split()[0]) if ahead else ""
        yield Setting(f"{part} {kind}".strip(), _number(match["n"]), *match.span())


def _counts(text: str) -> Iterator[Setting]:
    for match in _COUNT.finditer(text):
        kind = "device" if match["code"] else _KIND[match["noun"].lower()]
        if not match["code"] or match["code"][0].isupper():
            yield Setting(f"count {kind}", _number(match["n"]), *match.span())


def _number(text: str) -> str:
    return str(_NUMBERS.get(text.lower(), text.replace(",", "")))
