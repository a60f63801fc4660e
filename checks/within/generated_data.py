"""Training throughput on generated data among rows on real data."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.index import by
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Role, Skip
from schemas.names import Vocabulary

CODE = "generated-data"
FEW = 0.5  # of a table's rows; where more are on generated data, that is how the table was measured
SHOWN = 12  # rows that a finding quotes
MOST = 6  # rows that a message tells
_MADE = re.compile(r"\b(?:generated|synthetic|random|dummy|fake)\b", re.IGNORECASE)
_TRAINING = "training"


@check(CODE, version=1, severity="low", since="0.1.0")
def generated_data(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Training rows of one table are measured on data of one kind, read from a data set or generated.

    Why:
        Generated data needs no reading, decoding or padding. Its throughput is an upper bound beside the others', and
        the same model on a real data set elsewhere is another figure.

    Flags:
        Training rows whose data set is "generated" or "synthetic", where at most half of the table's rows are, together
        with rows of the same model on real data in the document's other tables; all of a document are one finding.

    Passes:
        Tables measured on generated data throughout; inference, whose inputs are mostly made up.

    Does not judge:
        Tables without a column of data sets; rows whose task is not known (skipped).
    """
    for document in by(rows(corpus), lambda row: row.document.document_id).values():
        real = by((row for row in document if row.condition("dataset") and not _made(row)), lambda row: row.workload)
        found: list[Row] = []
        for table in by(document, lambda row: row.table.name).values():
            made = [row for row in table if _made(row)]
            training = [row for row in made if row.keys.task == _TRAINING]
            if made and not any(row.keys.task for row in made):
                yield Skip(CODE, (made[0].document.name, made[0].table.name), "unchecked, because the task is not said")
            elif len(made) <= FEW * len(table):
                found += training
        if found:
            yield _finding(found, real, corpus.vocabulary)


def _made(row: Row) -> bool:
    return bool(_MADE.search(row.condition("dataset")))


def _finding(found: list[Row], real: dict[str, list[Row]], vocabulary: Vocabulary) -> Finding:
    first = found[0]
    others = [row for name in dict.fromkeys(row.workload for row in found) for row in real.get(name, []) if name]
    told = listed((f"{row.keys.workload_raw} ({row.condition('dataset')})" for row in found), most=MOST)
    beside = f"; elsewhere {listed(_elsewhere(row) for row in others)}" if others else ""
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity="low",
        message=f"training throughput on generated data among rows on real data: {told}{beside}",
        arithmetic=f"{len(found)} rows; what reading the data costs is in the rows beside them and not in these.",
        comparison=(first.document.name, *sorted({f"{row.table.name} {row.keys.workload_raw}" for row in found})),
        evidence=(
            *(item for row in found[:SHOWN] for item in _quotes(row, vocabulary)),
            *(item for row in others[:MOST] for item in _quotes(row, vocabulary, "supporting")),
        ),
        likely_wrong_why="nothing is wrong as printed; the rows are no comparison with those beside them",
    )


def _elsewhere(row: Row) -> str:
    return f"{row.keys.workload_raw} on {row.condition('dataset')} (table {row.table.name})"


def _quotes(row: Row, vocabulary: Vocabulary, role: Role = "disputed") -> Iterator[Evidence]:
    yield row.key_cell("dataset", vocabulary, role)
    yield Evidence.of(row.keys, "supporting")
