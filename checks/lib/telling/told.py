"""Figures as sentences tell them, with the words that say what they are of: amounts, factors, quotients of two amounts.

Two sentences may tell one figure without a table or a chart between them; only their words can say that they do.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.findings.words import IN_TEXT
from checks.lib.labels.spoken_kinds import kinds_of
from checks.lib.language.tokens import coded, names, roots, tokens
from checks.lib.quantities.amounts import Amount, alike
from checks.lib.quantities.asserted import Asserted, Sentence, is_past, unspoken
from checks.lib.statements.factors import factors, up
from schemas.interval import Interval, Readings, judge, readings, ulp
from schemas.statement import Claim

# What every sentence of the kind says.
VERBS = roots(
    tokens(
        """
        takes take took needs need needed runs run ran reaches reach reached delivers deliver has have had offers does
        do did costs cost comes gets get uses measured only just now still also more than default second per typical
        average up makes make made gives give gave went fell falls drops dropped rose stays stayed figure ours
        after came into using same via within one two own
        these those they them our its even so while because which through another come keeps keep held ever much many
        peak peaks peaked maximum longest highest largest never lasted exceeds exceeded tops topped under over
        faster slower quicker sooner shorter longer higher lower cheaper smaller larger less fewer better percent times
        """
    )
)
_TO_ONE = re.compile(r"(?<![\w.,:-])(?P<n>\d+(?:\.\d+)?)(?:\s+to\s+|:)1\b(?![\w:.]\d)")
_SHRINKS = re.compile(
    r"\b(?:reduc|dedup|de-dup|compress|shr[aiu]nk|smaller|shrink|ratio|squeez|packed|cut)", re.IGNORECASE
)
_THEM = re.compile(r"\b(?:them|these|all of (?:it|that|this))\b", re.IGNORECASE)
_FROM = re.compile(r"\bfrom\s+(?:(?:about|around|some|over|under|the)\s+)?[$€£]?$", re.IGNORECASE)
_TO = re.compile(
    r"(?:[^.;]|\.(?=\d)){0,24}?\s*,?\s*(?:(?:down|up|all the way|back)\s+)?to\s+"
    r"(?:(?:just|only|about|around|under|over)\s+)?[$€£]?",
    re.IGNORECASE,
)
_PEAK = re.compile(
    r"\b(?:peak(?:s|ed|ing)?|maximum|max|longest|highest|largest|slowest|worst|topp?(?:s|ed) out|"
    r"at its (?:height|most))\b",
    re.IGNORECASE,
)
_DERIVED = re.compile(r"\bper\s+(?:watt|dollar|euro|core|chip|rack|unit)\b|\bvalue for\b|\befficien", re.IGNORECASE)
# A share of something is no change of it: "40 % of the time", "94 % accuracy".
_SHARE = re.compile(
    r"\s*(?:of|on|in|hit|accuracy|recall|utili[sz]ation|confidence|scaling|parallel|availab\w+|\w+ efficien\w+)\b",
    re.IGNORECASE,
)
FACTOR = "factor"
SHORT = 2  # letters of units and of what an apostrophe leaves


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure at [start, end) of its document, and the words around it.

    `kind` is that of the amount, or "factor"; `readings` is all that it may allow (a factor: the larger over the
    smaller), `kinds` the kinds of amounts that a factor may be of. `own` are the words of its clause, `words` those of
    its sentence: neither holds names or numbers.
    """

    sentence: Sentence
    start: int
    end: int
    kind: str
    readings: tuple[Readings, ...]
    amount: Amount | None
    kinds: frozenset[str]
    metric: str
    near: str
    own: frozenset[str]
    words: frozenset[str]
    names: frozenset[str]
    over: frozenset[str]
    peak: bool = False
    spans: tuple[tuple[int, int], ...] = ()
    alone: bool = True  # the only figure of its kind in its sentence: of several nobody can tell which is of what

    @property
    def text_of(self) -> str:
        """What is printed there."""
        return self.sentence.passage.document.text[self.start : self.end]

    @property
    def document_id(self) -> str:
        """Whose sentence it is."""
        return self.sentence.passage.document.document_id

    def agrees(self, other: "Fact") -> bool:
        """Whether both can be true; a peak only bounds what is not called one."""
        mine, theirs = _against(self, other), _against(other, self)
        return any(judge(one, two) != "inconsistent" for one in mine for two in theirs)

    def alike(self, other: "Fact") -> bool:
        """Whether they are of one kind."""
        if self.amount and other.amount:
            return alike(self.amount, other.amount)
        return self.kind == other.kind == FACTOR and bool(self.kinds & other.kinds)


