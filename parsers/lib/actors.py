"""Who can stand on a side of a comparison: machines, software and proper names, as a sentence prints them.

The vocabulary's machines and software are the surest. Where it knows none, proper names stand in as printed
("FooDB 2.1", "pluckdb", "c8.large", "version 12"); a capital at a sentence's start proves nothing by itself.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from parsers.lib.field import of_field
from parsers.lib.plain_words import COMMON, NOUN
from parsers.lib.ran import ran_in
from parsers.lib.sentence import Scope, Sentence
from parsers.lib.small_names import small_names
from parsers.lib.units import unit_entry
from parsers.lib.verbs import acts
from schemas.names import Mention, Vocabulary

_WORD = (
    r"(?:[A-Z][\w+#/]*(?:[.-][\w+#/]+)*|[a-z]+[A-Z][\w.]*|[a-z][\w-]*\.(?:js|cpp|rs|py|io|ai|c|go)|"
    r"[a-z]{1,8}\d+[a-z\d]*(?:\.[a-z\d]+)*)"
)
_NO_NAME = re.compile(
    r"(?:p\d+|x86|x64|top\d+|q\d+|v\d+|h26\d|utf8|sha\d+|http\d|s3|k8s|mp\d|web\d|int\d+|fp\d+|bf\d+|u?int\d+|t\d|n\d)"
)
_RELEASE = r"v?\d+(?:\.[\dx]+)*\+?(?![\w%]|\s?(?:x|%|times|percent)\b)"
# "the 990 Evo", "version 12": names that begin with a number, or with the word that numbers them.
_NAME = re.compile(
    r"(?<![\w.-])(?:(?:(?<=the )|(?<=The ))\d{2,4}[A-Za-z]?\s(?:[A-Z][a-z]{2,}\w*|[A-Z]{2,3}\b)|"
    r"(?:[Vv]ersion|[Rr]elease)\s\d+(?:\.\d+)*|"
    rf"{_WORD}(?:\s(?:{_WORD}|{_RELEASE}|\d{{2,4}}[A-Z]{{1,2}}(?!\w)))*)"  # "Lattice 400G"
)


@dataclass(frozen=True, slots=True)
class Actor:
    """A machine, a piece of software or a proper name that can stand on a side. `rank` 0 is the surest kind."""

    start: int
    end: int
    raw: str
    name: str
    rank: int
    generic: bool = False
    unnamed: bool = False


def actors_of(sentence: Sentence, scope: Scope) -> list[Actor]:
    """Every actor of a sentence, left to right."""
    return [_settled(one, sentence, scope) if one.generic else one for one in _actors(sentence, scope.names)]


@lru_cache(maxsize=8)
def _actors(sentence: Sentence, names: frozenset[str]) -> tuple[Actor, ...]:
    # Each figure of a sentence asks for them anew; without the cache a long list costs its square.
    figures = [(one.figure.start, one.figure.end) for one in sentence.figures if one.metric != "system_count"]
    known = [known_actor(name, 0) for name in sentence.of("platforms") if not _counted(name, sentence, figures)]
    known += [known_actor(name, 1) for name in sentence.of("frameworks")]
    taken = [(name.start, name.end) for name in (*sentence.names, *sentence.metrics)] + figures
    proper = [name for name in _proper(sentence, names, figures) if not _meets(name, taken)]
    proper += [
        name for name in _small(sentence, names) if not _meets(name, [*taken, *((p.start, p.end) for p in proper)])
    ]
    found = sorted((*known, *proper), key=lambda actor: actor.start)
    # What was run is nobody's subject; "Running Quarrel 2.4" may be the product itself, when nobody else is named.
    objects = [(one.start, one.end, one.sure) for one in ran_in(sentence)]
    others = [one for one in found if not _meets(one, [(start, end) for start, end, _ in objects])]
    dropped = [(start, end) for start, end, sure in objects if sure or others]
    return tuple(one for one in found if not _meets(one, dropped))


def _counted(name: Mention, sentence: Sentence, figures: list[tuple[int, int]]) -> bool:
    """Whether a machine is part of a unit or of a phrase: "GPU hours", "900 TFLOPS per GPU", "on the CPU side"."""
    leading = sentence.text[max(sentence.start, name.start - 4) : name.start]
    if name.entry.flag("generic") and (
        _OF_CLASS.match(sentence.text, name.end, sentence.end)
        or sentence.text.endswith(("lower ", "less ", "more ", "higher "), sentence.start, name.start)
        or (sentence.text[name.start - 1 : name.start] == "-" and _followed(name, sentence))
    ):
        return True
    return leading == "per " or any(start <= name.start < end for start, end in figures)


def _followed(name: Mention, sentence: Sentence) -> bool:
    """Whether a machine's own name stands right behind a class: "an eight-GPU H100 server"."""
    own = (one for one in sentence.of("platforms") if not one.entry.flag("generic"))
    return any(sentence.text[name.end : one.start] == " " for one in own)


