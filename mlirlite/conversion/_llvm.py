"""What the conversions to the llvm dialect share: types, constants, ops made fast, vectors of
several dimensions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from mlirlite.dialects import llvm
from mlirlite.dialects.arith import FastMathFlags, FastMathFlagsAttr
from mlirlite.dialects.dlti.layout import index_width
from mlirlite.dialects.llvm.attributes import NO_FASTMATH
from mlirlite.dialects.llvm.enums import FastmathFlags
from mlirlite.dialects.llvm.types import (
    PTR,
    LLVMArrayType,
    LLVMPointerType,
    LLVMStructType,
    is_compatible,
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
    ComplexType,
    FloatType,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    UnrankedMemRefType,
    VectorType,
    element_type_of,
)
from mlirlite.ir.values import BlockArgument, OpResult, Value
from mlirlite.rewriting.casts import CAST, make_cast
from mlirlite.rewriting.conversion import ConversionRewriter, Lowering, Lowerings
from mlirlite.rewriting.type_conversion import TypeConverter
from mlirlite.support.diagnostics import DiagnosticError

WORD = 64
"""Bits of `index` where nothing else is said."""


class LLVMTypes(TypeConverter):
    """Builtin types as types of the llvm dialect. `index` is the integer that stands for
    `index`."""

    def __init__(self, index_bitwidth: int = WORD) -> None:
        super().__init__()
        self.index: IntegerType = IntegerType(index_bitwidth)
        self.materialization(cast_after_definition)
        for cls, rule in _RULES.items():
            self(cls)(rule)


@cache
def llvm_types(index_bitwidth: int = 0) -> LLVMTypes:
    """The type conversion for an index width; 0 is the machine word. DiagnosticError for a negative
    one."""
    if index_bitwidth < 0:
        raise DiagnosticError(f"'{index_bitwidth}' value invalid for uint argument!")
    return LLVMTypes(index_bitwidth or WORD)


def _index(type: IndexType, types: LLVMTypes) -> Type:
    return types.index


def _integer(type: IntegerType, types: LLVMTypes) -> Type:
    return type if type.is_signless else IntegerType(type.width)


def _float(type: FloatType, types: LLVMTypes) -> Type:
    return type if is_compatible(type) else IntegerType(type.width)


def _complex(type: ComplexType, types: LLVMTypes) -> Type:
    element = types.convert(type.element_type)
    made: Type = LLVMStructType((element, element))
    return made


def _vector(type: VectorType, types: LLVMTypes) -> Type | None:
    """Arrays of vectors of one dimension."""
    element = types.convert(type.element_type)
    if not type.shape:
        return VectorType((1,), element)
    scalable = type.scalable_dims
    if any(scalable[:-1]):
        return None
    found: Type = VectorType(type.shape[-1:], element, scalable[-1:])
    for size in reversed(type.shape[:-1]):
        found = LLVMArrayType(size, found)
    return found


def address_space(type: Any) -> int:
    """The number of the memory space of a memref or pointer: an attribute that is one, or that says
    its `address_space`. ValueError for another one."""
    space = type.memory_space
    if space is None:
        return 0
    if isinstance(space, IntegerAttr):
        return space.value
    number = getattr(space, "address_space", None)
    if isinstance(number, int):
        return number
    raise ValueError(
        "conversion of memref memory space "
        f"{space} to integer address space failed. Consider adding memory space conversions."
    )


def pointer_to(type: MemRefType | UnrankedMemRefType) -> LLVMPointerType:
    """The type of a pointer into a memref's buffer."""
    space = address_space(type)
    found: LLVMPointerType = LLVMPointerType(space) if space else PTR
    return found


def _memref(type: MemRefType, types: LLVMTypes) -> Type | None:
    """`{ allocated, aligned, offset, sizes[rank], strides[rank] }`."""
    pointer = pointer_to(type)
    types.convert(type.element_type)
    members: tuple[Type, ...] = (pointer, pointer, types.index)
    if type.rank:
        array = LLVMArrayType(type.rank, types.index)
        members = (*members, array, array)
    made: Type = LLVMStructType(members)
    return made


def _unranked_memref(type: UnrankedMemRefType, types: LLVMTypes) -> Type:
    """`{ rank, pointer to the descriptor }`."""
    made: Type = LLVMStructType((types.index, PTR))
    return made


def _struct(type: LLVMStructType, types: LLVMTypes) -> Type:
    """A struct of other types than LLVM's becomes one of those that stand for them, under another
    name if it has one."""
    if is_compatible(type):
        return type
    if type.identifier is None:
        return LLVMStructType(tuple(types.convert_all(type.body)), None, type.packed)
    itself = LLVMStructType((), type.identifier, reference=True)
    name = f"_Converted.{type.identifier}"
    body = [
        LLVMStructType((), name, reference=True) if t is itself else types.convert(t)
        for t in type.body
    ]
    made: Type = LLVMStructType(tuple(body), name, type.packed)
    return made


