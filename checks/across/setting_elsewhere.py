"""How something is set or built, told once in each of two documents, with two values."""

from collections.abc import Iterator, Sequence
from itertools import combinations

from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.two_products import of_sisters
from checks.lib.linking.scenes import two_cases
from checks.lib.statements.withdrawn import withdrawn_of
from checks.lib.sums.pools import related
from checks.lib.values.settings_told import Setting, held_for_all, pairs, settings_told
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "setting-elsewhere"
DIGITS = 2  # of a number that is not in every text
RETOLD = 2  # such numbers that both documents print


@check(CODE, version=3, severity="low", since="0.1.0")
def setting_elsewhere(corpus: Corpus) -> Iterator[Finding | Skip]:
    """How many there are, and what was set, is one value in all documents on one test or product.

    Why:
        The release says 96 nodes, the model card 69. Both have the same days, the same tokens and the same name, and
        whoever works out the cost takes one of the two.

    Flags:
        A count, a batch size, a format or a type of machine that each of two documents prints with one value, not the
        same one, where both print two other numbers that few texts share; a setting that a text says of all ("both
        engines were tuned to a recall of 95%") where its own caption or note prints another. Always low.

    Passes:
        Counts of which one is so many times the other as is counted with either, or more than four times without a
        slip; bounds, ranges and goals; "16-bit".

    Does not judge:
        What either document prints with several values, or with another word beside the noun ("storage nodes", "client
        nodes"), but for what each rack has beside all; what one of each has against what all have; one of a thing;
        documents of different dates (skipped).
    """
    index = index_of(corpus)
    withdrawn = withdrawn_of(corpus)
    told = {one.document_id: settings_told(one, index, corpus.vocabulary) for one in corpus.documents}
    for one, other in (pair for mine in told.values() for pair in held_for_all(mine)):
        if not withdrawn.has(one.document.document_id, _quote(one)) and not two_cases(*map(_texts, (one, other))):
            yield _said(one, other, index)
    near = related(corpus, index)
    for left, right in combinations(sorted(told), 2):
        if right in near.get(left, ()) and _retold(left, right, index) >= RETOLD:
            for one, other in pairs(told[left], told[right]):
                if not withdrawn.has(left, _quote(one)) and not _apart(one, other, index):
                    yield _said(one, other, index)


def _retold(left: str, right: str, index: Index) -> int:
    both = index.words[left] & index.words[right]
    return sum(sum(map(str.isdigit, word)) >= DIGITS for word in both)


def _quote(one: Setting) -> str:
    return one.document.text[one.start : one.end]


def _apart(one: Setting, other: Setting, index: Index) -> bool:
    """Whether something tells two cases apart."""
    sides = (one, other), (other, one)
    versions = any(each.sentence and index.other_version(each.sentence, rest.document) for each, rest in sides)
    sisters = of_sisters(one.document, one.text, other.document, other.text)
    return versions or sisters or bool(two_cases(*map(_texts, (one, other))))


def _texts(one: Setting) -> Sequence[str]:
    return [one.text.replace(_quote(one), " | "), *(one.sentence.scope if one.sentence else ())]


def _said(one: Setting, other: Setting, index: Index) -> Finding | Skip:
    named = sorted(one.of & other.of)
    key = (one.document.name, other.document.name, *named)
    if index.of_two_editions(one.document, other.document):
        return Skip(CODE, key, OTHER_EDITION)
    first, second = (index.places.printed(each.document, each.start, each.end) for each in (one, other))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{first.quote} in {first.document} against {second.quote} in {second.document}, of which each prints "
        "no other value",
        arithmetic=f"{one.value} against {other.value}.",
        comparison=key,
        evidence=(first, second),
        likely_wrong_why="one is told as often as the other",
    )
