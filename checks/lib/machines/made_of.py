"""What machines are made of, by the vocabulary: how many chips, of which kind, and which machines are one line."""

from decimal import Decimal

from schemas.names import Entry, Vocabulary
from schemas.statement import Side

DEEPEST = 8  # made_of and variant_of are short chains; a loop in the vocabulary must not hang a run


def chips(name: str, vocabulary: Vocabulary, depth: int = DEEPEST) -> int | None:
    """How many chips a machine holds; 1 for a chip, None when the vocabulary does not say."""
    parts = _made_of(name, vocabulary)
    entry = vocabulary.get("platforms", name)
    if not parts:
        return 1 if entry and entry.text("kind") == "chip" else None
    counts = [(count, chips(part, vocabulary, depth - 1) if depth else None) for part, count in parts.items()]
    return None if any(held is None for _, held in counts) else sum(count * (held or 0) for count, held in counts)


def chip(name: str, vocabulary: Vocabulary, depth: int = DEEPEST) -> str:
    """The chip that a machine is built of, without its memory size; "" when the vocabulary does not say."""
    entry, parts = vocabulary.get("platforms", name), _made_of(name, vocabulary)
    if parts and depth:
        return chip(next(iter(parts)), vocabulary, depth - 1)
    while entry and entry.text("variant_of") and depth:
        entry, depth = vocabulary.get("platforms", entry.text("variant_of")), depth - 1
    return entry.name if entry and entry.text("kind") == "chip" and not entry.flag("generic") else ""


def total(side: Side, vocabulary: Vocabulary) -> int | None:
    """Chips on one side of a comparison, its printed count included."""
    held = chips(side.name, vocabulary) if side.name else None
    return held * (side.count or 1) if held else None


def parts_of(name: str, vocabulary: Vocabulary) -> list[str]:
    """Everything a machine is made of, at any depth."""
    found = list(_made_of(name, vocabulary))
    for one in found:
        found.extend(part for part in _made_of(one, vocabulary) if part not in found)
    return found


def one_line(left: str, right: str, vocabulary: Vocabulary) -> bool:
    """Whether two different machines are sizes of one line: the same named chip in both."""
    of_left = chip(left, vocabulary)
    return bool(of_left) and left != right and of_left == chip(right, vocabulary)


def scaled(price: Decimal, priced: str, wanted: str, vocabulary: Vocabulary) -> Decimal | None:
    """A machine's price by chips from that of another size of its line."""
    have, want = chips(priced, vocabulary) or 0, chips(wanted, vocabulary) or 0
    if min(have, want) < 2 or (priced != wanted and not one_line(priced, wanted, vocabulary)):
        return None
    return price * want / have


def _made_of(name: str, vocabulary: Vocabulary, depth: int = DEEPEST) -> dict[str, int]:
    entry: Entry | None = vocabulary.get("platforms", name)
    while entry and "made_of" not in entry.fields and entry.text("variant_of") and depth:
        entry, depth = vocabulary.get("platforms", entry.text("variant_of")), depth - 1
    return dict(entry.fields.get("made_of") or {}) if entry else {}


def maker(name: str, vocabulary: Vocabulary) -> str:
    """The vendor of a platform, "" where it is not known."""
    entry = vocabulary.get("platforms", name)
    return entry.text("vendor") if entry else ""
