"""What it costs to read a document into statements, beside what one would pick to get at its bare text or cells.

The peer does less: it stops where ours begins to read figures. The targets are for the kinds whose parsing should
outweigh the rest; benchmarks/extract.py also has documents of 5 MB and hostile ones.
"""

from collections.abc import Iterator

from benchmarks.corpus import KINDS
from benchmarks.extract import PEERS, best
from benchmarks.frame import Row, Sizes, experiment


@experiment("Extraction by kind, against bare parsers")
def extraction(sizes: Sizes) -> Iterator[Row]:
    count = min(sizes.documents)
    for kind in KINDS:
        name, _, target = PEERS[kind]
        mine, theirs = best(kind, count, sizes.rounds)
        if theirs is None:
            continue  # the peer is not installed
        each = 1000 / count
        ours, other = mine.seconds * each, theirs.seconds * each
        yield Row(kind, count, "documents", ours, "ms CPU a document", name, other, target)
