"""The gain of one row from machine to machine against the gains of its sister rows."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from statistics import median

from checks.lib.machines.generations import Succession, advance, successions
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import short
from schemas.statement import Measurement

CODE = "generation-gain"
ENOUGH = 8  # gains that make a usual one
FAR = Decimal("1.35")
OFF = Decimal("1.2")  # the gains of right rows lie within a fifth of their median
Key = tuple[str, ...]


@check(CODE, version=1, severity="low", since="0.1.0")
def generation_gain(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Rows measured alike gain about as much from one machine to the next as their sister rows.

    Why:
        The same chips with the same clocks speed up most models by about the same factor. A gain that is far larger
        comes from the software or the settings and will be quoted as the machine's; one far smaller hides a loss.

    Flags:
        Low: a gain that is a third above the median gain of eight or more rows, or as far below it. Info:
        from a fifth above or below.

    Passes:
        Gains within a fifth of the median; another software release on both sides of every pair.

    Does not judge:
        Losses (generation does); pairs whose framework, precision, data set or batch size differ; tables with fewer
        than eight such pairs.
    """
    tables: dict[Key, list[Gain]] = defaultdict(list)
    for pair in successions(corpus):
        new, old = pair.new.metric("throughput"), pair.old.metric("throughput")
        gain = advance(new, old, corpus.vocabulary)
        if gain and new and old and not pair.differing:
            tables[_tables(pair)].append(Gain(pair, new, old, (gain.lower + gain.upper) / 2))
    for name, gains in sorted(tables.items()):
        usual = median(one.factor for one in gains)
        if len(gains) < ENOUGH:
            yield Skip(CODE, name, "not applicable, because too few rows are measured alike on both systems")
            continue
        yield from _judge(gains, usual)


@dataclass(frozen=True, slots=True)
class Gain:
    """What a row gained in throughput."""

    pair: Succession
    new: Measurement
    old: Measurement
    factor: Decimal


def _tables(pair: Succession) -> Key:
    return pair.new.document.name, pair.old.document.name


def _judge(gains: Sequence[Gain], usual: Decimal) -> Iterator[Finding]:
    groups: dict[Key, list[Gain]] = defaultdict(list)
    for one in gains:
        high = one.factor >= usual * OFF
        low = 1 <= one.factor <= usual / OFF
        if high or low:
            side = "above" if high else "below"
            name = (*_tables(one.pair), one.pair.new.workload, one.pair.new.keys.task, one.pair.new.framework, side)
            groups[name].append(one)
    for name, members in sorted(groups.items()):
        yield _finding(name, members, gains, usual)


def _finding(name: Key, members: list[Gain], gains: Sequence[Gain], usual: Decimal) -> Finding:
    worst = max(members, key=lambda one: (max(one.factor / usual, usual / one.factor), one.new.statement_id))
    away = max(worst.factor / usual, usual / worst.factor)
    severity: Severity = "low" if away >= FAR else "info"
    new, old = worst.pair.new, worst.pair.old
    releases = " and ".join(word for word in (old.condition("sdk_version"), new.condition("sdk_version")) if word)
    sums = (f"{one.new.literal} / {one.old.literal} = {short(round(one.factor, 2))}" for one in members)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity,
        message=f"{new.keys.workload_raw} {new.keys.task} ({new.condition('framework')}): {new.platform} gains "
        f"{short(round(worst.factor, 2))}x over {old.platform}, the {len(gains)} rows measured alike "
        f"{short(round(usual, 2))}x in the middle" + (f"; the rows are of {releases}" if releases else ""),
        arithmetic=f"{'; '.join(sums)}. The median gain of {len(gains)} rows is {short(round(usual, 3))}.",
        comparison=name,
        evidence=tuple(item for one in members for item in (Evidence.of(one.new), Evidence.of(one.old))),
        likely_wrong_why="the software or a setting changed as well, or one of the two figures is wrong",
    )
