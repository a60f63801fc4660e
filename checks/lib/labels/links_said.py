"""Factors that sentences say of one named thing over another: "this puts B3 at four times B1".

Names are all that is asked for: the last one ahead of the factor, and the first behind it. A sentence that names
only the second is of the first of the chain that it sums up: "put together, you are at four times B1".
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice, product

from checks.lib.labels.spoken_kinds import kinds_of
from checks.lib.language.contrast_words import content
from checks.lib.language.tokens import names, root
from checks.lib.quantities.asserted import Sentence
from checks.lib.statements.index import by
from schemas.interval import Interval
from schemas.multiples import Multiple, multiples

NTH = {"first": "1", "original": "1", "second": "2", "third": "3", "fourth": "4", "fifth": "5"}
_NAME = re.compile(
    rf"(?:\b(?P<nth>(?i:{'|'.join(NTH)}))\s)?(?P<name>[A-Z][\w-]*(?:\s(?:[A-Z][\w-]*|\d+(?:\.\d+)*\b(?!\s?[%x×]|\stimes)))*|"
    r"\b[a-z]+\d[\w.]*)"
)
_CUT = re.compile(r"[;](?=\s)|,\s(?:and|but|while)\s")
_LEADS = re.compile(
    r"^(?:(?:From|Over|Against|A|An|The|This|That|It|In|On|At|So|Its|With|And|But|By|For|Thus|"
    r"Hence|Who|Our|We|These)\b\s?)+"  # "Kiln A" ends with none
)
BEHIND = 3  # sentences from a chain to the one that sums it up
EACH, TRIED = 8, 64  # chains of one pair of names that a link is tried with, and of all pairs
_FROM = re.compile(
    r"\b(?:from|over|against|compared (?:to|with)|versus|instead of|replac\w+)\s(?:an?\s|the\s)?$", re.IGNORECASE
)
_THAN = re.compile(
    r"\b(?:than|over|against|versus|vs\.?|compared (?:to|with)|relative to)\s"
    r"(?:(?:in|on|with|for|at|under)\s)?(?:an?\s|the\s)?$",
    re.IGNORECASE,
)
_LABEL = re.compile(r"\w\W*[:=|–—]\W*$")
_RELATIVE = re.compile(r"\b(?:relative|normali[sz]ed|compared) (?:to|with)\s(?:an?\s|the\s)?", re.IGNORECASE)
_UNITY = re.compile(r"[:=|–—]\W*1(?:\.0+)?\s?[x×](?!\w)")
_BY = re.compile(r"\s(?:(?:as\s)?(?P<by>[a-z]+)\s(?:as|than)\b)")
_CONCLUDES = content("against versus compared relative then thus hence therefore accordingly so")
_ITS = re.compile(r"['’]s$")


@dataclass(frozen=True, slots=True)
class Link:
    """A factor of `upper` over `lower`; `words` are what its sentence says besides."""

    one: Multiple
    sentence: Sentence
    upper: str
    lower: str
    words: frozenset[str]
    at: int  # of its sentence
    said: str = ""  # what it says from its first name to its second, without the factor
    summed: bool = False  # whether it leaves out its upper name, which is that of the chain ahead of it

    @property
    def quote(self) -> str:
        """As it is printed."""
        return self.sentence.passage.words[self.one.start : self.one.end]

    @property
    def place(self) -> tuple[int, int]:
        """Where it stands in its document."""
        start = self.sentence.passage.start
        return start + self.one.start, start + self.one.end

    @property
    def bare(self) -> bool:
        """Whether it says no thing of its own: "C beats A by a factor of 4" between its names has one word at most."""
        between = content(self.said) - {*self.upper.split(), *self.lower.split()} - _CONCLUDES
        return len(between) <= 1

    @property
    def spoken(self) -> str:
        """The adjective that it compares by, "" where it has none: "1.8 times as fast as"."""
        match = _BY.match(self.sentence.passage.words, self.one.end)
        return root(match["by"]) if match else ""

    @property
    def kinds(self) -> frozenset[str]:
        """The kinds of values that its sentence speaks of; none where it speaks of none."""
        kinds = kinds_of(self.sentence.passage.words)
        return kinds if kinds != kinds_of("") else frozenset()

    def of_document(self, other: "Link") -> bool:
        """Whether one document says both."""
        return self.sentence.passage.document is other.sentence.passage.document

    def unlike(self, other: "Link") -> bool:
        """Whether two links speak of values of different kinds: of speed and of memory."""
        return bool(self.kinds and other.kinds) and not self.kinds & other.kinds


@dataclass(frozen=True, slots=True)
class Told:
    """`whole` is said of A over C, `upper` of A over B, `lower` of B over C."""

    whole: Link
    upper: Link
    lower: Link

    @property
    def parts(self) -> tuple[tuple[str, tuple[int, int]], ...]:
        """Where the two stand."""
        return tuple((one.sentence.passage.document.document_id, one.place) for one in (self.upper, self.lower))

    @property
    def product(self) -> Interval:
        """What the two come to."""
        return self.upper.one.ways[0] * self.lower.one.ways[0]


def chains_told(links: Iterable[Link]) -> Iterator[Told]:
    """The links that two others span, where a word besides the names, or their adjective, makes them of one thing."""
    every = list(links)
    named = [one for one in every if not one.summed]
    of_pair = by(named, lambda one: (one.upper, one.lower))
    under: dict[str, list[str]] = defaultdict(list)
    for upper, between in of_pair:
        under[upper].append(between)
    for whole in (*named, *(full for one in every if one.summed for full in _completed(one, named))):
        # Over thousands of posts on the same machines every two names have a chain through each of the others.
        able = (
            Told(whole, one, other)
            for between in under[whole.upper]
            if between != whole.lower
            for one, other in islice(
                product(of_pair[whole.upper, between], of_pair.get((between, whole.lower), ())), EACH
            )
        )
        yield from (one for one in islice(able, TRIED) if _of_one_thing(one))


def _completed(one: Link, named: Sequence[Link]) -> Iterator[Link]:
    """A link without its upper name, with that of the only chain ahead of it that comes down to its lower one."""
    near = [each for each in named if 0 <= one.at - each.at <= BEHIND and one.of_document(each)]
    ends = {each.upper for each in near if each.lower == one.lower}
    tops = {each.upper for each in near if each.lower in ends}
    if len(tops) == 1:
        yield replace(one, upper=tops.pop())


def _of_one_thing(one: Told) -> bool:
    if one.whole.unlike(one.upper) or one.whole.unlike(one.lower):
        return False
    rest = one.upper.words | one.lower.words
    spoken = {each.spoken for each in (one.whole, one.upper, one.lower)}
    # "3.4 times as fast as Basalt 3" says no thing of its own: what is as fast as what is all that it says.
    alike = len(spoken) == 1 and "" not in spoken and not (one.whole.words and rest)
    # A sum of the chain ahead of it says no kind that the chain does not: "the price is four times that of B1".
    summed = one.whole.summed and (not one.whole.kinds or bool(one.upper.kinds or one.lower.kinds))
    return alike or bool(one.whole.words & rest) or summed or _of_one_kind(one) or _follows(one)


def _follows(one: Told) -> bool:
    """Whether a link that says no thing of its own stands behind the two in their document: it sums them up."""
    parts = (one.upper, one.lower)
    behind = all(0 < one.whole.at - each.at <= BEHIND for each in parts)
    # "The M7 costs 1.4 times what the M5 did" sums up no chain that says no price.
    kinds = not one.whole.kinds or all(each.kinds for each in parts)
    return behind and kinds and one.whole.bare and all(map(one.whole.of_document, parts))


def _of_one_kind(one: Told) -> bool:
    """Whether a link says no thing of its own, but a kind, and so do the two, or the one and the other nothing."""
    kinds, parts = one.whole.kinds, (one.upper, one.lower)
    told = [each for each in parts if each.kinds]
    return bool(kinds and told) and not one.whole.words and all(each.kinds or not each.words for each in parts)


def links_said(every: Sequence[Sentence]) -> Iterator[Link]:
    """The links of a document's sentences, in text order."""
    known = frozenset().union(*(names(one.passage.words) for one in every)) | _capitals(every)
    for at, sentence in enumerate(every):
        words = sentence.passage.words
        found = [one for one in multiples(words) if not (one.most or one.bought)] if sentence.asserted else []
        for number, one in enumerate(found):
            start = found[number - 1].end if number else 0
            end = found[number + 1].start if number + 1 < len(found) else len(words)
            ahead = words[start : one.start]
            upper, lower = _of_label(ahead, sentence, known) or _ends(ahead, _CUT.split(words[one.end : end])[0], known)
            if lower and lower != upper and len(one.ways) == 1 and not one.bound:
                rest = content(words) - {*upper.split(), *lower.split()}
                yield Link(one, sentence, upper, lower, rest, at, _between(words, one, upper, lower), not upper)