def _array(type: LLVMArrayType, types: LLVMTypes) -> Type:
    made: Type = LLVMArrayType(type.count, types.convert(type.element_type))
    return made


def _function(type: FunctionType, types: LLVMTypes) -> Type:
    return PTR


def _none(type: Type, types: LLVMTypes) -> None:
    return None


_RULES: dict[type[Type], Callable[..., Type | None]] = {
    IndexType: _index,
    IntegerType: _integer,
    FloatType: _float,
    ComplexType: _complex,
    VectorType: _vector,
    MemRefType: _memref,
    UnrankedMemRefType: _unranked_memref,
    FunctionType: _function,
    LLVMStructType: _struct,
    LLVMArrayType: _array,
    TensorType: _none,
}


def cast_after_definition(
    rw: Builder, values: Sequence[Value], types: Sequence[Type]
) -> Sequence[Value] | None:
    """A cast right after the value's definition, where others find it again: one for a value and
    type (as upstream)."""
    if len(values) != 1 or len(types) != 1:
        return None
    value, type = values[0], types[0]
    if isinstance(value, OpResult):
        block, before = value.owner.parent, value.owner.next
    elif isinstance(value, BlockArgument):
        block, before = value.owner, value.owner.first
    else:
        return None
    if block is None:
        return None
    step = before
    while step is not None and step.name == CAST:
        if step.operands == (value,) and step.result_types == (type,):
            return step.results
        step = step.next
    at = rw.block, rw.before
    rw.block, rw.before = block, before
    made = rw.insert(make_cast(values, types, rw.location))
    rw.block, rw.before = at
    return made.results


# Ops, made without the checks of the constructors


def make(
    rw: Builder,
    cls: type[Operation],
    operands: Sequence[Value],
    type: Type,
    properties: dict[str, Attribute] | None = None,
) -> Value:
    """Insert an op with one result and return that."""
    return rw.insert(cls.create(operands, (type,), properties)).results[0]


def make_void(
    rw: Builder,
    cls: type[Operation],
    operands: Sequence[Value],
    properties: dict[str, Attribute] | None = None,
) -> None:
    """Insert an op without a result."""
    rw.insert(cls.create(operands, (), properties))


def constant(rw: Builder, value: Attribute, type: Type) -> Value:
    """A constant of an attribute."""
    return make(rw, llvm.ConstantOp, (), type, {"value": value})


def integer(rw: Builder, value: int, type: Type) -> Value:
    """An integer constant, spread over a vector type."""
    if isinstance(type, VectorType):
        return constant(rw, DenseElementsAttr.of(type, value), type)
    return constant(rw, IntegerAttr(value, type), type)


def number(rw: Builder, value: float, type: Type) -> Value:
    """A float constant, spread over a vector type."""
    if isinstance(type, VectorType):
        return constant(rw, DenseElementsAttr.of(type, float(value)), type)
    if not isinstance(type, FloatType):
        raise ValueError(f"'{type}' is no float type")
    return constant(rw, FloatAttr(value, type), type)


def index(rw: Builder, value: int, types: LLVMTypes) -> Value:
    """An index constant: `llvm.mlir.constant(3 : index) : i64`."""
    return constant(rw, IntegerAttr(value, INDEX), types.index)


_OVERFLOW = tuple([IntegerAttr(i, I32) for i in range(4)])
NSW, NUW = 1, 2


def binary(rw: Builder, cls: type[Operation], lhs: Value, rhs: Value, overflow: int = 0) -> Value:
    """add, sub, mul, shl of integers; `overflow` is NSW, NUW or both."""
    return make(rw, cls, (lhs, rhs), lhs.type, {"overflowFlags": _OVERFLOW[overflow]})


def plain(rw: Builder, cls: type[Operation], *operands: Value) -> Value:
    """An op without properties whose result has the type of its first operand."""
    return make(rw, cls, operands, operands[0].type)


_PREDICATES = {p.name: IntegerAttr(int(p), I64) for p in llvm.ICmpPredicate}


def compare(rw: Builder, predicate: str, lhs: Value, rhs: Value) -> Value:
    """An integer comparison."""
    type = llvm.bool_like(lhs.type)
    return make(rw, llvm.ICmpOp, (lhs, rhs), type, {"predicate": _PREDICATES[predicate]})


def select(rw: Builder, condition: Value, true: Value, false: Value) -> Value:
    """One of two values."""
    properties: dict[str, Attribute] = {"fastmathFlags": NO_FASTMATH}
    return make(rw, llvm.SelectOp, (condition, true, false), true.type, properties)


def extract(rw: Builder, container: Value, *position: int) -> Value:
    """A part of a struct or array."""
    type = llvm.element_at(container.type, position)
    if type is None:
        raise ValueError(f"'{container.type}' has no element at {list(position)}")
    return make(rw, llvm.ExtractValueOp, (container,), type, {"position": i64_array(position)})


