"""A factor "than before", right behind the value of today, against the value of before that the document tells."""

import re
from collections.abc import Iterator, Sequence

from checks.lib.labels.about import Index, index_of
from checks.lib.labels.contrasted import FURTHEST, Contrast, disagreement, key
from checks.lib.labels.spoken_kinds import kinds_of
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import every_root, names, root, roots, tokens
from checks.lib.quantities.amounts import alike
from checks.lib.quantities.asserted import Asserted, Sentence
from checks.lib.statements.factors import factors, up
from checks.lib.telling.claimed import claimed
from checks.lib.telling.told import VERBS, larger_over_smaller
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.interval import judge
from schemas.months import MONTHS
from schemas.statement import Claim, Parsed

CODE = "than-before"
SHARED = 2  # words that both values' clauses must say
KINDS = ("time", "rate", "bandwidth", "price", "size", "power", "energy")
_BEFORE = re.compile(
    r"\b(?:than (?:it (?:was |did )?|they (?:were |did )?)?(?:before|previously|in the past|last year|a year ago)|"
    r"(?:than|what) (?:it|they) used to|(?:it|they) (?:was|were) before|as before|"
    r"than (?:the|its|our|their) (?:old|previous|former)|compared (?:to|with) before)\b",
    re.IGNORECASE,
)
_THEN = re.compile(
    r"\b(?:before|was|were|took|needed|used to|previously|formerly|originally|began|started|initially|old|earlier|"
    r"until|last year|at first|showed|cost|had|weighed|processed)\b",
    re.IGNORECASE,
)
_NOW = re.compile(
    r"\b(?:now|today|nowadays|currently|this year|is|are|takes?|needs?|new|costs?|has|have)\b", re.IGNORECASE
)
_CLAUSE = re.compile(r"[,;:—–](?=\s)|\s(?:and|but|while|whereas)\s")
# Who notices, and what any of it is called.
_ANYBODY = frozenset(
    map(
        root,
        """users customers people developers engineers readers drivers shoppers clients we you they everybody everyone
        wait waits waiting pay pays paying see get time speed cost costs price bill money memory space energy power work
        it that this which means makes making change result gain improvement reduction half third quarter twice double
        before previously used old previous former past year ago much many was did were roughly about around
        nearly""".split(),
    )
)


@check(CODE, version=1, severity="high", since="0.1.0")
def than_before(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor "than before" behind the value of today is the quotient of that and of the value of before.

    Why:
        "Where we began" has the old value, "Where we are" the new one and a percentage that was worked out in between
        the two. The three stand pages apart.

    Flags:
        "Users wait 41% less time than before" right behind "the median cold start is 1.94 s", where the document told
        of "a median cold start of 2.85 s" before: the only other value in the same words.

    Passes:
        Factors that the two values give, in either direction; one of the readings of a percentage.

    Does not judge:
        Sentences that say of what else the factor is ("map tiles load ..."); values of other percentiles, places or
        machines; documents that tell several such values of before (skipped).
    """
    index = index_of(corpus)
    for parsed in corpus.parsed:
        if any(one.figure.kind in ("ratio", "percent_change") and _BEFORE.search(one.context) for one in parsed.claims):
            yield from _in_document(parsed, index)


def _in_document(parsed: Parsed, index: Index) -> Iterator[Finding | Skip]:
    before: Sentence | None = None
    every = index.sentences(parsed.document)
    for sentence, claims in claimed(parsed, index):
        for claim in claims if sentence.asserted else ():
            today = _today(claim, sentence, before) if _is_since(claim) else None
            if today:
                yield from _check(claim, sentence, today, every, index)
        before = sentence


def _today(claim: Claim, sentence: Sentence, before: Sentence | None) -> Asserted | None:
    """The only value of a factor's sentence ("peaks at 12.9 GB, 45% less than before"), else of the one before it."""
    own = _values(sentence)
    follows = before is not None and before.asserted and before.passage.words in sentence.scope
    said = own or (_values(before) if before and follows else [])
    if len(said) != 1 or said[0].start > claim.figure.start or not _NOW.search(said[0].passage.words):
        return None
    return said[0]


def _is_since(claim: Claim) -> bool:
    """Whether a factor is over what was before, in its own clause."""
    able = claim.figure.kind in ("ratio", "percent_change") and claim.figure.qualifier != "up_to" and not claim.chart
    return able and bool(_BEFORE.match(_CLAUSE.split(claim.behind)[0].strip()) or _BEFORE.search(_clause(claim)))


def _clause(claim: Claim) -> str:
    return f"{_CLAUSE.split(claim.before)[-1]} {_CLAUSE.split(claim.behind)[0]}"


def _values(sentence: Sentence) -> list[Asserted]:
    return [one for one in sentence.amounts if one.amount.kind in KINDS]


def _check(
    claim: Claim, sentence: Sentence, new: Asserted, every: Sequence[Sentence], index: Index
) -> Iterator[Finding | Skip]:
    kinds = kinds_of(_clause(claim))
    old = [one for other in every for one in _values(other) if _is_older(one, other, new)]
    if new.amount.kind not in kinds or not old or _of_other(claim, sentence, [old[0], new]):
        return
    if len(old) > 1:
        yield Skip(CODE, key(claim), "unchecked, because the document tells several values of before")
        return
    factor = larger_over_smaller(old[0].amount, new.amount)
    allowed = [up(one) for one in factors(claim)]
    if factor and factor.rounded.lower <= FURTHEST and all(judge(one, factor) == "inconsistent" for one in allowed):
        which = "the values of before and after"
        yield disagreement(CODE, claim, Contrast(old[0], new, factor), allowed, index.places, which)


def _is_older(one: Asserted, sentence: Sentence, new: Asserted) -> bool:
    """Whether a value of the document is told of what was before, in the words of the new one."""
    if one.start >= new.start or not alike(one.amount, new.amount):
        return False
    mine, theirs = (_words(each.passage.words) for each in (one, new))
    if len(mine & theirs) < SHARED or not _THEN.search(one.passage.words) or not (sentence.asserted or sentence.past):
        return False
    called = [names(each.passage.words) for each in (one, new)]
    title = names(new.passage.document.title, title=True) | set(MONTHS)
    if any(word.isalpha() and word not in title for word in called[0] ^ called[1]):
        return False  # "on iOS", "on Android"
    return not any(opposed([one.near, one.passage.words], [new.near, new.passage.words]))


def _words(text: str) -> frozenset[str]:
    return frozenset(one for one in roots(tokens(text)) if len(one) > 2 and one[0].isalpha()) - VERBS - _ANYBODY


def _of_other(claim: Claim, sentence: Sentence, values: Sequence[Asserted]) -> bool:
    """Whether a factor's clause names anything that neither value's sentence nor what stands over them does."""
    over = " | ".join((values[1].passage.words, values[0].passage.words, *sentence.scope[1:]))
    words = f"{claim.before} {_CLAUSE.split(claim.behind)[0]}"
    return bool(_words(_BEFORE.sub(" ", words)) - every_root(over))
