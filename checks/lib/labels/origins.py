"""How a text says its results were had: "the 2.17 figures come from a 2.16 build", "all tests ran with 32 clients"."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from checks.lib.language.conditions import Condition, conditions
from checks.lib.language.tokens import every_root, names, roots, tokens
from checks.lib.language.two_products import title_of
from checks.lib.statements.passages import Passage, passages
from schemas.document import Document

_RESULT = (
    r"(?:figures?|numbers|results?|values|measurements?|benchmarks?|benchmarking|tests?|testing|runs?|comparisons?|"
    r"columns?|rows?|charts?|bars?|scores?|experiments?|evaluations?)"
)
# "The results are shown in Figure 2" tells where they stand, and not how they were had.
_SHOWN = (
    r"(?!\w+ (?:all )?(?:summari[sz]|present|report|publish|list|plott|display|discuss|describ|depict|detail|show)"
    r"(?:ed|n)\b)"
)
_HAD = (
    rf"{_SHOWN}(?:comes?|came|stems?|ran|run|uses?|used|(?:were|was|are|is|been) (?:all )?(?:[a-z]+ed|taken|run|done|"
    r"made|carried out|driven|given|from|on|with|in|at))"
)
_PASSIVE = re.compile(
    rf"(?:[\w ]{{,30}}:\s)?(?P<subject>(?:.*?\b{_RESULT}\b|(?:all|every|each|both)\s).*?)\s{_HAD}\b(?P<how>.*)",
    re.IGNORECASE | re.DOTALL,
)
_ACTIVE = re.compile(
    r"\b(?:we|I|our \w+|they)\s(?:re-?ran|ran|measured|took|collected|performed|conducted|executed|did)\s"
    rf"(?P<subject>.*?\b{_RESULT}\b.*?)\s(?P<how>(?:on|with|in|at|from|using|under)\s.*)",
    re.IGNORECASE | re.DOTALL,
)
_NO_SUBJECT = re.compile(
    rf"\b(?:{_RESULT}|all|every|each|both|our|the|these|those|this|that|post|page|report|paper|blog|article|document|table|"
    r"shown|here|below|above|published|reported|for|other)\b",
    re.IGNORECASE,
)
_FIGURE = re.compile(r"(?<![\w.,-])(?:\d{1,3}(?:,\d{3})+|\d{3,}|\d+\.\d+)(?![.,]?\d)")
_ASIDE = re.compile(
    r",\s(?:\w+\s)?(?:which|whose|where)\b|\bso\s(?:that|we)\b|;"
)  # "from which we make two observations"
_YEAR = re.compile(r"20\d\d")
_ALL = re.compile(r"\b(?:all|every|each|any)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Origin:
    """A sentence that says how results were had: `of` are the words that say which, none for all of the document."""

    said: Passage
    of: frozenset[str]
    every: bool
    condition: Condition

    def same_results(self, other: "Origin") -> bool:
        """Whether two sentences can only speak of the same results."""
        return self.of == other.of or (self.every and not self.of) or (other.every and not other.of)


def origins(document: Document) -> Iterator[Origin]:
    """Every setting that a document says of its results, where its sentence says one of the kind."""
    for said in passages(document):
        match = _ACTIVE.search(said.words) or _PASSIVE.match(said.words)
        if match is None:
            continue
        subject = _NO_SUBJECT.sub(" ", match["subject"])
        aside = _ASIDE.search(said.words, match.start("how"))
        last = aside.start() if aside else len(said.words)
        found = [one for one in conditions(said.words) if match.start("how") <= one.start < last]
        for one in found:
            if sum(one.same_setting(other) for other in found) == 1:
                yield Origin(said, roots(tokens(subject)), bool(_ALL.search(match["subject"])), one)


def of_one_test(one: Document, other: Document) -> bool:
    """Whether two documents tell of one test: what the one is titled the other names, and a figure is in both."""
    if one is other:
        return True
    titled = (names(title_of(a), title=True) & every_root(b.text) for a, b in ((one, other), (other, one)))
    return any(titled) and bool(_figures(one.text) & _figures(other.text))


def _figures(text: str) -> frozenset[str]:
    """The numbers of a text that two texts hardly share by chance."""
    return frozenset(one for one in _FIGURE.findall(text) if not _YEAR.fullmatch(one))
