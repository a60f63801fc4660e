"""Names in the key columns of a document's tables, written in more than one way."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checks.lib.findings.words import listed
from checks.lib.statements.rows import cell, header
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary, key

CODE = "key-spelling"
KINDS = {"framework": "frameworks", "dataset": "datasets"}
COLUMNS = ("workload", "variant", "platform", "framework", "dataset")
NAMES = ("workloads", "platforms", "frameworks", "datasets")  # a known name is no slip of another
LETTERS = 8  # letters from which two words that differ in one are one word: shorter ones differ for a reason
MOST = 3  # cells of one spelling that a finding quotes, one a table
_WORD = re.compile(r"[A-Za-z]{8,}")


@dataclass(frozen=True, slots=True)
class Cell:
    """A key cell as printed; `row` counts from 1."""

    document: Document
    table: Table
    row: int
    column: int
    text: str

    @property
    def evidence(self) -> Evidence:
        """The cell as evidence."""
        return cell(self.document, self.table, self.row, self.column)


@check(CODE, version=2, severity="low", since="0.1.0")
def key_spelling(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A model, system, framework or data set is written in one way in all tables of a document.

    Why:
        Whoever joins two tables on the name gets no row. "ResNet-50 v1.5", "ResNet50 v1.5" and "ResNet-50v1.5" are one
        model for a reader and three for a program.

    Flags:
        Key cells that differ in case, hyphens or spaces only, frameworks and data sets also that the
        vocabulary knows as one, a framework without its release beside two with one, and one in other capitals as a
        word of another's name ("PyTorch", "Pytorch Geometric"); long words of
        one column of which one letter differs ("Multimodal", "Multimodel"). All of one kind of column of a document
        are one finding.

    Passes:
        Names with other digits; singular and plural; different names of one line.

    Does not judge:
        Names in prose (spelling-variants); tables without key columns (skipped).
    """
    for document in corpus.documents:
        known = list(_cells(document, corpus.vocabulary))
        if document.tables and not known:
            yield Skip(CODE, (document.name,), "not applicable, because no column holds names")
        by_kind: dict[str, list[Cell]] = defaultdict(list)
        for kind, one in known:
            by_kind[kind].append(one)
        for kind, cells in sorted(by_kind.items()):
            yield from _judge(document, kind, cells, corpus.vocabulary)


def _cells(document: Document, vocabulary: Vocabulary) -> Iterator[tuple[str, Cell]]:
    for table in document.tables:
        kinds = [(index, header(one.text, vocabulary)[0]) for index, one in enumerate(table.columns)]
        for index, kind in kinds:
            if kind in COLUMNS:
                for number, row in enumerate(table.rows, 1):
                    text = " ".join(row[index].text.split())
                    if text:
                        yield kind, Cell(document, table, number, index, text)


def _judge(document: Document, kind: str, cells: list[Cell], vocabulary: Vocabulary) -> Iterator[Finding]:
    names: dict[str, dict[str, list[Cell]]] = defaultdict(lambda: defaultdict(list))
    for one in cells:
        printed = one.text.split("(")[0].strip() if kind == "variant" else one.text
        names[_name(kind, printed, vocabulary)][printed].append(one)
    groups = [spellings for spellings in names.values() if len(spellings) > 1]
    groups += _near_words(cells, vocabulary)
    groups += _without_release(cells) + _other_capitals(cells) if kind == "framework" else []
    if groups:
        yield _finding(document, kind, groups)


def _name(kind: str, text: str, vocabulary: Vocabulary) -> str:
    """What a cell names. Models are parted by their print alone: "BERT Base - HuggingFace" is one on purpose."""
    entry = vocabulary.resolve(KINDS[kind], text) if kind in ("framework", "dataset") else None
    return entry.name if entry else key(text)


def _without_release(cells: Iterable[Cell]) -> list[dict[str, list[Cell]]]:
    """A name without its release beside two with one: "TensorFlow" beside "TensorFlow1" and "TensorFlow2"."""
    holding: dict[str, list[Cell]] = defaultdict(list)
    for one in cells:
        holding[one.text].append(one)
    bare = (text for text in holding if text.isalpha())
    found = ([text, *(other for other in holding if re.fullmatch(rf"{text}\s?\d+(?:\.\d+)*", other))] for text in bare)
    return [{text: holding[text] for text in texts} for texts in found if len(texts) > 2]


def _other_capitals(cells: Iterable[Cell]) -> list[dict[str, list[Cell]]]:
    """A name as a word of another, in other capitals: "PyTorch" beside "Pytorch Geometric"."""
    holding: dict[str, list[Cell]] = defaultdict(list)
    for one in cells:
        holding[one.text].append(one)
    names = {text.lower(): text for text in holding if text.isalpha()}
    found = (
        (names[word.lower()], text)
        for text in holding
        for word in text.split()[:1]
        if len(text.split()) > 1 and word != names.get(word.lower(), word) and not word.isupper()
    )
    return [{name: holding[name], text: holding[text]} for name, text in found]


def _near_words(cells: Iterable[Cell], vocabulary: Vocabulary) -> list[dict[str, list[Cell]]]:
    """Long words of one letter's difference, each with the cells that hold it."""
    from rapidfuzz.distance import Levenshtein

    holding: dict[str, list[Cell]] = defaultdict(list)
    for one in cells:
        for word in set(_WORD.findall(one.text)):
            holding[word.lower()].append(one)
    ordered = sorted(word for word in holding if not vocabulary.find(word, *NAMES))
    # Sorted by their first letters, words of one letter's difference behind the third stand in one block.
    blocks: dict[str, list[str]] = defaultdict(list)
    for word in ordered:
        blocks[word[:3]].append(word)
    near = [
        (left, right)
        for block in blocks.values()
        for at, left in enumerate(block)
        for right in block[at + 1 :]
        if len(left) == len(right) and Levenshtein.distance(left, right, score_cutoff=1) == 1
    ]
    return [{word: holding[word] for word in pair} for pair in near]


def _finding(document: Document, kind: str, groups: list[dict[str, list[Cell]]]) -> Finding:
    told = listed((" / ".join(spellings) for spellings in groups), most=8)
    counted = "; ".join(
        ", ".join(f"{text} ({len(cells)} times)" for text, cells in spellings.items()) for spellings in groups
    )
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"one {kind} in several spellings: {told}",
        arithmetic=f"{counted}.",
        comparison=(document.name, kind),
        evidence=tuple({(one.start, one.end): one for one in _quotes(groups)}.values()),
        likely_wrong_why="it cannot be told which spelling is meant to be the one",
    )


def _quotes(groups: list[dict[str, list[Cell]]]) -> Iterator[Evidence]:
    return (one.evidence for spellings in groups for cells in spellings.values() for one in _shown(cells))


def _shown(cells: list[Cell]) -> list[Cell]:
    return list({one.table.name: one for one in reversed(cells)}.values())[::-1][:MOST]
