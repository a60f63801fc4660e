"""In how many cases one thing is said to be ahead, against the rows of a table that prints them all."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from checks.lib.about import Index, Told, index_of
from checks.lib.ahead import LARGE_WINS, SMALL_WINS
from checks.lib.asserted import Sentence
from checks.lib.editions import OTHER_EDITION
from checks.lib.labels import Kind, said
from checks.lib.passages import phrase
from checks.lib.sections import topical
from checks.lib.slots import Slot
from checks.lib.tokens import roots, tokens
from checks.lib.wins import Wins, wins
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "wins-in-words"
LEAST = 3  # cases of a table that are worth a count
SHOWN = 4  # cases that a finding quotes
_MORE = re.compile(
    r"\b(?:higher|more|larger|bigger|greater)\b[^|]{0,12}\bbetter\b|\bscores?\b|\bpoints\b", re.IGNORECASE
)
_LESS = re.compile(r"\b(?:lower|less|smaller|fewer|shorter)\b[^|]{0,12}\bbetter\b", re.IGNORECASE)
# What the rows of any table are.
_CASES = roots(
    tokens("tests cases benchmarks categories rows queries workloads rounds disciplines comparisons results")
)


@dataclass(frozen=True, slots=True)
class _Case:
    """A row of the table: what it is called, the subject's value and the best of its rivals'."""

    label: str
    mine: Slot
    best: Slot
    smaller: bool

    @property
    def won(self) -> bool:
        """Whether the print proves that the subject is ahead."""
        left, right = self.mine.amount.readings.rounded, self.best.amount.readings.rounded
        return left.upper < right.lower if self.smaller else left.lower > right.upper

    @property
    def lost(self) -> bool:
        """Whether it proves that the subject is behind."""
        left, right = self.mine.amount.readings.rounded, self.best.amount.readings.rounded
        return left.lower > right.upper if self.smaller else left.upper < right.lower


@check(CODE, version=2, severity="high", since="0.1.0")
def wins_in_words(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Who is said to win so many of the cases, or all but those named, does so in the table that lists them.

    Why:
        "The best score in all but one of the six" is counted once, by eye. A rerun turns a row, and no figure in the
        sentence leads a reader there.

    Flags:
        "Wins five of six", "wins every query", "leads in all but one of the tests", "in every test but X", "loses only
        Y" of one column or row of a table, where the values that rule it out are apart beyond rounding.

    Passes:
        Ties, which may be counted either way; "in five of six" where five or six are ahead within rounding.

    Does not judge:
        Sentences with a bound or a condition ("at least four of six"); tables with another number of cases than the
        sentence counts (skipped); values of which nothing says whether more or less is better; documents of
        different dates (skipped).
    """
    index = index_of(corpus)
    for document in corpus.documents:
        for sentence in index.sentences(document):
            if sentence.asserted and not sentence.past:
                for claimed in wins(sentence.passage.words):
                    for told in topical(list(index.about(sentence)), sentence):
                        yield from _check(sentence, claimed, told, index)


def _check(sentence: Sentence, claimed: Wins, told: Told, index: Index) -> Iterator[Finding | Skip]:
    if claimed.said == "all" and not roots(tokens(claimed.names)) <= told.words | told.topic | _CASES:
        return  # "wins all hearts", "wins every price comparison"
    for kind in told.sides.kinds:
        sides = _sides(sentence, claimed, kind)
        cases = _cases(kind, *sides, told, claimed) if sides else []
        against = _denied(claimed, cases) if len(cases) >= LEAST else []
        if sides is None or not against:
            continue
        document = told.sheet.document
        key = (sentence.passage.document.name, document.name, told.sheet.name, sides[0])
        if claimed.many not in (0, len(cases)):
            yield Skip(CODE, key, "not applicable, because the table has another number of cases")
        elif index.of_two_editions(sentence.passage.document, document):
            yield Skip(CODE, key, OTHER_EDITION)
        else:
            yield _finding(sentence, claimed, told, cases, against[:SHOWN], index, key)
        return


