"""A bound that the text says is never passed, against the rows of a table."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from checks.lib.findings import severity
from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.naming import COLUMN, label_tokens
from checks.lib.labels.slots import Slot
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import names, root, roots, settings, tokens, versions
from checks.lib.linking.reach import strange
from checks.lib.ordering.bounds_said import of_several
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.telling.told import VERBS
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import judge
from schemas.names import Vocabulary
from schemas.number_words import WORD_NUMBER

CODE = "never-exceeded"
FAR = 60  # times beyond the bound: two things
MOST = 5  # cells that are shown
_NEVER = re.compile(
    r"\b(?:never|always|at all times|at no (?:time|point|moment)|not once|(?:stay|remain|keep|kept|held|hold)(?:s|ed)?|"
    r"throughout|at most|no more than|does not|do not|did not|will not|cannot|under any load|whatever)\b|n[’']t\b",
    re.IGNORECASE,
)
_LEAVES_OUT = re.compile(
    r"\b(?:after|once|since|except|besides|apart|outside|until|beyond|other than|but|unless|when|if|while)\b",
    re.IGNORECASE,
)
# "Up to four fifths of line rate the tail stays under" is of the rows as far as that.
_AS_FAR = re.compile(
    rf"\b(?:up to|until|as far as)\s(?:(?:an?|the|some|about|around|roughly)\s)?(?:\d|half\b|{WORD_NUMBER}\b)",
    re.IGNORECASE,
)
_ONLY_IF = re.compile(r"(?<=,\s)(?:as|so) long as\b|\bprovided (?:that|the|you|no)\b", re.IGNORECASE)
# What tells the columns of one measure apart: all of them keep within a bound that is never passed.
_STATISTIC = frozenset(map(root, "average mean max maximum min minimum peak highest lowest best worst p50".split()))
# Labels of the parts of one run, which begin with a capital like names.
_PART = frozenset(
    map(
        root,
        """
        first second third fourth last day night hour week month minute run phase stage step node replica shard round
        idle load cold warm hot steady burst start end total mean max min peak before after during morning evening
        small medium large read write client server test sample interval period
        """.split(),
    )
)


@check(CODE, version=5, severity="high", since="0.1.0")
def never_exceeded(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is never more than a bound, or never less, keeps to it in every row that is printed of it.

    Why:
        "Never more than 512 MB" is written from the mean, or from the first day. The table of the soak test has the row
        that breaks it, and nobody looks for a row when the text speaks of all of them.

    Flags:
        "Never uses more than 512 MB of resident memory" of a product whose test prints "RSS max (MB)": 1310 in one of
        its rows: a cell of the same measure, by the metric or by the column's words, on the wrong side of the bound.
        Low: where only the metric ties it, where half of the rows break it, and on a condition of which the
        table says nothing ("once warm").

    Passes:
        Rows that keep to the bound; rows of other products, settings or loads than the sentence says.

    Does not judge:
        Bounds without "never", "always", "stays", "at most" or their like; goals and limits that are set; sentences
        that leave open which of several columns they mean, or are of the rows up to a number; documents of
        different dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            if sentence.asserted and not sentence.past:
                for one in sentence.amounts:
                    if one.amount.qualifier in ("under", "over") and _NEVER.search(one.near) and not _as_far(one):
                        yield from _check(sentence, one, index, corpus.vocabulary)


def _as_far(one: Asserted) -> bool:
    """Whether a bound is of some of the rows: of so many, or of those up to another number."""
    text, start = one.passage.words, one.amount.start
    return of_several(one) or any(not match.start() <= start < match.end() + 1 for match in _AS_FAR.finditer(text))


def _check(sentence: Sentence, one: Asserted, index: Index, vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    for told in index.about(sentence):
        if not told.sheet.table:
            continue
        rows, said = _of_measure(sentence, one, told, index, vocabulary)
        broken = [slot for slot in _at_setting(rows, one) if not _keeps(one, slot)]
        if not broken or len(broken) == len(rows) or any(_far(one, slot) for slot in broken):
            continue  # where no row keeps to it, it is a bound of something else
        if index.of_two_editions(sentence.passage.document, told.sheet.document):
            yield Skip(CODE, _key(one, broken[0]), OTHER_EDITION)
        else:
            sure = said and 2 * len(broken) < len(rows) and not _conditional(sentence, one, broken, told)
            found = _finding(one, broken, len(rows), index)
            yield found if sure else replace(found, severity="low")


def _of_measure(
    sentence: Sentence, one: Asserted, told: Told, index: Index, vocabulary: Vocabulary
) -> tuple[list[Slot], bool]:
    """The cells of what the bound is of, and whether the sentence says their columns; else those of its metric."""
    able = [slot for slot in told.slots if alike(one.amount, slot.amount) and _of_same(sentence, one, slot, index)]
    here = roots(tokens(one.near)) - VERBS
    words = {slot.start: _words(slot, vocabulary) for slot in able}
    said = [slot for slot in able if words[slot.start] & here]
    if said:
        return (said, True) if len({words[slot.start] & here for slot in said}) == 1 else ([], False)
    metric = _metric(one.passage.document, one.start, one.end, index)
    same = [slot for slot in able if metric and metric == _metric(slot.sheet.document, slot.start, slot.end, index)]
    return (same if len({words[slot.start] for slot in same}) == 1 else []), False


def _conditional(sentence: Sentence, one: Asserted, broken: Sequence[Slot], told: Told) -> bool:
    """Whether a bound holds on a condition that may leave the rows that break it out: "once warm", "in normal use"."""
    text = sentence.passage.words
    bare = f"{text[: one.amount.start]} | {text[one.amount.end :]}"
    labels = " | ".join(label for slot in told.slots for _, label in slot.labels)
    known = roots(tokens(f"{told.sheet.about} | {labels} | {' | '.join(sentence.scope)}")) | VERBS
    if _ONLY_IF.search(bare):
        return True
    left = _LEAVES_OUT.search(bare)
    rows = roots(tokens(" | ".join(label for slot in broken for kind, label in slot.labels if kind != COLUMN)))
    behind = bare[left.start() :] if left else ""
    return bool(strange(behind, known) or rows & roots(tokens(behind)))


def _words(slot: Slot, vocabulary: Vocabulary) -> frozenset[str]:
    column = slot.column
    return frozenset(each.root for each in label_tokens(column, vocabulary)) - _STATISTIC


def _metric(document: Document, start: int, end: int, index: Index) -> str:
    known = index.places.at(document, start, end)
    return known.metric if known else ""


def _of_same(sentence: Sentence, one: Asserted, slot: Slot, index: Index) -> bool:
    """Whether nothing in a row's labels is another product, and no setting differs."""
    labels = [label for _, label in slot.labels]
    over = roots(tokens(" ".join((sentence.passage.words, *sentence.scope))))
    # "Whatever the repository" is of each of them, whatever it is called.
    each = roots(tokens(sentence.passage.words))
    rows = " | ".join(label for kind, label in slot.labels if kind != COLUMN and not roots(tokens(kind)) & each)
    foreign = frozenset(name for name in names(rows, title=True) if name[0].isalpha()) - over - _PART
    near = (sentence.passage.words, *sentence.scope[:1])
    mine, theirs = versions(" | ".join(near)), versions(rows)
    other = any(not numbers & mine[name] for name, numbers in theirs.items() if name in mine)
    return (
        not foreign and not other and not index.unlike(one, sentence, [*labels, slot.sheet.head], slot.sheet.document)
    )


