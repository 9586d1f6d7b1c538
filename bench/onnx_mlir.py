#!/usr/bin/env python3
"""What onnx-mlir says it supports, compared with our counts: operators and node tests.

    git clone --depth 1 https://github.com/onnx/onnx-mlir
    python bench/onnx_mlir.py onnx-mlir            # prints the table
    python bench/onnx_mlir.py onnx-mlir --write    # and puts it into bench/RESULTS.md

onnx-mlir is not run: the program counts its list of supported operators
(docs/SupportedONNXOps-cpu.md) and the node tests that its own backend test enables
(test/backend/inference_backend.py). Our counts come from bench/backend_score.md, which
`python bench/backend_score.py --mode all --write` makes; an operator counts if a node test that
uses it passes. mlirlite-opt runs onnx-mlir's .mlir tests (bench/onnx_mlir_tests.py, which also
lists the differences)."""

from __future__ import annotations

import argparse
import ast
import re
import sys
import warnings
from pathlib import Path

warnings.filterwarnings("ignore")  # numpy, while onnx makes its test cases
ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))

from onnx_mlir_tests import count, totals  # noqa: E402
from results import write_table  # noqa: E402

OPERATOR = re.compile(r"^\| \*\*(\w+)\*\* \|([^|]*)\|([^|]*)\|", re.M)
FAILURE = re.compile(r"^\| (test_\w+) \| ([\w, ]+) \|", re.M)
MODES = {"static": "STATIC_SHAPE", "dynamic": "DYNAMIC_SHAPE", "constants": "CONSTANT_INPUT"}


def their_tests(folder: Path) -> dict[str, set[str]]:
    """The node tests that onnx-mlir enables, with the modes it runs them in."""
    path = folder / "test" / "backend" / "inference_backend.py"
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.Assign)
            and ast.unparse(node.targets[0]).endswith("node_test_to_enable_dict")
            and isinstance(node.value, ast.Dict)
            and node.value.keys
        ):
            return {
                ast.literal_eval(key).removesuffix("_cpu"): {
                    ast.unparse(mode) for mode in value.keys if mode is not None
                }
                for key, value in zip(node.value.keys, node.value.values, strict=True)
                if key is not None and isinstance(value, ast.Dict)
            }
    raise SystemExit(f"{path} has no node_test_to_enable_dict")


def their_operators(folder: Path) -> tuple[int, int]:
    """Operators that onnx-mlir supports, and how many of them without a limitation."""
    text = (folder / "docs" / "SupportedONNXOps-cpu.md").read_text(encoding="utf-8")
    rows = [r for r in OPERATOR.findall(text) if "none" not in r[1]]
    return len(rows), sum(not limits.strip() for _, _, limits in rows)


def our_failures() -> dict[str, set[str]]:
    """The tests that fail here, with the modes they fail in."""
    text = (ROOT / "bench" / "backend_score.md").read_text(encoding="utf-8")
    return {name: set(modes.split(", ")) for name, modes in FAILURE.findall(text)}


def node_tests() -> dict[str, set[str]]:
    """ONNX's node tests, with the operators of the default domain that are in their models."""
    from onnx import defs
    from onnx.backend.test.loader import load_model_tests

    known = {s.name for s in defs.get_all_schemas() if s.domain == ""}
    found = {}
    for case in load_model_tests(kind="node"):
        if case.model is not None:
            found[case.name] = {n.op_type for n in case.model.graph.node} & known
    return found


def table(folder: Path) -> str:
    """The comparison."""
    theirs, (operators, whole) = their_tests(folder), their_operators(folder)
    failures, tests = our_failures(), node_tests()
    failed = {name for name, modes in failures.items() if "static" in modes}
    ours = set().union(*(ops for name, ops in tests.items() if name not in failed))
    lines = [
        "| | onnx-mlir | mlirlite |",
        "|---|---|---|",
        f"| operators of ONNX's default domain | {operators}, {whole} of them without a limitation "
        f"| {len(ours)} |",
    ]
    for mode, word in MODES.items():
        enabled = sum(word in modes for modes in theirs.values())
        passed = sum(mode not in failures.get(name, ()) for name in tests)
        lines.append(f"| node tests of ONNX, {mode} | {enabled} | {passed} of {len(tests)} |")
    common = [n for n, modes in theirs.items() if n in tests and MODES["static"] in modes]
    passed = sum("static" not in failures.get(name, ()) for name in common)
    lines.append(f"| of those that onnx-mlir enables | {len(common)} | {passed} |")
    text, passes = count(folder)
    graph = {flags: words for flags, words in passes.items() if "--convert-" not in flags}
    for title, rows in (
        ("chunks of its .mlir tests that are read and printed the same", text),
        ("chunks of its tests of graph passes whose CHECK lines hold", graph),
    ):
        good, every = totals(rows)
        lines.append(f"| {title} | {every} | {good} |")
    return "\n".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, help="a checkout of onnx-mlir")
    parser.add_argument("--write", action="store_true", help="update bench/RESULTS.md")
    arguments = parser.parse_args()
    text = table(arguments.folder)
    print(text)
    if arguments.write:
        write_table("onnx-mlir", "## Compared with onnx-mlir", text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
