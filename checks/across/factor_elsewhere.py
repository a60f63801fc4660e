"""Two factors of one comparison in two documents, whatever words tell them."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import compress

from checks.lib.findings import full_pages, severity
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.ratios.factor_sites import FactorSite, factor_sites
from checks.lib.statements.captioned import captioned
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.sums.pools import related
from checks.lib.values.sites_linked import Pair, best
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import short

CODE = "factor-elsewhere"
AGAIN = 2  # further places of a factor that a finding quotes
NEAREST, FURTHEST = Decimal("1.07"), Decimal(3)  # times apart: less is loose speech, more is of something else
Both = tuple[FactorSite, FactorSite]


@check(CODE, version=7, severity="low", since="0.1.0")
def factor_elsewhere(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A comparison that two documents can only mean both has one factor.

    Why:
        "2.8x faster than the Hopper generation" in a post and "2.3x faster than Hopper" over the chart that it links to
        are one comparison for every reader. Extraction may take a host for the subject, find no workload, or call the
        one a time and the other a speed; what both name, and that neither document prints the other's factor, stays.

    Flags:
        Two factors, parts or percentages of two documents, 7 % to three times apart, whose clauses share two names, a
        baseline and a word of what is measured, or a name and four words, where no other factor of either fits as well;
        likewise of a text and of its own caption or note. The only factors of two documents over one named thing, where
        what stands over them shares words. Further places of either factor, such as a chart's title, are quoted too.

    Passes:
        A factor that the other document prints too, but of a case that is told apart ("1.4x" of the 70B model acquits
        none of the 13B one); an "up to" above one that is none; either reading of a percentage.

    Does not judge:
        Factors over different things, or each with a product or release that the other one lacks; of two settings,
        sizes or cases, where a heading's are those of the paragraph below it; averages, goals, efficiencies; documents
        of different dates (skipped); what would be low on pages of more than sixty numbers (skipped), but for clauses
        that share eight words, three of them with digits.
    """
    index = index_of(corpus)
    withdrawn = withdrawn_of(corpus)
    every = {one.document_id: list(factor_sites(one, index, corpus.vocabulary)) for one in corpus.documents}
    for name, near in related(corpus, index).items():
        across = (pair for there in near if name < there for pair in _pairs(every[name], every[there]))
        for one, other in (*across, *_pairs(*_captions(every[name]))):
            told = any(withdrawn.has(each.site.document.document_id, each.site.quote) for each in (one, other))
            if not told and not Pair(one.site, other.site).set_apart(index, corpus.vocabulary):
                sides = (one, other), (other, one)
                too = [each for two in sides for each in _again(*two, every[two[0].site.document.document_id])]
                yield _said(one, other, index, too)


def _captions(some: Sequence[FactorSite]) -> tuple[list[FactorSite], list[FactorSite]]:
    """The factors of a document's text, and those of its captions and notes, which tell them again."""
    noted = [captioned(each.said.sentence.passage) for each in some]
    return [one for one, note in zip(some, noted, strict=True) if not note], [*compress(some, noted)]


def _pairs(mine: Sequence[FactorSite], theirs: Sequence[FactorSite]) -> Iterator[Both]:
    left = [one for one in mine if not _printed(one, theirs)]
    right = [one for one in theirs if not _printed(one, mine)] if left else []
    for one in left:
        other = _only(one, mine, right)
        if other and _only(other, theirs, left) is one and not one.apart(other):
            yield one, other


def _only(one: FactorSite, mine: Sequence[FactorSite], rest: Sequence[FactorSite]) -> FactorSite | None:
    """The factor that one can only be, of the `rest` of another document, which its own does not print too."""
    off = [each for each in rest if NEAREST < one.off(each) <= FURTHEST]
    able = [each for each in off if one.links(each)] or [each for each in off if _alone(one, each, mine, rest)]
    # One that its own document prints of another case too is the last that can be meant.
    alone = [each for each in able if not any(each.agrees(own) for own in mine)]
    sites = {each.site: each for each in alone or able}
    found = best(one.site, list(sites)) if sites else None
    return sites[found] if found else None


def _alone(one: FactorSite, other: FactorSite, mine: Sequence[FactorSite], theirs: Sequence[FactorSite]) -> bool:
    """Whether each is the only factor of its document, of two, over what both are over."""
    baseline = one.over_alike(other) if one.site.document is not other.site.document else frozenset()
    return bool(baseline) and all(
        sum(bool(each.names & baseline or each.over & baseline) for each in some) == 1 for some in (mine, theirs)
    )


def _printed(one: FactorSite, some: Sequence[FactorSite]) -> bool:
    """Whether one of some factors agrees, and is not of a case of its own."""
    return any(one.agrees(other) and not one.apart(other) for other in some)


def _again(one: FactorSite, other: FactorSite, some: Sequence[FactorSite]) -> list[FactorSite]:
    """Where a document prints its factor once more, of no other case: the title of the chart whose note has it."""
    again = [each for each in some if each is not one and each.agrees(one)]
    return [each for each in again if not each.apart(one) or not each.apart(other)][:AGAIN]


def _said(one: FactorSite, other: FactorSite, index: Index, too: Sequence[FactorSite]) -> Finding | Skip:
    sites = one.site, other.site
    first, second = (index.places.printed(each.document, each.start, each.end) for each in sites)
    more = [each.site for each in too]
    shared = sorted(one.site.words & other.site.words)
    key = (first.document, second.document, *shared)
    if index.of_two_editions(*(each.document for each in sites)):
        return Skip(CODE, key, OTHER_EDITION)
    if full_pages.are_full(*(each.document for each in sites)) and not one.surely(other):
        return Skip(CODE, key, full_pages.REASON)
    ways = (" or ".join(map(str, each.ways)) for each in (one, other))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low", severity.of_gap(one.off(other) - 1)),
        message=f"{first.quote} in {first.document} against {second.quote} in {second.document}, of which neither "
        f"document prints the other's: both speak of {', '.join(shared)}",
        arithmetic=f"{first.quote} allows {next(ways)}, {second.quote} allows {next(ways)} (the larger over the "
        f"smaller): {short(one.off(other))} times apart.",
        comparison=key,
        evidence=(first, second, *(index.places.printed(each.document, each.start, each.end) for each in more)),
        likely_wrong_why="one is told as often as the other",
    )
