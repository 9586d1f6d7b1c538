"""The parts of attributes and types, and functions over them that handle nests of any depth."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import wraps
from typing import Any, TypeVar

from mlirlite.ir.attribute import Attribute

A = TypeVar("A", bound=Attribute)
T = TypeVar("T")

_DEEP = 25
"""How deep plain recursion may go."""


def parts(attribute: Attribute) -> list[Attribute]:
    """The attributes and types among the parameters, the last one first."""
    found: list[Attribute] = []
    for parameter in type(attribute).parameters:
        value = getattr(attribute, parameter)
        if isinstance(value, Attribute):
            found.append(value)
        elif isinstance(value, tuple):
            for item in value:
                if isinstance(item, Attribute):
                    found.append(item)
                elif isinstance(item, tuple):  # entries of a dictionary
                    found += (i for i in item if isinstance(i, Attribute))
    found.reverse()
    return found


def bottom_up(function: Callable[[A], T]) -> Callable[[A], T]:
    """Decorator for a function that calls itself with the parts of its argument: results are
    cached, and in deep nests those of parts are computed first.

        @bottom_up
        def depth(type: Type) -> int:
            return 1 + max(map(depth, parts(type)), default=0)
    """
    known: dict[Attribute, T] = {}
    level = 0

    def prepare(attribute: Attribute) -> None:
        nonlocal level
        level, before = 0, level
        stack, met = [attribute], {attribute}
        while stack:
            todo = [p for p in parts(stack[-1]) if p not in known and p not in met]
            if todo:
                stack += todo
                met.update(todo)
                continue
            part: Any = stack.pop()
            if part is not attribute:
                with suppress(Exception):  # the function may not look at this part
                    call(part)
        level = before

    @wraps(function)
    def call(attribute: A) -> T:
        nonlocal level
        if attribute in known:
            return known[attribute]
        if level > _DEEP:
            prepare(attribute)
        level += 1
        try:
            found = known[attribute] = function(attribute)
        finally:
            level -= 1
        return found

    return call
