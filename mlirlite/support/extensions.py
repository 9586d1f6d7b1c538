"""Code outside this package that has added to its tables: lowerings, patterns and schedules of
plugins. Compiled models depend on it, so their cache asks for its content.

The content of a file is hashed when it registers something, while it is imported: what is edited
later is not what this process runs.
"""

from __future__ import annotations

import os
import sys
from types import ModuleType

_PACKAGE = __name__.partition(".")[0]
_INSIDE = f"{_PACKAGE}."

State = tuple[int, int, int]
"""Of a file: inode, size, time of the last write."""

_contents: dict[str, tuple[State, str]] = {}
"""Files that were hashed, and the hashes."""
_names: set[str] = set()
"""Modules that have registered something."""
_NO_FILE = os.urandom(16).hex()
"""The content of what has no file, as in a notebook: no other process has the same."""


def note_extension(*added: object) -> None:
    """Note that these functions and classes are registered: their modules, unless they are in this
    package."""
    for one in added:
        name = getattr(one, "__module__", None) or ""
        if name.startswith(_INSIDE):
            continue
        _names.add(name)
        file = _file_of(sys.modules.get(name))
        if file is not None:
            _hash(file, again=True)


def extensions() -> list[str]:
    """The contents of all modules that have registered something, and of the loaded modules in
    their folders, which they may have imported."""
    found: set[str] = set()
    folders: set[str] = set()
    for name in _names:
        file = _file_of(sys.modules.get(name))
        if file is None:
            found.add(_NO_FILE)
        else:
            folders.add(os.path.dirname(file))
    if folders:
        files = map(_file_of, list(sys.modules.values()))
        found.update(_hash(f) for f in files if f is not None and os.path.dirname(f) in folders)
    return sorted(found)


def _file_of(module: ModuleType | None) -> str | None:
    file = getattr(module, "__file__", None)
    return os.path.abspath(file) if isinstance(file, str) else None


def _hash(file: str, *, again: bool = False) -> str:
    """The hash of a file's content as it was imported; `again` if it is being imported now."""
    import hashlib  # late: programs without plugins do without it

    known = _contents.get(file)
    if known is not None and not again:
        return known[1]
    try:
        stat = os.stat(file)
        state = stat.st_ino, stat.st_size, stat.st_mtime_ns
        if known is not None and known[0] == state:
            return known[1]
        with open(file, "rb") as opened:
            digest = hashlib.sha256(opened.read()).hexdigest()
    except OSError:
        state, digest = (0, 0, 0), _NO_FILE
    _contents[file] = state, digest
    return digest
