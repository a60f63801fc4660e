"""Units: how many base units one is, and of what. The base units are s, byte, byte/s, flop/s, W, J and 1.

schemas/vocabulary/units.yml answers for the units that vendors print; what it does not list ("nJ", "images/min") is
asked of pint, with the counted nouns of schemas/units.txt. Tests prove every number of units.yml against pint, so that
the commands need not load it (docs/decisions/0003-units.md).
"""

import re
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from schemas.names import vocabulary

if TYPE_CHECKING:
    import pint

DEFINITIONS = Path(__file__).with_suffix(".txt")
# By pint's root units with their powers. Sizes must be told from shares: to pint a bit has no dimension.
_DIMENSIONS = {
    "second": "time",
    "bit": "size",
    "bit second^-1": "bandwidth",
    "flop second^-1": "compute",
    "int_op second^-1": "compute",
    "gram meter^2 second^-3": "power",
    "gram meter^2 second^-2": "energy",
    "ampere": "current",
    "level_step": "level",
    "cpu_cycle": "cycles",
    "bit^-1 cpu_cycle": "cycles",
    "gpu second": "machine_time",
    "": "share",
    "x": "share",
}
_BASES = {
    "time": "second",
    "size": "byte",
    "bandwidth": "byte / second",
    "compute": "flop / second",
    "power": "watt",
    "energy": "joule",
    "share": "x",
}
# Document text reaches pint through here only: no digits or operators, which its parser would compute.
_PLAIN = re.compile(r"[^\W\d_]+(?:/[^\W\d_]+){0,2}|%")
_NOT_NOUNS = frozenset({"gram", "meter", "kelvin", "ampere", "mole", "candela", "radian", "bit", "flop", "int_op"})


@cache
def scale(unit: str) -> Decimal | None:
    """How many base units of its dimension one `unit` is; None when it has none or is not known."""
    entry = vocabulary().resolve("units", unit)
    if entry and entry.text("dimension") != "rate":
        printed = entry.text("scale")
        return Decimal(printed) if printed else None
    return pint_scale(unit)


# What pint raises for dBm, Np and degC/s, logarithms and offsets: as a word behind a number any may stand in a page.
_NO_UNIT = (TypeError, ArithmeticError, AttributeError)


@cache
def dimension(unit: str) -> str:
    """What `unit` measures: time, size, bandwidth, compute, power, energy, share, cycles or rate; "" when not known."""
    entry = vocabulary().resolve("units", unit)
    return entry.text("dimension") if entry else pint_dimension(unit)


def pint_scale(unit: str) -> Decimal | None:
    """What pint says of `scale`; None where pint has no way from the unit to our base unit."""
    import pint

    quantity, base = _quantity(unit), _BASES.get(pint_dimension(unit), "")
    if quantity is None or not pint_dimension(unit):
        return None
    try:
        return Decimal((quantity.to(base) if base else quantity.to_root_units()).magnitude)
    except (pint.DimensionalityError, *_NO_UNIT):  # TOPS are no TFLOPS
        return None


def pint_dimension(unit: str) -> str:
    """What pint says of `dimension`."""
    quantity = _quantity(unit)
    if quantity is None:
        return ""
    try:
        powers = {name: int(float(str(power))) for name, power in quantity.to_root_units().unit_items()}
    except _NO_UNIT:
        return ""
    # kg is pint's base unit, g its root; whichever comes must read alike.
    parts = sorted((name.removeprefix("kilo"), power) for name, power in powers.items())
    known = _DIMENSIONS.get(" ".join(name if power == 1 else f"{name}^{power}" for name, power in parts))
    return known if known is not None else _rate(powers)


def _rate(powers: dict[str, int]) -> str:
    """A counted noun per time, or that for each of another noun (tokens/s/user)."""
    nouns = [name for name, power in powers.items() if power == 1 and name not in _NOT_NOUNS]
    return "rate" if powers.get("second") == -1 and len(nouns) == 1 and len(powers) <= 3 else ""


def _quantity(unit: str) -> "pint.Quantity[Any] | None":
    import pint

    entry = vocabulary().resolve("units", unit)
    written = entry.text("pint") or entry.name if entry else unit
    if not (entry or _PLAIN.fullmatch(written)):
        return None
    try:
        quantity: pint.Quantity[Any] = registry().Quantity(written)
    except (pint.UndefinedUnitError, pint.DefinitionSyntaxError, ValueError, *_NO_UNIT):
        return None
    return quantity


@cache
def registry() -> "pint.UnitRegistry[Any]":
    """A pint registry with the units of this domain, computing in decimals."""
    import pint

    made: pint.UnitRegistry[Any] = pint.UnitRegistry(non_int_type=Decimal)
    made.load_definitions(str(DEFINITIONS))
    return made
