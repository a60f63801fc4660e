"""What is new, what is not, and what a server says about it: 304s, same bytes, same content, and lies."""

import hashlib
import itertools
import json
import threading
from pathlib import Path

import pytest

from schemas.errors import DocumentError
from tests.tieout.capture.servers import PAGE, Internet, Send, Site, Visit, answer
from tieout.capture import capture, earlier
from tieout.capture.attempt import attempt
from tieout.capture.receipts import loads
from tieout.capture.record import Attempt
from tieout.sources import Source
from tieout.verify import verify

URL = "http://vendor.test/results"
OTHER = PAGE.replace(b"17x", b"27x")


@pytest.fixture
def site(internet: Internet) -> Site:
    return internet.site("vendor.test")


@pytest.fixture
def source(internet: Internet) -> Source:
    return internet.source(URL)


def versioned(site: Site, body: bytes, path: str = "/results") -> None:
    """A page with an ETag that is true, and 304 for who has it."""
    etag = f'"{hashlib.sha256(body).hexdigest()[:8]}"'

    def handle(visit: Visit, send: Send) -> None:
        same = visit.headers.get("if-none-match") == etag
        answer(b"" if same else body, "304 Not Modified" if same else "200 OK", etag=etag)(visit, send)

    site.on(path, handle)


def names(internet: Internet, ending: str = "") -> list[str]:
    return sorted(path.name for path in (internet.root / "raw" / "page").iterdir() if path.name.endswith(ending))


def test_an_unchanged_page_costs_one_conditional_request_and_no_bytes(
    internet: Internet, site: Site, source: Source
) -> None:
    versioned(site, PAGE)
    first = internet.capture(source)
    before = len(site.log)
    for _ in range(3):
        done = internet.capture(source)
        assert (done.outcome, done.capture) == ("unchanged_304", first.capture)
        assert done.receipt
        assert done.receipt.previous == first.capture
    assert [visit.path for visit in site.log[before:]] == ["/results"] * 3
    assert names(internet, ".html") == [first.capture]
    assert verify([source]).wrong == ()


def test_a_changed_page_is_a_new_capture_and_the_one_before_is_kept(
    internet: Internet, site: Site, source: Source
) -> None:
    versioned(site, PAGE)
    internet.capture(source)
    versioned(site, OTHER)
    done = internet.capture(source)
    assert done.receipt
    assert (done.outcome, done.receipt.standing.state, done.alert) == ("new", "changed", None)
    newest = capture(source)
    assert newest.path.read_bytes() == OTHER
    old = earlier(newest)
    assert old
    assert old.path.read_bytes() == PAGE
    assert newest.previous == old.sha256


def test_last_modified_will_do(internet: Internet, site: Site, source: Source) -> None:
    when = "Mon, 02 Mar 2026 03:00:00 GMT"

    def handle(visit: Visit, send: Send) -> None:
        same = visit.headers.get("if-modified-since") == when
        answer(b"" if same else PAGE, "304 Not Modified" if same else "200 OK", last_modified=when)(visit, send)

    site.on("/results", handle)
    assert [internet.capture(source).outcome for _ in range(3)] == ["new", "unchanged_304", "unchanged_304"]


def test_the_same_bytes_are_not_kept_twice(internet: Internet, site: Site, source: Source) -> None:
    site.page("/results")
    first, second = internet.capture(source), internet.capture(source)
    assert (second.outcome, second.capture) == ("unchanged_bytes", first.capture)
    assert names(internet, ".html") == [first.capture]


