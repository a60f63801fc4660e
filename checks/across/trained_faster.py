"""How much faster a model trains, told as speed in one document and as throughput in another."""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import combinations

from checks.lib.findings import severity
from checks.lib.findings.words import IN_TEXT, said
from checks.lib.findings.words import apart as apart_by
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.linking.same_words import apart
from checks.lib.statements.alike import differences
from checks.lib.telling.claimed import claimed
from checks.lib.telling.told import FACTOR, Fact, facts
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.interval import judge
from schemas.names import key
from schemas.statement import Claim, Parsed

CODE = "trained-faster"
SPEED = frozenset({"time_to_train", "performance"})
FAR = Decimal(3)  # times apart: two things
# Until a model is good enough is more than how fast its steps go, and fine-tuning is no pretraining.
_WHOLE = re.compile(
    r"\b(?:time[- ]to[- ](?:train|accuracy|quality|result|target|solution)|converg\w+|end[- ]to[- ]end|accuracy|"
    r"wall[- ]clock|epochs?|data loading|checkpoint\w*|load(?:s|ing)?)\b",
    re.IGNORECASE,
)
_FASTER = re.compile(r"\b(?:faster|quicker|as fast|as quick\w*|speeds? up|sped up|speedup)\b", re.IGNORECASE)
_STAGES = (re.compile(r"\bpre-?train\w*", re.IGNORECASE), re.compile(r"\bfine-?tun\w*", re.IGNORECASE))
_EACH = re.compile(r"\b(?:per (?:chip|gpu|device|watt|dollar|node)|rack|cluster|pod|scal\w+)\b", re.IGNORECASE)
_LOOSE = ("up_to", "under", "orders_of_magnitude")


@dataclass(frozen=True, slots=True)
class _Told:
    """A factor of training, and its sentence's words for it."""

    claim: Claim
    fact: Fact

    @property
    def throughput(self) -> bool:
        """Whether it is one of throughput, and not of speed."""
        return self.claim.metric == "throughput"


@check(CODE, version=1, severity="medium", since="0.1.0")
def trained_faster(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a launch calls so many times faster at training has that much more training throughput on the results page.

    Why:
        The blog says that the new chip trains a model 2.3x faster, the results page that it has 1.8x the throughput.
        Both are of the same steps of the same model, and each page is right by itself.

    Flags:
        A factor of training speed in one document and a factor of training throughput in another, of the same model and
        the same two machines, whose intervals do not meet.

    Passes:
        Rounded values; bounds that leave room.

    Does not judge:
        "Up to"; times to an accuracy, to convergence or from end to end; pretraining beside fine-tuning; sides with
        another count, precision, batch size or sequence length; documents that print both figures; documents of
        different dates (skipped).
    """
    index = index_of(corpus)
    groups: dict[tuple[str, str], list[_Told]] = defaultdict(list)
    for parsed in corpus.parsed:
        for one in _told(parsed, index):
            groups[one.claim.subject.name, one.claim.baseline.name].append(one)
    for _, some in sorted(groups.items()):
        both = {one.claim.document_id for one in some if one.throughput}
        both &= {one.claim.document_id for one in some if not one.throughput}
        able = [one for one in some if one.claim.document_id not in both]
        for one, other in combinations(able, 2):
            if one.throughput != other.throughput and _one_thing(one, other, corpus):
                yield from _judge(one.claim, other.claim, index, corpus)


def _told(parsed: Parsed, index: Index) -> Iterator[_Told]:
    for sentence, claims in claimed(parsed, index):
        mine = [one for one in claims if one.figure.kind == "ratio"]
        told = [one for one in facts(sentence, mine) if one.kind == FACTOR]
        if len(mine) == len(told) == 1 and _is_of_training(mine[0]):
            yield _Told(mine[0], told[0])


def _is_of_training(claim: Claim) -> bool:
    """Whether a factor in the text says how fast one machine trains a model, over another one."""
    speed = claim.metric == "throughput" or (claim.metric in SPEED and _FASTER.search(claim.context))
    sides = claim.subject.name and claim.baseline.name and claim.subject.name != claim.baseline.name
    plain = claim.place in IN_TEXT and not claim.chart and claim.figure.qualifier not in _LOOSE
    return bool(claim.task == "training" and speed and sides and plain) and not _WHOLE.search(claim.context)


def _one_thing(one: _Told, other: _Told, corpus: Corpus) -> bool:
    """Whether two factors are of one model, one stage of its training and sides of one size."""
    left, right = one.claim, other.claim
    stages = [{at for at, words in enumerate(_STAGES) if words.search(each.context)} for each in (left, right)]
    if all(stages) and stages[0] != stages[1]:
        return False
    unlike = bool(_EACH.search(left.context)) != bool(_EACH.search(right.context))
    return (
        _one_model(left, right)
        and not (unlike or differences(left, right, corpus.vocabulary))
        and not apart(one.fact, other.fact)
    )


def _one_model(left: Claim, right: Claim) -> bool:
    """Whether both name one model, by the claim or in the sentence's words."""
    named = {key(one.workload) for one in (left, right) if one.workload}
    if len(named) != 1:
        return False
    model = named.pop()
    return all(one.workload or model in key(one.context) for one in (left, right))


def _judge(one: Claim, other: Claim, index: Index, corpus: Corpus) -> Iterator[Finding | Skip]:
    if judge(one.figure.readings, other.figure.readings) != "inconsistent":
        return
    left, right = one.figure.interval, other.figure.interval
    if max(one.figure.value, other.figure.value) > FAR * min(one.figure.value, other.figure.value):
        return
    name = (one.workload or other.workload, one.subject.name, one.baseline.name)
    documents = {each.document_id: each for each in corpus.documents}
    if index.of_two_editions(documents[one.document_id], documents[other.document_id]):
        yield Skip(CODE, name, OTHER_EDITION)
        return
    yield Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.at_most("medium", severity.of_gap(left.distance(right))),
        message=f"training {name[0]}, {name[1]} over {name[2]}: {said(one.figure)} {_what(one)} in {one.document}, "
        f"{said(other.figure)} {_what(other)} in {other.document}",
        arithmetic=f"{said(one.figure)} allows {left}; {said(other.figure)} allows {right}: "
        f"{apart_by(left.distance(right))}.",
        comparison=(*name, "training speed"),
        evidence=(Evidence.of(one), Evidence.of(other)),
        likely_wrong_why="either of them, or they are of two runs: steps of one model have one speed",
    )


def _what(claim: Claim) -> str:
    return "throughput" if claim.metric == "throughput" else "faster"
