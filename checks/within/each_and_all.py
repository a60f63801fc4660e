"""What each of so many does, and what all of them are said to do together."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import pairwise

from checks.lib.findings import severity
from checks.lib.findings.places import Places
from checks.lib.findings.words import apart
from checks.lib.labels.about import index_of
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.quantities.dimensions import noun
from checks.lib.quantities.reckoned_from import numbers_in
from checks.lib.statements.passages import phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval
from schemas.number_words import count, either, in_words

CODE = "each-and-all"
KINDS = ("rate", "bandwidth", "compute", "power", "energy", "size")
ROUGH = Decimal("0.03")  # what the members may differ by
MOST = 100_000
LAST = 1  # words between "each" and the noun
_NUMBERS = in_words(*range(2, 11), 12, 16)
_COUNT = re.compile(
    rf"(?<![\w.,$€£-])(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d+|{either(_NUMBERS)})[ -]"
    r"(?:[a-z][a-z\d-]* ){0,2}?(?P<noun>[A-Za-z]{3,}s)\b",
    re.IGNORECASE,
)
_EACH = re.compile(
    r"\b(?:each|every|per|a single|one)(?: one of the| of the)? (?P<words>(?:[A-Za-z-]{3,}\b ?){1,3})",
    re.IGNORECASE,
)
_ALL = re.compile(
    r"\b(?:added up|adds? up to|in total|altogether|combined|together|all told|in sum|in aggregate|aggregate|summed|"
    r"in all|the whole|all of them|a total of|totals?|totall?ed|taken together|"
    r"across (?:the|its|our|all) (?:[a-z]+ ){0,2}?(?:cluster|fleet|rack|pod|nodes|servers|machines|cards|chips))\b",
    re.IGNORECASE,
)
# What makes the sum another one than members times what each does.
_MORE = re.compile(
    r"\b(?:replica\w*|cop(?:y|ies)|compress\w*|dedup\w*|overhead|bottleneck|limit\w*|sav\w+|efficien\w+|linear\w*|"
    r"(?<!during the )(?<!day )(?<!friday )peak|"
    r"up to|other|another|some|half|without|only|but|although|though|instead|idle|per cent loss|spare|standby|parity|"
    r"would|could|should|if|average|mean)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Sum:
    """So many members (a match in its sentence), what each does, and what all of them do."""

    count: int
    counted: tuple[Sentence, re.Match[str]]
    each: Asserted
    all: Asserted

    @property
    def given(self) -> Interval:
        """What all of them must come to."""
        return self.each.amount.readings.rounded.scaled(Decimal(self.count))


@check(CODE, version=4, severity="high", since="0.1.0")
def each_and_all(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What all members do together is their number times what each of them does.

    Why:
        The number of nodes stands in the first paragraph, the rate of each in the second, the total in the summary. The
        three are never seen side by side.

    Flags:
        "A cluster of 12 brokers", "every broker settled at 850 MB/s", "added up, the cluster took in 14.2 GB/s"; "1,536
        H100 GPUs at 480 teraFLOP/s per GPU, in aggregate 873 petaFLOP/s", whatever runs other sentences count.

    Passes:
        Totals within 3 % of the product; what another number of the same sentences gives ("each has two ... adapters").

    Does not judge:
        Documents that count the members in several ways; passages that speak of replicas, overhead, limits, peaks or
        conditions (skipped); prices, times.
    """
    index = index_of(corpus)
    for document in corpus.documents:
        every = [one for one in index.sentences(document) if one.asserted and not one.past]
        counts = _counts(every)
        for before, sentence in pairwise((None, *every)):
            if sentence is not None:
                for found in _sums([one for one in (before, sentence) if one], counts):
                    yield from _judge(found, before, sentence, counts, index.places)


_Counts = dict[str, dict[int, tuple[Sentence, re.Match[str]]]]


def _counts(every: Sequence[Sentence]) -> _Counts:
    """How many of each noun a document counts, and where first."""
    found: _Counts = defaultdict(dict)
    for sentence in every:
        for match in _COUNT.finditer(sentence.passage.words):
            number = count(match["n"])
            if 1 < number < MOST:
                found[noun(match["noun"])].setdefault(number, (sentence, match))
    return found


def _sums(near: Sequence[Sentence], counts: _Counts) -> Iterator[_Sum]:
    """What each does, and behind it in the same sentence or the next what all do."""
    last = near[-1]
    for total in last.amounts:
        ahead = last.passage.words[: total.amount.start]
        if total.amount.kind not in KINDS or total.amount.qualifier != "exact" or not _ALL.search(ahead):
            continue
        for one, said in ((each, some) for some in near for each in some.amounts if each.end <= total.start):
            name = _of_each(one, counts)
            if name and alike(one.amount, total.amount) and one.amount.qualifier == "exact":
                mine = _counts([said])[name]  # of several runs the one that its sentence counts
                able = mine if len(mine) == 1 else counts[name]
                yield from (_Sum(number, place, one, total) for number, place in able.items() if len(able) == 1)


def _of_each(one: Asserted, counts: _Counts) -> str:
    """The noun, counted somewhere, of each of which a value is said; "" when it is not.

    It stands before it ("each ingest node took in ..."), or behind it ("850 MB/s per broker").
    """
    ahead, behind = one.passage.words[: one.amount.start], one.passage.words[one.amount.end :]
    found = [*_EACH.finditer(re.split(r"[;:.](?=\s)", ahead)[-1])]
    close = _EACH.match(behind.lstrip())
    words = (close or found[-1])["words"].split() if close or found else []
    return next((name for word in words[: LAST + 1] if (name := noun(word)) in counts), "")


def _judge(
    found: _Sum, before: Sentence | None, sentence: Sentence, counts: _Counts, places: Places
) -> Iterator[Finding | Skip]:
    printed = found.all.amount.readings.rounded
    if not printed.bounded or found.given.lower <= 0 or printed.lower <= 0:
        return
    text = " ".join(one.passage.words for one in (before, sentence) if one)
    # "Each server has two 400 Gb/s adapters with a total of 800 Gb/s": two of each, whose noun stands behind a size.
    others = {number for some in counts.values() for number in some} | _beside(found)
    factors = (Interval(Decimal(number), Decimal(number)) for number in (1, *others))
    each = found.each.amount.readings.rounded
    if any((found.given * by).distance(printed) < ROUGH or (each * by).distance(printed) < ROUGH for by in factors):
        return
    key = (sentence.passage.document.name, found.each.amount.kind, found.counted[1]["noun"].lower())
    if _MORE.search(text):
        yield Skip(CODE, key, "not applicable, because the text says that more goes into the sum")
    else:
        yield _finding(found, key, places)


def _beside(found: _Sum) -> set[Decimal]:
    """The numbers of the sentences of both values that are no part of these."""
    every = ((one.passage.words, one.amount) for one in (found.each, found.all))
    return numbers_in(f"{words[: one.start]} {words[one.end :]}" for words, one in every)


def _finding(found: _Sum, key: tuple[str, ...], places: Places) -> Finding:
    document = found.all.passage.document
    printed = found.all.amount.readings.rounded
    gap = found.given.distance(printed)
    each, total = (places.printed(document, one.start, one.end) for one in (found.each, found.all))
    sentence, match = found.counted
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{match.group()} of {each.quote} each are said to come to {total.quote}",
        arithmetic=f"In base units {found.count} x {each.quote} allows {found.given}, {total.quote} allows {printed}: "
        f"{apart(gap)}.",
        comparison=key,
        evidence=(phrase(sentence.passage, match), each, total),
        likely_wrong_why="one of the three numbers, it cannot be told which",
    )
