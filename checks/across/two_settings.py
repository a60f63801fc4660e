"""One measured figure, told for two settings."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations

from checks.lib.findings.words import said, where
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.quantities.amounts import unit_of
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.names import Vocabulary, key
from schemas.statement import Claim, Parsed

CODE = "two-settings"
SETTINGS = ("batch_size", "precision", "sequence_length")
MOST = 24  # places of one figure that are held against each other
DIGITS = 3  # of a figure that two runs hardly share
_OF_ALL = re.compile(r"\ball (?:models|results|runs|tests|figures|values|bars|systems|nodes|cards)\b", re.IGNORECASE)
_SEVERAL = re.compile(
    r"\b(?:both|either|any|regardless|whatever|independent\w*|same (?:for|at|with)|instead)\b", re.IGNORECASE
)
_CLASS = re.compile(r"\d+[\s-]?bits?(?:\s+precision)?", re.IGNORECASE)  # of all formats of so many bits
Stated = dict[str, list[Claim]]  # the settings that hold for a figure, by name


@dataclass(frozen=True, slots=True)
class _Known:
    """The settings of a document: by sentence, and those of its notes; read once for all figures."""

    said: Mapping[int, Stated]
    noted: Stated
    charted: bool

    @classmethod
    def of(cls, parsed: Parsed) -> "_Known":
        """The settings that a document states."""
        said: dict[int, Stated] = defaultdict(lambda: defaultdict(list))
        noted: Stated = defaultdict(list)
        for one in parsed.claims:
            if one.figure.kind == "config" and one.metric in SETTINGS:
                said[one.context_start][one.metric].append(one)
                note = one.place in ("note", "footnote", "caption") or bool(_OF_ALL.search(one.context))
                if note and key(one.quote) not in {key(other.quote) for other in noted[one.metric][:2]}:
                    noted[one.metric].append(one)
        return cls(dict(said), noted, bool(parsed.document.charts))

    def of_claim(self, claim: Claim) -> Stated:
        """The settings of the sentence of a figure, else of the notes where a chart prints it."""
        own = self.said.get(claim.context_start)
        return own or (self.noted if claim.chart or self.charted else {})


@check(CODE, version=3, severity="medium", since="0.1.0")
def two_settings(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A measured figure that is told twice is told for the same batch size and precision.

    Why:
        19,640 images per second is the chart's figure, at a batch size of 64. The launch post has a section on single
        images and takes the number along. To the last digit the two agree, which is what gives it away.

    Flags:
        A rate or time of three digits or more with the same workload, or the same subject, in two places, where the
        sentence of one, or the only such note of its chart's document, says another batch size, precision or sequence
        length than the other's. Low where one section prints both, one below the other.

    Passes:
        The same settings; one document that lists a figure with each (low); a format of a class that the other place
        names (BF16 of 16-bit); a figure in one place without any.

    Does not judge:
        Sentences that say two settings of a kind; documents that name several where the figure's own words name none;
        documents of different dates (skipped).
    """
    index = index_of(corpus)
    known = {one.document.document_id: _Known.of(one) for one in corpus.parsed}
    groups: dict[tuple[str, str, str], list[Claim]] = defaultdict(list)
    for claim in corpus.claims:
        if claim.figure.qualifier == "exact" and _telling(claim) and _measured(claim, corpus.vocabulary):
            groups[str(claim.figure.value.normalize()), claim.figure.unit, claim.metric].append(claim)
    documents = {one.document_id: one for one in corpus.documents}
    for _, claims in sorted(groups.items()):
        told: set[tuple[str, str]] = set()
        for one, other in combinations(claims[:MOST], 2):
            pair = (one.document_id, other.document_id)
            own = len(set(pair)) == 1 and all(_listed(each, documents[each.document_id]) for each in (one, other))
            if pair in told or own or not _same_thing(one, other, corpus.vocabulary):
                continue
            found = list(_judge(one, other, known, documents, index))
            told |= {pair} if found else set()
            yield from found