# "cheaper on the CPU side", "halves CPU load", "SPEC CPU 2017": a part of what is said, and nobody.
_OF_CLASS = re.compile(r"\s(?:side|load|usage|use|time|utili[sz]ation|overhead|cycles|memory|bound|power|20\d\d)\b")


def _meets(actor: Actor, spans: list[tuple[int, int]]) -> bool:
    return any(actor.start < end and start < actor.end for start, end in spans)


def known_actor(name: Mention, rank: int) -> Actor:
    """A name of the vocabulary as an actor."""
    return Actor(
        name.start, name.end, name.raw, name.name, rank, name.entry.flag("generic"), name.entry.flag("unnamed")
    )


def _small(sentence: Sentence, names: frozenset[str]) -> Iterator[Actor]:
    last = 0
    found = [(start, name, owner) for start, name, owner in small_names(sentence)]
    if pattern := _written_small(names):
        found += [(sentence.start + match.start(), match.group(), False) for match in pattern.finditer(sentence.words)]
    for start, name, owner in sorted(found, key=lambda one: (one[0], -len(one[1]))):
        if start >= last:
            last = start + len(name)
            yield Actor(start, last, name, name, 4 if owner else 2)


@lru_cache(maxsize=8)
def _written_small(names: frozenset[str]) -> re.Pattern[str] | None:
    """The page's own product, wherever a sentence prints it: "That makes quickjay 11x as fast"."""
    small = sorted(re.escape(name) for name in names if name[0].islower())
    return re.compile(rf"(?<![\w./-])(?:{'|'.join(small)})(?:\s{_RELEASE})?(?![\w/-])") if small else None


_DATA = re.compile(r"\s(?:test\s|data\s|query\s)?(?:sets?|corpus|traces?|questions|splits?)\b")
_IN = re.compile(r"\b(?:in|on|of|for|over)\s(?:the\s)?$")
_MADE_OF = re.compile(r"\d\s?[KMGT]i?B\sof\s(?:[a-z]+\s)?$")  # "288 GB of HBM3E at 8 TB/s"
# "Large Java applications run 45% faster": what is written with it, not Java.
_WRITTEN_IN = re.compile(r"\s(?:applications?|apps|developers|programs|projects|users|customers)\b")
_DOING = re.compile(r"[A-Z][a-z]+ing\s\d.*")
_HYPHENED = re.compile(r"[A-Z][a-z]+(?:-[a-z]+)+")
_UNIT_OF = re.compile(r"\d\s?$")


def _proper(sentence: Sentence, names: frozenset[str], figures: list[tuple[int, int]]) -> Iterator[Actor]:
    for match in _NAME.finditer(sentence.text, sentence.start, sentence.end):
        start, printed = _trimmed(match, sentence, figures)
        if len(printed) < 2 or printed.lower() in ("version", "release"):
            continue
        if _NO_NAME.fullmatch(printed) and not _one_of_two(printed, sentence):
            continue
        if printed.isdigit() or _DOING.fullmatch(printed):
            continue  # "On 512 GPUs", "Dividing 141.6 by 104"
        if _HYPHENED.fullmatch(printed):
            continue  # "Latency-sensitive", "Jetson-class"
        unit = _UNIT_OF.search(sentence.text[max(sentence.start, start - 3) : start])
        if _of_something(sentence, start, start + len(printed)):
            continue
        if not unit and _is_name(sentence, start, printed, names):
            yield Actor(start, start + len(printed), printed, printed, _rank(sentence, printed, start + len(printed)))


def _of_something(sentence: Sentence, start: int, end: int) -> bool:
    """Whether a name only says which data, which programs or which memory: nobody's own."""
    led = sentence.text[max(sentence.start, start - 24) : start]
    if _DATA.match(sentence.text, end, sentence.end) and _IN.search(led):
        return True  # "99.7% of the attacks in the OWASP set"
    return _WRITTEN_IN.match(sentence.text, end, sentence.end) is not None or _MADE_OF.search(led) is not None


_AFTER_NUMBER = re.compile(r"\d\s?$")


def _trimmed(match: re.Match[str], sentence: Sentence, figures: list[tuple[int, int]]) -> tuple[int, str]:
    """Where a name begins and what it is, without the common words and amounts around it."""
    start = match.start()
    # "takes Sift 14 minutes": the number is the figure's, not the name's.
    stop = min((begin for begin, _ in figures if start < begin < match.end()), default=match.end())
    words = sentence.text[start:stop].rstrip(" .,-/").split()
    while words and (words[0].lower() in COMMON or not (words[0][0].isalpha() or len(words) > 1)):
        start += len(words[0]) + 1
        words = words[1:]
    led = sentence.text[max(sentence.start, start - 3) : start]
    if len(words) > 1 and _AFTER_NUMBER.search(led) and unit_entry(sentence.vocabulary, words[0]):
        start = sentence.text.index(words[1], start + len(words[0]))  # "at 10 TB Cinnabar finished"
        words = words[1:]
    if len(words) == 2 and _AMOUNT.fullmatch(" ".join(words)):
        return start, ""  # "the 64 KB reads"
    if len(words) > 2 and words[0][0].isdigit() and _AMOUNT.fullmatch(f"{words[0]} {words[1]}"):
        start = sentence.text.index(words[2], start + len(words[0]))  # "The 7.68 TB Ember 7"
        words = words[2:]
    while len(words) > 1 and words[-1].lower() in COMMON:
        words.pop()  # "Validates UTF-8" is a verb and no name
    printed = " ".join(words)
    built = _BUILT_ON.fullmatch(printed) if printed.endswith("ed") else None  # "Axiom-based VMs"
    return start, built["name"] if built else printed


