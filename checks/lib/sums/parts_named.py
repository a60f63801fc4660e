"""Lists in running text that give each part its number: "46 from Reval, 61 from Ghent and 56 from Lille".

No word list says that these are parts: three numbers or more, each with a label, all of one unit or led by one word,
and nothing between two of them but a label and one comma or "and".
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations, pairwise, product

from checks.lib.quantities.asserted import Sentence
from schemas.interval import Interval
from schemas.number_words import ANY_NUMBER, count

FEW, MANY = 3, 10  # parts; of more, some add up to anything
LONGEST = 80  # characters between two numbers
WORDS = 8  # of a label
_NUMBER = re.compile(
    rf"(?<![\w.,/$€£–-])(?P<n>[$€£]?(?:\d{{1,3}}(?:,\d{{3}})+|\d+)(?:\.\d+)?|{ANY_NUMBER})(?![\w]|[.,:/]\d|-[\d])",
    re.IGNORECASE,
)
_PLAIN = re.compile(r"[$€£]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_FIRST = re.compile(r"\s?(?P<word>%|[A-Za-zµ][\w/]*)")
_PARTED = re.compile(r"(?:[,;]|,?\s(?:and|plus)|[,;]\s(?:and|plus))\s(?:another\s|a further\s)?$")
_PARTED_AHEAD = re.compile(
    r"(?P<unit>\s?(?:%|[A-Za-zµ/]+))?(?:[,;]\s(?:and\s|plus\s)?|\s(?:and|plus)\s)(?P<label>[A-Za-z][\w./ -]*?)[:=]?\s$"
)
_LEADING = frozenset("from on of for in at by to are were is was with went go goes run runs".split())  # no units
_RANKS = re.compile(r"\b(?:p\d\d?(?:\.\d+)?|average|mean|median|min|max)\b", re.IGNORECASE)  # these do not add up
_TOTAL = re.compile(r"\b(?:in all|in total|totals?|together|altogether|overall|combined|sum)\b", re.IGNORECASE)
_PARTING = re.compile(r"[,;]\s(?:and\s|plus\s)?|\s(?:and|plus)\s")
_SIGN = re.compile(r"[,;:()\[\]—–=→]|\s(?:and|plus|to|than|against|versus|vs\.?|instead)\s")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number at [start, end) of a sentence, and the word right behind it, "" where none is."""

    sentence: Sentence
    start: int
    end: int
    text: str
    unit: str

    @property
    def value(self) -> Decimal:
        """What it prints."""
        plain = self.text.lstrip("$€£").replace(",", "")
        return Decimal(plain) if plain[0].isdigit() else Decimal(count(self.text))

    @property
    def last(self) -> Decimal:
        """The unit of its last decimal; none of a whole number, which is that many."""
        digits = self.text.partition(".")[2]
        return Decimal(1).scaleb(-len(digits)) if digits else Decimal(0)

    @property
    def sign(self) -> str:
        """The currency before it or the unit behind it."""
        return self.text[0] if self.text[0] in "$€£" else self.unit.lower()


@dataclass(frozen=True, slots=True)
class Parts:
    """The numbers of a list, their labels, and the unit that all of them have ("" where one word leads to each)."""

    sentence: Sentence
    figures: tuple[Figure, ...]
    labels: tuple[str, ...]
    unit: str

    @property
    def in_items(self) -> bool:
        """Whether each stands in a line of its own: then places in the first one's sentence say nothing of the last."""
        return self.figures[-1].sentence is not self.sentence

    @property
    def sum(self) -> Interval:
        """What they come to, each within its rounding."""
        whole = sum((one.value for one in self.figures), Decimal(0))
        slack = sum((one.last for one in self.figures), Decimal(0)) / 2
        return Interval(whole - slack, whole + slack)

    def some_come_to(self, value: Decimal) -> bool:
        """Whether two or more of them, or what is left of all without one, come to a value."""
        numbers = [one.value for one in self.figures]
        return any(sum(some) == value for many in range(2, len(numbers) + 1) for some in combinations(numbers, many))


def figures(sentence: Sentence) -> list[Figure]:
    """The numbers of a sentence, left to right."""
    text, found = sentence.passage.words, []
    for match in _NUMBER.finditer(text):
        first = _FIRST.match(text, match.end())
        found.append(Figure(sentence, match.start("n"), match.end("n"), match["n"], first["word"] if first else ""))
    return found


def parts_named(sentence: Sentence) -> Iterator[Parts]:
    """The lists of a sentence whose every number has a label of its own."""
    every = figures(sentence)
    digits = [one for one in every if one.text[-1].isdigit()]  # "80 on four servers" is one part, not two
    told: set[int] = set()
    for some, labelled in product((digits, every) if len(digits) < len(every) else (every,), _LABELLED):
        for run in _runs(some, sentence.passage.words, labelled):
            found = labelled_parts(run, sentence, behind=labelled is _label_behind)
            plain = found and not any(_RANKS.search(label) for label in found.labels)
            if found and plain and not told & {one.start for one in found.figures}:
                told |= {one.start for one in found.figures}
                yield found


