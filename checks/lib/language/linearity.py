"""What share of linear scaling a text says, in any words: a percentage, a fraction, what is kept or what is lost."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal

from schemas.interval import Interval, readings, ulp
from schemas.number_words import either, in_words, part_of

HUNDRED = Decimal(100)
NEVER = Decimal(0)
LINEAR, NEARLY = Decimal("0.85"), Decimal("0.75")  # of linear: what may still be called so
LOOSE = Decimal("0.03")  # what rounded values and words leave
ROUGH = Decimal("0.06")  # what a fraction in words leaves
# Of a gain that is lost: of what was added, or of the whole.
ADDED = Decimal("0.35")
_LINEAR = re.compile(
    r"(?:(?P<near>(?<!not )\b(?:near(?:ly)?|almost|close to|virtually|practically|quasi|largely|roughly|approximately|"
    r"all but|as good as|next to|not far (?:from|off|short of)|"
    r"(?:just|a (?:hair|touch|whisker|shade|little|bit)|barely|slightly) (?:short of|shy of|below|under|off|"
    r"less than))[\s-])|"
    r"(?P<not>\b(?:not|n[’']t|never|sub|super|less than|below|worse than|better than|far from|no longer|short of|"
    r"anything "
    r"but|instead of|than|if|were)[\s-](?:\w+\s)?))?\b"
    r"(?:(?:perfectly |fully )?linear(?:ly)?|scal(?:es|ed|ing|e) (?P<nearly>(?:almost|nearly|near|close to|"
    r"all but|virtually|practically)[\s-])?"
    r"(?:perfect(?:ly)?|ideal(?:ly)?)|(?P<free>scal(?:es|ed|ing|e)\b[^.;]{0,40}?\bwith(?:out (?:any )?| (?:hardly|"
    r"barely|scarcely) any | "
    r"(?:next to|almost|practically|virtually) no | no )loss(?:es)?)|"
    r"doubling (?:the )?(?:number of )?[\w-]+ (?:doubles|halves|doubled|halved)|"
    r"twice (?:the |as many )(?:number of )?[\w-]+,? (?:(?:give|gives|bring|brings|mean|means|do|does) )?(?:twice|"
    r"half)|(?:grows?|grew|rises?|rose|climbs?|"
    r"scales?) (?:in proportion|proportionally|in step|in lockstep|one for one|hand in hand) (?:to|"
    r"with) the (?:number|count))\b",
    re.IGNORECASE,
)
_SCALES = re.compile(
    r"\bscal(?:es?|ed|ing|ability)\b|\bspeed-?ups?\b|\bgr[eo]w(?:s|th|n)?\b|\befficien\w+|\bshr[aiu]nks?\b|"
    r"\b(?:fall|drop|ris|climb|increas|decreas|gain|reduc)\w*\b|\brose\b|\bfell\b|\bproportion\w*|\bdoubl\w+|\btwice\b",
    re.IGNORECASE,
)
_IDEAL = r"(?:linear|ideal|perfect|proportional|theoretical|full)"
_GAIN = r"(?:scal(?:ing|ability)|speed-?ups?|speed|gains?|growth|throughput|rate|performance)"
_EFFICIENCY = re.compile(
    r"\b(?:scaling|parallel|weak[- ]scaling|strong[- ]scaling) efficienc\w+|\bof (?:linear|ideal|perfect)\b|"
    rf"\b(?:of|from|to) (?:(?:the|an?|its|their) )?{_IDEAL} (?:(?:\w+-?fold|\d+(?:-?fold|[x×]|-times)) )?{_GAIN}\b|"
    rf"\bof (?:what|the \w+ that) {_IDEAL} {_GAIN} (?:would|could|gives?|allows?|promises?)\b|"
    r"\bof (?:the|an?) (?:ideal|perfect|linear|theoretical)(?: (?:\w+-?fold|\d+(?:\.\d+)?\s?(?:[x×]|times))(?!\w)|\b)|"
    rf"\b(?:against|relative to|compared (?:to|with)) {_IDEAL} {_GAIN}\b|\d\s?(?:%|per ?cent) (?:scaling|linearity)\b|"
    r"\b(?:linearity|scaling) of \d|(?:short|shy) of (?:linear|ideal|perfect)\b|"
    r"(?:%|per ?cent) efficien\w+ (?:at|on|across|over|up to|with|from) (?:all )?\d[\d,]* [a-z]{3,}|"
    r"\bscal\w+\s(?:[\w%,-]+\s){0,8}?efficien\w+|\befficien\w+\s(?:[\w-]+\s){0,4}?scal\w+|"
    rf"(?:%|per ?cent) of (?:the |its |their )?(?:per|single|one)-[a-z]{{3,}} {_GAIN}\b",
    re.IGNORECASE,
)
# "Efficiency is still 88 percent": of whatever; that it is of scaling the counts have to say.
_BARE = re.compile(
    r"(?<!power )(?<!energy )(?<!fuel )(?<!cooling )(?<!supply )\befficiency\s?(?:(?:is|was|stays?|stayed|"
    r"remains?|remained|"
    r"holds?|held|stands?|stood|of|at|still|only|about|around|drops?|dropped|falls?|fell|down|to|comes?|came|sits?|"
    r"reaches|just)\s)*(?:\d|[|:])|\d\s?(?:%|per ?cent) efficien(?:cy|t)\b|"
    r"\b(?:run|job|cluster|throughput|training|it) (?:still |only )?(?:held|holds|kept|keeps|retain(?:s|ed)) "
    r"\d[\d.]*\s?(?:%|per ?cent)(?=\s?[.,;])",
    re.IGNORECASE,
)
_PERCENT = re.compile(
    r"(?P<over>\b(?:over|more than|at least|above|better than|>)\s)?"
    r"(?P<about>\b(?:about|around|roughly|nearly|almost|~)\s?)?"
    r"(?<![\d.,])(?P<n>\d{1,3}(?:\.\d+)?)\s?(?:%|per ?cent\b|percent\b)",
    re.IGNORECASE,
)
# "A parallel efficiency of 0.94".
_DECIMAL = re.compile(r"(?<=of )(?P<n>0\.\d{2,3}|1\.0{1,2})(?![\d%]|\s?(?:%|per))")
# "Lost 6% against linear scaling", "within 6% of ideal": the rest is what is kept.
_LOST = re.compile(
    r"\b(?:los(?:es?|t|ing)|gives? up|gave up|giving up|wast(?:es?|ed)|within|stays|comes?|came|forfeits?|sacrific\w+|"
    r"costs?|miss(?:es|ed)|leaves?|burns?)\s"
    r"(?:(?:only|just|about|around|some|under|less than|more than|over|no more than|at most|within|barely|a mere|"
    r"nearly|"
    r"almost|roughly)\s)*$",
    re.IGNORECASE,
)
_SHORT = re.compile(
    r"\s(?:(?:short|shy|off|below|under|away|less)\b|(?:of it )?(?:against|to|compared|relative)\b|loss\b|"
    rf"of (?:the |its |that )?(?:{_IDEAL} )?{_GAIN})",
    re.IGNORECASE,
)
_SHY = re.compile(r"\s(?:short|shy) of\b", re.IGNORECASE)
_WITHIN = re.compile(r"\bwithin\s(?:about |around |some )?$", re.IGNORECASE)
_GONE = re.compile(
    r"[^,;.]{0,50}?\b(?:(?:is|are|was|were|gets?|goes|went)\s(?:\w+\s)?(?:lost|wasted|missing|gone|eaten|forfeited|left)\b|"
    r"evaporates?|vanish\w+|disappears?)",
    re.IGNORECASE,
)
_PART = r"half|thirds?|quarters?|fifths?|sixths?|sevenths?|eighths?|ninths?|tenths?"
_FEW = in_words(*range(1, 10))
_FRACTION = re.compile(
    r"(?P<bound>\b(?P<under>less than|under|no more than|not more than|at most|barely|below)\s|"
    r"\b(?P<over>more than|over|at least|better than|above|well over)\s)?"
    rf"(?:(?:about|around|some|roughly|nearly|almost|only|just|a full|fully|still)\s)*"
    rf"(?:(?P<n>{either(_FEW)}|an?|\d)[\s-])?(?P<part>{_PART})\b"
    rf"(?=\sof\s(?:(?:the|its|an?|that|what|this|their)\s)?(?:\w+\s)?(?P<what>{_IDEAL}|{_GAIN})\b)",
    re.IGNORECASE,
)
_CASE = re.compile(
    rf"\s?(?:of (?:{_IDEAL}|(?:the|its) (?:{_IDEAL}|{_GAIN}))(?: {_GAIN})?|(?:(?:parallel|scaling) )?efficien\w+)?"
    r"\s?(?:on|for|with|in)\s(?P<of>[^,;.()%]*?(?=\s(?:and|but|while)\s|[,;:()]|\.(?!\d)|$))",
    re.IGNORECASE,
)
_ADDED = re.compile(r"\bgains?\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Linearity:
    """text[start:end) says what share of linear is reached, at least and at most.

    `rest` is the text without what says it, in which the counts stand; `bare` where nothing but counts says that
    it is of scaling.
    """

    start: int
    end: int
    allowed: Interval
    rest: str
    bare: bool = False
    case: str = ""  # of several, what this one is said of


def linearities(text: str) -> Iterator[Linearity]:
    """What a sentence, or the label and the value of a row, says of linear scaling.

    Of two percentages nothing, but where each has its own case behind it: "95% of linear on A, and 90% on B".
    """
    linear = _LINEAR.search(text)
    percents = list(_PERCENT.finditer(text)) or list(_DECIMAL.finditer(text))
    if linear and linear["not"]:
        return
    named = _EFFICIENCY.search(text)
    if len(percents) > 1:
        yield from _in_turn(text, percents) if named else ()
        return
    if percents:
        one = percents[0]
        kept = _kept(one, text) if named or _BARE.search(text) else None
        if kept:
            yield Linearity(*one.span(), kept, f"{text[: one.start()]} | {text[one.end() :]}", bare=not named)
        return
    fraction = _FRACTION.search(text)
    if fraction and (kept := _part(fraction, text)):
        # "Just short of linear; less than a tenth of the gain is lost" says one thing twice.
        at = linear or fraction
        yield Linearity(*at.span(), kept, f"{text[: fraction.start()]} | {text[fraction.end() :]}")
    elif linear and _SCALES.search(text):
        least = NEARLY if linear["near"] or linear["nearly"] or linear["free"] else LINEAR
        yield Linearity(*linear.span(), Interval(least, HUNDRED), text)


def _in_turn(text: str, percents: Sequence[re.Match[str]]) -> Iterator[Linearity]:
    """The percentages of which each says where it was reached, right behind itself."""
    cases = [_CASE.match(text, one.end()) for one in percents]
    for one, case in zip(percents, cases, strict=True) if all(cases) else ():
        if case and (kept := _kept(one, text)):
            yield Linearity(*one.span(), kept, f"{text[: percents[0].start()]} | {case['of']}", case=case["of"])


def linear_row(label: str, value: str) -> bool:
    """Whether a row of two cells prints an efficiency: "Scaling efficiency, 16 cards" and "91%"."""
    return bool(re.search(r"\befficien|\bscaling\b|\blinear", label, re.IGNORECASE) and _PERCENT.match(value))


def without(text: str) -> str:
    """A text without its words of linear scaling: what "perfect scaling would give" is no wish."""
    return _LINEAR.sub(" ", _EFFICIENCY.sub(" ", _FRACTION.sub(" ", text)))


def _part(match: re.Match[str], text: str) -> Interval | None:
    """The share of linear that a fraction in words says, kept or lost."""
    many = _FEW.get((match["n"] or "").lower()) or (int(match["n"]) if (match["n"] or "").isdigit() else 1)
    share = part_of(match["part"].lower()) * many
    if share > 1:
        return None
    lost = _LOST.search(text[: match.start()]) or _GONE.match(text, match.end())
    low = NEVER if match["under"] else share - ROUGH
    high = HUNDRED if match["over"] else share + ROUGH
    if not lost:
        return Interval(max(NEVER, low), high)
    top = min(HUNDRED, 1 - low) if low > 0 else HUNDRED
    added = share * ADDED if _ADDED.search(match["what"]) and top < HUNDRED else NEVER
    return Interval(max(NEVER, 1 - high), top + added)


def _kept(match: re.Match[str], text: str) -> Interval | None:
    """The share of linear that a percentage says, also by what is lost; None of a loss of more than all."""
    if match.re is _DECIMAL:
        one = readings(Decimal(match["n"]), ulp(match["n"]), "exact").rounded
        return Interval(one.lower - LOOSE, one.upper + LOOSE)
    share = _share(match)
    ahead = text[: match.start()]
    if (
        _WITHIN.search(ahead)
        or _SHY.match(text, match.end())
        or (_LOST.search(ahead) and _SHORT.match(text, match.end()))
        or _GONE.match(text, match.end())
    ):
        if share.lower > 1:  # an empty interval would end the check for all documents
            return None
        return Interval(max(NEVER, 1 - share.upper), HUNDRED if _bounded(match, text) else 1 - share.lower)
    return share


def _bounded(match: re.Match[str], text: str) -> bool:
    """Whether less is lost than is said."""
    return bool(
        re.search(r"\b(?:within|under|less than|no more than|at most)\s$", text[: match.start()], re.IGNORECASE)
    )


def _share(match: re.Match[str]) -> Interval:
    n = Decimal(match["n"])
    one = readings(n, ulp(match["n"]), "exact").rounded.scaled(1 / HUNDRED)
    slack = LOOSE * (2 if match["about"] else 1)
    return Interval(one.lower - slack, HUNDRED if match["over"] else one.upper + slack)
