"""How the readers do on sentences of a colleague who never saw the tool: `python -m tests.gold.sentences [FOLDER]`.

Whole documents say that a conflict was missed, not where its chain broke; a sentence has one link only. `factors.jsonl`
holds sentences with one comparison (`factor`: the new value over the old) or a trap (null), `pairs.jsonl` sentences
with two values of one quantity (`values`) or a trap.
"""

import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from checks.lib.labels.about import Index, index_of
from checks.lib.labels.contrasts import contrasts
from checks.lib.quantities.near_pairs import near_pairs
from checks.lib.statements.factors import factors, up
from schemas.comparison import Corpus
from schemas.interval import Interval
from schemas.multiples import multiples
from schemas.names import vocabulary
from schemas.statement import Parsed
from tests.gold.score import read
from tieout.link import link

HERE = Path(__file__).parent / "sentences"
NEAR = 0.03  # of a factor: what rounding in words leaves
Counts = Counter[tuple[str, str, str]]  # told or trap, reader, what it read


def entries(name: str, folder: Path = HERE) -> list[dict[str, Any]]:
    """The sentences of a list of LISTS."""
    return [json.loads(line) for line in (folder / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def of_factors(every: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], str, str]]:
    """Each sentence with a reader and what it read: "right", "wrong" or "none"."""
    for entry in every:
        parsed, _, index = _document(entry["text"])
        claims = [one for one in parsed.claims if one.figure.kind in ("ratio", "percent_change")]
        said = [up(way).widened for one in claims if one.quote in entry["text"] for way in factors(one)]
        yield entry, "claims", _judged(entry["factor"], said)
        told = (one for each in index.sentences(parsed.document) for one in multiples(each.passage.words))
        yield entry, "multiples", _judged(entry["factor"], [way for one in told for way in one.ways])


def of_pairs(every: Iterable[dict[str, Any]]) -> Iterator[tuple[dict[str, Any], str, str]]:
    """The same of the two readers of values that stand side by side."""
    for entry in every:
        parsed, _, index = _document(entry["text"])
        sentences, values = index.sentences(parsed.document), entry["values"]
        factor = max(values) / min(values) if values else None
        yield entry, "near_pairs", _judged(factor, [one.factor for one in near_pairs(sentences, ())])
        told = [one.contrast.factor.rounded for one in contrasts(sentences)]
        yield entry, "contrasts", _judged(factor, told)


def counted(results: Iterable[tuple[dict[str, Any], str, str]]) -> Counts:
    """How many sentences with something to read, and traps, each reader read how."""
    return Counter((_kind(entry), reader, what) for entry, reader, what in results)


def _kind(entry: dict[str, Any]) -> str:
    return "trap" if entry.get("factor", entry.get("values")) is None else "told"


def _judged(factor: float | None, read_as: Iterable[Interval]) -> str:
    found = list(read_as)
    if not found:
        return "none"
    meant = max(factor, 1 / factor) if factor else 0
    near = (float(one.lower) * (1 - NEAR) <= meant <= float(one.upper) * (1 + NEAR) for one in found)
    return "right" if meant and any(near) else "wrong"


def _document(text: str) -> tuple[Parsed, Corpus, Index]:
    parsed = read("notes.md", f"# Notes on performance\n\n{text}\n".encode())
    corpus = link([parsed], vocabulary(), None)
    return parsed, corpus, index_of(corpus)


LISTS = {"factors": of_factors, "factors-2": of_factors, "pairs": of_pairs, "pairs-2": of_pairs}


def main(folder: Path) -> None:
    """Write the counts of all lists of a folder."""
    for name, reader in LISTS.items():
        if not (folder / f"{name}.jsonl").exists():
            continue
        counts = counted(reader(entries(name, folder)))
        for kind, who in dict.fromkeys((kind, who) for kind, who, _ in counts):
            total = sum(number for key, number in counts.items() if key[:2] == (kind, who))
            shown = ", ".join(f"{what} {counts[kind, who, what]}" for what in ("right", "wrong", "none"))
            sys.stdout.write(f"{name:10} {kind} {who:10} of {total}: {shown}\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else HERE)
