"""Pages that are not themselves, answered with 200: told apart, put aside, and never in the place of good data."""

import pytest

from tests.tieout.capture.servers import PAGE, Internet, Site, answer, redirect
from tieout.capture import capture
from tieout.sources import Sentinels, Source
from tieout.verify import verify

URL = "http://vendor.test/results"
TABLE = b"<table><tr><th>Model<th>Speed</tr>" + b"<tr><td>ResNet-50<td>58,112</tr>" * 5 + b"</table>"
GOOD = PAGE.replace(b"</main>", TABLE + b"</main>")


@pytest.fixture
def site(internet: Internet) -> Site:
    return internet.site("vendor.test")


def titled(title: str, body: str = "") -> bytes:
    return f"<!doctype html><html><head><title>{title}</title></head><body>{body}</body></html>".encode()


NOT_ITSELF = {
    "login": titled("Sign in | Vendor", "<form><input type=password></form>"),
    "login by form": titled("Vendor", "<form>Name <input> Password <input type='password'></form>"),
    "parked": titled("vendor.test", "<h1>The domain vendor.test is for sale</h1>"),
    "consent": titled("Before you continue to Vendor"),
    "cookies": titled("Vendor", "<h1>We value your privacy</h1><p>We and our 843 partners"),
    "not found": titled("Page not found - Vendor"),
    "error page": titled("500 Internal Server Error", "<h1>Internal Server Error</h1>"),
    "404": titled("404"),
    "maintenance": titled("Site maintenance"),
    "empty table": PAGE.replace(b"</main>", b"<table><tr><th>Model<th>Speed</tr></table></main>"),
    "empty": b"",
    "blank": b" \n\n ",
    "default page": titled("Welcome to nginx!"),
    "another kind": b"%PDF-1.7\n",
}


@pytest.mark.parametrize("case", NOT_ITSELF)
def test_it_is_put_aside_and_replaces_nothing(internet: Internet, site: Site, case: str) -> None:
    source = internet.source(URL, parser="html_results")
    site.page("/results", GOOD)
    first = internet.capture(source)
    site.page("/results", NOT_ITSELF[case])
    done = internet.capture(source)
    assert done.outcome == "soft_error", done.receipt
    assert done.reason
    assert done.capture == first.capture
    assert capture(source).path.read_bytes() == GOOD
    assert done.alert
    assert (done.alert.was, done.alert.state) == ("healthy", "failing")
    again = internet.capture(source)
    assert (again.outcome, again.alert) == ("soft_error", None)  # told once
    aside = list((internet.root / "raw" / "page").glob("*.soft_error.[hpt]*"))
    assert len(aside) == bool(NOT_ITSELF[case])
    site.page("/results", GOOD)
    back = internet.capture(source)
    assert back.outcome == "unchanged_bytes"
    assert back.alert
    assert (back.alert.was, back.alert.state) == ("failing", "healthy")
    assert verify([source]).wrong == ()


@pytest.mark.parametrize("title", ["Just a moment...", "Attention Required! | Cloud", "Are you a robot?"])
def test_a_wall_against_machines_is_recorded_as_blocked_and_left_at_that(
    internet: Internet, site: Site, title: str
) -> None:
    site.page("/results", titled(title, "<script>solve()</script>"))
    done = internet.capture(internet.source(URL))
    assert done.outcome == "blocked"
    assert len(site.visits("/results")) == 1


@pytest.mark.parametrize(
    "body",
    [
        titled("How we log in 17x faster", "<p>We log in 17x faster."),
        titled("500 images per second: what a 404 costs", "<p>It is 2x faster."),
        titled("Error bars and what they mean", "<p>It is 2x faster."),
        titled("Attention is what transformers need", "<p>It is 2x faster."),
        titled("Vendor", "<form><input type=password></form>" + "<p>It trains 17x faster than before.</p>" * 200),
        titled("Price of maintenance: a study", "<p>It costs 17% less."),
        titled("Coming soon: systems that are 2x faster", "<p>2x"),
    ],
)
def test_a_post_about_such_things_is_a_post(internet: Internet, site: Site, body: bytes) -> None:
    site.page("/results", body)
    done = internet.capture(internet.source(URL))
    assert done.outcome == "new", done.reason


