"""Statements -> findings: link what may be compared, run every check over it."""

import traceback
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from checks.across import withdrawn_value
from checks.lib.findings import full_pages, other_machine, other_state
from checks.lib.labels import about
from checks.lib.labels.about import index_of
from checks.lib.ratios import settled
from checks.lib.ratios.of_other_values import of_other_values
from checks.lib.statements import withdrawn
from checks.lib.statements.disowned import REASON, is_disowned
from checks.lib.sums.of_other_parts import of_other_parts
from checks.lib.telling.beside_cells import beside_cells
from checks.lib.telling.told_rightly import told_rightly
from checks.registry import Check, checks
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary, vocabulary
from schemas.statement import Parsed
from tieout.causes import RANK, merge
from tieout.link import link
from tieout.parsing import load_all
from tieout.rendering import in_file
from tieout.tuning import Tuning, tuning

HEAVY = ("high", "medium")
OF_OTHERS = "Other values printed there fit: it may be of those."
# Checks whose values words alone tie to a factor or a sum. Where a table or a label ties them, others say nothing:
# a wrong factor is often that of the next row.
_MAY_BE_OF_OTHERS: Mapping[str, Callable[[Finding, Corpus], bool]] = {
    "factor-against-absolutes": of_other_values,
    "from-to": of_other_values,
    "dimensions-cancel": of_other_parts,
    "quantities-multiply": of_other_parts,
}
# What the lines themselves settle that print the factors: no finding, as words are all that ties these.
_SETTLED: Mapping[str, Callable[[Finding, Corpus], bool]] = {
    **dict.fromkeys(("told-twice", "ratio-against-percent"), settled.all_given),
    "same-comparison": lambda finding, corpus: (
        settled.all_given(finding, corpus) or settled.one_sentence(finding, corpus)
    ),
    "value-agreement": settled.of_their_factor,
    **dict.fromkeys(
        ("factor-of-contrast", "factor-unmet", "underivable-factor", "factor-against-absolutes"),
        settled.of_another_pair,
    ),
}
# Checks that hold a value in words against one under the labels that are said, whoever these are of.
_BY_LABELS = frozenset("one-measurement row-in-words value-against-labels value-elsewhere".split())
# Checks whose low findings rest on shared words, or on sums of whatever stands near: on full pages these are wrong nine
# times in ten, and say nothing there.
_BY_WORDS = frozenset(
    """
    beyond-column dimensions-cancel each-from-rates factor-against-labels factor-against-tables factor-of-contrast
    percentile-prose quantities-multiply roles-multiply share-of-value underivable-factor unit-slip value-against-labels
    value-against-tables value-in-words verdict-of-sides
    """.split()
)
# Checks that words tie to what they hold against each other. On whole pages half of their findings of weight were of
# something else (docs/decisions/0025): there they say low, unless one slip makes the one print of the other.
_TIED_BY_WORDS = frozenset(
    """
    count-times-size efficiency-of-values factor-against-absolutes order-in-words part-and-whole quantities-multiply
    summary-in-words value-against-labels value-against-tables
    """.split()
)


@dataclass(frozen=True, slots=True)
class Reconciled:
    """What the checks said: findings, worst first, and what was not judged and why."""

    findings: tuple[Finding, ...]
    skips: tuple[Skip, ...]


def reconcile(
    parsed: Sequence[Parsed],
    vocabulary: Vocabulary,
    *,
    tuned: Tuning | None = None,
    captured_at: Mapping[str, str] | None = None,
) -> Reconciled:
    """Run every check over these documents together; the order of `parsed` never changes the result.

    `tuned` switches and re-levels checks (the committed checks.toml when None); `captured_at` is by document_id.
    """
    tuned = tuning() if tuned is None else tuned
    corpus = link(parsed, vocabulary, captured_at)
    on = (check for check in checks().values() if tuned.runs(check.code))
    try:
        return concluded((item for check in on for item in guarded(check, corpus)), tuned)
    finally:
        about.forget()
        withdrawn.forget()


def concluded(said: Iterable[Finding | Skip], tuned: Tuning) -> Reconciled:
    """Everything that checks said as one result, in an order that the order of `said` does not change."""
    results = list(said)
    found = {one.finding_id: one for one in results if isinstance(one, Finding)}
    skips = (one for one in results if isinstance(one, Skip))
    findings = tuned.apply(merge(found.values()))
    in_order = sorted(skips, key=lambda one: (one.check, one.comparison, one.reason))
    return Reconciled(tuple(sorted(findings, key=rank)), tuple(in_order))


