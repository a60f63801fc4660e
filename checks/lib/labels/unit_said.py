"""The unit of a table's bare values where a sentence beside it says it: "Milliseconds.", "Prices in US dollars"."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache
from itertools import islice

from checks.lib.language.tokens import root, roots, tokens
from checks.lib.quantities.amounts import Unit, unit_of
from checks.lib.quantities.counts import heads_counts
from schemas.document import Block, Document, Table
from schemas.names import Vocabulary

NEAR = 1500  # characters over a table in which a paragraph introduces it
LEAD = 60  # characters under a table within which a note is of it
LONGEST = 400  # characters of a paragraph that is an introduction
PARAGRAPHS = 4  # that stand between a heading and its table
WORDS = 5  # of a unit: "million packets per second"
_SCALE = re.compile(r"(?P<n>thousand|million|billion)s?\b(?:\sof)?\s*", re.IGNORECASE)
_POWERS = {"thousand": 3, "million": 6, "billion": 9}
_MONEY = re.compile(
    r"(?:(?:US|U\.S\.)\s?)?(?:dollars?|euros?|USD|EUR|GBP|CHF|pounds sterling|francs|yen|[$€£])(?!\w)",
    re.IGNORECASE,
)
_CENTS = re.compile(r"(?:(?:US|euro) )?cents\b", re.IGNORECASE)
# "In W, X and Y configurations", "min, max and mean", "Watts, Inc.", "Minutes of the meeting": no units.
_NO_UNIT = re.compile(
    r"[A-Za-z](?:,\s[A-Za-z]\b|\sand\s[A-Za-z]\b)|min,?\s(?:and\s)?max\b|[A-Za-z]+,\sInc\b|"
    r"[A-Za-z]+\s(?:of the|since|out|for [a-z]+,)\b"
)
_PERCENT = re.compile(r"(?:per\s?cent|percentages?(?!\spoint)|%)(?!\w)", re.IGNORECASE)
_DEGREES = re.compile(r"degrees (?:Celsius|centigrade)\b", re.IGNORECASE)
_MACHINE_HOURS = re.compile(r"(?:v?[A-Z]{1,2}PU|[Cc]ore|[Nn]ode|[Cc]hip|[Aa]ccelerator)[ -]?hours?\b")
_PER = re.compile(
    r"(?:\bper|/|\ban?|\beach|\bby the)\s?(?:\w+ and (?:per )?)?(?P<by>hour|month|year|day|minute|second)\b|"
    r"\b(?P<ly>hour|month|year|dai)ly\b",
    re.IGNORECASE,
)
_SENTENCE = re.compile(r"(?<=[.;!?])\s+|\s*\|\s*|\n\s*\n")
_TAIL = re.compile(  # what may follow a unit at the head of a line: no verb
    r"\s*(?:$|[.,;:(]|(?:for|to|at|on|per|of|in|over|with|without|across|from|until|by|during|averaged|measured|"
    r"(?:the )?(?:mean|median)|lower|higher|more|less|unless|each|as|and)\b)"
)
_BESIDE = re.compile(
    r"\s*(?:$|[.,;:()]|(?:per|at|for|on|with|without|over|to|across|after|unless|by|from|as|of|and|lower|higher|both|each|"
    r"when|under|until|during|including|excluding|averaged|measured|throughout|everywhere)\b)"
)
_IN = re.compile(r"\b(?:in|as)\s(?=\S)", re.IGNORECASE)
_IS = re.compile(
    r"^(?:all\s|the\s)?(?:units?(?: of measure(?:ment)?)?|values?|figures?|numbers?|entries|cells?|results?|times?|"
    r"rates?|prices?|sizes?|scores?|readings?|latenc(?:y|ies)|throughput|power|memory|bandwidth|costs?|durations?)"
    r"(?:\s[a-z]+){0,3}?(?:\s?[:=–—]\s?|\s(?:is|are)\s)(?:all\s|in\s)?(?=\S)",
    re.IGNORECASE,
)
_QUANTITIES = {
    "time": r"(?:[a-z]*time|latenc|duration|delay|wait|lag|pause|ttft|tpot|stall|age|recover|wall[ -]?clock)",
    "price": r"(?:price|cost|fee|spen[dt]|expens|bill|rent|charge|rates?\b|budget|revenue|sav|amount|invoice)",
    "size": r"(?:memor|size|capacit|footprint|disk|storage|ram\b|heap|hbm|vram|resident|cache|dram|space|weights|data)",
    "power": r"(?:power|draw|tdp|consum|load|wall)",
    "energy": r"(?:energ|consum|electric)",
    "temperature": r"(?:temperature|heat|hot)",
    "percent": r"(?:rates?\b|share|accurac|utili[sz]|load|occupanc|percent|loss|efficien|recall|error|busy|score|"
    r"portion|change|gain)",
    "rate": r"(?:throughput|rate|speed|qps|iops|rps|tps|performance|frequenc|traffic|requests?|ops)",
    "bandwidth": r"(?:bandwidth|throughput|speed|rate|traffic|transfer|egress|ingress|performance)",
    "compute": r"(?:performance|rate|speed|peak|compute|throughput|sustained)",
    "frequency": r"(?:clock|frequenc|speed)",
}
_KINDS = {kind: re.compile(rf"\b{words}", re.IGNORECASE) for kind, words in _QUANTITIES.items()}
_GENERAL = re.compile(
    r"\b(?:values?|figures?|numbers?|results?|entries|cells?|all|units?|counts?|scores?|measure[ds]?|measurements?|given|"
    r"reported|shown|expressed|stated|listed|medians?|means?|averages?)\b",
    re.IGNORECASE,
)
# Of a sentence that tells what somebody does "in milliseconds" the table need not be in any.
_TELLS = re.compile(
    r"\b(?:we|you|they|it|users?|customers?|can|will|could|has|have|had|takes?|took|gets?|finish(?:es|ed)|answers|ran|starts|"
    r"improves|fell|rose|drops|grows|settles|arrives)\b",
    re.IGNORECASE,
)
_VERB = re.compile(r"\b(?:is|are|was|were|has|have|had|can|will|do|does|did|count|matter|pass\w*)\b")
# Headers of what is in no unit of a sentence's: parts of others, and what is counted or set. "8 threads" and "Run 2"
# are none of them: there the values are of what is said.
_PARTS = (
    r"(?:scores?|speed-?ups?|gains?|changes?|ratio|factor|rank|relative|normali[sz]ed|shares?|efficienc\w+|improvements?|ratings?|"
    r"differences?|delta|savings?|PUE|points|accuracy|recall|vs\.?)"
)
_COUNTED = (
    r"(?:years?|dates?|seats?|batch(?: size)?|versions?|releases?|count|number|runs|concurrency|clients|users|threads|"
    r"quantity|qty|samples|epochs|steps|iterations|lines|layers|parameters|params|depth|length|tests|passed|failed|failures|errors|"
    r"incidents|jobs|wins|loss(?:es)?|goals|stars|forks|members|tables)"
)
_NO_VALUE = re.compile(rf"\b(?:{_PARTS}|(?<!\d[\s-]){_COUNTED})(?!\w|\s?\d)|[%×Δ±#]|\bx$", re.IGNORECASE)
_PART = re.compile(rf"(?:[a-z-]+\s)?{_PARTS}(?:\s(?:over|vs\.?|to|in|of)\s.*)?|[^(]*\((?:%|x|×)\)", re.IGNORECASE)
_OWN = re.compile(
    r"(?:[a-z0-9.]+\s)?(?:latency|throughput|price|cost|power|energy|memory|bandwidth|capacity)", re.IGNORECASE
)
_PLURAL = re.compile(
    r"(?:[A-Za-z-]+\s)?(?!ours|yours|theirs|maths|physics|always|series|news)[A-Za-z-]{2,}[^sui\W\d]s", re.IGNORECASE
)
_WHOLE = re.compile(r"\d[\d,]*(?:\s?[kKM])?|\d+(?:\.\d+)?\s?[MB]|\W*")
_NAMES = re.compile(r"[A-Za-z]{3,}")
_STATISTIC = re.compile(
    r"\b(?:mean|median|average|avg|best|worst|total|max(?:imum)?|min(?:imum)?|first|last|before|after|baseline)\b",
    re.IGNORECASE,
)
_FACTOR = re.compile(r"\b(?:speed-?up|ratio|relative|factor|normali[sz]ed)\b|[×Δ]", re.IGNORECASE)
_BRACKETS = re.compile(r"\([^()]*\)|\[[^\]]*\]")
_SET = re.compile(r"\([^()]*\d[^()]*\)")  # "Software (8 threads)"
_THOUSANDS = re.compile(
    r"(?:[,;]\s(?:all\s)?(?:in\s)?|[(\[](?:in\s)?)(?P<n>thousand|million|billion)s(?=$|[,;.)\]])", re.IGNORECASE
)
_ADJECTIVE = re.compile(
    r"(?:(?:wall[- ]clock|elapsed|median|mean|average|total|peak|sustained|aggregate|CPU|GPU)\s){1,2}", re.IGNORECASE
)
_NOUN_PER = re.compile(r"(?P<last>[\w-]+)\s(?:per|an?|each)\s")


@dataclass(frozen=True, slots=True)
class Said:
    """A unit, and the roots of the words that say of what it is: "Prices in euros"."""

    unit: Unit
    of: frozenset[str]


def units_said(document: Document, table: Table, vocabulary: Vocabulary) -> tuple[Said, ...]:
    """The units that the title, the lines over a table and the note under it say; each once."""
    found = [one for text in _over(document, table) for one in said_in(text, vocabulary)]
    found += [one for text in _under(document, table) for one in said_in(text, vocabulary, note=True)]
    return tuple({(one.unit, one.of): one for one in reversed(found)}.values())


def of_columns(table: Table, said: Sequence[Said], settled: Sequence[Unit | None]) -> list[Unit | None]:
    """The unit of each column that stands outside of the table; `settled` is what headers print."""
    counted = counting(table, settled)
    named = [{at for at, column in enumerate(table.columns) if at and _is_of(column.text, one)} for one in said]
    return [
        None if at in counted or settled[at] else _of_column(at, one.text, said, named, settled)
        for at, one in enumerate(table.columns)
    ]


def is_no_value(label: str, kind: str = "") -> bool:
    """Whether a column's header says that its values are in no unit of this kind: "Speed-up", "Nodes"."""
    plain = _SET.sub(" ", label).strip()
    told = kind == "percent" and _is_quantity(plain, kind)
    return heads_counts(plain) or bool(_NO_VALUE.search(plain) and not told)


