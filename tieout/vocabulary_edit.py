"""Adding a reviewed name to a vocabulary file: as text, so that comments stay, and only when all still loads."""

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import yaml

from schemas.errors import VocabularyError
from schemas.names import DIRECTORY, Entry, Vocabulary, key, vocabulary
from tieout import atomic

NAMED = ("workloads", "platforms", "frameworks", "datasets", "variants")  # kinds for which a bare name says enough


def add(kind: str, name: str, aliases: Sequence[str] = (), same_as: str = "", directory: Path | None = None) -> str:
    """Write a new entry, or with `same_as` more aliases of a known one; what was written, as the file now has it.

    Raises:
        VocabularyError: the name is taken, says nothing or cannot be placed; no file is changed then.
    """
    folder = directory or DIRECTORY
    path, known = folder / f"{kind}.yml", vocabulary(folder)
    spellings = [" ".join(text.split()) for text in (name, *aliases)]
    _refuse(kind, spellings, known)
    text = _read(path)
    added, made = _alias(path, text, _entry(kind, same_as, known), spellings) if same_as else _append(text, spellings)
    _prove(folder, path.name, made, kind, spellings)
    _write(path, made)
    return added


def _refuse(kind: str, spellings: Sequence[str], known: Vocabulary) -> None:
    """What the loader would take and nobody can have meant."""
    for text in spellings:
        if not key(text, kind):
            raise VocabularyError(f"{kind}.yml: {text!r} holds no letter or digit that names are compared by")
        entry = known.resolve(kind, text)
        if entry:
            raise VocabularyError(f"{kind}.yml: {text!r} already names {entry.name!r}")


def _entry(kind: str, same_as: str, known: Vocabulary) -> Entry:
    entry = known.resolve(kind, same_as)
    if entry is None:
        raise VocabularyError(f"{kind}.yml: no entry is called {same_as!r}")
    return entry


def _append(text: str, spellings: Sequence[str]) -> tuple[str, str]:
    name, *aliases = spellings
    listed = f", aliases: {_flow(aliases)}" if aliases else ""
    added = f"- {{name: {_flow([name])[1:-1]}{listed}}}"
    return added, text + ("" if text.endswith("\n") or not text else "\n") + added + "\n"


def _alias(path: Path, text: str, entry: Entry, spellings: Sequence[str]) -> tuple[str, str]:
    """The file with `spellings` put behind the aliases of `entry`, in the style in which the entry is written."""
    at, added = _place(_node(path, text, entry.name), spellings)
    return added.strip(" ,\n"), text[:at] + added + text[at:]


def _node(path: Path, text: str, name: str) -> dict[str, Any]:
    """The entry's YAML nodes by key, itself by "", with their places in the text."""
    whole: Any = yaml.compose(text, Loader=yaml.SafeLoader)
    for item in whole.value:
        parts = {part.value: value for part, value in item.value}
        if parts["name"].value == name:
            return {**parts, "": item}
    raise VocabularyError(f"{path}: {name}: not found where it was read")


def _place(parts: dict[str, Any], spellings: Sequence[str]) -> tuple[int, str]:
    """Where new aliases go, and how they are written there."""
    entry, name, aliases = parts[""], parts["name"], parts.get("aliases")
    if aliases is None or not aliases.value:
        return _first_aliases(entry, name, aliases, spellings)
    last = aliases.value[-1]
    if aliases.flow_style:
        return last.end_mark.index, ", " + _flow(spellings)[1:-1]
    indent = " " * aliases.start_mark.column
    return last.end_mark.index, "".join(f"\n{indent}- {_flow([text])[1:-1]}" for text in spellings)


def _first_aliases(entry: Any, name: Any, aliases: Any, spellings: Sequence[str]) -> tuple[int, str]:
    if aliases is not None:
        raise VocabularyError(f"{name.value}: its empty aliases must go before one can be added")
    if entry.flow_style:
        return name.end_mark.index, f", aliases: {_flow(spellings)}"
    return name.end_mark.index, f"\n{' ' * entry.start_mark.column}aliases: {_flow(spellings)}"


def _flow(texts: Sequence[str]) -> str:
    """The texts as a YAML list in one line, each quoted where YAML would take it for something else."""
    made: str = yaml.safe_dump(list(texts), default_flow_style=True, allow_unicode=True, width=10**6)
    return made.strip()


def _prove(folder: Path, name: str, made: str, kind: str, spellings: Sequence[str]) -> None:
    """Load everything with the change, elsewhere: what does not load there is never written here."""
    with tempfile.TemporaryDirectory() as trial:
        for path in folder.glob("*.yml"):
            (Path(trial) / path.name).write_bytes(path.read_bytes())
        (Path(trial) / name).write_text(made, encoding="utf-8", newline="")
        proved = vocabulary(Path(trial))
    if len({entry.name for text in spellings if (entry := proved.resolve(kind, text))}) != 1:
        raise VocabularyError(f"{name}: {', '.join(spellings)}: not read back as one entry")


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode()
    except FileNotFoundError:
        return ""
    except OSError as error:
        raise VocabularyError(f"{path}: {error.strerror}") from error


def _write(path: Path, text: str) -> None:
    try:
        atomic.write_text(path, text)
    except OSError as error:
        raise VocabularyError(f"{path}: cannot be written: {error.strerror}") from error
