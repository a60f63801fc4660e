"""What a sentence says of its value that a cell's labels do not: then the value may be of another case than the cell.

A person who holds a text against a table asks first whether both speak of one case. "With two tiles in parallel it
encodes at 76 frames per second" is no slip of the row that prints 41, although it says the row and the column.
"""

import re
from collections.abc import Iterable, Iterator

from checks.lib.language.tokens import GENERIC, every_root, root, tokens
from schemas.document import Document
from schemas.number_words import ONES, SCALES, either

LONGEST = 400  # characters of a paragraph that says how a table was measured
_UNITS = (
    r"[kKMGTPE]?i?[bB](?:it)?(?:ps)?|[mnuµ]?s|k?W|V|A|[kMG]?Hz|[nmc]m|U|[kM]|percent|per|"
    r"times|years?|months?|weeks?|days?|hours?|h|minutes?|min|seconds?|milliseconds?|microseconds?"
)
_VALUE = re.compile(rf"[$€£]?\d[\d.,]*(?:\s?(?:%|x\b|×|(?:{_UNITS})(?![\w])|[A-Za-z]+/[a-z]+)|\s*(?:$|to\b|[,;.]))")
# What leads to a condition: "with TLS on", "after a restart", "once the cache is spent", "customers who ask".
_LEADS = re.compile(
    r"(?<![-\w])(?P<by>with|without|in|on|at|under|after|before|once|when|whenever|if|while|during|for|from|across|through|"
    r"using|via|until|till|since|inside|outside|beyond|behind|between|among|because|where|who|whose|per|against|"
    r"running|set to|limited to)\s+",
    re.IGNORECASE,
)
_MEASURED = frozenset(("in", "from", "by", "at", "for"))  # "in 3.1 s", "from 34 GB": what is measured, no condition
# Where what leads to the verb begins again: "in our Frankfurt region | the p99 is", "at batch 16 | it classifies".
_STOPS = re.compile(
    r"[,;:()—–]|\.\s|(?<=\w)\s(?:the|an?|our|its|their|it|we|they|you|each|every|is|are|was|were|has|have|had|can|will|"
    r"now|takes?|took|needs?|needed|reach(?:es|ed)?|deliver(?:s|ed)?|gives?|runs?|ran|uses?|used|achieves?|achieved|"
    r"went|goes|gets?|stays?|comes?|hits?|completed|finish(?:es|ed))\s",
    re.IGNORECASE,
)
_BACK = re.compile(r"(?:that|this|these|those|the same|such)\b", re.IGNORECASE)  # "under that load"
_PART = re.compile(r"[;:,—–](?=\s)|\s(?:and|while|but|whereas|or)\s")
_AHEAD = re.compile(r"[;,—–](?=\s)|\s(?:while|but|whereas)\s")  # a condition holds for all that "and" joins
_BRACKET = re.compile(r"\s*\(([^()]{2,60})\)")
_TRAILING = re.compile(
    r"[^,;:.()]{0,30},\s(?=(?:and\s)?(?:with|without|once|when|if|after|because|under|using|during)\s)", re.IGNORECASE
)
# "A second supply raises it to 1,440 W": something else makes another value of it.
_MAKES = re.compile(
    r"^(?P<who>[^,;]*?)\b(?:rais|lift|cut|bring|reduc|push|drop|lower|boost|extend|slow|speed|shrink|cost|doubl|halv|"
    r"squeez|stretch|tak)(?:e?s|es|ts)?\s(?=.*\b(?:to|at|:)\W*$|[^.]*:)",
    re.IGNORECASE,
)
_FIRST = re.compile(r"\W*(?P<first>[A-Za-z]+)[^,;:]*,")
# "Partition the table by day and the funnel scans 96 GB".
_ORDERS = re.compile(
    r"\W*[A-Z][a-z]+\s(?:the|an?|your|it|them|on|off|two|another|more|all|every)\s(?P<of>[^,;]*?)\sand\s"
)
# "Greeks included, it takes 34 s", "At 200 Gbit/s", "a disk of 500 GB".
_ABSOLUTE = re.compile(
    r"\W*(?P<of>[\w -]{3,40}?)\s(?:included|excluded|left\sout|enabled|disabled|removed|added|on|off|aside|apart|"
    r"counted|installed|attached|loaded|combined)\s*,"
)
_SET = re.compile(r"\W*(?:at|with|for|under|from|below|above|using)\s+(?:about\s+|around\s+)?[$€£]?$", re.IGNORECASE)
_OF = re.compile(rf"\bof\s(?P<n>\d[\d.,]*)\s?(?:[kKMGTPE]i?B|million|billion|thousand|(?!(?:{_UNITS})\b)[a-z]{{3,}})\b")
_GERUND = re.compile(
    r"\W*(?!(?:During|According|Nothing|Something|Everything)\b)[A-Z][a-z]+ing\s(?P<of>(?:[\w-]+\s){1,5})"
)
_PARTICIPLES = frozenset("run set paid bought sold built driven taken held kept fed shut left".split())
# A sentence's first phrase that is no condition: "According to the sheet,".
_NO_CASE = frozenset("according during compared relative thanks building looking being including considering".split())
# Of several together, of one of them, of which statistic, in which state, of when.
_SAYS = tuple(
    re.compile(rf"\b(?:{'|'.join(words)})\b", re.IGNORECASE)
    for words in (
        (r"together|combined|the pair|both|altogether|in total|total(?:s|ling)?|in aggregate|aggregate|in all|in sum",
         r"summed|all (?!day|night|in one)|entire|whole|between them|clusters?|racks?|fleet|stacked|side by side",
         r"in parallel"),
        (r"alone|apiece|each(?=\s*$)|individual\w*",
         r"(?:an?|per|each|every) (?:node|card|chip|core|device|socket|port|server|broker|drive|disk|lane|stream|user)",
         r"(?:an?|per|each|every) (?:thread|worker|site|call|cell|pack|module|shard|partition|channel|panel)"),
        (r"on average|averag\w+|mean|median|typical\w*|usual\w*|peak\w*|burst\w*|worst|best|maximum|minimum|at most",
         r"at least|momentar\w+|record|highest|lowest|fastest|slowest|weighted|geometric"),
        (r"sustain\w*|steady|cold|warm\w*|first|initial\w*|incremental\w*|idle|theoretical\w*|on paper|rated|nominal",
         r"real-world|in practice|effective\w*|net|gross|raw|usable|steady-state|remaining|spare"),
        (r"hourly|daily|weekly|monthly|yearly|annual\w*|(?:an?|per|each|every) (?:hour|day|week|month|year)",),
        (r"old|older|previous\w*|earlier|former\w*|prior|originally|last (?:year|month|quarter|week|spring|autumn)",
         r"ago|used to|stood at|had been|back then|at the time|no longer|next|upcoming|soon|later|beta|preview",
         r"prototype|early"),
        (r"others?|rivals?|competit\w+|alternative\w*|elsewhere|otherwise|another|different|instead|custom\w*",
         r"optional\w*|overclock\w*|speculative\w*|re-?(?:build|compil|start|index|load|run|open|train)\w*"),
    )
)  # fmt: skip
# So many of something: "two sockets", "four G20", "32 ports".
_COUNTED = re.compile(
    rf"(?P<before>[A-Za-z][\w.-]*\s)?(?<![\w.,$€£-])(?P<n>\d{{1,4}}|(?i:{either(ONES)}))(?:\s×|\sx)?[ -]"
    rf"(?!(?:{_UNITS}|of|or|and|to|in|the|an?|more|less|fewer|{either(SCALES)})\b)"
    r"(?P<noun>[A-Za-z][\w-]*)(?:\s(?P<next>[a-z]+))?"
)

