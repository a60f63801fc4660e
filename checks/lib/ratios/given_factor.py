"""What the values of a sheet give for a factor that a sentence says, where the two contradict each other."""

import re
from collections.abc import Iterator, Sequence
from itertools import combinations

from checks.lib.labels.about import Told
from checks.lib.labels.coded_sides import coded_pairs
from checks.lib.labels.naming import Text, best, label_tokens
from checks.lib.labels.sides import Pair, of_row, pairs
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.labels.spoken_kinds import meant, noun_of
from checks.lib.language.averaged import averaged, of_more
from checks.lib.language.tokens import every_root, root, roots, settings, tokens
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Sentence
from checks.lib.ratios.of_itself import given_across
from checks.lib.statements.factors import ONE, as_value, at_least, factors, hull, up
from checks.lib.statements.index import by
from schemas.interval import Interval, Readings, judge
from schemas.names import Vocabulary, key
from schemas.number_words import either, in_words
from schemas.statement import Claim

KINDS = {"ratio": "factor", "percent_change": "percent"}
ROWS = 3  # of a column of factors whose best one an "up to" must be
_EVERY = re.compile(r"\b(?:every|each|all|both|throughout|across the board|never (?:less|below))\b", re.IGNORECASE)
# "Every query", "each of the seven queries": the noun is what the rows are.
_CASES = re.compile(
    r"\b(?:(?:every|each)(?: single)?(?: one)?|all|both)(?: of)?(?: (?:the|our|its|these|those))?"
    rf"(?: (?:\d+|{either(in_words(*range(2, 13)))}))? (?P<noun>[a-z]{{3,}})\b",
    re.IGNORECASE,
)
# "Every query but Q6", "all models other than Dunlin": not of the row that the sentence names.
_LEFT_OUT = re.compile(
    r"\b(?:every|each|all)(?: [\w-]+){0,4} (?:but(?! (?:also|even|still|with|at|in|on|the|it|we))|except\w*|apart from|"
    r"besides|save for|other than|with the exception)\b|\ball but\b",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:but|except\w*|apart|besides|almost|nearly|most\w*|typical\w*|if|when|where|which|that|whose|would|should|"
    # "The largest reduction of all 90 commands" is of one of them.
    r"expect\w*|up to|can|may|might|(?<!at )least|worst|"
    r"(?:larg|small|great|bigg|high|low|b|fast|slow|quick|long|short)est)\b",
    re.IGNORECASE,
)
_ITSELF = re.compile(r"\b(?:baseline|reference)\b", re.IGNORECASE)  # a row of 1.0x that all others are relative to
_THAN = re.compile(r"\bthan\s(?P<base>[^,;]{2,60}?)(?=[,;]|\.\s|\.?$|\s(?:while|on|in|at|for|with)\s)")
_TOTAL = re.compile(r"\W*(?:all|total|overall|sum|whole|entire|end[- ]to[- ]end|complete)\b", re.IGNORECASE)
_GAIN = re.compile(
    r"speed|gain|improv|faster|\bvs\b|versus|\bover\b|reduc|saving|saved|smaller|factor|ratio|relative|against|×|\bx\b",
    re.IGNORECASE,
)
_RELEASED = re.compile(r"(?P<name>[A-Z][\w-]*(?: [A-Z][\w-]*){0,2}) (?P<number>\d+(?:\.\d+)*)")
FOOTNOTED = re.compile(r"\s*(?:[¹²³⁴⁵⁶⁷⁸⁹*†‡§]|\[\^?\w\])")  # "3.6x¹": a note says of which two values it is
_BREAK = re.compile(r"[,;:](?=\s)|\.(?=\s+[A-Z])|\s(?:and|while|but|whereas|with)\s")
Given = tuple[list[Slot], Readings, bool]  # cells that contradict, what they give, whether the sentence names their row


