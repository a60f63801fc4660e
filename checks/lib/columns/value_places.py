"""In which direction the values of a column or list are ranked."""

import re

from checks.lib.columns.series import Series
from checks.lib.labels.ahead import LARGE_WINS, SMALL_WINS
from checks.lib.quantities.numbers_said import PERCENT

_LESS = re.compile(r"\b(?:lower|less|smaller|fewer|shorter)\b[^|.]{0,12}\bbetter\b", re.IGNORECASE)
_MORE = re.compile(r"\b(?:higher|more|larger|bigger|greater)\b[^|.]{0,12}\bbetter\b", re.IGNORECASE)
_GOOD = re.compile(
    r"\b(?:solved|scores?|points|accurac\w+|wins|won|bleu|f1|recall|precision|correct|passed|pass|rating|elo|marks?|"
    r"top-1|throughput|speed)\b",
    re.IGNORECASE,
)
_BAD = re.compile(r"\b(?:errors?|loss|wer|cer|fail\w*|misses|missed|latenc\w+|perplexity|regret)\b", re.IGNORECASE)


def stated(series: Series) -> bool | None:
    """Whether the smallest value is the best, as the words around a series or its kind say; None where they do not."""
    text = f"{series.label} | {series.about} | {series.document.text[series.end : series.end + 120]}"
    if bool(_LESS.search(text)) != bool(_MORE.search(text)):
        return bool(_LESS.search(text))
    if series.kind in SMALL_WINS | LARGE_WINS:
        return series.kind in SMALL_WINS
    if bool(_BAD.search(series.label)) != bool(_GOOD.search(series.label)):
        return bool(_BAD.search(series.label))
    return False if series.kind == PERCENT and not _BAD.search(series.about) else None
