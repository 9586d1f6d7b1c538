"""The three streams of a program, also if the process was started without them, or the reader of
the output has exited."""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable
from typing import Any, NoReturn, TextIO

from mlirlite.driver.shared.terminal import wants_color
from mlirlite.support.diagnostics import (
    Diagnostic,
    DiagnosticError,
    error_code,
    render,
    render_github,
    render_json,
)
from mlirlite.support.record import Record


def _as_text(diagnostic: Diagnostic, color: bool) -> str:
    code = error_code(diagnostic)
    return render(diagnostic, color, f" [{code}]" if code else "")


FORMATS: dict[str, Callable[[Diagnostic, bool], str]] = {
    "text": _as_text,
    "json": lambda diagnostic, color: render_json(diagnostic),
    "github": lambda diagnostic, color: render_github(diagnostic),
}


class Streams(Record, frozen=False):
    """The three streams of a program; tests give their own."""

    stdin: TextIO
    stdout: TextIO
    stderr: TextIO
    format: str = "text"

    @property
    def color(self) -> bool:
        """True when errors go to a terminal that wants color."""
        return wants_color(self.stderr)

    def show(self, diagnostic: Diagnostic) -> None:
        """Write a diagnostic to the error stream."""
        self.stderr.write(FORMATS[self.format](diagnostic, self.color) + "\n")


class _Closed:
    """Replaces a stream that the process was started without: using it is an error."""

    encoding = "utf-8"

    def __init__(self, what: str) -> None:
        self._what = what

    @property
    def buffer(self) -> _Closed:
        """The same for bytes."""
        return self

    def isatty(self) -> bool:
        """It is not a terminal."""
        return False

    def flush(self) -> None:
        """There is nothing to do."""

    def fileno(self) -> int:
        """OSError: it has no descriptor."""
        raise OSError(f"{self._what} is closed")

    def _fail(self, *ignored: object) -> NoReturn:
        raise DiagnosticError(f"{self._what} is closed")

    read = readline = write = writelines = __iter__ = _fail


class _Errors:
    """The error stream: if its reader has exited, the output is lost and the program goes on."""

    def __init__(self, stream: Any) -> None:
        self._stream = stream

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)

    def write(self, text: str) -> int:
        """Write, or give up."""
        try:
            return int(self._stream.write(text))
        except (OSError, ValueError):
            let_go(self._stream)
            return len(text)

    def flush(self) -> None:
        """Flush, or give up."""
        try:
            self._stream.flush()
        except (OSError, ValueError):
            let_go(self._stream)


def streams_of(stdin: TextIO | None, stdout: TextIO | None, stderr: TextIO | None) -> Streams:
    """The given streams, or those of the process."""
    into: Any = stdin or sys.stdin or _Closed("standard input")
    out: Any = stdout or sys.stdout or _Closed("standard output")
    errors: Any = stderr
    if errors is None:
        errors = _Errors(sys.stderr) if sys.stderr is not None else io.StringIO()
    return Streams(into, out, errors)


def fill_descriptors() -> None:
    """Keep the descriptors 0 to 2 open: otherwise a file that is opened gets the number of a
    missing stream, and what others write to that stream."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            with contextlib.suppress(OSError):
                os.open(os.devnull, os.O_RDWR)


def let_go(stream: Any) -> None:
    """Discard buffered output: Python would try to write it again at its end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)
        stream.flush()
