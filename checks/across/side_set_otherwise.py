"""A setting that a text says of all sides, against what is printed of one of them elsewhere."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations, islice

from checks.lib.findings.words import listed
from checks.lib.labels.chart_tables import tables_of
from checks.lib.labels.sides_set import OfSide, of_rows, of_sides
from checks.lib.language.conditions import FORMAT, MACHINE, REGION, RELEASE, Condition, conditions, is_machine
from checks.lib.language.held_equal import Held, excepted, held_equal, says_equal
from checks.lib.language.said_of_all import Setting
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import coded, every_root, inner_capitals, lettered, names, root, versions
from checks.lib.statements.passages import Passage, passages, quoted
from checks.lib.values.options_set import SetApart, set_apart
from checks.lib.values.set_of_entries import Entry, entries_otherwise
from checks.lib.values.sides_otherwise import Told, otherwise
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.multiples import multiples

CODE = "side-set-otherwise"
# "On an earlier Gen4 host": of what kind it was, and no word on when.
_BUILT = (
    r"(?:host|server|machine|node|box|chassis|board|platform|system|driver|release|build|version|firmware|kernel)\b"
)
# What may be, was once, or drives the test, is no setting of a side.
_NOT_OF_RUN = re.compile(
    r"\b(?:can|could|would|should|will|may|if|support\w*|available|recommend\w*|requir\w*|minimum|default|"
    rf"earlier(?!\s(?:[\w-]+\s){{0,3}}?{_BUILT})|"
    r"previous\w*|last (?:year|time)|in (?:a|our|the) second|as well|clients?|load generators?|"
    r"drivers? machines?)\b",
    re.IGNORECASE,
)
# "In FP8", "at the same INT8 precision": a format that is compared has no such lead.
_SETS = re.compile(
    r"\b(?:in|with|at|using|use[sd]?|ran|run|same|both|all|is|was|were|are)\s(?:(?:the|an?|our)\s)?$|:\s$",
    re.IGNORECASE,
)
_SAID_SET = re.compile(r"^(?:use[sd]?|kept|left)\s|\s(?:was|were|is|are)\s")  # "persistence was off"
# "16 threads were used on both sides".
_WAS_USED = re.compile(
    r"(?:\s[a-z-]+){0,3}\s(?:was|were|is|are|has been|have been)\s(?:used|set|chosen|configured|kept)\b"
)
# "Ran on ROCm ", "with the same driver version "; not "Skua 4.1 and", which is a side itself.
_RAN_ON = re.compile(
    r"\b(?:on|with|using|under|use[sd]?|runs?|ran|running|same)\s(?:(?:the|an?|our|same|identical|release|version|of|AMD|NVIDIA)\s)*"
    r"[A-Za-z][\w+-]*\s(?:[A-Z][\w+-]*\s)?(?:(?:version|release|build)\s)?v?$|"
    r"\b(?:version|release|driver)(?:,|\s(?:was|is|at))\sv?$"
)
_OF_ALL = re.compile(r"\b(?:same|identical(?:ly)?|both|all|every|each|everything|always|throughout)\b", re.IGNORECASE)
# "A batch of 16 for both", "16 threads in all runs"; "a queue depth of 8 for each worker" is of parts.
_FOR_ALL = re.compile(r"\b(?:both|throughout|(?:in|for|on) (?:all|every)\s(?:[\w-]+\s)?[a-z]+)\b", re.IGNORECASE)
_RATE = re.compile(r"\s?[\w-]+(?:\s[\w-]+)?(?:\s?/|\sper\s)")
_MEASURED = frozenset(map(root, "second minute hour day millisecond ms s time token query request".split()))
_WHOLE = re.compile(r"\d+(?:[KM]i?B)?")  # "16", "64 KiB"
# "With 32 parallel requests", "an input length of 512 tokens"; not "reaches 4,100 requests".
_LED = re.compile(
    r"(?:\b(?:with|at|using)|:|\b(?:size|length|limit|concurrency)(?:\s(?:of|at|was|is))?)\s$", re.IGNORECASE
)
_BREAK = re.compile(r"[,;.](?=\s|$)")
_NAMED = re.compile(r"[A-Z][\w+-]*\s$")


@check(CODE, version=9, severity="low", since="0.1.0")
def side_set_otherwise(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A value that a sentence says of all sides is the one that is printed of each of them.

    Why:
        "Every engine ran on one m6id.4xlarge" is what makes four times the queries a result. A footnote that gives one
        engine an m6id.xlarge takes it back, and nobody prints the other engine's machine a second time.

    Flags:
        A machine, format, region or counted setting of a clause with "same", "all", "both" or "every", where a
        sentence, footnote, labelled line or section says another value of it for one side that the document compares,
        or for "the baseline", or for a row that a footnote heads with its label ("* Mixtral 8x7B: ROCm 6.1"); a setting
        "of all entries", "everything we submitted", that most rows of a column of a results table print, and one does
        not; what is called the same, where the sections of two sides print two values of it; "a cap of 64 sequences on
        each server", where the lines of two sides set "--max-num-seqs" to 64 and to 32.

    Passes:
        Other values of what drives the test, of what can be used, or of what was so before; sides that nothing is
        compared of.

    Does not judge:
        Sentences with an exception; two values for two sides (the check sides-set-alike does); columns that print the
        value too (the check setting-held-equal does).
    """
    every = [one for document in corpus.documents for one in passages(document)]
    for one in every:
        if says_equal(one.words) and excepted(one.words):
            yield Skip(CODE, (one.document.name, one.words), "not applicable, because the sentence takes something out")
    said = [(one, held) for one in every for held in _values(one)]
    asked = said or any(says_equal(one.words) for one in every)
    told = [each for document in corpus.documents for each in _told(document, corpus)] if asked else []
    compared = {one.document_id: _compared(one, corpus) for one in corpus.documents} if asked else {}
    known = set[tuple[str, int]]()
    headed = [side for _, side in told if side.headed]
    yield from (found for one in every for found in _of_sections(one, headed, compared))
    for one, (held, value) in said:
        if found := _of_side(one, held, value, told, compared):
            known.add((one.document.document_id, one.start))
            yield found
    rest = [each for each in said if (each[0].document.document_id, each[0].start) not in known]
    yield from _of_entries(rest, corpus)
    yield from _elsewhere(corpus, known)


