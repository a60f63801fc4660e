"""One edition of a benchmark, written in three ways."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings.words import listed
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip

CODE = "edition-forms"
ENOUGH = 3  # ways; "2.0" beside "v2.0" is how people write
_EDITION = re.compile(
    r"\b(?P<name>[A-Z][A-Za-z]*[A-Z][A-Za-z]*)(?: [A-Z][a-z]+)? (?P<mark>v|version |round |edition |release |)"
    r"(?P<number>\d{1,2}\.\d{1,2})\b(?!\.\d)(?! ?(?:x|%|ms|s|sec|min|h|[kKMGT]i?B|[kMG]?Hz|k?W)\b)"
)
Forms = dict[str, list[Evidence]]


@check(CODE, version=1, severity="low", since="0.1.0")
def edition_forms(corpus: Corpus) -> Iterator[Finding | Skip]:
    """An edition of a benchmark or a suite is written in one way, or in two.

    Why:
        "MLPerf 2.0", "MLPerf v2.0" and "MLPerf Training version 2.0" are one round. A search for one of them finds a
        third of its results, and the first is also the name of two suites with rounds of their own.

    Flags:
        A name in mixed capitals with one number behind it that three different marks lead ("", "v", "version") in the
        documents together; all names are one finding.

    Passes:
        Two ways; other numbers, which are other editions; numbers with a unit or a third part.

    Does not judge:
        Names in plain words; numbers that no name leads; names printed in one way (skipped).
    """
    found: dict[tuple[str, str], Forms] = defaultdict(lambda: defaultdict(list))
    for document in corpus.documents:
        for match in _EDITION.finditer(document.text):
            place = quoted(document, match.start(), match.end())
            found[match["name"], match["number"]][match["mark"].strip()].append(place)
    several = {name: forms for name, forms in sorted(found.items()) if len(forms) >= ENOUGH}
    if several:
        yield _finding(several)
    elif found:
        yield Skip(CODE, (), "not applicable, because every edition is written in one way, or in two")


def _finding(several: dict[tuple[str, str], Forms]) -> Finding:
    told = listed(" / ".join(places[0].quote for places in forms.values()) for forms in several.values())
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"one edition in three forms or more: {told}",
        arithmetic="; ".join(
            ", ".join(f"{places[0].quote} ({len(places)} times)" for places in forms.values())
            for forms in several.values()
        )
        + ".",
        comparison=tuple(f"{name} {number}" for name, number in several),
        evidence=tuple(item for forms in several.values() for places in forms.values() for item in _first(places)),
        likely_wrong_why="it cannot be told which form is meant to be the one",
    )


def _first(places: list[Evidence]) -> list[Evidence]:
    """The first in each document, in three documents at most."""
    return list({one.document_id: one for one in reversed(places)}.values())[::-1][:3]
