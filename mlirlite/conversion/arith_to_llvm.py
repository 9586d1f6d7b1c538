"""arith → llvm. `arith.addi %a, %b overflow<nsw> : index` --> `llvm.add %a, %b overflow<nsw> :
i64`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion._create import create
from mlirlite.conversion._llvm_elementwise import elementwise, has_emulated_float, unrolled
from mlirlite.conversion._llvm_ops import (
    binary,
    extract_value,
    fastmath,
    int_constant,
    select,
)
from mlirlite.conversion._llvm_types import llvm_types, run
from mlirlite.dialects import arith, llvm
from mlirlite.dialects.arith.transforms.arith_expand import expand
from mlirlite.dialects.llvm.types import LLVMArrayType, LLVMStructType
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I32, I64, IntegerType, VectorType, element_type_of
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowering, Lowerings

lower = Lowerings("convert-arith-to-llvm", llvm_types())

_OVERFLOW = tuple([IntegerAttr(i, I32) for i in range(4)])


def _overflow(op: Operation) -> dict[str, Attribute]:
    flags = op.properties.get("overflowFlags")
    value = flags.value if isinstance(flags, arith.IntegerOverflowFlagsAttr) else 0
    return {"overflowFlags": _OVERFLOW[int(value)]}


def _exact(op: Operation) -> dict[str, Attribute]:
    found = op.properties.get("isExact")
    return {} if found is None else {"isExact": found}


def _fastmath(op: Operation) -> dict[str, Attribute]:
    return {"fastmathFlags": fastmath(op.properties.get("fastmath"))}


for _source, _target, _properties in (
    (arith.AddIOp, llvm.AddOp, _overflow),
    (arith.SubIOp, llvm.SubOp, _overflow),
    (arith.MulIOp, llvm.MulOp, _overflow),
    (arith.ShLIOp, llvm.ShlOp, _overflow),
    (arith.DivUIOp, llvm.UDivOp, _exact),
    (arith.DivSIOp, llvm.SDivOp, _exact),
    (arith.ShRUIOp, llvm.LShrOp, _exact),
    (arith.ShRSIOp, llvm.AShrOp, _exact),
    (arith.RemUIOp, llvm.URemOp, None),
    (arith.RemSIOp, llvm.SRemOp, None),
    (arith.AndIOp, llvm.AndOp, None),
    (arith.OrIOp, llvm.OrOp, None),
    (arith.XOrIOp, llvm.XOrOp, None),
    (arith.MaxSIOp, llvm.SMaxOp, None),
    (arith.MaxUIOp, llvm.UMaxOp, None),
    (arith.MinSIOp, llvm.SMinOp, None),
    (arith.MinUIOp, llvm.UMinOp, None),
    (arith.AddFOp, llvm.FAddOp, _fastmath),
    (arith.SubFOp, llvm.FSubOp, _fastmath),
    (arith.MulFOp, llvm.FMulOp, _fastmath),
    (arith.DivFOp, llvm.FDivOp, _fastmath),
    (arith.RemFOp, llvm.FRemOp, _fastmath),
    (arith.NegFOp, llvm.FNegOp, _fastmath),
    (arith.MaximumFOp, llvm.MaximumOp, _fastmath),
    (arith.MinimumFOp, llvm.MinimumOp, _fastmath),
    (arith.MaxNumFOp, llvm.MaxNumOp, _fastmath),
    (arith.MinNumFOp, llvm.MinNumOp, _fastmath),
    (arith.SIToFPOp, llvm.SIToFPOp, None),
    (arith.UIToFPOp, llvm.UIToFPOp, None),
    (arith.FPToSIOp, llvm.FPToSIOp, None),
    (arith.FPToUIOp, llvm.FPToUIOp, None),
    (arith.ExtSIOp, llvm.SExtOp, None),
    (arith.ExtUIOp, llvm.ZExtOp, None),
    (arith.TruncIOp, llvm.TruncOp, _overflow),
):
    lower(_source)(elementwise(_target, _properties))
lower(arith.ExtFOp)(elementwise(llvm.FPExtOp, kept=("fastmath",)))


_ROUNDING = {0: 1, 1: 3, 2: 2, 3: 0, 4: 4}
"""arith's rounding modes as LLVM's: nearest even, down, up, to zero, nearest away."""


def _rounded(op: Operation) -> dict[str, Attribute]:
    mode = op.properties["roundingmode"]
    value = _ROUNDING[mode.value] if isinstance(mode, IntegerAttr) else 1
    return {"fpExceptionBehavior": IntegerAttr(0, I64), "roundingmode": IntegerAttr(value, I64)}


_truncate = elementwise(llvm.FPTruncOp, kept=("fastmath",))
_truncate_rounded = elementwise(llvm.ConstrainedFPTruncIntr, _rounded, kept=("fastmath",))


@lower(arith.TruncFOp)
def lower_truncf(op: arith.TruncFOp, rw: ConversionRewriter) -> Any:
    """With a rounding mode it becomes the constrained intrinsic."""
    return (_truncate_rounded if "roundingmode" in op.properties else _truncate)(op, rw)


@lower(arith.ConstantOp)
def lower_constant(op: arith.ConstantOp, rw: ConversionRewriter) -> Sequence[Value]:
    """The value stays as it is; its type may be less specific (a vector of vectors, an index)."""
    type = rw.convert(op.results[0].type)
    attributes = dict(op._attributes) if op._attributes else None
    made = llvm.ConstantOp.create((), (type,), {"value": op.properties["value"]}, attributes)
    return rw.insert(made).results


def _resized(signed: bool) -> Any:
    """index_cast: sext or zext to more bits, trunc to fewer, no op for the same number."""
    wider = llvm.SExtOp if signed else llvm.ZExtOp

    def lower_cast(op: Operation, rw: ConversionRewriter) -> Any:
        source, target = rw.operand(0), rw.convert(op.results[0].type)
        if target is source.type:
            return (source,)
        before, after = (_bits(_innermost(t)) for t in (source.type, target))
        if not before or not after:
            return rw.fail("it casts no integers")
        properties: dict[str, Attribute] = {} if after > before else {"overflowFlags": _OVERFLOW[0]}
        cls: type[Operation] = wider if after > before else llvm.TruncOp

        def one(parts: Sequence[Value], type: Type) -> Value:
            return create(rw, cls, parts, type, dict(properties))

        if isinstance(target, LLVMArrayType):
            return (unrolled(rw, (source,), target, one),)
        return (one((source,), target),)

    return lower_cast


lower(arith.IndexCastOp)(_resized(signed=True))
lower(arith.IndexCastUIOp)(_resized(signed=False))


def _innermost(type: Type) -> Type:
    while isinstance(type, LLVMArrayType):
        type = type.element_type
    return element_type_of(type)


def _bits(type: Type) -> int:
    return type.width if isinstance(type, IntegerType) else 0


@lower(arith.BitcastOp)
def lower_bitcast(op: arith.BitcastOp, rw: ConversionRewriter) -> Any:
    """A cast between types with the same LLVM type disappears."""
    source, target = rw.operand(0), rw.convert(op.results[0].type)
    if target is source.type:
        return (source,)
    if isinstance(target, LLVMArrayType):
        return (unrolled(rw, (source,), target, lambda v, t: create(rw, llvm.BitcastOp, v, t)),)
    return (create(rw, llvm.BitcastOp, (source,), target),)


_PREDICATES = tuple([IntegerAttr(i, I64) for i in range(16)])


def _comparison(cls: type[Operation], floats: bool) -> Any:
    def lower_comparison(op: Operation, rw: ConversionRewriter) -> Any:
        if has_emulated_float(op):
            return rw.fail("it has a float type that LLVM does not have")
        result = rw.convert(op.results[0].type)
        operands = rw.operands
        predicate = op.properties["predicate"]
        number = predicate.value if isinstance(predicate, IntegerAttr) else 0
        properties: dict[str, Attribute] = {"predicate": _PREDICATES[number]}
        if floats:
            properties["fastmathFlags"] = fastmath(op.properties.get("fastmath"))

        def one(parts: Sequence[Value], type: Type) -> Value:
            return create(rw, cls, parts, type, dict(properties))

        if isinstance(result, LLVMArrayType):
            return (unrolled(rw, operands, result, one),)
        return (one(operands, result),)

    return lower_comparison


lower(arith.CmpIOp)(_comparison(llvm.ICmpOp, floats=False))
lower(arith.CmpFOp)(_comparison(llvm.FCmpOp, floats=True))


@lower(arith.SelectOp)
def lower_select(op: arith.SelectOp, rw: ConversionRewriter) -> Any:
    """A single bit selects whole values of any type."""
    result = rw.convert(op.results[0].type)
    operands = rw.operands
    if not isinstance(operands[0].type, LLVMArrayType):
        return (select(rw, *operands),)
    return (unrolled(rw, operands, result, lambda v, t: select(rw, v[0], v[1], v[2])),)


# Ops that become several


@lower(arith.AddUIExtendedOp)
def lower_addui_extended(op: arith.AddUIExtendedOp, rw: ConversionRewriter) -> Any:
    """Sum and carry of LLVM's addition with overflow."""
    sum_type, carry_type = (rw.convert(r.type) for r in op.results)
    if isinstance(sum_type, LLVMArrayType):
        return rw.fail("vectors of several dimensions are to be unrolled before")
    both = create(rw, llvm.UAddWithOverflowOp, rw.operands, LLVMStructType((sum_type, carry_type)))
    return extract_value(rw, both, 0), extract_value(rw, both, 1)


