"""What a sentence says to be the same on both sides: "at a comparable ratio", "in a board of the same size".

Nothing is compared by it, and its nouns name no column whose values a factor is of. What it promises can be held
against what is printed of each side.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.language.conditions import MACHINE, PART, RELEASE, Condition, conditions, is_machine
from checks.lib.language.tokens import roots, tokens

# No digits or capitals: "on the same A100 nodes" says which rows are meant.
_EQUAL = re.compile(
    r"\b(?i:at|with|in|on|of|for|within|under)\s(?:(?:an?|the|about|roughly|almost|nearly)\s)*"
    r"(?:same|equal|comparable|similar|identical|equivalent|matching|unchanged|constant|fixed)\s"
    r"(?:(?!(?:as|than|to|and|or|but|while|is|are|was|were|the|an?)\b)[a-z][a-z-]+\b\s?){1,3}"
)

# "The workload that we have used since version 4" is of no version 4.
_SINCE = re.compile(r"\b(?:since|from|starting with|beginning with|ever since)\s+(?:version|release)\s[\w.]*\w")

_EVERY = re.compile(
    r"\b(?:same|identical(?:ly)?|equal(?:ly)?|throughout|always|all|every|each|both|whole|constant|uniform(?:ly)?|"
    r"everything|everyone|without exception|none|never|the (?:two|three|four|five)|no \w+ (?:but|other than))\b",
    re.IGNORECASE,
)
_UNLESS = re.compile(
    r"\b(?:unless|(?<!without )except\w*|otherwise(?!\s(?:the same|identical|equal)\b)|"
    r"if|where|apart from|other than|mostly|most of|up to|at least|"
    r"at most|supports?|supported|available|can|could|would|should|will|not|over|"
    # "Under 32 clients" is a bound, "under identical conditions" none.
    r"under(?!\s(?:the\s)?(?:same|identical|equal|matching|equivalent)\b)|above|below|than|about|between|or|only|just|but|"
    r"from \d\S* to)\b",
    re.IGNORECASE,
)
# "Identical accuracy" says nothing of the format that its sentence names besides; "was identical for both" does.
_ONE_NOUN = re.compile(
    r"(?:same|identical|equal)\s(?!(?:as|on|in|for|across|to|at|and|or|with|between|throughout|when|where)\b)(?=[\w*`])",
    re.IGNORECASE,
)
# "Both outperform standard FP8", "PTPC-FP8": a side is named by it, and no setting of both.
_RIVAL = re.compile(
    r"(?:\b(?:outperform\w*|beat\w*|exceed\w*|surpass\w*|match\w*|versus|vs\.?|against|compared (?:to|with)|"
    r"relative to)\s(?:[\w*`-]+\s){0,2}|\w-)[*`]*$",
    re.IGNORECASE,
)
# "All FP8 rows": which of them are meant, and no word on what these have; "run with the 15 W power mode" says it.
_CHOSEN = re.compile(
    r"\b(?:all|every|each|both|(?<!\bwith )(?<!\bat )(?<!\bon )(?<!\busing )(?<!\bused )(?<!\bunder )the)\s"
    r"(?:of\s)?(?:the\s|our\s|its\s)?(?!same|identical|equal)(?:[\w-]+\s)?$",
    re.IGNORECASE,
)
_ASIDE = re.compile(r",\swithout exception,", re.IGNORECASE)  # it parts no clause
_GIVEN = re.compile(r"\s*(?:At|With|For|Under|Given|When)\b")  # "At an equal batch of 8 the lead melts": another run
_BREAK = re.compile(r"[;:,.]\s|\s[–—-]\s|\s(?:and|while|whereas)\s")

# "The same precision and the same batch size", "batch size and precision are identical", "we kept the heap the same".
_SAME = re.compile(
    r"\b(?:same|identical|equal|matching|equivalent|unchanged)\s"
    r"(?=(?P<what>[A-Za-z](?:(?!,\s(?:the|it|they|we|our|this)\s)[^.;:()])*))"  # each of several
)
_ADJECTIVE = (
    r"(?:(?:the )?same|identical|equal|alike|constant|fixed|unchanged)\b(?!\s(?!as\b|on\b|in\b|for\b|across\b)\w)"
)
_KEPT = re.compile(
    r"(?P<what>[^.;:()]*?)\s(?:is|are|was|were|stays?|stayed|remains?|remained|kept|held|being)\s(?:\w+\s){0,2}?"
    rf"{_ADJECTIVE}|\b(?:keep|kept|held|hold|left|leave)\s(?P<kept>[^.;:()]*?)\s{_ADJECTIVE}"
)
# "With the replication factor equal, Skua answers".
_WITH = re.compile(
    rf"\b(?:with|and)\s(?P<what>(?:the\s)?[\w-]+(?:\s[\w-]+){{0,2}}?)\s(?:held\s|kept\s)?{_ADJECTIVE}(?=\W|$)",
    re.IGNORECASE,
)
_ALIKE = re.compile(
    r"\b(?:like[- ]for[- ]like|apples[- ]to[- ]apples|all (?:else|other things) (?:being )?equal|everything else|"
    r"nothing else|only (?:difference|variable|change)|"
    r"only thing (?:that |which |we )?(?:\w+ )?(?:chang|differ)\w*|"
    r"(?:differ|change)s? only|only \w+ (?:differs?|changes?)|"
    r"(?:identical|same) (?:conditions|settings|configurations?|set-?ups?|parameters|environments?)|"
    r"identically (?:configured|set|tuned))\b",
    re.IGNORECASE,
)
# What stands behind them says what they are: "under identical conditions: 16 threads".
_CONDITIONS = re.compile(
    r"(?:identical|same|equal) (?:conditions|settings|configurations?|set-?ups?|parameters)\b", re.IGNORECASE
)
_COPIES = re.compile(r"identical|equal|matching|equivalent", re.IGNORECASE)
_ONLY = re.compile(
    r"\bonly (?:thing|difference|variable|change)\b[^.;:,]*?\b(?:is|was|being|in)\s(?:the\s)?(?:\w+\s){0,2}?"
    r"(?:software|version|release|engine|code|build|database|compiler)\b",
    re.IGNORECASE,
)
_DONE = (
    r"(?:configured|set up|ran|(?:was|were|been) run|tested|measured|taken|driven|started|deployed|launched|given|got|"
    r"used?|kept|held)"
)
# "Every instance has 16 chips" is of what it is, "every broker was configured with three replicas" of how it was set.
_BOTH = re.compile(
    r"\b(?:same|equal|identical(?:ly)?|both|throughout)\b|"
    rf"\b(?:every|each|all)\b[^.;:]*?\b{_DONE}\b|\b{_DONE}\b[^.;:]*?\b(?:every|each|(?<!\bin )all|in all\s[a-z]+s)\b",
    re.IGNORECASE,
)
_EXCEPTED = re.compile(
    # "Both use FP16 and otherwise identical settings" takes nothing out of FP16.
    r"\b(?:unless|(?<!without )except\w*|otherwise(?!\s(?:the same|identical|equal)\b)|apart from|"
    r"other than|mostly|most of|not)\b",
    re.IGNORECASE,
)
_LIST = re.compile(r",|\b(?:and|or)\b")
_COUNT = re.compile(r"\b(?:number|amount|level|degree|version|type)s? of\b")
_SAMENESS = re.compile(r"\b(?:same|identical|equal)\b")
_EMPTY = re.compile(rf"\s*(?:(?:the|an?|its|their|our|both|same|identical|equal|{_COUNT.pattern})\s+)*")
_STOP = re.compile(
    r"\b(?:on|in|for|across|as|of|throughout|with|at|by|to|over|under|via|through|during|when|because|is|are|was|were|that|which|we|between|used|from|so|than|per|each|"
    r"every|has|have|had|does|do|"
    # "Going to H100 with the same engine raises decoding speed": what is the same ends at its verb.
    r"rais(?:es|ed)|lift(?:s|ed)|doubl(?:es|ed)|cuts?|gives?|gave|brings?|brought|makes?|made|takes?|took|gain(?:s|ed)|"
    r"runs?|ran|needs?|needed|adds?|added|improv(?:es|ed)|increas(?:es|ed)|reduc(?:es|ed)|deliver(?:s|ed)|reach(?:es|ed)|"
    r"drop(?:s|ped)|yield(?:s|ed))\b",
    re.IGNORECASE,
)
_VERB = re.compile(r"is|are|was|were|has|have|had|does|do|we")
# "At the same precision the step is 3.0x": what is so where it is equal, and no word on what else is told.
# Behind a comma only where a subject follows: "like for like, at the same batch size of 32" promises it.
_WHERE_EQUAL = re.compile(
    r"(?:^|[;:.–—-]\s)(?:At|For|Under|Given)\s(?:the |an )?(?:same|equal|identical)\b"
    r"|(?:,\s|\band\s)(?:at|for|under|given)\s(?:the |an )?(?:same|equal|identical)\b[^,;:.]*?\s"
    r"(?:the|it|they|we|this|that|its|our|an|is|are|was|were|has|have|had)\s",
    re.IGNORECASE,
)
# "At 50 MB/s and at 500 MB/s both systems ran on three brokers": of these loads only.
_AT = re.compile(r"\s*(?:(?:At|Under|When)\b|For\s(?:\S+\s)??\d)")
# What stands between the sentence's main clause and a value that only goes on with it: "identical set-ups, with ".
_BESIDE = re.compile(
    r"(?:(?:with|at|in|on|using|namely|including|such as)\s)?"
    r"(?:(?:an?|the|one|two|three|namely|each|always|AWS|GCP|Azure|EC2)\s)*"
    r"(?:(?!\w+ed\b|(?:is|are|was|were|has|have|had|and|or|to|from|per|for|than|ran|runs)\b)[a-z-]+\s){0,3}"
    r"|(?:(?:with|on|using)\s)?[A-Z][\w+-]*\s"
)
_SETTINGS = re.compile(r"(?:flags|settings|options|parameters|switches|versions|knobs|limits|tunables)", re.IGNORECASE)
# What the release behind a name may be of; a driver or a framework is named by its own.
_SOFTWARE = roots(
    tokens("jvm jdk jre java runtime interpreter compiler toolchain libc software stack image os distribution version")
)
_LONGEST = 4  # words of what a setting is called; more are another clause


@dataclass(frozen=True, slots=True)
class Held:
    """Text at [start, end) that says settings to be equal: what they are called, none for all there are, or a value."""

    called: tuple[frozenset[str], ...]
    start: int
    end: int
    value: Condition | None = None
    over: frozenset[str] = frozenset()  # the words of what it is equal to: "the same batch size as the H100"

    def covers(self, one: Condition) -> bool:
        """Whether a printed setting is one of those that are said to be equal."""
        if self.value:
            return bool(self.value.of & one.of)
        return not self.called or any(one.is_of(each) for each in self.called) or self.is_release_of(one)

    def is_release_of(self, one: Condition) -> bool:
        """Whether a release behind a name can be of software that is said to be equal: "Corretto 21" of "the JVM"."""
        return one.named and any(each & _SOFTWARE for each in self.called)

    def labels(self, one: Condition) -> bool:
        """Whether the label of a cell says nothing but one of the settings that are said to be equal."""
        return any(one.only_of(each) for each in ((self.value.of,) if self.value else self.called))


def without_equal(text: str) -> str:
    """A text of the same length with blanks for what it says to be the same."""
    return _EQUAL.sub(lambda found: " " * len(found[0]), text)


def without_since(text: str) -> str:
    """A text of the same length with blanks for the release that something is used since: nothing is of that one."""
    return _SINCE.sub(lambda found: " " * len(found[0]), text)


def says_every(text: str) -> bool:
    """Whether a text has a word that makes a value one of all."""
    return bool(_EVERY.search(text))


def says_equal(text: str) -> bool:
    """Whether a text says something to be equal, of whatever."""
    return bool(_SAMENESS.search(text) or _ALIKE.search(text))


def of_all(text: str, start: int, end: int) -> bool:
    """Whether the clause of a value at text[start:end) says it of all, with no condition and no choice of rows."""
    clause, at = _clause(_ASIDE.sub(lambda found: " " * len(found[0]), text), start, end)
    chosen = _CHOSEN.search(clause[:at])
    every = any(_is_of(one, clause, at) for one in _EVERY.finditer(clause))
    return every and not (_UNLESS.search(clause) or _GIVEN.match(clause) or chosen or _RIVAL.search(clause[:at]))


def _is_of(every: re.Match[str], clause: str, at: int) -> bool:
    """Whether a word of all speaks of the value at clause[at:]; an adjective does of its own noun only."""
    noun = _ONE_NOUN.match(clause, every.start())
    if noun is None or _CONDITIONS.match(clause, every.start()):
        return True
    return noun.end() <= at and not _STOP.search(clause[noun.end() : at])


def _clause(words: str, start: int, end: int) -> tuple[str, int]:
    """The clause of a value and where it stands in it."""
    first = max((one.end() for one in _BREAK.finditer(words, 0, start)), default=0)
    last = next((one.start() for one in _BREAK.finditer(words, end)), len(words))
    goes_on = first and not _EVERY.search(words, first, last) and words[first - 2] in ",:"
    if goes_on and _BESIDE.fullmatch(words[first:start]):  # "on the same hardware, one m6id.4xlarge": what it was
        first = max((one.end() for one in _BREAK.finditer(words, 0, first - 1)), default=0)
    return words[first:last], start - first


def held_equal(text: str) -> Iterator[Held]:
    """What a sentence says to be equal for all that it compares."""
    # "In a like-for-like test, at the same precision, A is 3x ahead" promises it.
    if excepted(text) or (_WHERE_EQUAL.search(text) and not _ALIKE.search(text)) or _AT.match(text):
        return
    for pattern, reader in ((_SAME, _called), (_KEPT, _kept), (_WITH, _kept)):
        for match in pattern.finditer(text):
            group = match.lastgroup or 0
            if called := tuple(reader(match[group])):
                end = max(match.end(), match.end(group))
                yield Held(_with_parts(called, match[0]), match.start(), end, over=_over(text[match.start() :]))
    yield from (Held((), *match.span()) for match in _ALIKE.finditer(text))
    # "So the only thing that changed is the software": then no machine did.
    yield from (Held((frozenset({MACHINE, PART}),), *match.span()) for match in _ONLY.finditer(text))
    for one in conditions(text):
        alone = not any(_rivals(one, other) for other in conditions(text) if other is not one)
        if alone and (one.coded or _BOTH.search(text)) and of_all(text, one.start, one.end):
            yield Held((), one.start, one.end, one)


def _rivals(one: Condition, other: Condition) -> bool:
    """Whether a sentence has two values of one setting; a bare release may be of any name."""
    bare = frozenset({RELEASE})
    return one.same_setting(other) or (RELEASE in one.of & other.of and bare in (one.of, other.of))


def _with_parts(called: tuple[frozenset[str], ...], text: str) -> tuple[frozenset[str], ...]:
    """What is called equal, with the parts of machines that are copies of each other; "the same cluster" is but one."""
    copies = _COPIES.match(text)
    return tuple(one | {PART} if copies and any(map(is_machine, one)) else one for one in called)


def excepted(text: str) -> bool:
    """Whether a sentence takes something out of what it says of all."""
    return bool(_EXCEPTED.search(text))


def _over(text: str) -> frozenset[str]:
    match = re.match(r"[^.;:]*?\bas\s(?P<over>[^.;:,]*)", text)
    return roots(tokens(match["over"])) if match else frozenset()


def _kept(what: str) -> Iterator[frozenset[str]]:
    """What the settings are called that "are the same": those of the list right before the verb."""
    for part in reversed(_LIST.split(what)):
        named = list(_name(part))
        yield from named
        if not named or _STOP.search(_plain(part)):
            return  # "memory was 64 GB for both, and the client count is identical": another clause


def _called(what: str) -> Iterator[frozenset[str]]:
    """What each setting of a list behind "the same" is called: "batch size", "precision"."""
    ended = False
    for at, part in enumerate(_LIST.split(what)):
        start = _EMPTY.match(part)
        stop = _STOP.search(_plain(part))
        again = start and _SAMENESS.search(start[0])
        if at and not again and (ended or (stop and _VERB.match(stop[0]))):
            return  # "the same queries, and the run is done": another clause
        if at and "=" in part:
            return  # "same program, engine off = 1": what the values are over
        ended = bool(stop)
        yield from _name(part)


def _plain(part: str) -> str:
    start = _EMPTY.match(part)
    return part[start.end() :] if start else part


def _name(part: str) -> Iterator[frozenset[str]]:
    """The words of a setting; none of a clause, and none of things ("the same jobs") that are not counted."""
    plain = _plain(part)
    counted = _COUNT.search(part[: len(part) - len(plain)])
    stop = _STOP.search(plain)
    words = (plain[: stop.start()] if stop else plain).split()
    things = bool(words) and words[-1].endswith("s") and not (counted or _SETTINGS.fullmatch(words[-1]))
    things = things and not is_machine(words[-1])
    # "The same FP8 precision": the code is a value, and no part of what the setting is called.
    called = frozenset(one for one in roots(tokens(" ".join(words))) if not any(map(str.isdigit, one)))
    if called and len(words) <= _LONGEST and not things:
        yield called
