"""The shares that sentences print: "84% of peak", with what they are said to be of."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from checks.lib.language.assertions import is_said
from checks.lib.linking.reach import clause
from checks.lib.quantities.asserted import Sentence, is_past
from checks.lib.quantities.scanned import content
from schemas.interval import ulp

HUNDRED = Decimal(100)
ROUGH = Decimal("0.012")  # of the whole: what a share of two rounded values may be off by
SMALL = Decimal("0.02")
NEAR = 60  # characters before a share that lead to it
SHARE = re.compile(r"(?<![\w.,–-])(?P<n>\d{1,3}(?:\.\d+)?)\s?(?:%|per ?cent\b)")
# A change, a rate of success, a part of requests: no share of one of two values that are printed.
_CHANGE = re.compile(
    r"\s*(?:\w+\s){0,2}?(?:more|less|faster|slower|higher|lower|fewer|better|worse|cheaper|shorter|longer|quicker|"
    r"smaller|larger|reduction|increase|growth|improvement|gain|savings?|discount|off|rise|drop|cut|above|below|ahead|"
    r"accuracy|recall|confidence|of (?:\w+\s){0,3}(?:accuracy|quality|recall|score)|"
    r"of (?:requests|queries|users|customers|cases|reads|writes|the time|traffic))\b",
    re.IGNORECASE,
)
_AHEAD = re.compile(
    r"\b(?:by|up|down|another|extra|saves?|saved|cuts?|grew|grown|rose|fell|increas\w+|reduc\w+|improv\w+|discount of|"
    r"plus|minus|top|under|over|least|most|than|first|about|around|roughly|nearly|almost|some|"
    r"up to)\s(?:\w+\s)?$|~$|"
    # "Leave 30% of the network free" is advice.
    r"(?:^\W*|[.;:]\s|\b(?:should|must|please|to)\s)(?:leave|keep|reserve|allow|set aside)\s(?:\w+\s)?$",
    re.IGNORECASE,
)
_LEADS = re.compile(
    r"\b(?:or|that is|which is|makes|making|corresponds?|so|share|utili[sz]ation|efficiency|i\.e|keeps?|leaves?|busy|"
    r"reach\w*|yield\w*|puts|of (?:its|the|their|our|theoretical|that|raw|peak))\b|[=(]",
    re.IGNORECASE,
)
_OF = re.compile(r"\s(?:of|from)\s(?:its |the |their |our |all |that |this )?(?P<words>(?:[A-Za-z][\w-]*\s?){1,4})")
_IN = re.compile(r"\s(?:in|for|with|on|at|to|and)\s")


@dataclass(frozen=True, slots=True)
class Share:
    """A share of `value` that a sentence prints, of what `whole` names; `at` is the sentence's number."""

    sentence: Sentence
    match: re.Match[str]
    at: int
    whole: frozenset[str]

    @property
    def start(self) -> int:
        """Where its number begins in its document."""
        return self.sentence.passage.start + self.match.start()

    @property
    def value(self) -> Decimal:
        """The share of one."""
        return Decimal(self.match["n"]) / HUNDRED

    @property
    def slack(self) -> Decimal:
        """What its print and that of the two values leave open."""
        return ulp(self.match["n"]) / HUNDRED / 2 + ROUGH


def shares(sentences: Sequence[Sentence], *, led: bool = True) -> Iterator[Share]:
    """The shares of sentences: those that a word leads to, or all."""
    for at, sentence in enumerate(sentences):
        text = sentence.passage.words
        for match in SHARE.finditer(text):
            mine = clause(text, match.start(), match.end()).replace("theoretical", "")
            changes = _CHANGE.match(text, match.end()) or _AHEAD.search(text[: match.start()])
            leads = _LEADS.search(text[max(0, match.start() - NEAR) : match.end() + NEAR // 2])
            if (
                (leads or not led)
                and not changes
                and is_said(mine)
                and not is_past(mine)
                and SMALL < Decimal(match["n"]) / HUNDRED < 1
            ):
                of = _OF.match(text, match.end())
                yield Share(sentence, match, at, content(_IN.split(f"{of['words']} ")[0]) if of else frozenset())
