"""Claims of documents whose text layer is a file with markup: read from the reading, placed in the file."""

from collections.abc import Iterator
from dataclasses import replace

from parsers.lib.prose import prose_claims
from schemas.document import Block, Document, Table
from schemas.names import Vocabulary
from schemas.notation import plain
from schemas.reading import Reading
from schemas.statement import Claim


def reading_claims(document: Document, reading: Reading, vocabulary: Vocabulary) -> Iterator[Claim]:
    """Every figure asserted in the document's blocks; contexts are free of markup, quotes are as the file has them."""
    blocks = tuple(_moved(block, reading) for block in document.blocks)
    for claim in prose_claims(replace(document, text=reading.text, blocks=blocks, words=()), vocabulary):
        yield placed(claim, document, reading)


def as_read(document: Document) -> Document:
    """The document with its cells in the notation that names and numbers are known in."""
    return replace(document, tables=tuple(_plain(table) for table in document.tables))


def _plain(table: Table) -> Table:
    columns, *rows = (
        tuple(replace(cell, text=plain(cell.text)) for cell in row) for row in (table.columns, *table.rows)
    )
    return replace(table, title=plain(table.title), columns=columns, rows=tuple(rows))


def placed(claim: Claim, document: Document, reading: Reading) -> Claim:
    """A claim read from the reading, with its offsets turned into the file's."""
    start, end = reading.source(claim.figure.start, claim.figure.end)
    context_start, _ = reading.source(claim.context_start, claim.context_start + 1)
    figure = replace(claim.figure, start=start, end=end)
    quote, box = document.text[start:end], document.box(start, end)
    return replace(claim, figure=figure, quote=quote, context_start=context_start, box=box)


def _moved(block: Block, reading: Reading) -> Block:
    start, end = reading.span(block.start, block.end)
    return replace(block, start=start, end=end)
