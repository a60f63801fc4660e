"""Pairs of rows on a machine and on its predecessor with as many chips."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.absolutes import based
from checks.lib.machines import of_row, predecessors
from checks.lib.rows import Row, rows
from schemas.comparison import Corpus
from schemas.interval import Interval
from schemas.names import Vocabulary, key
from schemas.statement import Measurement

CONDITIONS = ("framework", "batch_size", "precision", "dataset", "sequence_length")
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
    places: dict[tuple[str, ...], list[Row]] = defaultdict(list)
    every = [(row, of_row(row, corpus.vocabulary)) for row in rows(corpus)]
    for row, made in every:
        if made and row.workload:
            places[(*_what(row), made.chip, str(made.count))].append(row)
    for row, made in every:
        for chip in predecessors(made.chip, corpus.vocabulary) if made and row.workload else ():
            older = places.get((*_what(row), chip, str(made.count)), []) if made else []
            yield from (Succession(row, old, differing(row, old)) for old in _candidates(row, older))


def _what(row: Row) -> tuple[str, ...]:
    return row.workload, key(row.keys.variant), row.keys.task, key(row.condition("division"))


def _candidates(row: Row, older: list[Row]) -> list[Row]:
    """Older rows with the row's batch size and framework, else those nearest in batch: never every pair of a sweep."""
    if len(older) <= 2:
        return older
    same = [old for old in older if old.framework == row.framework]
    pool = same or older
    if row.batch is None:
        return pool[:8]
    batch = row.batch
    ranked = sorted(pool, key=lambda old: abs((old.batch or Decimal(0)) - batch))
    return [old for old in ranked if abs((old.batch or Decimal(0)) - batch) == _least(ranked, batch)][:8]


def _least(ranked: list[Row], batch: Decimal) -> Decimal:
    return abs((ranked[0].batch or Decimal(0)) - batch)


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