def _extended_product(cls: type[Operation]) -> Any:
    """The product in twice the bits, low half and high half."""

    def lower_product(op: Operation, rw: ConversionRewriter) -> Any:
        type = rw.convert(op.results[0].type)
        if isinstance(type, LLVMArrayType):
            return rw.fail("vectors of several dimensions are to be unrolled before")
        bits = _bits(element_type_of(type))
        element = IntegerType(2 * bits)
        wide: Type = type.replace(element_type=element) if isinstance(type, VectorType) else element
        lhs, rhs = rw.operands
        product = binary(
            rw, llvm.MulOp, create(rw, cls, (lhs,), wide), create(rw, cls, (rhs,), wide)
        )
        low = create(rw, llvm.TruncOp, (product,), type, {"overflowFlags": _OVERFLOW[0]})
        shifted = create(rw, llvm.LShrOp, (product, int_constant(rw, bits, wide)))
        return low, create(rw, llvm.TruncOp, (shifted,), type, {"overflowFlags": _OVERFLOW[0]})

    return lower_product


lower(arith.MulSIExtendedOp)(_extended_product(llvm.SExtOp))
lower(arith.MulUIExtendedOp)(_extended_product(llvm.ZExtOp))


def _divided(expanded: Lowering) -> Lowering:
    """To ops of arith, which fold and are lowered then. Those of tensors would not be."""

    def lower_division(op: Operation, rw: ConversionRewriter) -> Any:
        rw.convert(op.results[0].type)
        return expanded(op, rw)

    return lower_division


for _cls in (arith.CeilDivUIOp, arith.CeilDivSIOp, arith.FloorDivSIOp):
    _expanded = expand.table.get(_cls)
    if _expanded is not None:
        lower.add(_cls, _divided(_expanded))


@compiler_pass("convert-arith-to-llvm", each_function=True)
def convert_arith_to_llvm(op: Operation, state: PassState, *, index_bitwidth: int = 0) -> None:
    """Lower the arith dialect to the llvm dialect.

    index_bitwidth: bits of the index type, 0 for the machine's word
    """
    run(lower, op, index_bitwidth)
