"""Findings in few words: Markdown for a pull request, CSV, and annotations as GitHub's runners read them."""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from schemas.document import Document
from schemas.finding import SEVERITIES
from schemas.statement import Parsed
from tieout.decisions.ladder import Applied
from tieout.decisions.model import WORDS
from tieout.exports.sarif import line_of
from tieout.exports.told import Export, Told, of_desk
from tieout.report.text import clip, visible
from tieout.report.view import Desk
from tieout.stamped import in_words

MAX_ROWS = 50  # of a summary; a comment on a pull request has 65,536 characters
COMMANDS = {"high": "error", "medium": "warning", "low": "notice", "info": "notice"}
_MARKUP = re.compile(r"([\\`*_{}\[\]()#+!|~-])")
COLUMNS = ("severity", "check", "verdict", "state", "decision", "message", "quotes", "likely_wrong", "arithmetic")


def markdown(desk: Desk, applied: Applied) -> str:
    """The summary of a run."""
    return summary(of_desk(desk, applied))


def summary(export: Export) -> str:
    """Findings as Markdown: a sentence, what is new or gone, then the open ones as a table."""
    live = [one for one in export.told if not one.dismissed]
    lines = [f"## tieout: {_headline(live)}", ""]
    states = Counter(one.state for one in live)
    if any(states[one] for one in ("new", "updated", "unchanged")) or export.absent or export.unread:
        parts = [f"**{states['new']} new**", f"{states['updated']} changed", f"{states['unchanged']} as before"]
        lines += [", ".join([*parts, f"{len(export.absent)} gone"]) + ".", ""]
    if export.unread:
        lines += [f"{len(export.unread)} earlier ones stand in documents that were not read: nothing is known.", ""]
    if live:
        lines += ["| | finding | quotes | likely wrong |", "| --- | --- | --- | --- |"]
        lines += [_row(one) for one in live[:MAX_ROWS]]
    if len(live) > MAX_ROWS:
        lines += ["", f"{len(live) - MAX_ROWS} more in the report."]
    if n_dismissed := len(export.told) - len(live):
        lines += ["", f"{n_dismissed} dismissed by an auditor."]
    lines += ["", f"_{in_words()}_"]
    return "\n".join(lines).rstrip() + "\n"


def _headline(live: list[Told]) -> str:
    counts = Counter(one.finding.severity for one in live)
    parts = ", ".join(f"{counts[name]} {name}" for name in SEVERITIES if counts[name])
    noun = "finding" if len(live) == 1 else "findings"
    return f"{len(live)} {noun} ({parts})" if live else "everything ties out"


def _row(told: Told) -> str:
    one = told.finding
    marks: list[str] = [told.state] if told.state in {"new", "updated"} else []
    marks += [WORDS.get(told.decided.column, told.decided.column)] if told.decided.column else []
    label = f"**{one.severity}**" + "".join(f" {mark}" for mark in marks)
    quotes = dict.fromkeys(item.quote for item in one.evidence if item.role == "disputed")
    odd = next((item.quote for item in one.evidence if one.likely_wrong and item.statement_id == one.likely_wrong), "")
    cells = (
        f"{escaped(one.message)}<br><sub>{one.check}</sub>",
        ", ".join(map(escaped, list(quotes)[:6])),
        escaped(odd),
    )
    return f"| {label} | {' | '.join(cells)} |"


def escaped(text: str) -> str:
    """Text that stays text in Markdown: no markup, no HTML, no mention of anybody, on one line."""
    plain = " ".join(visible(clip(text, 400)).split())
    html = plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace("@", "&#64;")
    return _MARKUP.sub(r"\\\1", html).replace("://", ":&#8203;//")


def as_csv(export: Export) -> str:
    """One row a finding. A cell that a spreadsheet would take for a formula begins with an apostrophe."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow((*COLUMNS, "documents", "fingerprint", "finding_id"))
    writer.writerows([_cell(value) for value in _record(one)] for one in export.told)
    return out.getvalue()


def _record(told: Told) -> Iterator[str]:
    one = told.finding
    quotes = " | ".join(f"{item.quote} ({item.document})" for item in one.evidence if item.role == "disputed")
    yield from (one.severity, one.check, one.verdict, told.state, told.decided.column, one.message, quotes)
    yield from (one.likely_wrong_why, one.arithmetic)
    yield " | ".join(dict.fromkeys(item.document for item in one.evidence))
    yield from (one.fingerprint, one.finding_id)


def _cell(value: str) -> str:
    text = visible(value)
    return f"'{text}" if text[:1] in {"=", "+", "-", "@"} else text


def annotations(export: Export, parsed: Iterable[Parsed]) -> str:
    """Workflow commands, one a finding that is open: a runner shows them at the file and line."""
    documents = {one.document.document_id: one.document for one in parsed}
    return "".join(_annotation(one, documents) for one in export.told if not one.dismissed)


def _annotation(told: Told, documents: Mapping[str, Document]) -> str:
    one = told.finding
    disputed = [item for item in one.evidence if item.role == "disputed"] or list(one.evidence)
    item = next((item for item in disputed if one.likely_wrong and item.statement_id == one.likely_wrong), disputed[0])
    line = line_of(item, documents)
    title = _property(f"{one.check} ({told.state})" if told.state else one.check)
    text = _message("\n".join(filter(None, (one.message, one.arithmetic, one.likely_wrong_why))))
    return f"::{COMMANDS[one.severity]} file={_property(item.document)},line={line},title={title}::{text}\n"


def _message(text: str) -> str:
    return visible(text).replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(text).replace(":", "%3A").replace(",", "%2C")