def is_factor(header: str) -> bool:
    """Whether the bare values below a header are so many times: "Speed-up"."""
    return bool(_FACTOR.search(header))


@lru_cache(maxsize=8192)  # of a row, for each of its cells
def row_of_other(label: str, kind: str, *, among: bool) -> bool:
    """Whether a row's label says that its values are of another kind: "Speed-up", "Cores".

    `among` others that name quantities "Power" is one; in a bill it is an item.
    """
    counts = heads_counts(label) and (" " not in label or label.lower().startswith(("number", "#")))
    other = among and is_quantity(label) and not _is_quantity(label, kind)
    return counts or other or (kind != "percent" and bool(_PART.fullmatch(label)))


def is_quantity(label: str) -> bool:
    """Whether a row's label is the name of a quantity: "p99 latency"."""
    return bool(_OWN.fullmatch(label))


def is_other_quantity(header: str, kind: str) -> bool:
    """Whether a header names a quantity that is not of a kind: "Throughput" of no time."""
    return kind in _KINDS and not _is_quantity(header, kind) and any(one.search(header) for one in _KINDS.values())


def said_in(text: str, vocabulary: Vocabulary, *, note: bool = False) -> Iterator[Said]:
    """The units that a line says of values beside it; of a note under them only what says so at once."""
    for sentence in _SENTENCE.split(text):
        plain = (
            re.sub(r"^\W*(?<![$€£])", "", sentence.strip().rstrip(".;"))
            if sentence.strip()[:1] not in "$€£%µ"
            else sentence
        )
        yield from _of_sentence(plain, vocabulary, note=note)


