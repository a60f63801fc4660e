"""A newer machine against its predecessor."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.machines.generations import Succession, advance, successions
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import Interval, short
from schemas.statement import Measurement

CODE = "generation"
METRICS = ("throughput", "latency", "time_to_train", "time_to_result")
NOISE = Decimal("1.03")  # two runs of one setting differ by so much
LARGE = Decimal(2)  # no difference in setting that is worth stating halves a newer machine
HUGE = Decimal(3)
Key = tuple[str, ...]


@check(CODE, version=1, severity="high", since="0.1.0")
def generation(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A newer machine is not slower than its predecessor with as many chips.

    Why:
        That is what the newer one is sold for. A slower row is a regression to explain, a row of another setting, or a
        wrong figure; a reader who joins the two tables gets a negative gain.

    Flags:
        Measured alike (framework, precision, data set and batch size): throughput lower by 5 % or latency longer by
        half is medium, from 3 % low; a batch size that differs by less than a tenth counts as alike from 20 %. A longer
        latency beside a higher throughput is low. Not measured alike, or keys left blank: slower by a factor of three
        is high, of two medium. All rows of one model and framework are one finding.

    Passes:
        Differences below 3 %; gains of any size; a newer software release, which is only mentioned.

    Does not judge:
        Machines whose succession or parts the vocabulary does not hold; other device counts, variants or tasks; rows
        whose settings differ and that are less than twice as slow.
    """
    groups: dict[Key, list[Slower]] = defaultdict(list)
    for pair in successions(corpus):
        for metric in METRICS:
            found = _slower(pair, metric, corpus)
            if isinstance(found, Slower):
                groups[_name(pair)].append(found)
            elif found:
                yield found
    for name, members in sorted(groups.items()):
        yield _finding(name, _once(members))


@dataclass(frozen=True, slots=True)
class Slower:
    """A pair of cells in which the newer machine loses by `factor`."""

    pair: Succession
    metric: str
    new: Measurement
    old: Measurement
    factor: Decimal
    severity: Severity


def _name(pair: Succession) -> Key:
    new, old = pair.new, pair.old
    return new.document.name, old.document.name, new.workload, new.keys.task, new.framework, new.platform, old.platform


def _slower(pair: Succession, metric: str, corpus: Corpus) -> Slower | Skip | None:
    new, old = pair.new.metric(metric), pair.old.metric(metric)
    ratio = advance(new, old, corpus.vocabulary)
    if ratio is None or new is None or old is None:
        return None
    loss = Interval(Decimal(1), Decimal(1)) / ratio if metric == "throughput" else ratio
    severity = _severity(pair, metric, loss.lower)
    if severity == "medium" and metric == "latency" and _gains(pair, corpus):
        # More samples a second, each waiting longer: a deeper queue, and a setting more likely than a loss.
        severity = "low"
    if severity:
        return Slower(pair, metric, new, old, loss.lower, severity)
    if pair.differing and loss.lower > NOISE:
        return Skip(CODE, (*_name(pair), metric), f"not comparable, because of {pair.told}")
    return None


def _gains(pair: Succession, corpus: Corpus) -> bool:
    gain = advance(pair.new.metric("throughput"), pair.old.metric("throughput"), corpus.vocabulary)
    return gain is not None and gain.lower > 1


def _severity(pair: Succession, metric: str, loss: Decimal) -> Severity | None:
    if not pair.differing:
        steep = loss >= (Decimal("1.05") if metric == "throughput" else Decimal("1.5"))
        return "medium" if steep else "low" if loss > NOISE else None
    if pair.close:
        return "medium" if loss >= Decimal("1.2") else None
    if _unlike_batches(pair) or loss < LARGE:
        return None
    return "high" if loss >= HUGE else "medium"


def _unlike_batches(pair: Succession) -> bool:
    """Whether both print a batch size and not the same: latency and throughput follow it, so a factor says nothing."""
    return pair.new.batch is not None and pair.old.batch is not None and pair.new.batch != pair.old.batch


def _once(members: Sequence[Slower]) -> list[Slower]:
    """One pair a new cell: the older row by which it loses least, so that nothing is said louder than it is."""
    best: dict[str, Slower] = {}
    for one in sorted(members, key=lambda one: (one.factor, one.old.statement_id)):
        best.setdefault(one.new.statement_id, one)
    return sorted(best.values(), key=lambda one: (one.new.document, one.new.start, one.new.statement_id))


def _finding(name: Key, members: list[Slower]) -> Finding:
    worst = max(
        members, key=lambda one: ("low medium high".split().index(one.severity), one.metric == "throughput", one.factor)
    )
    pair = worst.pair
    told = [word for word in (pair.told, _releases(pair)) if word]
    model = " ".join(word for word in (pair.new.keys.workload_raw, pair.new.keys.variant, pair.new.keys.task) if word)
    also = f" ({len(members)} figures in all)" if len(members) > 1 else ""
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=worst.severity,
        message=f"{model}: {name[5]} is slower than its predecessor {name[6]}: {worst.metric.replace('_', ' ')} "
        f"{worst.new.literal} against {worst.old.literal}{also}"
        + (f"; differing: {', '.join(told)}" if told else ", everything else printed alike"),
        arithmetic="; ".join(_sum(one) for one in members) + ".",
        comparison=name,
        evidence=tuple(evidence for one in members for evidence in (Evidence.of(one.new), Evidence.of(one.old))),
        likely_wrong_why=_why(worst),
    )


def _why(worst: Slower) -> str:
    if worst.pair.differing:
        return "the rows are not measured alike as printed; a setting or a figure of the newer row is likely missing"
    return "a regression of the software, another setting that is not stated, or a wrong figure"


def _sum(one: Slower) -> str:
    a, b = (one.old, one.new) if one.metric == "throughput" else (one.new, one.old)
    row = one.pair.new
    setting = ", ".join(word for word in (row.keys.variant, f"batch {row.batch:,f}" if row.batch else "") if word)
    where = f" ({setting})" if setting else ""
    return (
        f"{one.metric.replace('_', ' ')}{where}: {a.literal} / {b.literal} = {short(round(one.factor, 2))} times slower"
    )


def _releases(pair: Succession) -> str:
    new, old = pair.new.condition("sdk_version"), pair.old.condition("sdk_version")
    return f"{old} against {new}" if new and old and new != old else ""
