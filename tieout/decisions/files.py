"""Decisions on disk: one YAML file each, written whole, never changed, never replaced.

The name of a file is its time and the finding's fingerprint; a file that is there already is never written over,
whoever writes. Reading stops at the first malformed file: a decision that is skipped in silence would reopen a
finding, or worse, leave one dismissed.
"""

import os
import re
import secrets
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict, fields, replace
from datetime import UTC, date, datetime
from pathlib import Path

import yaml

from tieout import atomic
from tieout.decisions.model import ENTRIES, ConflictError, Decision, DecisionError, Expected, Thread, threads

ENDING = ".yml"
KEYS = tuple(one.name for one in fields(Decision) if one.name not in {"name", "expect"})
EXPECTED = tuple(one.name for one in fields(Expected))
ID = re.compile(r"[0-9a-f]{16}")
NAME = re.compile(rf"\d{{8}}T\d+Z-([0-9a-f]{{8}})-[0-9a-f]{{6}}{re.escape(ENDING)}")
MAX_TEXT = 4000  # of a reason or a note: what is longer belongs into a document that the note links to
# Shown nowhere and able to turn a line around: written as escapes.
HIDDEN = re.compile("[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\u2028\u2029]")
_Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # ten times as fast, where libyaml is there


def read(folder: Path) -> tuple[Decision, ...]:
    """Every decision of a folder, oldest first; () when there is none.

    Raises:
        DecisionError: naming the file and the key that is wrong.
    """
    # Names that begin with a dot are locks and what is being written.
    paths = [path for path in sorted(folder.glob(f"*{ENDING}")) if not path.name.startswith(".")]
    return tuple(sorted((parse(path) for path in paths), key=lambda one: (one.at, one.name)))


def parse(path: Path) -> Decision:
    """The decision in a file. Raises DecisionError as `read`."""
    try:
        content = yaml.load(path.read_text(encoding="utf-8"), Loader=_Loader)  # noqa: S506  the safe loader, in C
    except OSError as error:
        raise DecisionError(f"{path}: {error.strerror or 'cannot be read'}") from error
    except (UnicodeDecodeError, yaml.YAMLError) as error:
        raise DecisionError(f"{path}: is not YAML: {error}") from error
    if not isinstance(content, dict):
        raise DecisionError(f"{path}: must hold keys and values")
    return _decision(path, content)


def _decision(path: Path, content: Mapping[str, object]) -> Decision:
    for key, value in content.items():
        if key != "expect" and (key not in KEYS or not isinstance(value, str)):
            wrong = "must be text" if key in KEYS else f"unknown key; known are {', '.join(KEYS)}, expect"
            raise DecisionError(f"{path}: {key}: {wrong}")
    for key in ("fingerprint", "status", "by", "at"):
        if not content.get(key):
            raise DecisionError(f"{path}: {key}: is missing")
    texts = {key: str(value) for key, value in content.items() if key != "expect"}
    if not ID.fullmatch(texts["fingerprint"]):
        raise DecisionError(f"{path}: fingerprint: must be 16 hex digits, not {texts['fingerprint']!r}")
    if texts["status"] not in ENTRIES:
        raise DecisionError(f"{path}: status: must be one of {', '.join(ENTRIES)}, not {texts['status']!r}")
    for key, of in (("at", datetime), ("expires", date)):
        _check_time(path, key, texts.get(key, ""), of)
    return Decision(path.name.removesuffix(ENDING), expect=_expect(path, content.get("expect", [])), **texts)  # type: ignore[arg-type]


def _check_time(path: Path, key: str, text: str, of: type[date]) -> None:
    try:
        _ = of.fromisoformat(text) if text else None
    except ValueError as error:
        raise DecisionError(f"{path}: {key}: {error}") from error


