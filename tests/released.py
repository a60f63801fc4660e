"""Runs to release, made by hand: a folder as `tieout run` leaves it, with as many claims as wanted."""

import hashlib
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from schemas.statement import Parsed
from schemas.tables import empty
from tests.made import claim, document, finding
from tieout import store, tabled
from tieout.failures import Failure
from tieout.history import Seen
from tieout.release.publish import Accepted, Outcome, release
from tieout.release.settings import Settings
from tieout.rows import Sound, Tables, finding_rows, tables

NOW = "2026-11-21T08:00:00Z"


def made_tables(quotes: Sequence[str], *, workload: str = "MCMC", failures: int = 0) -> Tables:
    """A post that says each of the quotes, such as "17x"; and documents that could not be read."""
    post = document(f'It is {" or ".join(quotes)}, says "the vendor".')
    claims = tuple(replace(claim(post, quote), workload=workload) for quote in quotes)
    one = finding(*claims)
    seen = {one.finding_id: Seen(NOW, NOW, "new")}
    found = finding_rows([one], {"same-comparison": "across"}, seen, empty("findings"))
    unread = [Failure(f"{number}.pdf", "whole file", "is not a PDF") for number in range(failures)]
    return tables([Parsed(post, claims, (), ())], {}, unread, Sound(found.frame, ()))


def made_run(folder: Path, *quotes: str, workload: str = "MCMC", failures: int = 0) -> Path:
    """The folder of a run, named by its content."""
    name = hashlib.sha256(repr((quotes, workload, failures)).encode()).hexdigest()[:16]
    summary = json.dumps({"run_id": name, "inputs": "made", "tieout": "0.0"}).encode()
    with store.publishing(folder):
        made = made_tables(quotes or ("17x", "27x"), workload=workload, failures=failures)
        return store.write_run(folder, name, {**tabled.encoded(made), store.SUMMARY: summary})


def released(root: Path, run: Path, accepted: Accepted | None = None) -> Outcome:
    """Released with the default settings."""
    return release(run, root, Settings(), now=NOW, accepted=accepted)
