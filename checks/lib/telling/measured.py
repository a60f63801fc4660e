"""Measurements as sentences tell them, of any dimension: amounts, shares in %, scores and rates without a unit."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.language.tokens import GENERIC, coded, every_root, names, roots, tokens
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.asserted import Asserted, Sentence, placed
from checks.lib.quantities.unsaid import unsaid
from checks.lib.telling.told import VERBS
from checks.lib.telling.whose import changed, whose
from schemas.document import Document
from schemas.interval import readings, ulp
from schemas.months import MONTHS
from schemas.number_words import POWERS, either

SHARE, NUMBER = "share", "count"  # kinds of what no amount's unit says
_SAME = re.compile(r"\bthe same\b", re.IGNORECASE)
HEADED = 3  # texts over a sentence that another one stands before
LETTERS = 2  # of units
_PERCENT = re.compile(r"(?<![\w.,–/+-])(?P<n>\d+(?:\.\d+)?)\s?(?:%|percent\b|per cent\b)")
# A change, not a share: "12% less", "grew by 4%".
_CHANGE = re.compile(
    r"[\s-]*(?:points?\b|(?:(?:of|in|on|to) )?(?:less|more|fewer|faster|slower|higher|lower|better|"
    r"worse|smaller|larger|bigger|cheaper|quicker|shorter|longer|above|below|over|under|ahead|behind|off|improve\w*|gain|increase|reduction|"
    r"drop|saving|discount|speed-?up|growth|boost|overhead|rise|fall|decrease|confidence|margin)\b)",
    re.IGNORECASE,
)
_CHANGED = re.compile(
    r"\b(?:by|another|grew|grows?|rose|rises?|fell|falls?|dropp?(?:ed|s)?|sav(?:es?|ed|ing)|cuts?|gain(?:s|ed)?|down|up|"
    r"increas\w+|decreas\w+|reduc\w+|within|plus|minus|top|first|last)\s+(?:(?:about|around|some|over|nearly|an?)\s+)?$",
    re.IGNORECASE,
)
_SCIENTIFIC = r"(?P<n>\d+(?:\.\d+)?)\s?(?:[eE]|[x×·]\s?10\^?\s?)(?P<e>[-−–]?\d{1,2})"
_SMALL = re.compile(rf"(?<![\w.,–/-]){_SCIENTIFIC}(?![\w%]|[.,]\d)")
# A number that its words call a result: "a score of 26.4", "scores 1,480 in", "reaches a recall of 0.97".
_RESULT = re.compile(
    r"(?:\b(?:of|is|was|are|only|just|about|around|scor(?:es?|ed|ing)|reach(?:es|ed)?|gets?|got|hits?|stands at|"
    r"achiev(?:es|ed)|attain(?:s|ed)|earn(?:s|ed)?|pass(?:es|ed)?|mark(?:s|ed)?|gave|gives|"
    r"comes? to|came to)|[:=](?=\s)|@\d+\s)"
    r"\s*(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+\.\d+|\d{3,})(?![\w%]|[.,:/]\d|-\w|\s?[%x×]|\s\d)"
)
# "74.1 on ARC": a score needs no verb before the name of its test.
_ON_TEST = re.compile(
    r"(?<![\w.,$€£–/-])(?P<n>\d{1,3}\.\d+)(?:\s[A-Za-z]{2,5})?(?=\s(?:on|for)\s(?:the\s)?[A-Z][\w-]*)"
)
_LARGE = re.compile(rf"(?<![\w.,$€£])(?P<n>\d[\d,]*(?:\.\d+)?)\s(?P<si>{either(POWERS)})\b(?!-)")
# "At 4,000 queries per second", "with the 75 kWh battery": how it was measured, where another amount is what was.
_SETTING = re.compile(
    r"\b(?:at|with|for|under|on|using|per|over|during|across)\s(?:(?!(?:from|to|is|was|are|goes|takes?|took|reach\w*|needs?|does|did)\b)"
    r"[A-Za-z][\w-]*\s){0,3}$",
    re.IGNORECASE,
)
_NAMED = re.compile(r"\b[A-Z][\w-]*\s$")  # "Kittiwake 2"
_COMPARED = roots(
    tokens("against versus compared relative before previously earlier had was were been where when took")
)
_CALENDAR = re.compile(
    rf"\s?(?:{'|'.join(MONTHS)}|{'|'.join(one[:3] for one in MONTHS)})\b|\s?(?:a\.?m|p\.?m)\b", re.IGNORECASE
)
_YEAR = re.compile(r"(?:19|20)\d\d")


@dataclass(frozen=True, slots=True)
class Said:
    """A measurement that a sentence asserts, with the words that say of what."""

    asserted: Asserted
    sentence: Sentence
    own: frozenset[str]  # roots of its clause
    words: frozenset[str]  # of its sentence, without what is said of others of its kind
    over: frozenset[str]  # of the headings and the title over it
    others: tuple[Amount, ...] = ()  # amounts of other kinds in its sentence
    release: str = ""  # whose value it is: "62,000 in 5.2", else that of the heading or title over it
    former: bool = False  # what a change starts from
    explicit: bool = False  # whether the release stands beside the value
    text: str = ""  # the words that name what it is of: its sentence, or its clause where the rest is of another thing
    before: str = ""  # the sentence before, where only that says what is measured

    @property
    def document(self) -> Document:
        """Where it stands."""
        return self.asserted.passage.document

    @property
    def amount(self) -> Amount:
        """What it says."""
        return self.asserted.amount


def measured(sentence: Sentence, index: Index) -> list[Said]:
    """The measurements that a sentence prints, left to right."""
    every = _placed(sentence, _found(sentence, index))
    settings = _settings(every)
    return [_said(one, every, sentence, index) for one in every if one.amount not in settings]


def _found(sentence: Sentence, index: Index) -> list[Amount]:
    """Amounts, numbers whose unit another one says, shares and bare results; releases are none."""
    words = sentence.passage.words
    known = [one.amount for one in sentence.amounts if not _no_amount(one.amount, words)]
    known = [one for one in known if not (one.kind == NUMBER and words[one.start : one.end] in index.releases)]
    known += unsaid(words, known, index.releases)
    bare = (one for one in bare_amounts(words, known) if words[one.start : one.end] not in index.releases)
    return sorted((*known, *bare), key=lambda one: one.start)


def _said(one: Asserted, every: Sequence[Asserted], sentence: Sentence, index: Index) -> Said:
    words = sentence.passage.words
    mine, whole = content(_without(one)), content(words)
    others = [other for other in every if other is not one and _alike(one, other)]
    theirs = frozenset(word for other in others for word in content(_without(other)))
    release, former, explicit = whose(one, every, index.releases)
    named = _named_apart(one, others)
    # "It parses at 3.6 GB/s; Glint 2.0 did 2.4 GB/s": what the other clause says is meant of both.
    told = metric_words(mine) - names(words, title=True) - VERBS - _COMPARED
    elliptic = explicit or len(told) <= bool(named) or (bool(others) and changed(words, (one, *others)))
    meant = whole - (_codes(others) - mine if named else frozenset()) if elliptic else whole - (theirs - mine)
    before = _before(one, whole, sentence) if explicit else ""
    over = content(" | ".join(sentence.scope if _asks(sentence) else sentence.scope[-2:]))
    beside = tuple(other.amount for other in every if other.amount.kind != one.amount.kind)
    return Said(
        one, sentence, mine, meant | content(before), over, beside, release, former, explicit, named or words, before
    )


def _codes(some: Sequence[Asserted]) -> frozenset[str]:
    return frozenset(word for one in some for word in coded(one.clause))


def _named_apart(one: Asserted, others: Sequence[Asserted]) -> str:
    """The clause of a value where it is given to another thing than its neighbours: "where the X1 printed"; else ""."""
    own, theirs = coded(one.clause), _codes(others)
    return one.clause if own - theirs and theirs - own else ""


def _before(one: Asserted, whole: frozenset[str], sentence: Sentence) -> str:
    """The sentence before where this one says no more than whose value it is: "... 31 minutes. 6.0 had needed 52"."""
    figure = content(sentence.passage.words[one.amount.start : one.amount.end])
    plain = metric_words(whole - VERBS - _COMPARED - figure)
    told = plain and not _SAME.search(sentence.passage.words)  # "900 MB for the same index"
    return sentence.scope[0] if not told and len(sentence.scope) >= HEADED else ""


def _asks(sentence: Sentence) -> bool:
    """Whether the sentence before is a question, which says what this one answers, or there is no third text."""
    return len(sentence.scope) < HEADED or sentence.scope[0].rstrip("*_ ").endswith("?")


def _alike(one: Asserted, other: Asserted) -> bool:
    return one.amount.kind == other.amount.kind and bool(one.amount.of) == bool(other.amount.of)


def _placed(sentence: Sentence, found: Sequence[Amount]) -> list[Asserted]:
    """Amounts with their clauses; a bare result and the 10 km beside it are of two kinds, which share one clause."""
    kinds = [
        replace(one, kind=f"{one.kind} {' '.join(sorted(one.of))}") if one.kind == NUMBER else one for one in found
    ]
    every = placed(sentence.passage, kinds, sentence.scope)
    return [replace(each, amount=one) for one, each in zip(found, every, strict=True)]


def _no_amount(one: Amount, words: str) -> bool:
    """Whether a count is none: of a power of ten, of a date, or the number of a name."""
    if one.kind != NUMBER:
        return False
    power = any(match.start() == one.start for match in _SMALL.finditer(words))
    named = words[one.start : one.end].isdigit() and _NAMED.search(words[: one.start])
    return power or bool(named) or bool(_CALENDAR.match(words, one.end))


def _settings(every: Sequence[Asserted]) -> tuple[Amount, ...]:
    """The amounts of a sentence that say how another one of it was measured: counts, and what stands behind "at"."""
    counts = [one.amount for one in every if one.amount.kind == NUMBER and one.amount.of]
    rest = [one.amount for one in every if one.amount not in counts]
    if not rest:
        return ()
    words = every[0].passage.words
    able = [one for one in rest if _SETTING.search(words[: one.start])]
    kinds = {one.kind for one in rest if one not in able}  # "parses at 3.6 GB/s; 2.0 did 2.4 GB/s": both are measured
    return (*counts, *(one for one in able if kinds and one.kind not in kinds))


def content(text: str) -> frozenset[str]:
    """The roots of the words of a text that say something."""
    return every_root(text) - GENERIC


def _without(one: Asserted) -> str:
    """A clause without the figure itself."""
    printed = one.passage.words[one.amount.start : one.amount.end]
    return one.clause.replace(printed, " ")


def bare_amounts(words: str, known: Sequence[Amount]) -> Iterator[Amount]:
    """Shares, powers of ten and bare results: what no unit makes an amount."""
    taken = [(one.start, one.end) for one in known]
    for kind, pattern in ((SHARE, _PERCENT), (NUMBER, _SMALL), (NUMBER, _LARGE), (NUMBER, _RESULT), (NUMBER, _ON_TEST)):
        for match in pattern.finditer(words):
            start, end = match.start("n"), match.end()
            free = not any(left < end and start < right for left, right in taken)
            if free and (kind != SHARE or _is_share(words, match)) and not _is_date(words, match):
                taken.append((start, end))
                yield _amount(match, kind)


def _is_share(words: str, match: re.Match[str]) -> bool:
    return not _CHANGE.match(words, match.end()) and not _CHANGED.search(words[: match.start()])


def _is_date(words: str, match: re.Match[str]) -> bool:
    return bool(_YEAR.fullmatch(match["n"]) or _CALENDAR.match(words, match.end()))


def _amount(match: re.Match[str], kind: str) -> Amount:
    digits = match["n"].replace(",", "")
    groups = match.groupdict()
    exponent = (
        int(re.sub("[−–]", "-", match["e"]))
        if "e" in groups
        else POWERS[groups.get("si", "").lower()]
        if "si" in groups
        else 0
    )
    value = readings(Decimal(digits).scaleb(exponent), ulp(digits, exponent), "exact")
    return Amount(match.start("n"), match.end(), kind, frozenset(), frozenset(), value, "exact")


def metric_words(found: frozenset[str]) -> frozenset[str]:
    """Of roots, those that are words: neither names with a digit nor numbers, nor the letters of units."""
    return frozenset(word for word in found if len(word) > LETTERS and not any(map(str.isdigit, word)))
