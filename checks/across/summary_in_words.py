"""A total or an average that a sentence says of all rows of a table or list, recomputed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from checks.lib import severity
from checks.lib.about import Index, index_of
from checks.lib.asserted import Sentence
from checks.lib.columns_of import PERCENT, Values, columns_of
from checks.lib.passages import quoted
from checks.lib.same_run import machines_of, numbers_clash, other_numbers, subjects, two_dates, under_conditions
from checks.lib.settings import opposed
from checks.lib.summed import means, total, weighted
from checks.lib.tokens import coded, roots, tokens
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Interval, readings, short, ulp

CODE = "summary-in-words"
ROUGH = Decimal("0.03")
ADDED = ("time", "size", "energy", "price")  # what may be added up
MEANT = (*ADDED, "rate", "bandwidth", "power", PERCENT, "factor")
FAR = 20  # times apart: two things
_NUMBERS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
            "eleven": 11, "twelve": 12, "both": 2}  # fmt: skip
# "across our five test clips", "all four steps": how many of what.
_OVER = re.compile(
    rf"\b(?:(?:across|over|of|in|for|on)\s(?:all\s|the\s|our\s|these\s|those\s)*|all\s(?:of\s)?(?:the\s|our\s)?|the\s|our\s|its\s)"
    rf"(?P<n>\d{{1,3}}|{'|'.join(_NUMBERS)})\s(?P<words>(?:[A-Za-z0-9][\w-]*\s){{0,3}}?[a-z]{{3,}}s)\b",
    re.IGNORECASE,
)
_MEAN = re.compile(r"\b(?:average\w*|averaging|mean|on average)\b", re.IGNORECASE)
_TOTAL = re.compile(
    r"\b(?:in total|in all|total\w*|altogether|all told|end[- ]to[- ]end|from start to (?:finish|end)|"
    r"the (?:whole|entire|full)|together|combined|add(?:s|ed)? up|sum|from [\w-]+ to [\w-]+|"
    r"all (?:of )?(?:the )?(?:\d+|two|three|four|five|six|seven|eight|nine|ten))\b",
    re.IGNORECASE,
)
# Times add up where nothing runs beside anything else.
_IN_TURN = re.compile(
    r"\b(?:one after (?:the |an)other|in sequence|sequential(?:ly)?|serial(?:ly)?|in turn|back[- ]to[- ]back|"
    r"consecutive(?:ly)?|one at a time|no (?:two )?\w+ overlaps?|nothing overlaps|(?:do|does|did) not overlap|"
    r"without overlap(?:ping)?|not run in parallel|add(?:s)? up)\b",
    re.IGNORECASE,
)
_BESIDE = re.compile(
    r"\b(?:overlap\w*|in parallel|concurrent\w*|pipelined|pipelining|simultaneous\w*|hidden|asynchronous\w*|"
    r"at the same time|background|while)\b",
    re.IGNORECASE,
)
_NOT = re.compile(r"\b(?:no (?:two )?\w+ overlaps?|nothing overlaps|(?:do|does|did) not overlap|not run in parallel|"
                  r"without overlap(?:ping)?)\b", re.IGNORECASE)  # fmt: skip
_MORE = re.compile(
    r"\b(?:weight\w*|micro[- ]average|exclud\w+|except\w*|without|besides|plus|other than|not counting|ignoring|up to|"
    r"at most|at least|peak|median of|trimmed|best|worst|largest|smallest|longest|slowest|fastest|top|first|last|half|"
    r"selected|some|most|per|each|every|than|would|could|should|start-?up|warm-?up|overhead|waiting|queue\w*|"
    r"including|includes|included in|harmonic|geometric|geomean|respectively|moving|rolling|typical\w*)\b",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"(?<![\w.,-])(?P<n>\d+(?:\.\d+)?)\s?(?:%|percent\b|per cent\b)")
_FACTOR = re.compile(r"(?<![\w.,-])(?P<n>\d+(?:\.\d+)?)\s?(?:x\b|×|times\b)")


@dataclass(frozen=True, slots=True)
class _Said:
    """A total or average of `count` things at [start, end) of its document."""

    sentence: Sentence
    start: int
    end: int
    kind: str
    value: Interval
    mean: bool
    count: int
    things: frozenset[str]

    @property
    def printed(self) -> str:
        """Its words."""
        return " ".join(self.sentence.passage.document.text[self.start : self.end].split())


@check(CODE, version=1, severity="high", since="0.1.0")
def summary_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a sentence says as the total or average of so many rows is what these rows come to.

    Why:
        The table stands on one page, "7.8 % on average across our five clips" on another. A clip is encoded again, or
        the best of the five is taken for their mean, and nobody adds up.

    Flags:
        "All four steps in 22 minutes" against four steps of 12.5, 4.0, 2.5 and 11.0 minutes that run one after another;
        an average "across five test clips" that no mean of the column of five clips gives.

    Passes:
        Sums and means within rounding: the arithmetic, geometric and harmonic mean, the median, and means weighted by
        another column; what the table itself sums up so.

    Does not judge:
        Sentences that do not say how many rows there are, or call them otherwise; times of steps that are not said to
        run one after another; several columns of the kind that the words do not tell apart; weighted, trimmed and
        partial sums; other names, settings and releases; documents dated more than six weeks apart (skipped).
    """
    index = index_of(corpus)
    said = [one for document in corpus.documents for each in index.sentences(document) for one in _said(each)]
    every = [one for document in corpus.documents for one in columns_of(document, index)] if said else []
    for one in said:
        able = [values for values in every if _of(one, values, index, corpus)]
        yield from _check(one, able, index)


