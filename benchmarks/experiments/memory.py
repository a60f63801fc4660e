"""Peak memory of `tieout run` over the size of the corpus: of its largest process, cold and unchanged.

It should not grow with the number of documents: ten times as many may take a quarter more.
"""

from collections.abc import Iterator

from benchmarks.frame import Row, Sizes, experiment, tenfold
from benchmarks.whole import runs

MOST = 1.25


@experiment("Memory over corpus size", plot="lines")
def memory(sizes: Sizes) -> Iterator[Row]:
    for what in ("cold", "unchanged"):
        peaks = [(count, getattr(runs(count), what).peak_mb) for count in (1, *sizes.documents)]
        first = peaks[0][1]
        yield Row(what, 1, "documents", first, "MB", "itself", first)  # where the line begins
        yield from tenfold((Row(what, count, "documents", peak, "MB", "", 0) for count, peak in peaks), MOST)
