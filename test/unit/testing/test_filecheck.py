"""FileCheck in-process: statuses, and reports that show expected and nearest line."""

import io

import pytest

from mlirlite.testing import filecheck
from mlirlite.testing.filecheck import nearest_line

OUTPUT = """\
module {
  func.func @f(%arg0: i32) -> i32 {
    %0 = arith.addi %arg0, %arg0 : i32
    %1 = arith.muli %0, %arg0 : i32
    return %1 : i32
  }
}
"""


@pytest.fixture
def check(tmp_path):
    def run(checks, text=OUTPUT, *flags):
        file = tmp_path / "test.mlir"
        file.write_text(checks)
        errors = io.StringIO()
        argv = [str(file), *flags]
        status = filecheck.main(argv, stdin=io.StringIO(text), stdout=errors, stderr=errors)
        return status, errors.getvalue().replace(str(file), "test.mlir")

    return run


def test_satisfied_checks_are_silent(check):
    checks = """
    // CHECK-LABEL: func.func @f(
    // CHECK-SAME: [[A:%.*]]: i32
    // CHECK-NEXT: %[[S:.*]] = arith.addi [[A]], [[A]] : i32
    // CHECK-DAG: return
    // CHECK-DAG: arith.muli %[[S]]
    // CHECK-NOT: arith.subi
    """
    assert check(checks) == (0, "")


def test_flags_reach_the_package(check):
    assert check("// FOO: @[[NAME]]", OUTPUT, "--check-prefix=FOO", "-DNAME=f")[0] == 0
    assert check("// FOO: @f\n// BAR: return", OUTPUT, "--check-prefixes=FOO,BAR")[0] == 0


def test_missing_line_shows_expected_nearest_variables_and_output(check):
    checks = """// CHECK: %[[S:.*]] = arith.addi
// CHECK: arith.subi %[[S]], %{{.*}} : i32
"""
    assert check(checks) == (
        1,
        """\
test.mlir:2: error: CHECK: not found in the output
  expected: arith.subi %[[S]], %{{.*}} : i32
    with S = 0
  nearest:      %0 = arith.addi %arg0, %arg0 : i32    (line 3)
  the output around line 3, where the search began:
       1 | module {
       2 |   func.func @f(%arg0: i32) -> i32 {
  >    3 |     %0 = arith.addi %arg0, %arg0 : i32
       4 |     %1 = arith.muli %0, %arg0 : i32
       5 |     return %1 : i32
       6 |   }
       7 | }
""",
    )


def test_line_before_the_search_is_named_as_such(check):
    status, report = check("// CHECK: arith.muli\n// CHECK: arith.addi %arg0, %arg0 : i32")
    assert status == 1
    assert "%0 = arith.addi %arg0, %arg0 : i32    (line 3, before the search began)" in report


def test_failed_next_shows_the_next_line(check):
    status, report = check("// CHECK: @f\n// CHECK-NEXT: arith.muli")
    assert status == 1
    assert "error: CHECK-NEXT: not found" in report
    assert "  next:         %0 = arith.addi %arg0, %arg0 : i32    (line 3)\n" in report


def test_next_after_the_last_line_of_output(check):
    status, report = check("// CHECK: two\n// CHECK-NEXT: three", "one\ntwo")
    assert status == 1
    assert "expected: three\n  nothing in the output is like it\n" in report


@pytest.mark.parametrize("directive", ["CHECK-LABEL", "CHECK-DAG", "CHECK-SAME", "CHECK-COUNT-2"])
def test_every_directive_reports_the_same_way(check, directive):
    status, report = check(f"// CHECK: module\n// {directive}: func.func @g")
    assert status == 1
    assert f"test.mlir:2: error: {directive}: not found in the output\n" in report
    assert "func.func @f(%arg0: i32) -> i32 {    (line 2" in report


def test_excluded_text_shows_where_it_is(check):
    status, report = check("// CHECK: @f\n// CHECK-NOT: arith.mul{{.}}")
    assert status == 1
    assert "test.mlir:2: error: CHECK-NOT: found in the output, where it must not be" in report
    assert "found:    arith.muli\n" in report
    assert "  >    4 |     %1 = arith.muli %0, %arg0 : i32\n" in report


@pytest.mark.parametrize(
    ("checks", "text", "status", "message"),
    [
        ("// CHECK: [[X]]", "a\n", 1, "Variable X referenced before assignment"),
        ("// CHECK: {{(}}", "a\n", 1, "Malformed regex"),
        ("// CHECK: {{a", "a\n", 1, "Invalid regex block"),
        ("// CHECK: a", "", 1, "is empty"),
        ("// nothing", "a\n", 2, "No check strings found"),
        ("// CHECK: {{[[:punct:]]}}", "a\n", 2, "unknown character set: punct"),
    ],
)
def test_bad_checks_are_explained(check, checks, text, status, message):
    actual, report = check(checks, text)
    assert actual == status
    assert message in report


def test_misuse_is_explained(tmp_path):
    errors = io.StringIO()
    assert filecheck.main([], stdin=io.StringIO(), stderr=errors) == 2
    assert filecheck.main([str(tmp_path / "no")], stdin=io.StringIO(), stderr=errors) == 2
    assert "expected one file of directives, found 0" in errors.getvalue()
    assert "No such file" in errors.getvalue()


def test_nearest_line_prefers_what_follows():
    lines = ["a b c", "x", "a b c", "a b d"]
    assert nearest_line("a b c", lines) == 1
    assert nearest_line("a b c", lines, begin=2) == 3
    assert nearest_line("nothing", lines) is None
