"""Attributes that hold the structure of the IR: read by everybody, changed by methods only."""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar

T_co = TypeVar("T_co", covariant=True)

if TYPE_CHECKING:

    class Held(Generic[T_co]):
        """An attribute without assignment."""

        def __get__(self, owner: Any, cls: Any) -> T_co: ...


def held(slot: str, instead: str) -> Any:
    """A public attribute that reads a slot, and refuses assignment with the way to change it. In
    hot code the slot is read itself: a property takes six times as long before Python 3.12."""

    def refuse(owner: Any, value: object) -> NoReturn:
        raise AttributeError(f"'{slot[1:]}' of {type(owner).__name__} is read-only: {instead}")

    return property(attrgetter(slot), refuse)
