"""A gain over one's own earlier results, with today's value beside it: what the earlier value must have been."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import listed, said, topic
from checks.lib.machines.machines import of_row, predecessors
from checks.lib.machines.made_of import chip, maker, total
from checks.lib.statements.absolutes import based, same_dimension
from checks.lib.statements.index import by
from checks.lib.statements.rows import Row, rows
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, readings, short
from schemas.names import Vocabulary
from schemas.statement import Claim, Measurement

CODE = "gain-implies"
TIMES = ("time_to_train", "time_to_result")
OPEN = ("", "performance", *TIMES)
LEAST, MOST = 5, 100  # percent: below, every value fits; above, only a rate is meant
HELD = 100  # rows of a model, and times in words, that one percentage is held against
ROWS = 3  # rows of a claim that a finding tells and quotes
_IMPROVED = re.compile(r"\bimprovements?\b|\bgains? (?:over|since|of)\b", re.IGNORECASE)
_PAST = re.compile(r"\b(?:previous|prior|preceding|earlier|last|predecessors?|first|v?\d+\.\d+)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Implied:
    """A percentage, a row of today, and what an earlier document printed for as many chips, if any."""

    claim: Claim
    row: Row
    cell: Measurement
    earlier: Claim | None

    def before(self) -> tuple[Readings, Readings]:
        """The earlier time when the percentage is time saved, and when it is speed gained."""
        figure, share = self.claim.figure, self.claim.figure.value / 100
        now = self.cell.figure.readings if self.cell.figure else figure.readings
        digit = figure.last_digit / 100
        return now / readings(1 - share, digit, "exact", None), now * readings(1 + share, digit, "exact", None)

    def fits(self, vocabulary: Vocabulary) -> list[str]:
        """The readings of the percentage that what was printed earlier allows."""
        if self.earlier is None or self.cell.figure is None:
            return []
        printed = based(self.earlier.figure, vocabulary).widened
        scale = _scale(self.cell, vocabulary)
        names = ("less time", "more speed")
        return [
            name for name, one in zip(names, self.before(), strict=True) if one.widened.scaled(scale).meets(printed)
        ]


@check(CODE, version=1, severity="low", since="0.1.0")
def gain_implies(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A gain over one's own earlier results, taken off today's value, gives a value that was printed earlier.

    Why:
        "37 % better than in the last round" and 6.70 minutes today make 10.6 minutes or 9.2 minutes then, by the two
        readings of a percentage. What was printed then decides which, or shows that it is neither.

    Flags:
        Percentages over an earlier round, release or product, or over nothing, whose model has rows of the same vendor
        in time: with the earlier values that both readings give, and the value that a text prints of as many chips of
        the machine before. All of a document are one finding.

    Passes:
        Percentages over another vendor's product; a gain below 5 %; metrics that are no time to train or to a result.

    Does not judge:
        Which of several systems an "up to" is of (best-of-which); models without such rows (skipped).
    """
    printed = _printed(corpus)
    timed = (one for one in corpus.claims if one.figure.kind == "duration" and one.metric in TIMES)
    spoken = by(timed, lambda one: one.workload)
    found: dict[str, list[Implied]] = defaultdict(list)
    for claim in corpus.claims:
        if not _over_itself(claim):
            continue
        pool = printed.get(claim.workload, [])[:HELD]
        known = [one for one in pool if _theirs(claim, one[0], corpus.vocabulary)]
        if not known:
            yield Skip(CODE, (claim.document, topic(claim)), "not applicable, because no row in time is of it")
        for row, cell in known[:ROWS]:
            found[claim.document].append(
                Implied(claim, row, cell, _earlier(row, spoken.get(row.workload, [])[:HELD], corpus.vocabulary))
            )
    for _, members in sorted(found.items()):
        open_ = [one for one in members if len(one.fits(corpus.vocabulary)) != 2]
        if open_:
            yield _finding(open_, corpus.vocabulary)


def _printed(corpus: Corpus) -> dict[str, list[tuple[Row, Measurement]]]:
    """Rows with a time, by model; those of the fewest chips first."""
    found: dict[str, list[tuple[Row, Measurement]]] = defaultdict(list)
    for row in rows(corpus):
        for cell in row.cells:
            if cell.metric in TIMES and cell.figure and cell.figure.value > 0 and row.workload:
                found[row.workload].append((row, cell))
    return found


def _over_itself(claim: Claim) -> bool:
    gained = claim.figure.kind == "percent_change" and LEAST <= claim.figure.value < MOST and claim.metric in OPEN
    over = claim.baseline.raw or claim.baseline.name
    earlier = _PAST.search(over) if over else _IMPROVED.search(claim.context)
    return bool(gained and claim.workload and not claim.chart and earlier)


def _theirs(claim: Claim, row: Row, vocabulary: Vocabulary) -> bool:
    """Whether a row may be of the claim's own side: its machine, its vendor or its document's."""
    name = claim.subject.name
    if not name or name == row.platform:
        return True
    mine, theirs = chip(name, vocabulary), chip(row.platform, vocabulary)
    return mine == theirs if mine else name in (maker(row.platform, vocabulary), "")


def _earlier(row: Row, spoken: list[Claim], vocabulary: Vocabulary) -> Claim | None:
    """A time in words of as many chips of the machine before, in another document."""
    made = of_row(row, vocabulary)
    before = set(predecessors(made.chip, vocabulary)) if made else set()
    for claim in spoken:
        alike = claim.document_id != row.document.document_id
        sized = (
            made and chip(claim.subject.name, vocabulary) in before and total(claim.subject, vocabulary) == made.count
        )
        if alike and sized and _comparable(claim, row, vocabulary):
            return claim
    return None


def _comparable(claim: Claim, row: Row, vocabulary: Vocabulary) -> bool:
    return any(cell.figure and same_dimension(claim.figure, cell.figure, vocabulary) for cell in row.cells)


def _scale(cell: Measurement, vocabulary: Vocabulary) -> Decimal:
    entry = vocabulary.resolve("units", cell.unit)
    return Decimal(entry.text("scale") or 1) if entry else Decimal(1)


def _finding(members: list[Implied], vocabulary: Vocabulary) -> Finding:
    first = members[0].claim
    told = listed(f"{topic(one.claim)} {said(one.claim.figure)}" for one in members)
    places = {(e.document_id, e.start): e for one in members for e in _evidence(one)}
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"what the gain is over is not printed, or not as it would be: {told}",
        arithmetic=f"{'; '.join(_sum(one, vocabulary) for one in members)}.",
        comparison=(first.document, *sorted({topic(one.claim) for one in members})),
        evidence=tuple(places.values()),
        likely_wrong_why="nothing is wrong as printed; the earlier value and the kind of the percentage are missing",
    )


def _sum(one: Implied, vocabulary: Vocabulary) -> str:
    less, more = (reading.rounded for reading in one.before())
    middle = [short(round((side.lower + side.upper) / 2, 2)) for side in (less, more)]
    now = f"{one.cell.literal} {one.cell.unit} on {one.row.platform}"
    words = f"{said(one.claim.figure)} and {now}: {middle[0]} before if it is time, {middle[1]} if it is speed"
    if one.earlier is None:
        return words
    fits = one.fits(vocabulary)
    printed = f"{said(one.earlier.figure)} on {one.earlier.subject.name}"
    return f"{words}; {printed} was printed, which fits {'only ' + fits[0] if fits else 'neither'}"


def _evidence(one: Implied) -> Iterator[Evidence]:
    yield Evidence.of(one.claim)
    yield Evidence.of(one.cell, "supporting")
    if one.earlier:
        yield Evidence.of(one.earlier, "supporting")
