"""The settings that a text prints, each with the nouns it is of: "a batch size of 16", "FP8", "16 threads", "TLS off".

No list of settings leads here: a number with the noun beside it, a code of a form that settings have, a release behind
a name, a noun that is on or off.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import lru_cache

from checks.lib.language.regions import CODED
from checks.lib.language.tokens import one_release, root, roots, tokens
from schemas.number_words import either, in_words

RELEASE, FORMAT, MACHINE, REGION = "releas", "precis", "machin", "region"
SUPPLY, MODE = "supp", "mod"
# Other words for what a code says; beside each of them a number of its own may stand ("driver 550.54").
_CALLED = {
    root(word): kind
    for kind, words in {
        RELEASE: "release version build software stack code distribution binary compiler toolchain framework",
        FORMAT: "precision format datatype type dtype quantization quantisation arithmetic bits",
        MACHINE: "machine instance instances vm hardware host server node cluster box",
        SUPPLY: "supply source",
        MODE: "mode profile plan governor preset",
        REGION: "region zone location datacenter",
    }.items()
    for word in words.split()
}
PART = root("vCPUs")  # of a machine; cores and memory are measured as well: "needed 4 cores"
# What a setting's noun carries: the "size" of a block is none of a batch.
_CARRIERS = frozenset(map(root, "size length number count amount level factor kind set total setting value".split()))
_NUMBERS = in_words(*range(1, 33), 64)
_NUMBER = rf"\d{{1,3}}(?:,\d{{3}})+|\d+(?:\.\d+)?|(?i:{either(_NUMBERS)})\b"
_LINK = r"(?:\s?(?:of|is|was|were|are|=|:|at|to|set|fixed|limited|capped|only)\b:?|\s?[=:])*\s?"
_WORD = r"\b[A-Za-z][A-Za-z'-]*"
_JOINS = (
    r"(?:and|or|with|for|in|on|at|to|from|per|the|an?|while|against|versus|vs|than|is|are|was|were|but|as|by|each)\b"
)
# "Batch per GPU 256", "batch size (per device): 64": of the batch, and no number of devices; a rate is per time.
_PER = r"(?:\s?\(?(?:/|\bper[ -]|\bfor (?:each|every) )(?!second|minute|hour|day|month|year|s\b|h\b)[A-Za-z]+\)?)?"
_AHEAD = re.compile(rf"(?P<noun>(?:(?!{_JOINS}){_WORD}\s)?(?!{_JOINS}){_WORD}){_PER}{_LINK}$")
_BEHIND = re.compile(rf"[ -]?(?:of\s)?(?P<noun>(?!{_JOINS}){_WORD}(?:\s(?!{_JOINS}){_WORD})?)")
_FIGURE = re.compile(rf"(?<![\w.,$€£/+-])(?P<n>{_NUMBER})(?P<si>[KM](?![\w]))?(?![\w.]*\.\d|\s?[x×%]|[\d,]*\d)")
_UNIT = re.compile(r"\s?(?P<unit>(?:[KMGT]i?B|k?W|[GM]Hz|[GM]bit/s|Gb/s|ms|µs)\b)")
# "2.16.0", "the 2.16.0 build", "driver 550.54", "PyTorch 2.4": a number with a point behind a name.
_RELEASED = re.compile(
    r"(?P<name>[A-Z][\w+-]*|(?i:driver|firmware|kernel|toolkit|sdk|compiler|runtime|version|release|build|suite))\s"
    r"(?:(?:version|release|build|suite)(?:[,:]|\s(?:was|is|were|of|at))?\s)?v?(?P<v>\d+(?:\.\d+)+)(?!\w|\s?[x×%])"
    r"|(?<![\w.])v?(?P<bare>\d+(?:\.\d+){2,}|\d+(?:\.\d+)+(?=\s(?:release|build|version|distribution)\b))(?!\w)"
)
_CODES = (
    (FORMAT, re.compile(r"(?<![\w-])(?:MX|NV)?(?:FP|BF|INT|TF|UINT)[ -]?\d{1,2}\b|\b\d{1,2}-bit\b", re.IGNORECASE)),
    (MACHINE, re.compile(r"\b[a-z]\w*\.(?:\d*x?large|metal|medium|small|micro)\b|\b[a-z]\d[a-z]*-[a-z]+-\d+\b")),
    (REGION, CODED),
)
# "On battery", "connected to AC power", "plugged in": where the current came from.
_SUPPLY = re.compile(
    r"\b(?:on|from|by|with|to)\s(?:(?:an?|the|its|their|own|internal)\s)*(?:(?P<cell>batter(?:y|ies)(?!-))|"
    r"(?:AC|mains)(?:\s(?:power|supply|adapters?|outlets?|current|electricity))?|"
    r"(?:wall|grid|external)\s(?:power|supply|adapters?|outlets?|current|electricity))\b"
    r"(?!\s(?:life|of|(?:\w+\s)?(?:for|to) charg\w*)\b)"
    r"|\b(?P<un>un)?plugged(?:[ -]in(?:to)?\b|(?=[.,;])|(?<=unplugged))",
    re.IGNORECASE,
)
_MODES = r"(?:modes?|profiles?|plans?|governors?|presets?)"
# "In Balanced mode", "set to Best performance": a name that stands for many settings at once.
_MODE = re.compile(
    rf"\b(?:in|with|under|using)\s(?:(?:an?|the|its|their|[A-Z]\w+|power)\s)*?(?P<in>[A-Z][\w-]*(?:\s[\w-]+)?)\s(?:power\s)?"
    rf"{_MODES}\b|\bset to\s(?:the\s)?(?P<to>[A-Z][a-z]+\s(?:performance|efficiency|power|battery|saver)|"
    rf"[A-Z][a-z]+(?=\s(?:power\s)?{_MODES}\b))(?!\s(?:and|or)\s[A-Z])"
)
# "30 W power mode", "MAXN mode": one mode of several, by its own name.
_POWER_MODE = re.compile(
    rf"(?<![\w.,-])(?P<by>\d+(?:\.\d+)?\s?W|[A-Z]{{2,}}[A-Z0-9]*)\s(?:(?:power|performance)\s{_MODES}|mode)\b"
)
_OF_NAME = re.compile(r"\sof\s(?:the\s)?(?P<name>[A-Z][\w+-]*)")  # "version 6.2 of ROCm"
_BITS = re.compile(r"^(\d+)bit$")
_STATES = {"on": "on", "enabled": "on", "active": "on", "off": "off", "disabled": "off", "inactive": "off"}
_STATE = re.compile(
    rf"\b(?P<noun>(?:(?!{_JOINS}){_WORD}\s)?(?!{_JOINS}){_WORD})"
    r"(?:=|\s(?:(?:was|were|is|are|turned|switched|set|left|kept|to)\s)*)"
    rf"(?P<state>{either(_STATES)})\b(?:(?<=ed)|(?=[^\w\s]|$|\s(?:and|but|while|for|on|in|was|were|throughout)\b))"
)
_SIZE = re.compile(r"[\d.,\s]|[KMGTkmµ]i?(?=\w)")  # "1.5 TB" and "768 GB" are both bytes
# "B40 ran Corretto 21", "the A90 with ROCm 6.2"; what is set against a release is a side itself.
_NAMED = re.compile(
    r"(?<!\bcompared )(?<!\btogether )\b(?:ran|runs?|running|on|with|used|uses|using|under)\s"
    r"(?:(?:the|on|under)\s)?[A-Z][A-Za-z+-]+\s$"
)
_COUNTED = re.compile(r"(?<![A-Za-z\d.,])\d[\d.,]*\s$")  # "the A40 ran" counts nothing
_ELLIPSIS = re.compile(r"\b(?:with|on|at|in|to|used|had|and|against|versus)\s(?:only\s)?$")
_ENDED = re.compile(r"\W*$|[.,;)](?!\d)|\s(?:for|on|in|and)\b")


@dataclass(frozen=True, slots=True)
class Condition:
    """A setting's value at text[start:end); `of` are the roots of the words that say what it sets.

    `coded` is one that is known by its form: "FP8", "us-east-1", "TLS off", a release; `named` the number behind a
    name, which is its release: "Corretto 21".
    """

    of: frozenset[str]
    value: str
    start: int
    end: int
    coded: bool = False
    named: bool = False

    def is_of(self, asked: Collection[str]) -> bool:
        """Whether it is of a setting that is called so: by a word that is more than "size" or "number"."""
        said = {_CALLED.get(one, one) for one in asked} | set(asked)
        return bool(self.of & (said - _CARRIERS)) or (bool(said) and said <= _CARRIERS & self.of)

    def only_of(self, asked: Collection[str]) -> bool:
        """Whether no word of its label says more than that: "Batch", not "Host with the D5"."""
        said = {_CALLED.get(one, one) for one in asked} | set(asked)
        return {_CALLED.get(one, one) for one in self.of - _CARRIERS} <= said

    def same_setting(self, other: "Condition") -> bool:
        """Whether two are of one setting; releases are of one thing only: "driver 550" and "CUDA 12" are two."""
        if RELEASE in self.of | other.of:
            return RELEASE in self.of & other.of and not (self.of ^ other.of) - _CALLED.keys()
        return bool((self.of & other.of) - _CARRIERS)

    def unlike(self, other: "Condition") -> bool:
        """Whether two are of one setting and differ in value."""
        if not self.same_setting(other) or RELEASE in self.of:
            return self.same_setting(other) and not one_release({self.value}, {other.value})
        alike = self.coded or _SIZE.sub("", self.value) == _SIZE.sub("", other.value)
        return alike and self.value != other.value


def is_machine(word: str) -> bool:
    """Whether a word calls what software runs on: "instances", "servers"."""
    return _CALLED.get(root(word)) == MACHINE


@lru_cache(maxsize=8192)
def conditions(text: str) -> tuple[Condition, ...]:
    """The settings of a text, in order; a stretch that is a code is no number besides."""
    found: list[Condition] = []
    for reader in (_coded, _named_modes, _released, _switched, _counted):
        taken = [(one.start, one.end) for one in found]
        found += [one for one in reader(text) if not any(a < one.end and one.start < b for a, b in taken)]
    return tuple(sorted(found, key=lambda one: one.start))


def _coded(text: str) -> Iterator[Condition]:
    for kind, pattern in _CODES:
        for match in pattern.finditer(text):
            value = _BITS.sub(r"int\1", re.sub(r"[ -]", "", match.group().lower()))
            yield Condition(frozenset({kind}), value, *match.span(), coded=True)


def _named_modes(text: str) -> Iterator[Condition]:
    for match in _SUPPLY.finditer(text):
        yield Condition(
            frozenset({SUPPLY}), "battery" if match["cell"] or match["un"] else "mains", *match.span(), coded=True
        )
    for match in _MODE.finditer(text):
        group = "in" if match["in"] else "to"
        yield Condition(frozenset({MODE}), match[group].lower(), *match.span(group), coded=True)
    for match in _POWER_MODE.finditer(text):
        yield Condition(frozenset({MODE}), match["by"].lower().replace(" ", ""), *match.span("by"), coded=True)


def _released(text: str) -> Iterator[Condition]:
    for match in _RELEASED.finditer(text):
        owner = _OF_NAME.match(text, match.end()) if match["name"] and not match["name"][0].isupper() else None
        of = {RELEASE} | _nouns(f"{match['name'] or ''} {owner['name'] if owner else ''}")
        group = "v" if match["v"] else "bare"
        named = bool(_NAMED.search(text[: match.start(group)]))
        yield Condition(frozenset(of), match[group], *match.span(group), coded=True, named=named)


def _switched(text: str) -> Iterator[Condition]:
    for match in _STATE.finditer(text):
        yield Condition(_nouns(match["noun"]), _STATES[match["state"]], *match.span(), coded=True)


def _counted(text: str) -> Iterator[Condition]:
    of = frozenset[str]()
    for match in _FIGURE.finditer(text):
        unit = _UNIT.match(text, match.end())
        end = unit.end() if unit else match.end()
        ahead, behind = _AHEAD.search(text[: match.start()]), _BEHIND.match(text, end)
        if ahead and _COUNTED.search(text[: ahead.start("noun")]):
            ahead = None  # "8 executors of 16 cores": no 16 executors
        own = _nouns(ahead["noun"] if ahead else "") | _nouns(behind["noun"] if behind else "")
        # "With 8 threads, Redis with 4": what the number before was of.
        of = own or (of if _ELLIPSIS.search(text[: match.start()]) and _ENDED.match(text, end) else frozenset())
        if of:
            number = _NUMBERS.get(match["n"].lower(), match["n"].replace(",", ""))
            value = f"{number}{match['si'] or ''}{unit['unit'] if unit else ''}"
            named = bool(_NAMED.search(text[: match.start()])) and match.end() == end and value.isdigit()
            yield Condition(of, value, match.start(), end, named=named)


def _nouns(words: str) -> frozenset[str]:
    return frozenset(one for one in roots(tokens(words)) if one.isalpha())
