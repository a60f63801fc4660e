"""The conditions in which the disputed statements, or the two sides of one, are not alike."""

from collections.abc import Mapping

from schemas.finding import Evidence, Finding
from schemas.statement import CONDITIONS, Claim, Measurement, Side
from tieout.report.view import Difference, Differences

MAX_SIDES = 6
NOT_SAID = ""


def differences(finding: Finding, statements: Mapping[str, Claim | Measurement]) -> Differences | None:
    """What is not the same on all sides; None when nothing differs. A side is a disputed figure, or half of one."""
    disputed = [one for one in finding.evidence if one.role == "disputed" and one.statement_id in statements]
    columns = {f"{one.quote}, {_place(one)}": _facts(statements[one.statement_id]) for one in disputed[:MAX_SIDES]}
    if len(columns) < 2:
        columns = _halves(statements[disputed[0].statement_id]) if disputed else {}
    names = list(dict.fromkeys(name for facts in columns.values() for name in facts))
    rows = [Difference(name, tuple(facts.get(name, NOT_SAID) for facts in columns.values())) for name in names]
    differing = tuple(row for row in rows if len(set(row.values)) > 1)
    return Differences(tuple(columns), differing) if differing else None


def _place(one: Evidence) -> str:
    cell = f"{one.table} row {one.row}" if one.table else f"page {one.box.page}" if one.box else f"at {one.start}"
    return f"{one.document} {cell}"


def _facts(statement: Claim | Measurement) -> dict[str, str]:
    facts = {
        "Workload": statement.workload or statement.workload_raw,
        "Variant": statement.variant,
        "Task": statement.task,
        "Metric": statement.metric,
    }
    facts |= _side("", statement.subject)
    if isinstance(statement, Claim):
        facts |= _side("Baseline ", statement.baseline)
    else:
        facts["Devices"] = str(statement.devices or "")
    return {name: value.replace("_", " ") for name, value in facts.items()}


def _side(prefix: str, side: Side) -> dict[str, str]:
    who = side.name or side.raw
    named = f"{side.count}x {who}" if side.count and side.count > 1 and who else who
    conditions = {f"{prefix}{key.replace('_', ' ')}".capitalize(): side.condition(key) for key in CONDITIONS}
    return {(prefix or "Subject").strip(): named} | conditions


def _halves(statement: Claim | Measurement) -> dict[str, dict[str, str]]:
    if not isinstance(statement, Claim):
        return {}
    halves = (statement.subject, statement.baseline)
    return {side.name or side.raw or "not named": _side("", side) for side in halves}
