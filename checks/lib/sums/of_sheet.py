"""What all of so many things have, in the words of one text, by what a data sheet of one of them prints.

"1.1 TB of HBM3 across the eight modules" beside the line "Memory: 192 GB HBM3" of the module's own sheet: no word of
the sheet says "each", as all of it is of one. Findings are low.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from checks.lib.labels.about import Index
from checks.lib.language.tokens import coded, root
from checks.lib.linking.reach import clause
from checks.lib.quantities.dimensions import KINDS
from checks.lib.quantities.scanned import PLAIN, content
from checks.lib.sums.of_all import slipped
from checks.lib.sums.pools import Pool
from checks.lib.telling.accounted import BINARY, accounted, close
from checks.lib.telling.derived import Given, like
from checks.lib.telling.facts import Fact

ROUGH = Decimal("0.04")
LEAST, MOST = Decimal("0.4"), Decimal("2.5")  # of the product; beyond it is a value of something else
_OF = (KINDS["size"], KINDS["bandwidth"], KINDS["power"], KINDS["compute"], KINDS["mass"])
# What leads from a value to those that have it together, and from them to it.
_ACROSS = re.compile(
    r"(?:\sof)?(?:\s[\w/.-]+){0,5}?,?\s(?:across|spread (?:over|across)|shared (?:by|among|between)|summed over|"
    r"split (?:over|across|among|between)|divided (?:over|among|between)|among|over|from|on|with|in|for|between)\s"
    r"(?P<all>all\s(?:of\s)?)?(?:the\s|its\s|these\s|those\s|their\s)?$",
    re.IGNORECASE,
)
_TOGETHER = re.compile(
    r"(?:\s[\w-]+){0,3}?\s(?:together|combined|jointly|in (?:all|total)|altogether|between them|add up to|sum to|pool|"
    r"come to|total)\b(?:\s[\w-]+){0,4}\s$",
    re.IGNORECASE,
)
_AND_MORE = re.compile(r"(?:,\s[\w\s-]+)*(?:,?\s(?:and|plus|as well as)\s)(?:an?\b|the\b|its\b|two\b|four\b|one\b|\d)")
BEHIND = 60  # characters behind a count in which more may be counted: "the eight modules, two switches and the host"
_SPREAD = re.compile(r"\b(?:across|spread|shared|summed|split|divided|among)\b", re.IGNORECASE)
_TOTAL = re.compile(
    r"\b(?:total\w*|combined|aggregate\w*|altogether|together|in all|pooled|overall|across)\b", re.IGNORECASE
)
_LESS = re.compile(
    r"\b(?:usable|free|left|reserved?|measured|achiev\w+|effective\w*|half|after|used|needs?|model|weights|each|per|every|"
    r"average\w*|idle|typical\w*|up to|sustain\w*|"
    r"budget|limit\w*|includ\w+|plus)\b",
    re.IGNORECASE,
)
_THINGS = frozenset(
    map(
        root,
        "module oam gpu accelerator chip card device processor cpu socket blade board tile package node server unit "
        "drive ssd disk stick dimm appliance enclosure pack cell battery inverter tpu npu".split(),
    )
)
_SAID_ANYWHERE = PLAIN | _THINGS
# What has all of them: "A single machine holds 1.1 TB of HBM3".
_SYSTEMS = frozenset(map(root, "machine system server node box chassis appliance platform instance board base".split()))
_ALL_OF = re.compile(
    r"\ball\s(?:of\s)?(?:the\s)?(?:\w+\s)?[a-z]+s\b", re.IGNORECASE
)  # "Accelerator memory, all modules"


def of_sheet(pool: Pool, index: Index) -> Iterator[tuple[Fact, Given]]:
    """The values that a document gives to all of so many things, which so many times a sheet's own value is not."""
    for one in pool.own:
        whole = one.per <= _SYSTEMS and not one.anonymous and not one.entity
        if whole and one.dims in _OF and not _LESS.search(clause(one.text, one.at, one.at + len(one.quote))):
            count = _their_number(one, pool.own) or _named_number(one, pool.own)
            given = _given(one, count, pool, index) if count else None
            if given and not accounted(one, pool.far):
                yield one, given


