"""How far each check looks: a document by itself, or every document of a run.

What a check says of a document by itself hangs on that document alone; so it is kept (tieout/judged.py) and an
unchanged document is not checked again. tests/tieout/test_reach.py holds both against each other for every check.
"""

from checks.registry import Check, checks
from tieout.tuning import Tuning

# They stand in checks/within/, because what they judge is in one document, and look at others for what speaks for it.
WIDER = (
    "batch-size",  # sizes that other tables print for the same configuration
    "queue-depth",  # depths of the same configuration in other tables
    "several-baselines",  # the chart's factor in the words of other documents, as are the three below
    "unlike-batch",
    "unlike-precision",
    "unlike-setting",
)


def of_one_document(check: Check) -> bool:
    """Whether what it says of many documents is what it says of each, put together."""
    return check.level == "within" and check.code not in WIDER


def narrow(tuned: Tuning) -> list[Check]:
    """The checks of one document that are switched on, in order."""
    return [one for one in checks().values() if tuned.runs(one.code) and of_one_document(one)]


def wide(tuned: Tuning) -> list[Check]:
    """The other checks that are switched on, in order."""
    return [one for one in checks().values() if tuned.runs(one.code) and not of_one_document(one)]
