"""What each of so many users is served, what all of them are, and how long a token takes: in rows and in sentences.

A server that answers many at once prints three speeds of one run: tokens a second for one user, tokens a second in all,
and the time of a token. The second is the first times the number of users, the first is one over the third.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal

from checks.lib.language.tokens import root
from checks.lib.quantities.each_of import each_of
from checks.lib.quantities.reckoned_from import middle
from checks.lib.statements.beside import main
from checks.lib.telling.value_sites import Site, bare_sites
from schemas.document import Cell, Document, Table
from schemas.interval import Interval
from schemas.names import Vocabulary

TOKEN, TIME = ("token", 1), ("time", -1)
_NOUNS = (
    "user client request sequence stream session conversation person customer reader prompt query chat agent caller"
).split()
USERS = frozenset((*_NOUNS, *map(root, _NOUNS)))
_NOUN = rf"(?:{'|'.join(_NOUNS)})"
_MANY = re.compile(
    rf"(?:number of |no\. of |# ?)?(?:(?:concurrent|parallel|simultaneous|active|max\.?|running) )?{_NOUN}s"
    r"(?: (?:in flight|at once|in parallel))?|concurrency|batch(?: size)?|bs",
    re.IGNORECASE,
)
_EACH = re.compile(
    rf"\b(?:per|for each|each|every|one|single)[ -]{_NOUN}\b|/ ?(?:{_NOUN}|u)\b|\btps/u\b", re.IGNORECASE
)
_RATE = re.compile(r"\b(?:tok(?:en)?s?|t) ?(?:/|per) ?s(?:ec(?:ond)?)?\b|\btps\b", re.IGNORECASE)
_OF_TOKEN = re.compile(
    r"\b(?:TPOT|ITL|inter[- ]token(?: latency)?|"
    r"(?:time|latency) (?:per|for (?:an?|each|every)|of an?) (?:output )?token|"
    r"(?:per[- ])?token (?:latency|time)|between tokens|ms/token)\b",
    re.IGNORECASE,
)
_TAKES = re.compile(
    r"\b(?:(?:a|an|each|every|one|per) (?:output |new |further )?token|time (?:per|of a|for (?:a|each)) token|TPOT)\b",
    re.IGNORECASE,
)
# A percentile, the prompt, one part of several, another step than that of a token.
_OTHER = re.compile(
    r"\b(?:p\d\d(?:\.\d+)?|percentile|max(?:imum)?|min(?:imum)?|peak|TTFT|first|input|prefill|prompts?(?! in flight)|"
    r"(?:per|/) ?(?:[A-Z]PU|chip|card|device|accelerator|node|watt|dollar)|speculat\w*|draft\w*|accept\w*|steps?|"
    r"multi-token|goals?|target|SLA|SLO)\b",
    re.IGNORECASE,
)
_ALONE = re.compile(
    rf"\b(?:alone|only one|(?:a )?single (?:{_NOUN}|stream)|up to|at least|at most|as (?:many|much) as|unloaded|idle|"
    r"batch (?:size )?(?:of )?(?:1|one)|require\w*|guarantee\w*|if|would|could|should|need\w*|expect\w*)\b",
    re.IGNORECASE,
)
_AGAINST = re.compile(
    r"\b(?:against|versus|vs\.?|than|from|instead of|compared (?:to|with)|over)\b[^.;]*$", re.IGNORECASE
)
_SUM = re.compile(r"\b(?:as a whole|totals?|together|aggregate\w*|combined|altogether|overall|in all)\b", re.IGNORECASE)
_ALL = re.compile(
    rf"{_SUM.pattern}|\ball\b|"
    r"\b(?:rack|server|node|system|card|box|cluster|machine|pod|appliance|chip|[GT]PU|accelerator|wafer|instance)\b",
    re.IGNORECASE,
)
_BATCH = re.compile(
    r"\b(?:batch(?: size)?|concurrency)(?: level)?(?: of| at| is|:|=)? ?(?P<n>\d[\d,]*)(?![\w.%])", re.IGNORECASE
)
_SCALES = {word: Decimal(by) for word, by in (("s", "1"), ("sec", "1"), ("ms", "1e-3"), ("us", "1e-6"), ("µs", "1e-6"))}
_AFTER = re.compile(r"\b(?:once|after|behind) the first token\b", re.IGNORECASE)  # what follows is the speed of tokens
_UNIT = re.compile(r"\b(ms|sec|s|us|µs)\b")
_BRACKET = re.compile(r"\s*[\[(][^\])]*[\])]\s*")


@dataclass(frozen=True, slots=True)
class Term:
    """A value at [start, end) of a document, in base units."""

    document: Document
    start: int
    end: int
    value: Interval


@dataclass(slots=True)
class Served:
    """What one row or one sentence says: of each user, of all of them, how many they are, and the time of a token."""

    each: list[Term] = field(default_factory=list)
    all: list[Term] = field(default_factory=list)
    many: list[Term] = field(default_factory=list)
    token: list[Term] = field(default_factory=list)


def served_row(document: Document, table: Table, row: Sequence[Cell]) -> Served:
    """The roles of a row's cells, by what heads them and the unit that either prints."""
    found = Served()
    for head, cell in zip(table.columns, row, strict=False):
        number = main(cell.text)
        if number is None or number.readings.rounded.lower <= 0 or _OTHER.search(head.text):
            continue
        said = f"{head.text} {number.unit}"
        term = Term(document, cell.start, cell.end, number.readings.rounded)
        bare = _BRACKET.sub("", head.text).strip()
        unit = _UNIT.search(said)
        if _MANY.fullmatch(bare):
            found.many.append(term)
        elif _OF_TOKEN.search(said) and unit and not _RATE.search(said):
            by = _SCALES[unit[1]]
            found.token.append(Term(document, cell.start, cell.end, number.readings.rounded.scaled(by)))
        elif _RATE.search(said):
            (found.each if _EACH.search(said) else found.all).append(term)
    return found


