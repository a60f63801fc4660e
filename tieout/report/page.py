"""A desk -> report.html: one page that needs no network and runs nothing but its own script.

The list is JSON in the page. The first card is plain HTML, so that it is there before any script has run; all cards
are kept compressed, a chunk at a time, because five thousand of them as they are would be fifty megabytes. A content
policy allows the two inline blocks by their hash and nothing else.
"""

import base64
import gzip
import json
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Any

from markupsafe import Markup

from schemas.finding import SEVERITIES
from tieout.decisions.ladder import Applied, Decided
from tieout.decisions.model import WORDS
from tieout.evidence import Pictures
from tieout.report.overview import Overview
from tieout.report.prints import pngs
from tieout.report.render import asset, card, environment, policy_hash
from tieout.report.text import clip, script_json, visible
from tieout.report.view import Desk, Gone, Item
from tieout.rows import Tables
from tieout.stamped import in_words

MAX_REJECTED = 200  # rows shown; the table on disk has them all
CHUNK = 100  # cards that are unpacked together
STATIC = 10  # cards for a reader without script
A_PIECE = 65_536  # characters of the page that are written together
LISTED = 200
MAX_DRIFT = 200  # differences shown; drift.json has them all
TOP = 3  # changes shown of each kind
USUAL = {"state": "unchanged", "decision": "", "settled": False, "assignee": "", "head": ""}
NO_DECISIONS = Applied({}, ())


@dataclass(frozen=True, slots=True)
class Changes:
    """What the run before did not have, or no longer has."""

    top: tuple[tuple[str, Item], ...]
    gone: tuple[Gone, ...]
    n_new: int
    n_changed: int
    n_gone: int
    n_unread: int


@dataclass(frozen=True, slots=True)
class Report:
    """The page, and the pictures that lie beside it by their path.

    `pieces` makes the page anew each time that it is asked: whole, with its cards, it would be most of what a large run
    holds.
    """

    pieces: Callable[[], Iterator[str]]
    pictures: Mapping[str, bytes]

    @property
    def html(self) -> str:
        """The page in one piece."""
        return "".join(self.pieces())

    def written(self) -> Iterator[bytes]:
        """The page for its file."""
        return (piece.encode() for piece in self.pieces())


def report(
    desk: Desk, tables: Tables, overview: Overview, drawn: Pictures, decisions: Applied = NO_DECISIONS
) -> Report:
    """The report of a run."""
    pictures = {} if desk.pictures else {f"pictures/{name}": png for name, png in pngs(drawn).items()}
    return Report(partial(_pieces, desk, tables, overview, decisions), pictures)


def _pieces(desk: Desk, tables: Tables, overview: Overview, decisions: Applied) -> Iterator[str]:
    style, script = asset("report.css"), asset("report.js")
    index = {
        **page_index(desk, decisions),
        "chunk": CHUNK,
        "pictures": desk.pictures,
    }
    first, *others = [*islice(_cards(desk, decisions), STATIC)] or [""]
    template = environment().get_template("page.html.j2")
    made = template.generate(
        **context(desk, tables, overview, decisions),
        first=Markup(first),  # noqa: S704  made by our templates
        others=Markup("".join(others)),  # noqa: S704  the same
        index=Markup(script_json(index)),  # noqa: S704  escaped for a script element
        chunks=(Markup(one) for one in _chunks(_cards(desk, decisions))),  # noqa: S704  base64
        style=Markup(style),  # noqa: S704  our own file
        script=Markup(script),  # noqa: S704  our own file
        policy=_policy(style, script),
    )
    pieces = _joined(made)
    yield next(pieces).lstrip()  # the template's own imports leave an empty line
    yield from pieces


def _cards(desk: Desk, decisions: Applied) -> Iterator[str]:
    inline, compared = bool(desk.pictures), bool(desk.previous)
    for key, one in keys(desk.items):
        yield card(one, key, decisions.by_finding.get(one.finding.finding_id), inline=inline, compared=compared)


def _joined(small: Iterable[str]) -> Iterator[str]:
    """The same text in larger pieces: a template makes one of each word that it fills in."""
    some, length = list[str](), 0
    for one in small:
        some.append(one)
        length += len(one)
        if length >= A_PIECE:
            yield "".join(some)
            some, length = [], 0
    yield "".join(some)


