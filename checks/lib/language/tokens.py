"""The words of a text as roots, and which of them are names: "Tarn T2 reads", "p99", "Mixtral-8x7B".

A sentence that names something is about that very thing: what is printed without the name is hardly it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from schemas.months import MONTHS
from schemas.number_words import SETS, either, in_words

# A footnote's mark, "the Skerry One.¹", is no word.
_TOKEN = re.compile(r"[pP]\d\d(?:\.\d+)?\b|\d+(?:[.,]\d+)*[^\W\d_]*|(?![¹²³⁰⁴-⁹])[^\W\d_][^\W_]*")
_PERCENTILE = re.compile(r"(\d\d(?:\.\d+)?)(?:th|st|nd|rd)?[- ]percentile", re.IGNORECASE)
# "95% of messages arrive within 12 ms": their 95th percentile.
_WITHIN = re.compile(
    r"\b(?P<n>9\d(?:\.\d+)?)(?:\s?%|\s?per ?cent|(?: out)? (?:of|in) (?:every )?100\b)"
    r"(?!\s(?:more|less|fewer|[a-z]+er)\b)(?P<of>(?: of)? [^.;,:\d]{3,60}?)"
    r"(?=\b(?:within|under|below|in under|in less than|less than|no more than|at most)\s\d)",
    re.IGNORECASE,
)
QUARTERS = {"first": "Q1", "second": "Q2", "third": "Q3", "fourth": "Q4"}
# "v1.3" is what other texts call "1.3", "the second quarter" their "Q2", and "2024-12" a December.
_V = re.compile(r"\b[vV](?=\d+(?:\.\d+)+)")
_QUARTER = re.compile(
    rf"\b(?P<nth>{either(QUARTERS)})(?: quarter\b|(?= (?:and|to|through) (?:the )?(?:{either(QUARTERS)}) quarter\b))",
    re.IGNORECASE,
)
_ISO_MONTH = re.compile(r"\b(?P<year>20\d\d)-(?P<month>0[1-9]|1[0-2])\b(?!-)")
# "llama2-70b" in a column of models is the text's "Llama 2 70B".
_FAMILY = re.compile(r"(?<![\w.-])([a-z]{3,})(\d{1,2})(?=[-_]\d+(?:\.\d+)?[bBmM]\b)")
_ENDING = re.compile(
    r"(?:ations?|ally|ly|ments?|ings?|ors?|ers?|ies|ed|es|(?<!s)s|e|y)$"
)  # "compress" as in "compresses"
# "3.8x", "64K", "85W": a figure, not a name.
_FIGURE = re.compile(
    r"[\d.,]+(?:x|k|m|b|ms|s|us|ns|h|min|[kmgt]i?b|gbps|mbps|w|kw|wh|kwh|hz|khz|mhz|ghz|fps|st|nd|rd|th)", re.IGNORECASE
)
SHORT = 600  # characters of a text whose words are kept: of whole documents they would fill the memory
LONG = 20_000  # of a text whose words are kept for a while
COLON = re.compile(r":\s+(?=\d)")
_ZEROS = re.compile(r"(?:\.0)+$")
_LEAST = 3  # letters that an ending must leave
WORD = 2  # letters of what is no word
_BEGINS = re.compile(r"(?:^|[.!?:;(\"“|*_\n•–—])\s*$|^\W*\d+\.\s*$")
_NUMBERS = {**in_words(*range(1, 11), 12, 16), **SETS, "each": 1}
_SAME = {**{word: str(number) for word, number in _NUMBERS.items()}, "average": "mean", "avg": "mean", "median": "p50"}
# Words that every text of the kind has; capitals do not make a name of them.
_PLAIN = frozenset(MONTHS) | frozenset(
    """
    cpu gpu tpu npu cpus gpus api ssd nvme ai ml llm llms hpc pcie usb ram vram dram hbm iops qps rps tps fps ttft tpot
    sla gb mb tb kb pb gib mib kib tib gbit mbit kbit tbit gbps mbps kbps tbps gt ghz mhz khz kw mw kwh tflops gflops
    pflops tops
    monday tuesday wednesday thursday friday saturday sunday i we our it the a an this that in on at with for under
    over when while after before from by as to each every both all these those its their if since unlike compared how
    dr mr ms mrs prof version release figure table section chapter step part what which where does is are can and but
    or there here no not yes new about across beginning starting until during within around nearly almost only just
    once today now then so also
    """.split()
)
# Instruction sets: half of all machines have each.
_ARCHITECTURES = frozenset("x86 x64 amd64 arm64 aarch64 i386 i686 riscv64".split())
_COUNTED = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>\d(?:[\d,]*\d)?|(?i:{either(_NUMBERS)}))[ -](?:[A-Z][\w-]*\s){{0,2}}(?P<noun>[a-z]{{3,}})\b"
)
# "Drive C", "system A's"; "I" and an article at the beginning of a sentence are no letters of a thing.
_LETTERED = re.compile(r"\b(?P<noun>[A-Za-z][a-z]{2,})\s(?P<letter>[B-HJ-Z]|A(?!\s[a-z]))(?![\w&+#/-]|\.\w)")
_INNER = re.compile(r"\b[a-z]{1,2}[A-Z]{2,}\w*")
# What is released, between its name and its number.
_RELEASED = frozenset("version releas runtim engin databas framework librar edition round v".split())
# What has releases of its own, which are told apart without the name of whose it is: "driver 21.4".
_SOFTWARE = frozenset("driv firmwar kernel toolkit sdk compil runtim".split())
# What labels and sentences say of anything.
GENERIC = frozenset(
    """
    the a an of in on at for to per with from by as is are was were it its and or our we you your value item
    property result results up than over under about all this that there here
    """.split()
)


@dataclass(frozen=True, slots=True)
class Token:
    """A word's root; `name` when it is printed as one: with a capital inside a sentence, or with a digit."""

    root: str
    name: bool = False
    number: bool = False
    capital: bool = False  # with a capital, wherever it stands


