"""Sides of a comparison that are no names: releases ("0.6", "0.7"), counts ("16 chips"), a thing off and on.

A number is a side only where its sentence says what it numbers, or prints it as a version.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from checks.lib.labels.slots import Slot
from checks.lib.language.tokens import root, roots, tokens
from checks.lib.quantities.amounts import Amount

TOPIC = 0.4  # share of a table's headings that a sentence must say
KEY = "key"  # the kind of label that a numeric first column is read as
# A name in small letters with a release behind it: "16 threads" is none.
_NAMED = re.compile(r"(?P<name>[A-Za-z][\w-]{2,})\s(?:v\d|\d+\.\d)")
_PLAIN = re.compile(r"[a-z]{3,}(?:[ -][a-z]{3,})+")
_DELAY = re.compile(r"\b(?:latenc\w+|response times?|delays?|jitter|startup|start-up|warm-?up)\b", re.IGNORECASE)
_PER_SECOND = re.compile(r"\b(?P<of>[a-z]+)(?: per second|/s(?:ec)?)\b", re.IGNORECASE)
_RELEASE = frozenset(map(root, "version release build edition branch v".split()))
_HELD = re.compile(r"[(\[][^)\]]*[)\]]|,.*")
_VERSION = re.compile(r"v?\d+\.\d+(?:\.\d+)*(?:-?[a-z]+\d*)?", re.IGNORECASE)
_WHOLE = re.compile(r"\d[\d,]*")
_LEADS = frozenset(map(root, "from to than over and versus vs of with on at".split()))
_STATE = re.compile(r"\b(?:on|off|enabled|disabled|with|without|before|after)\b", re.IGNORECASE)
_STATES = tuple(map(frozenset, (("on", "off"), ("enabled", "disabled"), ("with", "without"), ("before", "after"))))
_TURNED = re.compile(
    r"\b(?:turn|switch)\w*\b.*\bo(?:n|ff)\b|\b(?:enabl|disabl|activat)\w*|\bwith(?:out)?\b|\bcosts?\b|\boverhead\b",
    re.IGNORECASE,
)
_SINCE = re.compile(r"\b(?:than before|(?:after|before) (?:the|this|that)|than it (?:was|did))\b", re.IGNORECASE)
_OVER = re.compile(
    r"\b(?:than|versus|vs\.?|compared (?:to|with)|over (?!a |the (?:course|year|week|day|month)))"
    r"(?!\s?(?:before|without|with|it|in|when|that))",
    re.IGNORECASE,
)


def keyed(slots: Sequence[Slot]) -> list[Slot]:
    """The cells of a table whose first column is of numbers, with that number as a label; [] for other tables."""
    found: list[Slot] = []
    for one in slots:
        corner = one.sheet.head.rsplit(" | ", 1)[-1]
        column = dict(one.labels).get("column")
        if one.sheet.table and one.settings and one.settings[0][0] == corner != column:
            found.append(replace(one, labels=((KEY, one.settings[0][1]), *one.labels)))
    return found


def numbers_named(texts: Sequence[str], header: str, words: Sequence[str], at: Sequence[tuple[int, int]]) -> bool:
    """Whether labels that are mere numbers are meant by a sentence that prints them at these of its words.

    Versions are by themselves; a whole number needs the noun of its column beside it ("16 chips", "version 9").
    """
    if not all(_WHOLE.fullmatch(text) for text in texts):
        return all(_VERSION.fullmatch(text) or not text[:1].isdigit() for text in texts)
    nouns = {one.root for one in tokens(header)}
    beside = [{*words[max(0, start - 1) : start], *words[end : end + 1]} for start, end in at]
    # "From 16 to 256 chips" says the noun once; the 1 of "Sorrel 1" is none of "batch size 1".
    able = [
        bool(nouns & some) or (start > 0 and words[start - 1] in _LEADS)
        for some, (start, _) in zip(beside, at, strict=True)
    ]
    named = {words[start] for (start, _), one in zip(at, able, strict=True) if one}
    return any(nouns & some for some in beside) and named == {text.replace(",", "") for text in texts}


def stated(texts: Sequence[str]) -> bool:
    """Whether two labels are a thing off and on: "Encryption off", "Encryption on"."""
    if len(texts) != 2:
        return False
    states = [frozenset(map(str.lower, _STATE.findall(text))) for text in texts]
    return all(len(one) == 1 for one in states) and states[0] | states[1] in _STATES


def switched(texts: Sequence[str], sentence: str) -> bool:
    """Whether two labels are a thing off and on and the sentence is of turning it on or off."""
    if not stated(texts):
        return False
    left, right = ({one.root for one in tokens(_STATE.sub(" ", text))} for text in texts)
    if left != right or _OVER.search(sentence):
        return False
    if not left:
        return bool(_SINCE.search(sentence))
    said = {root(word) for word in re.findall(r"\w+", sentence)}
    return left <= said and bool(_TURNED.search(sentence))


def nameless(left: str, right: str) -> bool:
    """Whether two labels name nothing but releases, counts or states: "version 3", "16", "encryption off"."""
    names = [match["name"].lower() for text in (left, right) if (match := _NAMED.match(text))]
    if names and _RELEASE.isdisjoint(root(name) for name in names):
        other = right if _NAMED.match(left) else left
        # "haulier 2.9" and "siskin 0.8", or "standard library", which is said without a release.
        if len(set(names)) == 2 or (len(names) == 1 and _PLAIN.fullmatch(other) and not _STATE.search(other)):
            return False
    found = tokens(f"{left} | {right}")
    states = any(_STATE.search(text) for text in (left, right))
    return states or not any(one.capital and one.root not in _RELEASE and not one.number for one in found)


def of_another_rate(sentence: str, amount: Amount) -> bool:
    """Whether a sentence speaks of delays, or of another thing per second than a rate counts."""
    if amount.kind != "rate":
        return False
    counted = {root(match["of"]) for match in _PER_SECOND.finditer(sentence)}
    return bool(_DELAY.search(sentence)) or bool(counted and amount.of and not counted & amount.of)


def on_topic(sentence: str, head: str, rows: Sequence[str], columns: Sequence[str]) -> bool:
    """Whether a sentence says a row of a table, or enough of what stands over it and of its column.

    Releases and counts are the sides of every table of a report: only its topic says which one is meant.
    """
    said = roots(tokens(sentence))
    if any(own and own <= said for own in (roots(tokens(_HELD.sub(" ", text))) for text in rows)):
        return True
    above, _, corner = head.rpartition(" | ")
    over = roots(tokens(above or head)) - (roots(tokens(corner)) if above else frozenset()) - _RELEASE
    if not over:
        return False
    return len(over & said) >= TOPIC * len(over) or (
        bool(over & said) and any(roots(tokens(text)) & said for text in columns)
    )
