"""How a source stands after an attempt, and whether that is news: alerts are for a change of state, not for a state."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from cronsim import CronSim

from tieout.capture.receipts import Outcome, Standing, State, iso, moment

GONE_AFTER = 3  # answers of 404, or names that do not resolve, in a row
STALE_TIMES = 3  # of its own interval without a good answer
STALE_LEAST = timedelta(days=2)
FULL_AFTER, FULL_AFTER_TIMES = timedelta(days=7), 10  # conditional answers until a whole page is fetched again
UP = frozenset({"healthy", "changed"})


@dataclass(frozen=True, slots=True)
class Alert:
    """A source's state became another. `since` is UTC, ISO 8601."""

    source: str
    was: State
    state: State
    since: str
    reason: str

    def __str__(self) -> str:
        """One line for a person."""
        was = f" (was {self.was})" if self.was else ""
        return f"{self.source}: {self.state} since {self.since}{was}{f': {self.reason}' if self.reason else ''}"


@dataclass(frozen=True, slots=True)
class Happened:
    """What standings hang on: the outcome, when, the status, whether the name was gone, whether a page came whole."""

    outcome: Outcome
    at: datetime
    status: int = 0
    unresolved: bool = False


def after(before: Standing, happened: Happened, cron: str) -> Standing:
    """The standing after an attempt."""
    at = iso(happened.at)
    if happened.outcome.startswith(("new", "unchanged")):
        state: State = "changed" if happened.outcome == "new" and before.last_good else "healthy"
        full = happened.outcome != "unchanged_304"
        return Standing(
            state,
            before.since if state == before.state else at,
            before.state,
            0,
            at,
            at if full else before.last_full,
            0 if full else before.conditional + 1,
        )
    failures = before.failures + 1
    state = _down(before, happened, failures, cron)
    since = before.since if state == before.state else at
    return Standing(state, since, before.state, failures, before.last_good, before.last_full, before.conditional)


def _down(before: Standing, happened: Happened, failures: int, cron: str) -> State:
    missing = happened.status in {404, 410} or happened.unresolved
    if missing and (happened.status == 410 or failures >= GONE_AFTER):
        return "gone"
    if before.state == "gone" and missing:
        return "gone"
    overdue = before.last_good and happened.at - moment(before.last_good) > patience(cron, happened.at)
    return "stale" if overdue else "failing"


def alert(source: str, standing: Standing, reason: str) -> Alert | None:
    """The alert that a standing is worth: none while it stays up, stays down alike, or is up from the start."""
    was, state = standing.was, standing.state
    if state == was or (state in UP and (was in UP or not was)):
        return None
    return Alert(source, was, state, standing.since, reason)


def patience(cron: str, at: datetime) -> timedelta:
    """How long a source may go without a good answer before it is stale."""
    return max(STALE_LEAST, STALE_TIMES * interval(cron, at))


def interval(cron: str, at: datetime) -> timedelta:
    """The time between two captures of a schedule; a day when there is none."""
    if not cron:
        return timedelta(days=1)
    ticks = CronSim(cron, at.astimezone(UTC))
    return -(next(ticks) - next(ticks))


def wants_full(standing: Standing, now: datetime) -> bool:
    """Whether it is time to fetch the whole page: a server that always says "unchanged" would hide every change."""
    if not standing.last_full:
        return True
    return standing.conditional >= FULL_AFTER_TIMES or now - moment(standing.last_full) >= FULL_AFTER


def due(cron: str, last: datetime | None, now: datetime) -> bool:
    """Whether a schedule came by since the last attempt. Without one, every run captures."""
    if last is None or not cron:
        return True
    return last < next(CronSim(cron, now.astimezone(UTC) + timedelta(seconds=1), reverse=True))
