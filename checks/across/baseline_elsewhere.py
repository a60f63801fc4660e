"""One gain of one run that two passages say over two things of different names."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import content
from checks.lib.ratios.factor_sites import FactorSite, factor_sites
from checks.lib.sums.pools import related
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval
from schemas.names import Vocabulary

CODE = "baseline-elsewhere"
SHARED = 3  # words that both say, where a number counts twice
MOST = 12  # passages that print one gain; "2x" is said of everything
_NAME = (
    r"(?:[a-z]+-)?[A-Z][\w+-]*(?:\.\d[\w.]*)?(?:\s(?:[A-Z][\w+-]*|\d[\w.]*\b(?!\s?[%x×])))*|"
    r"v?\d+\.\d+(?:\.\d+)*(?!\s?[%x×\w])"
)
# What leads from a factor to what it is over: "than our dual", "the throughput of an", "what", ", the".
_LEAD = re.compile(
    r"(?:[^.;:(]{0,40}?\b(?:than|over|against|versus|vs\.?|relative to|compared (?:to|with)|as|of|what|below|above)|)\s"
    rf"(?:(?:an?|the|its|our|that|one|single|older?|previous|smaller|release|version|forerunner,|predecessor,)\s|[a-z]+\s(?=[A-Z])){{0,3}}"
    rf"(?P<name>{_NAME})"
)
_KIND = re.compile(r"[A-Z]{2,4}s?|[A-Z]+s")  # "GPUs", "CPU": no name of one


@dataclass(frozen=True, slots=True)
class _Over:
    """A factor and the name of what it is over."""

    site: FactorSite
    name: str
    words: frozenset[str]


@check(CODE, version=1, severity="low", since="0.1.0")
def baseline_elsewhere(corpus: Corpus) -> Iterator[Finding | Skip]:
    """One gain is over one thing, wherever it is told.

    Why:
        "6.1 times the throughput of an A100" says the lead, "6.1x a V100" the caption of the chart. Both print one
        number, and a reader who owns the one card is promised what was measured on the other.

    Flags:
        Sentences, captions or items that print the same factor or percentage, share three words at least (a number is
        two), and name what it is over, in names of which neither passage has the other's. Always low.

    Passes:
        Names of which one says more of the other ("A100", "A100 80GB"), an abbreviation and its words.

    Does not judge:
        Passages of which each names a product or release of its own besides; of two documents those of which one names
        both baselines; gains that more than twelve passages print; other editions of a page (skipped).
    """
    index = index_of(corpus)
    every = {
        one.document_id: list(_overs(list(factor_sites(one, index, corpus.vocabulary)))) for one in corpus.documents
    }
    told: set[tuple[str, ...]] = set()
    for name, near in sorted(related(corpus, index).items()):
        for there in near:
            for left, right in _pairs(every[name], every[there]) if name <= there else ():
                key = left.site.site.document.name, right.site.site.document.name, left.name, right.name
                if key not in told and _differ(left, right, corpus.vocabulary):
                    told.add(key)
                    yield _judged(left, right, key, index)


def _overs(sites: list[FactorSite]) -> Iterator[_Over]:
    for one in sites:
        behind = one.site.text[one.site.value.end :]
        match = _LEAD.match(behind)
        if match and not one.bound and not _KIND.fullmatch(match["name"]):
            yield _Over(one, match["name"], content(match["name"]) or frozenset({match["name"].lower()}))


def _pairs(mine: list[_Over], theirs: list[_Over]) -> Iterator[tuple[_Over, _Over]]:
    """The pairs of one gain, in text order where they are of one document."""
    by_gain: dict[Interval, tuple[list[_Over], list[_Over]]] = defaultdict(lambda: ([], []))
    for one in mine:
        by_gain[one.site.ways[0]][0].append(one)
    for one in theirs if mine is not theirs else ():
        by_gain[one.site.ways[0]][1].append(one)
    for left, right in by_gain.values():
        if len(left) + len(right) <= MOST:
            yield from combinations(left, 2) if mine is theirs else ((one, other) for one in left for other in right)


def _differ(left: _Over, right: _Over, vocabulary: Vocabulary) -> bool:
    """Whether two passages tell of one gain over two things, of which neither passage knows the other's."""
    if not (left.words - right.words and right.words - left.words) or _one_name(left.name, right.name, vocabulary):
        return False
    if _knows(left, right) or _knows(right, left):
        return False
    apart = left.site.site.document.document_id != right.site.site.document.document_id
    mine, theirs = (_said(one, scope=apart) for one in (left, right))
    both = (mine & theirs) - left.words - right.words
    named = (left.site.own(right.site) - left.words - theirs) and (right.site.own(left.site) - right.words - mine)
    return not named and sum(1 + any(map(str.isdigit, one)) for one in both) >= SHARED


def _said(one: _Over, *, scope: bool) -> frozenset[str]:
    """The words of a sentence, and of what stands over it; in one document that is much the same for all."""
    site = one.site.site
    start = site.start - one.site.said.sentence.passage.start
    words = one.site.said.sentence.passage.words
    own = content(f"{words[:start]} | {words[start + len(site.quote) :]}")
    return own | site.over if scope else own


def _knows(one: _Over, other: _Over) -> bool:
    """Whether a passage, or of two documents a document, has the other's baseline."""
    document = one.site.site.document
    apart = document.document_id != other.site.site.document.document_id
    text = document.text if apart else one.site.said.sentence.passage.words
    return other.name.lower() in text.lower()


def _one_name(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether two names are one: by the vocabulary, or as an abbreviation of the other's words."""
    short = ("".join(word[0] for word in one.split()).lower() for one in (left, right))
    initials = next(short) == right.lower() or next(short) == left.lower()
    begins = left.lower().startswith(right.lower()[:4]) and not re.search(r"\d", left + right)
    return initials or begins or vocabulary.related(left, right)


def _judged(left: _Over, right: _Over, key: tuple[str, ...], index: Index) -> Finding | Skip:
    sites = left.site.site, right.site.site
    first, second = (index.places.printed(one.document, one.start, one.end) for one in sites)
    if first.document != second.document and index.of_two_editions(*(one.document for one in sites)):
        return Skip(CODE, key, OTHER_EDITION)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{first.quote} is over {left.name} in {first.document}, {second.quote} over {right.name} in "
        f"{second.document}, in passages that share their other words",
        arithmetic="No sum: one gain, two things that it is over.",
        comparison=key,
        evidence=(first, second),
        likely_wrong_why="one is told as often as the other",
    )
