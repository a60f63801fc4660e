"""Servers that lie, stall, flood and misdirect: each ends in the right outcome, within its limits, and is recorded."""

import gzip
import itertools
import json
import time
from pathlib import Path

import pytest

from tests.tieout.capture.servers import PAGE, Internet, Send, Site, Visit, peak_memory, redirect
from tieout.capture.pacing import Pacing
from tieout.capture.record import Attempt

URL = "http://vendor.test/results"
ONCE = Pacing(tries=1)


@pytest.fixture
def site(internet: Internet) -> Site:
    internet.pacing = ONCE
    return internet.site("vendor.test")


def failed(internet: Internet, url: str = URL) -> Attempt:
    """An attempt that fails, leaves no bytes, and says so in the one receipt that it leaves."""
    done = internet.capture(internet.source(url))
    assert done.receipt
    assert done.receipt.outcome == "failed", done.receipt
    kept = sorted(path.name for path in (internet.root / "raw" / "page").iterdir() if path.name != ".lock")
    assert kept == [done.receipt_name]
    assert json.loads((internet.root / "raw" / "page" / kept[0]).read_text())["reason"] == done.receipt.reason
    return done


def test_a_good_page_is_captured_with_all_that_is_known_of_it(internet: Internet, site: Site) -> None:
    site.page("/results", etag='"v1"')
    done = internet.capture(internet.source(URL))
    assert done.receipt
    receipt = done.receipt
    assert (receipt.outcome, receipt.status, receipt.tries, receipt.n_bytes) == ("new", 200, 1, len(PAGE))
    assert receipt.address == "1.1.1.1"
    assert receipt.validators == {"etag": '"v1"'}
    assert (receipt.charset, receipt.charset_from, receipt.sniffed_type) == ("utf-8", "header", "text/html")
    assert receipt.measures.title == "Results"
    assert (internet.root / "raw" / "page" / done.capture).read_bytes() == PAGE
    agent = site.visits("/results")[0].headers["user-agent"]
    assert agent.startswith("tieout/")
    assert "audit@example.org" in agent


