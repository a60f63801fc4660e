"""A share of another row's value, or of a peak, against the cells of a table or chart."""

from collections.abc import Iterator, Sequence

from checks.lib.findings.words import apart, come_to
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.statements.passages import phrase
from checks.lib.sums.row_shares import HUNDRED, Given, Said, of_peak, of_rows, shares_said
from checks.lib.telling.facts import Fact, facts
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "share-of-row"
LEAST, MOST = 2, 5  # halves and times: further off, a share is of something else


@check(CODE, version=1, severity="low", since="0.1.0")
def share_of_row(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A share of what another row has is what the cells of the two rows give.

    Why:
        "Keeps 99.3% of the dense model's F1" is what makes a compressed model worth having, and "83% of the peak" what
        makes a kernel a good one. Both are divisions of two cells that stand on the page, done once for another model.

    Flags:
        Low: a share in words ("99% of the FP16 accuracy", "delivers 91% of the H100's throughput") where the phrase
        behind "of" names a row or column of a table, or a bar, what stands before it names another, and no two values
        with that one as the whole give it; and a share of "the peak" or "the ceiling", which only a value of the text
        can be, above all values of one column, and which the row that is named is not.

    Passes:
        Shares within rounding of any value of the sheets that may be meant over the whole that is named.

    Does not judge:
        Changes and bounds ("up by 9%", "over 90%"); shares of requests, users or time; sentences that name no row or
        two equally well; several peaks; shares more than two and a half times off; documents of two dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            for said in shares_said(sentence):
                yield from _judge(said, index, corpus)


def _judge(said: Said, index: Index, corpus: Corpus) -> Iterator[Finding | Skip]:
    document = said.sentence.passage.document
    found = list[Given]()
    for told in index.about(said.sentence):
        around = _text(told, index, corpus)
        for meant, borne in (of_rows(said, told), of_peak(said, told, around)):
            if borne:
                return
            found += [one for one in meant if _near(said, one)]
    near = min(found, key=lambda one: one.value.distance(said.allowed), default=None)
    if near and index.of_two_editions(document, near.part.document):
        yield Skip(CODE, (document.name, near.part.document.name), OTHER_EDITION)
    elif near:
        yield _finding(said, near, index)


def _text(told: Told, index: Index, corpus: Corpus) -> Sequence[Fact]:
    return facts(told.sheet.document, index, corpus.vocabulary)


def _near(said: Said, one: Given) -> bool:
    """Whether a share may be meant to be that of two cells, and not one of something else."""
    share = (said.allowed.lower + said.allowed.upper) / 2
    return one.value.upper * MOST > share * LEAST and one.value.lower * LEAST < share * MOST


def _finding(said: Said, one: Given, index: Index) -> Finding:
    mine = phrase(said.sentence.passage, said.match)
    part, whole = (index.places.printed(each.document, each.start, each.end) for each in (one.part, one.whole))
    given = f"{come_to(one.value.scaled(HUNDRED))} %"
    share = said.match.group().partition(" of ")[0].strip()
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{mine.document} says {share} of {said.whole.strip()!r}; {part.quote} of {whole.quote} "
        f"({part.document}) is {given}",
        arithmetic=f"{part.quote} / {whole.quote} = {given}: {apart(one.value.distance(said.allowed))}.",
        comparison=(mine.document, part.document, said.whole.strip(), part.quote, whole.quote),
        evidence=(mine, part, whole),
        likely_wrong_why="the share, which is of another row or was never divided, or one of the two cells",
    )
