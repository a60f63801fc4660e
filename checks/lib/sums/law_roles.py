"""Which role in a law a quantity has, by its own words: how many are in flight, a mean latency, a steady rate.

A law ties quantities that stand far apart, on pages of two authors. What keeps it from tying strangers is that each
role is read from the words right at the quantity, and that a page prints but one value for it.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.language.tokens import root
from checks.lib.linking.reach import asserted, clause
from checks.lib.quantities.dimensions import KINDS, noun, things
from checks.lib.quantities.scanned import point
from checks.lib.telling.facts import Fact, said_before

SHORT = 60  # characters of a sentence that is one clause
TIME, ENERGY, POWER = KINDS["time"], KINDS["energy"], KINDS["power"]


def _rooted(word: str) -> frozenset[str]:
    """The roots under which a word is counted, whoever counts it: rates are of "queries"."""
    many = f"{word.removesuffix('y')}ies" if word.endswith("ry") else f"{word}s"
    return frozenset((root(word), noun(word), noun(many), many.removesuffix("es")))


_ASKED = frozenset(
    each
    for word in """
        request query operation transaction call message inference image search lookup read write job order event
        invocation answer page completion document response picture prediction classification transcription io
        iop statement command get put op frame sample
        """.split()
    for each in _rooted(word)
)
_ASKING = frozenset(
    map(
        root,
        """
        client user connection thread worker session caller stream generator process coroutine terminal agent visitor
        """.split(),
    )
)
# A count of what is on its way, behind its number or in the label of its line.
_UNDERWAY = re.compile(
    r"\W*(?:(?:requests?|queries|calls|operations|reads|writes|jobs|I/?Os?|always|constantly|permanently|all|kept|held|"
    r"being|are|were|at|concurrent(?:ly)?|simultaneous(?:ly)?|exactly)\W+){0,4}"
    r"(?:in[- ]flight|in the air|outstanding|pending|under ?way|open|concurrent(?:ly)?|simultaneous(?:ly)?|in parallel|"
    r"(?:at|on) (?:once|the way|(?:any|one|a|the same) (?:one )?(?:time|moment|instant)|all times))\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:concurren(?:cy|t)|simultaneous|parallel|outstanding|in[- ]flight|queue depth|iodepth|closed[- ]loop|"
    r"virtual users?)\b",
    re.IGNORECASE,
)
_FLIGHT = frozenset({("flight", 1)})
_BARE = re.compile(
    r"\b(?:concurrency(?: levels?)?|queue[- ]depth|QD|iodepth)(?: ?=| ?:| of| at| was| is| stood at| set to|"
    r" fixed at)? ?"
    r"(?P<n>\d[\d,]*)(?![\w.%/-])",
    re.IGNORECASE,
)
CLOSED = re.compile(
    r"\b(?:no|zero|without(?: any)?|0 m?s(?: of)?) (?:think(?:ing)?[- ]time|pauses?|pausing|wait(?:ing)? (?:time|"
    r"between))\b|"
    r"\bthink[- ]time (?:of|is|was|set to|:) ?(?:zero|0|none)\b|"
    r"\bclosed[- ](?:loop|system|model|workload)|\bback[- ]to[- ]back\b|"
    r"\b(?:next|new|another) (?:one|request|query|call|operation|read|write)\b[^.;]{0,40}?\b"
    r"(?:as soon as|the (?:very )?(?:moment|instant)|in the (?:very )?(?:moment|instant)|immediately|at once|when|once|"
    r"right after|straight away|without (?:a )?(?:pause|delay))\b|"
    r"\b(?:as soon as|the (?:moment|instant)|once|when)\b[^.;]{0,50}?\b(?:next|new|another|following) "
    r"(?:one|request|query|call|operation|read|write)\b|"
    r"\b(?:wait\w*|block\w*) for (?:its|the|each|every|an?) (?:own )?(?:answer|response|reply|result|previous)",
    re.IGNORECASE,
)
_LATENCY = re.compile(
    r"\b(?:latenc\w+|response[- ]times?|round[- ]trips?|service[- ]times?|turnaround|residence|time (?:per|for an?|"
    r"for each|"
    r"for one) (?:request|query|call|operation|read|write|inference|image|transaction)|"
    r"(?:request|query|call|answer|response|reply|operation|read|write|transaction|lookup|inference)s?"
    r"(?= (?:\w+ )?(?:took|takes?|needs?|needed|lasts?|lasted|was|were|came|comes?|return\w*|arriv\w+|in\b)))",
    re.IGNORECASE,
)
_MEAN = re.compile(r"\b(?:mean|average[ds]?|averaging|avg)\b", re.IGNORECASE)
_NOT_WHOLE = re.compile(
    r"\b(?:first (?:token|byte|word|image|result|chunk)|TTFT|TTFB|percentiles?|p\d\d?(?:\.\d+)?|median|tail|worst|best|"
    r"slowest|fastest|longest|shortest|maximum|max|minimum|min|queue[ds]?|queueing|waiting|inter[- ]token|per token|"
    r"network|"
    r"between tokens|cold|idle|unloaded|than|less|more|earlier|previous\w*|before|was once|used to|each way|of which|"
    r"timeouts?|time-?outs?|deviation)\b",
    re.IGNORECASE,
)
_BOUND = re.compile(
    r"\b(?:up to|at most|no more than|as many as|limit\w*|maximum|max\.?|capped?|recommend\w*|advis\w+|suggest\w*|"
    r"allow\w*|"
    r"support\w*|can|could|would|peaks?|burst\w*|theoretical\w*|rated|capacity|capable|target|goals?|quota|"
    r"per (?:client|connection|thread|worker|host|node|server|replica|gpu|card|drive)|each)\b",
    re.IGNORECASE,
)
_STEADY = re.compile(
    r"\b(?:constant\w*|stead(?:y|ily)|flat|mean|averag\w*|throughout|sustain\w*|whole|entire|overall|uninterrupted\w*|"
    r"fixed|held|holds?|drew|drawn|draws?|meter\w*|measured|consum\w+|from (?:the )?(?:start|first|beginning|midnight)|"
    r"continuous\w*|all (?:the )?(?:time|day|night|run)|during the (?:run|job|test)|pull(?:s|ed)|under load)\b",
    re.IGNORECASE,
)
_IDLE = re.compile(
    r"\b(?:idl\w+|standby|sleep\w*|at rest|limit\w*|TDP|design power|rated|rating|nameplate|supply|supplies|feeds?|"
    r"suppl\w+|"
    r"provision\w*|budget\w*|reserve\w*|less|more|lower|saved?|saving|cooling|peaks?|up to|maximum|max|min|capped?|"
    r"headroom|instead|before|earlier|other|per|each|every)\b",
    re.IGNORECASE,
)
_DURATION = re.compile(
    r"\b(?:duration|run[- ]?time|elapsed|wall[- ]?(?:clock|time)|length|lasted|lasts|took|takes|ran|run|runs|running|"
    r"over|"
    r"hours|after|finish\w*|complet\w+|done|time)\b",
    re.IGNORECASE,
)
_NO_DURATION = re.compile(
    r"\b(?:every|each|per|warm-?up|start-?up|interval|sampl\w+|first|later|ago|once|within|discard\w*|idle|then|"
    r"latency|p\d\d|median|percentile|delivery|support|retention|kept|until|age|old|discount\w*|save[sd]?|saving)\b",
    re.IGNORECASE,
)


def near(one: Fact) -> str:
    """The words of a quantity's own clause, of a short sentence, or of its line with its label."""
    if one.sentence is None:
        return f"{one.entity} {one.text}"
    # "Mean round trip: 20 ms." is one clause, and what stands before its colon says of what.
    return one.text if len(one.text) < SHORT else clause(one.text, one.at, one.at + len(one.quote))


