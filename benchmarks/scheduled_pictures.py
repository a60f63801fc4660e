"""Pictures of a flow run and its artifacts in Prefect's pages, for docs/operate.md."""

import io
import shutil
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

ARGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
SETTLE_MS = 6000


def pictures(port: int, run: str, directory: Path) -> None:
    """Write operate-run.png and operate-artifacts.png."""
    base = f"http://127.0.0.1:{port}"
    pages = {
        "operate-run": f"{base}/runs/flow-run/{run}",
        "operate-artifacts": f"{base}/artifacts/key/findings",
        "operate-drift": f"{base}/artifacts/key/drift",
    }
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=shutil.which("chromium"), args=ARGS)
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        for name, url in pages.items():
            picture(page, url, directory / f"{name}.png")
        browser.close()


def picture(page: Page, url: str, path: Path) -> None:
    """A page as a small PNG."""
    page.goto(url, timeout=120_000)
    page.wait_for_timeout(SETTLE_MS)
    image = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    image.quantize(128, dither=Image.Dither.NONE).save(path, optimize=True)
    print(f"wrote {path} ({path.stat().st_size:,} bytes)")
