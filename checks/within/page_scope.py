"""Tables of older systems on a page whose introduction announces newer ones."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.findings.words import listed
from checks.lib.machines.machines import lines_of
from checks.lib.machines.made_of import chip, maker
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary

CODE = "page-scope"
_ANNOUNCES = re.compile(
    r"\b(?:here|this page|below|following|we (?:provide|present|report|show|publish))\b.{0,60}?"
    r"\b(?:results?|performance|benchmarks?|throughputs?|figures)\b",
    re.IGNORECASE | re.DOTALL,
)
_COMPARED = re.compile(r"\b(?:compar\w+|versus|vs|against|over|previous|earlier|predecessors?)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Announced:
    """What an introduction announces: the words, where they stand, and the chips that they mean."""

    words: str
    start: int
    end: int
    chips: frozenset[str]


@check(CODE, version=1, severity="low", since="0.1.0")
def page_scope(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Every table of a page is of the systems that the page's introduction announces.

    Why:
        A page that says it is about the new line and goes on with tables of the old one is quoted for the new line,
        figures of the old one included; and nobody keeps those tables up to date.

    Flags:
        An introduction, above the first table, that announces results of one line or product, and tables below whose
        rows are all on other chips of the same vendor; all of a page are one finding.

    Passes:
        Tables with a row of what is announced; an introduction that names both, or compares.

    Does not judge:
        Rows (section-line and section-platform do); pages without such an introduction (skipped); other vendors'
        systems, which are shown for comparison.
    """
    of_table: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in rows(corpus):
        of_table[row.document.document_id, row.table.name].append(row)
    for document in corpus.documents:
        if not document.tables:
            continue
        said = _introduction(document, corpus.vocabulary)
        if said is None:
            yield Skip(CODE, (document.name,), "not applicable, because no introduction announces systems")
            continue
        tables = {one.name: of_table.get((document.document_id, one.name), []) for one in document.tables}
        others = {name: some for name, some in tables.items() if some and _elsewhere(some, said, corpus.vocabulary)}
        if others and len(others) < sum(map(bool, tables.values())):
            yield _finding(document, said, others)


def _introduction(document: Document, vocabulary: Vocabulary) -> Announced | None:
    """The first sentence above the tables that announces results of known systems."""
    first = min(table.start for table in document.tables)
    for passage in passages(document):
        if passage.start >= first:
            return None
        match = _ANNOUNCES.search(passage.words)
        if match and not _COMPARED.search(passage.words):
            found = _named(passage, vocabulary)
            if found:
                return found
    return None


def _named(passage: Passage, vocabulary: Vocabulary) -> Announced | None:
    lines = [(name, found) for name, one in lines_of(vocabulary).items() if (found := one.search(passage.words))]
    known = [(one.name, one.start, one.end) for one in vocabulary.find(passage.words, "platforms")]
    named = known or [(_member(name, vocabulary), *found.span()) for name, found in lines]
    chips = frozenset(chip(name, vocabulary) for name, _, _ in named) - {""}
    if not chips:
        return None
    _, start, end = named[0]
    return Announced(passage.words[start:end], passage.start + start, passage.start + end, chips)


def _member(line: str, vocabulary: Vocabulary) -> str:
    """Any size of a line: all are made of one chip."""
    return next(
        (one.name for one in vocabulary.entries("platforms") if re.fullmatch(rf"{re.escape(line)}[\s-]*\d+", one.name)),
        "",
    )


def _elsewhere(some: list[Row], said: Announced, vocabulary: Vocabulary) -> bool:
    """Whether all rows of a table are on other chips of the vendor that is announced."""
    made = {chip(row.platform, vocabulary) for row in some}
    vendors = {maker(one, vocabulary) for one in made | said.chips}
    return "" not in made and not made & said.chips and len(vendors) == 1 and "" not in vendors


def _finding(document: Document, said: Announced, others: dict[str, list[Row]]) -> Finding:
    platforms = listed(sorted({row.platform for some in others.values() for row in some}), most=6)
    count = sum(map(len, others.values()))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"the introduction announces results of {said.words}; all rows of {_tables(others)} are on "
        f"other systems: {platforms}",
        arithmetic=f"{count} rows in {len(others)} of {len(document.tables)} tables.",
        comparison=(document.name, *sorted(others)),
        evidence=(quoted(document, said.start, said.end), *_evidence(document, others)),
        likely_wrong_why="the introduction: the tables name their systems themselves",
    )


def _tables(others: dict[str, list[Row]]) -> str:
    return f"table {next(iter(others))}" if len(others) == 1 else f"tables {listed(others)}"


def _evidence(document: Document, others: dict[str, list[Row]]) -> Iterator[Evidence]:
    for some in others.values():
        heading = _heading(document, some[0].table)
        if heading:
            yield quoted(document, *heading)
        first = some[0]
        texts = [one.text for one in first.table.rows[first.number - 1]]
        yield first.evidence(texts.index(first.keys.subject.raw) if first.keys.subject.raw in texts else 0)


def _heading(document: Document, table: Table) -> tuple[int, int] | None:
    """The heading nearest above a table."""
    above = [(one.start, one.end) for one in document.blocks if one.kind == "heading" and one.end <= table.start]
    return max(above, default=None)
