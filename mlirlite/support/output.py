"""Output files that appear whole or not at all."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from typing import Any

from mlirlite.support.diagnostics import DiagnosticError


@contextlib.contextmanager
def new_file(path: str, binary: bool = False) -> Iterator[Any]:
    """A stream to a new file beside `path` that takes its place when the block ends without an
    exception, so that a failure or Ctrl-C leaves what was there. DiagnosticError when the folder
    cannot be written to."""
    if os.path.exists(path) and not os.path.isfile(path):  # a device or a pipe takes it as it comes
        try:
            device = open(path, "wb" if binary else "w")  # noqa: SIM115
        except OSError as e:
            raise _cannot_write(path, e) from e
        with device:
            yield device
        return
    import tempfile  # late: 2 ms

    folder = os.path.dirname(os.path.abspath(path))
    try:
        handle, temporary = tempfile.mkstemp(prefix=".mlirlite-", dir=folder)
    except OSError as e:
        raise _cannot_write(path, e) from e
    try:
        text: dict[str, Any] = (
            {} if binary else {"encoding": "utf-8", "errors": "surrogateescape", "newline": ""}
        )
        with os.fdopen(handle, "wb" if binary else "w", **text) as stream:
            yield stream
        umask = os.umask(0)
        os.umask(umask)
        os.chmod(temporary, 0o666 & ~umask)
        os.replace(temporary, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _cannot_write(path: str, e: OSError) -> DiagnosticError:
    return DiagnosticError(f"cannot write output file '{path}': {e.strerror or e}")
