"""What a worker is given to make a model, and the models that a worker has made."""

from __future__ import annotations

import hashlib
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from typing import Any

from mlirlite.runtime.batches.model import Batches

_KEPT = 4
"""Models that a worker keeps for the next task."""
_mutex = Lock()


@dataclass(frozen=True)
class Source:
    """How to make a model, as bytes: a function without arguments that gives a session, how many
    rows it takes at a time, and the inputs that are the same for all rows."""

    made_by: bytes
    digest: str

    @classmethod
    def of(
        cls, session: Callable[[], Any], size: int | None, constants: Mapping[str, Any] | None
    ) -> Source:
        """The function has to be one that pickle can send."""
        made_by = pickle.dumps((session, size, dict(constants or {})))
        return cls(made_by, hashlib.blake2b(made_by, digest_size=16).hexdigest())

    def model(self) -> Batches:
        """The model; a process makes it once, and keeps the last few."""
        with _mutex:
            return _made(self)


@lru_cache(_KEPT)
def _made(source: Source) -> Batches:
    session, size, constants = pickle.loads(source.made_by)
    return Batches(session(), size, constants)
