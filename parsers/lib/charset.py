"""From bytes to text: which charset a page is in, how that was decided, and where it is broken."""

import codecs
import re
from dataclasses import dataclass

from schemas.errors import DocumentError

BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
# What browsers take a label to mean (WHATWG Encoding), where Python means something narrower by it.
MEANT = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "utf-16": "utf-8",
    "utf-16-le": "utf-8",
    "utf-16-be": "utf-8",
}
META_REACH = 4096  # bytes in which a <meta charset> is looked for; browsers stop at 1024
META = re.compile(rb"""<meta\s[^<>]{0,200}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)
HEADER = re.compile(r"""charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text without a byte order mark; `how` is "bom", "meta", "header" or "valid" (nothing declared)."""

    text: str
    charset: str
    how: str


def decode(name: str, data: bytes, declared_type: str = "") -> Decoded:
    """The text of a page: byte order mark, else <meta>, else the Content-Type header, else UTF-8.

    Raises:
        DocumentError: bytes that the charset does not allow, with the offset of the first ("byte 123").
    """
    for mark, charset in BOMS:
        if data.startswith(mark):
            return Decoded(_strictly(name, data, charset).removeprefix("\ufeff"), charset, "bom")
    charset, how = _declared(data, declared_type)
    # A page labelled western whose bytes are UTF-8 was mislabelled by its server: "Â£" for "£" in every price.
    if charset == "cp1252" and _is_utf8(data):
        charset = "utf-8"
    return Decoded(_strictly(name, data, charset), charset, how)


def utf8(name: str, data: bytes) -> str:
    """The text of a file that declares no charset, untouched.

    Raises:
        DocumentError: the bytes are not UTF-8, with the offset of the first.
    """
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise DocumentError(name, f"byte {error.start}", f"not UTF-8: {error.reason}") from error


def _declared(data: bytes, declared_type: str) -> tuple[str, str]:
    meta = META.search(data[:META_REACH])
    header = HEADER.search(declared_type)
    labels = ((meta[1].decode("ascii", "replace") if meta else "", "meta"), (header[1] if header else "", "header"))
    for label, how in labels:
        if charset := _known(label):
            return charset, how
    return "utf-8", "valid"


def _known(label: str) -> str:
    try:
        found = codecs.lookup(label)
    except (LookupError, ValueError):
        return ""
    # Python also lists codecs such as "hex" and "rot13" that no page is written in; they do not decode to text.
    if not getattr(found, "_is_text_encoding", True) or found.name in {"idna", "punycode", "unicode_escape"}:
        return ""
    return MEANT.get(found.name, found.name)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _strictly(name: str, data: bytes, charset: str) -> str:
    try:
        return data.decode(charset)
    except UnicodeDecodeError as error:
        shown = {"cp1252": "windows-1252"}.get(charset, charset).upper().replace("WINDOWS", "windows")
        bad = data[error.start : error.start + 1].hex()
        reason = f"invalid {shown} (0x{bad}: {error.reason})"
        raise DocumentError(name, f"byte {error.start}", reason) from error
    except UnicodeError as error:
        raise DocumentError(name, "byte 0", f"invalid {charset}: {error}") from error
