"""Factors, percentages and differences against the two values that they are of."""
