"""Rows outside the machine that their section announces."""

import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Severity, Skip
from schemas.names import Mention, Vocabulary

CODE = "section-platform"
_ANNOUNCES = re.compile(
    r"\b(?:results?|performance|below|follow(?:s|ing)?|table|benchmarks?|throughputs?|latency|latencies|figures)\b",
    re.IGNORECASE,
)
FEW = 0.4  # of a table's rows; where more are elsewhere the words above single one machine out, they announce none
_COMPARES = re.compile(r"\b(?:versus|vs|against|compared|than|over)\b", re.IGNORECASE)


@check(CODE, version=2, severity="medium", since="0.1.0")
def section_platform(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The rows of a table run on the machine that the words above it announce.

    Why:
        Whoever takes the machine from the introduction labels the odd rows with another one, often of several times
        the size.

    Flags:
        Medium: a few rows on another machine than the one or two that the heading or paragraph above the table names
        for its results, a system made of that machine included. All such rows of a table are one finding.

    Passes:
        A class or a product line ("IPU systems", "the GPU"); the same part with another memory size; words that
        compare machines; rows that name no machine; rows on a machine that another sentence above the table names.

    Does not judge:
        Tables whose introduction names no machine, or of which more than four rows in ten are on another one: they
        compare machines; what stands before the last table or heading.
    """
    by_table: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows(corpus):
        by_table[row.document.document_id, row.table.name].append(row)
    for document in corpus.documents:
        introductions = _introductions(document) if document.tables else {}
        for table in document.tables:
            found = _announced(introductions[table.name], corpus.vocabulary)
            listed = by_table.get((document.document_id, table.name), [])
            if not found:
                yield Skip(CODE, (document.name, table.name), "not applicable, because no system is announced")
                continue
            told = {one.name for each in introductions[table.name] for one in _named(each, corpus.vocabulary)}
            yield from _judge(document, table, (found, told), listed, corpus.vocabulary)


Announced = list[tuple[Passage, Mention]]


def _introductions(document: Document) -> dict[str, list[Passage]]:
    """The sentences between the last heading or table and each table."""
    sentences = sorted(passages(document), key=lambda one: one.start)
    starts = [one.start for one in sentences]
    edges = [block.start for block in document.blocks if block.kind == "heading"]
    edges = sorted(edges + [table.end for table in document.tables])
    found = {}
    for table in document.tables:
        at = bisect_right(edges, table.start)
        since = edges[at - 1] if at else 0
        found[table.name] = sentences[bisect_left(starts, since) : bisect_left(starts, table.start)]
    return found


def _announced(sentences: list[Passage], vocabulary: Vocabulary) -> Announced:
    """Machines named in the sentences that announce results; none when they name several."""
    found: Announced = []
    for sentence in sentences:
        if _ANNOUNCES.search(sentence.words) and not _COMPARES.search(sentence.words):
            found.extend((sentence, mention) for mention in _named(sentence, vocabulary))
    return found if len({mention.name for _, mention in found}) <= 2 else []


def _named(sentence: Passage, vocabulary: Vocabulary) -> list[Mention]:
    return [one for one in vocabulary.find(sentence.words, "platforms") if _specific(one)]


def _specific(mention: Mention) -> bool:
    entry = mention.entry
    return entry.text("kind") in ("system", "chip") and not entry.flag("generic") and not entry.flag("unnamed")


def _judge(
    document: Document, table: Table, said: tuple[Announced, set[str]], listed: list[Row], vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    found, told = said
    known = [row for row in listed if vocabulary.get("platforms", row.platform)]
    outside = [row for row in known if not any(vocabulary.related(row.platform, name) for name in told)]
    if 0 < len(outside) <= FEW * len(known):
        yield _finding(document, table, found, outside, len(listed))
    elif outside:
        yield Skip(CODE, (document.name, table.name), "unchecked, because the table holds rows of several machines")


def _finding(document: Document, table: Table, found: Announced, outside: list[Row], total: int) -> Finding:
    severity: Severity = "medium"
    announced = " and ".join(dict.fromkeys(mention.name for _, mention in found))
    others = ", ".join(sorted({row.platform for row in outside}))
    workloads = ", ".join(dict.fromkeys(row.keys.workload_raw for row in outside))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity,
        message=f"table {table.name}: the words above announce {announced}, but {len(outside)} of {total} rows "
        f"({workloads}) are on {others}",
        arithmetic=f"{total - len(outside)} rows on {announced}, {len(outside)} on {others}.",
        comparison=(document.name, table.name, announced, others),
        evidence=(
            *(
                quoted(document, sentence.start + mention.start, sentence.start + mention.end)
                for sentence, mention in found
            ),
            *(row.evidence(_column(row)) for row in outside),
        ),
        likely_wrong_why="the introduction: the rows name their machine themselves",
    )


def _column(row: Row) -> int:
    texts = [one.text for one in row.table.rows[row.number - 1]]
    return texts.index(row.keys.subject.raw) if row.keys.subject.raw in texts else 0
