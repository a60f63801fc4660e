"""How many times as fast or as small a page calls its product, against what its tables print of it and its rivals."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.findings.words import listed
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.telling.holds import asserts
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Cell, Document, Table
from schemas.finding import Finding, Skip
from schemas.interval import short

CODE = "range-beside-rivals"
SHOWN = 6  # pairs that a finding quotes
SHORT = 3  # letters of a word that tells nothing
FAR = 8  # times past an end: another thing
AHEAD = 200  # characters ahead of a table that say what it is of
SLACK = Decimal("1.03")  # who prints a range rounds its ends
_N = r"\d{1,3}(?:\.\d+)?"
_TIMES = r"(?:\s?[x×]|\s?-?times|-?fold)(?![\w])"
_SAID = re.compile(
    rf"(?<![\w.,/$%-])(?:between\s)?(?P<low>{_N})\s?[x×]?\s?(?:-|–|—|to|and)\s?(?P<high>{_N}){_TIMES}"
    rf"|\bup to\s(?:an?\s)?(?P<most>{_N}){_TIMES}",
    re.IGNORECASE,
)
_SPEED = r"fast(?:er)?|quick(?:er)?|speed\w*|slow|latency|throughput|prints?|serializ\w*"
_MEMORY = r"memory|smaller|ram|footprint|storage|lighter"
_KIND = re.compile(rf"\b(?:(?P<speed>{_SPEED})|(?P<memory>{_MEMORY}))\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[;:]\s|,\s|\s(?:with|while|and|but)\s", re.IGNORECASE)
_RIVAL = re.compile(
    r"\b(?:than|over|as (?:fast|quick|small) as|compared (?:to|with)|relative to|against|versus|vs\.?|of)\s"
    r"(?P<who>.{2,90})",
    re.IGNORECASE | re.DOTALL,
)
_OTHERS = re.compile(
    r"\b(?:others?|existing|alternatives?|competit\w+|comparable|rivals?|similar|popular|sota|"
    r"state[- ]of[- ]the[- ]art)\b",
    re.IGNORECASE,
)
_TIME_UNIT = r"ns|us|µs|μs|ms|msec|s|sec|secs|seconds?|milliseconds?|microseconds?|nanoseconds?|min|minutes?|hours?|h"
_UNIT_KINDS = (
    ("time", re.compile(rf"(?:{_TIME_UNIT})(?:\s?/\s?(?:op|it|step|ima?ge?|req|call|tok)\w*)?", re.IGNORECASE)),
    ("memory", re.compile(r"(?:[KMGT]i?B|bytes|B)(?:\s?/\s?(?:op|iter|call)\w*)?", re.IGNORECASE)),
    ("rate", re.compile(r"[A-Za-z]+\s?(?:/\s?s(?:ec\w*)?|per second)|[KMG]i?B/s|fps|qps|tps|iops", re.IGNORECASE)),
)
_HEAD_KINDS = (
    ("ratio", re.compile(r"\b(?:vs\.?|relative|speed-?up|ratio|normalized)(?!\w)", re.IGNORECASE)),
    ("rate", re.compile(r"\b(?:throughput|per second|fps|qps|tps|iops)\b|/\s?s(?:ec)?\b", re.IGNORECASE)),
    ("memory", re.compile(r"\b(?:memory|ram|sram|vram|rss|footprint|bytes|[KMGT]i?B)\b", re.IGNORECASE)),
    ("time", re.compile(r"\b(?:latency|time|duration|runtime|ms|ns|µs|us|seconds|milliseconds)\b", re.IGNORECASE)),
)
_FITS = {"speed": ("time", "rate"), "memory": ("memory",)}
_CELL = re.compile(r"\W*(?P<n>\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:\.\d+)?)\s?(?P<unit>[A-Za-zµμ][A-Za-zµμ/ ]{0,14})?\W*")
_CLOCK = re.compile(r"(?:(?P<h>\d+)\s?h\s?)?(?P<m>\d+)\s?m(?:in)?\s?(?P<s>\d+(?:\.\d+)?)\s?s(?:ec)?")
_NOISE = re.compile(r"@\s?\w+|\b[0-9a-f]{7,40}\b|\bv?\d+(?:\.\d+)+\b|\([^()]*://[^()]*\)")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])|\d+")
_OURS = re.compile(r"\b(?:ours?|this (?:work|library|crate|project|repo\w*))\b", re.IGNORECASE)
_PLAIN = frozenset(
    """a an and are as at be by can fast faster for from has have in instance into is it its library libraries more
    of on or other others out our over performance speed speedup than that the this time times to up we with x inference
    existing compared comparison when while using use used which most
    """.split()
)
Row = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class _Told:
    """A range of factors, or what ends it, at a place of a passage."""

    passage: Passage
    start: int
    end: int
    low: Decimal | None
    high: Decimal
    kind: str
    clause: str
    rival: str  # "" where nobody is named
    title: str  # of the page
    around: str  # the sentences up to the figure

    @property
    def bounds(self) -> tuple[Decimal | None, Decimal]:
        """What lies below the first or above the second was not rounded into the range."""
        low = None if self.low is None else (self.low - _half(self.low)) / SLACK
        return low, (self.high + _half(self.high)) * SLACK


@dataclass(frozen=True, slots=True)
class _Pair:
    """What a table prints of the product and of a rival."""

    table: Table
    own: Cell
    rival: Cell
    name: str
    factor: Decimal


@check(CODE, version=1, severity="low", since="0.1.0")
def range_beside_rivals(corpus: Corpus) -> Iterator[Finding | Skip]:
    """The range of factors that a page says of its product holds the factors of its own tables.

    Why:
        "4-10x as fast as other libraries" is written once, and the tables below are measured anew with every release.
        Nobody divides the cells, and a row where the product is slower stays under "1.1x to 18x".

    Flags:
        A range, or an "up to", of speed or memory, and cells of the product's row or column beside those of its rivals
        that divide to less than the lower end or more than the upper one. Where the rival that is named is no label of
        a table, only a table of which no rival lies within. Always low: a range may be of other runs.

    Passes:
        Factors that rounding puts within the range; rows with other settings than the product's; rivals that the
        sentence does not speak of; tables of other things, where words of the sentence tell which are meant.

    Does not judge:
        Pages whose product is no row or column of a table with rivals; ranges whose metric is not said (skipped).
    """
    for document in corpus.documents:
        found = list(_told(document)) if document.tables else []
        for one in found:
            pairs = [pair for table in _meant(one, document) for pair in _pairs(one, table)]
            if not pairs:
                yield Skip(CODE, (document.name, document.text[one.start : one.end]), "no table of product and rivals")
            yield from _judged(one, pairs)


def _half(number: Decimal) -> Decimal:
    return Decimal(1).scaleb(int(number.as_tuple().exponent)) / 2


def _told(document: Document) -> Iterator[_Told]:
    tables = [(one.start, one.end) for one in document.tables]
    before = ""
    title = next((document.text[one.start : one.end] for one in document.blocks if one.kind == "heading"), "")
    for passage in passages(document):
        inside = any(start <= passage.start < end for start, end in tables)
        if not inside and asserts(passage.words):
            for match in _SAID.finditer(passage.words):
                yield from _read(passage, match, (f"{document.title} {title}", before))
        before = passage.words


def _read(passage: Passage, match: re.Match[str], ahead: tuple[str, str]) -> Iterator[_Told]:
    words = passage.words
    starts = [each.end() for each in _CLAUSE.finditer(words, 0, match.start())]
    ends = [each.start() for each in _CLAUSE.finditer(words, match.end())]
    first, last = max(starts, default=0), min(ends, default=len(words))
    near = sorted(_KIND.finditer(words, first, last), key=lambda each: _away(each, match))
    low, high = (Decimal(match["low"]), Decimal(match["high"])) if match["low"] else (None, Decimal(match["most"]))
    if near and (low is None or low < high) and high > 1:
        rival = _RIVAL.search(words, match.end())
        yield _Told(
            passage,
            passage.start + match.start(),
            passage.start + match.end(),
            low,
            high,
            "speed" if near[0]["speed"] else "memory",
            words[first:last],
            rival["who"] if rival else "",
            ahead[0],
            f"{ahead[1]} {words[: match.start()]}",
        )


def _away(one: re.Match[str], figure: re.Match[str]) -> int:
    return min(abs(one.start() - figure.end()), abs(figure.start() - one.end()))


def _tokens(text: str) -> frozenset[str]:
    return frozenset(one.lower() for one in _WORD.findall(_NOISE.sub(" ", text)))


def _meant(one: _Told, document: Document) -> list[Table]:
    """The tables that words of the clause tell from others of the page; else those of its section, else all."""
    said = {each for each in _tokens(one.clause) if len(each) > SHORT} - _PLAIN - _tokens(f"{one.title} {one.rival}")
    texts = {id(each): _tokens(_about(each, document)) for each in document.tables}
    telling = [word for word in said if 0 < sum(word in text for text in texts.values()) < len(texts)]
    points = {name: sum(word in text for word in telling) for name, text in texts.items()}
    most = max(points.values(), default=0)
    near = [each for each in document.tables if _heading(document, each.start) == _heading(document, one.start)]
    return [each for each in document.tables if points[id(each)] == most] if most else near or list(document.tables)


def _heading(document: Document, at: int) -> int:
    """Where the section of a place begins."""
    return max((each.start for each in document.blocks if each.kind == "heading" and each.start <= at), default=0)


def _about(table: Table, document: Document) -> str:
    heads = " ".join(cell.text for cell in table.columns)
    return f"{table.title} {' '.join(table.headings[-1:])} {heads} {_lead(table, document)}"


def _lead(table: Table, document: Document) -> str:
    """The paragraph ahead of a table."""
    ahead = document.text[max(0, table.start - AHEAD) : table.start].rstrip(" |\t\n")
    return re.split(r"\n\s*\n", ahead)[-1]


def _pairs(one: _Told, table: Table) -> Iterator[_Pair]:
    rows = {at: row[0].text for at, row in enumerate(table.rows) if row}
    columns = {at: cell.text for at, cell in enumerate(table.columns) if at}
    own = _own(one, rows)
    if own:
        yield from _by_rows(one, table, rows, own)
        return
    own = _own(one, columns)
    if len(own) == 1:
        yield from _by_columns(one, table, columns, own[0])


def _own(one: _Told, labels: dict[int, str]) -> list[int]:
    """The labels of the product: "ours", or all of whose words the page's title says, else the text up to the figure.

    Of "finch" and "finch (plain)" that of which the text says more.
    """
    ours = [at for at, label in labels.items() if _OURS.search(label)]
    words = {at: some for at, label in labels.items() if (some := _tokens(label)) - _PLAIN}
    titled = _said_whole(words, _tokens(one.title))
    told = _said_whole(words, _tokens(one.title) | _tokens(_RIVAL.sub(" ", one.around)))
    found = [at for at in told if not titled or any(words[at] >= words[each] for each in titled)]
    most = max((len(words[at]) for at in found), default=0)
    best = [at for at in found if len(words[at]) == most]
    return ours or (best if len({words[at] for at in best}) == 1 else [])


def _said_whole(words: dict[int, frozenset[str]], said: frozenset[str]) -> list[int]:
    return [at for at, some in words.items() if all(_says(said, each) for each in some)]


def _says(said: frozenset[str], word: str) -> bool:
    return word in said or (len(word) > 4 and any(each.startswith(word) for each in said))


def _rivals(one: _Told, labels: dict[int, str], own: Sequence[int]) -> tuple[list[int], bool]:
    """The labels of those the sentence compares with, and whether it says which."""
    mine = [_tokens(labels[at]) for at in own]
    words = {at: _tokens(label) for at, label in labels.items()}
    rest = [at for at, some in words.items() if some and not any(some <= each or each <= some for each in mine)]
    if not one.rival:
        return rest, True
    said = _tokens(one.rival)
    named = [at for at in rest if words[at] <= said]
    return (named, True) if named else (rest, bool(_OTHERS.search(one.rival)))


def _kind_of(text: str, unit: str) -> str:
    by_unit = next((kind for kind, form in _UNIT_KINDS if unit and form.fullmatch(unit.strip())), "")
    by_head = next((kind for kind, form in _HEAD_KINDS if form.search(text)), "")
    return "ratio" if by_head == "ratio" and not by_unit else by_unit or by_head


def _value(cell: Cell) -> tuple[Decimal, str] | None:
    """The number of a cell, and the unit behind it."""
    clock = _CLOCK.fullmatch(cell.text.strip())
    if clock:
        hours, minutes, seconds = (Decimal(one or 0) for one in clock.group("h", "m", "s"))
        return hours * 3600 + minutes * 60 + seconds, "s"
    match = _CELL.fullmatch(cell.text)
    return (Decimal(match["n"].replace(",", "")), match["unit"] or "") if match else None


def _by_rows(one: _Told, table: Table, rows: dict[int, str], own: Sequence[int]) -> Iterator[_Pair]:
    rivals, which = _rivals(one, rows, own)
    for at in _columns_meant(one, table):
        found = [_least(one, table, [table.rows[each] for each in own], table.rows[row], at) for row in rivals]
        pairs = [each for each in found if each]
        if which or not any(_within(one, each.factor) for each in pairs):
            yield from pairs


def _columns_meant(one: _Told, table: Table) -> list[int]:
    """The columns that are printed factors; else those of the clause's words, else all."""
    heads = {at: cell.text for at, cell in enumerate(table.columns) if at}
    ratios = [at for at, head in heads.items() if _kind_of(head, "") == "ratio"]
    said = {each for each in _tokens(one.clause) if len(each) > SHORT} - _PLAIN
    told = [at for at, head in heads.items() if said & _tokens(head)]
    return (ratios if one.kind == "speed" else []) or told or list(heads)


