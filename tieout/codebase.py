"""Names the code that runs: what is kept of checks and of whole runs is good for this code and no other."""

from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

PACKAGES = ("schemas", "parsers", "checks", "tieout")
LIBRARIES = ("polars", "rapidfuzz", "jinja2")  # whose newer versions may say or write something else


@cache
def fingerprint() -> str:
    """16 hex digits that change with every file of our packages, templates and vocabulary among them.

    Versions of checks are not enough: a check that was edited without a new one would go on showing old findings.
    """
    digest = sha256()
    for path in sorted(_files()):
        digest.update(f"{path.relative_to(_ROOT).as_posix()}\0".encode() + sha256(path.read_bytes()).digest())
    digest.update("".join(version(name) for name in LIBRARIES).encode())
    return digest.hexdigest()[:16]


_ROOT = Path(__file__).resolve().parent.parent


def _files() -> list[Path]:
    every = (path for name in PACKAGES for path in (_ROOT / name).rglob("*"))
    return [path for path in every if path.is_file() and "__pycache__" not in path.parts]
