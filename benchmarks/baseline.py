"""Documents with planted errors, and a plain baseline after the manner of statcheck, for experiments/statcheck.py.

Errors are planted into a sentence that prints a factor with its two values, into a table's own speed-up column, and
into a second document that prints another factor of the same comparison. Where each stands is known, so that what is
found can be counted.
"""

import random
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from parsers.lib.extract import extract
from parsers.lib.registry import Raw, choose
from schemas.names import Vocabulary, vocabulary
from schemas.statement import Parsed
from tieout.reconcile import reconcile

KINDS = ("sides named", "instead of", "table", "other document")
SENTENCES, ROWS = 6, 6
MOST = 100  # documents: then the names are used up
WRONG = 0.05  # of the figures that could be
# Each has the factor, the smaller and the larger time, as statcheck has a pattern for each way of printing a test.
PATTERNS = (
    re.compile(r"(?P<factor>[\d.]+)x faster[^.:]*: (?P<less>[\d.]+) minutes instead of (?P<more>[\d.]+) minutes"),
    re.compile(r"in (?P<more>[\d.]+) minutes[^.]*? in (?P<less>[\d.]+) minutes[^.]*? (?P<factor>[\d.]+)x faster"),
)


@dataclass(frozen=True, slots=True)
class Error:
    """A wrong figure: which kind it is, its document, and where it stands in the text."""

    kind: str
    document: str
    start: int
    end: int


@dataclass(slots=True)
class Planted:
    """Documents by name, the errors in them, and how many figures are right."""

    texts: dict[str, str] = field(default_factory=dict)
    errors: list[Error] = field(default_factory=list)
    right: int = 0

    def of(self, kind: str) -> int:
        """How many errors of a kind there are."""
        return sum(one.kind == kind for one in self.errors)


@dataclass(frozen=True, slots=True)
class Score:
    """Planted errors that were found, by kind, and findings that touch none."""

    found: Counter[str]
    false: int


@cache
def planted(count: int, seed: int = 7) -> Planted:
    """Pairs of documents, `count` documents in all; at most MOST."""
    rng = random.Random(seed)  # noqa: S311 - made-up documents, not secrets
    names = _Names(rng)
    into = Planted()
    for number in range(0, min(count, MOST), 2):
        _pair(into, number, names, rng)
    return into


_Run = tuple[str, str]  # a model and a machine


