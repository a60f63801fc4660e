"""Whether two documents are of two editions of one thing: other dates, other rounds, other releases.

What a document prints later is not at odds with what it printed then.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date

from checks.lib.language import regions
from checks.lib.language.tokens import one_release, tokens, versions
from schemas.document import Document
from schemas.months import SHORT, month

OTHER_EDITION = "not comparable, because the documents are of different dates or editions"
DAYS = 60  # between two documents of one time: a press release, and the table or the post that follows it
HEAD = 1500  # characters at the beginning of a text in which a line says its date
LINE = 90  # characters of such a line
_MONTH = rf"(?:{SHORT})[a-z]*"
_DATE = re.compile(
    rf"(?P<month>{_MONTH})\.? (?P<day>\d{{1,2}}), (?P<year>20\d\d)|"
    rf"(?:(?P<on>\d{{1,2}})\.? )?(?P<of>{_MONTH})\.?,? (?P<at>20\d\d)|(?P<iso>20\d\d-\d\d-\d\d)"
)
# A line that is a date, or says when it was written: "*Published 17 October 2023*", "Updated: ...", "By Ann Lee, ...".
_AHEAD = re.compile(
    r"[\W_]*(?:(?:published|posted|updated|last (?:updated?|changed?|modified|edited|run)|dated?(?: of [\w ]{1,20})?|"
    r"released|as of|measured|valid from|by)\b[^\n\d]{0,40})?",
    re.IGNORECASE,
)
# A part of the year in a title, capital as titles have it: "may" and "march" are verbs, an "H2" may be a product.
_PERIOD = re.compile(rf"\b(?:{_MONTH}|Spring|Summer|Autumn|Fall|Winter|[QH][1-4](?= ?20\d\d))\b")
_CITY = re.compile(r"[A-Z]{3,}[\w .,]{0,40}[–—-]\s*")  # "SAN JOSE, Calif. – March 4, 2025 – ..."


class Editions:
    """The documents of a run, and which of them are of two editions; each pair is judged once."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = {one.document_id: one for one in documents}
        self._dated = {name: _dated(one) for name, one in self._documents.items()}
        self._known: dict[tuple[str, str], bool] = {}

    def differ(self, left: str, right: str) -> bool:
        """Whether two documents say dates far apart, other releases of one name, or differ in the number of a round."""
        if (left, right) not in self._known:
            self._known[left, right] = left != right and self._differ(left, right)
        return self._known[left, right]

    def _differ(self, left: str, right: str) -> bool:
        mine, theirs = self._documents[left], self._documents[right]
        first, second = self._dated[left], self._dated[right]
        declared = bool(mine.published_on and theirs.published_on)
        if first and second and first != second and (declared or abs((first - second).days) > DAYS):
            return True
        titles = mine.title, theirs.title
        return _other_release(*titles) or _numbered(*titles) or _elsewhere(*titles) or _other_period(*titles)


def _dated(document: Document) -> date | None:
    """The date that a document is of: what its kind calls its date, else that of a line near its beginning."""
    if document.published_on:
        return date.fromisoformat(document.published_on)
    return next(_said(document.text[:HEAD]), None)


def _said(text: str) -> Iterator[date]:
    for line in text.splitlines():
        match = _DATE.search(line)
        short = match and len(line) < LINE and _AHEAD.fullmatch(line[: match.start()])
        if match and (short or _CITY.fullmatch(line[: match.start()])) and (found := _read(match)):
            yield found


def _read(match: re.Match[str]) -> date | None:
    try:
        if match["iso"]:
            return date.fromisoformat(match["iso"])
        return date(
            int(match["year"] or match["at"]),
            month(match["month"] or match["of"]),
            int(match["day"] or match["on"] or 15),
        )
    except ValueError:  # "February 31": no date
        return None


def _other_release(left: str, right: str) -> bool:
    """Whether two titles name releases of one thing, and not the same: "Nova runtime 1.8" and "Nova runtime 2.0"."""
    mine, theirs = versions(left), versions(right)
    return any(name in theirs and not one_release(numbers, theirs[name]) for name, numbers in mine.items())


def _numbered(left: str, right: str) -> bool:
    """Whether two titles are one but for their numbers: "round 22" and "round 23", "Results of 2023" and "... 2025"."""
    mine, theirs = ([one.root for one in tokens(text)] for text in (left, right))
    plain = [[word for word in words if not word[0].isdigit()] for words in (mine, theirs)]
    return mine != theirs and len(plain[0]) > 1 and plain[0] == plain[1] and len(mine) == len(theirs)


def _elsewhere(left: str, right: str) -> bool:
    """Whether two titles are one but for the part of the world: "Pricing: US East", "Pricing: Asia Pacific"."""
    places = [frozenset(match.group().lower() for match in regions.NAMED.finditer(text)) for text in (left, right)]
    plain = [[one.root for one in tokens(regions.NAMED.sub(" ", text.partition("(")[0]))] for text in (left, right)]
    return bool(places[0] and places[1] and not places[0] & places[1] and plain[0][:2] == plain[1][:2])


def _other_period(left: str, right: str) -> bool:
    """Whether two titles are one but for the part of the year: "Network update: March", "Network update: June"."""
    periods = [frozenset(_PERIOD.findall(text)) for text in (left, right)]
    plain = [[one.root for one in tokens(_PERIOD.sub(" ", text))] for text in (left, right)]
    return bool(periods[0] and periods[1] and not periods[0] & periods[1] and plain[0] and plain[0] == plain[1])
