"""A number in a run of words that stands once more, in the same order, with another number."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from itertools import combinations

from checks.lib.findings.slips import OTHER_UNIT, slip_told
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.sections import in_sisters
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import lettered, names, root
from checks.lib.statements.history import in_two_releases
from checks.lib.statements.items import in_one_list
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.sums.pools import first_related, related
from checks.lib.telling.word_runs import COMMON, SIGNS, Placed, placed_numbers, run_of
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "words-repeated"
ENOUGH = 4.0  # points of the words that both have around the number
SLIPPED = 3.0  # where one slip makes one number of the other
SHORT = 3  # letters of a unit
MOST = 40  # numbers that two words stand next to; of more these are a form that is filled in
NEAR = Decimal("1.1")  # times apart that words round away
CHANCE = ("", "one digit differs")  # what two values of two things may be by chance
FAR = 5  # times apart: of two things, but for a slip
_TIME = re.compile(
    r"\b(?:previous\w*|earlier|formerly|before|last (?:year|month)|initial\w*|originally|goals?|targets?|expect\w*|"
    r"plan\w*|will|would|could|should|once|used to|example|e\.g|if)\b",
    re.IGNORECASE,
)
_OVER = re.compile(
    r"\b(?:in comparison (?:to|with)|compared (?:to|with)|versus|vs\.?|relative to|unlike|against|over|than)\b"
    r"(?:[^,;.()]|\([^()]*\)|\.(?=\w))*",
    re.IGNORECASE,
)
_UNITS = frozenset("x × % times percent second minut hour fold".split())
_GRAMMAR = frozenset("of in to on at is and for or as by the an a was are we it per vs but not all so if".split())
_RANKED = re.compile(
    r"\b(?:fig(?:ure|\.)?|table|section|step|part|phase|chapter|version|v|day|level|no\.?|batch)\s?$", re.IGNORECASE
)
_FLOOR = re.compile(
    r"\b(?:over|more than|at least|above|exceeds?|exceeding|upwards of|beyond)\s(?:an?\s)?$", re.IGNORECASE
)
_SPACED = re.compile(rf"[{SIGNS}]+")  # between which a name would take them in
_WORD = re.compile(rf"[^\W\d_{SIGNS}]{{4,}}")
_NONE: frozenset[str] = frozenset()
_NUMBER = re.compile(r"(?<![\w.,])\d[\d,.]*")
# Sections that tell of the whole page, in whatever order.
_WHOLE = re.compile(
    r"\b(?:intro\w*|overview|summary|abstract|results?|conclusions?|evaluation|benchmarks?|performance|discussion|"
    r"background|motivation|highlights?|tl;?dr|about|announc\w+|key (?:points|takeaways|findings)|takeaways|findings|"
    r"experiments?|method\w*|why|what)\b|"
    rf"[{SIGNS}]",
    re.IGNORECASE,
)


@check(CODE, version=1, severity="low", since="0.1.0")
def words_repeated(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What two sentences say of one thing in the same words, in the same order, has one number.

    Why:
        "Cuts the wait by up to 3x and lifts throughput by up to 4.5x" stands in the introduction, and once more above
        the chart, with 3.5x. Whoever repeats a sentence copies its words, and one of its numbers is of an older run.

    Flags:
        Two numbers with one word or sign behind, in two sentences whose words next to the numbers are the same in the
        same order ("reduce the wait by up to 3x and boost throughput by up to #x"), in whatever language; fewer words
        do where one number is a slip of the other. Always low.

    Passes:
        Rounded values; what is over the lower one; a number that the same words give a third value, which makes them a
        form that is filled in; values of which both stand elsewhere on their page too.

    Does not judge:
        Counts and numbers of figures: whole numbers without a sign or a short unit behind;
        Two items of one list; two sections of one level that are of two cases; sentences that name different things or
        numbers, each one that the other does not, outside of what they are compared with; opposed settings; what was
        or is hoped to be; two releases; documents of different dates (skipped).
    """
    index = index_of(corpus)
    withdrawn = withdrawn_of(corpus)
    every = {one.document_id: [each for each in placed_numbers(one) if _measures(each)] for one in corpus.documents}
    counts = {name: Counter((one.plain, one.unit) for one in some) for name, some in every.items()}
    told: set[frozenset[int]] = set()
    for name, near in related(corpus, index).items():
        pool = [one for there in first_related(name, near) for one in every[there]] if every[name] else []
        for some in _groups(pool):
            for one, other in _pairs(some, counts):
                pair = frozenset((id(one), id(other)))
                gone = any(withdrawn.has(each.document.document_id, each.plain) for each in (one, other))
                if pair not in told and not gone:
                    told.add(pair)
                    yield _said(one, other, index)


def _groups(pool: Sequence[Placed]) -> Iterator[Sequence[Placed]]:
    """The numbers of one unit with the same two tokens ahead or behind; not those of a form with many."""
    found: dict[tuple[str, ...], list[Placed]] = defaultdict(list)
    for one in pool:
        for side, some in (("ahead", one.left[:2]), ("further", one.left[1:3]), ("behind", one.right[1:3])):
            if len(some) > 1:
                found[one.unit, side, *(each.text for each in some)].append(one)
    yield from (some for some in found.values() if 1 < len(some) <= MOST)


