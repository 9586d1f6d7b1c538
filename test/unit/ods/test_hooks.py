"""What a Python file beside a .td file may say, and what the .td says of names."""

from __future__ import annotations

import pytest

import mlirlite
from mlirlite.ods import load_dialect
from mlirlite.support.diagnostics import DiagnosticError

INCLUDE = "/usr/lib/llvm-22/include"
BASE = """
include "mlir/IR/OpBase.td"
include "mlir/IR/AttrTypeBase.td"
def My_Dialect : Dialect { let name = "my"; let cppNamespace = "::their::my"; }
class My_Type<string name, string word> : TypeDef<My_Dialect, name> { let mnemonic = word; }
def My_Float : My_Type<"Float", "float">;
def My_List : My_Type<"List", "list"> {
  let parameters = (ins "::mlir::Type":$inner);
  let hasCustomAssemblyFormat = 1;
}
def My_Near : AttrDef<My_Dialect, "Near"> {
  let mnemonic = "near";
  let parameters = (ins "::llvm::APFloat":$by);
  let assemblyFormat = "`<` $by `>`";
}
"""
OPS = """
include "Base.td"
def IsFloat : Type<CPred<"::llvm::isa<::their::my::FloatType>($_self)">, "a float of mine">;
def Listed : Type<CPred<"::their::is_listed<::their::my::FloatType>($_self)">, "floats">;
class My_Op<string name, list<Trait> traits = []> : Op<My_Dialect, name, traits>;
def My_AOp : My_Op<"a"> { let arguments = (ins IsFloat:$x); let hasCustomAssemblyFormat = 1; }
def My_BOp : My_Op<"b"> { let arguments = (ins Listed:$x); let hasCustomAssemblyFormat = 1; }
def My_COp : My_Op<"c", [AllTypesMatch<["next", "y"]>]> {
  let arguments = (ins AnyType:$next, AnyType:$y);
}
"""
HOOKS = '''
from mlirlite.ir.attribute import Attribute
from mlirlite.ods.hooks import function, parser, printer, verifier

@parser("my.*")
def _(p, state):
    operand = p.operand()
    p.expect(":")
    state.operands = [p.resolve(operand, p.type())]

@printer("my.*")
def _(op, p):
    p.text(" ")
    p.value(op.operands[0])
    p.text(" : ")
    p.type(op.operands[0].type)

@parser("!my.list")
def _(p):
    p.expect("<")
    word = p.optional_keyword("list")
    cls = p.context.type_class("my.list")
    inner = p.body(cls) if word else p.type()
    p.expect(">")
    return cls(inner)

@printer("!my.list")
def _(type, p):
    p.text("<")
    own = getattr(type.inner, "name", "") == "my.list"
    p.text(str(type.inner).removeprefix("!my.")) if own else p.type(type.inner)
    p.text(">")

@verifier("!my.list")
def _(type):
    return "no list of index" if str(type.inner) == "index" else None

@function("is_listed")
def _(test, type):
    return getattr(type, "name", "") == "my.list" and test(type.inner)

class Extra(Attribute, name="my.extra"):
    """An attribute that the .td does not have."""
'''


@pytest.fixture
def context(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    files = {"Base.td": BASE, "Ops.td": OPS, "all.td": 'include "Ops.td"\n', "all.py": HOOKS}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    found = mlirlite.Context(allow_unregistered=True)
    load_dialect(str(tmp_path / "all.td"), found, [str(tmp_path), INCLUDE])
    return found


def printed(context, line, type="!my.float"):
    text = f"func.func @f(%x: {type}) {{\n  {line}\n  return\n}}"
    return str(mlirlite.parse(text, context)).splitlines()[2].strip()


def test_one_syntax_stands_for_all_ops_without_their_own(context):
    assert printed(context, "my.a %x : !my.float") == "my.a %arg0 : !my.float"


def test_a_name_of_the_dialect_is_not_the_builtin_one(context):
    with pytest.raises(DiagnosticError, match="must be a float of mine, but got 'f32'"):
        printed(context, "my.a %x : f32", "f32")


def test_types_hold_themselves_and_are_checked(context):
    nested = "!my.list<list<!my.float>>"
    line = printed(context, f'"u"(%x) : ({nested}) -> ()', nested)
    assert line == f'"u"(%arg0) : ({nested}) -> ()'
    with pytest.raises(DiagnosticError, match="no list of index"):
        printed(context, '"u"(%x) : (!my.list<index>) -> ()', "!my.list<index>")


def test_a_function_with_a_class_in_angle_brackets(context):
    mine = "!my.list<!my.float>"
    assert printed(context, f"my.b %x : {mine}", mine) == f"my.b %arg0 : {mine}"
    with pytest.raises(DiagnosticError, match="must be floats"):
        printed(context, "my.b %x : !my.float")


def test_a_field_may_have_the_name_of_a_method(context):
    assert printed(context, '"my.c"(%x, %x) : (!my.float, !my.float) -> ()').startswith('"my.c"')


def test_numbers_and_classes_of_the_file(context):
    line = printed(context, '"u"() {a = #my.near<1.000000e-05>, b = #my.extra} : () -> ()')
    assert line == '"u"() {a = #my.near<1.000000e-05>, b = #my.extra} : () -> ()'


def test_a_file_that_includes_a_part_replaces_nothing(context, tmp_path):
    other = tmp_path / "other.td"
    other.write_text(
        'include "Base.td"\ndef O_Dialect : Dialect { let name = "other"; }\n', encoding="utf-8"
    )
    load_dialect(str(other), context, [str(tmp_path), INCLUDE])
    assert context.op_class("my.a") is not None


def test_hooks_may_stand_in_files_beside(context, tmp_path):
    (tmp_path / "all.py").write_text('HOOK_MODULES = ("my_types", "my_ops")\n', encoding="utf-8")
    shared = 'def is_list(type):\n    return getattr(type, "name", "") == "my.list"\n'
    (tmp_path / "my_types.py").write_text(HOOKS + shared, encoding="utf-8")
    ops = """
from my_types import is_list
from mlirlite.ods.hooks import verifier

@verifier("my.b")
def _(op):
    return op.error("takes floats") if is_list(op.operands[0].type) else None
"""
    (tmp_path / "my_ops.py").write_text(ops, encoding="utf-8")
    found = mlirlite.Context()
    load_dialect(str(tmp_path / "all.td"), found, [str(tmp_path), INCLUDE])
    assert printed(found, "my.a %x : !my.float") == "my.a %arg0 : !my.float"
    with pytest.raises(DiagnosticError, match="takes floats"):
        printed(found, "my.b %x : !my.list<!my.float>", "!my.list<!my.float>")
