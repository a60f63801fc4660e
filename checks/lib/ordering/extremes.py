"""Values that a sentence calls the best, the highest, the lowest, a record, and the series that they are of."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.columns.series import Item, Series
from checks.lib.labels.about import Index
from checks.lib.labels.labels import Kind
from checks.lib.labels.labels import said as said_labels
from checks.lib.language.tokens import root, roots, tokens
from checks.lib.linking.reach import asserted, beside, blank, clause, elsewhere, front, partly, strange, unknown
from checks.lib.linking.scenes import counts_clash
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import PERCENT, Number, exactly, numbers
from checks.lib.telling.told import VERBS
from schemas.comparison import Corpus
from schemas.interval import Interval, Readings, judge
from schemas.number_words import POWERS, either

LEAST = 3  # values that have a best one
FAR = 4  # times beyond the extreme of a series: of something else
ABOVE = 400  # characters over a series that say how it was measured
NARROW = Decimal("0.3")  # of a number: what its rounding leaves open
WORDS = 10  # between the word and its value
_RATED = ("compute", "bandwidth")  # kinds of which a data sheet prints a peak
_HIGH = (
    r"highest|peak(?:s|ed|ing)?|maximum|max|biggest|largest|longest|heaviest|greatest|most expensive|dearest|hottest|"
    r"topp(?:ed|ing) out|tops out|high point|upper end"
)
_LOW = (
    r"lowest|minimum|min|smallest|shortest|lightest|cheapest|fewest|least expensive|bottomed out|bottoms out|coldest|"
    r"low point|lower end"
)
_EITHER = r"best|record|worst|fastest|slowest|quickest|top"
_WORD = re.compile(rf"\b(?:(?P<high>{_HIGH})|(?P<low>{_LOW})|(?P<either>{_EITHER}))\b(?![-])", re.IGNORECASE)
# What ends the words between an extreme and its value; the value is that of the extreme.
_LED = re.compile(
    r"(?:^|\s)(?:was|is|were|are|being|at|of|to|took|takes|taking|needs?|needed|reach(?:es|ed)|hit|hits|saw|sees|"
    r"cost|costs|drew|draws|used|uses|came in at|comes in at|stood at|stands at|measur(?:es|ed)|scor(?:es|ed)|"
    r"weigh(?:s|ed)|managed|manages|delivered|delivers|gave|gives|achiev(?:es|ed)|lasted|lasts|read|reads|ran|had|has|"
    r"got|gets|made|makes|in|with|[:(–—=])\s*(?:only\s|just\s|a\s|an\s)?[$€£]?$",
    re.IGNORECASE,
)
# "187 GB/s is the best": the value first.
_BEHIND = re.compile(
    r"\s*(?:,|\(|[–—-])?\s*(?:(?:was|is|were|are|being|remains?|marks?|sets?)\s)?(?:still\s)?(?:also\s)?"
    r"(?:the|our|its|a new|their|a)\s(?:very\s|new\s|all-time\s|house\s|absolute\s|overall\s|single\s)?$",
    re.IGNORECASE,
)
_AT_ITS = re.compile(r"\bat (?:its|their|the|our|his|her) (?:very )?$", re.IGNORECASE)
# The verb that leads to the value: "the smallest image | weighs in at", "the pump | filled a bottle in".
_VERB = re.compile(
    r"(?:\s(?!of\b|in\b|on\b|with\b|for\b)\w+(?:s|ed|t|w|n))?(?:\s(?:in|out|up|down|off|about|only|just|a|an|the))*"
    r"(?:\s(?:at|of|to|in|with|was|is|were|are))?\s[$€£]?$"
)
_HELD = re.compile(
    r"\b(?:allow\w*|support\w*|limit\w*|rated|theoretical\w*|guarantee\w*|permit\w*|specif\w+|nominal|capacity|"
    r"budget\w*|except\w*|apart|besides|other than|second|third|fourth|fifth|next|previous\w*|ever|so far|to date|"
    r"until|not|never|no|each|per|half|than|single|individual|average|mean|median|one of|among|if|unless|alone|only|"
    r"p\d\d|percentile|last (?:year|month|week|time|round))\b|n[’']t\b",
    re.IGNORECASE,
)
# Columns of what was put in, not of what came out.
_GIVEN = re.compile(
    r"\b(?:offered|target\w*|requested|nominal|limits?|rated|budget|injected|input|demand\w*)\b", re.IGNORECASE
)
# "The card has a dense BF16 peak of 989 TFLOPS": what it is built for, and none of what was measured.
_BUILT_FOR = re.compile(
    r"\b(?:(?:has|have|offers?|provides?|specifies)\san?\s(?:[\w/:-]+\s){0,4}|"
    r"(?:dense|sparse|tensor|(?:FP|BF|TF|INT)\d{1,2})\s(?:[\w-]+\s)?|(?:card|chip|GPU|hardware|device|socket)['’]s\s)$",
    re.IGNORECASE,
)
_NOUNS = frozenset(
    map(
        root,
        """
        result results value values score scores point figure reading readings run runs number rate speed throughput
        latency time bandwidth power draw price size weight response capacity performance level consumption usage
        memory energy temperature duration we measured saw recorded got obtained observed reached seen found achieved
        in of the this that series table test tests sample record count ever all whole new house out came was were is
        setting settings configuration point step steady system machine plan
        """.split(),
    )
)
# What says that a value is one of those printed.
_HERE = re.compile(
    r"\b(?:tables?|tabulated|charts?|figures?|listed|listing|rows?|sweep|runs?|series|columns?|below|above|here|"
    r"following|shown|plotted|bars?|measured|we saw|we got|recorded|"
    r"(?:in|of) (?:the|our|these|this|those) (?:tests?|benchmarks?|measurements?))\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Extreme:
    """A value that a sentence calls the lowest (True), the highest (False) or either (None) of some."""

    number: Number
    lowest: bool | None
    word: str
    nouns: str  # the words between, or behind


def extremes(sentence: Sentence) -> Iterator[Extreme]:
    """The values of a sentence that it calls extremes, each once."""
    text = sentence.passage.words
    words = list(_WORD.finditer(text))
    for one in numbers(sentence) if words or _HERE.search(text) else ():
        at_most = _at_most(text, one)
        found = at_most or _ahead(text, one, words) or _behind(text, one, words)
        plain = at_most or (one.amount.qualifier in ("exact", "about") and one.amount.readings.rounded.bounded)
        if found and plain and asserted(sentence, one.amount.start, one.amount.end):
            yield found


def _at_most(text: str, one: Number) -> Extreme | None:
    """What is "up to 13.8 GB/s" as the highest of what is printed here, where the sentence says that it is."""
    plain = one.amount.qualifier == "up_to" and one.amount.kind not in ("count", PERCENT)
    return Extreme(exactly(one), lowest=False, word="up to", nouns="") if plain and _HERE.search(text) else None


def _ahead(text: str, one: Number, words: Sequence[re.Match[str]]) -> Extreme | None:
    match = next((each for each in reversed(words) if each.end() <= one.amount.start), None)
    if match is None:
        return None
    if one.amount.kind in _RATED and _BUILT_FOR.search(text[: match.start()]):
        return None
    between = text[match.end() : one.amount.start]
    alone = bool(_AT_ITS.search(text[: match.start()]))  # "At its quickest, the pump filled a bottle in 2.1 seconds"
    between = between.replace(",", "", 1) if alone else between
    if len(between.split()) > WORDS or re.search(r"\d|[;.,](?=\s)", between) or not _LED.search(between):
        return None
    return Extreme(one, _lowest(match), match.group(), "" if alone else _VERB.sub("", between))


def _behind(text: str, one: Number, words: Sequence[re.Match[str]]) -> Extreme | None:
    match = next((each for each in words if each.start() >= one.amount.end), None)
    if match is None or not _BEHIND.fullmatch(text[one.amount.end : match.start()]):
        return None
    nouns = re.split(r"[,.;:()]|\d|\s(?:and|but|while)\s", text[match.end() :])[0]
    return Extreme(one, _lowest(match), match.group(), nouns)


def _lowest(match: re.Match[str]) -> bool | None:
    return None if match["either"] else bool(match["low"])


@dataclass(frozen=True, slots=True)
class Beaten:
    """A value that is said to be the best of a series and is not, beside the item that is."""

    extreme: Extreme
    value: Interval  # in the units of the series
    series: Series
    best: Item


def beaten(
    one: Extreme, every: Sequence[Series], said: Sequence[Number], index: Index, corpus: Corpus
) -> Beaten | None:
    """The only series of its unit that an extreme can be of, where none of its values is that extreme."""
    sentence = one.number.sentence
    if _HELD.search(_around(one)):
        return None
    able = [each for each in every if _of_unit(one, each)]
    found = beside(sentence, able) or elsewhere(sentence, able, index, corpus)
    found = [each for each in found if len(each.items) >= LEAST]
    if len(found) > 1:
        found = _named(one, found)
    if len(found) != 1 or not _says_nothing_else(one, found[0]) or partly(found[0]):
        return None
    series = found[0]
    labels = {item.label: item for item in series.items if item.label}
    if labels and len(labels) < len(series.items) and one.word != "up to":
        return None  # rows that two keys tell apart: which of them are meant, their keys say; "up to" is of all
    ordered = sorted(series.items, key=lambda item: item.value.lower)
    ends = {True: ordered[:1], False: ordered[-1:], None: [ordered[0], ordered[-1]]}[one.lowest]
    mine = _readings(one, series)
    if any(_same(one, item) for each in every for item in each.items) or any(
        judge(mine, item.amount.readings) != "inconsistent" for item in ends
    ):
        return None
    nearest = min(ends, key=lambda item: mine.rounded.distance(item.value))
    told_by = [label for label in labels if any(map(str.isalpha, label))]
    named = said_labels(Kind.of("row", told_by, corpus.vocabulary), sentence.passage.words)
    if named and nearest.label not in named:
        return None  # the best of one row, not of all
    others = [each for each in said if not _in(each, series)]
    told = any(_tells(each, nearest) for each in others if each.sentence is not sentence)
    if told or mine.rounded.distance(nearest.value) > FAR:
        return None
    return Beaten(one, mine.rounded, series, nearest)


def _of_unit(one: Extreme, series: Series) -> bool:
    if _GIVEN.search(series.label):
        return False
    mine, theirs = one.number.amount, series.items[0].amount
    if _in_words(one, series):
        return True
    if one.number.bare:
        return series.kind == "count" and bool(roots(tokens(series.label)) & _content(one))
    if mine.kind != theirs.kind or not alike(mine, theirs):
        return False
    return mine.kind != "count" or bool(mine.of & frozenset().union(theirs.of, roots(tokens(series.label))))


def _in_words(one: Extreme, series: Series) -> bool:
    """Whether a header of bare numbers says the unit of a value: "Seconds per bottle"."""
    text = one.number.sentence.passage.words[one.number.amount.start : one.number.amount.end]
    unit = roots(tokens(re.sub(rf"^[\d.,\s]+(?:{either(POWERS)})?", "", text)))
    return series.kind == "count" != one.number.amount.kind and bool(unit) and unit <= roots(tokens(series.label))


def _readings(one: Extreme, series: Series) -> Readings:
    """What a value allows in the units of a series."""
    amount = one.number.amount
    return amount.readings.scaled(1 / amount.unit) if _in_words(one, series) else amount.readings


def _content(one: Extreme) -> frozenset[str]:
    return roots(tokens(f"{one.nouns} {_around(one)}"))


def _around(one: Extreme) -> str:
    """The clause of a value without its numbers and without the word that makes it an extreme."""
    sentence, amount = one.number.sentence, one.number.amount
    whole = blank(sentence)
    mine = clause(whole, amount.start, amount.end)
    return re.sub(rf"\b{re.escape(one.word)}\b", "|", f"{mine} | {front(whole, mine)}")


def _named(one: Extreme, found: Sequence[Series]) -> list[Series]:
    """Of several series of a unit the one whose header alone the sentence says."""
    words = _content(one)
    heads = {id(each): roots(tokens(each.label)) for each in found}
    common = frozenset.intersection(*heads.values())
    return [each for each in found if (heads[id(each)] - common) & words]


def _says_nothing_else(one: Extreme, series: Series) -> bool:
    """Whether the words around an extreme hold no condition that the series knows nothing of."""
    sentence = one.number.sentence
    above = series.document.text[max(0, series.start - ABOVE) : series.start]
    if counts_clash(blank(sentence), f"{series.about} | {above}"):
        return False
    over = roots(tokens(" | ".join((series.document.title, *sentence.scope[1:]))))
    # What leads to the series may be the sentence itself, which knows nothing of the series.
    about = " | ".join((series.about, *(item.label for item in series.items))).replace(sentence.passage.words, " ")
    known = roots(tokens(f"{series.label} | {about}")) | over | _NOUNS | VERBS | one.number.amount.of
    return not unknown(one.nouns, known) and not strange(_around(one), known)


def _same(one: Extreme, item: Item) -> bool:
    """Whether an item of any series prints the very value."""
    return item.amount.kind == one.number.amount.kind and item.value == one.number.amount.readings.rounded


def _in(one: Number, series: Series) -> bool:
    return any(item.start < one.end and one.start < item.end for item in series.items)


def _tells(one: Number, item: Item) -> bool:
    """Whether another sentence prints the extreme: then it is told, and this one is of something else."""
    left, right = (each.readings.scaled(1 / each.unit) for each in (one.amount, item.amount))
    same = one.amount.kind == item.amount.kind and judge(one.amount.readings, item.amount.readings) != "inconsistent"
    # "1 KB" allows half of one to one and a half: such a number tells nothing by itself.
    narrow = left.rounded.bounded and left.rounded.upper - left.rounded.lower < left.rounded.upper * NARROW
    return left.rounded.bounded and (same or (narrow and judge(left, right) != "inconsistent"))
