"""robots.txt in all states, and what each lets us do."""

import time

import pytest

from tests.tieout.capture.servers import PAGE, Internet, Send, Site, Visit, redirect
from tieout.capture.pacing import Pacing
from tieout.capture.robots import LIMITS

URL = "http://vendor.test/results"


@pytest.fixture
def site(internet: Internet) -> Site:
    internet.pacing = Pacing(tries=1)
    found = internet.site("vendor.test")
    found.page("/results")
    return found


def rules(site: Site, text: str, status: str = "200 OK") -> None:
    site.page("/robots.txt", text.encode(), status, content_type="text/plain")


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("", "new"),
        ("User-agent: *\nDisallow: /\n", "blocked_robots"),
        ("User-agent: *\nDisallow: /\n\nUser-agent: tieout\nAllow: /\n", "new"),
        ("User-agent: tieout\nDisallow: /results\n", "blocked_robots"),
        ("User-agent: other\nDisallow: /\n", "new"),
        ("User-agent: *\nDisallow: /res*\nAllow: /results$\n", "new"),
        ("\ufeffUser-agent: *\r\nDisallow: /results\r\n", "blocked_robots"),
        ("<html>not found</html>", "new"),
        ("User-agent: *\nDisallow: /" + "*a" * 2000 + "b\n", "new"),
    ],
    ids=["empty", "all", "us allowed", "us", "others", "longest rule", "mark and crlf", "html", "costly pattern"],
)
def test_rules_are_kept(internet: Internet, site: Site, text: str, outcome: str) -> None:
    rules(site, text)
    done = internet.capture(internet.source(URL))
    assert done.outcome == outcome, done.reason
    assert len(site.visits("/results")) == (outcome == "new")
    assert done.receipt
    assert "http://vendor.test/robots.txt (200)" in done.receipt.robots


@pytest.mark.parametrize(
    "status", ["400 Bad Request", "401 Unauthorized", "403 Forbidden", "404 Not Found", "410 Gone"]
)
def test_no_rules_allow(internet: Internet, site: Site, status: str) -> None:
    rules(site, "User-agent: *\nDisallow: /", status)
    done = internet.capture(internet.source(URL))
    assert done.outcome == "new"
    assert done.receipt
    assert f"answers {status[:3]}" in done.receipt.robots


@pytest.mark.parametrize("status", ["429 Too Many Requests", "500 Internal Server Error", "503 Service Unavailable"])
def test_rules_that_cannot_be_had_disallow_for_now(internet: Internet, site: Site, status: str) -> None:
    rules(site, "", status)
    done = internet.capture(internet.source(URL))
    assert done.outcome == "blocked_robots"
    assert f"answers {status[:3]}" in done.reason
    assert site.visits("/results") == []
    rules(site, "")
    internet.clock.pass_(minutes=11)
    assert internet.capture(internet.source(URL)).outcome == "new"


def test_silence_and_a_broken_answer_disallow_for_now(internet: Internet, site: Site) -> None:
    internet.limits = internet.limits.__class__(step_s=0.2)

    def stall(_: Visit, send: Send) -> None:
        send(b"HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\nUser-agent: *")
        raise OSError

    site.on("/robots.txt", stall)
    done = internet.capture(internet.source(URL))
    assert done.outcome == "blocked_robots"
    assert "could not be read" in done.reason
    assert site.visits("/results") == []


def test_a_redirect_to_rules_on_another_host_is_followed(internet: Internet, site: Site) -> None:
    other = internet.site("rules.test")
    site.on("/robots.txt", redirect("http://rules.test/shared.txt"))
    other.page("/shared.txt", b"User-agent: *\nDisallow: /results", content_type="text/plain")
    assert internet.capture(internet.source(URL)).outcome == "blocked_robots"


def test_rules_on_a_private_address_are_not_fetched(internet: Internet, site: Site) -> None:
    inside = internet.bare()
    site.on("/robots.txt", redirect(f"http://127.0.0.1:{inside.port}/robots.txt"))
    done = internet.capture(internet.source(URL))
    assert done.outcome == "failed"
    assert "no public address" in done.reason
    assert inside.log == site.visits("/results") == []


def test_rules_are_asked_for_again_after_a_day_and_not_before(internet: Internet, site: Site) -> None:
    rules(site, "")
    for hours in (0, 12, 11, 2):
        internet.clock.pass_(hours=hours)
        internet.capture(internet.source(URL))
    assert len(site.visits("/robots.txt")) == 2


def test_rules_are_read_as_far_as_half_a_megabyte(internet: Internet, site: Site) -> None:
    rules(site, "User-agent: *\nDisallow: /results\n" + "# padding\n" * 200_000)
    internet.limits = LIMITS
    began = time.monotonic()
    assert internet.capture(internet.source(URL)).outcome == "blocked_robots"
    assert time.monotonic() - began < 30


def test_a_redirect_is_held_against_the_rules_of_its_target(internet: Internet, site: Site) -> None:
    other = internet.site("other.test")
    other.page("/robots.txt", b"User-agent: *\nDisallow: /", content_type="text/plain")
    other.page("/page", PAGE)
    site.on("/results", redirect("http://other.test/page"))
    done = internet.capture(internet.source(URL))
    assert done.outcome == "blocked_robots"
    assert other.visits("/page") == []


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("Crawl-delay: 7", 7), ("Request-rate: 1/30", 30), ("Request-rate: 10/60", 6), ("Crawl-delay: 0.1", 1)],
)
def test_the_pace_that_rules_ask_for_is_kept(internet: Internet, site: Site, text: str, seconds: float) -> None:
    rules(site, f"User-agent: *\n{text}\n")
    first = internet.source(URL)
    tools = internet.tools
    from tieout.capture.attempt import attempt

    attempt(first, tools)
    attempt(internet.source("http://vendor.test/other", name="other"), tools)
    robots, page, other = site.log
    assert (page.at - robots.at).total_seconds() >= seconds
    assert (other.at - page.at).total_seconds() >= seconds


def test_a_pace_too_slow_to_wait_for_puts_the_source_off(internet: Internet, site: Site) -> None:
    rules(site, "User-agent: *\nCrawl-delay: 3600\n")
    source = internet.source(URL)
    done = internet.capture(source)
    assert done.outcome == "postponed"
    assert "vendor.test asks to be left alone until" in done.postponed
    assert site.visits("/results") == []
    internet.clock.pass_(hours=2)
    assert internet.capture(source).outcome == "new"