class _Names:
    """A model with the machines that it is timed on: each once, so that nothing contradicts but what is planted."""

    def __init__(self, rng: random.Random) -> None:
        self.models = sorted(one.name for one in vocabulary().entries("workloads"))
        known = [one for one in vocabulary().entries("platforms") if one.text("kind") in ("chip", "system")]
        related = {one.text(key) for one in known for key in ("successor_of", "variant_of")}
        # Made-up times know nothing of progress: in tables, where generations are compared, machines without any.
        alone = [
            one for one in known if not (one.text("successor_of") or one.text("variant_of") or one.name in related)
        ]
        others = sorted({one.name for one in known} - {one.name for one in alone})
        self.rows = self._shuffled(sorted(one.name for one in alone), rng)
        pairs = self._shuffled(others, rng)
        self.sides = self._apart(zip(pairs[::2], pairs[1::2], strict=False))

    def _apart(self, pairs: Iterable[tuple[_Run, _Run]]) -> Iterator[tuple[_Run, _Run]]:
        """Pairs without those whose machines can be the two of an earlier pair: "A100" may be the 80 GB one."""
        related, seen = vocabulary().related, set[tuple[str, str, str]]()
        for (model, ours), (other, theirs) in pairs:
            before = [(one, two) for of, one, two in seen if of == model]
            if not any(
                related(ours, a) and related(theirs, b) for one, two in before for a, b in ((one, two), (two, one))
            ):
                seen.add((model, ours, theirs))
                yield (model, ours), (other, theirs)

    def _shuffled(self, machines: list[str], rng: random.Random) -> list[_Run]:
        """Every model with every machine, by model; a model's machines in any order."""
        taken = rng.sample(self.models, len(self.models))
        return [(model, machine) for model in taken for machine in rng.sample(machines, len(machines) // 2 * 2)]


def _pair(into: Planted, number: int, names: _Names, rng: random.Random) -> None:
    first, second = _Text(f"{number:05d}-post.md", into, rng), _Text(f"{number + 1:05d}-notes.md", into, rng)
    for at in range(SENTENCES):
        (model, ours), (_, theirs) = next(names.sides)
        factor, wrong = first.sentence(KINDS[at % 2], model, ours, theirs)
        if not wrong:  # told again elsewhere only when it is right here, or one error would be two
            second.figure(KINDS[3], f"{model} trains ", factor, f" faster on the {ours} than on the {theirs}.\n\n")
    first.table([names.rows.pop() for _ in range(ROWS)])
    first.done()
    second.done()


class _Text:
    """A document in the making, and the errors planted into it."""

    def __init__(self, name: str, into: Planted, rng: random.Random) -> None:
        self.name, self.into, self.rng, self.text = name, into, rng, "# A new system\n\n"

    def add(self, text: str) -> None:
        self.text += text

    def figure(self, kind: str, before: str, right: int, after: str) -> bool:
        """Print a factor, now and then a wrong one. Returns whether it is wrong."""
        wrong = self.rng.random() < WRONG
        self.add(before)
        start = len(self.text)
        self.add(f"{right + self.rng.randint(2, 9) if wrong else right}x")
        if wrong:
            self.into.errors.append(Error(kind, self.name, start, len(self.text)))
        self.into.right += not wrong
        self.add(after)
        return wrong

    def sentence(self, kind: str, model: str, ours: str, theirs: str) -> tuple[int, bool]:
        """A factor with its two times, in one of two ways. Returns the right factor, and whether it is wrong here."""
        less, factor = self.rng.randint(11, 60), self.rng.randint(3, 19)
        if kind == KINDS[0]:
            times = f"The {theirs} trains {model} in {less * factor} minutes and the {ours} in {less} minutes"
            return factor, self.figure(kind, f"{times}, which is ", factor, " faster.\n\n")
        wrong = self.figure(kind, f"Training {model} on the {ours} is ", factor, f" faster than on the {theirs}: ")
        self.add(f"{less} minutes instead of {less * factor} minutes.\n\n")
        return factor, wrong

    def table(self, rows: list[tuple[str, str]]) -> None:
        """A results table whose last column is the quotient of the two before."""
        self.add(
            "## Training times\n\n| Model | System | New (minutes) | Old (minutes) | Speedup |\n|---|---|--:|--:|--:|\n"
        )
        for model, ours in rows:
            less, factor = self.rng.randint(11, 60), self.rng.randint(3, 19)
            self.figure("table", f"| {model} | {ours} | {less} | {less * factor} | ", factor, " |\n")

    def done(self) -> None:
        self.into.texts[self.name] = self.text


Spans = list[tuple[str, int, int]]  # document, start, end of the figures that a finding disputes


def ours(texts: dict[str, str]) -> list[Spans]:
    """The findings of every check that say that something cannot be true."""
    words = vocabulary()
    found = reconcile([_parsed(name, text, words) for name, text in texts.items()], words).findings
    told = [one for one in found if one.verdict == "inconsistent"]
    return [[(item.document, item.start, item.end) for item in one.evidence if item.role == "disputed"] for one in told]


def _parsed(name: str, text: str, words: Vocabulary) -> Parsed:
    raw = Raw(name, text.encode())
    return extract(choose(raw).parse(raw), words)


def baseline(texts: dict[str, str]) -> list[Spans]:
    """Sentences whose factor is not the quotient of their two values, within what rounding allows."""
    return [
        [(name, *match.span("factor"))]
        for name, text in texts.items()
        for pattern in PATTERNS
        for match in pattern.finditer(text)
        if not _fits(*match.group("factor", "less", "more"))
    ]


def _fits(factor: str, less: str, more: str) -> bool:
    half = [0.5 * 10 ** -len(one.partition(".")[2]) for one in (factor, less, more)]
    lower = (float(more) - half[2]) / (float(less) + half[1])
    upper = (float(more) + half[2]) / (float(less) - half[1])
    return bool(lower <= float(factor) + half[0] and float(factor) - half[0] <= upper)


FINDERS: dict[str, Callable[[dict[str, str]], list[Spans]]] = {"ours": ours, "baseline": baseline}


def score(count: int, who: str) -> Score:
    """What a finder makes of the planted documents."""
    made = planted(count)
    told = FINDERS[who](made.texts)
    found = Counter(one.kind for one in made.errors if any(_touches(spans, one) for spans in told))
    return Score(found, sum(not any(_touches(spans, one) for one in made.errors) for spans in told))


def _touches(spans: Spans, error: Error) -> bool:
    return any(name == error.document and start < error.end and error.start < end for name, start, end in spans)


def work(who: str, count: str) -> Callable[[], int]:
    """The finder over the planted documents, for benchmarks/measured.py; compiled names and imports are not timed."""
    texts = planted(int(count)).texts
    FINDERS[who](dict(list(texts.items())[:2]))
    return lambda: len(FINDERS[who](texts))
