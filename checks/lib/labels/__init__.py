"""Labelled values: cells and lines with what tells each from its neighbours, and where sentences say those labels."""
