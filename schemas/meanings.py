"""What the columns of the published tables mean where their contract does not say it, and the unit of each number.

One name means one thing in every table, so both are by column. tests/schemas/test_meanings.py holds them complete:
every column has a meaning, every number a unit.
"""

from collections.abc import Mapping

MEANINGS: Mapping[str, str] = {
    "arithmetic": "the sum in words, with the intervals that the prints allow",
    "baseline": "what the subject is compared with, by its canonical name; '' when not named or not known",
    "baseline_count": "how many of the baseline",
    "baseline_raw": "the baseline as printed",
    "bottom": "the figure's box: points from the page's top",
    "chart": "name of the chart that the figure stands on (C1, C2, ...), '' elsewhere",
    "check": "code of the check; docs/checks.md and `tieout explain` say what it holds",
    "check_version": "version of the check's rule",
    "claim_id": "hash of document, place and print: the same on every run over the same bytes",
    "column": "the column's header as printed",
    "devices": "how many devices the row ran on",
    "direction": "whether more or less of the metric is better",
    "document": "file or source name as the user knows it",
    "document_id": "hash of the document's name and bytes; joins to documents",
    "dom_path": "CSS path of the element that holds the figure, HTML only",
    "end": "offset behind the figure in the document's text layer",
    "evidence": "the quotes that the finding stands on, each with its place",
    "evidence_hash": "names the values seen: another one means that a figure changed",
    "final_url": "where the URL led after redirects",
    "finding_id": "hash of the check, what is compared, and the places of the evidence but its context",
    "fingerprint": "names what is compared, without values or places; survives corrections",
    "first_seen": "UTC, ISO 8601",
    "kind": "what kind of figure it is",
    "last_seen": "UTC, ISO 8601",
    "level": "what the check looks at: one document, several, or captures of one source over time",
    "likely_wrong_why": "why that statement is the odd one out, or why it cannot be told",
    "lower_closed": "whether the lower end belongs to the interval",
    "measurement_id": "hash of document, cell and print: the same on every run over the same bytes",
    "media_type": "MIME type of the captured bytes",
    "message": "the finding in a sentence",
    "metric": "what was measured, by its canonical name (throughput, latency, time_to_train, ...)",
    "n_claims": "rows of this document in claims",
    "n_measurements": "rows of this document in measurements",
    "n_rejected": "rows of this document in rejected that its parser set aside",
    "page": "page of a PDF",
    "parser": "the kind of document that it was read as",
    "parser_version": "version of that parser",
    "place": "where in the document",
    "previous_document_id": "the capture of the same source before this one, '' when there is none",
    "publisher": "who publishes it, as the page or its source's entry says",
    "qualifier": "the hedge in front of the figure ('over', 'up to', ...)",
    "quality_target": "the quality that a benchmark run had to reach, as printed",
    "reason": "why the row could not be used",
    "severity": "how much the finding matters; docs/severity.md",
    "sha256": "of the bytes as captured",
    "state": "against the run before: new, unchanged, updated, or absent (kept from an earlier run)",
    "status": "whether the cell holds a value",
    "subject": "what the figure is about, by its canonical name; '' when not named or not known",
    "subject_count": "how many of the subject",
    "subject_raw": "the subject as printed",
    "submission_id": "the benchmark submission that the row belongs to, as printed",
    "table": "name of the table in the document (T1, T2, ...)",
    "task": "training or inference",
    "title": "the document's title",
    "unit": "unit of value, value_hi, lower and upper",
    "upper_closed": "whether the upper end belongs to the interval",
    "url": "where it was captured from, '' for a file given by path",
    "value": "the number in `unit`; a percent is the number before '%', a ratio the factor",
    "variant": "which of several forms of the workload or setting",
    "verdict": "whether the statements can all be true",
    "workload": "model or benchmark that was run, by its canonical name; '' when not named or not known",
    "workload_raw": "the workload as printed",
    "x1": "the figure's box: points from the page's left",
}
UNITS: Mapping[str, str] = {
    "baseline_count": "machines",
    "bottom": "points",
    "check_version": "version number",
    "devices": "devices",
    "drawn_ratio": "baseline bar lengths",
    "end": "characters",
    "lower": "see column unit",
    "n_bytes": "bytes",
    "n_claims": "rows",
    "n_measurements": "rows",
    "n_rejected": "rows",
    "page": "page number, from 1",
    "parser_version": "version number",
    "row": "row number, from 1",
    "start": "characters",
    "subject_count": "machines",
    "top": "points",
    "upper": "see column unit",
    "value": "see column unit",
    "value_hi": "see column unit",
    "x0": "points",
    "x1": "points",
}
_CONDITIONS: Mapping[str, str] = {
    "batch_size": "batch size",
    "precision": "number format",
    "framework": "framework",
    "sdk_version": "software release",
    "dataset": "data set",
    "sequence_length": "sequence length",
    "division": "benchmark division",
}


def meaning(column: str) -> str:
    """What a column means, "" when it is not listed here."""
    side, _, condition = column.partition("_")
    if condition in _CONDITIONS and side in ("subject", "baseline"):
        return f"the {side}'s {_CONDITIONS[condition]} as printed, '' when not stated"
    return MEANINGS.get(column, "")
