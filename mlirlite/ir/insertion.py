"""Where new ops go: `with` a builder, ops are inserted as they are made; elsewhere they are
detached."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Protocol

_place: ContextVar[Any] = ContextVar("_place", default=None)
"""The builder of the innermost `with`, or None; each thread has its own."""

insertion_point = _place.get
"""The builder that inserts ops as they are made; None: they are detached."""


def set_insertion_point(builder: Any) -> Any:
    """Let a builder insert new ops (None: they stay detached), and return the previous one."""
    outer = _place.get()
    _place.set(builder)
    return outer


@contextmanager
def detached() -> Iterator[None]:
    """Within this context new ops stay detached, whatever the caller's `with`: for parsers, passes
    and others that place their ops themselves."""
    outer = set_insertion_point(None)
    try:
        yield
    finally:
        _place.set(outer)


class _Placed(Protocol):
    """What is asked of an operation; operations are above this file."""

    parent: Any
    next: Any


def is_just_inserted(op: _Placed) -> bool:
    """True for the last op that the insertion point has inserted: it can still be inserted
    elsewhere."""
    builder = _place.get()
    return (
        builder is not None
        and op.parent is not None
        and op.parent is builder.block
        and op.next is builder.before
    )
