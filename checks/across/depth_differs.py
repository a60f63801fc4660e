"""One label over two configurations: rows of two machines with another number of batches in flight."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.machines.machines import of_row, predecessors
from checks.lib.statements.in_flight import Flight, flights
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.names import key

CODE = "depth-differs"
APART = Decimal("1.3")  # depths of one configuration lie within 15 % of each other on two machines
MOST = 5  # pairs that a message tells
Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Apart:
    """Two rows with one label on two machines."""

    new: Flight
    old: Flight

    @property
    def factor(self) -> Decimal:
        """How many times as many batches are in flight on one of them; at least 1."""
        return max(self.new.depth / self.old.depth, self.old.depth / self.new.depth)


@check(CODE, version=1, severity="low", since="0.1.0")
def depth_differs(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Rows with one label, "lowest latency config", have as many batches in flight on a machine as on the one before.

    Why:
        Throughput x latency / batch size is the number of batches that wait or run. Where it is 1 on the old machine
        and 1.4 on the new one, the label names two configurations, and what one gains over the other in latency or
        throughput is not the machine's; or throughput and latency are of two runs.

    Flags:
        Rows of one model, variant, framework, precision and batch size on as many chips of two generations whose
        depths are 1.3 times apart or more; all of a pair of tables are one finding.

    Passes:
        Any depth that is the same on both; different frameworks with depths of their own; rows without a variant, whose
        settings nobody claims to be the same.

    Does not judge:
        Which of the two is the right one; models without a row of the same batch size on both machines (skipped).
    """
    places: dict[Group, list[Flight]] = defaultdict(list)
    for one in flights(corpus):
        made = of_row(one.row, corpus.vocabulary)
        if made and one.row.keys.variant and one.depth > 0:
            places[(*_what(one), str(made.count), made.chip)].append(one)
    found: dict[Group, list[Apart]] = defaultdict(list)
    for place, news in sorted(places.items()):
        olds = next(
            (some for chip in predecessors(place[-1], corpus.vocabulary) if (some := places.get((*place[:-1], chip)))),
            [],
        )
        if not olds:
            yield Skip(CODE, place, "not applicable, because no such row stands on the machine before")
            continue
        nearest = min((Apart(new, old) for new in news for old in olds), key=lambda pair: pair.factor)
        if nearest.factor >= APART:
            found[_tables(nearest)].append(nearest)
    for name, pairs in sorted(found.items()):
        yield _finding(name, pairs)


def _what(one: Flight) -> Group:
    row = one.row
    return row.workload, key(row.keys.variant), row.framework, row.keys.task, str(one.batch), *row.same("precision")


def _tables(pair: Apart) -> Group:
    return tuple(word for one in (pair.new, pair.old) for word in (one.row.document.name, one.row.table.name))


def _finding(name: Group, pairs: list[Apart]) -> Finding:
    told = listed((_told(pair) for pair in pairs), most=MOST)
    sums = "; ".join(f"{pair.new.product}, {pair.old.product}" for pair in pairs)
    first = pairs[0]
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"tables {first.new.row.table.name} and {first.old.row.table.name}: one label, and not as many batches "
        f"in flight on the two machines: {told}",
        arithmetic=f"{sums} in flight.",
        comparison=(*name, *sorted({pair.new.row.workload for pair in pairs})),
        evidence=tuple(
            Evidence.of(cell)
            for pair in pairs
            for one in (pair.new, pair.old)
            for cell in (one.latency, one.throughput)
        ),
        likely_wrong_why="the label: the rows are two configurations, or latency and throughput are of two runs",
    )


def _told(pair: Apart) -> str:
    row = pair.new.row
    new, old = (short(round(one.depth, 2)) for one in (pair.new, pair.old))
    return f"{row.keys.workload_raw} {row.keys.variant} ({new} on {row.platform}, {old} on {pair.old.row.platform})"
