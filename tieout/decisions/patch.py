"""Decisions as a patch that `git apply` takes: from a machine where they were made to a checkout that is pushed."""

import hashlib
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from tieout.decisions.files import ENDING


def unknown_to_git(folder: Path) -> list[Path]:
    """The decision files that git does not have yet; all of them where there is no git."""
    every = sorted(path for path in folder.glob(f"*{ENDING}") if not path.name.startswith("."))
    command = ["git", "ls-files", "-z", "--", "."]
    try:
        listed = subprocess.run(command, cwd=folder, capture_output=True, check=True)  # noqa: S603  no input in it
    except (OSError, subprocess.CalledProcessError):
        return every
    known = set(listed.stdout.decode("utf-8", "replace").split("\0"))
    return [path for path in every if path.name not in known]


def patch(paths: Sequence[Path], below: str = "decisions") -> str:
    """New files under the folder `below` of a checkout, as a git patch; "" for none."""
    return "".join(_added(path, f"{below}/{path.name}") for path in paths)


def _added(path: Path, name: str) -> str:
    data = path.read_bytes()
    blob = hashlib.sha1(b"blob %d\0%s" % (len(data), data), usedforsecurity=False).hexdigest()
    lines = data.decode("utf-8").removesuffix("\n").split("\n")
    return "\n".join((*_head(name, blob, len(lines)), *(f"+{line}" for line in lines))) + "\n"


def _head(name: str, blob: str, n_lines: int) -> Iterable[str]:
    yield f"diff --git a/{name} b/{name}"
    yield "new file mode 100644"
    yield f"index {'0' * 40}..{blob}"
    yield "--- /dev/null"
    yield f"+++ b/{name}"
    yield f"@@ -0,0 +1,{n_lines} @@" if n_lines != 1 else "@@ -0,0 +1 @@"
