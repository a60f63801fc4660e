"""What a document says of all its runs, against the caption of one of its figures or tables."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence

from checks.lib.quantities.counts import Count, counts
from checks.lib.statements.passages import Passage, passages, phrase
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import key
from schemas.statement import Claim, Parsed

CODE = "said-of-all"
SETTINGS = ("batch_size", "precision", "sequence_length")
_ALL = re.compile(
    r"\b(?:all|every|each|both)\s(?:of\s)?(?:the\s|our\s|these\s)?(?:\w+\s)?"
    r"(?:runs?|results?|tests?|measurements?|experiments?|figures?|tables?|numbers?|benchmarks?|charts?|timings?|values?)\b|"
    r"\bthroughout (?:this|the)\b|\beverything (?:in|here)\b",
    re.IGNORECASE,
)
_UNLESS = re.compile(
    r"\b(?:unless|except\w*|otherwise|if not|where not|apart from|other than|but|mostly|most of|up to|at least|at most|"
    r"from \d+ to|between)\b",
    re.IGNORECASE,
)
_CAPTION = re.compile(r"\W*(?:figure|fig\.?|table|chart|plot|listing)\s*\d+[a-z]?\b", re.IGNORECASE)
_RUN_ON = re.compile(
    r"\b(?:on|across|using|over|(?<!rack )(?<!node )(?<!server )(?<!cluster )(?<!system )(?<!pod )with)\s"
    r"(?:up to\s)?(?:the\s|all\s|our\s)?$",
    re.IGNORECASE,
)
_EACH = re.compile(r"\s*(?:each|apiece|per\b|a (?:node|server)|in each)", re.IGNORECASE)


@check(CODE, version=2, severity="medium", since="0.1.0")
def said_of_all(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What a document says of all its runs holds for the run that a caption describes.

    Why:
        "All runs were made on 256 GPUs" stands in the introduction, "on 128 GPUs" under figure 4, which was kept
        from an earlier draft. Whoever divides by the number of GPUs is wrong by two, whichever it is.

    Flags:
        A number of GPUs, nodes or chips that a caption runs on, or a batch size, precision or sequence length in it,
        that differs from the only one which a sentence says of all runs, results or measurements.

    Passes:
        Captions without any; any of the numbers that the sentence prints of the same noun ("eight GPUs each, 256 in
        all").

    Does not judge:
        Sentences with an exception ("unless noted", skipped); documents that say two things of all runs; captions that
        print several numbers of a noun.
    """
    for parsed in corpus.parsed:
        every = list(passages(parsed.document))
        captions = [one for one in every if _CAPTION.match(one.words)]
        whole = [one for one in every if _ALL.search(one.words) and one not in captions] if captions else []
        kept = [one for one in whole if not _UNLESS.search(one.words)]
        for one in whole:
            if one not in kept and counts(one):
                yield Skip(CODE, (parsed.document.name, one.words[:40]), "not applicable, because it names exceptions")
        yield from _counted(parsed, kept, captions)
        yield from _set(parsed, kept, captions)


def _counted(parsed: Parsed, whole: Sequence[Passage], captions: Sequence[Passage]) -> Iterator[Finding]:
    said: dict[str, list[Count]] = defaultdict(list)
    for passage in whole:
        for one in counts(passage):
            said[one.noun].append(one)
    for caption in captions:
        for noun in {one.noun for one in counts(caption)} & set(said):
            mine = [one for one in counts(caption) if one.noun == noun]
            values = {one.value for one in said[noun]}
            # Of "eight GPUs each" alone nobody knows how many there are in all.
            alone = [one for one in said[noun] if not _EACH.match(one.passage.words, one.match.end())]
            runs = len(mine) == 1 and _RUN_ON.search(caption.words[: mine[0].match.start()])
            each = mine and _EACH.match(caption.words, mine[0].match.end())
            if runs and not each and alone and len({one.passage for one in alone}) == 1 and mine[0].value not in values:
                total = max(alone, key=lambda one: one.value)
                evidence = phrase(total.passage, total.match), phrase(caption, mine[0].match)
                yield _finding(parsed, noun, evidence)


def _set(parsed: Parsed, whole: Sequence[Passage], captions: Sequence[Passage]) -> Iterator[Finding]:
    configs = [one for one in parsed.claims if one.figure.kind == "config" and one.metric in SETTINGS]
    for name in SETTINGS:
        said = [one for one in configs if one.metric == name and _inside(one, whole)]
        if len({key(one.quote) for one in said}) != 1:
            continue
        for caption in captions:
            mine = [one for one in configs if one.metric == name and _inside(one, [caption])]
            if len({key(one.quote) for one in mine}) == 1 and key(mine[0].quote) != key(said[0].quote):
                yield _finding(parsed, name.replace("_", " "), (Evidence.of(said[0]), Evidence.of(mine[0])))


def _inside(claim: Claim, every: Sequence[Passage]) -> bool:
    return any(one.start <= claim.figure.start < one.end for one in every)


def _finding(parsed: Parsed, what: str, evidence: tuple[Evidence, Evidence]) -> Finding:
    said, caption = (one.quote.strip() for one in evidence)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"{parsed.document.name} says {said} of all its runs ({what}); a caption says {caption}",
        arithmetic=f"{said} and {caption}.",
        comparison=(parsed.document.name, what),
        evidence=evidence,
        likely_wrong_why="the caption, or the sentence that speaks of all runs",
    )
