"""A factor that is said of several cases at once, against the factors of the rows."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from checks.lib.columns.boards import boards_of
from checks.lib.columns.row_gains import BOUGHT, Gains, gains_of
from checks.lib.findings.words import listed
from checks.lib.labels.about import Index, index_of
from checks.lib.labels.sections import in_section
from checks.lib.labels.spoken_kinds import kinds_of
from checks.lib.language.bought import cost_said
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import GENERIC, coded, roots, settings, tokens
from checks.lib.linking.other_codes import other_codes
from checks.lib.linking.reach import asserted, strange
from checks.lib.ordering.gains_said import Gain, gains_said
from checks.lib.ordering.largest_gain import Largest, largest_gains
from checks.lib.ordering.standing import CASES
from checks.lib.quantities.asserted import Sentence
from checks.lib.ratios.in_line import given
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.multiples import printed_multiples

CODE = "gains-of-rows"
# By what it is gained is said of all rows; for what ("for point lookups") tells which.
_BY = re.compile(
    r"\b(?:with|using|via|thanks to|due to|by|after|without|over|against|across)\s"
    r"[^,;|]*?(?=\s(?:for|on|in|at)\s|[,;|]|$)|\b(?:on|in) (?:the )?(?:average|mean|median)\b",
    re.IGNORECASE,
)
# "In the benchmark linked below": where a table stands is no word on what it is of.
_POINTS = re.compile(
    r"\b(?:linked|attached|accompanying|enclosed|companion|below|above|following|overleaf)\b", re.IGNORECASE
)
TOPIC = 2  # words of a table of another document that a sentence says
SETTING = 3  # digits of a number that sets something; fewer count rows
SHOWN = 3  # rows that a finding quotes
_CALLED = {"mean": "the mean", "most": "the best", "least": "the least", "ends": "both ends",
           "largest": "the largest", "smallest": "the smallest", "cap": "the most of any"}  # fmt: skip


_ALONE = ("mean", "largest", "smallest")  # of which rows have one


@dataclass(frozen=True, slots=True)
class _Tied:
    gain: Gain
    gains: Gains
    points: int


@check(CODE, version=4, severity="low", since="0.1.0")
def gains_of_rows(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A factor that is said to be the mean, the best, the least or the range of several is one that their rows have.

    Why:
        "4.6x on average" is written from an older sheet, or from the best row. A mean cannot lie beyond the largest
        row, whatever the weights.

    Flags:
        A factor or a percentage of change "on average" below or above all factors of a column, or of two columns
        divided, or of lines of one form; one "up to" that none reaches; "at least" of all, or "never less than",
        where most rows have as much and some do not, of a watt or dollar too, by the two columns of work and the two of
        power or price; one that "tops out at" what is not the largest, or that "never goes beyond" what a row
        passes; a range of which one end is that of the rows and the other is
        passed by one. A mean that is said of as many as there are rows and that no mean of them gives. "The gain is
        largest at batch 64" where another row has more; a "largest gain in any test" that a row passes or none
        reaches, and likewise the smallest. Where another place tells the mean as the rows have it ("Geometric mean of
        the five: 2.1x"), both are disputed. Always low.

    Passes:
        Arithmetic, geometric and harmonic means, the median, the factor of the sums; what the rows of any other table
        that can be meant as well bear out.

    Does not judge:
        Clauses that name some of the rows; tables of another number of rows than is said;
        another section of the page unless it says words of the table; documents that lack a name or have another
        release; tables of fewer than three rows; other dates (skipped).
    """
    index = index_of(corpus)
    every = gains_of(corpus, index, boards_of(corpus, index))
    for document in corpus.documents if every else ():
        sentences = index.sentences(document)
        said = [one for each in sentences for one in gains_said(each) if asserted(each, one.start, one.end)]
        for gain in said:
            yield from _judge(gain, said, _able(gain, gain.part.sentence, every, index), every, index)
        for sentence in sentences:
            for one in largest_gains(sentence):
                yield from _placed(one, every, index)


def _able(gain: Gain, sentence: Sentence, every: Sequence[Gains], index: Index) -> list[_Tied]:
    """The gains that a factor can be of, each with the words that both say."""
    said = roots(tokens(sentence.passage.words)) - GENERIC
    cost = cost_said(gain.part.sentence.passage.words) if gain.bought else None
    kinds = frozenset({f"{BOUGHT}{cost}"}) if gain.bought else kinds_of(gain.part.whole)
    over = roots(tokens(" | ".join(sentence.scope))) - GENERIC
    document = sentence.passage.document
    found = []
    for one in every:
        if ((one.kinds or gain.bought) and not one.kinds & kinds) or not _can_be(gain, one, over):
            continue
        own = one.document.document_id == document.document_id
        here = own and in_section(document, sentence.passage.start, [one.start])[0]
        points = len(said & one.words) + len((over - said) & one.words) // 2
        if here or (points >= TOPIC and (own or not (_foreign(sentence, one, index) or _set_apart(gain, one, index)))):
            found.append(_Tied(gain, one, points + TOPIC * here))
    return found


def _can_be(gain: Gain, one: Gains, over: frozenset[str]) -> bool:
    """Whether nothing in the clause is of something else than all the rows."""
    elsewhere = gain.mode in ("most", "mean", "largest", "smallest") and strange(
        _POINTS.sub(" ", _BY.sub(" ", gain.rest)), one.own | over
    )
    # "Over the A100 it tops out at 4.4x" is of no column of gains over the H100.
    elsewhere = elsewhere or coded(gain.rest) - one.own - over
    unlike = (one.percent and not gain.percent) or (one.bare and not one.sides_said(gain.part.sentence.passage.words))
    return not (unlike or elsewhere) and _counted(gain, one) and not _picks(gain, one)