def _of_sentence(text: str, vocabulary: Vocabulary, *, note: bool) -> Iterator[Said]:
    power = next((_POWERS[one["n"].lower()] for one in _THOUSANDS.finditer(text)), 0)
    for unit, words in _read(text, vocabulary, note=note):
        yield Said(replace(unit, scale=unit.scale.scaleb(power)) if power else unit, roots(tokens(words)))


def _read(text: str, vocabulary: Vocabulary, *, note: bool) -> Iterator[tuple[Unit, str]]:
    """The units of a sentence with the words that say of what each is; one that stands alone where no words do."""
    if several := list(_in(text, vocabulary, note=note)):
        yield from several
    elif (told := _IS.match(text)) and (found := _phrase(text[told.end() :], text, vocabulary, _BESIDE)):
        yield found, text[: told.end()]
    elif not note or len(text.split()) <= WORDS:
        yield from islice(_alone(text, vocabulary), 1)


def _in(text: str, vocabulary: Vocabulary, *, note: bool) -> Iterator[tuple[Unit, str]]:
    """The units behind "in", each of the words before it: "Latency in ms, throughput in images per second"."""
    begin = 0
    for match in _IN.finditer(text) if not _TELLS.search(text) else ():
        lead = text[begin : match.start()]
        known = not text[: match.start()] or _GENERAL.search(lead) or any(one.search(lead) for one in _KINDS.values())
        behind = _BESIDE if lead else _END
        if (
            known
            and (not note or match.start() < LEAD)
            and (found := _phrase(text[match.end() :], text, vocabulary, behind))
        ):
            yield found, lead
            begin = match.end()


