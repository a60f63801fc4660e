"""What can go wrong, said so that a person can act on it.

One root, `TieoutError`; it is caught in one place (the command line, and per document in a run) and
turned into exit code 2. Anything else that escapes is a bug of ours.
"""


class TieoutError(Exception):
    """Bad input or bad configuration; its text is the whole message for the user."""


class DocumentError(TieoutError):
    """A document cannot be read as what it claims to be.

    Args:
        document: the file or source name, as the user gave it.
        place: where in it ("byte 120", "page 3", "table 2, row 7", "whole file").
        reason: what is wrong, in words a person can act on.
    """

    def __init__(self, document: str, place: str, reason: str) -> None:
        self.document, self.place, self.reason = document, place, reason
        super().__init__(f"{document}: {place}: {reason}")

    def __reduce__(self) -> tuple[type["DocumentError"], tuple[str, str, str]]:
        # Without this, unpickling in a process pool calls __init__ with one argument and hides the error.
        return type(self), (self.document, self.place, self.reason)


class VocabularyError(TieoutError):
    """A vocabulary file is malformed, or two of its names collide."""


class SourcesError(TieoutError):
    """raw/sources.yml is malformed or names something that does not exist."""


class ContractError(TieoutError):
    """Rows do not fit their table's contract; these are bugs upstream, or a bad row kept in `rejected`."""
