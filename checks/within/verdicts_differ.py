"""A document that calls one thing slower and, elsewhere, ahead."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Parsed

CODE = "verdicts-differ"
# Words of the whole, without a figure: a figure in the sentence ties it to one workload, which may differ from others.
_BEHIND = re.compile(
    r"\bperformance disadvantages?\b|\bsacrific\w+ (?:\w+ ){0,3}(?:on )?performance\b|"
    r"\bnot (?:the )?top of the charts?\b|"
    r"\b(?:is|are)(?:n[’']t| not) (?:necessarily )?(?:the (?:best|fastest)|huge (?:gains|improvements))\b|"
    r"\bbehind in (?:raw |pure )?performance\b|\bslower overall\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\bwell ahead of\b|\b(?:precise|precisely the same|exactly the same|identical|equal|same|matching|matches the) "
    r"performance\b|\bmatching (?:\w+ )?performance\b|\bacross[- ]the[- ]board\b|\bthe fastest\b|\boutperform\w*\b",
    re.IGNORECASE,
)
_DENIED = re.compile(
    r"(?:\b(?:without|not|no|never|nor|instead of|rather than|one of|among|some of)\b|n['’]t\b)(?:\s[\w-]+){0,3}?\s*$",
    re.IGNORECASE,
)
Said = list[tuple[Passage, re.Match[str]]]


@check(CODE, version=2, severity="low", since="0.1.0")
def verdicts_differ(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A document comes to one verdict on how its subject compares in performance.

    Why:
        "A little slower at half the price" and "the same performance at half the price" are two stories. A reader who
        meets one of them quotes it, and the figures support one only.

    Flags:
        Documents about one vendor's systems against others' that concede a disadvantage in performance in general
        words in one sentence and claim the same performance, or the lead, in another; one finding a document.

    Passes:
        A concession for one workload with its figure; one verdict throughout; what is denied ("without sacrificing
        performance"); "one of the fastest", which others may be ahead of.

    Does not judge:
        Sentences that name a workload or print a figure (same-comparison does); documents without factors or values
        (skipped); who is speaking.
    """
    for parsed in corpus.parsed:
        behind, ahead = (_said(parsed, words, corpus.vocabulary) for words in (_BEHIND, _AHEAD))
        if behind and ahead and not parsed.claims:
            yield Skip(CODE, (parsed.document.name,), "not applicable, because it prints no figures")
        elif behind and ahead:
            yield _finding(parsed, behind, ahead)


def _said(parsed: Parsed, words: re.Pattern[str], vocabulary: Vocabulary) -> Said:
    found = [(one, match) for one in passages(parsed.document) for match in words.finditer(one.words)]
    found = [(one, match) for one, match in found if not _DENIED.search(one.words[: match.start()])]
    return [(one, match) for one, match in found if not vocabulary.find(one.words, "workloads")]


def _finding(parsed: Parsed, behind: Said, ahead: Said) -> Finding:
    slower, faster = (listed((repr(match.group()) for _, match in one), most=3) for one in (behind, ahead))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"the text concedes a disadvantage in performance ({slower}) and claims the contrary ({faster})",
        arithmetic="No sum: both are said in general words, and the figures can support one of them.",
        comparison=(parsed.document.name,),
        evidence=tuple(phrase(passage, match) for passage, match in (*behind, *ahead)),
        likely_wrong_why="it cannot be told from the words; the figures have to be asked",
    )
