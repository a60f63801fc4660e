"""raw/ in an object store: the same history, and a mirror of what is needed on this machine."""

from pathlib import Path

import fsspec
import pytest

from tests.tieout.capture.servers import PAGE, Internet, Site
from tieout.capture import capture, earlier
from tieout.capture.files import LocalFiles, RemoteFiles, files_of
from tieout.capture.listing import documents
from tieout.capture.schedule import capture_source
from tieout.sources import Listing, load
from tieout.verify import verify

URL = "http://vendor.test/results"


@pytest.fixture
def site(internet: Internet) -> Site:
    return internet.site("vendor.test")


def test_captures_live_in_the_store_and_are_mirrored_when_read(internet: Internet, site: Site, tmp_path: Path) -> None:
    store = f"memory://{tmp_path.name}/raw/page"
    source = internet.source(URL, store=store)
    site.page("/results")
    first = internet.capture(source)
    assert internet.capture(source).outcome == "unchanged_bytes"
    site.page("/results", PAGE.replace(b"17x", b"27x"))
    second = internet.capture(source)
    fs, prefix = fsspec.core.url_to_fs(store)
    assert len(fs.ls(prefix)) == 5
    assert [path.name for path in source.directory.iterdir()] == [".lock"]
    newest = capture(source)
    assert newest.path.name == second.capture
    old = earlier(newest)
    assert old
    assert (old.path.name, old.path.read_bytes()) == (first.capture, PAGE)
    assert verify([source]).wrong == ()
    fs.pipe_file(f"{prefix}/{first.capture}", b"damaged")
    assert len(verify([source]).wrong) == 1


def test_a_listing_in_a_store_has_its_documents_there(internet: Internet, site: Site, tmp_path: Path) -> None:
    site.page("/blog", b"<!doctype html><title>Blog</title><a href=/blog/one>One</a>")
    site.page("/blog/one")
    store = f"memory://{tmp_path.name}/raw/blog"
    source = internet.source("http://vendor.test/blog", name="blog", store=store, listing=Listing("/blog/"))
    assert len(list(capture_source(source, internet.tools))) == 2
    (one,) = documents(source)
    assert capture(one).path.read_bytes() == PAGE


def test_the_store_is_named_in_sources_yml(tmp_path: Path) -> None:
    path = tmp_path / "sources.yml"
    path.write_text("store: memory://bucket/raw\nsources:\n- {name: a, url: 'https://example.org/a'}\n")
    (source,) = load(path).entries
    assert source.store == "memory://bucket/raw/a"
    assert isinstance(files_of(source), RemoteFiles)


def test_a_folder_named_as_a_store_is_written_as_a_folder(tmp_path: Path) -> None:
    path = tmp_path / "sources.yml"
    path.write_text(f"store: file://{tmp_path}/else\nsources:\n- {{name: a, url: 'https://example.org/a'}}\n")
    (source,) = load(path).entries
    files = files_of(source)
    assert isinstance(files, LocalFiles)
    files.write("x", b"1")
    assert (tmp_path / "else" / "a" / "x").read_bytes() == b"1"
    with pytest.raises(FileExistsError):
        files.write("x", b"2")
