"""What changed from one capture of a source to the next: claims and rows, not markup.

A statement is followed by what it is about, then by its figure, then by where it stands; so a table that is sorted
anew or a page that is laid out anew has not changed.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Container, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Literal

from schemas.statement import Claim, Measurement, Parsed, Statement
from tieout.stamped import stamp

Change = Literal["added", "removed", "changed"]


@dataclass(frozen=True, slots=True)
class Drift:
    """One difference between two captures: what a statement is about, what it said and what it says."""

    change: Change
    kind: Literal["claim", "row"]
    about: str
    before: str
    after: str
    context: str  # the sentence, or table, row and column

    def __str__(self) -> str:
        """One line for a person."""
        said = {"added": f"+ {self.after}", "removed": f"- {self.before}", "changed": f"{self.before} -> {self.after}"}
        return f"{self.change} {self.kind}: {self.about}: {said[self.change]} ({self.context})"


def drift(old: Parsed, new: Parsed) -> tuple[Drift, ...]:
    """The differences between two captures of one source, claims first, in the order in which they stand."""
    claims = _differences(old.claims, new.claims, (_same_claim, _about_claim, _spot_claim))
    rows = _differences(_filled(old.measurements), _filled(new.measurements), (_same_row, _about_row))
    return (*claims, *rows)


def _filled(rows: Iterable[Measurement]) -> list[Measurement]:
    return [row for row in rows if row.literal.strip()]


def _differences(
    old: Sequence[Statement], new: Sequence[Statement], keys: Sequence[Callable[..., Hashable]]
) -> Iterator[Drift]:
    gone, come, pairs = list(old), list(new), list[tuple[Statement, Statement]]()
    for key in keys:
        found = _paired(gone, come, key)
        pairs += found
        gone = _without(gone, [one for one, _ in found])
        come = _without(come, [one for _, one in found])
    for before, after in sorted(pairs, key=lambda pair: _start(pair[1])):
        if _said(before) != _said(after):
            yield Drift("changed", _kind(after), _topic(after), _said(before), _said(after), _context(after))
    for one in come:
        yield Drift("added", _kind(one), _topic(one), "", _said(one), _context(one))
    for one in gone:
        yield Drift("removed", _kind(one), _topic(one), _said(one), "", _context(one))


def _paired(
    gone: Sequence[Statement], come: Sequence[Statement], key: Callable[..., Hashable]
) -> list[tuple[Statement, Statement]]:
    waiting: dict[Hashable, list[Statement]] = defaultdict(list)
    for one in reversed(gone):
        waiting[key(one)].append(one)
    return [(waiting[key(one)].pop(), one) for one in come if waiting.get(key(one))]


def _without(every: Sequence[Statement], some: Sequence[Statement]) -> list[Statement]:
    taken = {id(one) for one in some}
    return [one for one in every if id(one) not in taken]


def _same_claim(one: Claim) -> Hashable:
    return (*_subject(one), one.quote, one.context)


def _about_claim(one: Claim) -> Hashable:
    return (*_subject(one), one.figure.unit)


def _subject(one: Claim) -> tuple[object, ...]:
    sides = (one.subject.name or one.subject.raw, one.subject.count, one.baseline.name or one.baseline.raw)
    return one.place, one.figure.kind, one.metric, one.workload or one.workload_raw, one.variant, one.task, *sides


def _spot_claim(one: Claim) -> Hashable:
    """The sentence with its figure left out: it is the same sentence when only the figure changed."""
    at = one.at[0]
    return one.place, one.figure.kind, one.context[:at] + "\0" + one.context[at + len(one.quote) :]


def _same_row(one: Measurement) -> Hashable:
    return (*_keys(one), one.literal)


def _about_row(one: Measurement) -> Hashable:
    return _keys(one)


def _keys(one: Measurement) -> tuple[object, ...]:
    about = (one.workload or one.workload_raw, one.variant, one.task, one.metric)
    return one.column, *about, one.subject, one.devices, one.submission_id, one.quality_target


def _kind(one: Statement) -> Literal["claim", "row"]:
    return "claim" if isinstance(one, Claim) else "row"


def _start(one: Statement) -> int:
    return one.figure.start if isinstance(one, Claim) else one.start


def _said(one: Statement) -> str:
    return one.quote if isinstance(one, Claim) else one.literal


def _topic(one: Statement) -> str:
    names = (one.workload or one.workload_raw, one.variant, one.task, one.metric.replace("_", " "))
    sides = [one.subject.name or one.subject.raw]
    if isinstance(one, Claim) and (baseline := one.baseline.name or one.baseline.raw):
        sides.append(f"over {baseline}")
    return ", ".join(filter(None, [" ".join(filter(None, names)), " ".join(filter(None, sides))])) or "a figure"


def _context(one: Statement) -> str:
    if isinstance(one, Measurement):
        return f"{one.table}, row {one.row}, {one.column}"
    return " ".join(one.context.split())[:160]


def drifts(every: Iterable[Parsed], current: Container[str]) -> dict[str, tuple[Drift, ...]]:
    """The differences of each document that has an earlier capture; `current` are the document_ids of the newest."""
    old: dict[str, Parsed] = {}
    new: dict[str, Parsed] = {}
    for parsed in every:
        (new if parsed.document.document_id in current else old)[parsed.document.name] = parsed
    found = {name: drift(old[name], new[name]) for name in sorted(old.keys() & new.keys())}
    return {name: changes for name, changes in found.items() if changes}


def dump(found: Mapping[str, Sequence[Drift]]) -> bytes:
    """As JSON: a list of differences, each with its document."""
    records = [{"document": name, **asdict(one), **stamp()} for name, changes in found.items() for one in changes]
    return json.dumps(records, ensure_ascii=True, indent=1).encode() + b"\n"