def reconcile_all(paths: Iterable[Path], captured_at: Mapping[str, str]) -> Reconciled:
    """Every check over every parsed document together. Raises DocumentError when a kept document is unreadable."""
    return reconcile(load_all(paths), vocabulary(), captured_at=captured_at)


def run(check: Check, corpus: Corpus) -> list[Finding | Skip]:
    """Everything one check says of a corpus, without what one of the documents itself calls wrong in another.

    What other values of its documents give may be theirs: low.
    """
    documents = {one.document.document_id: one.document for one in (*corpus.parsed, *corpus.earlier)}
    standing = (_standing(item, documents) for item in check.run(corpus))
    sure = (_sure(_unsettled(item, corpus), corpus) for item in standing)
    apart = (_told_apart(item, documents) for item in sure)
    index = index_of(corpus)
    weighed = (_weighed(item, documents) for item in apart)
    beside = (beside_cells(one, index, documents) if isinstance(one, Finding) else one for one in weighed)
    found = (told_rightly(one, index, corpus) if isinstance(one, Finding) else one for one in beside)
    return [in_file(one, corpus.rendered) if isinstance(one, Finding) else one for one in found]


def _told_apart(item: Finding | Skip, documents: Mapping[str, Document]) -> Finding | Skip:
    if not isinstance(item, Finding) or item.severity != "low" or item.check not in _BY_WORDS:
        return item
    full = full_pages.on_full_pages(item, documents)
    return Skip(item.check, item.comparison, full_pages.REASON) if full else item


def _weighed(item: Finding | Skip, documents: Mapping[str, Document]) -> Finding | Skip:
    """A finding that words tie, of less weight on pages of many numbers; what one slip explains keeps its own."""
    if not isinstance(item, Finding) or item.severity not in HEAVY or item.check not in _TIED_BY_WORDS:
        return item
    if full_pages.slipped(item) or not full_pages.on_full_pages(item, documents, most=full_pages.MANY):
        return item
    return replace(item, severity="low", arithmetic=f"{item.arithmetic} {full_pages.WHY}")


def _unsettled(item: Finding | Skip, corpus: Corpus) -> Finding | Skip:
    is_settled = _SETTLED.get(item.check)
    if isinstance(item, Finding) and is_settled and is_settled(item, corpus):
        return Skip(item.check, item.comparison, settled.REASON)
    return item


def _sure(item: Finding | Skip, corpus: Corpus) -> Finding | Skip:
    if not isinstance(item, Finding) or item.severity not in HEAVY:
        return item
    if other_state.of_other_state(item):
        return replace(item, severity="low", arithmetic=f"{item.arithmetic} {other_state.WHY}")
    if item.check in _BY_LABELS and other_machine.of_two_machines(item, corpus):
        return replace(item, severity="low", arithmetic=f"{item.arithmetic} {other_machine.WHY}")
    others = _MAY_BE_OF_OTHERS.get(item.check)
    if others and others(item, corpus):
        return replace(item, severity="low", arithmetic=f"{item.arithmetic} {OF_OTHERS}")
    return item


def _standing(item: Finding | Skip, documents: Mapping[str, Document]) -> Finding | Skip:
    if isinstance(item, Finding) and item.check != withdrawn_value.CODE and is_disowned(item, documents):
        return Skip(item.check, item.comparison, REASON)
    return item


def guarded(check: Check, corpus: Corpus) -> list[Finding | Skip]:
    """Everything one check says; that it broke and where, when it does: what the others found must not be lost."""
    try:
        return run(check, corpus)
    except MemoryError:
        raise
    except Exception as error:  # noqa: BLE001  # whatever it is, a rule of ours is at fault
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{Path(last.filename).name}:{last.lineno}"
        reason = f"the check broke, please report it: {type(error).__name__}: {error} ({where})"
        return [Skip(check.code, (_over(corpus),), reason, broken=True)]


def _over(corpus: Corpus) -> str:
    return corpus.documents[0].name if len(corpus.documents) == 1 else "all documents"


def rank(finding: Finding) -> tuple[int, bool, int, bool, int, str, str]:
    """Order of a report, worst first.

    By severity; what cannot both be true before what cannot be compared; how many documents it reaches; whether one
    statement is named as wrong; how many quotes; then by name.
    """
    reach = len({item.document_id for item in finding.evidence})
    return (
        RANK[finding.severity],
        finding.verdict != "inconsistent",
        -reach,
        not finding.likely_wrong,
        -len(finding.evidence),
        finding.check,
        finding.finding_id,
    )
