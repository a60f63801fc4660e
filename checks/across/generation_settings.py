"""Rows of one model on a machine and on its predecessor that no pair of which is measured alike."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.machines.generations import CLOSE, advance
from checks.lib.machines.machines import of_row, predecessors
from checks.lib.statements.rows import Row, rows
from checks.lib.statements.stages import stage
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.names import Vocabulary, key

CODE = "generation-settings"
MOST = 4  # pairs that a message tells
ROWS = 60  # rows of one stage on one machine that are held against each other
Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Unlike:
    """The pair of rows nearest to each other, and what differs between them in words."""

    new: Row
    old: Row
    differing: tuple[str, ...]
    gain: Decimal


@check(CODE, version=1, severity="low", since="0.1.0")
def generation_settings(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A model that is shown on a machine and on its predecessor is shown with one setting on both.

    Why:
        Two tables for two generations invite a division. Where the new rows are packed and the old ones not, or the
        batch has doubled, the quotient is not the machine's.

    Flags:
        A model, stage, framework and task with rows on as many chips of two generations, none of which have the same
        variant, precision and about the same batch size, or whose only rows of one batch size and precision go under
        variants of two kinds ("Pre-Training", "Vision Transformer"); all of a pair of tables are one finding, with
        the gain that must not be read from them.

    Passes:
        One pair of rows measured alike; batch sizes within a tenth.

    Does not judge:
        Other frameworks and data sets on the two machines; losses (generation does); models shown on one machine
        (skipped).
    """
    places: dict[Group, list[Row]] = defaultdict(list)
    for row in rows(corpus):
        made = of_row(row, corpus.vocabulary) if row.workload and row.metric("throughput") else None
        if made:
            places[(*_what(row), str(made.count), made.chip)].append(row)
    found: dict[Group, list[Unlike]] = defaultdict(list)
    for renamed in _renamed(places, corpus.vocabulary):
        found[_tables(renamed)].append(renamed)
    for place, news in sorted(places.items()):
        older = [places.get((*place[:-1], chip), []) for chip in predecessors(place[-1], corpus.vocabulary)]
        olds = next((some for some in older if some), [])
        if not olds:
            yield Skip(CODE, place, "not applicable, because it is shown on one machine of its line")
            continue
        nearest = _nearest(news[:ROWS], olds[:ROWS], corpus.vocabulary)
        if nearest:
            found[_tables(nearest)].append(nearest)
    for name, pairs in sorted(found.items()):
        yield _finding(name, pairs, corpus.vocabulary)


def _renamed(places: dict[Group, list[Row]], vocabulary: Vocabulary) -> Iterator[Unlike]:
    """Rows of one setting that stand alone on both machines, each under a variant that the other does not have."""
    alone: dict[Group, list[Row]] = defaultdict(list)
    for place, some in places.items():
        for row in some:
            batch = str(row.batch) if row.batch else ""
            # A variant with digits may be a size of the model; one without a batch size may be anything.
            if batch and not any(char.isdigit() for char in row.keys.variant):
                alone[(place[0], *place[2:], batch, key(row.condition("precision")))].append(row)
    for name, news in sorted(alone.items()):
        for chip in predecessors(name[-3], vocabulary):
            olds = alone.get((*name[:-3], chip, *name[-2:]), [])
            known = {stage(row.keys.variant) for row in (*news, *olds)}
            if len(news) == len(olds) == 1 and len(known - {""}) == 2:
                gain = advance(news[0].metric("throughput"), olds[0].metric("throughput"), vocabulary)
                if gain:
                    yield Unlike(news[0], olds[0], ("variant",), (gain.lower + gain.upper) / 2)


def _what(row: Row) -> Group:
    return row.workload, stage(row.keys.variant), row.framework, row.keys.task, key(row.condition("dataset"))


def _tables(one: Unlike) -> Group:
    return one.new.document.name, one.new.table.name, one.old.document.name, one.old.table.name


def _nearest(news: list[Row], olds: list[Row], vocabulary: Vocabulary) -> Unlike | None:
    """The pair with the fewest differences, None when a pair has none or nothing can be divided."""
    pairs: list[Unlike] = []
    for new in news:
        for old in olds:
            gain = advance(new.metric("throughput"), old.metric("throughput"), vocabulary)
            if gain:
                differing = _differing(new, old)
                if not differing:
                    return None
                pairs.append(Unlike(new, old, differing, (gain.lower + gain.upper) / 2))
    return min(pairs, key=lambda one: (len(one.differing), one.new.number, one.old.number), default=None)


def _differing(new: Row, old: Row) -> tuple[str, ...]:
    found: list[str] = []
    if key(new.keys.variant) != key(old.keys.variant):
        found.append("variant")
    if key(new.condition("precision")) != key(old.condition("precision")):
        found.append("precision")
    if new.batch and old.batch and max(new.batch, old.batch) > min(new.batch, old.batch) * CLOSE:
        found.append("batch_size")
    return tuple(found)


def _finding(name: Group, pairs: list[Unlike], vocabulary: Vocabulary) -> Finding:
    first = pairs[0]
    told = listed((_told(one) for one in pairs), most=MOST)
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"tables {first.new.table.name} and {first.old.table.name}: no rows of the two machines are measured "
        f"alike for {told}",
        arithmetic=f"{'; '.join(map(_sum, pairs))}: these hold the gain of the setting too.",
        comparison=(*name, *sorted({one.new.workload for one in pairs})),
        evidence=tuple(item for one in pairs for item in _evidence(one, vocabulary)),
        likely_wrong_why="nothing is wrong as printed; the rows are no comparison of machines",
    )


def _told(one: Unlike) -> str:
    what = f"{one.new.keys.workload_raw} {one.new.condition('framework')}"
    differing = listed(f"{_value(one.new, name)} against {_value(one.old, name)}" for name in one.differing)
    return f"{what} on {one.new.platform} and {one.old.platform} ({differing})"


def _value(row: Row, name: str) -> str:
    value = row.keys.variant if name == "variant" else row.condition(name)
    return f"batch {value}" if name == "batch_size" else value or "blank"


def _sum(one: Unlike) -> str:
    new, old = one.new.metric("throughput"), one.old.metric("throughput")
    return f"{new.literal if new else ''} / {old.literal if old else ''} = {short(round(one.gain, 2))}"


def _evidence(one: Unlike, vocabulary: Vocabulary) -> Iterator[Evidence]:
    for row in (one.new, one.old):
        yield from (row.key_cell(name, vocabulary) for name in one.differing)
        throughput = row.metric("throughput")
        if throughput:
            yield Evidence.of(throughput, "supporting")