def _expect(path: Path, content: object) -> tuple[Expected, ...]:
    entries = [one for one in content if isinstance(one, dict)] if isinstance(content, list) else []
    sound = all({"document", "quote"} <= set(one) <= set(EXPECTED) for one in entries)
    if not isinstance(content, list) or len(entries) < len(content) or not sound:
        raise DecisionError(f"{path}: expect: must list entries of document, quote, role and allows")
    return tuple(Expected(**{key: str(value) for key, value in one.items()}) for one in entries)


def dump(decision: Decision) -> str:
    """A decision as YAML; keys that say nothing are left out."""
    content = {key: value for key, value in asdict(decision).items() if value and key not in {"name", "expect"}}
    if decision.expect:
        content["expect"] = [asdict(one) for one in decision.expect]
    escape = any(HIDDEN.search(text) for text in _texts(decision))
    written: str = yaml.safe_dump(content, sort_keys=False, allow_unicode=not escape, width=100)
    return written


def _texts(decision: Decision) -> list[str]:
    own = [value for value in asdict(decision).values() if isinstance(value, str)]
    return own + [text for one in decision.expect for text in asdict(one).values()]


def hold(folder: Path) -> AbstractContextManager[None]:
    """Keep every other writer of a folder waiting, in this process or another."""
    return atomic.locked(folder / ".lock")


def append(folder: Path, entries: Iterable[Decision]) -> tuple[Decision, ...]:
    """Write entries, each as a new file; returns them with their names.

    Raises:
        ConflictError: an entry's `follows` is no longer the last of its thread; none of them is written then.
        DecisionError: a text is too long, or the folder cannot be written.
    """
    new = [_named(one) for one in entries]
    for one in new:
        if max(map(len, (one.reason, one.note, one.by, one.assignee))) > MAX_TEXT:
            raise DecisionError(f"a reason or a note has at most {MAX_TEXT} characters")
    try:
        with hold(folder):
            _check_heads(threads(_about(folder, {one.fingerprint for one in new})), new)
            for one in new:
                _create(folder / f"{one.name}{ENDING}", dump(one))
    except OSError as error:
        raise DecisionError(f"{folder}: {error.strerror or 'cannot be written'}") from error
    return tuple(new)


def _about(folder: Path, fingerprints: Iterable[str]) -> Iterator[Decision]:
    """The entries under these fingerprints: a name says which, so that not all of thousands are read for one."""
    short = {one[:8] for one in fingerprints}
    for path in folder.glob(f"*{ENDING}"):
        named = NAME.fullmatch(path.name)
        if not path.name.startswith(".") and (named is None or named[1] in short):
            yield parse(path)


def _named(one: Decision) -> Decision:
    stamp = re.sub(r"[-:.]", "", one.at)
    return replace(one, name=f"{stamp}-{one.fingerprint[:8]}-{secrets.token_hex(3)}")


def _check_heads(known: Mapping[str, Thread], new: Iterable[Decision]) -> None:
    for one in new:
        head = known[one.fingerprint].head if one.fingerprint in known else ""
        if one.follows != head:
            last = known[one.fingerprint].entries[-1] if head else None
            who = f"{last.by} at {last.at}" if last else "nobody"
            raise ConflictError(f"{one.about or one.fingerprint}: the last entry is now that of {who}")


def _create(path: Path, text: str) -> None:
    """A new file, whole or not there, never over another: a link fails where a rename would replace."""
    path.parent.mkdir(parents=True, exist_ok=True)
    temporary = path.parent / f"{atomic.TEMPORARY}{secrets.token_hex(8)}"
    atomic.write_text(temporary, text)
    try:
        os.link(temporary, path)
    finally:
        temporary.unlink(missing_ok=True)
    atomic.sync_directory(path.parent)


def now() -> str:
    """The time as decisions carry it: UTC, ISO 8601, microseconds, so that entries of one second keep their order."""
    return datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def is_date(text: str) -> bool:
    """Whether this is a day, as `expires` wants it."""
    try:
        date.fromisoformat(text)
    except ValueError:
        return False
    return len(text) == len("2026-01-01")
