"""Score extraction on hand-made labels: `python -m tests.gold.score [--set 2] [--pairs] [--show]`.

The documents are none that the parsers were built for. prose.jsonl: sentences in the manner of many publishers with
every claim in them; nothing.jsonl: sentences with
numbers that claim no performance; tables/: small pages with their tables and some of their measurements. Fields that
a label calls debatable are not scored; `also` lists further right answers. prose2.jsonl and nothing2.jsonl are a second
set, pairs.jsonl short documents that conflict, agree, or may be flagged either way ("soft", not scored).
"""

import argparse
import json
import re
import sys
from base64 import b64decode
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from parsers.lib.extract import extract
from parsers.lib.registry import Raw, choose, parsers
from schemas.errors import TieoutError
from schemas.finding import Evidence, Finding
from schemas.names import vocabulary
from schemas.statement import Claim, Measurement, Parsed
from tieout.reconcile import reconcile

HERE = Path(__file__).resolve().parent
PERFORMANCE = frozenset({"ratio", "percent_change", "absolute", "duration", "price"})
FIELDS = ("kind", "qualifier", "metric", "task", "workload", "subject", "baseline")
MARKS = re.compile(r"\s*(?:[¹²³⁴⁵⁶⁷⁸⁹⁰*†‡]+|\[\^?\w{1,2}\])+$")
CURRENCY = {"usd": "$", "us$": "$", "eur": "€", "gbp": "£"}
Label = dict[str, Any]


@dataclass
class Scores:
    """Hits out of tries by measure, and what was missed."""

    hits: Counter[str] = field(default_factory=Counter)
    tries: Counter[str] = field(default_factory=Counter)
    misses: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def add(self, measure: str, ok: bool, miss: str) -> None:
        """Count one try; a failed one is listed."""
        self.tries[measure] += 1
        self.hits[measure] += ok
        if not ok:
            self.misses.append(f"{measure}: {miss}")

    def rate(self, measure: str) -> float:
        """Hits per try, 0 when nothing was tried."""
        return self.hits[measure] / max(1, self.tries[measure])

    def lines(self) -> Iterator[str]:
        """The figures, one measure a line."""
        for measure, tries in self.tries.items():
            yield f"{measure:32s} {self.hits[measure]}/{tries} = {self.rate(measure):.3f}"
        yield from self.notes


def read(name: str, data: bytes) -> Parsed:
    """What extraction makes of these bytes."""
    raw = Raw(name, data)
    return extract(choose(raw).parse(raw), vocabulary())


