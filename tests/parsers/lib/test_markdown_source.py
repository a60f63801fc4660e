"""What markdown-it is given of a file."""

import pytest

from parsers.lib.markdown_source import RUN, Source


@pytest.mark.parametrize(
    ("text", "quotes"),
    [
        ("> one\ntwo\n" * RUN, 0),  # thousands of lines without a blank one, of which some are quoted
        ("> one\n" * 2 * RUN, 2 * RUN),  # a long quote
        ("> one\ntwo\n\n" * RUN, RUN),
        ("> one\ntwo\n", 1),
    ],
)
def test_quotes_in_a_run_without_an_end_are_lines_like_the_others(text: str, quotes: int) -> None:
    source = Source(text)
    assert sum(line.startswith(">") for line in source.lines) == quotes
    assert [len(line) for line in source.lines] == [len(line) for line in text.split("\n")]
