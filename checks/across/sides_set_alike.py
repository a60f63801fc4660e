"""A setting that a text says to be equal on both sides, against what is printed of each of them."""

import re
from collections.abc import Iterator

from checks.lib.labels.chart_tables import tables_of
from checks.lib.labels.sides_set import Unlike, unlike_sides
from checks.lib.language.conditions import MACHINE, REGION, conditions
from checks.lib.language.held_equal import Held, excepted, held_equal, says_equal
from checks.lib.language.settings import opposed
from checks.lib.language.tokens import every_root, root, roots, tokens
from checks.lib.statements.passages import Passage, passages, quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary

CODE = "sides-set-alike"
_OWN_TEST = re.compile(
    r"\W*(?:For|In|At|During|Under)\s(?:the|an?|our|this|that)\s(?P<what>(?:[\w-]+\s){1,3}?)"
    r"(?:tests?|runs?|rounds?|stud(?:y|ies)|benchmarks?|scenarios?|phases?|parts?|experiments?|cases?)\b"
)
# What a row is of, and no setting of it: two rows with two models are two tests.
_RUN = frozenset(map(root, "model models workload benchmark network task test dataset data application query".split()))
# "Hosts of the same configuration" says none of all that a page prints under that word.
_ANYTHING = frozenset(map(root, ("configuration", "configurations")))
# "1.4x per core at equal frequency" is reckoned for one; "both ran at the same frequency" says that they did.
_AT = re.compile(r"\bat\s(?:an?\s)?$", re.IGNORECASE)
_RUN_AT = re.compile(
    r"\b(?:ran|runs?|running|test(?:ed|s)?|measured?|used?|uses|using|configured|set|clocked|fixed|locked|kept|held|"
    r"compared?|benchmarked)\b",
    re.IGNORECASE,
)
PAIR = 2
STEPS = 2  # values of a column beyond which it steps through them
MOST = 3  # settings that a finding shows


