import codecs

import pytest

from parsers.lib.charset import decode
from schemas.errors import DocumentError

META = b'<html><head><meta charset="%s"></head><body>'


@pytest.mark.parametrize(
    ("data", "declared", "text", "how"),
    [
        pytest.param("5× é".encode(), "", "5× é", "valid", id="nothing declared and valid UTF-8"),
        pytest.param(codecs.BOM_UTF8 + "5×".encode(), "text/html; charset=latin1", "5×", "bom", id="a mark wins"),
        pytest.param("\ufeff5×".encode("utf-16-le"), "", "5×", "bom", id="UTF-16 with its mark"),
        pytest.param("\ufeff5×".encode("utf-16-be"), "", "5×", "bom", id="UTF-16, big end first"),
        pytest.param("5×".encode("cp1252"), "text/html; charset=ISO-8859-1", "5×", "header", id="latin-1 by header"),
        pytest.param(
            b"\x93quoted\x94", "text/html; charset=latin1", "“quoted”", "header", id="latin-1 is windows-1252"
        ),
        pytest.param("5×".encode(), "text/html; charset=ISO-8859-1", "5×", "header", id="UTF-8 labelled as latin-1"),
        pytest.param("日本".encode("cp932"), "text/html; charset=Shift_JIS", "日本", "header", id="Japanese by header"),
        pytest.param(b"plain", "text/html; charset=klingon", "plain", "valid", id="an unknown label is no label"),
        pytest.param(b"plain", "text/html; charset=rot13", "plain", "valid", id="a codec that is no charset"),
        pytest.param(
            b"plain", "text/html; charset=utf-16", "plain", "header", id="UTF-16 without a mark is not UTF-16"
        ),
    ],
)
def test_text_is_decoded(data: bytes, declared: str, text: str, how: str) -> None:
    decoded = decode("page.html", data, declared)
    assert (decoded.text, decoded.how) == (text, how)


def test_meta_comes_before_the_header() -> None:
    data = META % b"windows-1252" + b"5\xd7"
    decoded = decode("page.html", data, "text/html; charset=utf-8")
    assert decoded.text.endswith("5×")
    assert (decoded.charset, decoded.how) == ("cp1252", "meta")


@pytest.mark.parametrize(
    ("data", "place"),
    [
        pytest.param(b"<p>5\xd7 faster</p>", "byte 4", id="nothing declared"),
        pytest.param(META % b"utf-8" + b"\xff", "byte 47", id="declared UTF-8 and is not"),
        pytest.param(codecs.BOM_UTF8 + b"ab\xff", "byte 5", id="marked UTF-8 and is not"),
    ],
)
def test_bytes_that_are_not_utf8_are_named(data: bytes, place: str) -> None:
    with pytest.raises(DocumentError, match="invalid UTF-8") as error:
        decode("page.html", data)
    assert error.value.place == place
    assert error.value.document == "page.html"


def test_a_byte_that_windows_1252_lacks_is_named() -> None:
    with pytest.raises(DocumentError, match="page: byte 1: invalid windows-1252"):
        decode("page", b"a\x81", "text/html; charset=windows-1252")