def _elsewhere(corpus: Corpus, known: set[tuple[str, int]]) -> Iterator[Finding]:
    """What notes and options set otherwise, for each sentence of which nothing is `known` yet."""
    for one, setting, hit in otherwise(corpus):
        if (one.document.document_id, one.start) not in known:
            known.add((one.document.document_id, one.start))
            yield _of_any(one, setting, hit)
    for each in set_apart(corpus):
        if (each.said.document.document_id, each.said.start) not in known:
            yield _of_option(each)


def _of_option(found: SetApart) -> Finding:
    said = found.said
    claim = quoted(said.document, said.start + found.start, said.start + found.end)
    claim = replace(claim, context=said.words, context_start=said.start)
    other = quoted(found.other.document, found.other.start, found.other.end)
    same = quoted(found.same.document, found.same.start, found.same.end, "supporting") if found.same else None
    of_one = f"to {same.quote} for one of them and " if same else ""
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.document.name} says {claim.quote} of all sides; {other.document} sets {found.other.name!r} "
        f"{of_one}to {other.quote} for another",
        arithmetic=f"Two values of one option: {claim.quote} and {other.quote}.",
        comparison=(said.document.name, other.document, found.other.name),
        evidence=(claim, other, *((same,) if same else ())),
        likely_wrong_why="the sentence, or a note that is of another round of measurements",
    )


def _of_side(
    one: Passage,
    held: Held,
    value: Condition,
    told: Sequence[tuple[str, OfSide]],
    compared: Mapping[str, frozenset[str]],
) -> Finding | None:
    """The first side that has another value than a sentence says of all."""
    mine = compared[one.document.document_id]
    sides = (side for text, side in told if _contradicts(one, value, text, side) and _is_side(one, side, mine))
    side = next(sides, None)
    return _finding(one, held, side) if side else None


def _of_entries(said: Sequence[tuple[Passage, tuple[Held, Condition]]], corpus: Corpus) -> Iterator[Finding]:
    for one, (held, value) in said:
        found = (row for each in corpus.documents for row in entries_otherwise(one, value, each))
        yield from (_of_entry(one, held, row) for row in islice(found, 1))


