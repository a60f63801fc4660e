"""One product or model, printed in several forms."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from checks.lib.passages import quoted
from checks.lib.words import listed
from checks.registry import check
from schemas.comparison import Corpus
from schemas.document import Document
from schemas.finding import Finding, Skip
from schemas.names import Vocabulary, key

CODE = "name-forms"
KINDS = {"workloads": "workload", "platforms": "system", "frameworks": "framework"}
MOST = 8  # names that a message lists
_KIND = re.compile(r"[\s-]+(?:platform|system|server|GPU|accelerator|library)s?$", re.IGNORECASE)
_FIRST = re.compile(r"\b[A-Z](?=[a-z]*\b)")  # a word's first letter, where no other is a capital
Forms = dict[str, list["Place"]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a form stands, offsets into the document's text."""

    document: Document
    start: int
    end: int


@check(CODE, version=2, severity="low", since="0.1.0")
def name_forms(corpus: Corpus) -> Iterator[Finding | Skip]:
    """A model or system is written in one way in all documents that are read together.

    Why:
        A program that joins on the name takes "Deep Voice 3", "DeepVoice 3" and "DeepVoice3" for three models, and a
        reader who searches for one of them finds a third of the figures.

    Flags:
        A known name whose forms in running text, charts and notes differ in hyphens, dots, spaces or the order of
        their words ("A100 DGX", "DGX A100"), or in capitals inside a word ("PyTorch", "Pytorch"); all models are
        one finding, and so are all systems and all frameworks.

    Passes:
        Words all in capitals; words all in small letters, which are commands and packages ("pip install huggingface");
        other aliases of one name ("POD64", "IPU-POD64"); what stands in web addresses.

    Does not judge:
        Cells of tables (key-spelling does); names that the vocabulary does not know (spelling-variants); names that
        are printed once only (skipped).
    """
    for kind, called in KINDS.items():
        names = _names(corpus.documents, kind, corpus.vocabulary)
        groups = [forms for name in sorted(names) for forms in _groups(names[name])]
        if groups:
            yield _finding(called, groups)
        elif names and all(sum(map(len, forms.values())) == 1 for forms in names.values()):
            yield Skip(CODE, (called,), "not applicable, because every name is printed once")


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


def _bare(printed: str, name: str, kind: str, vocabulary: Vocabulary) -> str:
    """A form without its vendor, brackets and the word for what it is; "" for a class ("the latest GPU")."""
    entry = vocabulary.resolve(kind, name)
    if entry is None or entry.flag("generic") or entry.flag("unnamed"):
        return ""
    vendor = entry.text("vendor")
    words = [word.strip("()[],;:") for word in printed.split() if word.lower() != vendor.lower()]
    return _KIND.sub("", " ".join(words))


def _address(text: str, start: int, end: int) -> bool:
    """Whether a name is a piece of a path or an address, where small letters and hyphens are the rule."""
    return text[start - 1 : start] in ("/", "_", ".", "@") or text[end : end + 1] in ("/", "_", "@", "=")


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


def _finding(called: str, groups: list[Forms]) -> Finding:
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
        evidence=tuple(quoted(one.document, one.start, one.end) for one in places),
        likely_wrong_why="it cannot be told which form is meant to be the one",
    )


def _shown(places: list[Place]) -> list[Place]:
    """The first place of a form in each document, in three documents at most."""
    return list({one.document.document_id: one for one in reversed(places)}.values())[::-1][:3]
