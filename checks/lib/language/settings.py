"""Settings that two sentences print and print differently: "SF100" and "SF10000", "8 GPUs" and "64 GPUs".

The vocabulary knows a batch size or a precision; scale factors, quantisations, clients and cores are known by their
form alone: letters with digits, or a number before a plural.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from checks.lib.language import regions
from schemas.number_words import SETS, either, in_words
from schemas.remembered import remembered
from schemas.statement import Claim

_CODE = re.compile(r"(?<![\w.-])([A-Za-z]{1,6})-?(\d+(?:[._]\d+)*)([A-Za-z]{0,3})(?![\w-]|\.\d)")
_COUNT = re.compile(r"(?<![\w.,$€£-])(\d[\d,]*)(?:[ -][a-z]+)?[ -]([A-Za-z]{3,}s)\b")
_SIZE = re.compile(r"(?<![\w.,-])(\d[\d.,]*\s?[KMGTP]i?B)\b(?!\s?/| per\b)")
_SPELLED = re.compile(
    rf"\b({either((*SETS, *in_words(1, 2, 3, 4, 6, 8, 10, 16)))}|quad)[ -](?:[\w-]+ ){{0,2}}?"
    r"(card|chip|node|server|[A-Z]{1,2}PU|core|thread|socket|accelerator|machine|instance|rack|device|client|worker)(?:s|ed)?\b",
    re.IGNORECASE,
)
_LENGTH = re.compile(
    r"(?<![\w.,$€£-])(\d[\d,.]*[kKM]?)[ -](?:tokens? (?:of )?)?(input|output|prompt|context|batch)\b(?! (?:of|size))"
)
_COMPOUND = re.compile(r"(?<![\w.,$€£-])(\d[\d,.]*[kKMGT]?)-([a-z]{3,})\b")
# Words of which a statement has one: where two statements have different ones, they speak of two measurements.
_OPPOSITES = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in (
        "cold|warm|hot",
        "idle|idling|(?:under|full|at|peak) load",
        "inputs?|outputs?",
        "(?:one|per|each|single) direction|unidirectional|both (?:directions|ways)|bidirectional|full[- ]duplex",
        "uploads?|downloads?|uploaded|downloaded|upstream|downstream",
        "reads?|writes?|reading|writing",
        "random|sequential",
        "(?:long|short)(?=[- ](?:tests?|prompts?|contexts?|inputs?|outputs?|sequences?|quer(?:y|ies)|documents?))",
        "single[- ]core|multi[- ]?core|all cores|single-threaded|multi-threaded|single-thread|multi-thread",
        # A "minimum-size frame" is of that size; which mean is told, it does not say. "What the numbers mean" is no
        # statistic.
        "(?:minimum|maximum|min|max)-(?:size|length|width)d?",
        (
            "(?:minimum|maximum)(?!-(?:size|length|width))|average|"
            "(?<!s )mean(?!\\s*(?:$|[.?!])|\\s(?:that|the|an?|you|we|it)\\b)|"
            "median|typical(?:ly)?|usual(?:ly)?|peak|worst|best|p\\d\\d(?:\\.\\d)?|\\d\\d(?:\\.\\d)?th"
        ),
        "training|inference|trains?|serves|serving",
        "encod\\w+|decod\\w+",
        "compress\\w*|decompress\\w*",
        "client|server",
        "720p|1080p|1440p|2160p|4k|8k",
        "dense|sparse|with(?:out)? (?:[\\w:]+ ){0,2}sparsity",
        "fp4|fp8|fp16|bf16|tf32|fp32|fp64|int4|int8|[48]-bit|awq|gptq|nf4",
        "on[- ]demand|pay[- ]as[- ]you[- ]go|reserved|reservation|committed|spot|preemptible",
    )
)
_WAYS = re.compile(r"direction|\bways$|duplex", re.IGNORECASE)
_BOTH = re.compile(r"both|bi|full", re.IGNORECASE)
_HYPHEN = re.compile(r"(?<![\w-])([A-Za-z]{3,})-(\d+)(?![\w.-]|\s?%)")
_STEMS = ("encod", "decod", "decompress", "compress", "train", "upload", "download", "read", "writ", "serv")
_SAME = {
    "average": "mean",
    "median": "p50",
    "2160p": "4k",
    "4 bit": "int4",
    "8 bit": "int8",
    "awq": "int4",
    "gptq": "int4",
    "nf4": "int4",
}
_ORDINAL = re.compile(r"^(\d\d(?:\.\d)?)th$")  # "the 99th percentile" is the p99
_CLAUSE = re.compile(r"[,;:] | (?:and|while|but|whereas) ")
_LABELLED = re.compile(r"[,;] | (?:and|while|but|whereas) ")  # "BERT in INT8: 2,070 sequences/s, ..."
_NEGATED = re.compile(r"\b(?:off|without|disabled|no)\b", re.IGNORECASE)
_THAN = re.compile(r"\b(?:than|versus|vs\.?|compared (?:to|with)|instead of)\b[^,;.]*", re.IGNORECASE)
_NUMBERS = in_words(1, 2, 3, 4, 6, 8, 10, 12, 16)
_MANY = rf"\b(?:each|every|a single|{either(_NUMBERS)}|\d{{1,4}})"
_NO_SETTING = frozenset("times seconds minutes hours days weeks months years percents points others versus".split())


def unlike(left: Claim, right: Claim) -> list[str]:
    """Settings of one form that both sentences print with other numbers: "SF100 against SF10000"."""
    mine, theirs = _settings(left), _settings(right)
    shared = (form for form in mine if form in theirs)
    numbers = [f"{_said(mine[form])} against {_said(theirs[form])}" for form in shared if mine[form] != theirs[form]]
    return [*numbers, *_numbered(left, right), *opposed(scopes(left), scopes(right)), *_negated(left, right)]


def opposed(left: Sequence[str], right: Sequence[str]) -> Iterator[str]:
    """Contrasts ("spot against on demand") between two scopes, each from the clause of a figure outwards.

    The innermost text that says one of the words decides: under "Spot prices" a sentence about on-demand ones is just
    that.
    """
    mine, theirs = _innermost(left), _innermost(right)
    for at in sorted(mine.keys() & theirs.keys()):
        if not mine[at] & theirs[at]:
            yield f"{_said(mine[at])} against {_said(theirs[at])}"
    numbered = [_hyphened(scope) for scope in (left, right)]
    for noun in sorted(numbered[0].keys() & numbered[1].keys()):
        if not numbered[0][noun] & numbered[1][noun]:
            yield f"{noun}-{_said(numbered[0][noun])} against {noun}-{_said(numbered[1][noun])}"
    places = [frozenset(found for text in scope for found in regions.CALLED.findall(text)) for scope in (left, right)]
    if all(places) and not places[0] & places[1]:
        yield f"{_said(places[0])} against {_said(places[1])}"


def _hyphened(scope: Sequence[str]) -> dict[str, frozenset[str]]:
    """Numbers behind a noun and a hyphen, of the innermost text that says the noun so: "top-5", not "top-1"."""
    found: dict[str, frozenset[str]] = {}
    for text in scope:
        found = {**_numbers_behind(text), **found}
    return found


@remembered
def _numbers_behind(text: str) -> Mapping[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for match in _HYPHEN.finditer(text):
        found[match[1].lower()].add(match[2])
    return {noun: frozenset(numbers) for noun, numbers in found.items()}


def _innermost(scope: Sequence[str]) -> dict[int, frozenset[str]]:
    """Of each of the contrasts that a scope says, the words of the first text that says one of them."""
    found: dict[int, frozenset[str]] = {}
    for text in scope:
        for at, words in _contrasts(text):
            found.setdefault(at, words)
    return found


@lru_cache(maxsize=16384)  # a sentence is held against many tables, and a title against many sentences
def _contrasts(text: str) -> tuple[tuple[int, frozenset[str]], ...]:
    """Of each of the contrasts that a text says, by its number, the words."""
    every = ((at, words.findall(text)) for at, words in enumerate(_OPPOSITES))
    return tuple((at, frozenset(map(_plainly, found))) for at, found in every if found)


def _plainly(word: str) -> str:
    if word.lower().endswith("sparsity"):
        return "dense" if word.lower().startswith("without") else "sparse"
    if _WAYS.search(word):
        return "both ways" if _BOTH.match(word) else "one way"
    single = word.lower() if word.lower().endswith("ss") else word.lower().rstrip("s")  # "compress"
    plain = _ORDINAL.sub(r"p\1", single.replace("-", " "))
    # "Decodes" and "decoding" are one, and so are "train" and "training".
    return _SAME.get(plain, next((stem for stem in _STEMS if plain.startswith(stem)), plain))


def scopes(claim: Claim) -> list[str]:
    """A figure's clause, that with its label, its sentence; without what it is compared with ("than on demand")."""
    plain = _compared_with(_plain(claim))
    at = claim.at[0]
    if at < 0:
        return [plain]
    before, after = claim.context[:at], claim.context[at:]
    clauses = [part.split(before)[-1] + part.split(after)[0] for part in (_CLAUSE, _LABELLED)]
    return [*map(_compared_with, filter(None, clauses)), plain]


