"""The lit runner: outcomes, reports, discovery, the pytest plugin, agreement with LLVM's lit."""

import io
import os
import re
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from mlirlite.testing import lit
from mlirlite.testing.lit import Code, run_test
from mlirlite.testing.lit_tests import LitError, read_test

ROOT = Path(__file__).resolve().parents[3]


def fake_opt(argv=None, *, stdin=None, stdout=None, stderr=None):
    """A fake tool: prints its input without comments; `--fail` fails after a message."""
    files = [arg for arg in argv if not arg.startswith("--")]
    text = stdin.read() if files == ["-"] else Path(files[0]).read_text()
    lines = text.splitlines(keepends=True)
    stdout.write("".join(line for line in lines if not line.startswith(("//", "#"))))
    if "--fail" in argv:
        stderr.write(f"{files[0]}:1: error: told to fail\n")
        return 1
    return 0


@pytest.fixture
def run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def run(text, features=frozenset({"present"})):
        file = tmp_path / "test.mlir"
        file.write_text(textwrap.dedent(text))
        return run_test(file, tools={"fake-opt": fake_opt}, features=features)

    return run


def test_pass(run):
    result = run(
        """
        // RUN: fake-opt %s | FileCheck %s
        // RUN: fake-opt - < %s > %t && \\
        // RUN:   FileCheck %S/test.mlir --input-file=%t
        # RUN: not fake-opt %s --fail 2>&1 | FileCheck %s --check-prefix=ERR
        // CHECK: func.func @f
        // ERR: error: told to fail
        func.func @f() { return }
        """
    )
    assert (result.code, result.output) == (Code.PASS, "")


def test_failed_check_shows_lines_and_command(run):
    result = run(
        """\
        // RUN: fake-opt %s
        // RUN: fake-opt %s | FileCheck %s
        // CHECK-LABEL: @f
        // CHECK: arith.subi %a, %b
        arith.addi %a, %b
        func.func @f()
        """
    )
    assert result.code is Code.FAIL
    assert "test.mlir:2: error: RUN: fake-opt %s | FileCheck %s\n" in result.output
    assert "--- exit status 1: FileCheck test.mlir\n" in result.output
    assert "test.mlir:4: error: CHECK: not found in the output\n" in result.output
    assert "expected: arith.subi %a, %b\n" in result.output
    assert result.output.endswith("\nrerun: fake-opt test.mlir | filecheck test.mlir\n")


def test_failing_tool_fails_though_filecheck_passes(run):
    result = run(
        """\
        // RUN: fake-opt %s --fail | FileCheck %s
        // CHECK: module
        module {}
        """
    )
    assert result.code is Code.FAIL
    assert "exit status 1: fake-opt test.mlir --fail\ntest.mlir:1: error: told" in result.output


def test_rerun_includes_the_lines_that_make_its_input(run):
    result = run(
        """\
        // RUN: fake-opt %s > %t
        // RUN: fake-opt %t --fail
        """
    )
    rerun = [line for line in result.output.splitlines() if line.startswith("rerun: ")]
    assert len(rerun) == 2
    assert rerun[0].split(" > ")[1] in rerun[1]


def test_unsupported_and_expected_failures(run):
    assert run("// RUN: false\n// REQUIRES: present, absent").output == "requires absent"
    assert run("// RUN: false\n// REQUIRES: present, absent").code is Code.UNSUPPORTED
    assert run("// RUN: false\n// UNSUPPORTED: present").code is Code.UNSUPPORTED
    assert run("// RUN: true\n// REQUIRES: present && !absent").code is Code.PASS
    assert run("// RUN: false\n// XFAIL: *").code is Code.XFAIL
    assert run("// RUN: false\n// XFAIL: absent").code is Code.FAIL
    assert run("// RUN: true\n// XFAIL: present").code is Code.XPASS
    assert not run("// RUN: true\n// XFAIL: present").ok


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("module {}", "error: the test has no RUN: line"),
        ("// RUN: true \\\n", "test.mlir:1: error: the RUN: line never ends"),
        ("// DEFINE: %{x} = y\n// RUN: true", "test.mlir:1: error: DEFINE: is not supported"),
        ("\n// RUN: true > %T/x", "test.mlir:2: error: lit has dropped %T, use %t"),
        ("// RUN: true\n// REQUIRES: a &", "unexpected '&' in the feature expression 'a &'"),
        ("// END.\n// RUN: true", "error: the test has no RUN: line"),
    ],
)
def test_unreadable_tests_are_unresolved(run, text, message):
    result = run(text)
    assert result.code is Code.UNRESOLVED
    assert not result.ok
    assert message in result.output


