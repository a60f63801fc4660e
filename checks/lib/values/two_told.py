"""Whether two sentences tell one measurement: they share what is measured, and nothing tells their cases apart."""

from dataclasses import dataclass

from checks.lib.labels.about import Index
from checks.lib.labels.known import of_others
from checks.lib.language.otherwise import otherwise
from checks.lib.language.tokens import coded, every_root, names, one_release, tokens
from checks.lib.language.two_products import led_apart, of_sisters
from checks.lib.linking.clashes import modifiers_clash, places_clash
from checks.lib.linking.rivals import ENOUGH, Rivals, evidence
from checks.lib.linking.same_value import FEW, is_whole, multiple, of_kind, settings_apart, too_far
from checks.lib.linking.scenes import two_cases
from checks.lib.telling.holds import around_said, is_code, unreleased
from checks.lib.telling.measured import NUMBER, SHARE, Said, content, metric_words
from checks.lib.telling.told import VERBS
from schemas.names import Vocabulary

OF_RELEASE = 2  # words that two values of one release share
BOTH = 3  # words that two clauses share besides names
SERIES = 0.7  # share of all words of two sentences that are of a series
ALIKE = 0.5  # share of the shorter clause's words that the other sentence says


@dataclass(frozen=True, slots=True)
class Shared:
    """The words that two statements share; `loose` where only that nothing else can be meant links them."""

    words: frozenset[str]
    loose: bool = False


def two_sentences(one: Said, other: Said, index: Index, vocabulary: Vocabulary, rivals: Rivals) -> Shared | None:
    """What two sentences on one measurement share, None where they may be of two."""
    small = one.amount.kind == NUMBER and is_whole(one.amount) and one.amount.readings.rounded.upper < FEW
    if small or not of_kind(one.amount, other.amount.kind, other.amount) or too_far(one.amount, other.amount):
        return None
    found = _alike(one, other) or _of_one_release(one, other) or _alone(one, other, rivals)
    return None if found is None or _told_apart(one, other, index, vocabulary) else found


def _alike(one: Said, other: Said) -> Shared | None:
    """Sentences that say most of each other's words."""
    own = _telling(one), _telling(other)
    shared = (own[0] & (other.words | other.over) | own[1] & (one.words | one.over)) - VERBS
    score = max(
        (len(a & (b.words | b.over)) / len(a) for a, b in ((own[0], other), (own[1], one)) if len(a) > 1), default=0.0
    )
    both = _both(one, other)
    same_page = one.document.document_id == other.document.document_id
    titled = (
        frozenset()
        if same_page
        else names(" | ".join(one.sentence.scope[-2:]), title=True) & (other.over | other.words)
    )
    least = BOTH + (one.amount.kind in (NUMBER, SHARE))  # of what it is a share, only words tell
    enough = len(both) + (least == BOTH and bool(titled - both)) >= least and len(shared) >= BOTH and score >= ALIKE
    return Shared(shared) if enough and metric_words(both) else None


def _both(one: Said, other: Said) -> frozenset[str]:
    return (one.words & other.words) - VERBS - _numbers_of(one)


def _of_one_release(one: Said, other: Said) -> Shared | None:
    """Values that are given to one release: "where 4.0 managed 1.16 million", in the notes of 4.0 1.54 million."""
    if not (one.release and other.release and (one.explicit or other.explicit)):
        return None
    both = _both(one, other) - {one.release}
    return Shared(both) if len(metric_words(both)) >= OF_RELEASE else None


def _alone(one: Said, other: Said, rivals: Rivals) -> Shared | None:
    """Values that can be nothing else in two documents, whose sentences or titles share what they are of."""
    if one.document.document_id == other.document.document_id:
        return None
    if not (
        rivals.only(one.amount, other.document.document_id) and rivals.only(other.amount, one.document.document_id)
    ):
        return None
    numbers = sorted(_numbers_of(one) | _numbers_of(other))
    weight = evidence(one, other.words - VERBS, other.over, numbers)
    both = _both(one, other) - _numbers_of(other)
    shared = both | ((one.words & other.over) | (one.over & other.words)) - VERBS
    return Shared(shared, loose=True) if both and weight >= ENOUGH else None


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
    words = one.text
    first = next(iter(tokens(words)), None)
    named = first and first.capital and first.root in one.over | content(one.document.title)
    return names(words) | (frozenset({first.root}) if first and named else frozenset())


def _of_two_named(one: Said, other: Said) -> bool:
    """Whether each sentence names one of two things that a title over them names: "Osprey and Merlin"."""
    mine, theirs = ((_subjects(a) & a.words) - b.words for a, b in ((one, other), (other, one)))
    return bool(mine and theirs) and any(mine | theirs <= each.over for each in (one, other))


def _of_series(one: Said, other: Said) -> bool:
    """Whether one document says almost the same under two headings: "adds 36 KB to the binary" of two features."""
    if one.document.document_id != other.document.document_id or one.sentence.scope[-2:] == other.sentence.scope[-2:]:
        return False
    mine, theirs = one.words - _numbers_of(one), other.words - _numbers_of(other)
    return len(mine & theirs) >= SERIES * len(mine | theirs)


def _first_names(one: Said, other: Said) -> frozenset[str]:
    """The word that a sentence begins with where the other says it nowhere, and it may be the name of what is told."""
    first = next(iter(tokens(one.text)), None)
    one_document = one.document.document_id == other.document.document_id
    known = other.words | VERBS | (frozenset() if one_document else other.over)
    return frozenset({first.root}) - known if first and first.capital else frozenset()


def _told_apart(one: Said, other: Said, index: Index, vocabulary: Vocabulary) -> bool:
    left, right = one.text, other.text
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
    near = coded(one.asserted.near), coded(other.asserted.near)
    if all(near) and not near[0] & near[1]:
        return True  # "40 minutes on the MI300X, where the H100 was slower"
    firsts = _first_names(one, other), _first_names(other, one)
    if all(firsts) or settings_apart(one.others, other.others) or _of_series(one, other):
        return True
    texts = one.document, left, other.document, right
    if _of_two_named(one, other) or of_sisters(*texts):
        return True
    if all(foreign) or all(own) or all(codes) or any(map(is_code, foreign[0] | foreign[1])):
        return True
    if one.release and other.release:
        if not one_release({one.release}, {other.release}):
            return True
    elif (
        led_apart(*texts)
        or index.other_version(one.sentence, other.document)
        or index.other_version(other.sentence, one.document)
    ):
        return True
    return (
        bool(two_cases(*(unreleased(around_said(each), one.release, other.release) for each in (one, other))))
        or of_others(left, right, vocabulary)
        or multiple(one, other.amount, other.document, index)
        or bool(modifiers_clash(around_said(one)[2], around_said(other)[2], one.words, other.words))
        or bool(places_clash(around_said(one), around_said(other)))
    )


def case_between(one: Said, other: Said) -> str:
    """What either sentence says of its value by which it is of another case than the other's; "" for nothing."""
    for mine, theirs in ((one, other), (other, one)):
        printed = (theirs.sentence.passage.words, *theirs.sentence.scope, *mine.sentence.scope[-2:])
        if found := otherwise(mine.sentence.passage.words, mine.amount.start, mine.amount.end, printed):
            return found
    return ""
