"""Whether a sentence speaks of things that compute: what a factor or a time needs beside it to be a claim.

"40 % below the average" and "takes 38 minutes" are said of rain and of buses as well as of machines. A sentence claims
performance with them when it names what runs (a query, a compiler, a robot, "Quarrel 2.4") or what is measured of it
(throughput, recall). The lists hold the words of the field, no product and no vendor.
"""

import re
from decimal import Decimal
from functools import cached_property, lru_cache
from itertools import islice

from parsers.lib.ran import ran_in
from parsers.lib.scene import Found
from parsers.lib.sentence import Sentence
from schemas.document import Document
from schemas.months import MONTHS
from schemas.names import Vocabulary

_THINGS = frozenset(
    """
    accelerator ai algorithm allocation allocator analytics api app application archive array artifact asic
    autocomplete autovacuum backend backup bandwidth basecalling batch battery benchmark binary bitrate bitstream
    bloat blob boot bootstrap broker browser buffer bugfix build bundle bus byte cache card checkpoint chip chipset
    classifier client cloud cluster codebase codec coding cold-start column commit compaction compilation compile
    compiler compression computation compute computer container controller convolution core cpu crawler cursor
    daemon dashboard data database datacenter dataset decoder decompression decryption deduplication deployment
    detection device disk dma docker document dram drive driver drone egress embedding emulator encoder encryption
    endpoint energy engine epoch ethernet etl event exaflop execution exome exoskeleton ext4 f1 fabric failover fetch
    fft file filesystem filter firmware flash flop format fpga fps frame frame-rate framerate framework frontend
    function fuzzer gateway gbe gc gemm generator genome gpu gradient graph gripper grpc hallucination handler
    handset handshake hardware hash hbm headset heap host hpc http humanoid hypervisor image import index indexer
    inference ingress inode input insert instance instruction interconnect interpreter inverter invocation io iop
    item iteration javascript jit job join json jvm kernel kubernetes kv lambda lan laptop ledger lexer library
    lidar lighthouse link linker lint linter linux llm load loader localisation localization lock log lookup loop
    machine mainframe matmul matrix memory mesh message metadata microcontroller microservice migration minifier
    mmlu mobile model module monorepo multiplication network neural nic node nodepool notebook npu nvme object ocr ops
    optimisation optimiser optimization optimizer packet page parallelism parameter parser partition path-tracing
    payload pcie perplexity petaflop phone physics pipeline pixel planner playback plugin pod prefill preprocessing
    process processing processor profile program prompt protocol prover proxy python quadruped quantisation repo
    quantization qubit query query-planner queue quic rag raid ram raster ray-tracing raytracer read recall
    recognition record reduction refresh regex renderer replay repository replica replication request resolver retrieval
    retriever rnn robot robotic router row rpc runner runtime rust sampler sampling scan scanner scheduler schema
    script scrub sdk search segmentation sensor sequence serialisation serialization server serverless service
    session sha shader shard simulation simulator smartphone smartwatch snapshot soc socket software solver sort
    speech sql sram ssd stack startup storage stream streaming subgraph supercomputer switch sync synthesis system
    task telemetry tensor teraflop terminal test thread throughput timeout timestep tls token tokeniser tokenizer
    toolchain top-1 top-5 traffic training transaction transcode transcoder transcoding transcription transformer
    transistor traversal tuple unlock upload upsert vacuum validation vector verifier vertex video vision vm voxel
    vram wafer wan wasm web webassembly webpage website wi-fi wireless workflow workload workstation write yaml zfs
    """.split()
)
_DOES = re.compile(
    r"(?:compil|pars|render|encod|decod|index|ingest|infer|train|fine-?tun|quanti[sz]|simulat|seriali[sz]|deseriali[sz]|"
    r"transcod|transcrib|tokeni[sz]|virtuali[sz]|parallel|vectori[sz]|containeri[sz]|benchmark|execut|comput|boot|cach|"
    r"schedul|replicat|prefetch|swap|stream|upload|download|sort|scan|serv|quer|batch|generat|optimi[sz]|sampl|process|"
    r"classif|detect|sequenc|basecall|solv|migrat|restor|unzip|gzip|compress|encrypt|decrypt|hash|multithread|bottleneck|"
    r"overclock|throttl|profil|instrument|rebuild|recompil|rerun|re-?index|backfill|inlin|refactor|lint|bundl|debug)"
    r"(?:[bdglmnprt]?(?:ed|er|ers|ing)|e|es|s|y|ies|ied)?"
)
# Words of speed and cost that are said of little else than machines; "faster" is, unless the sentence is about a race.
_MEASURED = re.compile(
    r"\b(?:latenc|throughput|speed-?up|run-?time|cpu|gpu|performan|(?:out)?perform(?:s|ed)\b|efficien|accelerat|overhead|"
    r"faster\b|slower\b|quicker\b|sooner\b|slow(?:s|ed)?\s+(?:\w+\s+)?down\b|start-?up|cold\s+start|wall-?clock|bandwidth|utili[sz]ation|perf\b|quality\s+target)",
    re.IGNORECASE,
)
_WORD = re.compile(r"[A-Za-z][\w-]*")
# "Quarrel 2.4", "H200", "GPT-5", "pluckdb", "iFoo", "node.js": no street, month or person is written so.
_MADE = re.compile(
    r"(?<![\w.$€£#/-])(?!(?:Section|Chapter|Page|Pages|Figure|Table|Room|Hall|Gate|Route|Highway|Article|Part|Day|Week|Year|Q|"
    r"Group|Grade|Class|Level|Phase|Stage|Step|Series|Season|Round|Platform|Line|"
    rf"{'|'.join(month.capitalize() for month in MONTHS)}|"
    r"In|At|By|On|About|Over|Under|Some|Around|Between|From|To|After|Only|Nearly|"
    r"With|Another|All|For|Of|And|The|Bake|Add|Call|Born|Aged?|Until|Since|Before|Top|First|Last|Just|Almost|COVID)\b)"
    r"(?:[A-Z][\w+]*(?:[ -][A-Z][\w+]*){0,3}[ -][A-Za-z]{0,2}\d[\w.]*|[A-Z]+\d+[\w.]*|[A-Z]?[a-z]+[A-Z]\w*|"
    r"[a-z]{2,}\.(?:js|cpp|rs|py|io)|[a-z]\d\w?\.\w+|"
    r"(?!Vitamin|Plan|Appendix|Hall|Hepatitis|World|War|Annex|Exhibit|Schedule|Pope|King|Title)[A-Z][a-z]+\s"
    r"(?:[B-HJ-Z]|[IVX]{2,4}|Pro|Max|Ultra|Mini|Lite|Plus|Nano|XL|XT)\b(?!\.))"
)


