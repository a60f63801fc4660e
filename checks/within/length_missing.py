"""Rows without the sequence length that the other rows of their model state."""

from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.lengths import length
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip

CODE = "length-missing"
SHOWN = 8  # rows without one, as evidence
MOST = 4  # rows of a model that state one, as evidence
SHARE = 3, 4  # of a model's rows elsewhere that state one
Group = tuple[str, str]  # document, model
Found = list[tuple[list[Row], list[Row]]]


@check(CODE, version=1, severity="low", since="0.1.0")
def length_missing(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A table states the sequence length of a model where the document's other tables do.

    Why:
        A language model's throughput and latency hang on the length more than on anything else. Training rows that say
        SL512 beside inference rows that say nothing leave the latter without a meaning.

    Flags:
        All rows of a model in one table without a sequence length, in column or variant, where three quarters of its
        rows in another table of the same document state one; all of a document are one finding.

    Passes:
        Models of which no table states a length; tables in which some rows of the model do.

    Does not judge:
        Lengths said in the words around a table; models shown in one table (skipped).
    """
    found: dict[str, Found] = defaultdict(list)
    for (document, workload), shown in sorted(_tables(corpus).items()):
        stating = [row for some in shown.values() if _mostly(some) for row in some if length(row.keys)]
        bare = [some for some in shown.values() if not any(length(row.keys) for row in some)]
        if stating and len(shown) == 1:
            yield Skip(CODE, (workload,), "not applicable, because one table shows it")
        elif stating:
            found[document].extend((some, stating) for some in bare)
    for _, pairs in sorted(found.items()):
        if pairs:
            yield _finding(pairs)


def _tables(corpus: Corpus) -> dict[Group, dict[str, list[Row]]]:
    """The rows of each model of a document, by table."""
    tables: dict[Group, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows(corpus):
        if row.workload and row.keys.workload_raw:
            tables[row.document.document_id, row.workload][row.table.name].append(row)
    return tables


def _mostly(some: list[Row]) -> bool:
    return sum(bool(length(row.keys)) for row in some) * SHARE[1] >= len(some) * SHARE[0]


def _finding(pairs: Found) -> Finding:
    first = pairs[0][0][0]
    told = listed((f"{bare[0].keys.workload_raw} (table {bare[0].table.name})" for bare, _ in pairs), most=6)
    stated = listed((length(row.keys) for _, some in pairs for row in some), most=4)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"no sequence length is stated for {told}; other tables state {stated} for the same models",
        arithmetic="No sum: a length that is not stated can be any.",
        comparison=(first.document.name, *sorted({f"{bare[0].workload} {bare[0].table.name}" for bare, _ in pairs})),
        evidence=tuple(
            item
            for bare, some in pairs
            for item in (
                *(Evidence.of(row.keys) for row in bare[:SHOWN]),
                *(Evidence.of(row.keys, "supporting") for row in _of_each(some)),
            )
        ),
        likely_wrong_why="nothing is wrong as printed; the condition is missing",
    )


def _of_each(some: list[Row]) -> list[Row]:
    """A row for each variant that states a length."""
    return list({row.keys.variant: row for row in reversed(some)}.values())[::-1][:MOST]