def against(claim: Claim, sentence: Sentence, told: Told, vocabulary: Vocabulary) -> Given | None:
    """The cells of a sheet that contradict a factor; None where there are none, or it is of something else."""
    words = sentence.passage.words
    if _LEFT_OUT.search(words):
        return None
    found = pairs(told.sides, words, sentence.scope) or _by_codes(sentence, told)
    before = next(iter(sentence.scope), "")
    every = meant(found, words, _clause(claim), noun_of(claim), before) if found else []
    every = [one for one in every if _of_claim(claim, one, told) and not _row_of_baseline(one, words)]
    if every:
        if of_more(words, len(every), " ".join(told.columns)):
            return None
        rows, named = (every, False) if averaged(words) else of_row(every, words, vocabulary)
        wrong = _whole(claim, rows) or worst(claim, rows)
        crossed = _crossed(wrong, told.slots, words) if wrong and FOOTNOTED.match(claim.behind) else ()
        if any(worst(claim, [one]) is None for one in crossed):
            return None
        return ([wrong.left, wrong.right], wrong.factor, named or len(every) == 1) if wrong else None
    return _column(claim, sentence, told, vocabulary)


def _whole(claim: Claim, rows: Sequence[Pair]) -> Pair | None:
    """Of rows of which none gives a factor, the only one that is of all: "All 22 queries", "Total"."""
    if _EVERY.search(claim.context) or claim.figure.qualifier == "up_to" or worst(claim, rows) is None:
        return None
    found = [one for one in rows if any(_TOTAL.match(text) for kind, text in one.left.labels if kind != one.kind)]
    return found[0] if len(found) == 1 else None


def _by_codes(sentence: Sentence, told: Told) -> list[Pair]:
    """The pairs of the codes that a sentence says, where it prints no values that it may divide itself."""
    bare = all(one.amount.kind == "count" for one in sentence.amounts)
    return coded_pairs(told.sides, sentence.passage.words) if bare else []


def sister(claim: Claim, sentence: Sentence) -> list[str]:
    """The other release of the baseline that the document names, where sentence and titles name no subject.

    "At least 3x faster than on Tarn 5", under "Ask more. Wait less.", is of the Tarn 6 that the page is about.
    """
    release = _RELEASED.fullmatch(claim.baseline.raw)
    if release is None or any(release["name"].lower() in text.lower() for text in sentence.scope):
        return []
    words, every = sentence.passage.words, re.compile(rf"\b{re.escape(release['name'])} ?(\d+(?:\.\d+)*)\b")
    others = set(every.findall(sentence.passage.document.text)) - {release["number"]}
    mine = set(every.findall(words)) <= {release["number"]}
    return [f"{release['name']} {other}" for other in others] if mine and len(others) == 1 else []


def _crossed(pair: Pair, slots: Sequence[Slot], words: str) -> list[Pair]:
    """The pairs of a pair's two sides in all rows whose words a sentence says: its footnote says which two it is of."""
    here = roots(tokens(words))
    sides: list[list[Slot]] = [[], []]
    for slot in slots:
        rows = (word for kind, text in slot.labels if kind != pair.kind for word in tokens(text))
        for side, of in zip(sides, (pair.left, pair.right), strict=True):
            mine = dict(slot.labels).get(pair.kind) == dict(of.labels).get(pair.kind)
            if mine and here & roots(rows):
                side.append(slot)
    pairs = (Pair(left, right, pair.kind) for left in sides[0] for right in sides[1])
    return [one for one in pairs if one.left.amount.kind == one.right.amount.kind]


def _of_claim(claim: Claim, pair: Pair, told: Told) -> bool:
    """Whether a pair has each side of the claim that the sheet knows: "faster than Vole, and than by hand"."""
    known = next((one.keys for one in told.sides.kinds if one.name == pair.kind), frozenset[str]())
    mine = {key(dict(slot.labels).get(pair.kind, "")) for slot in (pair.left, pair.right)}
    names = (name for name in (claim.subject.name, claim.baseline.name) if name)
    return all(key(name) in mine or key(name) not in known for name in names)


def _row_of_baseline(pair: Pair, words: str) -> bool:
    """Whether only what a factor is over says the row: "INT4 is 3.9x faster than Ousel's FP16" is of another's INT4."""
    shared = [text for kind, text in pair.left.labels if kind not in (pair.kind, COLUMN) and text]
    sides = [dict(one.labels).get(pair.kind, "") for one in (pair.left, pair.right)]
    found = ((every_root(one["base"]), every_root(words[: one.start()])) for one in _THAN.finditer(words))
    return any(
        sum(every_root(text) <= base for text in sides) == 1
        and any(every_root(text) <= base and not every_root(text) & ahead for text in shared)
        for base, ahead in found
    )