_one = lru_cache(maxsize=65536)(Token)  # texts share their words: a token of each would fill the memory


@lru_cache(maxsize=65536)
def root(word: str) -> str:
    """A word without its ending, a number without its separators: "trains", "training" and "trained" are one."""
    plain = word.lower()
    if plain[:1].isdigit():
        return plain.replace(",", "")
    if plain in _SAME:
        return _SAME[plain]
    if any(char.isdigit() for char in plain):
        return plain[:-1] if plain[-1] == "s" and plain[-2].isdigit() else plain  # "four A100s" are A100
    short = _ENDING.sub("", plain)
    return short if len(short) >= _LEAST else plain


def tokens(text: str) -> tuple[Token, ...]:
    """The words and numbers of a text, in order."""
    if len(text) < SHORT:
        return _kept(text)
    return _latest(text) if len(text) < LONG else _read(text)


# Check after check goes through all sentences: were fewer kept than a corpus has, none would be found again.
@lru_cache(maxsize=65536)
def _kept(text: str) -> tuple[Token, ...]:
    return _read(text)


@lru_cache(maxsize=256)  # the labels of a wide table, which sentence after sentence is held against
def _latest(text: str) -> tuple[Token, ...]:
    return _read(text)


def _read(text: str) -> tuple[Token, ...]:
    plain = _WITHIN.sub(r"p\g<n>\g<of>", _PERCENTILE.sub(r"p\1", _V.sub("", text)))
    plain = _QUARTER.sub(lambda match: QUARTERS[match["nth"].lower()], plain)
    plain = _FAMILY.sub(r"\1 \2", plain)
    plain = _ISO_MONTH.sub(lambda match: f"{match['year']} {MONTHS[int(match['month']) - 1]}", plain)
    matches = list(_TOKEN.finditer(plain))
    found = [_token(plain, match) for match in matches]
    # "Pannier 4.2 replicates": a capital at the beginning is a name when a number or a name follows.
    first = matches[0].group() if matches else ""
    hyphen = bool(matches) and re.match(r"-[A-Z\d]", plain[matches[0].end() : matches[0].end() + 2])
    if len(found) > 1 and first[0].isupper() and _capital(first) and (hyphen or found[1].number or found[1].name):
        found[0] = _one(found[0].root, name=True, capital=True)
    return tuple(found)


def _token(text: str, match: re.Match[str]) -> Token:
    word = match.group()
    inside = word[0].isupper() and not _BEGINS.search(text[max(0, match.start() - 8) : match.start()])
    return _worded(word, inside)


@lru_cache(maxsize=65536)
def _worded(word: str, inside: bool) -> Token:
    """A word as a token; `inside` a sentence a capital makes it a name."""
    if word[0].isdigit():
        plain = word[-1].isdigit()
        return _one(root(word), name=not plain and not _FIGURE.fullmatch(word), number=plain)
    digit = any(char.isdigit() for char in word) and word.lower() not in _ARCHITECTURES
    capital = word[0].isupper() and _capital(word)
    return _one(root(word), name=digit or (inside and capital), capital=capital)


def _capital(word: str) -> bool:
    return word.lower() not in _PLAIN and len(word) > 1


def roots(found: Iterable[Token]) -> frozenset[str]:
    """The roots of words that say something."""
    return frozenset(one.root for one in found if one.root not in GENERIC)


def every_root(text: str) -> frozenset[str]:
    """The roots of all words of a text."""
    return _roots_kept(text) if len(text) < SHORT else _roots_latest(text)


def content(text: str, without: frozenset[str] = frozenset()) -> frozenset[str]:
    """The roots of a text's words that say what it is about: no numbers and nothing short."""
    return _content_of(every_root(text)) - without


