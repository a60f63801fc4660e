"""What a run was given, not what it reached: loads, links, inputs, parts of machines. They are settings, not claims.

Told by the grammar around a quantity: "a 10 Gbit/s link", "At 12 requests per second, latency is ...", "files up to
4 GB", "16 cores and 32 GB of RAM".
"""

import re
from dataclasses import replace
from decimal import Decimal

from parsers.lib.preset import preset
from parsers.lib.ruled import ruled
from parsers.lib.scene import Found, Scene
from parsers.lib.search import holds
from schemas.number_words import WORD_NUMBER

_ARTICLE = re.compile(rf"\b(?:an?|the|each|every|this|our|{WORD_NUMBER}|\d{{1,3}})\s$", re.IGNORECASE)
# What may follow a quantity and is no thing that has it: "a 40 ms lower ...", "the 12 ms that".
_NO_THING = frozenset(
    """
    a an the in on at for of per with and or to than by from as but if when while after before under over via within
    is are was were be less more fewer lower higher faster slower shorter longer smaller larger cheaper better worse
    that which each every it we they this these those without because until during across into through compared versus
    vs instead rather today now ago later earlier sooner only
    """.split()
)
# A thing that is measured in the quantity itself: "a 14-hour battery life", "an 11 ms frame time".
_RESULT = re.compile(
    r"\b(?:times?|speeds?|rates?|life|lives|scores?|averages?|medians?|means?|peaks?|results?|finish|drop|reductions?|savings?|"
    r"cuts?|increases?|differences?|gaps?|improvements?|gains?|wins?|advantage|delays?|penalty|overhead|record|budget|envelope|"
    r"lag|jitter|downloads?|uploads?|reads?|writes?|commits?|startup|start-up|boot|footprint|round-trips?|hops?|finality|"
    r"p\d+|percentile|barrier|mark|milestone)\b",
    re.IGNORECASE,
)
_THING = re.compile(r"(?:[ -][A-Za-z][\w./-]*){1,3}")
_AT = re.compile(
    r"(?:^|[,;(:]\s*)(?:at|under|with)\s+(?:an?\s+)?(?:[\w-]+\s+){0,2}(?:of\s+)?(?:about\s+|only\s+|just\s+)?$",
    re.IGNORECASE,
)
_SENT = re.compile(
    r"\b(?:generators?|clients?|drivers?|harness)\s+(?:\w+\s+){0,2}(?:sen[dt]s?|issue[sd]?|offer\w*|inject\w*)\s+$",
    re.IGNORECASE,
)
_INPUT = re.compile(
    r"\b(?:documents?|files?|inputs?|messages?|objects?|payloads?|blocks?|pages|values|data\s?sets?|chunks?|records|requests)\s+"
    r"(?:of\s+)?(?:up\s+to|of|under|over|larger\s+than|bigger\s+than|smaller\s+than|as\s+large\s+as)\s+$",
    re.IGNORECASE,
)
_MACHINE = re.compile(
    r"\b(?:instances?|machines?|servers?|laptops?|v?CPUs?|GPUs?|cores?|nodes?|threads|boards?|desktops?|VMs?|cards?|Xeons?|EPYC)\b[^.;:]{0,40}$"
)
_PART = re.compile(
    r"\s?(?:of\s+)?(?:RAM|memory|VRAM|DRAM|HBM\w*|DDR\w*|storage|SSDs?|NVMe|disks?|cache)\b", re.IGNORECASE
)
AT_PEAK = re.compile(r"\s?(?:of\s+)?\w+\s+(?:at\s+(?:\w+\s+)?peak|in\s+use|used)\b")
_SPENDS = re.compile(
    r"\b(?:uses?|using|needs?|needed|takes?|took|consum\w+|occup\w+|sav\w+|requires?)\s+(?:\w+\s+){0,2}$"
)
_AT_SIZE = re.compile(
    r"\b(?!is\b|was\b|are\b|were\b|stay|remain|flat|sit|peak|top|cap|average|level|start|hover|plateau)\w+\s+at\s+$"
)
_DEFAULT = re.compile(r"\bdefault\s+(?:[\w-]+\s+){0,3}(?:is|are|of|:|=)\s+$", re.IGNORECASE)
_MOST = re.compile(
    r"\b(?:maximum|max\.?|minimum)\s+(?:[\w-]+\s+){0,2}(?:size|length|heap|limit)s?\s+(?:is|are|of|:|=)\s+$",
    re.IGNORECASE,
)
# "1.7 times the performance at the same 300 W": what both sides were given.
_SAME = re.compile(
    r"\b(?:at|with|within|under|in|for|on)\s+the\s+same\s+"
    r"(?:(?!(?:takes?|took|needs?|needed|uses?|used|is|was|are|were|runs?|ran|reach\w*|deliver\w*|finish\w*|draws?|drew|now)\s)"
    r"[\w-]+\s+(?:of\s+)?){0,2}$"
)
_AGED = re.compile(r"\b(?:after|over|for|survives?|lasts?)\s+(?:\w+\s+)?$")  # "91% of the capacity after 1,000 cycles"
_THAN_AT = re.compile(r"\bthan\s(?:[\w.+-]+\s){1,4}at\s$")  # "6x lower memory than Fluentd at 50 MB/s"
_LINK = re.compile(
    r"\s?(?:networking|networks?(?!\s+bandwidth)|Ethernet|links?|NICs?|fabric|interconnect|uplinks?|InfiniBand|connections?)\b"
)
_COVERS = re.compile(
    r"\s?(?:whole[ -]|human\s)?"
    r"(?:genomes?|exomes?|coverage|zoom|lens|magnification|objective|oversampling|engineers?)\b|"
    r"\s(?:(?!more\b|fewer\b|less\b|the\b|that\b|as\b|[\w-]+er\b)[\w-]+\s){0,3}?"
    r"(?:accelerators|GPUs|TPUs|CPUs|cards|chips|servers|nodes|machines|processors|drives|SSDs)\b|"
    r"\s?(?:replicat\w+|redundan\w+|cross-validation)\b"
)
_SET_BY = re.compile(  # a setting's name, not how much better anything is
    r"\b(?:replication|redundancy|scale|load|fill|oversampling|oversubscription|branching|compaction|down-?sampling)\s$",
    re.IGNORECASE,
)


