"""What all programs share: streams, exit codes, errors as text, output files that appear whole or
not at all."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from io import BytesIO, TextIOWrapper
from typing import Any, Protocol, TextIO

from mlirlite.driver.shared.options import UsageError
from mlirlite.driver.shared.streams import Streams as Streams, fill_descriptors, let_go, streams_of
from mlirlite.support.diagnostics import DiagnosticError, error
from mlirlite.support.env import TRACEBACK
from mlirlite.support.interruptible import goes_on
from mlirlite.support.mapped import BYTECODE, open_source, source_of_bytes
from mlirlite.support.mistakes import raised_at
from mlirlite.support.output import cannot_write, new_file, replaced_by
from mlirlite.support.reading import read_all
from mlirlite.support.source import SourceFile

OK, FAILED, USAGE, INTERRUPTED = 0, 1, 2, 130
"""Exit codes: done; an error in the input; a wrong command line; Ctrl-C."""
_TOO_MANY_DIGITS = "Exceeds the limit"
"""How the message begins if Python refuses to make a number of a text for its length."""


def run_program(
    body: Callable[[Sequence[str], Streams], int],
    name: str,
    argv: Sequence[str] | None,
    stdin: TextIO | None,
    stdout: TextIO | None,
    stderr: TextIO | None,
    failed: int = FAILED,
) -> int:
    """Run a program's body; its failures become one clear error and the exit code `failed`, or 2
    when the command line is wrong. A closed pipe is silent."""
    if argv is None:
        fill_descriptors()
    streams = streams_of(stdin, stdout, stderr)
    try:
        code = body(list(sys.argv[1:] if argv is None else argv), streams)
        streams.stdout.flush()
        return code
    except DiagnosticError as e:
        for diagnostic in e.diagnostics:
            if streams.format == "text" and not diagnostic.place():
                streams.stderr.write(f"{name}: ")
            streams.show(diagnostic)
        return USAGE if isinstance(e, UsageError) else failed
    except BrokenPipeError:
        let_go(streams.stdout)
        return failed
    except KeyboardInterrupt:
        streams.stderr.write(f"{name}: interrupted\n")
        if argv is None and goes_on():
            os._exit(INTERRUPTED)  # the end of Python would free what LLVM still uses
        return INTERRUPTED
    except SystemExit as e:
        text = f"a plugin called sys.exit({e.code!r}): raise an exception instead"
        place = raised_at(e)
        if place is not None:
            streams.show(error(text, place))
        else:
            streams.stderr.write(f"{name}: error: {text}\n")
        return failed
    except OSError as e:
        streams.stderr.write(f"{name}: error: {_what_failed(e)}\n")
        let_go(streams.stdout)
        return failed
    except MemoryError as e:
        what = f": {e}" if str(e) else "; give the program more, or a smaller input"
        streams.stderr.write(f"{name}: error: out of memory{what}\n")
        return failed
    except RecursionError:
        streams.stderr.write(f"{name}: error: the input is nested too deeply\n")
        return failed
    except BaseException as e:
        place = raised_at(e)
        if place is None and not isinstance(e, Exception):
            raise  # of the process, as what stops a try that takes too long
        if (reason := _known(e)) is not None:
            streams.stderr.write(f"{name}: error: {reason}\n")
            return failed
        if TRACEBACK:
            import traceback

            traceback.print_exc(file=streams.stderr)
        if place is not None:  # in a plugin
            streams.show(error(f"{type(e).__name__}: {e}", place))
            return failed
        streams.stderr.write(
            f"{name}: internal error: {type(e).__name__}: {e} [MLE0901] (set "
            f"{TRACEBACK.name}=1 for the traceback; please report it)\n"
        )
        return failed


def _known(e: BaseException) -> str | None:
    """What an exception of Python says of the input or the installation."""
    if isinstance(e, ModuleNotFoundError) and e.name and not e.name.startswith("mlirlite"):
        return f"the package '{e.name.partition('.')[0]}' is not installed"
    if isinstance(e, ValueError) and str(e).startswith(_TOO_MANY_DIGITS):
        return "a number of the input has too many digits"
    return None


def _what_failed(e: OSError) -> str:
    reason = e.strerror or str(e)
    if e.filename is None:
        return f"cannot write standard output: {reason}"
    return f"cannot use '{os.fsdecode(e.filename)}': {reason}"


class Program(Protocol):
    """A program as a function: arguments and streams default to those of the process."""

    def __call__(
        self,
        argv: Sequence[str] | None = None,
        *,
        stdin: TextIO | None = None,
        stdout: TextIO | None = None,
        stderr: TextIO | None = None,
    ) -> int: ...


def program(
    name: str, failed: int = FAILED
) -> Callable[[Callable[[Sequence[str], Streams], int]], Program]:
    """`@program("mlirlite-foo")` makes a program of its body, as `run_program` runs it."""

    def made(body: Callable[[Sequence[str], Streams], int]) -> Program:
        def main(
            argv: Sequence[str] | None = None,
            *,
            stdin: TextIO | None = None,
            stdout: TextIO | None = None,
            stderr: TextIO | None = None,
        ) -> int:
            return run_program(body, name, argv, stdin, stdout, stderr, failed)

        main.__doc__, main.__module__ = body.__doc__, body.__module__
        return main

    return made


def rest_collector() -> None:
    """Keep the garbage collector from scanning the IR repeatedly, in a process that ends after
    this: what is read is needed to the end, and what passes drop is collected late."""
    gc.set_threshold(200_000, 50, 1000)


_NO_TEXT = (
    ("\x08", "an ONNX model, which mlirlite-translate --import-onnx and mlirlite-compile read"),
    ("\x7fELF", "a compiled library, which mlirlite-translate --describe and mlirlite-run read"),
    ("\x93NUMPY", "an array of numpy"),
    ("\udc93NUMPY", "an array of numpy"),
)
"""First bytes of files of other kinds; an ONNX model begins with its version."""


def read_source(path: str, streams: Streams) -> SourceFile:
    """The text of a file, or of standard input for `-`. DiagnosticError when it cannot be read."""
    if path == "-":
        return standard_input(streams)
    try:
        source = open_source(path)
    except OSError as e:
        raise DiagnosticError(f"cannot open input file '{path}': {e.strerror or e}") from e
    for start, what in _NO_TEXT:
        if source.text.startswith(start):
            raise DiagnosticError(f"'{path}' is not MLIR text: it looks like {what}")
    return source


def standard_input(streams: Streams) -> SourceFile:
    """The text, or bytecode, of standard input. DiagnosticError when it cannot be read."""
    stdin = streams.stdin
    if not hasattr(stdin, "buffer"):  # a text that a test gives
        return SourceFile("<stdin>", stdin.read())
    data = bytes_of_standard_input(streams)
    if data.startswith(BYTECODE):
        return source_of_bytes("<stdin>", data)
    return SourceFile("<stdin>", TextIOWrapper(BytesIO(data), stdin.encoding, stdin.errors).read())


def bytes_of_standard_input(streams: Streams) -> bytes:
    """The bytes of standard input. DiagnosticError when it cannot be read."""
    try:
        return read_all(streams.stdin.buffer)
    except OSError as e:
        raise DiagnosticError(f"cannot read standard input: {e.strerror or e}") from e


def check_output(path: str | None) -> None:
    """Report before the work that its result cannot be written. DiagnosticError when a folder is
    missing or not writable."""
    if path is None or path == "-":
        return
    try:
        place = replaced_by(path)
    except OSError as e:
        raise cannot_write(path, e.strerror or str(e)) from e
    if os.path.isdir(path):
        raise cannot_write(path, "it is a folder")
    if place is None:
        return
    folder = os.path.dirname(place)
    if not os.path.isdir(folder):
        raise cannot_write(path, f"there is no folder '{folder}'")
    if not os.access(folder, os.W_OK):
        raise cannot_write(path, "Permission denied")


@contextlib.contextmanager
def output_file(path: str | None, streams: Streams, binary: bool = False) -> Iterator[Any]:
    """A stream to write to: standard output for None or `-`, else a file that appears whole or not
    at all."""
    if path is None or path == "-":
        yield streams.stdout.buffer if binary else streams.stdout
        return
    with new_file(path, binary) as stream:
        yield stream
