"""Which of two things a sentence calls ahead, cheaper or thirstier, and what it says rose, fell or was trimmed.

Many words, one structure: who is spoken of, whom it is set against, and for each sort of quantity that can be meant
whether the first one should have the smaller value. "Quicker" asks for less time or a higher rate, "leaner" for less
size, "ahead" for whatever its noun speaks of.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

Sort = Literal["time", "rate", "size", "price", "power"]
_GOOD: dict[Sort, bool] = {"time": True, "rate": False, "size": True, "price": True, "power": True}
_SPEED: dict[Sort, bool] = {"time": True, "rate": False}
# What a noun speaks of; the first one that a text says decides.
_NOUNS: tuple[tuple[Sort, str], ...] = (
    (
        "rate",
        (
            r"(?:memory|disk|storage|network) (?:bandwidth|throughput|speed)|throughput|bandwidth|IOPS|QPS|TPS|rps|"
            r"flops|"
            r"[\w-]+s (?:per|an?|each|every) (?:second|minute|hour|day)|\w+/s(?:ec)?|transfer rates?|frame rates?|fps"
        ),
    ),
    (
        "price",
        r"prices?|pric(?:ed|ing)|costs?|bills?|expens\w+|fees?|charges?|spend(?:ing)?|dollars?|TCO|money|invoices?",
    ),
    (
        "power",
        r"power(?! users?)|watts?|wattage|energy|electricity|joules?|consumption|draw at the wall",
    ),
    (
        "time",
        (
            r"latenc\w+|p\d\d(?:\.\d+)?s?|percentiles?|tails?|response times?|delays?|durations?|run-?times?|waits?|"
            r"wait(?:ing)? times?|\w*times?(?! as| the| more| less)|TTFT|start-?ups?|cold starts?|median|hours|minutes|"
            r"seconds|milliseconds"
        ),
    ),
    (
        "size",
        (
            r"memory|RAM|footprints?|images?|disk|sizes?|storage|binar(?:y|ies)|megabytes|gigabytes|MB|GB|archives?|"
            r"index(?:es)?|space|downloads?"
        ),
    ),
)
_SAID = tuple((sort, re.compile(rf"\b(?:{words})\b", re.IGNORECASE)) for sort, words in _NOUNS)


@dataclass(frozen=True, slots=True)
class _Word:
    """A way to set one thing before another: which sorts it can be of and whether the first has the smaller value.

    `of` is empty where a noun says the sort; `way` is then "less", "more", "good" or "bad".
    """

    pattern: re.Pattern[str]
    of: dict[Sort, bool]
    way: str = ""


def _word(words: str, of: dict[Sort, bool], way: str = "") -> _Word:
    return _Word(re.compile(rf"\b(?:{words})(?![\w-])", re.IGNORECASE), of, way)


def _turned(of: dict[Sort, bool]) -> dict[Sort, bool]:
    return {sort: not small for sort, small in of.items()}


_PRICE: dict[Sort, bool] = {"price": True}
_SIZE: dict[Sort, bool] = {"size": True}
_POWER: dict[Sort, bool] = {"power": True}
_LENGTH: dict[Sort, bool] = {"time": True}
_RATE: dict[Sort, bool] = {"rate": False}
_NOUN = r"(?:\w+\s){0,2}?"
# Those of several words come first: "less power hungry" is of power, and "less" of whatever follows.
_WORDS = (
    _word(
        r"(?:(?:more|less)\s(?=frugal|thrifty))?(?:(?:less|not as) (?:power[- ])?(?:hungry|thirsty)|more (?:frugal|"
        r"thrifty|sparing)|thriftier|sips less|(?:draw|burn|consume|sip|pull|use|need)s? (?:the )?(?:less|fewer|least) "
        r"(?:power|watts|energy|electricity|current)|sips|(?:easier|lighter|kinder) on (?:the )?(?:power|electricity|"
        r"meter|socket)|runs cooler)",
        _POWER,
    ),
    _word(
        r"(?:more|the more) (?:power[- ])?(?:hungry|thirsty)|(?:power[- ])?(?:hungrier|thirstier)|less (?:frugal|"
        r"thrifty|"
        r"sparing)|guzzles|(?:draw|burn|consume|pull|use|need)(?:s|ed)? more (?:power|watts|energy|electricity|"
        r"current)|"
        r"(?:draws|drew|burns) more(?= than)",
        _turned(_POWER),
    ),
    _word(
        r"cheaper|less (?:expensive|costly|dear)|more (?:affordable|economical)|costs? less|cost less|lower[- ]priced|"
        r"undercuts?|easier on the (?:purse|wallet|budget)|the bargain|saves? (?:you |us )?money",
        _PRICE,
    ),
    _word(
        r"dearer|pricier|costlier|more (?:expensive|costly)|less (?:affordable|economical)|costs? more|"
        r"higher[- ]priced",
        _turned(_PRICE),
    ),
    _word(
        r"leaner|slimmer|trimmer|tinier|more compact|lighter(?= image| binary| footprint| of| than| container)|"
        r"(?:takes?|needs?|uses?|occupies) less (?:space|memory|RAM|disk|room|storage)",
        _SIZE,
    ),
    _word(
        r"bulkier|fatter|chunkier|more bloated|(?:takes?|needs?|uses?|occupies) more (?:space|memory|RAM|disk|"
        r"room|storage)",
        _turned(_SIZE),
    ),
    _word(
        rf"(?:crosses|crossed|reaches|reached) {_NOUN}(?:line|tape) (?:first|sooner|earlier)|"
        r"(?:finish|complet|arriv|answer|com|get|got)\w* (?:\w+ )?(?:first|sooner|earlier)(?! to\b)|"
        r"(?:is|was|gets|got) done (?:first|sooner|earlier)|faster|quicker|speedier|swifter|nimbler|snappier|zippier|"
        r"more quickly|more swiftly|(?:needs?|takes?|took|needed|requires?) less time|outruns?|outran|outpaces?|"
        r"outpaced",
        _SPEED,
    ),
    _word(
        r"slower|more slowly|more sluggish|(?:needs?|takes?|took|needed|requires?) (?:longer|more time)|"
        r"(?:finish|complet|arriv|com)\w* (?:last|later|second)|is (?:the )?(?:slowcoach|laggard)|brings up the rear",
        _turned(_SPEED),
    ),
    _word(
        r"(?:answer|serve|handle|process|deliver|move|sustain|push|manage|return|complete|generate|produce|read|write|"
        r"render|train|transcode|encode|pull through|get through|ingest|sort|index)(?:s|es|d|ed)? more|"
        r"higher throughput|more throughput|(?:beats?|wins?) on throughput|"
        r"more (?=[\w-]+s? (?:per|an?|each|every) (?:second|minute|hour))",
        _RATE,
    ),
    _word(
        r"(?:answer|serve|handle|process|deliver|move|sustain|push|manage|return|complete|generate|produce|read|write|"
        r"render|train|transcode|encode|ingest|sort|index)(?:s|es|d|ed)? (?:fewer|less)|lower throughput|"
        r"(?:fewer|less) (?=[\w-]+s? (?:per|an?|each|every) (?:second|minute|hour))",
        _turned(_RATE),
    ),
    _word(r"shorter|briefer|shorten(?:s|ed)|quicken(?:s|ed)", _LENGTH),
    _word(r"lengthen(?:s|ed)|prolong(?:s|ed)", _turned(_LENGTH)),
    _word(r"sp(?:eeds|ed) (?:\w+ ){0,3}?up|accelerat(?:es|ed)|sp(?:eeds|ed) up", _SPEED),
    _word(r"slow(?:s|ed) (?:\w+ ){0,3}?down|held back|holds back", _turned(_SPEED)),
    _word(r"longer(?! no)", _turned(_LENGTH)),
    _word(
        r"lower(?:ed|s)?|less|fewer|smaller|reduc(?:es?|ed)|cut(?:s)?|trim(?:s|med)?|slim(?:s|med)|shav(?:es?|ed)|slash(?:es|ed)?|"
        r"shr[aiu]nk(?:s)?|drop(?:s|ped)?|fell|falls|fallen|dipp?(?:s|ed)|sank|sunk|eased?|"
        r"(?:br(?:ings|ought)|went|goes|gone|came|comes|pushed|drove|is|are|was) (?:\w+ ){0,4}?down|declin(?:es|ed)|"
        r"decreas(?:es|ed)|sav(?:es|ed)",
        {},
        "less",
    ),
    _word(
        r"higher|greater|larger|bigger|more(?! than\b)|rose|rises|risen|rais(?:es|ed)|increas(?:es|ed)|grew|grows|"
        r"grown|"
        r"climb(?:s|ed)|jump(?:s|ed)|lift(?:s|ed)|push(?:es|ed) (?:\w+ ){0,4}?up|crept up|"
        r"(?:went|goes|gone|came|comes|is|are|was) (?:\w+ )?up",
        {},
        "more",
    ),
    _word(
        r"beats?|beat|outperform(?:s|ed)?|outclass(?:es|ed)?|overtakes?|overtook|tops|topped|bests|bested|"
        r"leads?|led|wins?|won|"
        r"(?:is|was|are|comes?|came|comes? out|came out|finish(?:es|ed)|stays?|pulls?|pulled|edges?|edged|moves?|"
        r"gets?) "
        r"(?:well |just |slightly |clearly |narrowly )?(?:out )?(?:ahead(?: of)?|in front(?: of)?|on top(?: of)?)|"
        r"(?:has|had|holds?|keeps?|takes?|took) (?:the|an?) (?:clear |slight |small )?(?:edge|lead|upper hand|"
        r"advantage|"
        r"crown)|better|improv(?:es|ed)|ahead of|the winner",
        {},
        "good",
    ),
    _word(
        r"trails?|trailed|lags?(?: behind)?|lagged(?: behind)?|loses?(?: out)? to|lost(?: out)? to|"
        r"(?:is|was|are|comes?|came|falls?|fell|stays?) (?:well |just |slightly |clearly )?behind|worse|worsen(?:s|ed)|"
        r"(?:is|was) beaten by|is outperformed by|deteriorat(?:es|ed)",
        {},
        "bad",
    ),
)
_THAN = re.compile(
    r"\b(?:than|over|against|versus|vs\.?|(?:when )?compared (?:with|to)|relative to|set against|measured against|"
    r"next to|"
    r"ahead of|behind|in front of|beaten by|outperformed by|instead of|(?:up |down )?from|to(?=\s[A-Z]))\s",
    re.IGNORECASE,
)
_DIRECT = re.compile(
    r"\s?(?:beats?|outperform\w*|outclass\w*|overt(?:ake|ook)s?|tops|topped|bests|bested|outruns?|outran|outpace[sd]?|"
    r"undercuts?|trail\w*|lag\w* behind|los\w+ to|lost to|lost out to|.*\b(?:ahead of|in front of|on top of|"
    r"behind|beaten by|"
    r"outperformed by))\s?",
    re.IGNORECASE,
)
_FRONTED = re.compile(
    r"^\W*(?:compared (?:with|to)|relative to|against|unlike|next to|measured against|set against|versus|over)\s"
    r"(?P<whom>[^,;]{1,50}),\s",
    re.IGNORECASE,
)
_CLAUSE = re.compile(
    r";\s|:\s|\s[–—]\s|,\s(?:and|but|while|whereas|although|though|so|which|yet|as)\s|\s(?:but|while|whereas|although|"
    r"though|because)\s|,\s(?=(?:the|it|its|our|we|they|this)\s)",
    re.IGNORECASE,
)
# Denied, on a condition, hedged, of some: nothing that values could deny.
_HELD = re.compile(
    r"\b(?:if|whenever|unless|until|except\w*|apart|not|no|nor|never|none|neither|without|may|might|can|could|"
    r"would|should|must|will|expect\w*|only|almost|nearly|sometimes|often|usually|most\w*|some|every|each|always|any|"
    r"hardly|barely|hop(?:e|ed|ing)|aim\w*|plan\w*|want\w*|wish\w*|need to|try|tried|as (?:much|many|fast|"
    r"long|large|small)|times(?= )|per ?cent|(?:by|in) half|half (?:the|as|of|an?)|twice)\b|n[’']t\b|\?|%|"
    r"(?<!\w)\d+(?:\.\d+)?\s?[x×](?!\w)",
    re.IGNORECASE,
)
_MOVED = re.compile(
    r"lower(?:ed|s)|reduc|cut|trim(?!mer)|slim(?!mer)|shav|slash|shr|drop|f[ae]ll|dip|shorten|sank|sunk|ease|br(?:ing|ought)|went|goes|"
    r"gone|came|comes|push|drove|(?:is|are|was) (?:\w+ ){0,4}?(?:up|down)|declin|decreas|sav|rose|ris|rais|"
    r"increas|gr[eo]w|climb|length|"
    r"jump|lift|crept|improv|worsen|deterior|quicken|lengthen|prolong|sp(?:eeds|ed)|accelerat|slow(?:s|ed)",
    re.IGNORECASE,
)


_ADJECTIVE = re.compile(r"better|worse", re.IGNORECASE)
# "Cheaper at Falk than at Berg", "slower with 6.9".
_WITH = re.compile(r"\s*(?:at|on|in|with|under|using|for|since|after|from|by)\s", re.IGNORECASE)
_BETWEEN = re.compile(r"\s*between\s(?P<old>[^,;]{1,40}?)\sand\s(?P<new>[^,;]{1,40})", re.IGNORECASE)
# More of these is less of what they name: "memory efficiency", "power savings".
_INVERTED = re.compile(r"\b(?:efficien\w+|savings?|utili[sz]ation|headroom|reductions?|gains?)\b", re.IGNORECASE)
_BY = re.compile(
    r"\bby\s(?:about\s|around\s|some\s|roughly\s)?[$€£]?\d|\b(?:reduc|cut|sav|trim|shav|lower|add|rais)\w*\s[$€£]?\d",
    re.IGNORECASE,
)
NEAR = 5  # words behind a word of comparison that have its noun
_LEADS = re.compile(
    r"\s*(?:$|[.,;)]|(?:with|in|on|from|by|at|for|to|since|after|under|when|as|of|once|again|here|there|now|too|still|"
    r"slightly|sharply|a|noticeably|markedly|by)\b)",
    re.IGNORECASE,
)
# "Up to 11 minutes" speaks of no time.
_AMOUNT = re.compile(r"(?<![\w.])[$€£]?\d[\d.,]*\s?[A-Za-z%]*")


@dataclass(frozen=True, slots=True)
class Verdict:
    """text[start:end) sets `first` before or behind `second`, which may be empty: "the leaner of the two".

    `smaller` says for each sort of quantity that can be meant whether the first one should have the smaller value.
    """

    first: str
    second: str
    noun: str  # what stands between the word and the one behind it
    clause: str
    smaller: dict[Sort, bool]
    start: int
    end: int
    moved: bool  # said of one thing that rose or fell


def sort_of(text: str) -> Sort | None:
    """The sort of quantity that a text speaks of first; None where it speaks of none."""
    found = ((match.start(), sort) for sort, words in _SAID if (match := words.search(text)))
    return min(found, default=(0, None))[1]


def verdicts(text: str) -> Iterator[Verdict]:
    """The verdicts of a sentence, one a clause at most; none of a clause that denies, hedges or counts."""
    fronted = _FRONTED.match(text)
    start = fronted.end() if fronted else 0
    for first, last in _clauses(text, start):
        clause = text[first:last]
        if _HELD.search(clause):
            continue
        found = [(match, one) for one in _WORDS if (match := one.pattern.search(clause))]
        if _BY.search(clause):
            continue  # by how much, which is a difference and no value of a side
        if found and (said := _read(clause, found, fronted["whom"] if fronted else "")):
            match, verdict = said
            yield Verdict(*verdict, first + match.start(), first + match.end(), _moves(match))


def _clauses(text: str, start: int) -> Iterator[tuple[int, int]]:
    for match in _CLAUSE.finditer(text, start):
        yield start, match.start()
        start = match.end()
    yield start, len(text)


def _moves(match: re.Match[str]) -> bool:
    """Whether a word is of what rises or falls, and not of one beside another."""
    return bool(_MOVED.match(match.group()))


_Parts = tuple[str, str, str, str, dict[Sort, bool]]


def _read(clause: str, found: list[tuple[re.Match[str], _Word]], fronted: str) -> tuple[re.Match[str], _Parts] | None:
    """The words of two sides; none where two words of a clause say it, unless one is a part of the other."""
    match, word = found[0]
    others = (each for each, _ in found[1:] if not (match.start() <= each.start() < match.end()))
    rest = [each for each in others if not (each.start() <= match.start() < each.end())]
    if any(not _THAN.match(each.group() + " ") for each in rest):
        return None
    behind = clause[match.end() :]
    than = _THAN.search(behind)
    direct = _DIRECT.fullmatch(match.group() + " ") or _DIRECT.fullmatch(match.group())
    noun, second = ("", behind) if direct else (behind[: than.start()], behind[than.end() :]) if than else (behind, "")
    ahead = clause[: match.start()]
    smaller = word.of or _of_noun(word.way, match.group(), noun, ahead)
    between = _BETWEEN.match(noun) if _moves(match) else None
    if between:  # "climbed between spring and autumn": to that of autumn
        second, noun = between["old"], ""
        ahead = f"{ahead} | {between['new']}"
    # "The cost went down with release 9"; of two things beside each other the noun names no side.
    first = f"{ahead} | {noun}" if _moves(match) or _WITH.match(noun) else ahead
    return (match, (first, second or fronted, noun, clause, smaller)) if smaller else None


def _of_noun(way: str, word: str, noun: str, ahead: str) -> dict[Sort, bool]:
    """Which value should be the smaller one, by the noun behind a word, else the one ahead of it."""
    behind, before = _AMOUNT.sub(" ", " ".join(noun.split()[:NEAR])), _AMOUNT.sub(" ", ahead)
    if _INVERTED.search(behind) or _INVERTED.search(before):
        return {}
    if way in ("good", "bad"):
        sort = sort_of(behind) or sort_of(before)
        if not sort and _ADJECTIVE.fullmatch(word) and not _LEADS.match(noun):
            return {}  # "the better supply"
        of: dict[Sort, bool] = {sort: _GOOD[sort]} if sort else _SPEED
        return of if way == "good" else _turned(of)
    # "Grows with model size" is of what grows; "for the larger model" of no price ahead of it.
    sort = sort_of(before) or sort_of(word) if _LEADS.match(noun) else sort_of(behind) or sort_of(word)
    if not sort and _MOVED.match(word):
        sort = sort_of(before)
    return {sort: way == "less"} if sort else {}