def test_run_line_that_names_no_program_fails_with_the_line(run):
    result = run("// RUN: true\n// RUN: A=b true")
    assert result.code is Code.FAIL
    assert result.output == (
        "test.mlir:2: error: write 'env A=b …' to set a variable for one command\n  RUN: A=b true\n"
    )


def test_missing_file_is_an_error(tmp_path):
    with pytest.raises(LitError, match="cannot read the test"):
        read_test(tmp_path / "absent.mlir")


def test_continuation_keeps_the_first_line_number(tmp_path):
    file = tmp_path / "a.mlir"
    file.write_text("\n// RUN: a \\\n// CHECK: b\n// RUN:   c\n")
    assert read_test(file).run_lines == [(2, "a c")]


@pytest.fixture
def suite(tmp_path, monkeypatch):
    """A small suite with each outcome, and files that are not tests."""
    files = {
        "pass.mlir": "// RUN: cat %s | FileCheck %s\n// CHECK: two words\ntwo   words\n",
        "deep/not.test": "# RUN: not cat %s.absent 2>&1 | FileCheck %s\n# CHECK: No such file\n",
        "deep/env.mlir": "// RUN: env A=b sh -c 'printenv A' > %t\n// RUN: cat %t | grep b\n",
        "unsupported.mlir": "// RUN: false\n// REQUIRES: no-such-feature\n",
        "xfail.mlir": "// RUN: false\n// XFAIL: *\n",
        "fail.mlir": "// RUN: cat %s | FileCheck %s\n// CHECK: {{^}}absent\n",
        "unresolved.mlir": "module {}\n",
        "Inputs/data.mlir": "// RUN: false\n",
        "notes.txt": "// RUN: false\n",
        "lit.cfg.py": (ROOT / "test/lit/lit.cfg.py")
        .read_text()
        .replace("Path(__file__).resolve().parents[2]", f"Path({str(ROOT)!r})")
        .replace("Path(__file__).resolve().parent", f"Path({str(tmp_path)!r})")
        .replace('ROOT / ".lit-output"', f"Path({str(tmp_path / 'Output')!r})"),
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


OUTCOMES = {
    "deep/env.mlir": Code.PASS,
    "deep/not.test": Code.PASS,
    "fail.mlir": Code.FAIL,
    "pass.mlir": Code.PASS,
    "unresolved.mlir": Code.UNRESOLVED,
    "unsupported.mlir": Code.UNSUPPORTED,
    "xfail.mlir": Code.XFAIL,
}


def test_program_runs_a_folder(suite):
    out = io.StringIO()
    assert lit.main(["-v", "."], stdout=out) == 1
    lines = out.getvalue().splitlines()
    assert {f"{code}: {name}" for name, code in OUTCOMES.items()} < set(lines)
    assert lines[-1] == "3 PASS, 1 FAIL, 1 XFAIL, 1 UNSUPPORTED, 1 UNRESOLVED"


def test_program_filters_and_reports_misuse(suite):
    out, errors = io.StringIO(), io.StringIO()
    assert lit.main([".", "--filter", "pass|xfail"], stdout=out) == 0
    assert out.getvalue() == "1 PASS, 1 XFAIL\n"
    assert lit.main(["absent"], stdout=out, stderr=errors) == 1
    assert lit.main([".", "--filter", "nothing"], stdout=out, stderr=errors) == 1
    assert lit.main([".", "--filter", "("], stdout=out, stderr=errors) == 2
    assert lit.main([], stdout=out, stderr=errors) == 2
    assert "error: no such file or folder: absent\n" in errors.getvalue()
    assert "error: no tests found\n" in errors.getvalue()
    assert "option '--filter' needs a regular expression: missing )" in errors.getvalue()


def python(*args, cwd):
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, *args], cwd=cwd, env=environment, capture_output=True, text=True
    )


