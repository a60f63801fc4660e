"""Pictures of a flow run and its artifacts in Prefect's pages, for docs/operate.md."""

import io
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
SETTLE_MS = 6000


def pictures(port: int, run: str, artifacts: Mapping[str, Any], directory: Path) -> None:
    """Write operate-run.png, a run with its artifacts, and operate-drift.png and operate-findings.png, two of them."""
    base = f"http://127.0.0.1:{port}"
    pages = {
        "operate-run": (f"{base}/runs/flow-run/{run}", "Artifacts", 900),
        "operate-findings": (f"{base}/artifacts/artifact/{artifacts['findings']['id']}", "", 450),
        "operate-drift": (f"{base}/artifacts/artifact/{artifacts['drift']['id']}", "", 450),
    }
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)
        for name, (url, tab, height) in pages.items():
            page = browser.new_page(viewport={"width": 1400, "height": height}, color_scheme="light")
            picture(page, url, tab, directory / f"{name}.png")
        browser.close()


def picture(page: Page, url: str, tab: str, path: Path) -> None:
    """A page with one of its tabs open, as a small PNG."""
    page.goto(url, timeout=120_000)
    page.wait_for_timeout(SETTLE_MS)
    if tab:
        page.get_by_text(tab, exact=True).first.click()
        page.wait_for_timeout(SETTLE_MS)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    image.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"wrote {path} ({path.stat().st_size:,} bytes)")
