"""What a reviewer does, as entries to append: decide, note, assign, take back."""

import secrets
from collections.abc import Iterable, Mapping
from dataclasses import replace

from schemas.finding import Finding
from tieout.decisions.files import now
from tieout.decisions.model import STATUSES, Decision, DecisionError, Entry, Thread, expected, quote_hash

NEEDS_REASON = ("dismissed",)  # whoever reads it in a year must see why


def entry(
    finding: Finding,
    status: Entry,
    by: str,
    follows: str,
    *,
    reason: str = "",
    note: str = "",
    assignee: str = "",
    expires: str = "",
) -> Decision:
    """An entry on a finding, made now; `follows` is the last one that its author has seen.

    Raises:
        DecisionError: nobody says it, or it says nothing.
    """
    said = {"reason": reason.strip(), "note": note.strip(), "assignee": assignee.strip(), "expires": expires.strip()}
    _check(status, by, said)
    return Decision(
        "",
        finding.fingerprint,
        status,
        by.strip(),
        now(),
        evidence_hash=finding.evidence_hash,
        quote_hash=quote_hash(finding),
        finding=finding.finding_id,
        check=finding.check,
        about=finding.message[:300],
        follows=follows,
        expect=expected(finding) if status in STATUSES else (),
        **said,
    )


def _check(status: Entry, by: str, said: Mapping[str, str]) -> None:
    if not by.strip():
        raise DecisionError("a decision needs the name of who takes it")
    if status in NEEDS_REASON and not said["reason"]:
        raise DecisionError("a dismissal needs a reason")
    if status == "note" and not said["note"]:
        raise DecisionError("a note needs words")


def together(entries: Iterable[Decision]) -> list[Decision]:
    """Entries made in one stroke: they are taken back in one, too."""
    name = secrets.token_hex(4)
    return [replace(one, bulk=name) for one in entries]


def withdrawals(every: Mapping[str, Thread], by: str) -> list[Decision]:
    """What takes back the last thing that somebody did, all of it where it was done in bulk; [] when there is none."""
    own = [(one, thread) for thread in every.values() for one in thread.live if one.by == by]
    if not own:
        return []
    last, _ = max(own, key=lambda pair: (pair[0].at, pair[0].name))
    taken = [(one, thread) for one, thread in own if one is last or (last.bulk and one.bulk == last.bulk)]
    return [_withdrawal(one, thread) for one, thread in taken]


def _withdrawal(one: Decision, thread: Thread) -> Decision:
    made = Decision("", one.fingerprint, "withdrawn", one.by, now(), check=one.check, about=one.about)
    return replace(made, undoes=one.name, follows=thread.head)
