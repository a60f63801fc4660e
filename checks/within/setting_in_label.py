"""A setting that a row's label names and its own column prints with another number."""

import re
from collections.abc import Iterator, Mapping

from checks.lib.statements.rows import cell, count
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document, Table
from schemas.finding import Finding, Skip

CODE = "setting-in-label"
AGREE = 2  # rows whose label and column agree: they show that the label's number is the column's setting
MOST = 5000  # rows of a table
_SIZE, _NUMBER_OF, _LENGTH = (
    r"(?: size| degree)?",
    r"(?:number of |num |# ?)?",
    r"(?: sequence)?(?: length| tokens| len)?",
)
_SEQUENCE = r"seq(?:uence)?(?: ?len(?:gth)?)?|sl"
_DEVICE = r"(?:[gxht]pu|accelerator|card|chip)s?"
# Each setting as labels name it before its number ("BS32", "TP=8") or behind it ("32 GPUs"), and as headers do.
_SETTINGS = (
    (r"bs|bsz|batch(?: ?size)?", r"", r"(?:global |micro |max )?batch(?: size)?|bsz?"),
    (r"tp", r"", rf"tp{_SIZE}|tensor parallel\w*{_SIZE}"),
    (r"pp", r"", rf"pp{_SIZE}|pipeline parallel\w*{_SIZE}"),
    (r"dp", r"", rf"dp{_SIZE}|data parallel\w*{_SIZE}"),
    (r"ep", r"", rf"ep{_SIZE}|expert parallel\w*{_SIZE}"),
    (r"", _DEVICE, rf"{_NUMBER_OF}(?:{_DEVICE}|devices?)(?: count)?"),
    (r"", r"nodes?", rf"{_NUMBER_OF}nodes?(?: count)?"),
    (r"", r"threads?", rf"{_NUMBER_OF}threads?(?: count)?"),
    (r"isl|input(?: length)?|prompt(?: length)?", r"", rf"isl|(?:input|prompt){_LENGTH}"),
    (r"osl|output(?: length)?", r"", rf"osl|output{_LENGTH}"),
    (_SEQUENCE, r"", rf"(?:max )?(?:{_SEQUENCE})"),
    (r"", r"-?bits?", r"bits?|bit ?width|(?:w|quant\w*)[ -]bits?|precision(?: bits)?"),
)


def _pattern(before: str, behind: str) -> re.Pattern[str]:
    number = r"(?P<{}>\d{{1,7}})(?P<{}>[kK]?)(?![\w.]|,\d)"
    left = rf"(?<![A-Za-z0-9])(?:{before})[ =:_-]{{0,2}}{number.format('n', 'k')}" if before else ""
    right = rf"(?<![\w.,])(?P<m>\d{{1,7}})[ xX×-]{{0,2}}(?:{behind})(?![A-Za-z])" if behind else ""
    return re.compile("|".join(filter(None, (left, right))), re.IGNORECASE)


_READ = tuple((_pattern(before, behind), re.compile(header, re.IGNORECASE)) for before, behind, header in _SETTINGS)


@check(CODE, version=1, severity="medium", since="0.1.0")
def setting_in_label(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A setting that rows carry in their labels is the one that their own column prints.

    Why:
        "Larch 7B BS32" stands in a table with a column of batch sizes. The run did not fit, was repeated with 24, and
        the label stayed: every chart that is drawn with the labels shows another batch than was run.

    Flags:
        "Larch 7B BS32" with a batch size of 24 where the labels of the other rows agree with the column; the same of
        tensor, pipeline, data and expert parallelism, devices, nodes, threads, lengths and bits. Medium.

    Passes:
        Labels that name the number of the column; "2K" for 2,048.

    Does not judge:
        Tables in which fewer than two other rows agree, or more than one in three does not (the two are of other
        things: a batch on each device and on all; skipped); labels that print a setting twice.
    """
    for document in corpus.documents:
        for table in document.tables:
            if len(table.rows) <= MOST:
                yield from _judge(document, table)


def _judge(document: Document, table: Table) -> Iterator[Finding | Skip]:
    apart = False
    headers = [" ".join(re.sub(r"[_\n]+|\(.*?\)", " ", one.text).split()) for one in table.columns]
    for label_at in range(len(headers)):
        for pattern, header in _READ:
            for at in (at for at, one in enumerate(headers) if at != label_at and header.fullmatch(one)):
                told = _told(table, label_at, at, pattern)
                odd = [row for row, (said, printed) in told.items() if not _same(said, printed)]
                agreed = {told[row][1] for row in told if row not in odd}
                if len(agreed) >= AGREE and odd and len(odd) * 3 <= len(told):
                    yield from (_finding(document, table, (row, label_at, at), told[row]) for row in odd)
                elif odd:
                    apart = True
    if apart:
        reason = "not comparable, because too few labels agree with the column to be of the same setting"
        yield Skip(CODE, (document.name, table.name), reason)


def _told(table: Table, label_at: int, at: int, pattern: re.Pattern[str]) -> Mapping[int, tuple[int, int]]:
    """By row, what its label and its column say; a column of bare numbers is no label."""
    found = {}
    for number, row in enumerate(table.rows, 1):
        said = {_number(match) for match in pattern.finditer(row[label_at].text)}
        printed = count(row[at].text)
        if len(said) == 1 and printed and not count(row[label_at].text):
            found[number] = (said.pop(), int(printed))
    return found


def _number(match: re.Match[str]) -> int:
    groups = match.groupdict()
    return int(groups.get("n") or groups.get("m") or 0) * (1024 if groups.get("k") else 1)


def _same(said: int, printed: int) -> bool:
    return said == printed or (said % 1024 == 0 and said // 1024 * 1000 == printed)


def _finding(document: Document, table: Table, where: tuple[int, int, int], told: tuple[int, int]) -> Finding:
    row, label_at, at = where
    header = table.columns[at].text
    label, printed = (cell(document, table, row, column) for column in (label_at, at))
    return Finding(
        check=CODE,
        verdict="inconsistent",
        severity="medium",
        message=f"{label.quote!r} is given {printed.quote} under {header!r} in table {table.name} of {document.name}",
        arithmetic=f"The label says {told[0]}, the column {told[1]}; in the other rows both are the same.",
        comparison=(document.name, table.name, label.quote, header),
        evidence=(label, printed),
        likely_wrong_why="one of the two, it cannot be told which",
    )
