"""What a page is about: the one product that its title or first heading names.

A sentence that names nobody ("our system", "it", "this release", or no subject at all) speaks of it. Settled within
the document only: a name counts when the heading prints it as a name and a version goes with it, or when the text
speaks of it again. A page that names two on equal terms has none.
"""

import re

from parsers.lib.actors import Actor, actors_of
from parsers.lib.plain_words import plain
from parsers.lib.sentence import Scope, Sentence
from schemas.document import Document
from schemas.names import Vocabulary
from schemas.statement import Side

LONGEST = 300  # characters of a title that are read: each name in it is looked for in the whole text
_NUMBERED = re.compile(r"[A-Za-z][\w.+-]*\s?v?\d[\w.]*|[\w.+-]+\s[A-Z]{0,2}\d+[\w.]*")
_WORD = re.compile(r"#*\s*(?P<name>[A-Za-z][\w.+-]{2,})(?:\s*[:—–|]\s.*|\s-\s.*)?", re.DOTALL)
_AGAINST = re.compile(r"\s(?:vs\.?|versus|against|compared\s+(?:to|with)|or)\s|\s(?:from|after|leaving)\s")


def product_of(document: Document, names: frozenset[str], vocabulary: Vocabulary) -> Side:
    """The page's own product, empty when its title and first heading name none."""
    # A vendor is who publishes, not what runs.
    vendors = {entry.text("vendor") for entry in vocabulary.entries("platforms")}
    for line in _lines(document, vocabulary):
        named = _named(line, document.text, names)
        # A project may publish under its own name ("Halyard: serving at scale"); a company's is no product.
        found = _called(line, document.text) if named in ("", document.publisher) else named
        if found and found not in vendors:
            return Side(found, found)
    return Side()


def _lines(document: Document, vocabulary: Vocabulary) -> list[Sentence]:
    heading = next((block for block in document.blocks if block.kind == "heading"), None)
    lines = [Sentence(document.title, 0, min(len(document.title), LONGEST), vocabulary)] if document.title else []
    if heading:
        end = min(heading.end, heading.start + LONGEST)
        lines.append(Sentence(document.text, heading.start, end, vocabulary))
    return lines


def _named(line: Sentence, text: str, names: frozenset[str]) -> str:
    actors = [
        a for a in actors_of(line, Scope(names=names)) if a.rank in (0, 1, 2, 3, 5) and not (a.generic or a.unnamed)
    ]
    turn = _AGAINST.search(line.text, line.start, line.end)
    if turn:  # "Hopline against Rabbitmill": the first is the page's own
        actors = [a for a in actors if a.end <= turn.start() + 1]
    counted = {a.name: _times(a, text) for a in actors if _sure(a, text)}
    numbered = {name: count for name, count in counted.items() if _NUMBERED.fullmatch(name)}
    counted = numbered if len(numbered) == 1 else counted
    best = max(counted.values(), default=0)
    leaders = [name for name, count in counted.items() if count == best]
    return leaders[0] if len(leaders) == 1 else ""


def _sure(actor: Actor, text: str) -> bool:
    # Headings print every word with a capital: "Faster Joins" is a name only when the text goes on using it.
    return actor.rank < 2 or bool(_NUMBERED.fullmatch(actor.name)) or _times(actor, text) > 1


def _times(actor: Actor, text: str) -> int:
    name = re.escape(actor.raw)
    # The name first, then what may not stand before it: so the search skips from one to the next.
    return len(re.findall(rf"{name}(?<![\w.-]{name})(?![\w-])", text))


def _called(line: Sentence, text: str) -> str:
    """A title of one name, or of a name and what it is ("Halyard: serving at scale"), that the text uses too."""
    match = _WORD.fullmatch(line.words.strip())
    if match is None:
        return ""
    name = match["name"]
    # A heading is part of the text itself; a title is not.
    again = len(re.findall(rf"(?<![\w./-]){re.escape(name)}(?![\w/-])", text)) - (line.text is text)
    return name if again > 0 and not plain(name.lower()) else ""
