"""What bytes are, whatever was declared: their type, the ending that fits, and their charset."""

from urllib.parse import urlsplit

from parsers.lib.charset import decode
from schemas.errors import DocumentError

HTML, PDF, TEXT, BINARY = "text/html", "application/pdf", "text/plain", "application/octet-stream"
TYPES = {".html": HTML, ".htm": HTML, ".pdf": PDF, ".txt": TEXT, ".md": "text/markdown"}
# Text is told apart by its declared type or the ending of its address: its bytes do not say what it is.
ENDINGS = {HTML: ".html", "application/xhtml+xml": ".html", PDF: ".pdf", "text/markdown": ".md", "text/x-rst": ".rst"}
TEXTUAL = (".md", ".rst", ".log", ".txt", ".xml")
MAGIC = (b"\x89png", b"\xff\xd8\xff", b"gif8", b"pk\x03\x04", b"\x1f\x8b", b"riff")
HTML_STARTS = (b"<!doctype html", b"<html", b"<head", b"<body", b"<title", b"<meta")


def sniffed(data: bytes) -> str:
    """The media type that the first bytes show."""
    head = data[:1024].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if head.startswith(b"%pdf-"):
        return PDF
    if head.startswith(b"<?xml"):
        return HTML if b"<html" in head else "application/xml"
    if head.startswith(HTML_STARTS) or (head.startswith(b"<!--") and b"<html" in data[:65536].lower()):
        return HTML
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return HTML if b"<html" in data[:65536].decode("utf-16", "ignore").lower().encode() else TEXT
    return BINARY if b"\0" in head or head.startswith(MAGIC) else TEXT


def ending(data: bytes, declared: str, url: str) -> str:
    """The file ending that says what the bytes are: by their content, then their declared type, then their address."""
    kind = sniffed(data)
    if kind in ENDINGS:
        return ENDINGS[kind]
    named = "." + urlsplit(url).path.rpartition(".")[2].lower()
    if kind == BINARY:
        return ".bin"
    if kind == "application/xml":
        return ".xml"
    said = ENDINGS.get(declared.partition(";")[0].strip().lower(), "")
    if said in {".md", ".rst"}:
        return said
    if said == ".html" and b"<" in data:
        return said  # a page that begins with something odd
    return named if named in TEXTUAL else ".txt"


def charset(data: bytes, declared: str) -> tuple[str, str]:
    """The charset of a text and how that was decided, ("", why) when its bytes fit none; ("", "") for other bytes."""
    if sniffed(data) in {PDF, BINARY}:
        return "", ""
    try:
        found = decode("", data, declared)
    except DocumentError as error:
        return "", f"not decodable: {error.place}: {error.reason}"
    return found.charset, {"bom": "byte order mark", "valid": "content"}.get(found.how, found.how)
