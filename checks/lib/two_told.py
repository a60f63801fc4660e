"""Whether two sentences tell one measurement: they share what is measured, and nothing tells their cases apart."""

from checks.lib.about import Index
from checks.lib.clashes import modifiers_clash, places_clash
from checks.lib.holds import around, is_code, unreleased
from checks.lib.known import of_others
from checks.lib.measured import NUMBER, SHARE, Said, content, metric_words
from checks.lib.otherwise import otherwise
from checks.lib.same_value import FEW, is_whole, multiple, of_kind, settings_apart, too_far
from checks.lib.scenes import two_cases
from checks.lib.tokens import coded, every_root, names, one_release, tokens
from checks.lib.told import VERBS
from schemas.names import Vocabulary

BOTH = 3  # words that two clauses share besides names
SERIES = 0.7  # share of all words of two sentences that are of a series
ALIKE = 0.5  # share of the shorter clause's words that the other sentence says


def two_sentences(one: Said, other: Said, index: Index, vocabulary: Vocabulary) -> frozenset[str] | None:
    """The words that two sentences on one measurement share, None where they may be of two."""
    small = one.amount.kind == NUMBER and is_whole(one.amount) and one.amount.readings.rounded.upper < FEW
    if small or not of_kind(one.amount, other.amount.kind, other.amount) or too_far(one.amount, other.amount):
        return None
    own = _telling(one), _telling(other)
    shared = (own[0] & (other.words | other.over) | own[1] & (one.words | one.over)) - VERBS
    score = max(
        (len(a & (b.words | b.over)) / len(a) for a, b in ((own[0], other), (own[1], one)) if len(a) > 1), default=0.0
    )
    both = (one.words & other.words) - VERBS - _numbers_of(one)
    same_page = one.document.document_id == other.document.document_id
    titled = (
        frozenset()
        if same_page
        else names(" | ".join(one.sentence.scope[-2:]), title=True) & (other.over | other.words)
    )
    least = BOTH + (one.amount.kind in (NUMBER, SHARE))  # of what it is a share, only words tell
    if (
        len(both) + (least == BOTH and bool(titled - both)) < least
        or len(shared) < BOTH
        or score < ALIKE
        or not metric_words(both)
    ):
        return None
    return None if _told_apart(one, other, index, vocabulary) else shared


def _telling(one: Said) -> frozenset[str]:
    """The words of a clause, of the whole sentence where the clause says nothing itself: "against 8.4 s in 3.1"."""
    own = one.own - VERBS - _numbers_of(one)
    return own if len(metric_words(own)) > 1 else one.words - VERBS - _numbers_of(one)


def _numbers_of(one: Said) -> frozenset[str]:
    """The roots of the figure itself and its unit, of which nothing hangs."""
    printed = one.sentence.passage.words[one.amount.start : one.amount.end]
    return frozenset(each.root for each in tokens(printed)) - one.amount.of


def _subjects(one: Said) -> frozenset[str]:
    """The names of a sentence; its first word is one where the title has it: "InfluxDB ingests"."""
    words = one.sentence.passage.words
    first = next(iter(tokens(words)), None)
    named = first and first.capital and first.root in one.over | content(one.document.title)
    return names(words) | (frozenset({first.root}) if first and named else frozenset())


def _of_series(one: Said, other: Said) -> bool:
    """Whether one document says almost the same under two headings: "adds 36 KB to the binary" of two features."""
    if one.document.document_id != other.document.document_id or one.sentence.scope[-2:] == other.sentence.scope[-2:]:
        return False
    mine, theirs = one.words - _numbers_of(one), other.words - _numbers_of(other)
    return len(mine & theirs) >= SERIES * len(mine | theirs)


def _first_names(one: Said, other: Said) -> frozenset[str]:
    """The word that a sentence begins with where the other says it nowhere, and it may be the name of what is told."""
    first = next(iter(tokens(one.sentence.passage.words)), None)
    one_document = one.document.document_id == other.document.document_id
    known = other.words | VERBS | (frozenset() if one_document else other.over)
    return frozenset({first.root}) - known if first and first.capital else frozenset()


def _told_apart(one: Said, other: Said, index: Index, vocabulary: Vocabulary) -> bool:
    left, right = one.sentence.passage.words, other.sentence.passage.words
    known = index.words
    same_page = one.document.document_id == other.document.document_id
    foreign = [names(text) - known[there.document.document_id] for text, there in ((left, other), (right, one))]
    own = [
        (_subjects(here) & here.words) - there.words - (frozenset() if same_page else there.over)
        for here, there in ((one, other), (other, one))
    ]
    codes = [
        coded(text) - every_root(" ".join((rest, *there.sentence.scope)))
        for text, rest, there in ((left, right, other), (right, left, one))
    ]
    firsts = _first_names(one, other), _first_names(other, one)
    if all(firsts) or settings_apart(one.others, other.others) or _of_series(one, other):
        return True
    if all(foreign) or all(own) or all(codes) or any(map(is_code, foreign[0] | foreign[1])):
        return True
    if one.release and other.release:
        if not one_release({one.release}, {other.release}):
            return True
    elif index.other_version(one.sentence, other.document) or index.other_version(other.sentence, one.document):
        return True
    return (
        bool(two_cases(*(unreleased(around(each.asserted), one.release, other.release) for each in (one, other))))
        or of_others(left, right, vocabulary)
        or multiple(one, other.amount, other.document, index)
        or bool(modifiers_clash(around(one.asserted)[2], around(other.asserted)[2], one.words, other.words))
        or bool(places_clash(around(one.asserted), around(other.asserted)))
    )


def case_between(one: Said, other: Said) -> str:
    """What either sentence says of its value by which it is of another case than the other's; "" for nothing."""
    for mine, theirs in ((one, other), (other, one)):
        printed = (theirs.sentence.passage.words, *theirs.sentence.scope, *mine.sentence.scope[-2:])
        if found := otherwise(mine.sentence.passage.words, mine.amount.start, mine.amount.end, printed):
            return found
    return ""
