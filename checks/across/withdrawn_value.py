"""A value that one document withdraws and another still prints."""

from collections.abc import Iterator

from checks.lib.findings import severity
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.naming import words_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, names, versions
from checks.lib.quantities.asserted import Asserted, Sentence, sentences
from checks.lib.quantities.corrections import WITHDRAWS, Correction, corrections
from checks.lib.statements.withdrawn import REASON, Withdrawn, withdrawn_of
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "withdrawn-value"
SHARED = 0.5  # share of the names of the sentence that the correction must have


@check(CODE, version=3, severity="high", since="0.1.0")
def withdrawn_value(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a correction withdraws is printed nowhere else any more.

    Why:
        An erratum is put on a page of its own. The product page, the brochure and the slides keep the old value.

    Flags:
        A value that a document calls wrong and replaces by another ("the published 52,000 was wrong, the correct figure
        is 41,000"), where another document still prints the old one of the same thing.

    Passes:
        The value that holds now; the old one in sentences that withdraw it.

    Does not judge:
        Corrections that print more than two values of one kind; documents of different dates (skipped: what was printed
        before the correction may stand), and older states of the page that the correction stands on (skipped); goals
        and what others claim.
    """
    every = {one.document_id: list(sentences(one, corpus.vocabulary)) for one in corpus.documents}
    found = [one for some in every.values() for one in corrections(some)]
    index = index_of(corpus) if found else None
    withdrawn = withdrawn_of(corpus)
    for one in found:
        for document_id, some in every.items():
            if index and document_id != one.old.passage.document.document_id:
                yield from _check(one, some, index, withdrawn)


def _check(one: Correction, some: list[Sentence], index: Index, withdrawn: Withdrawn) -> Iterator[Finding | Skip]:
    for sentence in some:
        for value in sentence.amounts if sentence.asserted and not WITHDRAWS.search(sentence.passage.words) else ():
            if not _is_old(one, value) or not _same_thing(one, sentence):
                continue
            if index.of_two_editions(one.old.passage.document, value.passage.document):
                yield Skip(CODE, _key(one, value), OTHER_EDITION)
            elif withdrawn.has(
                value.passage.document.document_id, value.passage.document.text[value.start : value.end]
            ):
                yield Skip(CODE, _key(one, value), REASON)
            else:
                yield _finding(one, value, index)


def _is_old(one: Correction, value: Asserted) -> bool:
    mine, old, new = (each.amount for each in (value, one.old, one.new))
    same = mine.kind == old.kind and mine.of == old.of and mine.readings.rounded.meets(old.readings.rounded)
    return same and mine.qualifier == "exact" and not mine.readings.rounded.meets(new.readings.rounded)


def _same_thing(one: Correction, sentence: Sentence) -> bool:
    """Whether the sentence has the names that the correction has, no other version and no other setting."""
    over = " | ".join((one.words, *one.old.scope))
    told = " | ".join((sentence.passage.words, *sentence.scope))
    mine, theirs = names(told, title=True), words_of([over])
    if not mine or len(mine & theirs) < SHARED * len(mine) or not coded(sentence.passage.words) <= theirs:
        return False
    numbers = versions(over)
    apart = any(name in numbers and not some & numbers[name] for name, some in versions(told).items())
    return not apart and not any(opposed([one.words], [sentence.passage.words]))


def _key(one: Correction, value: Asserted) -> tuple[str, ...]:
    documents = one.old.passage.document.name, value.passage.document.name
    return *documents, value.amount.kind, *sorted(value.amount.of)


def _finding(one: Correction, value: Asserted, index: Index) -> Finding:
    printed = index.places.printed(value.passage.document, value.start, value.end)
    old, new = (
        index.places.printed(each.passage.document, each.start, each.end, "supporting") for each in (one.old, one.new)
    )
    gap = value.amount.readings.rounded.distance(one.new.amount.readings.rounded)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{printed.document} says {printed.quote}, which {old.document} withdraws: {new.quote} holds instead",
        arithmetic=f"{printed.quote} and {new.quote} do not meet, a gap of {gap * 100:.0f} %.",
        comparison=_key(one, value),
        evidence=(printed, old, new),
        likely_wrong=printed.statement_id,
        likely_wrong_why=f"{old.document} says that it is wrong",
    )
