"""What ties a factor to two values of sentences by words alone: those beside it, and those that name its sides."""

import re

from checks.lib.labels.loose_said import BOTH, Loose, Said
from checks.lib.language.contrast_words import content
from checks.lib.language.release_said import releases_said
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, names
from checks.lib.quantities.near_pairs import Near, Value
from checks.lib.ratios.loosely_tied import MOST, NARROW, broad, firmly

_END = re.compile(r"\.\s|\n")
FEW = 3  # kinds that a word like "bandwidth" stands for
SURE = 2  # releases, words and kinds that both say, at most, where it is not sure that two values are meant
WHOLE = 3  # words that a conclusion shares with the "from 39 ms to 30 ms" that it sums up
BESIDE, BEHIND = 2, 3  # sentences from two values to the factor that sums them up, and from a headline to its values
_THAT = re.compile(
    r"(?:(?:So|Thus|And) )?(?:That|This|It|Which)\b(?:\s[\w’'-]+){0,3}\s*$", re.IGNORECASE
)  # of what was just said


def of_near(said: Said, near: Near, known: frozenset[str]) -> Loose | None:
    """The tie to two values of sentences: beside the factor, or with its words; `known` are all of their document."""
    document = near.left.document
    own = document.document_id == said.document.document_id
    words = said.words
    if near.factor.lower < 1 or not _of_kind(said, near, words) or said.codes - near.words - known:
        return None
    if near.told and (_parted(said, near) or any(opposed([said.clause], [near.behind]))):
        return None  # "reads at 14 GB/s and writes at 10 GB/s": of reads alone a factor is of no two of these
    thing = min(MOST, len(words & near.words))
    inside, beside = own and near.right.at == said.at, own and 0 <= said.at - near.right.at <= BESIDE
    behind = own and near.told and 0 < near.left.at - said.at <= BEHIND and thing > 1
    full = len(words & (near.words | near.lead)) >= MOST
    named = not own and (thing == MOST or (full and near.told)) and names(said.clause) & near.words
    shared = len(near.releases & releases_said(said.clause))
    released = shared and thing and thing + (near.kind in said.kinds) + shared > SURE
    # "A sixth of the energy of the old vented model": two energies, and two words of their sentences.
    narrow = near.kind in said.kinds and len(said.kinds) <= NARROW
    pointed = own and near.measured and said.at - near.right.at == 1 and bool(_THAT.match(said.ahead))
    kinded, summed = (
        not own and thing > 1 and (narrow or (near.told and near.kind in said.kinds)),
        own and near.told and said.at - near.right.at == 1 and narrow,
    )
    follows = own and near.measured and narrow and said.at < near.left.at and near.right.at - said.at < BEHIND
    kind = near.kind in said.kinds and len(said.kinds) <= FEW
    a_code = bool(said.codes & near.words)  # the code of a product tells more than a word
    around = len((words | content(" | ".join(said.sentence.scope))) & (near.words | near.lead)) + kind + a_code
    retold = not own and near.joined and near.measured and thing and around >= MOST
    again = own and near.told and near.joined and len(words & near.words) >= WHOLE
    next_to = own and near.joined and near.left.at - said.at == 1 and near.kind in said.kinds
    apart = not inside and (_each_named(said, near, words) or (not own and _contrasts(said, near)))
    tied = (
        inside,
        beside and thing,
        behind,
        named,
        released,
        kinded,
        summed,
        apart,
        pointed,
        follows,
        retold,
        next_to,
        again,
    )
    if not any(tied):
        return None
    sides = BOTH if beside or apart else 0
    points = 2 * sides + thing + (near.kind in said.kinds) + inside + bool(released)
    places = (near.left.start, near.left.end), (near.right.start, near.right.end)
    told = near.kind != "count" and not broad(near.factor)
    both = own and near.left.at == near.right.at == said.at and told
    return Loose(document, places, near.factor, points, sides, thing, near.kind, own, inside=both, named=apart)


def _contrasts(said: Said, near: Near) -> bool:
    """Whether a clause says words of the one value's sentence ahead, and those of the other's as what it is over."""
    if near.left.at == near.right.at or not near.measured or near.kind == "count":
        return False
    bases = frozenset().union(*map(content, firmly(said.clause)))
    thing = content(said.clause) - bases
    if bases.isdisjoint(near.words) or thing.isdisjoint(near.words):
        return False
    mine, theirs = (content(_sentence(one)) for one in (near.left, near.right))
    mine, theirs = mine - theirs, theirs - mine
    return any(
        bases & base and thing & own and not bases & own and not thing & base
        for base, own in ((mine, theirs), (theirs, mine))
    )


def _sentence(one: Value) -> str:
    """The sentence that prints a value."""
    text = one.document.text
    start = max(text.rfind(end, 0, one.start) for end in (". ", "\n"))
    return _END.split(text[start + 1 : one.start])[-1] + _END.split(text[one.end :], maxsplit=1)[0]


def _parted(said: Said, near: Near) -> bool:
    """Whether a semicolon stands between a factor and two values of its sentence, and it speaks of no such values."""
    if near.left.document is not said.document or near.left.at != said.at or near.kind in said.kinds:
        return False
    start, words = said.sentence.passage.start, said.sentence.passage.words
    ends = said.one.end, near.left.start - start, near.right.end - start, said.one.start
    return ";" in words[ends[0] : ends[1]] or ";" in words[ends[2] : ends[3]]


def _each_named(said: Said, near: Near, words: frozenset[str]) -> bool:
    """Whether a clause says what each of two values stands with, and more of them than names."""
    codes = coded(said.clause)
    return all(side & codes for side in near.sides) and bool(
        (words & (near.words | near.lead)) - names(said.clause) - codes
    )


def _of_kind(said: Said, near: Near, words: frozenset[str]) -> bool:
    """Whether a factor can be of values of such a kind: of prices and of counts only where it says so."""
    if near.kind == "price" or (near.kind == "count" and not near.of & words):
        return near.kind in said.kinds
    unlisted = near.kind.startswith("in ") and "count" in said.kinds
    return not said.kinds or near.kind in said.kinds or unlisted
