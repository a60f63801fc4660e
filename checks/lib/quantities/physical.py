"""Units of physics and of money by rule: a prefix before a base unit, and one unit over another ("Wh/km", "l/100 km").

The vocabulary lists what vendors of computers print. What a vehicle, a pump or a laboratory is measured in follows from
prefixes and division, and would make a list that never ends.
"""

import re
from decimal import Decimal
from functools import lru_cache

_PREFIXES = {"": 0, "k": 3, "M": 6, "G": 9, "T": 12, "m": -3, "µ": -6, "μ": -6, "u": -6, "n": -9, "p": -12, "c": -2,
             "d": -1, "h": 2}  # fmt: skip
_LONG = {"kilo": 3, "mega": 6, "giga": 9, "milli": -3, "micro": -6, "nano": -9, "centi": -2, "deci": -1, "hecto": 2}
# Symbol: what it measures and how many base units (m, g, l, V, Hz, Pa, mol) one is, with its prefixes.
_SYMBOLS = {
    "m": ("length", "1", "kcdmµμun"), "g": ("mass", "1", "kmµμun"), "t": ("mass", "1e6", "k"),
    "l": ("volume", "1", "mcdhµμ"), "L": ("volume", "1", "mdµμ"), "V": ("voltage", "1", "kmµμ"),
    "Hz": ("frequency", "1", "kMGTm"), "Pa": ("pressure", "1", "kMhm"), "bar": ("pressure", "1e5", "m"),
    "N": ("force", "1", "kMm"), "mol": ("amount", "1", "mµμnk"), "Ah": ("charge", "3600", "mk"),
    "°C": ("temperature", "1", ""), "lm": ("light", "1", "k"), "A": ("current", "1", "k"),
    "J": ("energy", "1", "GT"), "Wh": ("energy", "3600", "m"), "W": ("power", "1", "G"), "ha": ("area", "1e4", ""),
    "m²": ("area", "1", "kcm"), "m2": ("area", "1", "k"), "m³": ("volume", "1000", ""), "m3": ("volume", "1000", ""),
    "mi": ("length", "1609.344", ""), "ft": ("length", "0.3048", ""), "lb": ("mass", "453.59237", ""),
    "psi": ("pressure", "6894.757", ""), "gal": ("volume", "3.785412", ""), "EB": ("size", "1e18", ""),
    "kbit": ("size", "125", ""), "Mbit": ("size", "125e3", ""), "Gbit": ("size", "125e6", ""),
    "Tbit": ("size", "125e9", ""),
}  # fmt: skip
# A bit without a prefix is what a key or a bus is wide: no size.
_WORDS = {
    "metre": ("length", "1"), "meter": ("length", "1"), "gram": ("mass", "1"), "gramme": ("mass", "1"),
    "kilo": ("mass", "1e3"),
    "tonne": ("mass", "1e6"), "litre": ("volume", "1"), "liter": ("volume", "1"), "volt": ("voltage", "1"),
    "hertz": ("frequency", "1"), "pascal": ("pressure", "1"), "mole": ("amount", "1"), "mile": ("length", "1609.344"),
    "foot": ("length", "0.3048"), "feet": ("length", "0.3048"), "hectare": ("area", "1e4"), "newton": ("force", "1"),
    "gallon": ("volume", "3.785412"), "cubic metre": ("volume", "1000"), "cubic meter": ("volume", "1000"),
    "square metre": ("area", "1"), "square meter": ("area", "1"), "ampere": ("current", "1"), "amp": ("current", "1"),
    "exabyte": ("size", "1e18"), "kilobit": ("size", "125"), "megabit": ("size", "125e3"),
    "gigabit": ("size", "125e6"), "terabit": ("size", "125e9"),
}  # fmt: skip
_CENT = re.compile(r"cents?|ct|¢|pence|öre|rappen", re.IGNORECASE)
_OVER = re.compile(
    r"(?P<left>.+)\s?(?:/|\bper\b|\ba\b|\bfor (?:each|every)\b|\beach\b|\bevery\b)\s?"
    r"(?:(?P<n>10|100|1,000|1000|thousand|hundred|million)\s)?(?P<by>[^/]+)"
)
MANY = {"10": 1, "hundred": 2, "100": 2, "1,000": 3, "1000": 3, "thousand": 3, "million": 6}


@lru_cache(maxsize=8192)
def physical(text: str) -> tuple[str, Decimal] | None:
    """What a plain unit measures and how many base units it is: ("length", 1000) of "km"; None when it is none."""
    if _CENT.fullmatch(text):
        return "price", Decimal("0.01")
    for symbol, (kind, scale, prefixes) in _SYMBOLS.items():
        prefix = text.removesuffix(symbol)
        if prefix != text and (not prefix or prefix in prefixes):
            powers = {"m²": 2, "m2": 2}.get(symbol, 1)
            return kind, Decimal(scale).scaleb(_PREFIXES[prefix] * powers)
    # "Gigabit 79.90" is the name of a tariff.
    return None if text[:1].isupper() and text.lower().endswith("bit") else _spelled(text.lower())


def _spelled(text: str) -> tuple[str, Decimal] | None:
    for word in (text, text.removesuffix("s")):
        if word in _WORDS:
            kind, scale = _WORDS[word]
            return kind, Decimal(scale)
        prefix = next((one for one in _LONG if word.startswith(one)), "")
        if prefix and (rest := _WORDS.get(word.removeprefix(prefix))):
            return rest[0], Decimal(rest[1]).scaleb(_LONG[prefix])
    return None


def over(text: str) -> tuple[str, Decimal, str] | None:
    """A unit over another: what is divided, how many of what it is divided by, and by what: "l/100 km"."""
    match = _OVER.fullmatch(text)
    if match is None:
        return None
    return match["left"], Decimal(10) ** MANY.get(match["n"] or "", 0), match["by"]
