"""What a figure is about: metric, task, workload, subject and baseline, read from the words around it.

First the figure's own sentence, then the sentences before it in the same paragraph, then the headings above. What
cannot be settled stays empty with its reason; a name is never guessed into another product's place.
"""

import re
from dataclasses import dataclass, field

from parsers.lib.scene import Found
from parsers.lib.sentence import Scope, Sentence
from parsers.lib.sides import sides_of
from schemas.names import Mention, Vocabulary
from schemas.statement import Direction, Side

VARIANT_GAP = 3  # characters between "optimised" and the workload that it describes
_FASTER = re.compile(r"fast|quick|slow|speed", re.IGNORECASE)
_TRAINING = re.compile(r"\b(?:pre-?|re)?train(?:s|ed|ing)?\b|\bfine-?tun\w+|\bconvergence\b", re.IGNORECASE)
_INFERENCE = re.compile(r"\binferenc(?:e|es|ing)\b|\bserving\b|\bdecod(?:e|ing)\b", re.IGNORECASE)
_CONSEQUENCE = re.compile(
    r"\b(?:ensur\w+|translat\w+|mean(?:s|ing)|which|that|resulting|result\s+in|while|whereas|giving|making|because|so)\b"
)
_CLAUSE = re.compile(r"[,;:](?:\s|$)|\s(?:and|but|with|while|when|as)\s")
_PLAIN = frozenset(
    "what which who how the this that these those such any other different many several same our its "
    "each every all both new old first second large small real average".split()
)
_BY = re.compile(r"\bby\s+(?:\S+\s+){0,4}$", re.IGNORECASE)
_FOR = re.compile(r"\b(?:on|for|in|of|at|running|training)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE)


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
    metric, direction = metric_of(found, sentence, task_of("", sentence, scope), vocabulary)
    workload = workload_of(found, sentence, scope)
    task = task_of(metric, sentence, scope)
    subject, baseline = sides_of(found, sentence, scope)
    compares = found.figure.kind in ("ratio", "percent_change")
    raw = "" if workload else unknown_workload(found, sentence)
    return About(
        metric=metric,
        direction=direction,
        task=task,
        workload=workload.name if workload else raw,
        workload_raw=workload.raw if workload else raw,
        variant=variant_of(sentence, vocabulary),
        subject=subject,
        baseline=baseline if compares else Side(),
        unresolved=tuple(_missing(metric, workload.name if workload else raw, subject, baseline if compares else None)),
    )


def _missing(metric: str, workload: str, subject: Side, baseline: Side | None) -> list[str]:
    reasons = []
    if not metric:
        reasons.append("metric: no word in the sentence names one")
    if not workload:
        reasons.append("workload: none named in sentence, paragraph or heading")
    if not subject.name:
        reasons.append("subject: none named in sentence, paragraph or heading")
    if baseline is not None and not baseline.name:
        reasons.append("baseline: the sentence does not say compared with what")
    return reasons


# --- metric and task -----------------------------------------------------------------------------------------


def metric_of(found: Found, sentence: Sentence, task: str, vocabulary: Vocabulary) -> tuple[str, Direction]:
    """Metric and its direction: what the figure modifies, else the nearest cue of the sentence that can be meant."""
    name = found.metric or _metric(found, sentence, task)
    entry = vocabulary.get("metrics", name)
    direction = entry.text("direction") if entry else ""
    return name, direction if direction in ("higher_is_better", "lower_is_better") else ""  # type: ignore[return-value]


def _metric(found: Found, sentence: Sentence, task: str) -> str:
    if found.figure.kind == "duration":
        return _time_metric(found, sentence, task)
    cue = _modified(found, sentence)
    if cue and not cue.entry.flag("generic"):
        return cue.name
    near = _near(found, sentence)
    if cue:
        # "faster" speaks of time or rate; an accuracy or a price further on is not what became faster.
        near = [one for one in near if one.entry.flag("speed")]
    if near and _closest(near, found).start < _clause_end(found, sentence):
        return _closest(near, found).name
    if cue is None and (said := _of_value_before(found, sentence)):
        return said
    if found.figure.kind not in ("ratio", "percent_change"):
        return ""
    return "time_to_train" if cue and task == "training" and _FASTER.search(cue.raw) else "performance"


def _clause_end(found: Found, sentence: Sentence) -> int:
    following = [one.figure.start for one in sentence.figures if one.figure.start >= found.figure.end]
    return min(following, default=sentence.end)


def _of_value_before(found: Found, sentence: Sentence) -> str:
    """What a change without a name changes: the value just printed ("12.6 GB/min, 40 percent more than ...")."""
    before = [one for one in sentence.figures if one.figure.end <= found.figure.start and one.figure.kind == "absolute"]
    return before[-1].metric if before else ""


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
    following = min((one.figure.start for one in sentence.figures if one.figure.start >= end), default=sentence.end)
    stop = next((match.start() for match in sentence.comparators if match.start() >= end), following)
    turn = _CONSEQUENCE.search(sentence.text, end, min(following, stop))
    # Another clause speaks of another thing: "raises throughput 4-fold, with recall falling".
    clause = _CLAUSE.search(sentence.text, end, sentence.end)
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
    named = [cue for cue in before if not cue.entry.flag("generic") and _words(sentence.text[cue.end : start]) <= 12]
    if named and (chosen is None or by or named[-1].entry.flag("speed")):
        return named[-1]
    return chosen


def _near(found: Found, sentence: Sentence) -> list[Mention]:
    """The named cues that the figure can mean: none in what it only leads to ("which ensures that ...")."""
    turn = _CONSEQUENCE.search(sentence.text, found.figure.end, sentence.end)
    limit = turn.start() if turn else sentence.end
    units = [(one.figure.start, one.figure.end) for one in sentence.figures]
    return [
        cue
        for cue in sentence.metrics
        if cue.start < limit
        and not cue.entry.flag("generic")
        and not any(start <= cue.start < end for start, end in units)  # the unit of another figure is no cue
    ]


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


def task_in(words: str) -> str:
    """The task that a text names, "" when it names none or both."""
    training, inference = bool(_TRAINING.search(words)), bool(_INFERENCE.search(words))
    return "" if training == inference else "training" if training else "inference"


def variant_of(sentence: Sentence, vocabulary: Vocabulary) -> str:
    """Which build of the workload: a variant word near a workload name, "" when none."""
    for word in vocabulary.find(sentence.words, "variants"):
        for name in sentence.of("workloads"):
            gap = name.start - sentence.start - word.end
            if 0 <= gap <= VARIANT_GAP:
                return word.name
    return ""


# --- workload ------------------------------------------------------------------------------------------------


def workload_of(found: Found, sentence: Sentence, scope: Scope) -> Mention | None:
    """The nearest workload of the sentence, else of the headings, else of the sentences before."""
    nearest = _beside(found, sentence)
    if nearest and not nearest.entry.flag("is_family"):
        return nearest
    for place in (*scope.headings, *scope.earlier):
        for name in place.of("workloads"):
            if nearest is None or name.entry.text("family") == nearest.name:
                return name
    return nearest


_BENCHMARK = re.compile(
    r"\b(?:on|in|for|of|running)\s+(?:the\s+|our\s+|a\s+)?(?P<name>[A-Za-z][\w.+/-]*(?:\s[A-Za-z\d][\w.+/-]*){0,2}?)"
    r"\s+(?:benchmarks?|test|suite|workloads?|queries|query|model|run|runs|simulation|dataset)\b"
)


def unknown_workload(found: Found, sentence: Sentence) -> str:
    """A workload that only its surroundings give away ("on the FooBench benchmark"), as printed; "" when none."""
    matches = list(_BENCHMARK.finditer(sentence.text, sentence.start, sentence.end))
    named = [
        match for match in matches if match["name"].lower().split()[0] not in _PLAIN and not match["name"][0].isdigit()
    ]
    return min(named, key=lambda m: abs(m.start() - found.figure.start))["name"] if named else ""


def _beside(found: Found, sentence: Sentence) -> Mention | None:
    """What follows with a preposition (17x on BERT); else what stands between the last figure and this one."""
    start, end = found.figure.start, found.figure.end
    names = sentence.of("workloads")
    after = min((f.figure.start for f in sentence.figures if f.figure.start >= end), default=sentence.end)
    before = max((f.figure.end for f in sentence.figures if f.figure.end <= start), default=sentence.start)
    for name in names:
        between = sentence.text[end : name.start]
        if end <= name.start < after and _FOR.search(between) and not re.search(r"[;,]|\band\b", between):
            return name
    leading = [name for name in names if before <= name.start < start]
    return leading[-1] if leading else min(names, key=lambda name: abs(name.start - start), default=None)
