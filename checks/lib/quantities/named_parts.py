"""Counts whose noun stands behind a size, is a product's name, or is one: "ten 15.36 TB drives", "8 AMD MI300X".

Read as no counts, the sizes beside them would be those of whatever was counted before.
"""

import re
from collections.abc import Iterator
from decimal import Decimal

from checks.lib.quantities.amounts import unit_of
from schemas.names import Vocabulary
from schemas.number_words import ANY_NUMBER

_NUMBER = rf"(?<![\w.,$€£–/-])(?P<n>\d{{1,3}}(?:,\d{{3}})+|\d+|(?!(?i:one|a|an)\s(?!hundred|dozen))(?i:{ANY_NUMBER}))"
_SIZE = r"\d+(?:\.\d+)?[\s-]?(?P<unit>[A-Za-z]+(?:/s)?)"
_STOPS = r"(?!(?:each|and|or|of|in|per|for|the|to|at|is|are|on|from|by|as|with|has|have|was|were|than|that)\b)"
_NOUN = rf"(?P<words>(?:{_STOPS}[A-Za-z][\w/.-]*\s){{0,3}}?{_STOPS}(?:[A-Za-z][\w-]*[^s\W\d]s))\b"
SIZED = re.compile(rf"{_NUMBER}\s(?:[A-Z][\w-]*\s){{0,2}}?{_SIZE}\s{_NOUN}")
# "One OSD per drive": one of each is as many.
SINGLE = re.compile(
    r"(?P<n>)\b(?:[Oo]ne|[Aa] single|(?<![\w.,-])1)\s(?P<words>(?:[A-Za-z][\w-]*\s){0,2}?[A-Za-z][\w-]*)"
    r"(?=\s(?:per|(?:in|on|at|for|to) (?:each|every))\s[A-Za-z])"
)
# "Each with 8 AMD Instinct MI300X": the name stands for the noun.
_CODE = r"(?:[A-Z]{1,4}[a-z]?|[A-Z][a-z]+)\d{2,5}[A-Za-z]{0,2}"
_LED = r"(?:\b(?:with|of|has|have|had|hold|holds|holding|having|hosts|on|using|used|uses|to|carries|:)\s|^|[(x×]\s?)"
CODED = re.compile(
    rf"{_LED}(?P<n>\d{{1,5}}|{ANY_NUMBER})\s?(?:[x×]\s)?(?:(?<=[\sx×])(?P<before>(?:[A-Z][A-Za-z]+\s){{0,3}}))"
    rf"(?P<code>{_CODE})s?(?![\w/.-])(?!\s[a-z]+s\b)"
)
# "40 x Kite UltraRack (64 chips each)": a noun in the singular, which a capital tells from "5 x faster". "An 8x H100
# instance" is one, with eight.
_TOLD = r"(?:[A-Z][\w/.-]*\s){0,3}?(?:[A-Z][\w/.-]*\s[a-z]+|[A-Z][A-Za-z-]*[A-Za-z])"
TOLD_TIMES = re.compile(
    rf"(?:^|[:(,;+]\s?|\band\s){_NUMBER}(?:\s[x×]\s?|[x×]\s?(?!(?:[A-Z][\w.-]*\s){{0,2}}?[A-Z]\w*\d))"
    rf"(?P<words>{_TOLD})(?=\s*(?:[(,;.|)]|$)|\s(?:with|and|each|in|at|on|plus)\b)"
)

# "Two 100 GbE ports": what a port carries, and no number of ports.
ETHERNET = re.compile(r"(?<![\w.,-])(?P<n>\d{1,3})[\s-]?(?P<unit>GbE)\b")
GIGABIT = Decimal(125_000_000)  # a second, in bytes


def sized(text: str) -> Iterator[re.Match[str]]:
    """Counts with a size before their noun; the size is that of each."""
    yield from SIZED.finditer(text)


def single(text: str) -> Iterator[re.Match[str]]:
    """One of something in each of something."""
    yield from SINGLE.finditer(text)


def coded(text: str) -> Iterator[re.Match[str]]:
    """Counts of what only a product's name says."""
    yield from CODED.finditer(text)


def told_times(text: str, vocabulary: Vocabulary) -> Iterator[re.Match[str]]:
    """Counts of the form "40 x" before a named noun; none of what is measured: "4 x LLM throughput"."""
    for match in TOLD_TIMES.finditer(text):
        if not unit_of(match["words"].split()[-1], vocabulary) and not vocabulary.find(match["words"], "metrics"):
            yield match