def test_llvm_lit_agrees(suite):
    pytest.importorskip("lit")
    run_lit = "import sys; from lit.main import main; main()"
    answer = python("-c", run_lit, "-a", "--no-progress-bar", "-j1", ".", cwd=suite)
    actual = {
        name: code
        for code, name in re.findall(r"^([A-Z]+): mlirlite :: (\S+) \(\d", answer.stdout, re.M)
    }
    assert actual == {name: str(code) for name, code in OUTCOMES.items()}


def test_pytest_plugin_agrees(suite):
    plugin = ("-m", "pytest", "-p", "mlirlite.testing.pytest_plugin", "-p", "no:cacheprovider")
    answer = python(*plugin, "-q", "-rA", ".", cwd=suite)
    for name, code in OUTCOMES.items():
        if code in (Code.PASS, Code.XFAIL):
            assert f"{code}{'ED' if code is Code.PASS else ''} {name}" in answer.stdout
        elif code is not Code.UNSUPPORTED:
            assert f"FAILED {name}" in answer.stdout
    assert "requires no-such-feature" in answer.stdout
    assert "rerun: cat fail.mlir | filecheck fail.mlir" in answer.stdout
    assert "2 failed, 3 passed, 1 skipped, 1 xfailed" in answer.stdout


def test_bless_brings_checks_up_to_date(tmp_path):
    path = tmp_path / "a.mlir"
    path.write_text(
        "// RUN: mlirlite-opt %s | FileCheck %s\n"
        "// CHECK: func.func private @old(i32)\n"
        "func.func private @new(i32)\n"
    )
    out = io.StringIO()
    assert lit.main([str(path), "--bless"], stdout=out) == 0
    assert "updated " in out.getvalue()
    assert "// CHECK: func.func private @new(i32)\n" in path.read_text()


def test_processes_give_the_same_results(tmp_path):
    for number in range(9):
        name = "f" if number % 3 else "g"
        (tmp_path / f"{number}.mlir").write_text(
            f"// RUN: mlirlite-opt %s | FileCheck %s\n// CHECK: @f\nfunc.func private @{name}()\n"
        )
    one, two = io.StringIO(), io.StringIO()
    assert lit.main([str(tmp_path), "-j1"], stdout=one) == 1
    assert lit.main([str(tmp_path), "-j2"], stdout=two) == 1
    assert one.getvalue() == two.getvalue()
    assert "3 FAIL" in one.getvalue()


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="needs timers")
@pytest.mark.parametrize(
    "text",
    [
        "// RUN: fake-opt %s | FileCheck %s\n// CHECK: {{(a*)*b}}\n" + 60 * "a",
        "// RUN: sleep 60\n",
        "// RUN: mlirlite-run %s\nfunc.func @main() {\n"
        "  %t = arith.constant true\n"
        "  scf.while : () -> () { scf.condition(%t) } do { scf.yield }\n  return\n}\n",
    ],
    ids=["a regular expression", "a program", "compiled code"],
)
def test_a_test_that_takes_too_long(text, tmp_path):
    file = tmp_path / "test.mlir"
    file.write_text(text)
    began = time.monotonic()
    result = run_test(file, tools={"fake-opt": fake_opt}, timeout=3)
    assert result.code is Code.TIMEOUT
    assert not result.ok
    assert result.output.endswith("test.mlir: error: takes more than 3 s (option '--timeout')\n")
    assert time.monotonic() - began < 30
