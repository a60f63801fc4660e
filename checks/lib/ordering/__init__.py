"""Bests, ranks, bounds and trends that a clause says, against the values that it says them of."""
