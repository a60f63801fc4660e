"""The numbers of a sentence that print no unit and can be values: they inherit it from another value of the text."""

import re
from dataclasses import dataclass, replace
from decimal import Decimal

from checks.lib.quantities.amounts import CLAUSE, qualifier_of
from checks.lib.quantities.asserted import Asserted, Sentence, near
from checks.lib.quantities.joined import joined
from schemas.interval import Interval, readings, ulp
from schemas.months import MONTHS
from schemas.number_words import ANY_NUMBER, POWERS, SHORT_POWERS, either, spelled

# What may follow a number that counts nothing.
_ENDS = (
    r"(?=[.,;)]|:\s|\s(?:in|on|with|and|at|for|under|over|per|when|while|whereas|after|afterwards|today|now|of|by|since|"
    r"from|but|or|to|before|as|here|there|then|again|without|through|via|using|if|once|thanks|against|versus|vs|instead|"
    r"rather|previously|earlier|last|this|is|was|across)\b|\s?[(]|$)"
)
_DIGITS = re.compile(
    r"(?<![\w.,$€£/:=–-])(?<![A-Z]\w\s)(?P<n>\d{1,3}(?:,\d{3})+|\d+(?:\.\d+)?)"
    rf"(?P<si>[kKM]\b|\s(?:{either(POWERS)})\b)?(?![\w%°]|[.,]\d|\s?[x×%°/-]|[-–:]\d){_ENDS}"
)
# "From ninety seconds to forty": only where a connector leads to it, or every "one" were a value.
_SPELLED = re.compile(rf"(?<![\w-])(?!one\b)(?P<n>{ANY_NUMBER}){_ENDS}", re.IGNORECASE)
_RELEASE = re.compile(
    r"(?:\b(?:in|on|with|under|than|version|release|firmware|patch|since|from|(?<!instead )(?<!place )of|"
    r"to|over|v|generation|gen|step|page|section|"
    rf"table|figure|chapter|issue|part|year|{either(map(str.title, MONTHS))})|[A-Z]\w*)\s$"
)
_FROM_TO = re.compile(r"\bfrom\s(?:about\s|around\s|some\s)?[\d.,]+\sto\s(?:about\s|around\s|some\s)?[\d.,]+\D*$")
# "Could do no more than 5", "must make do with 1", "is through in 32": a verb that leads to a value.
_LEADS = re.compile(
    r"\b(?:do|did|does|no (?:more|fewer|less)|mak(?:e|es) do|made do|through|done|finish(?:es|ed)?|"
    r"(?:complet|return)(?:es|ed|s)?|"
    r"gets? by|(?:do|does|did) (?:it|that|so|the same)|ready|over|back)\s(?:than|with|in|on)\s$"
)
# "It was thirty-five", at the end of a clause.
_SAYS = re.compile(
    r"\b(?:is|are|was|were|takes?|took|needs?|needed|has|had|get|gets|got|to|at|for|only|just|about|around|nearly)\s$"
)
# Words between a value and a number that prints no unit: "[12 s], version 4 in [31]", "[95 TFLOPS] and Finch [61]".
_GAP = re.compile(
    r"[^,;]{0,40}?(?:[,;]|\sand|\sbut|\swhile)\s(?:(?:and|but|while)\s)?"
    r"(?:(?:the\s)?(?!Version|Release|Table|Figure)[A-Z][\w'’-]*|"
    r"(?!(?:in|at|to|on|with)\b)[\w.'’-]+(?:\s[\w.'’-]+){0,4}?\s(?P<how>in|at|to|on|with))\s"
)
_HOW = re.compile(r"\b(?P<how>in|at|to|on|with)\s$")
_YEAR = re.compile(r"(?:19|20)\d\d")
REACH = 32  # characters from the first of two numbers to the second


@dataclass(frozen=True, slots=True)
class Bare:
    """A number at words[start:end] of a sentence, and what it is worth."""

    start: int
    end: int
    plain: str  # its digits
    power: int  # of ten
    joined: bool  # whether words join it to a value with a unit

    @property
    def decimals(self) -> int:
        """How many it prints behind the point."""
        return len(self.plain.partition(".")[2])

    @property
    def span(self) -> Interval:
        """What its print allows."""
        half = Decimal("0.5").scaleb(self.power - self.decimals)
        value = Decimal(self.plain).scaleb(self.power)
        return Interval(value - half, value + half)


