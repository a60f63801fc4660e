"""How often we knock, by the server's own log; what heals is tried again, and what asks for peace gets it."""

import itertools
import threading
from datetime import timedelta
from email.utils import format_datetime

import pytest

from tests.tieout.capture.servers import PAGE, START, Handler, Internet, Send, Site, Visit, answer
from tieout.capture.attempt import attempt
from tieout.capture.clock import RealClock
from tieout.capture.pacing import Pacing
from tieout.capture.record import Attempt
from tieout.capture.schedule import capture_due
from tieout.capture.states import due

URL = "http://vendor.test/results"


@pytest.fixture
def site(internet: Internet) -> Site:
    return internet.site("vendor.test")


def in_turn(*handlers: Handler) -> Handler:
    """Each handler once, the last one for ever after."""
    following = itertools.chain(handlers, itertools.repeat(handlers[-1]))

    def handle(visit: Visit, send: Send) -> None:
        next(following)(visit, send)

    return handle


def gaps(site: Site) -> list[float]:
    """Seconds from the end of each answer to the next request, as the server saw them."""
    return [after.began - before.ended for before, after in itertools.pairwise(site.log)]


def test_one_connection_and_a_pause_by_the_servers_own_log(internet: Internet, site: Site) -> None:
    """In real seconds: many sources at once, in several threads and with several clients, as several processes have."""
    internet.clock, internet.pacing = RealClock(), Pacing(delay_s=0.15, jitter=0.3)
    sources = [internet.source(f"http://vendor.test/{n}", name=f"page-{n}") for n in range(6)]
    for n in range(6):
        site.page(f"/{n}", PAGE.replace(b"17x", f"{n}7x".encode()))
    threads = [threading.Thread(target=attempt, args=(one, internet.tools)) for one in sources]
    for one in threads:
        one.start()
    for one in threads:
        one.join(30)
    assert len(site.log) == 7  # robots.txt once
    assert [one.beside for one in site.log] == [0] * 7
    assert min(gaps(site)) >= 0.14  # a hundredth for the server's own reading of its clock


def test_hosts_are_asked_beside_one_another_and_sources_of_one_in_turn(internet: Internet, site: Site) -> None:
    other = internet.site("other.test")
    for one in (site, other):
        one.page("/a")
        one.page("/b")
    names = [("vendor", "a"), ("vendor", "b"), ("other", "a"), ("other", "b")]
    sources = [internet.source(f"http://{host}.test/{page}", name=f"{host}-{page}") for host, page in names]
    done = list(capture_due(sources, internet.tools))
    assert sorted(one.outcome for one in done) == ["new"] * 4
    for one in (site, other):
        assert [visit.path for visit in one.log] == ["/robots.txt", "/a", "/b"]
        pauses = [(b.at - a.at).total_seconds() for a, b in itertools.pairwise(one.log)]
        assert min(pauses) >= 1


def test_what_heals_is_tried_again_more_and_more_slowly(internet: Internet, site: Site) -> None:
    busy = answer(b"busy", "503 Service Unavailable")
    site.on("/results", in_turn(busy, busy, answer(PAGE)))
    done = internet.capture(internet.source(URL))
    assert done.receipt
    assert (done.outcome, done.receipt.tries) == ("new", 3)
    first, second, third = site.visits("/results")
    assert 2 <= (second.at - first.at).total_seconds() < (third.at - second.at).total_seconds() <= 6


def test_a_torn_connection_heals(internet: Internet, site: Site) -> None:
    def torn(_: Visit, send: Send) -> None:
        send(b"HTTP/1.1 200 OK\r\nContent-Length: 999\r\n\r\nshort")
        raise OSError

    site.on("/results", in_turn(torn, answer(PAGE)))
    assert internet.capture(internet.source(URL)).outcome == "new"


def test_what_does_not_heal_is_left_after_three_tries(internet: Internet, site: Site) -> None:
    site.on("/results", answer(b"busy", "503 Service Unavailable"))
    done = internet.capture(internet.source(URL))
    assert done.receipt
    assert (done.outcome, done.receipt.tries, done.reason) == ("failed", 3, "the site answers 503")
    assert len(site.visits("/results")) == 3


