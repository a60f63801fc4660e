"""What a statement is about beside its names: content words, without those that every sentence of its kind has."""

from checks.lib.language.stems import WORD, stem, stems
from schemas.names import Vocabulary
from schemas.statement import Claim

# What every system does with what it is given; "train", "read" and "write" say what was measured and stay.
_VERBS = frozenset(
    map(
        stem,
        """
        runs running serves serving charges costs takes took handles processes reaches sustains completes finishes
        achieves hits posts records measures generates executes performs works clocks comes stands manages lists sells
        offers provides delivered delivering delivers ships makes made quotes lets gets figure table chart shown
        tests tested benchmark benchmarks measured conclusion summary total
        """.split(),
    )
)
ALIKE = 0.6  # share of the shorter statement's content words that the other must have too


def words_of(claim: Claim, vocabulary: Vocabulary) -> frozenset[str]:
    """The stems of a claim's content words: no names of its sides, no unit, no words that every claim has."""
    sides = (claim.subject, claim.baseline)
    names = " ".join((*(f"{side.name} {side.raw}" for side in sides), claim.figure.unit))
    known = {stem(word) for word in WORD.findall(names.lower())}
    cues = {stem(w) for m in vocabulary.find(claim.context, "metrics") for w in WORD.findall(m.raw.lower())}
    return stems(claim.context) - known - cues - _VERBS


def share(left: frozenset[str], right: frozenset[str]) -> float:
    """The share of the shorter set of words that the other has too; 1 when one is empty."""
    shorter = min(len(left), len(right))
    return len(left & right) / shorter if shorter else 1.0
