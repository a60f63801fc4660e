"""Which addresses are public, in every disguise."""

import pytest

from tieout.capture.addresses import allowed

PUBLIC = ["1.1.1.1", "93.184.216.34", "2606:4700:4700::1111", "::ffff:1.1.1.1", "64:ff9b::101:101", "2002:101:101::1"]
LOCAL = ["127.0.0.1", "127.255.255.254", "10.1.2.3", "172.16.0.1", "192.168.0.1", "::1", "fd00::1", "::ffff:10.0.0.1"]
NEVER = [
    "0.0.0.0",  # noqa: S104
    "169.254.169.254",
    "224.0.0.1",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "ff02::1",
    "::ffff:169.254.169.254",
    "64:ff9b::a9fe:a9fe",
    "2002:a9fe:a9fe::1",
    "100.64.0.1",
    "not an address",
    "",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_public_addresses_are_allowed(address: str) -> None:
    assert allowed(address, local=False)
    assert allowed(address, local=True)


@pytest.mark.parametrize("address", [*LOCAL, "64:ff9b::7f00:1", "2002:7f00:1::", "::127.0.0.1"])
def test_private_addresses_are_for_local_sources(address: str) -> None:
    assert not allowed(address, local=False)
    assert allowed(address, local=True)


@pytest.mark.parametrize("address", NEVER)
def test_some_are_never_allowed(address: str) -> None:
    assert not allowed(address, local=False)
    assert not allowed(address, local=True)
