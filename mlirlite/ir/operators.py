"""`a + b` on values: their type decides which op that makes. Dialects register it with
`@operators(TypeClass)`; those of builtin types are in `dialects/_operators.py`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mlirlite.ir.attribute import Type
from mlirlite.support.late import load

Build = Callable[[str, Any, Any], Any]
"""Makes an op from the name of an operator (`add`, `lt`, …) and two values of one type; for a unary
operator the second is None. Returns None if the type has no such operator."""
_builders: dict[type, Build] = {}
_constants: dict[type, Callable[[Any, Any], Any]] = {}


def operators(
    *types: type, constant: Callable[[Any, Any], Any] | None = None
) -> Callable[[Build], Build]:
    """Register the function that makes the ops of operators on values of these classes of types,
    and one that makes a constant from a number and the type, for `x + 1`. TypeError for
    anything but classes of types."""
    for cls in types:
        if not isinstance(cls, type) or not issubclass(cls, Type):
            raise TypeError(f"expected a class of types, as in @operators(MyType), found {cls!r}")

    def register(build: Build) -> Build:
        if not callable(build):
            raise TypeError(f"expected a function that makes ops of operators, found {build!r}")
        for cls in types:
            _builders[cls] = build
            if constant is not None:
                _constants[cls] = constant
        return build

    return register


def _found(table: dict[type, Any], type_: Any) -> Any:
    load("operators")
    return next((table[cls] for cls in type(type_).__mro__ if cls in table), None)


def constant_of(number: Any, type_: Any) -> Any:
    """The value of a new constant of a type. TypeError when the type has none for this number."""
    make = _found(_constants, type_)
    made = None if make is None else make(number, type_)
    if made is None:
        raise TypeError(f"no constant of type {type_} stands for {number!r}")
    return made.result


def _apply(name: str, symbol: str, lhs: Any, rhs: Any) -> Any:
    """The result of a new op. TypeError when the types have no such operator."""
    type_ = lhs.type
    if rhs is not None and rhs.type is not type_:
        raise TypeError(f"the operands of {symbol} have different types: {type_} and {rhs.type}")
    build = _found(_builders, type_)
    made = None if build is None else build(name, lhs, rhs)
    if made is None:
        raise TypeError(f"values of type {type_} have no operator {symbol}")
    return made.result


def _value(given: Any, type_: Any = None) -> Any:
    """The value that an argument means: itself, the only result of an op, or a constant; None for
    anything else."""
    if isinstance(given, Operators):
        return given._as_value()
    if type_ is not None and isinstance(given, (bool, int, float, complex)):
        return constant_of(given, type_)
    return None


def _binary(name: str, symbol: str) -> Any:
    def operator(self: Any, other: Any) -> Any:
        lhs = self._as_value()
        rhs = _value(other, lhs.type)
        return NotImplemented if rhs is None else _apply(name, symbol, lhs, rhs)

    return operator


def _reflected(name: str, symbol: str) -> Any:
    def operator(self: Any, other: Any) -> Any:
        rhs = self._as_value()
        lhs = _value(other, rhs.type)
        return NotImplemented if lhs is None else _apply(name, symbol, lhs, rhs)

    return operator


def _unary(name: str, symbol: str) -> Any:
    def operator(self: Any) -> Any:
        return _apply(name, symbol, self._as_value(), None)

    return operator


class Operators:
    """Operators of values and of ops with one result. `==` and `!=` compare identity,
    as for any object; comparisons of numbers are methods of values."""

    __slots__ = ()

    def _as_value(self) -> Any:
        raise NotImplementedError

    __add__, __radd__ = _binary("add", "+"), _reflected("add", "+")
    __sub__, __rsub__ = _binary("sub", "-"), _reflected("sub", "-")
    __mul__, __rmul__ = _binary("mul", "*"), _reflected("mul", "*")
    __truediv__, __rtruediv__ = _binary("div", "/"), _reflected("div", "/")
    __floordiv__, __rfloordiv__ = _binary("floordiv", "//"), _reflected("floordiv", "//")
    __and__, __rand__ = _binary("and", "&"), _reflected("and", "&")
    __or__, __ror__ = _binary("or", "|"), _reflected("or", "|")
    __xor__, __rxor__ = _binary("xor", "^"), _reflected("xor", "^")
    __lshift__, __rlshift__ = _binary("shl", "<<"), _reflected("shl", "<<")
    __rshift__, __rrshift__ = _binary("shr", ">>"), _reflected("shr", ">>")
    __neg__, __invert__ = _unary("neg", "-"), _unary("not", "~")


class Comparisons:
    """Comparisons of values: new ops whose result is i1 (or vectors of it). Integers are read as
    signed; `ult` and the like read them as unsigned."""

    __slots__ = ()

    eq, ne = _binary("eq", "eq"), _binary("ne", "ne")
    lt, le = _binary("lt", "lt"), _binary("le", "le")
    gt, ge = _binary("gt", "gt"), _binary("ge", "ge")
    ult, ule = _binary("ult", "ult"), _binary("ule", "ule")
    ugt, uge = _binary("ugt", "ugt"), _binary("uge", "uge")
