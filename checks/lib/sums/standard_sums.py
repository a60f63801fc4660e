"""Sums that standards fix: what memory channels move, what lanes carry, what weights and caches weigh."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.sums.standard_parts import (
    BUS,
    CHANNELS,
    GENERATION,
    HEADS,
    LANES,
    LAYERS,
    PINS,
    SERVERS,
    SIZE,
    SPEED,
    STACKS,
    TRANSFERS,
    WIDTH,
    Part,
    Stretch,
    bytes_of,
    counted,
    formats,
    measured,
    one_value,
    parameters,
)
from schemas.names import Vocabulary
from schemas.number_words import ANY_NUMBER, count

FINE = Decimal("0.04")
NEAR = Decimal("2.2")  # the same, of links and channels: beyond it several of them are meant
LONGEST = Decimal("4.5")  # bytes for one: more are states of an optimizer beside the weights
FAR = Decimal(9)  # times apart; beyond it is of something else
_MEMORY = re.compile(r"\b(?:memory|DRAM|DDR\d?\S*|sockets?|triad|STREAM|processor|CPU)\b", re.IGNORECASE)
_NO_DRAM = re.compile(
    r"\b(?:HBM\w*|caches?|L[123]|PCIe|CXL|NVLink|fabric|network|links?|port|disk|SSD|drives?|GPU|accelerator|"
    r"both sockets|"
    r"two sockets|dual[- ]socket|all sockets|per channel|each channel|system|node|server|pair)\b",
    re.IGNORECASE,
)
_PEAK = re.compile(
    r"\b(?:peak|in theory|theoretical\w*|raw|maximum|max|ceiling|nominal|at most|limit)\b",
    re.IGNORECASE,
)
_CEILING = re.compile(r"\b(?:theoretical\w*|ceiling)\b", re.IGNORECASE)
_OF_PEAK = re.compile(r"\bof (?:the |its )?(?:peak|theor\w+|ceiling|maximum)", re.IGNORECASE)
_BUS = re.compile(r"\b(?:bus|interface|memory|HBM\w*|GDDR\w*|wide)\b", re.IGNORECASE)
_BUS_SPEED = re.compile(r"\b(?:memory|HBM\w*|GDDR\w*|bandwidth)\b", re.IGNORECASE)
NO_BUS = re.compile(
    r"\b(?:caches?|L[123]|PCIe|NVLink|network|links?|ports?|effective|measured|achiev\w+|of (?:the )?peak|"
    r"sustain\w*)\b",
    re.IGNORECASE,
)
# A speed that is that of memory as a whole, and no bus's else.
BANDWIDTH = re.compile(
    r"\bmemory\b[^.;|]{0,40}?\bbandwidth\b|\bbandwidth\b[^.;|]{0,30}?\bmemory\b|\b(?:HBM|GDDR)\w*", re.IGNORECASE
)
WIDEST = 2048  # bits of one stack
_LINK = re.compile(r"\b(?:slot|host|PCIe|PCI|lanes?|direction|bus|each way|interface|one way)\b", re.IGNORECASE)
_NO_LINK = re.compile(
    r"\b(?:memory|HBM\w*|\w*DDR\w*|drives?|SSDs?|in sum|NVLink|network|Ethernet|InfiniBand|port|switch|per lane|"
    r"each lane)\b",
    re.IGNORECASE,
)
# What one drive reads passes its only link.
_DRIVE = re.compile(r"\b(?:sequential|seq\.?) (?:reads?|writes?)\b|\bsequentially\b", re.IGNORECASE)
_SEVERAL = re.compile(
    r"\b(?:array|RAID|pool|cluster|chassis|per rack|drives|SSDs|JBOF|total|aggregate)\b", re.IGNORECASE
)
_BOTH = re.compile(
    r"\b(?:both (?:directions|ways)|bidirectional\w*|bi-directional|aggregate|total|combined|full[- ]duplex|"
    r"together)\b",
    re.IGNORECASE,
)
_ONE_WAY = re.compile(
    r"\b(?:(?:each|one|per|either|a single) (?:direction|way)|unidirectional\w*|one-way|(?:sequential )?(?:reads?|"
    r"writes?)|to the (?:card|device|host))\b",
    re.IGNORECASE,
)
_WEIGHTS = re.compile(r"\b(?:weigh(?:s|ts?|ed)?|checkpoints?|download|files?|parameters|model)\b", re.IGNORECASE)
_NO_WEIGHTS = re.compile(
    r"\b(?:caches?|KV|activations?|optimi[sz]er|gradients?|including|plus|per (?:card|GPU|device|chip|shard|file)|"
    r"each|cards?|"
    r"GPUs?|RAM|HBM\w*|disk space|free|of memory|data ?set|tokens|LoRA|adapters?|compress\w*|sparse|prun\w+|total of|"
    r"node|"
    r"training|states?|old|former|instead|images?|docker|container|leav\w+|left|remain\w*)\b",
    re.IGNORECASE,
)
_TYPE = re.compile(r"\b(?:data type|dtype|precision|format|stored|published)\b", re.IGNORECASE)
_MODELS = re.compile(r"(?<![\w.$])(\d+(?:\.\d+)?)B\b(?! tokens)")
_CACHE = re.compile(r"\b(?:cache|KV|keys and values|key-value)\b", re.IGNORECASE)
_PER_TOKEN = re.compile(
    r"\b(?:per|a|each|every|for (?:each|every|one)|one|single) (?:\w+ )?token\b|/token",
    re.IGNORECASE,
)
_TOKENS = re.compile(r"(?<![\w.,])(?P<n>\d{1,3}(?:,\d{3})+|\d+)(?P<k>[kK]?)[\s-]tokens?\b")
_PORT = re.compile(
    r"\b(?P<n>one|a|single|two|2|four|4|1)[\s-](?:\w+ )?ports? (?:of|at|with|running at) (?P<s>\d+) ?(?:Gb/s|Gbps|"
    r"Gbit/s|GbE|G)\b|"
    r"\b(?P<m>one|a|single|two|2|four|4|1)(?: x| ×)? (?P<t>\d+) ?(?:Gb/s|Gbps|Gbit/s|GbE|G)(?: \w+)? ports?\b",
    re.IGNORECASE,
)
_PORTS = {"one": 1, "a": 1, "single": 1, "1": 1, "two": 2, "2": 2, "four": 4, "4": 4}
_MOVED = re.compile(
    r"\b(?:moved?|moves|read|write|wrote|reached|reaches|measured|transfer\w*|sent|received|deliver\w*|achiev\w+|"
    r"sustain\w*|"
    r"throughput|bandwidth|pushed|pulled|test|GET|PUT|uploads?|downloads?|ingest\w*|stream\w*)\b",
    re.IGNORECASE,
)
# What clients ask for goes out of a port, or comes in.
_REQUESTS = re.compile(r"\b(?:GET|PUT|downloads?|uploads?|reads?|writes?)\b")
_EACH_SERVER = re.compile(r"\b(?:per|each|every) (?:server|node|host|machine|instance)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Off:
    """A printed value that its parts do not come to."""

    said: Part
    of: tuple[Part, ...]
    value: Decimal
    sum: str


def _far(one: Part, value: Decimal, low: Decimal, high: Decimal, far: Decimal = FAR) -> bool:
    times = one.value / value
    return not low <= times <= high and 1 / far < times < far


def dram(some: Sequence[Stretch], vocabulary: Vocabulary) -> Iterator[Off]:
    """Memory bandwidths that so many channels of a kind of memory do not have, or that lie above a theoretical one."""
    about = [one for one in measured(SPEED, some) if _of_dram(one)]
    ceiling = _by_channels(some, vocabulary) or _told_ceiling(about)
    if ceiling is None:
        return
    value, of = ceiling
    told = [one for one in about if abs(one.value / value - 1) < FINE][:1]  # the ceiling itself, where it is printed
    for one in about:
        peak = _PEAK.search(one.where.text) and not _OF_PEAK.search(one.where.text)
        if _far(one, value, 1 - FINE if peak else Decimal(0), 1 + FINE, NEAR) and not is_any(one, (value * 2,)):
            yield Off(one, tuple(dict.fromkeys((*told, *of))), value, "channels x transfers x 8 bytes")


def _of_dram(one: Part) -> bool:
    return bool(_MEMORY.search(one.where.text)) and not _NO_DRAM.search(one.where.text)


def _by_channels(some: Sequence[Stretch], vocabulary: Vocabulary) -> tuple[Decimal, tuple[Part, ...]] | None:
    rate = one_value(counted(TRANSFERS, some))
    entry = vocabulary.resolve("standards", rate.name.upper()) if rate else None
    channels = one_value([one for one in counted(CHANNELS, some) if 1 <= one.value <= 24])
    if not (rate and entry and channels):
        return None
    return channels.value * rate.value * Decimal(entry.text("value")) * 10**6, (channels, rate)


def _told_ceiling(about: Sequence[Part]) -> tuple[Decimal, tuple[Part, ...]] | None:
    """The only memory bandwidth of a socket that is called theoretical."""
    one = one_value([one for one in about if _CEILING.search(one.where.text) and not _OF_PEAK.search(one.where.text)])
    return (one.value, (one,)) if one else None


def bus(some: Sequence[Stretch], vocabulary: Vocabulary) -> Iterator[Off]:
    """Bandwidths of a memory bus that its width and what a pin carries do not come to."""
    pin = one_value(counted(PINS, some))
    stacks = one_value(counted(STACKS, some))
    width = one_value([one for one in counted(BUS, some) if _BUS.search(one.where.text)])
    kinds = {one.entry.name: one.entry for where in some for one in vocabulary.find(where.text, "standards")}
    known = [one for one in kinds.values() if one.text("class") == "stack"]
    if pin is None or not (width or (stacks and len(known) == 1)):
        return
    bits = width.value if width else Decimal(known[0].text("value"))
    many = stacks.value if stacks and (not width or width.value <= WIDEST) else Decimal(1)
    value = bits * many * pin.value * 10**9 / 8
    of = tuple(one for one in (stacks if many > 1 else None, width, pin) if one)
    told = [one for one in measured(SPEED, some) if one.start != pin.start]
    if any(is_any(one, (value, value / many)) for one in told):
        return  # what it comes to is printed: the others are of other memories
    for one in told:
        about = _BUS_SPEED.search(one.where.text) and not NO_BUS.search(one.where.text)
        if about and _far(one, value, 1 - FINE, 1 + FINE, NEAR):
            yield Off(one, of, value, "bits x Gb/s of a pin over 8")


def is_far(one: Part, value: Decimal) -> bool:
    """Whether a speed is none of a bus that comes to a value, and yet so near that it is meant to be."""
    return _far(one, value, 1 - FINE, 1 + FINE, NEAR)


def is_any(one: Part, values: Sequence[Decimal]) -> bool:
    """Whether a speed is one of several."""
    return any(abs(one.value / each - 1) < FINE for each in values)


def pcie(some: Sequence[Stretch], vocabulary: Vocabulary) -> Iterator[Off]:
    """Speeds to the host that so many lanes of a generation do not have."""
    pairs = []
    for where in some:
        generation, lanes = (one_value(counted(pattern, [where])) for pattern in (GENERATION, LANES))
        if generation and lanes and lanes.value <= 16:
            pairs.append((generation, lanes))
    if len({(a.value, b.value) for a, b in pairs}) != 1:
        return
    generation, lanes = pairs[0]
    entry = vocabulary.get("standards", f"PCIe {generation.value}")
    if entry is None:
        return
    raw = lanes.value * Decimal(entry.text("raw")) * 10**9
    for one in measured(SPEED, some):
        text = one.where.text
        drive = _DRIVE.search(text) and not _SEVERAL.search(text)
        if not (_LINK.search(_around(one)) or drive) or _NO_LINK.search(_around(one)):
            continue
        ways = Decimal(1) if _ONE_WAY.search(text) else Decimal(2)
        least = Decimal("0.85") if _PEAK.search(text) and (ways == 1 or _BOTH.search(text)) else Decimal(0)
        if _far(one, raw * ways, least, 1 + FINE, NEAR) and not (ways > 1 and is_any(one, (raw,))):
            yield Off(one, (generation, lanes), raw * ways, f"lanes x GB/s of a lane x {ways}")


def weights(some: Sequence[Stretch], vocabulary: Vocabulary) -> Iterator[Off]:
    """Sizes of weights that so many parameters of so many bytes do not have."""
    model = one_value(parameters(some))
    named = {Decimal(one) for where in some for one in _MODELS.findall(where.text)} if model else set()
    if model is None or len(named | {model.value.scaleb(-9)}) > 1:
        return  # "70B" and "405B": whose weights they are cannot be told
    told = list(
        dict.fromkeys(one for where in some if _WEIGHTS.search(where.text) for one in formats(where, vocabulary))
    )
    plain = [where for where in some if _TYPE.search(where.text)]
    stored = list(dict.fromkeys(one for where in plain for one in formats(where, vocabulary)))
    for one in measured(SIZE, some):
        text = one.where.text
        here = formats(one.where, vocabulary) or told or stored
        sizes = len(SIZE.findall(text))
        if not _WEIGHTS.search(_around(one)) or _NO_WEIGHTS.search(_around(one)) or len(here) != 1 or sizes > 2:
            continue
        value = model.value * Decimal(here[0].text("value"))
        most = Decimal("1.4") if here[0].text("value") == "0.5" else Decimal("1.2")
        if _far(one, value, Decimal("0.9"), most) and one.value < value * LONGEST:
            yield Off(one, (model,), value, f"parameters x {here[0].text('value')} bytes ({here[0].name})")


def _around(one: Part) -> str:
    """The clause of a size: between the commas around it."""
    at = one.start - one.where.start
    head = re.split(r"[,;?](?=\s)", one.where.text[:at])[-1]
    return head + re.split(r"[,;](?=\s)|\.\s", one.where.text[at:])[0]


def cache(some: Sequence[Stretch], vocabulary: Vocabulary) -> Iterator[Off]:
    """Sizes of caches of keys and values that layers, heads and widths do not come to."""
    layers, heads, width = (one_value(counted(pattern, some)) for pattern in (LAYERS, HEADS, WIDTH))
    told = list(dict.fromkeys(one for where in some if _CACHE.search(where.text) for one in formats(where, vocabulary)))
    told = told or list(dict.fromkeys(one for where in some for one in formats(where, vocabulary)))
    if not (layers and heads and width) or len({one.text("value") for one in told}) != 1:
        return
    each = layers.value * heads.value * width.value * 2 * Decimal(told[0].text("value"))
    for one in measured(SIZE, some):
        text = one.where.text
        tokens = list(_TOKENS.finditer(text))
        if not _CACHE.search(text) or re.search(r"\b(?:page|block|free|up to|card|GPU|weights)\b", text):
            continue
        many = Decimal(1) if _PER_TOKEN.search(text) else None
        if many is None and len(tokens) == 1:
            many = Decimal(tokens[0]["n"].replace(",", "")) * (1024 if tokens[0]["k"] else 1)
        if many and _far(one, each * many, Decimal("0.9"), Decimal("1.1")):
            yield Off(one, (layers, heads, width), each * many, f"2 x layers x heads x width x {told[0].text('value')} "
                      f"bytes ({told[0].name}) x {many} tokens")  # fmt: skip


def ports(some: Sequence[Stretch], _: Vocabulary) -> Iterator[Off]:
    """Speeds beyond what the only ports of a card carry in one direction."""
    found = [
        Part(where, where.start + one.start(), where.start + one.end(),
             Decimal(_PORTS[(one["n"] or one["m"]).lower()]) * Decimal(one["s"] or one["t"]) * 10**9 / 8)
        for where in some
        for one in _PORT.finditer(where.text)
        if Decimal(one["s"] or one["t"]) > 0
    ]  # fmt: skip
    port = one_value(found)
    if port is None:
        return
    many = _servers(port, some)
    for one in measured(SPEED, some):
        text = one.where.text
        one_way = _ONE_WAY.search(_around(one)) or _REQUESTS.search(text)
        if one.name[1:] in ("b", "bit") or not _MOVED.search(text) or (_LINK.search(text) and not one_way):
            continue
        if one_way and _far(one, port.value, Decimal(0), 1 + FINE, NEAR):
            yield Off(one, (port,), port.value, "Gb/s over 8 bits")
        elif one_way and many and _far(one, port.value * many.value, Decimal(0), 1 + FINE, NEAR):
            yield Off(one, (many, port), port.value * many.value, "servers x Gb/s over 8 bits")


def _servers(port: Part, some: Sequence[Stretch]) -> Part | None:
    """How many servers there are, where the only port is one of each."""
    if not _EACH_SERVER.search(port.where.text):
        return None
    here = [one for one in some if one.document is port.where.document]
    return one_value(counted(SERVERS, here))


_S = r"(?P<{0}>\d[\d,]*(?:\.\d+)?)\s?(?P<u{0}>(?-i:[kKMGTP]i?B))"
_SHRUNK = re.compile(
    rf"(?<![\w.,]){_S.format('a')}\b(?P<gap>[^.;\d]{{0,60}}?)\s"
    r"(?:became|becomes?|to|into|shr[aiu]nk\w*|took(?: only)?|takes?(?: only)?|weighs?|now|"
    rf"occup(?:y|ies|ied)|fits? (?:in|into)|only|as|→|->)\s(?:only |just |about |a mere )*{_S.format('b')}\b",
    re.IGNORECASE,
)
_SMALLER = re.compile(
    r"\b(?:compress\w*|dedup\w*|reduc\w+|raw|shr[aiu]nk\w*|smaller|column format|encod\w+|"
    r"uncompressed|packed|archive)\b",
    re.IGNORECASE,
)
_TIMES_SMALLER = re.compile(
    rf"(?<![\w.,:])(?P<n>\d+(?:\.\d+)?)(?::1\b| to (?:1|one)\b|x\b|[- ]?fold\b|\s?×| times\b)|"
    rf"\b(?P<w>{ANY_NUMBER[:-2]})[- ]?(?:fold|to[- ]one)\b",
    re.IGNORECASE,
)
_REDUCTION = re.compile(
    r"\b(?:compress\w*|data reduction|reduction|dedup\w*|smaller|shr[aiu]nk\w*|less (?:space|storage|disk))\b",
    re.IGNORECASE,
)


def compression(some: Sequence[Stretch], _: Vocabulary) -> Iterator[Off]:
    """Factors of compression that the only two sizes, before and after, do not give."""
    pairs = [
        Part(where, where.start + one.start(), where.start + one.end(), _size(one, "a") / _size(one, "b"))
        for where in some
        for one in _SHRUNK.finditer(where.text)
        if _SMALLER.search(where.text) and _size(one, "a") > _size(one, "b") > 0
    ]
    pair = one_value(pairs)
    if pair is None:
        return
    factors = [one for where in some if _REDUCTION.search(where.text) for one in _times(where)]
    if any(abs(one.value / pair.value - 1) < FINE * 2 for one in factors):
        return  # the rest is of a part, or of another mechanism
    one = one_value(factors)
    if one and one.value > 1 and one.where is not pair.where:
        yield Off(one, (pair,), pair.value, "size before over size after")


def _size(match: re.Match[str], name: str) -> Decimal:
    return bytes_of(match[name], match[f"u{name}"])


def _times(where: Stretch) -> Iterator[Part]:
    for one in _TIMES_SMALLER.finditer(where.text):
        value = Decimal(one["n"]) if one["n"] else Decimal(count(one["w"]))
        yield Part(where, where.start + one.start(), where.start + one.end(), value)


def offs(some: Sequence[Stretch], vocabulary: Vocabulary) -> Iterator[Off]:
    """All values of some stretches that their parts do not come to by a standard."""
    for each in (dram, bus, pcie, weights, cache, ports, compression):
        yield from each(some, vocabulary)
