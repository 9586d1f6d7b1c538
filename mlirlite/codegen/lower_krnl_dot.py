"""--lower-krnl-dot: products of neighbors by the target's instruction, or by multiply-adds.

krnl.dot %a, %b, %s : vector<64xui8>, vector<64xi8> into vector<16xi32>
-->  llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%s, %a, %b)
"""

from __future__ import annotations

from functools import cache
from typing import Any

from mlirlite.codegen._lookup import lookup
from mlirlite.codegen._pair_dot import make, pair_dot
from mlirlite.dialects import arith, builtin, krnl, llvm, vector
from mlirlite.dialects.krnl.dot import UI8
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import StringAttr, i32_array, i64_array
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import BF16, F32, I8, I16, I32, VectorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings
from mlirlite.rewriting.type_conversion import TypeConverter
from mlirlite.support.machine import Machine, machine

INSTRUCTIONS: dict[str, tuple[Type, dict[int, str]]] = {
    "vpdpbusd": (UI8, {16 << i: f"llvm.x86.avx512.vpdpbusd.{128 << i}" for i in range(3)}),
    "vdpbf16ps": (BF16, {16 << i: f"llvm.x86.avx512bf16.dpbf16ps.{128 << i}" for i in range(3)}),
    "sdot": (I8, {16: "llvm.aarch64.neon.sdot.v4i32.v16i8"}),
    "usdot": (UI8, {16: "llvm.aarch64.neon.usdot.v4i32.v16i8"}),
    "bfdot": (BF16, {16: "llvm.aarch64.neon.bfdot.v4f32.v8bf16"}),
}
"""By the name in a machine's description: the elements of the left factors, and LLVM's intrinsics
by the bytes of a vector."""

PRODUCTS: dict[str, dict[int, str]] = {
    "vpmaddwd": {
        16: "llvm.x86.sse2.pmadd.wd",
        32: "llvm.x86.avx2.pmadd.wd",
        64: "llvm.x86.avx512.pmaddw.d.512",
    }
}
"""As `INSTRUCTIONS`, for pairs of 16-bit integers: these only add up two products each."""


class _Target(TypeConverter):
    """Types stay the same; the machine says which instructions it has."""

    def __init__(self, machine: Machine | None) -> None:
        super().__init__()
        self.machine = machine

    def intrinsic(self, element: Type, vector_bytes: int) -> str | None:
        """The target's intrinsic for left factors of this type."""
        for name in self.machine.dots if self.machine is not None else ():
            if name not in INSTRUCTIONS:
                continue
            taken, intrinsics = INSTRUCTIONS[name]
            if taken is element and vector_bytes in intrinsics:
                return intrinsics[vector_bytes]
        return None

    def pairs(self, vector_bytes: int) -> str | None:
        """The target's intrinsic for pairs of 16-bit integers."""
        for name in self.machine.dots if self.machine is not None else ():
            found = PRODUCTS.get(name, {}).get(vector_bytes)
            if found is not None:
                return found
        return None


lower = Lowerings("lower-krnl-dot", types=_Target(None))


@cache
def _lowerings(target: str) -> Lowerings:
    return Lowerings(lower.name, _Target(machine(target)), include=[lower])


@compiler_pass("lower-krnl-dot", each_function=True)
def lower_krnl_dot(op: Operation, state: PassState, *, target: str = "") -> None:
    """Lower krnl.dot, krnl.pair_dot and krnl.lookup to the target's instructions, or to widening
    multiply-adds and choices.

    Bytes whose sign differs from the instruction's are offset by 128; the sums are corrected for
    that.

    target: the processor, for its instructions; without one, all become multiply-adds
    """
    (_lowerings(target) if target else lower).convert(
        op, illegal=(krnl.DotOp, krnl.PairDotOp, krnl.LookupOp), fold=False
    )


@lower(krnl.PairDotOp)
def lower_pair_dot(op: krnl.PairDotOp, rw: ConversionRewriter) -> Any:
    """By the target's instruction, if it has one."""
    target: Any = rw.types
    return (pair_dot(op, rw, target.machine is not None and target.machine.sums_pairs),)


@lower(krnl.LookupOp)
def lower_lookup(op: krnl.LookupOp, rw: ConversionRewriter) -> Any:
    """By the target's permutations, if it has some."""
    target: Any = rw.types
    return (lookup(op, rw, target.machine),)


@lower(krnl.DotOp)
def lower_dot(op: krnl.DotOp, rw: ConversionRewriter) -> Any:
    """The first way that the target has."""
    target: Any = rw.types
    lhs, rhs, acc = rw.operands
    type: Any = lhs.type
    element, size = type.element_type, type.shape[0] * type.element_type.width // 8
    name = target.intrinsic(element, size)
    if name is not None:
        return (_call(rw, name, lhs, rhs, acc),)
    if element is BF16:
        return (_bf16_dot(rw, lhs, rhs, acc),)
    pairs = target.pairs(size)
    if element is I16:
        return (_pair_dot(rw, pairs, lhs, rhs, acc),)
    name = target.intrinsic(UI8 if element is I8 else I8, size)
    if name is not None:
        return (_other_sign(rw, name, lhs, rhs, acc),)
    if pairs is not None:
        return (_dot_of_pairs(rw, pairs, lhs, rhs, acc),)
    return (_byte_dot(rw, lhs, rhs, acc),)


def _plain(rw: ConversionRewriter, value: Value) -> Value:
    """`ui8` as `i8`."""
    type: Any = value.type
    if type.element_type is not UI8:
        return value
    return make(rw, builtin.UnrealizedConversionCastOp, (value,), VectorType(type.shape, I8))


