"""The content of a model: of its file, and of the files beside it that hold its data.

The hash of a content is kept on disk by the file's state: device, inode, size, and the times of the
last write and change. The latter cannot be set back, so a file of a known state need not be read
again."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from mlirlite.support.chosen import DataFolder, open_regular
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.env import cache_directory
from mlirlite.support.private import read_private, write_private
from mlirlite.target.onnx.external import locations
from mlirlite.target.onnx.load import load_model

NOTES = "contents"
"""The folder of kept hashes."""
_WORTH = 1 << 16
"""The hash of a file is kept if it has at least this many bytes."""
_SETTLED = 60
"""A file's state identifies its content only this many seconds after its last change: clocks of
file systems are coarse, and a write to a mapped file counts only when the system stores it."""
_MOST = 1000
"""How many hashes are kept."""

State = tuple[int, int, int, int, int]
"""Device, inode, size, time of the last write and of the last change."""


@dataclass(frozen=True, slots=True)
class Part:
    """A file that was hashed."""

    path: str
    state: State
    content: str

    def is_same(self) -> bool:
        """Whether the file still has this content."""
        try:
            handle = open_regular(self.path)
        except OSError:
            return False
        try:
            state = state_of(os.fstat(handle))
            return state == self.state and (_is_settled(state) or _hash(handle) == self.content)
        finally:
            os.close(handle)


@dataclass(frozen=True, slots=True)
class Sources:
    """The content of a model, and its files."""

    digest: str
    parts: Sequence[Part] = ()

    def are_same(self) -> bool:
        """Whether the files still have these contents."""
        return all(p.is_same() for p in self.parts)


def sources_of(model: Any) -> Sources | None:
    """The content of a model (a path, bytes, or a ModelProto; or its content itself). None for a
    module, and for a model that cannot be read."""
    if isinstance(model, Sources):
        return model
    if isinstance(model, (str, os.PathLike)):
        return _of_path(os.fspath(model))
    if isinstance(model, (bytes, bytearray, memoryview)):
        return Sources(hashlib.sha256(model).hexdigest())
    if hasattr(model, "SerializeToString") and hasattr(model, "graph"):
        with contextlib.suppress(ValueError):
            data = model.SerializeToString(deterministic=True)
            return Sources(hashlib.sha256(data).hexdigest())
    return None


def _of_path(path: str) -> Sources | None:
    try:
        model, locations = _part(path, open_regular(path), of_model=True)
        parts = [model]
        folder = DataFolder(os.path.dirname(path) or ".", path)
        for location in locations:
            where = os.path.join(folder.path, location)
            parts.append(_part(where, folder.open(location))[0])
    except (OSError, ValueError, DiagnosticError):
        return None  # the compiler reports what is wrong
    names = [os.path.splitext(path)[1], *locations]
    text = json.dumps([names, [p.content for p in parts]])
    return Sources(hashlib.sha256(text.encode()).hexdigest(), parts)


def _part(path: str, handle: int, of_model: bool = False) -> tuple[Part, list[str]]:
    """Hash an open file, which is closed; for a model's file, also the locations that it names."""
    try:
        state = state_of(os.fstat(handle))
        note = _note(state, os.path.splitext(path)[1] if of_model else "")
        saved = read_private(note) if note is not None else None
        if saved is not None:
            content, found = json.loads(saved)
            return Part(path, state, content), found
        content = _hash(handle)
        found = _locations(path) if of_model else []
        if note is not None and state_of(os.fstat(handle)) == state == state_of(os.stat(path)):
            with contextlib.suppress(OSError):
                write_private(note, json.dumps([content, found]).encode())
                _limit(os.path.dirname(note))
        return Part(path, state, content), found
    finally:
        os.close(handle)


def _locations(path: str) -> list[str]:
    if path.endswith(".mlir"):
        return []
    return locations(load_model(path)[0])


def _note(state: State, kind: str) -> str | None:
    """The path of a file's kept hash; None if keeping it is not worth it, or not safe."""
    folder = cache_directory()
    if folder is None or state[2] < _WORTH or not _is_settled(state):
        return None
    name = hashlib.sha256(json.dumps([state, kind]).encode()).hexdigest()
    return str(folder / NOTES / name)


def _limit(folder: str) -> None:
    """Delete the older half of the hashes when there are too many."""
    entries = list(os.scandir(folder))
    if len(entries) > _MOST:
        with contextlib.suppress(OSError):
            for entry in sorted(entries, key=lambda e: e.stat().st_mtime_ns)[: _MOST // 2]:
                os.unlink(entry)


def state_of(found: os.stat_result) -> State:
    """A state that changes whenever the file does."""
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


def _is_settled(state: State) -> bool:
    return time.time() - state[4] / 1e9 > _SETTLED


def _hash(handle: int) -> str:
    with open(handle, "rb", buffering=0, closefd=False) as file:
        file.seek(0)
        return hashlib.file_digest(file, "sha256").hexdigest()
