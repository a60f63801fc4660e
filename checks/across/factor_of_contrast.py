"""A factor against the two values of one thing that a text contrasts or labels, around it or in another document."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from checks.lib.about import Index, alone, index_of
from checks.lib.asserted import Sentence
from checks.lib.claimed import claimed
from checks.lib.coded_sides import codes
from checks.lib.contrasted import disagreement, key
from checks.lib.contrasts import Told, content, contrasts
from checks.lib.coupled import Coupled
from checks.lib.editions import OTHER_EDITION
from checks.lib.factors import DERIVED, factors, hull, up
from checks.lib.held_equal import without_equal
from checks.lib.known import of_others
from checks.lib.naming import of_another
from checks.lib.of_couple import Spoken, shared
from checks.lib.other_setting import other_base, other_place, setting_unsaid, unlike_many
from checks.lib.spoken_kinds import kinds_of, of_factor
from checks.lib.tokens import coded, every_root, names, roots, tokens, versions
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import judge
from schemas.statement import Claim, Parsed

CODE = "factor-of-contrast"
KINDS = ("ratio", "percent_change")
BEFORE, AFTER = 4, 2  # sentences around a factor whose values it may sum up
SHARED = 3  # words or codes that a factor's sentence and the values' must share, in another document
NARROW = 3  # kinds of values that "half the bitrate" and "55% smaller" speak of
SHARE = 0.5  # of the words of the factor's sentence
_PART = re.compile(r"[;:](?=\s)|,\s(?=(?:and|while|but)\s)|\s(?:while|whereas)\s")
_BACK = re.compile(
    r"\b(?:than (?:it|they|we) (?:was|were|did|used|had)|than before|in other words|that is|that['’]s|which is|"
    r"this (?:is|means|makes|gives)|so|result|altogether|in short|overall)\b",
    re.IGNORECASE,
)
_AWAY = re.compile(
    r"\b(?:also|another|separate\w*|meanwhile|elsewhere|(?<!in )other|besides|on average|average of|averages?d?|mean|"
    r"median|typical\w*|across|both|set out|up to|as much as|combined|each|every|all)\b",
    re.IGNORECASE,
)
# "94 s → 71 s" names neither release.
_CHANGED = re.compile(r"→|->|=>|\bfrom\s[$€£]?\d")
# "The workload that we have used since version 4" is of no version 4.
_SINCE = re.compile(r"\b(?:since|from|starting with|beginning with|ever since)\s+(?:version|release)\s[\w.]*\w")


@check(CODE, version=1, severity="high", since="0.1.0")
def factor_of_contrast(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor is the quotient of the two values that a text contrasts of the same thing.

    Why:
        Announcements print the factor, notes the two values, and a case study prints both some lines apart. Each was
        typed by somebody else.

    Flags:
        "Reduces p95 latency of the mixed API workload by 46%" where the notes print "mixed API workload, p95 latency:
        38 ms with 6.8, 27 ms with 7.0"; "the loop is four times faster" behind a sentence with 84 seconds and one with
        31; a caption's factor over a picture's text with the two values; "a third less memory than version 3" over a
        table or list whose labels differ in v3 and v4 alone.

    Passes:
        A factor that the two values give, in either direction; one of the readings of a percentage; any other contrast
        of the same words that gives it.

    Does not judge:
        Sentences with values of the kind themselves; averages, bounds and "up to"; factors per watt or dollar; values
        of other settings, names or releases than the factor's sentence says; documents of two editions (skipped).
    """
    index = index_of(corpus)
    able = [one for parsed in corpus.parsed for one in _asked(parsed, index)]
    if not able:
        return
    told = {one.document_id: tuple(contrasts(index.sentences(one))) for one in corpus.documents}
    coupled = Coupled(corpus, index)
    for one in able:
        said = list(_check(one, told, index, corpus))
        yield from said or _of_labels(one, coupled, index, corpus)


@dataclass(frozen=True, slots=True)
class Asked:
    """A factor, its sentence, and where that one stands among the sentences of its document."""

    claim: Claim
    sentence: Sentence
    at: int
    kinds: frozenset[str]


_THAT = re.compile(r"\s*(?:times\s)?(?:that|those|this|what)\b")
# "2.2 times the processor cores", "40% more tables": what there is more of.
_MORE_OF = re.compile(r"\s*(?:times\s)?(?:the|as\smany|as\smuch|more|fewer|less)\s+(?P<what>(?:[\w-]+\s+){0,2}[\w-]+)")
_NOUNLESS = frozenset(roots(tokens("time throughput latency speed performance rate duration cost price than")))


def _blank(match: re.Match[str]) -> str:
    return " " * len(match[0])


def _asked(parsed: Parsed, index: Index) -> Iterator[Asked]:
    for at, (whole, claims) in enumerate(claimed(parsed, index)):
        mine = [one for one in claims if one.figure.kind in KINDS]
        words = _SINCE.sub(_blank, without_equal(whole.passage.words))
        sentence = replace(whole, passage=replace(whole.passage, words=words))
        if len(mine) != 1 or not sentence.asserted or _AWAY.search(words) or DERIVED.search(words):
            continue
        claim = mine[0]
        kinds = of_factor(claim) - ({"size", "power", "energy"} if of_factor(claim) == kinds_of("") else set())
        plain = (
            claim.figure.qualifier != "up_to"
            and claim.figure.value_hi is None
            and not claim.chart
            and not _THAT.match(claim.behind)
        )
        if plain and not any(one.amount.kind in kinds - {"count"} for one in sentence.amounts):
            yield Asked(claim, sentence, at, kinds)


