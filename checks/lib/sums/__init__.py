"""Quantities that belong together and do not come out: products, totals, prices, rates."""
