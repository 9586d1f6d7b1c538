"""index → llvm. `index.add %a, %b` --> `llvm.add %a, %b : i64`."""

from __future__ import annotations

from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_elementwise import elementwise
from mlirlite.conversion._llvm_ops import binary, constant, icmp, int_constant, select
from mlirlite.conversion._llvm_types import llvm_types, run, types_of
from mlirlite.dialects import index, llvm
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I1, I32, IntegerType
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

lower = Lowerings("convert-index-to-llvm", llvm_types())

_NO_OVERFLOW: dict[str, Attribute] = {"overflowFlags": IntegerAttr(0, I32)}

for _source, _target, _wraps in (
    (index.AddOp, llvm.AddOp, True),
    (index.SubOp, llvm.SubOp, True),
    (index.MulOp, llvm.MulOp, True),
    (index.ShlOp, llvm.ShlOp, True),
    (index.DivSOp, llvm.SDivOp, False),
    (index.DivUOp, llvm.UDivOp, False),
    (index.RemSOp, llvm.SRemOp, False),
    (index.RemUOp, llvm.URemOp, False),
    (index.MaxSOp, llvm.SMaxOp, False),
    (index.MaxUOp, llvm.UMaxOp, False),
    (index.MinSOp, llvm.SMinOp, False),
    (index.MinUOp, llvm.UMinOp, False),
    (index.ShrSOp, llvm.AShrOp, False),
    (index.ShrUOp, llvm.LShrOp, False),
    (index.AndOp, llvm.AndOp, False),
    (index.OrOp, llvm.OrOp, False),
    (index.XOrOp, llvm.XOrOp, False),
):
    lower(_source)(elementwise(_target, (lambda op: dict(_NO_OVERFLOW)) if _wraps else None))


@lower(index.CeilDivSOp)
def lower_ceildivs(op: index.CeilDivSOp, rw: ConversionRewriter) -> Any:
    """n * m > 0 ? (n + (m > 0 ? -1 : 1)) / m + 1 : -(-n / m), the sign of n * m found without the
    product."""
    n, m = rw.operands
    type = n.type
    zero, one, minus = (int_constant(rw, v, type) for v in (0, 1, -1))
    m_positive = icmp(rw, "sgt", m, zero)
    step = select(rw, m_positive, minus, one)
    quotient = create(rw, llvm.SDivOp, (binary(rw, llvm.AddOp, n, step), m))
    above = binary(rw, llvm.AddOp, quotient, one)
    negated = create(rw, llvm.SDivOp, (binary(rw, llvm.SubOp, zero, n), m))
    below = binary(rw, llvm.SubOp, zero, negated)
    same_sign = icmp(rw, "eq", icmp(rw, "sgt", n, zero), m_positive)
    condition = create(rw, llvm.AndOp, (same_sign, icmp(rw, "ne", n, zero)))
    return (select(rw, condition, above, below),)


@lower(index.CeilDivUOp)
def lower_ceildivu(op: index.CeilDivUOp, rw: ConversionRewriter) -> Any:
    """n == 0 ? 0 : (n - 1) / m + 1"""
    n, m = rw.operands
    zero, one = int_constant(rw, 0, n.type), int_constant(rw, 1, n.type)
    quotient = create(rw, llvm.UDivOp, (binary(rw, llvm.SubOp, n, one), m))
    above = binary(rw, llvm.AddOp, quotient, one)
    return (select(rw, icmp(rw, "eq", n, zero), zero, above),)


@lower(index.FloorDivSOp)
def lower_floordivs(op: index.FloorDivSOp, rw: ConversionRewriter) -> Any:
    """n * m < 0 ? -1 - ((m < 0 ? 1 : -1) - n) / m : n / m, the sign of n * m found without the
    product."""
    n, m = rw.operands
    type = n.type
    zero, one, minus = (int_constant(rw, v, type) for v in (0, 1, -1))
    m_negative = icmp(rw, "slt", m, zero)
    step = select(rw, m_negative, one, minus)
    quotient = create(rw, llvm.SDivOp, (binary(rw, llvm.SubOp, step, n), m))
    below = binary(rw, llvm.SubOp, minus, quotient)
    above = create(rw, llvm.SDivOp, (n, m))
    signs = icmp(rw, "ne", icmp(rw, "slt", n, zero), m_negative)
    condition = create(rw, llvm.AndOp, (signs, icmp(rw, "ne", n, zero)))
    return (select(rw, condition, below, above),)


def _cast(wider: type[Operation]) -> Any:
    def lower_cast(op: Operation, rw: ConversionRewriter) -> Any:
        source, target = rw.operand(0), rw.convert(op.results[0].type)
        if source.type is target:
            return (source,)
        if not isinstance(source.type, IntegerType) or not isinstance(target, IntegerType):
            return rw.fail("it casts no integers")
        if target.width > source.type.width:
            return (create(rw, wider, (source,), target),)
        return (create(rw, llvm.TruncOp, (source,), target, dict(_NO_OVERFLOW)),)

    return lower_cast


lower(index.CastSOp)(_cast(llvm.SExtOp))
lower(index.CastUOp)(_cast(llvm.ZExtOp))


@lower(index.CmpOp)
def lower_cmp(op: index.CmpOp, rw: ConversionRewriter) -> Any:
    """The predicates have the same names."""
    lhs, rhs = rw.operands
    return (icmp(rw, op.pred.value.name, lhs, rhs),)


@lower(index.SizeOfOp)
def lower_sizeof(op: index.SizeOfOp, rw: ConversionRewriter) -> Any:
    """The number of bits."""
    type = types_of(rw).index
    return (int_constant(rw, type.width, type),)


@lower(index.ConstantOp)
def lower_constant(op: index.ConstantOp, rw: ConversionRewriter) -> Any:
    """The number, wrapped to the width."""
    type = types_of(rw).index
    value = op.properties["value"]
    number = value.value if isinstance(value, IntegerAttr) else 0
    half = 1 << (type.width - 1)
    return (int_constant(rw, (number + half) % (2 * half) - half, type),)


@lower(index.BoolConstantOp)
def lower_bool_constant(op: index.BoolConstantOp, rw: ConversionRewriter) -> Any:
    """true or false."""
    return (constant(rw, op.properties["value"], I1),)


@compiler_pass("convert-index-to-llvm", each_function=True)
def convert_index_to_llvm(op: Operation, state: PassState, *, index_bitwidth: int = 0) -> None:
    """Lower the index dialect to the llvm dialect.

    index_bitwidth: bits of the index type, 0 for the machine's word
    """
    run(lower, op, index_bitwidth)