def _against(one: Fact, other: Fact) -> list[Readings]:
    """What a figure allows another to be: below a peak, anything that is printed as a value."""
    if not one.peak or other.peak or any(two.rounded.lower <= 0 for two in other.readings):
        return list(one.readings)
    return [two.each(lambda each: Interval(Decimal(0), each.upper, False)) for two in one.readings]


def facts(sentence: Sentence, claims: Sequence[Claim]) -> list[Fact]:
    """The figures that a sentence asserts; `claims` are those that extraction found in it."""
    if not sentence.asserted:
        return []
    found = [one for one in _each(sentence, claims) if not is_past(one.near)]
    kinds = Counter(one.amount.kind for one in sentence.amounts)
    kinds[FACTOR] = sum(one.kind == FACTOR for one in found)
    return [replace(one, alone=kinds[one.kind] == 1) for one in found]


def _each(sentence: Sentence, claims: Sequence[Claim]) -> Iterator[Fact]:
    for one in sentence.amounts:
        if one.amount.qualifier != "up_to" and not is_before(one) and not in_name(one) and not one.operand:
            yield _fact(sentence, (one.start, one.end), one.amount.kind, (one.amount.readings,), one)
    yield from _quotients(sentence)
    yield from _to_one(sentence)
    for claim in claims:
        if _is_factor(claim):
            yield _claimed(sentence, claim)


def _is_factor(claim: Claim) -> bool:
    figure = claim.figure
    behind = claim.behind
    plain = figure.kind in ("ratio", "percent_change") and figure.qualifier != "up_to"
    share = figure.kind == "percent_change" and _SHARE.match(behind)
    return plain and not claim.chart and claim.place in IN_TEXT and not share and not _DERIVED.search(claim.context)


def _claimed(sentence: Sentence, claim: Claim) -> Fact:
    read = [up(one) for one in factors(claim)]
    able = tuple(one for one in read if one.rounded.lower > 0)
    return _fact(sentence, (claim.figure.start, claim.figure.end), FACTOR, able, None, metric=claim.metric)


def _quotients(sentence: Sentence) -> Iterator[Fact]:
    """Changes: "from 42 ms to 17 ms" is a factor that nobody printed."""
    text = sentence.passage.words
    for old, new in zip(sentence.amounts, sentence.amounts[1:], strict=False):
        changed = _FROM.search(text[: old.amount.start]) and _TO.fullmatch(text[old.amount.end : new.amount.start])
        if changed and alike(old.amount, new.amount) and (given := larger_over_smaller(old.amount, new.amount)):
            spans = ((old.start, old.end), (new.start, new.end))
            yield _fact(sentence, (old.start, new.end), FACTOR, (given,), None, frozenset({old.amount.kind}), spans)


def larger_over_smaller(left: Amount, right: Amount) -> Readings | None:
    """The factor between two amounts, None where a bound leaves it open."""
    low, high = sorted((left.readings, right.readings), key=lambda one: one.rounded.upper)
    ends = (low.rounded, high.rounded)
    return high / low if all(one.bounded and one.lower > 0 for one in ends) and low.widened.lower > 0 else None


