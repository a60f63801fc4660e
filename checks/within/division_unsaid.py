"""Results of a benchmark with two divisions that do not say of which one they are."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, topic
from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Claim, Parsed

CODE = "division-unsaid"
KINDS = ("duration", "absolute")
_BENCHMARK = re.compile(r"\bMLPerf\b", re.IGNORECASE)
_BOTH = re.compile(
    r"\b(?:open\s+and\s+(?:the\s+)?closed|closed\s+and\s+(?:the\s+)?open)\s+"
    r"(?:divisions?|sets?|categor\w+|tracks?|submissions?|results?|rounds?)\b",
    re.IGNORECASE,
)
_ONE = re.compile(r"\b(?:open|closed)\b(?!\s+and\b)(?!\s+source)", re.IGNORECASE)


@check(CODE, version=1, severity="low", since="0.1.0")
def division_unsaid(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A document with results of both divisions of MLPerf says of which division each result is.

    Why:
        The closed division fixes the model and its training, the open one does not. A result of the open division is
        usually the better one, and the benchmark's own rules forbid to hold it against closed ones.

    Flags:
        Times and rates in a document that says that results were submitted in both divisions, none of which names one;
        one finding a document.

    Passes:
        Results whose sentence or table row names the division; documents about one division.

    Does not judge:
        Documents without times or rates (skipped); factors, which may be of either.
    """
    for parsed in corpus.parsed:
        if not _BENCHMARK.search(parsed.document.text):
            continue
        every = list(passages(parsed.document))
        both = next(((one, match) for one in every if (match := _BOTH.search(one.words))), None)
        if both is None:
            continue
        results = [claim for claim in parsed.claims if claim.figure.kind in KINDS and claim.workload]
        if not results:
            yield Skip(CODE, (parsed.document.name,), "not applicable, because it prints no times or rates")
        elif not any(_divided(one, parsed) for one in results):
            yield _finding(parsed, results, *both)


def _divided(claim: Claim, parsed: Parsed) -> bool:
    """Whether a result, or the heading over it, names its division."""
    heads = [one for one in parsed.document.blocks if one.kind == "heading" and one.end <= claim.figure.start]
    heading = parsed.document.text[heads[-1].start : heads[-1].end] if heads else ""
    stated = claim.subject.condition("division")
    return bool(stated or _ONE.search(claim.context) or _ONE.search(heading))


def _finding(parsed: Parsed, results: list[Claim], passage: Passage, match: re.Match[str]) -> Finding:
    told = listed((f"{topic(one)} {said(one.figure)}" for one in results), most=4)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"results of both divisions exist ({match.group()!r}); of which one these are is not said: {told}",
        arithmetic=f"{len(results)} results, none with its division.",
        comparison=(parsed.document.name, *sorted({topic(one) for one in results})),
        evidence=(*(Evidence.of(one) for one in results), phrase(passage, match, "supporting")),
        likely_wrong_why="nothing is wrong as printed; the division is missing",
    )
