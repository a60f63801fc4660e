"""Fixtures that more than one folder uses."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from hypothesis import settings

from tieout.cli import main

ROOT = Path(__file__).resolve().parent.parent

# Without a deadline a busy machine fails healthy tests; without derandomize a failure is gone on the next run.
settings.register_profile("tieout", deadline=None, derandomize=True)
settings.load_profile("tieout")

# The tests start hundreds of programs: without files of bytecode each would compile a thousand modules anew.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--regenerate-goldens",
        action="store_true",
        default=False,
        help="write every golden of tests/parsers/goldens again; read the diff before you commit it",
    )
    parser.addoption(
        "--screenshots",
        action="store_true",
        default=False,
        help="write the pictures of docs/images, from the browser tests",
    )


@pytest.fixture(scope="session")
def regenerate_goldens(pytestconfig: pytest.Config) -> bool:
    """Whether goldens are to be written again."""
    return bool(pytestconfig.getoption("--regenerate-goldens"))


@pytest.fixture(scope="session")
def root() -> Path:
    """The checkout."""
    return ROOT


@pytest.fixture
def tieout() -> Callable[..., Result]:
    """Call the command line in this process; an exception that is no message of ours fails the test."""

    def call(*args: object) -> Result:
        result = CliRunner().invoke(main, [str(arg) for arg in args])
        if result.exception and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return call


@pytest.fixture
def records() -> Callable[[Result], list[dict[str, Any]]]:
    """The JSON lines of a result."""

    def read(result: Result) -> list[dict[str, Any]]:
        return [json.loads(line) for line in result.stdout.splitlines()]

    return read
