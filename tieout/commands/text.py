"""`tieout text`: a document's text layer, byte for byte."""

import sys
from pathlib import Path

import click

from tieout import documents


@click.command(name="text")
@click.argument("path", type=click.Path(path_type=Path))
def command(path: Path) -> None:
    """Print the text layer of one document, exactly: the offsets of every record index into it.

    \b
    Example:
      tieout text chart-notes.pdf | less

    Exit codes: 0 printed, 2 the document cannot be read.
    """
    document = documents.load(path)
    # Bytes, because a text stream would translate newlines and fail on a terminal that is not UTF-8.
    sys.stdout.buffer.write(document.text.encode("utf-8", "surrogatepass"))
