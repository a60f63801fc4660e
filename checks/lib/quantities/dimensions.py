"""Dimensions of printed quantities: what they count and what that is divided by."""

import re
from decimal import Decimal
from functools import lru_cache

from checks.lib.language.tokens import root
from schemas.names import Entry, Vocabulary

Dims = frozenset[tuple[str, int]]

KINDS: dict[str, Dims] = {
    "time": frozenset({("time", 1)}),
    "size": frozenset({("size", 1)}),
    "energy": frozenset({("energy", 1)}),
    "power": frozenset({("energy", 1), ("time", -1)}),
    "bandwidth": frozenset({("size", 1), ("time", -1)}),
    "compute": frozenset({("flop", 1), ("time", -1)}),
}
for _kind in ("length", "mass", "volume", "area", "voltage", "current", "pressure", "force", "amount", "temperature",
              "light"):  # fmt: skip
    KINDS[_kind] = frozenset({(_kind, 1)})
KINDS["charge"] = frozenset({("current", 1), ("time", 1)})
PRICE: Dims = frozenset({("price", 1)})
PER_TIME: Dims = frozenset({("time", -1)})
# Roots of what runs: their hours are machine hours.
MACHINES = frozenset(
    "gpu accelerat chip card tpu npu devic cor nod h100 h200 a100 b200 cpu machin serv".split()
)  # roots
# What is measured; all other names are of things that are counted.
MEASURED = frozenset(name for dims in KINDS.values() for name, _ in dims) | {
    "price",
    "machine",
    "frequency",
    "percent",
}
# What is short for what; both are printed in one sentence.
_SHORT = {"op": "operation", "ops": "operation", "reqs": "request", "req": "request", "msgs": "message",
          "calls": "call", "imgs": "image", "toks": "token", "tok": "token"}  # fmt: skip
_NAMED_RATE = re.compile(r"(?:(?P<n>\d+e\d+) )?(?P<of>[a-z]+) / (?P<by>[a-z]+)")  # as units.yml writes it for pint
_YEAR = Decimal(31557600)


@lru_cache(maxsize=65536)  # the same few pairs, millions of times
def times(left: Dims, right: Dims, sign: int = 1) -> Dims:
    """The dimensions of a product, or of a quotient where `sign` is -1."""
    found = dict(left)
    for name, power in right:
        found[name] = found.get(name, 0) + sign * power
    return frozenset((name, power) for name, power in found.items() if power)


def things(dims: Dims) -> list[str]:
    """The nouns of what is counted in dimensions."""
    return sorted(name for name, _ in dims if name not in MEASURED)


def dims_of_kind(kind: str) -> Dims:
    """The dimensions of a kind of amount: those of "energy/length" are energy over length."""
    first, *rest = kind.split("/")
    found = KINDS.get(first, frozenset({(first, 1)}))
    for one in rest:
        found = times(found, KINDS.get(one, frozenset({(one, 1)})), -1)
    return found


def noun(word: str) -> str:
    """The root under which a counted thing is known."""
    plain = _SHORT.get(word.lower(), word.lower())
    if plain.endswith("ies"):
        return root(plain)  # else "queries" and "query" were two things
    return root(plain.removesuffix("es") if plain.endswith(("xes", "ches")) else plain.removesuffix("s"))


def unit(text: str, vocabulary: Vocabulary) -> tuple[Dims, Decimal] | None:
    """A unit as dimensions, and how many base units one of it is; None when it is none."""
    entry = vocabulary.resolve("units", text)
    if entry is None:
        seconds = seconds_of(text, vocabulary)
        return (KINDS["time"], seconds) if seconds else None
    dimension = entry.text("dimension")
    if dimension in KINDS:
        return KINDS[dimension], Decimal(entry.text("scale") or 1)
    counted, by, many = named_rate(entry) or (*entry.name.partition("/")[::2], Decimal(1))
    seconds = seconds_of(by, vocabulary)
    if dimension == "rate" and seconds and "/" not in by:
        return frozenset({(noun(counted), 1), ("time", -1)}), many / seconds
    return None


def named_rate(entry: Entry) -> tuple[str, str, Decimal] | None:
    """What a rate with a name of its own counts, in which time, and how many of it: "Mpps" is millions of packets."""
    match = _NAMED_RATE.fullmatch(entry.text("pint"))
    return (match["of"], match["by"], Decimal(match["n"] or 1)) if match else None


def seconds_of(text: str, vocabulary: Vocabulary) -> Decimal | None:
    """Seconds in a unit of time; None when it is none."""
    if text in ("year", "years"):
        return _YEAR
    entry = vocabulary.resolve("units", text)
    return Decimal(entry.text("scale")) if entry and entry.text("dimension") == "time" else None
