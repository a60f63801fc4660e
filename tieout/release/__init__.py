"""Releases: self-describing sets of the cleaned tables that need no tieout to be read.

A release is a folder `releases/<version>/` that never changes, and `releases/versions.json` names the newest. How one
comes about: `publish.py` calls the others, which are pure: `shape.py` (the tables' columns, and what changed in them),
`gate.py` (whether the numbers moved too far), `changes.py` (rows by key), `versions.py`, `export.py`, `package.py`,
`croissant.py` and `dictionary.py` (what describes the tables), `verify.py` (is a release whole).
"""
