"""What the printed names of a chart's bars are: who was measured, what it ran, or how it was set.

For machines that the vocabulary does not know. One bar's name says little ("Virtual switch", "FlashVault 900"); the
names along one axis are of one kind, so each axis is judged as a whole: by most of its names, and by its title.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from parsers.lib.actors import actors_of
from parsers.lib.sentence import Scope, Sentence
from schemas.document import Bar, Chart
from schemas.names import Vocabulary
from schemas.statement import Side

Kind = Literal["", "who", "what", "how"]

_NUMBERED = re.compile(r"(?=.*[A-Za-z])(?=.*\d)[\w.+ -]+|\d+-[A-Z]*\d+")
_CODE = re.compile(r"\d{1,2}-[A-Z]?\d{2,5}[A-Z]?")  # "8-6400": a model's number alone
_PERIOD = re.compile(
    r"(?:(?:Q[1-4]|H[12]|FY|[A-Z][a-z]{2,8}\.?)\s?)?(?:19|20)\d\d(?:[/-]\d\d)?|Q[1-4]|Day\s\d+|Week\s\d+"
)
_COUNTED = re.compile(r"\d[\d,.]*\s?[kKMGTB]?\+?(?:\s?[xX×])?(?:[ -][a-zA-Z/%µ.]+){0,2}")
_MACHINE = re.compile(
    r"\b(?:node|server|card|workstation|appliance|cluster|laptop|desktop|system|processor|accelerator|array|drive|"
    r"[CGTDNI]PUs?|FPGA|ASIC|generation|competitor|competition|vendor|rival)\b",
    re.IGNORECASE,
)
_PIXELS = re.compile(r"\d{3,4}[pi]\d*")  # "2160p60" is a clip's format
_LETTERED = re.compile(r"[A-Z][\w-]+(?:\s[\w-]+){0,2}\s[A-Z]")  # "Competitor A", "Low-profile card L"
_OF_WORK = re.compile(
    r"\b(?:by|per|across|for each)\s(?:\w+\s)?(?:model|network|quer(?:y|ies)|scene|workload|clip|task|test|benchmark|"
    r"data\s?set|application|use case|kernel|suite|game|codec|language)s?\b",
    re.IGNORECASE,
)
# "Query 5", "Scene 3": the fifth of a kind, and nobody's name; "Snipe cache 2" is one.
_NTH = re.compile(
    r"(?:query|scene|test|step|level|phase|batch|case|run|task|clip|stage|zone|workload|set|day|week|year|round|epoch|"
    r"iteration|core|thread|layer|part|question|example|sample|group|category|trial|size|depth|width|rank)s?\s#?\d+\w?",
    re.IGNORECASE,
)
# "Snipe cache 2", "kestrelc 3.1", "lm.xlarge": products that no other rule takes for names.
_OWN = re.compile(
    r"[A-Z][\w-]*(?:\s[\w-]+){0,3}\s(?:v\.?\s?)?\d+(?:\.\d+)*[A-Za-z]?|[a-z][\w-]+\sv?\d+(?:\.\d+)+|[a-z]\w*\.[a-z\d]+"
)
_YEAR = re.compile(r"\s*\((?:[A-Z][a-z]+\s)?(?:19|20)\d\d\)$")


@dataclass(frozen=True, slots=True)
class Axes:
    """What the categories and the series of a chart's bars are."""

    category: Kind = ""
    series: Kind = ""


@dataclass(frozen=True, slots=True)
class BarName:
    """A bar's printed name by what its pieces are, "" where it has none such."""

    who: str = ""
    what: str = ""
    how: str = ""

    @property
    def side(self) -> Side:
        """Who was measured, as printed; a year behind the name tells when it was sold."""
        return Side(_YEAR.sub("", self.who), self.who)


def axes_of(chart: Chart, titles: Sequence[str], vocabulary: Vocabulary) -> Axes:
    """What the bars of a chart are named by; `titles` are its title lines and axis names."""
    pieces = [bar.names for bar in chart.bars if bar.category]
    names = {place: list(dict.fromkeys(one[place] for one in pieces if one[place])) for place in (0, 1)}
    of_work = any(_OF_WORK.search(title) for title in titles)
    category, series = (_axis(names[place], vocabulary) for place in (0, 1))
    if of_work and category == "who" and (series == "who" or not names[1]):
        category = "what"
    if category == "who" and series == "who":
        category = "how"  # "Xeon | Quillbase 6" and "Xeon | Quillbase 7": the legend tells who is compared
    return Axes(category, series)


def name_of(bar: Bar | None, axes: Axes) -> BarName:
    """The pieces of a bar's name by their kind."""
    if bar is None:
        return BarName()
    placed: dict[Kind, str] = {}
    for kind, piece in zip((axes.category, axes.series), bar.names, strict=True):
        if piece and kind:
            placed[kind] = f"{placed[kind]}, {piece}" if kind in placed else piece
    return BarName(placed.get("who", ""), placed.get("what", ""), placed.get("how", ""))


def unnamed_work(chart: Chart, axes: Axes, titles: Sequence[str], vocabulary: Vocabulary) -> bool:
    """Whether the only axis holds words that neither its title nor the vocabulary calls workloads."""
    told = any(_OF_WORK.search(title) for title in titles)
    known = any(vocabulary.find(bar.category, "workloads") for bar in chart.bars)
    return axes == Axes("what") and not told and not known


def sure_name(line: Sentence) -> str:
    """The first name of a title that is surely one: known, or a word with a number ("Castellan C400"), else ""."""
    for actor in actors_of(line, Scope()):
        own = not (actor.generic or actor.unnamed)
        numbered = _NUMBERED.fullmatch(actor.name) and not _PIXELS.fullmatch(actor.name)
        if own and (actor.rank == 0 or numbered) and not _PERIOD.fullmatch(actor.name):
            return actor.raw
    return ""


def _axis(names: Sequence[str], vocabulary: Vocabulary) -> Kind:
    """The kind of the names along one axis: that of most, and work where any is a known workload."""
    kinds = [_kind(name, vocabulary) for name in names]
    if not kinds:
        return ""
    if any(vocabulary.find(name, "workloads") for name in names):
        return "what"
    for kind in ("who", "how"):
        if 2 * kinds.count(kind) >= len(kinds):
            return kind
    return "what"


@lru_cache(maxsize=1024)
def _kind(name: str, vocabulary: Vocabulary) -> Kind:
    """What one printed name is by itself."""
    line = Sentence(name, 0, len(name), vocabulary)
    if _PERIOD.fullmatch(name):
        return "how"
    if _NTH.fullmatch(name):
        return "how" if line.figures else "what"
    whole = any(one.name == name and not one.generic for one in actors_of(line, Scope()))
    if _CODE.fullmatch(name) or sure_name(line) or whole:
        return "who"
    if _COUNTED.fullmatch(name) or line.metrics or line.figures:
        return "how"  # "512 nodes", "p99", "Batch 64", "40 W"
    named = _MACHINE.search(name) or _LETTERED.fullmatch(name) or _OWN.fullmatch(name)
    return "who" if named else "what"
