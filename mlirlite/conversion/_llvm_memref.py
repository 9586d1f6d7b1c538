"""Memref descriptors in the llvm dialect: `{ allocated, aligned, offset, sizes[rank], strides[rank]
}`, and for unranked memrefs
`{ rank, pointer to a descriptor }`; unpacking, building, and using them for addresses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

from mlirlite.conversion._create import create, create_void
from mlirlite.conversion._llvm_ops import (
    NSW,
    NUW,
    binary,
    extract_value,
    gep,
    index_constant,
    insert_value,
    load,
    poison,
    store,
)
from mlirlite.conversion._llvm_types import LLVMTypes
from mlirlite.dialects import llvm
from mlirlite.dialects.llvm.attributes import C_CALL, EXTERNAL
from mlirlite.dialects.llvm.types import PTR, LLVMFunctionType, LLVMStructType
from mlirlite.dialects.memref import strides_and_offset
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import FALSE, StringAttr, i64_attr
from mlirlite.ir.block import Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import SymbolTable
from mlirlite.ir.types import DYNAMIC, I8, MemRefType, UnrankedMemRefType
from mlirlite.ir.values import Value
from mlirlite.rewriting.type_conversion import NoCounterpart
from mlirlite.support.diagnostics import DiagnosticError

ALLOCATED, ALIGNED, OFFSET, SIZES, STRIDES = range(5)


@cache
def layout_of(type: MemRefType) -> tuple[tuple[int, ...], int]:
    """Strides and offset in elements, DYNAMIC where unknown. NoCounterpart for a layout that is not
    strided."""
    found = strides_and_offset(type)
    if found is None:
        raise NoCounterpart(f"'{type}' has no strided layout")
    return found


def pack(rw: Builder, type: Type, values: Sequence[Value]) -> Value:
    """A descriptor from its parts in order, also for an unranked memref. The size and stride of a
    dimension are filled in together, as upstream."""
    found = poison(rw, type)
    parts = zip(_positions(type), values, strict=True)
    for position, value in sorted(parts, key=lambda part: (len(part[0]), part[0][::-1])):
        found = insert_value(rw, found, value, *position)
    return found


def unpack(rw: Builder, descriptor: Value) -> list[Value]:
    """The parts of a descriptor in order, also for an unranked memref."""
    return [extract_value(rw, descriptor, *p) for p in _positions(descriptor.type)]


@cache
def _positions(type: Type) -> tuple[tuple[int, ...], ...]:
    if not isinstance(type, LLVMStructType):
        raise NoCounterpart(f"'{type}' is not a descriptor")
    if len(type.body) <= 3:
        return tuple([(i,) for i in range(len(type.body))])
    array: Any = type.body[SIZES]
    rank = array.count
    sizes = [(SIZES, i) for i in range(rank)]
    return ((0,), (1,), (2,), *sizes, *[(STRIDES, i) for i in range(rank)])


def part_types(type: MemRefType | UnrankedMemRefType, types: LLVMTypes) -> list[Type]:
    """The types of a descriptor's parts in order: how a memref is passed to a function."""
    struct = types.convert(type)
    found = [llvm.element_at(struct, p) for p in _positions(struct)]
    return [t for t in found if t is not None]


def buffer_pointer(rw: Builder, descriptor: Value, type: MemRefType, types: LLVMTypes) -> Value:
    """The pointer to the element with indices zero."""
    pointer = extract_value(rw, descriptor, ALIGNED)
    offset = layout_of(type)[1]
    if offset == 0:
        return pointer
    number = (
        extract_value(rw, descriptor, OFFSET)
        if offset == DYNAMIC
        else index_constant(rw, offset, types)
    )
    return gep(rw, pointer, types.convert(type.element_type), (number,))


