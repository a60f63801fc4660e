"""Units: the numbers of units.yml against pint, and what only pint knows."""

import subprocess
import sys
from contextlib import suppress
from decimal import Decimal
from typing import Any

import pytest
from pint import UndefinedUnitError

from schemas.names import Entry, vocabulary
from schemas.units import dimension, pint_dimension, pint_scale, registry, scale

UNITS = list(vocabulary().entries("units"))


@pytest.mark.parametrize("entry", UNITS, ids=lambda entry: entry.name)
def test_the_vocabulary_says_what_pint_says(entry: Entry) -> None:
    assert pint_dimension(entry.name) == entry.text("dimension")
    if entry.text("scale"):
        assert pint_scale(entry.name) == Decimal(entry.text("scale"))


@pytest.mark.parametrize("entry", UNITS, ids=lambda entry: entry.name)
def test_an_alias_that_pint_can_read_means_what_its_entry_means(entry: Entry) -> None:
    if entry.text("pint"):
        return  # pint reads the name otherwise: its month is 365.25 / 12 days
    written: Any = registry().Quantity(entry.name)
    for alias in (one for one in entry.aliases if one.replace("/", "").isalpha()):
        with suppress(UndefinedUnitError):
            quantity: Any = registry().Quantity(alias)
            assert quantity == written or not quantity.is_compatible_with(written), alias


@pytest.mark.parametrize(
    ("unit", "of", "base"),
    [
        pytest.param("ms", "time", "0.001", id="a unit of the vocabulary"),
        pytest.param("msec", "time", "0.001", id="by an alias"),
        pytest.param("Gbit/s", "bandwidth", "125000000", id="eight bits are a byte"),
        pytest.param("%", "share", "0.01", id="a share"),
        pytest.param("x", "share", "1", id="a factor"),
        pytest.param("nJ", "energy", "0.000000001", id="a prefix that the vocabulary does not list"),
        pytest.param("ZFLOPS", "compute", "1E+21", id="a prefix before a unit of our own"),
        pytest.param("images/s", "rate", "1", id="a rate of the vocabulary"),
        pytest.param("sequences/ms", "rate", "1000", id="a noun of the domain per time"),
        pytest.param("tokens/s/user", "rate", "1", id="a rate for each of another noun"),
    ],
)
def test_scale_and_dimension(unit: str, of: str, base: str) -> None:
    assert dimension(unit) == of
    assert scale(unit) == Decimal(base)


def test_a_rate_per_minute_is_a_sixtieth() -> None:
    rate = scale("queries/minute")
    assert rate is not None
    assert abs(rate * 60 - 1) < Decimal("1e-20")


@pytest.mark.parametrize("unit", ["", "zorkmids", "m/s", "2**9**9", "ms*1e9", "images//s", "kg", "/s", "a b"])
def test_what_is_no_unit_of_ours_has_neither(unit: str) -> None:
    assert (dimension(unit), scale(unit)) == ("", None)


def test_integer_operations_are_not_turned_into_floating_point_ones() -> None:
    assert (dimension("TOPS"), scale("TOPS"), pint_scale("TOPS")) == ("compute", None, None)


def test_units_of_the_vocabulary_do_not_load_pint() -> None:
    code = "from schemas.units import scale; assert scale('GB/s'); import sys; sys.exit('pint' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
