"""A factor against the two values of one thing that a text contrasts, around it or in another document."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from itertools import chain

from checks.lib.labels.about import Index, alone, index_of
from checks.lib.labels.contrasted import disagreement, key
from checks.lib.labels.contrasts import Told, contrasts
from checks.lib.labels.known import of_others
from checks.lib.labels.naming import of_another
from checks.lib.labels.other_setting import of_other_noun, other_base, other_place, setting_unsaid, unlike_many
from checks.lib.language.codes import codes
from checks.lib.language.contrast_words import content
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import coded, every_root, names, versions
from checks.lib.quantities.asserted import Sentence
from checks.lib.ratios.asked import Asked, asked
from checks.lib.statements.factors import factors, up
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import Readings, judge

CODE = "factor-of-contrast"
BEFORE, AFTER = 4, 2  # sentences around a factor whose values it may sum up
SHARED = 3  # words or codes that a factor's sentence and the values' must share, in another document
NARROW = 3  # kinds of values that "half the bitrate" and "55% smaller" speak of
SHARE = 0.5  # of the words of the factor's sentence
_BACK = re.compile(
    r"\b(?:than (?:it|they|we) (?:was|were|did|used|had)|than before|in other words|that is|that['’]s|which is|"
    r"this (?:is|means|makes|gives)|so|result|altogether|in short|overall)\b",
    re.IGNORECASE,
)
# What sums up the sentence right before it, and nothing else: "That is four times faster".
_THAT = re.compile(r"(?:(?:So|Thus|And),?\s)?(?:That|This|In other words|Which|It is)\b", re.IGNORECASE)
# "94 s → 71 s" names neither release.
_CHANGED = re.compile(r"→|->|=>|\bfrom\s[$€£]?\d")


@check(CODE, version=6, severity="high", since="0.1.0")
def factor_of_contrast(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor is the quotient of the two values that a text contrasts of the same thing.

    Why:
        Announcements print the factor, notes the two values, and a case study prints both some lines apart. Each was
        typed by somebody else.

    Flags:
        "Reduces p95 latency of the mixed API workload by 46%" where the notes print "mixed API workload, p95
        latency: 38 ms with 6.8, 27 ms with 7.0"; "the loop is four times faster" behind a sentence with 84
        seconds and one with 31, or one with "63 ms on Wren and 41 on Robin"; a caption's factor over a
        picture's text with the two values. Low but where the factor's sentence sums up the one right before it
        ("that is four times faster").

    Passes:
        A factor that the two values give, in either direction; one of the readings of a percentage; any other contrast
        of the same words that gives it; one that two values of its own line give, and values that have a factor of
        their own on their line.

    Does not judge:
        Labelled values (the check underivable-factor does); sentences with values of the kind themselves;
        averages, bounds and "up to"; how many of a thing there are before and after; factors per watt or
        dollar; values of other settings, names or releases than the factor's sentence says; documents of two
        editions (skipped); what would be low on pages of more than sixty numbers (skipped).
    """
    index = index_of(corpus)
    able = [one for parsed in corpus.parsed for one in asked(parsed, index) if not one.own]
    if not able:
        return
    told = {one.document_id: [Values.of(each) for each in _measured(index.sentences(one))] for one in corpus.documents}
    for one in able:
        yield from _check(one, told, index, corpus)


def _measured(every: Sequence[Sentence]) -> Iterator[Told]:
    """The contrasts of measured values: how many cards there are before and after makes nothing so much faster."""
    return (one for one in contrasts(every) if one.kind != "count")


@dataclass(frozen=True, slots=True, eq=False)  # each is itself: there are many, and their texts are long
class Values:
    """A contrast with what its words say, read once for all the factors that are held against it."""

    told: Told
    words: str
    content: frozenset[str]
    titled: frozenset[str]  # its names, the first word among them
    codes: frozenset[str]  # with those of what stands before it
    released: frozenset[tuple[str, str]]
    texts: tuple[str, ...]
    roots: frozenset[str]  # of all its texts
    ends: tuple[Decimal, Decimal]

    @classmethod
    def of(cls, told: Told) -> "Values":
        """The contrast with what is asked of it again and again."""
        words = told.words
        texts = (words, told.lead, *told.sentences[0].scope)
        said, every = codes(f"{told.lead} {words}"), every_root(" | ".join(texts))
        ends, named = _ends(told.contrast.factor), names(words, title=True)
        return cls(told, words, content(words), named, said, _released(words), texts, every, ends)

    def gives(self, factor: Readings, ends: tuple[Decimal, Decimal]) -> bool:
        """Whether the two values give a factor; most do not, which the outermost ends tell at once."""
        if ends[0] > self.ends[1] or self.ends[0] > ends[1]:
            return False
        return judge(factor, self.told.contrast.factor) != "inconsistent"


def _ends(factor: Readings) -> tuple[Decimal, Decimal]:
    return min(one.lower for one in factor.every), max(one.upper for one in factor.every)


@dataclass(frozen=True, slots=True)
class Mine:
    """A factor with what its sentence says, read once for all the contrasts that it is held against."""

    asked: Asked
    words: str
    content: frozenset[str]
    names: frozenset[str]
    titled: frozenset[str]
    codes: frozenset[str]
    released: frozenset[tuple[str, str]]

    @classmethod
    def of(cls, one: Asked) -> "Mine":
        """The factor with what is asked of it again and again."""
        words = one.sentence.passage.words
        released = _released(words, *one.sentence.scope)
        return cls(one, words, content(words), names(words), names(words, title=True), codes(words), released)


