"""Whether two claims of one comparison were measured alike: what differs is named, never passed over."""

from collections.abc import Iterator

from checks.lib.language.settings import unlike
from schemas.names import Vocabulary, key
from schemas.statement import Claim, Side

MATTER = ("batch_size", "precision", "sequence_length", "division")


def differences(left: Claim, right: Claim, vocabulary: Vocabulary) -> list[str]:
    """What both claims state and state differently: "baseline: A100 40GB against A100 80GB"."""
    return [
        *_sides("subject", left.subject, right.subject, vocabulary),
        *_sides("baseline", left.baseline, right.baseline, vocabulary),
        *_releases(left, right),
        *(f"setting: {words}" for words in unlike(left, right)),
    ]


def _releases(left: Claim, right: Claim) -> Iterator[str]:
    """The release of what both are over, where it is one software: "1.3x over Quern 6.1", "2.1x over Quern 6.0"."""
    over = {side.condition("framework") for side in (left.subject, right.subject)} | {left.baseline.name}
    stated = left.subject.condition("sdk_version"), right.subject.condition("sdk_version")
    if len(over) == 1 and left.baseline.name == right.baseline.name and all(stated) and stated[0] != stated[1]:
        yield f"baseline release: {stated[0]} against {stated[1]}"


def _sides(name: str, left: Side, right: Side, vocabulary: Vocabulary) -> Iterator[str]:
    if not vocabulary.related(left.name, right.name):
        yield f"{name}: {left.name} against {right.name}"
    if left.count and right.count and left.count != right.count:
        yield f"{name} count: {left.count} against {right.count}"
    for condition in MATTER:
        stated = left.condition(condition), right.condition(condition)
        if all(stated) and key(stated[0]) != key(stated[1]):
            yield f"{name} {condition.replace('_', ' ')}: {stated[0]} against {stated[1]}"


def same_metric(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether two metrics are one, or one class that a statement may call by either name."""
    return vocabulary.metric_class(left) == vocabulary.metric_class(right)
