"""A large corpus compared in parts: what each part's checks say is kept at `<state>/compared/<rules>/<part>.json`.

There are parts by workload, parts of sources with several captures, and one part that is the whole corpus, for every
check that is not named as needing less (tieout/reach.py). So the parts are compared at the same time and in any order,
by any process, and again, and memory that one took is given back; but the largest process still holds all documents.

The union of all parts is what the checks say of the whole corpus, to the last byte. A file is written once and whole.
"""

import shutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from schemas.errors import DocumentError
from schemas.finding import Finding, Skip
from schemas.names import vocabulary
from schemas.statement import Parsed
from tieout import codebase, judged, parsed_files, parsing, reach
from tieout.hashed import hashed
from tieout.limited import Allowance, Children
from tieout.link import link, replaced
from tieout.parts import Part, Piece, merged, parts
from tieout.reconcile import guarded
from tieout.tuning import tuning

# Of our own code over our own files: no document can make it endless, and a large corpus takes long.
COMPARING = Allowance(memory_bytes=1 << 42, cpu_s=1_000_000, wall_s=1_000_000)


@dataclass(frozen=True, slots=True)
class Cut:
    """A corpus cut into parts. `current` are its parsed documents that no newer capture replaced."""

    parts: tuple[Part, ...]
    current: tuple[Path, ...]
    earlier: frozenset[str]  # document_ids of the others
    captured_at: Mapping[str, str]  # by document_id


def pieces(state: Path) -> Path:
    """Where the pieces of this state's documents are kept while they are compared."""
    return state / "pieces"


def cut(every: Sequence[Piece], count: int, captured_at: Mapping[str, str]) -> Cut | None:
    """The parts that pieces of `count` buckets make; None where two documents of one name cannot be told apart."""
    documents = [one for piece in every for one in piece.documents]
    earlier = frozenset(replaced([(one.name, one.document_id) for one in documents], captured_at))
    current = [one for one in documents if one.document_id not in earlier]
    if len({one.name for one in current}) < len(current):
        return None
    return Cut(tuple(parts(every, count)), tuple(one.path for one in current), earlier, captured_at)


def kept(part: Part, of: Cut, state: Path) -> Path:
    """Where what the checks say of a part is kept."""
    rules = hashed(codebase.fingerprint(), vocabulary().sha256, tuning())
    return state / "compared" / rules / f"{hashed(part.key, sorted(of.captured_at.items()))}.json"


def compare(part: Part, of: Cut, state: Path) -> Path:
    """Run the checks of a part's reach over it, unless that was done; returns where what they say is kept.

    In a child of its own, which gives back the memory that it took.

    Raises:
        DocumentError: a file of the part is gone or unreadable.
        OverLimitError: the child was killed.
    """
    path = kept(part, of, state)
    if judged.load(path) is None:
        with Children(1, COMPARING) as child:
            child.call(_compare, part, dict(of.captured_at), of.earlier, path)
    return path


def _compare(part: Part, captured_at: Mapping[str, str], earlier: frozenset[str], path: Path) -> None:
    judged.save(path, said(part, captured_at, earlier))


def said(part: Part, captured_at: Mapping[str, str], earlier: frozenset[str]) -> judged.Judged:
    """What the checks of a part's reach say of it."""
    corpus = link(merged(_loaded(part, earlier)), vocabulary(), captured_at)
    return judged.sorted_out(item for check in reach.reaching(part.reach, tuning()) for item in guarded(check, corpus))


def _loaded(part: Part, earlier: frozenset[str]) -> Iterator[Parsed]:
    if part.reach != "workload":
        yield from parsing.load_all(part.paths)
        return
    for path in part.paths:
        with path.open("rb") as lines:
            # Which capture is the newest cannot be told here: the newest may say nothing of these workloads.
            yield from (one for one in map(parsed_files.loads, lines) if one.document.document_id not in earlier)


def everything_said(of: Cut, compared: Iterable[Path], state: Path) -> Iterator[Finding | Skip]:
    """What all checks say, from what was kept of documents and of parts. Raises DocumentError as parsing.load_all."""
    folder = judged.folder(state)
    for path in of.current:
        one = judged.load(folder / path.name) or judged.kept(folder / path.name, parsing.load_all([path])[0])
        yield from one.findings
        yield from one.skips
    for path in compared:
        part = judged.load(path)
        if part is None:
            raise DocumentError(str(path), "what was compared", "is gone or was damaged; run again to compare it anew")
        yield from part.findings
        yield from part.skips


def clear(state: Path) -> None:
    """Remove what is of no use once everything is compared."""
    for folder in (pieces(state), state / "compared"):
        shutil.rmtree(folder, ignore_errors=True)
