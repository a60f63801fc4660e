"""Files are whole or not there."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tieout import atomic


def test_writes_into_folders_that_do_not_exist_yet(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b"
    atomic.write_text(path, "17x\r\n")
    assert path.read_bytes() == b"17x\r\n"


def test_a_failed_write_leaves_the_old_file_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "file"
    atomic.write_bytes(path, b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        atomic.write_bytes(path, b"new")
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_reader_of_a_writer_killed_at_any_moment_sees_one_whole_version(tmp_path: Path) -> None:
    path = tmp_path / "file"
    code = (
        "import sys; from pathlib import Path; from tieout import atomic\n"
        "while True:\n  for byte in b'abc': atomic.write_bytes(Path(sys.argv[1]), bytes([byte]) * 300_000)"
    )
    for delay in (0.35, 0.4, 0.47, 0.55):
        writer = subprocess.Popen([sys.executable, "-c", code, str(path)])
        while not path.exists():
            time.sleep(0.01)
        time.sleep(delay - 0.3)
        writer.send_signal(signal.SIGKILL)
        writer.wait()
        data = path.read_bytes()
        assert len(data) == 300_000
        assert len(set(data)) == 1


def test_point_replaces_a_link_in_one_step(tmp_path: Path) -> None:
    link = tmp_path / "latest"
    atomic.point(link, "one")
    atomic.point(link, "two")
    assert link.readlink() == Path("two")
    assert list(tmp_path.iterdir()) == [link]


def test_sweep_takes_old_leftovers_only(tmp_path: Path) -> None:
    old, young, kept = (tmp_path / name for name in (".tmp-old", ".tmp-young", "kept"))
    for path in (old, young, kept):
        path.write_bytes(b"")
    os.utime(old, (0, 0))
    os.utime(kept, (0, 0))
    link = tmp_path / ".tmp-link"
    link.symlink_to(tmp_path)
    os.utime(link, (0, 0), follow_symlinks=False)
    assert atomic.sweep(tmp_path) == 2
    assert sorted(path.name for path in tmp_path.iterdir()) == [".tmp-young", "kept"]


def test_a_lock_waits_for_its_holder_and_ends_with_its_process(tmp_path: Path) -> None:
    path = tmp_path / ".lock"
    code = (
        "import sys, time; from pathlib import Path; from tieout import atomic\n"
        "with atomic.locked(Path(sys.argv[1])): print('held', flush=True); time.sleep(60)"
    )
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout
        assert holder.stdout.readline() == b"held\n"
        holder.kill()
        with atomic.locked(path):
            assert path.exists()
