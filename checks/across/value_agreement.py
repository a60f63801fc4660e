"""One quantity, printed with two values."""

import itertools
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from decimal import Decimal

from checks.lib.findings import severity
from checks.lib.findings.slips import slip_told, too_far
from checks.lib.findings.words import apart, said, side, topic, where
from checks.lib.language.editions import OTHER_EDITION, Editions
from checks.lib.language.left_over import left_over
from checks.lib.language.settings import opposed, scopes
from checks.lib.language.stems import stems
from checks.lib.language.table_names import words
from checks.lib.language.tokens import every_root
from checks.lib.language.topics import ALIKE, share, words_of
from checks.lib.linking.clashes import modifiers_clash, places_clash
from checks.lib.linking.scenes import two_cases
from checks.lib.statements.absolutes import based, same_dimension
from checks.lib.statements.alike import differences
from checks.lib.statements.factors import factors, ratios_told
from checks.lib.statements.headings import Headings
from checks.lib.statements.withdrawn import withdrawn_of
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.interval import Readings, judge
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "value-agreement"
VALUES = ("absolute", "duration", "price")
SHARE = "percent_change"
LONGEST = 6  # words of a name that is looked for in titles
SYSTEMS, NEARLY = (2, 4, 8, 16, 36, 64, 72, 256), Decimal("0.01")  # chips that are sold together
TITLE = 60  # words of a title in which it is looked for
_CAPTION = re.compile(r"[\s*_>]*(?:figure|fig\.?|chart|plot|diagram)\s*\d*[.:]?[\s*_]*", re.IGNORECASE)
_STEP = re.compile(
    r"\bby\s(?:an?\s|about\s|around\s|some\s|nearly\s|almost\s|another\s|only\s|just\s)*$", re.IGNORECASE
)
_RELEASE = re.compile(r"v?\d+(?:\.\d+)*")  # "24 s with 2024.3", on which machine its page says
FACTOR_PRINTED = "not comparable, because the text prints the factor between the two"
MATTER = ("framework", "sdk_version", "dataset")
Key = tuple[str, ...]


