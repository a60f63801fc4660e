"""Document -> statements: claims from prose and charts, measurements from tables."""

from collections.abc import Iterator

from parsers.lib.charts import chart_claims
from parsers.lib.garbage import no_collection
from parsers.lib.measurements import measurements
from parsers.lib.prose import prose_claims
from parsers.lib.reading import as_read, reading_claims
from parsers.lib.short_workloads import in_full
from schemas.document import Document
from schemas.names import Vocabulary
from schemas.notation import in_one_notation
from schemas.reading import whole
from schemas.statement import Claim, Measurement, Parsed, UnknownName

VERSION = 18  # grows with every change that can change statements; parse caches hang on it


def extract(document: Document, vocabulary: Vocabulary) -> Parsed:
    """Every statement of a document, in text order; what could not be read is in `rejected`, with why."""
    with no_collection():
        return _extract(document, vocabulary)


def _extract(document: Document, vocabulary: Vocabulary) -> Parsed:
    cells = list(measurements(as_read(document), vocabulary))
    rows = tuple(cell for cell in cells if isinstance(cell, Measurement))
    rejected = (*document.rejected, *(cell for cell in cells if not isinstance(cell, Measurement)))
    claims = sorted(_claims(document, vocabulary), key=lambda claim: (claim.figure.start, claim.figure.end))
    rows = tuple(in_full(rows, claims, vocabulary))
    return Parsed(document, _once(claims), rows, rejected, tuple(_unknown(claims, rows, vocabulary)))


def _claims(document: Document, vocabulary: Vocabulary) -> Iterator[Claim]:
    reading = in_one_notation(document.reading or whole(document.text))
    if document.reading or reading.text != document.text:
        yield from reading_claims(document, reading, vocabulary)
    else:
        yield from prose_claims(document, vocabulary)
    for chart in document.charts:
        yield from chart_claims(document, chart, vocabulary)


def _once(claims: list[Claim]) -> tuple[Claim, ...]:
    """One claim a figure: a caption that is also a chart's title must not speak twice."""
    # By what `statement_id` is a hash of: to hash each anew took as long as to read a tenth of the sentences.
    keys = ((claim.figure.start, claim.figure.end, claim.quote, claim.metric) for claim in reversed(claims))
    return tuple(dict(zip(keys, reversed(claims), strict=True)).values())[::-1]


def _unknown(claims: list[Claim], rows: tuple[Measurement, ...], vocabulary: Vocabulary) -> Iterator[UnknownName]:
    """Names in a machine's or a workload's place that the vocabulary does not hold, each once, in order met."""
    met = dict.fromkeys(("platforms", side.name) for claim in claims for side in (claim.subject, claim.baseline))
    met |= dict.fromkeys(("platforms", row.subject.name) for row in rows)
    met |= dict.fromkeys(("workloads", row.workload) for row in rows)
    for kind, name in met:
        if name and vocabulary.get(kind, name) is None and vocabulary.resolve("frameworks", name) is None:
            yield UnknownName(kind, name, _nearest(kind, name, vocabulary))


def _nearest(kind: str, name: str, vocabulary: Vocabulary) -> tuple[str, ...]:
    from rapidfuzz import process, utils  # slow to import, and most runs know every name
    from rapidfuzz.distance import JaroWinkler

    known = [entry.name for entry in vocabulary.entries(kind)]
    best = process.extract(
        name, known, scorer=JaroWinkler.similarity, processor=utils.default_process, limit=3, score_cutoff=0.8
    )
    return tuple(found for found, _, _ in best)
