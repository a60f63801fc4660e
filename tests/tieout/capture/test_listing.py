"""A listing page or a sitemap yields many documents, each with captures of its own."""

import pytest

from tests.tieout.capture.servers import PAGE, Internet, Site, answer
from tieout.capture import Capture, capture_all
from tieout.capture.listing import children, folder_of
from tieout.capture.schedule import capture_source
from tieout.sources import Listing, Source
from tieout.verify import verify

URL = "http://vendor.test/blog"
LINKS = b"""<!doctype html><title>Blog</title><ul>
<li><a href="/blog/one">One</a> <a href="/blog/one#part">again</a>
<li><a href="two?page=1">Two</a> <a href="/about">About</a>
<li><a href="http://elsewhere.test/blog/three">Three</a> <a href="http://[">broken</a> <a>none</a></ul>"""
MAP = b"""<?xml version="1.0"?><!DOCTYPE urlset [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
<url><loc> http://vendor.test/blog/one </loc></url><url><loc>http://vendor.test/blog/&x;</loc></url>
<url><loc>http://vendor.test/about</loc></url></urlset>"""


@pytest.fixture
def site(internet: Internet) -> Site:
    found = internet.site("vendor.test")
    found.page("/blog", LINKS)
    found.page("/blog/one")
    found.page("/two?page=1", PAGE.replace(b"17x", b"2x"))
    return found


def blog(internet: Internet, **more: object) -> Source:
    wanted = {"pattern": r"vendor\.test/(blog/|two)"} | more
    return internet.source(URL, name="blog", parser="html_post", listing=Listing(**wanted))  # type: ignore[arg-type]


@pytest.mark.usefixtures("site")
def test_every_document_that_fits_is_captured_under_a_name_of_its_own(internet: Internet) -> None:
    source = blog(internet)
    done = list(capture_source(source, internet.tools))
    assert [one.outcome for one in done] == ["new"] * 3
    assert [one.source.url for one in done[1:]] == ["http://vendor.test/blog/one", "http://vendor.test/two?page=1"]
    held = [one for one in capture_all([source]) if isinstance(one, Capture)]
    assert sorted(one.path.read_bytes() for one in held) == sorted([PAGE, PAGE.replace(b"17x", b"2x")])
    assert len({one.document for one in held}) == 2
    assert all(one.document.startswith("blog/") for one in held)
    checked = verify([source])
    assert (checked.captures, checked.wrong) == (3, ())


def test_a_second_time_costs_one_request_each_and_keeps_nothing_new(internet: Internet, site: Site) -> None:
    source = blog(internet)
    list(capture_source(source, internet.tools))
    before = len(site.log)
    internet.clock.pass_(hours=1)
    assert [one.outcome for one in capture_source(source, internet.tools)] == ["unchanged_bytes"] * 3
    assert len(site.log) - before == 3


def test_what_is_no_longer_listed_is_still_asked_for(internet: Internet, site: Site) -> None:
    source = blog(internet)
    list(capture_source(source, internet.tools))
    site.page("/blog", LINKS.replace(b'href="/blog/one"', b'href="/about"').replace(b"/blog/one#part", b"/about"))
    site.on("/blog/one", answer(b"", "410 Gone"))
    internet.clock.pass_(hours=1)
    listed, two, one = capture_source(source, internet.tools)
    assert (listed.outcome, two.outcome, one.outcome) == ("new", "unchanged_bytes", "failed")
    assert one.alert
    assert one.alert.state == "gone"
    assert len([held for held in capture_all([source]) if isinstance(held, Capture)]) == 2


@pytest.mark.usefixtures("site")
def test_no_more_than_the_limit(internet: Internet) -> None:
    assert len(list(capture_source(blog(internet, limit=1), internet.tools))) == 2


def test_a_sitemap_is_read_without_its_entities(internet: Internet, site: Site) -> None:
    site.page("/blog", MAP, content_type="application/xml")
    source = blog(internet, kind="sitemap")
    done = list(capture_source(source, internet.tools))
    assert done[0].capture.endswith(".xml")
    assert [one.source.url for one in done[1:]][:1] == ["http://vendor.test/blog/one"]
    assert "root:" not in "".join(visit.path for visit in site.log)


def test_a_listing_that_fails_leaves_its_documents(internet: Internet, site: Site) -> None:
    source = blog(internet)
    list(capture_source(source, internet.tools))
    site.on("/blog", answer(b"", "404 Not Found"))
    internet.clock.pass_(hours=1)
    assert [one.outcome for one in capture_source(source, internet.tools)] == [
        "failed",
        "unchanged_bytes",
        "unchanged_bytes",
    ]


@pytest.mark.parametrize("data", [b"", b"\0\xff", b"<a href=", b"<urlset><loc>", b"<a href='http://[::1'>x</a>"])
@pytest.mark.parametrize("kind", ["links", "sitemap"])
def test_junk_is_no_listing(internet: Internet, data: bytes, kind: str) -> None:
    assert children(blog(internet, kind=kind), data, URL) == []


def test_a_folder_is_named_by_its_address() -> None:
    first, second = folder_of("http://vendor.test/blog/one?x=1"), folder_of("http://vendor.test/blog/one?x=2")
    assert first != second
    assert first.startswith("blog-one-")
    assert len(folder_of("http://vendor.test/" + "a/" * 500)) < 80
    assert "/" not in folder_of("http://vendor.test/../../etc/passwd")
    assert folder_of("http://vendor.test/")
