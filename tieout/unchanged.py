"""Runs that change nothing: what the last run published is held against its receipt, and left as it is.

The receipt, `<state>/published.json`, is written after a run's folder is in place; it names everything that the run
hangs on, the code too, and what every file held. Without it, or when a file is another, the run is made as ever.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter, ValidationError

from tieout import atomic, codebase, ledger, parsing, planning, store
from tieout.decisions import files as decision_files
from tieout.hashed import hashed
from tieout.parsing import Outcome
from tieout.planning import Plan
from tieout.result import RunResult, failures, inputs, link_captures, name_of


@dataclass(frozen=True, slots=True)
class Receipt:
    """What a run published: the key that it was made under, the sha256 of each file, and its result.

    `failed` are the keys of the documents that could not be parsed: nothing is kept of them, and they are no news.
    """

    key: str
    failed: frozenset[str]
    sums: Mapping[str, str]
    result: RunResult


_RECEIPT = TypeAdapter(tuple[Receipt], config=ConfigDict(ser_json_inf_nan="constants"))


def keep(
    plan: Plan, outcomes: Sequence[Outcome], result: RunResult, out: Path, state: Path, decisions: Path | None = None
) -> None:
    """Leave a receipt of what was published just now."""
    key = _key(plan, outcomes, out, decisions)
    if key.startswith(result.run_id):  # else a decision or another run came in between: made anew the next time
        parsed = {path for one in outcomes for path in one.parsed}
        failed = frozenset(job.parsed.name for job in plan.jobs if job.parsed not in parsed)
        receipt = Receipt(key, failed, _sums(result.directory), result)
        atomic.write_bytes(_path(state), _RECEIPT.dump_json((receipt,)))


def unchanged(
    plan: Plan, outcomes: Sequence[Outcome], out: Path, state: Path, decisions: Path | None = None
) -> RunResult | None:
    """The last run when this one would publish the very same, and every file of it is still what it was; else None."""
    if not (out / store.LATEST).is_symlink():
        return None
    with store.publishing(out):
        receipt = _load(state, _key(plan, outcomes, out, decisions))
        if receipt is None:
            return None
        directory = out / receipt.result.run_id
        if (out / store.LATEST).resolve() != directory.resolve() or _sums(directory) != receipt.sums:
            return None
        link_captures(plan, out)
    n_all = plan.n_documents
    return replace(receipt.result, directory=directory, n_parsed=n_all - plan.n_cached, n_cached=plan.n_cached)


def at_once(sources: Path, out: Path, state: Path, decisions: Path) -> RunResult | None:
    """The last run, when a look at the captures shows that nothing changed; None when a flow has to see to it.

    Prefect, whose server takes a child and ten times as long to start, is not even loaded. The ledger has the run.

    Raises:
        SourcesError, VocabularyError: the configuration is wrong.
        DecisionError: a decision is malformed.
    """
    if not _path(state).exists():
        return None
    planned = planning.plan(sources, state)
    left = {job.parsed.name for shard in planned.shards if not shard.complete for job in shard.jobs}
    # What is new is left to the flow: parsed here, it would be called unchanged there.
    if len(left) > parsing.FEW or not left <= _failed(state):
        return None
    # What could not be read the last time is not kept: it is tried again, and may fail as it did.
    outcomes = [parsing.kept(shard) if shard.complete else parsing.parse_shard(shard) for shard in planned.shards]
    found = unchanged(planned, outcomes, out, state, decisions)
    if found is not None:
        with ledger.running(state, "audit") as entry:
            entry.stage("unchanged", f"run {found.run_id}")
    return found


def _key(plan: Plan, outcomes: Sequence[Outcome], out: Path, decisions: Path | None) -> str:
    """The id that the run would have, and the code that would make it."""
    decided = decision_files.read(decisions) if decisions else ()
    hangs_on = inputs(plan, failures(plan, outcomes))
    run_id = name_of(hangs_on, decided, store.before(out, hangs_on))
    return f"{run_id}-{hashed(codebase.fingerprint())}"


def _failed(state: Path) -> frozenset[str]:
    receipt = _load(state)
    return receipt.failed if receipt else frozenset()


def _load(state: Path, key: str = "") -> Receipt | None:
    """The last receipt, when it is of this key."""
    try:
        data = _path(state).read_bytes()
        # The key comes first: the receipt of another run, which may be large, is not read to be thrown away.
        return _RECEIPT.validate_json(data)[0] if data.startswith(f'[{{"key":"{key}'.encode()) else None
    except (OSError, ValidationError):
        return None


def _path(state: Path) -> Path:
    return state / "published.json"


def _sums(directory: Path) -> dict[str, str]:
    every = (path for path in directory.rglob("*") if path.is_file())
    return {path.relative_to(directory).as_posix(): _sum(path) for path in every}


def _sum(path: Path) -> str:
    with path.open("rb") as file:
        digest = sha256()
        while data := file.read(1 << 20):
            digest.update(data)
        return digest.hexdigest()
