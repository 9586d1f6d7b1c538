"""What checks have found out about the IR: kept while nothing changes, that is, while the verifier
runs, so that what is the same for many ops is looked up once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_kept: ContextVar[dict[str, dict[Any, Any]] | None] = ContextVar("_kept", default=None)
"""Of each thread: another one may verify other IR meanwhile."""


@contextmanager
def unchanged_ir() -> Iterator[None]:
    """While this lasts, `facts` remembers; within itself it goes on with what is known."""
    known = _kept.get()
    outer = _kept.set({} if known is None else known)
    try:
        yield
    finally:
        _kept.reset(outer)


def facts(kind: str) -> dict[Any, Any]:
    """A table for facts of one kind: the same one as long as the IR does not change, else a new
    one."""
    kept = _kept.get()
    return {} if kept is None else kept.setdefault(kind, {})
