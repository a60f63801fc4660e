"""Charts of one model of which some state its size or version, and others do not."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.findings.words import listed, said, topic
from checks.lib.statements.compared import Compared, compared
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary, key

CODE = "variant-unsaid"
MOST = 4  # charts that a message tells


@dataclass(frozen=True, slots=True)
class Named:
    """How the notes of a chart print the model, the longest form first met, and where."""

    chart: Compared
    form: str
    start: int
    end: int

    @property
    def evidence(self) -> Evidence:
        """The form in its place."""
        return quoted(self.chart.document, self.start, self.end)


@check(CODE, version=1, severity="low", since="0.1.0")
def variant_unsaid(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The charts of one model all state its size or version, or none does.

    Why:
        ResNeXt-101 comes as 32x4d, 32x8d and 64x4d. Where the inference chart says which and the training chart does
        not, the two factors may be of two models.

    Flags:
        Charts whose notes print a model without what the notes of another chart of the document print behind it ("101"
        and "101_32x4d", "v1.5"); all of a document are one finding.

    Passes:
        Charts that state it all alike; other models of one family.

    Does not judge:
        Titles and legends, which are short; models on one chart only (skipped).
    """
    models: dict[tuple[str, str], list[Compared]] = defaultdict(list)
    for one in compared(corpus):
        models[one.document.document_id, one.headline.workload].append(one)
    found: dict[str, list[tuple[Named, Named]]] = defaultdict(list)
    for (document, model), charts in sorted(models.items()):
        if len(charts) < 2 or not model:
            yield Skip(CODE, (charts[0].document.name, model), "not applicable, because one chart shows it")
            continue
        named = [one for chart in charts for one in _named(chart, model, corpus.vocabulary)]
        longest = max(named, key=lambda one: len(key(one.form)), default=None)
        if longest is not None:
            shorter = (one for one in named if _shorter(one, longest))
            found[document].extend((one, longest) for one in shorter)
    for _, pairs in sorted(found.items()):
        if pairs:
            yield _finding(pairs)


def _named(chart: Compared, model: str, vocabulary: Vocabulary) -> Iterator[Named]:
    """The longest form in the notes, none where they do not name the model."""
    text = chart.document.text
    forms = [
        Named(chart, mention.raw, note.start + mention.start, note.start + mention.end)
        for note in chart.chart.of("note")
        for mention in vocabulary.find(text[note.start : note.end].split("http")[0], "workloads")
        if mention.name == model
    ]
    yield from [max(forms, key=lambda one: len(key(one.form)))] if forms else []


def _shorter(one: Named, longest: Named) -> bool:
    mine, whole = key(one.form), key(longest.form)
    return mine != whole and whole.startswith(mine)


def _finding(pairs: list[tuple[Named, Named]]) -> Finding:
    told = listed((f"{topic(one.chart.headline)} {said(one.chart.headline.figure)}" for one, _ in pairs), most=MOST)
    stated = listed(whole.form for _, whole in pairs)
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"which size or version of the model was run is not said for {told}; another chart says {stated}",
        arithmetic="No sum: whether the charts are of one model cannot be told.",
        comparison=(pairs[0][0].chart.document.name, *sorted({one.chart.headline.workload for one, _ in pairs})),
        evidence=tuple({item.start: item for one, whole in pairs for item in (one.evidence, whole.evidence)}.values()),
        likely_wrong_why="nothing is wrong as printed; the size is missing",
    )
