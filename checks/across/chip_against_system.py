"""How many chips stand on each side of a factor."""

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import cache

from checks.lib.findings.words import listed, said, side, topic
from checks.lib.machines.made_of import chip, chips, total
from checks.lib.machines.prices import priced
from checks.lib.statements.compared import FACTORS, leading, supporting
from checks.lib.statements.passages import part, passages, phrase, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import percent_factors, short
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed

CODE = "chip-against-system"
_SCALING = re.compile(r"\bassum\w+ (?:\w+ )?scaling[^|\n]*|\blinear(?:ly)? scal\w+[^|\n]*", re.IGNORECASE)
_FAIR = re.compile(
    r"\b(?:closest|comparable|similar|equal|equivalent|same)\b[^.;,]{0,40}\b(?:price|cost|power)\b[^.;,]*",
    re.IGNORECASE,
)
Fair = Callable[[int], tuple[Evidence, ...]]
METRICS = ("throughput", "time_to_train", "time_to_result", "performance")  # those that more chips improve


@dataclass(frozen=True, slots=True)
class Sides:
    """One kind of pairing: the machine that is praised, and the chips on both sides."""

    subject: str
    mine: int
    theirs: int

    @property
    def share(self) -> Decimal:
        """Chips of the subject for each chip of the baseline."""
        return Decimal(self.mine) / self.theirs


