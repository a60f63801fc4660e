"""What came of an attempt, written down: the bytes if there are any to keep, then the receipt as commit point."""

import hashlib
from dataclasses import dataclass, field, replace
from datetime import datetime

from tieout.capture import kinds
from tieout.capture.files import Files
from tieout.capture.past import Past
from tieout.capture.receipts import NAME, SOFT, SUFFIX, Measures, Outcome, Receipt, dump, iso, receipt_of, stamp
from tieout.capture.states import Alert, Happened, after, alert
from tieout.sources import Source


@dataclass(frozen=True, slots=True)
class Attempt:
    """What came of a source. `receipt` is None when nothing was tried: `postponed` says why.

    `capture` names the file that holds what the source shows now, "" when there is none.
    """

    source: Source
    receipt: Receipt | None = None
    receipt_name: str = ""
    capture: str = ""
    alert: Alert | None = None
    postponed: str = ""

    @property
    def outcome(self) -> str:
        """The receipt's, or "postponed"."""
        return self.receipt.outcome if self.receipt else "postponed"

    @property
    def reason(self) -> str:
        """Why it is no good capture, "" when it is one."""
        return self.receipt.reason if self.receipt else self.postponed


@dataclass(frozen=True, slots=True)
class Found:
    """What an answer amounts to. `unresolved`: its host has no name any more; `mistrusted`: its validators lie."""

    outcome: Outcome
    reason: str = ""
    warnings: tuple[str, ...] = ()
    data: bytes = b""
    measures: Measures = field(default_factory=Measures)
    unresolved: bool = False
    mistrusted: bool = False


def record(files: Files, source: Source, before: Past, now: datetime, found: Found, answered: Receipt) -> Attempt:
    """Write an attempt; `answered` is what is known of the answer. Hold the source's lock. Raises OSError."""
    standing = after(before.standing, Happened(found.outcome, now, answered.status, found.unresolved), source.cron)
    receipt = replace(
        _bytes(answered, found, before),
        captured_at=iso(now),
        outcome=found.outcome,
        reason=found.reason,
        warnings=found.warnings,
        validators=_validators(found, before, answered),
        standing=standing,
    )
    capture, name, receipt = _keep(files, now, found, before, receipt)
    files.write(name, dump(receipt))
    if capture:
        _sweep(files, receipt)
    return Attempt(source, receipt, name, capture or before.name, alert(source.name, standing, found.reason))


def _validators(found: Found, before: Past, answered: Receipt) -> dict[str, str]:
    if found.mistrusted:
        return {}
    # An answer of 304 need not repeat them; without them the next request would be for the whole page.
    return {**before.validators, **answered.validators} if found.outcome == "unchanged_304" else answered.validators


def _bytes(answered: Receipt, found: Found, before: Past) -> Receipt:
    """What the receipt says of bytes: those of this answer, or those that it found unchanged."""
    if found.outcome in {"unchanged_304", "unchanged_bytes"} and before.good:
        same = before.good
        return replace(
            answered,
            decoded_sha256=same.decoded_sha256,
            n_bytes=same.n_bytes,
            sniffed_type=same.sniffed_type,
            charset=same.charset,
            charset_from=same.charset_from,
            measures=same.measures,
            previous=before.name,
        )
    if not found.data:
        return replace(answered, previous=before.name)
    charset, how = kinds.charset(found.data, answered.declared_type)
    return replace(
        answered,
        decoded_sha256=hashlib.sha256(found.data).hexdigest(),
        n_bytes=len(found.data),
        sniffed_type=kinds.sniffed(found.data),
        charset=charset,
        charset_from=how,
        measures=found.measures,
        previous=before.name,
    )


def _keep(files: Files, now: datetime, found: Found, before: Past, receipt: Receipt) -> tuple[str, str, Receipt]:
    """Put the bytes there if they are to be kept. Returns the capture's name or "", the receipt's name, the receipt."""
    bare = f"{stamp(now)}-{found.outcome}{SUFFIX}"
    if found.outcome == "new":
        name = _put(files, now, "", found.data, receipt)
        return name, receipt_of(name), receipt
    if found.outcome not in {"soft_error", "blocked"} or not found.data:
        return "", bare, receipt
    if _is_aside(files, before, receipt):
        # The same error page again: one copy is enough to look at.
        return "", bare, replace(receipt, previous=before.aside)
    return "", receipt_of(_put(files, now, SOFT, found.data, receipt)), receipt


def _is_aside(files: Files, before: Past, receipt: Receipt) -> bool:
    if before.aside[17:25] != receipt.decoded_sha256[:8]:
        return False
    return hashlib.sha256(files.read(before.aside)).hexdigest() == receipt.decoded_sha256


def _put(files: Files, now: datetime, mark: str, data: bytes, receipt: Receipt) -> str:
    ending = kinds.ending(data, receipt.declared_type, receipt.final_url)
    name = f"{stamp(now)}-{receipt.decoded_sha256[:8]}{mark}{ending}"
    files.intend(name)
    files.write(name, data)
    return name


def _sweep(files: Files, receipt: Receipt) -> None:
    """Remove what an attempt at these very bytes left when it was killed before its receipt."""
    names = files.names()
    for name in names:
        bare = NAME.fullmatch(name) and receipt_of(name) not in names
        if bare and hashlib.sha256(files.read(name)).hexdigest() == receipt.decoded_sha256:
            files.remove(name)
