"""A site on this machine for scheduled captures: pages from a folder, each with its ETag, and a log of what was asked.

python -m tests.site FOLDER PORT    serve until killed; the log is FOLDER/log.jsonl
"""

import hashlib
import http.server
import json
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

LOG = "log.jsonl"


def page(title: str, *sentences: str) -> str:
    """A post that shows a date, so that a figure which changes under it is a finding."""
    text = "".join(f"<p>{one}</p>" for one in sentences)
    return (
        f"<!doctype html><html lang=en><head><meta charset=utf-8><title>{title}</title></head><body><main>"
        f'<h1>{title}</h1><p><time datetime="2026-03-02">2 March 2026</time></p>{text}</main></body></html>'
    )


@dataclass(frozen=True)
class Site:
    """Pages are the .html files of `directory`; `posted` are bodies that were sent here, for webhooks."""

    directory: Path
    port: int
    posted: list[str]

    def write(self, name: str, *sentences: str) -> None:
        """Publish a page, or another version of it."""
        (self.directory / f"{name}.html").write_text(page(name, *sentences))

    def url(self, path: str) -> str:
        """The address of a page."""
        return f"http://127.0.0.1:{self.port}/{path}"

    def sources(self, path: Path, names: list[str]) -> Path:
        """A sources.yml over these pages."""
        entries = [f"- {{name: {one}, url: '{self.url(one)}', parser: html_post, local: true}}\n" for one in names]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("contact: audit@example.org\nsources:\n" + "".join(entries))
        return path

    def asked(self) -> list[tuple[str, int]]:
        """Path and status of every request so far."""
        log = self.directory / LOG
        lines = log.read_text().splitlines() if log.exists() else []
        return [(one["path"], one["status"]) for one in map(json.loads, lines)]


def server(directory: Path, port: int, posted: list[str]) -> http.server.ThreadingHTTPServer:
    """The server of a site, not started yet."""

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            path = directory / f"{self.path.strip('/')}.html"
            body = path.read_bytes() if path.parent == directory and path.exists() else b""
            etag = f'"{hashlib.sha256(body).hexdigest()[:12]}"'
            same = bool(body) and self.headers.get("If-None-Match") == etag
            self._say(404 if not body else 304 if same else 200, b"" if same else body, etag)

        def do_POST(self) -> None:
            posted.append(self.rfile.read(int(self.headers.get("Content-Length", "0"))).decode())
            self._say(200, b"ok", "")

        def _say(self, status: int, body: bytes, etag: str) -> None:
            with (directory / LOG).open("a") as log:
                log.write(json.dumps({"path": self.path, "status": status}) + "\n")
            self.send_response(status)
            self.send_header("ETag", etag)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            pass

    return http.server.ThreadingHTTPServer(("127.0.0.1", port), Handler)


@contextmanager
def site(directory: Path) -> Iterator[Site]:
    """A site in a thread of this process."""
    directory.mkdir(parents=True, exist_ok=True)
    posted: list[str] = []
    serving = server(directory, 0, posted)
    thread = threading.Thread(target=serving.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield Site(directory, serving.server_port, posted)
    finally:
        serving.shutdown()
        thread.join()
        serving.server_close()


if __name__ == "__main__":
    server(Path(sys.argv[1]), int(sys.argv[2]), []).serve_forever()
