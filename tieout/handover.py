"""What one stage leaves for the next when each runs by itself: `<state>/handover/parsed.json`, then `reconciled.json`.

A stage takes exactly what the one before it left, whatever was captured meanwhile, and a file is there whole or not at
all; a stage that was killed is simply run again. A whole run (`tieout run`) hands over in memory and needs none of it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter, ValidationError

from schemas.errors import TieoutError
from tieout import atomic
from tieout.parsing import Outcome
from tieout.planning import Plan
from tieout.reconcile import Reconciled


class HandoverError(TieoutError):
    """The stage before has left nothing that this one can take up."""


@dataclass(frozen=True, slots=True)
class ParsedAll:
    """What parsing left: the plan, and what came of each of its shards."""

    plan: Plan
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class ReconciledAll:
    """What reconciling left: what it was given, and what the checks said."""

    parsed: ParsedAll
    reconciled: Reconciled


# Without it infinity would be read back as null.
_CONFIG = ConfigDict(ser_json_inf_nan="constants")
_PARSED = TypeAdapter(tuple[ParsedAll], config=_CONFIG)
_RECONCILED = TypeAdapter(tuple[ReconciledAll], config=_CONFIG)


def keep_parsed(state: Path, plan: Plan, outcomes: Sequence[Outcome]) -> None:
    """Leave what was parsed."""
    atomic.write_bytes(_path(state, "parsed"), _PARSED.dump_json((ParsedAll(plan, tuple(outcomes)),)))


def keep_reconciled(state: Path, found: ReconciledAll) -> None:
    """Leave what the checks said."""
    atomic.write_bytes(_path(state, "reconciled"), _RECONCILED.dump_json((found,)))


def parsed(state: Path) -> ParsedAll:
    """What parsing left. Raises HandoverError when there is nothing that this version can read."""
    try:
        return _PARSED.validate_json(_path(state, "parsed").read_bytes())[0]
    except (OSError, ValidationError) as error:
        raise HandoverError(f"{_path(state, 'parsed')}: nothing to reconcile; run the flow `parse` first") from error


def reconciled(state: Path) -> ReconciledAll:
    """What reconciling left. Raises HandoverError when there is nothing that this version can read."""
    try:
        return _RECONCILED.validate_json(_path(state, "reconciled").read_bytes())[0]
    except (OSError, ValidationError) as error:
        where = _path(state, "reconciled")
        raise HandoverError(f"{where}: nothing to publish; run the flow `reconcile` first") from error


def _path(state: Path, stage: str) -> Path:
    return state / "handover" / f"{stage}.json"