@check(CODE, version=10, severity="medium", since="0.1.0")
def sides_set_alike(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A setting that a text says to be the same on both sides has one value in what is printed of each side.

    Why:
        "Same precision and same batch size on both cards" is what makes a factor a comparison. A footnote with FP8 and
        a batch of 16 for one card, and FP16 and a batch of 1 for the other, takes it back.

    Flags:
        "The same batch size", "identical clusters", "precision and batch are identical", "like for like", "the only
        thing that changed is the software", "both run in BF16", where a
        sentence, two lines beside each other or a table print another value of that setting for each of two sides, one
        of which may be called the baseline.
        Medium in one document where the setting is called by name and a table, or a sentence that has both values,
        prints it as one of each side, else low; low too where a figure is reckoned for it ("1.4x at equal frequency").

    Passes:
        Settings that are not the ones said to be equal ("identical throughput to FP8"); sides that the text does not
        speak of; what is said of training where the values are of inference; values that the sentence itself has,
        which are the sides ("5.4 and 5.3 use the same configuration"); settings that a column steps through, and those
        of cases whose sides are two columns ("Step time v4", "Step time v5p").

    Does not judge:
        Sentences with an exception (skipped); settings that only one side prints.
    """
    every = [one for document in corpus.documents for one in passages(document)]
    for one in every:
        if says_equal(one.words) and excepted(one.words):
            yield Skip(CODE, (one.document.name, one.words), "not applicable, because the sentence takes something out")
    said = [(one, held) for one in every if (held := _held(one))]
    documents = corpus.documents if said else ()
    unlike = {one.document_id: list(unlike_sides(one, corpus.vocabulary)) for one in documents}
    for one, held in said:
        for other in corpus.documents:
            hits = [
                (each, pair) for each in held for pair in unlike[other.document_id] if _meant(one, each, pair, corpus)
            ]
            if hits:
                yield _finding(one, hits[0][0], [pair for each, pair in hits if each is hits[0][0]])


def _held(said: Passage) -> list[Held]:
    """What a sentence says to be equal, the settings that it calls by name first."""
    return sorted(held_equal(said.words), key=lambda one: (not one.called, one.value is None))


def _meant(said: Passage, held: Held, one: Unlike, corpus: Corpus) -> bool:
    """Whether two values are of a setting that a sentence says to be equal, of sides that its document speaks of."""
    document = said.document
    first = one.sides[0].document
    if (
        not _covers(held, one)
        or _is_thing(said.words[held.start : held.end], one)
        or (first is document and any(said.start <= each.start < said.end for each in one.sides))
    ):
        return False
    if (held.value is None and _names_both(said, one)) or _stepped(one, corpus):
        return False
    return (
        _of_its_sides(said, held, one)
        and not _of_other_workload(said.words, one.text, corpus.vocabulary)
        and not _of_other_test(one, said)
        and not list(opposed(_around(said.words, document, said.start), _around(one.text, first, one.start)))
    )


def _names_both(said: Passage, one: Unlike) -> bool:
    """Whether a sentence has both values itself: "5.4 and 5.3 use the same configuration" is of these two."""
    return {each.condition.value for each in one.sides} <= {each.value for each in conditions(said.words)}


def _stepped(one: Unlike, corpus: Corpus) -> bool:
    """Whether a column goes through the values of a setting: a sentence picks a step of it for each side."""
    values = {each.condition.value for each in one.sides}
    found = (
        {row[at].text.replace(",", "") for row in table.rows if len(row) > at}
        for document in corpus.documents
        for table in tables_of(document)
        for at, head in enumerate(table.columns)
        if not one.tabled and one.sides[0].condition.is_of(roots(tokens(head.text)))
    )
    return any(len(column) > STEPS and values & column for column in found)


def _of_its_sides(said: Passage, held: Held, one: Unlike) -> bool:
    """Whether two sides are those that a sentence speaks of: "the GPU" and a name of its text, both names or none."""
    if not one.names or (held.over and not held.over & one.names):
        return False
    left, right = one.sides
    known, here = every_root(_rest(said, one)), every_root(said.words)
    named = [bool(names & here) for names in (left.names - right.names, right.names - left.names)]
    if one.tabled > PAIR and named[0] != named[1]:
        return False  # a sentence of A and B is of no C
    apart = (left, left.who - right.who), (right, right.who - left.who)
    told = [each.is_role or bool(words & known) for each, words in apart]
    # Two rows alone are the two sides, also where the text calls one of them "the old one".
    return all(told) or (one.tabled == PAIR and left.document is said.document and any(told))


def _of_other_test(one: Unlike, said: Passage) -> bool:
    """Whether the values' sentence begins with a test of its own: "For the storm test Skua had 5,000 clients"."""
    opening = _OWN_TEST.match(one.text)
    return bool(opening and roots(tokens(opening["what"])) - every_root(said.words))


def _of_other_workload(text: str, other: str, vocabulary: Vocabulary) -> bool:
    mine, theirs = ({one.name for one in vocabulary.find(each, "workloads")} for each in (text, other))
    return bool(mine and theirs) and not mine & theirs


def _covers(held: Held, one: Unlike) -> bool:
    """Whether both values are of what is said to be equal; where no setting is called, of what is set for a run."""
    left, right = (each.condition for each in one.sides)
    if held.value:
        printed = held.value.value in (left.value, right.value)
        of_two = (
            one.tabled and one.text.split(" | ").count(held.value.value) > 1
        )  # two rows have it: "both" is of these
        return printed and held.covers(left) and not of_two and (not one.tabled or held.labels(left))
    if not held.called:
        return not one.tabled and left.coded and not left.of & {MACHINE, REGION}
    named = not one.tabled or (held.labels(left) and not left.of <= _RUN)
    return named and held.covers(left) and held.covers(right)


def _is_thing(text: str, one: Unlike) -> bool:
    """Whether a thing is said to be the same, not how many there are: "the same GPU" beside one and four of them."""
    named = re.search(r"\b[\w-]*[A-Z]{2}[\w-]*$", text.strip())
    return bool(named) and all(each.condition.value.replace(",", "").isdigit() for each in one.sides)


def _rest(said: Passage, one: Unlike) -> str:
    """What else names the sides: the section of the sentence; its whole document, but for what is said of the two."""
    document = said.document
    if document is not one.sides[0].document:
        heads = [each.start for each in document.blocks if each.kind == "heading"]
        first = max((each for each in heads if each <= said.start), default=0)
        return document.text[first : min((each for each in heads if each > said.start), default=len(document.text))]
    first, last = one.sides[0].start, one.sides[1].end
    start, end = max(0, document.text.rfind("\n", 0, first)), document.text.find("\n", last)
    return document.text[:start] + (document.text[end:] if end > 0 else "")


def _around(words: str, document: Document, at: int) -> list[str]:
    """A sentence and the heading over it."""
    heads = [document.text[one.start : one.end] for one in document.blocks if one.kind == "heading" and one.start < at]
    return [words, *heads[-1:]]


def _reckoned_for(words: str, held: Held) -> bool:
    """Whether a figure is only reckoned for an equal setting: "1.40x per core at equal frequency"."""
    return bool(_AT.search(words[: held.start]) and not _RUN_AT.search(words))


def _widest(hits: list[Unlike]) -> list[Unlike]:
    """Without what stands inside a cell that is quoted already."""

    def inside(one: Unlike, other: Unlike) -> bool:
        both = zip(one.sides, other.sides, strict=True)
        return one is not other and all(theirs.start <= mine.start < theirs.end for mine, theirs in both)

    return [one for at, one in enumerate(hits) if not any(inside(one, other) for other in hits[:at])]


def _in_one(one: Unlike) -> bool:
    """Whether a table, or a sentence with a name for each, sets both sides."""
    return bool(one.tabled) or all(each.names and not each.listed for each in one.sides)


def _finding(said: Passage, held: Held, hits: list[Unlike]) -> Finding:
    hits = _widest(hits)
    first = hits[0].sides[0].document
    claim = quoted(said.document, said.start + held.start, said.start + held.end)
    values = [quoted(first, each.start, each.end) for hit in hits[:MOST] for each in hit.sides]
    printed = "; ".join(
        f"{left.quote} and {right.quote}" for left, right in zip(values[::2], values[1::2], strict=True)
    )
    specific = any(not each & _ANYTHING for each in held.called) and not _reckoned_for(said.words, held)
    # That a name is the JVM, or the compiler, no word says.
    specific = specific and not any(held.is_release_of(each.condition) for hit in hits for each in hit.sides)
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium" if first is said.document and specific and all(map(_in_one, hits)) else "low",
        message=f"{said.document.name} says {claim.quote!r} of both sides; {first.name} prints {printed} of the two",
        arithmetic=f"Two values of one setting: {printed}.",
        comparison=(said.document.name, first.name, claim.quote),
        evidence=(claim, *values),
        likely_wrong_why="the sentence, which was written of another round of measurements, or the notes",
    )
