"""Paths -> statements for the commands: one bad document is reported and never stops the others."""

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from parsers.lib.extract import extract
from schemas.document import Document, Rejected
from schemas.errors import DocumentError
from schemas.names import Vocabulary
from schemas.statement import Parsed
from tieout import documents

PATHS = click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path))
JSON = click.option("--json", "as_json", is_flag=True, help="JSON lines on standard output instead of tables.")


def vocabulary_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add --vocabulary DIR."""
    option = click.option(
        "--vocabulary",
        "names",
        type=click.Path(path_type=Path, exists=True, file_okay=False),
        help="Directory of vocabulary files to use instead of the built-in one.",
    )
    return option(command)


@dataclass(slots=True)
class Troubles:
    """What went wrong so far; each is told on standard error the moment it is met."""

    count: int = 0

    def tell(self, error: DocumentError) -> None:
        """Report one."""
        self.count += 1
        click.echo(f"tieout: {error}", err=True)

    @property
    def exit_code(self) -> int:
        """2 when anything could not be used."""
        return 2 if self.count else 0


def read_documents(paths: Sequence[Path], troubles: Troubles) -> Iterator[Document]:
    """Each document that `paths` name, once; those that cannot be read are told and left out."""
    seen = set()
    for found in documents.find(paths):
        if isinstance(found, DocumentError):
            troubles.tell(found)
        elif (real := found.resolve()) not in seen:
            seen.add(real)
            yield from _load(found, troubles)


def _load(path: Path, troubles: Troubles) -> Iterator[Document]:
    try:
        document = documents.load(path)
    except DocumentError as error:
        troubles.tell(error)
        return
    for warning in document.warnings:
        click.echo(f"tieout: warning: {document.name}: {warning}", err=True)
    yield document


def read_statements(paths: Sequence[Path], names: Vocabulary, troubles: Troubles) -> list[Parsed]:
    """Every statement of the documents that `paths` name, rejected rows told."""
    read = _sound([extract(document, names) for document in progress(read_documents(paths, troubles))])
    for parsed in read:
        tell_rejected(parsed.document.name, parsed.rejected, troubles)
    return read


def _sound(read: list[Parsed]) -> list[Parsed]:
    """The statements that hold their table's contract; the others become rejected rows with the reason."""
    from schemas.tables import empty
    from tieout import rows  # brings frames, which text and tables do without

    # All at once: a contract costs more to call than a document's rows cost to check.
    bare = [replace(parsed, rejected=()) for parsed in read]
    checked = rows.tables(bare, {}, (), rows.Sound(empty("findings"), ()))
    if checked.rejected.is_empty():
        return read
    held = {*checked.claims["claim_id"], *checked.measurements["measurement_id"]}
    failed = checked.rejected.to_dicts()
    return [
        _without(parsed, held, [row for row in failed if row["document"] == parsed.document.name]) for parsed in read
    ]


def _without(parsed: Parsed, held: set[str], failed: list[dict[str, str]]) -> Parsed:
    rejected = (Rejected(row["place"], row["reason"], (row["row"],)) for row in failed)
    return replace(
        parsed,
        claims=tuple(one for one in parsed.claims if one.statement_id in held),
        measurements=tuple(one for one in parsed.measurements if one.statement_id in held),
        rejected=(*parsed.rejected, *rejected),
    )


def tell_rejected(document: str, rejected: Iterable[Rejected], troubles: Troubles) -> None:
    """Report the rows that were read and could not be used."""
    for row in rejected:
        troubles.tell(DocumentError(document, row.place, row.reason))


def progress(documents: Iterable[Document]) -> Iterator[Document]:
    """The documents, each named on standard error while it is worked on, on a terminal only."""
    terminal = sys.stderr.isatty()
    for document in documents:
        if terminal:
            click.echo(f"\r\033[Kreading {document.name}", err=True, nl=False)
        yield document
    if terminal:
        click.echo("\r\033[K", err=True, nl=False)
