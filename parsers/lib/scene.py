"""What a form of the grammar works with: the stretch of text, what it holds, and making figures of matches."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import lru_cache

from parsers.lib.numbers import DIGITS, SI, number, qualifier
from schemas.interval import Qualifier
from schemas.names import Mention, Vocabulary
from schemas.statement import Figure, Kind


@dataclass(frozen=True, slots=True)
class Found:
    """A figure, and the metric that its form or unit implies ("" when only the words around it can tell)."""

    figure: Figure
    metric: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a form may look at: the text, the stretch to read, and the known names in it."""

    text: str
    start: int
    end: int
    names: tuple[Mention, ...]
    vocabulary: Vocabulary

    def before(self, at: int, width: int = 48) -> str:
        """Text leading up to `at`, within the stretch."""
        return self.text[max(self.start, at - width) : at]

    def after(self, at: int, width: int = 60) -> str:
        """Text from `at` on, within the stretch."""
        return self.text[at : min(self.end, at + width)]

    @property
    def sentence(self) -> str:
        """The whole stretch."""
        return self.text[self.start : self.end]


Build = Callable[[Scene, "re.Match[str]"], Found | None]


@dataclass(frozen=True, slots=True)
class Form:
    """A row of the table above: a pattern, and what makes a figure of a match (None: not one after all)."""

    pattern: re.Pattern[str]
    build: Build


def _same_suffix(literal: str, high: str) -> str:
    suffix = re.search(rf"{SI}$", high)
    # "1-2k" means 1,000 to 2,000: the suffix stands for both.
    return literal + suffix.group() if suffix and re.fullmatch(DIGITS, literal) else literal


def make(
    scene: Scene,
    span: tuple[int, int],
    literal: str,
    kind: Kind,
    unit: str,
    *,
    high: str | None = None,
    hedge: Qualifier | None = None,
) -> Figure:
    """A figure over text[span], its qualifier read from the words around it unless `hedge` gives it."""
    value, last = number(_same_suffix(literal, high) if high else literal)
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


def found(scene: Scene, match: re.Match[str], kind: Kind, unit: str, metric: str = "") -> Found:
    """The figure of a match with groups a, b (upper end) and error; of a "from a to b" only a."""
    groups = match.groupdict()
    if groups.get("b") and re.search(r"\bfrom\s+$", scene.before(match.start(), 8)):
        return Found(make(scene, match.span("a"), match["a"], kind, unit), metric)
    figure = make(scene, match.span(), match["a"], kind, unit, high=groups.get("b"))
    if groups.get("error"):
        figure = replace(figure, last_digit=2 * number(groups["error"])[0].copy_abs())
    return Found(figure, metric)


def about_performance(scene: Scene) -> bool:
    """Whether the sentence names a metric."""
    return _names_metric(scene.vocabulary, scene.sentence)


@lru_cache(maxsize=16)
def _names_metric(vocabulary: Vocabulary, words: str) -> bool:
    # Each figure of a sentence asks this anew; without the cache a long list costs its square.
    return bool(vocabulary.find(words, "metrics"))


def unitless(scene: Scene, before: str, after: str) -> str:
    """The metric that is printed as a share or a bare number (accuracy, efficiency), nearest before, else after."""
    found = [m for m in scene.vocabulary.find(before, "metrics") if m.entry.flag("unitless")]
    if found:
        return found[-1].name
    close = " ".join(after.split()[:5])
    return next((m.name for m in scene.vocabulary.find(close, "metrics") if m.entry.flag("unitless")), "")
