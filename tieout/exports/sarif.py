"""Findings as SARIF 2.1.0, for code hosts and viewers.

A text document has real lines and columns. Of a page or a web document only its text layer has offsets, so there the
region is the first line, which viewers need to show anything, and the place is said in words beside it.
"""

import bisect
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import Any
from urllib.parse import quote as percent

from checks.registry import checks
from schemas.document import Document
from schemas.finding import Evidence
from schemas.statement import Parsed
from tieout.decisions.ladder import Applied
from tieout.explained import explained
from tieout.exports.told import Export, Known, Told
from tieout.exports.told import of_desk as told_of_desk
from tieout.jsonl import indented
from tieout.report.text import clip
from tieout.report.view import Desk
from tieout.stamped import stamp

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {"high": "error", "medium": "warning", "low": "note", "info": "note"}
RANKS = {"high": 90.0, "medium": 60.0, "low": 30.0, "info": 5.0}
FINGERPRINT, EVIDENCE = "tieoutFingerprint/v1", "tieoutEvidence/v1"
_RESULTS = "\0results\0"  # stands for them while the rest of a log is laid out; no path holds a NUL
AS_PRINTED = ("text/plain", "text/markdown", "text/x-rst")  # the text layer is the file itself

Node = dict[str, Any]  # a piece of the log; the schema in tests/ is its contract


@dataclass(frozen=True, slots=True)
class _Lines:
    """Where the lines of a document begin; None for one whose text layer is not its file."""

    starts: tuple[int, ...] | None


def of_desk(desk: Desk, applied: Applied, parsed: Iterable[Parsed]) -> Iterator[bytes]:
    """The log of a run as `dump` would give it, in pieces: all results at once take more than the findings."""
    export, every = told_of_desk(desk, applied), list(parsed)
    before, after = dump(_log(export, every, [_RESULTS])).split(json.dumps(_RESULTS).encode())
    number = -1
    for number, result in enumerate(_results(export, every)):
        yield (b",\n    " if number else before) + indented(result, 4)
    yield after if number >= 0 else dump(_log(export, every, []))


def log(export: Export, parsed: Iterable[Parsed]) -> Node:
    """The log of some findings over some documents."""
    every = list(parsed)
    return _log(export, every, list(_results(export, every)))


def _results(export: Export, parsed: Iterable[Parsed]) -> Iterator[Node]:
    lines = {one.document.document_id: _lines(one.document) for one in parsed}
    at = {code: n for n, code in enumerate(_codes(export))}
    yield from (_result(one, at, lines) for one in export.told)
    yield from (_absent(one, at) for one in export.absent)


def _codes(export: Export) -> list[str]:
    return sorted({one.finding.check for one in export.told} | {one.check for one in export.absent})