def _measured(claim: Claim, vocabulary: Vocabulary) -> bool:
    """Whether a figure is a rate of things or a time: FLOPS, bytes a second and watts are what a part is built for."""
    unit = unit_of(claim.figure.unit, vocabulary) if claim.figure.kind == "absolute" else None
    return claim.figure.kind == "duration" or (unit is not None and unit.kind in ("rate", "time"))


def _listed(claim: Claim, document: Document) -> bool:
    """Whether a figure stands in a list: two of its items say on purpose what differs between them."""
    return any(one.kind == "list_item" and one.start <= claim.figure.start < one.end for one in document.blocks)


def _telling(claim: Claim) -> bool:
    """Whether a figure has digits enough that two runs hardly share it."""
    digits = "".join(char for char in claim.figure.literal if char.isdigit()).strip("0")
    return len(digits) >= DIGITS


def _same_thing(one: Claim, other: Claim, vocabulary: Vocabulary) -> bool:
    names = one.subject.name, other.subject.name
    if one.workload or other.workload:
        return one.workload == other.workload
    return all(names) and vocabulary.related(*names)


def _judge(
    one: Claim,
    other: Claim,
    known: Mapping[str, "_Known"],
    documents: Mapping[str, Document],
    index: Index,
) -> Iterator[Finding | Skip]:
    mine, theirs = (known[each.document_id].of_claim(each) for each in (one, other))
    for name in SETTINGS:
        left, right = _only(mine.get(name, [])), _only(theirs.get(name, []))
        if not left or not right or _alike(left[0], right[0]):
            continue
        names = (one.document, other.document, one.workload, one.metric, name)
        if index.of_two_editions(documents[one.document_id], documents[other.document_id]):
            yield Skip(CODE, names, OTHER_EDITION)
        else:
            level: Severity = "low" if _side_by_side(one, other, index) else "medium"
            yield replace(_finding(one, other, (left[0], right[0]), name, names), severity=level)
        return


def _alike(one: Claim, other: Claim) -> bool:
    """Whether two settings can be one; "16-bit" is a class that BF16 and FP16 are of."""
    if one.metric == "precision" and not (_CLASS.fullmatch(one.quote) or _CLASS.fullmatch(other.quote)):
        return key(one.quote) == key(other.quote)
    return one.figure.value == other.figure.value


def _side_by_side(one: Claim, other: Claim, index: Index) -> bool:
    """Whether one section prints both: who lists BF16 above FP8 knows that they come out alike."""
    if one.document_id != other.document_id:
        return False
    places = [index.sentence_at(each.document_id, each.figure.start) for each in (one, other)]
    return places[0] is not None and places[1] is not None and places[0].scope[-2:] == places[1].scope[-2:]


def _only(claims: Sequence[Claim]) -> list[Claim]:
    """The settings of a kind, where they are one."""
    several = any(_SEVERAL.search(one.context) for one in claims)
    return list(claims) if claims and not several and len({key(one.quote) for one in claims}) == 1 else []


def _finding(one: Claim, other: Claim, settings: tuple[Claim, Claim], name: str, names: tuple[str, ...]) -> Finding:
    spoken = name.replace("_", " ")
    left, right = settings
    return Finding(
        check=CODE,
        verdict="inconsistent",
        # A data sheet that lists the figure twice, with each setting, means it so.
        severity="low" if one.document_id == other.document_id else "medium",
        message=f"{said(one.figure)} is told for the {spoken} {left.quote} in the {where(one)} of {one.document}, and "
        f"for {right.quote} in the {where(other)} of {other.document}",
        arithmetic=f"The same {said(one.figure)} to the last digit; {spoken} {left.quote} and {right.quote}.",
        comparison=names,
        evidence=(Evidence.of(one), Evidence.of(other), Evidence.of(left), Evidence.of(right)),
        likely_wrong_why="one of the two settings: two runs hardly give one figure",
    )
