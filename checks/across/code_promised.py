"""All code and data promised, and results on data that nobody else has."""

import re
from collections.abc import Iterator
from functools import cache

from checks.lib.findings.words import listed
from checks.lib.statements.passages import Passage, passages, phrase, quoted
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary

CODE = "code-promised"
MOST = 3  # rows that a finding quotes
_PROMISE = re.compile(
    r"\b(?:code|scripts?|sources?)\b[^.;]{0,40}\b(?:all|every|each)\b(?: of)?[^.;]{0,40}"
    r"\b(?:benchmarks?|results?|experiments?|measurements?|models?|numbers|figures)\b[^.;]{0,90}"
    r"\b(?:available|open[- ]source\w*|published|public(?:ly)?|github|reproduc\w+)\b|"
    r"\b(?:all|every|each)\b[^.;]{0,40}\b(?:benchmarks?|results?|experiments?|measurements?|numbers|figures)\b"
    r"[^.;]{0,60}\b(?:can be reproduced|is reproducible|are reproducible|reproducible with)\b",
    re.IGNORECASE,
)
_CLOSED = re.compile(
    r"\b(?:proprietary|confidential|in-house|customer(?:['’]s)? (?:data\w*|workload|model)|"
    r"(?:internal|private) (?:data ?sets?|data|workload|model)|workload used by)\b",
    re.IGNORECASE,
)


@check(CODE, version=1, severity="low", since="0.1.0")
def code_promised(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A text that says the code of all its results is public has no result on data or a model that is not.

    Why:
        "Code for all our benchmarks is on GitHub" is why a reader trusts the factors. One of them was measured on a
        customer's data, and nobody can run it.

    Flags:
        A sentence that promises the code of all results, beside results rows whose data set is proprietary or a
        customer's, and notes and sentences that say so of a model, where the text names the model; one finding a text.

    Passes:
        A promise of "most" or "selected" results; private data of models that the text does not name.

    Does not judge:
        Whether the code is where it is said to be; texts without such data beside them (skipped).
    """
    closed_rows = [row for row in rows(corpus) if _CLOSED.search(row.condition("dataset"))]
    said = cache(lambda: tuple(_closed(corpus)))  # every text is read once, and only where somebody promises
    for parsed in corpus.parsed:
        promises = [
            (one, match) for one in passages(parsed.document) if (match := _PROMISE.search(" ".join(one.words.split())))
        ]
        if not promises:
            continue
        named = {found.name for found in corpus.vocabulary.find(parsed.document.text, "workloads")}
        mine = [row for row in closed_rows if row.workload in named]
        notes = [(name, item) for name, item in said() if name in named]
        if mine or notes:
            yield _finding(promises[0][0], mine, notes, corpus.vocabulary)
        else:
            yield Skip(CODE, (parsed.document.name,), "not applicable, because nothing is said to be private")


def _closed(corpus: Corpus) -> Iterator[tuple[str, Evidence]]:
    """Sentences and notes that say that the data or workload of a model is private, with the model."""
    for document in corpus.documents:
        for passage in passages(document):
            match = _CLOSED.search(passage.words)
            models = {found.name for found in corpus.vocabulary.find(passage.words, "workloads")} if match else set()
            yield from ((name, phrase(passage, match)) for name in sorted(models) if match)


def _finding(promise: Passage, mine: list[Row], notes: list[tuple[str, Evidence]], vocabulary: Vocabulary) -> Finding:
    models = listed(sorted({row.workload for row in mine} | {name for name, _ in notes}))
    words = listed((repr(one.quote) for _, one in notes), most=3) or repr(mine[0].condition("dataset"))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"the code of all results is said to be public; {models} was run on what is not ({words})",
        arithmetic="Nothing to compute: without the data the figure cannot be measured again.",
        comparison=(promise.document.name, models),
        evidence=(
            quoted(promise.document, promise.start, promise.end),
            *(one for _, one in notes[:MOST]),
            *(row.key_cell("dataset", vocabulary) for row in mine[:MOST]),
        ),
        likely_wrong_why="the promise: it does not hold for this result",
    )