def _said(sentence: Sentence) -> Iterator[_Said]:
    """The totals and averages of a sentence that says of how many things they are."""
    text = sentence.passage.words
    mean, whole = bool(_MEAN.search(text)), bool(_TOTAL.search(text))
    if not sentence.asserted or sentence.past or not (mean or whole):
        return
    overs = list(_OVER.finditer(text))
    for start, end, kind, value in _values(sentence):
        spans = [match for match in overs if not (match.start("n") < end and start < match.end("n"))]
        for match in spans:
            bare = f"{text[:start]} {text[end:]}"
            if kind in (MEANT if mean else ADDED) and not _MORE.search(_bare(bare, match)):
                number = _NUMBERS.get(match["n"].lower()) or int(match["n"])
                things = roots(tokens(match["words"]))
                at = sentence.passage.start
                yield _Said(sentence, at + start, at + end, kind, value, mean, number, things)


def _bare(text: str, match: re.Match[str]) -> str:
    """A sentence without "all four steps included" or "equally weighted": that makes it no other sum."""
    text = re.sub(r"\b(?:equal(?:ly)?[ -]weight\w*|unweighted)\b", " ", text)
    return re.sub(rf"\b{re.escape(match['words'])}\b[\w\s]{{0,24}}\bincluded\b", " ", text)


def _values(sentence: Sentence) -> Iterator[tuple[int, int, str, Interval]]:
    """The values of a sentence that are the only ones of their kind there."""
    text = sentence.passage.words
    found = [
        (one.amount.start, one.amount.end, one.amount.kind, one.amount.readings.rounded)
        for one in sentence.amounts
        if one.amount.qualifier == "exact" and one.amount.kind != "count"
    ]
    for kind, words in ((PERCENT, _PERCENT), ("factor", _FACTOR)):
        for match in words.finditer(text):
            value = readings(Decimal(match["n"]), ulp(match["n"]), "exact").rounded
            found.append((match.start(), match.end(), kind, value))
    for one in found:
        if sum(other[2] == one[2] for other in found) == 1 and one[3].bounded and one[3].lower > 0:
            yield one


