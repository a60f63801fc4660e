"""How strongly a factor's sentence is tied to two printed values: sides, thing, heading, and a value of its own."""

import re
from dataclasses import dataclass

from checks.lib.labels.about import Index, Told, alone
from checks.lib.labels.contrasts import Told as Contrasted
from checks.lib.labels.couples import Couple
from checks.lib.labels.known import of_others
from checks.lib.labels.naming import of_another
from checks.lib.labels.other_setting import of_other_noun, other_base, other_place, setting_unsaid, unlike_many
from checks.lib.labels.sections import in_section
from checks.lib.labels.slots import COLUMN
from checks.lib.language.tokens import every_root, names, roots, tokens
from checks.lib.ratios.heard import Heard
from checks.lib.ratios.of_couple import named, of_a_run, of_measures, of_something_else, ordered, over
from checks.lib.ratios.quotients import Quotient
from schemas.interval import judge
from schemas.names import Vocabulary

LEAST = 4  # points of a tie that counts
BOTH, TOLD, ALONE, ONE, OWN = 4, 3, 2, 1, 3  # points for the sides, and for a value that the sentence prints too
MOST = 3  # points for words of the thing, and of what stands over it
# The side that a sentence leaves out: the one before, or the present one.
_TURNED = re.compile(
    r"\b(?:previous\w*|predecessor\w*|before|former\w*|last|older?|earlier|used to|until now|so far|today|now|new|"
    r"(?:than|what|that) (?:it|they|we) (?:was|were|did|does|do|had|used)|year|prior|first|original\w*|current\w*)\b",
    re.IGNORECASE,
)


_CODE = re.compile(r"\d")  # a column "Output" is no product
_NUMBER = re.compile(r"\d{1,4}")
# "In half the time the Brisk takes", "one fifth of Kolibri's": a factor that needs no "than".
_COMPARES = re.compile(r"\s(?:times\s)?(?:of|the|as|that)\b")


@dataclass(frozen=True, slots=True)
class Tie:
    """Points by what they are for."""

    sides: int = 0
    thing: int = 0
    over: int = 0
    own: int = 0

    @property
    def strength(self) -> int:
        """All points; none where neither sides nor thing are told."""
        alone = self.sides > ALONE or self.thing > 1 or (self.thing and self.over > 1)
        told = ((self.sides >= ALONE and alone) or self.own) and (self.thing or self.over)
        return self.sides + self.thing + self.over + self.own if told else 0

    @property
    def told(self) -> bool:
        """Whether both sides are told, and something of the thing: then these two values are meant."""
        return self.sides >= TOLD and self.thing + self.own > 0

    @property
    def certain(self) -> bool:
        """Whether both sides and the thing are said in words."""
        return self.sides == BOTH and self.thing > 1

    @property
    def sure(self) -> bool:
        """Whether both sides and the thing are said."""
        return self.sides >= TOLD and self.thing > 1


def tie(one: Heard, quotient: Quotient, index: Index, vocabulary: Vocabulary) -> Tie:
    """What ties a factor to two values; nothing where its sentence names something else."""
    mine = [each for each in one.own if each.amount.kind == quotient.kind]
    met = [
        judge(each.amount.readings, other.amount.readings) != "inconsistent"
        for each in mine
        for other in quotient.values
    ]
    if len(mine) > 1 or (mine and not any(met)):
        return Tie()
    own = OWN if any(met) else 0
    if isinstance(quotient.told, Contrasted):
        return Tie() if _elsewhere(one, quotient.told, index, vocabulary) else _prose(one, quotient.told, own)
    return _labelled(one, quotient, own, index, vocabulary)


def _labelled(one: Heard, quotient: Quotient, own: int, index: Index, vocabulary: Vocabulary) -> Tie:
    couple, told = quotient.pair, quotient.told
    if not isinstance(couple, Couple) or isinstance(told, Contrasted):
        return Tie()
    of = couple.of | couple.left.amount.of
    if (
        couple.left.amount.kind == "count"
        and (one.explicit or not one.topic & of)
        and not one.topic & couple.left.amount.of
    ):
        return Tie()
    if of_a_run(one.spoken, couple) or of_something_else(one.spoken, couple, told, index, vocabulary):
        return Tie()
    if _of_rivals(one, couple, told):
        return Tie()
    thing = len((one.topic | one.words) & of) + (one.explicit and couple.left.amount.kind != "count")
    over = len(one.topic & roots(tokens(f"{told.sheet.about} {told.sheet.document.title}")))
    if _of_another_section(one, told) and thing < MOST:
        return Tie()
    found = Tie(_sides(one, couple), min(thing, MOST), min(over, MOST - 1), own)
    unsaid = setting_unsaid(one.sentence, told.sheet.document)
    return found if found.certain or not unsaid else Tie()