def settled(one: Found, scene: Scene, others: list[Found]) -> Found:
    """A figure of a value as a setting where it was given; itself where it was reached."""
    figure = one.figure
    if figure.kind not in ("absolute", "duration") or not _given(one, scene, others):
        return one
    setting = replace(figure, kind="config", last_digit=Decimal(0))
    return replace(one, figure=setting, metric=one.metric or "setting")


def covers(scene: Scene, end: int) -> bool:
    """Whether a factor ending there says how thick, near or many, not how fast: "a 30x genome", "8x or 16x cards"."""
    return _COVERS.match(scene.text, end, scene.end) is not None


def names_setting(scene: Scene, start: int) -> bool:
    """Whether "factor of three" at `start` is a setting: "a replication factor of three"."""
    return _SET_BY.search(scene.before(start, 24)) is not None


def _given(one: Found, scene: Scene, others: list[Found]) -> bool:
    before = scene.before(one.figure.start, 64)
    return (
        _attribute(one, scene, before)
        or _SENT.search(before) is not None
        or _INPUT.search(before) is not None
        or _part(one, scene, before)
        or _DEFAULT.search(before) is not None
        or preset(one, scene)
        or ruled(one, scene)
        or _MOST.search(before) is not None
        or (one.figure.unit == "cycles" and _AGED.search(before) is not None)
        or (one.metric == "power" and _MODE.match(scene.text, one.figure.end, scene.end) is not None)
        or (one.metric in ("throughput", "bandwidth") and _WORKLOAD_OF.search(before) is not None)
        or _meanwhile(one, before, others)
        or (one.metric in ("throughput", "bandwidth") and _THAN_AT.search(before) is not None)
        or (" same " in before and _SAME.search(before) is not None)
        or (one.metric == "bandwidth" and _LINK.match(scene.text, one.figure.end, scene.end) is not None)
        or _load(one, scene, before, others)
        or (one.metric in ("memory", "size") and _handled(one, scene))
        # "pauses stayed under 500 us at 128 GB": how large it was while something else was measured.
        or (one.metric in ("memory", "size") and _AT_SIZE.search(before) is not None)
    )


