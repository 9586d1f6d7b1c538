"""Constants, arithmetic, casts and parts of aggregates in the llvm dialect."""

from __future__ import annotations

from typing import Any

import numpy as np

from mlirlite.dialects import llvm
from mlirlite.dialects.llvm.attributes import PoisonAttr, UndefAttr, ZeroAttr
from mlirlite.dialects.llvm.types import LLVMArrayType
from mlirlite.interp.aggregates import (
    cast_number,
    frozen,
    part_types,
    parts_of,
    zero_value,
)
from mlirlite.interp.arith import (
    BINARY,
    CASTS,
    FLOAT_BINARY,
    compare_integers,
    run_cmpf,
    run_negf,
    run_select,
    run_trunci,
)
from mlirlite.interp.encoding import integer_type, reinterpreted
from mlirlite.interp.machine import Evaluation, Machine, evaluate
from mlirlite.interp.values import (
    POISON,
    array_of,
    array_or_poison,
    constant,
    elementwise,
    items,
    scalar,
    tidy,
)
from mlirlite.interp.vector import shuffled
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, StringAttr
from mlirlite.ir.dense import ElementsAttr
from mlirlite.ir.types import IntegerType, VectorType, element_type_of

_SAME: dict[type[Any], Evaluation] = {
    llvm.AddOp: BINARY["add"],
    llvm.SubOp: BINARY["sub"],
    llvm.MulOp: BINARY["mul"],
    llvm.UDivOp: BINARY["divu"],
    llvm.SDivOp: BINARY["divs"],
    llvm.URemOp: BINARY["remu"],
    llvm.SRemOp: BINARY["rems"],
    llvm.AndOp: BINARY["and"],
    llvm.OrOp: BINARY["or"],
    llvm.XOrOp: BINARY["xor"],
    llvm.ShlOp: BINARY["shl"],
    llvm.LShrOp: BINARY["shru"],
    llvm.AShrOp: BINARY["shrs"],
    llvm.FAddOp: FLOAT_BINARY["add"],
    llvm.FSubOp: FLOAT_BINARY["sub"],
    llvm.FMulOp: FLOAT_BINARY["mul"],
    llvm.FDivOp: FLOAT_BINARY["div"],
    llvm.FRemOp: FLOAT_BINARY["rem"],
    llvm.FNegOp: run_negf,
    llvm.FCmpOp: run_cmpf,
    llvm.SelectOp: run_select,
    llvm.ZExtOp: CASTS["extu"],
    llvm.SExtOp: CASTS["exts"],
    llvm.TruncOp: run_trunci,
    llvm.UIToFPOp: CASTS["utof"],
    llvm.SIToFPOp: CASTS["stof"],
    llvm.FPToUIOp: CASTS["ftou"],
    llvm.FPToSIOp: CASTS["ftos"],
    llvm.FPExtOp: CASTS["round"],
    llvm.FPTruncOp: CASTS["round"],
}
for _cls, _evaluation in _SAME.items():
    evaluate.add(_cls, _evaluation)


@evaluate(llvm.ICmpOp)
def run_icmp(m: Machine, op: llvm.ICmpOp) -> Any:
    """A comparison of integers or addresses."""
    return compare_integers(m, op, integer_type(op.lhs.type))


@evaluate(llvm.PtrToIntOp, llvm.IntToPtrOp)
def run_address_cast(m: Machine, op: llvm.PtrToIntOp | llvm.IntToPtrOp) -> Any:
    """An address as a number, or the other way."""
    source, target = (element_type_of(v.type) for v in (op.arg, op.res))
    return elementwise(lambda a: cast_number(a, source, target), op.res.type, m[op.arg])


@evaluate(llvm.AddrSpaceCastOp)
def run_addrspacecast(m: Machine, op: llvm.AddrSpaceCastOp) -> Any:
    """The same address."""
    return m.raw(op.arg)


@evaluate(llvm.BitcastOp)
def run_bitcast(m: Machine, op: llvm.BitcastOp) -> Any:
    """The same bits."""
    return reinterpreted(m.raw(op.arg), op.arg.type, op.res.type)


