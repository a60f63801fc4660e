"""Headlines that claim more than was measured."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import islice

from checks.lib.findings.words import listed, said, topic
from checks.lib.machines.made_of import chips, parts_of
from checks.lib.statements.compared import ECHOES, FACTORS, Compared, charts
from checks.lib.statements.passages import Passage, part, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import short
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed

CODE = "headline-wider"
_ALL = re.compile(
    r"\bacross the board\b|\bin (?:every|all|each) (?:single )?(?:case|configuration|test|benchmark|workload|model|"
    r"scenario|setting|category)\w*|\bat (?:any|every) \w+(?: size| length| count)?\b|\bon every (?:benchmark|workload|"
    r"model|test)\b|\bwithout exception\b|\bevery (?:benchmark|workload|model|test) we\b|\bacross all (?:\w+ )?"
    r"(?:benchmarks|workloads|models|tests|configurations|tasks)\b",
    re.IGNORECASE,
)
_BETTER = re.compile(
    r"\b(?:outperform\w*|faster|higher|better|beats?|exceed\w*|surpass\w*|improv\w+|advantage|leads?|jumps?|gains?|wins?)\b",
    re.IGNORECASE,
)


_DENIED = re.compile(r"(?:\b(?:not|never|no|nor|hardly|rarely|neither)\b|n['’]t\b)[^.;]{0,30}$", re.IGNORECASE)
Charts = dict[tuple[str, str], Compared]
BESIDE = 5  # places beside the factors that a finding quotes
_CHOICE = re.compile(
    r"\b(?:we(?:['’]ve| have)?|has|have) (?:chosen|selected|picked|chose|focus(?:ed)? on)\b[^.]{0,80}?"
    r"\b(?:models|workloads|benchmarks|applications|queries)\b",
    re.IGNORECASE,
)
BESIDE_CHARS = 600  # how far from "at any batch size" the figures of its sweep may stand


@dataclass(frozen=True, slots=True)
class Headline:
    """A sentence that claims something of all cases; the machines are "" where it names none."""

    passage: Passage
    scope: re.Match[str]
    subject: str
    baseline: str


@check(CODE, version=3, severity="high", since="0.1.0")
def headline_wider(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A sentence that claims an advantage in all cases stands on measurements of all of them.

    Why:
        "Across the board" is what a reader keeps. It is checked least, because it holds no figure.

    Flags:
        An advantage over a system, where every factor of the same machine is over a single part of that system: high,
        with each factor divided by the number of parts, when one of them falls below one. Otherwise low: an advantage
        "across the board" or "at any batch size" beside figures for a few workloads or none.

    Passes:
        Sentences of another subject than performance; "does not hold in every case"; "in all cases" beside
        figures for more than five workloads.

    Does not judge:
        Advantages without a word of scope; "42% faster at every batch size", which tells its figure itself
        (skipped); whether unpublished measurements exist.
    """
    drawn = charts(corpus)
    mine: dict[str, list[Claim]] = defaultdict(list)
    for one in drawn.values():
        if len(mine[one.subject.name]) < ECHOES:
            mine[one.subject.name].append(one.headline)
    for parsed in corpus.parsed:
        for headline in _headlines(parsed, corpus.vocabulary):
            parts = _over_parts(headline, mine[headline.subject], corpus.vocabulary)
            claims = _factors(parsed, headline)
            workloads = {claim.workload for claim in claims if claim.workload}
            if parts:
                yield _of_system(headline, parts, drawn, corpus.vocabulary, list(_chosen(parsed)))
            elif _of_sweep(parsed, headline):
                yield Skip(
                    CODE, (parsed.document.name, headline.scope.group()), "unchecked, because it says by how much"
                )
            elif len(workloads) <= 5:
                beside = [*_swept(headline, workloads, drawn), *_chosen(parsed)]
                yield _of_few(headline, claims, len(workloads), beside[:BESIDE])
            else:
                yield Skip(CODE, (parsed.document.name, headline.scope.group()), "unchecked, because many are measured")


def _headlines(parsed: Parsed, vocabulary: Vocabulary) -> Iterator[Headline]:
    for passage in passages(parsed.document):
        scope = _ALL.search(passage.words)
        if (
            scope
            and not _DENIED.search(passage.words[: scope.start()])
            and _BETTER.search(passage.words)
            and vocabulary.find(passage.words, "metrics")
        ):
            named = [name.name for name in vocabulary.find(passage.words, "platforms")]
            yield Headline(passage, scope, *[*named, "", ""][:2])


def _factors(parsed: Parsed, headline: Headline) -> list[Claim]:
    """Factors that may bear the headline out: of its machine, else all; beside it when it is about one sweep."""
    claims = [claim for claim in parsed.claims if claim.figure.kind in FACTORS]
    if headline.scope.group().lower().startswith("at "):
        return [claim for claim in claims if abs(claim.figure.start - headline.passage.start) <= BESIDE_CHARS]
    return [claim for claim in claims if claim.subject.name == headline.subject] or claims