def _of_entry(said: Passage, held: Held, row: Entry) -> Finding:
    claim = quoted(said.document, said.start + held.start, said.start + held.end)
    claim = replace(claim, context=said.words, context_start=said.start)
    value = quoted(row.document, row.start, row.end)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.document.name} says {claim.quote} of all entries; {row.document.name} prints {value.quote} in "
        f"the row of {row.label}",
        arithmetic=f"Two values of one setting: {claim.quote}; {value.quote}.",
        comparison=(said.document.name, row.document.name, claim.quote, row.label),
        evidence=(claim, value),
        likely_wrong_why="the sentence, or a row that was entered after it",
    )


def _of_any(said: Passage, setting: Setting, hit: Told) -> Finding:
    claim = quoted(said.document, said.start + setting.start, said.start + setting.end)
    value = quoted(hit.document, hit.start, hit.end)
    claim = replace(claim, context=said.words, context_start=said.start)
    whose = " ".join(f"{hit.label} {hit.owner}".split())
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.document.name} says {claim.quote} of all sides; {hit.document.name} prints "
        f"{value.quote} ({whose})",
        arithmetic=f"Two values of one setting: {claim.quote}; {value.quote}.",
        comparison=(said.document.name, hit.document.name, setting.kind, setting.value),
        evidence=(claim, value),
        likely_wrong_why="the sentence, or a note that is of another round of measurements",
    )


def _values(said: Passage) -> Iterator[tuple[Held, Condition]]:
    """The values that a sentence sets for all; what drives the test is set for no side."""
    if not excepted(said.words):
        for one in held_equal(said.words):
            clause = _but_noun(_clause(said.words, one.value), one.value) if one.value else ""
            if one.value and not _NOT_OF_RUN.search(clause) and _is_set(said.words, one.value):
                yield one, one.value


def _but_noun(text: str, value: Condition) -> str:
    """A text without the nouns of a value: "64 clients" are a load that is set, "8 client machines" what drives it."""
    every = re.findall(r"[\w-]+", text)
    return text if any(map(is_machine, every)) else " ".join(one for one in every if root(one) not in value.of)


def _clause(words: str, value: Condition) -> str:
    return f"{_BREAK.split(words[: value.start])[-1]} {_BREAK.split(words[value.end :])[0]}"


def _is_set(words: str, value: Condition) -> bool:
    """Whether a value is set, and neither measured nor compared: "in FP8", "both ran with 64 clients", no "Rook 3"."""
    ahead, used = words[: value.start], bool(_WAS_USED.match(words, value.end))
    if value.of & {MACHINE, REGION}:
        return True
    if RELEASE in value.of:
        return value.of != {RELEASE} and bool((used or _RAN_ON.search(ahead)) and _OF_ALL.search(words))
    if value.coded:
        return used or bool(_SETS.search(ahead) or _SAID_SET.search(words[value.start : value.end]))
    whole = bool(_WHOLE.fullmatch(value.value)) and words[value.start : value.end].lower() != "one"
    led = value.of - _MEASURED and (used or _LED.search(ahead))
    of_all = _OF_ALL.search(ahead) or _FOR_ALL.search(words, value.end)
    whole = whole and not _RATE.match(words, value.end)
    return whole and bool(of_all) and not (_NAMED.search(ahead) or (value.of & _MEASURED and not led))


def _told(document: Document, corpus: Corpus) -> Iterator[tuple[str, OfSide]]:
    """The settings of each sentence with the side that it, or else the heading over it, names."""
    for one in passages(document):
        for side in of_sides(one, corpus.vocabulary):
            if not _NOT_OF_RUN.search(_but_noun(one.words, side.condition)):
                yield one.words, _headed(side, one)
    yield from ((document.title, side) for side in of_rows(document))


def _headed(side: OfSide, said: Passage) -> OfSide:
    """A line that names its setting only, "Nodes: 5", is of the side that the heading over it names."""
    if side.names - side.condition.of:
        return side
    over = [one for one in said.document.blocks if one.kind == "heading" and one.start < said.start]
    text = said.document.text[over[-1].start : over[-1].end] if len(over) > 1 else ""
    if conditions(text):
        return side  # "FP8" heads runs in FP8
    return replace(side, names=names(text, title=True), who=every_root(text), headed=True)


