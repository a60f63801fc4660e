"""A sentence without what describes a thing that it names: ", a 300 W card with 32 GB of HBM2e,".

What a description names is a property of the thing and no condition of what is said of it: another document that leaves
it out is about the same.
"""

import re

# Between commas, with an article ahead and no figure of change in it.
_ASIDE = re.compile(r",\san?\s(?![^,;]*(?:\d\s?(?:[x×](?!\w)|%)|\btimes\b))[^,;:.]*(?:\.\d[^,;:.]*)*(?=,\s)")


def without_asides(text: str) -> str:
    """The text without its descriptions between commas."""
    return _ASIDE.sub("", text)
