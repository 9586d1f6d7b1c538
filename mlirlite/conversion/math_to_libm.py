"""math → calls of libm. `math.erf %x : f32` --> `call @erff(%x) : (f32) -> f32`, with a
declaration."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion._libm import call_instead
from mlirlite.conversion._llvm_elementwise import positions
from mlirlite.dialects import arith, math, vector
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import UnitAttr, i64_array
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import BF16, F16, F32, F64, VectorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

lower = Lowerings("convert-math-to-libm")

_NAMES: dict[type[Operation], str] = {
    math.AbsFOp: "fabs",
    math.AcosOp: "acos",
    math.AcoshOp: "acosh",
    math.AsinOp: "asin",
    math.AsinhOp: "asinh",
    math.AtanOp: "atan",
    math.Atan2Op: "atan2",
    math.AtanhOp: "atanh",
    math.CbrtOp: "cbrt",
    math.CeilOp: "ceil",
    math.CosOp: "cos",
    math.CoshOp: "cosh",
    math.ErfOp: "erf",
    math.ErfcOp: "erfc",
    math.ExpOp: "exp",
    math.Exp2Op: "exp2",
    math.ExpM1Op: "expm1",
    math.FloorOp: "floor",
    math.FmaOp: "fma",
    math.LogOp: "log",
    math.Log2Op: "log2",
    math.Log10Op: "log10",
    math.Log1pOp: "log1p",
    math.PowFOp: "pow",
    math.RoundOp: "round",
    math.RoundEvenOp: "roundeven",
    math.RsqrtOp: "rsqrt",
    math.SinOp: "sin",
    math.SinhOp: "sinh",
    math.SqrtOp: "sqrt",
    math.TanOp: "tan",
    math.TanhOp: "tanh",
    math.TruncOp: "trunc",
}
"""The function for f64; the one for f32 ends in `f`."""


@lower(*_NAMES)
def lower_to_call(op: Operation, rw: ConversionRewriter) -> Any:
    """Small floats are widened to f32, vectors taken apart."""
    type = op.results[0].type
    if isinstance(type, VectorType):
        return (_each_element(op, type, rw),)
    if type in (F16, BF16):
        return (_widened(op, rw),)
    if type not in (F32, F64):
        return rw.fail(f"libm has no functions of '{type}'")
    name = _NAMES[op.__class__] + ("f" if type is F32 else "")
    return call_instead(op, name, rw, {"llvm.readnone": UnitAttr()})


def _widened(op: Operation, rw: ConversionRewriter) -> Value:
    wide = [rw.insert(arith.ExtFOp.create((v,), (F32,))).results[0] for v in op.operands]
    inner = rw.insert(op.__class__.create(wide, (F32,), dict(op.properties)))
    return rw.insert(arith.TruncFOp.create(inner.results, (op.results[0].type,))).results[0]


def _each_element(op: Operation, type: VectorType, rw: ConversionRewriter) -> Value:
    """One scalar op for every element."""
    element: Type = element_type_of(type)
    zero = DenseElementsAttr.of(type, 0.0)
    found: Value = rw.insert(arith.ConstantOp.create((), (type,), {"value": zero})).results[0]
    for position in positions(type.shape):
        place: dict[str, Any] = {"static_position": i64_array(position)}
        parts = [
            rw.insert(vector.ExtractOp.create((v,), (element,), dict(place))).results[0]
            for v in op.operands
        ]
        one = rw.insert(op.__class__.create(parts, (element,), dict(op.properties)))
        made = vector.InsertOp.create((one.results[0], found), (type,), place)
        found = rw.insert(made).results[0]
    return found


@compiler_pass("convert-math-to-libm", anchor="builtin.module", each_function=True)
def convert_math_to_libm(op: Operation, state: PassState) -> None:
    """Lower the math dialect to calls of libm."""
    lower.convert(op, legal=("arith", "func", "vector"), illegal=("math",))