def _titled(one: Heard) -> str:
    """The subject of a sentence that names nobody, where its heading or title has it: the page's own product."""
    subject, scope = one.claim.subject, " ".join(one.sentence.scope[-2:])
    own = not names(one.said) - names(scope) and every_root(subject.name) <= every_root(scope)
    return f"{subject.name} {subject.raw}" if own else ""


def _beside(one: Heard, couple: Couple, told: Told) -> bool:
    """Whether what a factor is over is a row of the sheet, and two columns of it are held against each other."""
    base = frozenset(each.root for each in tokens(one.claim.baseline.name) if each.name or each.number or each.capital)
    labels = {text for slot in told.slots for kind, text in slot.labels if kind != couple.kind}
    known = base and any(base <= every_root(label) for label in labels)
    return bool(known) and not any(base & every_root(side.label) for side in couple.sides)


def _of_another_section(one: Heard, told: Told) -> bool:
    """Whether a table of the same document stands under another heading."""
    document = one.sentence.passage.document
    own = told.sheet.table and told.sheet.document.document_id == document.document_id
    return own and not in_section(document, one.sentence.passage.start, [told.slots[0].start])[0]


def _of_rivals(one: Heard, couple: Couple, told: Told) -> bool:
    """Whether a sheet has the factor's subject, and neither of two values is of it: both are what it is over."""
    mine = names(f"the {one.claim.subject.name}", title=True)
    if _beside(one, couple, told):
        return True
    labels = {dict(slot.labels).get(couple.kind, "") for slot in told.slots}
    has = mine and any(mine <= every_root(label) for label in labels)
    return bool(has) and not any(mine & every_root(side.label) for side in couple.sides) and not mine & couple.of


def _sides(one: Heard, couple: Couple) -> int:
    here = f"{one.said} | {_titled(one)}"
    said = [side.said(here) for side in couple.sides]
    in_order = ordered(couple)
    if of_measures(couple):
        return 0
    if not in_order and any(_TURNED.search(text) and not named_in(text) for text in over(one.said)):
        return 0  # "against its previous version": of no two products
    if all(said):
        compared = _COMPARES.match(one.claim.behind) or any(
            side.said(text) for side in couple.sides for text in over(one.said)
        )
        return BOTH if in_order or compared else 0
    turned = bool(_TURNED.search(one.said))
    if not any(said):
        partly = [side.partly(one.said) for side in couple.sides]
        titled = any(side.said(text) for side in couple.sides for text in one.sentence.scope[-2:])
        return TOLD if all(partly) else ALONE if couple.alone and in_order and (turned or titled or any(partly)) else 0
    left_out = said.index(False)
    other = couple.sides[left_out]
    # The newest release stands first or last; what it is over, the sentence says.
    newest = in_order and _later(couple, left_out) and (turned or couple.alone or (couple.first, couple.last)[left_out])
    titled = other.said(" | ".join(one.sentence.scope[-2:])) or other.partly(one.said)
    rival = (
        couple.alone and bool(over(one.said)) and named(other) and (couple.kind != COLUMN or _CODE.search(other.label))
    )
    return TOLD if titled or newest or rival else ONE


def _later(couple: Couple, at: int) -> bool:
    """Whether one of two sides is not the earlier release, as far as their numbers tell."""
    found = [tuple(map(int, _NUMBER.findall(side.label)[:3])) for side in couple.sides]
    return not all(found) or found[at] > found[1 - at]


def named_in(text: str) -> bool:
    """Whether what something is compared with is named."""
    return bool(names(f"the {text}"))


def _prose(one: Heard, told: Contrasted, own: int) -> Tie:
    mine = one.topic | names(one.said)
    said = every_root(told.words)
    return Tie(ALONE, min(len(one.topic & said), MOST), min(len(mine & every_root(told.lead)), MOST - 1), own)


# "94 s → 71 s" names neither release.
_CHANGED = re.compile(r"→|->|=>|\bfrom\s[$€£]?\d")


def _elsewhere(one: Heard, told: Contrasted, index: Index, vocabulary: Vocabulary) -> bool:
    """Whether a contrast is the factor's own sentence, or of another name, release or setting."""
    sentence, document = one.sentence, told.contrast.left.document
    mine, theirs, changed = sentence.passage.words, told.words, _CHANGED.search(told.words)
    starts = {each.passage.start for each in told.sentences}
    if document.document_id == sentence.passage.document.document_id and sentence.passage.start in starts:
        return True
    if names(mine) - index.words[document.document_id] or index.other_version(sentence, document):
        return True
    texts = [theirs, told.lead, *told.sentences[0].scope]
    if (not changed and other_base(one.claim, every_root(" | ".join(texts)))) or unlike_many(mine, [theirs]):
        return True
    if other_place(mine, [each.passage.words for each in told.sentences]) or setting_unsaid(sentence, document):
        return True
    named = alone(mine) if changed else mine
    if of_another(named, texts) or of_others(mine, " | ".join(texts), vocabulary) or of_other_noun(one.claim, theirs):
        return True
    return index.unlike(one.claim, sentence, texts, document)
