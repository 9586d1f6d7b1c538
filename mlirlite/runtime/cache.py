"""Compiled models on disk, looked up by content: the model's bytes, the processor, the versions,
the plugins and the options.

An entry is one file: the constants in the form that the code reads, mapped when it is used, the
object code, and a header in JSON. It appears whole or not at all; one that is damaged is made
again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import struct
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import IO, TYPE_CHECKING, Any

import numpy as np

from mlirlite.runtime.sources import Sources, sources_of, state_of
from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.env import cache_directory, declare
from mlirlite.support.extensions import extensions
from mlirlite.support.output import Unfinished
from mlirlite.support.private import make_private, open_private

if TYPE_CHECKING:
    from mlirlite.runtime.constants import Constant

CACHE = declare(
    "MLIRLITE_CACHE", "keep compiled models on disk: on (large ones), all, or off", "on"
)
CACHE_SIZE = declare(
    "MLIRLITE_CACHE_SIZE", "bytes that compiled models may take on disk", str(8 << 30)
)

_CHOICES = "", "on", "1", "all", "off", "0"
MODELS, KERNELS, CODE = "models", "kernels", "code"
"""Folders of entries: models, their loop nests, and code that all of them share."""
_MAGIC = b"mlirlite model 4"
_TRAILER = struct.Struct("<QQQ32s16s16s")
"""At the end of a file: the offsets of the code and of the header, the header's size, the hash, the
sum of the constants, the file's kind."""
_ALIGNMENT = 64
WORTH = 1 << 20
"""A model is kept if its code and constants have at least this many bytes."""
_PIECE = 1 << 22
_DAY = 24 * 3600.0


@dataclass(frozen=True, slots=True)
class Entry:
    """A kept entry: the given header, the code, constants by name."""

    header: dict[str, Any]
    code: bytes
    constants: dict[str, np.ndarray[Any, Any]]


@dataclass(frozen=True, slots=True)
class Key:
    """The name of an entry, and the model that it is for."""

    name: str
    sources: Sources


def keeps() -> bool:
    """Whether anything is kept. DiagnosticError when the settings are wrong."""
    if CACHE.get() not in _CHOICES:
        raise DiagnosticError(f"{CACHE.name} is on, all or off; found '{CACHE.get()}'")
    _limit()
    return CACHE.get() not in ("off", "0") and cache_directory() is not None


def cache_key(model: Any, options: Mapping[str, Any]) -> Key | None:
    """The key of a model: a path, bytes, a ModelProto, or what `sources_of` says of one. None if
    nothing is to be kept: the cache is off, or the model is a module or cannot be read."""
    if not keeps():
        return None
    sources = sources_of(model)
    if sources is None:
        return None
    made_by = [_maker(), extensions(), _processor()]
    text = json.dumps([sources.digest, made_by, dict(options)], sort_keys=True)
    return Key(hashlib.sha256(text.encode()).hexdigest(), sources)


@cache
def _maker() -> list[str]:
    """What else the code depends on: this package's files, LLVM."""
    import llvmlite

    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    digest = hashlib.sha256()
    for folder, folders, files in os.walk(package):
        folders[:] = sorted(f for f in folders if f != "__pycache__")
        for name in sorted(files):
            state = os.stat(os.path.join(folder, name))
            digest.update(f"{folder}/{name} {state_of(state)}\n".encode())
    return [digest.hexdigest(), llvmlite.__version__, sys.version]


def _processor() -> list[str]:
    from mlirlite.target.llvmir.processor import host_processor  # late: it loads llvmlite

    here = host_processor()
    return [here.name, here.features]


def load(key: Key, kind: str = MODELS) -> Entry | None:
    """The entry of a key; None when there is none, when it is damaged, or when somebody else may
    have written it. Its time of use is recorded."""
    return load_file(path_of(key, kind))


def load_file(path: str) -> Entry | None:
    """The entry in a file that `path_of` names, as `load` does."""
    try:
        with os.fdopen(open_private(path), "rb") as file:
            entry = _read(file, os.path.basename(path))
    except OSError:
        return None
    except (ValueError, struct.error):
        with contextlib.suppress(OSError):
            os.unlink(path)
        return None
    with contextlib.suppress(OSError):
        os.utime(path)
    return entry


def _read(file: IO[bytes], key: str) -> Entry:
    """ValueError when the file is not what was written for the key."""
    size = os.fstat(file.fileno()).st_size
    data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    begin, start, length, digest, checksum, magic = _TRAILER.unpack(data[-_TRAILER.size :])
    if magic != _MAGIC or not begin <= start <= start + length == size - _TRAILER.size:
        raise ValueError("it is not an entry, or not whole")
    code, text = data[begin:start], data[start : start + length]
    if _digest(key, code, text, checksum) != digest:
        raise ValueError("it is damaged, or another key's")
    if _checksum(file, begin) != checksum:
        raise ValueError("its constants are damaged")
    header = json.loads(text)
    whole = np.frombuffer(data, np.uint8)
    constants = {n: whole[at : at + count] for n, (at, count) in header["constants"].items()}
    return Entry(header, code, constants)


def _digest(key: str, code: bytes, text: bytes, checksum: bytes) -> bytes:
    """The hash that identifies an entry: of all but the constants; their check sum is part of
    it."""
    digest = hashlib.blake2b(f"{key} {len(code)} {len(text)}\n".encode(), digest_size=32)
    for part in (code, text, checksum):
        digest.update(part)
    return digest.digest()


