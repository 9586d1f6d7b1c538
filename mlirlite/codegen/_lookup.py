"""krnl.lookup by permutations of a table in registers, or by choices.

krnl.lookup %table[%i] : vector<16xf32>, vector<16xi32> -> vector<16xf32>
-->  llvm.call_intrinsic "llvm.x86.avx512.permvar.sf.512"(%table, %i)
"""

from __future__ import annotations

from typing import Any

from mlirlite.codegen._pair_dot import make
from mlirlite.dialects import arith, krnl, llvm, vector
from mlirlite.dialects.krnl.lookup import ENTRIES
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import StringAttr, i32_array, i64_array
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import F32, VectorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter
from mlirlite.support.machine import Machine
from mlirlite.support.tuning import Fixed

_HALF = ENTRIES // 2
_INTRINSICS = {_HALF: "llvm.x86.avx2.permps", ENTRIES: "llvm.x86.avx512.permvar.sf.512"}
"""By the numbers of a vector; an instruction reads as many bits of an index as it needs."""
_SIGN: Fixed[int] = 31
"""The highest bit of a word."""


def lookup(op: krnl.LookupOp, rw: ConversionRewriter, target: Machine | None) -> Value:
    """The ops that take the place of a look-up."""
    table, indices = rw.operands
    lanes = op.result.type.shape[0]
    name = _INTRINSICS.get(lanes)
    if target is None or not target.permutes_words or lanes * 4 > target.vector_bytes or not name:
        return _chosen(rw, table, indices, op.result.type)
    if lanes == ENTRIES:
        return _permuted(rw, name, table, indices, op.result.type)
    halves = [
        _permuted(rw, name, _part(rw, table, first), indices, op.result.type)
        for first in (0, _HALF)
    ]
    moved = make(rw, arith.ShLIOp, (indices, _splat(rw, _SIGN - 3, indices)), indices.type)
    upper = _compared(rw, arith.CmpIPredicate.slt, moved, _splat(rw, 0, indices))
    return make(rw, arith.SelectOp, (upper, halves[1], halves[0]), op.result.type)


def _permuted(rw: ConversionRewriter, name: str, table: Value, indices: Value, type: Any) -> Value:
    properties: dict[str, Attribute] = {
        "intrin": StringAttr(name),
        "operandSegmentSizes": i32_array((2, 0)),
    }
    return make(rw, llvm.CallIntrinsicOp, (table, indices), type, properties)


def _part(rw: ConversionRewriter, table: Value, first: int) -> Value:
    mask: dict[str, Attribute] = {"mask": i64_array(list(range(first, first + _HALF)))}
    return make(rw, vector.ShuffleOp, (table, table), VectorType((_HALF,), F32), mask)


def _chosen(rw: ConversionRewriter, table: Value, indices: Value, type: Any) -> Value:
    """Pairs of numbers, of which each bit of the index chooses one: for any processor."""
    numbers = []
    for i in range(ENTRIES):
        place: dict[str, Attribute] = {"static_position": i64_array([i])}
        number = make(rw, vector.ExtractOp, (table,), F32, place)
        numbers.append(make(rw, vector.BroadcastOp, (number,), type))
    bit = 1
    while len(numbers) > 1:
        only = make(rw, arith.AndIOp, (indices, _splat(rw, bit, indices)), indices.type)
        is_set = _compared(rw, arith.CmpIPredicate.ne, only, _splat(rw, 0, indices))
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        numbers = [make(rw, arith.SelectOp, (is_set, b, a), type) for a, b in pairs]
        bit *= 2
    return numbers[0]


def _splat(rw: ConversionRewriter, number: int, like: Value) -> Value:
    type: Any = like.type
    value: dict[str, Attribute] = {"value": DenseElementsAttr.of(type, number)}
    return make(rw, arith.ConstantOp, (), type, value)


def _compared(rw: ConversionRewriter, how: arith.CmpIPredicate, a: Value, b: Value) -> Value:
    found: Value = rw.insert(arith.CmpIOp(how, a, b)).result
    return found