def bare_values(sentence: Sentence) -> list[Bare]:
    """The bare numbers of a sentence that can be values, left to right; no year, release or page."""
    words = sentence.passage.words
    digits = [match for match in _DIGITS.finditer(words) if not _YEAR.fullmatch(match["n"])]
    gapped = {match.start("n") for match in digits if _is_gapped(sentence, match)}
    found = [Bare(match.start("n"), _end(match), *_worth(match), _is_joined(sentence, match)) for match in digits]
    found = [one for one in found if one.joined or one.start in gapped or _stands_for_value(words, one.start)]
    spelled_out = [match for match in _SPELLED.finditer(words) if sentence.amounts and _is_told(sentence, match)]
    counted = ((match, spelled(match["n"])) for match in spelled_out)
    found += [
        Bare(match.start(), match.end("n"), str(value), 0, _is_joined(sentence, match))
        for match, value in counted
        if value
    ]
    return sorted(found, key=lambda one: one.start)


def lent(value: Asserted, bare: Bare, sentence: Sentence | None = None) -> Asserted:
    """A bare number as a value in the unit of another, of its own sentence or of another one."""
    passage, scope = (sentence.passage, sentence.scope) if sentence else (value.passage, value.scope)
    ahead, behind, power = passage.words[: bare.start], passage.words[bare.end :], bare.power
    qualifier = qualifier_of(ahead[-CLAUSE:])
    read = readings(Decimal(bare.plain).scaleb(power), ulp(bare.plain, power), qualifier).scaled(value.amount.unit)
    amount = replace(value.amount, start=bare.start, end=bare.end, readings=read.positive(), qualifier=qualifier)
    return Asserted(amount, passage, f"{ahead} {behind}", near(ahead, behind), scope)


def _worth(match: re.Match[str]) -> tuple[str, int]:
    power = (match["si"] or "").strip().lower()
    return match["n"].replace(",", ""), {**SHORT_POWERS, **POWERS}.get(power, 0)


def _end(match: re.Match[str]) -> int:
    return max(match.end("n"), match.end("si"))


def _is_joined(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether a connector joins a number to the value with a unit that stands next to it."""
    words, start = sentence.passage.words, match.start("n")
    others = [one.amount for one in sentence.amounts if not one.amount.start <= start < one.amount.end]
    last = max((one for one in others if one.end <= start), key=lambda one: one.end, default=None)
    following = min((one for one in others if one.start > start), key=lambda one: one.start, default=None)
    if last and joined(words[: last.start], words[last.end : start]):
        return True
    return following is not None and joined(words[:start], words[match.end("n") : following.start])


def _is_told(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether a number in words is a value: a connector leads to it, or a verb at the end of a clause."""
    words = sentence.passage.words
    ends = words[match.end() : match.end() + 1] in ("", ".", ",", ";", ")")
    return _is_joined(sentence, match) or (ends and bool(_SAYS.search(words[: match.start()])))


def _is_gapped(sentence: Sentence, match: re.Match[str]) -> bool:
    """Whether a clause ends with a number as the one before it does with a value: "in 12 s, version 4 in 31"."""
    words, start = sentence.passage.words, match.start("n")
    last = max(
        (one.amount for one in sentence.amounts if one.amount.end <= start), key=lambda one: one.end, default=None
    )
    if last is None or words[_end(match) : _end(match) + 1] not in ("", ".", ",", ";", ")"):
        return False
    led = _GAP.fullmatch(words, last.end, start)
    how = _HOW.search(words[: last.start])
    if led is None or not led["how"]:
        return led is not None and len(match["n"]) > 1  # "Llama 3" is a name
    return how is not None and led["how"] == how["how"]


def _stands_for_value(words: str, start: int) -> bool:
    ahead = words[:start]
    return not _RELEASE.search(ahead) or bool(_FROM_TO.search(words[: start + REACH]) or _LEADS.search(ahead))