def _pieces(file: IO[bytes], size: int) -> Iterator[memoryview]:
    """The first bytes of a file, mapped piece by piece: nothing is copied, and at most one piece
    stays in the process's memory."""
    for first in range(0, size, _PIECE):
        count = min(_PIECE, size - first)
        with (
            mmap.mmap(file.fileno(), count, access=mmap.ACCESS_READ, offset=first) as mapped,
            memoryview(mapped) as piece,
        ):
            yield piece


def _checksum(file: IO[bytes], size: int) -> bytes:
    """The sum of the first bytes of a file: it finds damage and is as fast as reading memory.
    Nobody else can have written the file."""
    import xxhash  # late: models that are not kept need no sum

    state = xxhash.xxh3_128()
    for piece in _pieces(file, size):
        state.update(piece)
    return state.digest()


class Writer:
    """Writes an entry: first the constants, which can be used at once, mapped from the file, then
    the code.

    with Writer(key, model) as writer:
        arrays = writer.constants(…)
        …
        writer.finish(header, code)
    """

    def __init__(self, key: Key, kind: str = MODELS) -> None:
        """OSError when nothing can be kept."""
        self._path = path_of(key, kind)
        self._folder = os.path.dirname(self._path)
        make_private(self._folder)
        if not os.access(self._folder, os.W_OK):
            raise PermissionError(f"'{self._folder}' cannot be written")
        self._key = key
        self._file: IO[bytes] | None = None
        self._new: Unfinished | None = None
        self._places: dict[str, tuple[int, int]] = {}
        self._size = 0
        self._checksum = b""

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None and self._new is not None:
            self._file.close()
            self._new.drop()

    def constants(self, given: Iterable[Constant]) -> dict[str, np.ndarray[Any, Any]]:
        """Write constants one after the other; they are mapped from the file, so that no other copy
        is needed. OSError when it cannot be written."""
        self._new = Unfinished(self._folder, 0o600)
        os.fchmod(self._new.handle, 0o600)  # whatever the umask
        self._file = file = os.fdopen(self._new.handle, "w+b")
        for constant in given:
            file.write(bytes(-file.tell() % max(constant.alignment, _ALIGNMENT)))
            self._places[constant.name] = (file.tell(), constant.size)
            for piece in constant.pieces():
                file.write(piece)
        file.write(bytes(_ALIGNMENT))  # an empty constant has an address, too
        file.flush()
        self._size = file.tell()
        whole = np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), np.uint8)
        self._checksum = _checksum(file, self._size)
        file.seek(self._size)
        return {n: whole[at : at + count] for n, (at, count) in self._places.items()}

    def finish(
        self, header: Mapping[str, Any], code: bytes, least: int = WORTH, trim: bool = True
    ) -> bool:
        """Put the entry in place if it has at least this many bytes; older ones are deleted when
        all together take too much, unless the caller will `shrink`. False when it is not kept."""
        file, new = self._file, self._new
        if file is None or new is None or (self._size + len(code) < least and CACHE.get() != "all"):
            return False
        if not self._key.sources.are_same():  # the files changed during the compilation
            return False
        text = json.dumps({**header, "constants": self._places}).encode()
        digest = _digest(self._key.name, code, text, self._checksum)
        try:
            file.write(code)
            start = file.tell()
            file.write(text)
            places = self._size, start, len(text)
            file.write(_TRAILER.pack(*places, digest, self._checksum, _MAGIC))
            file.flush()
            new.put(self._path)
        except OSError:
            return False
        self._file = None
        file.close()
        if trim:
            _shrink(self._folder, self._path)
        return True


def object_code(text: str, compiled: Callable[[str], bytes]) -> bytes:
    """The object code of LLVM IR that all models share: from the cache, or else made by `compiled`,
    and kept however small it is. So a process that only loads models generates no code."""
    key = cache_key(text.encode(), {})
    entry = load(key, CODE) if key is not None else None
    if entry is not None:
        return entry.code
    code = compiled(text)
    if key is not None:
        with contextlib.suppress(OSError), Writer(key, CODE) as writer:
            writer.constants(())
            writer.finish({}, code, least=0)
    return code


def path_of(key: Key, kind: str = MODELS) -> str:
    """The file of an entry."""
    folder = cache_directory()
    if folder is None:
        raise ValueError("the cache is off")
    return str(folder / kind / key.name)


def _limit() -> int:
    """Bytes that entries may take. DiagnosticError when the environment does not give a number."""
    if not CACHE_SIZE.get().isdecimal():
        raise DiagnosticError(
            f"{CACHE_SIZE.name} needs a number of bytes, found '{CACHE_SIZE.get()}'"
        )
    return int(CACHE_SIZE.get())


def shrink(kind: str) -> None:
    """Delete entries of a kind, least recently used first, until the rest fits."""
    folder = cache_directory()
    if folder is not None:
        _shrink(str(folder / kind), "")


def _shrink(folder: str, newest: str) -> None:
    """Delete entries, least recently used first, until the rest fits; and files left by killed
    processes."""
    limit = _limit()
    with contextlib.suppress(OSError):
        entries = [e for e in os.scandir(folder) if e.is_file(follow_symlinks=False)]
        found = sorted(((e.stat().st_mtime, e) for e in entries), key=lambda f: f[0])
        total = sum(e.stat().st_size for e in entries)
        for used, entry in found:
            left = entry.name.startswith(".") and time.time() - used > _DAY
            if entry.path != newest and (total > limit or left):
                os.unlink(entry)
                total -= entry.stat().st_size