@pytest.mark.parametrize(
    ("before", "after", "outcome"),
    [
        (b"<script nonce=a1>x=1</script>", b"<script nonce=b2>x=2</script>", "unchanged_content"),
        (b"<!-- built 10:00 --><p class=x>", b"<!-- built 11:00 --><p  class='y'>", "unchanged_content"),
        (b"<input type=hidden value=t1>", b"<input type=hidden value=t2>", "unchanged_content"),
        (b"<meta name=csrf-token content=a>", b"<meta name=csrf-token content=b>", "unchanged_content"),
        (b"<p>17x</p>", b"<p>18x</p>", "new"),
        (b"<img alt='17x faster'>", b"<img alt='18x faster'>", "new"),
        (b"<td colspan=1>", b"<td colspan=2>", "new"),
        (
            b'<script type="application/ld+json">{"datePublished":"2020"}</script>',
            b'<script type="application/ld+json">{"datePublished":"2021"}</script>',
            "new",
        ),
        (b"<table><tr><td>1<td>2</table>", b"<table><tr><td>1<tr><td>2</table>", "new"),
        (b"<meta name=date content=2020-01-01>", b"<meta name=date content=2021-01-01>", "new"),
    ],
)
def test_only_what_a_page_shows_makes_it_new(
    internet: Internet, site: Site, source: Source, before: bytes, after: bytes, outcome: str
) -> None:
    site.page("/results", PAGE + before)
    first = internet.capture(source)
    site.page("/results", PAGE + after)
    done = internet.capture(source)
    assert done.outcome == outcome
    assert (done.capture == first.capture) == (outcome == "unchanged_content")


def test_a_304_that_nobody_asked_for_is_no_answer(internet: Internet, site: Site, source: Source) -> None:
    site.on("/results", answer(b"", "304 Not Modified"))
    done = internet.capture(source)
    assert (done.outcome, done.reason) == ("failed", "the site answers 304")


def test_a_304_about_another_version_is_asked_again_in_full(internet: Internet, site: Site, source: Source) -> None:
    versioned(site, PAGE)
    internet.capture(source)

    def lie(visit: Visit, send: Send) -> None:
        asked = "if-none-match" in visit.headers
        answer(b"" if asked else OTHER, "304 Not Modified" if asked else "200 OK", etag='"other"')(visit, send)

    site.on("/results", lie)
    done = internet.capture(source)
    assert done.outcome == "new"
    assert capture(source).path.read_bytes() == OTHER


def test_a_server_that_always_says_unchanged_is_found_out_by_a_full_fetch(
    internet: Internet, site: Site, source: Source
) -> None:
    body = [PAGE]

    def lie(visit: Visit, send: Send) -> None:
        asked = "if-none-match" in visit.headers
        answer(b"" if asked else body[0], "304 Not Modified" if asked else "200 OK", etag='"fixed"')(visit, send)

    site.on("/results", lie)
    internet.capture(source)
    body[0] = OTHER
    outcomes = [internet.capture(source) for _ in range(11)]
    assert [one.outcome for one in outcomes] == ["unchanged_304"] * 10 + ["new"]
    last = outcomes[-1].receipt
    assert last
    assert "the page changed and its ETag did not" in last.warnings[0]
    body[0] = PAGE  # from now on it is not believed
    assert internet.capture(source).outcome == "new"


def test_a_week_without_a_full_fetch_is_enough(internet: Internet, site: Site, source: Source) -> None:
    versioned(site, PAGE)
    internet.capture(source)
    internet.clock.pass_(days=7)
    assert internet.capture(source).outcome == "unchanged_bytes"
    assert "if-none-match" not in site.log[-1].headers


def test_validators_of_an_error_page_are_not_used(internet: Internet, site: Site, source: Source) -> None:
    versioned(site, PAGE)
    internet.capture(source)
    site.page("/results", b"<title>Log in</title><input type=password>", etag='"login"')
    assert internet.capture(source).outcome == "soft_error"
    versioned(site, PAGE)
    assert internet.capture(source).outcome == "unchanged_304"


def test_damaged_bytes_are_fetched_anew_when_forced(internet: Internet, site: Site, source: Source) -> None:
    site.page("/results")
    first = internet.capture(source)
    (internet.root / "raw" / "page" / first.capture).write_bytes(b"damaged")
    (wrong,) = verify([source]).wrong
    assert "the receipt says" in wrong.what
    with pytest.raises(DocumentError):
        capture(source)


