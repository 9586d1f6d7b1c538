"""OpTable: from an op class, or an interface it has, to a function. Lowering, emission,
interpretation and shape inference are each one of these, and a plugin can add to any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

F = TypeVar("F", bound=Callable[..., object])


class OpTable(Generic[F]):
    """Functions by op class. A look-up follows the class's method resolution order, so the function
    of an interface or of a common base serves every op without one of its own; results are
    cached."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._functions: dict[type, F] = {}
        self._found: dict[type, F | None] = {}

    def __call__(self, *classes: type) -> Callable[[F], F]:
        """Decorator: register the function for these op classes or interfaces."""

        def register(function: F) -> F:
            for cls in classes:
                self.add(cls, function)
            return function

        return register

    def add(self, cls: type, function: F) -> None:
        """Register one function. Registering a class twice is a mistake and raises ValueError."""
        if cls in self._functions:
            raise ValueError(f"{self.name}: {cls.__name__} has a function already")
        self._functions[cls] = function
        self._found.clear()

    def get(self, cls: type) -> F | None:
        """The function for a class, or None."""
        try:
            return self._found[cls]
        except KeyError:
            found = next((self._functions[c] for c in cls.__mro__ if c in self._functions), None)
            self._found[cls] = found
            return found

    def __contains__(self, cls: type) -> bool:
        return self.get(cls) is not None

    def __iter__(self) -> Iterator[type]:
        return iter(self._functions)

    def __len__(self) -> int:
        return len(self._functions)