def _their_number(one: Fact, own: Sequence[Fact]) -> Fact | None:
    """The count of the things that have a value together, beside it in its own line."""
    able = [each for each in own if each.count and not each.anonymous and not each.per and each.text == one.text]
    found = [each for each in able if each.middle > 1 and each.of & _THINGS and _tied(one, each)]
    return found[0] if len(found) == 1 else None


def _named_number(one: Fact, own: Sequence[Fact]) -> Fact | None:
    """The only count of a named product in the document of a value that is said of the system, or of all of them."""
    if not (one.per or _ALL_OF.search(one.text) or _TOTAL.search(one.text)):
        return None
    able = [each for each in own if each.count and each.middle > 1 and each.of & _THINGS and _names(each.quote)]
    alone = len({(each.middle, _names(each.quote)) for each in able}) == 1
    return able[0] if alone else None


def _tied(one: Fact, count: Fact) -> bool:
    text, behind = one.document.text, count.start > one.end
    between = text[one.end : count.start] if behind else text[count.end : one.start]
    if not behind:
        return bool(_TOGETHER.fullmatch(between))
    led = _ACROSS.fullmatch(between)
    if _AND_MORE.match(text[count.end : count.end + BEHIND]):
        return False
    return bool(led and (led["all"] or _SPREAD.search(between) or _TOTAL.search(one.text)))


def _given(one: Fact, count: Fact, pool: Pool, index: Index) -> Given | None:
    """The only product with the value of a sheet; None where any of them is right."""
    sizes = [each for each in pool.near if _is_of_one(each, one, count, index)]
    sizes = [each for each in sizes if not _counted_there(each, count, pool.near)]
    found = [Given(each.middle * count.middle, (each, count), "x") for each in sizes]
    if not found or len({each.value for each in found}) > 1 or any(_meets(one, each) for each in found):
        return None
    able = LEAST <= one.middle / found[0].value <= MOST or slipped(one, found[0])
    return found[0] if able and one.middle > sizes[0].middle else None


def _is_of_one(each: Fact, one: Fact, count: Fact, index: Index) -> bool:
    """Whether a line of a sheet is of one of the things, and of what is said of all of them, by every word of it."""
    if each.sentence or each.per or each.count or each.document is one.document or not like(one, each):
        return False
    label = each.text.partition(":")[0]
    said = content(one.text)
    # "Memory: 192 GB HBM3" for "1.1 TB of HBM3", and no "Host memory" of it.
    alien = content(label) - _SAID_ANYWHERE - said
    shared = (content(each.text) & said) - _THINGS
    return bool(shared) and not alien and not _LESS.search(label) and _one_product(each, one, count, index)


def _one_product(each: Fact, one: Fact, count: Fact, index: Index) -> bool:
    """Whether the sheet, or the column of its table, is of what is counted: by a name that both texts print."""
    named = _names(each.entity or each.document.title)
    heads = _names(one.document.title) | _names(one.text) | coded(count.quote)
    return bool(named & heads) and named <= index.words[one.document.document_id] | heads


def _names(text: str) -> frozenset[str]:
    return frozenset(word for word in coded(text) if not word[0].isdigit())


def _counted_there(each: Fact, count: Fact, pool: Sequence[Fact]) -> bool:
    """Whether the sheet counts such things itself: then its values may be those of all of them."""
    lines = (other for other in pool if other.document is each.document and other.sentence is None and other.count)
    return any(other.of & count.of and other.middle > 1 for other in lines)


def _meets(one: Fact, given: Given) -> bool:
    binary = (by for power in BINARY for by in (power, 1 / power)) if one.dims == KINDS["size"] else ()
    return close(one, given.value, ROUGH) or any(close(one, given.value * by) for by in binary)
