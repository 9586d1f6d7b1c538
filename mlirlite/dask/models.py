"""What a worker is given to make an object, such as a model, and the objects it has made."""

from __future__ import annotations

import hashlib
import os
import pickle
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from threading import Lock
from typing import Any, Generic, TypeVar

from mlirlite.runtime.batches.images import Preparation
from mlirlite.runtime.batches.model import Batches
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.version import VERSION

T = TypeVar("T")
Stamp = tuple[int, int]
"""What tells one file from another of the same name: its size and time."""

_KEPT = 4
"""Objects that a worker keeps for the next task."""
_mutex = Lock()


@dataclass(frozen=True)
class Source(Generic[T]):
    """How to make an object, as bytes: a function without arguments, and the files that it reads,
    which have to be the same on the worker."""

    made_by: bytes
    digest: str
    stamps: tuple[tuple[str, Stamp], ...] = ()
    version: str = VERSION

    @classmethod
    def of(cls, make: Callable[[], T], files: Iterable[str] = ()) -> Source[T]:
        """The function has to be one that pickle can send, files those that exist."""
        made_by = pickle.dumps(make)
        stamps = tuple((f, stamp(f)) for f in map(os.path.abspath, files) if os.path.exists(f))
        whole = made_by + repr(stamps).encode()
        return cls(made_by, hashlib.blake2b(whole, digest_size=16).hexdigest(), stamps)

    def made(self) -> T:
        """The object; a process makes it once, and keeps the last few. DiagnosticError on a worker
        that has other files or another version."""
        with _mutex:
            found: T = _made(self)
            return found


@lru_cache(_KEPT)
def _made(source: Source[Any]) -> Any:
    if source.version != VERSION:
        raise DiagnosticError(
            f"a worker has version {VERSION} of mlirlite: expected {source.version}"
        )
    for path, wanted in source.stamps:
        check_stamp(path, wanted)
    return pickle.loads(source.made_by)()


def batches(
    session: Callable[[], Any],
    size: int | None,
    constants: Mapping[str, Any] | None,
    images: Preparation | None = None,
    files: Iterable[str] = (),
) -> Source[Batches]:
    """A model that is given rows: the function that makes its session, and what `Batches`
    takes."""
    return Source.of(partial(_batches, session, size, dict(constants or {}), images), files)


def _batches(session: Callable[[], Any], *more: Any) -> Batches:
    return Batches(session(), *more)


def stamp(path: str) -> Stamp:
    """The stamp of a file. OSError when there is none."""
    found = os.stat(path)
    return found.st_size, found.st_mtime_ns


def check_stamp(path: str, wanted: Stamp) -> None:
    """DiagnosticError when this process does not see the file that another one saw."""
    if not os.path.exists(path) or stamp(path) != wanted:
        raise DiagnosticError(
            f"a worker does not see the same file '{path}': workers need a file system that all "
            "share"
        )