def _pairs(some: Sequence[Placed], counts: Mapping[str, Counter[tuple[str, str]]]) -> Iterator[tuple[Placed, Placed]]:
    found = [
        (one, other)
        for one, other in combinations(some, 2)
        if (slip := _differ(one, other)) is not None and run_of(one, other) >= (SLIPPED if slip else ENOUGH)
    ]
    values = {each.plain for pair in found for each in pair}
    if len(values) > len("lr"):
        return  # three values in the same words are a series
    for one, other in found:
        alone = any(counts[each.document.document_id][each.plain, each.unit] == 1 for each in (one, other))
        if alone and not _apart(one, other):
            yield one, other


def _differ(one: Placed, other: Placed) -> str | None:
    """Which slip makes one number of another, "" for none; None where they agree or are of two things by far."""
    (low, mine), (high, theirs) = sorted(
        ((Decimal(each.plain), each) for each in (one, other)), key=lambda each: each[0]
    )
    same = one.document is other.document and one.sentence == other.sentence
    if same or low == high or not low or _FLOOR.search(_ahead(mine)):
        return None
    slip = slip_told(mine.plain, theirs.plain)
    if slip == OTHER_UNIT or _RANKED.search(_ahead(one)):
        return None
    return slip if slip or NEAR * low < high <= FAR * low else None


def _ahead(one: Placed) -> str:
    return one.document.text[max(one.sentence[0], one.start - 24) : one.start]


def _measures(one: Placed) -> bool:
    """Whether a number is a value, no count: it has decimals, a sign or a short unit behind."""
    unit = one.unit
    short = len(unit) <= SHORT and unit.isalpha() and unit.isascii() and unit not in _GRAMMAR
    return "." in one.plain or unit in _UNITS or short


def _apart(one: Placed, other: Placed) -> bool:
    """Whether something tells two sentences apart that have the same words around a number."""
    if one.document is other.document and (
        in_one_list(one.document, one.start, other.start)
        or in_two_releases(one.document, one.start, other.document, other.start)
        or (in_sisters(one.document, one.start, other.start) and not _of_whole(one, other))
    ):
        return True
    mine, theirs = (_OVER.sub(" ", each.words) for each in (one, other))
    timed = bool(_TIME.search(one.words)) != bool(_TIME.search(other.words))
    return timed or any(opposed([mine], [theirs])) or _unlike(one, other, mine, theirs)


def _of_whole(one: Placed, other: Placed) -> bool:
    """Whether the heading over one of two places, or none but the title, says that it is of the whole page."""
    heads = [block for block in one.document.blocks if block.kind == "heading"]
    over = [[head for head in heads if head.start <= each.start][-1:] for each in (one, other)]
    texts = [one.document.text[head[0].start : head[0].end] for head in over if head]
    return any(_WHOLE.search(text) for text in texts) or any(head and head[0] is heads[0] for head in over)


def _unlike(one: Placed, other: Placed, mine: str, theirs: str) -> bool:
    """Whether each sentence names or counts what the other one, and what leads to it, does not."""
    around = [each.document.text[max(0, each.sentence[0] - 400) : each.sentence[1]] for each in (one, other)]
    said = [
        frozenset(text.lower().replace("-", " ").split()) | names(_SPACED.sub(" ", text), title=True) for text in around
    ]
    named = [names(_SPACED.sub(" ", text)) for text in (mine, theirs)]
    counted = [frozenset(_NUMBER.findall(each.words)) - {one.plain, other.plain} for each in (one, other)]
    letters = [lettered(each.words) for each in (one, other)]
    rest = (
        [_content(text) for text in (mine, theirs)] if slip_told(one.plain, other.plain) in CHANCE else [_NONE, _NONE]
    )
    by_name = bool(named[0] - said[1]) and bool(named[1] - said[0])
    return by_name or any(some[0] - some[1] and some[1] - some[0] for some in (counted, letters, rest))


def _content(text: str) -> frozenset[str]:
    return frozenset(root(word) for word in _WORD.findall(text.lower()) if word not in COMMON)


def _said(one: Placed, other: Placed, index: Index) -> Finding | Skip:
    one, other = sorted((one, other), key=lambda each: (each.document.document_id, each.start))
    key = (one.document.name, other.document.name, *sorted((one.plain, other.plain)), one.unit)
    if index.of_two_editions(one.document, other.document):
        return Skip(CODE, key, OTHER_EDITION)
    first, second = (index.places.printed(each.document, each.start, each.end) for each in (one, other))
    slip = slip_told(one.plain, other.plain)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{one.plain} in {first.document} against {other.plain} in {second.document}, in the same words: "
        f"{_words(one)!r} and {_words(other)!r}",
        arithmetic=f"{one.plain} and {other.plain}{f': {slip}' if slip else ''}.",
        comparison=key,
        evidence=(first, second),
        likely_wrong_why=slip or "one is told as often as the other",
    )


def _words(one: Placed) -> str:
    text = one.document.text
    ahead = text[max(one.sentence[0], one.start - 40) : one.start]
    return " ".join(f"{ahead}{text[one.start : min(one.sentence[1], one.end + 24)]}".split())