def context(desk: Desk, tables: Tables, overview: Overview, decisions: Applied) -> dict[str, Any]:
    """What page.html.j2 lays out, but for cards and scripts."""
    counted = Counter(one.finding.severity for one in desk.items)
    keyed = keys(desk.items)
    times = sorted(filter(None, desk.captured_at.values()))
    rejected = tables.rejected.filter(tables.rejected["table"] != "document")
    return {
        "desk": desk,
        "documents": tables.documents.to_dicts(),
        "rejected": rejected.head(MAX_REJECTED).to_dicts(),
        "counts": {
            "claims": tables.claims.height,
            "measurements": tables.measurements.height,
            "rejected": rejected.height,
            "rejected_rows": rejected.height,
        },
        "captured": (times[0], times[-1]) if times else ("", ""),
        "tallies": [(severity, counted[severity]) for severity in SEVERITIES],
        "changes": _changes(desk, keyed),
        "drifted": _drifted(desk),
        "listed": keyed[:LISTED],
        "overview": overview,
        "leftovers": decisions.leftovers,
        "made_by": in_words(),
    }


def _drifted(desk: Desk) -> dict[str, Any]:
    """What the newest captures say otherwise than those before: how much by document, and the first of it."""
    every = [(name, one) for name, changes in desk.drift.items() for one in changes]
    return {
        "counts": {name: len(changes) for name, changes in desk.drift.items()},
        "shown": every[:MAX_DRIFT],
        "n": len(every),
    }


def keys(items: Iterable[Item]) -> list[tuple[str, Item]]:
    """Each item with what its permalink says: the fingerprint, or the id where findings share theirs."""
    every = list(items)
    shared = Counter(one.finding.fingerprint for one in every)
    return [
        (one.finding.fingerprint if shared[one.finding.fingerprint] == 1 else one.finding.finding_id, one)
        for one in every
    ]


def page_index(desk: Desk, decisions: Applied) -> dict[str, Any]:
    """What the page's script lists, filters and searches."""
    documents = list(dict.fromkeys(name for one in desk.items for name in one.documents))
    at = {name: n for n, name in enumerate(documents)}
    nobody = Decided()
    return {
        "rows": [
            row(key, one, at, decisions.by_finding.get(one.finding.finding_id, nobody)) for key, one in keys(desk.items)
        ],
        "documents": [visible(name) for name in documents],
        "words": WORDS,
        "previous": desk.previous,
    }


def row(key: str, one: Item, at: Mapping[str, int], decided: Decided) -> dict[str, Any]:
    """A line of the list."""
    finding = one.finding
    quotes = dict.fromkeys(item.quote for item in finding.evidence)
    said = {
        "key": key,
        "id": finding.finding_id,
        "fingerprint": finding.fingerprint,
        "severity": finding.severity,
        "check": finding.check,
        "verdict": one.verdict,
        "message": visible(clip(finding.message, 300)),
        "quotes": visible(clip(" ".join(quotes), 200)),
        "documents": [at[name] for name in one.documents],
        "state": one.seen.state,
        "first": one.seen.first_seen,
        **standing(decided),
    }
    # What the page's script takes for granted is left out: five thousand times "false" is weight too.
    return {
        name: value for name, value in said.items() if value != USUAL.get(name, key if name == "fingerprint" else None)
    }


def standing(decided: Decided) -> dict[str, Any]:
    """How a finding stands, for the list."""
    thread = decided.thread
    return {
        "decision": decided.column,
        "settled": decided.settled,
        "assignee": visible(thread.assignee) if thread else "",
        "head": thread.head if thread else "",
    }


def _changes(desk: Desk, keyed: Sequence[tuple[str, Item]]) -> Changes:
    new = [(key, one) for key, one in keyed if one.seen.state == "new"]
    changed = [(key, one) for key, one in keyed if one.seen.state == "updated"]
    gone, unread = [one for one in desk.gone if one.read], [one for one in desk.gone if not one.read]
    top = sorted(new + changed, key=lambda pair: SEVERITIES.index(pair[1].finding.severity))[:TOP]
    return Changes(tuple(top), (*gone[:TOP], *unread[:TOP]), len(new), len(changed), len(gone), len(unread))


def _chunks(cards: Iterator[str]) -> Iterator[str]:
    while some := list(islice(cards, CHUNK)):
        packed = gzip.compress(json.dumps(some).encode(), mtime=0)
        yield base64.b64encode(packed).decode()


def _policy(style: str, script: str) -> str:
    # file: because "self" is nothing to some browsers when a page is opened from disk; pictures only.
    return (
        f"default-src 'none'; style-src '{policy_hash(style)}'; script-src '{policy_hash(script)}'; "
        "img-src 'self' file: data:; base-uri 'none'; form-action 'none'"
    )