def test_a_slow_drip_ends_at_the_total_time(internet: Internet, site: Site) -> None:
    def drip(_visit: Visit, send: Send) -> None:
        send(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
        for _ in range(200):
            send(b"x")
            time.sleep(0.05)

    internet.limits = internet.limits.__class__(total_s=0.5, step_s=0.3)
    site.on("/results", drip)
    done = failed(internet)
    assert "took too long in total" in done.reason
    assert done.receipt
    assert done.receipt.truncated


def test_headers_that_drip_end_at_the_total_time(internet: Internet, site: Site) -> None:
    def drip(_visit: Visit, send: Send) -> None:
        send(b"HTTP/1.1 200 OK\r\n")
        for number in range(200):
            send(f"X-{number}: y\r\n".encode())
            time.sleep(0.05)

    internet.limits = internet.limits.__class__(total_s=0.5, step_s=0.3)
    site.on("/results", drip)
    assert "took too long in total" in failed(internet).reason


def test_silence_ends_after_a_while(internet: Internet, site: Site) -> None:
    internet.limits = internet.limits.__class__(total_s=5, step_s=0.2)
    site.on("/results", lambda _visit, _send: time.sleep(1))
    assert "nothing was heard" in failed(internet).reason


def test_an_endless_body_ends_at_the_limit_on_the_wire(internet: Internet, site: Site) -> None:
    sent = []

    def endless(_visit: Visit, send: Send) -> None:
        send(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in itertools.count():
            send(b"4000\r\n" + b"x" * 0x4000 + b"\r\n")
            sent.append(0x4000)

    site.on("/results", endless)
    assert "more than 200,000 bytes on the wire" in failed(internet).reason
    assert sum(sent) < 20_000_000  # what the sockets between us held, and no more


def test_an_announced_flood_is_not_even_begun(internet: Internet, site: Site) -> None:
    site.on("/results", b"HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\nx")
    assert "99,999,999,999 bytes are announced" in failed(internet).reason


def bomb(layers: int = 1) -> bytes:
    data = b"\0" * 50_000_000
    for _ in range(layers):
        data = gzip.compress(data, 9)
    return data


def test_a_gzip_bomb_ends_at_its_ratio_and_takes_no_memory(internet: Internet, site: Site) -> None:
    internet.limits = internet.limits.__class__(wire_bytes=20_000_000, decoded_bytes=30_000_000)
    site.page("/results", bomb(), content_encoding="gzip")
    with peak_memory() as peak:
        done = failed(internet)
        assert peak() < 30_000_000
    assert "inflates more than 200 times" in done.reason


def test_a_gentler_bomb_ends_at_the_limit_on_decoded_bytes(internet: Internet, site: Site) -> None:
    rows = "".join(f"<tr><td>{number}<td>{number * 7919 % 100003}" for number in range(60_000)).encode()
    internet.limits = internet.limits.__class__(wire_bytes=2_000_000, decoded_bytes=500_000)
    site.page("/results", gzip.compress(rows), content_encoding="gzip")
    assert "more than 500,000 bytes once decoded" in failed(internet).reason


@pytest.mark.parametrize(
    ("encoding", "body", "said"),
    [
        ("br", PAGE, "which was not asked for"),
        ("gzip, gzip", bomb(2), "which was not asked for"),
        ("gzip", PAGE, "declared as gzip and is none"),
        ("gzip", gzip.compress(PAGE)[:-12], "ends too early"),
    ],
    ids=["not asked for", "twice", "declared only", "cut off"],  # compressed bytes hold the time of day
)
def test_what_is_not_encoded_as_we_asked_is_refused(
    internet: Internet, site: Site, encoding: str, body: bytes, said: str
) -> None:
    site.page("/results", body, content_encoding=encoding)
    assert said in failed(internet).reason


def test_gzip_of_several_members_is_read_whole(internet: Internet, site: Site) -> None:
    site.page("/results", gzip.compress(PAGE[:40]) + gzip.compress(PAGE[40:]), content_encoding="gzip")
    done = internet.capture(internet.source(URL))
    assert (internet.root / "raw" / "page" / done.capture).read_bytes() == PAGE
    assert done.receipt
    assert done.receipt.wire_bytes != done.receipt.n_bytes == len(PAGE)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nshort", "breaks HTTP"),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n", "breaks HTTP"),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 9\r\n\r\nshort", "breaks HTTP"),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "breaks HTTP"),
        (b"", "breaks HTTP"),
        (b"HTTP/1.1 200 OK\r\n" + b"X: " + b"y" * 200_000 + b"\r\n\r\n", "breaks HTTP"),
    ],
    ids=["short", "chunk missing", "two lengths", "not http", "nothing", "endless header"],
)
def test_what_breaks_http_is_a_failure(internet: Internet, site: Site, raw: bytes, said: str) -> None:
    def once(_: Visit, send: Send) -> None:
        send(raw)
        raise OSError  # and the connection is closed

    site.on("/results", once)
    assert said in failed(internet).reason


def test_a_redirect_loop_ends_after_five(internet: Internet, site: Site) -> None:
    site.on("/results", redirect("/b"))
    site.on("/b", redirect("http://vendor.test/results"))
    done = failed(internet)
    assert "more than 5 redirects" in done.reason
    assert done.receipt
    assert [one.status for one in done.receipt.redirects] == [302] * 6
    assert len(site.visits("/results")) + len(site.visits("/b")) == 6


