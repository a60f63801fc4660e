"""A real browser, a run over the sample corpus, and review servers. Skipped where there is no chromium."""

import io
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tieout import run

ROOT = Path(__file__).resolve().parent.parent.parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
ARGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SIZE = {"width": 1400, "height": 900}


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser, nothing here can be said."""
    if CHROMIUM is None:
        for item in items:
            if Path(__file__).parent in item.path.parents:
                item.add_marker(pytest.mark.skip(reason="needs chromium"))


def published(root: Path, decisions: Path | None = None) -> Path:
    """A run over the sample corpus, as `tieout run` publishes it; the folder of `latest`."""
    plan = run.plan(ROOT / "raw" / "sources.yml", root / "state")
    outcomes = [run.parse_shard(shard) for shard in plan.shards]
    reconciled = run.reconcile_all((path for one in outcomes for path in one.parsed), plan.captured_at)
    run.publish(plan, outcomes, reconciled, root / "out", decisions)
    return root / "out" / "latest"


@pytest.fixture(scope="session")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The report of the sample corpus, on disk."""
    return published(tmp_path_factory.mktemp("sample")) / "report.html"


# Not for the session: Playwright keeps an event loop running in this thread, and what comes after it in the same
# process (Prefect looks for one) would be answered with coroutines.
@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Debian's chromium."""
    with sync_playwright() as play:
        started = play.chromium.launch(executable_path=CHROMIUM, args=list(ARGS))
        yield started
        started.close()


@pytest.fixture
def tab(browser: Browser) -> Iterator[Callable[..., Page]]:
    """Opens pages, each in a browser profile of its own; what a page logs as an error fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def opened(**given: Any) -> Page:
        context = browser.new_context(**({"viewport": SIZE} | given))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        # What the browser says of an answer that we meant (409, 422) is no error of the page.
        page.on("console", lambda line: errors.append(line.text) if _is_error(line) else None)
        return page

    yield opened
    for context in contexts:
        context.close()
    assert errors == []


def _is_error(line: Any) -> bool:
    # htmx logs what it also raises as an event, and the page tells the reader.
    return line.type == "error" and not line.text.startswith(("Failed to load resource", "htmx:"))


class Server:
    """`tieout review` in a process of its own."""

    def __init__(self, root: Path, *arguments: str, port: int = 0) -> None:
        self.root = root
        command = [sys.executable, "-m", "tieout", "review", "--port", str(port), *arguments]
        self.process = subprocess.Popen(command, cwd=root, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout
        line = self.process.stdout.readline()
        assert line.startswith("review page: "), line
        self.address = line.split()[2]

    @property
    def port(self) -> int:
        return int(self.address.rpartition(":")[2].partition("/")[0])

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()
        if self.process.stdout:
            self.process.stdout.close()


@pytest.fixture
def serve(tmp_path: Path, sample: Path) -> Iterator[Callable[..., Server]]:
    """Starts servers over a copy of the sample's run, with a decisions folder of their own."""
    servers: list[Server] = []
    shutil.copytree(sample.parent.parent, tmp_path / "out", symlinks=True)

    def started(*arguments: str, port: int = 0) -> Server:
        servers.append(Server(tmp_path, *arguments, port=port))
        return servers[-1]

    yield started
    for server in servers:
        server.stop()


@pytest.fixture
def shot(pytestconfig: pytest.Config) -> Callable[[Page, str], None]:
    """Takes a picture for docs/images, when asked to."""

    def take(page: Page, name: str) -> None:
        if pytestconfig.getoption("--screenshots"):
            picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
            # A palette: a third of the weight, and nobody sees it.
            picture.quantize(256, Image.Quantize.MAXCOVERAGE, dither=Image.Dither.NONE).save(
                ROOT / "docs" / "images" / f"{name}.png", optimize=True
            )

    return take
