"""What checks are given: the statements of a corpus, and which of them may be held against each other."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property

from schemas.document import Document
from schemas.names import Vocabulary
from schemas.rendered import Rendered
from schemas.statement import Claim, Measurement, Parsed


@dataclass(frozen=True, slots=True)
class Comparison:
    """Claims that are about one thing: same workload, task, metric, subject and baseline, as far as they say.

    `key` names what is compared without values or places; it goes into findings' fingerprints.
    """

    key: tuple[str, ...]
    claims: tuple[Claim, ...]


@dataclass(frozen=True)  # no slots: what a thousand documents hold is joined once, not at each look
class Corpus:
    """Everything a check may look at, in an order that does not depend on the order of documents.

    `earlier` are captures that newer ones of the same source in `parsed` have replaced; only checks over time look
    at them. `captured_at` (UTC, ISO 8601, by document_id) orders captures; it may lack documents. `rendered` has, by
    document_id, the documents whose files print more than is read: their offsets here are those of the reading.
    """

    parsed: tuple[Parsed, ...]
    comparisons: tuple[Comparison, ...]
    vocabulary: Vocabulary
    captured_at: Mapping[str, str] = field(default_factory=dict)
    earlier: tuple[Parsed, ...] = ()
    rendered: Mapping[str, Rendered] = field(default_factory=dict)

    @cached_property
    def documents(self) -> tuple[Document, ...]:
        """Every document."""
        return tuple(one.document for one in self.parsed)

    @cached_property
    def claims(self) -> tuple[Claim, ...]:
        """Every claim."""
        return tuple(claim for one in self.parsed for claim in one.claims)

    @cached_property
    def measurements(self) -> tuple[Measurement, ...]:
        """Every measurement."""
        return tuple(row for one in self.parsed for row in one.measurements)
