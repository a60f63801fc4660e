"""What texts say of memories, links and number formats, in roles that standards tie: channels, lanes, layers, bytes.

Each role has one reader for all orders of its words: "twelve channels of DDR5-4800", "DDR5-4800, 12-channel", "12 x
DDR5-4800"; "PCIe Gen5 x16", "sixteen lanes of PCIe 5.0".
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.linking.reach import asserted
from schemas.document import Document
from schemas.names import Entry, Vocabulary
from schemas.number_words import ANY_NUMBER, count

FAR = 300  # characters from a question to its answer
_N = rf"(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d+|{ANY_NUMBER})"
_NUMBER = r"\d[\d,]*(?:\.\d+)?"
CHANNELS = re.compile(
    rf"(?<![\w.,]){_N}[\s-](?:(?:memory|DRAM|R?DIMM|independent|64-bit|DDR\d\S*|wide|"
    rf"of DDR\d\S*)[\s-]){{0,3}}(?:channels?)\b|\bchannels?(?: per (?:socket|processor|"
    rf"CPU))?\W{{1,4}}{_N.replace('?P<n>', '?P<m>')}(?![\w.])|"
    r"(?<![\w.,])(?P<x>\d{1,2})\s?[x×]\s?(?=DDR\d)",
    re.IGNORECASE,
)
TRANSFERS = re.compile(
    r"\b(?P<of>DDR[345])(?:-|\s|,\s|\s(?:at|with|running at)\s)?(?P<n>\d{4}|\d,\d{3})\b(?:\s?MT/s|\s?MHz)?",
    re.IGNORECASE,
)
GENERATION = re.compile(
    r"\b(?:PCIe|PCI Express|PCI-E)\s?(?:Gen(?:eration)?\.?\s?)?(?P<n>[3-6])(?:\.0)?(?!\w|\.\d)|"
    r"\bGen(?P<m>[3-6])(?=\s?x\d|\sPCIe)",
    re.IGNORECASE,
)
LANES = re.compile(
    rf"(?<![\w.,])(?:{_N}[\s-](?:(?:PCIe|PCI|Gen\s?\d|electrical|\d\.\d)\s){{0,3}}lanes?\b)|\b[x×]\s?(?P<m>1|2|4|8|"
    rf"16)\b|\blanes?\W{{1,4}}(?P<o>\d{{1,3}})\b",
    re.IGNORECASE,
)
PARAMETERS = re.compile(
    r"(?<![\w.,$€])(?P<n>\d+(?:\.\d+)?)(?:[\s-](?P<power>million|billion|trillion)[\s-](?:\w+\s)?(?:parameters?|"
    r"weights|params)\b|"
    r"(?P<si>[BMT])(?:[\s-](?:dense\s)?(?:parameters?|params|weights|model)\b))|"
    r"\b[Pp]aram(?:eter)?s?(?: count)?\W{1,4}(?P<m>\d+(?:\.\d+)?)\s?(?P<short>million|billion|trillion|[BMT])\b"
)
LAYERS = re.compile(
    rf"(?<![\w.,]){_N}[\s-](?:transformer |decoder |hidden )?(?:layers?|blocks)\b|\blayers\W{{1,4}}(?P<m>\d{{1,3}})\b",
    re.IGNORECASE,
)
HEADS = re.compile(
    rf"(?<![\w.,]){_N}\s(?:key[- ](?:and[- ])?value|key/value|KV|grouped KV)[\s-]heads?\b|"
    r"\b(?:key[- ](?:and[- ])?value|key/value|KV)[\s-]heads?\W{1,4}(?P<m>\d{1,3})\b",
    re.IGNORECASE,
)
WIDTH = re.compile(
    r"\b(?:heads?[- ](?:dim(?:ension)?s?|width|size)|(?:heads?\s)?(?:of|with)\s(?:width|dimension|size)|width|"
    r"dimension)\b"
    r"(?:\s(?:of|is|=|each))?\W{1,4}(?P<n>\d{2,3})\b|(?P<m>\d{2,3})[\s-](?:dimensional|wide)\s(?:KV |"
    r"key-value )?heads?|"
    r"heads?,?\s(?:each\s)?of\s(?P<o>\d{2,3})\s(?:dimensions|values|elements|channels)",
    re.IGNORECASE,
)
BUS = re.compile(
    r"(?<![\w.,])(?P<n>\d{1,2},\d{3}|\d{2,4})[\s-]?bits?\b|\bbus(?: width)?\W{1,4}(?P<m>\d{2,4}) bits?",
    re.IGNORECASE,
)
PINS = re.compile(
    r"(?<![\w.,])(?P<n>\d+(?:\.\d+)?)\s?(?:Gb/s|Gbps|Gbit/s|GT/s)(?:\s(?:per|a|on each|on every|each)\s?(?:pin|line|"
    r"bit))",
    re.IGNORECASE,
)
STACKS = re.compile(
    rf"(?<![\w.,]){_N}[\s-](?:(?:HBM\d?\w*|memory)[\s-])?stacks?\b|\bstacks\W{{1,4}}(?P<m>\d{{1,2}})\b",
    re.IGNORECASE,
)
# "Servers: 8", "a cluster of eight nodes"; those that drive the load are no servers.
SERVERS = re.compile(
    rf"^(?:servers|nodes|hosts|machines)[\s|:]{{1,5}}(?P<m>\d{{1,4}})$|(?<![\w.,]){_N}\s(?:storage\s|server\s)?"
    r"(?:servers|nodes)\b",
    re.IGNORECASE,
)
SIZE = re.compile(rf"(?<![\w.,])(?P<n>{_NUMBER})\s?(?P<u>[kKMGTP]i?B)\b(?!\s?/|ps|\sper second|\sa second)")
SPEED = re.compile(
    rf"(?<![\w.,])(?P<n>{_NUMBER})\s?(?P<u>[MGT]i?B|[MGT]b|[MGT]bit)(?:/s|ps|\sper second|\sa second|\seach second)\b"
)
_CEILING = re.compile(r"\b(?:theoretical\w*|ceiling)\b", re.IGNORECASE)  # no hope, though it reads like one
_SCALE = {
    "k": Decimal(10) ** 3,
    "m": Decimal(10) ** 6,
    "g": Decimal(10) ** 9,
    "t": Decimal(10) ** 12,
    "p": Decimal(10) ** 15,
}
_TWO = {"k": 1, "m": 2, "g": 3, "t": 4, "p": 5}
_POWERS = {"million": 6, "billion": 9, "trillion": 12, "M": 6, "B": 9, "T": 12}


@dataclass(frozen=True, slots=True)
class Stretch:
    """A sentence, or a row of a table with its label."""

    document: Document
    start: int
    text: str


@dataclass(frozen=True, slots=True)
class Part:
    """A number in a role, at [start, end) of its document."""

    where: Stretch
    start: int
    end: int
    value: Decimal
    name: str = ""

    @property
    def quote(self) -> str:
        """As it is printed."""
        return self.where.document.text[self.start : self.end]


def stretches_of(document: Document, index: Index) -> Iterator[Stretch]:
    """The sentences of a document that are said as true, and the rows of its tables."""
    asked = None
    for sentence in index.sentences(document):
        start, words = sentence.passage.start, sentence.passage.words
        if asserted(sentence, 0, 1) or _CEILING.search(words):
            # "What is the bandwidth of a socket? 448 GB/s in theory": the answer alone says of nothing
            near = asked is not None and start - asked < FAR and "\n\n" not in document.text[asked:start]
            first = asked if asked is not None and near else start
            yield Stretch(document, first, document.text[first : sentence.passage.end])
        asked = start if words.endswith("?") else None
    for table in document.tables:
        for row in (table.columns, *table.rows):
            if row:
                start, end = row[0].start, row[-1].end
                yield Stretch(document, start, document.text[start:end])


def counted(pattern: re.Pattern[str], some: Sequence[Stretch]) -> list[Part]:
    """The numbers in a role that a pattern reads."""
    found: list[Part] = []
    for where in some:
        for match in pattern.finditer(where.text):
            digits = next((each for name in ("n", "m", "o", "x") if (each := match.groupdict().get(name))), "")
            value = _number(digits) if digits else Decimal(0)
            if value > 0:
                found.append(Part(where, where.start + match.start(), where.start + match.end(), value,
                                  match.groupdict().get("of") or ""))  # fmt: skip
    return found


def _number(digits: str) -> Decimal:
    return Decimal(digits) if "." in digits else Decimal(count(digits))


def parameters(some: Sequence[Stretch]) -> list[Part]:
    """How many parameters a model has."""
    return [
        Part(where, where.start + one.start(), where.start + one.end(),
             Decimal(one["n"] or one["m"]).scaleb(_POWERS[one["power"] or one["si"] or one["short"]]))
        for where in some
        for one in PARAMETERS.finditer(where.text)
        if Decimal(one["n"] or one["m"]) > 0
        and not re.search(r"\b(?:active|activated|draft|speculat\w+|of which)\b", where.text, re.IGNORECASE)
    ]  # fmt: skip


def measured(pattern: re.Pattern[str], some: Sequence[Stretch]) -> list[Part]:
    """Sizes or speeds in bytes."""
    return [
        Part(where, where.start + one.start(), where.start + one.end(), bytes_of(one["n"], one["u"]), one["u"])
        for where in some
        for one in pattern.finditer(where.text)
        if bytes_of(one["n"], one["u"]) > 0
    ]


def bytes_of(digits: str, unit: str) -> Decimal:
    """A number with its unit in bytes."""
    value, letter = Decimal(digits.replace(",", "")), unit[0].lower()
    scale = Decimal(1024) ** _TWO[letter] if unit[1:2] == "i" else _SCALE[letter]
    return value * scale / (8 if unit[1:] in ("b", "bit") else 1)


def formats(where: Stretch, vocabulary: Vocabulary) -> list[Entry]:
    """The number formats that a stretch names, each once."""
    found = (one.entry for one in vocabulary.find(where.text, "standards"))
    return list(dict.fromkeys(one for one in found if one.text("class") == "precision"))


def one_value(some: Sequence[Part]) -> Part | None:
    """The part, where all that are read print one value."""
    return some[0] if len({one.value for one in some}) == 1 else None
