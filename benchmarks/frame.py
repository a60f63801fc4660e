"""What an experiment is: a function over sizes that yields rows, each a ratio of two things measured in the same run.

One file an experiment under benchmarks/experiments/; the registry finds it. Seconds of one machine say little; a ratio
to something else on the same machine, in the same minutes, can be read anywhere.
"""

import importlib
import inspect
import pkgutil
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

Plot = Literal["ratios", "lines"]


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large to measure: documents in a corpus, statements in a table, and rounds of which the fastest counts."""

    documents: tuple[int, ...] = (100, 1_000)
    statements: tuple[int, ...] = (100_000, 1_000_000)
    rounds: int = 2


@dataclass(frozen=True, slots=True)
class Row:
    """One measured ratio. `ours` and `other` are in `unit`; `size` counts what `of` says; without `target` no verdict.

    The target bounds the ratio from above, or with `at_least` from below.
    """

    case: str
    size: int
    of: str
    ours: float
    unit: str
    against: str
    other: float
    target: float | None = None
    at_least: bool = False
    note: str = ""

    @property
    def counted(self) -> str:
        """The size in words: "1 document", "10,000 claims"."""
        return f"{self.size:,} {self.of.removesuffix('s') if self.size == 1 else self.of}"

    @property
    def ratio(self) -> float:
        """Ours to the other; infinite when the other is nothing."""
        return self.ours / self.other if self.other else float("inf")

    @property
    def met(self) -> bool | None:
        """Whether the ratio keeps its target; None without one, and where noise left less than nothing of a side."""
        if self.target is None or min(self.ours, self.other) < 0:
            return None
        return self.ratio >= self.target if self.at_least else self.ratio <= self.target


Measure = Callable[[Sizes], Iterable[Row]]


@dataclass(frozen=True, slots=True)
class Experiment:
    """A registered experiment: its name, its title, what its module says of it, and how it is plotted."""

    name: str
    title: str
    about: str
    measure: Measure
    plot: Plot


_FOUND: dict[str, Experiment] = {}


def experiment(title: str, *, plot: Plot = "ratios") -> Callable[[Measure], Measure]:
    """Register a function as the experiment of its module. Raises ValueError when there is one of the name."""

    def register(measure: Measure) -> Measure:
        module = inspect.getmodule(measure)
        name = measure.__module__.rpartition(".")[2].replace("_", "-")
        if name in _FOUND:
            raise ValueError(f"two experiments are called {name}")
        _FOUND[name] = Experiment(name, title, inspect.getdoc(module) or "", measure, plot)
        return measure

    return register


def experiments() -> dict[str, Experiment]:
    """Every experiment by name, in the order of their names."""
    folder = importlib.import_module("benchmarks.experiments")
    for found in pkgutil.iter_modules(folder.__path__):
        importlib.import_module(f"benchmarks.experiments.{found.name}")
    return dict(sorted(_FOUND.items()))


def tenfold(rows: Iterable[Row], target: float, note: str = "") -> Iterator[Row]:
    """Each row against the one of the same case at the size before; the target is for ten times the size."""
    before: dict[str, Row] = {}
    for one in rows:
        if smaller := before.get(one.case):
            bound = target if one.size == 10 * smaller.size else None
            against = smaller.counted
            yield Row(one.case, one.size, one.of, one.ours, one.unit, against, smaller.ours, bound, note=note)
        before[one.case] = one
