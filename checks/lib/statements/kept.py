"""What is read of a document once for all checks of a run, instead of once for each of them."""

from collections.abc import Callable, Iterable
from functools import update_wrapper, wraps
from typing import Concatenate, ParamSpec, TypeVar

from schemas.document import Document

T = TypeVar("T")
P = ParamSpec("P")
_KEPT: list[dict[tuple[int, ...], tuple[object, object]]] = []


def by_document(
    read: Callable[Concatenate[Document, P], Iterable[T]],
) -> Callable[Concatenate[Document, P], tuple[T, ...]]:
    """Keep what a function reads of a document, until `forget()`.

    A document is known by its identity: to hash one is to hash all its blocks. What is kept holds the document, so that
    no other one can take its place in memory, and with it its identity.
    """
    known: dict[tuple[int, ...], tuple[object, object]] = {}
    _KEPT.append(known)

    def reader(document: Document, /, *args: P.args, **kwargs: P.kwargs) -> tuple[T, ...]:
        given = (document, *args, *kwargs.values())
        key = tuple(map(id, given))
        if key not in known:
            known[key] = (given, tuple(read(document, *args, **kwargs)))
        return known[key][1]  # type: ignore[return-value]  # each reader has a dict of its own

    update_wrapper(reader, read)
    return reader


def of_document(read: Callable[[Document], T]) -> Callable[[Document], T]:
    """Keep the one thing that a function reads of a document, until `forget()`."""
    many = by_document(lambda document: (read(document),))

    @wraps(read)
    def reader(document: Document) -> T:
        return many(document)[0]

    return reader


def forget() -> None:
    """Let go of the documents of a run: a report is built after the checks, and needs the memory."""
    for known in _KEPT:
        known.clear()