def _one_of_two(printed: str, sentence: Sentence) -> bool:
    """Whether a bare release stands beside another: "Compared to v5, a v6 slice ..."."""
    return bool(re.fullmatch(r"v\d+", printed)) and len(set(re.findall(r"\bv\d+\b", sentence.words))) > 1


_AMOUNT = re.compile(r"\d[\d.,]*\s(?:[KMGT]i?B|[kM]?W|[GM]Hz|Wh|Gbit/s|Gbps|GbE|inch)")
_BUILT_ON = re.compile(r"(?P<name>[A-Z][\w.]*)-(?:based|powered|equipped)")


def _rank(sentence: Sentence, printed: str, end: int) -> int:
    """2; 4 for who yields to anybody else named: an owner ("Acme's flagship"), "the ICON model"; 5 for a vendor."""
    if printed in _vendors(sentence.vocabulary):
        return 5
    return 4 if _YIELDS.match(sentence.text, end, sentence.end) else 2


@lru_cache(maxsize=8)
def _vendors(vocabulary: Vocabulary) -> frozenset[str]:
    return frozenset(entry.text("vendor") for entry in vocabulary.entries("platforms"))


_YIELDS = re.compile(
    r"['’]s?\s+\w|\s+(?:models?|networks?|corpus|data\s?sets?|benchmarks?|suite|scene|file|workloads?|index)\b|"
    r"\s+(?:run|runs|tests?|scores?|results?)\s(?:on|with|of|for)\b"
)


# "Osprey and Merlin need ...": a name's companion is one.
_JOINED = re.compile(r"\s(?:and|or|vs\.?)\s(?P<other>[A-Z][\w-]+)(?=\s(?:[a-z]|\d))")


_ODD = re.compile(r"\d|[a-z][A-Z]|[A-Z]{2}|\.")
_INSIDE = re.compile(r"[\w,;()%]")
_APPOSED = re.compile(r",\s(?:our|the|an?)\s[^,;.]{3,40},\s[a-z]")  # "Chiton, our video chip, transcodes ..."
_OWNS = re.compile(r"['’]s\s[\w-]+\s")
_OF_VERB = re.compile(r"(?:(?:tion|ing|ness|ment)s?|ed|able|ous)$")


def _is_name(sentence: Sentence, start: int, printed: str, names: frozenset[str]) -> bool:
    """A capital at a sentence's start proves nothing: there a verb, a digit, inner capitals or a second use must."""
    if " " in printed or printed in names or _ODD.search(printed):
        return True
    led = sentence.text[sentence.start : start].rstrip()
    if led and _INSIDE.match(led[-1]):
        return True
    if _OWNS.match(sentence.text, start + len(printed), sentence.end):
        return True
    if _BUILT_ON.match(sentence.text, start, sentence.end):
        return True
    if not NOUN.search(printed) and _APPOSED.match(sentence.text, start + len(printed), sentence.end):
        return True
    joined = _JOINED.match(sentence.text, start + len(printed), sentence.end)
    if joined and joined["other"].lower() not in COMMON and not NOUN.search(printed):
        return True
    if of_field(printed.lower()):
        return False  # "Message delivery is", "Query plans are": what it is called
    noun = _OF_VERB.search(printed) or (printed.endswith("s") and not printed.endswith(("us", "as", "is", "os", "ss")))
    # "Dramatically improved bandwidth, reaching": how, and not who.
    noun = noun or printed.endswith(("ally", "ely", "antly", "ently"))
    return not noun and acts(sentence, start + len(printed))


def _settled(actor: Actor, sentence: Sentence, scope: Scope) -> Actor:
    """The machine that "the GPU" means: the one named before it in this paragraph; without one it stays a class."""
    leading = sentence.text[max(sentence.start, actor.start - 4) : actor.start].lower()
    if leading != "the ":
        return actor
    for place in scope.earlier:
        for other in reversed(place.of("platforms")):
            words = other.raw.lower().replace("-", " ").split()
            if not other.entry.flag("generic") and actor.name.lower() in words:
                return replace(actor, name=other.name, generic=False, unnamed=other.entry.flag("unnamed"))
    return actor
