"""A gain that is claimed for every case, against a column of factors of which one is a loss."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index, index_of
from checks.lib.labels.sections import in_section
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import content
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.passages import phrase
from checks.lib.sums.pools import related
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Skip
from schemas.statement import Measurement

CODE = "every-gain"
LEAST = 3  # factors of a column of gains
_TIE = Decimal("0.98")  # as good as one
FEW = 3  # of them may be losses: of more the sentence is of something else
SHARED = 1  # words that a sentence shares with a table of another section or document
_EVERY = re.compile(
    r"\b(?:in|on|for|at|across|of)\s(?:every|each|all(?: of)?(?: the| our| its)?(?:\s[a-z]+| \d+)?)\s[a-z]+|"
    r"\bacross the board\b|\bwithout exception\b|\beverywhere\b",
    re.IGNORECASE,
)
_GAIN = re.compile(
    r"\b(?:faster|quicker|ahead|leads|wins|won|beats|outperforms|gained|improved|more\sthroughput|higher\sthroughput)\b",
    re.IGNORECASE,
)
_BUT = re.compile(
    r"\b(?:but|(?<!without )except\w*|apart from|besides|almost|nearly|most\w*|not|no|never|if|unless|would|should|"
    r"shows?|reports?|lists?|releases?|versions?|generations?|updates?|years?|"
    r"expect\w*|average|mean|some|can|could|may|might|or as fast|at least as)\b|n[’']t\b",
    re.IGNORECASE,
)


@check(CODE, version=1, severity="medium", since="0.1.0")
def every_gain(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What is said to gain in every case has no factor below one in its table.

    Why:
        "Faster on every model in the table" is written above a column of ratios, and one of them is 0.92x. Nothing has
        to be divided to see it, only to be read to the last row.

    Flags:
        A sentence that claims a lead or a gain in every case, or across the board, without a figure of its own, and the
        only column of factors of its section with one to three of at least three below one. Low where the column stands
        in another section or in another document, of which it is the only one.

    Passes:
        "0.99x" and "1.0x", which are ties; sentences that leave cases out ("except", "most", "on average").

    Does not judge:
        Tables with several columns of factors; documents of different dates (skipped).
    """
    index = index_of(corpus)
    columns = {one.document.document_id: _columns(one.measurements) for one in corpus.parsed}
    documents = {one.document_id: one for one in corpus.documents}
    for name, near in sorted(related(corpus, index).items()):
        for sentence in index.sentences(documents[name]):
            every = _claimed(sentence)
            for there in sorted({name, *near}) if every else ():
                yield from _held(sentence, every, documents[there], columns[there], index) if every else ()


def _columns(measurements: Sequence[Measurement]) -> list[list[Measurement]]:
    """The columns of factors of a document's tables, by their places."""
    found: dict[tuple[str, str], list[Measurement]] = defaultdict(list)
    for one in measurements:
        if one.figure and one.unit == "x" and one.metric == "speedup":
            found[one.table, one.column].append(one)
    return [some for some in found.values() if len(some) >= LEAST]


def _claimed(sentence: Sentence) -> re.Match[str] | None:
    text = sentence.passage.words
    every = _EVERY.search(text)
    plain = every and sentence.asserted and not sentence.past and _GAIN.search(text) and not _BUT.search(text)
    return every if plain and not re.search(r"\d\s?[x×%]", text) else None


def _held(
    sentence: Sentence, every: re.Match[str], document: Document, columns: Sequence[list[Measurement]], index: Index
) -> Iterator[Finding | Skip]:
    own = document is sentence.passage.document
    near = [one for one in columns if own and in_section(document, sentence.passage.start, [one[0].start])[0]]
    some = near or columns
    if len(some) != 1:
        return
    lost = [one for one in some[0] if one.figure and one.figure.interval.upper < 1 and one.figure.value <= _TIE]
    if not 0 < len(lost) <= min(FEW, len(some[0]) // 2) or not (near or _about(sentence, document)):
        return
    key = (sentence.passage.document.name, document.name, lost[0].table, lost[0].column)
    if not own and index.of_two_editions(sentence.passage.document, document):
        yield Skip(CODE, key, OTHER_EDITION)
    else:
        yield _finding(phrase(sentence.passage, every), lost, len(some[0]), key, sure=bool(near))


def _about(sentence: Sentence, document: Document) -> bool:
    """Whether a sentence is of what the title of a table's document names."""
    over = content(" | ".join((sentence.passage.document.title, *sentence.scope)))
    return len(over & content(document.title)) >= SHARED


def _finding(every: Evidence, lost: Sequence[Measurement], of: int, key: tuple[str, ...], *, sure: bool) -> Finding:
    cells = [Evidence.of(one) for one in lost]
    first = lost[0]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if sure else "low",
        message=f"a gain is claimed '{every.quote.strip()}'; {len(lost)} of {of} factors of {first.column} in table "
        f"{first.table} of {first.document} are below 1: {', '.join(one.quote for one in cells)}",
        arithmetic=f"{cells[0].quote} is below 1, which is a loss.",
        comparison=key,
        evidence=(every, *cells),
        likely_wrong_why="the words are of all rows, the table prints each",
    )
