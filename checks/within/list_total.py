"""The total of a list, in its own last line or in the sentence over it, against the sum of its lines."""

from collections.abc import Iterator

from checks.lib.columns.series import every_series
from checks.lib.findings import severity
from checks.lib.findings.words import apart, listed
from checks.lib.labels.about import Index, index_of
from checks.lib.sums.listed_sums import Listed, listed_sums
from checks.lib.sums.pools import pools
from checks.lib.telling.accounted import accounted, close
from checks.lib.telling.derived import products
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "list-total"


@check(CODE, version=2, severity="medium", since="0.1.0")
def list_total(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a list's lines come to is its total.

    Why:
        Four regions and "35 sites", three stages and "Total: 480". The lines are brought up to date one by one, and
        the total when somebody thinks of it.

    Flags:
        A line "Total" that is not the sum of the lines of its kind right above or below it. Low where it is called more
        than that, or times need not follow one another; for a value in a sentence that calls it the sum of what stands
        below or above; for one right over or below a list that counts the list's lines ("35 sites on four continents"),
        or says a whole, and is within a third of their sum; so too over a column of a table, and for a sentence whose
        numbers the next one splits up ("160,000 images", "120,000 for training, 15,000 for validation, ...";
        "18 nodes", "12 data nodes, 3 manager nodes and 2 query nodes"; "64,000 recordings. Of the
        recordings, 30,000 were for training, ...").

    Passes:
        Sums within rounding; what a part of the lines comes to; what other quantities give; totals of less than half
        or more than twice the sum: they are of something else.

    Does not judge:
        Lists of shares, factors and rates, or of lines that are each of something ("per node"); times that overlap;
        texts that say that some lines are left out, not that none are (documents without lists of values are skipped).
    """
    index = index_of(corpus)
    every = every_series(corpus, index)
    told: set[tuple[str, int]] = set()
    for document in corpus.documents:
        columns = [one for one in every if one.document is document]
        if not columns:
            yield Skip(CODE, (document.name,), "not applicable, because it has no list of values of one kind")
        for one in listed_sums(document, index.sentences(document), columns, corpus.vocabulary):
            place = document.document_id, one.start
            if place not in told and (one.sure or not _given_otherwise(one, corpus, index)):
                told.add(place)
                yield _finding(one, index)


def _given_otherwise(total: Listed, corpus: Corpus, index: Index) -> bool:
    """Whether a number of parts and what each has give a total: four chips of 64 GB, above a list of models in GB."""
    pool = next((each for each in pools(corpus, index) if each.document is total.document), None)
    fact = next((each for each in pool.own if each.start == total.start), None) if pool else None
    if fact is None or pool is None:
        return False
    given = any(close(fact, one.value) for one in products(fact, pool.near))
    return given or (total.table and accounted(fact, pool.near))


def _finding(one: Listed, index: Index) -> Finding:
    said = index.places.printed(one.document, one.start, one.end)
    items = [index.places.printed(one.document, each.start, each.end) for each in one.items]
    gap = one.sum.distance(one.value)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium", severity.of_gap(gap)) if one.sure else "low",
        message=f"{one.document.name} prints {said.quote} as the total of {listed(each.quote for each in items)}",
        arithmetic=f"In base units {' + '.join(each.quote for each in items)} allows {one.sum}, {said.quote} allows "
        f"{one.value}: {apart(gap)}.",
        comparison=(one.document.name, "total", *(each.label for each in one.items)),
        evidence=(said, *items),
        likely_wrong_why="the total, or a line that was changed after it",
    )
