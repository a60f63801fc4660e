"""Junk in result logs is kept aside with its reason; it never ends the reading."""

import pytest

from parsers.lib.registry import Raw, parsers
from schemas.document import Document

START = ':::MLLOG {"key": "run_start", "time_ms": 1000}\n'
STOP = ':::MLLOG {"key": "run_stop", "time_ms": 61000, "metadata": {"status": "success"}}\n'


def parse(text: str) -> Document:
    return parsers()["mlperf_log"].parse(Raw("result_0.log", text.encode()))


@pytest.mark.parametrize(
    "line",
    [
        pytest.param('{"a": ' + "[" * 100_000, id="nested deeper than the decoder goes"),
        pytest.param('{"key": "a", "time_ms": Infinity}', id="an endless time"),
        pytest.param('{"key": "a", "time_ms": NaN}', id="a time that is no number"),
        pytest.param('{"key": "run_stop", "time_ms": ' + "9" * 4000 + "}", id="a time of 4,000 digits"),
        pytest.param('{"key": "a"', id="cut off"),
    ],
)
def test_a_line_that_is_no_event_is_kept_aside_and_the_run_is_read(line: str) -> None:
    document = parse(f"{START}:::MLLOG {line}\n{STOP}")
    (aside,) = document.rejected
    assert aside.row == (line,)
    assert (aside.place, aside.reason[:12]) == (":::MLLOG line 2", "not an event")
    assert [cell.text for cell in document.tables[0].rows[0][-2:]] == ["success", "60000"]


def test_white_space_around_an_event_is_not_part_of_it() -> None:
    document = parse(f"0: {START}1: :::MLLOG\t {STOP.removeprefix(':::MLLOG ').rstrip()} \t\r\n")
    (row,) = document.tables[0].rows
    assert row[-1].text == "60000"
    assert document.text[: document.tables[0].end].endswith('"success"}}')
