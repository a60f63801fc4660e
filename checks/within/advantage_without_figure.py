"""Strong words of an advantage in sentences that print no figure."""

import re
from collections.abc import Iterator

from checks.lib.passages import Passage, passages, phrase
from checks.lib.words import listed
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.statement import Parsed

CODE = "advantage-without-figure"
_STRONG = re.compile(
    r"\b(?:dramatic\w*|huge\w*|massive\w*|significant\w*|vast(?:ly)?|stellar|outstanding|unprecedented|unmatched|"
    r"unrivall?ed|remarkabl\w+|superior|state[- ]of[- ]the[- ]art|an? order of magnitude|orders of magnitude|"
    r"far (?:better|faster|higher|superior)|much (?:faster|better|higher)|even (?:greater|more))\s+"
    r"(?:or greater\s+|more\s+|in\s+|on\s+)?(?:[\w$/.,-]+\s+){0,4}?"
    r"(?:performance|advantages?|gains?|results?|throughput|speed-?ups?|faster|efficien\w+|perf/\$|outperform\w*|"
    r"improvements?|leader\w*)\b|\b(?:perf\w*|performance)\W(?:\w+\W){0,12}?an order of magnitude\b",
    re.IGNORECASE,
)
MOST = 8  # places that a finding quotes


@check(CODE, version=1, severity="info", since="0.1.0")
def advantage_without_figure(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A sentence that claims a great advantage prints how great it is, or what it is over.

    Why:
        "A dramatic advantage" is remembered like a figure and can be held against nothing.

    Flags:
        Sentences with strong words of an advantage in performance or price ("dramatic", "huge", "state of the art",
        "an order of magnitude") and no claim of a figure; all of a document are one finding.

    Passes:
        The same words in a sentence that prints a figure.

    Does not judge:
        Plain words ("faster"); figures in the sentence before or behind; documents with no figure at all (skipped).
    """
    for parsed in corpus.parsed:
        found = [(one, match) for one in passages(parsed.document) for match in _STRONG.finditer(one.words)]
        bare = [(one, match) for one, match in found if not _figured(one, parsed)]
        if bare and parsed.claims:
            yield _finding(parsed, bare)
        elif bare:
            yield Skip(CODE, (parsed.document.name,), "not applicable, because the document prints no figures")


def _figured(passage: Passage, parsed: Parsed) -> bool:
    return any(passage.start <= claim.figure.start < passage.end for claim in parsed.claims)


def _finding(parsed: Parsed, bare: list[tuple[Passage, re.Match[str]]]) -> Finding:
    words = (" ".join(match.group().split()) for _, match in bare)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="info",
        message=f"strong words without a figure: {listed(map(repr, words), most=MOST)}",
        arithmetic="Nothing to compute: no figure stands in the sentence.",
        comparison=(parsed.document.name,),
        evidence=tuple(phrase(passage, match) for passage, match in bare[:MOST]),
        likely_wrong_why="nothing is wrong as printed; the figures are missing",
    )
