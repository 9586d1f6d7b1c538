"""Compiled models on disk, found again by content: the model's bytes, the processor, the versions
and the options.

An entry is one file: the constants as the code wants them, mapped when it is used, the object code,
and a header in JSON. It appears whole or not at all; one that is damaged is made again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import IO, Any

import numpy as np

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.env import cache_directory, declare
from mlirlite.support.output import Unfinished
from mlirlite.support.regular import open_regular

CACHE = declare(
    "MLIRLITE_CACHE", "keep compiled models on disk: on (large ones), all, or off", "on"
)
CACHE_SIZE = declare(
    "MLIRLITE_CACHE_SIZE", "bytes that compiled models may take on disk", str(8 << 30)
)

_CHOICES = "", "on", "1", "all", "off", "0"
MODELS, CODE = "models", "code"
"""Folders of entries: models, and code that all of them share."""
_MAGIC = b"mlirlite model 2"
_TRAILER = struct.Struct("<QQ32s16s")
"""At the end of a file: where the header is, its size, the hash of header and code, what it is."""
_ALIGNMENT = 64
_WORTH = 1 << 20
"""Bytes of code and constants from which on a model is kept."""
_PIECE = 1 << 22


@dataclass(frozen=True, slots=True)
class Entry:
    """What was kept: the header that was given, the code, constants by name."""

    header: dict[str, Any]
    code: bytes
    constants: dict[str, np.ndarray[Any, Any]]


def cache_key(model: Any, options: Mapping[str, Any]) -> str | None:
    """The name of the entry of a model: a path, bytes, or a ModelProto. None where nothing is to be
    kept: the cache is off, or the model is a module or cannot be read."""
    if CACHE.get() not in _CHOICES:
        raise DiagnosticError(f"{CACHE.name} is on, all or off; found '{CACHE.get()}'")
    _limit()
    if CACHE.get() in ("off", "0") or cache_directory() is None:
        return None
    digest = hashlib.sha256()
    try:
        if isinstance(model, (str, os.PathLike)):
            with os.fdopen(open_regular(os.fspath(model)), "rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
            digest.update(os.fspath(model).rpartition(".")[2].encode())
        elif isinstance(model, (bytes, bytearray, memoryview)):
            digest.update(hashlib.sha256(model).digest())
        elif hasattr(model, "SerializeToString") and hasattr(model, "graph"):
            digest.update(hashlib.sha256(model.SerializeToString(deterministic=True)).digest())
        else:
            return None
    except (OSError, ValueError):
        return None  # who compiles it says what is wrong
    digest.update(json.dumps([_maker(), _processor(), dict(options)], sort_keys=True).encode())
    return digest.hexdigest()


@cache
def _maker() -> list[str]:
    """What else decides on the code: this package's files, LLVM."""
    import llvmlite

    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    digest = hashlib.sha256()
    for folder, folders, files in os.walk(package):
        folders[:] = sorted(f for f in folders if f != "__pycache__")
        for name in sorted(files):
            state = os.stat(os.path.join(folder, name))
            digest.update(f"{folder}/{name} {state.st_size} {state.st_mtime_ns}\n".encode())
    return [digest.hexdigest(), llvmlite.__version__, sys.version]


def _processor() -> list[str]:
    from mlirlite.target.llvmir.processor import host_processor  # late: it loads llvmlite

    here = host_processor()
    return [here.name, here.features]


def load(key: str, model: Any, kind: str = MODELS) -> Entry | None:
    """The entry of a key, None when there is none or it is damaged. Its time of use is noted."""
    path = _path(key, kind)
    try:
        with open(path, "rb") as file:
            entry = _read(file)
    except OSError:
        return None
    except (ValueError, KeyError, struct.error):
        with contextlib.suppress(OSError):
            os.unlink(path)
        return None
    if entry.header["files"] != _external(model, [f[0] for f in entry.header["files"]]):
        return None  # the model's data beside it has changed
    with contextlib.suppress(OSError):
        os.utime(path)
    return entry


def _read(file: IO[bytes]) -> Entry:
    size = os.fstat(file.fileno()).st_size
    data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    start, length, digest, magic = _TRAILER.unpack(data[-_TRAILER.size :])
    if magic != _MAGIC or start + length + _TRAILER.size != size:
        raise ValueError("it is no entry, or not whole")
    text = data[start : start + length]
    header = json.loads(text) if text[:1] == b"{" else {}
    begin, count = header["code"]
    code = data[begin : begin + count]
    if hashlib.sha256(text + code).digest() != digest:
        raise ValueError("it is damaged")
    whole = np.frombuffer(data, np.uint8)
    if _sum_of(file, begin) != header["sum"]:
        raise ValueError("its constants are damaged")
    constants = {n: whole[at : at + count] for n, (at, count) in header["constants"].items()}
    return Entry(header, code, constants)


def _pieces(file: IO[bytes], size: int) -> Iterator[memoryview]:
    """The first bytes of a file, mapped a piece after the other: nothing is copied, and no more
    than a piece stays in the process's memory."""
    for first in range(0, size, _PIECE):
        count = min(_PIECE, size - first)
        with (
            mmap.mmap(file.fileno(), count, access=mmap.ACCESS_READ, offset=first) as mapped,
            memoryview(mapped) as piece,
        ):
            yield piece


