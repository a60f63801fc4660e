"""Statements, tables and findings for a person at a terminal; plain text when piped."""

import shutil
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from rich.console import Console
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from schemas.document import Document, Table
from schemas.finding import Evidence, Finding, Severity, Skip
from schemas.statement import Claim, Measurement, Parsed, Side, UnknownName

PIPED_WIDTH = 160
STYLES: dict[Severity, str] = {"high": "bold red", "medium": "bold yellow", "low": "bold cyan", "info": "bold"}


def console(*, stderr: bool = False) -> Console:
    """A console as wide as the terminal; wide and without colour when piped, so that nothing is folded early."""
    probe = Console(stderr=stderr, highlight=False, markup=False, emoji=False)
    if probe.is_terminal:
        return probe
    width = shutil.get_terminal_size((PIPED_WIDTH, 24)).columns
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False, width=width)


def statements(read: Sequence[Parsed]) -> None:
    """Each document's claims and measurements, numbers as printed."""
    out = console()
    for parsed in read:
        out.print(_heading(parsed.document))
        out.print(_claims(parsed.claims) if parsed.claims else Text("  no claims"))
        if parsed.measurements:
            out.print(_measurements(parsed.measurements))
    for line in _unknown(chain.from_iterable(parsed.unknown for parsed in read)):
        out.print(line)


def _heading(document: Document) -> Text:
    title = f"  {document.title}" if document.title else ""
    return Text.assemble((document.name, "bold"), title, f"  ({document.parser})")


def _grid(*columns: str) -> Grid:
    # No box: what is piped into a file or another program stays plain characters.
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0), header_style="bold")
    for column in columns:
        grid.add_column(column, overflow="fold")
    return grid


def _claims(claims: Iterable[Claim]) -> Grid:
    grid = _grid("place", "figure", "kind", "metric", "about", "allows")
    for claim in claims:
        where = f"{claim.place} {claim.figure.start}"
        figure, about = claim.figure, _about(claim.workload or claim.workload_raw, claim.subject, claim.baseline)
        kind = figure.kind if figure.qualifier == "exact" else f"{figure.kind}, {figure.qualifier}"
        grid.add_row(*map(Text, (where, claim.quote, kind, claim.metric, about, str(figure.interval))))
    return grid


def _measurements(measurements: Iterable[Measurement]) -> Grid:
    grid = _grid("cell", "printed", "metric", "about", "allows")
    for row in measurements:
        where = f"{row.table} row {row.row}, {row.column}"
        metric = f"{row.metric} ({row.unit})" if row.unit else row.metric
        about = _about(row.workload or row.workload_raw, row.subject, Side())
        allows = str(row.figure.interval) if row.figure else row.status
        grid.add_row(*map(Text, (where, row.literal, metric, about, allows)))
    return grid


def _about(workload: str, subject: Side, baseline: Side) -> str:
    sides = [side for side in (_side(subject), _side(baseline)) if side]
    return ": ".join(part for part in (workload, " against ".join(sides)) if part)


def _side(side: Side) -> str:
    name = side.name or side.raw
    return f"{side.count}x {name}" if name and side.count and side.count > 1 else name


def _unknown(names: Iterable[UnknownName]) -> list[Text]:
    seen = dict.fromkeys(names)
    return [
        Text(f"unknown {one.kind}: {one.raw}" + (f" (known: {', '.join(one.nearest)})" if one.nearest else ""))
        for one in seen
    ]


def tables(read: Sequence[Document]) -> None:
    """Each document's tables, cells as printed."""
    out = console()
    for document in read:
        out.print(_heading(document))
        if not document.tables:
            out.print(Text("  no tables"))
        for table in document.tables:
            out.print(Text(f"{table.name}  {table.title}  ({len(table.rows)} rows)", style="bold"))
            out.print(_table(table))


def _table(table: Table) -> Grid:
    grid = _grid(*(cell.text for cell in table.columns))
    for row in table.rows:
        grid.add_row(*(Text(cell.text) for cell in row))
    return grid


def findings(found: Sequence[Finding], skips: Sequence[Skip], n_documents: int, most: int | None = None) -> None:
    """Findings as given (worst first), each with its quotes, the sum and the likely odd one out; then a count.

    Of more than `most` the rest are only counted.
    """
    out = console()
    for finding in found[:most]:
        _finding(out, finding)
    if left := len(found) - len(found[:most]):
        out.print(Text(f"... and {_plural(left, 'more finding')}, none worse than these\n"))
    out.print(Text(summary(found, skips, n_documents)))


def _finding(out: Console, finding: Finding) -> None:
    head = f"{finding.severity.upper()}  {finding.check}  {finding.verdict}"
    out.print(Text(head, style=STYLES[finding.severity]))
    out.print(Padding(Text(finding.message), (0, 0, 0, 2), expand=False))
    for line in _evidence(finding.evidence):
        # Not wrapped by us: a terminal wraps a long path itself and still copies it whole.
        out.print(Text(f"    {line}"), soft_wrap=True)
    if finding.arithmetic:
        out.print(Padding(Text(f"sum: {finding.arithmetic}"), (0, 0, 0, 2), expand=False))
    if finding.likely_wrong or finding.likely_wrong_why:
        out.print(Padding(Text(f"likely wrong: {_likely_wrong(finding)}"), (0, 0, 0, 2), expand=False))
    out.print()


def _evidence(evidence: Sequence[Evidence]) -> Iterator[str]:
    cells = [(item.role, _quoted(item.quote), place(item), item.interval) for item in evidence]
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    for row in cells:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _quoted(quote: str) -> str:
    return '"' + " ".join(quote.split()) + '"'


def place(item: Evidence) -> str:
    """Where a quote stands: file and offset, and the page or cell where there is one."""
    cell = f" ({item.table} row {item.row}, {item.column})" if item.table else ""
    page = f" (page {item.box.page})" if item.box else ""
    return f"{item.document}:{item.start}{cell}{page}"


def _likely_wrong(finding: Finding) -> str:
    odd = [item for item in finding.evidence if item.statement_id and item.statement_id == finding.likely_wrong]
    which = [f"{_quoted(item.quote)} at {place(item)}" for item in odd[:1]]
    return ": ".join(filter(None, (*which, finding.likely_wrong_why)))


def summary(found: Sequence[Finding], skips: Sequence[Skip], n_documents: int) -> str:
    """How many findings of each severity, over how many documents."""
    counts = Counter(finding.severity for finding in found)
    parts = ", ".join(f"{counts[severity]} {severity}" for severity in STYLES if counts[severity])
    total = f"{_plural(len(found), 'finding')} ({parts})" if found else "no findings"
    judged = f"; {_plural(len(skips), 'comparison')} not judged" if skips else ""
    return f"{total} in {_plural(n_documents, 'document')}{judged}"


def _plural(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
