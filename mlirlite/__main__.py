"""python -m mlirlite opt …: the programs where no script folder is on PATH."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib import import_module

from mlirlite.support.diagnostics import did_you_mean

PROGRAMS = {
    "opt": ("driver.opt", "read IR, run passes, print it"),
    "translate": ("driver.translate", "from and to ONNX, to LLVM IR"),
    "compile": ("driver.compile", "a model at any level, or as a library"),
    "run": ("driver.run", "run a model, a library or a function"),
    "quantize": ("driver.quantize", "make a model work on bytes"),
    "tune": ("driver.tune", "search for faster schedules"),
    "diff": ("driver.diff", "compare modules by structure"),
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
        from mlirlite.driver.version import version_text  # late: only here

        sys.stdout.write(version_text("mlirlite"))
        return 0
    if words[0] not in PROGRAMS:
        near = did_you_mean(words[0], PROGRAMS) or f"; there are {', '.join(PROGRAMS)}"
        sys.stderr.write(f"mlirlite: error: unknown program '{words[0]}'{near}\n")
        return 2
    if argv is None:
        sys.argv = [f"mlirlite-{words[0]}", *words[1:]]  # the whole process is this program
    program = import_module(f"mlirlite.{PROGRAMS[words[0]][0]}")
    code: int = program.main(None if argv is None else words[1:])
    return code


if __name__ == "__main__":
    sys.exit(main())
