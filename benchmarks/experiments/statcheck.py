"""Planted errors, found by tieout and by a baseline after the manner of statcheck, and what each takes.

The baseline (benchmarks/baseline.py, no R) does what statcheck does for statistics: one pattern over the text finds a
factor printed with its two values, and recomputes it within rounding. Errors are planted in sentences ("in 27 minutes
and the A100 in 459 minutes, which is 17x faster"; "17x faster: 27 minutes instead of 459 minutes"), in a table's
own speed-up column, and in a second document that prints another factor of the same comparison. Found is counted of the
planted; false alarms are findings of an inconsistency that touch none of them. That tieout takes longer is the price of
the other kinds, and of not knowing beforehand how the sentence will be built.
"""

from collections.abc import Iterator

from benchmarks import baseline, measured
from benchmarks.frame import Row, Sizes, experiment

LEAST = 0.95  # of what was planted


@experiment("Planted errors, against a statcheck-like baseline")
def statcheck(sizes: Sizes) -> Iterator[Row]:
    count = min(*sizes.documents, baseline.MOST)
    planted = baseline.planted(count)
    ours, theirs = baseline.score(count, "ours"), baseline.score(count, "baseline")
    for kind in baseline.KINDS:
        all_of_it = planted.of(kind)
        note = f"the baseline finds {theirs.found[kind]}"
        yield Row(
            f"found, {kind}", all_of_it, "planted", ours.found[kind], "errors", "planted", all_of_it, LEAST, True, note
        )
    note = f"the baseline gives {theirs.false}"
    yield Row(
        "false alarms",
        planted.right,
        "right figures",
        ours.false,
        "findings",
        "right figures",
        planted.right,
        0,
        False,
        note,
    )
    took = {
        who: measured.fastest([measured.call("benchmarks.baseline:work", who, count) for _ in range(sizes.rounds)])
        for who in ("ours", "baseline")
    }
    each = 1000 / count
    yield Row(
        "time",
        count,
        "documents",
        took["ours"].cpu_s * each,
        "ms CPU a document",
        "baseline",
        took["baseline"].cpu_s * each,
    )
