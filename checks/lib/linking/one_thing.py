"""Whether two slices of tables are of one product or size, by what they are called and the titles over them."""

import re

from checks.lib.columns.slices import Slice, things
from checks.lib.labels.about import Index
from checks.lib.language.tokens import coded, names


def one_thing(one: Slice, other: Slice, index: Index) -> bool:
    """Whether two slices are of one product or size: each is called what the other, or what is over it, says."""
    if not (one.names <= other.said and other.names <= one.said):
        return False
    return _known(one, other, index) and _known(other, one, index) and bool(_shared_name(one, other))


def _known(one: Slice, other: Slice, index: Index) -> bool:
    """Whether the other document says each name over a slice that its titles alone name; of others, the codes."""
    if not _plain(one):
        return True
    head, theirs = one.view.told.sheet.head, other.view.told.sheet.document
    if not one.names and not _plain(other):
        # A maker before it need not be said again: "Stratus 7564-E" is their "7564-E", "7564-E Pro" is not.
        head = " | ".join(_from(part, _codes(other.thing)) for part in head.split(" | "))
    told = names(head, title=True) if not one.names else coded(head)
    missing = {word for word in told - index.words[theirs.document_id] if things(word)}
    if missing:
        return False
    text = theirs.text.lower()
    return all(code in text for code in _codes(head))


def _from(title: str, codes: frozenset[str]) -> str:
    """A title from the first of some codes on; all of it where it says none."""
    found = [at for code in codes if (at := title.lower().find(code)) >= 0]
    return title[min(found, default=0) :]


def _plain(one: Slice) -> bool:
    """Whether its name is no product's: "", "2 TB", "Base"."""
    return not _codes(one.thing)


def _codes(text: str) -> frozenset[str]:
    """Names with digits, in one piece: "7564-e", "p7", not sizes."""
    return frozenset(one for one in things(text) if re.search(r"[a-z]", one) and re.search(r"\d", one)) - frozenset(
        one for one in things(text) if re.fullmatch(r"[\d.,]+(?:[kmgtp]i?b|k?w|mw|[gm]hz|gb/s|gbps|mm|in)", one)
    )


def _shared_name(one: Slice, other: Slice) -> frozenset[str]:
    """The names that both say of what they are of."""
    mine, theirs = (
        names(f"{each.view.told.sheet.head} | {each.thing}", title=True) | _codes(each.thing) for each in (one, other)
    )
    return frozenset(
        word
        for word in (mine & theirs)
        | (one.names & _codes(other.view.told.sheet.head))
        | (other.names & _codes(one.view.told.sheet.head))
        if things(word)
    )