# Of the test, not of what was tested; and what is said of anything.
_PLAIN = GENERIC | {
    root(word)
    for word in """
    absolute relative terms our ours my his her lab labs test tests testing tested measured measurement measurements
    run runs benchmark
    benchmarks bench table tables figure chart data sheet sheets datasheet example comparison contrast fact course
    particular practice case cases time times now today same these those here which what been have has had be do does
    did can may will only just about around some roughly nearly almost approximately exactly even still also too not
    no any more most much many very as so than then but itself own thing use used using number numbers report page
    post blog launch release version new latest world customer customers user users team teams people review first
    glance week month year moment line order part end hand eye mind work day days life place start finish 1 second
    seconds minute minutes hour hours millisecond milliseconds ms usual normal default standard
    """.split()
}


def otherwise(words: str, start: int, end: int, printed: Iterable[str]) -> str:
    """The words of a sentence by which its value at [start, end) is of another case than what is `printed`; "" if none.

    `printed` is all that stands at the cell: its labels, its row, the headings and the paragraph over its table.
    """
    if _SET.fullmatch(words[:start]):
        return words[:start].strip()
    every = " | ".join(printed)
    known = every_root(every)
    pieces = list(_pieces(words, start, end))
    found = (
        *(one for at, piece in enumerate(pieces) for one in _conditions(piece, known, verb=at == 0)),
        *(one for piece in pieces for one in _states(piece, every)),
        *(one for piece in pieces for one in _counts(piece, known)),
        *(one.group() for piece in pieces for one in _OF.finditer(piece) if root(one["n"].rstrip(".,")) not in known),
        *_makers(words[:start], known),
    )
    return next(iter(found), "")