def _said(one: Fact) -> bool:
    return one.sentence is None or asserted(one.sentence, one.at, one.at + 1)


def in_flight(one: Fact, index: Index) -> bool:
    """Whether a count is of what is on its way at once."""
    if not one.count or one.qualifier != "exact" or one.middle <= 1 or not _said(one):
        return False
    if _BOUND.search(near(one)):
        return False
    quoted = one.text[one.at : one.at + len(one.quote)] if one.sentence else one.text
    told = _AHEAD.search(quoted) or (one.sentence and _UNDERWAY.match(one.text, one.at + len(one.quote)))
    if told and one.of & (_ASKED | _ASKING):
        return True
    if one.sentence is None and told:
        return True  # "Concurrency: 64"
    return bool(one.of & _ASKING and CLOSED.search(said_before(one, index, 1) if one.sentence else one.text))


def said_in_flight(pool: Sequence[Fact], index: Index) -> Iterator[Fact]:
    """What sentences say is in flight without counting anything: "at a concurrency of 48", "QD 32"."""
    nothing = frozenset[str]()
    for document in {one.document.document_id: one.document for one in pool}.values():
        for sentence in index.sentences(document):
            text = sentence.passage.words
            for match in _BARE.finditer(text):
                start, many = sentence.passage.start, point(match["n"])
                one = Fact(
                    document, start + match.start(), start + match.end(), _FLIGHT, frozenset({"flight"}), many, nothing,
                    text, nothing, sentence=sentence, at=match.start(),
                )  # fmt: skip
                if many.lower > 1 and _said(one) and not _BOUND.search(near(one)):
                    yield one


def mean_latency(one: Fact, index: Index) -> bool:
    """Whether a time is the mean of what each request takes, from its beginning to its end."""
    here = near(one)
    text = said_before(one, index, 1) if one.sentence else here  # "How long does a request take? 1.5 s on average"
    plain = one.dims == TIME and one.qualifier in ("exact", "about") and _said(one) and not _NOT_WHOLE.search(here)
    return plain and bool(_MEAN.search(here)) and bool(_LATENCY.search(here) or _LATENCY.search(text))