def _of(one: _Said, values: Values, index: Index, corpus: Corpus) -> bool:
    """Whether a column or list can be what a sentence sums up."""
    document, mine = values.document, one.sentence.passage.document
    if values.kind != one.kind or len(values.values) != one.count or not one.things & values.things:
        return False
    near = [one.sentence.passage.words, *one.sentence.scope[-2:]]
    if any(opposed([_plain(near[0]), *near[1:]], [_plain(values.label), _plain(values.about)])):
        return False
    if document.document_id == mine.document_id:
        return True
    known = index.words[document.document_id]
    if any(any(map(str.isdigit, word)) and word not in known for word in one.things):
        return False  # five clips in 4K are not five clips in 1080p
    bare = one.sentence.passage.words.replace(mine.text[one.start : one.end], " | ")
    if (
        coded(bare) - known
        or under_conditions(bare, known)
        or index.other_version(one.sentence, document)
        or other_numbers(bare, known)
    ):
        return False
    machines = [machines_of(text, corpus.vocabulary) for text in (bare, f"{values.about} | {values.label}")]
    if numbers_clash(bare, values.about) or (all(machines) and not machines[0] & machines[1]):
        return False
    return bool(subjects(mine, (bare, *near[1:]), document, (values.about,), corpus.vocabulary))


def _plain(text: str) -> str:
    return _MEAN.sub(" ", text)


def _check(one: _Said, able: list[Values], index: Index) -> Iterator[Finding | Skip]:
    if not able or any(_fits(one, values) for values in able):
        return
    named = able if len(able) == 1 else [values for values in able if _named(one, values, able)]
    if len(named) != 1 or not (one.mean or _adds(one, named[0])):
        return
    values = named[0]
    given = next(means(values.values))[1] if one.mean else total(values.values)
    documents = (one.sentence.passage.document, values.document)
    key = (documents[0].name, documents[1].name, "mean" if one.mean else "total", one.kind, values.label)
    if given.distance(one.value) > FAR or given.lower <= 0:
        return
    if two_dates(*documents):
        yield Skip(CODE, key, "not comparable, because the documents are of different dates or editions")
    else:
        yield _finding(one, values, given, key, index)


def _fits(one: _Said, values: Values) -> bool:
    """Whether any sum or mean, or a summary that the table prints, is what the sentence says."""
    allowed = [*values.summaries]
    if one.mean:
        allowed += [given for _, given in means(values.values)]
        for other in values.others:
            weights = [(each.lower + each.upper) / 2 for each in other.values]
            allowed += [given] if (given := weighted(values.values, weights)) else []
    else:
        allowed.append(total(values.values))
    return any(given.distance(one.value) < ROUGH for given in allowed if given.lower > 0)


def _named(one: _Said, values: Values, able: list[Values]) -> bool:
    """Whether a sentence says what only this column's header says."""
    said = roots(tokens(one.sentence.passage.words))
    others = frozenset(word for other in able if other is not values for word in roots(tokens(other.label)))
    own = roots(tokens(values.label)) - others
    return bool(own & said) and not (others - roots(tokens(values.label))) & said


def _adds(one: _Said, values: Values) -> bool:
    """Whether the values add up: times only where they are said to follow one another."""
    if one.kind != "time":
        return True
    texts = (_around(one), values.about, values.document.text)
    return any(_IN_TURN.search(text) for text in texts) and not any(
        _BESIDE.search(_NOT.sub(" ", text)) for text in texts
    )


def _around(one: _Said) -> str:
    """The paragraph of a sentence."""
    document, at = one.sentence.passage.document, one.start
    return next((document.text[each.start : each.end] for each in document.blocks if each.start <= at < each.end), "")


def _finding(one: _Said, values: Values, given: Interval, key: tuple[str, ...], index: Index) -> Finding:
    document = one.sentence.passage.document
    gap = given.distance(one.value)
    what = "average" if one.mean else "total"
    cells = [quoted(values.document, start, end) for start, end in values.places]
    label = f" of {values.label!r}" if values.label else ""
    sums = f"In base units the {what} of the {len(cells)} values allows {given}, {one.printed} allows {one.value}"
    return Finding(
        check=CODE,
        check_version=1,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{one.printed} as the {what} of {one.count} in {document.name}, but {values.document.name} prints "
        f"{', '.join(cell.quote for cell in cells)}{label}",
        arithmetic=f"{sums}: they do not meet, a gap of {short(round(gap * 100, 0))} %.",
        comparison=key,
        evidence=(index.places.printed(document, one.start, one.end), *cells),
        likely_wrong_why="the summary, or a value that was changed after it",
    )
