"""The patterns of a factor told as a multiple: "6x faster", "thrice that", "a speed-up of 7", "divided by five".

Each alternative has its number in a group of its own (`PRINTED`), or is a word that is one (`word`, `much`, `verb`,
`bare`); `plus` and `more` are the part behind it, "and a half".
"""

import re
from decimal import Decimal

from schemas.number_words import MULTIPLIED, WORD_NUMBER, either
from schemas.which_way import COMPARED, HEDGE

N = rf"(?:\d+(?:,\d{{3}})*(?:\.\d+)?|{WORD_NUMBER})"
BROKEN = {"half": Decimal("0.5"), "quarter": Decimal("0.25"), "third": Decimal(1) / 3}
VERBS = {stem: max(value, 1 / value) for stem, value in MULTIPLIED.items()}
WORDS = {"twice": 2, "double": 2, "thrice": 3, "triple": 3}
PRINTED = ("n", "of", "by", "led", "speedup", "product", "grown")


def _as(ends: str) -> str:
    """What a factor is held against: "four times as", "double the", "twice Cinder"; or where a sentence `ends`."""
    return (
        r"(?=\s(?:as|the|that|what|its|their|our|his|her|those|more|less|fewer|better|worse|greater|"
        rf"{COMPARED}|(?-i:[A-Z]\w*))\b|{ends})"
    )


def _and(group: str) -> str:
    return rf"(?P<{group}>[\s-]and[\s-]an?[\s-](?:{either(BROKEN)}))?"  # "one and a half times"


_OVER_WHAT = r"(?:from|over|on|at|in|with|when|by|across|between|against|versus|vs|compared|relative|if|for|under)"
# "A 9x speedup", "this 3x query improvement": a noun that a factor is the size of.
_GAIN = (
    r"(?:speed[\s-]?ups?|improvements?|gains?|increases?|reductions?|boosts?|advantages?|differences?|savings?|jumps?|"
    r"drops?|decreases?|leads?|accelerations?)"
)
_BETTER = r"(?:more|less|fewer|better|worse|greater|higher|lower|faster|slower)"
# "Threefold replication" compares nothing.
_NO_GAIN = r"(?:replication|redundancy|sharding|and\b|risk|reasons?|purpose|cross|validation|symmetry)"
_NUMBERED = "|".join((
    rf"(?:[\s-]?times|x|×){_as('[.,;:)]|$')}",
    rf"[\s-]times(?=[\s-]{_GAIN}\b)",
    r"(?<=\d)[x×](?=\sof\s(?:the|what|that|its|our)\b)",
    rf"\s?[x×](?=\s{_OVER_WHAT}\b)",
    rf"\s[x×](?=\s{_BETTER}\b)",
    rf"[x×](?=[\s-](?:[a-z]+[\s-])??{_GAIN}\b)",
    rf"\s?-?\s?fold\b(?![:.]?\s{_NO_GAIN})",
    r"(?:(?<=\d\.\d)|(?<=\.\d\d))[x×](?!\w|\s?\d)",  # "rises 2.2x and": nothing is counted in tenths
))  # fmt: skip
_SPEEDUP = (
    r"\bspeed-?ups?\b(?:\s(?:over|against|on|with|for|from)\s[^.;:,\d]{1,40}?)?\s"
    r"(?:of|is|was|reache[sd]|c[ao]mes?\sto|(?:amount|add)(?:s|ed)(?:\sup)?\sto|st(?:ands|ood)\sat)\s"
)
_NO_MORE = r"(?![\w.,]*\d|\s?[x×%]|\s?-?fold)"
_LED_BY = (
    rf"(?<![\w.,/×-])(?<!\d\s)(?-i:[x×])(?P<led>{N})(?=\s(?:over|vs\.?|versus|compared|relative)\b)"
    r"(?!\sover\s(?:M\.2|PCIe|U\.2|OCP))"  # lanes
)
_NO_GAIN_BEFORE = "".join(f"(?<!{one} )" for one in ("load", "power", "form", "fill", "replication"))
TIMES = re.compile("|".join((
    rf"(?<![\w.,$€£/-])(?P<n>{N}){_and('plus')}(?:{_NUMBERED})",
    rf"(?<=\bby\s)(?P<by>{N})[x×](?!\w|\s?\d)",
    _LED_BY,
    rf"{_SPEEDUP}{HEDGE}(?P<speedup>{N}){_NO_MORE}",
    rf"\b(?:multipl(?:y|ie[sd]|ying)|divid(?:e[sd]?|ing))\s[^.;,\d]{{3,40}}?\sby\s{HEDGE}(?P<product>{N}){_NO_MORE}",
    rf"{_NO_GAIN_BEFORE}\bfactor\sof\s{HEDGE}(?P<of>{N}){_and('more')}(?![\w.]*\d)",
    r"\b(?P<word>twice|thrice)\b(?!\s(?:an?|per|each|every)\b)",
    rf"(?<=[\w,]\s)(?<!\bin\s)(?P<much>double|triple)\b{_as('[.]')}",
    rf"(?<!-)(?<!\d\s)(?<!llion\s)\b(?P<verb>{either(VERBS)})(?:e[sd]|ing)\b(?!-|/|\sper\b|\sas\san?\b|\s(?:down|up)\b)",
    rf"\b(?P<bare>{either(VERBS)})e\b(?=\s(?:the|its|their|our)\b)",
    # "Was accelerated 13 times": nothing that it is held against stands behind.
    rf"\b(?:accelerat|improv|increas|multipli|reduc|boost|compress|lower|rais|shorten|enlarg)ed\s(?P<grown>{N})\stimes(?=\s(?:by|with|over|after|since|through|thanks|compared)\b)",
)), re.IGNORECASE)  # fmt: skip