def _check(one: Asked, told: dict[str, tuple[Told, ...]], index: Index, corpus: Corpus) -> Iterator[Finding | Skip]:
    document = one.sentence.passage.document
    own = told[document.document_id]
    near = [each for each in own if _sums_up(one, each, index)]
    far = [] if near else [each for some in told.values() for each in some if _says_the_same(one, each, index, corpus)]
    if not (near or far):
        return
    allowed = [up(each) for each in factors(one.claim)]
    if any(judge(each, other.contrast.factor) != "inconsistent" for each in allowed for other in (*near, *far)):
        return
    if all(setting_unsaid(one.sentence, each.contrast.left.document) for each in (*near, *far)):
        return
    best = max((*near, *far), key=lambda each: (len(_shared(one, each)), -each.at))
    if index.of_two_editions(document, best.contrast.left.document):
        yield Skip(CODE, key(one.claim), OTHER_EDITION)
        return
    where = "the values around it" if near else f"the values in {best.contrast.left.document.name}"
    yield disagreement(CODE, one.claim, best.contrast, allowed, index.places, where)


def _of_labels(one: Asked, coupled: Coupled, index: Index, corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor against the couples of labelled values that its sentence says."""
    spoken = Spoken.of(one.claim, one.sentence, one.kinds)
    found = [
        (score, couple)
        for told, some in coupled.of(spoken)
        for couple in some
        if (score := shared(spoken, couple, told, index, corpus.vocabulary))
    ]
    if not found:
        return
    allowed = [up(each) for each in factors(one.claim)]
    most = max(score for score, _ in found)
    best = [couple for score, couple in found if score == most]
    given = [*(couple.factor for _, couple in found), hull([couple.factor for couple in best])]
    if any(judge(each, other) != "inconsistent" for each in allowed for other in given):
        return
    nearest = min(best, key=lambda each: allowed[0].rounded.distance(each.factor.rounded))
    document = nearest.left.sheet.document
    if index.of_two_editions(one.sentence.passage.document, document):
        yield Skip(CODE, key(one.claim), OTHER_EDITION)
        return
    yield disagreement(CODE, one.claim, nearest, allowed, index.places, f"the values in {document.name}")


def _of_other_noun(claim: Claim, values: str) -> bool:
    match = _MORE_OF.match(claim.behind)
    what = roots(tokens(match["what"])) if match else frozenset[str]()
    if match and kinds_of(match["what"]) != kinds_of(""):
        return False  # "half the bitrate": of that kind the values are anyway
    return bool(what) and not what & (_NOUNLESS | every_root(values))


def _named(one: Asked, told: Told, sides: frozenset[tuple[str, str]]) -> bool:
    """Whether a sentence names the two sides of a contrast, or one of two releases, and what was measured besides."""
    theirs = versions(told.words)
    sisters = any(len(theirs.get(name, ())) > 1 for name, _ in sides)
    both = names(one.sentence.passage.words, title=True) & names(told.words, title=True)
    plain = _shared(one, told) - both - {name for name, _ in sides}
    return bool(plain and (sisters or len(sides) > 1)) or (len(both) > 1 and len(one.kinds) <= NARROW)


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
    if names(mine) - names(over, title=True) or coded(mine) - every_root(over) or _of_other_noun(one.claim, over):
        return False
    between = every[min(ends[0], one.at) : max(ends[1], one.at) + 1]
    others = sum(amount.amount.kind == told.kind for sentence in between for amount in sentence.amounts)
    if other_base(one.claim, every_root(over)) or unlike_many(mine, [theirs]) or other_place(mine, [theirs]):
        return False
    releases, others_ = versions(mine), versions(over)
    if any(not releases[name] & others_[name] for name in releases.keys() & others_.keys()):
        return False
    if others != 2 or index.unlike(one.claim, one.sentence, [theirs], one.sentence.passage.document):
        return False
    return bool(_shared(one, told)) or bool(one.at > ends[1] and _BACK.search(mine))


def _says_the_same(one: Asked, told: Told, index: Index, corpus: Corpus) -> bool:
    """Whether values of another document share most of the words of a factor's sentence, and say nothing else."""
    document = told.contrast.left.document
    mine, theirs = one.sentence.passage, told.words
    if told.kind not in one.kinds or any(each.passage.start == mine.start for each in told.sentences):
        return False
    if _of_other_noun(one.claim, theirs):
        return False
    shared, least = len(_shared(one, told)), min(len(content(mine.words)), len(content(theirs)))
    coded_alike = codes(mine.words) & codes(f"{told.lead} {theirs}")
    sides = _released(mine.words, *one.sentence.scope) & _released(theirs)
    if (
        len(coded_alike) < SHARED
        and (shared < SHARED or shared < SHARE * least)
        and not (shared > 1 and _named(one, told, sides))
    ):
        return False
    if (
        (
            not _CHANGED.search(theirs)
            and other_base(one.claim, every_root(" | ".join((theirs, told.lead, *told.sentences[0].scope))))
        )
        or unlike_many(mine.words, [theirs])
        or (other_place(mine.words, [one.passage.words for one in told.sentences]))
    ):
        return False
    if names(mine.words) - index.words[document.document_id] or index.other_version(one.sentence, document):
        return False
    texts = [theirs, told.lead, *told.sentences[0].scope]
    said = mine.words if not _CHANGED.search(theirs) else alone(mine.words)
    if of_another(said, texts) or of_others(mine.words, " | ".join(texts), corpus.vocabulary):
        return False
    return not index.unlike(one.claim, one.sentence, texts, document)
