"""Settings in a table that are abbreviated and nowhere explained."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.rows import cell, header
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip

CODE = "abbreviation-unsaid"
COLUMNS = ("variant", "workload")
ENOUGH = 2  # rows that use it
MOST = 3  # cells that a finding quotes
_SHORT = re.compile(r"(?<![\w.-])(?P<short>[bcdfghjklmnpqrstvwxz]{2,4})\s(?=\d+(?:[,;)\s]|$))")
# What every reader of such tables knows.
_KNOWN = frozenset(
    "bs sl ph px ms ns kb mb gb tb nm mm cm km hz mhz ghz khz fps qps rps tps vs fp bf lr hr hrs ft db pts pct th tg "
    "pp".split()
)


@check(CODE, version=1, severity="low", since="0.1.0")
def abbreviation_unsaid(corpus: Corpus) -> Iterator[Finding | Skip]:
    """An abbreviated setting in a table is written out once in the document.

    Why:
        "bps 5" may be batches per step, boxes per sample or a rate of bits. Rows that differ in nothing else cannot be
        run again by anybody who was not there.

    Flags:
        Lower-case abbreviations of consonants before a number in cells of models and variants, in two rows or more with
        different numbers, that the document uses nowhere else; all of a document are one finding.

    Passes:
        Abbreviations that the running text, a note or a header prints too; "bs 8", "SL 384", "lr 3".

    Does not judge:
        Abbreviations of one row (skipped); capitals, which are names.
    """
    for document in corpus.documents:
        found: dict[str, list[Evidence]] = defaultdict(list)
        for table in document.tables:
            for short, place in _cells(document, table, corpus):
                found[short].append(place)
        several = {short: places for short, places in found.items() if len({one.quote for one in places}) >= ENOUGH}
        bare = {short: places for short, places in several.items() if not _explained(short, document)}
        if bare:
            yield _finding(document, bare)
        elif found and not several:
            yield Skip(CODE, (document.name, *sorted(found)), "not applicable, because one row uses it")


def _cells(document: Document, table: Table, corpus: Corpus) -> Iterator[tuple[str, Evidence]]:
    for index, column in enumerate(table.columns):
        if header(column.text, corpus.vocabulary)[0] in COLUMNS:
            for number, row in enumerate(table.rows, 1):
                for match in _SHORT.finditer(row[index].text):
                    if match["short"] not in _KNOWN:
                        yield match["short"], cell(document, table, number, index)


def _explained(short: str, document: Document) -> bool:
    """Whether the document prints it outside of the rows of its tables."""
    word = re.compile(rf"\b{short}\b", re.IGNORECASE)
    heads = (one.text for table in document.tables for one in table.columns)
    spans = [(block.start, block.end) for block in document.blocks]
    spans += [note for table in document.tables for note in table.footnotes]
    return any(map(word.search, heads)) or any(word.search(document.text, start, end) for start, end in spans)


def _finding(document: Document, bare: dict[str, list[Evidence]]) -> Finding:
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"settings abbreviated and nowhere explained: {listed(map(repr, sorted(bare)))}",
        arithmetic="; ".join(f"{short!r} stands in {len(places)} rows" for short, places in sorted(bare.items())) + ".",
        comparison=(document.name, *sorted(bare)),
        evidence=tuple(
            item
            for _, places in sorted(bare.items())
            for item in list({one.quote: one for one in reversed(places)}.values())[::-1][:MOST]
        ),
        likely_wrong_why="nothing is wrong as printed; what the setting is, is not said",
    )
