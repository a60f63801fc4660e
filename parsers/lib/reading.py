"""Claims of documents whose text layer is a file with markup: read from the reading, placed in the file."""

from collections.abc import Iterator
from dataclasses import replace

from parsers.lib.prose import prose_claims
from schemas.document import Block, Document
from schemas.names import Vocabulary
from schemas.reading import Reading
from schemas.statement import Claim


def reading_claims(document: Document, reading: Reading, vocabulary: Vocabulary) -> Iterator[Claim]:
    """Every figure asserted in the document's blocks; contexts are free of markup, quotes are as the file has them."""
    blocks = tuple(_moved(block, reading) for block in document.blocks)
    for claim in prose_claims(replace(document, text=reading.text, blocks=blocks), vocabulary):
        yield placed(claim, document, reading)


def placed(claim: Claim, document: Document, reading: Reading) -> Claim:
    """A claim read from the reading, with its offsets turned into the file's."""
    start, end = reading.source(claim.figure.start, claim.figure.end)
    context_start, _ = reading.source(claim.context_start, claim.context_start + 1)
    figure = replace(claim.figure, start=start, end=end)
    return replace(claim, figure=figure, quote=document.text[start:end], context_start=context_start)


def _moved(block: Block, reading: Reading) -> Block:
    start, end = reading.span(block.start, block.end)
    return replace(block, start=start, end=end)
