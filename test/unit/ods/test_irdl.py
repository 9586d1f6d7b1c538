"""`--to-irdl`: what is written is loaded by mlir-opt and by us, and refuses the same programs."""

from __future__ import annotations

import io
import shutil
import subprocess

import pytest

from mlirlite.driver import opt, tblgen

INCLUDE = "/usr/lib/llvm-22/include"
TD = """
include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
def My_Dialect : Dialect { let name = "my"; let cppNamespace = "::my"; }
class My_Type<string name, string word> : TypeDef<My_Dialect, name> { let mnemonic = word; }
def My_Box : My_Type<"Box", "box">;
def My_AddOp : Op<My_Dialect, "add"> {
  let arguments = (ins I32:$lhs, AnyTypeOf<[I32, F32]>:$rhsValue);
  let results = (outs I32);
}
def My_PutOp : Op<My_Dialect, "put"> {
  let arguments = (ins My_Box:$box, Variadic<AnySignlessInteger>:$values, StrAttr:$label,
                       OptionalAttr<UnitAttr>:$quiet);
}
def My_DotOp : Op<My_Dialect, "has.dot">;
"""
PROGRAMS = {
    '"my.add"(%i, %f) : (i32, f32) -> i32': True,
    '"my.add"(%i, %i) : (i32, i32) -> i32': True,
    '"my.add"(%f, %i) : (f32, i32) -> i32': False,
    '"my.add"(%i, %j) : (i32, i64) -> i32': False,
    '"my.put"(%b, %i) {label = "x"} : (!my.box, i32) -> ()': True,
    '"my.put"(%b, %j, %j) {label = "x"} : (!my.box, i64, i64) -> ()': True,
    '"my.put"(%b, %j, %i) {label = "x"} : (!my.box, i64, i32) -> ()': False,  # IRDL's own rule
    '"my.put"(%i) {label = "x"} : (i32) -> ()': False,
    '"my.put"(%b) {label = 1 : i32} : (!my.box) -> ()': False,
    '"my.put"(%b) : (!my.box) -> ()': False,
}


@pytest.fixture
def irdl(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    td, found = tmp_path / "My.td", tmp_path / "my.mlir"
    td.write_text(TD, encoding="utf-8")
    assert tblgen.main([str(td), "-I", INCLUDE, "--to-irdl", "-o", str(found)]) == 0
    return found


def program(line):
    return f"func.func @f(%i: i32, %j: i64, %f: f32, %b: !my.box) {{\n  {line}\n  return\n}}\n"


def test_what_cannot_be_said_is_said_so(irdl):
    text = irdl.read_text(encoding="utf-8")
    assert "// my.has.dot: not said here" in text
    assert "// put: not said here: 'values' may have several types" in text
    assert "// put: not said here: 'quiet', which may be left out" in text


@pytest.mark.parametrize("line", PROGRAMS)
def test_our_loader_refuses_the_same(irdl, line):
    given = [f"--irdl-file={irdl}", "-"]
    out, err = io.StringIO(), io.StringIO()
    code = opt.main(given, stdin=io.StringIO(program(line)), stdout=out, stderr=err)
    assert (code == 0) is PROGRAMS[line], err.getvalue()


@pytest.mark.skipif(shutil.which("mlir-opt-22") is None, reason="needs mlir-opt 22")
@pytest.mark.parametrize("line", PROGRAMS)
def test_upstreams_loader_refuses_the_same(irdl, line):
    command = ["mlir-opt-22", f"--irdl-file={irdl}"]
    done = subprocess.run(command, input=program(line), capture_output=True, text=True, check=False)
    assert (done.returncode == 0) is PROGRAMS[line], done.stderr
