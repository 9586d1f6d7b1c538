"""Programs read bytecode where they read text, from files and standard input."""

import io

import pytest

from mlirlite.bytecode import write_bytecode
from mlirlite.driver import diff, opt, run, translate
from mlirlite.parser import parse_module

TEXT = """module {
  func.func @main() -> i32 {
    %c4_i32 = arith.constant 4 : i32
    return %c4_i32 : i32
  }
}
"""
DATA = write_bytecode(parse_module(TEXT))


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "in"
    path.write_bytes(DATA)
    return str(path)


def call(program, *words, stdin=b""):
    given = io.TextIOWrapper(io.BytesIO(stdin))
    out, err = io.TextIOWrapper(io.BytesIO()), io.StringIO()
    code = program.main(list(words), stdin=given, stdout=out, stderr=err)
    out.flush()
    return code, out.buffer.getvalue(), err.getvalue()


def test_opt_reads_a_file_and_standard_input(file):
    printed = 0, TEXT.encode() + b"\n", ""
    assert call(opt, file) == call(opt, "-", stdin=DATA) == call(opt, "-", stdin=TEXT.encode())
    assert call(opt, file) == printed


def test_opt_writes_what_it_reads(file, tmp_path):
    assert call(opt, file, "--emit-bytecode") == (0, DATA, "")
    older = str(tmp_path / "older")
    assert call(opt, file, "--emit-bytecode-version=2", "-o", older)[0] == 0
    assert call(opt, older)[1] == TEXT.encode() + b"\n"


def test_other_programs(file, tmp_path):
    text = tmp_path / "in.mlir"
    text.write_text(TEXT)
    assert call(diff, file, str(text))[0] == 0
    assert call(run, file, "--entry-point-result=i32")[1] == b"4\n"
    named = tmp_path / "in.mlirbc"
    named.write_bytes(DATA)
    assert call(run, str(named))[1] == b"result0: 4\n"
    lowered = call(opt, file, "--convert-to-llvm", "--emit-bytecode")[1]
    code, ir, _ = call(translate, "--mlir-to-llvmir", "-", stdin=lowered)
    assert code == 0
    assert b"ret i32 4" in ir


@pytest.mark.parametrize("words", [("--emit-bytecode-version=7",), ("--emit-bytecode-version=x",)])
def test_versions_are_0_to_6(file, words):
    code, _, errors = call(opt, file, *words)
    assert code == 2
    assert "--emit-bytecode-version" in errors


def test_a_cut_file_is_an_error_with_a_place(file, tmp_path):
    cut = tmp_path / "cut"
    cut.write_bytes(DATA[:50])
    code, _, errors = call(opt, str(cut))
    assert code == 1
    assert "invalid bytecode at byte" in errors
    assert str(cut) in errors
