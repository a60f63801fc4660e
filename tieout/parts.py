"""Statements in parts by workload, for the checks that need no more than one (tieout/reach.py: ten of them).

`split` puts the statements of some documents into buckets by their workload: a hash, so every process agrees on it.
`parts` puts buckets together where one row of a table speaks of several workloads; then no row, and no comparison of
one workload, straddles two parts. Paths go in and paths come out.

What this bounds is the memory of those eight checks. The others look for names, tables or sentences in any document:
for them there is one part more that holds the whole corpus, and that one is most of the time and of the memory.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from pydantic import TypeAdapter

from schemas.statement import Parsed, Statement
from tieout import atomic, parsed_files
from tieout.hashed import hashed
from tieout.parsing import load_each
from tieout.reach import Reach

A_PART = 512_000_000  # bytes of parsed documents, as kept; twice that in memory with what checks make of it


@dataclass(frozen=True, slots=True)
class Named:
    """A parsed document by its path, name and document_id."""

    path: Path
    name: str
    document_id: str


@dataclass(frozen=True, slots=True)
class Piece:
    """What `split` left of some documents: a file a bucket, buckets that belong together, and the documents."""

    files: tuple[tuple[int, Path], ...]
    ties: tuple[tuple[int, ...], ...]
    documents: tuple[Named, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """What one task compares: `paths` are parsed documents; for the reach "workload", files of pieces."""

    reach: Reach
    paths: tuple[Path, ...]

    @property
    def key(self) -> str:
        """Names what is compared; paths are named by what they hold."""
        return hashed(self.reach, *(path.name for path in self.paths))


_PIECE = TypeAdapter(Piece)


def wanted(paths: Iterable[Path]) -> int:
    """How many parts these parsed documents make; 1 when they are compared as they are."""
    return 1 + sum(path.stat().st_size for path in paths) // A_PART


def bucket(workload: str, count: int) -> int:
    """Where statements of a workload go; of no workload too, whose words decide what they are about."""
    return int.from_bytes(sha256(workload.encode("utf-8", "backslashreplace")).digest()[:8]) % count


def split(paths: Sequence[Path], count: int, folder: Path) -> Path:
    """Put the statements of some parsed documents into `count` buckets; returns where the Piece is kept.

    Raises:
        DocumentError: a kept document is gone or unreadable.
    """
    key = hashed(count, *(path.name for path in paths))
    done = folder / f"{key}.json"
    if not done.exists():
        atomic.write_bytes(
            done, _PIECE.dump_json(_split(paths, count, folder, key))
        )  # last: it says the files are whole
    return done


def load(path: Path) -> Piece:
    """A piece that `split` left."""
    return _PIECE.validate_json(path.read_bytes())


def _split(paths: Sequence[Path], count: int, folder: Path, key: str) -> Piece:
    folder.mkdir(parents=True, exist_ok=True)
    files, ties, documents = dict[int, Path](), set[tuple[int, ...]](), list[Named]()
    with ExitStack() as stack:
        open_: dict[int, object] = {}
        for path, one in zip(paths, load_each(paths), strict=True):
            documents.append(Named(path, one.document.name, one.document.document_id))
            ties |= _ties(one, count)
            for number, some in _bucketed(one, count).items():
                if number not in open_:
                    files[number] = folder / f"{key}-{number}.jsonl"
                    open_[number] = stack.enter_context(files[number].open("wb"))
                open_[number].write(parsed_files.dump(some) + b"\n")  # type: ignore[attr-defined]
    return Piece(tuple(sorted(files.items())), tuple(sorted(ties)), tuple(documents))


def _bucketed(one: Parsed, count: int) -> dict[int, Parsed]:
    """The document with its statements of each bucket that it has any of."""
    claims, cells = (_by_bucket(some, count) for some in (one.claims, one.measurements))
    return {
        number: replace(one, claims=tuple(claims[number]), measurements=tuple(cells[number]), rejected=(), unknown=())
        for number in sorted({*claims, *cells})
    }


def _by_bucket(statements: Iterable[Statement], count: int) -> Mapping[int, list]:  # type: ignore[type-arg]
    found: dict[int, list[Statement]] = defaultdict(list)
    for one in statements:
        found[bucket(one.workload, count)].append(one)
    return found


def _ties(one: Parsed, count: int) -> set[tuple[int, ...]]:
    """Buckets that one row of a table reaches into: a check that reads the row must see all of it."""
    rows: dict[tuple[str, int], set[int]] = defaultdict(set)
    for cell in one.measurements:
        rows[cell.table, cell.row].add(bucket(cell.workload, count))
    return {tuple(sorted(some)) for some in rows.values() if len(some) > 1}


def merged(some: Iterable[Parsed]) -> list[Parsed]:
    """Documents whose statements of several buckets are compared together, each once: of two only one would count."""
    found: dict[str, Parsed] = {}
    for one in some:
        held = found.setdefault(one.document.document_id, one)
        if held is not one:
            claims = sorted((*held.claims, *one.claims), key=lambda claim: claim.figure.start)
            cells = sorted((*held.measurements, *one.measurements), key=lambda cell: cell.start)
            found[one.document.document_id] = replace(held, claims=tuple(claims), measurements=tuple(cells))
    return list(found.values())


def parts(pieces: Sequence[Piece], count: int) -> list[Part]:
    """What is to be compared: all documents together, the captures of each source, the statements of each workload."""
    every = [one for piece in pieces for one in piece.documents]
    by_bucket: dict[int, list[Path]] = defaultdict(list)
    for piece in pieces:
        for number, path in piece.files:
            by_bucket[number].append(path)
    return [
        Part("corpus", tuple(one.path for one in every)),
        *(Part("source", tuple(some)) for some in _sources(every, count)),
        *(
            Part("workload", tuple(path for number in group for path in by_bucket[number]))
            for group in joined((tie for piece in pieces for tie in piece.ties), by_bucket)
        ),
    ]


def _sources(every: Sequence[Named], count: int) -> Iterator[list[Path]]:
    """The captures of sources that have several; of one alone there is nothing to say over time."""
    captures = Counter(one.name for one in every)
    found: dict[int, list[Path]] = defaultdict(list)
    for one in every:
        if captures[one.name] > 1:
            found[bucket(one.name, count)].append(one.path)
    return (found[number] for number in sorted(found))


def joined(ties: Iterable[Sequence[int]], buckets: Iterable[int]) -> list[tuple[int, ...]]:
    """Buckets that are tied, directly or through others, together; in order."""
    group = {number: {number} for number in buckets}
    for first, *others in ties:
        for other in others:
            if group[first] is not group[other]:
                group[first] |= group[other]
                group |= dict.fromkeys(group[other], group[first])
    return sorted({tuple(sorted(some)) for some in group.values()})
