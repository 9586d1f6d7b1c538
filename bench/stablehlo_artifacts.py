"""Portable artifacts of StableHLO beside jaxlib's, and StableHLO's own tests of its passes.

    python bench/stablehlo_artifacts.py DIR [--part artifacts|history|tests|chunks] [--only WORD]
                                        [--each 8] [--show 5] [--seconds 20]

DIR is a checkout of github.com/openxla/stablehlo. `artifacts` runs its `testdata`: our bytes and
jaxlib's are compared, each reads the other's. `history` runs the artifacts of all versions in
`tests/vhlo`. `tests` runs the RUN lines of `tests/vhlo` and `tests/transforms` with our programs,
`chunks` each part of the tests of passes that are known here.
Needs jax for `artifacts`."""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import mlirlite
from mlirlite.bytecode import read_bytecode, write_bytecode
from mlirlite.ir.context import Context
from mlirlite.passes.manager import PassManager
from mlirlite.passes.pipeline import Pipeline
from mlirlite.runtime.artifacts import UPGRADE, write_artifact
from mlirlite.support.diagnostics import DiagnosticError

sys.path.insert(0, str(Path(__file__).parent))
from stablehlo import Outcome, limited, report, testdata


class Oracle:
    """jaxlib's portable artifacts."""

    def __init__(self) -> None:
        from jax._src.interpreters.mlir import make_ir_context
        from jaxlib.mlir import ir, passmanager
        from jaxlib.mlir.dialects import stablehlo

        self._ir, self._dialect = ir, stablehlo
        self._context = make_ir_context()
        with self._context:
            self._strip = passmanager.PassManager.parse("builtin.module(strip-debuginfo)")
        self.version: str = stablehlo.get_current_version()

    def written(self, text: str) -> tuple[str, bytes] | None:
        """The module as jaxlib prints it, and its artifact without locations, empty if it refuses
        to write one; None if it refuses the text."""
        with self._context:
            try:
                module = self._ir.Module.parse(text)
                self._strip.run(module.operation)
                printed = str(module)
                data = self._dialect.serialize_portable_artifact(module, self.version)
            except self._ir.MLIRError:
                return None
            except ValueError:  # chlo and the test's own ops
                return printed, b""
            return printed, data

    def read(self, data: bytes) -> str:
        """The text of an artifact. ValueError if jaxlib does not read it."""
        with self._context:
            return str(self._dialect.deserialize_portable_artifact(self._context, data))


def read(data: bytes) -> str:
    """The text of an artifact as we read it."""
    module = read_bytecode(data, Context(allow_unregistered=True))
    PassManager(UPGRADE, Context()).run(module)
    return str(module)


def written(text: str, version: str) -> bytes:
    """Our artifact of a text, without locations."""
    module = mlirlite.parse(text, Context(allow_unregistered=True))
    PassManager(Pipeline.of("strip-debuginfo"), Context()).run(module)
    return write_artifact(module, version)


def artifact_outcome(text: str, oracle: Oracle) -> Outcome:
    """Whether each reads the other's artifact, to the same text, and the bytes are equal."""
    theirs = oracle.written(text)
    if theirs is None:
        again = read(written(text, oracle.version)).strip()
        same = again == str(mlirlite.parse(text, Context())).strip()
        return ("right", "") if same else ("differs", "jaxlib refuses it, our reader differs")
    printed, data = theirs
    if not data:
        try:
            written(text, oracle.version)
        except DiagnosticError:
            return "right", ""
        return "written", "jaxlib refuses it"
    if read(data).strip() != printed.strip():
        return "read otherwise", ""
    ours = written(text, oracle.version)
    if oracle.read(ours).strip() != printed.strip():
        return "they read ours otherwise", ""
    same = _in_order(ours) == data
    return ("right", "") if same else ("other bytes", f"{len(ours)} for {len(data)}")


def _in_order(data: bytes) -> bytes:
    """An artifact without the order of uses, which differs for ops that one writer downgrades and
    the other, of an earlier version, has."""
    module = read_bytecode(data, Context(allow_unregistered=True))
    for op in module.walk():
        op.set_operands(op.operands)
    producer = data[5 : data.index(b"\0")].decode()
    return write_bytecode(module, producer=producer)


def artifacts(files: list[Path], seconds: int) -> Iterator[tuple[str, Outcome]]:
    """Of each part of each program, whether its artifact is as jaxlib's."""
    oracle = Oracle()
    for file in files:
        for number, text in enumerate(file.read_text(encoding="utf-8").split("// -----")):
            if '"check.' in text:  # an op of the tests' own: nobody can write it
                continue
            run = lambda text=text: artifact_outcome(text, oracle)  # noqa: E731
            yield f"{file.stem}:{number}", limited(seconds, run)


