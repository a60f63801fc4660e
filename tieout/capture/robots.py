"""robots.txt by RFC 9309: what a site lets machines read, and how fast.

2xx is read; 4xx means that there are no rules; 5xx, no answer and a broken one mean "not now". Failing open there is
how crawlers come to read what they were told not to. 429 counts as "not now" too: it asks for less, not for more.
"""

import json
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path
from urllib.parse import quote

from protego import Protego

from tieout import atomic
from tieout.capture import web
from tieout.capture.clock import Clock
from tieout.capture.limits import Limits
from tieout.capture.trouble import FetchError

TOKEN = "tieout"  # noqa: S105  # the name that rules are looked up by, not a secret
KEEP = timedelta(hours=24)  # RFC 9309, 2.4
RETRY = timedelta(minutes=10)  # when a site could not say what its rules are
LIMITS = Limits(wire_bytes=2_000_000, decoded_bytes=512 * 1024, total_s=30.0, cut=True)  # 2.5: at least 500 KiB


@dataclass(frozen=True, slots=True)
class Rules:
    """What was learnt of an origin. `verdict` is parsed, allow_all or disallow_all; `why` says it in words."""

    verdict: str
    why: str
    fetched_at: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class Decision:
    """Whether an address may be fetched, why, and how many seconds are to lie between requests (0: not said)."""

    allowed: bool
    why: str
    delay_s: float = 0.0
    for_now: bool = False  # it may be allowed again soon


Fetch = Callable[[str, bool], tuple[int, str]]  # robots.txt's address, local -> status, text


class Robots:
    """Decisions, with what was learnt of each origin kept under `directory` for a day."""

    def __init__(self, directory: Path, fetch: Fetch, clock: Clock) -> None:
        self.directory, self.fetch, self.clock = directory, fetch, clock
        self._parsed: dict[str, tuple[Rules, Protego]] = {}

    def decide(self, url: str, *, local: bool = False) -> Decision:
        """Whether `url` may be fetched now.

        Raises:
            FetchError: its host has no address, or none that may be connected to.
            PostponedError: its host is to be left alone.
        """
        rules = self._rules(web.origin(url), local=local)
        if rules.verdict != "parsed":
            allowed = rules.verdict == "allow_all"
            return Decision(allowed, rules.why, for_now=not allowed)
        known = self._protego(web.origin(url), rules)
        allowed = known.can_fetch(url, TOKEN)
        return Decision(allowed, f"{'allowed' if allowed else 'disallowed'} by {rules.why}", _delay(known))

    def _rules(self, origin: str, *, local: bool) -> Rules:
        path = self.directory / f"robots-{quote(origin, safe='')[:200]}.json"
        if kept := self._kept(path):
            return kept
        # One asks and the others wait: ten sources of a host, begun at once, are no reason for ten questions.
        with atomic.locked(path.with_suffix(".lock")):
            if kept := self._kept(path):
                return kept
            rules = self._learn(origin, local=local)
            atomic.write_text(path, json.dumps(asdict(rules)))
            return rules

    def _kept(self, path: Path) -> Rules | None:
        kept = _read(path)
        return kept if kept and self._fresh(kept) else None

    def _fresh(self, rules: Rules) -> bool:
        age = self.clock.now() - datetime.fromisoformat(rules.fetched_at)
        return timedelta(0) <= age < (RETRY if rules.verdict == "disallow_all" else KEEP)

    def _learn(self, origin: str, *, local: bool) -> Rules:
        url = f"{origin}/robots.txt"
        try:
            status, text = self.fetch(url, local)
        except FetchError as error:
            if error.kind == "address" or error.unresolved:
                raise  # it is not about rules: the page itself could not be asked for either
            return self._known("disallow_all", f"{url} could not be read: {error.reason}")
        if 200 <= status < 300:
            return self._known("parsed", f"{url} ({status})", text)
        if 400 <= status < 500 and status != 429:
            return self._known("allow_all", f"allowed: {url} answers {status}, there are no rules")
        return self._known("disallow_all", f"{url} answers {status}, its rules are unknown for now")

    def _known(self, verdict: str, why: str, text: str = "") -> Rules:
        return Rules(verdict, why, self.clock.now().isoformat(), text)

    def _protego(self, origin: str, rules: Rules) -> Protego:
        held = self._parsed.get(origin)
        if held is None or held[0] != rules:
            held = self._parsed[origin] = (rules, Protego.parse(rules.text))
        return held[1]


def _delay(known: Protego) -> float:
    rate = known.request_rate(TOKEN)
    between = rate.seconds / rate.requests if rate and rate.requests else 0.0
    return max(known.crawl_delay(TOKEN) or 0.0, between)


def _read(path: Path) -> Rules | None:
    try:
        return Rules(**json.loads(path.read_bytes()))
    except (OSError, ValueError, TypeError):
        return None
