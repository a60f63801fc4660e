"""One Prefect server for every test of the flows, with a database of its own."""

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def server() -> Iterator[None]:
    from flows import quiet  # noqa: F401  before prefect, as everywhere

    # isort: split
    from prefect.testing.utilities import prefect_test_harness

    with prefect_test_harness(server_startup_timeout=120):
        yield
