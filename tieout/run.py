"""The stages of a run as plain functions: captures -> shards -> parsed documents -> findings -> a published folder.

flows/ puts retries, caching and workers around them; nothing here knows of that. Each stage is a file of its own:
tieout/planning.py, parsing.py, reconcile.py (or incremental.py, from what earlier runs left) and publishing.py.
"""

from tieout.parsing import Outcome, load_all, parse_one, parse_shard, statements_of
from tieout.planning import SHARD_SIZE, Job, Plan, Shard, plan
from tieout.publishing import DRIFT, publish
from tieout.reconcile import reconcile_all
from tieout.result import RunResult

__all__ = [
    "DRIFT",
    "SHARD_SIZE",
    "Job",
    "Outcome",
    "Plan",
    "RunResult",
    "Shard",
    "load_all",
    "parse_one",
    "parse_shard",
    "plan",
    "publish",
    "reconcile_all",
    "statements_of",
]
