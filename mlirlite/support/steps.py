"""Functions that recurse as deeply as an input is nested, without Python's stack: each is a
generator that yields the generators of its callees, and is sent what they return."""

from __future__ import annotations

from collections.abc import Generator
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")
Steps = Generator[Any, Any, T]


def run_steps(first: Steps[T]) -> T:
    """What a generator of this kind returns. An error passes through all waiting generators; its
    traceback shows only where it was raised."""
    stack: list[Steps[Any]] = [first]
    value: Any = None
    error: BaseException | None = None
    raised: TracebackType | None = None
    while stack:
        try:
            called = stack[-1].send(value) if error is None else stack[-1].throw(error)
        except StopIteration as end:
            stack.pop()
            value, error = end.value, None
        except BaseException as e:
            stack.pop()
            if e is not error:
                raised = e.__traceback__
            value, error = None, e.with_traceback(raised)
        else:
            stack.append(called)
            value, error = None, None
    if error is not None:
        raise error
    found: T = value
    return found