@pytest.mark.parametrize("said", ["30", format_datetime(START + timedelta(seconds=92), usegmt=True)])
def test_retry_after_is_waited_for(internet: Internet, site: Site, said: str) -> None:
    site.on("/results", in_turn(answer(b"", "429 Too Many Requests", retry_after=said), answer(PAGE)))
    assert internet.capture(internet.source(URL)).outcome == "new"
    first, second = site.visits("/results")
    assert (second.at - first.at).total_seconds() >= 29


def test_a_long_retry_after_ends_the_attempt_and_holds_for_every_source_of_the_host(
    internet: Internet, site: Site
) -> None:
    site.on("/results", answer(b"", "429 Too Many Requests", retry_after="7200"))
    site.page("/other")
    source, other = internet.source(URL), internet.source("http://vendor.test/other", name="other")
    done = internet.capture(source)
    assert (done.outcome, done.reason) == ("failed", "the site answers 429; it asks to be left alone for 7200 s")
    assert internet.capture(other).outcome == "postponed"
    assert internet.capture(source).outcome == "postponed"
    assert len(site.log) == 2
    internet.clock.pass_(hours=2)
    assert internet.capture(other).outcome == "new"


@pytest.mark.parametrize("said", ["999999999999999999999", "Fri, 31 Dec 2399 23:59:59 GMT", "soon", "-5"])
def test_a_retry_after_beyond_reason_is_capped_at_a_day(internet: Internet, site: Site, said: str) -> None:
    site.on("/results", in_turn(answer(b"", "503 Service Unavailable", retry_after=said), answer(PAGE)))
    source = internet.source(URL)
    internet.capture(source)
    internet.clock.pass_(hours=24)
    assert internet.capture(source).outcome in {"new", "unchanged_bytes"}


def test_a_redirect_waits_for_its_hosts_turn_too(internet: Internet, site: Site) -> None:
    site.on("/results", answer(b"", "302 Found", location="/there"))
    site.page("/there")
    internet.capture(internet.source(URL))
    pauses = [(b.at - a.at).total_seconds() for a, b in itertools.pairwise(site.log)]
    assert [visit.path for visit in site.log] == ["/robots.txt", "/results", "/there"]
    assert min(pauses) >= 1


def test_a_source_may_ask_for_a_slower_pace(internet: Internet, site: Site) -> None:
    site.page("/results")
    source = internet.source(URL, delay_s=20.0)
    internet.capture(source)
    robots, page = site.log
    assert (page.at - robots.at).total_seconds() >= 20


def test_a_clock_set_back_does_not_stop_us_for_as_long(internet: Internet, site: Site) -> None:
    site.page("/results")
    source = internet.source(URL)
    internet.clock.pass_(days=300)
    first = internet.capture(source)
    internet.clock.pass_(days=-300)
    again = internet.capture(source, full=True)
    assert again.outcome == "unchanged_bytes"
    assert again.receipt_name > first.receipt_name  # and names stay in order


@pytest.mark.parametrize(
    ("cron", "minutes", "expected"),
    [("", 1, True), ("0 4 * * *", 60, False), ("0 4 * * *", 24 * 60, True), ("*/5 * * * *", 4, False)],
)
def test_a_source_is_due_when_its_schedule_came_by(cron: str, minutes: int, expected: bool) -> None:
    assert due(cron, START, START + timedelta(minutes=minutes)) is expected
    assert due(cron, None, START)


def test_what_is_due_is_told_by_names_alone(internet: Internet, site: Site) -> None:
    from tieout.capture.schedule import due as due_sources

    site.page("/results")
    daily = internet.source(URL, cron="0 4 * * *")
    manual = internet.source(URL, name="manual", manual=True)
    assert [one.name for one in due_sources([daily, manual], START)] == ["page"]
    done: Attempt = internet.capture(daily)
    assert done.outcome == "new"
    assert list(due_sources([daily], START + timedelta(hours=5))) == []
    assert list(due_sources([daily], START + timedelta(days=1, hours=1))) == [daily]