def test_redirects_are_followed_and_written_down(internet: Internet, site: Site) -> None:
    other = internet.site("www.vendor.test")
    site.on("/results", redirect("//www.vendor.test/new?x=1#part", "301 Moved Permanently"))
    other.page("/new?x=1")
    done = internet.capture(internet.source(URL))
    assert done.receipt
    assert done.receipt.outcome == "new"
    assert done.receipt.final_url == "http://www.vendor.test/new?x=1"
    assert [(one.status, one.url) for one in done.receipt.redirects] == [(301, "http://www.vendor.test/new?x=1")]
    assert (done.receipt.address, done.receipt.redirects[0].address) == ("1.1.1.1", "1.1.1.2")


PRIVATE = ["127.0.0.1", "[::1]", "10.0.0.8", "192.168.1.1", "169.254.169.254", "0.0.0.0", "[::ffff:127.0.0.1]"]  # noqa: S104


@pytest.mark.parametrize("host", [*PRIVATE, "2130706433", "0x7f.1", "inside.test"])
def test_a_redirect_to_a_private_address_is_not_followed(internet: Internet, site: Site, host: str) -> None:
    inside = internet.bare()
    inside.page("/secret")
    internet.dns |= {"inside.test": ["127.0.0.1"], "2130706433": ["127.0.0.1"], "0x7f.1": ["127.0.0.1"]}
    internet.dns |= {"::1": ["::1"], "::ffff:127.0.0.1": ["::ffff:127.0.0.1"]}
    site.on("/results", redirect(f"http://{host}:{inside.port}/secret"))
    done = failed(internet)
    assert "no public address" in done.reason
    assert done.receipt
    assert len(done.receipt.redirects) == 1
    assert inside.log == []


def test_a_source_on_a_private_address_is_refused_unless_it_is_local(internet: Internet) -> None:
    inside = internet.bare()
    inside.page("/results")
    url = f"http://127.0.0.1:{inside.port}/results"
    assert "no public address" in failed(internet, url).reason
    assert inside.log == []
    done = internet.capture(internet.source(url, local=True))
    assert done.outcome == "new"


def test_a_local_source_leads_to_no_other_private_host(internet: Internet) -> None:
    near, inside = internet.bare(), internet.bare()
    internet.pacing = ONCE
    internet.dns |= {"near.test": ["127.0.0.1"], "inside.test": ["127.0.0.1"]}
    near.on("/results", redirect(f"http://inside.test:{inside.port}/secret"))
    done = internet.capture(internet.source(f"http://near.test:{near.port}/results", local=True))
    assert "'inside.test' leads to 127.0.0.1" in done.reason
    assert inside.log == []


def test_one_private_address_among_public_ones_condemns_the_name(internet: Internet, site: Site) -> None:
    site.page("/results")
    internet.dns["vendor.test"] = ["1.1.1.1", "10.0.0.1"]
    assert "leads to 10.0.0.1" in failed(internet).reason
    assert site.log == []


def test_a_name_that_changes_its_answer_is_asked_once_a_connection(internet: Internet, site: Site) -> None:
    """DNS rebinding: public when checked, private when connected to. There is no second look-up to be fooled."""
    inside = internet.bare()
    answers = itertools.chain([["1.1.1.1"]], itertools.repeat(["127.0.0.1"]))
    internet.dns["vendor.test"] = lambda: next(answers)
    site.page("/results")
    assert internet.capture(internet.source(URL)).outcome == "new"  # robots.txt and page over the one connection
    assert internet.asked == ["vendor.test"]
    again = internet.capture(internet.source(URL), full=True)  # another process asks anew, and is refused
    assert "leads to 127.0.0.1" in again.reason
    assert inside.log == []


@pytest.mark.parametrize(
    ("location", "said"),
    [
        ("file:///etc/passwd", "no web address"),
        ("javascript:alert(1)", "no web address"),
        ("http://[", "no web address"),
        ("http://user:pw@vendor.test/", "a user name or password"),
        ("gopher://vendor.test/", "no web address"),
    ],
)
def test_a_redirect_to_no_web_address_is_refused(internet: Internet, site: Site, location: str, said: str) -> None:
    site.on("/results", redirect(location))
    done = failed(internet)
    assert said in done.reason
    assert "pw" not in json.dumps(done.receipt.response_headers) if done.receipt else False


