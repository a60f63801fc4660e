"""What a form of the grammar works with: the stretch of text, what it holds, and making figures of matches."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cached_property, lru_cache

from parsers.lib.numbers import DIGITS, SI, number, qualifier
from parsers.lib.search import holds
from schemas.interval import Qualifier
from schemas.names import Mention, Vocabulary
from schemas.statement import Figure, Kind


@dataclass(frozen=True, slots=True)
class Found:
    """A figure, and the metric that its form or unit implies ("" when only the words around it can tell).

    A weak one ("a third", "3 weeks") is a figure only beside another that says what is spoken of.
    """

    figure: Figure
    metric: str = ""
    weak: bool = False


@dataclass(frozen=True)
class Scene:
    """What a form may look at: the text, the stretch to read, and the known names in it."""

    text: str
    start: int
    end: int
    names: tuple[Mention, ...]
    vocabulary: Vocabulary
    metric: bool | None = None  # whether it names one, None when nobody has looked yet

    def before(self, at: int, width: int = 48) -> str:
        """Text leading up to `at`, within the stretch."""
        return self.text[max(self.start, at - width) : at]

    def after(self, at: int, width: int = 60) -> str:
        """Text from `at` on, within the stretch."""
        return self.text[at : min(self.end, at + width)]

    @cached_property
    def sentence(self) -> str:
        """The whole stretch."""
        return self.text[self.start : self.end]


Build = Callable[[Scene, "re.Match[str]"], Found | None]


@dataclass(frozen=True, slots=True)
class Form:
    """A row of the table above: a pattern, and what makes a figure of a match (None: not one after all).

    `cues`: pieces, in lower case, of which a stretch holds one when the pattern can match; () when that says nothing.
    They spare most sentences the search.
    """

    pattern: re.Pattern[str]
    build: Build
    cues: tuple[str, ...] = ()


ALIKE = Decimal(30)  # times from the one number of a change to the other, where one word is of both


def _same_suffix(literal: str, high: str) -> str:
    suffix = re.search(rf"{SI}$", high)
    # "1-2k" means 1,000 to 2,000: the suffix stands for both.
    return literal + suffix.group() if suffix and re.fullmatch(DIGITS, literal) else literal


def _of_both(literal: str, to: str) -> str:
    """A number with the power of ten that "to 92 thousand" prints for both: not of "from 500 to 1.2 million"."""
    both = _same_suffix(literal, to)
    if both == literal or not number(literal)[0]:
        return literal
    times = number(to)[0] / number(both)[0]
    return both if 1 / ALIKE <= times <= ALIKE else literal


def make(
    scene: Scene,
    span: tuple[int, int],
    literal: str,
    kind: Kind,
    unit: str,
    *,
    high: str | None = None,
    hedge: Qualifier | None = None,
    to: str = "",
) -> Figure:
    """A figure over text[span], its qualifier read from the words around it unless `hedge` gives it.

    `to` is the number that a change ends at: it may print the thousand or million of both.
    """
    value, last = number(_same_suffix(literal, high) if high else _of_both(literal, to))
    top = number(high)[0] if high else None
    if top is not None and top < value:
        value, top = top, value
    return Figure(
        start=span[0],
        end=span[1],
        literal=literal,
        kind=kind,
        value=value,
        unit=unit,
        qualifier=hedge or qualifier(scene.before(span[0]), scene.after(span[1], 24)),
        last_digit=Decimal(0) if kind in ("count", "config") else last,
        value_hi=top,
    )


_RANGES = re.compile(r"\b(?:rang(?:es?|ed|ing)|anywhere|var(?:y|ies|ied|ying))\s+(?:\w+\s+)?from\s+$", re.IGNORECASE)
_THAN = re.compile(r"(?:\s+\w+)?\s+(?:faster|slower|higher|lower|more|less|fewer|better|quicker|as|the)\b")


def found(scene: Scene, match: re.Match[str], kind: Kind, unit: str, metric: str = "") -> Found:
    """The figure of a match with groups a, b (upper end) and error; of a "from a to b" or "a and b" only a."""
    groups = match.groupdict()
    named = groups.get("b") and _NAMED.search(scene.before(match.start("a"), 24))
    apart = (named and scene.text[match.end("a") : match.start("b")].strip() in ("to", "and", "or")) or (
        groups.get("b") and of_side(scene, match.start("a"), match.end("a"), match.end())
    )
    if groups.get("b") and (apart or _two(scene, match, kind)):
        if apart:
            return Found(make(scene, (match.start("b"), match.end()), match["b"], kind, unit), metric)
        own = re.match(r"\s?[xX×%]", scene.after(match.end("a"), 2))  # "1.8x and 2.2x": the first has its own
        start = match.start() if kind == "price" else match.start("a")
        span = start, match.end("a") + (own.end() if own else 0)
        return Found(make(scene, span, match["a"], kind, unit, to=match["b"]), metric)
    more: Qualifier | None = "at_least" if scene.text[match.end("a") : match.end("a") + 1] == "+" else None
    figure = make(scene, match.span(), match["a"], kind, unit, high=groups.get("b"), hedge=more)
    if groups.get("error"):
        figure = replace(figure, last_digit=2 * number(groups["error"])[0].copy_abs())
    return Found(figure, metric)


# "40 s in Atlas 3 and 8 s in Atlas 4": that 3 is part of a name, no figure.
_NAMED = re.compile(
    r"\b(?!(?:In|At|From|With|Over|The|To|Under|About|After|For|On|Only|Just|Of|By|Both|Some)\b)[A-Z][\w.-]*\s$"
)


# "from 48 ms in 8.0 to 27 ms in 8.1": that 8.0 says whose the value before it is, and begins no range.
_SIDE = r"(?P<word>in|on|with|at|for|under|using|by)\s+(?:(?!to\b|and\b)[\w.’'-]+\s+){0,4}"
_SIDED = re.compile(rf"(?<![\w.])[$€£]?\d[\d.,]*\s?(?P<unit>[A-Za-zµ%][\w/µ%-]*)?(?:\s[a-z]+){{0,3}}?\s{_SIDE}$")
_FROM_VALUE = re.compile(r"\bfrom\s+(?:\w+\s+){0,2}$")


def of_side(scene: Scene, start: int, end: int, behind: int) -> bool:
    """Whether the number of a span belongs to the value before it, and the one behind it is the other side's."""
    led = scene.before(start, 72)
    side = _SIDED.search(led)
    if side is None:
        return False
    if re.match(r"\s(?:down\s|up\s)?to\s", scene.after(end, 9)):
        return bool(_FROM_VALUE.search(led[: side.start()]))
    # "took 48 s in 1.4 and 20 s in 1.5": the same word behind the second value.
    return bool(re.match(r",?\s(?:and|but)\s", scene.after(end, 6))) and bool(
        re.match(rf"(?:\s[a-z]+){{0,2}}\s{side['word']}\s", scene.after(behind, 32))
    )


