"""python -m mlirlite opt …: the programs where no script folder is on PATH. The installed scripts
begin here, too, so that Ctrl-C is handled while they still load."""

from __future__ import annotations

import gc
import sys
import warnings
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module

from mlirlite.support.early_interrupt import release

PROGRAMS = {
    "opt": ("driver.opt", "read IR, run passes, print it"),
    "translate": ("driver.translate", "from and to ONNX, to LLVM IR"),
    "compile": ("driver.compile", "a model at any level, or as a library"),
    "run": ("driver.run", "run a model, a library or a function"),
    "quantize": ("driver.quantize", "quantize a model to 8-bit integers"),
    "tune": ("driver.tune", "search for faster schedules"),
    "diff": ("driver.diff", "compare modules by structure"),
    "tblgen": ("driver.tblgen", "read TableGen, print its records"),
    "lit": ("testing.lit", "run lit tests"),
    "update-checks": ("testing.update_checks", "write CHECK lines"),
    "reduce": ("testing.reduce", "make a module with an error smaller"),
    "bisect": ("testing.bisect", "find the first rewrite that breaks a command"),
    "lsp-server": ("lsp.lsp_server", "serve an editor"),
}


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program that the first argument names with the others; returns its exit code."""
    words = list(sys.argv[1:] if argv is None else argv)
    if not words or words[0] in ("-h", "--help"):
        lines = [f"  {name:<14} {what}" for name, (_, what) in PROGRAMS.items()]
        page = ["usage: python -m mlirlite PROGRAM [arguments …]", "", "programs:", *lines]
        (sys.stdout if words else sys.stderr).write("\n".join(page) + "\n")
        return 0 if words else 2
    if words[0] == "--version":
        from mlirlite.driver.shared.version import version_text  # late: only here

        sys.stdout.write(version_text("mlirlite"))
        return 0
    if words[0] not in PROGRAMS:
        from mlirlite.support.diagnostics import did_you_mean  # late: only here

        near = did_you_mean(words[0], PROGRAMS) or f"; there are {', '.join(PROGRAMS)}"
        sys.stderr.write(f"mlirlite: error: unknown program '{words[0]}'{near}\n")
        return 2
    if argv is None:
        sys.argv = [f"mlirlite-{words[0]}", *words[1:]]  # the whole process is this program
        return start(words[0])
    code: int = _program(words[0])(words[1:])
    return code


def _program(name: str) -> Callable[..., int]:
    home = "testing.filecheck" if name == "FileCheck" else PROGRAMS[name][0]
    main: Callable[..., int] = import_module(f"mlirlite.{home}").main
    return main


def start(name: str) -> int:
    """Run a program as the whole process; Ctrl-C ends it with a line while it is loaded, too."""
    try:
        release()
        warnings.formatwarning = partial(_warning, warnings.formatwarning)
        gc.disable()  # code that is loaded stays: looking for garbage in it takes a tenth of a run
        program = _program(name)
        gc.freeze()
        gc.enable()
        return program()
    except KeyboardInterrupt:
        sys.stderr.write(f"{name if name == 'FileCheck' else f'mlirlite-{name}'}: interrupted\n")
        return 130
    finally:
        gc.freeze()  # memory is freed with the process: freeing it object by object takes seconds


def _warning(usual: Callable[..., str], message: object, kind: type, *where: object) -> str:
    """A warning of the library as a line without the place in this program that it came from; other
    ones, as of plugins, in the usual way."""
    if kind is not RuntimeWarning:
        return usual(message, kind, *where)
    text = str(message)
    return f"{text}\n" if "warning: " in text else f"warning: {text}\n"


def __getattr__(name: str) -> Callable[[], int]:
    """Each program as a function, for scripts: `update_checks` is `mlirlite-update-checks`."""
    program = name.replace("_", "-")
    if program not in PROGRAMS and program != "FileCheck":
        raise AttributeError(f"module 'mlirlite.__main__' has no attribute '{name}'")
    return partial(start, program)


if __name__ == "__main__":
    sys.exit(main())
