"""One product or model, printed in several forms."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice

from checks.lib.findings.words import listed
from checks.lib.statements.passages import quoted
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary, key

CODE = "name-forms"
KINDS = {"workloads": "workload", "platforms": "system", "frameworks": "framework"}
MOST = 8  # names that a message lists
_KIND = re.compile(r"[\s-]+(?:platform|system|server|GPU|accelerator|library)s?$", re.IGNORECASE)
_SIZE = re.compile(r"(?<=\d)_\w+$")  # "ResNext-101_32x4d": the name, and a size of it
_FIRST = re.compile(r"\b[A-Z](?=[a-z]*\b)")  # a word's first letter, where no other is a capital
Forms = dict[str, list["Place"]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a form stands, offsets into the document's text."""

    document: Document
    start: int
    end: int


@check(CODE, version=3, severity="low", since="0.1.0")
def name_forms(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A model or system is written in one way in all documents that are read together.

    Why:
        A program that joins on the name takes "Deep Voice 3", "DeepVoice 3" and "DeepVoice3" for three models, and a
        reader who searches for one of them finds a third of the figures.

    Flags:
        A known name whose forms in running text, charts and notes differ in hyphens, dots, spaces or the order of
        their words ("A100 DGX", "DGX A100"), or in capitals inside a word ("PyTorch", "Pytorch"); all models are
        one finding, and so are all systems and all frameworks. Makers that one document prints in other capitals.

    Passes:
        Words all in capitals; words all in small letters, which are commands and packages ("pip install huggingface");
        other aliases of one name ("POD64", "IPU-POD64"); what stands in web addresses.

    Does not judge:
        Cells of tables (key-spelling does); names that the vocabulary does not know (spelling-variants); names that
        are printed once only (skipped).
    """
    for kind, called in KINDS.items():
        names = _names(corpus.documents, kind, corpus.vocabulary)
        groups = [(forms, names[name]) for name in sorted(names) for forms in _groups(names[name])]
        if groups:
            yield _finding(called, [forms for forms, _ in groups], [one for two in groups for one in _beside(*two)])
        elif names and all(sum(map(len, forms.values())) == 1 for forms in names.values()):
            yield Skip(CODE, (called,), "not applicable, because every name is printed once")
    vendors = [forms for document in corpus.documents for forms in _vendors(document, corpus.vocabulary)]
    if vendors:
        yield _finding("vendor", vendors, [])


def _names(documents: Iterable[Document], kind: str, vocabulary: Vocabulary) -> dict[str, Forms]:
    found: dict[str, Forms] = defaultdict(lambda: defaultdict(list))
    for document in sorted(documents, key=lambda one: (one.name, one.document_id)):
        cells = sorted((table.start, table.end) for table in document.tables)
        for mention in vocabulary.find(document.text, kind):
            at = bisect_right(cells, (mention.start, len(document.text))) - 1
            inside = at >= 0 and mention.start < cells[at][1]
            form = _bare(document.text[mention.start : mention.end], mention.name, kind, vocabulary)
            small = form == form.lower() != mention.name
            if form and not small and not inside and not _address(document.text, mention.start, mention.end):
                found[mention.name][form].append(Place(document, mention.start, mention.end))
    return found


def _vendors(document: Document, vocabulary: Vocabulary) -> Iterator[Forms]:
    """Makers of known machines that one document prints in two ways: "NVIDIA" and "Nvidia" of two authors are none."""
    found: dict[str, Forms] = defaultdict(lambda: defaultdict(list))
    names, pattern = _makers(vocabulary)
    for match in pattern.finditer(document.text):
        name, form = names[match[0].lower()], match[0]
        # Headings in capitals print "INTEL"; "NVIDIA" is printed so everywhere.
        flat = form == form.lower() or (form == form.upper() != name)
        if not flat and not _address(document.text, *match.span()):
            found[name][form].append(Place(document, *match.span()))
    yield from (forms for _, forms in sorted(found.items()) if len(forms) > 1)


@lru_cache(maxsize=4)
def _makers(vocabulary: Vocabulary) -> tuple[dict[str, str], re.Pattern[str]]:
    """Makers as the vocabulary prints them, by their small letters, and what finds them in any."""
    names = {entry.text("vendor") for entry in vocabulary.entries("platforms")} - {""}
    longest = sorted(map(re.escape, names), key=lambda name: (-len(name), name))
    pattern = re.compile(rf"(?<![\w-])(?:{'|'.join(longest) or '(?!)'})(?![\w-])", re.IGNORECASE)
    return {name.lower(): name for name in names}, pattern


def _bare(printed: str, name: str, kind: str, vocabulary: Vocabulary) -> str:
    """A form without its vendor, brackets and the word for what it is; "" for a class ("the latest GPU")."""
    entry = vocabulary.resolve(kind, name)
    if entry is None or entry.flag("generic") or entry.flag("unnamed"):
        return ""
    vendor = entry.text("vendor")
    words = [word.strip("()[],;:") for word in printed.split() if word.lower() != vendor.lower()]
    return _SIZE.sub("", _KIND.sub("", " ".join(words)))


def _address(text: str, start: int, end: int) -> bool:
    """Whether a name is a piece of a path or an address, where small letters and hyphens are the rule."""
    # An identifier holds no hyphen: "ResNext-101_32x4d" is a name with a size behind it.
    bound = ("/", ".", "@") if "-" in text[start:end] else ("/", "_", ".", "@")
    behind = ("/", "@", "=") if "-" in text[start:end] else ("/", "_", "@", "=")
    return text[start - 1 : start] in bound or text[end : end + 1] in behind


def _groups(forms: Forms) -> Iterator[Forms]:
    """Forms of the same letters and digits, or of the same words in another order, when there are two of them."""
    alike: dict[str, Forms] = defaultdict(dict)
    for form, places in forms.items():
        alike["".join(sorted(key(form)))][form] = places
    for group in alike.values():
        seen: dict[str, str] = {}
        for form in group:
            seen.setdefault(_plain(form, group), form)
        if len(seen) > 1:
            yield {form: group[form] for form in seen.values()}


def _plain(form: str, group: Iterable[str]) -> str:
    """A form as it is compared: one in capitals or small letters throughout is the mixed one that it stands for."""
    if _flat(form):
        form = next((other for other in group if other.lower() == form.lower() and not _flat(other)), form.lower())
    return _FIRST.sub(lambda first: first.group().lower(), form)


def _flat(form: str) -> bool:
    return form in (form.upper(), form.lower())


def _beside(forms: Forms, known: Forms) -> Iterator[Place]:
    """How a document that prints the rarest form else calls the same thing: "POD64" beside "IPU-POD.64"."""
    rarest = min(forms.values(), key=len)
    others = sorted(
        (place for form, places in known.items() if form not in forms for place in places), key=lambda one: one.start
    )
    for document in {one.document.document_id for one in rarest}:
        yield from islice((one for one in others if one.document.document_id == document), 1)


def _finding(called: str, groups: list[Forms], beside: list[Place]) -> Finding:
    told = listed((" / ".join(forms) for forms in groups), most=MOST)
    counted = "; ".join(
        ", ".join(f"{form} ({len(places)} times)" for form, places in forms.items()) for forms in groups
    )
    places = [place for forms in groups for found in forms.values() for place in _shown(found)]
    return Finding(
        check=CODE,
        verdict="unchecked",
        severity="low",
        message=f"one {called} in several forms: {told}",
        arithmetic=f"{counted}.",
        comparison=(called, *sorted(next(iter(sorted(forms))) for forms in groups)),
        evidence=(
            *(quoted(one.document, one.start, one.end) for one in places),
            *(quoted(one.document, one.start, one.end, "context") for one in beside),
        ),
        likely_wrong_why="it cannot be told which form is meant to be the one",
    )


def _shown(places: list[Place]) -> list[Place]:
    """The first place of a form in each document, in three documents at most."""
    return list({one.document.document_id: one for one in reversed(places)}.values())[::-1][:3]