def labels(path: Path) -> list[Label]:
    """The lines of a JSONL file."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def score_prose(path: Path = HERE / "prose.jsonl") -> Scores:
    """Recall, precision and fields of the claims in sentences."""
    scores = Scores()
    for entry in labels(path):
        head = f"{entry['heading']}\n\n" if entry["heading"] else ""
        found = list(read(f"{entry['id']}.txt", (head + entry["text"] + "\n").encode()).claims)
        _score_entry(entry, len(head), found, scores)
    return scores


def _score_entry(entry: Label, offset: int, found: list[Claim], scores: Scores) -> None:
    spans: list[tuple[int, int]] = []
    taken: dict[str, int] = {}
    for label in entry["claims"]:
        start = entry["text"].index(label["quote"], taken.get(label["quote"], 0))
        taken[label["quote"]] = start + 1
        spans.append((start + offset, start + offset + len(label["quote"])))
        _score_label(entry, label, [c for c in found if _touch(c, *spans[-1])], scores)
    for claim in found:
        if claim.figure.kind in PERFORMANCE:
            ok = any(_touch(claim, *span) for span in spans)
            scores.add("precision", ok, f"{entry['id']} {claim.figure.kind} {claim.quote!r} in {claim.context[:110]!r}")


def _score_label(entry: Label, label: Label, near: list[Claim], scores: Scores) -> None:
    where = f"{entry['id']} {label['quote']!r}"
    match = [c for c in near if c.quote.strip() == label["quote"] or _value_is(c, label) or _free(label, "value")]
    seen = ", ".join(f"{c.figure.kind} {c.quote!r} = {c.figure.value}" for c in near)
    scores.add("recall", bool(match), f"{where} in {entry['text'][:110]!r}; there: {seen or 'nothing'}")
    if not match:
        return
    best = max(match, key=lambda c: (c.figure.kind in PERFORMANCE, c.figure.kind == label["kind"], _value_is(c, label)))
    got = f"{best.figure.value}..{best.figure.value_hi} {best.figure.unit}"
    expected = f"{label['value']}..{label['value_hi']} {label['unit']}"
    right = _value_is(best, label) and _high_is(best, label) and _unit_is(best.figure.unit, label)
    scores.add("value and unit", right, f"{where} label {expected} got {got}")
    values = _fields(best)
    for name in FIELDS:
        if name not in label.get("debatable", []):
            accepted = [label[name], *label.get("also", {}).get(name, [])]
            exact = name in ("kind", "qualifier", "task")
            ok = any(_same(values[name], one, exact=exact) for one in accepted)
            scores.add(name, ok, f"{where} label {label[name]!r} got {values[name]!r} in {entry['text'][:110]!r}")


def _fields(claim: Claim) -> dict[str, str]:
    return {
        "kind": claim.figure.kind,
        "qualifier": claim.figure.qualifier,
        "metric": claim.metric,
        "task": claim.task,
        "workload": claim.workload,
        "subject": claim.subject.name,
        "baseline": claim.baseline.name,
    }


def _touch(claim: Claim, start: int, end: int) -> bool:
    return claim.figure.start < end and start < claim.figure.end


def _free(label: Label, name: str) -> bool:
    return name in label.get("debatable", [])


def _value_is(claim: Claim, label: Label) -> bool:
    return _free(label, "value") or _amount_is(float(claim.figure.value), claim.figure.unit, label)


def _high_is(claim: Claim, label: Label) -> bool:
    if _free(label, "value_hi") or _free(label, "value"):
        return True
    high = claim.figure.value_hi
    if high is None or label["value_hi"] is None:
        return high is None and label["value_hi"] is None
    return _amount_is(float(high), claim.figure.unit, {**label, "value": label["value_hi"]})


def _amount_is(value: float, unit: str, label: Label) -> bool:
    """Equal in the base unit where both have one (92 s is 1.533 minutes, 8 s is not 8 ms), else equal as printed."""
    ours, theirs = _scale(unit), _scale(str(label["unit"] or ""))
    expected = float(label["value"])
    if ours and theirs and ours[0] == theirs[0]:
        value, expected = value * ours[1], expected * theirs[1]
    return abs(value - expected) <= 1e-6 * abs(expected)


@cache
def _scale(unit: str) -> tuple[str, float] | None:
    entry = vocabulary().resolve("units", unit)
    return (entry.text("dimension"), float(entry.text("scale"))) if entry and entry.text("scale") else None


def _unit_is(unit: str, label: Label) -> bool:
    if _free(label, "unit") or _free(label, "value"):
        return True
    if label.get("kind") == "price":
        return _currency(unit) == _currency(str(label["unit"]))
    accepted = [label["unit"], *label.get("also", {}).get("unit", [])]
    same_dimension = (ours := _scale(unit)) and (theirs := _scale(str(label["unit"] or ""))) and ours[0] == theirs[0]
    return bool(same_dimension) or any(_unit(unit) == _unit(str(one or "")) for one in accepted)


def _currency(unit: str) -> str:
    first = re.split(r"[/ ]", unit.strip().lower(), maxsplit=1)[0]
    return CURRENCY.get(first, first)[:1]


@cache
def _unit(unit: str) -> str:
    entry = vocabulary().resolve("units", unit)
    plain = (
        entry.name if entry else re.sub(r"\s+(?:per|a)\s+", "/", unit).replace("/second", "/s").replace("/sec", "/s")
    ).replace("/minute", "/min")
    return re.sub(r"[^\w/%$€]", "", plain).lower()


def _same(a: str | None, b: str | None, *, exact: bool = False) -> bool:
    """Loose comparison of names, as in the project's acceptance script."""
    if exact:
        return (a or "") == (b or "")
    x, y = _key(a), _key(b)
    return x == y or (min(len(x), len(y)) >= 3 and (x in y or y in x))


def _key(name: str | None) -> str:
    plain = re.sub(r"\(.*?\)", "", name or "").lower().replace("nvidia", "")
    return re.sub(r"[^a-z0-9]", "", plain)


