"""Who can stand on a side of a comparison: machines, software and proper names, as a sentence prints them.

The vocabulary's machines and software are the surest. Where it knows none, proper names stand in as printed
("FooDB 2.1", "pluckdb", "c8.large", "version 12"); a capital at a sentence's start proves nothing by itself.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

from parsers.lib.ran import ran_in
from parsers.lib.sentence import Scope, Sentence
from schemas.names import Mention, Vocabulary

_WORD = (
    r"(?:[A-Z][\w+#/]*(?:[.-][\w+#/]+)*|[a-z]+[A-Z][\w.]*|[a-z][\w-]*\.(?:js|cpp|rs|py|io|ai|c|go)|"
    r"[a-z]{1,8}\d+[a-z\d]*(?:\.[a-z\d]+)?)"
)
_NO_NAME = re.compile(
    r"(?:p\d+|x86|x64|top\d+|q\d+|v\d+|h26\d|utf8|sha\d+|http\d|s3|k8s|mp\d|web\d|int\d+|fp\d+|bf\d+|u?int\d+|t\d|n\d)"
)
_RELEASE = r"v?\d+(?:\.[\dx]+)*\+?(?![\w%]|\s?(?:x|%|times|percent)\b)"
# "the 990 Evo", "version 12": names that begin with a number, or with the word that numbers them.
_NAME = re.compile(
    r"(?<![\w.-])(?:(?:(?<=the )|(?<=The ))\d{2,4}[A-Za-z]?\s[A-Z][a-z]{2,}\w*|"
    r"(?:[Vv]ersion|[Rr]elease)\s\d+(?:\.\d+)*|"
    rf"{_WORD}(?:\s(?:{_WORD}|{_RELEASE}))*)"
)
_VERB = re.compile(
    r"\s+(?:\w+ly\s+|also\s+|now\s+|already\s+|still\s+|itself\s+|alone\s+)?(?:is|are|was|were|has|had|can|"
    r"could|will|deliver\w*|achiev\w+|runs?|ran|\w+perform\w*|perform\w*|provid\w+|offer\w*|show\w*|turn\w*|reach\w*|"
    r"process\w*|reduc\w+|improv\w+|gives?|gave|gets?|scal\w+|beats?|train\w*|execut\w+|complet\w+|sees?|saw|cuts?|"
    r"sav\w+|uses?|used|needs?|needed|requir\w+|takes?|took|hits?|posts?|posted|serv\w+|follow\w*|sustain\w*|handl\w+|boasts?|"
    r"brings?|brought|enabl\w+|accelerat\w+|generat\w+|lower\w*|increas\w+|doubl\w+|tripl\w+|halv\w+|finish\w*|loads?|"
    r"compil\w+|build\w*|starts?|started|ingest\w*|writes?|reads?|decod\w+|encod\w+|quer\w+|answer\w*|shav\w+|"
    r"consum\w+|draws?|costs?|comes?|came|goes|went|makes?|made|renders?|pars\w+|outp\w+|trails?|leads?|wins?|"
    r"record\w*|measur\w+|averag\w+|maintain\w*|respond\w*|delivers?|drops?|speeds?|boosts?|slash\w*|trim\w*|keeps?|kept)"
    r"(?<!tion)(?<!tions)(?<!ment)(?<!ments)\b"  # "Shader compilation" names no shader that compiles
)
# Any third person or past form; "writes complete", "builds are" are plural nouns with their own verb behind.
_THIRD = re.compile(
    r"\s+(?!(?:has|was|is|plus|versus|across|less|process)\b)[a-z]{2,}(?:s|ed)\b"
    r"(?!\s+(?:are|is|were|was|of|that|in|on|and|complete|return|finish|take|run|get|become|can|have|per|which|with)\b)"
)
# What may stand behind a plural noun as its verb: "inserts hit", "switches cost", "needs are".
_PLAIN_VERB = re.compile(
    r"\s+(?:are|were|hit|cost|reach|run|take|need|fell|rose|went|drop|dropped|get|use|grow|grew|shrank|remain|improve|finish|complete)\b"
)
_COMMON = frozenset(
    """
    the a an in on with for at we it this that our as by these when while and but using from to up more here there
    all both if compared training inference latency throughput performance results queries tests benchmarks users
    customers measured running after before during over under median average peak overall across each every one
    two three memory cost price build compile startup start-up cold time data today now since then thanks
    switching moving their its they you your i even only just about most many some several new first second third
    last previous next no not total response write read reads writes end-to-end single large small what how why
    where which who so also however meanwhile additionally furthermore moreover finally table figure chart note
    notes page section step chapter january february march april may june july august september
    october november december monday tuesday wednesday thursday friday saturday sunday jan feb mar apr jun jul aug
    sep sept oct nov dec cpu gpu cpus gpus ram ssd api sql http json csv ai ml llm llms os sdk up-to compression
    decompression against versus vs than between within without despite unlike like based given even introducing
    announcing driver meet overview introduction documentation changelog readme home blog vendor inside about say
    hello old own same other another such hosted filtered unfiltered incremental full fresh
    debug warm hot stock clean plain default local remote shared
    kv tls ssl tcp udp ip dns ssh rpc grpc https rest url html css xml yaml ci cd jit gc io i/o cli gui ide vm vms vpc
    simd avx neon numa pcie nvme hdd dram hbm sram llc tlb rag qa ocr asr tts nlp cnn rnn gnn mlp moe dma rdma nic
    lan wan wifi usb utf-8 ascii ieee iso rfc mlperf ttft tpot p50 p95 p99 slo sla etl olap oltp crud orm
    hevc avc av1 vp9 4k 8k pdf closed open ingest
    """.split()
)
# Endings of nouns that no project calls itself by: "execution reaches", "parsing takes".
_NOUN = re.compile(r"(?:tion|sion|ment|ness|ity|ance|ence|ing|ism|ed|al|ly)$")


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
        name for name in _lower_case(sentence) if not _meets(name, [*taken, *((p.start, p.end) for p in proper)])
    ]
    found = sorted((*known, *proper), key=lambda actor: actor.start)
    # What was run is nobody's subject; "Running Quarrel 2.4" may be the product itself, when nobody else is named.
    objects = [(one.start, one.end, one.sure) for one in ran_in(sentence)]
    others = [one for one in found if not _meets(one, [(start, end) for start, end, _ in objects])]
    dropped = [(start, end) for start, end, sure in objects if sure or others]
    return tuple(one for one in found if not _meets(one, dropped))


def _counted(name: Mention, sentence: Sentence, figures: list[tuple[int, int]]) -> bool:
    """Whether a machine is part of a unit: "GPU hours", "900 TFLOPS per GPU"."""
    leading = sentence.text[max(sentence.start, name.start - 4) : name.start]
    return leading == "per " or any(start <= name.start < end for start, end in figures)


def _meets(actor: Actor, spans: list[tuple[int, int]]) -> bool:
    return any(actor.start < end and start < actor.end for start, end in spans)


def known_actor(name: Mention, rank: int) -> Actor:
    """A name of the vocabulary as an actor."""
    return Actor(
        name.start, name.end, name.raw, name.name, rank, name.entry.flag("generic"), name.entry.flag("unnamed")
    )


_HYPHENED = re.compile(r"[A-Z][a-z]+(?:-[a-z]+)+")
_UNIT_OF = re.compile(r"\d\s?$")


def _proper(sentence: Sentence, names: frozenset[str], figures: list[tuple[int, int]]) -> Iterator[Actor]:
    for match in _NAME.finditer(sentence.text, sentence.start, sentence.end):
        start, printed = _trimmed(match, sentence, figures)
        if len(printed) < 2 or printed.lower() in ("version", "release"):
            continue
        if _NO_NAME.fullmatch(printed) and not _one_of_two(printed, sentence):
            continue
        if _HYPHENED.fullmatch(printed):
            continue  # "Latency-sensitive", "Jetson-class"
        unit = _UNIT_OF.search(sentence.text[max(sentence.start, start - 3) : start])
        if not unit and _is_name(sentence, start, printed, names):
            yield Actor(start, start + len(printed), printed, printed, _rank(sentence, printed, start + len(printed)))


def _trimmed(match: re.Match[str], sentence: Sentence, figures: list[tuple[int, int]]) -> tuple[int, str]:
    """Where a name begins and what it is, without the common words and amounts around it."""
    start = match.start()
    # "takes Sift 14 minutes": the number is the figure's, not the name's.
    stop = min((begin for begin, _ in figures if start < begin < match.end()), default=match.end())
    words = sentence.text[start:stop].rstrip(" .,-/").split()
    while words and (words[0].lower() in _COMMON or not (words[0][0].isalpha() or len(words) > 1)):
        start += len(words[0]) + 1
        words = words[1:]
    if len(words) > 2 and words[0][0].isdigit() and _AMOUNT.fullmatch(f"{words[0]} {words[1]}"):
        start = sentence.text.index(words[2], start + len(words[0]))  # "The 7.68 TB Ember 7"
        words = words[2:]
    while len(words) > 1 and words[-1].lower() in _COMMON:
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
    r"['’]s?\s+\w|\s+(?:models?|networks?|corpus|data\s?sets?|benchmarks?|suite|scene|file|workloads?|index)\b"
)


# "Osprey and Merlin need ...": a name's companion is one.
_JOINED = re.compile(r"\s(?:and|or|vs\.?)\s(?P<other>[A-Z][\w-]+)(?=\s(?:[a-z]|\d))")


_ODD = re.compile(r"\d|[a-z][A-Z]|[A-Z]{2}|\.")
_INSIDE = re.compile(r"[\w,;()%]")
_OWNS = re.compile(r"['’]s\s[\w-]+\s")
_OF_VERB = re.compile(r"(?:tion|ing|ness|ment)s?$")


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
    joined = _JOINED.match(sentence.text, start + len(printed), sentence.end)
    if joined and joined["other"].lower() not in _COMMON and not _NOUN.search(printed):
        return True
    noun = _OF_VERB.search(printed) or (printed.endswith("s") and not printed.endswith(("us", "as", "is", "os", "ss")))
    return not noun and acts(sentence, start + len(printed))


_VERBAL_NOUN = re.compile(
    r"\s+(?:writes?|reads?|builds?|runs?|queries|scans?|starts?)\s+(?:are|is|complete|return|finish|take|that|of)\b"
)


def acts(sentence: Sentence, at: int) -> bool:
    """Whether a verb follows; "writes complete" and "inserts hit" are nouns with their own verb behind."""
    verb = _VERB.match(sentence.text, at, sentence.end) or _THIRD.match(sentence.text, at, sentence.end)
    if not verb or _VERBAL_NOUN.match(sentence.text[at : at + 40]):
        return False
    return not (verb.group().endswith("s") and _PLAIN_VERB.match(sentence.text, verb.end(), sentence.end))


_LOWER = re.compile(
    r"(?:^|[;:,]\s+|\b(?:and|but|while|where)\s+|\b(?:with|using)\s+(?=[\w.+-]+\s+(?:is|are|than|was)\b))"
    r"(?P<name>(?!(?:while|and|but|where|whereas)\b)[a-z][\w.+-]*(?:\sv?\d+(?:\.\d+)*(?![\w%])|(?:\s--?\w+)+)?)(?P<own>['’]s\s)?"
)


def _lower_case(sentence: Sentence) -> Iterator[Actor]:
    """Projects that write themselves small ("pluckdb answers ..."): at a clause's start, with a verb behind."""
    for match in _LOWER.finditer(sentence.words):
        name = match["name"].rstrip(".-")
        at = sentence.start + match.start("name")
        if len(name) < 3 or plain(name):
            continue
        compared = sentence.text.startswith(" than ", at + len(name))
        if compared or match["own"] or acts(sentence, at + len(name)):
            yield Actor(at, at + len(name), name, name, 4 if match["own"] else 2)


def plain(name: str) -> bool:
    """Whether a word in small letters is an ordinary one: common, plural, or of a noun's form."""
    plural = name.endswith("s") and not name.endswith(("us", "ss", "is", "js"))
    return name.split(maxsplit=1)[0] in _COMMON or plural or bool(_NOUN.search(name))


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


def common(name: str) -> bool:
    """Whether a printed word is no name at all: "before", "TLS", "hosted"."""
    return name.lower().rstrip(".") in _COMMON
