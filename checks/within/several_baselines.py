"""A chart with several baselines and one factor."""

import re
from collections.abc import Iterator

from checks.lib.findings.words import listed, said, side, topic
from checks.lib.statements.compared import Compared, compared, prose_factors, repeats, supporting
from checks.lib.statements.passages import part
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Part
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary
from schemas.statement import Claim

CODE = "several-baselines"
_COUNT = re.compile(r"(\d+)\s?[xX×]\s?$")
Machine = tuple[str, str]  # name and printed count


@check(CODE, version=1, severity="medium", since="0.1.0")
def several_baselines(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A chart that draws several baselines says against which of them its factor is.

    Why:
        With bars for one and for two of the same system, "5.3x" is 5.3 or 2.65 of the other, and both readings look
        right.

    Flags:
        Charts with bars for two or more machines beside the praised one (other names, or other counts of one name)
        and a single factor whose words name none of them.

    Passes:
        One baseline; a factor for each baseline; a headline that names its baseline.

    Does not judge:
        Bars without a machine's name; charts that label each bar with its own value.
    """
    prose = prose_factors(corpus)
    for one in compared(corpus):
        bars = _baselines(one, corpus.vocabulary)
        if len(bars) < 2:
            yield Skip(CODE, (one.document.name, one.chart.name), "not applicable, because one baseline is drawn")
        elif len({claim.figure.value for claim in one.factors}) == 1 and not _says(one, corpus.vocabulary):
            yield _finding(one, bars, repeats(one.factors, prose, corpus.vocabulary))


def _baselines(one: Compared, vocabulary: Vocabulary) -> dict[Machine, Part]:
    found: dict[Machine, Part] = {}
    for category in one.chart.of("category"):
        words = one.document.text[category.start : category.end]
        for name in vocabulary.find(words, "platforms")[:1]:
            count = _COUNT.search(words[: name.start])
            if not vocabulary.related(name.name, one.subject.name) and not name.entry.flag("generic"):
                found.setdefault((name.name, count[1] if count else ""), category)
    return found


def _says(one: Compared, vocabulary: Vocabulary) -> bool:
    return any(vocabulary.find(claim.context, "platforms") for claim in one.factors)


def _finding(one: Compared, bars: dict[Machine, Part], echoes: list[Claim]) -> Finding:
    names = listed(f"{count}x {name}" if count else name for name, count in bars)
    resolved = [claim for claim in echoes if claim.baseline.name]
    where = f" Only the text settles it: {side(resolved[0].baseline)}." if resolved else ""
    factor = one.headline.figure
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="medium",
        message=f"{topic(one.headline)}: one factor, {said(factor)}, over {len(bars)} baselines ({names}); neither "
        "title nor label says which",
        arithmetic=f"{said(factor)} may be read against any of {names}.{where}",
        comparison=(one.document.name, one.headline.workload, one.headline.task, one.subject.name),
        evidence=(
            *(Evidence.of(claim) for claim in one.factors),
            *(part(one.document, bar) for bar in bars.values()),
            *supporting(echoes),
        ),
        likely_wrong_why="nothing is wrong as printed; the factor's baseline is left open",
    )
