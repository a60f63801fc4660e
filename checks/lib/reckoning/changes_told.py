"""What a sentence says to have risen, fallen or got better from the old to the new one of a table, and for how many."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.language.concepts import concepts
from checks.lib.language.counted_loosely import counted
from checks.lib.language.quantifiers import Quantifier, holds
from checks.lib.language.tokens import every_root
from checks.lib.reckoning.lines_meant import weights
from checks.lib.reckoning.meant import described, mentions, roles
from checks.lib.reckoning.views import Line, View

_TURNS = r"(?:is|are|gets?|got|became|becomes?|grew|grows?)"
_GOES = r"(?:goes|went|comes|came|is|are|was|were)"
_RUNS = r"(?:is|are|gets?|got|runs?|ran|finish(?:es|ed)?|became|becomes?)"
WAYS = {
    "down": (
        r"shorten\w*|cut(?:s|ting)?|reduc\w+|lower(?:s|ed|ing)?(?!\s(?:than|is))|shr[iau]nk\w*|trim(?:s|med|ming)?|"
        r"drop(?:s|ped|ping)?|f[ae]ll(?:s|en|ing)?|decreas\w+|shav(?:es?|ed|ing)|shed(?:s|ding)?|declin\w+|"
        rf"halv(?:es?|ed|ing)|sinks?|sank|{_GOES} down(?! to)|(?:brought|brings) down|dip(?:s|ped)?|"
        rf"{_TURNS} (?:\w+ )?(?:shorter|lower|smaller|lighter|leaner|cheaper|less)"
    ),
    "up": (
        r"rais(?:es?|ed|ing)|lift(?:s|ed|ing)?|increas\w+|gr[eo]w(?:s|n|ing)?|climb(?:s|ed|ing)?|r[io]s(?:es?|en|ing)|"
        rf"rose|jump(?:s|ed)?|{_GOES} up(?! to)|doubl(?:es?|ed|ing)|"
        rf"{_TURNS} (?:\w+ )?(?:longer|higher|larger|bigger|heavier|dearer|more expensive)"
    ),
    "good": (
        r"improv(?:es?|ed|ing)|speeds? up|sped up|accelerat\w+|benefit\w*|profit\w*|"
        rf"{_RUNS} (?:\w+ )?(?:faster|quicker|better|sooner|snappier)"
    ),
    "bad": (
        r"worsen\w*|regress\w*|deteriorat\w*|degrad\w+|slow(?:s|ed)? down|suffer\w*|"
        rf"{_RUNS} (?:\w+ )?(?:slower|worse)"
    ),
}
_VERB = re.compile("|".join(rf"\b(?P<{name}>{words})\b" for name, words in WAYS.items()), re.IGNORECASE)
_COUNTED = re.compile(r"\W*\d[\d,]*\s[a-z]+\b")  # "8 threads"
_HELD = re.compile(
    r"\b(?:if|unless|might|could|would|should|may|can|will|up to|have|has|not|neither|hardly|"
    r"barely|expect\w*|aims?|goal|target\w*|with (?:every|each|more)|as|when|while|"
    r"than|beyond|once|average|overall|mean|median|total|per)\b|n[’']t\b|\?",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Change:
    """That so many lines went one way from `old` to `new`, said at [start, end)."""

    view: View
    lines: tuple[Line, ...]
    old: int
    new: int
    sure: bool  # which one is the new one
    way: str
    quantifier: Quantifier | None
    start: int
    end: int

    def _truths(self, old: int, new: int) -> dict[str, bool | None] | None:
        found: dict[str, bool | None] = {}
        for at, one in enumerate(self.lines):
            smaller = {"down": True, "up": False}.get(self.way)
            if smaller is None:
                better = one.smaller_is_better
                if better is None:
                    return None
                smaller = better if self.way == "good" else not better
            left, right = one.entries[old].value, one.entries[new].value
            so = right.upper < left.lower if smaller else right.lower > left.upper
            found[str(at)] = so or (None if right.meets(left) else False)
        return found

    @property
    def wrong(self) -> bool:
        """Whether it is so in neither order that the two can have."""
        pairs = [(self.old, self.new)] if self.sure else [(self.old, self.new), (self.new, self.old)]
        every = [self._truths(*pair) for pair in pairs]
        said = self.quantifier or Quantifier("all", 0, 0)
        return all(one is not None and not holds(said, one, frozenset()) for one in every)

    @property
    def against(self) -> list[Line]:
        """The lines that go the other way; where none does, those that do not."""
        truths = self._truths(self.old, self.new) or {}
        return [self.lines[int(at)] for at, one in truths.items() if not one] or list(self.lines)


def moves(text: str) -> bool:
    """Whether a text has any verb of change: most sentences of a long page have none, and need no table."""
    return bool(_VERB.search(text))


def changes(text: str, view: View) -> Iterator[Change]:
    """The changes of a sentence in a view of two items, or of an old and a new one of several."""
    items = tuple(view.items)
    pair = roles(view.items) or ((items[0], items[1]) if len(items) == len(("old", "new")) else None)
    verbs = list(_VERB.finditer(text))
    if pair and all(_COUNTED.match(view.items[at]) for at in pair):
        return  # of 8 threads and 16 threads neither is the new one
    if pair is None or len(verbs) != 1 or (view.measured and not _sure(view, pair)):
        return
    match = verbs[0]
    old, new = pair
    lines = tuple(one for one in view.lines if old in one.entries and new in one.entries)
    if not lines:
        return
    said = counted(text)
    if said and said.mode in ("count", "all", "none", "but", "most") and (said.n or said.mode != "but"):
        yield from _counted(text, view, lines, (old, new), match, said)
    elif roles(view.items) and not _HELD.search(text):
        yield from _named(text, view, lines, (old, new), match)


def _counted(
    text: str, view: View, lines: tuple[Line, ...], pair: tuple[int, int], match: re.Match[str], said: Quantifier
) -> Iterator[Change]:
    rest = f"{text[: said.start]}{text[said.end :]}"
    noun = concepts(f"{said.noun} {text[said.end :][:20]}") & concepts(view.noun if view.by_rows else view.grid.corner)
    if said.m != len(lines) and not (noun and not said.m and said.mode in ("all", "none", "but")):
        return
    if _HELD.search(_unlabelled(rest, view)) or re.search(r"%|\d|per cent|\btimes\b|\bby at (?:least|most)\b", rest):
        return
    way = next(name for name in WAYS if match[name])
    start, end = min(said.start, match.start()), max(said.end, match.end())
    yield Change(view, lines, *pair, _sure(view, pair), way, said, said.start if end - start > 90 else start, end)


def _named(
    text: str, view: View, lines: tuple[Line, ...], pair: tuple[int, int], match: re.Match[str]
) -> Iterator[Change]:
    blank = described(f"{text[: match.start()]} | {text[match.end() :]}")
    points = weights(blank, lines)
    most = max(points, default=0)
    meant = tuple(one for one, mine in zip(lines, points, strict=True) if mine == most)
    named = mentions(blank, {at: one.label for at, one in enumerate(lines)})
    if most < 2 or len(meant) != 1 or len({one.which for one in named}) > 1 or not _sure(view, pair):
        return
    way = next(name for name in WAYS if match[name])
    yield Change(view, meant, *pair, True, way, None, *match.span())


def _unlabelled(text: str, view: View) -> str:
    here = every_root(" | ".join((view.grid.about, *(one.label for one in view.lines))))
    return re.sub(
        r"\b(?:mean|median|average|total)\b", lambda one: " " if every_root(one.group()) & here else one.group(), text
    )


def _sure(view: View, pair: tuple[int, int]) -> bool:
    """Whether the labels say which one is old: by a release, or such words."""
    old, new = (view.items[at] for at in pair)
    return bool(re.search(r"\b(?:old|new|before|after|previous|current)\b", f"{old} {new}", re.IGNORECASE)) or _release(
        old, new
    )


def _release(old: str, new: str) -> bool:
    """Whether two labels are one name with two numbers, the greater of which is the new one."""
    one, other = (re.sub(r"\d[\d.]*", "#", label) for label in (old, new))
    return one == other and "#" in one
