"""Turns at a host: one request at a time, a pause after each, and longer when the host asks for it.

The record of a host is a file that all processes of this machine share, and its lock is the turn. It survives the
process, so a run that is started again right after a killed one does not ask twice within a second.
"""

import json
import random
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from urllib.parse import quote

from tieout import atomic
from tieout.capture.clock import Clock
from tieout.capture.trouble import PostponedError

_RANDOM = random.SystemRandom()


@dataclass(frozen=True, slots=True)
class Pacing:
    """How hard we knock. `delay_s` lies between the end of an answer and the next request; jitter comes on top."""

    delay_s: float = 1.0
    jitter: float = 0.5  # of the delay, at most
    tries: int = 3
    backoff_s: float = 2.0  # doubled with each try
    patience_s: float = 120.0  # a longer wait ends the attempt, and the source is taken up by a later run
    retry_after_s: float = 86_400.0  # honoured at most


class Turns:
    """Turns at hosts, kept under `directory`."""

    def __init__(self, directory: Path, pacing: Pacing, clock: Clock) -> None:
        self.directory, self.pacing, self.clock = directory, pacing, clock

    @contextmanager
    def turn(self, host: str, delay_s: float = 0.0) -> Iterator[None]:
        """Wait for our turn at a host, then have it.

        Raises:
            PostponedError: the host is to be left alone for longer than a run waits.
        """
        path = self._path(host)
        with atomic.locked(path.with_suffix(".lock")):
            self._wait(host, max(delay_s, self.pacing.delay_s))
            # Before the request too: killed in the middle of it, we have still been there.
            self._record(path, host)
            try:
                yield
            finally:
                self._record(path, host)

    def hold(self, host: str, seconds: float) -> datetime:
        """Leave a host alone for this long, in every process. Returns until when."""
        path = self._path(host)
        with atomic.locked(path.with_suffix(".lock")):
            until = max(self._read(path)[1], self.clock.now() + timedelta(seconds=seconds))
            self._write(path, self._read(path)[0], until)
        return until

    def backoff_s(self, tried: int) -> float:
        """Seconds to wait after the n-th failed try."""
        return self.pacing.backoff_s * 2.0 ** (tried - 1) * (1 + _RANDOM.uniform(0, self.pacing.jitter))

    def _wait(self, host: str, delay_s: float) -> None:
        last, hold = self._read(self._path(host))
        pause = timedelta(seconds=delay_s * (1 + _RANDOM.uniform(0, self.pacing.jitter)))
        until = max(last + pause, hold)
        seconds = (until - self.clock.now()).total_seconds()
        if seconds > self.pacing.patience_s:
            raise PostponedError(host, until)
        if seconds > 0:
            self.clock.sleep(seconds)

    def _record(self, path: Path, host: str) -> None:
        self._write(path, self.clock.now(), self._read(path)[1])

    def _path(self, host: str) -> Path:
        return self.directory / f"{quote(host, safe='')[:200]}.json"

    def _read(self, path: Path) -> tuple[datetime, datetime]:
        long_ago = datetime(1970, 1, 1, tzinfo=UTC)
        try:
            held = json.loads(path.read_bytes())
            times = datetime.fromisoformat(held["last"]), datetime.fromisoformat(held["hold"])
        except (OSError, ValueError, KeyError, TypeError):
            return long_ago, long_ago
        # A clock that was set back must not hold a host up for as long as it was wrong.
        return min(times[0], self.clock.now()), min(
            times[1], self.clock.now() + timedelta(seconds=self.pacing.retry_after_s)
        )

    def _write(self, path: Path, last: datetime, hold: datetime) -> None:
        atomic.write_text(path, json.dumps({"last": last.isoformat(), "hold": hold.isoformat()}))
