"""A factor in words against the labelled values of the two sides that its sentence names."""

import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace

from checks.lib.findings import severity
from checks.lib.findings.words import IN_TEXT, apart, listed, said, where
from checks.lib.labels.about import Index, Told, index_of
from checks.lib.labels.chart_tables import of_other_thing
from checks.lib.labels.keyed import nameless, of_another_rate, on_topic
from checks.lib.labels.known import of_another_scene, of_others
from checks.lib.labels.naming import of_another
from checks.lib.labels.other_setting import setting_unsaid
from checks.lib.labels.sections import settled, topical
from checks.lib.labels.sides import pairs
from checks.lib.labels.slots import COLUMN, Slot, of_two_uses
from checks.lib.language.concessions import without
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.held_equal import without_equal
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.near_pairs import near_pairs
from checks.lib.ratios.given_factor import (
    KINDS,
    against,
    asked,
    given_beside,
    given_in_rows,
    given_together,
    sister,
    worst,
)
from checks.lib.ratios.of_itself import of_itself
from checks.lib.ratios.of_other_cells import of_another_row, said_elsewhere
from checks.lib.ratios.printed_for import printed_over
from checks.lib.ratios.said_as_best import said_as_best
from checks.lib.statements.factors import DERIVED, as_value, factors, up
from checks.lib.statements.withdrawn import rectified
from checks.lib.telling.claimed import claimed
from checks.lib.values.options_set import is_option
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import SEVERITIES, Evidence, Finding, Severity, Skip
from schemas.interval import Readings
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "factor-against-labels"
SHOWN = 3  # pairs that a finding quotes
_SHARE = re.compile(r"\s*(?:of|on|in|hit|accuracy|recall|utili[sz]ation)\b", re.IGNORECASE)
# "Costs 3 % of the throughput" is a change, "3 % of the requests" is none.
# "Reduces storage by 55% on our data" is one too.
_CHANGED = re.compile(
    r"\b(?:costs?|los(?:es|t|ing)|gives? up|sacrific\w+)\b[^.;,]{0,24}$|"
    r"\b(?:reduc\w+|cuts?|cutting|lower\w*|improv\w+|rais\w+|increas\w+|shr[aiu]nk\w*|fell|falls?|rose|dropp?\w*)\b"
    r"[^.;,]{0,60}\bby (?:about |over |more than |nearly |some )?$",
    re.IGNORECASE,
)
_PART = re.compile(r"[,;]\s(?:(?:and|while|but)\s)?|\s(?:while|whereas)\s")
_OVER = re.compile(r"\b(?:than|over|versus|vs\.?|compared (?:to|with)|relative to)\b", re.IGNORECASE)
# "than other libraries" is no row of a table.
_OTHERS = re.compile(
    r"\b(?:others?|alternatives?|competit\w+|rivals?|the rest|most|existing|similar|typical)\b", re.IGNORECASE
)


