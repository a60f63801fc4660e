"""What is read of a text once, though check after check asks for it; of documents, checks/lib/statements/kept.py."""

from collections.abc import Callable
from functools import lru_cache, wraps
from typing import Protocol, TypeVar

T = TypeVar("T")


class _Clears(Protocol):
    def cache_clear(self) -> None: ...


Cached = TypeVar("Cached", bound=_Clears)
SHORT = 400  # characters; a longer text is no sentence, and keeping many of them would fill the memory
# Check after check goes through all sentences: were fewer kept than a corpus has, none would be found again.
MANY = 65536
_CLEAR: list[Callable[[], None]] = []


def remembered(read: Callable[[str], T]) -> Callable[[str], T]:
    """Remember what a pure function reads of short texts."""
    kept = lru_cache(maxsize=MANY)(read)
    _CLEAR.append(kept.cache_clear)

    @wraps(read)
    def reader(text: str) -> T:
        return kept(text) if len(text) < SHORT else read(text)

    return reader


def until_forgotten(kept: Cached) -> Cached:
    """The same cache, which is emptied with the others: what it has read holds whole documents."""
    _CLEAR.append(kept.cache_clear)
    return kept


def forget() -> None:
    """Let go of all that is remembered: a report is built after the checks, and needs the memory."""
    for clear in _CLEAR:
        clear()
