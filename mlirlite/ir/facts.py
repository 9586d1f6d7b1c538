"""What checks have found out about the IR: kept while nothing changes, that is, while the verifier
runs, so that what is the same for many ops is looked up once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_kept: dict[str, dict[Any, Any]] | None = None


@contextmanager
def unchanged_ir() -> Iterator[None]:
    """While this lasts, `facts` remembers."""
    global _kept
    outer, _kept = _kept, {}
    try:
        yield
    finally:
        _kept = outer


def facts(kind: str) -> dict[Any, Any]:
    """A table for facts of one kind: the same one as long as the IR does not change, else a new
    one."""
    return {} if _kept is None else _kept.setdefault(kind, {})