@check(CODE, version=18, severity="high", since="0.1.0")
def factor_against_labels(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor in words is what the values give whose labels its sentence says.

    Why:
        The sentence that everybody quotes is written from a table that changes later. Who holds the two side by side
        can redo the division, whether or not it is known what the table measures.

    Flags:
        A factor whose sentence says two rows or two columns of a table or list ("one third of what an x5.large costs")
        that no pair of their values gives; an "up to" that the best pair does not reach; a factor of every row that one
        falls short of; a factor of one row where the table's own column of factors prints another. Low where two
        rows of the two sides give the factor together ("twice the work from each joule"), another sheet gives it, or
        the cell that prints another factor stands under another heading and several tables have such a row.

    Passes:
        Any factor within what the rows give, where the sentence names none of them; one reading of a percentage; a
        factor that another table with the same rows and column prints, or gives, or that a column of its own document
        prints which both sides head.

    Does not judge:
        Sentences that name other versions, settings or things than the table, or a class of things as the baseline
        ("other libraries"); a factor over another thing than the reads and writes that a table prints of one; which of
        the two is the faster one (the check winner-flipped does); factors per watt or dollar; what a sentence concedes
        ("even though an hour is dearer"); rows that are called like options ("max_num_seqs"); a footnoted factor that
        two rows of its words give; a factor that the document of the values prints too, beside the right one ("forget
        the 18 %"); documents of different dates (skipped); what would be low on pages of more than sixty numbers
        (skipped).
    """
    index = index_of(corpus)
    for parsed in corpus.parsed:
        for sentence, claims in claimed(parsed, index):
            mine = [one for one in claims if one.figure.kind in KINDS and _is_said(one)]
            yield from _check(sentence, mine, index, corpus.vocabulary)


def _is_said(claim: Claim) -> bool:
    """Whether a claim is of text: a chart's title is, the labels of its bars are what it is held against."""
    return claim.place == "chart_title" or (claim.place in IN_TEXT and not claim.chart)


def _check(
    sentence: Sentence, claims: Sequence[Claim], index: Index, vocabulary: Vocabulary
) -> Iterator[Finding | Skip]:
    able = [one for one in claims if _is_factor(one)]
    for claim in able if sentence.asserted else ():
        # Of two factors it can be told which is of what where each stands in a clause with its own sides.
        if of_itself(claim, sentence):
            continue
        mine = sentence if len(able) == 1 else _own_clause(claim, sentence, able)
        if mine:
            mine = replace(mine, scope=(*mine.scope, *sister(claim, mine)))
            words = without_equal(without(mine.passage.words, mine.passage.words.find(claim.quote)))
            mine = replace(mine, passage=replace(mine.passage, words=words))
            yield from _of_claim_alone(claim, mine, index, vocabulary)


def _own_clause(claim: Claim, sentence: Sentence, able: Sequence[Claim]) -> Sentence | None:
    """The clause of a factor as a sentence, where it says what the factor is over and holds no other one.

    It keeps the place of its sentence: what the rest of that sentence attributes is not held against it.
    """
    passage, at = sentence.passage, claim.figure.start - sentence.passage.start
    ends = [0, *(one.end() for one in _PART.finditer(passage.words)), len(passage.words)]
    start = max((one for one in ends if one <= at), default=0)
    end = min(one for one in ends if one > at)
    words = passage.words[start:end]
    inside = [one for one in able if start <= one.figure.start - passage.start < end]
    return (
        replace(sentence, passage=replace(passage, words=words)) if len(inside) == 1 and _OVER.search(words) else None
    )


def _of_claim_alone(claim: Claim, sentence: Sentence, index: Index, vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    """A factor against everything that its sentence can be about; several contradictions are one, with all cells."""
    said_ = list(_against_all(claim, sentence, index, vocabulary))
    yield from (one for one in said_ if isinstance(one, Skip))
    findings = sorted(
        (one for one in said_ if isinstance(one, Finding)), key=lambda one: SEVERITIES.index(one.severity)
    )
    if findings:
        every = dict.fromkeys(item for one in findings for item in one.evidence)
        yield replace(findings[0], evidence=tuple(every))


def _against_all(claim: Claim, sentence: Sentence, index: Index, vocabulary: Vocabulary) -> Iterator[Finding | Skip]:
    """A factor against every table, and every sentence that attributes values, that its own can be about."""
    about = list(index.about(sentence))
    prose = list(index.attributed(sentence))
    every = (*topical(about, sentence), *prose)
    own = _Own(claim, sentence, about, every)
    beside = {near.kind for near in near_pairs([sentence], ())}
    for told in every:
        found = against(claim, sentence, told, vocabulary)
        if not found or _beside(found[0], beside) or own.gives(told) or given_beside(claim, sentence, told, prose):
            continue
        if index.of_two_editions(sentence.passage.document, told.sheet.document):
            yield Skip(CODE, _key(claim, told), OTHER_EDITION)
            continue
        slots, given, sure = found
        sure = sure and not given_together(claim, slots, told) and not own.given_beside(told)
        sure = sure and not given_in_rows(claim, sentence, slots, told) and _settled(claim, slots, told)
        if (
            not _same_topic(sentence, slots, told)
            or said_elsewhere(claim, slots, about)
            or of_another_row(claim, sentence, slots, told)
            or of_two_uses(claim.baseline.name, slots)
            or any(is_option(label) for slot in slots for _, label in slot.labels)
            or printed_over(claim, sentence.passage.document)
        ):
            continue
        labels = " | ".join(label for slot in slots for _, label in slot.labels)
        words = sentence.passage.words
        sheet = told.sheet
        if of_other_thing(claim, sheet.name, [labels, sheet.about, sheet.head], sheet.document, vocabulary):
            continue
        printed = [labels, *(_sentence_of(slots, index) if sheet.prose else ()), told.sheet.about]
        if of_another(words, printed) or of_others(words, labels, vocabulary):
            continue
        other = of_another_scene(sentence, printed, vocabulary)
        other = other or setting_unsaid(sentence, told.sheet.document, part=True)
        other = other or index.unlike(claim, sentence, printed, told.sheet.document)
        if not other and not _rectified(claim, given, told, sentence):
            yield _finding(claim, told, slots, given, index, sure=sure)


def _beside(slots: Sequence[Slot], kinds: Container[str]) -> bool:
    """Whether a factor's own sentence sets two values of the kind side by side: it is of these."""
    return any(slot.amount.kind in kinds for slot in slots)


def _settled(claim: Claim, slots: Sequence[Slot], told: Told) -> bool:
    """Whether no other table of the factor's own document has a row of that name, but for one under its heading."""
    document = told.sheet.document
    if document.document_id != claim.document_id or len(slots) > 1 or not told.sheet.table:
        return True
    rows = [text for kind, text in slots[0].labels if kind != COLUMN]
    return settled(document, claim.figure.start, slots[0].start, rows)


def _rectified(claim: Claim, given: Readings, told: Told, sentence: Sentence) -> bool:
    """Whether another document that prints the values prints the factor too, and beside it the right one."""
    document = told.sheet.document
    return document is not sentence.passage.document and rectified(document, claim.quote, given.rounded)


def _sentence_of(slots: Sequence[Slot], index: Index) -> list[str]:
    """The words of the sentence that prints a value, which may begin with its setting: "Read: D1 3,400 MB/s"."""
    found = index.sentence_at(slots[0].document.document_id, slots[0].start)
    return [found.passage.words] if found else []


class _Own:
    """The tables of a sentence's own document: whether each gives its factor is asked once, not for every sheet."""

    def __init__(self, claim: Claim, sentence: Sentence, about: Sequence[Told], every: Sequence[Told]) -> None:
        self._claim, self._sentence, self._every = claim, sentence, every
        self._own = [one for one in about if one.sheet.document == sentence.passage.document]
        self._known: dict[int, bool] = {}

    def gives(self, told: Told) -> bool:
        """Whether a table of the sentence's own document gives the factor: that of another one was not meant.

        Nor was another table of the document, where both have the same columns.
        """
        here = told.sheet.document == self._sentence.passage.document
        others = (one for one in self._own if one is not told and not (here and one.columns != told.columns))
        return any(map(self._is_given, others))

    def given_beside(self, told: Told) -> bool:
        """Whether another sheet or sentence, of any document, gives the factor for the two sides: it may be meant."""
        return any(one is not told and self._is_given(one) for one in self._every)

    def _is_given(self, one: Told) -> bool:
        if id(one) not in self._known:
            every = pairs(one.sides, self._sentence.passage.words, self._sentence.scope)
            self._known[id(one)] = bool(every) and worst(self._claim, every) is None
        return self._known[id(one)]


def _same_topic(sentence: Sentence, slots: Sequence[Slot], told: Told) -> bool:
    """Whether two cells that only releases or counts tell apart are of what the sentence is of."""
    if len(slots) == 1 or told.sheet.prose:
        return True
    mine, theirs = (dict(slot.labels) for slot in slots)
    kind = next((one for one in mine if mine[one] != theirs.get(one)), "")
    if not nameless(mine.get(kind, ""), theirs.get(kind, "")):
        return not of_another_rate(sentence.passage.words, slots[0].amount)
    others = [(one, text) for one, text in slots[0].labels if one != kind and text]
    rows = [text for one, text in others if one != "column"]
    columns = [text for one, text in others if one == "column"]
    return on_topic(sentence.passage.words, told.sheet.head, rows, columns)


def _is_factor(claim: Claim) -> bool:
    share = claim.figure.kind == "percent_change" and _SHARE.match(claim.behind) and not _CHANGED.search(claim.before)
    return not (share or DERIVED.search(claim.context) or _OTHERS.search(claim.baseline.raw))


def _key(claim: Claim, told: Told) -> tuple[str, ...]:
    return claim.document, told.sheet.document.name, told.sheet.name, claim.figure.kind, claim.metric


def _finding(claim: Claim, told: Told, slots: Sequence[Slot], given: Readings, index: Index, *, sure: bool) -> Finding:
    document = told.sheet.document
    cells = [index.places.printed(document, one.start, one.end) for one in slots]
    up_to = claim.figure.qualifier == "up_to"
    allowed = [asked(claim)] if up_to else [up(one).rounded for one in factors(claim)]
    if len(slots) == 1:  # a cell that prints the factor or the percentage itself
        allowed = [as_value(claim).figure.readings.rounded]
    gap = min(one.distance(given.rounded) for one in allowed)
    level: Severity = severity.of_reckoned(gap)
    again = said_as_best(slots[0], index) if up_to and len(slots) == 1 else ()
    sums = " and ".join(one.quote for one in cells)
    labels = listed(label for one in slots for _, label in one.labels if label)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=level if sure else severity.at_most("low", level),
        message=f"the {where(claim)} of {claim.document} says {said(claim.figure)}; {document.name} prints {sums} "
        f"({labels})",
        arithmetic=f"{said(claim.figure)} allows {allowed[0]}; {sums} allows {given.rounded}: {apart(gap)}.",
        comparison=_key(claim, told),
        evidence=(Evidence.of(claim), *cells, *(index.places.printed(document, *place) for place in again)),
        likely_wrong=claim.statement_id if _titles(claim, told) else "",
        likely_wrong_why=_why(claim, told, slots),
    )


def _titles(claim: Claim, told: Told) -> bool:
    """Whether a factor is in the title of the very chart whose bar prints another."""
    return told.sheet.drawn and claim.chart == told.sheet.name and claim.document_id == told.sheet.document.document_id


def _why(claim: Claim, told: Told, slots: Sequence[Slot]) -> str:
    if _titles(claim, told):
        return "the chart title: it is typed, the bars are drawn from the values"
    if len(slots) == 1:
        return "the words or the cell, it cannot be told which: each prints the factor by itself"
    return "the words print only a quotient, the table both values"
