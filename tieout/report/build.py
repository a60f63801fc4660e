"""A run's results -> its desk: items in rank order, what is gone since the run before and why, the trend."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

import polars as pl

from schemas.finding import SEVERITIES, Finding
from schemas.statement import Parsed
from tieout.capture import Capture
from tieout.drift import Drift
from tieout.evidence import Pictures
from tieout.failures import Failure
from tieout.history import History
from tieout.reconcile import rank
from tieout.report.items import around, item
from tieout.report.prints import inlined
from tieout.report.view import Desk, Gone, Point

MAX_TREND = 200


@dataclass(frozen=True, slots=True)
class Results:
    """What a run has when its findings are known. `captures` is by document_id; `before` the findings table before."""

    run_id: str
    parsed: Sequence[Parsed]
    captures: Mapping[str, Capture]
    failures: Sequence[Failure]
    findings: Sequence[Finding]
    past: History
    previous: str = ""
    before: pl.DataFrame | None = None
    trend: Sequence[Point] = ()
    drift: Mapping[str, tuple[Drift, ...]] = field(default_factory=dict)


def desk(results: Results, drawn: Pictures) -> Desk:
    """The desk of a run."""
    known = around(results.parsed, results.captures, drawn, _was(results.before))
    ranked = sorted(results.findings, key=rank)
    items = tuple(item(one, results.past.seen[one.finding_id], known) for one in ranked)
    documents = {one.document.document_id: one.document for one in results.parsed}
    gone = tuple(_gone(results))
    publishers = {
        one.document: (documents[key].publisher if key in documents else "") or one.source.publisher
        for key, one in results.captures.items()
    }
    captured = {one.document: one.captured_at for one in results.captures.values()}
    trend = (*results.trend, _point(results, captured, gone))[-MAX_TREND:]
    failures = tuple(results.failures)
    inline = inlined(drawn)
    return Desk(
        results.run_id, results.previous, items, gone, trend, failures, captured, publishers, inline, results.drift
    )


def _was(before: pl.DataFrame | None) -> dict[str, tuple[str, ...]]:
    """The disputed quotes of the run before, by fingerprint; of fingerprints that several findings share, none."""
    if before is None:
        return {}
    shared = Counter(before["fingerprint"].to_list())
    rows = before.select("fingerprint", "evidence").rows()
    return {key: _quotes(evidence) for key, evidence in rows if shared[key] == 1}


def _quotes(evidence: Iterable[Mapping[str, object]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(str(one["quote"]) for one in evidence if one["role"] == "disputed"))


def _gone(results: Results) -> Iterable[Gone]:
    """Findings that the run before had and this one has not; those that were absent then already are no news."""
    if results.before is None:
        return
    then = results.before.filter(pl.col("state") != "absent")["finding_id"].to_list()
    read = {one.document.name for one in results.parsed if one.document.document_id in results.captures}
    rows = results.past.absent.filter(pl.col("finding_id").is_in(then)).sort("finding_id").to_dicts()
    for row in sorted(rows, key=lambda one: SEVERITIES.index(one["severity"])):
        names = tuple(dict.fromkeys(one["document"] for one in row["evidence"]))
        unread = [one for one in names if one not in read]
        why = f"not read this time: {', '.join(unread)}" if unread else ""
        yield Gone(row["fingerprint"], row["check"], row["severity"], row["message"], names, not unread, why)


def _point(results: Results, captured: Mapping[str, str], gone: Sequence[Gone]) -> Point:
    counts = Counter(one.severity for one in results.findings)
    new = sum(one.state == "new" for one in results.past.seen.values())
    newest = max(captured.values(), default="")
    n_gone = sum(one.read for one in gone)
    high, medium, low, info = (counts[name] for name in SEVERITIES)
    return Point(results.run_id, newest, high, medium, low, info, new, n_gone)
