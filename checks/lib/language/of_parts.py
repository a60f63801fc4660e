"""Which words name the same parts: what fills a place is as many as the places, 36 bays hold 36 drives."""

from itertools import chain

from checks.lib.language.tokens import root

_PLACES = (
    ("bay", "drive", "disk", "slot", "ssd"),
    ("slot", "dimm", "module"),
    ("slot", "cartridge", "tape"),
    ("socket", "cpu", "processor"),
    ("cell", "pack"),
    ("accelerator", "gpu", "tpu", "npu", "chip"),
)
_ALIKE = {
    root(word): frozenset(root(other) for some in _PLACES if word in some for other in some) for word in chain(*_PLACES)
}


def same_parts(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """The parts of one that the other names, or that fill or hold those of the other: modules for slots."""
    return frozenset(word for word in one if word in other or _ALIKE.get(word, frozenset()) & other)