def score_nothing(path: Path = HERE / "nothing.jsonl") -> Scores:
    """Sentences left alone among those that claim nothing."""
    scores = Scores()
    for entry in labels(path):
        found = read(f"{entry['id']}.txt", (entry["text"] + "\n").encode()).claims
        wrong = [f"{c.figure.kind} {c.quote!r}" for c in found if c.figure.kind in PERFORMANCE]
        scores.add("left alone", not wrong, f"{entry['id']} {', '.join(wrong)} in {entry['text']!r}")
    scores.notes.append(f"sentences wrongly claimed: {1 - scores.rate('left alone'):.3f}")
    return scores


def score_tables(folder: Path = HERE / "tables") -> Scores:
    """Rows, columns and measurements of the pages, by kind of file."""
    scores = Scores()
    skipped: Counter[str] = Counter()
    known = {suffix for parser in parsers().values() for suffix in parser.suffixes}
    for page in sorted(path for path in folder.iterdir() if path.suffix in {".md", ".html", ".txt", ".rst", ".pdf"}):
        if page.suffix not in known:
            skipped[page.suffix] += 1
            continue
        _score_page(page, json.loads(page.with_suffix(".json").read_text(encoding="utf-8")), scores)
    scores.notes += [f"skipped {n} {suffix} pages: no parser reads them yet" for suffix, n in skipped.items()]
    return scores


def _score_page(page: Path, label: Label, scores: Scores) -> None:
    kind = page.suffix.removeprefix(".")
    try:
        parsed = read(page.name, page.read_bytes())
    except TieoutError as error:
        scores.notes.append(f"{page.name} could not be read: {error}")
        parsed = None
    tables = parsed.document.tables if parsed else ()
    measured: dict[tuple[str, int], list[Measurement]] = defaultdict(list)
    for row in parsed.measurements if parsed else ():
        measured[row.table, row.row].append(row)
    for number, want in enumerate(label["tables"], 1):
        rows = [tuple(map(_cell, row)) for row in want["rows"]]
        have = [[tuple(_cell(cell.text) for cell in row) for row in table.rows] for table in tables]
        best = max(range(len(tables)), key=lambda i: sum(row in rows for row in have[i]), default=None)
        printed = have[best] if best is not None else []
        extra = max(0, len(printed) - len(rows))  # a row too many spoils a good one
        for cells in rows:
            ok = cells in printed
            scores.add(f"{kind} rows exact", ok, f"{page.name} table {number} {cells} got {printed[:3]}")
        scores.hits[f"{kind} rows exact"] -= min(extra, sum(cells in printed for cells in rows))
        columns = [cell.text for cell in tables[best].columns] if best is not None else []
        same = list(map(_key, columns)) == list(map(_key, map(_cell, want["columns"])))
        scores.add(f"{kind} columns", same, f"{page.name} table {number} {want['columns']} got {columns}")
        name = tables[best].name if best is not None else ""
        for item in label["measurements"]:
            if item["table"] == number:
                _score_measurement(page.name, kind, item, measured[name, item["row"]], scores)
    spare = len(tables) - len(label["tables"])
    scores.add(f"{kind} no spare tables", spare <= 0, f"{page.name} has {len(tables)}, label {len(label['tables'])}")


def _score_measurement(page: str, kind: str, item: Label, row: list[Measurement], scores: Scores) -> None:
    where = f"{page} table {item['table']} row {item['row']} {item['column']!r}"
    found = next((m for m in row if _key(_cell(m.column)) == _key(item["column"])), None)
    scores.add(f"{kind} measurements", found is not None, f"{where}; in that row: {[m.column for m in row]}")
    if found is None:
        return
    unit = found.unit or (found.figure.unit if found.figure else "")
    got = f"{found.figure.value if found.figure else None} {unit}"
    if item["value"] is None:
        right = found.figure is None
    else:
        amount = found.figure is not None and _amount_is(float(found.figure.value), unit, item)
        price = {**item, "kind": "price"} if item["metric"] == "price" else item
        right = amount and _unit_is(unit, price)
    scores.add(f"{kind} value and unit", right, f"{where} label {item['value']} {item['unit']} got {got}")
    scores.add(f"{kind} status", found.status == item["status"], f"{where} label {item['status']} got {found.status}")
    values = {"metric": found.metric, "workload": found.workload, "subject": found.subject.name, "task": found.task}
    for name, value in values.items():
        if item.get(name) is not None:
            accepted = [item[name], *item.get("also", {}).get(name, [])]
            ok = any(_same(value, one) for one in accepted)
            scores.add(f"{kind} {name}", ok, f"{where} label {item[name]!r} got {value!r}")


