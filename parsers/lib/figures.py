"""The grammar of figures: which printed quantities a sentence holds, and what each one allows.

One `Form` a row, tried in the order of FORMS; a stretch of text belongs to the first form that takes it. Names of
products, models and data sets are masked beforehand, so that the 100 of "A100" is never a number.

| form      | takes                                                          | gives                            |
|-----------|----------------------------------------------------------------|----------------------------------|
| settings  | batch size 4 through 360; SDK 1.4.0; FP 16.16; INT8; SL=128    | config                           |
| counts    | 16x IPU-M2000; 8 A100 GPUs                                     | config, metric system_count      |
| times     | half an hour, a quarter of a second, takes an hour             | duration                         |
| ratio     | 17x, 2.6X, 1.5-2x, 3 to 5 times faster, tenfold, 2.5 times     | ratio                            |
| words     | twice, double, half, a third, an order of magnitude            | ratio                            |
| percent   | 31 % faster, reduced by 40 percent; accuracy of 75.9 %         | percent_change, else absolute    |
| price     | $149,000; 300,000 dollars; $2.50 per hour                      | price                            |
| duration  | 48 hours, 23h 43m, 1:32:10, 14.5 min, 850 ms                   | duration                         |
| rate      | 58,112 images per second, 1.2k tok/s                           | absolute                         |
| quantity  | 80 GB, 6.5 kW, 312 TFLOPS                                      | absolute                         |

What no form takes, the grammar of comparisons may (`compared`): "sheds half its weight", "undercuts it by 28%".

Behind the forms, `given` turns what a run was given (loads, links, inputs) and what bounds a rule (`ruled`) into
settings, a weak figure ("a third") is kept only beside another, and `carried` lends a unit to the bare number of "from
12 minutes to 4".

A form that takes nothing is no figure: dates, versions, codes, list numbers and axis ticks carry no unit of
performance and are left alone.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace

from parsers.lib.begins import Starts, beginning
from parsers.lib.carried import carried
from parsers.lib.compared import compared
from parsers.lib.forms_ratios import RATIOS
from parsers.lib.forms_settings import SETTINGS
from parsers.lib.forms_shares import SHARES
from parsers.lib.forms_times import WORDED
from parsers.lib.forms_values import VALUES
from parsers.lib.given import settled as given
from parsers.lib.preset import told
from parsers.lib.ruled import ruled
from parsers.lib.scene import Form, Found, Scene
from parsers.lib.search import holds
from schemas.names import Mention, Vocabulary
from schemas.number_words import HALF, MULTIPLES, MULTIPLIED, WORD_NUMBER, either

FORMS: tuple[Form, ...] = (*SETTINGS, *WORDED, *RATIOS, *SHARES, *VALUES)
# What no setting can be: where nobody reached it, it is no figure at all.
_BARE = ("ratio", "percent_change", "price")
_DIGIT = re.compile(r"\d")
_EQUALS = re.compile(r"\s?=\s?[\d(]")
_CUES = frozenset(cue for form in FORMS for cue in form.cues)
_BEGINNINGS = tuple((form, beginning(form)) for form in FORMS)
_MAY = re.compile(
    rf"\b(?:sub-?\w*(?:second|minute|hour)|{either((*MULTIPLES, *MULTIPLIED, HALF))}|thirds?|halves|quarters?|"
    rf"fifths?|\w+ths?\b|magnitude|times|an?\s(?:\w*second|minute|hour|day)|{WORD_NUMBER})|fold\b",
    re.IGNORECASE,
)


def may_hold(text: str, start: int, end: int) -> bool:
    """Whether text[start:end] can hold a figure at all: a cheap look before the grammar is tried."""
    if _DIGIT.search(text, start, end):
        return True
    return holds(_MAY, text[start:end]) and _MAY.search(text, start, end) is not None


def figures(
    text: str,
    start: int,
    end: int,
    vocabulary: Vocabulary,
    *,
    names: Iterable[Mention] = (),
    metric: bool | None = None,
) -> list[Found]:
    """Every figure in text[start:end], left to right, offsets into `text`.

    `names` are the known product, model and data set names of the stretch; their digits are never figures. `metric`
    says whether a metric is named there, None when that has not been looked for.
    """
    scene = Scene(text, start, end, tuple(names), vocabulary, metric)
    taken = [(name.start, name.end) for name in scene.names]
    found: list[Found] = []
    words = scene.sentence.lower()
    cued = {cue for cue in _CUES if cue in words}
    starts = Starts(text, start, end, words)
    for span in taken:
        starts.take(*span)
    for form, begins in _BEGINNINGS:
        if form.cues and cued.isdisjoint(form.cues):
            continue
        at = start
        while match := starts.search(begins, form.pattern, at):
            built = form.build(scene, match) if _free(match, taken) else None
            # "from 76 % to 80 %" matches as a range and is two figures: go on behind what was taken, not behind it all.
            skip = match.end("a") if "a" in match.re.groupindex and match["a"] else match.end()
            at = max(skip if built is None else built.figure.end, match.start() + 1)
            # "2 to 43.1 Gbit/s" behind "Sable" gives the second number only, which another form may have taken.
            if built is not None and not any(begin <= built.figure.start < stop for begin, stop in taken):
                found.append(built)
                taken.append((built.figure.start, built.figure.end))
                starts.take(*taken[-1])
    told = tuple(compared(scene))
    found = [*_sure(scene, found, told), *_not_taken(told, taken)]
    return sorted(_finished(scene, found, taken), key=lambda one: one.figure.start)


def _sure(scene: Scene, found: list[Found], told: Iterable[Found]) -> Iterator[Found]:
    """The figures of the forms; a weak one that the grammar says compares two things is none."""
    starts = {one.figure.start for one in told}
    for one in found:
        sure = one.figure.start in starts and not _AS_LARGE.match(scene.after(one.figure.end))
        yield replace(one, weak=False) if sure else one


# "Our booth is twice as large": of anything that has a size.
_AS_LARGE = re.compile(r"\s+as\s+(?:large|big|tall|popular|long|old|likely|often)\b")


def _not_taken(told: Iterable[Found], taken: list[tuple[int, int]]) -> Iterator[Found]:
    """The factors that no form took."""
    for one in told:
        span = one.figure.start, one.figure.end
        if not any(span[0] < stop and begin < span[1] for begin, stop in taken):
            taken.append(span)
            yield one


def _finished(scene: Scene, found: list[Found], taken: list[tuple[int, int]]) -> list[Found]:
    """Settings told from values, weak figures kept only beside another, bare numbers given their neighbour's unit."""
    settled = [given(one, scene, found) for one in found]
    settled = [one for one in settled if one.figure.kind not in _BARE or not (ruled(one, scene) or told(one, scene))]
    settled = [one for one in settled if not _defined(one, scene)]
    kept = [one for one in settled if not one.weak or _beside(one, settled) or any(carried(scene, [one]))]
    for one in list(carried(scene, kept)):
        span = one.figure.start, one.figure.end
        if not any(span[0] < stop and begin < span[1] for begin, stop in taken):
            taken.append(span)
            kept.append(one)
    return kept


def _defined(one: Found, scene: Scene) -> bool:
    """Whether a text says what a unit is: "1 TiB = 2^40 bytes"."""
    return one.figure.literal == "1" and _EQUALS.match(scene.text, one.figure.end) is not None


def _beside(one: Found, found: list[Found]) -> bool:
    """Whether another figure says what a weak one speaks of: a time beside a time, a factor beside any claim."""
    others = [other.figure.kind for other in found if other is not one and other.figure.kind != "config"]
    return "duration" in others if one.figure.kind == "duration" else bool(others)


def _free(match: re.Match[str], taken: list[tuple[int, int]]) -> bool:
    start, end = match.span("a") if "a" in match.re.groupindex else match.span()
    return not any(start < stop and begin < end for begin, stop in taken)
