"""The months as texts print them."""

MONTHS = ("january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
          "december")  # fmt: skip
UNMISTAKABLE = tuple(month for month in MONTHS if month != "may")  # in small letters it is a verb
_SHORT = tuple(month[:3] for month in MONTHS)
SHORT = "|".join(month.capitalize() for month in _SHORT)  # a pattern: "Jan|Feb|..."


def month(name: str) -> int:
    """The number of a month, from 1, by how its name begins: "Sept" is 9; 0 when it is none."""
    head = name[:3].lower()
    return _SHORT.index(head) + 1 if head in _SHORT else 0
