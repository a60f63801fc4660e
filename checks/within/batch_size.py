"""Batch sizes that are off by a digit."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.names import Vocabulary, key
from schemas.statement import Claim

CODE = "batch-size"
LEAST = 64  # below, every number is a batch size that somebody runs
ENOUGH = 3  # other batch sizes that show what is usual
MANY = 10  # other batch sizes that make "all are even" worth saying
NEAR = Decimal("0.02")
POWERS = tuple(2**exponent for exponent in range(6, 25))
MOST = 3  # models beside it that print what is probably meant
STEP = 8  # what right batch sizes of this length are multiples of, by replicas and accumulation


@check(CODE, version=2, severity="medium", since="0.1.0")
def batch_size(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A batch size is of the kind that its neighbours are: a power of two, or a multiple of one.

    Why:
        A batch is split over replicas and accumulation steps, so its size carries factors of two. One that carries
        none, in a table where all others do, is a typing slip or a sample count, and every figure per batch is wrong.

    Flags:
        8,196 where neighbours are powers of two: one digit or 2 % off a power of two and not a multiple of 8, medium in
        a table and low in a note. An odd batch size in a table of ten or more even ones: medium. Low: the only sizes
        of a large table that are no multiple of 8, and a size one digit off what the sister table prints for the
        same configuration.

    Passes:
        65,280 or 16,400 (micro-batches x accumulation x replicas); 2,040 and 4,128; 800, 360 or 1,000; any size below
        64.

    Does not judge:
        Tables and notes with fewer than three other batch sizes; whether the machine's device count divides the batch,
        which pipelined models need not.
    """
    sisters = _sisters(corpus)
    for name, sizes in _lists(corpus).items():
        others = {one.value for one in sizes}
        if len(others) <= ENOUGH:
            if any(one.value >= LEAST for one in sizes):
                yield Skip(CODE, name, "not applicable, because too few other batch sizes stand beside it")
            continue
        yield from _judge(name, sizes, sisters, corpus.vocabulary)


@dataclass(frozen=True, slots=True)
class Size:
    """A printed batch size: a row's key or a claim of a chart's notes."""

    value: int
    source: Row | Claim

    @property
    def document(self) -> str:
        """The name of the document that prints it."""
        return self.source.document.name if isinstance(self.source, Row) else self.source.document

    @property
    def subject(self) -> str:
        """What is run with it, on what."""
        keys = self.source.keys if isinstance(self.source, Row) else self.source
        raw = keys.workload_raw or keys.workload
        return f"{raw} on {keys.subject.name}" if keys.subject.name else raw

    def evidence(self, vocabulary: Vocabulary) -> Evidence:
        """Where it is printed."""
        if isinstance(self.source, Row):
            return self.source.key_cell("batch_size", vocabulary)
        return Evidence.of(self.source)


def _lists(corpus: Corpus) -> dict[tuple[str, ...], list[Size]]:
    """Batch sizes that stand together: of a table, or of the notes of a document."""
    lists: dict[tuple[str, ...], list[Size]] = defaultdict(list)
    for row in rows(corpus):
        if row.batch:
            lists[row.document.name, row.table.name].append(Size(int(row.batch), row))
    for claim in corpus.claims:
        if claim.figure.kind == "config" and claim.metric == "batch_size":
            ends = {claim.figure.value, claim.figure.value_hi or claim.figure.value}
            lists[claim.document, "notes"].extend(Size(int(end), claim) for end in sorted(ends))
    return dict(sorted(lists.items()))


Sisters = dict[tuple[str, ...], set[tuple[str, str, int]]]


def _sisters(corpus: Corpus) -> Sisters:
    """Batch sizes that all tables print for one configuration, whatever the machine, with document and table."""
    found: Sisters = defaultdict(set)
    for row in rows(corpus):
        if row.batch:
            found[_configuration(row)].add((row.document.name, row.table.name, int(row.batch)))
    return found


