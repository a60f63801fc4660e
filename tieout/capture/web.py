"""Addresses and headers as they go over the wire, and as they may be written down: without what is secret in them."""

import re
from collections.abc import Iterable, Mapping
from email.utils import parsedate_to_datetime
from urllib.parse import parse_qsl, quote, urlencode, urljoin, urlsplit, urlunsplit

from tieout.capture.clock import Clock
from tieout.capture.trouble import FetchError

Headers = tuple[tuple[str, str], ...]

HIDDEN = "***"
SECRET_HEADERS = frozenset(
    "authorization proxy-authorization cookie set-cookie set-cookie2 x-api-key x-auth-token x-csrf-token "
    "x-xsrf-token www-authenticate proxy-authenticate authentication-info".split()
)
SECRET_QUERY = re.compile(
    r"(^|[-_.])(access|api|auth|client)?[-_.]?(token|key|secret|signature|sig|password|passwd|pwd|session|sessionid|sid"
    r"|jwt|credential|code|hmac)$|^x-(amz|goog)-(credential|signature|security-token)$",
    re.IGNORECASE,
)
_PATH = "/%:@!$&'()*+,;=~"


def wire_url(url: str) -> str:
    """An address as it is asked for: ASCII, no fragment, no user.

    Raises:
        FetchError: it is no web address, or holds a user name or password.
    """
    try:
        parts = urlsplit(url)
        host = (parts.hostname or "").encode("idna").decode()
        port = f":{parts.port}" if parts.port else ""
    except (ValueError, UnicodeError) as error:
        raise FetchError("redirect", f"{_shown(url)} is no web address: {error}") from error
    if parts.scheme not in {"http", "https"} or not host:
        raise FetchError("redirect", f"{_shown(url)} is no web address")
    if "@" in parts.netloc:
        raise FetchError("redirect", "the address holds a user name or password")
    shown = f"[{host}]" if ":" in host else host
    return urlunsplit(
        (parts.scheme, shown + port, quote(parts.path or "/", _PATH), quote(parts.query, _PATH + "?"), "")
    )


def joined(base: str, location: str) -> str:
    """Where a Location header leads to. Raises FetchError for what is no web address."""
    try:
        return wire_url(urljoin(base, location.strip()))
    except ValueError as error:
        raise FetchError("redirect", f"the redirect to {_shown(location)} is no web address") from error


def origin(url: str) -> str:
    """Scheme, host and port: what credentials and robots.txt belong to. A default port is left out."""
    parts = urlsplit(url)
    name = f"[{parts.hostname}]" if ":" in (parts.hostname or "") else parts.hostname
    port = "" if parts.port in {None, {"http": 80, "https": 443}.get(parts.scheme)} else f":{parts.port}"
    return f"{parts.scheme}://{name}{port}"


def host(url: str) -> str:
    """The host of an address, lower case."""
    return urlsplit(url).hostname or ""


def safe_url(url: str) -> str:
    """An address for receipts and messages: query values that look secret are hidden."""
    parts = urlsplit(url)
    if not parts.query and "@" not in parts.netloc:
        return url
    pairs = parse_qsl(parts.query, keep_blank_values=True)
    query = parts.query
    if any(SECRET_QUERY.search(key) for key, _ in pairs):
        query = urlencode([(key, HIDDEN if SECRET_QUERY.search(key) else value) for key, value in pairs], safe="*")
    return urlunsplit((parts.scheme, parts.netloc.rpartition("@")[2], parts.path, query, parts.fragment))


def safe_headers(headers: Iterable[tuple[str, str]], secrets: Iterable[str] = ()) -> dict[str, str]:
    """Headers for receipts: lower-case names, secret ones left out, and no value that holds one of `secrets`."""
    kept: dict[str, str] = {}
    for name, value in headers:
        if name.lower() not in SECRET_HEADERS:
            clean = safe_url(value) if name.lower() in {"location", "content-location", "refresh", "link"} else value
            kept[name.lower()] = without(clean, secrets)
    return dict(sorted(kept.items()))


def without(text: str, secrets: Iterable[str]) -> str:
    """A text in which secrets are hidden, wherever a server repeats them."""
    for one in secrets:
        if one:
            text = text.replace(one, HIDDEN)
    return text


def value(headers: Iterable[tuple[str, str]], name: str) -> str:
    """The first header of a name, "" when there is none."""
    return next((text for key, text in headers if key.lower() == name), "")


def retry_after(headers: Headers, clock: Clock, most_s: float) -> float:
    """Seconds that a server asks to be left alone, at most `most_s`; 0 when it does not say."""
    text = value(headers, "retry-after").strip()
    if not text:
        return 0.0
    if text.isdigit():
        return min(float(text[:12]), most_s)
    try:
        seconds = (parsedate_to_datetime(text) - clock.now()).total_seconds()
    except (TypeError, ValueError):
        return 0.0
    return min(max(seconds, 0.0), most_s)


def conditions(validators: Mapping[str, str]) -> Headers:
    """The headers that ask for a page only if it changed."""
    named = (("If-None-Match", validators.get("etag")), ("If-Modified-Since", validators.get("last_modified")))
    return tuple((name, text) for name, text in named if text)


def _shown(url: str) -> str:
    return repr(url[:100])
