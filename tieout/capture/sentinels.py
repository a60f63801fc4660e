"""Is a page that came with status 200 the page that was asked for? If not, it replaces nothing.

A source's own sentinels come first. What is built in is what sites everywhere answer in a page's place, and it gives
way to a source whose `must_match` is there: that is proof. Nothing here knows a vendor.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlsplit

from parsers.lib.registry import parsers
from tieout.capture import kinds
from tieout.capture.inspection import Inspection
from tieout.capture.receipts import Receipt
from tieout.sources import Source

# Whole parts of a title ("Sign in | Example" has two): a post titled "How we log in 17x faster" is none of these.
LOGIN = (
    r"(please )?(sign|log)[ -]?(in|on)( (to|with) .*| required)?",
    r"login( page| required)?",
    r"sso",
    r"authentication required",
    r"session (expired|timed out)",
)
ERRORS = (
    r"access denied|unauthori[sz]ed|forbidden",
    r"(http )?(error )?[45]\d\d",
    r"(http )?(error )?4\d\d[ :-]+(error|bad request|unauthori[sz]ed|forbidden|(page )?not found|gone|too many)\b.*",
    r"(http )?(error )?5\d\d[ :-]+(error|internal server error|bad gateway|service|gateway time-?out)\b.*",
    r"(internal )?server error|bad gateway|gateway time-?out|service (temporarily )?unavailable",
    r"(an )?error( occurred| page)?",
    r"(oops|sorry)\b.*",
    r"(the )?(page|site|content|file) (is )?(temporarily )?(unavailable|not available|not found)",
    r"(the )?(page|site|content|file) (cannot be|can't be|could not be|was not) found",
    r"(the )?(page|site|content|file) does ?n[o']t exist",
    r"not found",
)
RESTING = (
    r"(site |website |scheduled |down for |under |under scheduled )?maintenance( mode)?",
    r"we'll be (right )?back.*",
    r"coming soon|under construction|account suspended",
)
CONSENT = (
    r"before you continue.*",
    r"(manage |your )?(cookie|privacy|consent)s? (consent|preferences|settings|choices|notice|options)",
    r"we (value|care about) your privacy",
    r"(cookie )?consent|accept cookies",
)
PARKED = (
    r".*\b(domain|website|site)( name)?\b.* (for sale|parked)\b.*",
    r"(the )?\S+\.[a-z]{2,} (is|may be) (for sale|parked)\b.*",
    r"buy this domain|parked domain.*|(this )?domain (has )?expired.*",
    r"welcome to nginx!?|apache.* default page.*|it works!?|default web site page|index of /.*",
)
WALLS = (
    r"just a moment\W*|attention required!?|checking your browser.*|pardon our interruption\W*",
    r"(please )?verify (that )?you( are|'re) (a )?human.*|human verification",
    r"are you (a )?(robot|human|bot)\??|(re)?captcha.*",
    r"security (check|verification)|bot (verification|detection|check)|ddos protection.*",
    r"access to this page has been denied|request (blocked|rejected)",
)


def _any(*groups: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile("|".join(one for group in groups for one in group), re.IGNORECASE)


NOT_ITSELF = _any(LOGIN, ERRORS, RESTING, CONSENT, PARKED)
WALL = _any(WALLS)
PARTS = re.compile(r"\s+[|–—·•»-]+\s+|[|–—·•»]")
LOGIN_CHARS = 3_000  # of text around a password field; a page with more has a form in its head and says something too
CHANGE = 0.5  # of bytes, text or rows, from one capture to the next, worth a warning
FEW_ROWS = 3


@dataclass(frozen=True, slots=True)
class Verdict:
    """Why a page is not itself ("" when it is), whether it is a wall against machines, and what to look at."""

    reason: str = ""
    wall: bool = False
    warnings: tuple[str, ...] = ()


def judge(source: Source, data: bytes, final_url: str, seen: Inspection, before: Receipt | None) -> Verdict:
    """Judge a page that came with 200; `before` is the last good capture."""
    for reason in _own(source, data, seen):
        return Verdict(reason)
    if not source.sentinels.must_match:
        for part in _parts(seen):
            if WALL.fullmatch(part):
                return Verdict(f"a wall against machines: the page is titled {part!r}", wall=True)
        for reason in _built_in(source, final_url, seen, before):
            return Verdict(reason)
    return Verdict(warnings=tuple(_warnings(data, seen, before)))


def _own(source: Source, data: bytes, seen: Inspection) -> Iterator[str]:
    wanted = source.sentinels
    if not data.strip():
        yield "the page is empty"
    if seen.unreadable:
        yield f"the page cannot be decoded: {seen.unreadable}"
    yield from _kind(source, data)
    if len(data) < wanted.min_bytes:
        yield f"{len(data):,} bytes, at least {wanted.min_bytes:,} are expected"
    for selector in seen.unmatched:
        yield f"nothing matches {selector!r}"
    if seen.measures.rows < wanted.min_rows:
        yield f"{seen.measures.rows} rows in its tables, at least {wanted.min_rows} are expected"
    for phrase in wanted.forbidden_titles:
        if any(phrase.casefold() in title.casefold() for title in (seen.measures.title, seen.heading)):
            yield f"its title holds {phrase!r}"


def _kind(source: Source, data: bytes) -> Iterator[str]:
    found = kinds.sniffed(data)
    wanted = parsers()[source.parser].media_type if source.parser and not source.listing else ""
    if found == kinds.BINARY and not source.listing:
        yield "the content is no document"
    elif wanted and not _fits(found, wanted, data):
        yield f"the content is {found}, {wanted} is expected"


def _fits(found: str, wanted: str, data: bytes) -> bool:
    strict = {kinds.HTML, kinds.PDF}
    if wanted in strict:
        return found == wanted or kinds.ending(data, wanted, "") == kinds.ENDINGS[wanted]
    return found not in strict


def _built_in(source: Source, final_url: str, seen: Inspection, before: Receipt | None) -> Iterator[str]:
    for part in _parts(seen):
        if NOT_ITSELF.fullmatch(part):
            yield f"the page is titled {part!r}"
    if seen.asks_password and seen.measures.text_chars < LOGIN_CHARS:
        yield "the page asks for a password and shows little else"
    if _front(final_url) and not _front(source.url):
        yield f"it leads to the front page of {urlsplit(final_url).hostname}"
    if before and before.measures.rows >= FEW_ROWS and not seen.measures.rows:
        yield f"its tables are empty; there were {before.measures.rows} rows"


def _front(url: str) -> bool:
    parts = urlsplit(url)
    return parts.path.strip("/") == "" and not parts.query


def _parts(seen: Inspection) -> Iterator[str]:
    for text in (seen.measures.title, seen.heading):
        yield from (part.strip() for part in [text, *PARTS.split(text)] if part.strip())


def _warnings(data: bytes, seen: Inspection, before: Receipt | None) -> Iterator[str]:
    if before is None:
        return
    pairs = (
        ("bytes", before.n_bytes, len(data)),
        ("characters of text", before.measures.text_chars, seen.measures.text_chars),
        ("table rows", before.measures.rows, seen.measures.rows),
    )
    for what, old, new in pairs:
        if old and abs(new - old) > CHANGE * old:
            yield f"{new:,} {what}, there were {old:,}"
