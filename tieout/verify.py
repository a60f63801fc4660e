"""Is everything still what it was? Every capture against its receipt, every finding's words against the bytes.

Nothing is taken from a cache: a quote is looked for in the text that the bytes give when they are parsed anew.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl
from pydantic import ValidationError

from parsers.lib.registry import Raw, choose
from schemas.errors import DocumentError
from tieout import limited
from tieout.capture import listing
from tieout.capture.files import Files, files_of
from tieout.capture.reading import captures, check_bytes, document_id, receipt_for, shown
from tieout.capture.receipts import NAME, RECEIPT_NAME, SOFT_NAME, Receipt, loads, receipt_of
from tieout.sources import Source


@dataclass(frozen=True, slots=True)
class Wrong:
    """Something that is not what it was: where, and what."""

    where: str
    what: str

    def __str__(self) -> str:
        """One line."""
        return f"{self.where}: {self.what}"


@dataclass(frozen=True, slots=True)
class Unread:
    """Why a capture has no text."""

    reason: str


@dataclass(frozen=True, slots=True)
class Verified:
    """What was held against what, what is wrong, and what only deserves a word."""

    captures: int
    receipts: int
    quotes: int
    wrong: tuple[Wrong, ...]
    notes: tuple[str, ...]


def verify(every: Iterable[Source], run: Path | None = None) -> Verified:
    """Verify the captures of these sources, and with a run's folder the quotes of its findings."""
    total: list[_Folder] = []
    for source in every:
        total += [_folder(one) for one in ([source, *listing.documents(source)] if source.listing else [source])]
    wrong = [one for folder in total for one in folder.wrong]
    n_quotes = 0
    if run is not None:
        n_quotes, lost = _quotes(run, {key: place for folder in total for key, place in folder.documents.items()})
        wrong += lost
    notes = tuple(note for folder in total for note in folder.notes)
    return Verified(
        sum(one.captures for one in total), sum(one.receipts for one in total), n_quotes, tuple(wrong), notes
    )


@dataclass(frozen=True, slots=True)
class _Place:
    source: Source
    name: str
    receipt: Receipt


@dataclass(frozen=True, slots=True)
class _Folder:
    captures: int
    receipts: int
    wrong: tuple[Wrong, ...]
    notes: tuple[str, ...]
    documents: dict[str, _Place]  # by document_id


def _folder(source: Source) -> _Folder:
    files = files_of(source)
    names = files.names()
    wrong: list[Wrong] = []
    documents: dict[str, _Place] = {}
    held = captures(names)
    for name in held:
        try:
            receipt = receipt_for(source, files, name)
            check_bytes(source, name, receipt, files.read(name))
        except (DocumentError, OSError) as error:
            wrong.append(_said(source, name, error))
            continue
        documents[document_id(source.name + Path(name).suffix, receipt.decoded_sha256)] = _Place(source, name, receipt)
    receipts = [name for name in names if RECEIPT_NAME.fullmatch(name)]
    wrong += _receipts(source, files, names, receipts)
    return _Folder(len(held), len(receipts), tuple(wrong), tuple(_notes(source, names)), documents)


def _said(source: Source, name: str, error: Exception) -> Wrong:
    if isinstance(error, DocumentError):
        return Wrong(error.document, f"{error.place}: {error.reason}")
    return Wrong(shown(source, name), f"cannot be read: {error}")


def _receipts(source: Source, files: Files, names: Sequence[str], receipts: Sequence[str]) -> Iterator[Wrong]:
    """Receipts that cannot be read, that stand alone where bytes should be, or that refer to what is not there."""
    every = set(names)
    beside = {receipt_of(name) for name in names if NAME.fullmatch(name) or SOFT_NAME.fullmatch(name)}
    for name in receipts:
        try:
            receipt = loads(files.read(name))
        except (OSError, ValidationError) as error:
            yield Wrong(shown(source, name), f"cannot be read: {str(error).splitlines()[0]}")
            continue
        if name not in beside and name[25:26] == ".":
            yield Wrong(shown(source, name), "the bytes that it is the receipt of are gone")
        if receipt.previous and receipt.previous not in every:
            yield Wrong(shown(source, name), f"it refers to {receipt.previous}, which is gone")


def _notes(source: Source, names: Sequence[str]) -> Iterator[str]:
    every = set(names)
    for name in names:
        if (NAME.fullmatch(name) or SOFT_NAME.fullmatch(name)) and receipt_of(name) not in every:
            yield f"{shown(source, name)}: has no receipt: put there by hand, or left by a capture that was killed"


def _quotes(run: Path, documents: dict[str, _Place]) -> tuple[int, list[Wrong]]:
    """Every quote of a run's findings, looked for at its place in the text that the bytes give."""
    wanted: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for item in _evidence(run):
        wanted[item["document_id"]].append(item)
    texts = _texts({key: place for key, place in documents.items() if key in wanted})
    wrong: list[Wrong] = []
    for key, items in sorted(wanted.items()):
        text = texts.get(key, Unread("no capture has these bytes"))
        if isinstance(text, Unread):
            wrong.append(Wrong(items[0]["document"], f"{len(items)} quotes cannot be looked up: {text.reason}"))
        else:
            wrong += _misquoted(text, items)
    return sum(map(len, wanted.values())), wrong


def _misquoted(text: str, items: Iterable[dict[str, Any]]) -> Iterator[Wrong]:
    for one in items:
        if text[one["start"] : one["end"]] != one["quote"]:
            yield Wrong(f"{one['document']}:{one['start']}", f"the bytes do not say {one['quote']!r} there")


def _texts(places: dict[str, _Place]) -> dict[str, str | Unread]:
    with limited.Children(1) as children:
        found = children.each(text_of, [_readable(one) for one in places.values()])
        made = [Unread(f"reading it {one}") if isinstance(one, limited.OverLimitError) else one for one in found]
    return dict(zip(places, made, strict=True))


def _evidence(run: Path) -> list[dict[str, Any]]:
    try:
        frame = pl.read_parquet(run / "findings.parquet", columns=["evidence", "state"])
    except (OSError, pl.exceptions.PolarsError) as error:
        raise DocumentError(str(run), "findings.parquet", f"cannot be read: {error}") from error
    # Findings that are gone speak of captures that may be gone too, and were verified while they stood.
    present = frame.filter(pl.col("state") != "absent")
    unique = {json.dumps(item, sort_keys=True): item for items in present["evidence"].to_list() for item in items}
    return [unique[key] for key in sorted(unique)]


def _readable(place: _Place) -> tuple[str, Path, str, str]:
    receipt, source = place.receipt, place.source
    media_type = receipt.declared_type or receipt.sniffed_type
    document = source.name + Path(place.name).suffix
    return document, files_of(source).local(place.name), media_type, source.parser


def text_of(place: tuple[str, Path, str, str]) -> str | Unread:
    """The text layer of a capture, or why there is none."""
    name, path, media_type, parser = place
    raw = Raw(name, path.read_bytes(), media_type)
    try:
        return choose(raw, parser).parse(raw).text
    except DocumentError as error:
        return Unread(f"{error.place}: {error.reason}")
