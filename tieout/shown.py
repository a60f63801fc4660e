"""Of each parsed document what a report shows of it: all documents of a large run do not fit beside its findings."""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import replace

from schemas.document import Document
from schemas.finding import Finding
from schemas.statement import Parsed


def shown(every: Iterable[Parsed], findings: Iterable[Finding], several: Container[str] = ()) -> Iterator[Parsed]:
    """Each document, with what nothing refers to left out.

    Where a finding quotes a document, its statements that are evidence stay, and the whole document. Of the others the
    text and all that points into it go too: what they are called stays. Documents whose name is in `several` stay as
    they are: their captures are held against each other.
    """
    quoted: dict[str, set[str]] = defaultdict(set)
    for finding in findings:
        for item in finding.evidence:
            quoted[item.document_id].add(item.statement_id)
    for one in every:
        if one.document.name in several:
            yield one
        elif (ids := quoted.get(one.document.document_id)) is None:
            yield Parsed(bare(one.document), (), (), ())
        else:
            yield replace(
                one,
                claims=tuple(claim for claim in one.claims if claim.statement_id in ids),
                measurements=tuple(cell for cell in one.measurements if cell.statement_id in ids),
                rejected=(),
                unknown=(),
            )


def bare(document: Document) -> Document:
    """A document without its content: name, hashes, dates, publisher."""
    return replace(document, text="", blocks=(), tables=(), charts=(), words=(), rejected=(), reading=None)