def _splat(rw: ConversionRewriter, number: int, type: Any) -> Value:
    value = DenseElementsAttr.of(type, number)
    return make(rw, arith.ConstantOp, (), type, {"value": value})


def _call(rw: ConversionRewriter, name: str, lhs: Value, rhs: Value, acc: Value) -> Value:
    properties: dict[str, Attribute] = {
        "intrin": StringAttr(name),
        "operandSegmentSizes": i32_array((3, 0)),
    }
    operands = (acc, _plain(rw, lhs), _plain(rw, rhs))
    return make(rw, llvm.CallIntrinsicOp, operands, acc.type, properties)


def _other_sign(rw: ConversionRewriter, name: str, lhs: Value, rhs: Value, acc: Value) -> Value:
    """a·b + s  -->  (a + 128)·b + s - 128·b; with the highest bit of a byte flipped, an instruction
    for the other sign reads a + 128 or a - 128, and that bit alone as 128 or -128."""
    lhs = _plain(rw, lhs)
    bit = _splat(rw, -128, lhs.type)
    moved = make(rw, arith.XOrIOp, (lhs, bit), lhs.type)
    found = _call(rw, name, moved, rhs, acc)
    extra = _call(rw, name, bit, rhs, _splat(rw, 0, acc.type))
    return make(rw, arith.SubIOp, (found, extra), acc.type)


def _pair_dot(
    rw: ConversionRewriter, name: str | None, lhs: Value, rhs: Value, acc: Value
) -> Value:
    """The sums of two products each by an instruction of a name, or by multiply-adds."""
    if name is not None:
        properties: dict[str, Attribute] = {
            "intrin": StringAttr(name),
            "operandSegmentSizes": i32_array((2, 0)),
        }
        products = make(rw, llvm.CallIntrinsicOp, (lhs, rhs), acc.type, properties)
        return make(rw, arith.AddIOp, (acc, products), acc.type)
    for i in range(2):
        factors = [make(rw, arith.ExtSIOp, (_every(rw, v, i, 2),), acc.type) for v in (lhs, rhs)]
        acc = make(rw, arith.AddIOp, (acc, make(rw, arith.MulIOp, factors, acc.type)), acc.type)
    return acc


def _every(rw: ConversionRewriter, value: Value, first: int, step: int) -> Value:
    """Every `step`th element, from the first one on."""
    type: Any = value.type
    count = type.shape[0]
    mask: dict[str, Attribute] = {"mask": i64_array(list(range(first, count, step)))}
    some = VectorType((count // step,), type.element_type)
    return make(rw, vector.ShuffleOp, (value, value), some, mask)


def _dot_of_pairs(rw: ConversionRewriter, name: str, lhs: Value, rhs: Value, acc: Value) -> Value:
    """Four bytes as two pairs: those at even places, then those at odd ones. LLVM widens a vector
    once, however many products it is part of."""
    for first, second in zip(_halves(rw, lhs), _halves(rw, rhs), strict=True):
        acc = _pair_dot(rw, name, first, second, acc)
    return acc


def _halves(rw: ConversionRewriter, value: Value) -> tuple[Value, Value]:
    """The bytes at even places, and those at odd ones, with 16 bits each."""
    type: Any = value.type
    wide = VectorType((type.shape[0] // 2,), I16)
    words = make(rw, vector.BitCastOp, (_plain(rw, value),), wide)
    eight = _splat(rw, 8, wide)
    if type.element_type is UI8:
        low = make(rw, arith.AndIOp, (words, _splat(rw, 255, wide)), wide)
        return low, make(rw, arith.ShRUIOp, (words, eight), wide)
    moved = make(rw, arith.ShLIOp, (words, eight), wide)
    low = make(rw, arith.ShRSIOp, (moved, eight), wide)
    return low, make(rw, arith.ShRSIOp, (words, eight), wide)


def _byte_dot(rw: ConversionRewriter, lhs: Value, rhs: Value, acc: Value) -> Value:
    """Products fit in 16 bits; those of every fourth byte are added to the sums."""
    type: Any = lhs.type
    count = type.shape[0]
    wide = VectorType((count,), I16)
    extend = arith.ExtUIOp if type.element_type is UI8 else arith.ExtSIOp
    factors = (
        make(rw, extend, (_plain(rw, lhs),), wide),
        make(rw, arith.ExtSIOp, (rhs,), wide),
    )
    products = make(rw, arith.MulIOp, factors, wide)
    for i in range(4):
        some = _every(rw, products, i, 4)
        acc = make(rw, arith.AddIOp, (acc, make(rw, arith.ExtSIOp, (some,), acc.type)), acc.type)
    return acc


def _bf16_dot(rw: ConversionRewriter, lhs: Value, rhs: Value, acc: Value) -> Value:
    """A bf16 is the high half of an f32: each word holds two factors."""
    type: Any = acc.type
    words = VectorType(type.shape, I32)
    floats = VectorType(words.shape, F32)
    pairs = [make(rw, vector.BitCastOp, (v,), words) for v in (lhs, rhs)]
    high = _splat(rw, -(1 << 16), words)
    half = _splat(rw, 16, words)
    for op, operand in ((arith.AndIOp, high), (arith.ShLIOp, half)):
        a, b = (
            make(rw, arith.BitcastOp, (make(rw, op, (p, operand), words),), floats) for p in pairs
        )
        acc = make(rw, vector.FMAOp, (a, b, acc), floats)
    return acc
