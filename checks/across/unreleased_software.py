"""Results measured on a release that the text says is out today."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim

CODE = "unreleased-software"
MOST = 3  # settings that a finding quotes
_TODAY = re.compile(
    r"\b(?P<name>[A-Z][\w-]+ (?:[A-Z][\w-]+ )?)v?(?P<version>\d+\.\d+(?:\.\d+)?)\b[^.;\d]{0,40}"
    r"\b(?:(?:released|launched|launching|available|out|published) today|releas(?:es|ing) today)\b|"
    r"\b(?:today,? we(?:['’]re| are)? (?:releas|launch|announc)\w*)\s(?P<other>(?:[A-Z][\w-]+ ){1,3})"
    r"v?(?P<second>\d+\.\d+(?:\.\d+)?)\b"
)


@check(CODE, version=1, severity="low", since="0.1.0")
def unreleased_software(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Results are measured on software that others could have run at the time.

    Why:
        A release that is "out today" was not out when today's results were measured. They are of a build that nobody
        else had, and the baseline's published figures are of one that everybody had.

    Flags:
        A sentence that says that a version is released today, where the conditions of results in these documents name
        that version; one finding a sentence.

    Passes:
        Earlier versions; a release without a version; plans ("will be released").

    Does not judge:
        Whether the released build is the one that was measured; versions that no result names (skipped).
    """
    settings = [claim for claim in corpus.claims if claim.metric == "sdk_version"]
    for document in corpus.documents:
        for passage in passages(document):
            match = _TODAY.search(passage.words)
            if match is None:
                continue
            version = match["version"] or match["second"]
            measured = [one for one in settings if _same(one.quote, version) and not _inside(one, passage)]
            if measured:
                yield _finding(passage, match, version, measured)
            else:
                yield Skip(CODE, (document.name, version), "not applicable, because no result names the version")


def _inside(claim: Claim, passage: Passage) -> bool:
    here = claim.document_id == passage.document.document_id
    return here and passage.start <= claim.figure.start < passage.end


def _same(printed: str, version: str) -> bool:
    """Whether a setting prints a version, with or without its last zero: "SDK 1.4.0" is 1.4."""
    found = re.search(r"\d+(?:\.\d+)+", printed)
    return found is not None and found[0].removesuffix(".0") == version.removesuffix(".0")


def _finding(passage: Passage, match: re.Match[str], version: str, measured: list[Claim]) -> Finding:
    name = (match["name"] or match["other"]).strip()
    places = {claim.chart or str(claim.context_start): claim for claim in reversed(measured)}
    shown = list(places.values())[::-1]
    where = listed(sorted({claim.document for claim in measured}), most=2)
    return Finding(
        check=CODE,
        verdict="compatible_not_implied",
        severity="low",
        message=f"{name} {version} is said to be released today; the results in {where} were measured on it before",
        arithmetic=f"{len(places)} results name {version}.",
        comparison=(passage.document.name, name, version),
        evidence=(phrase(passage, match), *(Evidence.of(claim) for claim in shown[:MOST])),
        likely_wrong_why="nothing is wrong as printed; the build that was measured may not be the one released",
    )
