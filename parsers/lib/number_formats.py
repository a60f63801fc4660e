"""Number formats that stand on a side themselves: "FP8 is 1.8x faster than BF16"."""

import re

from parsers.lib.actors import Actor
from parsers.lib.scene import Found
from parsers.lib.sentence import Sentence
from parsers.lib.verbs import acts

# "than FP32 on a V100", and not "than FP32 training", which names what was done in it.
_ENDS = re.compile(r"\s*(?:$|[.,;:)!?—–]|(?:on|for|in|with|at|when|while|and|but|using|by|across)\b)")


def format_behind(sentence: Sentence, start: int, stop: int) -> Actor | None:
    """The number format that a comparing word ending at `start` compares with, where no system's name follows."""
    for one in _formats(sentence):
        between = sentence.text[start : max(start, one.figure.start)]
        if one.figure.end <= stop and between.isspace() and _ENDS.match(sentence.text, one.figure.end, sentence.end):
            return _actor(one)
    return None


def format_doing(sentence: Sentence, baseline: Actor | None, stop: int) -> Actor | None:
    """The other number format, which a verb follows, where what stands before `stop` is held against one."""
    formats = _formats(sentence)
    if baseline is None or all(one.figure.start != baseline.start for one in formats):
        return None
    return next((_actor(one) for one in formats if one.figure.end <= stop and acts(sentence, one.figure.end)), None)


def _formats(sentence: Sentence) -> list[Found]:
    return [one for one in sentence.figures if one.metric == "precision"]


def _actor(one: Found) -> Actor:
    return Actor(one.figure.start, one.figure.end, one.figure.literal, one.figure.literal, 3)