def _alone(text: str, vocabulary: Vocabulary) -> Iterator[tuple[Unit, str]]:
    """A unit that a line begins with, one between two commas, and one in brackets."""
    begins = _ADJECTIVE.sub("", text, count=1) if _ADJECTIVE.match(text) else text
    if not _VERB.search(text) and (found := _phrase(begins, text, vocabulary, _TAIL)):
        yield found, ""
    for at, part in enumerate(re.split(r",\s", text)):
        if at and len(part) > 1 and (found := _phrase(part.strip(), text, vocabulary, _TAIL)):
            yield found, ""
        for held in _BRACKETS.findall(part):
            if found := _phrase(held.strip("()[] "), text, vocabulary, _END):
                yield found, text


_END = re.compile(r"\s*(?:$|,)")
_WORD = re.compile(r"[^\s,;:()]+")


def _phrase(text: str, whole: str, vocabulary: Vocabulary, behind: re.Pattern[str]) -> Unit | None:
    """The unit that a text begins with, if what is behind it is what `behind` allows; `whole` may say per what."""
    if _NO_UNIT.match(text):
        return None
    scaled = _SCALE.match(text)
    power, rest = (_POWERS[scaled["n"].lower()], text[scaled.end() :]) if scaled else (0, text)
    found = _money(rest, whole, behind) or _percent(rest, behind) or _known(rest, vocabulary, behind)
    if found is None and scaled and behind.match(rest) and not rest[:1].isalpha():
        found = Unit("count", frozenset(), frozenset(), Decimal(1))  # "Counts in millions"
    return replace(found, scale=found.scale.scaleb(power)) if found and power else found


def _money(text: str, whole: str, behind: re.Pattern[str]) -> Unit | None:
    match = _CENTS.match(text) or _MONEY.match(text)
    if match is None:
        return None
    rest = re.sub(r"^\s?(?:/|per\b|an?\b|each\b)\s?[\d,]*\s?[\w-]+", "", text[match.end() :])
    per = {root((one["by"] or one["ly"]).lower().replace("dai", "day")) for one in _PER.finditer(whole)}
    scale = Decimal("0.01") if _CENTS.match(text) else Decimal(1)
    return Unit("price", frozenset(), frozenset(per), scale) if behind.match(rest) else None


def _percent(text: str, behind: re.Pattern[str]) -> Unit | None:
    match = _PERCENT.match(text)
    return (
        Unit("percent", frozenset(), frozenset(), Decimal(1)) if match and behind.match(text[match.end() :]) else None
    )


