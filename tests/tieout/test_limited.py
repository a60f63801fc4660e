"""Child processes: what takes too much comes as an error, and the next call is served."""

import os
import signal
import time
from collections.abc import Iterator

import pytest

from tieout.limited import Allowance, Children, KilledError, OverLimitError

pytestmark = pytest.mark.slow


def double(number: int) -> int:
    return 2 * number


def greedy(size: int) -> int:
    return len(bytearray(size))


def busy(_: int) -> None:
    while True:
        pass


def idle(seconds: float) -> None:
    time.sleep(seconds)


def dying(_: int) -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def killed(_: int) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def wrong(text: str) -> None:
    raise ValueError(text)


@pytest.fixture(scope="module")
def children() -> Iterator[Children]:
    with Children(1, Allowance(memory_bytes=100_000_000, cpu_s=1, wall_s=60.0)) as made:
        yield made


@pytest.mark.parametrize(
    ("function", "given", "said"),
    [
        (greedy, 400_000_000, "more than 100 MB of memory"),
        (busy, 0, "more than 1 s of processor time"),
        (dying, 0, "crashed its process"),
    ],
)
def test_what_takes_too_much_is_ended_and_the_next_is_served(
    children: Children, function: object, given: int, said: str
) -> None:
    with pytest.raises(OverLimitError, match=said):
        children.call(function, given)  # type: ignore[arg-type]
    assert children.call(double, 21) == 42
    assert children.call(greedy, 50_000_000) == 50_000_000


def test_what_takes_too_long_is_ended() -> None:
    with Children(1, Allowance(wall_s=0.5)) as hasty, pytest.raises(OverLimitError, match=r"longer than 0\.5 s"):
        hasty.call(idle, 60)


def test_an_error_comes_as_it_is(children: Children) -> None:
    with pytest.raises(ValueError, match="oops"):
        children.call(wrong, "oops")


def test_one_of_many_that_dies_stops_no_other(children: Children) -> None:
    one, two, three = children.each(greedy, [1, 400_000_000, 3])
    assert (one, three) == (1, 3)
    assert isinstance(two, OverLimitError)


def test_a_child_that_somebody_kills_is_told_from_one_that_took_too_much(children: Children) -> None:
    with pytest.raises(KilledError, match="signal 9"):
        children.call(killed, 0)
    assert children.call(double, 21) == 42