def _sum_of(file: IO[bytes], size: int) -> int:
    """The sum of the words in the first bytes of a file: as quick as memory is read, and another
    one when a bit or a page has changed."""
    total = 0
    for piece in _pieces(file, size):
        whole = len(piece) // 8 * 8
        total += int(np.frombuffer(piece[:whole], np.uint64).sum(dtype=np.uint64))
        total += int.from_bytes(piece[whole:], sys.byteorder)
    return total % (1 << 64)


class Writer:
    """Makes an entry: first the constants, which can be used mapped at once, then the code.

    with Writer(key, model) as writer:
        arrays = writer.constants(…)
        …
        writer.finish(header, code)
    """

    def __init__(self, key: str, model: Any, kind: str = MODELS) -> None:
        self._path = _path(key, kind)
        self._model = model
        self._file: IO[bytes] | None = None
        self._new: Unfinished | None = None
        self._places: dict[str, tuple[int, int]] = {}
        self._size = self._sum = 0

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *error: object) -> None:
        if self._file is not None and self._new is not None:
            self._file.close()
            self._new.drop()

    def constants(
        self, given: Iterable[tuple[str, int, np.ndarray[Any, Any]]]
    ) -> dict[str, np.ndarray[Any, Any]]:
        """Write constants (name, alignment, bytes) one after the other; they are mapped from the
        file, where nothing else of them has to stay. OSError where it cannot be written."""
        folder = os.path.dirname(self._path)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        self._new = Unfinished(folder, 0o600)
        self._file = file = os.fdopen(self._new.handle, "w+b")
        for name, alignment, data in given:
            file.write(bytes(-file.tell() % max(alignment, _ALIGNMENT)))
            self._places[name] = (file.tell(), data.size)
            for i in range(0, data.size, _PIECE):
                file.write(data[i : i + _PIECE].data)
        file.write(bytes(_ALIGNMENT))  # an empty constant has an address, too
        file.flush()
        self._size = file.tell()
        whole = np.frombuffer(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ), np.uint8)
        self._sum = _sum_of(file, self._size)
        file.seek(self._size)
        return {n: whole[at : at + count] for n, (at, count) in self._places.items()}

    def finish(self, header: Mapping[str, Any], code: bytes, least: int = _WORTH) -> bool:
        """Put the entry in its place, when it has at least so many bytes; older ones go when all
        take too much. False when it is not kept."""
        file, new = self._file, self._new
        if file is None or new is None or (self._size + len(code) < least and CACHE.get() != "all"):
            return False
        whole = {
            **header,
            "code": [self._size, len(code)],
            "constants": self._places,
            "sum": self._sum,
            "files": _external(self._model, None),
        }
        text = json.dumps(whole).encode()
        digest = hashlib.sha256(text + code).digest()
        try:
            file.write(code)
            start = file.tell()
            file.write(text)
            file.write(_TRAILER.pack(start, len(text), digest, _MAGIC))
            file.flush()
            new.put(self._path)
        except OSError:
            return False
        self._file = None
        file.close()
        _shrink(os.path.dirname(self._path), self._path)
        return True


def object_code(text: str, compiled: Callable[[str], bytes]) -> bytes:
    """The object code of LLVM IR that is the same for all models: what is kept, however small, or
    what `compiled` makes. A process that only loads models then never generates code."""
    key = cache_key(text.encode(), {})
    entry = load(key, None, CODE) if key is not None else None
    if entry is not None:
        return entry.code
    code = compiled(text)
    if key is not None:
        with contextlib.suppress(OSError), Writer(key, None, CODE) as writer:
            writer.constants(())
            writer.finish({}, code, least=0)
    return code


def _path(key: str, kind: str) -> str:
    folder = cache_directory()
    if folder is None:
        raise ValueError("the cache is off")
    return str(folder / kind / key)


def _limit() -> int:
    """Bytes that entries may take. DiagnosticError when the environment states no number."""
    if not CACHE_SIZE.get().isdecimal():
        raise DiagnosticError(
            f"{CACHE_SIZE.name} needs a number of bytes, found '{CACHE_SIZE.get()}'"
        )
    return int(CACHE_SIZE.get())


def _shrink(folder: str, newest: str) -> None:
    """Delete entries, those first that were not used for the longest time, until the rest fits."""
    limit = _limit()
    with contextlib.suppress(OSError):
        found = [(e.stat(), e.path) for e in os.scandir(folder) if e.is_file()]
        total = sum(s.st_size for s, _ in found)
        for state, path in sorted(found, key=lambda f: f[0].st_mtime_ns):
            if total <= limit:
                break
            if path != newest:
                os.unlink(path)
                total -= state.st_size


def _external(model: Any, names: list[str] | None) -> list[list[Any]]:
    """Name, size and time of the files beside a model that hold its data; of these names, or (None)
    of those that its bytes name."""
    if not isinstance(model, (str, os.PathLike)):
        return []
    path = os.fspath(model)
    if names is None:
        names = sorted(_named(path))
    found: list[list[Any]] = []
    for name in names:
        try:
            state = os.stat(os.path.join(os.path.dirname(path), name))
        except OSError:
            continue
        found.append([name, state.st_size, state.st_mtime_ns])
    return found


_LOCATION = b"\x0a\x08location\x12"
"""How a tensor's `location` begins in an ONNX file; a length and the name follow."""


def _named(path: str) -> set[str]:
    found = set()
    with open(path, "rb") as file, contextlib.suppress(ValueError):
        data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        at = data.find(_LOCATION)
        while at >= 0:
            at += len(_LOCATION)
            length = data[at]
            if length < 128:
                found.add(data[at + 1 : at + 1 + length].decode("utf-8", "replace"))
            at = data.find(_LOCATION, at)
    return found
