"""What memories, links and number formats come to by their standards."""

from collections.abc import Iterator

from checks.lib.findings.words import apart, listed
from checks.lib.labels.about import index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.linking.same_run import two_dates
from checks.lib.statements.passages import quoted
from checks.lib.sums.pools import first_related, related
from checks.lib.sums.standard_parts import Part, stretches_of
from checks.lib.sums.standard_sums import Off, offs
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval

CODE = "standard-sums"


@check(CODE, version=2, severity="low", since="0.1.0")
def standard_sums(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Memory channels, lanes, ports, weights and caches come to what their standards say.

    Why:
        Twelve channels of DDR5-4800 move 460.8 GB/s, whoever writes 614. Channels, lanes, layers and parameters stand
        on the specification, what they come to in the guide, and each is copied from an older product by itself.

    Flags:
        "Twelve DDR5-4800 channels" and "614 GB/s of memory bandwidth per socket"; "PCIe Gen5, eight lanes" and "64 GB/s
        in each direction"; "70 billion parameters" and "140 GB of weights in FP8"; "80 layers, 8 key-value heads of
        width 128" in FP16 and "40 GiB of cache" for 32,768 tokens; "one port of 200 Gb/s" and "27.4 GB/s in one
        direction"; "Twelvefold compression" and "1,840 GB of raw rows became 230 GB".

    Passes:
        Both directions together, two sockets, decimal and binary units, scales beside 4-bit weights; less than a peak.

    Does not judge:
        Pages with two kinds of memory, numbers of channels or lanes, models or formats; documents of
        different dates (skipped).
    """
    index = index_of(corpus)
    near = related(corpus, index)
    by_id = {one.document_id: one for one in corpus.documents}
    stretches = {one.document_id: tuple(stretches_of(one, index)) for one in corpus.documents}
    told: set[tuple[str, int]] = set()
    for document in corpus.documents:
        every = [stretches[document.document_id]]
        others = [one for one in first_related(document.document_id, near[document.document_id]) if one in by_id]
        if len(others) > 1:
            every.append(tuple(each for one in others for each in stretches[one]))
        for one in (found for some in every for found in offs(some, corpus.vocabulary)):
            place = one.said.where.document.document_id, one.said.start
            if place not in told:
                told.add(place)
                yield _judged(one)


def _judged(one: Off) -> Finding | Skip:
    document = one.said.where.document
    if any(two_dates(document, each.where.document) for each in one.of):
        return Skip(CODE, tuple(sorted({document.name, *(each.where.document.name for each in one.of)})), OTHER_EDITION)
    return _finding(one)


def _quote(one: Part) -> Evidence:
    return quoted(one.where.document, one.start, one.end)


def _finding(one: Off) -> Finding:
    said, *of = (_quote(each) for each in (one.said, *one.of))
    gap = Interval(one.value, one.value).distance(Interval(one.said.value, one.said.value))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{listed(each.quote for each in of)} do not come to {said.quote}",
        arithmetic=f"In bytes {one.sum} = {one.value:.6g}, {said.quote} is {one.said.value:.6g}: {apart(gap)}.",
        comparison=(said.document, *sorted({each.document for each in of}), one.sum.split(" ")[0]),
        evidence=(said, *of),
        likely_wrong_why="one of them may have been taken from another product",
    )