def parts_in_items(sentences: Sequence[Sentence]) -> Iterator[Parts]:
    """The runs of lines that each begin with a number of one thing: "46 models from Reval", "61 models from Ghent"."""
    run: list[Figure] = []
    for one in (*sentences, None):
        first = next(iter(figures(one)), None) if one else None
        begins = first if first and first.start == 0 and first.text[-1].isdigit() else None
        if begins and (not run or (begins.unit == run[0].unit and _follows(run[-1].sentence, begins.sentence))):
            run.append(begins)
            continue
        if FEW <= len(run) <= MANY and re.fullmatch(r"[a-z]{3,}s", run[0].unit):
            labels = tuple(each.sentence.passage.words[each.end :].strip() for each in run)
            yield Parts(run[0].sentence, tuple(run), labels, "")
        run = [begins] if begins else []


def _follows(before: Sentence, one: Sentence) -> bool:
    """Whether nothing but a break and a bullet stands between two lines."""
    between = one.passage.document.text[before.passage.start + len(before.passage.words) : one.passage.start]
    return bool(re.fullmatch(r"\s*\n?[\s*•+-]*", between)) and "\n" in between


def _runs(every: Sequence[Figure], text: str, labelled: Callable[[str], bool]) -> Iterator[list[Figure]]:
    run: list[Figure] = []
    for left, right in pairwise(every):
        if labelled(text[left.end : right.start]):
            run = [*run, right] if run else [left, right]
            continue
        if FEW <= len(run) <= MANY:
            yield run
        run = []
    if FEW <= len(run) <= MANY:
        yield run


def _label_behind(gap: str) -> bool:
    """Whether a number's label stands between it and the comma before the next: "46 from Reval, "."""
    match = _PARTED.search(gap)
    label = gap[: match.start()] if match else ""
    return bool(label.strip()) and len(gap) <= LONGEST and len(label.split()) <= WORDS and not _SIGN.search(label)


def _label_ahead(gap: str) -> bool:
    """Whether the next number's label stands between a comma and it: " ms, queue "."""
    match = _PARTED_AHEAD.fullmatch(gap)
    return match is not None and len(gap) <= LONGEST and not _SIGN.search(match["label"])


_LABELLED = (_label_behind, _label_ahead)


def labelled_parts(run: Sequence[Figure], sentence: Sentence, *, behind: bool) -> Parts | None:
    """The run with its labels, where all of it is of one unit or led by one word; without a total that ends it."""
    text = sentence.passage.words
    if not behind and len(run) > FEW and _TOTAL.search(text, run[-2].end, run[-1].start):
        run = run[:-1]
    labels, unit = _behind(run, text) if behind else _ahead(run, text)
    sign = run[0].text[0] if run[0].text[0] in "$€£" else unit
    distinct = len({label.lower() for label in labels}) == len(labels)
    return Parts(sentence, tuple(run), labels, sign or "") if distinct and unit is not None else None


def _behind(run: Sequence[Figure], text: str) -> tuple[tuple[str, ...], str | None]:
    """The labels behind the numbers and their unit, "" where one word leads to each; no unit where nothing does."""
    ends = [*(one.start for one in run[1:]), _end(text, run[-1].end)]
    labels = tuple(_PARTED.sub("", text[one.end : end]).strip(" ,;") for one, end in zip(run, ends, strict=True))
    words = [label.split() for label in labels]
    first = words[1][0] if words[1] else ""
    led = bool(first) and first in words[0][:2] and all(each[:1] == [first] for each in words[1:])
    if not led or any(len(each) < len(("lead", "name")) for each in words[1:]):
        return labels, None
    return labels, "" if first in _LEADING else first


def _ahead(run: Sequence[Figure], text: str) -> tuple[tuple[str, ...], str | None]:
    """The labels before the numbers and the unit of all of them, "" where they are bare."""
    begins = max(text.rfind(mark, 0, run[0].start) for mark in ",;:(.") + 1
    starts = (begins, *(one.end for one in run[:-1]))
    ahead = [text[start : one.start] for start, one in zip(starts, run, strict=True)]
    labels = tuple(_PARTING.split(each)[-1].strip(" ,;:=") for each in ahead)
    units = {_unit(text, one) for one in run}
    return labels, units.pop() if len(units) == 1 else None


def _unit(text: str, one: Figure) -> str:
    """The unit between a number and what ends its item, "" where it is bare."""
    match = re.match(r"\s?(%|[A-Za-zµ/]+)(?=\s?[,;.)]|\s(?:and|plus)\s|$)", text[one.end :])
    return match[1] if match and match[1] not in ("and", "plus") else ""


def _end(text: str, start: int) -> int:
    """Where the last label of a list ends at the latest."""
    match = re.compile(r"[,;:()]|\.(?=\s|$)|\s(?:which|that|make|makes|in total|in all|together)\b").search(text, start)
    return min(match.start() if match else len(text), start + LONGEST)