def insert(rw: Builder, container: Value, value: Value, *position: int) -> Value:
    """A struct or array with a part replaced."""
    return make(
        rw,
        llvm.InsertValueOp,
        (container, value),
        container.type,
        {"position": i64_array(position)},
    )


def poison(rw: Builder, type: Type) -> Value:
    """A value to fill by inserting."""
    return make(rw, llvm.PoisonOp, (), type)


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


def address(
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
    return make(rw, llvm.GEPOp, (base, *dynamic), base.type, properties)


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
    return make(rw, llvm.LoadOp, (pointer,), type, properties)


def store(
    rw: Builder, value: Value, pointer: Value, alignment: int = 0, *, nontemporal: bool = False
) -> None:
    """A store; `alignment` in bytes, 0 for the type's own."""
    properties: dict[str, Attribute] = {"ordering": _NOT_ATOMIC}
    if alignment:
        properties["alignment"] = IntegerAttr(alignment, I64)
    if nontemporal:
        properties["nontemporal"] = UNIT
    make_void(rw, llvm.StoreOp, (value, pointer), properties)


def size_of(rw: Builder, type: Type, types: LLVMTypes) -> Value:
    """Bytes from one element to the next, found by address arithmetic from the null pointer."""
    null = make(rw, llvm.ZeroOp, (), PTR)
    past = address(rw, null, type, (1,))
    return make(rw, llvm.PtrToIntOp, (past,), types.index)


# Flags


@cache
def fastmath(flags: Attribute | None) -> Attribute:
    """arith's fast-math flags as the llvm dialect's."""
    if not isinstance(flags, FastMathFlagsAttr):
        return NO_FASTMATH
    found = FastmathFlags.none
    for flag in FastMathFlags:
        if flags.value & flag:
            found |= FastmathFlags[flag.name or "none"]
    made: Attribute = llvm.FastmathFlagsAttr(found)
    return made


# Vectors of several dimensions are arrays of vectors: an op on them becomes one op for each vector.


def unrolled(
    rw: Builder,
    operands: Sequence[Value],
    result: Type,
    one: Callable[[Sequence[Value], Type], Value],
) -> Value:
    """`one(operands, type)` for the vectors at each position of the operands' arrays, collected in
    the result's array."""
    shape: list[int] = []
    inner = result
    while isinstance(inner, LLVMArrayType):
        shape.append(inner.count)
        inner = inner.element_type
    found = poison(rw, result)
    for position in positions(shape):
        parts = [
            extract(rw, v, *position) if isinstance(v.type, LLVMArrayType) else v for v in operands
        ]
        found = insert(rw, found, one(parts, inner), *position)
    return found


def positions(shape: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every position in a shape, the last dimension fastest."""
    return product(*map(range, shape))


def elementwise(
    cls: type[Operation],
    properties: Callable[[Operation], dict[str, Attribute]] | None = None,
    kept: tuple[str, ...] = (),
) -> Lowering:
    """The lowering to an op of the llvm dialect with the same operands, element by element.
    `properties` makes the new op's
    properties; those named in `kept` stay as discardable attributes, besides the op's own."""

    def lower(op: Operation, rw: ConversionRewriter) -> Sequence[Value] | bool:
        result = rw.convert(op.results[0].type)
        if has_emulated_float(op):
            return rw.fail("it has a float type that LLVM does not have")
        operands = rw.operands
        made = properties(op) if properties is not None else {}
        attributes = dict(op._attributes) if op._attributes else None
        for name in kept:
            if name in op.properties:
                attributes = {**(attributes or {}), name: op.properties[name]}
        if not isinstance(result, LLVMArrayType):
            return rw.insert(cls.create(operands, (result,), made, attributes)).results

        def one(parts: Sequence[Value], type: Type) -> Value:
            copy = dict(attributes) if attributes else None
            return rw.insert(cls.create(parts, (type,), dict(made), copy)).results[0]

        return (unrolled(rw, operands, result, one),)

    return lower


def has_emulated_float(op: Operation) -> bool:
    """True when an operand or result is of a float type that becomes an integer."""
    for value in (*op.operands, *op.results):
        element = element_type_of(value.type)
        if isinstance(element, FloatType) and not is_compatible(element):
            return True
    return False


@cache
def with_types(lower: Lowerings, index_bitwidth: int) -> Lowerings:
    """The lowerings with the type conversion for an index width (0: the machine word)."""
    if not index_bitwidth:
        return lower
    return Lowerings(lower.name, llvm_types(index_bitwidth), include=[lower])


def run(lower: Lowerings, op: Operation, index_bitwidth: int = 0) -> None:
    """Convert everything in an op that has a lowering; the llvm dialect stays. Without a width,
    `index` is as wide as the data layout around the op says."""
    with_types(lower, index_bitwidth or index_width(op)).convert(op, legal=("llvm",))


def types_of(rw: ConversionRewriter) -> LLVMTypes:
    """The conversion's types."""
    if not isinstance(rw.types, LLVMTypes):
        raise TypeError("a lowering to the llvm dialect needs LLVMTypes")
    return rw.types
