"""Steps of one way join: one begins where the one before ended, and all of them make the whole."""

from collections.abc import Iterator

from checks.lib.findings.words import apart
from checks.lib.labels.about import index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.linking.same_run import two_dates
from checks.lib.quantities.asserted import Sentence
from checks.lib.ratios.joined import Apart, gains_of, steps_of, unjoined, unmet, unmultiplied, waterfalls
from checks.lib.statements.passages import quoted
from checks.lib.sums.pools import first_related, related
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip

CODE = "steps-join"


@check(CODE, version=1, severity="low", since="0.1.0")
def steps_join(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A step begins at the value that the step before came to, and the steps make what all of them are said to make.

    Why:
        Tuning diaries and release notes tell a way step by step. One step is measured again, and the next still starts
        from the old value; or the headline was written before the last step was corrected.

    Flags:
        "from 2,400 to 3,150 tokens/s", and then "from 3,510 to 4,200 tokens/s"; a page in 40 ms, "down by 9 ms, to 31
        ms", "trimmed a further 6 ms" and "now arrives after 19 ms"; "25% over 14", "another 20% on top of 15" and "80%
        more than 14"; 3.2 TB/s that one text gives the K2, and "from 2.4 TB/s on the K2" in the next.

    Passes:
        Steps that begin where any step before began or ended; values that are printed between; products and sums
        within their rounding.

    Does not judge:
        Steps that nothing says are on top of each other; of two properties, or of the median and a percentile; wholes
        of another date (skipped).
    """
    index = index_of(corpus)
    near = related(corpus, index)
    by_id = {one.document_id: one for one in corpus.documents}
    told: set[tuple[str, int]] = set()
    for document in corpus.documents:
        sentences = index.sentences(document)
        found = [*unjoined(document, sentences), *waterfalls(sentences)]
        mine, factors = steps_of(document, sentences), gains_of(sentences)
        for other_id in first_related(document.document_id, near[document.document_id]):
            others = index.sentences(by_id[other_id])
            if other_id != document.document_id:
                theirs = steps_of(by_id[other_id], others)
                found += [each for one in mine for two in theirs if (each := unmet(one, two))]
                found += unmultiplied([*factors, *gains_of(others)])
            else:
                found += unmultiplied(factors)
        for one in found:
            places = {_place(each) for each in (one.first, one.second)}
            if not places <= told:
                told |= places
                yield _judged(one)


def _place(one: tuple[Sentence, int, int]) -> tuple[str, int]:
    return one[0].passage.document.document_id, one[0].passage.start + one[1]


def _quote(one: tuple[Sentence, int, int]) -> Evidence:
    passage = one[0].passage
    return quoted(passage.document, passage.start + one[1], passage.start + one[2])


def _judged(one: Apart) -> Finding | Skip:
    first, second = (each[0].passage.document for each in (one.first, one.second))
    # Release notes are of other days than those before them; a headline of another day is of another whole.
    if one.between and two_dates(first, second):
        return Skip(CODE, (first.name, second.name), OTHER_EDITION)
    return _finding(one)


def _finding(one: Apart) -> Finding:
    first, second = _quote(one.first), _quote(one.second)
    gap = one.allowed.distance(one.printed)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{second.quote} does not follow on {first.quote}, {one.how}",
        arithmetic=f"The steps before come to {one.allowed}, and here stands {one.printed}: {apart(gap)}.",
        comparison=(first.document, second.document, one.how.split(" ")[0]),
        evidence=(second, first, *(_quote(each) for each in one.between)),
        likely_wrong_why="one of the steps may have been measured again",
    )