def _least(one: _Told, table: Table, own: Sequence[Row], rival: Row, at: int) -> _Pair | None:
    """The pair of a rival with the row of the product that has its settings and comes nearest to the range."""
    same = [row for row in own if _settings(row, table) == _settings(rival, table)] or list(own)
    head = table.columns[at].text
    found = [
        pair for row in same if len(row) > at < len(rival) and (pair := _pair(one, table, row[at], rival[at], head))
    ]
    named = [replace(each, name=rival[0].text) for each in found]
    return min(named, key=lambda each: _outside(one, each.factor), default=None)


def _settings(row: Row, table: Table) -> tuple[str, ...]:
    """The cells of a row that are words or counts, no values."""
    heads = [cell.text for cell in table.columns]
    return tuple(cell.text for head, cell in zip(heads[1:], row[1:], strict=False) if not _measured(head, cell))


def _measured(head: str, cell: Cell) -> bool:
    value = _value(cell)
    return not any(one.isalnum() for one in cell.text) or bool(value and _kind_of(head, value[1]))


def _by_columns(one: _Told, table: Table, columns: dict[int, str], own: int) -> Iterator[_Pair]:
    about = f"{table.title} {_lead(table, one.passage.document)}"
    rivals, which = _rivals(one, columns, [own])
    for row in table.rows:
        found = [
            pair
            for at in rivals
            if len(row) > max(at, own) and not _ratio(columns[at])
            if (pair := _pair(one, table, row[own], row[at], f"{columns[own]} {about}"))
        ]
        if which or not any(_within(one, each.factor) for each in found):
            yield from (replace(each, name=row[0].text) for each in found)