def _foreign(sentence: Sentence, one: Gains, index: Index) -> bool:
    known = index.words[one.document.document_id]
    return other_codes(sentence.passage.words, known) or index.other_version(sentence, one.document)


def _set_apart(gain: Gain, one: Gains, index: Index) -> bool:
    """Whether a clause sets a number that the table's document does not print: "with prompts of 32,000 tokens"."""
    known = index.words[one.document.document_id]
    return any(len(number) >= SETTING and number not in known for number in settings(gain.part.whole))


def _counted(gain: Gain, one: Gains) -> bool:
    """Whether the sentence counts no other number of what the rows are called."""
    nouns = roots(tokens(one.noun)) | CASES
    counts = {n for n, noun in gain.counted if noun in nouns}
    return not counts or len(one.rows) in counts


def _picks(gain: Gain, one: Gains) -> bool:
    """Whether the clause says words that some rows have and others have not."""
    rows = [roots(tokens(key)) for key in one.rows]
    own = frozenset().union(*rows) - frozenset.intersection(*rows) - GENERIC
    counted = {str(n) for n, _ in gain.counted}  # "the three models" names no "Llama 3"
    return bool(own & roots(tokens(gain.rest)) - counted)


def _judge(
    gain: Gain, said: Sequence[Gain], able: Sequence[_Tied], every: Sequence[Gains], index: Index
) -> Iterator[Finding | Skip]:
    near = [one for one in able if gain.near(one.gains)]  # a rate over a number of clients bears nothing out
    if not near or any(gain.fits(one.gains) for one in near):
        return
    best = max(near, key=lambda one: (one.points, one.gains.printed))
    if max(one.points for one in able) > best.points + TOPIC or _told(gain, able, every, index):
        return
    document, gains = gain.part.sentence.passage.document, best.gains
    key = document.name, gains.document.name, gains.table, gains.label, gain.mode
    if index.of_two_editions(document, gains.document):
        yield Skip(CODE, key, OTHER_EDITION)
    else:
        borne = [one for one in said if one.mode == gain.mode and one.near(gains) and one.fits(gains)]
        yield _finding(gain, gains, key, index, borne if gain.mode in _ALONE else [])


def _placed(one: Largest, every: Sequence[Gains], index: Index) -> Iterator[Finding | Skip]:
    """A row that is said to gain most, where every table that has it has another one there."""
    sentence, document = one.sentence, one.sentence.passage.document
    able = [
        each for each in every
        if one.row(each) and (each.document is document or not _foreign(sentence, each, index))
        and (not each.bare or each.sides_said(sentence.passage.words))
    ]  # fmt: skip
    if not able or not all(one.beaten(each) for each in able):
        return
    gains = next((each for each in able if each.document is document), able[0])
    key = document.name, gains.document.name, gains.table, gains.label, "place"
    if index.of_two_editions(document, gains.document):
        yield Skip(CODE, key, OTHER_EDITION)
        return
    yield _found((one.start, one.end), sentence, gains, [one.row(gains), one.beaten(gains)], "of a row", key, index)


def _told(gain: Gain, able: Sequence[_Tied], every: Sequence[Gains], index: Index) -> bool:
    """Whether a line gives the factor itself, two rows of a column do, or the rows beyond it are spoken of."""
    sentence = gain.part.sentence
    documents = {one.gains.document.document_id: one.gains.document for one in able}
    documents[sentence.passage.document.document_id] = sentence.passage.document
    lines = [way for one in documents.values() for each in given(one, index) for way in each.factor.ways]
    rows = [way for one in every if gain.mode == "most" and _picks(gain, one) for way in one.across]
    if any(way.meets(each) for way in gain.ways for each in (*lines, *rows)):
        return True
    others = [each for one in index.sentences(sentence.passage.document) if one is not sentence
              for each in printed_multiples(one.passage.words)]  # fmt: skip
    beyond = gain.passed_by(max(able, key=lambda one: one.points).gains)
    return any(way.meets(each) for one in others for way in one.ways for each in beyond)


def _finding(gain: Gain, gains: Gains, key: tuple[str, ...], index: Index, borne: Sequence[Gain]) -> Finding:
    """The finding; of one thing that the rows have, the place that says it as they do is disputed too."""
    rows = gain.against(gains)[:SHOWN]
    called = f"as {_CALLED[gain.mode]}"
    found = _found((gain.start, gain.end), gain.part.sentence, gains, rows, called, key, index)
    document = gain.part.sentence.passage.document
    starts = [(one.part.sentence.passage.start, one) for one in borne[:SHOWN]]
    told = (index.places.printed(document, at + one.start, at + one.end) for at, one in starts)
    return replace(found, evidence=(*found.evidence, *told))


def _found(
    span: tuple[int, int], sentence: Sentence, gains: Gains, rows: Sequence[str], called: str, key: tuple[str, ...],
    index: Index,
) -> Finding:  # fmt: skip
    passage = sentence.passage
    said = index.places.printed(passage.document, passage.start + span[0], passage.start + span[1])
    cells = [index.places.printed(gains.document, *place) for row in rows for place in gains.places[row]]
    where = f"{gains.table} of {gains.document.name}" if gains.table else gains.document.name
    ends = f"{gains.ends.lower:.3g} to {gains.ends.upper:.3g}"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{passage.document.name} says {said.quote!r} {called}; the {len(gains.rows)} rows of {where} "
        f"({gains.label}) are from {ends}",
        arithmetic=f"the rows that decide: {listed(rows)}: {listed(cell.quote for cell in cells)}.",
        comparison=key,
        evidence=(said, *cells),
        likely_wrong_why="the words sum up the rows, or rows that were measured again since",
    )
