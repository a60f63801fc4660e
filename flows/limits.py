"""One connection a host, over every worker of a Prefect server.

On one machine tieout/capture/pacing.py already sees to it; workers on several machines share no files.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from prefect import get_client
from prefect.concurrency.sync import concurrency

LEASE_S = 60.0  # renewed while the capture runs; the slot of a killed worker is free again after that


def name(host: str) -> str:
    """The limit of a host, as `prefect gcl ls` shows it."""
    return "tieout-host-" + re.sub(r"[^a-z0-9.-]+", "-", host.lower())


@contextmanager
def slot(host: str) -> Iterator[None]:
    """Wait for the host's only slot, then hold it."""
    with get_client(sync_client=True) as client:
        client.upsert_global_concurrency_limit_by_name(name(host), 1)
    with concurrency(name(host), occupy=1, lease_duration=LEASE_S, strict=True, raise_on_lease_renewal_failure=False):
        yield
