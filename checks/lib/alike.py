"""Whether two claims of one comparison were measured alike: what differs is named, never passed over."""

from collections.abc import Iterator

from schemas.names import Vocabulary, key
from schemas.statement import Claim, Side

MATTER = ("batch_size", "precision", "sequence_length", "division")


def differences(left: Claim, right: Claim, vocabulary: Vocabulary) -> list[str]:
    """What both claims state and state differently: "baseline: A100 40GB against A100 80GB"."""
    return [
        *_sides("subject", left.subject, right.subject, vocabulary),
        *_sides("baseline", left.baseline, right.baseline, vocabulary),
    ]


def _sides(name: str, left: Side, right: Side, vocabulary: Vocabulary) -> Iterator[str]:
    if not related(left.name, right.name, vocabulary):
        yield f"{name}: {left.name} against {right.name}"
    if left.count and right.count and left.count != right.count:
        yield f"{name} count: {left.count} against {right.count}"
    for condition in MATTER:
        stated = left.condition(condition), right.condition(condition)
        if all(stated) and key(stated[0]) != key(stated[1]):
            yield f"{name} {condition.replace('_', ' ')}: {stated[0]} against {stated[1]}"


def related(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether two names can mean one machine: the same, or one a variant of the other. A40GB and 80GB are not."""
    return vocabulary.related(left, right)


def same_metric(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether two metrics are one, or one class that a statement may call by either name."""
    return metric_class(left, vocabulary) == metric_class(right, vocabulary)


def metric_class(metric: str, vocabulary: Vocabulary) -> str:
    """The class of a metric ("completion_time" of time to train and time to result), itself when it has none."""
    entry = vocabulary.get("metrics", metric)
    return (entry.text("class") or metric) if entry else metric


def ancestors(name: str, vocabulary: Vocabulary) -> list[str]:
    """The parts that a platform is a variant of, nearest first."""
    return vocabulary.ancestors(name)
