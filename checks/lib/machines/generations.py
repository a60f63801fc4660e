"""Pairs of rows on a machine and on its predecessor with as many chips."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.machines.machines import of_row, predecessors
from checks.lib.statements.absolutes import based
from checks.lib.statements.rows import Row, rows
from schemas.comparison import Corpus
from schemas.interval import Interval
from schemas.names import Vocabulary, key
from schemas.statement import Measurement

CONDITIONS = ("framework", "batch_size", "precision", "dataset", "sequence_length")
MOST = 8  # older rows that a row is held against: releases of one setting, never a whole sweep
CLOSE = Decimal("1.1")  # batch sizes within 10 % are one setting, counted twice


@dataclass(frozen=True, slots=True)
class Succession:
    """A row on the newer machine and one on the older, and the conditions that differ between them."""

    new: Row
    old: Row
    differing: tuple[str, ...]

    @property
    def close(self) -> bool:
        """Whether only the batch size differs, and that by less than a tenth."""
        new, old = self.new.batch, self.old.batch
        if self.differing != ("batch_size",) or new is None or old is None:
            return False
        return max(new, old) <= min(new, old) * CLOSE

    @property
    def told(self) -> str:
        """What differs in words, "" when nothing does."""
        return ", ".join(
            f"{name.replace('_', ' ')} {self.old.condition(name) or 'blank'} against "
            f"{self.new.condition(name) or 'blank'}"
            for name in self.differing
        )


def successions(corpus: Corpus) -> Iterator[Succession]:
    """Rows of one workload, variant and task on as many chips of a line, newer against older."""
    places: dict[tuple[str, ...], Older] = defaultdict(Older)
    every = [(row, made) for row in rows(corpus) if row.workload and (made := of_row(row, corpus.vocabulary))]
    for row, made in every:
        places[(*_what(row), made.chip, str(made.count))].add(row)
    for row, made in every:
        for chip in predecessors(made.chip, corpus.vocabulary):
            older = places.get((*_what(row), chip, str(made.count)))
            yield from (Succession(row, old, differing(row, old)) for old in (older.beside(row) if older else ()))


def _what(row: Row) -> tuple[str, ...]:
    return row.workload, key(row.keys.variant), row.keys.task, key(row.condition("division"))


class Older:
    """The rows of one place by framework and batch size, so that a row meets those nearest to it and not them all."""

    def __init__(self) -> None:
        self._by_framework: dict[str, dict[Decimal, list[Row]]] = defaultdict(lambda: defaultdict(list))
        self._batches: dict[str, list[Decimal]] = {}

    def add(self, row: Row) -> None:
        """Keep a row; all are added before the first is asked for."""
        self._by_framework[row.framework][row.batch or Decimal(0)].append(row)

    def beside(self, row: Row) -> Iterator[Row]:
        """The rows with the nearest batch size: of the row's own framework, else of each other one."""
        own = row.framework in self._by_framework
        for framework in [row.framework] if own else sorted(self._by_framework):
            pool = self._by_framework[framework]
            batches = self._batches.setdefault(framework, sorted(pool))
            wanted = row.batch or Decimal(0)
            at = bisect_left(batches, wanted)
            near = min(batches[max(0, at - 1) : at + 1], key=lambda batch: abs(batch - wanted))
            yield from pool[near][:MOST]


def differing(new: Row, old: Row) -> tuple[str, ...]:
    """The conditions that matter and are not printed alike, a blank one against a value included."""
    pairs = zip(CONDITIONS, new.same(*CONDITIONS), old.same(*CONDITIONS), strict=True)
    return tuple(name for name, left, right in pairs if left != right)


def advance(new: Measurement | None, old: Measurement | None, vocabulary: Vocabulary) -> Interval | None:
    """New over old in base units; None when one is missing or their units differ."""
    if new is None or old is None or new.figure is None or old.figure is None:
        return None
    values = [based(figure, vocabulary).rounded for figure in (new.figure, old.figure)]
    units = [vocabulary.resolve("units", figure.unit) for figure in (new.figure, old.figure)]
    timed = all(unit and unit.text("dimension") == "time" for unit in units)
    if (new.figure.unit != old.figure.unit and not timed) or min(value.lower for value in values) <= 0:
        return None
    return values[0] / values[1]
