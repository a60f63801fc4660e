"""Strong words of an advantage in sentences that print no figure."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.compared import FACTORS
from checks.lib.statements.passages import Passage, passages, phrase, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
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
NEAR = 250  # characters before a sentence in which its model may be named
MOST = 8  # places that a finding quotes


@check(CODE, version=2, severity="info", since="0.1.0")
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
            yield _finding(parsed, bare, [*_of_what(bare, corpus.vocabulary), *_before(bare, parsed)])
        elif bare:
            yield Skip(CODE, (parsed.document.name,), "not applicable, because the document prints no figures")


def _figured(passage: Passage, parsed: Parsed) -> bool:
    return any(passage.start <= claim.figure.start < passage.end for claim in parsed.claims)


def _of_what(bare: list[tuple[Passage, re.Match[str]]], vocabulary: Vocabulary) -> Iterator[Evidence]:
    """The model that each sentence is about: the one it names, else the last that is named close before it."""
    for passage, _ in bare[:MOST]:
        text, edge = passage.document.text, max(0, passage.start - NEAR)
        named = vocabulary.find(text[edge : passage.end], "workloads")
        yield from (quoted(passage.document, edge + one.start, edge + one.end, "context") for one in named[-1:])


def _before(bare: list[tuple[Passage, re.Match[str]]], parsed: Parsed) -> Iterator[Evidence]:
    """For "an even greater advantage": the last figure before it, than which it is said to be greater."""
    figures = sorted(
        (one for one in parsed.claims if one.figure.kind in FACTORS and not one.chart), key=lambda one: one.figure.start
    )
    for passage, match in bare[:MOST]:
        if match.group().lower().startswith("even "):
            ahead = [one for one in figures if one.figure.end <= passage.start]
            yield from (Evidence.of(one, "context") for one in ahead[-1:])


def _finding(parsed: Parsed, bare: list[tuple[Passage, re.Match[str]]], models: list[Evidence]) -> Finding:
    words = (" ".join(match.group().split()) for _, match in bare)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="info",
        message=f"strong words without a figure: {listed(map(repr, words), most=MOST)}",
        arithmetic="Nothing to compute: no figure stands in the sentence.",
        comparison=(parsed.document.name,),
        evidence=(
            *(phrase(passage, match) for passage, match in bare[:MOST]),
            *{one.start: one for one in models}.values(),
        ),
        likely_wrong_why="nothing is wrong as printed; the figures are missing",
    )
