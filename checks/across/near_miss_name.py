"""Names that are one digit off a known one."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from checks.lib.findings.words import listed
from checks.lib.language.names import Printed, by_key, digits, letters, printed
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Evidence, Finding, Skip
from schemas.names import Vocabulary, key

CODE = "near-miss-name"
KINDS = ("platforms", "workloads")
LETTERS = 3  # "A10", "L4" and "T4" are products of their own; a name of one or two letters tells too little
Known = dict[str, list[tuple[tuple[str, ...], str]]]  # letters: (digits, name)


@check(CODE, version=3, severity="low", since="0.1.0")
def near_miss_name(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A name of letters and digits is one that exists.

    Why:
        A digit lost from a product's name makes a product that nobody sells, and every join on the name fails.

    Flags:
        A word met once in all documents that has the letters of known names and their digits but for one digit lost
        or added, in a document that uses such a known name itself.

    Passes:
        Known names in any spelling, also with more behind them ("H100-SXM-80GB"); names met twice; names whose digits
        are others, which are other products.

    Does not judge:
        Names of one or two letters; names that no document spells rightly (skipped).
    """
    from rapidfuzz.distance import Levenshtein  # slow to import, and the command line lists checks without running them

    known = _known(corpus.vocabulary)
    for name, words in sorted(by_key(printed(corpus.documents)).items()):
        one = words[0]
        entries = known.get(letters(name), [])
        if len(words) > 1 or len(letters(name)) < LETTERS or any(spelt == digits(name) for spelt, _ in entries):
            continue
        mine = "".join(digits(name))
        near = [(spelt, entry) for spelt, entry in entries if len(spelt) == len(digits(name)) and _off(spelt, mine)]
        close = [entry for spelt, entry in near if Levenshtein.distance("".join(spelt), mine) == 1]
        used = [] if _begins_known(one, corpus.vocabulary) else _used(one, close, corpus.vocabulary)
        if used:
            yield _finding(one, used, corpus.vocabulary)
        elif close:
            yield Skip(CODE, (one.document.name, one.words), "not applicable, because no known name is used beside it")


def _known(vocabulary: Vocabulary) -> Known:
    found: Known = defaultdict(list)
    for kind in KINDS:
        for entry in vocabulary.entries(kind):
            for alias in (entry.name, *entry.aliases):
                found[letters(key(alias))].append((digits(key(alias)), entry.name))
    return found


def _off(spelt: tuple[str, ...], mine: str) -> bool:
    return len("".join(spelt)) != len(mine)


def _used(one: Printed, close: list[str], vocabulary: Vocabulary) -> list[str]:
    if not close:
        return []
    named = [mention.name for mention in vocabulary.find(one.document.text, *KINDS)]
    return [name for name in dict.fromkeys(close) if name in named]


def _begins_known(one: Printed, vocabulary: Vocabulary) -> bool:
    """Whether a word is a known name with a form or a size behind it, in whatever order its maker prints these."""
    return any(found.start == 0 for found in vocabulary.find(one.words, *KINDS))


def _meant(one: Printed, used: list[str], vocabulary: Vocabulary) -> Iterator[Evidence]:
    """Where the document first prints each of the names that may be meant."""
    for name in used:
        mentions = (found for found in vocabulary.find(one.document.text, *KINDS) if found.name == name)
        yield from (quoted(one.document, found.start, found.end, "supporting") for found in islice(mentions, 1))


def _finding(one: Printed, used: list[str], vocabulary: Vocabulary) -> Finding:
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"{one.words!r} is no known name; the document uses {listed(used)}, one digit away",
        arithmetic=f"{one.words}: printed once, unknown; {listed(used)}: known, same letters.",
        comparison=(one.document.name, one.key),
        evidence=(quoted(one.document, one.start, one.end), *_meant(one, used, vocabulary)),
        likely_wrong_why=f"{one.words!r}: a digit was lost or added",
    )
