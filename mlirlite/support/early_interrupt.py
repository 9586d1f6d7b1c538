"""Ctrl-C while a program loads: one line and exit code 130, from the first import of the package
until `mlirlite.__main__.start` takes over. Imports only what Python has loaded by then."""

import os
import sys

_signal = __import__("_signal")  # what `signal` is made of, which would load much more
_NAME = os.path.basename(sys.argv[0] if getattr(sys, "argv", None) else "")
if _NAME == "-m" and "mlirlite" in sys.orig_argv:
    _NAME = "mlirlite-"
IS_PROGRAM = _NAME == "FileCheck" or (_NAME.startswith("mlirlite-") and not _NAME.endswith(".py"))
"""Whether the process is one of the package's programs, by the name of its script."""


def _end(number: int, frame: object) -> None:
    try:
        os.write(2, f"{_NAME.removesuffix('.exe').rstrip('-')}: interrupted\n".encode())
    finally:
        os._exit(130)


def guard() -> None:
    """Let Ctrl-C end a program that loads, unless it is ignored or handled already."""
    if IS_PROGRAM and _signal.getsignal(_signal.SIGINT) is _signal.default_int_handler:
        _signal.signal(_signal.SIGINT, _end)


def release() -> None:
    """From now on, Ctrl-C is an exception again."""
    if _signal.getsignal(_signal.SIGINT) is _end:
        _signal.signal(_signal.SIGINT, _signal.default_int_handler)


guard()
