"""Short names for what goes into something: 16 hex digits of a sha256."""

import hashlib


def hashed(*parts: object) -> str:
    """The parts, as text and in their order, as 16 hex digits."""
    return hashlib.sha256("\0".join(map(str, parts)).encode("utf-8", "backslashreplace")).hexdigest()[:16]
