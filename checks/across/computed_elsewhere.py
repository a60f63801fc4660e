"""A quantity that two others give, which are printed together somewhere else."""

import re
from collections import defaultdict
from collections.abc import Iterator

from checks.lib.findings import severity
from checks.lib.findings.words import apart
from checks.lib.labels.about import Index, index_of
from checks.lib.language.editions import OTHER_EDITION
from checks.lib.language.tokens import names, root, roots, tokens
from checks.lib.linking.same_run import one_thing, two_dates
from checks.lib.linking.same_value import prints
from checks.lib.quantities.terms import Term
from checks.lib.telling.computed import ROUGH, Computed, Pairs, able, computed, pairs
from checks.lib.telling.stretches import Role, Stretch, roles, stretches
from checks.lib.telling.told import VERBS
from checks.registry import check
from schemas.comparison import Corpus
from schemas.finding import Finding, Skip

CODE = "computed-elsewhere"
FAR = 60  # times apart: two things
# What says that the numbers are not of the plain whole, or not of the same measurement.
_MORE = re.compile(
    r"\b(?:peak\w*|burst\w*|up to|at most|at best|theoretical\w*|overlap\w*|warm-?ups?|exclud\w+|except\w*|ignoring|"
    r"not counting|includ\w+|net of|plus|besides|on top|idl\w+|TDP|rated|maximum|max|minimum|median|p\d\d|"
    r"steady[- ]state|sustained|compress\w*|dedup\w*|dry run|first|third|last|half|twice|instead|"
    r"previous\w*|earlier|older?|would|could|retr(?:y|ies|ied)|fail\w*|ablations?|"
    r"over (?:an?|the) (?:day|week|month|year)|"
    r"per (?:node|card|core|thread|chip|GPU|accelerator|worker|client|stream|machine|server|user)|"
    r"each (?:node|card|core|thread|chip|GPU|accelerator|worker|client|stream|machine|server|user)|"
    r"of (?:it|them|which)|remaining|partial\w*|some of|parity|replica\w*|increment\w*|"
    r"epochs?|passes|repeat\w*|reserved?|allocat\w+|booked|granted|budget\w*|quota|together|combined|both|family|"
    r"than|versus|against|compared|respectively)\b",
    re.IGNORECASE,
)
# Where power or energy is measured: of the chip and of the wall are two.
_WHERE = re.compile(
    r"\b(?:wall|chip|core|board|card|module|package|soc|socket|node|server|rack|system|device|rail|pdu|dram|cpu|gpu|"
    r"facility|site|campus|room)\b",
    re.IGNORECASE,
)

_EACH = re.compile(r"\b(?:each|every|per|apiece)\b", re.IGNORECASE)
_HAS = re.compile(r"\b(?:has|have|had|contains?|consists?|holds?|comprises?|with)\b[^.;,]*$", re.IGNORECASE)
_ANY = re.compile(r"\W*(?:An?|Any|Most|Some)\s")
_EPOCHS = re.compile(r"\bepochs?\b", re.IGNORECASE)
_UNITS = frozenset(map(root, "second minute hour day week month year gpu".split()))


@check(CODE, version=2, severity="high", since="0.1.0")
def computed_elsewhere(corpus: Corpus) -> Iterator[Finding | Skip]:
    """What two quantities come to is what another sentence or document prints as their result.

    Why:
        The report says how many GPUs ran for how many days, another page the GPU-hours. The engineers print rows and
        seconds, the announcement rows per second. The three never stand on one page.

    Flags:
        "512 GPUs" and "the run took 30 days" of one thing against "520,000 GPU-hours"; "1.2 billion rows" and
        "finished in 240 seconds" against "8.5 million rows per second"; "400 inferences per second at 1.9 W" against
        "2.1 mJ for one inference"; power by time against an energy.

    Passes:
        Results within rounding; that the document of the two quantities prints too; that any of several ways gives;
        that another count of the sentences leads to ("on 4 nodes"); that another place of the two documents agrees
        with.

    Does not judge:
        Documents without a product's name in common, or in which a name, version, setting, number or place of the
        power meter differs; peaks, bounds, warm-up, parts, retries; documents dated more than six weeks apart
        (skipped).
    """
    index = index_of(corpus)
    every = [one for document in corpus.documents for one in stretches(document, index, corpus.vocabulary)]
    by_roles: dict[tuple[Role, Role], list[tuple[Stretch, Term, Term]]] = defaultdict(list)
    for stretch in every:
        for pair in pairs(stretch):
            by_roles[pair[0]].append(pair[1])
    for stretch in every:
        for result in stretch.terms if len(stretch.sentences) == 1 else ():
            yield from _check(result, stretch, by_roles, index, corpus)


