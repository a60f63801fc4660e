"""One attempt at one source: asked, answered, judged, and handed to record.py."""

import hashlib
import os
from dataclasses import dataclass, field, replace
from datetime import datetime

from tieout import steps
from tieout.capture import sentinels, web
from tieout.capture.adopt import tools as versions
from tieout.capture.client import Answer, Client, Request
from tieout.capture.files import files_of
from tieout.capture.inspection import inspect
from tieout.capture.limits import Limits
from tieout.capture.past import Past, past
from tieout.capture.receipts import Receipt
from tieout.capture.record import Attempt, Found, record
from tieout.capture.states import wants_full
from tieout.capture.trouble import FetchError, PostponedError
from tieout.limited import Allowance, Children, OverLimitError
from tieout.sources import Source

DENIED = frozenset({401, 403, 407, 451})
LOOK = Allowance(memory_bytes=140_000_000, cpu_s=30, wall_s=60.0)  # for a look at a page: see inspection.py


@dataclass(frozen=True, slots=True)
class Tools:
    """What an attempt works with."""

    client: Client
    children: Children
    limits: Limits = field(default_factory=Limits)


def attempt(source: Source, tools: Tools, *, full: bool = False) -> Attempt:
    """Capture a source now; `full` asks for the whole page whatever was there before.

    Two attempts at once follow each other. What goes wrong at the other end is in the receipt and not raised.

    Raises:
        OSError: the receipt or the bytes cannot be written.
    """
    files = files_of(source)
    with files.lock():
        before = past(files)
        now = before.next_time(tools.client.world.clock.now())
        try:
            answer = _ask(source, tools, before, now, full=full)
        except PostponedError as error:
            return Attempt(source, capture=before.name, postponed=str(error))
        except FetchError as error:
            return record(files, source, before, now, _failed(error), _of_error(source, error))
        return record(files, source, before, now, _judged(source, tools, before, answer), _of_answer(source, answer))


def _ask(source: Source, tools: Tools, before: Past, now: datetime, *, full: bool) -> Answer:
    whole = Request(source.url, (), source.local, _token(source), source.delay_s, tools.limits)
    headers = () if full or wants_full(before.standing, now) else web.conditions(before.validators)
    steps.reached("ask")
    answer = tools.client.get(replace(whole, headers=headers))
    steps.reached("answered")
    if answer.status == 304 and _false(answer, before, asked=bool(headers)):
        # "Unchanged" to a question that was not asked, or about another version than ours: ask for the page itself.
        return tools.client.get(whole)
    return answer


def _false(answer: Answer, before: Past, *, asked: bool) -> bool:
    etag, ours = web.value(answer.headers, "etag"), before.validators.get("etag", "")
    return not asked or bool(etag and ours and etag.removeprefix("W/") != ours.removeprefix("W/"))


def _judged(source: Source, tools: Tools, before: Past, answer: Answer) -> Found:
    status = answer.status
    if status == 304 and before.good and not answer.body.data:
        return Found("unchanged_304")
    if status in DENIED or web.value(answer.headers, "cf-mitigated"):
        return Found("blocked", f"the site answers {status}: it wants no machine here")
    if status != 200:
        wait = f"; it asks to be left alone for {answer.hold_s:.0f} s" if answer.hold_s else ""
        return Found("failed", f"the site answers {status}{wait}")
    if before.good and hashlib.sha256(answer.body.data).hexdigest() == before.good.decoded_sha256:
        return Found("unchanged_bytes", data=answer.body.data)
    return _page(source, tools, before, answer)


def _page(source: Source, tools: Tools, before: Past, answer: Answer) -> Found:
    data = answer.body.data
    declared = web.value(answer.headers, "content-type")
    try:
        wanted = source.sentinels.must_match
        seen = tools.children.call(inspect, data, declared, wanted, links=source.listing is not None)
    except OverLimitError as error:
        return Found("soft_error", f"looking at the page {error}", data=data)
    verdict = sentinels.judge(source, data, answer.url, seen, before.good)
    if verdict.reason:
        return Found("blocked" if verdict.wall else "soft_error", verdict.reason, data=data, measures=seen.measures)
    if before.good and before.good.measures.content_sha256 == seen.measures.content_sha256:
        return Found("unchanged_content", data=data, measures=seen.measures)
    if lies := _lies(answer, before):
        return Found("new", "", (*verdict.warnings, lies), data, seen.measures, mistrusted=True)
    return Found("new", "", verdict.warnings, data, seen.measures)


def _lies(answer: Answer, before: Past) -> str:
    etag = web.value(answer.headers, "etag")
    if before.good and etag and not etag.startswith("W/") and etag == before.validators.get("etag"):
        return f"the page changed and its ETag did not ({etag[:60]}): it is fetched whole from now on"
    return ""


def _failed(error: FetchError) -> Found:
    blocked = error.kind in {"robots", "unreachable_robots"}
    return Found("blocked_robots" if blocked else "failed", error.reason, unresolved=error.unresolved)


def _of_error(source: Source, error: FetchError) -> Receipt:
    return replace(
        _blank(source),
        final_url=web.safe_url(error.redirects[-1].url if error.redirects else source.url),
        redirects=tuple(replace(one, url=web.safe_url(one.url)) for one in error.redirects),
        robots=error.robots or "not_asked",
        truncated=error.truncated,
        tries=error.tries,
    )


def _of_answer(source: Source, answer: Answer) -> Receipt:
    secrets = (_token(source),)
    named = (("etag", "etag"), ("last_modified", "last-modified"))
    return replace(
        _blank(source),
        final_url=web.without(web.safe_url(answer.url), secrets),
        redirects=tuple(replace(one, url=web.without(web.safe_url(one.url), secrets)) for one in answer.redirects),
        request_headers=web.safe_headers(answer.request_headers, secrets),
        response_headers=web.safe_headers(answer.headers, secrets),
        robots=answer.robots,
        validators={ours: text for ours, theirs in named if (text := web.value(answer.headers, theirs))},
        wire_sha256=answer.body.wire_sha256 if answer.body.wire_bytes else "",
        wire_bytes=answer.body.wire_bytes,
        declared_type=web.value(answer.headers, "content-type"),
        truncated=answer.body.truncated,
        status=answer.status,
        address=answer.address,
        tries=answer.tries,
    )


def _blank(source: Source) -> Receipt:
    url = web.safe_url(source.url)
    return Receipt(url, url, "", 0, "", "failed", "http", tools=versions())


def _token(source: Source) -> str:
    return os.environ.get(source.token_env, "") if source.token_env else ""