def _known(text: str, vocabulary: Vocabulary, behind: re.Pattern[str]) -> Unit | None:
    """The longest unit that a text begins with."""
    if (match := _MACHINE_HOURS.match(text)) and behind.match(text[match.end() :]):
        return unit_of("GPU-hours", vocabulary)
    if _DEGREES.match(text):
        return unit_of("°C", vocabulary)
    ends = [match.end() for match in islice(_WORD.finditer(text), WORDS)]
    for end in reversed(ends):
        words = text[:end].rstrip(".")
        if re.search(r"[,;:()]|\d", words) or not behind.match(text[end:]) or not _plural(words):
            continue
        lower = f"{words[0].lower()}{words[1:]}" if words[1:2].islower() else words
        found = unit_of(lower, vocabulary) or unit_of(words, vocabulary) or _bytes(words)
        if found and found.kind not in ("count", "share") and not (found.kind == "rate" and not found.of):
            return found
    return None


def _plural(words: str) -> bool:
    """Whether what is counted by the second is several: "price per hour" is no rate."""
    match = _NOUN_PER.search(words)
    return match is None or match["last"].lower().endswith("s") or match["last"].isupper() or match["last"] == "people"


def _bytes(words: str) -> Unit | None:
    return Unit("size", frozenset(), frozenset(), Decimal(1)) if words.lower() == "bytes" else None


# --- where it is said ---------------------------------------------------------------------------------------------


def _over(document: Document, table: Table) -> list[str]:
    """The title, and the paragraphs between the heading or the table before and the table, the nearest first."""
    before = [one.end for one in document.tables if one.end <= table.start]
    near = [
        one for one in document.blocks if max([table.start - NEAR, *before]) <= one.start and one.end <= table.start
    ]
    heads = [at for at, one in enumerate(near) if one.kind == "heading"]
    mine = near[heads[-1] + 1 :] if heads else near
    texts = [_text(document, one) for one in reversed(mine[-PARAGRAPHS:]) if one.kind in ("paragraph", "caption")]
    return [text for text in (*texts, table.title, *table.headings[-1:]) if len(text) < LONGEST]


def _under(document: Document, table: Table) -> list[str]:
    """The notes of a table, and the first line under it."""
    after = next((one for one in document.blocks if one.start >= table.end and one.start - table.end < LEAD), None)
    notes = [document.text[start:end] for start, end in table.footnotes]
    line = [_text(document, after)] if after and after.kind in ("paragraph", "footnote", "caption") else []
    return [text for text in (*notes, *line) if len(text) < LONGEST]


def _text(document: Document, block: Block) -> str:
    return " ".join(re.sub(r"[*_`]+", "", document.text[block.start : block.end]).split())


# --- of which columns ---------------------------------------------------------------------------------------------


def _of_column(
    at: int, header: str, said: Sequence[Said], named: Sequence[set[int]], settled: Sequence[Unit | None]
) -> Unit | None:
    """The one unit that is said for a column: of its name or quantity, or of all columns where none has the name."""
    able = [one for one in said if not is_no_value(header, one.unit.kind)]
    mine = {one.unit for one, columns in zip(said, named, strict=True) if one in able and at in columns}
    if len(mine) == 1:
        return mine.pop()
    if len({one.unit for one in said}) != 1 or not able or is_other_quantity(header, said[0].unit.kind):
        return None
    # "On-demand rates per hour, in US dollars" is of the column "Price per hour", and of no "vCPU" beside it.
    others = set().union(*named)
    if others and _NAMES.search(_STATISTIC.sub(" ", header)):
        return None
    # "Time in minutes" over "Minutes" and "Cost" is the first one's.
    return None if any(one and one.kind == said[0].unit.kind for one in settled) else said[0].unit


def _is_of(header: str, said: Said) -> bool:
    return bool(said.of & roots(tokens(header))) or _is_quantity(header, said.unit.kind)


def _is_quantity(header: str, kind: str) -> bool:
    return kind in _KINDS and bool(_KINDS[kind].search(header))


def counting(table: Table, settled: Sequence[Unit | None]) -> set[int]:
    """The columns of what is counted or set.

    Of columns without a unit those called by a plural count, if others are not: "Seats" beside "2024" and "2025", but
    "Reads" and "Writes" are both of what is said.
    """
    bare = [at for at in range(1, len(table.columns)) if settled[at] is None]
    whole = {at for at in bare if all(_WHOLE.fullmatch(row[at].text) for row in table.rows)}
    plural = {at for at in whole if _PLURAL.fullmatch(table.columns[at].text.strip())}
    odd = plural if len(plural) < len(bare) else set()
    return odd | {at for at, one in enumerate(table.columns) if heads_counts(one.text)}