_ENDS = ("db", "sql", "ql", "js")  # "pluckdb", "SpinQL"
_SURE = frozenset(
    "latency throughput accuracy error_rate memory ipc scaling utilization cpu_usage compute bandwidth battery_life "
    "compression_ratio power_usage_effectiveness real_time_factor time_to_train price_performance "
    "energy_efficiency".split()
)
_UNITS = ("bandwidth", "compute", "rate", "cycles", "machine_time", "current")
MANY = 1000  # of anything in a second: only machines are so quick
_SHORT = ("ms", "us", "ns")


def sure(one: Found, vocabulary: Vocabulary) -> bool:
    """Whether the unit of a figure is one of computing: nothing else is measured in GB/s, queries/s or ns."""
    unit = one.figure.unit
    if one.figure.kind == "duration":
        return unit in _SHORT or (unit == "s" and one.figure.value <= 1)  # only machines are timed so closely
    if one.figure.kind != "absolute":
        return False
    if unit.endswith("/s") and one.figure.value >= MANY:
        return True
    entry = vocabulary.resolve("units", unit.split("/")[0] if unit.endswith(("/W", "/J")) else unit)
    if entry is None:
        return False
    # A chip draws microwatts and milliamperes; kettles and grids print W, kWh and MW too.
    small = entry.text("dimension") in ("power", "energy") and Decimal(entry.text("scale")) < 1
    return small or entry.text("dimension") in _UNITS


