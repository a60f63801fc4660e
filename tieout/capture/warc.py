"""Captures as WARC, the archives' format: a request, a response or revisit, and our receipt as metadata, each attempt.

The response holds the body as it was decoded, with its length said anew; the bytes as they were on the wire are not
kept, their hash is in the receipt.
"""

import io
from collections.abc import Iterable
from http import HTTPStatus
from importlib.metadata import version
from typing import BinaryIO
from urllib.parse import urlsplit

from pydantic import ValidationError
from warcio.statusandheaders import StatusAndHeaders
from warcio.warcwriter import WARCWriter

from tieout.capture import listing
from tieout.capture.files import Files, files_of
from tieout.capture.receipts import RECEIPT_NAME, SOFT, SUFFIX, Receipt, dump, loads
from tieout.sources import Source

REVISIT = "http://netpreserve.org/warc/1.1/revisit/"
CHANGED = frozenset({"content-encoding", "transfer-encoding", "content-length"})  # said of the bytes on the wire


def export(every: Iterable[Source], out: BinaryIO) -> int:
    """Write every attempt that got an answer, of these sources, gzipped; returns how many."""
    writer = WARCWriter(out, gzip=True, warc_version="1.1")
    about = {"software": f"tieout/{version('tieout')}", "format": "WARC/1.1"}
    writer.write_record(writer.create_warcinfo_record("captures.warc.gz", about))
    return sum(_source(writer, one) for source in every for one in _with_documents(source))


def _with_documents(source: Source) -> list[Source]:
    return [source, *listing.documents(source)] if source.listing else [source]


def _source(writer: WARCWriter, source: Source) -> int:
    files = files_of(source)
    count = 0
    for name in files.names():
        if RECEIPT_NAME.fullmatch(name) and (receipt := _read(files, name)):
            _attempt(writer, receipt, _bytes(files, name))
            count += 1
    return count


def _read(files: Files, name: str) -> Receipt | None:
    try:
        receipt = loads(files.read(name))
    except (OSError, ValidationError):
        return None
    return receipt if receipt.status or receipt.method == "adopted" else None


def _bytes(files: Files, name: str) -> bytes | None:
    """The bytes beside a receipt, None when it has none of its own."""
    stem = name.removesuffix(SUFFIX)
    beside = [one for one in files.names() if one.startswith(stem + ".") and one != name]
    mark = stem.endswith(SOFT)
    found = [one for one in beside if one.endswith(SOFT) == mark or mark or SOFT not in one]
    return files.read(found[0]) if found else None


def _attempt(writer: WARCWriter, receipt: Receipt, data: bytes | None) -> None:
    common = {"WARC-Date": receipt.captured_at}
    if receipt.address:
        common["WARC-IP-Address"] = receipt.address
    if receipt.status == 0:
        held = data or b""
        resource = writer.create_warc_record(
            receipt.final_url,
            "resource",
            payload=io.BytesIO(held),
            length=len(held),
            warc_content_type=receipt.declared_type or receipt.sniffed_type,
            warc_headers_dict=common,
        )
        writer.write_record(resource)
    else:
        writer.write_request_response_pair(_request(writer, receipt, common), _response(writer, receipt, data, common))
    writer.write_record(_receipt(writer, receipt, common))


def _request(writer: WARCWriter, receipt: Receipt, common: dict[str, str]) -> object:
    parts = urlsplit(receipt.final_url)
    line = f"GET {parts.path or '/'}{'?' + parts.query if parts.query else ''} HTTP/1.1"
    pairs = [("Host", parts.netloc), *receipt.request_headers.items()]
    return writer.create_warc_record(
        receipt.final_url,
        "request",
        http_headers=StatusAndHeaders(line, pairs, is_http_request=True),
        warc_headers_dict=dict(common),
    )


def _response(writer: WARCWriter, receipt: Receipt, data: bytes | None, common: dict[str, str]) -> object:
    pairs = [pair for pair in receipt.response_headers.items() if pair[0] not in CHANGED]
    phrase = HTTPStatus(receipt.status).phrase if receipt.status in HTTPStatus._value2member_map_ else ""
    headers = dict(common)
    if data is None and receipt.outcome.startswith("unchanged"):
        same = "server-not-modified" if receipt.status == 304 else "identical-payload-digest"
        headers |= {"WARC-Profile": REVISIT + same, "WARC-Refers-To-Target-URI": receipt.final_url}
        head = StatusAndHeaders(f"{receipt.status} {phrase}", pairs, protocol="HTTP/1.1")
        return writer.create_warc_record(receipt.final_url, "revisit", http_headers=head, warc_headers_dict=headers)
    pairs.append(("content-length", str(len(data or b""))))
    head = StatusAndHeaders(f"{receipt.status} {phrase}", pairs, protocol="HTTP/1.1")
    return writer.create_warc_record(
        receipt.final_url,
        "response",
        payload=io.BytesIO(data or b""),
        length=len(data or b""),
        http_headers=head,
        warc_headers_dict=headers,
    )


def _receipt(writer: WARCWriter, receipt: Receipt, common: dict[str, str]) -> object:
    data = dump(receipt)
    return writer.create_warc_record(
        receipt.final_url,
        "metadata",
        payload=io.BytesIO(data),
        length=len(data),
        warc_content_type="application/json",
        warc_headers_dict={"WARC-Date": common["WARC-Date"]},
    )
