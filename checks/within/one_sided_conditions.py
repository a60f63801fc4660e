"""Conditions that a chart states for one side only."""

import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import islice

from checks.lib.findings.words import listed, side, topic
from checks.lib.statements.compared import Compared, compared, supporting
from checks.lib.statements.lengths import LENGTH, length
from checks.lib.statements.passages import part, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Measurement

CODE = "one-sided-conditions"
FEWEST = 3  # charts from which most of them are a habit
CONDITIONS = ("batch_size", "precision", "sequence_length", "framework")
Lengths = dict[tuple[str, str], dict[str, Measurement]]


@check(CODE, version=4, severity="low", since="0.1.0")
def one_sided_conditions(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A condition that the notes state for one side of a comparison they state for the other.

    Why:
        Batch size, number format, sequence length and framework decide a factor. What is stated for one side only
        cannot be compared, and a reader takes it for equal.

    Flags:
        Charts whose notes give one of these for one system and not for the other, all of a document as one finding;
        charts that give no batch size or precision at all where most charts of the document do, and no sequence
        length where rows of the same model and task do.

    Passes:
        Charts that state a condition for both sides.

    Does not judge:
        Charts without any conditions; releases of one vendor's software; conditions that differ, which have their own
        checks.
    """
    groups: dict[str, list[tuple[Compared, list[str]]]] = defaultdict(list)
    every = list(compared(corpus))
    yield from _unstated(every, corpus)
    yield from _unsized(every, _lengths(corpus))
    for one in every:
        missing = [name for name in CONDITIONS if _one_sided(one, name)]
        if missing:
            groups[one.document.document_id].append((one, missing))
        elif not any(side.condition(name) for side in (one.subject, one.baseline) for name in CONDITIONS):
            yield Skip(CODE, (one.document.name, one.chart.name), "not applicable, because no condition is stated")
    for _, members in sorted(groups.items()):
        yield _finding(members, corpus.vocabulary)


def _unstated(every: list[Compared], corpus: Corpus) -> Iterator[Finding]:
    """Charts without a condition that most charts of their document state."""
    promised = cache(
        lambda name: tuple(_promised(name, corpus))
    )  # each text is read once, however many documents lack it
    by_document: dict[str, list[Compared]] = defaultdict(list)
    for one in every:
        by_document[one.document.document_id].append(one)
    for charts in by_document.values():
        for name in ("batch_size", "precision"):
            without = [one for one in charts if not (one.subject.condition(name) or one.baseline.condition(name))]
            if without and len(without) * 2 < len(charts) and len(charts) > FEWEST:
                yield _missing(name, without, len(charts), promised(name))


def _lengths(corpus: Corpus) -> Lengths:
    """Rows that state a sequence length, by model and task: the first on each machine."""
    stated = (row for row in corpus.measurements if length(row))
    found: Lengths = defaultdict(dict)
    for row in stated:
        if row.workload:
            found[row.workload, row.task].setdefault(row.subject.name, row)
    return found


def _unsized(every: list[Compared], lengths: Lengths) -> Iterator[Finding]:
    """Charts of a model without a sequence length, which its rows state."""
    by_document: dict[str, list[tuple[Compared, Measurement]]] = defaultdict(list)
    for one in every:
        by_machine = lengths.get((one.headline.workload, one.headline.task), {})
        sides = one.subject, one.baseline
        row = by_machine.get(one.subject.name) or next(iter(by_machine.values()), None)
        if row and not any(side.condition("sequence_length") for side in sides) and not _printed(one):
            by_document[one.document.document_id].append((one, row))
    for members in by_document.values():
        first = members[0][0]
        yield Finding(
            check=CODE,
            verdict="unchecked",
            severity="low",
            message=f"no sequence length is stated for {listed((topic(one.headline) for one, _ in members), most=6)}",
            arithmetic=f"Rows of the same model state one: {listed((row.variant for _, row in members), most=3)}.",
            comparison=(first.document.name, "sequence_length"),
            evidence=(
                *(Evidence.of(one.headline) for one, _ in members),
                *(part(one.document, note, "supporting") for one, _ in members for note in one.chart.of("note")[:3]),
                *(Evidence.of(row, "supporting") for _, row in members),
            ),
            likely_wrong_why="nothing is wrong as printed; the condition is missing",
        )


def _printed(one: Compared) -> bool:
    """Whether any word of a chart is a sequence length."""
    return any(LENGTH.search(one.document.text[note.start : note.end]) for note in one.chart.parts)


def _promised(name: str, corpus: Corpus) -> Iterator[Evidence]:
    """Where a text says that the charts' notes state the condition."""
    words = re.compile(rf"\bnotes?\b[^.]*\b{name.replace('_', ' ')}s?\b", re.IGNORECASE)
    for parsed in corpus.parsed:
        matches = ((one, words.search(one.words)) for one in passages(parsed.document))
        yield from islice((phrase(one, match, "context") for one, match in matches if match), 1)


def _missing(name: str, without: list[Compared], total: int, promised: tuple[Evidence, ...]) -> Finding:
    condition = name.replace("_", " ")
    notes = [part(one.document, note, "supporting") for one in without for note in one.chart.of("note")[:3]]
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"no {condition} is stated for {listed((topic(one.headline) for one in without), most=6)}",
        arithmetic=f"{total - len(without)} of {total} charts state one.",
        comparison=(without[0].document.name, name),
        evidence=(*(Evidence.of(one.headline) for one in without), *notes, *promised[:1]),
        likely_wrong_why="nothing is wrong as printed; the condition is missing",
    )


def _one_sided(one: Compared, name: str) -> bool:
    return bool(one.subject.condition(name)) != bool(one.baseline.condition(name))


def _finding(members: list[tuple[Compared, list[str]]], vocabulary: Vocabulary) -> Finding:
    charts = "; ".join(
        f"{topic(one.headline)}: {listed(name.replace('_', ' ') for name in missing)} of "
        f"{side(one.subject if one.subject.condition(missing[0]) else one.baseline)} only"
        for one, missing in members
    )
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"conditions stated for one side only: {charts}",
        arithmetic=f"{len(members)} charts leave a condition of one side open.",
        comparison=(members[0][0].document.name,),
        evidence=tuple(_evidence(members, vocabulary)),
        likely_wrong_why="nothing is wrong as printed; the other side's condition is missing",
    )


def _evidence(members: list[tuple[Compared, list[str]]], vocabulary: Vocabulary) -> Iterator[Evidence]:
    for one, missing in members:
        for name in missing:
            stated = (*one.stated(one.subject, name), *one.stated(one.baseline, name))
            yield from (Evidence.of(claim) for claim in stated)
            # A framework is no figure: the two lines that name it and do not stand for it.
            lines = () if stated else (one.note(one.subject, vocabulary), one.note(one.baseline, vocabulary))
            yield from (part(one.document, line) for line in lines if line)
        yield from supporting((one.headline,))