def _of_sweep(parsed: Parsed, headline: Headline) -> bool:
    """Whether a sentence says of all steps of a sweep by how much: that is a result, and no headline over others."""
    one = headline.passage
    figures = (claim.figure.start for claim in parsed.claims if claim.figure.kind in FACTORS)
    return headline.scope.group().lower().startswith("at ") and any(one.start <= at < one.end for at in figures)


def _over_parts(headline: Headline, mine: list[Claim], vocabulary: Vocabulary) -> list[Claim]:
    """Factors of the same machine, all over a part of the system in the headline; [] when one is over the system."""
    parts = parts_of(headline.baseline, vocabulary)
    whole = any(vocabulary.related(claim.baseline.name, headline.baseline) for claim in mine)
    found = [c for c in mine if any(vocabulary.related(c.baseline.name, piece) for piece in parts)]
    return [] if whole or not parts else [claim for claim in found if claim.figure.kind == "ratio"]


def _chosen(parsed: Parsed) -> Iterator[Evidence]:
    """Where the text says itself that its workloads are a choice."""
    matches = ((passage, _CHOICE.search(passage.words)) for passage in passages(parsed.document))
    yield from islice((phrase(passage, match, "supporting") for passage, match in matches if match), 1)


def _swept(headline: Headline, workloads: set[str], drawn: Charts) -> Iterator[Evidence]:
    """For "at any batch size": the batch sizes that the charts of its models state for the side it beats."""
    if "batch" not in headline.scope.group().lower():
        return
    of_them = (one for one in drawn.values() if one.headline.workload in workloads)
    for one in islice(of_them, BESIDE):
        yield from (Evidence.of(claim, "supporting") for claim in one.stated(one.baseline, "batch_size"))


def _of_system(
    headline: Headline, claims: list[Claim], drawn: Charts, vocabulary: Vocabulary, chosen: list[Evidence]
) -> Finding:
    held = chips(headline.baseline, vocabulary) or 1
    below = [claim for claim in claims if claim.figure.value / held < 1]
    words = headline.scope.group()
    return Finding(
        check=CODE,
        verdict="inconsistent" if below else "not_comparable",
        severity="high" if below else "medium",
        message=f"{headline.subject} is said to beat {headline.baseline} {words!r}, but every chart of it is over one "
        f"part of that system: {listed(_over(claim) for claim in claims)}",
        arithmetic=f"{headline.baseline} holds {held}; if it scales linearly: "
        + "; ".join(_share(claim, held) for claim in claims)
        + ".",
        comparison=(headline.passage.document.name, headline.subject, headline.baseline, words.lower()),
        evidence=(
            _quote(headline),
            *_lines(claims, drawn, vocabulary),
            *(Evidence.of(claim, "supporting") for claim in claims),
            *chosen,
        ),
        likely_wrong_why="the headline: no chart compares with the whole system",
    )


def _over(claim: Claim) -> str:
    return f"{topic(claim)} {said(claim.figure)} over {claim.baseline.name}"


def _share(claim: Claim, held: int) -> str:
    share = short(round(claim.figure.value / Decimal(held), 2))
    return f"{topic(claim)} {short(claim.figure.value)} / {held} = {share}"


def _quote(headline: Headline) -> Evidence:
    """The sentence up to the end of its words of scope."""
    span = re.compile(r"(?s).*?" + re.escape(headline.scope.group())).match(headline.passage.words)
    return phrase(headline.passage, span or headline.scope)


def _lines(claims: list[Claim], drawn: Charts, vocabulary: Vocabulary) -> Iterator[Evidence]:
    for claim in claims:
        one = drawn[claim.document_id, claim.chart]
        line = one.note(one.baseline, vocabulary)
        if line:
            yield part(one.document, line)


def _counted(workloads: int) -> str:
    return "one workload" if workloads == 1 else f"{workloads} workloads"


def _of_few(headline: Headline, claims: list[Claim], workloads: int, beside: list[Evidence]) -> Finding:
    words = headline.scope.group()
    printed = listed((f"{topic(claim)} {said(claim.figure)}" for claim in claims), most=5)
    figures = f"figures are printed for {_counted(workloads)}: {printed}" if claims else "no figure is printed for it"
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"{words!r} claims an advantage in all cases; {figures}",
        arithmetic="No sum: what is claimed of all is shown for some.",
        comparison=(headline.passage.document.name, headline.subject, headline.baseline, words.lower()),
        evidence=(_quote(headline), *(Evidence.of(claim, "supporting") for claim in claims), *beside),
        likely_wrong_why="nothing is wrong as printed; the claim is wider than its figures",
    )
