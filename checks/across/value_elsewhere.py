"""Two printed values of one kind, in sentences or cells, that can only be of one thing."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from checks.lib.findings import severity
from checks.lib.findings.full_pages import are_full
from checks.lib.findings.slips import OTHER_UNIT, SWAPPED
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.linking.scenes import two_cases
from checks.lib.quantities.dimensions import Dims
from checks.lib.statements.captioned import captioned
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.sums.pools import related
from checks.lib.telling.value_sites import Site, digits, sites
from checks.lib.values.sites_linked import Pair, best, given, points, retold, telling, unsaid
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "value-elsewhere"
FAR, UNITS = 60, 4000  # times apart: two things, but for a slip; more than any unit's slip comes to
FEW = 100  # counts below it are of too many things
MANY = 400  # values of a document; of more nobody holds one against the rest
SWAP, SLIP, ENOUGH, MUCH = (
    1.0,
    2.5,
    2.0,
    4.5,
)  # points that a pair needs: digits swapped, another slip, none, none and far
ALONE = 0.7  # that each is the only value of its kind in its document
BOTH, MOST, RETOLD = 0.5, 2.0, 4  # a number that both documents print, all of them; so many leave no other case
CLOSE, WIDE = 2.5, 4  # times apart
SHARED = 3  # words that two values share on pages of many numbers
CERTAIN = 6.0  # points of one number in two units, of one product by its code: nothing around either parts them
LONG = 2  # digits of a number that chance prints in another unit
OWN = 2  # words that the two say only one of
Known = Mapping[tuple[str, Dims], Sequence[Site]]  # the values of a document by their kind


@check(CODE, version=8, severity="low", since="0.1.0")
def value_elsewhere(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value that two documents can only mean of one thing is one value, whatever its unit.

    Why:
        A pump's flow, a page rate and a range in kilometres are copied from sheet to brochure as often as a latency,
        with the same slips. No list of wordings knows them; that two documents print one value of a kind each, under
        the same names, does.

    Flags:
        Two values of one dimension in two documents, less than 2.5 times apart, whose sentences or labels share words
        of what is measured, where no other value of either fits as well ("14,800 pages an hour" and "19,300 pages per
        hour" of one archive). Where one slip makes one of the other, fewer words do: two digits swapped (also within a
            document: "2,600 invoices a minute" above "2,060"), another unit of the same number, a power of ten
        (of "9.58 hours" and "57.5 min" too), and one text may name more; the fewer, the more other numbers both print:
        a brochure that retells four lines of a sheet rightly means the fifth too.
        One number of three digits in two units needs no more than a code that both name and four numbers retold,
        whatever month or release stands beside it.
        "The lookup adds 5 milliseconds" is held against "its overhead is 5 microseconds". Of one document, a text
        and its caption or note, which print no third value of the kind, and one number in two units.

    Passes:
        Values more than 4,000 times apart; what the other document prints anywhere, rounded values, bounds that leave
        room; what the values beside the other one give: a multiple by a number that either says, a share, a sum, a
        mean, a difference.

    Does not judge:
        Values with a name, a number, a release or a case that the other one lacks ("at minus ten", "with both drives");
        percentiles against what is told without one; prices of a month and of a year; differences, goals, what was
        before; small counts; what is more than a thousand times apart, but for another unit of the same number; on
        pages of many numbers what shares fewer than three words and no slip; documents of different dates (skipped).
    """
    index = index_of(corpus)
    withdrawn = withdrawn_of(corpus)
    every = {one.document_id: sites(one, index, corpus.vocabulary) for one in corpus.documents}
    known = _by_kind(every)
    told: set[frozenset[Site]] = set()
    for name, near in related(corpus, index).items():
        for one in every[name]:
            for there in near:
                pair = _pair(one, known, there)
                done = pair is None or frozenset((pair.one, pair.other)) in told
                if pair and not done and not withdrawn.has(name, one.quote) and _fails(pair, known, index, corpus):
                    told.add(frozenset((pair.one, pair.other)))
                    yield from _said(pair, index)


def _by_kind(every: Mapping[str, Sequence[Site]]) -> Known:
    known: dict[tuple[str, Dims], list[Site]] = defaultdict(list)
    for name, some in every.items():
        for one in some if len(some) <= MANY else ():
            known[name, one.value.dims].append(one)
    return known


def _pair(one: Site, known: Known, there: str) -> Pair | None:
    """A value with the one of a document that it can only be; None where that prints it, or none stands out."""
    own = there == one.document.document_id
    small = one.value.counted and one.allowed.upper < FEW
    alike = [each for each in known.get((there, one.value.dims), ()) if each is not one]
    if not alike or small or not one.holds_or_adds or (own and one.table is not None):
        return None
    if any(each.agrees(one) for each in alike if each.allowed.bounded):
        return None
    able = [each for each in alike if _near(one, each) and not (each.sentence and each.sentence is one.sentence)]
    free = [each for each in able if Pair(one, each).slip and not any(each.agrees(own) for own in _alike(one, known))]
    found = (best(one, able) or (free[0] if len(free) == 1 else None)) if able else None
    if found is None or found.agrees(one):
        return None
    slip = "" if own else Pair(one, found).slip
    if not all(_told(each, slip) for each in (one, found)):
        return None
    mine = [each for each in _alike(one, known) if each is not found]
    printed = any(each.agrees(found) for each in mine if each.allowed.bounded)
    rest = (each for each in mine if each is not one and points(each, found) > points(one, found))
    fitter = any(not two_cases(each.texts, found.texts) for each in rest)  # reads fit no better what writes are
    return None if printed or fitter else Pair(one, found)


