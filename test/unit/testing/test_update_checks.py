"""mlirlite-update-checks: new CHECK lines, refreshed ones, what stays as a person wrote it."""

import io
import random
import re
import textwrap
from pathlib import Path

import pytest

from mlirlite.testing import update_checks
from mlirlite.testing.lit import run_test
from mlirlite.testing.update_checks import update

BODY = """
func.func @f(%a: i32, %b: i32) -> i32 {
  %c = arith.constant 0 : i32
  %0 = arith.addi %a, %b : i32
  %z = arith.addi %0, %c : i32
  %1 = arith.muli %z, %a : i32
  return %1 : i32
}
"""


@pytest.fixture
def refreshed(tmp_path):
    """`refreshed(text)` is the text after the update; the test passes with it."""

    def run(text, *, passes=True):
        path = tmp_path / "test.mlir"
        path.write_text(textwrap.dedent(text).lstrip())
        found = update(path)
        path.write_text(found.after)
        assert run_test(path).ok is passes, found.problems
        assert (not found.problems) is passes
        if passes:
            assert not update(path).changed
        return found.after

    return run


def test_writes_checks_before_each_function(refreshed):
    text = refreshed(f"// RUN: mlirlite-opt %s --canonicalize | FileCheck %s\n{BODY}")
    checks = [line for line in text.splitlines() if "CHECK" in line and "RUN" not in line]
    assert checks == [
        "// CHECK-LABEL: func.func @f(",
        "// CHECK-SAME:    %[[ARG0:.*]]: i32, %[[ARG1:.*]]: i32) -> i32 {",
        "// CHECK-NEXT:     %[[ADDI:.*]] = arith.addi %[[ARG0]], %[[ARG1]] : i32",
        "// CHECK-NEXT:     %[[MULI:.*]] = arith.muli %[[ADDI]], %[[ARG0]] : i32",
        "// CHECK-NEXT:     return %[[MULI]] : i32",
        "// CHECK-NEXT:   }",
    ]
    assert text.index("CHECK-NEXT") < text.index("func.func @f(%a")


def test_aliases_are_checked_before_functions(refreshed):
    text = refreshed("""\
        // RUN: mlirlite-opt %s --split-input-file | FileCheck %s

        // -----

        func.func @f(%i: index) -> index {
          %0 = affine.apply affine_map<(d0) -> (d0 + 1)>(%i)
          return %0 : index
        }
        """)
    checks = [line for line in text.splitlines() if line.startswith("// CHECK")]
    assert checks[0] == "// CHECK: #map = affine_map<(d0) -> (d0 + 1)>"
    assert checks[1].startswith("// CHECK-LABEL: func.func @f(")


def test_passing_checks_are_left_alone(refreshed):
    text = f"""\
// RUN: mlirlite-opt %s --canonicalize | FileCheck %s
// CHECK-NOT: constant
// CHECK: %[[X:[0-9]+]] = arith.{{{{addi|subi}}}}
// CHECK-NEXT: muli %[[X]]
{BODY}"""
    assert refreshed(text) == text


def test_changes_what_fails_and_keeps_names_and_lines(refreshed):
    text = refreshed(f"""\
// RUN: mlirlite-opt %s --canonicalize | FileCheck %s
// A person's remark.
// CHECK-LABEL: @f
// CHECK-SAME:  (%[[LEFT:[a-z0-9]+]]: i32, [[RIGHT:%.*]]: i32)
// CHECK-NOT:   arith.constant
// CHECK:       %[[SUM:.*]] = arith.addi %[[LEFT]], [[RIGHT]] : i64
// CHECK-NEXT:  %[[GONE:.*]] = tensor.cast %[[SUM]] : tensor<i32> to tensor<*xi32>
// CHECK-NEXT:  %[[PRODUCT:.*]] = arith.muli %[[SUM]], [[RIGHT]]
// CHECK-NEXT:  return %[[PRODUCT]]
{BODY}""")
    assert text.splitlines()[1:8] == [
        "// A person's remark.",
        "// CHECK-LABEL: @f",
        "// CHECK-SAME:  (%[[LEFT:[a-z0-9]+]]: i32, [[RIGHT:%.*]]: i32)",
        "// CHECK-NOT:   arith.constant",
        "// CHECK:       %[[SUM:.*]] = arith.addi %[[LEFT]], [[RIGHT]] : i32",
        "// CHECK-NEXT:  %[[PRODUCT:.*]] = arith.muli %[[SUM]], %[[LEFT]] : i32",
        "// CHECK-NEXT:  return %[[PRODUCT]]",
    ]