@check(CODE, version=14, severity="high", since="0.1.0")
def value_agreement(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A quantity that two documents print of the same thing has one value.

    Why:
        The same run is reported in a post, a paper and a press release. Where they differ, one of them has a slip, and
        whoever cites picks one by chance.

    Flags:
        One value in each of two documents, or one in a heading or caption and one in the text, for the same workload,
        task, metric, system and unit, whose intervals do not meet; where no workload is known, for sentences that
        share most of their words (at most medium). Low unless a slip makes the one print of the other, or the same
        numbers stand beside both. A percentage over the same product likewise. Where a line names no
        system, that of the page's title is meant.

    Passes:
        Rounded and cut-off values; values whose stated conditions, software release, framework, size or percentile
        differ; two values of which a document prints the factor between them; values of documents of different
        dates, which are later results, and values more than five times apart by no slip (skipped).

    Does not judge:
        Documents that print several values of the same kind (a sweep); values of no named system, or of a bare
        release; rows of tables; what a note on a newer state of the page names as wrong; by how much something grew.
    """
    headings = Headings(corpus.documents)
    titles = _Titles(corpus, headings)
    groups: dict[Key, list[Claim]] = defaultdict(list)
    withdrawn = withdrawn_of(corpus)
    able = (one for one in corpus.claims if not withdrawn.has(one.document_id, one.quote) and not _is_step(one))
    for claim in able:
        name = "" if _RELEASE.fullmatch(claim.subject.name) else claim.subject.name or titles.subject(claim)
        if claim.figure.kind in VALUES and name:
            key = _key(claim, name, corpus.vocabulary)
            named = claim if claim.subject.name else replace(claim, subject=replace(claim.subject, name=name))
            groups[key].append(named)
            if claim.workload and not corpus.vocabulary.get("workloads", claim.workload):
                groups["", *key[1:]].append(named)  # a name that the vocabulary lacks is not found in every sentence
        elif claim.figure.kind == SHARE and claim.subject.name and claim.baseline.name and not claim.chart:
            groups[_key_of_share(claim)].append(claim)
    editions = Editions(corpus.documents)
    ratios = ratios_told(corpus.claims)
    for key, claims in sorted(groups.items()):
        by_document: dict[str, list[Claim]] = defaultdict(list)
        for claim in claims:
            by_document[claim.document_id].append(claim)
        yield from _across(key, list(by_document.values()), editions, headings, ratios, corpus.vocabulary)
        for members in by_document.values():
            yield from _within(key, members, headings, ratios[members[0].document_id], corpus.vocabulary)


def _is_step(claim: Claim) -> bool:
    """Whether a value is by how much something moved: "goes up by 6 seconds (from 41 to 47)"."""
    return bool(_STEP.search(claim.context[: claim.figure.start - claim.context_start]))


class _Titles:
    """Systems that other claims name, found in the title over a claim that names none."""

    def __init__(self, corpus: Corpus, headings: Headings) -> None:
        names = {one.subject.name for one in corpus.claims if one.figure.kind in VALUES} - {""}
        self._names = {words(name): name for name in sorted(names)}
        self._longest = min(LONGEST, max(map(len, self._names), default=0))
        self._headings = headings
        self._known: dict[str, str] = {}

    def subject(self, claim: Claim) -> str:
        """The longest such name in the heading or title, "" when there is none; only for a known workload."""
        if not claim.workload or claim.chart:
            return ""
        return next(filter(None, map(self._named, self._headings.over(claim))), "")

    def _named(self, title: str) -> str:
        if title not in self._known:
            text = words(title)[:TITLE]
            runs = (text[at : at + size] for size in range(self._longest, 0, -1) for at in range(len(text) - size + 1))
            self._known[title] = next((self._names[run] for run in runs if run in self._names), "")
        return self._known[title]


def _key(claim: Claim, name: str, vocabulary: Vocabulary) -> Key:
    unit = vocabulary.resolve("units", claim.figure.unit)
    dimension = (unit.text("dimension") if unit else "") or claim.figure.unit
    # Rates are one dimension, whatever they count.
    measured = claim.figure.unit if dimension == "rate" else dimension
    metric = vocabulary.metric_class(claim.metric)
    count = str(claim.subject.count or "")
    return claim.workload, claim.variant, claim.task, metric, name, count, measured, claim.figure.kind


def _key_of_share(claim: Claim) -> Key:
    """Without the workload: one sentence names it, the other calls it otherwise."""
    return "", claim.variant, "", claim.metric, claim.subject.name, "", f"% over {claim.baseline.name}", SHARE


def _across(
    key: Key,
    documents: list[list[Claim]],
    editions: Editions,
    headings: Headings,
    ratios: Mapping[str, list[Readings]],
    known: Vocabulary,
) -> Iterator[Finding | Skip]:
    """Neighbours in order of value: where any two documents disagree, some neighbours do."""
    single = [claims for claims in documents if not any(_apart(claims[0], other, known) for other in claims)]
    ranked = sorted(single, key=lambda claims: based(claims[0].figure, known).rounded.upper)
    for claims, others in itertools.pairwise(ranked):
        if not _apart(claims[0], others[0], known):
            continue
        if editions.differ(claims[0].document_id, others[0].document_id):
            yield Skip(CODE, key, OTHER_EDITION)
            continue
        told = [*ratios[claims[0].document_id], *ratios[others[0].document_id]]
        for one in _judge(key, claims, others, headings, known):
            given = isinstance(one, Finding) and _contrasted(claims[0], others[0], told, known)
            yield Skip(CODE, key, FACTOR_PRINTED) if given else one


def _of_several(one: Claim, other: Claim, known: Vocabulary) -> int:
    """How many of the one the other is of, where it is so many times as much: a board has eight cards; else 0."""
    low, high = sorted(based(each.figure, known).rounded.lower for each in (one, other))
    times = round(high / low) if low > 0 else 0
    return times if times in SYSTEMS and abs(high / low / times - 1) < NEARLY else 0


def _within(
    key: Key, claims: list[Claim], headings: Headings, ratios: list[Readings], known: Vocabulary
) -> Iterator[Finding | Skip]:
    heads = [_titles(claim, headings) for claim in claims]
    titles = [claim for claim, head in zip(claims, heads, strict=True) if head]
    text = [claim for claim, head in zip(claims, heads, strict=True) if claim.place == "prose" and not head]
    one_value = text and not any(_apart(text[0], claim, known) for claim in text)
    if len(titles) == 1 and one_value and _apart(titles[0], text[0], known):
        if _contrasted(titles[0], text[0], ratios, known):
            yield Skip(CODE, key, FACTOR_PRINTED)
            return
        yield from _judge(key, titles, text, headings, known)


def _contrasted(left: Claim, right: Claim, ratios: list[Readings], known: Vocabulary) -> bool:
    """Whether a factor of the text is what one value is over the other: "276, six times as many now" under 1,665."""
    both = (based(one.figure, known) for one in (left, right) if one.figure.kind != SHARE)
    values = sorted((one for one in both if one.rounded.lower > 0), key=lambda one: one.rounded.upper)
    given = values[1] / values[0] if len(values) > 1 else None
    return given is not None and any(judge(one, given) != "inconsistent" for one in ratios)


def _titles(claim: Claim, headings: Headings) -> bool:
    """Whether a claim heads what it speaks of, or stands below a picture of it."""
    return claim.place in ("heading", "chart_title", "caption") or bool(_CAPTION.fullmatch(headings.before(claim)))


def _judge(
    key: Key, claims: list[Claim], others: list[Claim], headings: Headings, known: Vocabulary
) -> Iterator[Finding | Skip]:
    left, right = claims[0], others[0]
    if left.workload and right.workload and not key[0] and left.figure.kind != SHARE:
        return  # of two workloads, or judged under the name of the one
    unlike = differences(left, right, known) + _conditions(left, right)
    around = ([*scopes(one), *headings.over(one)] for one in (left, right))
    unlike += [f"setting: {words}" for words in opposed(*around)]
    texts = [[text.replace(one.quote, " | ") for text in (*scopes(one), *headings.over(one))] for one in (left, right)]
    said_by = (every_root(" ".join(some)) for some in texts)
    case = two_cases(*texts) or places_clash(*texts) or modifiers_clash(texts[0][0], texts[1][0], *said_by)
    unlike += [f"setting: {case}"] if case and case not in " ".join(unlike) else []
    unlike += [words for words in (_about(left, right, headings, known),) if words]
    if headings.told_before(left, right) or headings.told_before(right, left):
        unlike.append("the one text tells the other value as what was so before")
    many = 0 if unlike or left.figure.kind == SHARE else _of_several(left, right, known)
    unlike += [f"one may be of {many} of them"] if many and left.document_id != right.document_id else []
    if not unlike and too_far(_gap(left, right, known), left.quote, right.quote):
        unlike.append("they are so far apart that they are of two things")
    if unlike:
        yield Skip(CODE, key, f"not comparable, because {'; '.join(dict.fromkeys(unlike))}")
    else:
        yield _finding(key, claims, others, known)


def _about(left: Claim, right: Claim, headings: Headings, known: Vocabulary) -> str:
    """What two sentences about no known workload are about, where that is not the same."""
    mine, theirs = words_of(left, known), words_of(right, known)
    if left.workload and left.workload == right.workload:
        return ""
    captioned = _titles(left, headings) and left.place == "prose"
    alike = mine == theirs if left.document == right.document and not captioned else _enough(mine, theirs)
    if alike and not (left.workload and right.workload):
        return ""
    return f"words: {', '.join(sorted(mine - theirs)) or 'fewer'} against {', '.join(sorted(theirs - mine)) or 'fewer'}"


def _enough(mine: frozenset[str], theirs: frozenset[str]) -> bool:
    return bool(mine & theirs or mine == theirs) and share(mine, theirs) >= ALIKE


def _conditions(left: Claim, right: Claim) -> list[str]:
    stated = [(name, left.subject.condition(name), right.subject.condition(name)) for name in MATTER]
    return [f"{name.replace('_', ' ')}: {a} against {b}" for name, a, b in stated if a and b and a != b]


def _apart(left: Claim, right: Claim, known: Vocabulary) -> bool:
    if left.figure.kind == SHARE:
        return all(judge(one, other) == "inconsistent" for one in factors(left) for other in factors(right))
    if not same_dimension(left.figure, right.figure, known):
        return False
    return judge(based(left.figure, known), based(right.figure, known)) == "inconsistent"


def _gap(left: Claim, right: Claim, known: Vocabulary) -> Decimal:
    return based(left.figure, known).rounded.distance(based(right.figure, known).rounded)


def _surest(key: Key, left: Claim, right: Claim) -> Severity:
    """The worst that may be said: low unless a slip makes the one of the other, or the same numbers stand beside."""
    unshared = left.document_id == right.document_id and not stems(left.context) & stems(right.context)
    mine, theirs = _beside(left), _beside(right)
    one_run = mine and theirs and (mine <= theirs or theirs <= mine)
    if unshared or not (one_run or slip_told(left.quote, right.quote)):
        return "low"
    return "high" if key[0] else "medium"


def _beside(claim: Claim) -> frozenset[str]:
    """The numbers that its sentence prints besides: "128 in, 2,048 out" is one run wherever it is told."""
    own = claim.figure.start - claim.context_start, claim.figure.end - claim.context_start
    return frozenset(left_over(claim.context, [own]))


def _finding(key: Key, claims: list[Claim], others: list[Claim], known: Vocabulary) -> Finding:
    left, right = claims[0], others[0]
    gap = _gap(left, right, known)
    level = severity.of_gap(gap)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most(_surest(key, left, right), level),
        message=f"{topic(left)} of {side(left.subject)}: {said(left.figure)} ({where(left)} of {left.document}) "
        f"against {said(right.figure)} ({where(right)} of {right.document})",
        arithmetic=f"{said(left.figure)} allows {left.figure.interval}, {said(right.figure)} allows "
        f"{right.figure.interval}: {apart(gap)}.",
        comparison=key,
        evidence=tuple(Evidence.of(claim) for claim in (*claims, *others)),
        likely_wrong_why="as many documents say one as the other",
    )
