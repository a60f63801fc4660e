"""Every flow run stands in the ledger of its state folder; what was killed is found out, on Prefect's server too."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from prefect import get_client
from prefect.exceptions import ObjectNotFound
from prefect.runtime import flow_run
from prefect.states import Crashed

from tieout import ledger

LOG = logging.getLogger(__name__)


@contextmanager
def recorded(flow: str, state: Path) -> Iterator[ledger.Run]:
    """Heal the ledger, then hold this flow run's entry in it for as long as the block lasts."""
    for dead in ledger.heal(state):
        LOG.warning("the run of %s that began %s was killed: %s", dead.flow, dead.began, dead.note)
        _crash(dead)
    with ledger.running(state, flow, str(flow_run.id or "")) as run:
        yield run


def _crash(dead: ledger.Entry) -> None:
    """A worker that is killed leaves its flow run "Running" on the server for ever."""
    if not dead.external:
        return
    with get_client(sync_client=True) as client:
        try:
            found = client.read_flow_run(UUID(dead.external))
        except ObjectNotFound:
            return  # of another server, or deleted since
        if found.state and not found.state.is_final():
            client.set_flow_run_state(found.id, Crashed(message=f"tieout: {dead.note}"), force=True)
