"""What a figure is about: metric, task, workload, subject and baseline, read from the words around it.

First the figure's own sentence, then the sentences before it in the same paragraph, then the headings above. What
cannot be settled stays empty with its reason; a name is never guessed into another product's place.
"""

import re
from dataclasses import dataclass, field

from parsers.lib.figures import Found
from schemas.names import Entry, Mention, Vocabulary
from schemas.statement import Direction, Side

NAMES = ("workloads", "platforms", "datasets", "frameworks")
_TRAINING = re.compile(r"\b(?:pre-?|re)?train(?:s|ed|ing)?\b|\bfine-?tun\w+|\bconvergence\b", re.IGNORECASE)
_INFERENCE = re.compile(r"\binferenc(?:e|es|ing)\b|\bserving\b|\bdecod(?:e|ing)\b", re.IGNORECASE)
_COMPARATOR = re.compile(
    r"\b(?:than|versus|vs\.?|compared?\s+(?:to|with|against)|comparing\s+(?:to|with)|in\s+comparison\s+(?:to|with)|"
    r"relative\s+to|against|outperform(?:s|ed|ing)?|beat(?:s|ing)?|surpass(?:es|ed)?|over(?=\s+(?:the|a|an|its|our|"
    r"previous|prior|existing|[A-Z]))|of\s+what)(?=\W)"
)
_CONSEQUENCE = re.compile(
    r"\b(?:ensur\w+|translat\w+|mean(?:s|ing)|which|that|resulting|result\s+in|while|whereas|giving|making|because|so)\b"
)
_VERB = (
    r"(?=\s+(?:\w+ly\s+)?(?:is|are|was|were|has|had|can|now|deliver\w*|achiev\w+|runs?|ran|outperform\w*|provid\w+|"
    r"offer\w*|show\w*|turn\w*|reach\w*|process\w*|reduc\w+|improv\w+|gives?|gave|gets?|scal\w+|beats?|perform\w*|"
    r"train\w*|execut\w+|complet\w+|sees?|saw|cuts?|sav\w+|uses?|needs?|requir\w+|takes?|took|hits?|posts?|serv\w+|"
    r"sustain\w*|handl\w+|boasts?|brings?|enabl\w+|accelerat\w+|generat\w+|lower\w*|increas\w+|doubl\w+)\b)"
)
_ON = re.compile(r"\b(?:on|by|with|using|for|from|across)\s+(?:(?:the|a|an|our|its|one|single)\s+)?$", re.IGNORECASE)
_FOR = re.compile(r"\b(?:on|for|in|of|at|running|training)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE)
_PRONOUN = re.compile(r"\b(?:it|its|this|they|their|our\s+system|the\s+system|we|our)\b", re.IGNORECASE)
_PROPER = re.compile(
    r"\s*(?:the\s+|an?\s+|its\s+|our\s+|their\s+|standard\s+|stock\s+)?"
    r"(?P<name>[A-Z][\w.+#/-]*(?:\s(?:[A-Z][\w.+#/-]*|v?\d[\w.]*)){0,4})"
)
_ACTOR = re.compile(_PROPER.pattern + _VERB)
_PHRASE = re.compile(
    r"\s*(?P<name>(?:the|an?|its|our|their|any|other|previous|prior|existing)\s+\w[\w-]*(?:\s[\w-]+){0,3}?)"
    r"(?=[,.;:)|]|\s(?:on|for|in|with|at|when|while|and|using|by)\b|$)"
)
_NOT_NAMES = frozenset(
    "The A An In On With For At We It This That Our As By These When While "
    "And But Using From To Up More Here There All Both If".split()
)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence or line with the known names in it; offsets index the text layer."""

    text: str  # the whole text layer
    start: int
    end: int
    names: tuple[Mention, ...]  # of NAMES
    metrics: tuple[Mention, ...]
    figures: tuple[Found, ...]

    @property
    def words(self) -> str:
        """The sentence as printed."""
        return self.text[self.start : self.end]

    def of(self, kind: str) -> list[Mention]:
        """The names of one kind, left to right."""
        return [name for name in self.names if name.kind == kind]


@dataclass(frozen=True, slots=True)
class Scope:
    """What stands around a sentence: headings innermost first, earlier sentences of the paragraph, latest first."""

    headings: tuple["Sentence", ...] = ()
    earlier: tuple["Sentence", ...] = ()


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
    metric, direction = metric_of(found, sentence, vocabulary)
    workload = workload_of(found, sentence, scope)
    task = task_of(metric, sentence, scope)
    subject, baseline = sides_of(found, sentence, scope)
    compares = found.figure.kind in ("ratio", "percent_change")
    return About(
        metric=metric,
        direction=direction,
        task=task,
        workload=workload.name if workload else "",
        workload_raw=workload.raw if workload else "",
        variant=variant_of(sentence, vocabulary),
        subject=subject,
        baseline=baseline if compares else Side(),
        unresolved=tuple(_missing(metric, workload, subject, baseline if compares else None)),
    )


def _missing(metric: str, workload: Mention | None, subject: Side, baseline: Side | None) -> list[str]:
    reasons = []
    if not metric:
        reasons.append("metric: no word in the sentence names one")
    if workload is None:
        reasons.append("workload: none named in sentence, paragraph or heading")
    if not subject.name:
        reasons.append("subject: none named in sentence, paragraph or heading")
    if baseline is not None and not baseline.name:
        reasons.append("baseline: the sentence does not say compared with what")
    return reasons


# --- metric and task -----------------------------------------------------------------------------------------


def metric_of(found: Found, sentence: Sentence, vocabulary: Vocabulary) -> tuple[str, Direction]:
    """Metric and its direction: what the figure modifies, else the nearest cue of the sentence, else a generic one."""
    if found.metric:
        entry = vocabulary.get("metrics", found.metric)
        return found.metric, _direction(entry)
    cue = _modified(found, sentence) or _nearest(found, sentence)
    if cue is None:
        return ("", "")
    if cue.entry.flag("generic"):
        entry = vocabulary.get("metrics", cue.entry.text("means"))
        return cue.entry.text("means"), _direction(entry)
    return cue.name, _direction(cue.entry)


def _direction(entry: Entry | None) -> Direction:
    text = entry.text("direction") if entry else ""
    return text if text in ("higher_is_better", "lower_is_better") else ""  # type: ignore[return-value]


def _modified(found: Found, sentence: Sentence) -> Mention | None:
    """The cue that follows the figure in its own phrase ("16x lower latency"), else that leads up to it."""
    start, end = found.figure.start, found.figure.end
    following = min((f.figure.start for f in sentence.figures if f.figure.start >= end), default=sentence.end)
    stop = _COMPARATOR.search(sentence.text, end, following)
    limit = min(following, stop.start() if stop else following)
    after = [
        cue for cue in sentence.metrics if end <= cue.start < limit and _words(sentence.text[end : cue.start]) <= 5
    ]
    chosen = _best(after)
    if chosen and not chosen.entry.flag("generic"):
        return chosen
    before_stop = max((f.figure.end for f in sentence.figures if f.figure.end <= start), default=sentence.start)
    before = [cue for cue in sentence.metrics if before_stop <= cue.start and cue.end <= start]
    named = [cue for cue in before if not cue.entry.flag("generic") and _words(sentence.text[cue.end : start]) <= 12]
    return named[-1] if named else None


def _best(cues: list[Mention]) -> Mention | None:
    return next((cue for cue in cues if not cue.entry.flag("generic")), cues[0] if cues else None)


def _nearest(found: Found, sentence: Sentence) -> Mention | None:
    middle = found.figure.start
    # What the figure leads to ("ensures that ...", "resulting in ...") is another statement with its own metric.
    turn = _CONSEQUENCE.search(sentence.text, found.figure.end, sentence.end)
    limit = turn.start() if turn else sentence.end
    near = [cue for cue in sentence.metrics if cue.start < limit]
    named = [cue for cue in near if not cue.entry.flag("generic")]
    return min(named or near, key=lambda cue: abs(cue.start - middle), default=None)


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
    found = vocabulary.find(sentence.words, "variants")
    return found[0].name if found and sentence.of("workloads") else ""


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


# --- subject and baseline ------------------------------------------------------------------------------------


def sides_of(found: Found, sentence: Sentence, scope: Scope) -> tuple[Side, Side]:
    """Who is faster, and than whom."""
    platforms = [_definite(name, sentence, scope) for name in sentence.of("platforms")]
    comparators = list(_comparators(sentence))
    baseline, used = _baseline(found, sentence, platforms, comparators)
    rest = [name for name in platforms if not used or name.start != used.start]
    subject = _subject(found, sentence, rest, comparators) or _from_scope(sentence, scope, used)
    if found.figure.kind in ("ratio", "percent_change") and baseline is None and not comparators:
        baseline = _other(platforms, subject)
    raw = _raw_subject(found, sentence) if subject is None else Side()
    named = _side(subject, sentence) if subject else raw
    other = _side(baseline, sentence) if baseline else _raw_baseline(found, sentence, comparators)
    return named, other if other.name != named.name else Side()


def _side(name: Mention, sentence: Sentence) -> Side:
    count = re.search(r"(\d+)\s?x\s?$", sentence.text[max(sentence.start, name.start - 8) : name.start])
    frameworks = " & ".join(dict.fromkeys(m.name for m in sentence.of("frameworks")))
    conditions = (("framework", frameworks),) if frameworks else ()
    return Side(name.name, name.raw, int(count[1]) if count else None, conditions)


def _comparators(sentence: Sentence) -> list[re.Match[str]]:
    starts = {f.figure.start for f in sentence.figures}
    matches = _COMPARATOR.finditer(sentence.text, sentence.start, sentence.end)
    # "less than 3 hours" and "over 5x" hedge a figure; they compare nothing.
    return [match for match in matches if not any(match.end() <= at <= match.end() + 3 for at in starts)]


def _definite(name: Mention, sentence: Sentence, scope: Scope) -> Mention:
    """The machine that "the GPU" means: the one named before it in this paragraph; without one it stays a class."""
    leading = sentence.text[max(sentence.start, name.start - 4) : name.start].lower()
    if not name.entry.flag("generic") or leading != "the ":
        return name
    for place in scope.earlier:
        for other in reversed(place.of("platforms")):
            if not other.entry.flag("generic") and name.name.lower() in other.raw.lower().replace("-", " ").split():
                return Mention(name.start, name.end, name.raw, other.entry)
    return name


def _baseline(
    found: Found, sentence: Sentence, platforms: list[Mention], comparators: list[re.Match[str]]
) -> tuple[Mention | None, Mention | None]:
    after = [match for match in comparators if match.start() >= found.figure.end]
    for match in (*after, *reversed([m for m in comparators if m not in after])):
        stop = min((m.start() for m in comparators if m.start() > match.end()), default=sentence.end)
        for name in platforms:
            if match.end() <= name.start < stop and name.start - match.end() < 90:
                if match not in after and name.end > found.figure.start:
                    continue
                return name, name
    return None, None


def _subject(
    found: Found, sentence: Sentence, platforms: list[Mention], comparators: list[re.Match[str]]
) -> Mention | None:
    start, end = found.figure.start, found.figure.end
    following = min((f.figure.start for f in sentence.figures if f.figure.start >= end), default=sentence.end)
    stop = min((m.start() for m in comparators if m.start() >= end), default=sentence.end)
    beside = [
        n for n in platforms if end <= n.start < min(following, stop) and _ON.search(sentence.text[end : n.start])
    ]
    before = [n for n in platforms if n.end <= start and not _compared(n, comparators, start)]
    if found.figure.kind in ("duration", "absolute") and beside:
        return beside[0]
    specific = [n for n in before if not n.entry.flag("generic")]
    alone = [n for n in platforms if not _compared(n, comparators, sentence.end)]
    only = alone if len({n.name for n in alone}) == 1 else []
    ranked = (
        *reversed(specific),
        *(n for n in beside if not n.entry.flag("generic")),
        *reversed(before),
        *beside,
        *only,
    )
    return next(iter(ranked), None)


def _compared(name: Mention, comparators: list[re.Match[str]], limit: int) -> bool:
    """Whether the name is what some comparator compares with: it follows one, with no other name between."""
    return any(m.end() <= name.start < min(limit, m.end() + 60) for m in comparators)


def _from_scope(sentence: Sentence, scope: Scope, used: Mention | None) -> Mention | None:
    if _PRONOUN.search(sentence.words) or not sentence.of("platforms"):
        for place in (*scope.earlier[:2], *scope.headings):
            named = [n for n in place.of("platforms") if not n.entry.flag("generic") and not n.entry.flag("unnamed")]
            named = [n for n in named if not used or n.name != used.name]
            if named and not _compared(named[0], _comparators(place), place.end):
                return named[0]
    return None


def _other(platforms: list[Mention], subject: Mention | None) -> Mention | None:
    """With no comparing word: the one other machine of the sentence, when there are just two."""
    others = {name.name: name for name in platforms if subject and name.name != subject.name}
    return next(iter(others.values())) if len(others) == 1 else None


def _raw_baseline(found: Found, sentence: Sentence, comparators: list[re.Match[str]]) -> Side:
    after = [match for match in comparators if match.start() >= found.figure.end]
    for match in after[:1]:
        phrase = _PROPER.match(sentence.text, match.end(), sentence.end) or _PHRASE.match(
            sentence.text, match.end(), sentence.end
        )
        if phrase:
            return Side(phrase["name"].rstrip(".,"), phrase["name"])
    return Side()


def _raw_subject(found: Found, sentence: Sentence) -> Side:
    if found.figure.kind not in ("ratio", "percent_change"):
        return Side()
    head = _ACTOR.match(sentence.text, sentence.start, found.figure.start)
    known = [name for name in (*sentence.names, *sentence.metrics) if head and name.start < head.end("name")]
    if head and not known and head["name"].split()[0] not in _NOT_NAMES:
        return Side(head["name"].rstrip(".,"), head["name"])
    return Side()