def _contradicts(said: Passage, value: Condition, text: str, side: OfSide) -> bool:
    """Whether a side has another value than is said of all; FP8 is an 8-bit format."""
    other = side.condition
    if not value.unlike(other) or said.words == text or not side.names:
        return False
    if not value.coded and not _WHOLE.fullmatch(other.value):
        return False
    # A table of which no row has the value is of another test; of its own document setting-held-equal tells.
    if side.column and (
        said.document is side.document
        or not any(value.same_setting(one) and not value.unlike(one) for one in side.column)
    ):
        return False
    printed = said.words[value.start : value.end], side.document.text[side.start : side.end]
    if FORMAT in value.of and any("bit" in one for one in printed):
        return False
    # The two values themselves are what is disputed, and make no other case.
    mine = said.words[: value.start] + " " + said.words[value.end :]
    return not list(opposed([mine], [text.replace(printed[1], " ")]))


def _is_side(said: Passage, side: OfSide, compared: frozenset[str]) -> bool:
    """Whether a side is one that a sentence speaks of: those that it names, else those that its document compares."""
    mine, theirs = versions(said.words), side.names
    own = side.names & (compared | coded(said.words) | names(said.words))
    if any(name in theirs and not some & theirs and any(map(_number, theirs)) for name, some in mine.items()):
        return False  # "Tern 7" of another year is none of "Tern 8 and Rook 3"
    named = coded(said.words) & compared
    if side.is_role:
        return said.document is side.document and bool(compared)
    return bool(own) and (not named or bool(own & every_root(said.words)))


def _number(word: str) -> bool:
    return word[0].isdigit()


def _of_sections(said: Passage, headed: Sequence[OfSide], compared: Mapping[str, frozenset[str]]) -> Iterator[Finding]:
    """What a sentence says to be the same, where the sections of two sides print two values of it."""
    named = [one for one in headed if one.names & compared[said.document.document_id]]
    for held in held_equal(said.words) if named and not excepted(said.words) else ():
        for one, other in combinations(named, 2):
            apart = one.names - other.names and other.names - one.names and one.document is other.document
            if held.called and apart and held.covers(one.condition) and one.condition.unlike(other.condition):
                yield _finding(said, held, other, one)
                return


def _compared(document: Document, corpus: Corpus) -> frozenset[str]:
    """The names that a document compares: in figures, in sentences with a factor, in its tables' rows and columns."""
    told = [names(one.words, title=True) for one in passages(document) if list(multiples(one.words))]
    by_letter = _lettered(document)
    labels = [cell.text for table in tables_of(document) for row in table.rows for cell in row[:1]]
    labels += [cell.text for table in tables_of(document) for cell in table.columns[1:]]
    measured = (one for one in corpus.claims if one.document_id == document.document_id and one.baseline.raw)
    labels += [side.raw for one in measured for side in (one.subject, one.baseline) if side.raw]
    return by_letter.union(*told, *(names(one, title=True) | inner_capitals(one) for one in labels))


def _lettered(document: Document) -> frozenset[str]:
    """The things of one noun that a document tells apart by letters: "drive B managed 2.8 million and drive C 1.6"."""
    every = sorted(lettered(document.text))
    nouns = [one[:-1] for one in every]
    return frozenset(one for one in every if nouns.count(one[:-1]) > 1)


def _finding(said: Passage, held: Held, side: OfSide, *others: OfSide) -> Finding:
    claim = replace(
        quoted(said.document, said.start + held.start, said.start + held.end),
        context=said.words, context_start=said.start,
    )  # fmt: skip
    value, *rest = (quoted(each.document, each.start, each.end) for each in (side, *others))
    printed = listed(
        f"{one.quote} of {' '.join(sorted(each.names))}"
        for one, each in zip((value, *rest), (side, *others), strict=True)
    )
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="low",
        message=f"{said.document.name} says {claim.quote} of all sides; {side.document.name} prints {printed}",
        arithmetic=f"Two values of one setting: {claim.quote}; {printed}.",
        comparison=(said.document.name, side.document.name, claim.quote),
        evidence=(claim, value, *rest),
        likely_wrong_why="the sentence, or a note that is of another round of measurements",
    )
