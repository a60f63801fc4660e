"""Words that are nobody's name, whatever their capitals: the common ones of the language and of the field."""

import re

COMMON = frozenset(
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
    web hevc avc av1 vp9 4k 8k pdf closed open ingest get put post head patch delete
    was were been fft ssim vmaf psnr vram mteb glue europe asia africa america australia germany france spain italy
    japan china india london paris berlin tokyo frankfurt singapore eu usa uk us emea apac
    of or nor see do does did done nor less fewer least made none nothing anything something one's half twice once
    four five six seven eight nine ten eleven twelve twenty thirty forty fifty hundred thousand million billion
    traffic decode prefill load init idle random sequential tail size sizes access percentage percentages chat batch dev
    lazy resharding infrastructure
    can could may might must will would should are boost boosts bar bars label labels series best worst result axis
    nand avx2 avx512 avx-512 sve sve2 sse amx
    """.split()
)
# Endings of nouns that no project calls itself by: "execution reaches", "parsing takes".
NOUN = re.compile(r"(?:tion|sion|ment|ness|ity|ance|ence|ing|ism|ed|al|ly)$")


def plain(name: str) -> bool:
    """Whether a word in small letters is an ordinary one: common, plural, or of a noun's form."""
    plural = name.endswith("s") and not name.endswith(("us", "ss", "is", "js"))
    return name.split(maxsplit=1)[0] in COMMON or plural or bool(NOUN.search(name))


def common(name: str) -> bool:
    """Whether a printed word is no name at all: "before", "TLS", "hosted"."""
    return name.lower().rstrip(".") in COMMON
