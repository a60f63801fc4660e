"""A run over what did not change, and over what changed in one document of a hundred, against the cold run.

`tieout run` as a user calls it, each in a process of its own, start-up and all. The smallest corpora say little: there
start-up is most of either run; "without start-up" takes off, on either side, what the same run over one document costs.
"""

from collections.abc import Iterator

from benchmarks.frame import Row, Sizes, experiment
from benchmarks.whole import runs

UNCHANGED = 0.03
MANY = 10_000


@experiment("Incremental runs, against a cold run")
def incremental(sizes: Sizes) -> Iterator[Row]:
    one = runs(1)
    yield Row("start-up", 1, "documents", one.unchanged.cpu_s, "s CPU", "cold run", one.cold.cpu_s)
    for count in sizes.documents:
        took = runs(count)
        cold = took.cold
        bound = UNCHANGED if count >= MANY else None
        yield Row("unchanged", count, "documents", took.unchanged.wall_s, "s", "cold run", cold.wall_s, bound)
        yield Row("unchanged", count, "documents", took.unchanged.cpu_s, "s CPU", "cold run", cold.cpu_s, bound)
        ours, other = max(took.unchanged.cpu_s - one.unchanged.cpu_s, 0), cold.cpu_s - one.cold.cpu_s
        if other > one.cold.cpu_s:  # else start-up is most of either run, and what is left of them is noise
            yield Row("unchanged, without start-up", count, "documents", ours, "s CPU", "cold run", other, UNCHANGED)
        yield Row("1 % changed", count, "documents", took.changed.cpu_s, "s CPU", "cold run", cold.cpu_s)
