"""The receipt of an attempt to capture a source: what was asked, what came, what was made of it.

Names in a source's folder say what a file is without opening it:

- `<time>-<sha8>.<ext>` and `<time>-<sha8>.receipt.json`: a capture and its receipt;
- `<time>-<sha8>.soft_error.<ext>` and its receipt: a page that is not itself, kept to be looked at;
- `<time>-<outcome>.receipt.json`: an attempt that brought no bytes of its own.

The receipt of the latest attempt carries the source's standing, so there is no second record that could disagree.
"""

import re
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Literal

from pydantic import TypeAdapter

Outcome = Literal[
    "new",
    "unchanged_304",  # the server says so
    "unchanged_bytes",  # the same bytes again
    "unchanged_content",  # other bytes that show the same: a new nonce, a new comment
    "blocked_robots",
    "blocked",  # the site wants no machine here: 401, 403, 451, a wall against bots
    "soft_error",  # a page that is not itself, with status 200
    "failed",
]
GOOD: frozenset[str] = frozenset({"new", "unchanged_304", "unchanged_bytes", "unchanged_content"})
State = Literal["", "healthy", "changed", "failing", "stale", "gone"]

STAMP = "%Y%m%dT%H%M%SZ"
SUFFIX = ".receipt.json"
NAME = re.compile(r"(\d{8}T\d{6}Z)-([0-9a-f]{8})(\.[a-z0-9]+)")
SOFT = ".soft_error"
SOFT_NAME = re.compile(rf"(\d{{8}}T\d{{6}}Z)-([0-9a-f]{{8}}){re.escape(SOFT)}(\.[a-z0-9]+)")
RECEIPT_NAME = re.compile(rf"(\d{{8}}T\d{{6}}Z)-([0-9a-f]{{8}}|[a-z_0-9]+)({re.escape(SOFT)})?{re.escape(SUFFIX)}")


@dataclass(frozen=True, slots=True)
class Redirect:
    """One hop: the status that sent us on, where to, and the address that we then connected to."""

    status: int
    url: str
    address: str = ""


@dataclass(frozen=True, slots=True)
class Measures:
    """What a page weighs: data rows of its tables, characters of its text, its title, and a hash of what it shows."""

    rows: int = 0
    text_chars: int = 0
    title: str = ""
    content_sha256: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a source stands after an attempt. Times are UTC, ISO 8601, "" when there was none.

    `since` is when the state began, `was` the state before; `conditional` counts answers of 304 since the last time
    that the whole page was fetched.
    """

    state: State = ""
    since: str = ""
    was: State = ""
    failures: int = 0
    last_good: str = ""
    last_full: str = ""
    conditional: int = 0


@dataclass(frozen=True, slots=True)
class Receipt:
    """What is known about an attempt. `robots` is the decision, "not_asked" for a local file.

    `decoded_sha256` and `n_bytes` are of the bytes beside it, or of those of `previous` when it brought none.
    `previous` names the capture that the attempt found unchanged, or that it replaces.
    """

    requested_url: str
    final_url: str
    decoded_sha256: str
    n_bytes: int
    captured_at: str  # UTC, ISO 8601
    outcome: Outcome
    method: Literal["adopted", "http"]
    redirects: tuple[Redirect, ...] = ()
    request_headers: dict[str, str] = field(default_factory=dict)
    response_headers: dict[str, str] = field(default_factory=dict)
    robots: str = "not_asked"
    validators: dict[str, str] = field(default_factory=dict)  # etag, last_modified
    wire_sha256: str = ""
    declared_type: str = ""
    sniffed_type: str = ""
    charset: str = ""
    charset_from: str = ""
    truncated: bool = False
    tools: dict[str, str] = field(default_factory=dict)  # name: version
    status: int = 0
    address: str = ""  # that the first request went to
    wire_bytes: int = 0
    tries: int = 0
    reason: str = ""  # why it is no good capture
    warnings: tuple[str, ...] = ()
    previous: str = ""
    measures: Measures = field(default_factory=Measures)
    standing: Standing = field(default_factory=Standing)

    @property
    def good(self) -> bool:
        """Whether the page was there, new or unchanged."""
        return self.outcome in GOOD


_RECEIPT = TypeAdapter(Receipt)


def dump(receipt: Receipt) -> bytes:
    """A receipt as JSON for people and programs."""
    return _RECEIPT.dump_json(receipt, indent=2) + b"\n"


def loads(data: bytes) -> Receipt:
    """The receipt of `dump`. Raises pydantic's ValidationError when it is none."""
    return _RECEIPT.validate_json(data)


def moment(text: str) -> datetime:
    """The time of a receipt. Raises ValueError for what is none."""
    return datetime.fromisoformat(text).astimezone(UTC)


def iso(when: datetime) -> str:
    """A time as receipts write it, to the second."""
    return when.astimezone(UTC).replace(microsecond=0).isoformat().replace("+00:00", "Z")


def stamp(when: datetime) -> str:
    """A time as file names begin with it."""
    return when.astimezone(UTC).strftime(STAMP)


def stamped(name: str) -> datetime:
    """The time that a file name begins with."""
    return datetime.strptime(name[:16], STAMP).replace(tzinfo=UTC)


def receipt_of(name: str) -> str:
    """The name of the receipt of a capture, or of a page that was put aside."""
    return name[: name.rindex(".")] + SUFFIX