def _sides(sentence: Sentence, claimed: Wins, kind: Kind) -> tuple[str, frozenset[str]] | None:
    """The one label said before the count, or over the sentence ("it"), and the rivals that are named behind it."""
    text = sentence.passage.words
    found = list(said(kind, text[: claimed.match.start()]))
    if not found:
        found = next((some for over in sentence.scope if (some := list(said(kind, over)))), [])
    if len(found) != 1:
        return None
    behind = said(kind, text[claimed.match.start() :].replace(claimed.names, " "))
    return found[0], frozenset(behind) - {found[0]}


def _cases(kind: Kind, subject: str, rivals: frozenset[str], told: Told, claimed: Wins) -> list[_Case]:
    """The rows in which the subject and a rival print values of one kind; none where one leaves open what is better."""
    rows: dict[tuple[tuple[str, str], ...], dict[str, Slot]] = defaultdict(dict)
    for slot in told.slots:
        labels = dict(slot.labels)
        if kind.name in labels:
            others = tuple(one for one in slot.labels if one[0] != kind.name)
            rows[others].setdefault(labels[kind.name], slot)
    found = []
    for labels_, by_label in rows.items():
        mine = by_label.get(subject)
        others_ = [one for label, one in by_label.items() if label != subject and (not rivals or label in rivals)]
        if mine is None or not others_ or any(one.amount.kind != mine.amount.kind for one in others_):
            continue
        smaller = _smaller(claimed, mine, " ".join(text for _, text in labels_), told)
        if smaller is None:
            return []
        pick = min if smaller else max
        best = pick(others_, key=lambda one: one.amount.readings.rounded.lower)
        found.append(_Case(", ".join(text for _, text in labels_), mine, best, smaller))
    return found


def _smaller(claimed: Wins, mine: Slot, labels: str, told: Told) -> bool | None:
    """Whether less of a value is better: the sentence says so, the table does, or the kind of value."""
    if claimed.smaller is not None:
        return claimed.smaller
    for text in (labels, f"{told.sheet.about} {' '.join(told.columns)}"):
        if bool(_LESS.search(text)) != bool(_MORE.search(text)):
            return bool(_LESS.search(text))
    if mine.amount.kind in SMALL_WINS:
        return True
    return False if mine.amount.kind in LARGE_WINS else None


def _denied(claimed: Wins, cases: Sequence[_Case]) -> list[_Case]:
    """The cases that the words cannot be true of; those that are lost where the count is wrong."""
    lost = [one for one in cases if one.lost]
    won = sum(one.won for one in cases)
    if claimed.said == "named":
        here = roots(tokens(claimed.names))
        named = [one for one in cases if roots(tokens(one.label)) & here]
        return [one for one in lost if one not in named] if named else []
    won_of = {"won": claimed.n, "all": len(cases)}
    n = won_of.get(claimed.said, len(cases) - claimed.n)
    if won <= n <= len(cases) - len(lost):
        return []
    return lost or list(cases)


def _finding(
    sentence: Sentence,
    claimed: Wins,
    told: Told,
    cases: Sequence[_Case],
    against: Sequence[_Case],
    index: Index,
    key: tuple[str, ...],
) -> Finding:
    document = told.sheet.document
    lost = [one for one in cases if one.lost]
    cells = [index.places.printed(document, slot.start, slot.end) for one in against for slot in (one.mine, one.best)]
    won = sum(one.won for one in cases)
    tied = len(cases) - won - len(lost)
    shown = (
        f"{one.label} ({a.quote} against {b.quote})" for one, a, b in zip(against, cells[::2], cells[1::2], strict=True)
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="high",
        message=f"{sentence.passage.document.name} says '{claimed.match.group().strip()}' of {key[-1]}; in table "
        f"{told.sheet.name} of {document.name} it is ahead in {won} of {len(cases)} and behind in {len(lost)}",
        arithmetic=f"against it: {', '.join(shown)}; {won} ahead, {tied} within rounding, {len(lost)} behind.",
        comparison=key,
        evidence=(phrase(sentence.passage, claimed.match), *cells),
        likely_wrong_why="the words count the cases, the table prints each",
    )
