"""The same conflicts printed otherwise: how many are no longer found, by what a page does to its figures and tables.

`python -m tests.gold.renderings [--set 97] [--most 60] [--only cards]`. A rendering changes no meaning,
so that a check that found a conflict should find it again; what is lost is a reader that knows one notation of two.
"""

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, pairwise

from schemas.names import vocabulary
from tests.gold import pages
from tests.gold.score import HERE, Label, _quoted, labels, read
from tieout.reconcile import reconcile

Rendering = Callable[[str], str]
_FIGURE = re.compile(r"(?<![\w.*`$-])(\$?\d[\d,]*(?:\.\d+)?(?:\s?(?:x|×|%|ms|s|GB/s|TB|GB))?)(?![\w*`.]|-\w|,\d)")
_NAME = re.compile(
    r"(?<![\w*`\[-])((?!The|This|That|With|From|After|Each|Every|Both|When)[A-Z][a-z]{3,}|[A-Z]\d{2,3})(?![\w-])"
)
_RULE = re.compile(r"[\s|:-]+")


def _lines(text: str, prose: Rendering | None = None, row: Rendering | None = None) -> str:
    """A Markdown text with its lines of prose and the rows of its tables rendered; code and headings as they are."""
    found, code = [], False
    for line in text.split("\n"):
        code ^= line.lstrip().startswith("```")
        is_row = line.lstrip().startswith("|")
        change = (
            row if is_row and not _RULE.fullmatch(line) else None if is_row or line.startswith(("#", "-")) else prose
        )
        found.append(change(line) if change and not code else line)
    return "\n".join(found)


def _bold(text: str) -> str:
    return _lines(text, prose=lambda line: _FIGURE.sub(r"**\1**", line))


def _linked(text: str) -> str:
    return _lines(text, prose=lambda line: _NAME.sub(r"[\1](https://example.org/a)", line, count=1))


def _traded(text: str) -> str:
    return _lines(text, prose=lambda line: _NAME.sub("\\1\N{REGISTERED SIGN}", line, count=2))


def _unbroken(text: str) -> str:
    def hyphens(line: str) -> str:
        return re.sub(r"(?<=\w)-(?=\w)", "\N{NON-BREAKING HYPHEN}", line)

    return _lines(text, prose=hyphens, row=hyphens)


def _noted(text: str) -> str:
    def marks(line: str) -> str:
        return re.sub(r"(?<=\d) \|(?=[^|]*\|\s*$)", " <sup>1</sup> |", line, count=1)

    return _lines(text, prose=lambda line: re.sub(r"(?<=\d)(x|%)(?= )", r"\1<sup>1</sup>", line), row=marks)


def _numbered(text: str) -> str:
    rows = 0
    found = []
    for before, line in pairwise(["", *text.split("\n")]):
        rows = rows + 1 if line.startswith("|") else 0
        head = "| # " if rows == 1 else "|---" if _RULE.fullmatch(line) and before.startswith("|") else f"| {rows - 2} "
        found.append(head + line if rows else line)
    return "\n".join(found)


def _boxed(text: str) -> str:
    return re.sub(r"((?:^\|.*\n?)+)", '<div class="results">\n\\1</div>\n', text, flags=re.MULTILINE)


RENDERINGS: Mapping[str, Rendering] = {
    "figures in bold": _bold,
    "names linked": _linked,
    "marks of trade": _traded,
    "hyphens that do not break": _unbroken,
    "marks of notes": _noted,
    "a column that counts the rows": _numbered,
    "tables in boxes": _boxed,
}


# What becomes of a whole text: a web page, with its tables in one form of those that pages have.
PAGES: Mapping[str, Rendering] = {
    "web page: tables": lambda text: pages.page(text, pages.as_table),
    "web page: rows of boxes": lambda text: pages.page(text, pages.as_boxes),
    "web page: flat grids": lambda text: pages.page(text, pages.as_grid),
    "web page: cards": lambda text: pages.page(text, pages.as_cards),
    "web page: lying bars": lambda text: pages.page(text, pages.as_lying_bars),
    "web page: standing bars": lambda text: pages.page(text, pages.as_standing_bars),
}


def found(name: str) -> Iterator[tuple[Label, frozenset[str]]]:
    """The conflicts of a set of pairs that are found as they are printed, with the codes of the checks that do."""
    for entry in labels(HERE / f"pairs{name}.jsonl"):
        if entry["truth"] == "conflict" and all(each.endswith(".md") for each in entry["documents"]):
            codes = _codes(entry, entry["documents"], quoting=True)
            if codes:
                yield entry, codes


def is_lost(entry: Label, codes: frozenset[str], rendering: Rendering) -> bool:
    """Whether none of these checks says anything of the documents so rendered."""
    suffix = ".html" if rendering in PAGES.values() else ".md"
    rendered = {name.removesuffix(".md") + suffix: rendering(text) for name, text in entry["documents"].items()}
    return codes.isdisjoint(_codes(entry, rendered, quoting=False))


def _codes(entry: Label, documents: Mapping[str, str], *, quoting: bool) -> frozenset[str]:
    parsed = [read(name, text.encode()) for name, text in documents.items()]
    every = (one for one in reconcile(parsed, vocabulary()).findings if one.severity != "info")
    return frozenset(one.check for one in every if not quoting or _quoted(one, entry["quotes"], parsed))


def main() -> None:
    """Print what each rendering loses."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", default="97")
    parser.add_argument("--most", type=int, default=60)
    parser.add_argument("--only", default="", help="renderings whose name holds this")
    given = parser.parse_args()
    every = list(islice(found(given.set), given.most))
    for name, rendering in {**RENDERINGS, **PAGES}.items():
        if given.only and given.only not in name:
            continue
        lost = [entry["id"] for entry, codes in every if is_lost(entry, codes, rendering)]
        sys.stdout.write(f"{name:32} lost {len(lost)} of {len(every)} {' '.join(lost)}\n")


if __name__ == "__main__":
    main()
