"""Facts about the IR that checks look up: cached while nothing changes, that is, while the verifier
runs, so that what many ops share is looked up once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

_kept: ContextVar[dict[str, dict[Any, Any]] | None] = ContextVar("_kept", default=None)
"""Per thread: another one may verify other IR at the same time."""


@contextmanager
def unchanged_ir() -> Iterator[None]:
    """Within this context `facts` caches; nested contexts share the cache."""
    known = _kept.get()
    outer = _kept.set({} if known is None else known)
    try:
        yield
    finally:
        _kept.reset(outer)


def facts(kind: str) -> dict[Any, Any]:
    """A table for facts of one kind: the same table while the IR does not change, else a new
    one."""
    kept = _kept.get()
    return {} if kept is None else kept.setdefault(kind, {})
