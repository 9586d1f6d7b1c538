"""What the reader of C++ expressions makes functions of: operators, calls of lambdas, fields."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

Environment = dict[str, Any]
Compiled = Callable[[Environment], Any]

_BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "==": lambda a, b: _same(a, b),
    "!=": lambda a, b: not _same(a, b),
    "<": lambda a, b: a < b,
    ">": lambda a, b: a > b,
    "<=": lambda a, b: a <= b,
    ">=": lambda a, b: a >= b,
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "/": lambda a, b: a // b,
    "%": lambda a, b: a % b,
    "|": lambda a, b: a | b,
    "&": lambda a, b: a & b,
    "<<": lambda a, b: a << b,
}


def _same(a: Any, b: Any) -> bool:
    """Whether values are equal; shapes are lists or tuples."""
    if isinstance(a, tuple | list) and isinstance(b, tuple | list):
        return list(a) == list(b)
    return a is b or bool(a == b)


def maker_of(value: Any, test: Callable[[Any], bool]) -> Any:
    """The op that defines a value, if it is of a class."""
    found = value.defining_op
    return found if found is not None and test(found) else None


def member(value: Any, name: str) -> Any:
    """`getProperties().scope`: an entry of a dictionary, or a field."""
    return value.get(name) if isinstance(value, dict) else getattr(value, name)


def field_names(words: str) -> tuple[str, str]:
    """The names that a field with the getter `getLhsMask` may have: `lhsMask`, `lhs_mask`."""
    first = words[:1].lower() + words[1:]
    return first, re.sub(r"(?=[A-Z])", "_", first).lower()


def either(value: Compiled, getter: Compiled, method: Callable[..., Any]) -> Compiled:
    """A parameter of the dialect's types, or what a method does for those of others."""

    def get(env: Environment) -> Any:
        found = value(env)
        try:
            return getter(found)
        except AttributeError:
            return method(found)

    return get


def run(
    bound: list[tuple[str, Compiled]],
    body: Compiled,
    env: Environment,
    names: list[str],
    args: tuple[Any, ...],
) -> Any:
    """A call of a lambda: its parameters and its variables have values in its body."""
    env = {**env, **dict(zip(names, args, strict=False))}
    for name, value in bound:
        env[name] = value(env)
    return body(env)


def truth(value: Any) -> bool:
    """What C++ makes of a value in a condition: an attribute, type or op that is there is true."""
    return value != 0 if isinstance(value, bool | int) else value is not None


def joined(op: str, left: Compiled, right: Compiled) -> Compiled:
    if op == "&&":
        return lambda env: truth(left(env)) and truth(right(env))
    if op == "||":
        return lambda env: truth(left(env)) or truth(right(env))
    function = _BINARY[op]
    return lambda env: function(left(env), right(env))


def indexed(value: Compiled, index: Compiled) -> Compiled:
    return lambda env: value(env)[index(env)]


def called(function: Compiled, args: list[Compiled]) -> Compiled:
    return lambda env: function(env)(*[a(env) for a in args])
