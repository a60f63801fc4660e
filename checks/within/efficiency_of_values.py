"""A factor per watt or per dollar against the rates and the watts, or prices, that the document prints."""

import re
from collections.abc import Iterator, Sequence

from checks.lib.findings import severity
from checks.lib.findings.places import Places
from checks.lib.findings.words import apart, said, times, where
from checks.lib.labels.contrasted import FURTHEST, key
from checks.lib.labels.per_cost import WORK, Group, Line, in_tables, in_text, is_named, named
from checks.lib.language.otherwise import otherwise
from checks.lib.language.tokens import root
from checks.lib.quantities.asserted import Sentence, sentences
from checks.lib.statements.factors import as_value, factors, up
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import Readings, judge
from schemas.names import Vocabulary
from schemas.statement import Claim, Parsed

CODE = "efficiency-of-values"
_TIMES = r"(?:hour|day|week|month|year|second|minute|user|seat|core|gpu|chip|node|rack|card|server)s?\b"
_NOUN = r"(?:(?P<noun>[a-z]{3,}) )?"
_ENERGY = re.compile(
    rf"\b{_NOUN}(?:per|for (?:each|every|a)|to the|a) (?:watt\b|joule|kilowatt)|"
    r"\bperf(?:ormance)?/watt|\b(?P<noun3>[a-z]+)/W\b|"
    rf"\b(?:energy|power|joules|electricity|watt-hours)(?: used| needed| spent)? (?:per|for each|for every) "
    rf"(?!{_TIMES})(?P<noun2>[a-z]{{3,}})|"
    r"\b(?:energy|power)[- ]efficien\w+|\befficien(?:t|cy)\b",
    re.IGNORECASE,
)
_PRICE = re.compile(
    rf"\b{_NOUN}(?:per|for (?:each|every|a)|to the|a) (?:dollar|euro|pound)\b|\b(?P<noun3>[a-z]+)/\$|"
    rf"\b(?:cost|price|dollars|cents)s? (?:per|of each|for each|of a|for every) (?:(?:million|thousand|1,000|1M) )?"
    rf"(?!{_TIMES})(?P<noun2>[a-z]{{3,}})|"
    r"\bprice[-/ ](?:to[- ])?performance\b|\bcost[- ](?:effective|efficien)\w*|\bcost[-/ ]performance\b|"
    r"\bvalue for money\b",
    re.IGNORECASE,
)
# Nouns that say of no rate what it counts.
_ANY = frozenset(
    map(root, "performance perf throughput work speed compute rate output more better efficiency times much".split())
)
_KINDS = {
    **dict.fromkeys(map(root, "flops tflops tops gflops operations ops compute".split()), "compute"),
    **dict.fromkeys(map(root, "bandwidth bytes gigabytes".split()), "bandwidth"),
    **dict.fromkeys(map(root, "capacity storage terabytes memory".split()), "size"),
}
_AGAINST = re.compile(
    r"\b(?:than|against|versus|vs|compared|instead of|previous\w*|before|earlier|formerly|was|were|where(?:as)?|while|"
    r"from|old(?:er)?|predecessor|baseline)\b",
    re.IGNORECASE,
)
# A price of more than the hours: what such a factor is made of, no table of rates says.
_ALL_TOLD = re.compile(
    r"\b(?:TCO|total cost|lifetime|reserved|spot|commit\w*|over (?:\w+ )?(?:years?|months?)|includ\w+|cooling)\b",
    re.IGNORECASE,
)
_MARK = re.compile(r"\((?P<a>\d)\)|\[\^?(?P<b>\w)\]|(?P<c>[¹²³⁴⁵⁶⁷⁸⁹*†‡§])")