@lru_cache(maxsize=32768)  # each sentence is held against thousands
def _content_of(words: frozenset[str]) -> frozenset[str]:
    return frozenset(word for word in words if len(word) > WORD and word[0].isalpha()) - GENERIC


@lru_cache(maxsize=32768)
def _roots_kept(text: str) -> frozenset[str]:
    return frozenset(one.root for one in tokens(text))


@lru_cache(maxsize=64)  # sections, which one sentence after the other is held against
def _roots_latest(text: str) -> frozenset[str]:
    return frozenset(one.root for one in tokens(text))


def names(text: str, *, title: bool = False) -> frozenset[str]:
    """The roots of a text's names; a title may begin with one."""
    return _names_kept(text, title) if len(text) < SHORT else _names(text, title)


@lru_cache(maxsize=32768)
def _names_kept(text: str, title: bool) -> frozenset[str]:
    return _names(text, title)


def _names(text: str, title: bool) -> frozenset[str]:
    return frozenset(one.root for one in tokens(text) if one.name or (title and one.capital))


def lettered(text: str) -> frozenset[str]:
    """What is told apart by a letter, with its noun: {"driv c"} of "drive C"; a letter alone is no name."""
    return frozenset(f"{root(one['noun'])} {one['letter'].lower()}" for one in _LETTERED.finditer(text))


def inner_capitals(text: str) -> frozenset[str]:
    """The roots of names that begin with a small letter: "vLLM"."""
    return frozenset(map(root, _INNER.findall(text)))


@lru_cache(maxsize=16384)
def coded(text: str) -> frozenset[str]:
    """The roots of names with a digit, "M3", and of names with a version behind: what tells one product from others."""
    numbered = frozenset(number for numbers in versions(text).values() for number in numbers)
    return numbered | frozenset(one.root for one in tokens(text) if one.name and any(map(str.isdigit, one.root)))


@lru_cache(maxsize=8192)
def settings(text: str) -> frozenset[str]:
    """The numbers of a text that are no versions of a name: "10,000 sessions" and "batch 64", not "Cache 4"."""
    every = tokens(text)
    ahead = (None, *every)
    pairs = zip(ahead, every, strict=False)
    return frozenset(one.root for before, one in pairs if one.root.isdigit() and not (before and before.name))


def counted(text: str) -> dict[str, set[str]]:
    """How many of each noun a text counts: {"drive": {"24"}} of "24 NVMe drives" and "on twenty-four drives".

    Up to two words of a name may stand between ("four Heliograph GX cards").
    """
    found: dict[str, set[str]] = {}
    for match in _COUNTED.finditer(text):
        number, noun = root(match["n"]), root(match["noun"])
        if number[0].isdigit() and noun not in GENERIC:
            found.setdefault(noun, set()).add(number)
    return found


def versions(text: str) -> dict[str, set[str]]:
    """The numbers right behind a word that is a name or begins with a capital: {"pannier": {"4.2"}}.

    One word may stand between that says what the thing is: "Pannier server 4.2".
    """
    found: dict[str, set[str]] = {}
    every = _versions_kept(text) if len(text) < LONG else _every_version(text)  # a whole document is not kept
    for name, number in every:
        found.setdefault(name, set()).add(number)
    return found


@lru_cache(maxsize=16384)
def _versions_kept(text: str) -> tuple[tuple[str, str], ...]:
    return _every_version(text)


def _every_version(text: str) -> tuple[tuple[str, str], ...]:
    parts = COLON.split(text)  # "M4: 60 % less" is of no release 60
    return tuple(one for part in parts for one in _versions(tokens(part)))


def _versions(every: Sequence[Token]) -> Iterator[tuple[str, str]]:
    for left, noun, right in zip(every, every[1:], every[2:], strict=False):
        if (left.name or left.capital) and noun.root in _RELEASED and right.number:
            yield left.root, right.root
    for left, right in pairwise(every):
        if (left.name or left.capital) and right.number:
            yield left.root, right.root


def software(text: str) -> dict[str, set[str]]:
    """The releases of what needs no name: {"driv": {"21.4"}} of "with driver 21.4"."""
    found: dict[str, set[str]] = {}
    for left, right in pairwise(tokens(text)):
        if left.root in _SOFTWARE and right.number and "." in right.root:
            found.setdefault(left.root, set()).add(right.root)
    return found


def one_release(mine: Iterable[str], theirs: Iterable[str]) -> bool:
    """Whether two texts can name one release: "1.0" is any "1.0.2", and "7" is "7.0", but "1" is no "1.2"."""
    return any(
        _plain(one) == _plain(other) or _patches(one, other) or _patches(other, one) for one in mine for other in theirs
    )


def _plain(number: str) -> str:
    return _ZEROS.sub("", number)


def _patches(one: str, other: str) -> bool:
    """Whether one number is of a patch of the other, which says more than a major release."""
    return "." in other and one.startswith(f"{other}.")
