"""Ops that keep their form: what they store for each operand, argument and result follows when a
type becomes several types, or none."""

import pytest

import mlirlite
from mlirlite.dialects import cf, func, scf
from mlirlite.dsl import I64, IndexType, Lowerings, TypeConverter, convert_function

TEXT = """
func.func private @ext(index {a.n = 1 : i64}, f32 {a.n = 2 : i64}) -> (index {a.r}, f32)
func.func @f(%c: i1, %x: index {a.n = 1 : i64}, %y: f32 {a.n = 2 : i64}) -> (index {a.r}, f32) {
  cf.cond_br %c, ^one(%x : index), ^two(%y, %x : f32, index)
^one(%i: index):
  %0:2 = scf.if %c -> (index, f32) {
    scf.yield %i, %y : index, f32
  } else {
    scf.yield %x, %y : index, f32
  }
  cf.br ^two(%0#1, %0#0 : f32, index)
^two(%f: f32, %j: index):
  %1:2 = call @ext(%j, %f) {arg_attrs = [{a.n = 1 : i64}, {}]} : (index, f32) -> (index, f32)
  return %1#0, %1#1 : index, f32
}
"""
ENTRIES = {
    0: ("(f32 {a.n = 2 : i64}) -> f32", "{arg_attrs = [{}]}"),
    1: (
        "(i64 {a.n = 1 : i64}, f32 {a.n = 2 : i64}) -> (i64 {a.r}, f32)",
        "{arg_attrs = [{a.n = 1 : i64}, {}]}",
    ),
    2: (
        "(i64 {a.n = 1 : i64}, i64 {a.n = 1 : i64}, f32 {a.n = 2 : i64})"
        " -> (i64 {a.r}, i64 {a.r}, f32)",
        "{arg_attrs = [{a.n = 1 : i64}, {a.n = 1 : i64}, {}]}",
    ),
}


@pytest.mark.parametrize("count", [0, 1, 2])
@pytest.mark.parametrize("in_place", [True, False], ids=["convert_function", "one_to_one"])
def test_a_type_becomes_so_many(count, in_place):
    types = TypeConverter()
    types(IndexType)(lambda type, types: [I64] * count)
    lower = Lowerings("index-to-i64", types)
    ops = (func.ReturnOp, func.CallOp, cf.BranchOp, cf.CondBranchOp, scf.IfOp, scf.YieldOp)
    lower.one_to_one({op: op for op in ops})
    if in_place:
        lower(func.FuncOp)(convert_function)
    else:
        lower.one_to_one({func.FuncOp: func.FuncOp})
    module = mlirlite.parse(TEXT)
    lower.convert(module)
    module.verify()
    text = str(module)
    signature, call = ENTRIES[count]
    assert "index" not in text
    assert f"@ext{signature}" in text
    assert call in text
    assert str(mlirlite.parse(text)) == text