@pytest.mark.parametrize("status", ["204 No Content", "206 Partial Content", "404 Not Found", "501 Not Implemented"])
def test_a_status_without_a_page_is_a_failure_asked_for_once(internet: Internet, site: Site, status: str) -> None:
    internet.pacing = Pacing()
    site.page("/results", b"" if status.startswith("204") else b"part", status)
    assert f"the site answers {status[:3]}" in failed(internet).reason
    assert len(site.visits("/results")) == 1


@pytest.mark.parametrize("status", ["401 Unauthorized", "403 Forbidden", "451 Unavailable For Legal Reasons"])
def test_a_site_that_wants_no_machine_is_recorded_as_blocked(internet: Internet, site: Site, status: str) -> None:
    site.page("/results", b"no", status)
    done = internet.capture(internet.source(URL))
    assert done.outcome == "blocked"
    assert len(site.visits("/results")) == 1


def test_an_endless_error_page_is_not_read(internet: Internet, site: Site) -> None:
    def endless(_visit: Visit, send: Send) -> None:
        send(b"HTTP/1.1 404 Not Found\r\nTransfer-Encoding: chunked\r\n\r\n")
        for _ in itertools.count():
            send(b"4000\r\n" + b"x" * 0x4000 + b"\r\n")

    site.on("/results", endless)
    assert "answers 404" in failed(internet).reason


def test_nobody_there_is_a_failure(internet: Internet) -> None:
    internet.pacing = ONCE
    listener = internet.bare()
    listener.closing.set()
    internet.dns["vendor.test"], internet.routes["1.1.1.9"] = ["1.1.1.9"], 1
    done = internet.capture(internet.source(URL))
    assert done.outcome == "blocked_robots"  # whether it may be asked could not be found out
    assert "could not be read" in done.reason


def test_a_name_that_does_not_exist_is_said_so(internet: Internet) -> None:
    done = internet.capture(internet.source("http://gone.test/"))
    assert "'gone.test' does not resolve" in done.reason


@pytest.mark.parametrize(
    ("declared", "body", "outcome"),
    [
        ("text/html; charset=iso-8859-1", PAGE.replace(b"17x", "17× ".encode()), "new"),
        ("text/html; charset=utf-8", PAGE.replace(b"17x", b"17\xd7"), "soft_error"),
        ("text/html; charset=martian", PAGE, "new"),
        ("text/html; charset=hex", PAGE, "new"),
        ("application/pdf", PAGE, "new"),
        ("text/html", b"\x89PNG\r\n\x1a\n\0\0\0", "soft_error"),
    ],
    ids=["utf-8 said to be latin-1", "latin-1 said to be utf-8", "unknown", "no text codec", "html as pdf", "picture"],
)
def test_a_charset_or_type_that_lies_is_found_out(
    internet: Internet, site: Site, declared: str, body: bytes, outcome: str
) -> None:
    site.page("/results", body, content_type=declared)
    done = internet.capture(internet.source(URL, parser="html_post"))
    assert done.receipt
    assert done.receipt.outcome == outcome, done.reason
    assert done.receipt.declared_type == declared
    if outcome == "new":
        assert done.receipt.charset == "utf-8"
        assert done.capture.endswith(".html")


def test_a_page_of_ten_thousand_elements_within_each_other_is_looked_at(internet: Internet, site: Site) -> None:
    site.page("/results", b"<!doctype html><title>Deep</title>" + b"<div>" * 10_000 + b"17x")
    done = internet.capture(internet.source(URL))
    assert done.outcome in {"new", "soft_error"}


def test_nothing_is_left_half_written(internet: Internet, site: Site, tmp_path: Path) -> None:
    site.page("/results")
    internet.capture(internet.source(URL))
    assert not list(tmp_path.rglob(".tmp-*"))
