"""What could not be used of a run, as a value: one document's error stops no other."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Failure:
    """A document that could not be used: what, where and why, as its error says."""

    document: str
    place: str
    reason: str

    def __str__(self) -> str:
        return f"{self.document}: {self.place}: {self.reason}"
