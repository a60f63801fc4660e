"""Inference throughput below that of training the same model on the same system."""

from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.names import key
from schemas.statement import Measurement

CODE = "inference-below-training"
MARGIN = 2  # rows of two tables differ in length and batch; below half something else is counted
Pair = tuple[Row, Measurement]


@check(CODE, version=1, severity="low", since="0.1.0")
def inference_below_training(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A model infers at least about as many items a second as it trains on the same system.

    Why:
        Training runs the model forwards and then backwards. Where inference is slower, the items are not the same
        (tokens, sequences), the batch is one for the sake of latency, or a figure is wrong.

    Flags:
        The best inference row of a model, variant, framework and system below half of its best training row; all of a
        pair of tables are one finding.

    Passes:
        Inference above half of training.

    Does not judge:
        Models that a document shows for one task only (skipped); other units.
    """
    groups: dict[tuple[str, ...], dict[str, list[Pair]]] = defaultdict(lambda: defaultdict(list))
    for row in rows(corpus):
        one = row.metric("throughput")
        if one and one.figure and row.workload and row.platform and one.task:
            variant = key(row.keys.variant.split("(")[0])
            name: tuple[str, ...] = (
                row.document.name,
                row.workload,
                variant,
                row.framework,
                row.platform,
                one.figure.unit,
            )
            groups[name][one.task].append((row, one))
    found: dict[str, list[tuple[Pair, Pair]]] = defaultdict(list)
    for name, tasks in sorted(groups.items()):
        if len(tasks) < 2:
            yield Skip(CODE, name, "not applicable, because the model is shown for one task only")
            continue
        best = max(tasks.get("inference", []), key=_value, default=None)
        trained = max(tasks.get("training", []), key=_value, default=None)
        if best and trained and _value(best) * MARGIN < _value(trained):
            found[name[0]].append((best, trained))
        elif best and trained and _value(best) < _value(trained):
            yield Skip(CODE, name, "unchecked, because it is above half of training")
    for _, pairs in sorted(found.items()):
        yield _finding(pairs)


def _value(pair: Pair) -> float:
    figure = pair[1].figure
    return float(figure.value) if figure else 0.0


def _finding(pairs: list[tuple[Pair, Pair]]) -> Finding:
    told = listed(
        f"{best[0].keys.variant or best[0].keys.workload_raw} on {best[0].platform} ({best[1].literal} "
        f"against {least[1].literal})"
        for best, least in pairs
    )
    sums = "; ".join(
        f"{least[1].literal} / {best[1].literal} = {short(least[1].figure.value / best[1].figure.value)}"
        for best, least in pairs
        if best[1].figure and least[1].figure
    )
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"inference is slower than training: {told}",
        arithmetic=f"{sums}.",
        comparison=(pairs[0][0][0].document.name, *sorted(best[0].workload for best, _ in pairs)),
        evidence=tuple(Evidence.of(one[1]) for pair in pairs for one in pair),
        likely_wrong_why="another setting or another item that is counted, which the tables do not say, or a "
        "wrong figure",
    )