def _two(scene: Scene, match: re.Match[str], kind: Kind) -> bool:
    """Whether a and b are two figures: "from 12 ms to 4 ms", "3 and 8 seconds"; not "between 3 and 8"."""
    before = scene.before(match.start(), 24)
    if scene.text[match.end("a") : match.start("b")].strip().endswith("and"):
        return not re.search(r"\bbetween\s+$", before)
    if not re.search(r"\bfrom\s+$", before) or _RANGES.search(before):
        return False
    return not (kind == "ratio" and _THAN.match(scene.after(match.end())))


_ANSWERS = 256
_said: dict[tuple[int, str], tuple[re.Pattern[str], bool]] = {}


def says(pattern: re.Pattern[str], words: str) -> bool:
    """Whether a sentence holds what a pattern looks for; cached, as each figure of a long list asks it anew."""
    known = _said.get((id(pattern), words))
    if known is None:
        if len(_said) >= _ANSWERS:
            _said.clear()
        known = _said[id(pattern), words] = pattern, holds(pattern, words)
    return known[1]


def about_performance(scene: Scene) -> bool:
    """Whether the sentence names a metric."""
    return _names_metric(scene.vocabulary, scene.sentence) if scene.metric is None else scene.metric


@lru_cache(maxsize=16)
def _names_metric(vocabulary: Vocabulary, words: str) -> bool:
    # Each figure of a sentence asks this anew; without the cache a long list costs its square.
    return next(vocabulary.mentions(words, "metrics"), None) is not None


def unitless(scene: Scene, before: str, after: str) -> str:
    """The metric that is printed as a share or a bare number (accuracy, efficiency), nearest before, else after."""
    found = _unitless(scene.vocabulary, before)
    if found:
        return found[-1]
    found = _unitless(scene.vocabulary, " ".join(after.split()[:5]))
    return found[0] if found else ""


def _unitless(vocabulary: Vocabulary, words: str) -> list[str]:
    if not vocabulary.may_name(words, "metrics", "unitless"):
        return []
    return [one.name for one in vocabulary.find(words, "metrics") if one.entry.flag("unitless")]
