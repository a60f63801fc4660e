"""What a factor's sentence says: its clause, the kinds of values that it can be of, the words that tell its thing."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.labels.spoken_kinds import ANY, kinds_of, only_kinds, right_behind
from checks.lib.language.held_equal import without_equal, without_since
from checks.lib.language.tokens import names, roots, settings, tokens
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.ratios.given_factor import FOOTNOTED
from checks.lib.ratios.of_couple import Spoken, over
from checks.lib.statements.factors import DERIVED
from checks.lib.telling.claimed import claimed
from schemas.statement import Claim, Parsed

KINDS = ("ratio", "percent_change")
EVERY = ANY | {"share", "percent"}  # what a factor of nothing in particular may be of
# What extraction took for the metric says of which kind the values are, where words do not.
_OF_METRIC = {
    "energy": frozenset({"energy", "power"}), "power": frozenset({"power", "energy"}), "memory": frozenset({"size"}),
    "size": frozenset({"size"}), "latency": frozenset({"time"}),
    "time_to_result": frozenset({"time"}), "time_to_train": frozenset({"time"}), "bandwidth": frozenset({"bandwidth"}),
    "throughput": frozenset({"rate", "count", "bandwidth", "time"}), "battery_life": frozenset({"time"}),
}  # fmt: skip
BOUNDS = ("over", "under", "at_least")
# "That is 2.4x quicker": of what the sentence before says.
_BACK = re.compile(r"^\W*(?:[A-Za-z]+\s)?(?:that|this|it|which)\b", re.IGNORECASE)
_AWAY = re.compile(
    r"\b(?:geometric|half (?:of )?the day|again|in advance|overhead|up to|as much as|set out|combined|in total|"
    r"times the (?:mean|median|average))\b|"
    r"\b(?:in place of|instead of)\s[$€£]?\d|→|->",
    re.IGNORECASE,
)
# Of many runs; the "average handling cost" of a table's row is one value.
_MEAN = re.compile(
    r"\bgeo(?:metric)?[ -]?means?\b|\bon average\b|\baverag(?:es|ed|ing)\b|"
    r"\baverage (?:of|speed-?up|gain|improvement|saving)\b|\bmeans? of\b|\boverall\b|\bin total\b|\btaken together\b|"
    r"\b(?:across|over)\s(?:all\s)?(?:\d+|our|the|these|those)\s(?:\w+\s){0,2}[a-z]+s\b",
    re.IGNORECASE,
)
# "The tries of one cell differ by less than two percent": how well a value is known.
_SCATTER = re.compile(
    r"\b(?:differ\w*|var(?:y|ies|ied|iations?)|scatter\w*|agree\w*|deviat\w+|spread|noise|repeat\w*|error)\b",
    re.IGNORECASE,
)
SMALL = Decimal(10)  # percent, that values of one thing may differ by
FEW = 2  # words that say nothing of a thing yet
_PAUSE = re.compile(r"[;:](?=\s)|,?\s(?:while|whereas|although|though|but)\s")
_BREAK = re.compile(r"[;:,](?=\s)|\s(?:and|but|while|whereas|although|though)\s")
# "..., so a job costs 32% less": concluded; "although an hour costs 50% more": conceded, of what nobody measured.
_CONCLUDED = re.compile(
    r"(?:^|[,;:]\s(?:and\s)?|\s(?=(?:even\s)?(?:al)?though))(?:so|hence|thus|therefore|(?:even\s)?(?:al)?though)\s"
    r"[^,;]*$",
    re.IGNORECASE,
)
# "About half of the gain comes from": a share.
_SHARE = re.compile(
    r"\s+of\s+(?:the|all|our|its|these)\s+(?:gains?|difference|improvements?|savings?|total|rest|[a-z]{3,}(?<!s)s)\b"
)
_THAT = re.compile(r"\s*(?:times\s|of\s)?(?:that|those|this)\b(?!\s(?:of|in|on|with|space|time|memory)\b)")
_SAYS_NOTHING = roots(
    tokens(
        "faster slower quicker higher lower less more fewer better worse cheaper time times speed performance than "
        "over compared against that this our we you now new version release old previous before same as many much half "
        "twice third quarter percent factor with what needs takes was did does had been last year today"
    )
)


@dataclass(frozen=True, slots=True)
class Heard:
    """A factor with what its sentence says, and the one before where it points back there."""

    claim: Claim
    sentence: Sentence
    kinds: frozenset[str]  # of values that it can be the quotient of
    explicit: bool  # whether its words say of which kind
    spoken: Spoken
    said: str  # its clause, or its sentence and the one before: where its sides are named
    own: tuple[Asserted, ...]  # the values of these kinds that they print
    topic: frozenset[str]  # words of its clause that are no names
    words: frozenset[str]  # all of its clause that say something
    back: bool  # whether it points back to the sentence before

    @property
    def bound(self) -> bool:
        """Whether it says "more than" or "less than"."""
        return self.claim.figure.qualifier in BOUNDS


def heard(parsed: Parsed, index: Index) -> Iterator[Heard]:
    """The factors that sentences assert of two values: nothing per watt, no "up to"."""
    for at, (whole, claims) in enumerate(claimed(parsed, index)):
        words = without_since(without_equal(whole.passage.words))
        sentence = replace(whole, passage=replace(whole.passage, words=words))
        if not sentence.asserted:
            continue
        mine = [one for one in claims if one.figure.kind in KINDS and not one.chart]
        for claim in mine:
            if one := _heard(claim, sentence, at, mine, index):
                yield one


def _heard(claim: Claim, sentence: Sentence, at: int, mine: Sequence[Claim], index: Index) -> Heard | None:
    clause = _clause(claim, sentence, mine)
    piece = _piece(clause, claim)
    if not _of_two_values(claim, clause, piece, sentence):
        return None
    back = _BACK.match(sentence.passage.words) is not None and len(sentence.scope) > 2
    before = index.sentences(sentence.passage.document)[at - 1] if back else None
    said = f"{before.passage.words} {sentence.passage.words}" if before else sentence.passage.words
    kinds, explicit = _kinds(claim, piece, next(iter(sentence.scope), ""))
    own = _own(sentence, kinds) or (_own(before, kinds) if before else ())
    named = clause if names(clause) else sentence.passage.words
    spoken = Spoken.of(claim, replace(sentence, passage=replace(sentence.passage, words=named)), kinds)
    near = _near(clause, claim)
    topic = roots(tokens(f"{before.passage.words} {near}" if before else near)) | spoken.means
    plain = frozenset(word for word in topic - _SAYS_NOTHING - names(said) if word.isalpha())
    return Heard(
        claim, sentence, kinds, explicit, spoken, own=own, back=back,
        said=clause if len(mine) > 1 and (names(clause) or over(clause)) else said,
        topic=plain | settings(clause.replace(claim.quote, " ")),
        words=roots(tokens(near)) - _SAYS_NOTHING,
    )  # fmt: skip


def _of_two_values(claim: Claim, clause: str, piece: str, sentence: Sentence) -> bool:
    """Whether a factor can be the quotient of two values that are printed elsewhere."""
    figure, behind, words = claim.figure, claim.behind, sentence.passage.words
    if figure.qualifier in ("up_to", "orders_of_magnitude") or figure.value_hi is not None:
        return False
    if figure.kind == "percent_change" and figure.value <= SMALL and _SCATTER.search(piece):
        return False
    if _MEAN.search(piece) or DERIVED.search(piece) or _AWAY.search(clause):
        return False
    if _CONCLUDED.search(words[: max(0, words.find(claim.quote))]):
        return False
    if not _kinds(claim, piece)[1] and len(_own(sentence, frozenset({"price"}))) > 1:
        return False  # "$0.25, 40% less than the $0.42": it says itself what it is of
    return not (FOOTNOTED.match(behind) or _THAT.match(behind) or _SHARE.match(behind))


def _kinds(claim: Claim, piece: str, before: str = "") -> tuple[frozenset[str], bool]:
    """The kinds of values that a factor can be of, and whether its words or its metric say so.

    What says none ("is a factor of four") is of what the sentence before speaks of.
    """
    unsaid = kinds_of("")
    near = next((kinds for kinds in map(kinds_of, (*right_behind(claim), piece)) if kinds != unsaid), unsaid)
    near = _OF_METRIC.get(claim.metric, near) if near == unsaid else near
    if near == unsaid:
        above = only_kinds(before) if kinds_of(claim.context) == unsaid else frozenset()
        return (above | {"count"} if above else EVERY), False
    return near | {"count"}, True


def _near(clause: str, claim: Claim) -> str:
    """A clause without what it concedes or adds; all of it where hardly a word is left."""
    at = max(0, clause.find(claim.quote))
    near = f"{_PAUSE.split(clause[:at])[-1]} {_PAUSE.split(clause[at:])[0]}"
    return near if len(roots(tokens(near))) > FEW else clause


def _piece(clause: str, claim: Claim) -> str:
    """The part of a clause around its factor: "shaves 40% off each cycle, which pays for the cell" is of no price."""
    at = clause.find(claim.quote)
    ahead = _BREAK.split(clause[: max(at, 0)])[-1]
    return ahead + _BREAK.split(clause[max(at, 0) :])[0]


def _own(sentence: Sentence, kinds: frozenset[str]) -> tuple[Asserted, ...]:
    return tuple(one for one in sentence.amounts if one.amount.kind in kinds - {"count"})


def _clause(claim: Claim, sentence: Sentence, mine: Sequence[Claim]) -> str:
    """The part of a sentence that is a factor's own: cut where something else begins before another factor."""
    words, offset = sentence.passage.words, sentence.passage.start
    at, end = claim.figure.start - offset, claim.figure.end - offset
    first = max((one.figure.end - offset for one in mine if one.figure.end <= claim.figure.start), default=None)
    last = min((one.figure.start - offset for one in mine if one.figure.start >= claim.figure.end), default=None)
    start, stop = 0, len(words)
    if first is not None:
        cut = next(iter(_BREAK.finditer(words, first, at)), None)
        start = cut.end() if cut else first
    if last is not None:
        cuts = list(_BREAK.finditer(words, end, last))
        stop = cuts[-1].start() if cuts else last
    return words[start:stop]
