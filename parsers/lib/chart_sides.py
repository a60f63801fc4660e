"""Both sides of a chart's factors by its own words: "relative to C300", "against A100", "D60 = 1", the bar labelled 1x.

For charts whose notes describe no machine. A baseline in words is looked up among the names of the bars, so that
"the CPU" becomes the bar that is called "64-core workstation CPU".
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from parsers.lib.chart_names import Axes, axes_of, name_of, sure_name, unnamed_work
from parsers.lib.sentence import Sentence
from schemas.document import Bar, Chart, Part
from schemas.names import Vocabulary
from schemas.statement import Side

_NAME = r"(?:the\s|an?\s|its\s|our\s)?(?P<name>[^\s,;:()|=][^,;:()|=\n]*?)"
_STOP = r"(?=\s*(?:[,;:()|=\n.¹²³⁴⁵]|\s(?:at|on|in|for|with|per|by|and|is)\s|$))"
_GAIN = r"speed-?ups?|gains?|improvements?|advantages?|reductions?|savings?|increases?|uplifts?"
_OVER = re.compile(
    rf"(?:\brelative\sto|\bcompared\s(?:to|with)|\bnormali[sz]ed\s(?:to|by|against)|\bvs\.?|\bversus|\bthan|"
    rf"\b(?:{_GAIN})\b[^,;:|]{{0,40}}?\sover|\b(?:\d+(?:\.\d+)?\s?[x×]|times)\s(?:that\s|the\s(?:[\w-]+\s){{1,2}})?of)\s+{_NAME}{_STOP}",
    re.IGNORECASE,
)
_IS_ONE = re.compile(
    r"(?P<name>[^\s,;:()|=.][^,;:()|=\n.]*?(?:\.\d[^,;:()|=\n.]*?)*)\s*=\s*(?:1(?:\.0+)?\s?[xX×]?|100\s?%)(?![\w.,]*\d)"
)
_SCALED = re.compile(r"\b(?:relative\sto|normali[sz]ed\s(?:to|by|against))\b", re.IGNORECASE)
_ONE = re.compile(r"1(?:\.0+)?\s?[xX×]")
_WORD = re.compile(r"[\w.+-]+")
_SMALL = frozenset({"the", "a", "an", "of", "one", "our", "its", "single", "with"})


@dataclass(frozen=True, slots=True)
class Sides:
    """What a chart's own words say of whose bars they are, for machines that no note describes."""

    axes: Axes = field(default_factory=Axes)
    leader: str = ""  # who its titles speak of
    baseline: Side = field(default_factory=Side)
    pair: tuple[str, ...] = ()  # the names of who was measured, where they are two
    scaled: bool = False  # "relative to C300", "C300 = 1"
    labelled: tuple[tuple[str, str], ...] = ()  # label and whose bar it is at, for labels that one bar alone has

    @property
    def relative(self) -> bool:
        """Whether bare numbers are factors: a title or an axis says that its bars are shares of one of them."""
        return self.scaled and bool(self.baseline.name)

    def other(self, subject: str) -> Side:
        """Who stands against one of the two that a chart shows, nobody where it shows more or says who else."""
        left = [name for name in self.pair if name != subject and subject in self.pair]
        return self.baseline if self.baseline.name or len(left) != 1 else Side(left[0], left[0])

    def of_label(self, label: str) -> str:
        """Whose bar is labelled so, "" where none or several are."""
        return dict(self.labelled).get(_plain(label), "")


def sides_of_chart(chart: Chart, lines: dict[Part, Sentence], text: str, vocabulary: Vocabulary) -> Sides:
    """What titles, axis names, notes and labels say of both sides."""
    titles = [lines[part] for role in ("headline", "title", "axis_title") for part in chart.of(role)]
    axes = axes_of(chart, [line.words for line in titles], vocabulary)
    if axes == Axes():
        return Sides()
    names = list(dict.fromkeys(name for bar in chart.bars if (name := name_of(bar, axes).who)))
    stated = [*titles, *(lines[part] for part in chart.of("note"))]
    said = _said(stated, names)
    led = next(((name, line) for line in titles if (name := sure_name(_before_turn(line)))), None)
    leader = (_as_called(led[0], names, led[1]) or led[0]) if led else ""  # "Cloud AI 100" over "Cloud AI 100 Pro"
    if not said and (one := _labelled_one(chart, text)):
        if not leader and len(one) == 1 and unnamed_work(chart, axes, [line.words for line in titles], vocabulary):
            axes = Axes("who")  # "Disk 1x, Hybrid 6x, Flash 27x"
        said = _only(name_of(bar, axes).who for bar in one)
    baseline = next((name_of(bar, axes).side for bar in chart.bars if name_of(bar, axes).who == said), Side(said, said))
    whose = leader if leader != said else ""
    pair = tuple(names) if len(names) == 2 else ()
    scaled = any(_SCALED.search(line.words) or _IS_ONE.search(line.words) for line in titles)
    return Sides(axes, whose, baseline if said else Side(), pair, scaled, _labelled(chart, axes, text))


def compares(line: Sentence) -> bool:
    """Whether a title itself says with what it compares."""
    return bool(_OVER.search(line.text, line.start, line.end))


def _before_turn(line: Sentence) -> Sentence:
    """A title up to where it turns to who is compared with: "Moraine G5 relative to Moraine G4"."""
    turn = _OVER.search(line.text, line.start, line.end)
    equal = _IS_ONE.search(line.text, line.start, line.end)
    ends = [found.start("name") for found in (turn, equal) if found]
    return Sentence(line.text, line.start, min(ends, default=line.end), line.vocabulary)


def _said(lines: Sequence[Sentence], names: Sequence[str]) -> str:
    """The baseline in words, as the bar of it is called; "" where the words name none or several."""
    matches = ((line, m) for line in lines for pattern in (_IS_ONE, _OVER) for m in pattern.finditer(line.words))
    return _only(_as_called(match["name"].strip(), names, line) for line, match in matches)


def _as_called(words: str, names: Sequence[str], line: Sentence) -> str:
    """The one bar that these words name, else the words themselves where they are surely a name."""
    called = [name for name in names if name.lower() == words.lower()]
    mine = _words(words)
    if not called and mine:
        called = [name for name in names if mine <= _words(name) or (_words(name) and _words(name) <= mine)]
    if len(called) == 1:
        return called[0]
    return words if not called and sure_name(Sentence(words, 0, len(words), line.vocabulary)) else ""


def _words(text: str) -> frozenset[str]:
    return frozenset(word.strip(".-") for word in _WORD.findall(text.lower())) - _SMALL


def _labelled_one(chart: Chart, text: str) -> list[Bar]:
    """The bars that are labelled 1x."""
    labels = [part for part in chart.of("label") if part.bar and part.bar.category]
    ones = [part for part in labels if _ONE.fullmatch(text[part.start : part.end].strip())]
    return [part.bar for part in ones if part.bar] if len(ones) < len(labels) else []


def _labelled(chart: Chart, axes: Axes, text: str) -> tuple[tuple[str, str], ...]:
    labels = [(_plain(text[part.start : part.end]), name_of(part.bar, axes).who) for part in chart.of("label")]
    count = Counter(label for label, _ in labels)
    return tuple((label, name) for label, name in labels if name and count[label] == 1)


def _plain(label: str) -> str:
    return label.strip().lower().replace("×", "x").replace(" ", "")


def _only(names: Iterable[str]) -> str:
    """The one name of several alike, "" where they differ or there is none."""
    found = set(names) - {""}
    return found.pop() if len(found) == 1 else ""
