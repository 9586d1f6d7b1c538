"""Patterns of a .td file beside mlir-opt 22: what `--apply-drr` makes of functions.

python bench/drr.py Patterns.td test/lit/arith/canonicalize*.mlir
python bench/drr.py Patterns.td                # only what of the file is known

Functions count that upstream's --canonicalize changes. They may need patterns that upstream has in
C++; -v prints those that differ.
"""

from __future__ import annotations

import argparse
import io
import re
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from mlirlite.driver.opt import main as opt
from mlirlite.ods.drr import load_patterns

INCLUDE = "/usr/lib/llvm-22/include"
FUNCTION = re.compile(r"^  func\.func (?:private )?@(\w+).*?^  }$", re.M | re.S)
SPLIT = re.compile(r"^// -----.*$", re.M)
FLAGS = ("--allow-unregistered-dialect",)


def ours(text: str, *words: str) -> dict[str, str]:
    """The functions after our passes, by name; empty after an error."""
    out = io.StringIO()
    code = opt([*FLAGS, *words], stdin=io.StringIO(text), stdout=out, stderr=io.StringIO())
    return {} if code else functions(out.getvalue())


def theirs(text: str, *words: str) -> dict[str, str]:
    """The same of mlir-opt."""
    command = ["mlir-opt-22", *FLAGS, *words]
    done = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
    return {} if done.returncode else functions(done.stdout)


def functions(text: str) -> dict[str, str]:
    """The functions of a printed module."""
    return {found[1]: found[0] for found in FUNCTION.finditer(text)}


def main() -> None:
    """Print the sums, and with -v the functions that differ."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("patterns")
    parser.add_argument("tests", nargs="*")
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("-v", action="store_true")
    arguments = parser.parse_args()
    folders = [*arguments.include, INCLUDE]
    file = load_patterns(arguments.patterns, None, folders)
    print(f"{len(file.patterns)} patterns, {len(file.unknown)} not known: {file.unknown}")
    flag = f"--apply-drr=files={arguments.patterns} include={','.join(folders)}"
    changed = by_drr = by_ours = 0
    for test in arguments.tests:
        for chunk in SPLIT.split(Path(test).read_text(encoding="utf-8")):
            before, expected = theirs(chunk), theirs(chunk, "--canonicalize")
            drr, canonical = ours(chunk, flag), ours(chunk, "--canonicalize")
            for name, text in expected.items():
                if before.get(name) == text:
                    continue
                changed += 1
                by_drr += drr.get(name) == text
                by_ours += canonical.get(name) == text
                if arguments.v and drr.get(name) != text:
                    print(f"{test} @{name}\nmlir-opt:\n{text}\nthe file:\n{drr.get(name)}")
    if arguments.tests:
        print(f"{changed} functions change; as mlir-opt: {by_drr} by the file, {by_ours} by ours")


if __name__ == "__main__":
    main()
