"""Who may talk to the review page: this machine's browser, asking for this page by its own name, on purpose.

A page on the loopback is reachable by every site that the reviewer has open. Against a name that was pointed here
(DNS rebinding) stands the host check; against a foreign form, the origin check and a token that only our page knows.
On another interface everybody needs the access token on top.
"""

import hashlib
import hmac
import os
import secrets
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = ("127.0.0.1", "localhost", "[::1]")
SESSION, ACCESS, NAME = "tieout_session", "tieout_access", "tieout_name"
MAX_BODY = 1_000_000
MIN_TOKEN = 16
YEAR_S = 365 * 24 * 3600
SAFE = ("GET", "HEAD")
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",  # no-referrer would make browsers send "Origin: null" with our own forms
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}


@dataclass(frozen=True, slots=True)
class Gate:
    """What is checked: `hosts` that the page answers to (empty: any, behind a token), and the access token."""

    key: bytes
    hosts: tuple[str, ...]
    token: str = ""

    def csrf(self, session: str) -> str:
        """What a form of this session must bring back."""
        return hmac.new(self.key, session.encode(), hashlib.sha256).hexdigest()


def key(state: Path) -> bytes:
    """The key of this checkout, made on first use: an open page still works after the server was restarted."""
    path = state / "review.key"
    state.mkdir(parents=True, exist_ok=True)
    try:
        handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    except FileExistsError:
        kept = path.read_bytes()
        if len(kept) == 32:
            return kept
        path.unlink()  # a crash left it half-written
        return key(state)
    with os.fdopen(handle, "wb") as file:
        made = secrets.token_bytes(32)
        file.write(made)
    return made


class Guard:
    """Lets through what is allowed, and puts the headers on every answer."""

    def __init__(self, app: ASGIApp, gate: Gate) -> None:
        self.app, self.gate = app, gate

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        request = Request(scope, receive)
        refusal = self._refusal(request)
        session = request.cookies.get(SESSION, "") or secrets.token_urlsafe(24)
        scope["tieout"] = {"session": session, "csrf": self.gate.csrf(session)}

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                if SESSION not in request.cookies:
                    headers.append("set-cookie", f"{SESSION}={session}; Path=/; HttpOnly; SameSite=Strict")
            await send(message)

        await (refusal or self.app)(scope, receive, with_headers)

    def _refusal(self, request: Request) -> Response | None:
        if self.gate.hosts and request.headers.get("host", "") not in self.gate.hosts:
            return PlainTextResponse("This page answers to its own address only.", 421)
        if self.gate.token and (answer := self._access(request)):
            return answer
        origin = request.headers.get("origin")
        if request.method not in SAFE and origin and urlsplit(origin).netloc != request.headers.get("host"):
            return PlainTextResponse("This came from another page.", 403)
        if request.headers.get("sec-fetch-site", "none") == "cross-site" and request.method not in SAFE:
            return PlainTextResponse("This came from another page.", 403)
        return None

    def _access(self, request: Request) -> Response | None:
        wanted = self.gate.csrf(f"access {self.gate.token}")
        if hmac.compare_digest(request.cookies.get(ACCESS, "").encode(), wanted.encode()):
            return None
        given = request.query_params.get("token", "")
        if request.method == "GET" and hmac.compare_digest(given.encode(), self.gate.token.encode()):
            # Away from the address that holds the token, which would stay in the browser's history.
            answer = RedirectResponse(request.url.path, 303)
            answer.set_cookie(ACCESS, wanted, httponly=True, samesite="strict")
            return answer
        return PlainTextResponse("Open the address with its token, as `tieout review` printed it.", 401)


async def form(request: Request, gate: Gate) -> dict[str, str] | None:
    """The fields of a form of ours, None when it does not bring the token; the last of a repeated field."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > MAX_BODY:
            return None
    fields = {name: values[-1] for name, values in parse_qs(body.decode("utf-8", "replace")).items()}
    given = request.headers.get("x-csrf-token") or fields.get("csrf", "")
    return (
        fields if hmac.compare_digest(given.encode(), gate.csrf(request.scope["tieout"]["session"]).encode()) else None
    )
