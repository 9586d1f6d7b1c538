"""memref.alloc, alloca, dealloc → malloc or aligned_alloc, llvm.alloca, free."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

from mlirlite.conversion._create import create, create_void
from mlirlite.conversion._llvm_memref import (
    ALLOCATED,
    call,
    call_void,
    describe,
    extent,
    size_in_bytes,
)
from mlirlite.conversion._llvm_ops import binary, extract_value, index_constant, load, size_of
from mlirlite.conversion._llvm_types import LLVMTypes, llvm_types, pointer_to, types_of
from mlirlite.conversion.finalize_memref_to_llvm.branches import make_branch
from mlirlite.conversion.finalize_memref_to_llvm.table import (
    has_identity_layout,
    lower,
    lower_shapes,
    result_type,
)
from mlirlite.dialects import llvm, memref
from mlirlite.dialects.llvm.types import PTR
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.block import Block, Region
from mlirlite.ir.types import (
    DYNAMIC,
    FloatType,
    IndexType,
    IntegerType,
    MemRefType,
    UnrankedMemRefType,
    VectorType,
)
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings


@dataclass(frozen=True)
class Allocator:
    """How heap memory is allocated."""

    aligned: bool = False
    """aligned_alloc instead of malloc."""
    generic: bool = False
    """Functions of the runtime instead of the C library's."""
    exact: bool = False
    """aligned_alloc gets the exact size, not a multiple of the alignment."""

    @property
    def malloc(self) -> str:
        """Takes a number of bytes."""
        return "_mlir_memref_to_llvm_alloc" if self.generic else "malloc"

    @property
    def aligned_alloc(self) -> str:
        """Takes alignment and number of bytes."""
        return "_mlir_memref_to_llvm_aligned_alloc" if self.generic else "aligned_alloc"

    @property
    def free(self) -> str:
        """Frees what one of the others returned."""
        return "_mlir_memref_to_llvm_free" if self.generic else "free"


@cache
def lowerings(allocator: Allocator, index_bitwidth: int = 0, shapes: bool = False) -> Lowerings:
    """All lowerings of memref, with an allocator; `shapes`: of subviews and changes of shape, too,
    which else are for expand-strided-metadata."""
    tables = [lower, lower_shapes] if shapes else [lower]
    found = Lowerings(lower.name, llvm_types(index_bitwidth), include=tables)

    @found(memref.AllocOp)
    def lower_alloc(op: memref.AllocOp, rw: ConversionRewriter) -> Any:
        return _alloc(op, rw, allocator)

    @found(memref.DeallocOp)
    def lower_dealloc(op: memref.DeallocOp, rw: ConversionRewriter) -> None:
        descriptor = rw.operand(0)
        if isinstance(op.operands[0].type, UnrankedMemRefType):
            pointer = load(rw, extract_value(rw, descriptor, 1), PTR)
        else:
            pointer = extract_value(rw, descriptor, ALLOCATED)
        call_void(rw, op, allocator.free, (_generic_pointer(rw, pointer),))
        rw.erase(op)

    return found


def _generic_pointer(rw: ConversionRewriter, pointer: Value) -> Value:
    if pointer.type is PTR:
        return pointer
    return create(rw, llvm.AddrSpaceCastOp, (pointer,), PTR)


def _alloc(op: memref.AllocOp, rw: ConversionRewriter, allocator: Allocator) -> Any:
    type = result_type(op)
    if not has_identity_layout(type) or op.symbolOperands:
        return rw.fail("it has a layout other than row-major; normalize it first")
    types = types_of(rw)
    struct, element = rw.convert(type), rw.convert(type.element_type)
    pointer = pointer_to(type)
    sizes, strides, count = extent(rw, type, rw.operands, types)
    size = size_in_bytes(rw, count, element, types)
    if allocator.aligned:
        alignment = _alignment(op, type, minimum=16)
        wanted = index_constant(rw, alignment, types)
        if not allocator.exact and not _is_multiple(type, alignment):
            size = _round_up(rw, size, wanted, types)
        allocated = call(rw, op, allocator.aligned_alloc, (wanted, size), PTR)
        aligned = allocated = _cast(rw, allocated, pointer)
        return (describe(rw, struct, allocated, aligned, sizes, strides, types),)
    padding = _padding(rw, op, type, types)
    if padding is not None:
        size = binary(rw, llvm.AddOp, size, padding)
    allocated = _cast(rw, call(rw, op, allocator.malloc, (size,), PTR), pointer)
    aligned = allocated
    if padding is not None:
        number = create(rw, llvm.PtrToIntOp, (allocated,), types.index)
        number = _round_up(rw, number, padding, types)
        aligned = create(rw, llvm.IntToPtrOp, (number,), pointer)
    return (describe(rw, struct, allocated, aligned, sizes, strides, types),)


