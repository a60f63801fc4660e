"""Values that stand beside one another outside of a column: the cells of a row, and the numbers of a sentence.

"71.2, 70.8 and 70.6 litres a minute" has its unit behind the last one only.
"""

import re
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from checks.lib.columns.series import Item, Series
from checks.lib.labels.about import Index
from checks.lib.labels.slots import COLUMN, Slot
from checks.lib.quantities.amounts import Amount
from checks.lib.quantities.asserted import Sentence
from checks.lib.quantities.numbers_said import Number, numbers
from checks.lib.statements.cells import summary
from schemas.document import Document

LEAST = 3
_NEXT = re.compile(
    r"\s?(?:,|;|/|\||and|or|to|then|,\s?(?:and|or|then))\s?(?:[$€£]|about\s|then\s|just\s)?", re.IGNORECASE
)


def rows_of(document: Document, index: Index) -> Iterator[Series]:
    """The rows of the tables of a document: values of one kind under several headers."""
    for told in index.of(document):
        by_row: dict[tuple[object, ...], list[Slot]] = defaultdict(list)
        for slot in told.slots if told.sheet.table and not told.sheet.drawn else ():
            row = tuple(label for label in slot.labels if label[0] != COLUMN)
            by_row[(row or slot.settings, slot.amount.kind, slot.amount.of)].append(slot)
        for slots in by_row.values():
            kind, of = slots[0].amount.kind, slots[0].amount.of
            plain = [one for one in slots if not summary(one.column)]
            if len(plain) >= LEAST and kind != "factor":
                name = ", ".join(text for each, text in plain[0].labels if each != COLUMN)
                items = tuple(Item(one.column, one.start, one.end, one.amount) for one in plain)
                if all(one.amount.qualifier == "exact" and one.value.bounded for one in items):
                    yield Series(document, items, name, told.sheet.about, kind, of, told.sheet.name)


def listed_in(sentence: Sentence) -> Iterator[Series]:
    """The numbers that a sentence prints one right behind the other; the last one, or each, has the unit."""
    text = sentence.passage.words
    run: list[Number] = []
    for one in [*numbers(sentence), None]:
        if one and run and _NEXT.fullmatch(text, run[-1].amount.end, one.amount.start):
            run.append(one)
            continue
        if len(run) >= LEAST:
            yield from _series(sentence, run)
        run = [one] if one else []


def _series(sentence: Sentence, run: list[Number]) -> Iterator[Series]:
    last = run[-1].amount
    if any(each.amount.qualifier != "exact" for each in run) or not (run[-1].bare or last.readings.rounded.bounded):
        return
    items = tuple(Item("", each.start, each.end, _with_unit(each, last)) for each in run)
    if len({item.amount.kind for item in items}) == 1:
        about = " | ".join(sentence.scope)
        yield Series(sentence.passage.document, items, sentence.passage.words, about, last.kind, last.of)


def _with_unit(one: Number, last: Amount) -> Amount:
    if not one.bare:
        return one.amount
    value = one.amount.readings.scaled(last.unit)
    return replace(one.amount, kind=last.kind, of=last.of, per=last.per, readings=value, unit=last.unit)
