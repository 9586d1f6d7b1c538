"""OpTable: from an op class, or an interface it has, to a function. Lowering, emission,
interpretation and shape inference are each one of these, and a plugin can add to any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Protocol, TypeVar, overload

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import Trait
from mlirlite.ir.values import Value
from mlirlite.support.extensions import note_extension

F = TypeVar("F", bound=Callable[..., object])

if TYPE_CHECKING:
    A = TypeVar("A")
    B = TypeVar("B")
    C = TypeVar("C")
    D = TypeVar("D")
    E = TypeVar("E")
    M = TypeVar("M")
    OpT = TypeVar("OpT")
    P = ParamSpec("P")
    R = TypeVar("R")

    class Registration(Protocol[OpT]):
        """Takes a function whose first or second parameter is an op of the named classes, or one
        that takes nothing."""

        @overload
        def __call__(
            self, function: Callable[Concatenate[OpT, P], R], /
        ) -> Callable[Concatenate[OpT, P], R]: ...
        @overload
        def __call__(
            self, function: Callable[Concatenate[M, OpT, P], R], /
        ) -> Callable[Concatenate[M, OpT, P], R]: ...
        @overload
        def __call__(self, function: Callable[[], R], /) -> Callable[[], R]: ...


class ByClass:
    """Registers functions by a decorator that names op classes or interfaces. mypy finds a function
    that does not take what it is registered for: an op of any of the classes, where there are up to
    five; else an op of what they have in common."""

    _example: str = "an op, as in @lower(MyOp)"
    """What a class is of, and how it is given, for errors."""

    @overload
    def __call__(self, a: type[A], /) -> Registration[A]: ...
    @overload
    def __call__(self, a: type[A], b: type[B], /) -> Registration[A | B]: ...
    @overload
    def __call__(self, a: type[A], b: type[B], c: type[C], /) -> Registration[A | B | C]: ...
    @overload
    def __call__(
        self, a: type[A], b: type[B], c: type[C], d: type[D], /
    ) -> Registration[A | B | C | D]: ...
    @overload
    def __call__(
        self, a: type[A], b: type[B], c: type[C], d: type[D], e: type[E], /
    ) -> Registration[A | B | C | D | E]: ...
    @overload
    def __call__(self, *classes: type[A]) -> Registration[A]: ...
    def __call__(self, *classes: type) -> Callable[[Any], Any]:
        """Decorator: register the function for these op classes or interfaces. TypeError for what
        is neither."""
        for cls in classes:
            check_class(cls, use=self._example)

        def register(function: Any) -> Any:
            for cls in classes:
                self.add(cls, function)
            return function

        return register

    def add(self, cls: type, function: Any) -> None:
        """Register one function."""
        raise NotImplementedError


def check_class(
    cls: object, base: type = Operation, use: str = "an op, as in @lower(MyOp)"
) -> None:
    """TypeError unless this is a class derived from `base`, or an interface of such classes."""
    if isinstance(cls, type) and (issubclass(cls, base) or _is_interface(cls)):
        return
    found = getattr(cls, "__qualname__", None) or repr(cls)  # a function: without parentheses
    raise TypeError(f"expected a class of {use}, found {found}")


def check_function(given: object, use: str) -> None:
    """TypeError for what cannot be called."""
    if not callable(given):
        raise TypeError(f"expected a function {use}, found {given!r}")


def _is_interface(cls: type) -> bool:
    """An interface is a class that inherits from nothing but other interfaces."""
    own = cls.__mro__[:-1]
    return (
        bool(own)
        and not issubclass(cls, (Operation, Attribute, Value, Trait))
        and all(c.__module__ != "builtins" for c in own)
    )


class OpTable(ByClass, Generic[F]):
    """Functions by op class. A look-up follows the class's method resolution order, so the function
    of an interface or of a common base serves every op without one of its own; results are
    cached."""

    def __init__(self, name: str, decorator: str = "lower") -> None:
        """`decorator` is the table's name in the source, for errors."""
        self.name = name
        self._example = f"an op, as in @{decorator}(MyOp)"
        self._functions: dict[type, F] = {}
        self._found: dict[type, F | None] = {}

    def add(self, cls: type, function: F) -> None:
        """Register one function. Registering a class twice is a mistake and raises ValueError."""
        check_class(cls, use=self._example)
        check_function(function, f"for {cls.__name__}")
        if cls in self._functions:
            raise ValueError(f"{self.name}: {cls.__name__} has a function already")
        note_extension(cls, function)
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