def _compared_with(text: str) -> str:
    return _THAN.sub(" ", text)


def _numbered(left: Claim, right: Claim) -> Iterator[str]:
    """One sentence speaks of each of the machines, the other of several together."""
    mine, theirs = _how_many(left), _how_many(right)
    if mine and theirs and mine != theirs:
        yield f"{mine} {left.subject.name} against {theirs}"


def _how_many(claim: Claim) -> int:
    """How many of its subject a sentence puts to work, 0 when it does not say: "each S1 chip", "eight S1 chips"."""
    name = claim.subject.raw or claim.subject.name
    match = re.search(rf"({_MANY})(?:[\s×x-]+){re.escape(name)}", claim.context, re.IGNORECASE) if name else None
    if not match:
        return 0
    word = match[1].lower()
    return _NUMBERS.get(word, 1) if not word.isdigit() else int(word)


def _negated(left: Claim, right: Claim) -> Iterator[str]:
    negated = [_NEGATED.search(_plain(one)) for one in (left, right)]
    if bool(negated[0]) != bool(negated[1]):
        yield f"{next(match.group() for match in negated if match)!r} on one side"


def _said(printed: frozenset[str]) -> str:
    return " and ".join(sorted(printed))


def _settings(claim: Claim) -> dict[str, frozenset[str]]:
    text = _plain(claim)
    found: dict[str, set[str]] = defaultdict(set)
    for match in _CODE.finditer(text):
        found[f"{match[1]}#{match[3]}".lower()].add(match.group().lower())
    for match in _COUNT.finditer(text):
        if match[2].lower() not in _NO_SETTING:
            found[match[2].lower()].add(f"{match[1]} {match[2]}".lower())
    for match in _LENGTH.finditer(text):
        found[match[2].lower()].add(match[1].lower())
    for match in _COMPOUND.finditer(text):
        found[match[2]].add(match.group().lower())
    for match in _SPELLED.finditer(claim.context):  # a name may stand between: "eight Flint cards"
        found[f"{match[2].lower()}s"].add(match.group().lower())
    if sizes := _SIZE.findall(text):
        found["size"].update(sizes)
    return {form: frozenset(printed) for form, printed in found.items()}


def _plain(claim: Claim) -> str:
    """The sentence without its figure and without the names of what it compares."""
    at = claim.at[0]
    text = f"{claim.context[:at]} {claim.context[at + len(claim.quote) :]}" if at >= 0 else claim.context
    names = (claim.subject.raw, claim.subject.name, claim.baseline.raw, claim.baseline.name, claim.workload_raw)
    for name in sorted(filter(None, names), key=len, reverse=True):
        text = text.replace(name, " ")
    return text
