"""Whether a factor's sentence is of a couple of labelled values: it says the sides, the property, and nothing else.

One side may be left out where the labels are two releases, an old and a new one, or where a title names it.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from checks.lib.labels.about import Index, Told
from checks.lib.labels.couples import Couple, Side
from checks.lib.labels.known import of_another_scene, of_others
from checks.lib.labels.naming import of_another
from checks.lib.labels.other_setting import other_base, other_place, unlike_many
from checks.lib.language.tokens import coded, every_root, names, roots, tokens
from checks.lib.quantities.asserted import Sentence
from schemas.months import MONTHS
from schemas.names import Vocabulary
from schemas.statement import Claim

HERE, ELSEWHERE = 2, 3  # words that a sentence must share with a couple, in its own document and in another one
_THAN = re.compile(
    r"\b(?:than|over|versus|vs\.?|against|relative to|compared (?:to|with)|since|from|times|of|as|what|"
    r"replac\w+|instead)\b",
    re.IGNORECASE,
)
_LOOSE = re.compile(r"of|as|what|times|from|since", re.IGNORECASE)
AHEAD = 240  # characters before a price that may say per what it is
NEAR = 9  # words behind "of" and "from" that may be what a factor is over
_TURNS = tuple(
    re.compile(rf"\b(?:{words})\b", re.IGNORECASE)
    for words in (
        "old|new",
        "before|after",
        "previous|current|new",
        "last|this",
        "without|with",
        "off|on",
        "baseline|optimi[sz]ed",
        "original|new",
    )
)
# What adjectives and verbs say of a property, beside its noun, and the units that are of it.
_MEANS = tuple(
    (re.compile(rf"\b(?:{words})", re.IGNORECASE), frozenset(roots(tokens(nouns))))
    for words, nouns in (
        (r"fast|quick|slow|speed", "speed"),
        (r"light(?:er|est)?\b|heav|weigh", "weight mass kg lb"),
        (r"bright|dim(?:mer)?\b", "brightness light luminance lm nits lumens"),
        (r"cheap|pay|sav|cost|price|charge|bill", "price cost"),
        (r"storage|smaller|larger|shr[aiu]nk|compact", "size"),
        (r"start|boot|wake", "startup start-up boot start"),
    )
)
_MEASURES = frozenset(
    roots(
        tokens(
            "time times speed throughput latency rate duration runtime seconds ms minutes performance score fps median "
            "mean average price cost per hour month second wall clock elapsed total"
        )
    )
)
_PER_JOB = re.compile(r"\b(?:runs?|jobs?|quer(?:y|ies)|builds?|requests?|tokens?|epochs?|trainings?)\b", re.IGNORECASE)
_MONEY = roots(tokens("price cost"))
_HOURLY = re.compile(r"\b(?:per|an) hour\b|\bhourly\b|/\s?h(?:r|our)?\b", re.IGNORECASE)
_MANY = re.compile(r"\d[\d,]*\s[a-z]")  # "8 nodes" comes after no "4 nodes"
_STATISTIC = re.compile(r"p\d\d.*|median|mean|maximum|minimum|max|min")
_MONTHS = roots(tokens(" ".join(MONTHS)))
_FAILS = re.compile(r"err|miss|los[st]|fail|fals|drop|reject|defect")


@dataclass(frozen=True, slots=True)
class Spoken:
    """A factor, its sentence, the kinds of values that it speaks of, and the words that it says."""

    claim: Claim
    sentence: Sentence
    kinds: frozenset[str]
    words: str
    roots: frozenset[str]
    means: frozenset[str]  # what its adjectives and its metric mean besides

    @classmethod
    def of(cls, claim: Claim, sentence: Sentence, kinds: frozenset[str]) -> "Spoken":
        """The factor with its words read, and what its adjectives mean besides."""
        words = sentence.passage.words
        means = frozenset().union(*(nouns for cue, nouns in _MEANS if cue.search(words)))
        metric = roots(tokens(claim.metric.replace("_", " "))) - {"performanc", "result"}
        return cls(claim, sentence, kinds, words, every_root(words) | means | metric, means | metric)


def of_a_run(one: Spoken, couple: Couple) -> bool:
    """Whether two values are of another sort than a factor: prices of an hour, shares of what went well.

    What a run costs is hours times a price, and half as many errors are no half of the hits.
    """
    amount = couple.left.amount
    theirs = couple.of | amount.of
    if amount.kind == "percent":
        return not any(_FAILS.match(word) for word in theirs & one.roots)
    priced = amount.kind == "price" or bool(theirs & _MONEY)
    return priced and bool(_PER_JOB.search(one.words) and _HOURLY.search(_ahead(couple)))


def _ahead(couple: Couple) -> str:
    """What a document prints right before a couple's first value."""
    start = min(couple.left.start, couple.right.start)
    return couple.left.document.text[max(0, start - AHEAD) : start]


@lru_cache(maxsize=8192)  # of a factor, which thousands of pairs are held against
def over(words: str) -> tuple[str, ...]:
    """What a sentence compares with, each with the word that leads to it."""
    return tuple(
        " ".join(re.split(r"[,;(]|: ", words[match.start() :])[0].split()[: NEAR if _LOOSE.match(match[0]) else None])
        for match in _THAN.finditer(words)
    )


def ordered(couple: Couple) -> bool:
    """Whether two sides come one after the other: releases, years, dates, an old and a new one."""
    words = [{word for way in side.ways[:1] for word, _ in way} for side in couple.sides]
    dated = all(any(any(map(str.isdigit, word)) or word in _MONTHS for word in some) for some in words)
    counted = any(_MANY.match(side.label) for side in couple.sides)
    return (dated and not counted) or _turned(couple)


def of_measures(couple: Couple) -> bool:
    """Whether two sides are two measures of one thing: the median and the p99, throughput and latency."""
    every = [{word for way in side.ways[:1] for word, _ in way} for side in couple.sides]
    return all(words and all(word in _MEASURES or _STATISTIC.fullmatch(word) for word in words) for words in every)


def named(side: Side) -> bool:
    """Whether a side is a name: a product, no "read" or "output"."""
    return bool(names(f"the {side.label}"))


def _turned(couple: Couple) -> bool:
    """Whether two sides are an old and a new one, by a word that each of them has."""
    found = [[cue.search(side.label) for side in couple.sides] for cue in _TURNS]
    return any(left and right and left[0].lower() != right[0].lower() for left, right in found)


def of_something_else(one: Spoken, couple: Couple, told: Told, index: Index, vocabulary: Vocabulary) -> bool:
    """Whether a sentence names something, or says a setting, that a couple has not."""
    document, sheet = told.sheet.document, told.sheet
    said = names(one.words) & told.labels
    if said and said - every_root(couple.labels):
        return True  # it says a row or column that is not theirs, as of most couples of a sheet
    texts = [couple.labels, sheet.about, document.title]
    known = every_root(" | ".join(texts))
    scope = frozenset(name for text in one.sentence.scope for name in names(text, title=True))
    missing = names(one.words) - index.words[document.document_id] - scope
    if missing or (coded(one.words) - known - scope) or other_base(one.claim, known):
        return True
    if names(one.words) - known - scope and of_another(one.words, texts):
        return True
    if (
        other_place(one.words, [told.sheet.above])
        or of_others(one.words, " | ".join(texts), vocabulary)
        or index.other_version(one.sentence, document)
    ):
        return True
    if unlike_many(one.words, texts) or of_another_scene(one.sentence, texts, vocabulary):
        return True
    return index.unlike(one.claim, one.sentence, texts, document)
