"""Ops of the llvm dialect that conversions insert, made without the checks of the constructors."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from mlirlite.conversion._create import create, create_void
from mlirlite.conversion._llvm_types import LLVMTypes
from mlirlite.dialects import llvm
from mlirlite.dialects._constraints import i1_like
from mlirlite.dialects.arith import FastMathFlags, FastMathFlagsAttr
from mlirlite.dialects.llvm.attributes import NO_FASTMATH
from mlirlite.dialects.llvm.enums import FastmathFlags
from mlirlite.dialects.llvm.types import (
    PTR,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    UNIT,
    DenseArrayAttr,
    FloatAttr,
    IntegerAttr,
    i32_array,
    i64_array,
)
from mlirlite.ir.builder import Builder
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    I32,
    I64,
    INDEX,
    FloatType,
    IntegerType,
    VectorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.rewriting.type_conversion import NoCounterpart


def constant(rw: Builder, value: Attribute, type: Type) -> Value:
    """A constant of an attribute."""
    return create(rw, llvm.ConstantOp, (), type, {"value": value})


def int_constant(rw: Builder, value: int, type: Type) -> Value:
    """An integer constant, or a splat of a vector type. i0 has one value, 0."""
    scalar = element_type_of(type)
    if isinstance(scalar, IntegerType) and scalar.width == 0:
        value = 0
    if isinstance(type, VectorType):
        return constant(rw, DenseElementsAttr.of(type, value), type)
    return constant(rw, IntegerAttr(value, type), type)


def float_constant(rw: Builder, value: float, type: Type) -> Value:
    """A float constant, or a splat of a vector type."""
    if isinstance(type, VectorType):
        return constant(rw, DenseElementsAttr.of(type, float(value)), type)
    if not isinstance(type, FloatType):
        raise NoCounterpart(f"'{type}' is not a float type")
    return constant(rw, FloatAttr(value, type), type)


def index_constant(rw: Builder, value: int, types: LLVMTypes) -> Value:
    """An index constant: `llvm.mlir.constant(3 : index) : i64`."""
    return constant(rw, IntegerAttr(value, INDEX), types.index)


_OVERFLOW = tuple([IntegerAttr(i, I32) for i in range(4)])
NSW, NUW = 1, 2


def binary(rw: Builder, cls: type[Operation], lhs: Value, rhs: Value, overflow: int = 0) -> Value:
    """add, sub, mul, shl of integers; `overflow` is NSW, NUW or both."""
    return create(rw, cls, (lhs, rhs), lhs.type, {"overflowFlags": _OVERFLOW[overflow]})


_PREDICATES = {p.name: IntegerAttr(int(p), I64) for p in llvm.ICmpPredicate}


def icmp(rw: Builder, predicate: str, lhs: Value, rhs: Value) -> Value:
    """An integer comparison."""
    type = i1_like(lhs.type)
    return create(rw, llvm.ICmpOp, (lhs, rhs), type, {"predicate": _PREDICATES[predicate]})


def select(rw: Builder, condition: Value, true: Value, false: Value) -> Value:
    """One of two values."""
    properties: dict[str, Attribute] = {"fastmathFlags": NO_FASTMATH}
    return create(rw, llvm.SelectOp, (condition, true, false), true.type, properties)


def extract_value(rw: Builder, container: Value, *position: int) -> Value:
    """A part of a struct or array."""
    type = llvm.element_at(container.type, position)
    if type is None:
        raise NoCounterpart(f"'{container.type}' has no element at {list(position)}")
    return create(rw, llvm.ExtractValueOp, (container,), type, {"position": i64_array(position)})


def insert_value(rw: Builder, container: Value, value: Value, *position: int) -> Value:
    """A struct or array with a part replaced."""
    return create(
        rw,
        llvm.InsertValueOp,
        (container, value),
        container.type,
        {"position": i64_array(position)},
    )


def poison(rw: Builder, type: Type) -> Value:
    """A value to fill by inserting."""
    return create(rw, llvm.PoisonOp, (), type)


@cache
def _constant_indices(indices: tuple[int, ...]) -> DenseArrayAttr:
    return i32_array(indices)


_GEP_FLAGS = {
    "": IntegerAttr(0, I32),
    "nusw": IntegerAttr(2, I32),
    "inbounds": IntegerAttr(3, I32),
    "nuw": IntegerAttr(4, I32),
    "inbounds|nuw": IntegerAttr(7, I32),
}


def gep(
    rw: Builder,
    base: Value,
    element: Type,
    indices: Sequence[Value | int],
    flags: str = "",
) -> Value:
    """A getelementptr."""
    raw = tuple([i if isinstance(i, int) else llvm.DYNAMIC_INDEX for i in indices])
    dynamic = [i for i in indices if not isinstance(i, int)]
    properties: dict[str, Attribute] = {
        "elem_type": element,
        "noWrapFlags": _GEP_FLAGS[flags],
        "rawConstantIndices": _constant_indices(raw),
    }
    return create(rw, llvm.GEPOp, (base, *dynamic), base.type, properties)


_NOT_ATOMIC = IntegerAttr(0, I64)


def load(
    rw: Builder, pointer: Value, type: Type, alignment: int = 0, *, nontemporal: bool = False
) -> Value:
    """A load; `alignment` in bytes, 0 for the type's own."""
    properties: dict[str, Attribute] = {"ordering": _NOT_ATOMIC}
    if alignment:
        properties["alignment"] = IntegerAttr(alignment, I64)
    if nontemporal:
        properties["nontemporal"] = UNIT
    return create(rw, llvm.LoadOp, (pointer,), type, properties)


def store(
    rw: Builder, value: Value, pointer: Value, alignment: int = 0, *, nontemporal: bool = False
) -> None:
    """A store; `alignment` in bytes, 0 for the type's own."""
    properties: dict[str, Attribute] = {"ordering": _NOT_ATOMIC}
    if alignment:
        properties["alignment"] = IntegerAttr(alignment, I64)
    if nontemporal:
        properties["nontemporal"] = UNIT
    create_void(rw, llvm.StoreOp, (value, pointer), properties)


def size_of(rw: Builder, type: Type, types: LLVMTypes) -> Value:
    """Bytes from one element to the next, computed by address arithmetic from the null pointer."""
    null = create(rw, llvm.ZeroOp, (), PTR)
    past = gep(rw, null, type, (1,))
    return create(rw, llvm.PtrToIntOp, (past,), types.index)


# Flags


@cache
def fastmath(flags: Attribute | None) -> Attribute:
    """arith's fast-math flags as the llvm dialect's."""
    if not isinstance(flags, FastMathFlagsAttr):
        none: Attribute = NO_FASTMATH
        return none
    found = FastmathFlags.none
    for flag in FastMathFlags:
        if flags.value & flag:
            found |= FastmathFlags[flag.name or "none"]
    made: Attribute = llvm.FastmathFlagsAttr(found)
    return made
