"""Unknown names that the words around them give away as what was run: models, code bases, benchmarks.

"Pintail serves DeepSeek-R1 at ...", "Linking Chromium takes ...", "tokens/s on Llama-3.3-70B", "On MT-Bench, ...".
Such a name is the workload of the figures beside it, and nobody's subject.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from parsers.lib.sentence import Sentence

_NAME = r"(?P<name>[A-Z][\w.+]*(?:-[\w.+]+)*(?:\s(?:v?\d[\w.]*|[A-Z][\w.+]*(?:-[\w.+]+)*))*)"
_DONE_TO = re.compile(
    r"\b(?:[Ss]erv(?:es?|ed|ing)|[Pp]?re-?train(?:s|ed|ing)|[Tt]rain(?:s|ed|ing)|[Ff]ine-?tun(?:es|ed|ing)|[Ll]inking|[Cc]ompiling|"
    rf"[Rr]ebuilding|[Qq]uanti[sz]ing|[Ss]olving|[Rr]endering|[Ss]imulating)\s+(?:the\s+|an?\s+)?{_NAME}"
)
_TRAINING_OF = re.compile(
    rf"\b(?:training|inference|fine-tuning)\s(?:times?|runs?|throughput|speed)\s(?:of|for)\s{_NAME}"
)
_SIZED = re.compile(
    r"\b(?:on|of|for|with|runs?|and)\s+(?P<name>[A-Z][\w.+]*(?:[ -](?!on\b|with\b)[\w.+]+){0,3}?[ -]\d+(?:\.\d+)?[BM])"
    r"(?![\w-])"
)
# "Llama 3 8B runs at 41 tokens/s on the Nimbus": with a machine behind, the model is what ran.
_RUNS = re.compile(
    r"(?:^|(?<=[.;:,]\s)|(?<=\n))(?P<name>[A-Z][\w.+]*(?:[ -][\w.+]+){0,3}?[ -]\d+(?:\.\d+)?[BM])"
    r"\s(?:runs?|ran|trains?|trained|decodes?|generates?|is\s+served|fine-tunes)\b[^.;]{0,60}?\son\s(?:the\s|an?\s|one\s|\d+\s)?[A-Z]"
)
# A list's item begins with the model: "Qwen2-1.5B: 12 tok/s".
_HEADS = re.compile(
    r"(?:^|(?<=\n)|(?<=[-*•]\s))(?P<name>[A-Z][\w.+]*(?:[ -][\w.+]+){0,3}?[ -]\d+(?:\.\d+)?[BM])(?=:\s)"
)
_BENCH = re.compile(
    r"\b(?:[Oo]n|[Ii]n|of)\s+(?P<name>[A-Z][\w-]*(?:[Bb]ench|[Mm]ark)(?:-[\w.]+)?(?:\s(?:Verified|Lite|Hard|Pro))?)(?=[\s,.;:)]|$)"
)
_RECALLED = re.compile(
    r"\b(?:recall|accuracy|precision|mAP|BLEU|WER|F1|perplexity|error\srate)(?:@\d+)?\s+on\s+(?P<name>[A-Z][\w-]*\w(?:\s[A-Z][\w-]*\w)?)"
)
# "Running YOLO11s, the module sustains": may also be the product itself, then it is left as such.
_RUN = re.compile(rf"\b[Rr]unning\s+(?:the\s+)?(?:{_NAME}|(?P<low>[a-z][\w.-]{{2,}})(?=\son\s[A-Z]))")


# A cheap look before the patterns are tried: most sentences hold none of them.
_MAY = re.compile(
    r"[Ss]erv[ei]|[Tt]rain[si]|inference\s|tun(?:es|ed|ing)|[a-z]ing\s[A-Z]|[Rr]unning|[Bb]ench|Mark|recall|accuracy|mAP|BLEU|WER|F1|perplexity|error\srate|\d[BM]\b"
)


# And before each of them.
_TRIED = tuple(
    (re.compile(cue), pattern)
    for cue, pattern in (
        (r"[Rr]unning", _RUN),
        (r"recall|accuracy|precision|mAP|BLEU|WER|F1|perplexity|error\srate", _RECALLED),
        (r"[Bb]ench|[Mm]ark", _BENCH),
        (r"\d[BM]", _SIZED),
        (r"\d[BM]", _RUNS),
        (r"\d[BM]:", _HEADS),
        (r"ing\s", _TRAINING_OF),
        (r"[Ss]erv|[Tt]rain|tun|ing\s", _DONE_TO),
    )
)


@dataclass(frozen=True, slots=True)
class Ran:
    """A name in the place of something run. `sure`: it cannot be who ran it as well."""

    start: int
    end: int
    name: str
    sure: bool


@lru_cache(maxsize=16)
def ran_in(sentence: Sentence) -> tuple[Ran, ...]:
    """The unknown names of a sentence that were run, left to right; what the vocabulary knows is not among them."""
    if not _MAY.search(sentence.text, sentence.start, sentence.end):
        return ()
    known = [(name.start, name.end) for name in sentence.names]
    found = {one.start: one for one in _all(sentence)}
    return tuple(found[at] for at in sorted(found) if not any(at < e and s < found[at].end for s, e in known))


def _all(sentence: Sentence) -> Iterator[Ran]:
    for cue, pattern in _TRIED:
        if not cue.search(sentence.text, sentence.start, sentence.end):
            continue
        for match in pattern.finditer(sentence.text, sentence.start, sentence.end):
            if pattern is _DONE_TO and _named_before(match.start(), sentence):
                continue
            group = "name" if match["name"] else "low"
            name = match[group].rstrip(".")
            start = match.start(group)
            # "trains Gemma 2 27B": a figure's own number is no part of the name.
            ends = [one.figure.start for one in sentence.figures if start < one.figure.start < start + len(name)]
            name = name[: min(ends) - start].rstrip() if ends else name
            yield Ran(start, start + len(name), name, pattern is not _RUN)


def _named_before(at: int, sentence: Sentence) -> bool:
    """Whether what is trained stands before the word: "on BERT-Large pre-training the Caldera C300 reaches"."""
    return any(name.end + 1 == at for name in sentence.of("workloads"))