def element_pointer(
    rw: Builder,
    descriptor: Value,
    type: MemRefType,
    indices: Sequence[Value],
    types: LLVMTypes,
    flags: str = "inbounds|nuw",
) -> Value:
    """The pointer to an element. `flags` are those of the getelementptr; "" makes no promise about
    overflow."""
    pointer = buffer_pointer(rw, descriptor, type, types)
    overflow = NSW | NUW if flags else 0
    position: Value | None = None
    for i, (number, stride) in enumerate(zip(indices, layout_of(type)[0], strict=True)):
        term = number
        if stride != 1:
            factor = (
                extract_value(rw, descriptor, STRIDES, i)
                if stride == DYNAMIC
                else index_constant(rw, stride, types)
            )
            term = binary(rw, llvm.MulOp, number, factor, overflow)
        if position is None:
            position = term
        else:
            position = binary(rw, llvm.AddOp, position, term, overflow)
    if position is None:
        return pointer
    return gep(rw, pointer, types.convert(type.element_type), (position,), flags)


def extent(
    rw: Builder, type: MemRefType, dynamic: Sequence[Value], types: LLVMTypes
) -> tuple[list[Value], list[Value], Value]:
    """Sizes, row-major strides and number of elements of a memref with these dynamic sizes."""
    rest = iter(dynamic)
    sizes = [next(rest) if n == DYNAMIC else index_constant(rw, n, types) for n in type.shape]
    strides: list[Value] = []
    step = 1
    running = index_constant(rw, 1, types)
    for size, value in zip(reversed(type.shape), reversed(sizes), strict=True):
        strides.append(running)
        first = step == 1
        step = DYNAMIC if DYNAMIC in (size, step) else step * size
        if first:
            running = value
        elif step == DYNAMIC:
            running = binary(rw, llvm.MulOp, running, value)
        else:
            running = index_constant(rw, step, types)
    return sizes, strides[::-1], running


def size_in_bytes(rw: Builder, count: Value, element: Type, types: LLVMTypes) -> Value:
    """Bytes of a number of elements."""
    null = create(rw, llvm.ZeroOp, (), PTR)
    past = gep(rw, null, element, (count,))
    return create(rw, llvm.PtrToIntOp, (past,), types.index)


def describe(
    rw: Builder,
    struct: Type,
    allocated: Value,
    aligned: Value,
    sizes: Sequence[Value],
    strides: Sequence[Value],
    types: LLVMTypes,
) -> Value:
    """The descriptor of a buffer with offset zero."""
    found = insert_value(rw, poison(rw, struct), allocated, ALLOCATED)
    found = insert_value(rw, found, aligned, ALIGNED)
    found = insert_value(rw, found, index_constant(rw, 0, types), OFFSET)
    for i, size in enumerate(sizes):
        found = insert_value(rw, found, size, SIZES, i)
    for i, stride in enumerate(strides):
        found = insert_value(rw, found, stride, STRIDES, i)
    return found


def on_stack(rw: Builder, value: Value, types: LLVMTypes) -> Value:
    """A pointer to a copy of the value on the stack."""
    pointer = create(
        rw, llvm.AllocaOp, (index_constant(rw, 1, types),), PTR, {"elem_type": value.type}
    )
    store(rw, value, pointer)
    return pointer


def memcpy(rw: Builder, target: Value, source: Value, size: Value) -> None:
    """Copy bytes."""
    create_void(rw, llvm.MemcpyOp, (target, source, size), {"isVolatile": FALSE})


# Unranked memrefs