def _between(words: str, one: Multiple, upper: str, lower: str) -> str:
    """What a sentence says from the last of its upper names ahead of a factor to the lower one, without the factor."""
    plain = words.lower()
    start, end = plain.rfind(upper, 0, one.start), plain.rfind(lower, 0)
    ahead = words[max(start, 0) : one.start]
    return f"{ahead} {words[one.end : max(end, one.end)]}"


def _of_label(ahead: str, sentence: Sentence, known: frozenset[str]) -> tuple[str, str] | None:
    """The names of a label whose list says what it is relative to: "Teal 6: 1.0x." ahead of "Teal 7: 1.6x"."""
    mine = _names(ahead, known)
    if not mine or not _LABEL.search(ahead):
        return None
    for text in (ahead, *sentence.scope):
        to, one = _RELATIVE.search(text), _UNITY.search(text)
        some = _names(text[to.end() :], known)[:1] if to else _names(text[: one.start()], known)[-1:] if one else []
        if some and some[0][1] != mine[-1][1]:
            return mine[-1][1], some[0][1]
    return None


def _ends(ahead: str, behind: str, known: frozenset[str]) -> tuple[str, str]:
    """The names that a factor is of and over, "" for one that is left out: "coming from the B1 you get nine times"."""
    first, second = _names(ahead, known), _names(behind, known)
    if second[1:] and _THAN.search(behind[: second[1][0]]) and not _THAN.search(behind[: second[0][0]]):
        return second[0][1], second[1][1]  # "2.5x faster in Teal 7 than in Teal 6"
    if second:
        return first[-1][1] if first else "", second[0][1]
    if first and _FROM.search(ahead[: first[-1][0]]):
        return first[-2][1] if first[1:] else "", first[-1][1]
    if first[1:] and _FROM.search(ahead[: first[-2][0]]):  # "who replaces an A1 by a C1", "from A1 to C1"
        return first[-1][1], first[-2][1]
    return (first[-2][1], first[-1][1]) if first[1:] else ("", "")  # "C1 beats A1 by a factor of 4"