def _at_setting(rows: Sequence[Slot], one: Asserted) -> Sequence[Slot]:
    """The rows that say a number of the sentence ("at 50,000 lines/s"), where any does."""
    text = one.passage.words
    asked = settings(f"{text[: one.amount.start]} {text[one.amount.end :]}")
    at = [slot for slot in rows if asked & _numbers(slot)]
    return at or rows


def _numbers(slot: Slot) -> frozenset[str]:
    texts = [label for kind, label in slot.labels if kind != COLUMN] + [text for _, text in slot.settings]
    return frozenset(each.root for text in texts for each in tokens(text) if each.root[0].isdigit())


def _far(one: Asserted, slot: Slot) -> bool:
    bound, value = one.amount.readings.rounded, slot.amount.readings.rounded
    end = bound.upper if bound.upper.is_finite() else bound.lower
    return end <= 0 or value.lower <= 0 or max(value.lower / end, end / value.lower) > FAR


def _keeps(one: Asserted, slot: Slot) -> bool:
    return judge(one.amount.readings, slot.amount.readings) != "inconsistent"


def _key(one: Asserted, slot: Slot) -> tuple[str, ...]:
    column = slot.column
    return one.passage.document.name, slot.sheet.document.name, slot.sheet.name, one.amount.kind, column


def _finding(one: Asserted, broken: Sequence[Slot], rows: int, index: Index) -> Finding:
    said = index.places.printed(one.passage.document, one.start, one.end)
    cells = [index.places.printed(slot.sheet.document, slot.start, slot.end) for slot in broken[:MOST]]
    allowed = one.amount.readings.rounded
    gap = max(allowed.distance(slot.amount.readings.rounded) for slot in broken)
    labels = listed((" ".join(label for _, label in slot.labels) for slot in broken), most=MOST)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"the text of {said.document} bounds it by {said.quote} in all cases; {len(broken)} of {rows} cells in "
        f"{cells[0].document} break that: {listed(cell.quote for cell in cells)} ({labels})",
        arithmetic=f"In base units the bound allows {allowed}, {cells[0].quote} is "
        f"{broken[0].amount.readings.rounded}: a gap of {gap * 100:.0f} %.",
        comparison=_key(one, broken[0]),
        evidence=(said, *cells),
        likely_wrong_why="the text speaks of all cases, and the table has one more",
    )