@check(CODE, version=3, severity="high", since="0.1.0")
def efficiency_of_values(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor per watt or per dollar is what the rates and the watts, or the prices, of its two sides give.

    Why:
        A headline per watt is often the ratio of the rates alone: the footnote prints the watts, and nobody divides.

    Flags:
        "2.5x the images per watt" over "9,360 images/s at 150 W; 23,400 images/s at 210 W", which give 1.8x; the same
        with prices ("price-performance", "tokens per dollar"), in a sentence, a footnote, a list or a table.

    Passes:
        A factor that one way of reading it gives, in any of the places that print both sides; a factor behind another
        one to which the words per watt belong ("2.1x the output per watt, as it draws 29% less").

    Does not judge:
        "Up to", unless a footnote's mark leads to the values; texts that print more than two rates or two costs;
        values that name neither side of the factor (skipped).
    """
    places = Places(corpus)
    for parsed in corpus.parsed:
        claims = [(one, found) for one in parsed.claims if (found := _spoken(one))]
        every = list(sentences(parsed.document, corpus.vocabulary)) if claims else []
        for claim, found in claims:
            yield from _check(claim, found, parsed, every, corpus.vocabulary, places)


def _spoken(claim: Claim) -> tuple[re.Match[str], str] | None:
    """The words of a factor that speak of what it costs, and whether that is power or a price."""
    if claim.figure.kind not in ("ratio", "percent_change") or claim.chart:
        return None
    for kind, words in (("power", _ENERGY), ("price", _PRICE)):
        found = [one for one in words.finditer(claim.context) if abs(one.start() - claim.at[1]) < 60]
        found = [one for one in found if not _of_another(claim, one)]
        others = [one for one in _other_figures(claim) if found and claim.at[1] <= one < found[0].start()]
        if found and not others:
            return found[0], kind
    return None


_FACTOR = re.compile(r"\d\s?(?:x\b|×|%)")
_NEXT = re.compile(r"[,;]|\b(?:and|but|while)\b")  # "4x as efficient and 2.5x as fast"


def _of_another(claim: Claim, said: re.Match[str]) -> bool:
    """Whether words before a factor stand behind a nearer one: "2.1x the output per watt, as it draws 29% less"."""
    before = [one for one in _other_figures(claim) if one < said.start()]
    ahead = claim.at[0] - said.end()
    parted = bool(_NEXT.search(claim.context, said.end(), max(said.end(), claim.at[0])))
    return ahead > 0 and any(parted or said.start() - one < ahead for one in before)


def _other_figures(claim: Claim) -> list[int]:
    """Where the context prints other factors: "2x faster and 3x more per watt" has one of speed too."""
    start, end = claim.at
    return [one.start() for one in _FACTOR.finditer(claim.context) if not start <= one.start() < end]


def _check(
    claim: Claim,
    spoken: tuple[re.Match[str], str],
    parsed: Parsed,
    every: Sequence[Sentence],
    vocabulary: Vocabulary,
    places: Places,
) -> Iterator[Finding | Skip]:
    match, cost = spoken
    works, of = _work(match)
    costs = frozenset({cost})
    groups = [
        *in_text(parsed.document, every, works, of, costs),
        *in_tables(parsed.document, vocabulary, works, of, costs),
    ]
    pairs = [pair for one in groups if (pair := _pair(claim, one, parsed.document.title, match.group()))]
    given = [(pair, factor) for pair in pairs if (factor := _factor(*pair))]
    allowed = [up(one) for one in factors(as_value(claim))]
    if not given:
        if groups:
            yield Skip(CODE, key(claim), "not applicable, because the values name neither side of the factor")
        return
    if all(judge(one, factor) == "inconsistent" for one in allowed for _, factor in given):
        if len({factor.rounded for _, factor in given}) > 1:
            yield Skip(CODE, key(claim), "unchecked, because several pairs of values give several factors")
            return
        yield _finding(claim, *given[0], allowed, parsed, places)


def _work(match: re.Match[str]) -> tuple[frozenset[str], frozenset[str]]:
    """Which kinds of amounts are the work that the words speak of, and what they count."""
    groups = match.groupdict()
    noun = next((groups[name] for name in ("noun", "noun2", "noun3") if groups.get(name)), "work")
    forms = frozenset({root(noun), root(f"{noun}s"), root(noun.removesuffix("s"))})
    if forms & _ANY:
        return WORK, frozenset()
    kind = next((_KINDS[one] for one in forms if one in _KINDS), "")
    return (frozenset({kind}), frozenset()) if kind else (frozenset({"rate", "count"}), forms)


def _pair(claim: Claim, group: Group, title: str, spoken: str) -> tuple[Line, Line] | None:
    """The two lines of a group that are the sides of a factor; None where nothing says so."""
    lines = list(group.lines) if len(group.lines) == 2 else named(group.lines, claim.context)
    if len(lines) != 2:
        return None
    here = group.start <= claim.figure.start < group.start + len(group.text) and not group.table
    tied = (
        _told_here(claim, group)
        if here
        else _names_side(claim, group.text) and _of_one_case(claim, lines, f"{title} | {group.text}", spoken)
    )
    able = _marked(claim, group.text) or (tied and claim.figure.qualifier != "up_to")
    return (lines[0], lines[1]) if able else None


def _of_one_case(claim: Claim, lines: Sequence[Line], words: str, spoken: str) -> bool:
    """Whether a factor told elsewhere may be of these values: no peak of a data sheet, no other load or setting."""
    peaks = any(one.work.amount.kind == "compute" for one in lines)
    if peaks or (claim.workload and not is_named(claim.workload_raw or claim.workload, words)):
        return False
    if _ALL_TOLD.search(claim.context):
        return False
    sides = (claim.subject.name, claim.subject.raw, claim.baseline.name, claim.baseline.raw)
    return not otherwise(claim.context, *claim.at, (words, spoken, *sides))


def _told_here(claim: Claim, group: Group) -> bool:
    """Whether the values stand in the factor's own sentence, or in one of its paragraph that contrasts two sides."""
    start, end = claim.context_start, claim.context_start + len(claim.context)
    values = [one for line in group.lines for one in (line.work, line.cost)]
    if all(start <= one.start < end for one in values):
        return bool(_AGAINST.search(claim.context))
    rest = group.text[: start - group.start] + " " + group.text[end - group.start :]
    return _names_side(claim, rest) or bool(_AGAINST.search(rest))


def _names_side(claim: Claim, text: str) -> bool:
    """Whether a text names the sides of a factor, both where both are known."""
    sides = [one for one in (claim.subject, claim.baseline) if one.name]
    found = [one for one in sides if is_named(one.name, text) or (one.raw and is_named(one.raw, text))]
    return bool(found) and (len(found) == len(sides) or claim.baseline in found)


def _marked(claim: Claim, text: str) -> bool:
    """Whether a mark behind the factor is that of the footnote."""
    mark = _MARK.match(text.lstrip())
    marks = {one[one.lastgroup or 0] for one in _MARK.finditer(claim.behind)}
    return bool(mark and mark[mark.lastgroup or 0] in marks)


def _factor(left: Line, right: Line) -> Readings | None:
    """The larger yield over the smaller."""
    smaller, larger = sorted((left.yields, right.yields), key=lambda one: one.rounded.upper)
    if not (smaller.rounded.lower > 0 and larger.rounded.bounded):
        return None
    factor = larger / smaller
    return factor if factor.rounded.lower <= FURTHEST else None


def _finding(
    claim: Claim,
    pair: tuple[Line, Line],
    factor: Readings,
    allowed: Sequence[Readings],
    parsed: Parsed,
    places: Places,
) -> Finding:
    values = [one for line in pair for one in (line.work, line.cost)]
    cells = [places.printed(parsed.document, one.start, one.end) for one in values]
    gap = min(one.rounded.distance(factor.rounded) for one in allowed)
    left, right = (f"{work.quote} for {cost.quote}" for work, cost in (cells[:2], cells[2:]))
    works = up(pair[0].work.amount.readings / pair[1].work.amount.readings)
    alone = any(judge(one, works) != "inconsistent" for one in allowed)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"the {where(claim)} says {said(claim.figure)}; {left} and {right} give "
        f"{times(factor.rounded, said(claim.figure))}",
        arithmetic=f"{said(claim.figure)} allows {allowed[0].rounded}; {left} and {right} allow {factor.rounded}: "
        f"{apart(gap)}.",
        comparison=key(claim),
        evidence=(Evidence.of(claim), *cells),
        likely_wrong_why="the factor is that of the work alone, not of work for its cost"
        if alone
        else "one factor against two pairs of values",
    )