def test_new_lines_between_next_lines_are_written(refreshed):
    text = refreshed(f"""\
// RUN: mlirlite-opt %s --canonicalize | FileCheck %s
// CHECK:       func.func @f(%[[A:.*]]: i32, %[[B:.*]]: i32)
// CHECK-NEXT:  %[[M:.*]] = arith.muli
// CHECK-NEXT:  return %[[M]]
{BODY}""")
    assert "// CHECK-NEXT:  %[[ADDI:.*]] = arith.addi %[[A]], %[[B]] : i32\n" in text
    assert "// CHECK-NEXT:  %[[M:.*]] = arith.muli\n" in text


def test_chunks_and_prefixes(refreshed):
    second = (
        "func.func @g() -> tensor<2x1xi32> {\n"
        "  %c = arith.constant dense<[[1], [2]]> : tensor<2x1xi32>\n"
        "  return %c : tensor<2x1xi32>\n}\n"
    )
    text = refreshed(
        "// RUN: mlirlite-opt %s --split-input-file | FileCheck %s --check-prefixes=BOTH,PLAIN\n"
        "// RUN: mlirlite-opt %s --canonicalize --split-input-file "
        "| FileCheck %s --check-prefixes=BOTH,CANON\n"
        f"// CANON-NOT: arith.constant\n// BOTH: muli{BODY}\n// -----\n\n{second}"
    )
    first, rest = text.split("// -----")
    assert "// BOTH: muli" in first
    assert "LABEL" not in first
    assert "// BOTH-LABEL: func.func @g(" in rest
    assert r"dense<{{\[\[}}1], [2]]>" in rest


def test_errors_and_files_of_tests(refreshed):
    text = refreshed("""\
        // RUN: not mlirlite-opt %s 2>&1 | FileCheck %s --check-prefix=ERR
        // RUN: mlirlite-opt %s --allow-unregistered-dialect -o %t
        // RUN: FileCheck %s --input-file=%t --check-prefix=FILE
        "some.op"() : () -> ()
        """)
    assert "// FILE: " in text
    assert '"some.op"() : () -> ()' in text
    assert "// ERR: {{.*}}test.mlir:{{[0-9]+}}:1: error: " in text


def test_names_of_temporary_files_are_left_open(refreshed):
    text = refreshed("""\
        // RUN: mlirlite-opt %s --snapshot-op-locations=filename=%t --mlir-print-debuginfo \\
        // RUN: | FileCheck %s
        func.func private @f()
        """)
    assert 'loc("{{.*}}test.mlir.tmp":' in text


def test_what_cannot_be_repaired_is_said(refreshed):
    text = f"""\
// RUN: mlirlite-opt %s | FileCheck %s
// CHECK-NOT: arith.addi
{BODY}"""
    assert refreshed(text, passes=False).count("CHECK-NOT") == 1


def test_program(tmp_path):
    path = tmp_path / "a.mlir"
    path.write_text(f"// RUN: mlirlite-opt %s | FileCheck %s\n{BODY}")
    out, err = io.StringIO(), io.StringIO()
    assert update_checks.main(["-n", str(path)], stdout=out, stderr=err) == 0
    assert "+// CHECK-LABEL: func.func @f(" in out.getvalue()
    assert "CHECK-LABEL" not in path.read_text()
    assert update_checks.main([str(path)], stdout=out, stderr=err) == 0
    assert "CHECK-LABEL" in path.read_text()
    assert update_checks.main([str(tmp_path / "no")], stdout=out, stderr=err) == 1
    assert "no such file" in err.getvalue()


LIT = Path(__file__).resolve().parents[2] / "lit"
TESTS = [
    *sorted(LIT.glob("transforms/c*.mlir")),
    *sorted(LIT.glob("transforms/s*.mlir")),
    *sorted(LIT.glob("conversion/convert-[c-m]*.mlir")),
]


@pytest.mark.sampled(4)
@pytest.mark.parametrize("number", range(12))
def test_damaged_checks_are_repaired(tmp_path, number):
    rng = random.Random(number)
    source = rng.choice(TESTS)
    text = source.read_text()
    if "%S" in text or not run_test(source).ok:
        pytest.skip("it needs files beside it, or fails as it is")
    lines = text.split("\n")
    checks = [
        i
        for i, line in enumerate(lines)
        if re.search(r"//\s*[A-Z]+(-NEXT|-SAME)?:\s", line) and "RUN:" not in line
    ]
    for i in rng.sample(checks, min(3, len(checks))):
        lines[i] = rng.choice(["", re.sub(r"(?<= )\w+(\.\w+)?", "wrong", lines[i], count=1)])
    path = tmp_path / source.name
    path.write_text("\n".join(lines))
    path.write_text(update(path).after)
    assert run_test(path).ok