def section(document: Document, at: int, document_id: str, sentence: int) -> Iterator[str]:
    """The running text of the section around a cell at `at`, for a sentence of a document: how all of it was measured.

    In its own document only what stands above the cell: below it another case may be told of than the table's.
    """
    heads = [one.start for one in document.blocks if one.kind == "heading"]
    first = max((one for one in heads if one <= at), default=0)
    last = min((one for one in heads if one > at), default=len(document.text))
    own = document.document_id == document_id
    for one in document.blocks:
        inside = first <= one.start < (at if own else last) and one.kind != "code"
        if inside and not (own and one.start <= sentence < one.end) and one.end - one.start < LONGEST:
            yield document.text[one.start : one.end]


def _pieces(words: str, start: int, end: int) -> Iterator[str]:
    """What is said of the value: the part of the sentence around it, the phrase that opens it, what trails behind."""
    ahead, behind = words[:start], words[end:]
    yield _AHEAD.split(ahead)[-1] + " "
    bracket = _BRACKET.match(behind)
    if bracket:
        yield f"with {bracket[1]}"
        behind = behind[bracket.end() :]
    yield _PART.split(behind)[0]
    if trailing := _TRAILING.match(behind):
        yield _PART.split(behind[trailing.end() :])[0]
    first = _FIRST.match(ahead)
    if first and _opens(first["first"].lower()):
        yield f"with {first.group()}"
    elif opening := _ABSOLUTE.match(ahead) or _GERUND.match(ahead):
        yield f"with {opening['of']}"
    elif order := _ORDERS.match(ahead):
        yield f"with {order['of']}"


def _opens(word: str) -> bool:
    """Whether a sentence's first word begins a condition: "With ...", "Paid yearly", "Running on two nodes"."""
    verb = (word.endswith(("ed", "ing")) or word in _PARTICIPLES) and word not in _NO_CASE
    return verb or bool(_LEADS.match(f"{word} "))


def _verbless(said: str, *, cut: bool) -> str:
    """Without the verb right before the value: "in BF16 reaches"."""
    words = said.split()
    return " ".join(words[:-1]) if cut and len(words) > 1 and words[-1].isalpha() and words[-1].islower() else said


def _conditions(piece: str, known: frozenset[str], *, verb: bool) -> Iterator[str]:
    leads = list(_LEADS.finditer(piece))
    for at, match in enumerate(leads):
        rest = piece[match.end() : leads[at + 1].start() if at + 1 < len(leads) else len(piece)]
        parts = _STOPS.split(rest)
        said = _verbless(parts[0], cut=verb and at + 1 == len(leads) and len(parts) == 1)
        measured = match.start() and match["by"].lower() in _MEASURED and _VALUE.match(said)
        if measured or _BACK.match(said):  # "At 200 Gbit/s it needs 13 W": what opens a sentence is how it was set
            continue
        if any(one.root not in known and one.root not in _PLAIN for one in tokens(said)):
            yield f"{match.group()}{said}".strip()


def _makers(ahead: str, known: frozenset[str]) -> Iterator[str]:
    match = _MAKES.match(ahead)
    said = {one.root for one in tokens(match["who"])} - _PLAIN if match else set()
    if match and said and not said & known:
        yield match.group().strip()


def _states(piece: str, every: str) -> Iterator[str]:
    for pattern in _SAYS:
        found = list(pattern.finditer(piece))
        printed = found and pattern.search(every)  # all of a section is read only where the sentence says such a word
        for match in () if printed else found:
            if root(match.group().split()[-1]) not in every_root(every):
                yield match.group().strip()


def _counts(piece: str, known: frozenset[str]) -> Iterator[str]:
    for match in _COUNTED.finditer(piece):
        nouns = {root(one) for one in (match["noun"], match["next"]) if one}
        before = (match["before"] or "").strip()
        printed = before and {root(before), root(match["n"])} <= known
        named = match["n"].isdigit() and (before[:1].isupper() or printed)  # "Ember 7 delivers", "gateway 3 handles"
        if not named and not (root(match["n"]) in known | {"1"} and nouns & known):
            yield match.group()