@check(CODE, version=3, severity="high", since="0.1.0")
def chip_against_system(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor compares as many chips on one side as on the other, or says how many stand on each.

    Why:
        A box of four chips that is 2.6 times as fast as one chip is slower chip by chip. Names of systems hide how
        many chips they hold; the vocabulary knows.

    Flags:
        Factors between machines that hold different numbers of chips, recomputed per chip: high when the winner flips
        and the corpus compares the same chips in another proportion elsewhere, medium when the winner flips, else
        low. All factors of one pairing are one finding; notes on scaling, bars of another count, sentences that call
        the comparison one of equal price or power, and printed prices come with it.

    Passes:
        Equal numbers of chips; a printed count ("2x DGX A100") is counted in; two systems of one chip, which say how it
        scales.

    Does not judge:
        Machines whose make-up the vocabulary does not know; what a chip costs or draws.
    """
    groups: dict[Sides, list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        named = claim.workload and claim.subject.name and claim.baseline.name
        if claim.figure.kind in FACTORS and named and claim.metric in METRICS:
            sides = _sides(claim, corpus.vocabulary)
            if sides and _one_chip(claim, corpus.vocabulary):
                yield Skip(
                    CODE, _names(claim), "not applicable, because both are of one chip, and it says how they scale"
                )
            elif sides:
                groups[sides].append(claim)
            else:
                yield Skip(CODE, _names(claim), "not applicable, because a side's number of chips is not known")
    fair = _fair(corpus)
    kinds = {sides: _kinds(claims, corpus.vocabulary) for sides, claims in groups.items()}
    for sides, claims in sorted(groups.items(), key=lambda item: str(item[0])):
        if sides.mine != sides.theirs:
            yield _finding(sides, claims, _others(sides, kinds), corpus, fair)


def _names(claim: Claim) -> tuple[str, ...]:
    return claim.document, claim.workload, claim.metric, claim.subject.name, claim.baseline.name


def _sides(claim: Claim, vocabulary: Vocabulary) -> Sides | None:
    mine, theirs = total(claim.subject, vocabulary), total(claim.baseline, vocabulary)
    generic = [vocabulary.get("platforms", one.name) for one in (claim.subject, claim.baseline)]
    if not mine or not theirs or any(entry and entry.flag("generic") for entry in generic):
        return None
    return Sides(claim.subject.name, mine, theirs)


def _one_chip(claim: Claim, known: Vocabulary) -> bool:
    """Whether two systems are of one chip: "Pod64 is 3.3x faster than Pod16" of the same."""
    mine = chip(claim.subject.name, known)
    return bool(mine) and mine == chip(claim.baseline.name, known)


def _kinds(claims: list[Claim], known: Vocabulary) -> set[tuple[str, str]]:
    """The kinds of chip that are compared."""
    names = {(claim.subject.name, claim.baseline.name) for claim in claims}
    return {(chip(mine, known), chip(theirs, known)) for mine, theirs in names}


def _others(sides: Sides, kinds: dict[Sides, set[tuple[str, str]]]) -> list[Sides]:
    """Other pairings of the same kinds of chip in another proportion, the nearest to like for like first."""
    found = [other for other, some in kinds.items() if other.share < sides.share and some & kinds[sides]]
    return sorted(found, key=lambda other: (other.share, other.subject))


def _finding(sides: Sides, claims: list[Claim], others: list[Sides], corpus: Corpus, fair: Fair) -> Finding:
    per_chip = {claim: factor(claim) / sides.share for claim in claims}
    flips = [claim for claim, value in per_chip.items() if factor(claim) > 1 > value]
    level: Severity = "high" if flips and others else "medium" if flips else "low"
    extra = list(_context(claims, corpus, fair))
    costs, priced_by = _costs(claims[0], corpus)
    return Finding(
        check=CODE,
        verdict="not_comparable",
        severity=level,
        message=f"{side(claims[0].subject)} holds {sides.mine} chips, {listed(side(c.baseline) for c in claims)} "
        f"{sides.theirs}: {_said(claims)} set {_proportion(sides)}"
        f"{_flip(flips, claims)}",
        arithmetic=f"{_sums(per_chip, sides)}{_unlike(others)}{costs}",
        comparison=(sides.subject, str(sides.mine), str(sides.theirs), *sorted({claim.document for claim in claims})),
        evidence=(*(Evidence.of(claim) for claim in claims), *extra, *supporting(priced_by)),
        likely_wrong_why="no statement is wrong; per chip the factor is another one",
    )


def factor(claim: Claim) -> Decimal:
    """The factor that a claim asserts; of a percentage's two readings the larger."""
    if claim.figure.kind == "ratio":
        return claim.figure.value
    read = percent_factors(claim.figure.readings).values()
    return max((one.rounded.lower + one.rounded.upper) / 2 for one in read if one.rounded.bounded)


def _label(claim: Claim) -> str:
    return f"{topic(claim)} {said(claim.figure)}"


def _said(claims: list[Claim]) -> str:
    return listed((_label(claim) for claim in claims), most=6)


def _proportion(sides: Sides) -> str:
    return (
        f"{short(sides.share)} chips against one" if sides.share > 1 else f"one chip against {short(1 / sides.share)}"
    )


def _flip(flips: list[Claim], claims: list[Claim]) -> str:
    if not flips:
        return ""
    return ", and chip by chip the winner changes" + ("" if len(flips) == len(claims) else f" for {_said(flips)}")


def _sums(per_chip: dict[Claim, Decimal], sides: Sides) -> str:
    lines = dict.fromkeys(
        f"{_label(claim)}: {short(round(factor(claim), 3))} x {sides.theirs} / {sides.mine} = "
        f"{short(round(value, 3))} per chip"
        for claim, value in per_chip.items()
    )
    return "; ".join(lines) + "."


def _unlike(others: list[Sides]) -> str:
    if not others:
        return ""
    return f" Elsewhere the same chips are compared {short(others[0].share)} to one ({others[0].subject})."


def _context(claims: list[Claim], corpus: Corpus, fair: Fair) -> Iterator[Evidence]:
    names = {claim.document_id for claim in claims}
    charts = {(claim.document_id, claim.chart) for claim in claims if claim.chart}
    baselines = {claim.baseline.name for claim in claims}
    mine = {claim.subject.name for claim in claims}
    systems = any((chips(name, corpus.vocabulary) or 1) > 1 for name in baselines)
    for number, parsed in enumerate(corpus.parsed):
        if parsed.document.document_id in names:
            yield from _notes(parsed, charts, (baselines, mine), corpus.vocabulary)
            yield from _counted(parsed, charts, baselines) if systems else ()
            yield from fair(number)


def _notes(
    parsed: Parsed, charts: set[tuple[str, str]], sides: tuple[set[str], set[str]], known: Vocabulary
) -> Iterator[Evidence]:
    """The first note line of each side, and what is said of scaling."""
    document = parsed.document
    for chart in document.charts:
        if (document.document_id, chart.name) not in charts:
            continue
        for names in sides:
            named = [one for one in chart.of("note") if _describes(document.text[one.start : one.end], names, known)]
            yield from (part(document, one, "supporting") for one in named[:1])
        for one in chart.of("note"):
            for match in _SCALING.finditer(document.text, one.start, one.end):
                yield quoted(document, *match.span(), "disputed")


def _describes(words: str, names: set[str], known: Vocabulary) -> bool:
    machine = leading(words, known)
    return machine is not None and any(machine.name in name for name in names)


def _counted(parsed: Parsed, charts: set[tuple[str, str]], baselines: set[str]) -> Iterator[Evidence]:
    """Bars and sentences that show another count of the same baseline."""
    for claim in parsed.claims:
        here = not claim.chart or (claim.document_id, claim.chart) in charts
        if claim.metric == "system_count" and claim.subject.name in baselines and claim.figure.value > 1 and here:
            yield Evidence.of(claim, "supporting")


def _fair(corpus: Corpus) -> Fair:
    """By number of the document, each read once for all the pairings that it holds."""
    return cache(lambda number: tuple(_claimed_fair(corpus.parsed[number])))


def _claimed_fair(parsed: Parsed) -> Iterator[Evidence]:
    for passage in passages(parsed.document):
        match = _FAIR.search(passage.words)
        if match and re.search(r"\b(?:compar|benchmark)\w*", passage.words, re.IGNORECASE):
            yield phrase(passage, match, "supporting")


def _costs(claim: Claim, corpus: Corpus) -> tuple[str, list[Claim]]:
    """What both sides cost where prices are printed for their lines."""
    prices = [one for one in corpus.claims if one.figure.kind == "price"]
    names = claim.subject.name, claim.baseline.name
    if any((chips(name, corpus.vocabulary) or 1) == 1 for name in names):
        return "", []  # a system's price says nothing of what one of its chips costs
    ours, theirs = (priced(name, prices, corpus.vocabulary) for name in names)
    found = [one for one in (ours, theirs) if one]
    words = f" Prices: {'; '.join(one.words for one in found)}." if ours else ""
    return words, _unique(one.source for one in found) if ours else []


def _unique(claims: Iterable[Claim]) -> list[Claim]:
    return list({claim.statement_id: claim for claim in claims}.values())