def throughput(one: Fact, _: Index) -> bool:
    """Whether a rate is that of all requests."""
    asked = ("time", -1) in one.dims and bool(frozenset(things(one.dims)) & _ASKED) and len(one.dims) == 2
    whole = asked and not one.per and one.qualifier in ("exact", "about") and _said(one)
    return whole and not _BOUND.search(near(one)) and not re.search(r"\boffered\b|\barriv", near(one))


def drawn(one: Fact, _: Index) -> bool:
    """Whether a power is what something drew all the time, and no limit of it."""
    here = near(one)
    whole = one.dims == POWER and not one.per and one.qualifier in ("exact", "about") and _said(one)
    return whole and bool(_STEADY.search(here)) and not _IDLE.search(here)


def lasting(one: Fact, _: Index) -> bool:
    """Whether a time is how long a run took."""
    here = near(one)
    whole = one.dims == TIME and not one.per and one.qualifier in ("exact", "about") and _said(one)
    return whole and bool(_DURATION.search(here)) and not _NO_DURATION.search(here)


def used(one: Fact, _: Index) -> bool:
    """Whether an energy is that of a whole run."""
    here = near(one)
    whole = one.dims == ENERGY and not one.per and one.qualifier in ("exact", "about") and _said(one)
    return whole and not re.search(
        r"\b(?:per|each|every|a|an|sav\w+|less|more|batter\w*|site|hall|cooling|of which|capacity|than)\b"
        r"(?! (?:total|whole|run|meter\w*|steady)\b)",
        here,
        re.IGNORECASE,
    )


def rate_of(one: Fact) -> bool:
    """Whether a rate is one that something went on at, and no ceiling of a line or a machine."""
    plain = ("time", -1) in one.dims and not {"price", "energy", "frequency", "flop"} & {name for name, _ in one.dims}
    return plain and one.qualifier in ("exact", "about") and _said(one) and not _CEILING.search(near(one))


_CEILING = re.compile(
    r"\b(?:up to|at most|peaks?|burst\w*|maximum|max|theoretical\w*|line[- ]rate|links?|ports?|NICs?|network|"
    r"interface|bus|"
    r"memory|HBM\w*|DDR\w*|PCIe|NVLink|capable|can|could|would|limit\w*|rated|caches?|each way|per direction|"
    r"both directions|months?|monthly|days?|daily|weeks?|years?|before|instead|earlier|old|drives?|SSDs?|disks?|than|"
    r"uplinks?|cables?|wide|Ethernet|InfiniBand)\b",
    re.IGNORECASE,
)
STEADY = _STEADY


def distinct(found: Iterable[Fact]) -> list[Fact]:
    """One fact for each value: what two pages print alike is one."""
    kept: list[Fact] = []
    for one in found:
        if not any(one.value.meets(other.value) for other in kept):
            kept.append(one)
    return kept


def spread(some: Sequence[Fact]) -> Decimal:
    """The share that the prints of several facts leave open together."""
    return sum((each.value.upper / each.value.lower - 1 for each in some), Decimal(0)) / 2


DEVICES = frozenset(map(root, "accelerator gpu tpu npu chip card module device cpu processor drive blade".split()))
_OF_ALL = re.compile(
    r"\W*(?:is |are |goes |go |needed |reserved )?(?:for|by|of|to|from|in|across) (?:the|all|all the|its|"
    r"our)? ?(?:\w+ )?"
    r"(?:accelerators|GPUs|TPUs|NPUs|chips|cards|modules|devices|CPUs|processors|drives|blades)\b"
    r"(?!,| (?:and|plus|with|including))",
    re.IGNORECASE,
)
_IN_ALL = re.compile(
    r"\b(?:accelerators?|GPUs?|TPUs?|NPUs?|chips?|cards?|modules?|devices?|CPUs?|processors?|drives?|"
    r"blades?)\b[^.;:]{0,24}"
    r"\b(?:in all|together|in total|alone|combined|altogether)\b|"
    r"\b(?:all|the) (?:\w+ )?(?:accelerators|GPUs|TPUs|NPUs|chips|cards|modules) (?:\w+ )?(?:draw|need|consume|use|"
    r"take|add up)",
    re.IGNORECASE,
)


def drawn_by_all(one: Fact, _: Index) -> bool:
    """Whether a power is that of all devices of a system, without fans and hosts."""
    if one.dims != POWER or one.qualifier not in ("exact", "about") or not _said(one):
        return False
    behind = bool(one.sentence) and _OF_ALL.match(one.text, one.at + len(one.quote))
    return bool(behind or (not one.per and _IN_ALL.search(near(one))))


def drawn_by_each(one: Fact, _: Index) -> bool:
    """Whether a power is what each of some devices draws at most."""
    return one.dims == POWER and bool(one.per & DEVICES) and _said(one)


def number_of_devices(one: Fact, _: Index) -> bool:
    """Whether a count is of the devices of a system."""
    return one.count and not one.per and one.middle > 1 and bool(one.of & DEVICES) and _said(one)
