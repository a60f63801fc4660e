"""How tasks are called: what is worth another try, and values handed over as they are."""

from typing import Any, TypeVar, cast

from prefect.utilities.annotations import quote

from schemas.errors import TieoutError

_Value = TypeVar("_Value")


def worth_retrying(_task: object, _task_run: object, state: Any) -> bool:
    """A document or a setting that is wrong stays wrong; disks and processes recover."""
    return not isinstance(state.result(raise_on_failure=False), TieoutError)


def as_is(value: _Value) -> _Value:
    """Without this, Prefect walks through every part of every statement to look for futures in it."""
    return cast("_Value", quote(value))
