"""Quantities printed side by side whose units say what they must come to."""

import itertools
import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.places import Places
from checks.lib.language.left_over import left_over
from checks.lib.language.tokens import names
from checks.lib.quantities.closures import MOST, Closure, closures
from checks.lib.quantities.sums_around import ROUGH, around, is_sum
from checks.lib.quantities.terms import Term, is_count, terms
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Interval, short
from schemas.names import Vocabulary

CODE = "dimensions-cancel"
LINES = 6  # list items that are read together
LONGEST = 700  # characters of a passage
_SENTENCE = re.compile(r"(?<!\bi\.e)(?<!\be\.g)(?<!\bvs)(?<!\bca)[.!?]\s+(?=[^\Wa-z])")
_ENDS = re.compile(rf"{_SENTENCE.pattern}|\n")
_DIGIT = re.compile(r"\d")
_BARE = re.compile(r"(?<![\w.,$€£])\d+(?=\s(?:to|in|at|on|and|or|is|was|it)\b|[,;:)]\s)")  # no unit, no noun
# What leads to an outcome, between the term before it and the term itself.
_THUS = re.compile(
    r"\b(?:so|thus|hence|therefore|i\.?e|that(?:['’]s| is| makes| means| comes| works| gives| amounts)|"
    r"which (?:is|makes|means|gives|comes|works|amounts)|or|equals?|equalling|equivalent|total\w*|altogether|"
    r"c[ao]mes? to|amounts? to|mak(?:es|ing)|giv(?:es|ing)|sustain\w*|averag\w*|costs?|costing|bill\w*|means|meaning|"
    r"yield\w*|translat\w+|correspond\w+|efficien\w+|effective\w*)\b|[=≈(]",
    re.IGNORECASE,
)
# What leads from the sentences before to the outcome that a sentence prints alone.
_FOLLOWS = re.compile(
    r"\b(?:so|thus|hence|therefore|that(?:['’]s| is| makes| means| comes| adds)|which (?:is|makes|means)|"
    r"in total|in all|altogether|(?:the )?(?:total|whole|entire)|c[ao]mes? to|adds? up|amounts? to)\b|=",
    re.IGNORECASE,
)
_NO_TOTAL = re.compile(r"\btotal\w*", re.IGNORECASE)  # "total response time" sums up more than the rate's part
_TOTAL = re.compile(
    r"\b(?:in total|in all|in aggregate|total\w*|together|altogether|combined|aggregate\w*|as a whole|overall|whole)\b",
    re.IGNORECASE,
)
# What says that more goes into the sum than is printed, or that the result is of something else.
_MORE = re.compile(
    r"\b(?:because|since|only|except\w*|exclud\w+|includ\w+|free|discount\w*|compress\w*|overlap\w*|replica\w*|"
    r"redundan\w+|parity|dedup\w*|overhead|plus|minus|besides|on top|rest|half|burst\w*|best|peak\w*|tax\w*|fees?|"
    r"minimum|maximum|reserve[sd]?|spare|idle|saturat\w*|utili[sz]ation|theoretical|while|whereas|but|although|though|instead|"
    r"also|another|other|different|part of|parts of|if|would|could|margin|warm-?up|shared?|twice|double|up to)\b|"
    r"\d\s(?:[a-z]+)\s(?:and|or)\s\d|\d(?:\s?[a-zA-Z]+)?\s[-−–]\s[$€£]?\d",
    re.IGNORECASE,
)
# "9.6 PB before parity": what is not yet taken off is no part of the sum.
_BEFORE = re.compile(r"\bbefore\s+(?:any\s|the\s)?(?:parity|overhead|redundancy|replication|compression|tax(?:es)?)\b")
# A line's rate is what it can carry at most.
_LINK = re.compile(
    r"\s*(?:\w+\s)?(?:link|network|port|interface|Ethernet|NIC|bus|uplink|connection|line|fib(?:er|re))\b"
)


