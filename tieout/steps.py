"""Named places between effects. Nothing happens there, unless a test that kills processes listens."""

from collections.abc import Callable

_listeners: list[Callable[[str], None]] = []


def reached(step: str) -> None:
    """Say that the process is between two effects."""
    for listener in _listeners:
        listener(step)


def listen(listener: Callable[[str], None]) -> None:
    """Have `listener` called at every step from now on."""
    _listeners.append(listener)
