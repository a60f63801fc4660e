"""Shares of one whole that come to more than the whole, or, with the rest among them, to another sum than all."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.statements.passages import passages, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Block, Document
from schemas.finding import Finding, Skip
from schemas.interval import short, ulp

CODE = "shares-of-whole"
HUNDRED = Decimal(100)
FEWEST = 3  # parts of a whole
MOST = 12
FAR = Decimal("1.6")  # times the whole; what comes to more are no shares of it
LEAD = 300  # characters of what stands right above a list
_SHARE = re.compile(r"(?<![\w.,–-])(?P<n>\d{1,2}(?:\.(?P<frac>\d+))?)\s?(?:%|per ?cent\b)(?!-)", re.IGNORECASE)
_REST = re.compile(
    r"\b(?:(?:the|all) (?:rest|others?|remainder|remaining)|rest|others?|remainder|everything else)\b", re.IGNORECASE
)
_WHOLE = re.compile(
    r"\b(?:shares? of|breakdown|break-?down|split (?:of|by|between|among|across)|exclusive|exactly one|"
    r"where (?:the |its |our |that )?\w+ (?:goes|went|is spent)|spends? its)\b",
    re.IGNORECASE,
)
_YEAR = re.compile(r"\b20\d\d\b")
_CLAUSE = re.compile(r"[,;.%](?=\s|$)|\band\b")
# What each does for itself is a rate, and no share: "Merle answers 52 % right", "95 % finish within a second".
_RATE = re.compile(
    r"\b(?:answers?|hits?|has|have|uses?|reach(?:es)?|finish(?:es)?|scores?|right|correct|wins?|within|under|below|"
    r"succeed\w*|pass\w*|accura\w+|full|utili[sz]ed|busy)\b",
    re.IGNORECASE,
)
_OVERLAP = re.compile(
    r"\b(?:of which|of these|of those|of that|of them|overlap\w*|more than one|multiple answers|several answers|"
    r"thereof|including|includes|within that|in parallel|at the same time)\b",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\s*(?:(?:more|less|faster|slower|higher|lower|fewer|better|worse|cheaper|shorter|longer|smaller|larger|off|accura\w+|"
    r"recall|efficien\w+|utili[sz]ation|confidence|discount|reduction|increase|gain)\b)",
    re.IGNORECASE,
)
_BY = re.compile(
    r"\b(?:by|up|down|plus|minus|than|under|over|to|from|least|most|at|reach\w*)\s(?:about\s)?$|[+~<>≤≥−-]\s?$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Part:
    """A share as it is printed at [start, end) of its document, in per cent, and by how much it may be off."""

    start: int
    end: int
    value: Decimal
    off: Decimal
    text: str


@dataclass(frozen=True, slots=True)
class Split:
    """The shares of one list or sentence, and the text around that says what they are of."""

    document: Document
    parts: tuple[Part, ...]
    text: str
    lead: str

    @property
    def total(self) -> Decimal:
        """What they come to, in per cent."""
        return sum((one.value for one in self.parts), Decimal(0))

    @property
    def off(self) -> Decimal:
        """By how much that may be off, as each is rounded."""
        return sum((one.off for one in self.parts), Decimal("0.5"))

    @property
    def with_rest(self) -> bool:
        """Whether the rest is one of the parts, and one only: of three nodes each has what remains on it."""
        return sum(bool(_REST.search(one.text)) for one in self.parts) == 1


@check(CODE, version=1, severity="low", since="0.1.0")
def shares_of_whole(corpus: Corpus) -> Iterator[Finding | Skip]:
    """Shares of one whole come to no more than the whole, and to all of it where the rest is one of them.

    Why:
        A profile, a bill or a survey is measured again, one of its shares is typed anew and the others stay. Nobody
        adds up four percentages in a list.

    Flags:
        Three to twelve percentages of a list, or of one sentence, which come to more than 100 % where the list or what
        stands right above it calls them shares of something ("shares of wall time", "of the step", "a breakdown"), or
        to more or less than 100 % where one of them is of the rest ("15 % in the rest", "Other: 9 %"). Always low.

    Passes:
        Sums that rounding of each share explains; sums below 100 % without a rest.

    Does not judge:
        Changes, accuracies and bounds; shares of which one is said to be of another ("of which 12 %") or that may
        overlap (skipped); what comes to more than 160 %, which are no shares of one thing; one share, year by year.
    """
    for document in corpus.documents:
        for split in _splits(document):
            if not _adds_up(split):
                key = (document.name, *(one.text[:40] for one in split.parts[:FEWEST]))
                overlapping = _OVERLAP.search(f"{split.lead} {split.text}")
                yield (
                    Skip(CODE, key, "not applicable, because the parts may overlap")
                    if overlapping
                    else _finding(split, key)
                )


def _splits(document: Document) -> Iterator[Split]:
    run: list[Block] = []
    for block in (*document.blocks, None):
        if block and block.kind == "list_item":
            run.append(block)
            continue
        yield from _of_list(document, run)
        run = []
    for passage in passages(document):
        if len(_SHARE.findall(passage.words)) < FEWEST:
            continue
        inside = any(one.kind == "list_item" and one.start <= passage.start < one.end for one in document.blocks)
        if not inside and not any(table.start <= passage.start < table.end for table in document.tables):
            parts = tuple(_parts(document, passage.start, passage.end))
            yield from _split(document, parts, passage.words, "")


def _of_list(document: Document, run: Sequence[Block]) -> Iterator[Split]:
    if len(run) < FEWEST - 1:
        return
    parts = tuple(part for one in run for part in _parts(document, one.start, one.end))
    text = document.text[run[0].start : run[-1].end]
    yield from _split(document, parts, text, document.text[max(0, run[0].start - LEAD) : run[0].start])


def _split(document: Document, parts: tuple[Part, ...], text: str, lead: str) -> Iterator[Split]:
    if FEWEST <= len(parts) <= MOST and len({one.start for one in parts}) == len(parts):
        split = Split(document, parts, text, lead)
        rated = any(_RATE.search(one.text) for one in parts)
        dated = sum(bool(_YEAR.search(one.text)) for one in parts) > 1  # the share of one thing, year by year
        if (
            not (dated or rated)
            and (split.with_rest or _WHOLE.search(f"{lead} {text}"))
            and len(_SHARE.findall(text)) == len(parts)
        ):
            yield split


def _parts(document: Document, start: int, end: int) -> Iterator[Part]:
    """The shares of a stretch, each with the words of its clause; changes and bounds are none."""
    text = document.text[start:end]
    found = list(_SHARE.finditer(text))
    for at, one in enumerate(found):
        if _CHANGE.match(text, one.end()) or _BY.search(text[: one.start()]):
            continue
        last = found[at + 1].start() if at + 1 < len(found) else len(text)
        words = _CLAUSE.split(text[one.end() : last])[0]
        off = ulp(one["n"]) / 2
        around = f"{_ahead(text[: one.start()])}{one[0]}{words}"
        yield Part(start + one.start(), start + one.end(), Decimal(one["n"]), off, around)


def _ahead(text: str) -> str:
    """The words of a clause ahead of its share: "Merle answers"."""
    return _CLAUSE.split(text)[-1]


def _adds_up(split: Split) -> bool:
    if split.total > HUNDRED * FAR or split.total < HUNDRED / FAR:
        return True
    over, under = split.total - HUNDRED > split.off, HUNDRED - split.total > split.off
    return not (over or (under and split.with_rest))


def _finding(split: Split, key: tuple[str, ...]) -> Finding:
    quotes = [quoted(split.document, one.start, one.end) for one in split.parts]
    total = short(split.total)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{split.document.name}: {listed(one.quote for one in quotes)} are shares of one whole and come to "
        f"{total}%",
        arithmetic=f"{' + '.join(one.quote for one in quotes)} = {total}%, where rounding explains {short(split.off)}.",
        comparison=key,
        evidence=tuple(quotes),
        likely_wrong_why="one of the shares, it cannot be told which",
    )