def test_two_captures_of_one_source_at_once_leave_one_history(internet: Internet, site: Site, source: Source) -> None:
    numbers = itertools.count()

    def another(visit: Visit, send: Send) -> None:
        answer(PAGE.replace(b"17x", b"%dx" % (next(numbers) // 3)))(visit, send)

    site.on("/results", another)
    done: list[Attempt] = []

    def once() -> None:
        done.append(attempt(source, internet.tools))

    threads = [threading.Thread(target=once) for _ in range(9)]
    for one in threads:
        one.start()
    for one in threads:
        one.join(30)
    assert sorted(one.outcome for one in done) == ["new"] * 3 + ["unchanged_bytes"] * 6
    assert len({one.receipt_name for one in done}) == 9
    assert len(names(internet, ".html")) == 3
    checked = verify([source])
    assert (checked.captures, checked.receipts, checked.wrong, checked.notes) == (3, 9, (), ())


def test_what_a_killed_capture_left_does_no_harm(internet: Internet, site: Site, source: Source) -> None:
    site.page("/results")
    first = internet.capture(source)
    folder = internet.root / "raw" / "page"
    (folder / first.receipt_name).unlink()
    (folder / ".tmp-0123").write_bytes(PAGE[:10])
    checked = verify([source])
    assert checked.wrong == ()
    assert "has no receipt" in checked.notes[0]
    again = internet.capture(source)
    assert again.outcome == "new"
    assert sorted(path.name for path in folder.iterdir()) == sorted([".lock", again.capture, again.receipt_name])


def test_bytes_of_a_killed_capture_are_removed_and_those_of_a_person_are_not(
    internet: Internet, site: Site, source: Source
) -> None:
    site.page("/results")
    folder = internet.root / "raw" / "page"
    folder.mkdir(parents=True)
    mine, theirs = "20260101T000000Z-00000001.html", "20260101T000000Z-00000002.html"
    for name in (mine, theirs):
        (folder / name).write_bytes(b"<p>half")
    (folder / ".intent").write_text(theirs)
    internet.capture(source)
    assert (folder / mine).exists()
    assert not (folder / theirs).exists()
    assert not (folder / ".intent").exists()


def test_a_broken_receipt_is_passed_over_and_reported(internet: Internet, site: Site, source: Source) -> None:
    site.page("/results")
    internet.capture(source)
    second = internet.capture(source)
    (internet.root / "raw" / "page" / second.receipt_name).write_text("{")
    assert internet.capture(source).outcome == "unchanged_bytes"
    (wrong,) = verify([source]).wrong
    assert second.receipt_name in wrong.where


def test_receipts_and_bytes_that_went_missing_are_reported(internet: Internet, site: Site, source: Source) -> None:
    site.page("/results")
    first, second = internet.capture(source), internet.capture(source)
    folder = internet.root / "raw" / "page"
    assert loads((folder / second.receipt_name).read_bytes()).previous == first.capture
    (folder / first.capture).unlink()
    assert sorted(one.what for one in verify([source]).wrong) == [
        f"it refers to {first.capture}, which is gone",
        "the bytes that it is the receipt of are gone",
    ]


def test_secrets_are_in_no_receipt(
    internet: Internet, site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("VENDOR_TOKEN", "s3cr3t-t0ken")
    other = internet.site("other.test")
    site.on(
        "/results?api_key=k3y&page=2",
        answer(
            b"", "302 Found", location="http://other.test/landing?session=s3ss&lang=en", set_cookie="sid=c00kie; Path=/"
        ),
    )
    other.page("/landing?session=s3ss&lang=en", set_cookie="sid=c00kie", x_echo="Bearer s3cr3t-t0ken")
    source = internet.source(f"{URL}?api_key=k3y&page=2", token_env="VENDOR_TOKEN")  # noqa: S106  # a name
    done = internet.capture(source)
    assert done.outcome == "new", done.reason
    assert site.log[-1].headers["authorization"] == "Bearer s3cr3t-t0ken"
    assert "authorization" not in site.log[0].headers  # robots.txt needs none
    assert all("authorization" not in visit.headers and "cookie" not in visit.headers for visit in other.log)
    written = "".join(path.read_text() for path in tmp_path.rglob("*.json"))
    for secret in ("s3cr3t", "k3y&", 'k3y"', "s3ss", "c00kie"):
        assert secret not in written, secret
    receipt = json.loads((internet.root / "raw" / "page" / done.receipt_name).read_text())
    assert receipt["requested_url"].endswith("/results?api_key=***&page=2")
    assert receipt["final_url"] == "http://other.test/landing?session=***&lang=en"
