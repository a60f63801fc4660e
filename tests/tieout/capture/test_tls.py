"""https: the certificate is that of the name, over a connection to the address that was checked."""

import ssl

import pytest
import trustme

from tests.tieout.capture.servers import PAGE, Internet
from tieout.capture.pacing import Pacing


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


def context(authority: trustme.CA, name: str, seen: list[str | None]) -> ssl.SSLContext:
    made = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(name).configure_cert(made)
    made.sni_callback = lambda _socket, asked, _context: seen.append(asked)
    return made


@pytest.fixture
def trusting(internet: Internet, authority: trustme.CA) -> Internet:
    internet.pacing = Pacing(tries=1)
    internet.tls = ssl.create_default_context()
    authority.configure_trust(internet.tls)
    return internet


def test_sni_and_host_are_the_name_and_not_the_address(trusting: Internet, authority: trustme.CA) -> None:
    asked: list[str | None] = []
    site = trusting.site("vendor.test", context(authority, "vendor.test", asked))
    site.page("/results")
    done = trusting.capture(trusting.source("https://vendor.test/results"))
    assert done.outcome == "new", done.reason
    assert asked == ["vendor.test"]  # one connection, kept
    assert {visit.headers["host"] for visit in site.log} == {"vendor.test"}
    assert done.receipt
    assert done.receipt.address == "1.1.1.1"


def test_a_certificate_for_another_name_is_refused(trusting: Internet, authority: trustme.CA) -> None:
    site = trusting.site("vendor.test", context(authority, "other.test", []))
    site.page("/results", PAGE)
    done = trusting.capture(trusting.source("https://vendor.test/results"))
    assert done.outcome in {"failed", "blocked_robots"}
    assert "certificate" in done.reason.lower()
    assert site.log == []


def test_an_unknown_authority_is_refused(trusting: Internet) -> None:
    site = trusting.site("vendor.test", context(trustme.CA(), "vendor.test", []))
    done = trusting.capture(trusting.source("https://vendor.test/results"))
    assert "certificate" in done.reason.lower()
    assert site.log == []
