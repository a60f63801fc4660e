"""Runners by configuration; every one of them gives the same bytes, and what a worker died over is still done."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.made import folder

pytestmark = [pytest.mark.flow, pytest.mark.filterwarnings("default")]


def test_the_environment_names_the_runner(monkeypatch: pytest.MonkeyPatch) -> None:
    from prefect.task_runners import ProcessPoolTaskRunner, ThreadPoolTaskRunner

    from flows import runners

    monkeypatch.delenv("TIEOUT_RUNNER", raising=False)
    assert isinstance(runners.configured(), ThreadPoolTaskRunner)
    monkeypatch.setenv("TIEOUT_RUNNER", "processes")
    monkeypatch.setenv("PREFECT_API_URL", "http://127.0.0.1:4200/api")
    monkeypatch.setenv("TIEOUT_WORKERS", "3")
    found = runners.configured()
    assert isinstance(found, ProcessPoolTaskRunner)
    assert found._max_workers == 3


@pytest.mark.parametrize("name", ["", "thread", "threads:2", "processes:tcp://a:1", "dusk:tcp://a:1"])
def test_an_unknown_runner_is_refused(name: str) -> None:
    from flows import runners

    with pytest.raises(runners.RunnerError, match="known are"):
        runners.runner(name)


def test_workers_are_a_number(monkeypatch: pytest.MonkeyPatch) -> None:
    from flows import runners

    monkeypatch.setenv("TIEOUT_WORKERS", "two")
    with pytest.raises(runners.RunnerError, match="TIEOUT_WORKERS"):
        runners.configured()


def test_dask_that_is_missing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    from flows import runners

    monkeypatch.setitem(sys.modules, "prefect_dask", None)
    with pytest.raises(runners.RunnerError, match="not installed"):
        runners.runner("dask")


def run_with(runner: str, sources: Path, root: Path, here: Path) -> dict[str, bytes]:
    """What `tieout run` publishes with a runner, by a program of its own: it is chosen on import."""
    env = os.environ | {"TIEOUT_RUNNER": runner, "TIEOUT_WORKERS": "2", "TIEOUT_STATE": str(root / "state")}
    env.pop("PREFECT_API_URL", None)
    places = ("--sources", sources, "--out", root / "out", "--state", root / "state", "--decisions", root / "none")
    ran = subprocess.run(
        [sys.executable, "-m", "tieout", "run", *places], env=env, cwd=here, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1, ran.stderr
    assert "brought nothing back" not in ran.stderr, ran.stderr  # else the flow's own process did it all
    latest = (root / "out" / "latest").resolve()
    return {path.name: path.read_bytes() for path in latest.iterdir() if path.is_file()}


@pytest.fixture(scope="module")
def published(tmp_path_factory: pytest.TempPathFactory, root: Path) -> tuple[Path, dict[str, bytes]]:
    """A folder of sources, and what a run in threads publishes of it."""
    texts = {f"post-{n}": f"<p>The IPU-M2000 trains ResNet-50 {n}x faster than the A100.</p>" for n in range(10, 46)}
    here = tmp_path_factory.mktemp("threads")
    sources = folder(here, texts)
    return sources, run_with("threads", sources, here, root)


@pytest.mark.slow
@pytest.mark.parametrize("runner", ["dask", "processes"])
def test_every_runner_gives_the_same_bytes(
    runner: str, published: tuple[Path, dict[str, bytes]], tmp_path: Path, root: Path
) -> None:
    if runner == "dask":
        pytest.importorskip("prefect_dask", reason="the extra dask is not installed")
    sources, expected = published
    assert run_with(runner, sources, tmp_path, root) == expected


def test_processes_need_a_server_that_they_share(monkeypatch: pytest.MonkeyPatch) -> None:
    from flows import runners

    monkeypatch.delenv("PREFECT_API_URL", raising=False)
    with pytest.raises(runners.RunnerError, match="PREFECT_API_URL"):
        runners.runner("processes", 1)


def test_what_fails_for_no_reason_of_ours_is_made_here() -> None:
    from prefect import flow, task

    from flows import runners
    from flows.parse import brought_back
    from flows.retries import Whole

    @task
    def fail(part: Whole[str], home: int) -> str:
        raise RuntimeError(f"{part.value} {home}")

    @flow(task_runner=runners.runner("threads", 1), persist_result=False)
    def failing() -> list[str]:
        return brought_back(fail, ["a", "b"], str.upper)

    assert failing() == ["A", "B"]


def test_an_error_of_ours_is_not_tried_again_here() -> None:
    from prefect import flow, task

    from flows import runners
    from flows.parse import brought_back
    from flows.retries import Whole
    from schemas.errors import TieoutError

    @task
    def refuse(part: Whole[str], home: int) -> str:
        raise TieoutError(f"{part.value} {home}")

    @flow(task_runner=runners.runner("threads", 1), persist_result=False)
    def refusing() -> list[str]:
        return brought_back(refuse, ["a"], str.upper)

    with pytest.raises(TieoutError, match=f"a {os.getpid()}"):
        refusing()
