"""Work on other people's bytes in a child process with a limit on memory, CPU and time.

A parser that a document sends into a loop, or to ten gigabytes, takes its child with it and nothing else.
"""

import os
import resource
import signal
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import TimeoutError as Overdue
from concurrent.futures.process import BrokenProcessPool
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any, Self, TypeVar

from pebble import ProcessExpired, ProcessPool

from schemas.errors import TieoutError

_Given = TypeVar("_Given")
_Made = TypeVar("_Made")

NO_MEMORY = 97  # exit code of a child that ran into its limit on memory
# A child does so many before it makes way for a fresh one, with what its libraries keep: some 5 MB a thousand posts.
# A fresh one takes two seconds until it reads as fast as the old one did, as long as 300 small documents.
TASKS = 5_000


class OverLimitError(TieoutError):
    """The child took more than it may, or crashed; the text says which."""


class KilledError(OverLimitError):
    """Somebody else ended the child: an operator, or a machine out of memory for what others take."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """What one call may take; memory is what comes on top of what the child takes at rest."""

    memory_bytes: int = 1_500_000_000
    cpu_s: int = 120
    wall_s: float = 180.0


class Children(AbstractContextManager["Children"]):
    """A few child processes, started when first needed; functions and values must be picklable."""

    def __init__(self, workers: int = 1, allowance: Allowance | None = None) -> None:
        self.workers, self.allowance = workers, allowance or Allowance()
        self._pool: ProcessPool | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End every child."""
        if self._pool:
            self._pool.stop()  # type: ignore[no-untyped-call]
            self._pool.join()
            self._pool = None

    def call(self, function: Callable[..., _Made], *args: object, **named: object) -> _Made:
        """What the function returns, called in a child.

        Raises:
            OverLimitError: it took too much or crashed. What the function raises comes as it is.
        """
        made: _Made = self._result(self._schedule(partial(function, **named), args))
        return made

    def each(self, function: Callable[[_Given], _Made], values: Iterable[_Given]) -> Iterator[_Made | OverLimitError]:
        """The function over values, in their order; a value that brings its child down comes as its error."""
        for future in [self._schedule(function, (value,)) for value in values]:
            try:
                yield self._result(future)
            except OverLimitError as error:
                yield error

    def _schedule(self, function: Callable[..., Any], args: tuple[object, ...]) -> Any:
        if self._pool is None:
            # spawn: a forked child of a process with threads can inherit a lock that nobody will ever release.
            self._pool = ProcessPool(self.workers, max_tasks=TASKS, context=get_context("spawn"))
        allowed = self.allowance
        return self._pool.schedule(_within, args=(function, allowed, args), timeout=allowed.wall_s)

    def _result(self, future: Any) -> Any:
        allowed = self.allowance
        try:
            return future.result()
        except Overdue as error:
            raise OverLimitError(f"took longer than {allowed.wall_s:g} s") from error
        except ProcessExpired as error:
            kind = KilledError if error.exitcode in (-signal.SIGKILL, -signal.SIGTERM) else OverLimitError
            raise kind(_died(error.exitcode or 0, allowed)) from error
        except BrokenProcessPool as error:
            self.close()  # the next call starts afresh
            raise OverLimitError("crashed its process") from error


def _died(code: int, allowed: Allowance) -> str:
    if code == NO_MEMORY:
        return f"took more than {allowed.memory_bytes // 1_000_000:,} MB of memory"
    if -code == signal.SIGXCPU:
        return f"took more than {allowed.cpu_s} s of processor time"
    return f"crashed its process ({'signal' if code < 0 else 'exit code'} {abs(code)}; out of memory?)"


def _within(function: Callable[..., Any], allowed: Allowance, args: tuple[object, ...]) -> Any:
    """Call, with limits that count from here: a child lives for many calls."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    _soft(resource.RLIMIT_CPU, int(used.ru_utime + used.ru_stime) + 1 + allowed.cpu_s)
    if at_rest := _memory():
        _soft(resource.RLIMIT_AS, at_rest + allowed.memory_bytes)
    try:
        return function(*args)
    except MemoryError:
        # A child that ran out of memory keeps what it took; its next task, which may be small, would fail for it.
        os._exit(NO_MEMORY)
    finally:
        # What comes between two calls, such as reading the next one's arguments, is not the document's doing.
        _soft(resource.RLIMIT_AS, resource.RLIM_INFINITY)


def _soft(kind: int, value: int) -> None:
    hard = resource.getrlimit(kind)[1]
    endless = resource.RLIM_INFINITY
    resource.setrlimit(kind, (value if hard == endless else hard if value == endless else min(value, hard), hard))


def _memory() -> int:
    """Bytes of address space taken now, 0 where the system does not say (the limit is then left off)."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[0]) * resource.getpagesize()
    except (OSError, ValueError):
        return 0
