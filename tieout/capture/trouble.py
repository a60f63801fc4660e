"""What can go wrong between us and a server, as one exception: it becomes a receipt, never a traceback."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from schemas.errors import TieoutError
from tieout.capture.receipts import Redirect

Kind = Literal["address", "network", "timeout", "protocol", "limit", "redirect", "robots", "unreachable_robots"]


@dataclass
class FetchError(TieoutError):
    """A request that came to no answer.

    `heals`: trying again may help. `unresolved`: the host's name does not exist. `truncated`: part of it had come.
    """

    kind: Kind
    reason: str
    heals: bool = False
    truncated: bool = False
    unresolved: bool = False
    redirects: tuple[Redirect, ...] = field(default=())
    robots: str = ""
    tries: int = 1

    def __str__(self) -> str:
        """The reason."""
        return self.reason


@dataclass
class PostponedError(TieoutError):
    """A host is to be left alone for longer than a run should wait; nothing was sent."""

    host: str
    until: datetime

    def __str__(self) -> str:
        """When, and why that is no failure."""
        return f"{self.host} asks to be left alone until {self.until:%Y-%m-%d %H:%M:%S} UTC"
