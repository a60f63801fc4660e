"""Factors about models that the results pages beside them do not show."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from checks.lib.findings.words import listed, said
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.passages import passages, phrase, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary, key
from schemas.statement import Claim, Parsed

CODE = "claim-without-row"
FEWEST = 3  # models of a text that the tables do show
MOST = 0.4  # of a text's models; where more are missing the tables are of something else
KINDS = (*FACTORS, "absolute", "duration")
Claimed = dict[str, list[Claim]]
SHOWN = 5  # places beside the claims that a finding quotes
_PROMISE = re.compile(
    r"\bpublish\w*\b[^.]{0,60}\b(?:data|results|numbers|figures)\b[^.]{0,60}"
    r"\b(?:tabular|tables?|results page|website)\b",
    re.IGNORECASE,
)


@check(CODE, version=2, severity="low", since="0.1.0")
def claim_without_row(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A model for which a text claims a result stands in the same vendor's results tables, where the others stand.

    Why:
        A vendor that prints tables for all its models but the one with the largest factor leaves that factor without
        a source; or the row was withdrawn, and the text goes on being quoted.

    Flags:
        Models with a factor or value of one vendor's systems in a text, of which no results table of that vendor's
        systems in the other documents has a row, where the tables have rows of three or more other models of the text
        and of most of them; all of a text are one finding.

    Passes:
        A row of any size, variant, system or task of the model.

    Does not judge:
        Texts of whose models the tables show few (skipped); what the rows say, which has its own checks.
    """
    shown = _shown(corpus)
    for parsed in corpus.parsed:
        for vendor, claims in sorted(_claimed(parsed.claims, corpus.vocabulary).items()):
            elsewhere = {name for document, name in shown[vendor] if document != parsed.document.document_id}
            missing = {name: some for name, some in claims.items() if not _has(elsewhere, name)}
            found = len(claims) - len(missing)
            if not missing or not elsewhere:
                continue
            if found < FEWEST or len(missing) > MOST * len(claims):
                reason = "unchecked, because the tables show few models of the text"
                yield Skip(CODE, (parsed.document.name, vendor), reason)
                continue
            beside = (*_promised(parsed), *_tables(missing, vendor, parsed.document, corpus))
            yield _finding(parsed.document.name, vendor, missing, found, beside)


def _vendor(platform: str, vocabulary: Vocabulary) -> str:
    entry = vocabulary.get("platforms", platform) if platform else None
    return entry.text("vendor") if entry else ""


def _shown(corpus: Corpus) -> dict[str, set[tuple[str, str]]]:
    """Document and model of every row with a figure, by vendor of the system."""
    rows: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for one in corpus.measurements:
        if one.figure and one.workload:
            rows[_vendor(one.subject.name, corpus.vocabulary)].add((one.document_id, key(one.workload)))
    return rows


def _claimed(claims: tuple[Claim, ...], vocabulary: Vocabulary) -> dict[str, Claimed]:
    """Claims outside charts by vendor of the subject and by model; the models are the vocabulary's, never guesses."""
    found: dict[str, Claimed] = defaultdict(lambda: defaultdict(list))
    for one in claims:
        known = one.workload and vocabulary.get("workloads", one.workload)
        if known and one.figure.kind in KINDS and one.metric != "price" and not one.chart:
            found[_vendor(one.subject.name, vocabulary)][one.workload].append(one)
    found.pop("", None)
    return found


def _has(rows: set[str], name: str) -> bool:
    """Whether a row is of a model, its family or one of its sizes."""
    mine = key(name)
    return any(one.startswith(mine) or mine.startswith(one) for one in rows)


def _promised(parsed: Parsed) -> Iterator[Evidence]:
    """Where the text says that its results are published in tables."""
    matches = ((passage, _PROMISE.search(passage.words)) for passage in passages(parsed.document))
    yield from islice((phrase(passage, match, "context") for passage, match in matches if match), 1)


def _tables(missing: Claimed, vendor: str, document: Document, corpus: Corpus) -> Iterator[Evidence]:
    """The headings of the tables in which the rows would stand: of the same vendor's systems and the same task."""
    tasks = {claim.task for claims in missing.values() for claim in claims}
    wanted = {
        (one.document_id, one.table)
        for one in corpus.measurements
        if one.task in tasks and _vendor(one.subject.name, corpus.vocabulary) == vendor
    }
    for other in corpus.documents:
        for table in other.tables:
            if (other.document_id, table.name) in wanted and other.document_id != document.document_id:
                yield from _heading(other, table)


def _heading(document: Document, table: Table) -> Iterator[Evidence]:
    """The nearest block above a table that is its title."""
    above = [one for one in document.blocks if one.end <= table.start]
    titled = (one for one in reversed(above) if document.text[one.start : one.end].strip() == table.title)
    yield from islice((quoted(document, one.start, one.end, "context") for one in titled), 1)


def _finding(document: str, vendor: str, missing: Claimed, found: int, beside: tuple[Evidence, ...]) -> Finding:
    told = listed((f"{name} {listed(said(one.figure) for one in claims)}" for name, claims in missing.items()), most=5)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"no results table of {vendor} systems has a row of {told}",
        arithmetic=f"The tables have rows of {found} of the {found + len(missing)} models of the text.",
        comparison=(document, vendor, *sorted(missing)),
        evidence=(*(Evidence.of(one) for claims in missing.values() for one in claims), *beside[:SHOWN]),
        likely_wrong_why="the figure may be right; nothing that is published stands behind it",
    )
