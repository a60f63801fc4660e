"""Factors that two numbers of a text give, with or without a unit: "ran at 450 tokens/s. Today it runs at 1,756."."""

import re
from decimal import Decimal
from itertools import permutations

from checks.lib.statements.factors import factors, up
from schemas.statement import Claim

MOST = 24  # numbers of a text; of more some two give any factor
_NUMBER = re.compile(r"(?<![\w.,$€£-])\d[\d,]*(?:\.\d+)?(?![\w%]|,\d|\.\d|\s?[x×])")


def given_by_numbers(claim: Claim, text: str) -> bool:
    """Whether two numbers of a text give a factor."""
    numbers = [Decimal(one.replace(",", "")) for one in _NUMBER.findall(text)]
    able = [up(one) for one in factors(claim)]
    pairs = permutations(filter(None, numbers[:MOST]), 2)
    return any(a / b in one.rounded for a, b in pairs for one in able)
