"""The digest as a letter: Markdown, or HTML as mail programs show it (no style sheet, no script, no picture)."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from jinja2 import Environment

from tieout.digest import Digest
from tieout.exports.summaries import escaped
from tieout.report.text import visible
from tieout.report.view import Item

MAX_LINES = 20  # of a part; the rest is in the report

_MAIL = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title></head>
<body style="font-family: Georgia, serif; color: #1c1b19; background: #faf9f6; margin: 0; padding: 24px">
<div style="max-width: 640px; margin: 0 auto">
<h1 style="font-size: 22px; font-weight: 500">{{ title }}</h1>
<p style="color: #5d5a54; font-family: sans-serif; font-size: 14px">{{ lede }}</p>
{% for part in parts %}
<h2 style="font-size: 16px; margin: 24px 0 6px; font-family: sans-serif">{{ part.title }} ({{ part.total }})</h2>
<ul style="padding-left: 18px; margin: 0">
{% for line in part.lines %}
<li style="margin: 0 0 8px"><b style="color: {{ colours.get(line.severity, '#5d5a54') }}">{{ line.severity }}</b> {{ line.text | visible }}{% if line.extra %}<br><span style="color: #5d5a54; font-size: 14px">{{ line.extra | visible }}</span>{% endif %}</li>
{% endfor %}
</ul>
{% if part.total > part.lines | length %}<p style="color: #5d5a54; font-size: 14px">{{ part.total - part.lines | length }} more in the report.</p>{% endif %}
{% endfor %}
<p style="font-family: sans-serif; font-size: 14px; margin-top: 28px">The report: <a href="{{ address }}">{{ address }}</a></p>
</div></body></html>
"""  # noqa: E501  mail programs want their styles in the tags
COLOURS = {"high": "#b42318", "medium": "#8a5700", "low": "#22609c", "info": "#5d5a54"}


@dataclass(frozen=True, slots=True)
class _Line:
    severity: str
    text: str
    extra: str = ""


@dataclass(frozen=True, slots=True)
class _Part:
    title: str
    lines: tuple[_Line, ...]
    total: int


def markdown(digest: Digest) -> str:
    """The letter as Markdown."""
    lines = [f"# {_title(digest)}", "", _lede(digest), ""]
    for part in _parts(digest):
        lines += [f"## {part.title} ({part.total})", ""]
        lines += [f"- {_marked(one)}" for one in part.lines]
        lines += [f"- {part.total - len(part.lines)} more in the report"] if part.total > len(part.lines) else []
        lines.append("")
    return "\n".join(lines).rstrip() + "\n"


def html(digest: Digest, address: str) -> str:
    """The letter as HTML; `address` is where the report can be opened."""
    environment = Environment(autoescape=True)
    environment.filters["visible"] = visible
    return environment.from_string(_MAIL).render(
        title=_title(digest), lede=_lede(digest), parts=list(_parts(digest)), address=address, colours=COLOURS
    )


def _marked(one: _Line) -> str:
    extra = f" ({escaped(one.extra)})" if one.extra else ""
    return f"**{one.severity}** {escaped(one.text)}{extra}" if one.severity else f"{escaped(one.text)}{extra}"


def _title(digest: Digest) -> str:
    counts = (len(digest.new), len(digest.worse), len(digest.fixed), len(digest.stale) + len(digest.stale_sources))
    return "tieout: {} new, {} worse, {} fixed, {} stale".format(*counts)


def _lede(digest: Digest) -> str:
    desk, since = digest.desk, digest.since
    newest = max(desk.captured_at.values(), default="")[:10]
    opened = f"{digest.n_open} of {len(desk.items)} findings are open in {len(desk.captured_at)} documents"
    if since is None:
        return f"{opened}, captured up to {newest}. There is no earlier run to compare with."
    before = max(since.captured_at.values(), default="")[:10]
    return f"{opened}, captured up to {newest}; compared with the run over captures up to {before}."


def _parts(digest: Digest) -> Iterator[_Part]:
    worse = [
        _line(one.item, f"was {one.was_severity}: {', '.join(one.was)}" if one.was else f"was {one.was_severity}")
        for one in digest.worse
    ]
    stale = [_line(one.item, f"open for {one.days} days") for one in digest.stale]
    stale += [_Line("", name, f"last captured {days} days ago") for name, days in digest.stale_sources]
    unread = [_Line("", one.document, f"{one.place}: {one.reason}") for one in digest.desk.failures]
    unread += [_line(one, "its document was not read, so nothing is known") for one in digest.unread]
    every = {
        "New": [_line(one) for one in digest.new],
        "Worse": worse,
        "Fixed": [_line(one) for one in digest.fixed],
        "Stale": stale,
        "Not read": unread,
    }
    for title, lines in every.items():
        if lines:
            yield _Part(title, _first(lines), len(lines))


def _first(lines: Sequence[_Line]) -> tuple[_Line, ...]:
    return tuple(lines[:MAX_LINES])


def _line(item: Item, extra: str = "") -> _Line:
    return _Line(item.finding.severity, item.finding.message, extra)
