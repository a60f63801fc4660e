"""Words that mean one thing in texts about performance: a sentence says "searches", its table "QPS".

A table is labelled shortly, its sentence is written for readers; what ties them is the thing, not the word. Each line of
CONCEPTS is one thing; a word may be in several. They are of the language of the field, none is a product's name.
"""

import re
from functools import lru_cache

from checks.lib.language.tokens import GENERIC, root, tokens

# A phrase has a hyphen for each space: it is looked for in the text as words.
_CONCEPTS = """
    rate throughput qps rps tps iops ops fps speed bandwidth tok/s req/s
    latency delay response answer respond reply wait ttft tail ms
    ttft first-token first-word time-to-first-token prefill
    itl tpot inter-token time-per-token between-tokens
    tail p99 p99.9 p95 p90 99th 95th 99.9th percentile slowest-requests
    p50 median typical half-of-requests
    mean average avg
    query queries qps search lookup statement request req rps call
    read reads get fetch scan load-data
    write writes put set store insert ingest append
    delete deletes del remove
    update updates upsert modify
    token tokens tok text words
    image images img picture photo frame fps pictures photos
    video clip footage stream
    sample samples example record row document
    operation operations op ops iops
    transaction transactions tps tpm order commit
    gpu gpus accelerator card device chip board
    cpu processor socket chip
    core cores thread threads
    node nodes machine server box host instance vm
    cluster pod rack
    drive disk ssd hdd nvme volume
    memory ram heap dram hbm rss footprint resident
    storage disk capacity size space
    power watt watts w draw consumption kw electricity
    energy joule joules kwh wh electricity
    price cost costs dollar dollars $ bill pay paid cheap cheaper charge money usd eur spend
    hour hourly hr hours
    month monthly months
    compile compiling compilation build building builds
    start startup start-up boot launch ready cold-start warm-up wake
    stop pause pauses stall freeze
    recovery recover replay restore died crash failover
    backup backups snapshot dump
    rebuild reconstruct redundancy repair resilver
    install download pull fetch
    train training trained learn epoch
    infer inference serving serve generate generation decode
    finetune fine-tuning finetuning adapt
    forward forward-pass
    backward backward-pass backprop gradient
    gradient gradients all-reduce allreduce reduction exchange communication network
    network net wire link ethernet
    compress compression compressed zip ratio squeeze
    encode encoding encoder transcode
    decode decoding decoder decompress
    sort sorting order-by
    join joins
    aggregate aggregation group-by sum
    fp32 single-precision full-precision 32-bit
    fp16 half-precision half 16-bit float16
    bf16 bfloat16 brain-float 16-bit
    fp8 8-bit eight-bit
    int8 8-bit eight-bit
    fp4 4-bit four-bit nvfp4 mxfp4
    int4 4-bit four-bit
    fp64 double-precision 64-bit double
    software cpu-only plain without
    hardware offload engine accelerated
    error errors failed failure fail
    accuracy accurate correct score quality
    test tests suite case cases
    unit-tests unit
    integration-tests integration integrated
    program programs application app workload
    phase stage step part portion
    checkout clone
    package packaging packages packaged
    user users people viewer session client concurrent connections concurrency
    small smallest tiny mini least
    large largest big biggest huge
    arm graviton aarch64
    x86 intel amd
    single one alone lone
    default stock out-of-the-box untuned baseline
    tuned optimised optimized tuning
    cache cached caching hit hits
    miss misses
    idle standby rest
    load loaded busy
    frame frames fps rate
    game games title
    resolution pixels
    battery charge runtime
    temperature degrees hot cool
    noise loud decibel
    weight heavy light
    area size mm2
    clock frequency ghz mhz
    bit bits gbit gbps
    byte bytes gb mb
    message messages msg event events
    page pages
    file files object objects
    key keys
    partition shard
    replica replicas copy copies
    plan tier offering
    european eu europe
    american us america
    asian asia apac
    vector embedding embeddings neighbour neighbours
    recall neighbours true
    wing scale scaling
"""
_PHRASES: dict[str, str] = {}
_OF: dict[str, frozenset[int]] = {}


def _read() -> None:
    for number, line in enumerate(line.split() for line in _CONCEPTS.strip().splitlines()):
        for word in line:
            parts = word.split("-")
            if len(parts) > 1:
                _PHRASES[" ".join(parts)] = _PHRASES.get(" ".join(parts), "") + f" {number}"
            else:
                key = root(word) if word[0].isalnum() else word
                _OF[key] = _OF.get(key, frozenset()) | {number}


_read()
_PHRASE = re.compile(
    rf"\b(?:{'|'.join(re.escape(one).replace(chr(92) + ' ', '[ -]') for one in sorted(_PHRASES, key=len, reverse=True))})s?\b"
)
_UNIT = re.compile(r"[$€£]|\b(?:tok|req|ops?|img|tokens?)/s\b|99\.9th|99th|95th", re.IGNORECASE)


@lru_cache(maxsize=65536)
def concepts(text: str) -> frozenset[str]:
    """The roots of a text's words, but for those that say nothing, and the things that they mean as "#12"."""
    plain = text.lower()
    words = frozenset(one.root for one in tokens(text)) - GENERIC
    found = {f"#{number}" for word in words for number in _OF.get(word, ())}
    for match in _PHRASE.finditer(plain):
        key = re.sub("-", " ", match.group())
        found |= {f"#{number}" for number in (_PHRASES.get(key) or _PHRASES.get(key.removesuffix("s"), "")).split()}
    for match in _UNIT.finditer(plain):
        found |= {f"#{number}" for number in _OF.get(match.group(), ())}
    return words | found