# "Restoring 10 TB took 95 minutes": what was worked on. "Using 3 GB" is what it took.
_WORKED_ON = re.compile(
    r"(?:^|[,;:]\s)(?!Us|Sav|Need|Consum|Occupy|Tak|Requir|Shrink|Weigh|us|sav|need|consum|occupy|tak|requir|shrink|weigh)[A-Za-z]+ing\s+"
    r"(?:an?\s|the\s|all\s)?$"
)
_WITH_A = re.compile(r"\b(?:with|on|for|of)\s+(?:an?\s|the\s)?$")
_HEAP = re.compile(r"\s?(?:heaps?|buffers?|caches?)\b")


def _handled(one: Found, scene: Scene) -> bool:
    """A size that was worked on ("Restoring 10 TB took ...") or worked with ("even with a 2 TB heap")."""
    before = scene.text[scene.start : one.figure.start]
    if _WORKED_ON.search(before):
        return True
    return bool(_WITH_A.search(before)) and _HEAP.match(scene.text, one.figure.end, scene.end) is not None


_WORKLOAD_OF = re.compile(r"\b(?:[Ww]orkload|[Tt]raffic|[Ll]oad)\sof\s(?:about\s|only\s|up\sto\s)?$")
_MODE = re.compile(r"\s(?:power\s)?(?:mode|profile|preset|setting)\b")  # "a Jetson in 15 W mode"
_IN_A_WHILE = re.compile(r"\b(?:in|within|over)\s(?:just\s|only\s|the\s(?:last|past)\s)?$")
_CALENDAR = ("weeks", "months")


def _meanwhile(one: Found, before: str, others: list[Found]) -> bool:
    """How long it took people to get better, behind how much: "throughput improved 1.6x in six months"."""
    if one.figure.unit not in _CALENDAR or not _IN_A_WHILE.search(before):
        return False
    changes = (other.figure for other in others if other.figure.kind in ("ratio", "percent_change"))
    return any(0 <= one.figure.start - change.end <= 24 for change in changes)


def _attribute(one: Found, scene: Scene, before: str) -> bool:
    """As in "a 10 Gbit/s link", "the ten-day forecast": an article, the quantity, and the thing that has it."""
    printed = scene.text[one.figure.start : one.figure.end]
    # "the 48 hours that": a plural stands for itself; what belongs to a thing is "a 48-hour run".
    if not holds(_ARTICLE, before) or one.figure.unit in ("%", "", "points") or re.search(r"[a-z]{3}s$", printed):
        return False
    thing = _THING.match(scene.text, one.figure.end, scene.end)
    words = thing.group().replace("-", " ").split() if thing else []
    kept = next((i for i, word in enumerate(words) if word.lower() in _NO_THING), len(words))
    phrase = " ".join(words[:kept])
    return bool(phrase) and not _RESULT.search(phrase) and not scene.vocabulary.find(phrase, "metrics")


def _part(one: Found, scene: Scene, before: str) -> bool:
    if one.metric not in ("memory", "size") or not _PART.match(scene.text, one.figure.end, scene.end):
        return False
    if AT_PEAK.match(scene.text, one.figure.end, scene.end):
        return False  # "with 8.2 GB of RAM at peak": what it took of what it had
    return bool(_MACHINE.search(before)) and not _SPENDS.search(before)


def _load(one: Found, scene: Scene, before: str, others: list[Found]) -> bool:
    """What was offered, when a time or a size is what came out: "At 12 requests per second, the median is 180 ms"."""
    if one.metric not in ("throughput", "bandwidth", "power", "memory", "size") or not _AT.search(before):
        return False
    start, end = one.figure.start, one.figure.end
    led = scene.text[scene.start : start]
    if re.search(r"\S{3,}\s+\S{3,}\s+\S{3,}\s+\S{3,}", led) or not re.search(r"\bat\b|\bload\b", led, re.IGNORECASE):
        return False
    results = [other.figure for other in others if other.figure.start >= end and other.figure.kind != "config"]
    kinds = {other.kind for other in results if other.start - end < 120}
    return bool(kinds) and kinds <= {"duration", "absolute"} and any(other.unit != one.figure.unit for other in results)
