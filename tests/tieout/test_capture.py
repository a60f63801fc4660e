"""Captures: bytes are used only when their receipt vouches for them."""

import json
from pathlib import Path

import pytest

from schemas.errors import DocumentError
from tests.made import folder, put
from tieout.capture import Capture, adopt, capture, capture_all
from tieout.sources import Source, sources


@pytest.fixture
def source(tmp_path: Path) -> Source:
    return next(one for one in sources(folder(tmp_path)) if one.name == "launch")


def only(source: Source, pattern: str) -> Path:
    (path,) = source.directory.glob(pattern)
    return path


def test_an_adopted_file_is_a_capture_with_its_receipt(source: Source) -> None:
    found = capture(source)
    receipt = json.loads(found.receipt.read_text())
    assert found.document == "launch.html"
    assert found.path.name[17:25] == found.sha256[:8]
    assert receipt["decoded_sha256"] == found.sha256
    assert receipt["n_bytes"] == found.n_bytes == found.path.stat().st_size
    assert (receipt["method"], receipt["outcome"]) == ("adopted", "new")
    assert (receipt["declared_type"], receipt["sniffed_type"]) == ("text/html", "text/html")
    assert found.captured_at == receipt["captured_at"]
    assert found.previous == found.previous_document_id == ""


def test_the_newest_counts_and_knows_the_one_before(source: Source, tmp_path: Path) -> None:
    first = capture(source)
    old = first.path.rename(first.path.with_name(f"20200101T000000Z-{first.sha256[:8]}.html"))
    first.receipt.rename(old.with_suffix(".receipt.json"))
    put(tmp_path, "launch", "<p>Now 27x faster.</p>")
    second = capture(source)
    assert second.sha256 != first.sha256
    assert second.previous == first.sha256
    assert second.previous_document_id == first.document_id


def test_adopting_again_changes_nothing(source: Source) -> None:
    before = {path.name: path.read_bytes() for path in source.directory.iterdir()}
    adopt(only(source, "*.html"), source)
    assert {path.name: path.read_bytes() for path in source.directory.iterdir()} == before


def test_bytes_without_a_receipt_are_named(source: Source) -> None:
    only(source, "*.receipt.json").unlink()
    with pytest.raises(DocumentError, match=r"raw/launch/\d{8}T\d{6}Z-.*\.html: receipt: these bytes have no receipt"):
        capture(source)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda data: data + b"!", "bytes, the receipt says"),
        (lambda data: data.replace(b"17x", b"27x"), "the receipt says otherwise"),
        (lambda _: b"", "0 bytes, the receipt says"),
    ],
)
def test_changed_bytes_are_refused(source: Source, change: object, said: str) -> None:
    path = only(source, "*.html")
    path.write_bytes(change(path.read_bytes()))  # type: ignore[operator]
    with pytest.raises(DocumentError, match=said):
        capture(source)


def test_a_name_that_belies_its_bytes_is_refused(source: Source) -> None:
    path, receipt = only(source, "*.html"), only(source, "*.receipt.json")
    other = path.rename(path.with_name("20990101T000000Z-00000000.html"))
    receipt.rename(other.with_suffix(".receipt.json"))
    with pytest.raises(DocumentError, match="file name: does not hold"):
        capture(source)


@pytest.mark.parametrize("content", ["", "{", "[]", '{"n_bytes": "many"}'])
def test_a_broken_receipt_is_named(source: Source, content: str) -> None:
    only(source, "*.receipt.json").write_text(content)
    with pytest.raises(DocumentError, match="receipt: cannot be read"):
        capture(source)


def test_what_is_wrong_with_one_source_stops_no_other(tmp_path: Path) -> None:
    path = folder(tmp_path)
    only(sources(path)[0], "*.html").write_bytes(b"")
    first, second = capture_all(sources(path))
    assert isinstance(first, DocumentError)
    assert isinstance(second, Capture)


def test_an_empty_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="there is no capture in this folder"):
        capture(Source("none", "https://example.org", tmp_path / "none"))


def test_the_committed_captures_are_what_their_receipts_say(root: Path) -> None:
    wrong = [one for one in capture_all(sources(root / "raw" / "sources.yml")) if isinstance(one, DocumentError)]
    assert wrong == []
