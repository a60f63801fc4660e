"""What stands around a fact: a few sentences, its section, its document, and the rows that these name."""

import re
from collections.abc import Iterable, Iterator, Sequence

from checks.lib.labels.about import Index
from checks.lib.labels.sections import in_section
from checks.lib.language.tokens import every_root
from checks.lib.quantities.dimensions import things, times
from checks.lib.sums.pools import Pool
from checks.lib.telling.derived import Given
from checks.lib.telling.facts import Fact, in_one_list, said_before

_EACH = re.compile(r"\s(?:per|each)\s", re.IGNORECASE)
SENTENCES = 4  # a result's and three above it
MANY = 40  # facts of which every two are tried


def around(one: Fact, pool: Pool, index: Index) -> list[Fact]:
    """The facts of a fact's line or row, else those of its sentence and the few above, and of the rows these name."""
    if one.sentence is None:
        if one.entity:
            return [each for each in pool.own if each.entity == one.entity and each is not one]
        return [each for each in pool.own if each.sentence is None and not each.entity and each is not one][:MANY]
    near = above(one, pool.own)
    lines = named(said_before(one, index, SENTENCES - 1), pool)
    return _but(one, (*near, *lines, *_of_their_lists(lines, pool.own), *_completing(one, near, pool)))


def _of_their_lists(lines: Sequence[Fact], own: Sequence[Fact]) -> Iterator[Fact]:
    """The other lines of lists: of six lines above a sentence its last three alone would be near."""
    found = [one for one in lines if one.sentence is None and not one.entity]
    yield from (each for each in own if any(each.document is one.document and in_one_list(one, each) for one in found))


def _completing(one: Fact, near: Sequence[Fact], pool: Pool) -> Iterator[Fact]:
    """The only value for each thing that turns what is counted near a fact into it: queries a day, and their energy."""
    for dims in {times(one.dims, each.dims, -1) for each in near if each is not one and things(each.dims)}:
        found = [each for each in pool.far if each.dims == dims]
        if things(dims) and len(dims) > 1 and len({each.middle for each in found}) == 1:
            yield from found


def wider(one: Fact, pool: Pool) -> Iterator[list[Fact]]:
    """The same of its section with its lists, then of its whole document; tables only by the rows that are named."""
    plain = [each for each in pool.own if not each.entity]
    section = in_section(one.document, one.start, [each.start for each in plain])
    starts = sorted(each.start for each in one.document.blocks if each.kind == "heading")
    first = max((at for at in starts if at <= one.start), default=0)
    last = next((at for at in starts if at > one.start), len(one.document.text))
    for some, text in (
        ([each for each, here in zip(plain, section, strict=True) if here], one.document.text[first:last]),
        (plain, one.document.text),
    ):
        yield _but(one, (*some, *named(text, pool)))


def _but(one: Fact, found: Iterable[Fact]) -> list[Fact]:
    return [each for each in dict.fromkeys(found) if each is not one][:MANY]


def above(one: Fact, own: Sequence[Fact]) -> list[Fact]:
    """The facts of a result's sentence and of those above it in its section."""
    inside = in_section(one.document, one.start, [each.start for each in own])
    here = [each for each, near in zip(own, inside, strict=True) if near and each.sentence]
    starts = sorted({each.sentence.passage.start for each in here if each.sentence and each.start <= one.start})
    last = set(starts[-SENTENCES:])
    return [each for each in here if each.sentence and each.sentence.passage.start in last]


def named(texts: str, pool: Pool) -> list[Fact]:
    """The cells and lines of the rows that a text names; of several of one unit those named in full."""
    said = every_root(texts)
    found = [one for one in pool.far if one.sentence is None and _is_named(one, texts, said)]
    full = {one.dims for one in found if _label(one) in texts}
    return [one for one in found if one.dims not in full or _label(one) in texts]


def without_other_rows(one: Fact, given: Given, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """The facts without the rows beside one that a fact's sentence names in full: another model's price is not its."""
    rows = [each for each in given.of if each.sentence is None and _label(each) in one.text]
    return tuple(each for each in facts if not any(_beside(each, row) and _label(each) not in one.text for row in rows))


def _beside(one: Fact, row: Fact) -> bool:
    return one.sentence is None and one.document is row.document and one.dims == row.dims


def _label(one: Fact) -> str:
    return one.entity or _EACH.split(one.text.partition(":")[0])[0]


def _is_named(one: Fact, texts: str, said: frozenset[str]) -> bool:
    counted = one.of if one.number_end == one.end else frozenset[str]()  # "Cards: 1,024", and not "74 m of six stages"
    words = every_root(one.entity) if one.entity else one.loose or counted
    if not words or not words <= said:
        return False
    return not any(map(str.isdigit, one.entity)) or _in(one.entity, texts) or _label(one) in texts


def _in(entity: str, texts: str) -> bool:
    """Whether each part of a row's name is printed as it is: "Llama 8B, FP8", of "Llama 8B in FP8"."""
    return all(part in texts for part in entity.split(", "))
