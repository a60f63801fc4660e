"""What is known of a source before an attempt: its latest attempt, its latest good capture, what to ask with."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

from pydantic import ValidationError

from tieout.capture.files import Files
from tieout.capture.reading import captures
from tieout.capture.receipts import GOOD, RECEIPT_NAME, SOFT, Receipt, Standing, loads, receipt_of, stamped


@dataclass(frozen=True, slots=True)
class Past:
    """`name` and `good` are the latest capture and its receipt, `last` the receipt of the latest attempt.

    `validators` are those that the server last gave for what it shows now; `newest` is the time of the newest file.
    """

    last: Receipt | None = None
    name: str = ""
    good: Receipt | None = None
    validators: dict[str, str] = field(default_factory=dict)
    newest: datetime = datetime(1970, 1, 1, tzinfo=UTC)
    last_at: datetime | None = None
    aside: str = ""  # the latest page that was put aside as a soft error

    @property
    def standing(self) -> Standing:
        """How the source stands."""
        return self.last.standing if self.last else Standing()

    def next_time(self, now: datetime) -> datetime:
        """The time of an attempt: now, or after the newest file when a clock was set back; names stay in order."""
        return max(now.replace(microsecond=0), self.newest + timedelta(seconds=1))


def past(files: Files) -> Past:
    """The past of a source. Receipts that cannot be read are passed over; `tieout verify` reports them."""
    names = files.names()
    attempts = [name for name in names if RECEIPT_NAME.fullmatch(name)]
    last = _newest(files, attempts)
    held = [(name, receipt) for name in captures(names)[::-1][:1] if (receipt := _read(files, receipt_of(name)))]
    name, good = held[0] if held else ("", None)
    asked = _newest(files, [one for one in attempts if _good(one)])
    stamps = [stamped(name) for name in names if name[:8].isdigit() and name[8:9] == "T" and name[15:16] == "Z"]
    return Past(
        last,
        name,
        good,
        asked.validators if asked and _of_same(asked, name, good) else {},
        max(stamps, default=datetime(1970, 1, 1, tzinfo=UTC)),
        stamped(attempts[-1]) if attempts else None,
        next((name for name in reversed(names) if SOFT + "." in name and not name.endswith(".json")), ""),
    )


def latest(files: Files, names: Iterable[str]) -> Receipt | None:
    """The receipt of the latest attempt among these files, None when there is none that can be read."""
    return _newest(files, [name for name in names if RECEIPT_NAME.fullmatch(name)])


def last_attempt(files: Files) -> datetime | None:
    """When a source was last tried, by the names of its files alone."""
    attempts = [name for name in files.names() if RECEIPT_NAME.fullmatch(name)]
    return stamped(attempts[-1]) if attempts else None


def _of_same(asked: Receipt, name: str, good: Receipt | None) -> bool:
    """Whether validators of an attempt are of the capture that we hold: others would have us keep what is outdated."""
    if asked.outcome == "unchanged_content":
        return asked.previous == name
    return good is not None and asked.decoded_sha256 == good.decoded_sha256


def _good(name: str) -> bool:
    found = RECEIPT_NAME.fullmatch(name)
    return found is not None and not found[3] and (len(found[2]) == 8 or found[2] in GOOD)


def _newest(files: Files, names: Iterable[str]) -> Receipt | None:
    return next((one for name in reversed(list(names)) if (one := _read(files, name))), None)


def _read(files: Files, name: str) -> Receipt | None:
    try:
        return loads(files.read(name))
    except (OSError, ValidationError):
        return None
