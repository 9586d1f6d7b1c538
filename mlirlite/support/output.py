"""Output files: all are written this way.

A regular file is replaced as a whole, or not at all; symbolic links stay, and the file at their
end is replaced. A device, a pipe or a stream of a process (`/dev/stdout`) is written through."""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator
from typing import IO, Any

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.temporary import ends_after_cleanup, temporary_folder

_TEXT: dict[str, Any] = {"encoding": "utf-8", "errors": "surrogateescape", "newline": ""}
_STREAM = re.compile(r"/proc/(\d+)/(?:task/\d+/)?fd/(\d+)|/dev/fd/(\d+)")
"""A name of an open file of a process, at the end of links such as `/dev/stdout`."""
_MOST_LINKS = 40
_PIECE = 16 << 20
_PREFIX = ".mlirlite-"
"""Of temporary names."""


class Unfinished:
    """A file in a folder that has no name until it is complete, so that nothing is left of it if
    the process ends first, for whatever reason. Where the file system has no such files it has a
    temporary name. OSError when the folder cannot be written to."""

    def __init__(self, folder: str, mode: int) -> None:
        self._folder, self._name = folder, ""
        try:
            self.handle = os.open(folder, os.O_TMPFILE | os.O_RDWR | os.O_CLOEXEC, mode)
            if not os.path.exists(self._self):
                os.close(self.handle)
                raise FileNotFoundError(self._self)
        except (AttributeError, OSError):
            self._name = self._new_name()
            self.handle = os.open(self._name, os.O_RDWR | os.O_CREAT | os.O_EXCL, mode)

    @property
    def _self(self) -> str:
        return f"/proc/self/fd/{self.handle}"

    def _new_name(self) -> str:
        return os.path.join(self._folder, f"{_PREFIX}{os.urandom(8).hex()}")

    def put(self, path: str) -> None:
        """Give it its name, replacing a file that has it; its stream must still be open. OSError
        when that fails."""
        if not self._name:
            self._name = self._new_name()
            os.link(self._self, self._name, src_dir_fd=self.handle, follow_symlinks=True)
        os.replace(self._name, path)
        self._name = ""

    def drop(self) -> None:
        """Remove its temporary name."""
        if self._name:
            with contextlib.suppress(OSError):
                os.unlink(self._name)


@contextlib.contextmanager
def new_file(path: str, binary: bool = False) -> Iterator[IO[Any]]:
    """A stream to a new file that replaces `path` when the block ends without an exception, so that
    a failure or Ctrl-C leaves the old file; a device is written to at once. DiagnosticError when it
    cannot be written."""
    how: dict[str, Any] = {"mode": "wb"} if binary else {"mode": "w", **_TEXT}
    with _errors_of(path):
        place = replaced_by(path)
        if place is None:
            with os.fdopen(_opened(path), **how) as device:
                yield device
            return
        with ends_after_cleanup():
            new = Unfinished(os.path.dirname(place), 0o666)
            try:
                with os.fdopen(new.handle, **how) as stream:
                    yield stream
                    stream.flush()
                    new.put(place)
            finally:
                new.drop()


@contextlib.contextmanager
def new_name(path: str) -> Iterator[str]:
    """The same for a program that writes a file by name: the name to write, which the block may add
    suffixes to for files that are removed at its end."""
    with _errors_of(path):
        place = replaced_by(path)
        folder = None if place is None else os.path.dirname(place)
        with temporary_folder(_PREFIX, folder) as own:
            written = os.path.join(own, os.path.basename(place or path))
            yield written
            if place is not None:
                os.replace(written, place)
                return
            with open(written, "rb") as source, os.fdopen(_opened(path), "wb") as device:
                while piece := source.read(_PIECE):
                    device.write(piece)


def replaced_by(path: str) -> str | None:
    """The absolute path of the regular file that output to a path replaces, or makes; None for what
    is written through. DiagnosticError for a path that names no file; OSError for links that have
    no end."""
    if not path or "\0" in path:
        raise cannot_write(path, "the name is empty" if not path else "a name has no NUL in it")
    place = _end_of_links(path)
    if _STREAM.fullmatch(place) or (os.path.exists(place) and not os.path.isfile(place)):
        return None
    return place


def _end_of_links(path: str) -> str:
    """The end of a chain of links, which need not exist; not past the name of a process's stream,
    as what it links to is open already and perhaps has no name."""
    for _ in range(_MOST_LINKS):
        folder, name = os.path.split(path)
        place = os.path.join(os.path.realpath(folder), name)
        if _STREAM.fullmatch(place) or not os.path.islink(place):
            return place
        path = os.path.join(os.path.dirname(place), os.readlink(place))
    os.stat(path)  # reports the cycle
    return place


def _opened(path: str) -> int:
    """A device or pipe, open for writing. A stream of this process goes on where it is."""
    own = _STREAM.fullmatch(_end_of_links(path))
    if own is not None and own[1] in (None, str(os.getpid())):
        return os.dup(int(own[2] or own[3]))
    return os.open(path, os.O_WRONLY | os.O_TRUNC)


@contextlib.contextmanager
def _errors_of(path: str) -> Iterator[None]:
    """DiagnosticError for an OSError that is not of another file, which the block uses."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as e:
        own = e.filename in (None, path) or e.filename2 is not None
        if not own and _PREFIX not in str(e.filename):
            raise
        raise cannot_write(path, e.strerror or str(e)) from e


def cannot_write(path: str, reason: str) -> DiagnosticError:
    """The error for an output that cannot be written."""
    shown = path.replace("\0", "\\0")
    return DiagnosticError(f"cannot write output file '{shown}': {reason}")
