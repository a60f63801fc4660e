"""The internet that captures are tested against."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.tieout.capture.servers import Internet
from tieout.capture.attempt import LOOK
from tieout.limited import Children


@pytest.fixture(scope="session")
def children() -> Iterator[Children]:
    """One child for all: it takes most of a second to start."""
    with Children(1, LOOK) as found:
        yield found


@pytest.fixture
def internet(tmp_path: Path, children: Children) -> Iterator[Internet]:
    """Names, sites and a clock of this test's own."""
    net = Internet(tmp_path, children)
    try:
        yield net
    finally:
        net.close()
