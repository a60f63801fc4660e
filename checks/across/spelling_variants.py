"""One name in several spellings."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.language.names import Printed, by_key, digits, letters, printed
from checks.lib.statements.index import by
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary

CODE = "spelling-variants"
LETTERS = 5  # shorter names are one letter apart by chance: FP16 and BF16, GPT2 and GPT4
ALIKE = 0.8  # of the letters
KINDS = ("datasets", "workloads", "platforms", "frameworks")
Words = dict[str, list[Printed]]
_CODE = re.compile(r"_|[a-z]\.[a-z]|[a-z]\(", re.IGNORECASE)
_TAIL = re.compile(r".*\d")
_PART = re.compile(r"[^\W\d_]+")


@check(CODE, version=2, severity="low", since="0.1.0")
def spelling_variants(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A name of letters and digits is spelled in one way.

    Why:
        A data set that a page spells in three ways is three data sets to whoever joins on the name.

    Flags:
        Words across all documents with the same digits and almost the same letters, of which no two are known names of
        different things.

    Passes:
        Other case, hyphens or dots; names with other digits; two known names ("ResNet-50", "ResNeXt-50"); names that
        differ behind their last digit, which are sizes of one family ("YOLO11s", "YOLO11m"), or by a part of their own
        ("tiny-hf-v2", "tiny-ms-v2"); names of code ("numpy.int64", "qwen2_vl").

    Does not judge:
        Names without digits; names of fewer than five letters; which spelling is the right one, unless the vocabulary
        knows one (skipped, when it knows several).
    """
    words = by_key(one for one in printed(corpus.documents) if not _CODE.search(one.words))
    blocks: dict[tuple[tuple[str, ...], str], list[str]] = defaultdict(list)
    for name in sorted(words):
        if len(letters(name)) >= LETTERS:
            blocks[digits(name), _TAIL.sub("", name)].append(name)
    for block in blocks.values():
        for group in (found for alike in by(block, lambda name: name[0]).values() for found in _groups(alike)):
            if _parts_differ([words[name][0].words for name in group]):
                continue
            known = {entry for name in group for entry in _entries(name, corpus.vocabulary)}
            if len(known) > 1 or _stems_known(group, words, corpus.vocabulary):
                yield Skip(CODE, tuple(group), "not applicable, because these are known names of different things")
            else:
                yield _finding(group, words, next(iter(known), ""))


def _groups(block: list[str]) -> Iterator[list[str]]:
    """Names that are close to one another, chained; they share digits and first letter, so they are few."""
    from rapidfuzz.distance import Levenshtein

    left = list(block)
    while left:
        group = [left.pop(0)]
        for one in group:
            near = [name for name in left if _close(Levenshtein.distance(one, name), one, name)]
            group.extend(near)
            left = [name for name in left if name not in near]
        if len(group) > 1:
            yield sorted(group)


def _close(distance: int, one: str, other: str) -> bool:
    shorter = min(len(letters(one)), len(letters(other)))
    return distance <= 2 and one[0] == other[0] and (shorter - distance) / shorter >= ALIKE


def _parts_differ(printed_as: list[str]) -> bool:
    """Whether names with hyphens differ by short parts of their own: "tiny-hf-v2" is no slip of "tiny-ms-v2"."""
    parts = [_PART.findall(one.lower()) for one in printed_as if "-" in one]
    if len(parts) < len(printed_as) or len({len(one) for one in parts}) > 1:
        return False
    other = [set(column) for column in zip(*parts, strict=True) if len(set(column)) > 1]
    return any(min(map(len, column)) < LETTERS for column in other)


def _entries(name: str, vocabulary: Vocabulary) -> list[str]:
    return [entry.name for kind in KINDS if (entry := vocabulary.resolve(kind, name))]


def _stems_known(group: list[str], words: Words, vocabulary: Vocabulary) -> bool:
    """Whether the letters alone are known names that differ: ResNet and ResNeXt, whatever number follows."""
    stems = {letters(words[name][0].words).strip("-_. ") for name in group}
    named = {mention.name for stem in stems for kind in KINDS for mention in vocabulary.find(stem, kind)}
    return len(named) > 1


def _finding(group: list[str], words: Words, known: str) -> Finding:
    first = {name: words[name][0] for name in group}
    counts = listed(f"{one.words} ({len(words[name])} times)" for name, one in first.items())
    documents = sorted({one.document.name for name in group for one in words[name]})
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"one name in {len(group)} spellings: {listed(one.words for one in first.values())}",
        arithmetic=f"Same digits, almost the same letters: {counts}.",
        comparison=(*documents, *group),
        evidence=tuple(quoted(one.document, one.start, one.end) for one in first.values()),
        likely_wrong_why=f"all but {known}, the name that the vocabulary knows" if known else "it cannot be told which",
    )
