"""Baselines that are named by a class only."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, topic
from checks.lib.language.two_products import title_of
from checks.lib.statements.compared import FACTORS, compared, supporting
from checks.lib.statements.passages import part
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.names import Entry
from schemas.statement import Claim

CODE = "unnamed-baseline"
_OVER = r"than|over|versus|vs\.?|against|compared (?:to|with)|relative to|outperforms?|beats?|exceeds?"


@check(CODE, version=2, severity="medium", since="0.1.0")
def unnamed_baseline(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor names the product that it is over.

    Why:
        "The latest GPU" is another product each year and from each vendor. Nobody can repeat the measurement or tell
        whether two such factors share a baseline.

    Flags:
        Factors over a baseline that the vocabulary knows as unnamed ("latest GPU": medium) or as a class only ("GPU",
        "CPU": low), once for all documents together, every claim as evidence.

    Passes:
        A product's name; "the GPU" where the document names a product of that class, which neither its title nor the
        claim praises; a class that the sentence does not compare with: "1,000 GPUs", "per GPU".

    Does not judge:
        "The previous generation" and its like, which name a product by its line; factors without any baseline.
    """
    groups: dict[str, list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        entry = corpus.vocabulary.get("platforms", claim.baseline.name)
        if claim.figure.kind not in FACTORS or entry is None:
            continue
        if not entry.flag("unnamed") and (not _compared(claim, entry) or _names_one(claim, entry, corpus)):
            continue
        if entry.text("kind") and (entry.flag("unnamed") or entry.flag("generic")):
            groups[entry.name].append(claim)
        elif entry.flag("unnamed"):
            yield Skip(CODE, (claim.document, entry.name), "not applicable, because the line of products names it")
    for name, claims in sorted(groups.items()):
        entry = corpus.vocabulary.get("platforms", name)
        if entry:
            yield _finding(entry, claims, corpus)


def _names_one(claim: Claim, entry: Entry, corpus: Corpus) -> bool:
    """Whether the claim's document names a product of a class besides those of its title and the claim's subject."""
    document = next(one for one in corpus.documents if one.document_id == claim.document_id)
    own = {claim.subject.name, *(one.name for one in corpus.vocabulary.find(title_of(document), "platforms"))}
    found = (corpus.vocabulary.get("platforms", one.name) for one in corpus.vocabulary.find(document.text, "platforms"))
    return any(
        one.text("kind") == entry.text("kind")
        and not (one.flag("generic") or one.flag("unnamed"))
        and not any(corpus.vocabulary.related(one.name, each) for each in own if each)
        for one in found
        if one
    )


def _compared(claim: Claim, entry: Entry) -> bool:
    """Whether the claim's sentence compares with the class: not "needs much CPU RAM", "14x per GPU", "of that GPU"."""
    said = rf"\b(?:{_OVER})\s(?:(?!per\b)[\w'’-]+\s){{0,6}}?(?<!\d\s){re.escape(entry.name)}"
    return bool(re.search(said, claim.context, re.IGNORECASE))


def _finding(entry: Entry, claims: list[Claim], corpus: Corpus) -> Finding:
    level: Severity = "medium" if entry.flag("unnamed") else "low"
    about = listed((f"{topic(claim)} {said(claim.figure)}" for claim in claims), most=8)
    documents = len({claim.document_id for claim in claims})
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity=level,
        message=f"the baseline {entry.name!r} is never identified (vendor, model, memory): {about}",
        arithmetic=f"{len(claims)} factors in {documents} documents are over a baseline that cannot be looked up.",
        comparison=(entry.name,),
        evidence=(*(Evidence.of(claim) for claim in claims), *_lines(entry.name, corpus)),
        likely_wrong_why="nothing is wrong as printed; the baseline cannot be checked",
    )


def _lines(name: str, corpus: Corpus) -> Iterator[Evidence]:
    """The note lines that describe the unnamed machine, and the rest of what the charts state of it."""
    for one in compared(corpus):
        if one.baseline.name == name:
            line = one.note(one.baseline, corpus.vocabulary)
            yield from [part(one.document, line)] if line else supporting(one.stated(one.baseline, "system_count"))
