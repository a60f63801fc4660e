"""A decision: what an auditor said of a finding, and what it was looking at when saying it. Pure values."""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from schemas.errors import TieoutError
from schemas.finding import Evidence, Finding

Status = Literal["confirmed", "dismissed", "needs_source", "fixed_upstream", "unsure"]
Entry = Literal["confirmed", "dismissed", "needs_source", "fixed_upstream", "unsure", "note", "assigned", "withdrawn"]
STATUSES: tuple[Status, ...] = get_args(Status)
ENTRIES: tuple[Entry, ...] = get_args(Entry)
MAX_CONTEXT = 2000  # of a sentence, as far as it tells one quote from another
WORDS = {
    "confirmed": "confirmed",
    "dismissed": "dismissed",
    "needs_source": "needs a source",
    "fixed_upstream": "fixed upstream",
    "unsure": "unsure",
    "note": "noted",
    "assigned": "assigned",
    "withdrawn": "withdrawn",
}


class DecisionError(TieoutError):
    """A decision file is malformed, or a decision cannot be taken."""


class ConflictError(DecisionError):
    """Somebody else decided on the finding since it was shown; nothing was written."""


@dataclass(frozen=True, slots=True)
class Expected:
    """A quote that a decision was made on, and what its print allowed."""

    document: str
    quote: str
    role: str = "disputed"
    allows: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """One file under decisions/. `name` is the file's, without its ending; times are UTC, ISO 8601.

    `follows` is the entry that its author had seen last, `undoes` the one that a withdrawal takes back; `bulk` is
    shared by entries made in one stroke. `expires` is a date, "" for never.
    """

    name: str
    fingerprint: str
    status: Entry
    by: str
    at: str
    evidence_hash: str = ""
    quote_hash: str = ""
    finding: str = ""
    check: str = ""
    about: str = ""
    reason: str = ""
    note: str = ""
    assignee: str = ""
    expires: str = ""
    follows: str = ""
    undoes: str = ""
    bulk: str = ""
    expect: tuple[Expected, ...] = ()

    @property
    def decides(self) -> bool:
        """Whether it says how the finding stands; notes, assignments and withdrawals do not."""
        return self.status in STATUSES


@dataclass(frozen=True, slots=True)
class Thread:
    """All entries under one fingerprint, oldest first, withdrawn ones and withdrawals left out of `live`."""

    fingerprint: str
    entries: tuple[Decision, ...]

    @property
    def live(self) -> tuple[Decision, ...]:
        """The entries that were not taken back."""
        undone = {entry.undoes for entry in self.entries if entry.status == "withdrawn"}
        return tuple(one for one in self.entries if one.status != "withdrawn" and one.name not in undone)

    @property
    def head(self) -> str:
        """The name of the last entry: whoever writes the next must have seen it."""
        return self.entries[-1].name if self.entries else ""

    @property
    def deciding(self) -> Decision | None:
        """The last entry that says how the finding stands."""
        return next((one for one in reversed(self.live) if one.decides), None)

    @property
    def assignee(self) -> str:
        """Who has it, "" for nobody."""
        return next((one.assignee for one in reversed(self.live) if one.status == "assigned"), "")

    @property
    def forked(self) -> bool:
        """Whether two entries were written without knowing of each other: two branches that were merged."""
        followed = [one.follows for one in self.entries if one.decides]
        return len(followed) != len(set(followed))


def threads(decisions: Iterable[Decision]) -> dict[str, Thread]:
    """Entries by fingerprint, in the order in which they were made."""
    grouped: dict[str, list[Decision]] = {}
    for one in sorted(decisions, key=lambda one: (one.at, one.name)):
        grouped.setdefault(one.fingerprint, []).append(one)
    return {key: Thread(key, tuple(entries)) for key, entries in grouped.items()}


def expected(finding: Finding) -> tuple[Expected, ...]:
    """What a decision on this finding is made on."""
    return tuple(Expected(one.document, one.quote, one.role, one.interval) for one in finding.evidence)


def quote_hash(finding: Finding) -> str:
    """Names the disputed words in their sentences: the same where only the key of the comparison is read otherwise."""
    disputed = [one for one in finding.evidence if one.role == "disputed"] or list(finding.evidence)
    words = sorted({f"{one.document}\0{plain(one.quote)}\0{plain(one.context[:MAX_CONTEXT])}" for one in disputed})
    return hashlib.sha256("\0\0".join((finding.check, *words)).encode()).hexdigest()[:16]


def plain(text: str) -> str:
    """Text as compared: compatibility forms and case folded, white space left out."""
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)).casefold()


def same_figures(before: Iterable[Expected], now: Sequence[Evidence]) -> bool:
    """Whether the disputed figures are the same in each document, whatever else is quoted around them.

    "48" and "48 hours" that allow the same are one figure: a newer parser may quote a unit that an older one left out.
    """
    old = {(one.document, plain(one.quote), one.allows) for one in before if one.role == "disputed"}
    new = {(one.document, plain(one.quote), one.interval) for one in now if one.role == "disputed"}
    return bool(old) and all(_known(one, new) for one in old) and all(_known(one, old) for one in new)


def _known(one: tuple[str, str, str], others: Iterable[tuple[str, str, str]]) -> bool:
    document, quote, allows = one
    return any(
        document == its_document and (quote == its or (allows == its_allows and (quote in its or its in quote)))
        for its_document, its, its_allows in others
    )


def counts(decisions: Mapping[str, Thread]) -> dict[str, int]:
    """How many findings stand how, by status."""
    standing = [thread.deciding.status for thread in decisions.values() if thread.deciding]
    return {status: standing.count(status) for status in STATUSES if status in standing}
