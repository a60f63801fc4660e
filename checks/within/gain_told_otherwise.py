"""A gain that a page tells twice: of the same noun with two numbers, or beyond its own "up to"."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.labels.about import index_of
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, names, root
from checks.lib.statements.items import in_one_list
from checks.lib.statements.passages import Passage, passages, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "gain-told-otherwise"
FAR = 20  # times apart: two things
NEAR = Decimal("1.1")  # times apart that two measurements may be, where no title tells one
UNDER = 2  # times the "up to" that another gain may be to be of its kind
LABEL = 2  # words beside a gain in what is no sentence: the label of a bar, which says elsewhere what it is of
_N = r"\d{1,3}(?:\.\d+)?"
_UNIT = r"(?:\s?(?P<unit>[x×%])(?![\w])|\s(?P<word>times)\b|-(?P<fold>fold)\b)"
_FIGURE = rf"(?<![\w.,$€£/-])(?P<low>{_N})\s?[x×%]?(?:\s?(?:-|–|—|to|and)\s?(?P<high>{_N}))?{_UNIT}"
_MORE = r"faster|quicker|fewer|less|more|higher|lower|greater|smaller|larger|better|cheaper|longer|shorter"
_BEHIND = re.compile(
    rf"{_FIGURE},?\s(?:(?P<way>{_MORE})\s)?(?:(?:for|in|of|the|its|end-to-end)\s){{0,3}}(?P<noun>[A-Za-z]{{4,}})",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    rf"\b(?P<noun>[A-Za-z]{{4,}})\s(?P<way>reductions?|savings?|improvements?|increases?|speed-?ups?)\sof\s"
    rf"(?:up to\s|over\s|about\s)?{_FIGURE}",
    re.IGNORECASE,
)
_WAYS = {"quicker": "faster", "fewer": "less", "lower": "less", "smaller": "less", "higher": "more", "greater": "more"}
_OF_WAY = {"reduction": "less", "saving": "less", "improvement": "more", "increase": "more", "speedup": "faster"}
_NO_NOUN = frozenset(
    """than that when with over from compared while same time times this these those your model models other which
    performance performant reduction reductions increase increases improvement improvements speedup speedups faster
    """.split()
)
_BOUND = re.compile(r"(?P<up>up to|as much as|at most)|(?P<over>over|more than|at least|almost|nearly)", re.IGNORECASE)
_SPEED = re.compile(r"\b(?:speed-?ups?|faster|throughput|outperform\w*|acceler\w+)\b", re.IGNORECASE)
_OTHER_KIND = re.compile(
    r"\b(?:memory|cost|price|energy|power|parameters?|smaller|larger|longer|reduc\w+|stage|phase|kernel|layer|"
    r"previous\w*|latency|next|bandwidth)\b",
    re.IGNORECASE,
)
_RIVAL = re.compile(
    r"\b(?:than|over|compared (?:to|with)|relative to|outperforms?|versus|vs\.?)\s(?P<who>[^,;()]{2,60})", re.IGNORECASE
)
_LETTERS = re.compile(r"[^\W_]+")
_GRAMMAR = frozenset("a an the its by up to of on for in x and with same times".split())
_CODE = re.compile(r"\b[A-Z][\w]*-\d[\w.]*\b|\b\d+(?:\.\d+)?[BM]\b")  # "Bird-7B", "13B"
_ITEM = re.compile(r"[ \t]*(?:\d{1,2}[.)]|[-*•+])\s")
_UP_TO = re.compile(rf"\bup to\s(?P<low>{_N})(?P<high>)(?:\s?(?P<unit>[x×])(?!\w)|\s(?P<word>times)\b)", re.IGNORECASE)
_ANY = re.compile(rf"(?<![\w.,$€£/-])(?P<low>{_N})(?P<high>)\s?(?P<unit>[x×])(?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Gain:
    """So many times or percent of a noun, at [start, end) of a passage."""

    passage: Passage
    start: int
    end: int
    ends: tuple[Decimal, ...]
    span: bool  # a range, whose inner values agree with it
    bound: str
    headed: bool

    @property
    def document(self) -> Document:
        """Where it stands."""
        return self.passage.document


@check(CODE, version=1, severity="low", since="0.1.0")
def gain_told_otherwise(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a page says that it gained of one thing has one number, and an "up to" is not passed by its own page.

    Why:
        The title says "3.4x faster training", the section below it "3.5x faster for training"; the summary "up to 11x",
        the results "up to 13x". No two of these sentences share more than a word and what is compared.

    Flags:
        Two gains of one noun and direction in a document ("5x less traffic" and "a traffic reduction of 6x", "35% and
        55% fewer weights" and "almost 40% fewer weights") that no rounding joins; a factor of speed above an "up to" of
        speed over the same rival, or one that is an "up to" of speed too. Always low: nothing else ties them.

    Passes:
        What charts are titled and labelled; three values or more of one noun, which are several cases; a value within a
        range; less than an "up to"; values less than a tenth apart, unless a title or heading tells one.

    Does not judge:
        Items of one list; sentences that each name what the other does not; opposed settings; stages of a run; gains
        more than twenty times apart, or twice an "up to" (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        heads = [(one.start, one.end) for one in document.blocks if one.kind == "heading"]
        # A chart is of one case, the next of another: what both title is held against the bars of each.
        drawn = [(one.start, one.end) for one in document.tables]
        drawn += [(one.start, one.end) for one in document.charts]
        said = [one for one in _told(document) if not _inside(one.start, drawn)]
        groups: dict[tuple[str, ...], list[_Gain]] = defaultdict(list)
        for passage in said:
            headed = _inside(passage.start, heads) or passage.words == document.title
            for key, gain in _gains(passage, headed=headed):
                groups[key].append(gain)
        pairs = [
            (one, other, more + groups.get((key[0], "", key[2]), []))
            for key, some in groups.items()
            for one, other, more in _apart(some if key[1] else [])
        ]
        found = [*pairs, *_passed(said)]
        for one, other, more in found:
            if not index.of_two_editions(one.document, other.document):
                yield _finding(one, other, more)
        if not found:
            yield Skip(CODE, (document.name,), "no gain is told twice")


def _told(document: Document) -> Iterator[Passage]:
    at = document.text.find(document.title) if document.title else -1
    if at >= 0:
        yield Passage(document, at, at + len(document.title), document.title)
    yield from (one for one in passages(document) if not at <= one.start < at + max(len(document.title), 1))


def _inside(at: int, spans: Sequence[tuple[int, int]]) -> bool:
    return any(start <= at < end for start, end in spans)


def _gains(passage: Passage, *, headed: bool) -> Iterator[tuple[tuple[str, ...], _Gain]]:
    for form in (_BEHIND, _AHEAD):
        for match in form.finditer(passage.words):
            if len(_LETTERS.findall(passage.words)) - len(_LETTERS.findall(match.group())) <= LABEL:
                continue
            noun, way = match["noun"].lower(), (match["way"] or "").lower()
            if noun not in _NO_NOUN and (way or form is _BEHIND):
                plain = way.replace("-", "").rstrip("s")
                toward = _WAYS.get(way) or _OF_WAY.get(plain) or way
                kind = "percent" if match["unit"] == "%" else "times"
                yield (kind, toward, root(noun)), _gain(passage, match, headed=headed)


def _gain(passage: Passage, match: re.Match[str], *, headed: bool) -> _Gain:
    ends = tuple(Decimal(one) for one in (match["low"], match["high"]) if one)
    bound = [
        one.lastgroup or "" for one in _BOUND.finditer(passage.words, max(0, match.start("low") - 10), match.end("low"))
    ]
    span = len(ends) > 1 and " and " not in match.group()
    start, end = passage.start + match.start(), passage.start + match.end()
    return _Gain(passage, start, end, ends, span, bound[-1] if bound else "", headed)


def _apart(some: Sequence[_Gain]) -> Iterator[tuple[_Gain, _Gain, list[_Gain]]]:
    """Of two values of a noun the first that no rounding joins, with who else tells one of them."""
    groups: list[list[_Gain]] = []
    for one in some:
        mine = next((group for group in groups if _agree(group[0], one)), None)
        if mine is None:
            groups.append([one])
        else:
            mine.append(one)
    if len(groups) == len("ab") and not _of_two_rivals(*groups) and not _below_up_to(*groups):
        able = [(one, other) for one in groups[0] for other in groups[1] if _one_thing(one, other)]
        if able:
            one, other = able[0]
            more = [each for group in groups for each in group if each not in (one, other)]
            yield one, other, more


def _below_up_to(some: Sequence[_Gain], others: Sequence[_Gain]) -> bool:
    """Whether one of the higher ones is an "up to", which the lower ones keep."""
    high = max((some, others), key=lambda group: max(max(each.ends) for each in group))
    return any(each.bound == "up" for each in high)


def _of_two_rivals(some: Sequence[_Gain], others: Sequence[_Gain]) -> bool:
    """Whether the sentences of both compare, and with nothing that has a word in common."""
    mine, theirs = (frozenset[str]().union(*(_rival(each.passage.words) for each in group)) for group in (some, others))
    return bool(mine and theirs) and not mine & theirs


def _rival(words: str) -> frozenset[str]:
    found = frozenset(root(one) for each in _RIVAL.finditer(words) for one in _LETTERS.findall(each["who"].lower()))
    return found - _GRAMMAR


def _half(number: Decimal) -> Decimal:
    return Decimal(1).scaleb(int(number.as_tuple().exponent)) / 2


def _agree(one: _Gain, other: _Gain) -> bool:
    if (one.span and _held(one, other)) or (other.span and _held(other, one)):
        return True
    low, high = sorted((one, other), key=lambda each: max(each.ends))
    if high.bound == "up" or (low.bound == "over" and len(low.ends) == 1 and max(low.ends) * NEAR >= max(high.ends)):
        return True
    return any(abs(a - b) <= max(_half(a), _half(b)) for a in one.ends for b in other.ends)


def _held(span: _Gain, other: _Gain) -> bool:
    low, high = min(span.ends), max(span.ends)
    return all(low - _half(low) <= each <= high + _half(high) for each in other.ends)


def _one_thing(one: _Gain, other: _Gain) -> bool:
    low, high = sorted((max(one.ends), max(other.ends)))
    same = one.passage is other.passage or in_one_list(one.document, one.start, other.start)
    if (
        same
        or (_item(one) and _item(other))
        or high > FAR * low
        or (high < NEAR * low and not (one.headed or other.headed))
    ):
        return False
    return not _unlike(one.passage.words, other.passage.words)


def _item(one: _Gain) -> bool:
    """Whether a gain stands in an item of a list, also of one that pictures and tables break."""
    text = one.document.text
    return bool(_ITEM.match(text, text.rfind("\n", 0, one.start) + 1))


def _unlike(mine: str, theirs: str) -> bool:
    """Whether each sentence names what the other one does not, or they have opposed settings."""
    codes = [coded(each) | frozenset(_CODE.findall(each)) for each in (mine, theirs)]
    named = [names(each) for each in (mine, theirs)]
    return any(opposed([mine], [theirs])) or any(some[0] - some[1] and some[1] - some[0] for some in (codes, named))


def _passed(said: Sequence[Passage]) -> Iterator[tuple[_Gain, _Gain, list[_Gain]]]:
    """The first "up to" of speed with the largest factor of speed above it."""
    tops = [gain for one in said for gain in _speeds(one, _UP_TO)]
    if not tops or len({each.ends for each in tops}) > len("ab"):
        return  # many are of many things
    every = [gain for one in said for gain in _speeds(one, _ANY)]
    pairs = [(one, other) for one in tops for other in every if _above(one, other)]
    if pairs:
        one, other = max(pairs, key=lambda pair: pair[1].ends)
        yield one, other, []


def _speeds(one: Passage, form: re.Pattern[str]) -> Iterator[_Gain]:
    if _SPEED.search(one.words) and not _OTHER_KIND.search(one.words):
        yield from (_gain(one, match, headed=False) for match in form.finditer(one.words))


def _above(one: _Gain, other: _Gain) -> bool:
    limit, value = one.ends[0], other.ends[0]
    if one.passage is other.passage or not limit * NEAR < value <= UNDER * limit:
        return False
    who = [_rival(each.passage.words) for each in (one, other)]
    same = bool(who[0] & who[1] & names(one.passage.words, title=True)) if all(who) else False
    either = other.bound == "up" and not all(who)
    return (same or either) and not in_one_list(one.document, one.start, other.start)


def _finding(one: _Gain, other: _Gain, more: Sequence[_Gain]) -> Finding:
    one, other = sorted((one, other), key=lambda each: each.start)
    first, second = (quoted(each.document, each.start, each.end) for each in (one, other))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{one.document.name} says {' '.join(first.quote.split())!r} and {' '.join(second.quote.split())!r}",
        arithmetic=f"No rounding makes {'/'.join(map(str, one.ends))} of {'/'.join(map(str, other.ends))}.",
        comparison=(one.document.name, first.quote, second.quote),
        evidence=(first, second, *(quoted(each.document, each.start, each.end, "supporting") for each in more[:4])),
        likely_wrong_why="one is told as often as the other" if not more else "the one that is told less often",
    )
