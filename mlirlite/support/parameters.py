"""The parameters of a function, as decorators read them. `inspect` is a tenth of a short run: it is
imported only for other callables than plain functions."""

from __future__ import annotations

from collections.abc import Callable
from types import FunctionType
from typing import Any

EMPTY: Any = object()
"""Stands for an annotation or a default that is not there."""
_STARS = 0x0C  # flags of code with *args or **kwargs


class Parameter:
    """A parameter. The annotation is a text in files that defer annotations."""

    __slots__ = ("annotation", "by_name", "default", "name")

    def __init__(self, name: str, annotation: Any, default: Any, by_name: bool) -> None:
        self.name = name
        self.annotation = annotation
        self.default = default
        self.by_name = by_name
        """Whether callers give it by name only."""


def parameters_of(function: Callable[..., Any]) -> list[Parameter]:
    """The parameters in order."""
    plain = isinstance(function, FunctionType) and not hasattr(function, "__wrapped__")
    if not plain or function.__code__.co_flags & _STARS:
        return _inspected(function)
    code, stated = function.__code__, function.__annotations__
    count = code.co_argcount
    defaults = dict(function.__kwdefaults__ or {})
    values = function.__defaults__ or ()
    defaults.update(zip(code.co_varnames[count - len(values) : count], values, strict=True))
    return [
        Parameter(name, stated.get(name, EMPTY), defaults.get(name, EMPTY), i >= count)
        for i, name in enumerate(code.co_varnames[: count + code.co_kwonlyargcount])
    ]


def _inspected(function: Callable[..., Any]) -> list[Parameter]:
    import inspect  # late: plain functions do not need it

    return [
        Parameter(
            p.name,
            EMPTY if p.annotation is p.empty else p.annotation,
            EMPTY if p.default is p.empty else p.default,
            p.kind is p.KEYWORD_ONLY,
        )
        for p in inspect.signature(function).parameters.values()
    ]
