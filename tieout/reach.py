"""How far each check looks: a document by itself, the captures of a source, one workload, or every document of a run.

What a check says of a document by itself hangs on that document alone; so it is kept (tieout/judged.py) and an
unchanged document is not checked again. What it says of a source or a workload hangs on nothing else, so a large
corpus is compared in parts (tieout/parts.py). A check that is not named here is taken to look at everything.
tests/tieout/test_reach.py and test_parts.py hold parts against the whole for every check.
"""

from typing import Literal

from checks.registry import Check, checks
from tieout.tuning import Tuning

Reach = Literal["document", "source", "workload", "corpus"]

# They stand in checks/within/, because what they judge is in one document, and look at others for what speaks for it.
WIDER = (
    "batch-size",  # sizes that other tables print for the same configuration
    "one-sided-conditions",  # sequence lengths that rows of other documents state
    "queue-depth",  # depths of the same configuration in other tables
    "several-baselines",  # the chart's factor in the words of other documents, as are the three below
    "unlike-batch",
    "unlike-precision",
    "unlike-setting",
)
OVER_CAPTURES = ("claim-withdrawn", "figure-changed")
# They group by the workload before anything else, and never count, cap or list over several workloads. Others that
# compare within a workload do: one finding a document, a bound on the documents that a factor is held against, names
# of machines that any claim of the corpus prints, whether most of what two documents share differs.
OVER_A_WORKLOAD = (
    "factor-chain",
    "generation",
    "hedge-lost",
    "primary-records",
    "ratio-against-percent",
    "same-comparison",
    "superseded",
    "winner-flipped",
)


def reach(check: Check) -> Reach:
    """How much must be looked at together for a check to say what it says."""
    if of_one_document(check):
        return "document"
    if check.code in OVER_CAPTURES:
        return "source"
    return "workload" if check.code in OVER_A_WORKLOAD else "corpus"


def reaching(how: Reach, tuned: Tuning) -> list[Check]:
    """The checks of a reach that are switched on, in order."""
    return [one for one in checks().values() if tuned.runs(one.code) and reach(one) == how]


def of_one_document(check: Check) -> bool:
    """Whether what it says of many documents is what it says of each, put together."""
    return check.level == "within" and check.code not in WIDER


def narrow(tuned: Tuning) -> list[Check]:
    """The checks of one document that are switched on, in order."""
    return [one for one in checks().values() if tuned.runs(one.code) and of_one_document(one)]


def wide(tuned: Tuning) -> list[Check]:
    """The other checks that are switched on, in order."""
    return [one for one in checks().values() if tuned.runs(one.code) and not of_one_document(one)]