def speaks(sentence: Sentence) -> bool:
    """Whether a sentence is about computing by its names, its metrics, its units or its words."""
    return (
        bool(sentence.names or ran_in(sentence))
        or any(one.name in _SURE and one.raw != "delay" for one in sentence.metrics)
        or any(sure(one, sentence.vocabulary) for one in sentence.figures)
        or technical(sentence.words)
    )


@lru_cache(maxsize=1024)
def technical(words: str) -> bool:
    """Whether a stretch of text names something that computes, or what is measured of it."""
    if _MEASURED.search(words):
        return True
    for word in _WORD.findall(words):
        low = word.lower()
        if of_field(low) or ("-" in low and any(of_field(part) for part in low.split("-"))):
            return True
    return _MADE.search(words) is not None


# "3.1 times the requests that Portico does".
_TIMES_OF = re.compile(r"(?:(?<=times)|(?<=wice)|(?<=hrice))\s(?:the|its|their|our|as\s(?:many|much))\s")
# "The bill is cut by 35%", "its range grows by 15%".
_CHANGED_BY = re.compile(
    r"\b(?:cut|shr[aiu]nk\w*|gr[eo]w[ns]?|fell|falls?|r[io]se[sn]?|reduc\w+|increas\w+|drop\w*|improv\w+|lower\w*|rais\w+|extend\w*|"
    r"sav\w+|slash\w*|trim\w*|down|up|longer|shorter|smaller|larger)\b[^.;,]{0,60}\bby\s(?:\w+\s){0,2}$",
    re.IGNORECASE,
)
REACH = 90  # characters before "by 15%" in which it is said what changed
# "20% less power than the old one", "45% less than it did in April": nobody compares so what is not measured.
_HELD_AGAINST = re.compile(
    r"\s(?:\w+\s){0,2}?(?:[a-z]{2,}er|less|more|fewer|as\s(?:many|much|\w+))\b"
    r"(?:\s[\w-]+){0,5}?\s(?:than|as|compared|versus)\b"
)


def compares(found: Found, sentence: Sentence) -> bool:
    """Whether a factor says by its own words that it compares: "less ... than", "times the ...", "cut by"."""
    if found.figure.kind not in ("ratio", "percent_change"):
        return False
    text, start, end = sentence.text, found.figure.start, found.figure.end
    behind = _HELD_AGAINST.match(text, end, sentence.end) or _TIMES_OF.match(text, end, sentence.end)
    return bool(behind or _CHANGED_BY.search(text[max(sentence.start, start - REACH) : start]))


SPEAKING = 2  # stretches of a document that speak of computing, before its other sentences do too


class Page:
    """Whether a document as a whole is about computing; asked seldom, so found out when asked."""

    def __init__(self, document: Document) -> None:
        """Nothing asked yet."""
        self._document = document

    @cached_property
    def speaks(self) -> bool:
        """Whether two of its blocks or more name something that computes."""
        text = self._document.text
        speaking = (one for one in self._document.blocks if technical(text[one.start : one.end]))
        return sum(1 for _ in islice(speaking, SPEAKING)) == SPEAKING


@lru_cache(maxsize=8192)
def of_field(word: str) -> bool:
    """Whether a word in small letters is one of the field's: "query", "decoded", "pluckdb"."""
    if word in ("train", "trains"):
        return False  # railways have them too
    return word in _THINGS or _single(word) in _THINGS or word.endswith(_ENDS) or _DOES.fullmatch(word) is not None


def _single(word: str) -> str:
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses")):
        return word[:-2]
    if word.endswith(("ing", "ed")):
        return word[: -3 if word.endswith("ing") else -2]  # "checkpointing"
    return word.removesuffix("s")