def _clause(claim: Claim) -> str:
    """What stands around a factor up to the next comma or conjunction."""
    return f"{_BREAK.split(claim.before)[-1]} {_BREAK.split(claim.behind)[0]}"


def worst(claim: Claim, rows: Sequence[Pair]) -> Pair | None:
    """The pair nearest to a factor that none gives, or furthest below one that all should."""
    allowed = [up(one) for one in factors(as_value(claim))]
    if claim.figure.qualifier != "up_to" and _EVERY.search(claim.context) and not averaged(claim.context):
        failing = [[one for one in rows if judge(at_least(each), one.factor) == "inconsistent"] for each in allowed]
        return min(failing[0], key=lambda one: one.factor.rounded.lower) if all(failing) else None
    if claim.figure.qualifier == "up_to":
        allowed = [at_least(each) for each in allowed]
    given = [one.factor for one in rows]
    every = hull(given)
    if any(judge(each, every) != "inconsistent" for each in allowed):
        return None
    gaps = [allowed[0].rounded.distance(one.rounded) for one in given]
    return rows[gaps.index(min(gaps))]


def _column(claim: Claim, sentence: Sentence, told: Told, vocabulary: Vocabulary) -> Given | None:
    """The row's cell of a column that prints factors itself."""
    kind = KINDS[claim.figure.kind]
    slots = [one for one in told.slots if one.amount.kind == kind]
    slots = [one for one in slots if told.sheet.drawn or _GAIN.search(one.column)]
    if len(slots) < 2 or (told.sheet.drawn and not _over_same(claim, sentence, told)):
        return None
    if claim.figure.qualifier == "up_to":
        return _best_of_column(claim, slots)
    if _of_all(claim, sentence, told):
        return _least_of_column(claim, slots)
    text = Text.of(sentence.passage.words, sentence.passage.words, ())
    named = best(slots, settings(sentence.passage.words), text, vocabulary)
    if len(named) != 1 or named[0].said < 0.9 or not _row_labels(named[0].slot, vocabulary):
        return None
    slot = named[0].slot
    given = slot.amount.readings
    if given.rounded.meets(ONE.rounded):
        return None  # what the others are relative to
    return ([slot], given, True) if judge(claim.figure.readings, given) == "inconsistent" else None


def _over_same(claim: Claim, sentence: Sentence, told: Told) -> bool:
    """Whether a factor is over what a chart is relative to: what its axis says, or the bar that is labelled 1x.

    A factor over nothing that is named ("triples the speed") is only of the chart that it stands by.
    """
    if not claim.baseline.name:
        return told.sheet.document == sentence.passage.document
    ones = (one for one in told.slots if one.amount.readings.rounded.meets(ONE.rounded))
    said = [told.sheet.about, *told.columns, *(label for one in ones for _, label in one.labels)]
    return bool(roots(tokens(claim.baseline.raw)) & roots(one for text in said for one in tokens(text)))


def _best_of_column(claim: Claim, slots: Sequence[Slot]) -> Given | None:
    """The best cell of the only column of factors that a table prints, where an "up to" is beyond it."""
    best_ = max(slots, key=lambda one: one.amount.readings.rounded.upper)
    several = len({dict(one.labels).get("column") for one in slots}) > 1 or len(slots) < ROWS
    beyond = as_value(claim).figure.readings.rounded.lower > best_.amount.readings.widened.upper
    return ([best_], best_.amount.readings, False) if beyond and not several else None


def _of_all(claim: Claim, sentence: Sentence, told: Told) -> bool:
    """Whether a factor is said of every row of a table: its head or rows say of what each is one."""
    words = sentence.passage.words
    found = [] if _BUT.search(words) or averaged(words) else _CASES.finditer(words)
    heads = " ".join((told.sheet.head, *(label for slot in told.slots for _, label in slot.labels)))
    return any(root(one["noun"]) in roots(tokens(heads)) for one in found) and _over_same(claim, sentence, told)