@pytest.mark.parametrize(
    ("sentinels", "said"),
    [
        (Sentinels(must_match=("main table", "h1")), "nothing matches 'main table'"),
        (Sentinels(min_rows=3), "0 rows in its tables, at least 3"),
        (Sentinels(min_bytes=5_000), "at least 5,000"),
        (Sentinels(forbidden_titles=("RESULTS",)), "its title holds 'RESULTS'"),
    ],
)
def test_a_sources_own_sentinels(internet: Internet, site: Site, sentinels: Sentinels, said: str) -> None:
    site.page("/results")
    source = internet.source(URL, sentinels=sentinels)
    done = internet.capture(source)
    assert (done.outcome, said in done.reason) == ("soft_error", True), done.reason
    site.page("/results", GOOD.replace(b"Results</", b"Speed</") + b" " * 5_000)
    assert internet.capture(source).outcome == "new"


def test_what_must_match_is_proof_against_a_title(internet: Internet, site: Site) -> None:
    site.page("/results", titled("Login", f"<main>{TABLE.decode()}</main>"))
    assert internet.capture(internet.source(URL, sentinels=Sentinels(must_match=("main table",)))).outcome == "new"


def test_being_led_to_the_front_page_is_not_the_page(internet: Internet, site: Site) -> None:
    site.on("/results", redirect("/"))
    site.page("/", titled("Vendor", "<p>All our products"))
    done = internet.capture(internet.source(URL))
    assert "front page" in done.reason
    assert internet.capture(internet.source("http://vendor.test/", name="front")).outcome == "new"


def test_a_page_that_shrinks_or_grows_is_a_warning(internet: Internet, site: Site) -> None:
    source = internet.source(URL)
    site.page("/results", GOOD + b"<p>Words that fill the page.</p>" * 50)
    internet.capture(source)
    site.page("/results", GOOD)
    done = internet.capture(source)
    assert done.receipt
    assert done.outcome == "new"
    assert any("characters of text, there were" in warning for warning in done.receipt.warnings)


def gone(internet: Internet, site: Site, source: Source, status: str) -> list[str]:
    site.on("/results", answer(b"", status))
    return [f"{one.alert.was}>{one.alert.state}" if (one := internet.capture(source)).alert else "-" for _ in range(5)]


@pytest.mark.parametrize(
    ("status", "alerts"),
    [
        ("404 Not Found", ["healthy>failing", "-", "failing>gone", "-", "-"]),
        ("410 Gone", ["healthy>gone", "-", "-", "-", "-"]),
        ("403 Forbidden", ["healthy>failing", "-", "-", "-", "-"]),
    ],
)
def test_alerts_are_for_a_change_of_state(internet: Internet, site: Site, status: str, alerts: list[str]) -> None:
    source = internet.source(URL)
    site.page("/results")
    assert internet.capture(source).alert is None
    assert gone(internet, site, source, status) == alerts
    site.page("/results", GOOD)
    back = internet.capture(source)
    assert back.alert
    assert back.alert.state == "changed"
    assert internet.capture(source).alert is None


def test_a_source_that_fails_for_long_is_stale(internet: Internet, site: Site) -> None:
    source = internet.source(URL, cron="0 4 * * *")
    site.page("/results")
    internet.capture(source)
    site.on("/results", answer(b"", "403 Forbidden"))
    states = []
    for _ in range(5):
        internet.clock.pass_(days=1)
        done = internet.capture(source)
        assert done.receipt
        states.append((done.receipt.standing.state, bool(done.alert)))
    assert states == [("failing", True), ("failing", False), ("stale", True), ("stale", False), ("stale", False)]
    assert done.receipt
    assert done.receipt.standing.failures == 5