def score_pairs(path: Path = HERE / "pairs.jsonl") -> Scores:
    """Conflicts that some finding touches, agreements that no finding of weight does."""
    scores = Scores()
    soft: list[bool] = []
    for entry in labels(path):
        parsed, findings = _reconciled(tuple(entry["documents"].items()))
        heavy = [one for one in findings if one.severity in ("high", "medium")]
        if entry["truth"] == "conflict":
            found = any(one.severity != "info" and _quoted(one, entry["quotes"], parsed) for one in findings)
            scores.add("conflicts found", found, f"{entry['id']} {entry['why']}; said: {_said(findings)}")
            whole = any(_quotes_both(one, entry["quotes"], parsed) for one in findings)
            scores.add("both places in one finding", whole, f"{entry['id']} {entry['quotes']}")
        elif entry["truth"] in ("agree", "agreement"):
            scores.add("agreements left alone", not heavy, f"{entry['id']} {entry['why']}; said: {_said(heavy)}")
        else:
            soft.append(bool(heavy))
    flagged = scores.tries["agreements left alone"] - scores.hits["agreements left alone"]
    scores.notes.append(f"agreements flagged: {flagged}; soft pairs flagged high or medium: {sum(soft)}/{len(soft)}")
    return scores


@lru_cache(maxsize=64)  # of a bundle several pairs are labelled
def _reconciled(documents: tuple[tuple[str, str], ...]) -> tuple[list[Parsed], tuple[Finding, ...]]:
    parsed = [read(name, _bytes(name, text)) for name, text in documents]
    return parsed, reconcile(parsed, vocabulary()).findings


def _bytes(name: str, content: str) -> bytes:
    return b64decode(content) if name.endswith(".pdf") else content.encode()


def _quoted(finding: Finding, quotes: list[str], parsed: list[Parsed]) -> bool:
    texts = {one.document.document_id: one.document.text for one in parsed}
    return any(_overlaps(item, quote, texts.get(item.document_id, "")) for item in finding.evidence for quote in quotes)


def _quotes_both(finding: Finding, quotes: list[str], parsed: list[Parsed]) -> bool:
    """Whether the evidence of one finding touches two of the quotes that cannot all be true."""
    return sum(_quoted(finding, [quote], parsed) for quote in quotes) >= min(2, len(quotes))


def _overlaps(item: Evidence, quote: str, text: str) -> bool:
    # Cells of a row stand apart by tabs, lines of a paragraph by line ends; tags are not in the text.
    words = r"[\s|*`]+".join(map(re.escape, re.sub(r"<[^>]*>", " ", quote).split()))
    places = re.finditer(rf"(?<![\w.]){words}(?!\w)", text)
    return any(item.start < place.end() and place.start() < item.end for place in places)


def _said(findings: Iterable[Finding]) -> str:
    return " | ".join(f"{one.severity} {one.check}: {one.message}" for one in findings) or "nothing"


def _cell(text: str) -> str:
    """A cell without its footnote marks, white space made plain."""
    return MARKS.sub("", " ".join(text.replace("\xa0", " ").split()))


def main() -> None:
    """Print every figure; with --show every miss."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--show", action="store_true", help="list what was missed, wrong or spurious")
    options.add_argument("--set", type=int, choices=range(1, 122), default=1, help="2: prose2.jsonl and so on")
    options.add_argument("--pairs", action="store_true", help="reconcile the documents of pairs.jsonl instead")
    chosen = options.parse_args()
    for title, scores in _runs(chosen.set, pairs=chosen.pairs):
        lines = [f"== {title}", *scores.lines(), *(sorted(scores.misses) if chosen.show else [])]
        sys.stdout.write("\n".join(lines) + "\n")


def _runs(number: int, *, pairs: bool) -> Iterator[tuple[str, Scores]]:
    suffix = "" if number == 1 else str(number)
    if pairs:
        yield "pairs", score_pairs(HERE / f"pairs{suffix}.jsonl")
        return
    yield "prose", score_prose(HERE / f"prose{suffix}.jsonl")
    yield "nothing", score_nothing(HERE / f"nothing{suffix}.jsonl")
    if (tables := HERE / f"tables{suffix}").is_dir():
        yield "tables", score_tables(tables)


if __name__ == "__main__":
    main()
