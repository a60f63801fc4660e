"""Reconciling what changed: the same result as every check over every document, from what earlier runs left.

- Nothing changed since the last time: the whole result is read, `<state>/reconciled.json`.
- Of a large corpus, what was compared in parts is put together (tieout/comparing.py).
- Else what each unchanged document says by itself is read (tieout/judged.py), and only the checks that look at several
  documents (tieout/reach.py) run over all of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from pydantic import ConfigDict, TypeAdapter, ValidationError

from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import vocabulary
from schemas.statement import Parsed
from tieout import atomic, codebase, comparing, judged, reach
from tieout.hashed import hashed
from tieout.limited import Children, OverLimitError
from tieout.link import link
from tieout.parsing import load_all
from tieout.reconcile import Reconciled, concluded, guarded, reconcile
from tieout.tuning import tuning

# Bytes of parsed documents, as kept, from which a child compares them: what checks index would stay with this process,
# which has the report to build. Fewer are compared sooner than a child is up.
A_CHILD = 1 << 22
Compared = tuple[comparing.Cut, Sequence[Path]]  # the parts, and where what their checks say is kept
_KEPT = TypeAdapter(tuple[str, Reconciled], config=ConfigDict(ser_json_inf_nan="constants"))


def reconcile_kept(
    paths: Iterable[Path], captured_at: Mapping[str, str], state: Path, compared: Compared | None = None
) -> Reconciled:
    """As `reconcile_all` over these parsed documents, bit for bit. Raises DocumentError when one is unreadable.

    `compared` is what was compared in parts before; without it all documents are held in memory at once, by a child
    where they are many.
    """
    every = list(paths)
    key = _key(every, captured_at)
    found = _load(state, key)
    if found is None and compared is None and sum(map(_size, every)) > A_CHILD:
        with suppress(OverLimitError), Children(1, comparing.COMPARING) as child:  # killed: it is done here, below
            child.call(_keep_there, key, every, dict(captured_at), state)
        found = _load(state, key)
    if found is None:
        found = _keep(key, every, captured_at, state, compared)
    comparing.clear(state)
    return found


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0  # that it is gone is said when it is read


def _keep(
    key: str, paths: Sequence[Path], captured_at: Mapping[str, str], state: Path, compared: Compared | None = None
) -> Reconciled:
    found = _reconciled(paths, captured_at, state) if compared is None else _united(compared, state)
    atomic.write_bytes(_path(state), _KEPT.dump_json((key, found)))
    return found


def _keep_there(key: str, paths: Sequence[Path], captured_at: Mapping[str, str], state: Path) -> None:
    """In a child, whose result is read from the disk: sent back it would take its memory here twice."""
    _keep(key, paths, captured_at, state)


def known(paths: Iterable[Path], captured_at: Mapping[str, str], state: Path) -> bool:
    """Whether `reconcile_kept` has only to read what it said of these documents before."""
    try:
        with _path(state).open("rb") as file:
            return file.read(64).startswith(f'["{_key(list(paths), captured_at)}"'.encode())
    except OSError:
        return False


def _key(paths: Sequence[Path], captured_at: Mapping[str, str]) -> str:
    return hashed(sorted(path.name for path in paths), sorted(captured_at.items()), _rules())


def _united(compared: Compared, state: Path) -> Reconciled:
    judged.sweep(state)
    return concluded(comparing.everything_said(*compared, state), tuning())


def _rules() -> str:
    return hashed(codebase.fingerprint(), vocabulary().sha256, tuning())


def _path(state: Path) -> Path:
    return state / "reconciled.json"


def _load(state: Path, key: str) -> Reconciled | None:
    try:
        data = _path(state).read_bytes()
        # The key comes first: a result of other documents, which may be large, is not read to be thrown away.
        return _KEPT.validate_json(data)[1] if data.startswith(f'["{key}"'.encode()) else None
    except (OSError, ValidationError):
        return None


def _reconciled(paths: Sequence[Path], captured_at: Mapping[str, str], state: Path) -> Reconciled:
    loaded = load_all(paths)
    corpus = link(loaded, vocabulary(), captured_at)
    if len({one.name for one in corpus.documents}) < len(corpus.documents):
        # Checks of one document tell documents apart by name; two of one name they take for one.
        return reconcile(loaded, vocabulary(), captured_at=captured_at)
    names = {one.document.document_id: path.name for one, path in zip(loaded, paths, strict=True)}
    judged.sweep(state)
    return concluded(_said(corpus, judged.folder(state), names), tuning())


def _said(corpus: Corpus, folder: Path, names: Mapping[str, str]) -> Iterator[Finding | Skip]:
    for one in corpus.parsed:
        said = judged.kept(folder / names[_id(one)], one)
        yield from said.findings
        yield from said.skips
    for check in reach.wide(tuning()):
        yield from guarded(check, corpus)


def _id(one: Parsed) -> str:
    return one.document.document_id
