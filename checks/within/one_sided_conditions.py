"""Conditions that a chart states for one side only."""

from collections import defaultdict
from collections.abc import Iterator

from checks.lib.compared import Compared, compared, supporting
from checks.lib.passages import part
from checks.lib.words import listed, side, topic
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip

CODE = "one-sided-conditions"
FEWEST = 3  # charts from which most of them are a habit
CONDITIONS = ("batch_size", "precision", "sequence_length")


@check(CODE, version=2, severity="low", since="0.1.0")
def one_sided_conditions(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A condition that the notes state for one side of a comparison they state for the other.

    Why:
        Batch size, number format and sequence length decide a factor. What is stated for one side only cannot be
        compared, and a reader takes it for equal.

    Flags:
        Charts whose notes give one of these for one system and not for the other, all of a document as one finding;
        charts that give no batch size or precision at all where most charts of the document do.

    Passes:
        Charts that state a condition for both sides.

    Does not judge:
        Charts without any conditions; releases of one vendor's software; conditions that differ, which have their own
        checks.
    """
    groups: dict[str, list[tuple[Compared, list[str]]]] = defaultdict(list)
    every = list(compared(corpus))
    yield from _unstated(every)
    for one in every:
        missing = [name for name in CONDITIONS if _one_sided(one, name)]
        if missing:
            groups[one.document.document_id].append((one, missing))
        elif not any(side.condition(name) for side in (one.subject, one.baseline) for name in CONDITIONS):
            yield Skip(CODE, (one.document.name, one.chart.name), "not applicable, because no condition is stated")
    for _, members in sorted(groups.items()):
        yield _finding(members)


def _unstated(every: list[Compared]) -> Iterator[Finding]:
    """Charts without a condition that most charts of their document state."""
    by_document: dict[str, list[Compared]] = defaultdict(list)
    for one in every:
        by_document[one.document.document_id].append(one)
    for charts in by_document.values():
        for name in ("batch_size", "precision"):
            without = [one for one in charts if not (one.subject.condition(name) or one.baseline.condition(name))]
            if without and len(without) * 2 < len(charts) and len(charts) > FEWEST:
                yield _missing(name, without, len(charts))


def _missing(name: str, without: list[Compared], total: int) -> Finding:
    condition = name.replace("_", " ")
    notes = [part(one.document, note, "supporting") for one in without for note in one.chart.of("note")[:3]]
    return Finding(
        check=CODE,
        check_version=2,
        verdict="unchecked",
        severity="low",
        message=f"no {condition} is stated for {listed((topic(one.headline) for one in without), most=6)}",
        arithmetic=f"{total - len(without)} of {total} charts state one.",
        comparison=(without[0].document.name, name),
        evidence=(*(Evidence.of(one.headline) for one in without), *notes),
        likely_wrong_why="nothing is wrong as printed; the condition is missing",
    )


def _one_sided(one: Compared, name: str) -> bool:
    return bool(one.subject.condition(name)) != bool(one.baseline.condition(name))


def _finding(members: list[tuple[Compared, list[str]]]) -> Finding:
    charts = "; ".join(
        f"{topic(one.headline)}: {listed(name.replace('_', ' ') for name in missing)} of "
        f"{side(one.subject if one.subject.condition(missing[0]) else one.baseline)} only"
        for one, missing in members
    )
    return Finding(
        check=CODE,
        check_version=2,
        verdict="unchecked",
        severity="low",
        message=f"conditions stated for one side only: {charts}",
        arithmetic=f"{len(members)} charts leave a condition of one side open.",
        comparison=(members[0][0].document.name,),
        evidence=tuple(_evidence(members)),
        likely_wrong_why="nothing is wrong as printed; the other side's condition is missing",
    )


def _evidence(members: list[tuple[Compared, list[str]]]) -> Iterator[Evidence]:
    for one, missing in members:
        for name in missing:
            stated = (*one.stated(one.subject, name), *one.stated(one.baseline, name))
            yield from (Evidence.of(claim) for claim in stated)
        yield from supporting((one.headline,))