@check(CODE, version=10, severity="high", since="0.1.0")
def dimensions_cancel(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What several printed quantities come to by their units is what the text prints as their result.

    Why:
        "20 instances for 3 hours at $1.50 per instance-hour" has one price. Such sums are done once by hand; later one
        of the numbers is updated. The units say which of them are to be multiplied, whatever they are about.

    Flags:
        "1.5 million messages per second of 1 KB, that is 3.2 GB/s"; "98,400 samples/s on eight accelerators, or 15,300
        samples/s per accelerator"; "2 TB over a 10 Gbit/s link in 9 minutes"; a list that prints images/s, watts and
        images/s per watt which do not go together. Low where the result's sentence prints a number that the sum does
        not use, or the result is a time longer than a rate needs and only "total" leads to it.

    Passes:
        Results within rounding; any one of several ways to get to the result; results times or over the other counts of
        the sentence ("three replicas"); what parts of its kind add up to (2,560 GPUs and 1,536 more), or are less two
        others (22 cars of 64 seats), what numbers of the paragraph add up to. Low from a factor of three on that no
        unit explains.

    Does not judge:
        Sentences that say what else goes in: a discount, a free share, compression, an overlap (skipped); results that
        no word leads to; transfers that take longer than their link would need; what would be low on pages of more than
        sixty numbers (skipped).
    """
    places = Places(corpus)
    for document in corpus.documents:
        for start, end, listed in _scopes(document):
            text = document.text[start:end]
            if len(_DIGIT.findall(text)) > 2 and len(text) <= LONGEST:
                yield from _check(document, (start, end), places, corpus.vocabulary, listed=listed)


def _scopes(document: Document) -> Iterator[tuple[int, int, bool]]:
    """Sentences, each with the one before it in its paragraph, and runs of list items."""
    for block in document.blocks:
        if block.kind in ("paragraph", "list_item"):
            ends = [match.end() for match in _SENTENCE.finditer(document.text, block.start, block.end)]
            cuts = [block.start, *ends, block.end]
            for index in range(1, len(cuts)):
                yield cuts[max(0, index - 2)], cuts[index], False
    for listed, run in itertools.groupby(document.blocks, key=lambda one: one.kind == "list_item"):
        items = list(run)
        if listed and 3 <= len(items) <= LINES:
            yield items[0].start, items[-1].end, True


def _check(
    document: Document, span: tuple[int, int], places: Places, vocabulary: Vocabulary, *, listed: bool
) -> Iterator[Finding | Skip]:
    every = terms(document, *span, vocabulary)
    if not 3 <= len(every) <= MOST:
        return
    for one in every:
        found = [each for each in _led_to(one, every, listed=listed) if _judged(each)]
        given = any(_fits(each, every) or _of_another(each, span) for each in found) or _restated(one, every)
        if not found or given or is_sum(one, found, every, span):
            continue
        if _MORE.search(_BEFORE.sub(" ", around(document, span))):
            yield Skip(CODE, _key(found[0]), "not applicable, because the text says that more goes into the result")
            return
        best = min(found, key=lambda each: len(each.terms))
        yield _finding(best, places, loose=_more_printed(best) or _waits(best, every))
        return


def _of_another(closure: Closure, span: tuple[int, int]) -> bool:
    """Whether another number of the text in the place of a count gives it: "we tried 512: 55 minutes there"."""
    given, counts = closure.given, [one for one in closure.terms if is_count(one)]
    if given is None or not counts:
        return False
    text, result = closure.result.document.text[slice(*span)], closure.result.value
    others = [Interval(number, number) for number in map(Decimal, _BARE.findall(text)) if number]
    return any(
        (given / one.value * other if one in closure.over else given * one.value / other).distance(result) < ROUGH
        for one in counts
        for other in others
    )


def _restated(one: Term, every: Sequence[Term]) -> bool:
    """Whether it is another quantity in other units: "352 Gbit/s (44 GB/s)" is of no streams that stand beside it."""
    others = (each for each in every if each is not one and each.dims == one.dims)
    return any(one.value.distance(each.value) < ROUGH for each in others)


def _led_to(one: Term, every: Sequence[Term], *, listed: bool) -> Iterator[Closure]:
    """The ways to a result that the words around it lead to, or that nothing can be faster than."""
    text = one.document.text
    before = any(other.end <= one.start for other in every)
    ahead = _ahead(one, every)
    total = bool(_TOTAL.search(ahead) or _TOTAL.match(text[one.end : one.end + 24].lstrip(" ,)")))
    thus = total or bool(_THUS.search(ahead)) or (listed and len(one.dims) > 2)
    for closure in closures(one, [other for other in every if other is not one]):
        if before and ((thus and (total or not closure.shared) and _beside(closure)) or _bounded(closure)):
            yield closure


def _ahead(one: Term, every: Sequence[Term]) -> str:
    """What stands between a term and the one before it, "" for the first."""
    before = [other.end for other in every if other.end <= one.start]
    return one.document.text[max(before) : one.start] if before else ""


def _waits(closure: Closure, every: Sequence[Term]) -> bool:
    """Whether it is a time longer than a rate needs, which no word says to follow: a whole response waits first."""
    one, given = closure.result, closure.given
    rated = any(("time", -1) in each.dims for each in closure.under)
    longer = given is not None and one.value.lower > given.upper
    return (
        longer
        and rated
        and one.dims == frozenset({("time", 1)})
        and not _THUS.search(_NO_TOTAL.sub(" ", _ahead(one, every)))
    )


def _beside(closure: Closure) -> bool:
    """Whether the result's sentence prints a part of the sum too, or says that it follows from what went before."""
    result = closure.result
    text = result.document.text
    first = min(one.start for one in closure.terms)
    last = max(one.start for one in closure.terms)
    if any(_SENTENCE.finditer(text, result.end, max(last, result.end))):
        return False  # what a later sentence prints, nothing before it was made of
    cuts = [match.end() for match in _SENTENCE.finditer(text, first, result.start)]
    if not cuts:
        return True
    begins = text.rfind("\n", 0, first) + 1
    here, before = (names(f"Then. {one}") for one in (text[cuts[-1] : result.end], text[begins : cuts[-1]]))
    if here - before:
        return False  # "$0.06 as a spot instance. For three years, the m4.4xlarge comes to $0.41": another thing
    if any(one.start >= cuts[-1] for one in closure.terms):
        return True
    return bool(_FOLLOWS.search(text[cuts[-1] : result.start]))


def _bounded(closure: Closure) -> bool:
    """Whether it is a time that a line needs at least."""
    one = closure.result
    timed = one.dims == frozenset({("time", 1)}) and len(closure.terms) == 2
    return timed and any(_LINK.match(one.document.text, each.end) for each in closure.under)


def _judged(closure: Closure) -> bool:
    given, result = closure.given, closure.result
    if given is None or (is_count(result) and given.upper < 1):
        return False  # 40 GB of 640 GB are no number of anything
    return result.value.bounded and result.value.lower > 0


def _fits(closure: Closure, every: Sequence[Term]) -> bool:
    given, printed = closure.given, closure.result.value
    if given is None or (_bounded(closure) and printed.upper >= given.lower):
        return True
    if any(one.dims == closure.result.dims and given.distance(one.value) < ROUGH for one in every):
        return True  # "$90 for the machines, $140 with storage": the sum is the other one's
    counts = [one.value for one in every if is_count(one) and one not in (closure.result, *closure.terms)]
    pairs = [left * right for left, right in itertools.combinations(counts, 2)]
    by = [Interval(Decimal(1), Decimal(1)), *(one for one in (*counts, *pairs) if one.lower > 0)]
    return any((given * one).distance(printed) < ROUGH or (given / one).distance(printed) < ROUGH for one in by)


def _key(closure: Closure) -> tuple[str, ...]:
    names = sorted({name for one in (closure.result, *closure.terms) for name, _ in one.dims})
    return closure.result.document.name, *names


def _more_printed(closure: Closure) -> bool:
    """Whether the sentence of the result prints a number that the sum does not use: it may go into it."""
    result = closure.result
    text = result.document.text
    start = max((one.end() for one in _ENDS.finditer(text, 0, result.start)), default=0)
    found = _ENDS.search(text, result.end)
    end = found.start() if found else len(text)
    used = [(one.start - start, one.end - start) for one in (result, *closure.terms)]
    return bool(left_over(text[start:end], used))


def _finding(closure: Closure, places: Places, *, loose: bool) -> Finding:
    given = closure.given or closure.result.value
    gap = given.distance(closure.result.value)
    sum_ = " x ".join(one.printed for one in closure.over) + "".join(f" / {one.printed}" for one in closure.under)
    document = closure.result.document
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low" if loose else severity.of_reckoned(gap),
        message=f"{sum_} is not {closure.result.printed}",
        arithmetic=f"In base units {sum_} allows {given}, {closure.result.printed} allows {closure.result.value}: they "
        f"do not meet, a gap of {short(round(gap * 100, 0))} %.",
        comparison=_key(closure),
        evidence=tuple(
            _printed(places, document, one)
            for one in sorted((closure.result, *closure.terms), key=lambda one: one.start)
        ),
        likely_wrong_why="one of the numbers, it cannot be told which",
    )


def _printed(places: Places, document: Document, one: Term) -> Evidence:
    return places.printed(document, one.start, one.end)
