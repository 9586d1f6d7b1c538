"""Printed text against mlir-opt's, character for character, under every printing flag."""

import subprocess
from pathlib import Path
from typing import Any

import pytest

from mlirlite.ir.context import Context
from mlirlite.parser import parse_module
from mlirlite.printer import print_op

CHUNKS = Path(__file__).with_name("oracle.mlir").read_text(encoding="utf-8").split("// -----")
TEXTS = {
    **{chunk.split(maxsplit=2)[1]: chunk for chunk in CHUNKS},
    "deep": '"t.r"() ({' * 260 + '"t.leaf"() : () -> ()' + "}) : () -> ()" * 260,
    "hex": '"t.g"() {'
    + ", ".join(
        f"{name} = dense<[{', '.join(values)}]> : tensor<101x{type}>"
        for name, type, values in (
            ("a", "i1", ["true", "false"] * 50 + ["true"]),
            ("b", "i4", [str(i % 8) for i in range(101)]),
            ("c", "i12", [str(-i) for i in range(101)]),
            ("d", "index", [str(i) for i in range(101)]),
            ("e", "f32", [f"{i}.5" for i in range(101)]),
            ("f", "complex<i8>", [f"({i},1)" for i in range(101)]),
        )
    )
    + "} : () -> ()",
}

FLAGS = {
    "--mlir-print-op-generic": "generic",
    "--mlir-print-debuginfo": "debuginfo",
    "--mlir-pretty-debuginfo": "pretty_debuginfo",
    "--mlir-print-local-scope": "local_scope",
    "--mlir-print-value-users": "value_users",
    "--mlir-print-unique-ssa-ids": "unique_ssa_ids",
    "--mlir-use-nameloc-as-prefix": "nameloc_as_prefix",
    "--mlir-print-skip-regions": "skip_regions",
    "--mlir-elide-elementsattrs-if-larger": "elide_elements_larger",
    "--mlir-elide-resource-strings-if-larger": "elide_resources_larger",
    "--mlir-print-elementsattrs-with-hex-if-larger": "hex_elements_larger",
}
COMBINATIONS = [
    "",
    "--mlir-print-op-generic",
    "--mlir-print-debuginfo",
    "--mlir-print-debuginfo --mlir-pretty-debuginfo",
    "--mlir-print-op-generic --mlir-print-debuginfo",
    "--mlir-print-debuginfo --mlir-print-local-scope",
    "--mlir-print-local-scope",
    "--mlir-use-nameloc-as-prefix",
    "--mlir-print-unique-ssa-ids",
    "--mlir-print-value-users",
    "--mlir-print-skip-regions",
    "--mlir-elide-elementsattrs-if-larger=2",
    "--mlir-elide-resource-strings-if-larger=10",
    "--mlir-print-elementsattrs-with-hex-if-larger=1",
    "--mlir-print-elementsattrs-with-hex-if-larger=-1",
]


def choices(combination: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for flag in combination.split():
        name, _, value = flag.partition("=")
        found[FLAGS[name]] = int(value) if value else True
    return found


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", TEXTS)
def test_same_as_mlir_opt(name: str, mlir_opt: str) -> None:
    text = TEXTS[name]
    for combination in COMBINATIONS:
        command = [mlir_opt, "--allow-unregistered-dialect", *combination.split(), "-"]
        run = subprocess.run(command, input=text.encode(), capture_output=True, check=False)
        assert run.returncode == 0, run.stderr.decode()
        module = parse_module(text, Context(allow_unregistered=True), filename="<stdin>")
        assert print_op(module, **choices(combination)) + "\n" == run.stdout.decode(), combination
