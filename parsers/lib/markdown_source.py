"""A Markdown file as markdown-it sees it, and its front matter."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

LINE = re.compile(r"\r\n?|\n")
_FRONT = re.compile(
    r"\ufeff?(---|\+\+\+)[ \t]*(?:\r\n?|\n)(?:[^\r\n]*(?:\r\n?|\n)){0,200}?(\1|\.\.\.)[ \t]*(?:\r\n?|\n|$)"
)
_CROSSED = re.compile(r"[ \t]*\|[-:|+ \t]*")  # "|---+---|" of kramdown and Org
_DELIMITER = re.compile(r"[ \t]*\|?(?:[ \t]*:?-+:?[ \t]*\|)+(?:[ \t]*:?-+:?)?[ \t]*")
_BAR = re.compile(r"(?<!\\)\|")
FEWEST = 2  # cells of a header
_QUOTE = re.compile(r" {0,3}>")
RUN = 500  # lines without a blank one between, of which some may still be quotes
_TABLE_TAG = re.compile(r"<(/?)table\b", re.IGNORECASE)


_TOLD = re.compile(
    r"(?:^|(?<=\r))(?:description|summary|subtitle|excerpt|abstract|tagline|lead|teaser)[ \t]*[:=][ \t]*[\"']?"
    r"(?P<told>[^\r\n\"'|>\s][^\r\n]*?)[\"']?[ \t]*(?=[\r\n])",
    re.MULTILINE | re.IGNORECASE,
)


def told_in_front(text: str) -> list[tuple[int, int]]:
    """Where a file's front matter says in prose what the page is of: search engines and lists of posts quote that."""
    return [match.span("told") for match in _TOLD.finditer(text, 0, end_of_front(text))]


def end_of_front(text: str) -> int:
    """Where a file's front matter ends, 0 where it has none."""
    front = _FRONT.match(text)
    return front.end() if front else 0


def front_matter(text: str) -> dict[str, str]:
    """The plain `key: value` lines of a file's front matter, keys in lower case."""
    front = _FRONT.match(text)
    pairs = re.findall(r"^(\w+)[ \t]*[:=][ \t]*([^\r\n]+)", front.group(), re.MULTILINE) if front else []
    return {key.lower(): value.strip().strip("\"'") for key, value in pairs}


@dataclass(slots=True)
class TableTag:
    """A <table> or </table>; `last` is the number of the tag that ends the table, None for one left open."""

    start: int
    end: int
    last: int | None


class Source:
    """A file as markdown-it sees it: as many lines, line ends alike, front matter blank."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(match.end() for match in LINE.finditer(text))]
        front = _FRONT.match(text)
        body = text
        if front:
            body = re.sub(r"[^\r\n]", " ", front.group()) + text[front.end() :]
        # Of one length with what they stand for: offsets within a line stay true.
        lines = _unquoted(LINE.split(body.replace("\0", "\ufffd").replace("\ufeff", " ")))
        lines = [one.replace("+", "|") if "-+-" in one and _CROSSED.fullmatch(one) else one for one in lines]
        self.lines = [_as_many(*pair) for pair in pairwise(("", *lines))]

    @property
    def markdown(self) -> str:
        """What markdown-it is given."""
        return "\n".join(self.lines)

    @cached_property
    def table_tags(self) -> list[TableTag]:
        """Every <table> and </table> of the file, paired in one pass: each block of HTML looks for its own."""
        tags, is_open = list[TableTag](), list[int]()
        for at, match in enumerate(_TABLE_TAG.finditer(self.text)):
            tags.append(TableTag(match.start(), match.end(), at if match[1] else None))
            if not match[1]:
                is_open.append(at)
            elif is_open:
                tags[is_open.pop()].last = at
        return tags

    def offset(self, line: int) -> int:
        """Where a line begins in the file, the file's length past its end."""
        return self.starts[line] if line < len(self.starts) else len(self.text)

    def end(self, line: int) -> int:
        """Where the last line before `line` ends, without its line end."""
        return self.starts[line - 1] + len(self.lines[line - 1])


def _as_many(header: str, line: str) -> str:
    """A table's delimiter row with as many cells as its header has, and of the length that it had.

    Markdown says that what lies below is no table otherwise, and a whole page of results is read as nothing.
    """
    if "-" not in line or not _DELIMITER.fullmatch(line) or _DELIMITER.fullmatch(header):
        return line
    cells, drawn = (len(_BAR.findall(one.strip().strip("|"))) + 1 for one in (header, line))
    plain = line.strip()
    if cells == drawn or min(cells, drawn) < FEWEST or len(plain) <= 2 * cells:
        return line
    bare = "|" + "-|" * (cells - 1)
    return line.replace(plain, f"{bare}{'-' * (len(plain) - len(bare) - 1)}|")


def _unquoted(lines: list[str]) -> list[str]:
    """Lines without the marks of quotes where thousands of lines in a row are in part quoted.

    Each quote would be looked for up to the end of the run, and for minutes in all; no reader sees a quote there.
    """
    run: list[int] = []
    for at, line in enumerate((*lines, "")):
        if line.strip():
            run.append(at)
            continue
        quoted = [one for one in run if _QUOTE.match(lines[one])] if len(run) > RUN else []
        for one in quoted if len(quoted) < len(run) else ():
            lines[one] = lines[one].replace(">", " ", 1)
        run = []
    return lines
