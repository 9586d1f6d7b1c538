"""Output files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import IO, Any

from mlirlite.support.diagnostics import DiagnosticError
from mlirlite.support.temporary import ends_after_cleanup

_TEXT: dict[str, Any] = {"encoding": "utf-8", "errors": "surrogateescape", "newline": ""}


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
        return os.path.join(self._folder, f".mlirlite-{os.urandom(8).hex()}")

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
    """A stream to a new file that takes the place of `path` when the block ends without an
    exception, so that a failure or Ctrl-C leaves what was there. DiagnosticError when it cannot be
    written."""
    if not path or "\0" in path:
        raise _cannot_write(path, "the name is empty" if not path else "a name has no NUL in it")
    how: dict[str, Any] = {"mode": "wb"} if binary else {"mode": "w", **_TEXT}
    try:
        if os.path.exists(path) and not os.path.isfile(path):  # a device or pipe takes it as it is
            with open(path, **how) as device:
                yield device
            return
        with ends_after_cleanup():
            new = _begun(path)
            try:
                with os.fdopen(new.handle, **how) as stream:
                    yield stream
                    stream.flush()
                    new.put(path)
            finally:
                new.drop()
    except BrokenPipeError:
        raise
    except OSError as e:
        if e.filename not in (None, path) and e.filename2 is None:
            raise  # an error of another file, which the block uses
        raise _cannot_write(path, e.strerror or str(e)) from e


def _begun(path: str) -> Unfinished:
    try:
        return Unfinished(os.path.dirname(os.path.abspath(path)), 0o666)
    except OSError as e:
        raise _cannot_write(path, e.strerror or str(e)) from e


def _cannot_write(path: str, reason: str) -> DiagnosticError:
    shown = path.replace("\0", "\\0")
    return DiagnosticError(f"cannot write output file '{shown}': {reason}")
