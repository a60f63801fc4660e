"""What a figure is about: metric, task, workload, subject and baseline, read from the words around it.

First the figure's own sentence, then the sentences before it in the same paragraph, then the headings above. What
cannot be settled stays empty with its reason; a name is never guessed into another product's place.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from parsers.lib.ran import ran_in
from parsers.lib.scene import Found
from parsers.lib.sentence import Scope, Sentence
from parsers.lib.sides import sides_of
from parsers.lib.workloads import unknown_workload, workload_of
from schemas.concessions import concessions
from schemas.names import Mention, Vocabulary
from schemas.statement import Direction, Side

VARIANT_GAP = 3  # characters between "optimised" and the workload that it describes
CLOSE = 3  # words between what changed and "by so much"
_FASTER = re.compile(r"fast|quick|slow|speed", re.IGNORECASE)
_TRAINING = re.compile(
    r"\b(?:pre-?|re)?train(?:s|ed|ing)?\b(?!\s(?:clusters?|data|sets?|nodes?|servers?|systems?|machines?|mix|corpus)\b)|\bfine-?tun\w+|"
    r"(?<!BGP )(?<!OSPF )(?<!route )(?<!routing )(?<!network )\bconvergence\b",
    re.IGNORECASE,
)
_INFERENCE = re.compile(r"\binferenc(?:e|es|ing)\b|\bserving\b|\bdecod(?:e|ing)\b", re.IGNORECASE)
_CONSEQUENCE = re.compile(
    r"\b(?:ensur\w+|translat\w+|mean(?:s|ing)|which|that|resulting|result\s+in|while|where(?:as)?|giving|making|because|so)\b"
)
_CLAUSE = re.compile(r"[,;:](?:\s|$)|\s(?:and|but|with|while|when|as)\s")
_AS_MANY = re.compile(r"\s+as\s+(?:many|much|few|high|low|fast)\s")
_BY = re.compile(r"\bby\s+(?:\S+\s+){0,4}$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class About:
    """What a figure is about; "" where nothing settles it, with the reason in `unresolved`."""

    metric: str = ""
    direction: Direction = ""
    task: str = ""
    workload: str = ""
    workload_raw: str = ""
    variant: str = ""
    subject: Side = field(default_factory=Side)
    baseline: Side = field(default_factory=Side)
    unresolved: tuple[str, ...] = ()


def about(found: Found, sentence: Sentence, scope: Scope, vocabulary: Vocabulary) -> About:
    """Everything the surroundings say about one figure."""
    near = task_of("", sentence, scope)
    metric, direction = metric_of(found, sentence, near, vocabulary)
    workload = workload_of(found, sentence, scope)
    task = _task_behind(found, sentence) or ("training" if metric == "time_to_train" else near)
    subject, baseline = sides_of(found, sentence, scope)
    compares = found.figure.kind in ("ratio", "percent_change")
    raw = "" if workload else unknown_workload(found, sentence)
    if raw in (subject.name, baseline.name) and any(one.name == raw and not one.sure for one in ran_in(sentence)):
        raw = ""  # "Running Quarrel 2.4 ...": the product itself
    return About(
        metric=metric,
        direction=direction,
        task=task,
        workload=workload.name if workload else raw,
        workload_raw=workload.raw if workload else raw,
        variant=variant_of(sentence),
        subject=subject,
        baseline=baseline if compares else Side(),
        unresolved=tuple(
            _missing(metric, workload.name if workload else raw, subject, baseline if compares else None, scope.torn)
        ),
    )


def _missing(metric: str, workload: str, subject: Side, baseline: Side | None, torn: tuple[str, ...]) -> list[str]:
    reasons = []
    if not metric:
        reasons.append("metric: no word in the sentence names one")
    if not workload:
        reasons.append("workload: none named in sentence, paragraph or heading")
    if not subject.name and torn:
        reasons.append(f"subject: the words before name {' and '.join(torn)}, and any can be meant")
    elif not subject.name:
        reasons.append("subject: none named in sentence, paragraph or heading")
    if baseline is not None and not baseline.name:
        reasons.append("baseline: the sentence does not say compared with what")
    return reasons


# --- metric and task -----------------------------------------------------------------------------------------


def metric_of(found: Found, sentence: Sentence, task: str, vocabulary: Vocabulary) -> tuple[str, Direction]:
    """Metric and its direction: what the figure modifies, else the nearest cue of the sentence that can be meant."""
    name = found.metric or _metric(found, sentence, task)
    if name == "score" and found.figure.kind in ("ratio", "percent_change"):
        name = "performance"  # points are counted; what is better by a factor or a share is performance
    return directed(name, vocabulary)


def directed(name: str, vocabulary: Vocabulary) -> tuple[str, Direction]:
    """A metric with the direction that the vocabulary gives it, "" for none."""
    entry = vocabulary.get("metrics", name)
    direction = entry.text("direction") if entry else ""
    return name, direction if direction in ("higher_is_better", "lower_is_better") else ""  # type: ignore[return-value]


def _metric(found: Found, sentence: Sentence, task: str) -> str:
    if found.figure.kind == "duration":
        return _time_metric(found, sentence, task)
    if behind := _rate_behind(found, sentence):
        return behind
    cue = _modified(found, sentence)
    if cue and not cue.entry.flag("generic"):
        return cue.name
    near = _near(found, sentence)
    if cue:
        # "faster" speaks of time or rate; an accuracy or a price further on is not what became faster.
        near = [one for one in near if one.entry.flag("speed")]
    if near and _closest(near, found).start < _clause_end(found, sentence):
        return _closest(near, found).name
    if cue is None and (said := _of_value_before(found, sentence, task)):
        return said
    if found.figure.kind not in ("ratio", "percent_change"):
        return ""
    return "time_to_train" if cue and task == "training" and _FASTER.search(cue.raw) else "performance"


# "1.4x as many frames per hour at a lower cost", "31% more requests per dollar": the noun may be any.
_RATE = re.compile(
    r"\s?(?:as\s+many|more|fewer|the)\s+(?:[\w-]+\s+){1,3}?(?:per|for\s+each)\s+"
    r"(?:(?P<time>s|second|minute|hour|day)|(?P<cost>dollar|euro)|(?P<energy>watt|joule|kWh))\b"
)
_LESS_TIME = re.compile(
    r"\s?(?:less|shorter|fewer|more)\s(?:\w+\s)?time\b|\s(?:of\s)?the\stime\b(?!\sper\b)|\sas\slong\b|"
    r"\sshorter(?=[,.;]|$|\s(?:than|and)\b)"
)  # on whatever size of machine


def _rate_behind(found: Found, sentence: Sentence) -> str:
    """The metric of the rate that a factor is one of, "" when none stands behind it."""
    match = _RATE.match(sentence.text, found.figure.end, sentence.end)
    if match is None:
        return "time_to_result" if _LESS_TIME.match(sentence.text, found.figure.end, sentence.end) else ""
    return "throughput" if match["time"] else "price_performance" if match["cost"] else "energy_efficiency"


def _clause_end(found: Found, sentence: Sentence) -> int:
    # "1.3x greater peak FP16 compute": a setting between does not end what the figure speaks of.
    others = [one.figure for one in sentence.figures if one.figure.kind != "config"]
    following = [other.start for other in others if other.start >= found.figure.end]
    return min(following, default=sentence.end)


_SET = re.compile(r"(?:\bAt|[;,] at)\s$")  # "At 25 W, it is 1.9x as fast": what is held still
_AS_MUCH = re.compile(r"\s(?:as\smuch|less|more|of\sthat|of\swhat)\b")
_CUT_OF = re.compile(r"^[^;.]{0,40},\s(?:an?\s)(?:reduction|drop|cut|saving|decrease)\sof\s(?:[a-z]+\s){0,2}$")
_LOWER = re.compile(r"\s+(?:lower|less|shorter|down)\b")


def _of_value_before(found: Found, sentence: Sentence, task: str) -> str:
    """What a change without a name changes: the value just printed ("12.6 GB/min, 40 percent more than ...")."""
    kinds = ("absolute", "price") if _AS_MUCH.match(sentence.text, found.figure.end) else ("absolute",)
    before = [one for one in sentence.figures if one.figure.end <= found.figure.start and one.figure.kind in kinds]
    if before and not _SET.search(sentence.text[sentence.start : before[-1].figure.start]):
        return before[-1].metric
    # "takes 0.62 ms, which is 45% lower": a time that is lower is itself what changed.
    times = [o for o in sentence.figures if o.figure.end <= found.figure.start and o.figure.kind == "duration"]
    lower = times and (
        _LOWER.match(sentence.text, found.figure.end, sentence.end)
        or _CUT_OF.search(sentence.text[times[-1].figure.end : found.figure.start])
    )
    return _time_metric(times[-1], sentence, task) if lower else ""


def _time_metric(found: Found, sentence: Sentence, task: str) -> str:
    cue = _modified(found, sentence)
    timed = [one for one in ([cue] if cue else []) + _near(found, sentence) if one.entry.flag("timed")]
    if timed:
        return timed[0].name if cue is timed[0] else _closest(timed, found).name
    if found.figure.unit in ("ms", "us", "ns"):
        return "latency"
    return "time_to_train" if task == "training" else "time_to_result"


def _modified(found: Found, sentence: Sentence) -> Mention | None:
    """The cue that follows the figure in its own phrase ("16x lower latency"), else that leads up to it."""
    start, end = found.figure.start, found.figure.end
    following = _clause_end(found, sentence)
    # "as many samples per second as", "the training performance of" hold what is compared between their two words.
    stops = (
        m.end() if m.group().startswith(("as ", "the ")) else m.start()
        for m in sentence.comparators
        if m.start() >= end
    )
    stop = next(stops, following)
    turn = _CONSEQUENCE.search(sentence.text, end, min(following, stop))
    # Another clause speaks of another thing: "raises throughput 4-fold, with recall falling".
    # "1.9 times as many samples per second": this "as" begins no clause.
    many = _AS_MANY.match(sentence.text, end, sentence.end)
    clause = _CLAUSE.search(sentence.text, many.end() if many else end, sentence.end)
    limit = min(following, stop, *(match.start() for match in (turn, clause) if match))
    after = [
        cue for cue in sentence.metrics if end <= cue.start < limit and _words(sentence.text[end : cue.start]) <= 5
    ]
    chosen = next((cue for cue in after if not cue.entry.flag("generic")), after[0] if after else None)
    by = _BY.search(sentence.text[max(sentence.start, start - 32) : start])
    if chosen and not chosen.entry.flag("generic") and not by:
        return chosen
    previous = max((one.figure.end for one in sentence.figures if one.figure.end <= start), default=sentence.start)
    before = [cue for cue in sentence.metrics if previous <= cue.start and cue.end <= start]
    before = [cue for cue in before if not _conceded(cue, found, sentence)]
    named = [cue for cue in before if not cue.entry.flag("generic") and _words(sentence.text[cue.end : start]) <= 12]
    if named and (chosen is None or by or named[-1].entry.flag("speed")):
        return named[-1]
    close = [cue for cue in before if _words(sentence.text[cue.end : start]) <= CLOSE]
    return close[-1] if by and chosen is None and close else chosen  # "the speed by up to 32x", of whatever else before


def _near(found: Found, sentence: Sentence) -> list[Mention]:
    """The named cues that the figure can mean: none in what it only leads to ("which ensures that ...")."""
    turn = _CONSEQUENCE.search(sentence.text, found.figure.end, sentence.end)
    limit = turn.start() if turn else sentence.end
    units = [(one.figure.start, one.figure.end) for one in sentence.figures]
    # "At 0.95 recall, Nettle answers ... 60% more": what was held still is not what changed.
    held = _HELD.match(sentence.text, sentence.start, found.figure.start)
    return [
        cue
        for cue in sentence.metrics
        if cue.start < limit
        and not (held and cue.end <= held.end())
        and not cue.entry.flag("generic")
        and not any(start <= cue.start < end for start, end in units)  # the unit of another figure is no cue
        and not _leads(cue, found, sentence)
        and not _conceded(cue, found, sentence)
    ]


def _conceded(cue: Mention, found: Found, sentence: Sentence) -> bool:
    """Whether a cue stands in a concession and the figure does not: "though it draws more power, it does 2x"."""
    every = concessions(sentence.text, sentence.start, sentence.end)
    return any(start <= cue.start < end and not start <= found.figure.start < end for start, end in every)


def _leads(cue: Mention, found: Found, sentence: Sentence) -> bool:
    """Whether a cue behind a factor leads up to the next one: "1.9 times as fast and costs 1.3 times as much"."""
    factors = (one.figure.start for one in sentence.figures if one.figure.kind in ("ratio", "percent_change"))
    following = next((start for start in factors if start >= cue.end > found.figure.end), None)
    return following is not None and _LEADS.fullmatch(sentence.text[cue.end : following]) is not None


_LEADS = re.compile(r"\s(?:(?:only|about|just|over|nearly|up to|by)\s)?")


_HELD = re.compile(r"At\s(?:an?\s)?(?:[\w.%-]+\s){0,4}[\w.%@-]+,\s")


def _closest(cues: list[Mention], found: Found) -> Mention:
    return min(cues, key=lambda cue: abs(cue.start - found.figure.start))


def _words(text: str) -> int:
    return len(text.split())


def task_of(metric: str, sentence: Sentence, scope: Scope) -> str:
    """training, inference or "": the first of sentence, headings and earlier sentences that names exactly one."""
    if metric == "time_to_train":
        return "training"
    for place in (sentence, *scope.headings, *scope.earlier):
        if task := task_in(place.words):
            return task
    return ""


_FOR_TASK = re.compile(
    r"\s+(?:\w+\s+){0,2}(?:for|in|during|on)\s+(?:[\w-]+\s+)?(?P<task>training|inference)\b", re.IGNORECASE
)


def _task_behind(found: Found, sentence: Sentence) -> str:
    """The task of this figure alone, in a sentence that names both: "1.4x for inference and 1.2x for training"."""
    match = _FOR_TASK.match(sentence.text, found.figure.end, _clause_end(found, sentence))
    return match["task"].lower() if match else ""


@lru_cache(maxsize=64)
def task_in(words: str) -> str:
    """The task that a text names, "" when it names none or both."""
    training, inference = bool(_TRAINING.search(words)), bool(_INFERENCE.search(words))
    return "" if training == inference else "training" if training else "inference"


def variant_of(sentence: Sentence) -> str:
    """Which build of the workload: a variant word near a workload name, "" when none."""
    workloads = sentence.of("workloads")
    for word in sentence.variants if workloads else ():
        if any(0 <= name.start - word.end <= VARIANT_GAP for name in workloads):
            return word.name
    return ""