def served_sentence(some: Sequence[Site], vocabulary: Vocabulary) -> Served:
    """The roles of a sentence's values, by its grammar of each and all."""
    sentence, text = some[0].sentence, some[0].text
    if sentence is None or not sentence.asserted or _OTHER.search(_AFTER.sub(" ", text)) or _ALONE.search(text):
        return Served()
    many = [one for one in some if one.value.counted and _noun(one)]
    counted = [(one.value.end, root(_noun(one))) for one in many]
    plain = [one for one in some if one.value.qualifier in ("exact", "about") and one.holds_here]
    rates = [one for one in plain if {TOKEN, TIME} <= one.value.dims]
    each = [one for one in rates if _is_of_each(one, counted)][:1]  # the next one is what they come to
    rest = [one for one in rates if one not in each and len(one.value.dims) == len({TOKEN, TIME})]
    rest += [one for one in bare_sites(sentence, vocabulary) if _ALL.search(one.part)]
    token = [one for one in plain if one.value.dims == frozenset({("time", 1)}) and _TAKES.search(one.part)]
    of_all = [one for one in rest if not _AGAINST.search(text[: one.value.start])]
    counts = [*map(_term, many), *_batches(some[0], text)]
    return Served([*map(_term, each)], [*map(_term, of_all)], counts, [*map(_term, token)])


def _term(one: Site) -> Term:
    return Term(one.document, one.start, one.end, one.allowed)


def _noun(one: Site) -> str:
    """Which word for users a count is of, "" for none."""
    return next((noun for noun in sorted(USERS) if (noun, 1) in one.value.dims), "")


def _is_of_each(one: Site, counted: Sequence[tuple[int, str]]) -> bool:
    """Whether a rate is of each user: "every user 40 tokens per second, or 2,560 in total" are two."""
    if _SUM.search(one.part):
        return False
    named = any((noun, -1) in one.value.dims for noun in USERS) or _EACH.match(one.text[one.value.end :].lstrip())
    return bool(named or each_of(one.text, one.value.start, one.value.end, counted) & USERS)


def _batches(one: Site, text: str) -> Iterator[Term]:
    """A batch whose number stands behind its name."""
    start = one.start - one.value.start
    for match in _BATCH.finditer(text):
        number = Decimal(match["n"].replace(",", ""))
        yield Term(one.document, start + match.start("n"), start + match.end("n"), Interval(number, number))


@dataclass(frozen=True, slots=True)
class Unequal:
    """A speed of each user with the terms that give another one, which is `given`."""

    each: Term
    of: tuple[Term, ...]
    given: Decimal


LATER = Decimal("1.08")  # times that all get more than each times their number
WAITS = Decimal("1.34")  # times that they may get less, while prompts are read
ROUGH = Decimal("1.15")  # of a mean of times and a mean of rates


def unequal(each: Sequence[Term], of: Served, numbers: Sequence[Decimal], *, waits: bool = True) -> Iterator[Unequal]:
    """The speeds of each user that neither the total over their number nor the time of a token gives.

    `numbers` are what a text counts besides: "eight cards with 32 users each" may have made the total. Where the terms
    are of one measured row (`waits`), users may wait for their prompts, and only a total that nobody gets is wrong.
    """
    for one in each:
        mine = middle(one.value)
        shares = [(middle(total.value) / middle(many.value), (total, many)) for total in of.all for many in of.many]
        times = [(1 / middle(token.value), (token,)) for token in of.token]
        wrong = [(given, terms) for given, terms in shares if not _shared(given / mine, one, numbers, waits=waits)]
        slow = [(given, terms) for given, terms in times if not 1 / ROUGH < given / mine < ROUGH]
        for bad, every in ((wrong, shares), (slow, times)):
            if bad and len(bad) == len(every):
                yield Unequal(one, bad[0][1], bad[0][0])


def _shared(times: Decimal, one: Term, numbers: Sequence[Decimal], *, waits: bool) -> bool:
    """Whether a total over the number of users is what each gets, or so many times that."""
    loose = one.value.upper / max(one.value.lower, Decimal("0.000001"))
    if times < LATER * loose and (waits or times > 1 / WAITS / loose):
        return True
    return any(abs(each / times - 1) < Decimal("0.05") for each in numbers if each > 1)