def unranked_size(rw: Builder, descriptor: Value, types: LLVMTypes) -> Value:
    """Bytes of the descriptor behind an unranked one: 2 pointers and 1 + 2 * rank words."""
    one, two = index_constant(rw, 1, types), index_constant(rw, 2, types)
    word = index_constant(rw, types.index.width // 8, types)
    pointer = index_constant(rw, 8, types)
    pointers = binary(rw, llvm.MulOp, two, pointer)
    words = binary(rw, llvm.MulOp, two, extract_value(rw, descriptor, 0))
    words = binary(rw, llvm.AddOp, words, one)
    words = binary(rw, llvm.MulOp, words, word)
    return binary(rw, llvm.AddOp, pointers, words)


def moved_unranked(
    rw: Builder, at: Operation, descriptor: Value, types: LLVMTypes, *, to_heap: bool
) -> Value:
    """The descriptor behind an unranked one, copied to the heap (to return it from a function) or
    from there to the stack (by the caller)."""
    size = unranked_size(rw, descriptor, types)
    if to_heap:
        memory = call(rw, at, "malloc", (size,), PTR)
    else:
        memory = create(rw, llvm.AllocaOp, (size,), PTR, {"elem_type": I8})
    source = extract_value(rw, descriptor, 1)
    memcpy(rw, memory, source, size)
    if not to_heap:
        call_void(rw, at, "free", (source,))
    found = poison(rw, descriptor.type)
    found = insert_value(rw, found, extract_value(rw, descriptor, 0), 0)
    return insert_value(rw, found, memory, 1)


def pointers_behind(rw: Builder, descriptor: Value) -> tuple[Value, Value]:
    """Allocated and aligned pointer of an unranked memref."""
    behind = extract_value(rw, descriptor, 1)
    allocated = load(rw, behind, PTR)
    return allocated, load(rw, gep(rw, behind, PTR, (1,)), PTR)


def aligned_behind(rw: Builder, descriptor: Value) -> Value:
    """The aligned pointer of an unranked memref."""
    return load(rw, gep(rw, extract_value(rw, descriptor, 1), PTR, (1,)), PTR)


# Functions of the runtime, declared at the top of the module if necessary


_RESERVED = ("malloc", "aligned_alloc", "free")


def in_symbol_table(
    rw: Builder, at: Operation, name: str, make: Callable[[], Operation]
) -> Operation | None:
    """The op of this name in the nearest symbol table; one that is made at its top if there is
    none. None outside of any table."""
    table = at.parent_op
    while table is not None and not table.has_trait(SymbolTable):
        table = table.parent_op
    if table is None:
        return None
    block = table.regions[0].entry
    for op in block:
        known = op.properties.get("sym_name")
        if isinstance(known, StringAttr) and known.value == name:
            return op
    at_before = rw.block, rw.before, rw.location
    rw.set_start(block)
    made = rw.insert(make())
    rw.block, rw.before, rw.location = at_before
    return made


def declared(
    rw: Builder, at: Operation, name: str, parameters: Sequence[Type], result: Type | None
) -> str:
    """Make sure that the nearest symbol table has the function. Returns the name. DiagnosticError
    when it exists with another type."""
    wanted = LLVMFunctionType(result if result is not None else llvm.VOID, tuple(parameters))

    def function() -> Operation:
        properties: dict[str, Attribute] = {
            "CConv": C_CALL,
            "function_type": wanted,
            "linkage": EXTERNAL,
            "sym_name": StringAttr(name),
            "visibility_": i64_attr(0),
        }
        return llvm.LLVMFuncOp.create((), (), properties, None, (Region(),))

    found = in_symbol_table(rw, at, name, function)
    given = getattr(found, "llvm_type", wanted)
    if found is not None and given is not wanted:
        kind = "reserved function" if name in _RESERVED else "function"
        raise DiagnosticError(
            f"redefinition of {kind} '{name}' of different type '{given}' is prohibited",
            found.where,
        )
    return name


def call(rw: Builder, at: Operation, name: str, arguments: Sequence[Value], result: Type) -> Value:
    """Call a runtime function that has a result. `at` is an op inside the module."""
    declared(rw, at, name, [v.type for v in arguments], result)
    return rw.insert(llvm.CallOp.of(name, arguments, (result,))).results[0]


def call_void(rw: Builder, at: Operation, name: str, arguments: Sequence[Value]) -> None:
    """Call a runtime function without a result."""
    declared(rw, at, name, [v.type for v in arguments], None)
    rw.insert(llvm.CallOp.of(name, arguments))