def _cast(rw: ConversionRewriter, value: Value, type: Any) -> Value:
    return value if value.type is type else create(rw, llvm.AddrSpaceCastOp, (value,), type)


def _padding(
    rw: ConversionRewriter, op: memref.AllocOp, type: MemRefType, types: LLVMTypes
) -> Value | None:
    """The alignment to ensure, if malloc's own is not sufficient."""
    if op.alignment is not None:
        return index_constant(rw, op.alignment, types)
    if isinstance(type.element_type, (IntegerType, IndexType, FloatType)):
        return None
    return size_of(rw, rw.convert(type.element_type), types)


def _round_up(rw: ConversionRewriter, value: Value, alignment: Value, types: LLVMTypes) -> Value:
    """The next multiple of the alignment."""
    bump = binary(rw, llvm.SubOp, alignment, index_constant(rw, 1, types))
    bumped = binary(rw, llvm.AddOp, value, bump)
    return binary(rw, llvm.SubOp, bumped, create(rw, llvm.URemOp, (bumped, alignment)))


def _element_bytes(type: Any) -> int:
    if isinstance(type, VectorType):
        count = 1
        for n in type.shape:
            count *= n
        return count * _element_bytes(type.element_type)
    if isinstance(type, (IntegerType, FloatType)):
        return max(1, -(-type.width // 8))
    return 8


def _alignment(op: memref.AllocOp, type: MemRefType, minimum: int) -> int:
    """The op's alignment, or at least the element's size as a power of two."""
    stated = op.alignment
    if stated is not None:
        return int(stated)
    size = _element_bytes(type.element_type)
    return max(minimum, 1 << (size - 1).bit_length())


def _is_multiple(type: MemRefType, factor: int) -> bool:
    """Whether the size in bytes is known to be a multiple."""
    size = _element_bytes(type.element_type)
    for n in type.shape:
        if n != DYNAMIC:
            size *= n
    return size % factor == 0


@lower(memref.AllocaOp)
def lower_alloca(op: memref.AllocaOp, rw: ConversionRewriter) -> Any:
    """Memory on the stack."""
    type = result_type(op)
    if not has_identity_layout(type) or op.symbolOperands:
        return rw.fail("it has a layout other than row-major; normalize it first")
    types = types_of(rw)
    struct = rw.convert(type)
    sizes, strides, count = extent(rw, type, rw.operands, types)
    properties: dict[str, Attribute] = {"elem_type": rw.convert(type.element_type)}
    stated = op.properties.get("alignment")
    if stated is not None:
        properties["alignment"] = stated
    pointer = create(rw, llvm.AllocaOp, (count,), pointer_to(type), properties)
    return (describe(rw, struct, pointer, pointer, sizes, strides, types),)


@lower(memref.AllocaScopeOp)
def lower_alloca_scope(op: memref.AllocaScopeOp, rw: ConversionRewriter) -> Any:
    """stacksave; the blocks of the body; stackrestore."""
    block = op.parent
    if block is None or block.parent is None:
        return rw.fail("it stands in no block")
    region: Region = block.parent
    body = op.regions[0]
    if body.first is None:
        rw.erase(op)
        return None
    rest = rw.split_block(op)
    arguments: list[Value] = []
    if op.results:
        join = rest
        rw.set_end(region.insert_before(join, Block([r.type for r in op.results])))
        rest = rw.block
        arguments = list(rest.args)
        make_branch(rw, join, ())
    rw.set_end(block)
    rw.location = op._location
    saved = create(rw, llvm.StackSaveOp, (), PTR)
    first, last = body.first, body.last
    rw.inline_region_before(body, rest)
    make_branch(rw, first, ())
    step: Block | None = first
    while step is not None and step is not rest:
        end = step.last
        if isinstance(end, memref.AllocaScopeReturnOp):
            rw.set_before(end)
            create_void(rw, llvm.StackRestoreOp, (saved,))
            make_branch(rw, rest, rw.converted_all(end.operands))
            rw.erase(end)
        step = step.next
    if last is None or region is None:
        return None
    for result, argument in zip(op.results, arguments, strict=True):
        rw.replace_all_uses_with(result, argument)
    rw.convert_block(rest)
    rw.erase(op)
    return None
