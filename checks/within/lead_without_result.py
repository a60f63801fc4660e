"""A lead over a named rival in a document that prints no result of the rival."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.machines.made_of import maker
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Parsed, Side

CODE = "lead-without-result"
KINDS = (*FACTORS, "absolute", "duration")
_LEAD = re.compile(
    r"\b(?:(?:well|far|way|clearly|significantly)\s+)?(?:ahead of|outperform(?:s|ed|ing)?|beat(?:s|ing)?|"
    r"surpass(?:es|ed|ing)?|outpac(?:es|ed|ing)|(?:faster|better|quicker|more efficient) than|superior to)\b",
    re.IGNORECASE,
)
_ARTICLES = re.compile(r"\s*(?:(?:the|an?|any|all|other|current|latest|existing)\s+)*", re.IGNORECASE)
_PERFORMANCE = re.compile(
    r"\b(?:perf\w*|performance|throughput|latency|speed|fast\w*|training|inference|outperform\w*|efficien\w+)\b",
    re.IGNORECASE,
)
Lead = tuple[Passage, re.Match[str]]


@check(CODE, version=1, severity="low", since="0.1.0")
def lead_without_result(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A document that claims a lead over a rival prints a result of the rival, or a factor over it.

    Why:
        "Well ahead of X in performance per dollar" beside one's own minutes alone reads as if they had been compared.
        Without a minute of X neither the ratio nor the lead can be formed.

    Flags:
        A sentence that puts its subject ahead of a known vendor, or of its product, in performance,
        in a document that prints results of its own and none of that vendor's; one finding for each vendor.

    Passes:
        A factor over a product of that vendor, a time or a rate of it, or a row of a table, anywhere in the document.

    Does not judge:
        Vendors and products that the vocabulary does not know; documents that print no results at all (skipped).
    """
    for parsed in corpus.parsed:
        leads: dict[str, list[Lead]] = {}
        for passage in passages(parsed.document):
            for vendor, match in _leads(passage, corpus.vocabulary):
                leads.setdefault(vendor, []).append((passage, match))
        if not leads:
            continue
        if not parsed.measurements and not any(one.figure.kind in KINDS for one in parsed.claims):
            yield Skip(CODE, (parsed.document.name,), "not applicable, because it prints no results")
            continue
        shown = _shown(parsed, corpus.vocabulary)
        yield from (_finding(parsed, vendor, some) for vendor, some in sorted(leads.items()) if vendor not in shown)


def _leads(passage: Passage, vocabulary: Vocabulary) -> Iterator[tuple[str, re.Match[str]]]:
    """The vendors that a sentence says it is ahead of."""
    if not _LEAD.search(passage.words) or not _PERFORMANCE.search(passage.words):
        return
    named = {one.start: maker(one.name, vocabulary) for one in vocabulary.find(passage.words, "platforms")}
    for match in _LEAD.finditer(passage.words):
        articles = _ARTICLES.match(passage.words, match.end())
        at = articles.end() if articles else match.end()
        vendor = named.get(at) or _called(passage.words[at:], vocabulary)
        if vendor:
            yield vendor, match


def _called(words: str, vocabulary: Vocabulary) -> str:
    """The vendor that some words begin with."""
    names = sorted({one.text("vendor") for one in vocabulary.entries("platforms")} - {""})
    return next((name for name in names if re.match(rf"{re.escape(name)}\b", words, re.IGNORECASE)), "")


def _shown(parsed: Parsed, vocabulary: Vocabulary) -> set[str]:
    """The vendors of which a document prints a result of performance, or over which it prints a factor."""
    sides: list[Side] = [one.subject for one in parsed.measurements]
    for claim in parsed.claims:
        if claim.figure.kind in KINDS and claim.metric != "price":
            sides += [claim.subject, claim.baseline]

    return {maker(one.name, vocabulary) for one in sides if one.name}


def _finding(parsed: Parsed, vendor: str, leads: list[Lead]) -> Finding:
    words = listed((repr(" ".join(match.group().split())) for _, match in leads), most=3)
    own = sum(one.figure.kind in KINDS and one.metric != "price" for one in parsed.claims) + len(parsed.measurements)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"a lead over {vendor} is claimed ({words}), and no result of {vendor} is printed",
        arithmetic=f"{own} results are printed, none of them of {vendor}.",
        comparison=(parsed.document.name, vendor),
        evidence=tuple(phrase(passage, match) for passage, match in leads),
        likely_wrong_why="nothing is wrong as printed; the other side of the comparison is missing",
    )
