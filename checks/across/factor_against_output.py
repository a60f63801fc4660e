"""How much faster one thing is than another, in a sentence, against the output of the tool that timed both."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.places import Places
from checks.lib.labels.output_runs import Run, pairs, runs, whole, words
from checks.lib.statements.passages import Passage, passages, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.interval import Interval, ulp

CODE = "factor-against-output"
MANY = 12  # pairs of runs that a sentence may be of, beyond which it is of none
SHOWN = 4  # pairs that a finding quotes
ROOM = Decimal("0.06")  # "23 times" of rounded values, or of a run before the one that is pasted
SAME = Decimal("1.03")  # two runs that are that close are level
_M = r"[*_`\s]"
_FASTER = re.compile(
    rf"(?:(?P<hedge>up to|over|more than|at least|nearly|almost){_M}+)?"
    rf"(?:(?<![\w.,–-])(?P<number>\d+(?:\.\d+)?){_M}?(?P<unit>%|[x×]|times|-?fold){_M}*)?"
    rf"\b(?P<way>faster|quicker|slower|as{_M}+fast{_M}+as|speed-?up){_M}*(?:(?:than|over|compared to|vs\.?){_M}+)?",
    re.IGNORECASE,
)
_THAN = re.compile(rf"(?:than|over|to|vs\.?|as){_M}+$", re.IGNORECASE)
_ENDS = re.compile(
    r"[,;:()!?]|\.(?=\s|$)|\s(?:and|but|because|since|as|when|while|if|in|on|for|at|with|by|here|due|thanks|which|that)\b"
)
_VERB = re.compile(
    r"\s(?:is|are|was|were|runs?|ran|seems?|appears?|performs?|gets?|proves?|comes?|finishe[sd]|turn(?:s|ed) out)\b"
)
_FOR = re.compile(r"\s*(?:for|on|with|in)\s+(?:the\s+)?`(?P<case>[^`]+)`")
_UNSURE = re.compile(
    r"\b(?:not|no|never|n't|should|would|could|may|might|expect\w*|used to|previous\w*|whether)\b", re.IGNORECASE
)
_PLAIN = frozenset(
    "the a an our its this that both now approximately about roughly around ~ much still also even version one so thus "
    "hence standard plain default overall means we see here benchmark benchmarks example case test results".split()
)


@dataclass(frozen=True, slots=True)
class Faster:
    """A sentence's words that make one thing faster: where they stand, by how much, and the two names."""

    start: int
    end: int
    number: str
    unit: str
    slower: bool
    subject: frozenset[str]
    baseline: frozenset[str]
    case: frozenset[str]
    hedge: str = ""


