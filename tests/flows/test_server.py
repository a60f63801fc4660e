"""The server of one run: there for as long as the run is, however it ends, and none where another one is named."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

from flows import server
from tests.made import folder

pytestmark = [pytest.mark.flow, pytest.mark.filterwarnings("default")]

RUN = """
import sys, time, urllib.request
from flows import server
with server.served():
    import os
    url = os.environ["PREFECT_API_URL"]
    assert urllib.request.urlopen(url + "/health", timeout=100).read() == b"true"
    print(url, flush=True)
    time.sleep(float(sys.argv[1]))
print("PREFECT_API_URL" in os.environ, flush=True)
"""


def serving(seconds: float, state: Path, root: Path) -> "subprocess.Popen[str]":
    env = os.environ | {"TIEOUT_STATE": str(state), "PREFECT_HOME": str(state / "prefect"), "PYTHONPATH": str(root)}
    env.pop("PREFECT_API_URL", None)
    command = [sys.executable, "-c", RUN, str(seconds)]
    return subprocess.Popen(command, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def refused(url: str, within_s: float = 30) -> bool:
    """Whether nobody answers at an address any more, at the latest after so long."""
    host, port = url.removeprefix("http://").removesuffix("/api").split(":")
    end = time.monotonic() + within_s
    while time.monotonic() < end:
        try:
            socket.create_connection((host, int(port)), timeout=1).close()
        except OSError:
            return True
        time.sleep(0.2)
    return False


@pytest.mark.slow
def test_it_answers_while_the_block_lasts_and_ends_with_it(tmp_path: Path, root: Path) -> None:
    with serving(0, tmp_path, root) as process:
        out, err = process.communicate(timeout=120)
    url, named = out.split()
    assert (named, err) == ("False", "")
    assert refused(url, within_s=1)


@pytest.mark.slow
def test_it_ends_with_a_run_that_is_killed(tmp_path: Path, root: Path) -> None:
    with serving(600, tmp_path, root) as process:
        assert process.stdout
        url = process.stdout.readline().strip()
        process.send_signal(signal.SIGKILL)
    assert url
    assert refused(url)


@pytest.mark.slow
def test_one_that_cannot_start_is_an_error_of_the_run(tmp_path: Path, root: Path) -> None:
    env = os.environ | {"PREFECT_SERVER_DATABASE_CONNECTION_URL": f"sqlite+aiosqlite:///{tmp_path}/none/x.db"}
    env.pop("PREFECT_API_URL", None)
    sources = folder(tmp_path, {"launch": "<p>It is 17x faster than the A100.</p>"})
    places = ("--sources", sources, "--out", tmp_path / "out", "--state", tmp_path / "state")
    command = [sys.executable, "-m", "tieout", "run", *map(str, places)]
    ran = subprocess.run(command, env=env, cwd=root, capture_output=True, text=True, check=False, timeout=200)
    assert ran.returncode == 2
    assert "the Prefect server of this run ended with code" in ran.stderr.splitlines()[-1]


def test_one_that_is_named_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:9/api")
    with server.served():
        assert os.environ["PREFECT_API_URL"] == "http://127.0.0.1:9/api"


def test_whoever_has_imported_prefect_has_said_where_its_server_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    monkeypatch.setitem(sys.modules, "prefect", sys)
    with server.served():
        assert "PREFECT_API_URL" not in os.environ
