"""Lengths of time against the moments that they lie between."""