@check(CODE, version=1, severity="low", since="0.1.0")
def factor_against_output(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A sentence that says how much faster one thing is than another agrees with the pasted output of both runs.

    Why:
        The output of a benchmark tool names its run by its command, or by the line above it, and prints what was
        measured. The sentence beside it was written of that output, or of an older one.

    Flags:
        Low: "32 times faster than `find -iname`" over two outputs whose means give 13; "13% faster" where they give 13
        times; "A is slower than B" where each of A's runs is the faster one.

    Passes:
        A factor that any two runs of the two names give, of rates or of times, with "about"; "times faster" counted
        from one; runs that are level.

    Does not judge:
        Names that no run has, or that one run has both; sentences of more than a dozen pairs of runs; what was, may
        or should be faster.
    """
    places = Places(corpus)
    for document in corpus.documents:
        every = list(runs(document))
        if len(every) > 1:
            for passage in passages(document):
                for one in _said(passage):
                    yield from _judge(document, places, one, every)


def _said(passage: Passage) -> Iterator[Faster]:
    """The comparisons of a sentence; a name that leads the first is the subject of those that "and" joins to it."""
    text, subject, last = passage.words, frozenset[str](), 0
    for match in _FASTER.finditer(text):
        before = text[last : match.start()]
        subject = _subject(before) or subject
        rest = text[match.end() :]
        end = _ENDS.search(rest)
        than = _THAN.search(match[0])
        base = rest[: end.start() if end else len(rest)] if than else ""
        case = _FOR.match(rest) if not than else None
        last = match.end() + len(base)
        if subject and (base or case) and not _UNSURE.search(before):
            yield Faster(
                passage.start + match.start(),
                passage.start + last,
                match["number"] or "",
                (match["unit"] or "").lower(),
                match["way"].lower() == "slower",
                subject,
                _name(base),
                frozenset(map(whole, words(case["case"]))) if case else frozenset(),
                (match["hedge"] or "").lower(),
            )


def _subject(before: str) -> frozenset[str]:
    """The name in front of the verb: "For this one, `fd` is approximately"."""
    verbs = list(_VERB.finditer(before))
    led = before[: verbs[-1].start()] if verbs else ""
    return _name(re.split(r"[,;:(]\s", led)[-1])


def _name(phrase: str) -> frozenset[str]:
    """The words of a name; what is set as code alone, where something is."""
    code = " ".join(re.findall(r"`([^`]+)`", phrase))
    return frozenset(whole(one) for one in words(code or phrase) if one not in _PLAIN)


def _judge(document: Document, places: Places, one: Faster, every: Sequence[Run]) -> Iterator[Finding | Skip]:
    first, last = _section(document, one.start)
    near = [run for run in every if first <= run.value.start < last]
    found = _pairs(one, near) or (_pairs(one, every) if one.number else [])
    if not found or len(found) > MANY:
        yield Skip(CODE, (document.name, str(one.start)), "not applicable, because no few runs have the two names")
        return
    gains = [_gain(*pair) for pair in found]
    if (one.number and not any(_fits(one, gain) for gain in gains)) or (
        not one.number and all((gain.lower > SAME) if one.slower else (gain.upper * SAME < 1) for gain in gains)
    ):
        yield _finding(document, places, one, found, gains)


def _pairs(one: Faster, every: Sequence[Run]) -> list[tuple[Run, Run]]:
    """The runs of the subject with those of what it is compared with."""
    able = [run for run in every if run.called(one.case)] if one.case else every
    left = [run for run in able if run.called(one.subject)]
    right = [run for run in able if (run.called(one.baseline) if one.baseline else run not in left)]
    if len(left) * len(right) > MANY * MANY or any(run in right for run in left):
        return []
    return pairs(left, right, (one.subject, one.baseline))


def _section(document: Document, at: int) -> tuple[int, int]:
    """From the heading above a place to the next one that is not below it."""
    heads = [block for block in document.blocks if block.kind == "heading"]
    above = [block for block in heads if block.start <= at]
    if not above:
        return 0, len(document.text)
    mine = above[-1]
    after = (block.start for block in heads if block.start > mine.start and block.level <= mine.level)
    return mine.start, next(after, len(document.text))


def _gain(one: Run, other: Run) -> Interval:
    """How many times as fast the one ran."""
    if one.rate:
        return one.value.allowed / other.value.allowed
    return other.value.allowed / one.value.allowed


def _fits(one: Faster, gain: Interval) -> bool:
    gain = Interval(Decimal(1), Decimal(1)) / gain if one.slower else gain
    allowed = list(_allowed(one))
    if one.hedge in ("over", "more than", "at least"):
        return not allowed or gain.upper >= min(each.lower for each in allowed) * (1 - ROOM)
    return any(gain.distance(each) <= ROOM for each in allowed)


def _allowed(one: Faster) -> Iterator[Interval]:
    number, half = Decimal(one.number), ulp(one.number) / 2
    if one.unit == "%":
        yield Interval(1 + (number - half) / 100, 1 + (number + half) / 100)
        if number + half < 100:
            yield Interval(100 / (100 - number + half), 100 / (100 - number - half))
    elif number > half:
        # Cut off as often as rounded; and who counts from one says "twice faster" for 3x.
        yield Interval(number - half, number + 2 * half)
        yield Interval(number + 1 - half, number + 1 + half)


def _finding(
    document: Document, places: Places, one: Faster, found: Sequence[tuple[Run, Run]], gains: Sequence[Interval]
) -> Finding:
    said = " ".join(document.text[one.start : one.end].replace("*", "").split())
    shown = list(zip(found, gains, strict=True))[:SHOWN]
    stated = dict.fromkeys(run.value for pair, _ in shown for run in pair)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {said!r} of {' '.join(sorted(one.subject))}; the output of the runs does not",
        arithmetic="; ".join(
            f"{_printed(document, pair[0])} against {_printed(document, pair[1])} is {gain} times as fast"
            for pair, gain in shown
        )
        + ".",
        comparison=(document.name, *sorted(one.subject), "over", *sorted(one.baseline)),
        evidence=(
            quoted(document, one.start, one.end),
            *(places.printed(document, value.start, value.end) for value in stated),
        ),
        likely_wrong_why="the sentence or one of the outputs",
    )


def _printed(document: Document, run: Run) -> str:
    return document.text[run.value.start : run.value.end]
