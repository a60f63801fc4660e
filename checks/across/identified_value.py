"""What two documents print for one run, test or ticket, told by its identifier."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from checks.lib.findings import severity
from checks.lib.findings.words import apart, listed
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.linking.scenes import two_cases
from checks.lib.quantities.reckoned_from import gives, middle, numbers_in
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.sums.pools import Pool, pools
from checks.lib.telling.facts import Fact
from checks.lib.telling.value_sites import Site
from checks.lib.values.identified import Line, clause, counterparts, lines
from checks.lib.values.row_counts import row_counts
from checks.lib.values.run_counts import Run, unlike_counts
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "identified-value"
FEW = 100  # counts below it are of too many things
SAME = 3  # lines of a document that name one run; of more it is no run


@check(CODE, version=5, severity="medium", since="0.1.0")
def identified_value(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What one run, test or ticket gave is one value wherever its identifier is printed.

    Why:
        "Run R-2207 kept 2.14 million reads a second" says which line of the results is meant, whatever else the two
        call it. Who looks it up there finds another number, in a column without a unit.

    Flags:
        A value in a sentence that names one run ("run 77", "R-2207", "#4411", "4.1-0043", a commit), and the only value
        of its dimension that another line with that identifier prints, or prints in a column that the sentence names,
        or the only bare number of its size in that row. Low
        where no noun ("run", "job", "test") says that the identifier is one of a measurement; low too a number of
        chips, cards or cores of a named run that its row does not print and its numbers of nodes and of parts do not
        give; low "311.9 minutes on 384 accelerators" beside a row or sentence with 311.9 minutes whose numbers of nodes
        and of accelerators come to others: a value of three digits names its run as an identifier does.

    Passes:
        Rounded values, other units and multipliers; what the values beside the other one give: a multiple by a number
        that either says, a share, a sum, a mean, a difference.

    Does not judge:
        Lines that name several; identifiers that more than three lines of a document have; lines with several values
        of the dimension; two statistics or cases; small counts; goals, what was before; documents of different dates
        (skipped).
    """
    index = index_of(corpus)
    withdrawn = withdrawn_of(corpus)
    by_name: dict[str, list[Line]] = defaultdict(list)
    for document in corpus.documents:
        for line in lines(document, index, corpus.vocabulary):
            by_name[line.identifier].append(line)
    for name, some in sorted(by_name.items()):
        told: set[int] = set()  # of two sentences each is held against the other
        for one in (each for line in some for each in line.values if each.sentence and each.holds):
            found = None if withdrawn.has(one.document.document_id, one.quote) else _check(one, some)
            if found and id(found[1]) not in told:
                told.add(id(one))
                yield from _said(one, *found, name, sure=any(line.noun for line in some), index=index)
    for pool in pools(corpus, index):
        yield from (_counted(said, row, name, index) for name, said, row in row_counts(pool.own, pool.far))
        yield from _of_results(pool, index)


def _check(one: Site, some: Sequence[Line]) -> tuple[Line, Site] | None:
    """The only other value that a document prints for one identifier, which a value cannot agree with."""
    if one.value.counted and one.allowed.upper < FEW:
        return None
    mine = [each for line in some if line.document is one.document for each in line.values if each.alike(one)]
    for document_id in dict.fromkeys(line.document.document_id for line in some):
        there = [line for line in some if line.document.document_id == document_id]
        found = [
            (line, each) for line in there for each in counterparts(one, line) if each.sentence is not one.sentence
        ]
        known = any(each.agrees(own) for _, each in found for own in mine)
        single = len({each.start for _, each in found}) == 1
        if single and not known and len(there) <= SAME and _differ(one, *found[-1]):
            return found[-1]
    return None


def _differ(one: Site, line: Line, other: Site) -> bool:
    """Whether nothing tells two cases apart, and nothing beside the other value gives the one."""
    times = one.times(other)
    if not other.holds or times is None or times > FEW or two_cases([clause(one)], [clause(other)]):
        return False
    beside = [each for each in (*line.values, *line.cells) if each.start != other.start]
    return not (_given(one, other, beside) or _given(other, one, ()))


def _given(one: Site, other: Site, beside: Sequence[Site]) -> bool:
    numbers = numbers_in((one.told, other.told)) | {middle(each.allowed) for each in beside if each.allowed.lower > 1}
    some = {middle(each.allowed) for each in beside if each.alike(one)}
    return gives(one.allowed, middle(other.allowed), some, numbers, share=False)


def _counted(one: Fact, row: Fact, name: str, index: Index) -> Finding:
    first, second = (index.places.printed(each.document, each.start, each.end) for each in (one, row))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{first.document} says {first.quote} of {name!r}, {second.document} {second.quote}",
        arithmetic=f"{one.middle:f} is no number that the row prints, nor what its numbers come to.",
        comparison=(*sorted((first.document, second.document)), name, *sorted(one.of)),
        evidence=(first, second),
        likely_wrong_why="one is told as often as the other",
    )


def _of_results(pool: Pool, index: Index) -> Iterator[Finding]:
    """The counts of parts that two prints of one result tell otherwise, each pair once."""
    told: set[frozenset[tuple[str, int]]] = set()
    for result, parts, other in unlike_counts(pool.own, pool.far):
        pair = frozenset((one.document.document_id, one.start) for one in (result, other.result))
        later = other.result.sentence and other.result.document is result.document and pair in told
        if not later:
            told.add(pair)
            yield _with_counts(result, parts, other, index)


def _with_counts(result: Fact, parts: Fact, other: Run, index: Index) -> Finding:
    facts = (result, parts, other.result, *other.counts)
    first, count, second, *counts = (index.places.printed(one.document, one.start, one.end) for one in facts)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{first.quote} is told with {count.quote} in {first.document}, and with "
        f"{listed(one.quote for one in counts)} in {second.document}",
        arithmetic=f"{parts.middle:f} is none of {', '.join(f'{one:f}' for one in sorted(other.able()))}.",
        comparison=(*sorted((first.document, second.document)), first.quote, *sorted(parts.of)),
        evidence=(first, count, second, *counts),
        likely_wrong_why="one is told as often as the other",
    )


def _said(one: Site, line: Line, other: Site, name: str, *, sure: bool, index: Index) -> Iterator[Finding | Skip]:
    key = (*sorted((one.document.name, line.document.name)), name, *sorted(other.words)[:4])
    if index.of_two_editions(one.document, line.document):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    first, second = (index.places.printed(each.document, each.start, each.end) for each in (one, other))
    gap = one.allowed.distance(other.allowed)
    level = severity.at_most("medium", severity.of_gap(gap))
    yield Finding(
        check=CODE,
        verdict="inconsistent",
        severity=level if sure else "low",
        message=f"{first.document} says {first.quote} of {name!r}, {second.document} {second.quote}",
        arithmetic=f"In base units {first.quote} allows {one.allowed}, {second.quote} allows {other.allowed}: "
        f"{apart(gap)}.",
        comparison=key,
        evidence=(first, second),
        likely_wrong_why="one is told as often as the other",
    )