def _least_of_column(claim: Claim, slots: Sequence[Slot]) -> Given | None:
    """The smallest cell of the only column of factors that a table prints, where it falls short of what all reach."""
    rows = [one for one in slots if not any(_ITSELF.search(text) for _, text in one.labels)]
    if len({dict(one.labels).get("column") for one in slots}) > 1 or len(rows) < ROWS:
        return None
    least = min(rows, key=lambda one: one.amount.readings.rounded.upper)
    short = judge(at_least(as_value(claim).figure.readings), least.amount.readings) == "inconsistent"
    return ([least], least.amount.readings, True) if short else None


def _row_labels(slot: Slot, vocabulary: Vocabulary) -> bool:
    return any(label_tokens(label, vocabulary) for kind, label in slot.labels if kind != "column")


def given_together(claim: Claim, slots: Sequence[Slot], told: Told) -> bool:
    """Whether two rows of the same two sides, of other units, give a factor together: "twice the work per joule"."""
    pairs = combinations(_rows(slots, told), 2)
    both = (each for (left, a), (right, b) in pairs if left != right for each in (a * b, a / b))
    allowed = [up(each) for each in factors(as_value(claim))]
    return any(judge(up(one), each) != "inconsistent" for one in both for each in allowed)


def given_in_rows(claim: Claim, sentence: Sentence, slots: Sequence[Slot], told: Told) -> bool:
    """Whether other rows of the same two sides, of which the sentence says as many words, give a factor."""
    if len(slots) != 2:
        return False
    words = roots(tokens(sentence.passage.words))
    kind = next((one for one, text in slots[0].labels if dict(slots[1].labels).get(one) != text), "")
    sides = [[one for one in told.slots if _beside(one, slot, kind, words)] for slot in slots]
    return given_across(claim, *([one.amount.readings for one in side] for side in sides))


def _beside(one: Slot, slot: Slot, kind: str, words: frozenset[str]) -> bool:
    """Whether a cell is of the side of another, and a sentence says no fewer words of its labels."""
    own = dict(one.labels).get(kind) == dict(slot.labels).get(kind)
    said = [len(words & roots(tokens(" ".join(text for _, text in each.labels)))) for each in (one, slot)]
    return own and alike(one.amount, slot.amount) and said[0] >= said[1]


def given_beside(claim: Claim, sentence: Sentence, told: Told, others: Sequence[Told]) -> bool:
    """Whether another sentence of the document gives the two sides' factor, and shares as many words with it.

    "Throughput: 8.6 req/s with v1, 23.2 req/s with v2" and "Latency: 71 ms with v1, 14 ms with v2" are two lines of
    one test: a factor over v1 is of either.
    """
    said = roots(tokens(sentence.passage.words))
    alike = (one for one in others if one is not told and one.sheet.prose and one.sheet.document is told.sheet.document)
    able = [one for one in alike if one.labels == told.labels and len(one.topic & said) >= len(told.topic & said)]
    every = (pairs(one.sides, sentence.passage.words, sentence.scope) for one in able)
    return told.sheet.prose and any(each and worst(claim, each) is None for each in every)


def _rows(slots: Sequence[Slot], told: Told) -> Iterator[tuple[str, Readings]]:
    """What each row gives that has two values of one kind for both sides of a pair, with that kind."""
    mine, theirs = dict(slots[0].labels), dict(slots[-1].labels)
    apart = [kind for kind in mine.keys() | theirs.keys() if mine.get(kind) != theirs.get(kind)]
    if len(apart) != 1:
        return
    side = apart[0]
    for some in by(told.slots, lambda one: frozenset(each for each in one.labels if each[0] != side)).values():
        sides = {dict(one.labels).get(side): one.amount for one in some}
        left, right = sides.get(mine.get(side)), sides.get(theirs.get(side))
        if left and right and left.kind == right.kind and min(one.readings.widened.lower for one in (left, right)) > 0:
            given = left.readings / right.readings
            if not given.rounded.meets(ONE.rounded):  # four cards on both sides change nothing
                yield left.kind, given


def asked(claim: Claim) -> Interval:
    """What is asked of the best pair: an "up to" that none reaches is as wrong as a factor that none gives."""
    plain = factors(as_value(claim))[0]
    return at_least(plain).rounded if claim.figure.qualifier == "up_to" else plain.rounded
