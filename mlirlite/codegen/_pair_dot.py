"""krnl.pair_dot by the instruction of x86, or by multiplications.

krnl.pair_dot %a, %b : vector<32xui8>, vector<32xi8> into vector<16xi16>
-->  llvm.call_intrinsic "llvm.x86.avx2.pmadd.ub.sw"(%a, %b)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects import arith, builtin, krnl, llvm, vector
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import StringAttr, i32_array, i64_array
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I8, I16, I32, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter
from mlirlite.support.tuning import Fixed

_INTRINSICS = {
    16: "llvm.x86.ssse3.pmadd.ub.sw.128",
    32: "llvm.x86.avx2.pmadd.ub.sw",
    64: "llvm.x86.avx512.pmaddubs.w.512",
}
"""By the bytes of a vector."""
_LARGEST: Fixed[int] = (1 << 15) - 1
"""The largest number of 16 bits."""


def pair_dot(op: krnl.PairDotOp, rw: ConversionRewriter, pairs: bool) -> Value:
    """`pairs`: the target is x86 with the instruction."""
    lhs, rhs = rw.operands
    made: Any = op.result.type
    count = made.shape[0]
    plain = make(rw, builtin.UnrealizedConversionCastOp, (lhs,), VectorType((2 * count,), I8))
    name = _INTRINSICS.get(2 * count)
    if pairs and name is not None:
        properties: dict[str, Attribute] = {
            "intrin": StringAttr(name),
            "operandSegmentSizes": i32_array((2, 0)),
        }
        return make(rw, llvm.CallIntrinsicOp, (plain, rhs), made, properties)
    wide = VectorType((2 * count,), I32)
    left = make(rw, arith.ExtUIOp, (plain,), wide)
    right = make(rw, arith.ExtSIOp, (rhs,), wide)
    products = make(rw, arith.MulIOp, (left, right), wide)
    half = VectorType((count,), I32)
    both = []
    for i in range(2):
        mask: dict[str, Attribute] = {"mask": i64_array(list(range(i, 2 * count, 2)))}
        both.append(make(rw, vector.ShuffleOp, (products, products), half, mask))
    total = make(rw, arith.AddIOp, both, half)
    for limit, bounded in ((_LARGEST, arith.MinSIOp), (-_LARGEST - 1, arith.MaxSIOp)):
        value: dict[str, Attribute] = {"value": DenseElementsAttr.of(half, limit)}
        splat = make(rw, arith.ConstantOp, (), half, value)
        total = make(rw, bounded, (total, splat), half)
    return make(rw, arith.TruncIOp, (total,), VectorType((count,), I16))


def make(
    rw: ConversionRewriter,
    op: type[Operation],
    operands: Sequence[Value],
    type: Type,
    properties: dict[str, Attribute] | None = None,
) -> Value:
    """The result of an op with the defaults of its properties, inserted."""
    defaults = {n: f.default for n, f in op.definition.properties.items() if f.default is not None}
    made = op.create(operands, (type,), {**defaults, **(properties or {})})
    value: Value = rw.insert(made).results[0]
    return value