_VERSION = re.compile(r"\.(\d+)_(\d+)_(\d+)\.mlir$")


def history(root: Path, only: str) -> Iterator[tuple[str, Outcome]]:
    """Of the artifact of each version, whether it is read as its text, and written as it is."""
    for file in sorted((root / "stablehlo" / "tests" / "vhlo").glob("stablehlo_*.*.mlir")):
        found = _VERSION.search(file.name)
        if found is None or only not in file.name:
            continue
        version, text = ".".join(found.groups()), file.read_text(encoding="utf-8")
        data = Path(f"{file}.bc").read_bytes()

        def run(data: bytes = data, text: str = text, version: str = version) -> Outcome:
            if read(data) != str(mlirlite.parse(text, Context(allow_unregistered=True))):
                return "read otherwise", ""
            return ("right", "") if written(text, version) == data else ("other bytes", "")

        yield version, limited(60, run)


_TOOLS = {
    "stablehlo-opt": "mlirlite-opt --allow-unregistered-dialect",
    "stablehlo-translate": "mlirlite-translate",
}


def own_tests(root: Path, only: str) -> Iterator[tuple[str, Outcome]]:
    """Of StableHLO's tests of passes, whether their RUN lines pass with our programs."""
    from mlirlite.testing.lit import run_test

    for folder in ("vhlo", "transforms"):
        for file in sorted((root / "stablehlo" / "tests" / folder).glob("*.mlir")):
            if only not in f"{folder}/{file.name}":
                continue
            lines = file.read_text(encoding="utf-8").splitlines()
            kept = []
            for line in lines:
                if "RUN:" in line:
                    if "%if" in line:
                        continue
                    line = re.sub(r"\| *stablehlo-translate", r"\g<0> -", line)
                    for theirs, ours in _TOOLS.items():
                        line = re.sub(rf"\b{theirs}\b", ours, line)
                kept.append(line)
            with tempfile.TemporaryDirectory() as place:
                copy = Path(place) / file.name
                copy.write_text("\n".join(kept) + "\n", encoding="utf-8")
                beside = Path(f"{file}.bc")
                if beside.exists():
                    Path(f"{copy}.bc").write_bytes(beside.read_bytes())

                def run(copy: Path = copy) -> Outcome:
                    found = run_test(copy)
                    return (
                        ("right", "") if found.code == "PASS" else (str(found.code), found.output)
                    )

                yield f"{folder}/{file.name}", limited(120, run)


def chunks(root: Path, only: str) -> Iterator[tuple[str, Outcome]]:
    """Of each part of the tests of passes that are known here, whether it passes by itself."""
    from mlirlite.passes.registry import exists
    from mlirlite.testing.lit import run_test

    for file in sorted((root / "stablehlo" / "tests" / "transforms").glob("*.mlir")):
        text = file.read_text(encoding="utf-8")
        run = re.search(r"// RUN: stablehlo-opt (--stablehlo-[\w-]+) --split-input-file", text)
        if run is None or only not in file.name or not exists(run[1][2:]):
            continue
        for number, part in enumerate(text.split("// -----")):
            checks = " | FileCheck %s" if "CHECK" in part and "expected-error" not in part else ""
            line = f"// RUN: mlirlite-opt --allow-unregistered-dialect {run[1]}"
            whole = f"{line} --verify-diagnostics %s{checks}\n{re.sub(r'// RUN:.*', '', part)}"
            with tempfile.TemporaryDirectory() as place:
                copy = Path(place) / file.name
                copy.write_text(whole, encoding="utf-8")
                found = run_test(copy)
            code = "right" if found.code == "PASS" else str(found.code)
            yield f"{file.stem}:{number}", (code, found.output)


def main() -> int:
    """Run the program."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("root", type=Path, metavar="DIR")
    parser.add_argument("--part", nargs="*", default=["artifacts", "history", "tests"])
    parser.add_argument("--only", default="", help="programs whose name has this word")
    parser.add_argument("--each", type=int, default=1, help="every n-th program")
    parser.add_argument("--show", type=int, default=5, help="how many reasons of failures")
    parser.add_argument("--seconds", type=int, default=20, help="at most, for each program")
    options = parser.parse_args()
    if "artifacts" in options.part:
        files = testdata(options.root, options.only, options.each)
        report("artifacts", artifacts(files, options.seconds), options.show)
    if "history" in options.part:
        report("history", history(options.root, options.only), options.show)
    if "tests" in options.part:
        report("tests", own_tests(options.root, options.only), options.show)
    if "chunks" in options.part:
        report("chunks", chunks(options.root, options.only), options.show)
    return 0


if __name__ == "__main__":
    sys.exit(main())
