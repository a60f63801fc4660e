"""What a factor is per: a watt or a joule, a dollar or another price."""

import re

COSTS = {
    "price": re.compile(r"\b(?:dollars?|euros?|pounds?|price|costs?|money|buck)\b|[$€£]", re.IGNORECASE),
    "power": re.compile(r"\b(?:watts?|joules?|kilowatts?|energy|power|kwh)\b|(?<=/)W\b", re.IGNORECASE),
}
_UNITS = r"(?:watt|kilowatt|joule|dollar|euro|pound|kwh)"
# Of these one price is asked: what one of them costs is no quotient of a rate.
_MACHINES = (
    r"(?:hour|day|week|month|year|second|minute|user|seat|core|gpu|chip|card|node|rack|server|machine|instance|system)"
    r"s?\b"
)
PER = re.compile(
    r"\b(?:(?P<noun>[a-z]{3,})[ -])?(?:per|for (?:each|every|an?|the same|one)|"
    rf"from (?:each|every|an?|the same)|to the)[ -]{_UNITS}s?\b|\b(?P<noun3>[a-z]{{3,}})(?:/s)?/(?:W\b|watt\b|\$)|"
    rf"\b(?:each|every|an?|one) {_UNITS} (?:buys?|gives?|yields?|returns?|does|delivers?|gets?|brings?)\b|"
    rf"\b(?P<twice>{_UNITS})[ -]for[ -](?P=twice)\b|\bfor the (?:same )?(?:money|buck)\b|"
    r"\bfor the same (?:price|power|energy)\b|\bprice[-/ ](?:to[- ])?performance\b|"
    r"\b(?:cost|energy|power)[- ](?:efficien|effective)\w+|"
    rf"\b(?:cost|price|energy|joules|dollars)s? (?:per|for each|for every|of each) (?!{_MACHINES})"
    r"(?P<noun2>[a-z]{3,})|"
    rf"\bcosts? (?:[\w%.,-]+ ){{1,4}}(?:per|for each|for every) (?!{_MACHINES})(?P<noun4>[a-z]{{3,}})",
    re.IGNORECASE,
)


def cost_said(text: str) -> str | None:
    """What a factor is per: one of price and power, and not both."""
    match = PER.search(text)
    found = [cost for cost, words in COSTS.items() if match and words.search(match.group())]
    return found[0] if len(found) == 1 else "price" if match and "price" in match.group().lower() else None