def _to_one(sentence: Sentence) -> Iterator[Fact]:
    """Reductions "by 9 to 1", also where a line that looks like a heading is the first half of the sentence."""
    text = sentence.passage.words
    above = sentence.scope[0] if sentence.scope and text[:1].islower() else ""
    for match in _TO_ONE.finditer(text):
        if _SHRINKS.search(f"{above} {text}"):
            given = readings(Decimal(match["n"]), ulp(match["n"]), "exact")
            start = sentence.passage.start
            span = (start + match.start(), start + match.end())
            yield _with(_fact(sentence, span, FACTOR, (given,), None, frozenset({"size"})), above)


def in_turn(before: Sentence, sentence: Sentence) -> Iterator[Fact]:
    """A factor of two sentences, the second about the first: "... came to 40 TB. Molehill keeps them in 8 TB".

    Sizes only: of two times in a row nobody can tell what they have to do with each other.
    """
    pairs = [[one for one in each.amounts if one.amount.kind == "size"] for each in (before, sentence)]
    if [len(some) for some in pairs] != [1, 1] or not (before.asserted and sentence.asserted):
        return
    (left,), (right,) = pairs
    joined = sentence.scope[:1] == (before.passage.words,) and _THEM.search(sentence.passage.words)
    if joined and (given := larger_over_smaller(left.amount, right.amount)):
        spans = ((left.start, left.end), (right.start, right.end))
        fact = _fact(sentence, spans[1], FACTOR, (given,), None, frozenset({"size"}), spans)
        yield _with(fact, before.passage.words)


def _with(fact: Fact, text: str) -> Fact:
    """A fact whose sentence goes on from another text."""
    more = frozenset(word for word in roots(tokens(text)) if len(word) > SHORT and word[0].isalpha()) - VERBS
    mine = fact.names | names(text)
    return replace(fact, own=(fact.own | more) - mine, words=(fact.words | more) - mine, names=mine)


def _fact(
    sentence: Sentence,
    span: tuple[int, int],
    kind: str,
    read: tuple[Readings, ...],
    one: Asserted | None,
    kinds: frozenset[str] | None = None,
    spans: tuple[tuple[int, int], ...] = (),
    metric: str = "",
) -> Fact:
    passage = sentence.passage
    mine = names(unspoken(passage.words))
    over = mine | frozenset(word for text in sentence.scope for word in titled(text))
    at = span[0] - passage.start, span[1] - passage.start
    clause = one.clause if one else f"{passage.words[: at[0]]} {passage.words[at[1] :]}"
    near = one.near if one else near_of(passage.words, *at)
    bare = unspoken(f"{passage.words[: at[0]]} | {passage.words[at[1] :]}")
    said = frozenset(word for word in roots(tokens(bare)) if len(word) > SHORT and word[0].isalpha()) - mine - VERBS
    own = roots(tokens(clause if one else near)) & said
    counted = (one.amount.of - mine) if one else frozenset()
    peak = bool(_PEAK.search(near))
    return Fact(
        sentence, *span, kind, read, one.amount if one else None, kinds or kinds_of(near), metric, near,
        own | counted, said | counted, mine, over, peak, spans or (span,),
    )  # fmt: skip


_PART = re.compile(r"[;:,](?=\s)")


def titled(text: str) -> frozenset[str]:
    """The names of a heading or of the sentence before; only a heading may begin with one."""
    return names(text, title=text[-1:] not in ".!?:")


def near_of(text: str, start: int, end: int) -> str:
    """The words between the commas around a stretch of a sentence."""
    return f"{_PART.split(text[:start])[-1]} {_PART.split(text[end:])[0]}"


def is_before(one: Asserted) -> bool:
    """Whether it is what something was before: "from 1.4 GB/s to ..."."""
    lead = one.passage.words[: one.amount.start].rstrip().lower()
    return lead.endswith(("from", "instead of", "down from", "up from"))


def in_name(one: Asserted) -> bool:
    """Whether it belongs to a name: "A100 80GB"."""
    words = one.passage.words[: one.amount.start].split()
    sized = one.passage.words[one.amount.end - 1 : one.amount.end] == "B"
    return bool(sized and words and coded(words[-1]) and not words[-1][0].isdigit())
