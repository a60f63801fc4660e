"""How tasks are called: what is worth another try, and values handed over as they are."""

from typing import Any, Generic, TypeVar

from schemas.errors import TieoutError

_Value = TypeVar("_Value")


def worth_retrying(_task: object, _task_run: object, state: Any) -> bool:
    """A document or a setting that is wrong stays wrong; disks and processes recover."""
    return not isinstance(state.result(raise_on_failure=False), TieoutError)


class Whole(Generic[_Value]):
    """A value that a task is given as it is: what calls and runs tasks sees a thing that it cannot look into.

    Bare, Prefect would walk through every part of every statement to look for futures in it. Its own `quote` is a
    tuple, which Dask rebuilds as a plain one: its workers would be given a tuple with the value in it, and fail.
    """

    __slots__ = ("value",)

    def __init__(self, value: _Value) -> None:
        self.value = value