def _configuration(row: Row) -> tuple[str, ...]:
    return (row.workload, key(row.keys.variant), row.keys.task, *row.same("framework", "precision", "dataset"))


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a batch size is doubted, what is likely meant (0: cannot be told), and how much that matters."""

    why: str
    meant: int
    severity: Severity


@dataclass(frozen=True, slots=True)
class Kinds:
    """How many of the sizes that stand together are of which kind, so that no size is held against each other one."""

    total: int
    powers: int
    even: int
    odd_large: int

    def without(self, value: int, times: int) -> "Kinds":
        """The same of the other sizes."""
        return Kinds(
            self.total - times,
            self.powers - times * _is_power(value),
            self.even - times * (value % 2 == 0),
            self.odd_large - times * (value % 2 == 1 and value >= LEAST),
        )


def _judge(name: tuple[str, ...], sizes: Sequence[Size], sisters: Sisters, vocabulary: Vocabulary) -> Iterator[Finding]:
    values = [one.value for one in sizes]
    large = [value for value in values if value >= LEAST]
    coarse = _rare(large, STEP)
    kinds = _kinds(values)
    by_value: dict[int, list[Size]] = defaultdict(list)
    for one in sizes:
        by_value[one.value].append(one)
    for value, members in sorted(by_value.items()):
        others = kinds.without(value, len(members))
        doubt = _doubt(value, others) or _sister(members[0], sisters) or _coarse(value, coarse, large)
        if value >= LEAST and doubt:
            yield _finding(name, members, doubt, sizes, vocabulary)


def _kinds(values: Sequence[int]) -> Kinds:
    even = sum(value % 2 == 0 for value in values)
    odd_large = sum(value % 2 == 1 and value >= LEAST for value in values)
    return Kinds(len(values), sum(_is_power(value) for value in values), even, odd_large)


def _is_power(value: int) -> bool:
    return value & (value - 1) == 0


def _doubt(value: int, others: Kinds) -> Doubt | None:
    meant = _power(value)
    if meant and value % STEP and value % 10 and others.powers * 3 >= others.total:
        return Doubt(f"{_off(value, meant)} {meant:,d}", meant, "medium")
    if value % 2 and others.even >= MANY and others.odd_large == 0:
        return Doubt(f"odd, where all {others.even} others are even", 0, "medium")
    return None


def _power(value: int) -> int:
    """The power of two that a number is one digit or 2 % off, 0 when there is none or it is one itself."""
    if value in POWERS:
        return 0
    near = [power for power in POWERS if abs(value - power) <= power * NEAR or _one_digit(value, power)]
    return min(near, key=lambda power: abs(value - power), default=0)


def _off(value: int, meant: int) -> str:
    return "one digit off" if _one_digit(value, meant) else "close to"


def _one_digit(left: int, right: int) -> bool:
    a, b = str(left), str(right)
    return len(a) == len(b) and sum(x != y for x, y in zip(a, b, strict=True)) == 1


def _rare(values: Sequence[int], step: int) -> set[int]:
    """The values that are no multiple of `step`, when they are few among many."""
    odd = [value for value in values if value % step]
    return set(odd) if len(values) >= 3 * MANY and len(odd) * 20 <= len(values) else set()


def _coarse(value: int, coarse: set[int], large: Sequence[int]) -> Doubt | None:
    if value not in coarse:
        return None
    return Doubt(f"no multiple of {STEP}, as the {len(large) - len(coarse)} other sizes from {LEAST} on are", 0, "low")


def _sister(one: Size, sisters: Sisters) -> Doubt | None:
    if not isinstance(one.source, Row) or one.value % STEP == 0:
        return None
    here = one.source.document.name, one.source.table.name
    others = {value for *table, value in sisters[_configuration(one.source)] if tuple(table) != here}
    near = sorted(other for other in others if other % STEP == 0 and _one_digit(one.value, other))
    if not near:
        return None
    return Doubt(f"one digit off the {near[0]:,d} printed for the same configuration elsewhere", near[0], "low")


def _finding(
    name: tuple[str, ...], members: Sequence[Size], doubt: Doubt, sizes: Sequence[Size], vocabulary: Vocabulary
) -> Finding:
    value = members[0].value
    noted = isinstance(members[0].source, Claim)
    place = name[1] if noted else f"table {name[1]}"
    twos = 1
    while value % (twos * 2) == 0:
        twos *= 2
    models = {one.subject.split(" on ")[0]: one for one in reversed(sizes) if one.value == doubt.meant}
    meant = [one.evidence(vocabulary) for one in reversed(models.values())][:MOST]
    nearest = sorted(
        {one.value for one in sizes} - {value}, key=lambda other: (max(other, value) / min(other, value), other)
    )
    beside = ", ".join(f"{other:,d}" for other in sorted(nearest[:8]))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low" if noted else doubt.severity,
        message=f"{members[0].subject}, {place}: batch size {value:,d} is {doubt.why}"
        + (f"; {doubt.meant:,d} is probably meant" if doubt.meant else ""),
        arithmetic=f"{value:,d} = {twos} x {value // twos:,d}. Batch sizes beside it: {beside}.",
        comparison=(*name, members[0].subject, "batch size"),
        evidence=(
            *(one.evidence(vocabulary) for one in members),
            *(replace(one, role="supporting") for one in meant),
        ),
        likely_wrong=next((one.source.statement_id for one in members if isinstance(one.source, Claim)), ""),
        likely_wrong_why="the batch size: throughput and factors do not say it, its neighbours do",
    )
