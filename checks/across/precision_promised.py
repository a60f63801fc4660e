"""Full precision that a text promises of its results, against the note that gives the weights fewer bits."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.labels.about import index_of
from checks.lib.language.conditions import FORMAT, Condition, conditions
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import names
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.sums.pools import related
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip

CODE = "precision-promised"
FULL = 16  # bits of what is called unquantised
_FULL = re.compile(
    r"\b(?:no|without(?: any)?|zero|never any|free of)\s(?:weight\s)?quanti[sz]ation\b|"
    r"\bunquanti[sz]ed\b|\bnot quanti[sz]ed\b|"
    r"\bnever quanti[sz]e[sd]?\b|\bnothing (?:is|was) quanti[sz]ed\b|"
    r"\b(?:full|native|original)\s(?:(?P<n>\d\d)[ -]bits?\s)?(?:precision|accuracy of the weights|weights)\b|"
    r"\bfull\s(?P<m>\d\d)[ -]bit\b|"
    r"\bwithout (?:any )?(?:reduc\w+|lower\w+) (?:the )?precision\b",
    re.IGNORECASE,
)
# A promise is of all that is shown, or of what "we" do.
_ALL = re.compile(
    r"\b(?:every|all|each|any|throughout|everywhere|always|never|we|our|us|everything|nothing|both|(?:on|in) this "
    r"(?:page|post|report|chart|table))\b",
    re.IGNORECASE,
)
_OTHERS = re.compile(
    r"\b(?:some|other|many|most|few|certain)\s(?:\w+\s)?(?:providers?|vendors?|services?|APIs?|engines?|clouds?|people|"
    r"systems?)\b|\b(?:others|competit\w+|rivals?|elsewhere|baselines?|GPU clouds?)\b",
    re.IGNORECASE,
)
_MAY_BE = re.compile(
    r"\b(?:can|could|may|might|will|would|should|if|support\w*|option\w*|available|also|separate\w*|soon|later|next|"
    r"planned|peak|TOPS|[TP]?FLOPS|compared|versus|instead|unlike|except\w*|default|cheaper|draft|KV)\b",
    re.IGNORECASE,
)
_WEIGHTS = re.compile(r"\b(?:weights?|parameters?|model|checkpoints?|quanti[sz]\w+)\b", re.IGNORECASE)
_NOTE = re.compile(
    r"^\W*(?:\[?\^?[\w†‡*]{1,3}\]?[ :]|(?:notes?|measured|tested|configuration|settings?|test)\b)", re.IGNORECASE
)
_BREAK = re.compile(r"[;,](?=\s)|\s(?:and|while|with|whereas)\s|\s\|\s")


@dataclass(frozen=True, slots=True)
class _Promise:
    """Words of a sentence that promise so many bits."""

    said: Passage
    match: re.Match[str]
    bits: int


@check(CODE, version=1, severity="low", since="0.1.0")
def precision_promised(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Results that are promised in full precision were not had with weights of fewer bits.

    Why:
        "Every speed on this page was measured at full 16-bit precision, with no quantisation" sells the page. The
        footnote of its table holds the weights in FP8, which halves what has to be read for each token.

    Flags:
        Low: "no quantisation", "unquantised", "full precision", "original weights" in a sentence of all that is shown
        or of what "we" do, where a clause of weights, or a note that lists how was measured, of the same or a related
        document gives a format of fewer bits than are promised (16, where none are said).

    Passes:
        Formats of as many bits; what others do ("some providers"); what can be done, is peak compute, or is of a cache.

    Does not judge:
        Promises of single models; lines that a name of their own leads, which the promise's document is not titled by;
        documents of two dates (skipped).
    """
    index = index_of(corpus)
    near = related(corpus, index)
    by_name = {one.document_id: one for one in corpus.documents}
    for document in corpus.documents:
        for promise in _promises(document):
            others = [by_name[name] for name in near.get(document.document_id, ()) if name in by_name]
            for other in dict.fromkeys((document, *others)):
                hit = next(_fewer(promise, other), None)
                if hit and index.of_two_editions(document, other):
                    yield Skip(CODE, (document.name, other.name), OTHER_EDITION)
                elif hit:
                    yield _finding(promise, *hit)
                    break


def _promises(document: Document) -> Iterator[_Promise]:
    for said in passages(document):
        match = _FULL.search(said.words)
        if match and _ALL.search(said.words) and not (_OTHERS.search(said.words) or _MAY_BE.search(said.words)):
            bits = match["n"] or match["m"]
            yield _Promise(said, match, int(bits) if bits else FULL)


def _fewer(promise: _Promise, other: Document) -> Iterator[tuple[Passage, Condition]]:
    """The formats of fewer bits that a document gives the weights, or lists among how was measured."""
    for one in passages(other):
        if one == promise.said or _OTHERS.search(one.words) or _of_another(one, promise):
            continue
        found = [each for each in conditions(one.words) if FORMAT in each.of]
        for each in found:
            clause = _clause(one.words, each)
            of_weights = _WEIGHTS.search(clause) or (_NOTE.search(one.words) and len(found) == 1)
            if of_weights and _bits(each) < promise.bits and not _MAY_BE.search(clause):
                yield one, each


def _of_another(one: Passage, promise: _Promise) -> bool:
    """Whether a line's label is a name that the promise and its title have not: "GPU clouds: FP8"."""
    label, colon, _ = one.words.partition(":")
    named = names(label, title=True) if colon and len(label) < len(one.words) else frozenset()
    known = names(f"{promise.said.document.title} | {promise.said.words}", title=True)
    return bool(named) and not named & known and not _NOTE.match(one.words)


def _clause(words: str, one: Condition) -> str:
    start = max((each.end() for each in _BREAK.finditer(words, 0, one.start)), default=0)
    end = next((each.start() for each in _BREAK.finditer(words, one.end)), len(words))
    return words[start:end]


def _bits(one: Condition) -> int:
    digits = re.search(r"\d+$", one.value)
    return int(digits.group()) if digits else FULL


def _finding(promise: _Promise, note: Passage, found: Condition) -> Finding:
    said = promise.said
    mine = quoted(said.document, said.start + promise.match.start(), said.start + promise.match.end())
    theirs = quoted(note.document, note.start + found.start, note.start + found.end)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{mine.document} promises {' '.join(mine.quote.split())!r} of what it shows; {theirs.document} prints "
        f"{theirs.quote} of how it was had",
        arithmetic=f"{_bits(found)} bits are fewer than {promise.bits}.",
        comparison=(mine.document, theirs.document, mine.quote, theirs.quote),
        evidence=(mine, theirs),
        likely_wrong_why="the promise, or a note that is of another round of measurements",
    )
