"""Short bold paragraphs that head what follows: "70B model results:" in pages whose sections have no headings."""

import re

LEVEL = 6  # below any heading
_LONGEST = 8  # words
SENTENCE_END = (".", "!", "?", ",", ";")
_CLAIM = re.compile(r"\d\s?(?:[x×%]|times\b)")  # a bold "2.4x faster" is the message, not the head of one


def is_bold_head(text: str) -> bool:
    """Whether a paragraph that is bold throughout heads the next ones, as far as its text says."""
    plain = text.strip()
    return len(plain.split()) <= _LONGEST and not plain.endswith(SENTENCE_END) and not _CLAIM.search(plain)