def _ratio(head: str) -> bool:
    return _kind_of(head, "") == "ratio"


def _pair(one: _Told, table: Table, own: Cell, rival: Cell, head: str) -> _Pair | None:
    mine, theirs = _value(own), _value(rival)
    if mine is None or theirs is None or mine[1] != theirs[1] or not mine[0] or not theirs[0]:
        return None
    kind = _kind_of(head, mine[1])
    if kind == "ratio" and mine[0] == 1:
        return _Pair(table, own, rival, "", theirs[0])
    if kind not in _FITS[one.kind]:
        return None
    return _Pair(table, own, rival, "", mine[0] / theirs[0] if kind == "rate" else theirs[0] / mine[0])


def _outside(one: _Told, factor: Decimal) -> Decimal:
    """How many times a factor is past an end of the range; 1 within it."""
    low, high = one.bounds
    return max(factor / high, low / factor if low else Decimal(0), Decimal(1))


def _within(one: _Told, factor: Decimal) -> bool:
    return _outside(one, factor) == 1


def _judged(one: _Told, pairs: Sequence[_Pair]) -> Iterator[Finding]:
    for side in ("above", "below"):
        some = [
            each
            for each in pairs
            if 1 < _outside(one, each.factor) < FAR and (each.factor > one.high) == (side == "above")
        ]
        if some:
            yield _finding(one, sorted(some, key=lambda each: -_outside(one, each.factor)), side, len(pairs))


def _finding(one: _Told, some: Sequence[_Pair], side: str, count: int) -> Finding:
    document = one.passage.document
    said = quoted(document, one.start, one.end)
    shown = [
        (quoted(document, each.rival.start, each.rival.end), quoted(document, each.own.start, each.own.end), each)
        for each in some[:SHOWN]
    ]
    sums = [
        f"{rival.quote} and {own.quote} ({' '.join(each.name.split())}): {short(each.factor)}x"
        for rival, own, each in shown
    ]
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{document.name} says {said.quote} of {one.kind}; {side} it in its tables: {listed(sums)}",
        arithmetic=f"{len(some)} of {count} pairs of the product and a rival lie {side} it.",
        comparison=(document.name, one.kind, side, said.quote),
        evidence=(said, *(each for rival, own, _ in shown for each in (rival, own))),
        likely_wrong_why="the range: the cells give other factors",
    )
