"""Bytes -> document -> claims and measurements. One file per kind of document; lib/ holds what they share."""