def _log(export: Export, parsed: Iterable[Parsed], results: Sequence[object]) -> Node:
    documents = {one.document.document_id: one.document for one in parsed}
    codes = _codes(export)
    run = {
        "tool": {"driver": _driver(codes)},
        "columnKind": "unicodeCodePoints",
        "artifacts": [_artifact(one) for one in sorted(documents.values(), key=lambda one: one.name)],
        "results": results,
        "properties": stamp(),
    }
    return {"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}


def dump(node: Node) -> bytes:
    """The log as JSON; ASCII, so that no character of a document can hide in it."""
    return json.dumps(node, ensure_ascii=True, indent=1).encode() + b"\n"


def _driver(codes: Iterable[str]) -> Node:
    return {
        "name": "tieout",
        "semanticVersion": version("tieout"),
        "informationUri": "https://example.org/tieout",
        "rules": [_rule(code) for code in codes],
    }


def _rule(code: str) -> Node:
    check = checks().get(code)
    if check is None:  # a finding of an earlier version, gone with its check
        return {"id": code}
    about = explained(check)
    text = "\n\n".join(f"{name}: {body}" for name, body in about.sections.items())
    return {
        "id": code,
        "name": "".join(part.capitalize() for part in code.split("-")),
        "shortDescription": {"text": about.holds},
        "fullDescription": {"text": about.sections.get("Why", about.holds)},
        "help": {"text": text, "markdown": text},
        "defaultConfiguration": {"level": LEVELS[check.severity]},
        "properties": {"tags": [check.level], "precision": "high"},
    }


def _artifact(document: Document) -> Node:
    return {
        "location": {"uri": _uri(document.name)},
        "mimeType": document.media_type,
        "length": document.n_bytes,
        "hashes": {"sha-256": document.sha256},
    }


def _result(told: Told, at: Mapping[str, int], lines: Mapping[str, _Lines]) -> Node:
    one = told.finding
    disputed = [item for item in one.evidence if item.role == "disputed"] or list(one.evidence)
    # The odd one out first: a viewer shows the finding at its first location.
    disputed.sort(key=lambda item: not (item.statement_id and item.statement_id == one.likely_wrong))
    others = [item for item in one.evidence if item not in disputed]
    parts = (one.message, one.arithmetic, one.likely_wrong_why and f"Likely wrong: {one.likely_wrong_why}")
    result: Node = {
        "ruleId": one.check,
        "ruleIndex": at[one.check],
        "kind": "fail",
        "level": LEVELS[one.severity],
        "rank": RANKS[one.severity],
        "message": {"text": clip(". ".join(part.rstrip(".") for part in parts if part) + ".", 4000)},
        "locations": [_location(disputed[0], lines)],
        "relatedLocations": [
            {"id": n, "message": {"text": f"{item.role}: {clip(item.quote, 200)} {item.interval}".rstrip()}, **place}
            for n, item in enumerate([*disputed[1:], *others], 1)
            if (place := _location(item, lines))
        ],
        "partialFingerprints": {FINGERPRINT: one.fingerprint, EVIDENCE: one.evidence_hash},
        "properties": {"severity": one.severity, "verdict": one.verdict, "findingId": one.finding_id},
    }
    if told.state:
        result["baselineState"] = told.state
    if told.decided.decision:
        result["properties"]["decision"] = told.decided.column
    if told.dismissed and told.decided.decision:
        why = told.decided.decision
        words = f"{why.reason or 'dismissed'} ({why.by}, {why.at[:10]})"
        result["suppressions"] = [{"kind": "external", "status": "accepted", "justification": words}]
    else:
        result["suppressions"] = []  # "none", which is not the same as "not known"
    return result


def _absent(one: Known, at: Mapping[str, int]) -> Node:
    return {
        "ruleId": one.check,
        "ruleIndex": at[one.check],
        "kind": "fail",
        "level": LEVELS[one.severity],
        "message": {"text": clip(one.message, 4000)},
        "baselineState": "absent",
        "partialFingerprints": {FINGERPRINT: one.fingerprint, EVIDENCE: one.evidence_hash},
        "properties": {"severity": one.severity, "findingId": one.finding_id},
    }


def _location(item: Evidence, lines: Mapping[str, _Lines]) -> Node:
    known = lines.get(item.document_id, _Lines(None))
    region = _region(item, known.starts) if known.starts else {"startLine": 1}
    place: Node = {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(item.document)},
            "region": {**region, "snippet": {"text": clip(item.quote, 400)}},
        }
    }
    words = f"page {item.box.page}" if item.box else f"{item.table} row {item.row}, {item.column}" if item.table else ""
    if words:
        place["logicalLocations"] = [{"fullyQualifiedName": clip(words, 400)}]
    place["properties"] = {"textStart": item.start, "textEnd": item.end}
    return place


def _region(item: Evidence, starts: tuple[int, ...]) -> Node:
    first, last = (bisect.bisect_right(starts, at) - 1 for at in (item.start, item.end))
    return {
        "startLine": first + 1,
        "startColumn": item.start - starts[first] + 1,
        "endLine": last + 1,
        "endColumn": item.end - starts[last] + 1,
        "charOffset": item.start,
        "charLength": item.end - item.start,
    }


def line_of(item: Evidence, documents: Mapping[str, Document]) -> int:
    """The line that a quote stands in, 1 where a document has no lines."""
    document = documents.get(item.document_id)
    starts = _lines(document).starts if document else None
    return bisect.bisect_right(starts, item.start) if starts else 1


def _lines(document: Document) -> _Lines:
    if document.media_type not in AS_PRINTED:
        return _Lines(None)
    return _Lines((0, *(match.end() for match in re.finditer("\n", document.text))))


def _uri(name: str) -> str:
    return percent(name, safe="/")
