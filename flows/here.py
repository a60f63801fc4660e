"""The flow `audit` here and now, as `tieout run` calls it; nothing above it imports Prefect."""

from flows import quiet  # above prefect, which reads on import what this sets

# isort: split

import importlib
from pathlib import Path

from flows.server import served
from schemas.names import vocabulary
from tieout.atomic import locked
from tieout.run import RunResult
from tieout.sources import sources as load_sources


def run(sources: Path, out: Path, state: Path, decisions: Path = Path("decisions")) -> RunResult:
    """Run the flow over what was captured; a second run in the same place waits for the first.

    Raises:
        SourcesError, VocabularyError: the configuration is wrong; said before anything is started.
    """
    load_sources(sources)
    vocabulary()
    # Two servers that start on one new database fail each other's migrations, with tracebacks; the second run waits.
    with locked(quiet.STATE / ".lock"), served():
        flow = importlib.import_module("flows.audit")  # while the server starts
        result: RunResult = flow.audit(sources.absolute(), out.absolute(), state.absolute(), decisions.absolute())
    return result