@evaluate(llvm.FreezeOp)
def run_freeze(m: Machine, op: llvm.FreezeOp) -> Any:
    """The value, or zero where it is poison."""
    return frozen(m.raw(op.val), op.val.type)


@evaluate(llvm.UndefOp, llvm.PoisonOp)
def run_poison(m: Machine, op: llvm.UndefOp | llvm.PoisonOp) -> Any:
    """A value that must not be used."""
    return POISON


@evaluate(llvm.ZeroOp)
def run_zero(m: Machine, op: llvm.ZeroOp) -> Any:
    """Zero of any type."""
    return zero_value(op.res.type)


@evaluate(llvm.ConstantOp)
def run_constant(m: Machine, op: llvm.ConstantOp) -> Any:
    """The constant."""
    return constant_of(op.value, op.res.type)


def constant_of(value: Attribute, type: Type) -> Any:
    """The value of a constant of LLVM's types."""
    if isinstance(value, (UndefAttr, PoisonAttr)):
        return POISON
    if isinstance(value, ZeroAttr):
        return zero_value(type)
    if isinstance(value, StringAttr):
        raw = value.value.encode("utf-8", "surrogateescape")
        return tuple(b - 256 if b > 127 else b for b in raw)
    if isinstance(value, ArrayAttr):
        return tuple(constant_of(v, t) for v, t in zip(value, part_types(type), strict=True))
    if isinstance(value, ElementsAttr):
        return _nested(iter(items(constant(value, value.type))), type)
    element = element_type_of(type)
    found = constant(value, element)
    if isinstance(value, FloatAttr) and isinstance(element, IntegerType):
        found = reinterpreted(value.value, value.type, element)
    if isinstance(type, VectorType):
        return array_of([found] * type.num_elements, type.shape, element)
    return found


def _nested(values: Any, type: Type) -> Any:
    if isinstance(type, LLVMArrayType):
        return tuple(_nested(values, type.element_type) for _ in range(type.count))
    if isinstance(type, VectorType):
        row = [next(values) for _ in range(type.num_elements)]
        return array_of(row, type.shape, type.element_type)
    return next(values)


@evaluate(llvm.ExtractValueOp)
def run_extractvalue(m: Machine, op: llvm.ExtractValueOp) -> Any:
    """A part of a struct or array."""
    value = m.raw(op.container)
    for i in op.position:
        value = POISON if value is POISON else value[i]
    return value


@evaluate(llvm.InsertValueOp)
def run_insertvalue(m: Machine, op: llvm.InsertValueOp) -> Any:
    """A struct or array with another part."""
    return _with_part(m.raw(op.container), op.res.type, list(op.position), m.raw(op.value))


def _with_part(value: Any, type: Type, position: list[int], part: Any) -> Any:
    if not position:
        return part
    at, found = position[0], list(parts_of(value, type))
    found[at] = _with_part(found[at], part_types(type)[at], position[1:], part)
    return tuple(found)


@evaluate(llvm.ExtractElementOp)
def run_extractelement(m: Machine, op: llvm.ExtractElementOp) -> Any:
    """An element of a vector; poison outside."""
    value, at = m[op.vector], m[op.position]
    inside = 0 <= at < len(value)
    return scalar(value[at], integer_type(op.vector.type)) if inside else POISON


@evaluate(llvm.InsertElementOp)
def run_insertelement(m: Machine, op: llvm.InsertElementOp) -> Any:
    """A vector with another element; poison outside."""
    value = array_or_poison(m.raw(op.vector), op.res.type)
    at = m[op.position]
    if not 0 <= at < len(value):
        return POISON
    found = value.astype(object)
    found[at] = m.raw(op.value)
    return tidy(found, op.res.type)


@evaluate(llvm.ShuffleVectorOp)
def run_shufflevector(m: Machine, op: llvm.ShuffleVectorOp) -> Any:
    """Elements of two vectors chosen by a mask; poison for -1."""
    pair = [array_or_poison(m.raw(v), v.type).astype(object) for v in (op.v1, op.v2)]
    return shuffled(np.concatenate(pair), list(op.mask), op.res.type)