def _told(one: Site, slip: str) -> bool:
    """Whether a value is told as what holds; where a slip speaks for it, its own part of the sentence is enough."""
    return one.holds or bool(slip and one.holds_here) or (slip == OTHER_UNIT and one.holds_or_adds)


def _near(one: Site, other: Site, most: float = FAR) -> bool:
    times = one.times(other)
    return times is None or times <= most or bool(most == FAR and times < UNITS and Pair(one, other).slip)


def _fails(pair: Pair, every: Known, index: Index, corpus: Corpus) -> bool:
    """Whether enough speaks for one thing, nothing against it, and nothing gives the one value of the other's."""
    one, other, noted = pair.one, pair.other, _noted(pair, every)
    both = retold(one, other, index) if pair.slip else 0
    strength = points(one, other) + min(BOTH * both, MOST) + (ALONE if noted or _alone(pair, every) else 0)
    certain = pair.slip == OTHER_UNIT and strength >= CERTAIN and both >= RETOLD and pair.certain()
    if strength < _wanted(pair) or (not certain and pair.apart(index, corpus.vocabulary)):
        return False
    if pair.slip == SWAPPED:
        return strength >= ENOUGH or not pair.case(index)
    near = pair.slip or _close(pair, strength) or (noted and _near(one, other, CLOSE))
    if one.value.counted or not near or _of_one_page(pair, noted=noted):
        return False
    if both < RETOLD and pair.slip != OTHER_UNIT and not noted and pair.case(index):
        return False
    return not (given(one, _beside(other, every), other) or given(other, _beside(one, every), one))


def _of_one_page(pair: Pair, *, noted: bool) -> bool:
    """Whether both stand in one document, which may print two values of a kind, and no note or slip ties them.

    Of one page both have the title and the headings: a number in two units needs a word of their own as well.
    """
    sure = pair.slip == OTHER_UNIT and digits(pair.one) >= LONG and bool(pair.one.words & pair.other.words)
    return pair.one.document is pair.other.document and not (noted or sure)


def _alone(pair: Pair, every: Known) -> bool:
    """Whether each is the only value of its kind in its document."""
    return all(len(_alike(each, every)) == 1 for each in (pair.one, pair.other))


def _noted(pair: Pair, every: Known) -> bool:
    """Whether a text is held against its own caption or note, and no third value of the kind is printed."""
    sentences = [each.sentence for each in (pair.one, pair.other)]
    notes = sum(each is not None and captioned(each.passage) for each in sentences)
    own = pair.one.document is pair.other.document and all(sentences)
    return own and notes == 1 and len(_alike(pair.one, every)) == len(sentences)


def _wanted(pair: Pair) -> float:
    """The points that a pair needs; of one number in two units two words of what is measured are enough."""
    one, other = pair.one, pair.other
    if pair.slip == SWAPPED:
        return SWAP
    return SLIP if pair.slip and not (pair.slip == OTHER_UNIT and len(one.near & other.near) >= OWN) else ENOUGH


def _close(pair: Pair, strength: float) -> bool:
    """Whether two values of two documents are near enough for two prints of one, as far as their words reach."""
    one, other = pair.one, pair.other
    times = one.times(other)
    if times is None or times <= 1 or not telling(one, other):
        return False
    if are_full(one.document, other.document) and len(one.words & other.words) < SHARED:
        return False
    own = sorted((unsaid(one, other), unsaid(other, one)))
    return own[0] < OWN and (times < CLOSE or (times < WIDE and strength >= MUCH and sum(own) <= OWN))


def _beside(one: Site, every: Known) -> list[Site]:
    """The values of its kind in a value's row and column, or in its section."""
    alike = _alike(one, every)
    if one.table is not None:
        return [
            each for each in alike if each.table is one.table and (each.row == one.row or each.column == one.column)
        ]
    return [each for each in alike if each.sentence and each.scope[-2:] == one.scope[-2:]]


def _alike(one: Site, every: Known) -> Sequence[Site]:
    return every.get((one.document.document_id, one.value.dims), ())


def _said(pair: Pair, index: Index) -> Iterator[Finding | Skip]:
    one, other = sorted((pair.one, pair.other), key=lambda each: (each.document.document_id, each.start))
    shared = sorted(one.words & other.words)
    key = (one.document.name, other.document.name, *shared)
    if index.of_two_editions(one.document, other.document):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    first, second = (index.places.printed(each.document, each.start, each.end) for each in (one, other))
    gap = one.allowed.distance(other.allowed)
    yield Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("low", severity.of_gap(gap)),
        message=f"{first.quote} in {first.document} against {second.quote} in {second.document}, of which neither "
        f"document prints another value that fits as well: both speak of {', '.join(shared) or 'one thing'}",
        arithmetic=f"In base units {first.quote} allows {one.allowed}, {second.quote} allows {other.allowed}: "
        f"{apart(gap)}.",
        comparison=key,
        evidence=(first, second),
        likely_wrong_why=pair.slip or "one is told as often as the other",
    )
