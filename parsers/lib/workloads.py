"""Which workload a figure speaks of: a known one near it, else what its surroundings call a benchmark or a model."""

import re

from parsers.lib.lists import listed
from parsers.lib.plain_words import common
from parsers.lib.ran import ran_in
from parsers.lib.scene import Found
from parsers.lib.sentence import Scope, Sentence
from schemas.names import Mention
from schemas.number_words import spelled

_PLAIN = frozenset(
    "what which who how the this that these those such any other different many several same our its "
    "each every all both new old first second large small real average".split()
)
_FOR = re.compile(r"\b(?:on|for|in|of|at|running|training)\s+(?:[\w-]+\s+){0,2}$", re.IGNORECASE)


def workload_of(found: Found, sentence: Sentence, scope: Scope) -> Mention | None:
    """The nearest workload of the sentence, else of the headings, else of the sentences before."""
    known = sentence.of("workloads")
    in_row = listed(found, sentence, known)
    if in_row is None and known and (raw := _in_row(found, sentence)):
        in_row = next((one for one in known if one.raw == raw), None)
        if in_row is None:
            return None  # the figure's own place in the list is another's
    nearest = in_row or _beside(found, sentence)
    if nearest and not nearest.entry.flag("is_family"):
        return nearest
    for place in (*scope.headings, *scope.earlier):
        for name in place.of("workloads"):
            if nearest is None or name.entry.text("family") == nearest.name:
                return name
    return nearest


_BENCHMARK = re.compile(
    r"\b(?:on|in|for|of|running)\s+(?:the\s+|our\s+|a\s+)?(?P<name>[A-Za-z][\w.+/-]*(?:\s[A-Za-z\d][\w.+/-]*){0,2}?)"
    r"\s+(?:benchmarks?|test|suite|workloads?|queries|query|model|run|runs|simulation|dataset)\b"
    r"(?!\s+(?:conditions?|set-?ups?|machines?|systems?|rigs?|harness|clients?|servers?|environments?|benches)\b)"
)
# "The ICON model completes ...", "runs the BEVFormer network", "on query 72".
_PROPER = re.compile(
    r"\b[Tt]he\s+(?P<name>[A-Z][\w.+/-]*)\s+(?:model|network|benchmark|suite|scene|code\s?base|kernel\s+suite)\b|"
    r"\b(?:on|in|for|of)\s+(?P<query>query\s+\d+)\b"
)


def unknown_workload(found: Found, sentence: Sentence) -> str:
    """A workload that only its surroundings give away ("on the FooBench benchmark"), as printed; "" when none."""
    if row := _in_row(found, sentence):
        return row
    matches = list(_BENCHMARK.finditer(sentence.text, sentence.start, sentence.end))
    named = [(match.start(), match["name"]) for match in matches if _names(match["name"])]
    proper = _PROPER.finditer(sentence.text, sentence.start, sentence.end)
    named += [(m.start(), m["query"] or m["name"]) for m in proper if m["query"] or _names(m["name"])]
    named += [(one.start, one.name) for one in ran_in(sentence)]
    return min(named, key=lambda one: abs(one[0] - found.figure.start))[1] if named else ""


_ROW = re.compile(
    r"(?:[^,.;\d]|\d(?=[\w-]*\s)){0,40}?\b(?:on|in|for)\s+(?P<row>[A-Z][\w.+-]*(?:,\s[A-Z][\w.+-]*)*,?\sand\s[A-Z][\w.+-]*\w)"
)


def _in_row(found: Found, sentence: Sentence) -> str:
    """Of names listed behind as many figures, the one in the figure's place: "2x, 3x and 5x faster on A, B and C"."""
    alike = [
        one for one in sentence.figures if one.figure.kind == found.figure.kind and one.figure.unit == found.figure.unit
    ]
    row = _ROW.match(sentence.text, alike[-1].figure.end, sentence.end) if len(alike) > 1 else None
    names = re.split(r",\sand\s|,\s|\sand\s", row["row"]) if row else []
    known = any(m.kind in ("platforms", "frameworks") for m in sentence.names if row and m.start >= row.start("row"))
    return names[alike.index(found)] if len(names) == len(alike) and found in alike and not known else ""


def _names(printed: str) -> bool:
    first = printed.split(maxsplit=1)[0]
    return spelled(first) is None and first.lower() not in _PLAIN and not common(first) and not first[0].isdigit()


def _beside(found: Found, sentence: Sentence) -> Mention | None:
    """What follows with a preposition (17x on BERT); else what stands between the last figure and this one."""
    start, end = found.figure.start, found.figure.end
    names = sentence.of("workloads")
    after = min((f.figure.start for f in sentence.figures if f.figure.start >= end), default=sentence.end)
    before = max((f.figure.end for f in sentence.figures if f.figure.end <= start), default=sentence.start)
    for name in names:
        between = sentence.text[end : name.start]
        if end <= name.start < after and _FOR.search(between) and not re.search(r"[;,]|\band\b", between):
            return name
    leading = [name for name in names if before <= name.start < start]
    return leading[-1] if leading else min(names, key=lambda name: abs(name.start - start), default=None)