def _check(one: Asked, told: Mapping[str, Sequence[Values]], index: Index, corpus: Corpus) -> Iterator[Finding | Skip]:
    document = one.sentence.passage.document
    allowed = [up(each) for each in factors(one.claim)]
    mine = Mine.of(one)
    near = [each for each in told[document.document_id] if _sums_up(one, each.told, index)]
    able = near or [each for some in told.values() for each in some if _shares(mine, each)]
    # Whether a contrast is meant is what takes time: it is asked of those that give the factor, then of the likeliest.
    ends = [_ends(each) for each in allowed]
    agreeing = [each for each in able if any(map(each.gives, allowed, ends))]
    if any(near or _says_the_same(mine, each, index, corpus) for each in agreeing):
        return
    apart = [each for each in able if each not in agreeing] if agreeing else able
    ranked = sorted(apart, key=lambda each: (-len(mine.content & each.content), each.told.at))
    meant = (each.told for each in ranked if near or _says_the_same(mine, each, index, corpus))
    best = next(meant, None)
    if not best or all(setting_unsaid(one.sentence, each.contrast.left.document) for each in chain((best,), meant)):
        return
    if index.of_two_editions(document, best.contrast.left.document):
        yield Skip(CODE, key(one.claim), OTHER_EDITION)
        return
    where = "the values around it" if near else f"the values in {best.contrast.left.document.name}"
    found = disagreement(CODE, one.claim, best.contrast, allowed, index.places, where)
    sure = near and one.at - _last(best, index) == 1 and _THAT.match(mine.words) and _is_printed(best)
    yield found if sure else replace(found, severity="low")


def _is_printed(told: Told) -> bool:
    """Whether both values print their unit; what inherits it may be another number after all."""
    starts = {one.start for sentence in told.sentences for one in sentence.amounts}
    return {told.contrast.left.start, told.contrast.right.start} <= starts


def _last(told: Told, index: Index) -> int:
    """Which sentence of its document prints the second value."""
    return index.sentences(told.contrast.left.document).index(told.sentences[-1])


def _named(one: Mine, values: Values) -> bool:
    """Whether a sentence names the two sides of a contrast, or one of two releases, and what was measured besides."""
    sides = one.released & values.released
    theirs = versions(values.words)
    sisters = any(len(theirs.get(name, ())) > 1 for name, _ in sides)
    both = one.titled & values.titled
    plain = (one.content & values.content) - both - {name for name, _ in sides}
    return bool(plain and (sisters or len(sides) > 1)) or (len(both) > 1 and len(one.asked.kinds) <= NARROW)


def _released(*texts: str) -> frozenset[tuple[str, str]]:
    """The names with a release behind them that texts say."""
    return frozenset(
        (name, number) for text in texts for name, some in versions(text).items() for number in some
    ) | frozenset((one, "") for text in texts for one in codes(text))


def _shared(one: Asked, told: Told) -> frozenset[str]:
    return content(one.sentence.passage.words) & content(told.words)


def _sums_up(one: Asked, told: Told, index: Index) -> bool:
    """Whether the values stand right around a factor that names nothing else, and are the only ones there."""
    every = index.sentences(one.sentence.passage.document)
    ends = (told.at, every.index(told.sentences[-1]))
    if told.kind not in one.kinds or not -AFTER <= one.at - ends[1] <= BEFORE or ends[0] <= one.at <= ends[1]:
        return False
    mine, theirs = one.sentence.passage.words, told.words
    over = " ".join((theirs, *(text for text in told.sentences[0].scope if text != one.sentence.passage.words)))
    if names(mine) - names(over, title=True) or coded(mine) - every_root(over) or of_other_noun(one.claim, over):
        return False
    between = every[min(ends[0], one.at) : max(ends[1], one.at) + 1]
    own = {told.contrast.left.start, told.contrast.right.start}  # of which one may inherit its unit, and be no amount
    others = any(one.amount.kind == told.kind and one.start not in own for each in between for one in each.amounts)
    if other_base(one.claim, every_root(over)) or unlike_many(mine, [theirs]) or other_place(mine, [theirs]):
        return False
    releases, others_ = versions(mine), versions(over)
    if any(not releases[name] & others_[name] for name in releases.keys() & others_.keys()):
        return False
    if others or index.unlike(one.claim, one.sentence, [theirs], one.sentence.passage.document):
        return False
    return bool(_shared(one, told)) or bool(one.at > ends[1] and _BACK.search(mine))


def _shares(one: Mine, values: Values) -> bool:
    """Whether values of its kind share most of the words of a factor's sentence, or its codes, or what it names."""
    if values.told.kind not in one.asked.kinds:
        return False
    shared, least = len(one.content & values.content), min(len(one.content), len(values.content))
    if (shared >= SHARED and shared >= SHARE * least) or len(one.codes & values.codes) >= SHARED:
        return True
    return shared > 1 and _named(one, values)


def _says_the_same(one: Mine, values: Values, index: Index, corpus: Corpus) -> bool:
    """Whether values that share the words of a factor's sentence say nothing else."""
    told, claim = values.told, one.asked.claim
    start, document = one.asked.sentence.passage.start, told.contrast.left.document
    if any(each.passage.start == start for each in told.sentences) or of_other_noun(claim, values.words):
        return False
    if one.names - index.words[document.document_id] or index.other_version(one.asked.sentence, document):
        return False
    changed = _CHANGED.search(values.words)
    if not changed and other_base(claim, values.roots):
        return False
    if unlike_many(one.words, [values.words]) or other_place(
        one.words, [each.passage.words for each in told.sentences]
    ):
        return False
    said = alone(one.words) if changed else one.words
    if of_another(said, values.texts) or of_others(one.words, " | ".join(values.texts), corpus.vocabulary):
        return False
    return not index.unlike(claim, one.asked.sentence, values.texts, document)
