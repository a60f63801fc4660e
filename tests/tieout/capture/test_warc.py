"""WARC: what an archive's reader finds in our export."""

import io
import json

import pytest
from warcio.archiveiterator import ArchiveIterator

from tests.tieout.capture.servers import PAGE, Internet, Site, answer, redirect
from tieout.capture.adopt import adopt
from tieout.capture.warc import export


@pytest.fixture
def site(internet: Internet) -> Site:
    return internet.site("vendor.test")


def test_every_attempt_is_an_exchange_with_its_receipt(internet: Internet, site: Site) -> None:
    source = internet.source("http://vendor.test/results")
    site.on("/results", redirect("/moved"))
    site.page("/moved", etag='"1"')
    internet.capture(source)
    internet.capture(source)
    site.on("/moved", answer(b"", "404 Not Found"))
    internet.capture(source)
    site.page("/moved", b"<title>Log in</title>")
    internet.capture(source)
    out = io.BytesIO()
    assert export([source], out) == 4
    out.seek(0)
    found = [
        (
            one.rec_type,
            one.http_headers.get_statuscode() if one.rec_type in {"response", "revisit"} else "",
            one.content_stream().read(),
        )
        for one in ArchiveIterator(out, verify_http=False, check_digests="raise")
    ]
    assert [kind for kind, _, _ in found] == [
        "warcinfo",
        *("response", "request", "metadata"),
        *("revisit", "request", "metadata"),
        *("response", "request", "metadata"),
        *("response", "request", "metadata"),
    ]
    statuses = [(status, body) for kind, status, body in found if kind in {"response", "revisit"}]
    assert statuses == [("200", PAGE), ("200", b""), ("404", b""), ("200", b"<title>Log in</title>")]
    receipts = [json.loads(body) for kind, _, body in found if kind == "metadata"]
    assert [one["outcome"] for one in receipts] == ["new", "unchanged_bytes", "failed", "soft_error"]


def test_an_adopted_file_is_a_resource(internet: Internet) -> None:
    source = internet.source("http://vendor.test/results")
    local = internet.root / "page.html"
    local.write_bytes(PAGE)
    adopt(local, source)
    out = io.BytesIO()
    assert export([source], out) == 1
    out.seek(0)
    kinds = [(one.rec_type, one.content_stream().read()) for one in ArchiveIterator(out)]
    assert kinds[1] == ("resource", PAGE)