def _capitals(every: Sequence[Sentence]) -> frozenset[str]:
    """The words that a document prints with a capital twice, and never without: names that begin all sentences."""
    words = re.findall(r"[A-Za-z][\w-]*", " ".join(one.passage.words for one in every))
    plain = {root(word) for word in words if word[0].islower()}
    many = Counter(root(word) for word in words if word[0].isupper() and word[1:2].islower())  # no unit
    return frozenset(word for word, count in many.items() if count > 1) - plain


def _names(text: str, known: frozenset[str]) -> list[tuple[int, str]]:
    """The names of a text and where they begin, "the first Ostler" as "ostler 1": no word that begins a sentence."""
    found = []
    for match in _NAME.finditer(text):
        name = _LEADS.sub("", match["name"]).strip()
        plain = _ITS.sub("", name).lower()
        if plain and _is_name(name, plain, known):
            nth = NTH.get((match["nth"] or "").lower(), "")
            found.append((match.end() - len(name), f"{plain} {nth}".strip()))
    return found


def _is_name(printed: str, plain: str, known: frozenset[str]) -> bool:
    """Whether a word with a capital names something: it has a number or a second word, or stands so elsewhere."""
    numbered = " " in plain or any(map(str.isdigit, plain))
    return numbered or bool((names(f"the {printed}") | {root(plain)}) & known)