def _check(result: Term, said: Stretch, by_roles: Pairs, index: Index, corpus: Corpus) -> Iterator[Finding | Skip]:
    if not result.value.bounded or result.value.lower <= 0 or _MORE.search(said.words):
        return
    sums = [one for one in computed(result, said, by_roles) if able(one)]
    if not sums or any(one.fits for one in sums):
        return
    alike = [one for one in sums if one_thing(*one.sides, index, corpus.vocabulary)]
    if not alike or not _alone(result, said) or not all(_one_way(one, alike[0]) for one in alike):
        return
    alike = [one for one in alike if not _MORE.search(one.stretch.words) and _one_place(one) and _told_alike(one)]
    alike = [one for one in alike if not _known(one)]
    if not alike:
        return
    best = min(alike, key=lambda one: one.given.distance(result.value))
    if best.given.distance(result.value) > FAR:
        return
    if two_dates(said.document, best.stretch.document):
        yield Skip(CODE, _key(best), OTHER_EDITION)
    else:
        yield _finding(best, index)


def _alone(result: Term, said: Stretch) -> bool:
    """Whether a sentence prints one quantity of the kind: of two nobody can tell which is meant."""
    mine = roles(result)[0]
    return len({one.value for one in said.terms if mine in roles(one)}) == 1


def _one_way(one: Computed, other: Computed) -> bool:
    """Whether two ways to a result are one: of two stages that are printed one by one, neither is all."""
    shared = {one.left.start, one.right.start} & {other.left.start, other.right.start}
    return bool(shared) and one.given.distance(other.given) <= ROUGH


def _known(one: Computed) -> bool:
    """Whether the document of the two quantities prints the result too: it knows both, and makes nothing of them."""
    apart = one.said.document.document_id != one.stretch.document.document_id
    return apart and prints(one.stretch.document, one.said.document.text[one.result.start : one.result.end])


def _one_place(one: Computed) -> bool:
    """Whether power and energy are measured in one place, as far as both say."""
    if not any(role[0] in ("power", "energy", "energy per") for each in (one.left, one.right) for role in roles(each)):
        return True
    mine, theirs = (frozenset(map(str.lower, _WHERE.findall(text))) for text in (one.said.words, one.stretch.words))
    return not mine or not theirs or bool(mine & theirs)


def _told_alike(one: Computed) -> bool:
    """Whether both stretches say what is done in a word of their own; joules per image are of the same images anyway.

    Of the images of a data set, training sees each many times: only what was done to them has a rate.
    """
    if one.kind("power") and one.kind("rate"):
        return True
    if _ANY.match(one.said.words):
        return False  # "a job uses 12 kWh": any of them, not this one
    both = [stretch.bare for stretch in one.sides]
    texts = [one.said.document.text, one.stretch.document.text]
    counted = one.kind("count")
    if counted and not one.kind("machine time"):
        if any(_EACH.search(text) for text in both) or any(_EPOCHS.search(text) for text in texts):
            return False
        if _HAS.search(one.stretch.ahead(counted)) and len(one.stretch.sentences) > 1:
            return False
    nouns = {role[1] for each in (one.result, one.left, one.right) for role in roles(each)}
    words = [frozenset(word for word in roots(tokens(text)) if word[0].isalpha() and len(word) > 2) for text in both]
    titles = (names(stretch.document.title, title=True) for stretch in one.sides)
    return bool((words[0] & words[1]) - VERBS.union(_UNITS, nouns, *titles))


def _key(one: Computed) -> tuple[str, ...]:
    kinds = (roles(each)[0] for each in (one.result, one.left, one.right))
    names = sorted({one.said.document.name, one.stretch.document.name})
    return *names, *(" ".join(filter(None, kind)) for kind in kinds)


def _finding(one: Computed, index: Index) -> Finding:
    given, printed = one.given, one.result.value
    gap = given.distance(printed)
    sum_ = f"{one.left.printed} {'x' if one.sign > 0 else '/'} {one.right.printed}"
    where = "" if one.said.document is one.stretch.document else f" ({one.stretch.document.name})"
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity=severity.of_gap(gap),
        message=f"{sum_}{where} is not {one.result.printed} ({one.said.document.name})",
        arithmetic=f"In base units {sum_} allows {given}, {one.result.printed} allows {printed}: {apart(gap)}.",
        comparison=_key(one),
        evidence=tuple(
            index.places.printed(each.document, each.start, each.end) for each in (one.result, one.left, one.right)
        ),
        likely_wrong_why="one of the three, it cannot be told which",
    )
