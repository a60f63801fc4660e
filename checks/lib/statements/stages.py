"""The stage that a row's variant names, apart from the setting that it names with it."""

import re

from schemas.names import key

_SETTING = re.compile(r"\s*(?:\([^)]*\)|[-–|,;]\s*(?:un)?packed\b|[-–|,;]\s*(?:dense|sparse)\b)", re.IGNORECASE)


def stage(variant: str) -> str:
    """A variant as it is compared, without what stands in brackets or behind "packed"; "" for none."""
    return key(_SETTING.sub("", variant))
