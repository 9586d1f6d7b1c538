"""memref.load, store, prefetch, atomic_rmw, copy, dim, rank → addresses and LLVM's memory
operations."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from mlirlite.conversion._create import create, create_void
from mlirlite.conversion._llvm_memref import (
    ALIGNED,
    OFFSET,
    SIZES,
    buffer_pointer,
    call_void,
    element_pointer,
    layout_of,
    memcpy,
    on_stack,
    pack,
)
from mlirlite.conversion._llvm_ops import (
    binary,
    constant,
    extract_value,
    gep,
    index_constant,
    int_constant,
    load,
    size_of,
    store,
)
from mlirlite.conversion._llvm_types import types_of
from mlirlite.conversion.finalize_memref_to_llvm.branches import make_branch
from mlirlite.conversion.finalize_memref_to_llvm.table import lower, memref_type
from mlirlite.dialects import llvm, memref
from mlirlite.dialects.arith import AtomicRMWKind
from mlirlite.dialects.llvm.enums import AtomicBinOp, AtomicOrdering
from mlirlite.dialects.llvm.types import PTR, LLVMStructType
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import (
    TRUE,
    ArrayAttr,
    IntegerAttr,
    StringAttr,
    i32_array,
    i32_attr,
    i64_attr,
)
from mlirlite.ir.types import (
    DYNAMIC,
    I1,
    BaseMemRefType,
    IntegerType,
    MemRefType,
    UnrankedMemRefType,
)
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter


@lower(memref.LoadOp)
def lower_load(op: memref.LoadOp, rw: ConversionRewriter) -> Any:
    """The element's address, and a load."""
    descriptor, *indices = rw.operands
    type = memref_type(op.operands[0])
    pointer = element_pointer(rw, descriptor, type, indices, types_of(rw))
    element = rw.convert(type.element_type)
    return (load(rw, pointer, element, op.alignment or 0, nontemporal=bool(op.nontemporal)),)


@lower(memref.StoreOp)
def lower_store(op: memref.StoreOp, rw: ConversionRewriter) -> Any:
    """The element's address, and a store."""
    value, descriptor, *indices = rw.operands
    type = memref_type(op.operands[1])
    pointer = element_pointer(rw, descriptor, type, indices, types_of(rw))
    store(rw, value, pointer, op.alignment or 0, nontemporal=bool(op.nontemporal))
    rw.erase(op)


@lower(memref.PrefetchOp)
def lower_prefetch(op: memref.PrefetchOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.prefetch`."""
    descriptor, *indices = rw.operands
    type = memref_type(op.operands[0])
    pointer = element_pointer(rw, descriptor, type, indices, types_of(rw), flags="")
    create_void(rw, llvm.Prefetch, (pointer,), prefetch_properties(op))
    rw.erase(op)


def prefetch_properties(op: memref.PrefetchOp) -> dict[str, Attribute]:
    """The properties of LLVM's intrinsic."""
    return {
        "cache": i32_attr(int(op.isDataCache)),
        "hint": i32_attr(int(op.localityHint)),
        "rw": i32_attr(int(op.isWrite)),
    }


_ATOMIC = {
    AtomicRMWKind.addf: AtomicBinOp.fadd,
    AtomicRMWKind.addi: AtomicBinOp.add,
    AtomicRMWKind.assign: AtomicBinOp.xchg,
    AtomicRMWKind.maximumf: AtomicBinOp.fmaximum,
    AtomicRMWKind.maxnumf: AtomicBinOp.fmax,
    AtomicRMWKind.maxs: AtomicBinOp.max,
    AtomicRMWKind.maxu: AtomicBinOp.umax,
    AtomicRMWKind.minimumf: AtomicBinOp.fminimum,
    AtomicRMWKind.minnumf: AtomicBinOp.fmin,
    AtomicRMWKind.mins: AtomicBinOp.min,
    AtomicRMWKind.minu: AtomicBinOp.umin,
    AtomicRMWKind.ori: AtomicBinOp._or,
    AtomicRMWKind.xori: AtomicBinOp._xor,
    AtomicRMWKind.andi: AtomicBinOp._and,
}


@lower(memref.AtomicRMWOp)
def lower_atomic_rmw(op: memref.AtomicRMWOp, rw: ConversionRewriter) -> Any:
    """`llvm.atomicrmw`, acquire and release."""
    kind = _ATOMIC.get(op.kind)
    if kind is None:
        return rw.fail(f"LLVM has no atomic operation for '{op.kind.name}'")
    value, descriptor, *indices = rw.operands
    type = memref_type(op.operands[1])
    pointer = element_pointer(rw, descriptor, type, indices, types_of(rw), flags="")
    properties: dict[str, Attribute] = {
        "bin_op": i64_attr(int(kind)),
        "ordering": i64_attr(int(AtomicOrdering.acq_rel)),
    }
    return (create(rw, llvm.AtomicRMWOp, (pointer, value), value.type, properties),)


@lower(memref.GenericAtomicRMWOp)
def lower_generic_atomic_rmw(op: memref.GenericAtomicRMWOp, rw: ConversionRewriter) -> Any:
    """A loop around the body and `llvm.cmpxchg`, until no other thread interferes; as upstream, the
    result is the old element."""
    descriptor, *indices = rw.operands
    type = memref_type(op.operands[0])
    element = rw.convert(type.element_type)
    body, block = op.regions[0].first, op.parent
    if not isinstance(element, IntegerType) or body is None or block is None:
        return rw.fail("only integers are compared and exchanged")
    pointer = element_pointer(rw, descriptor, type, indices, types_of(rw), flags="")
    first = load(rw, pointer, element)
    after = rw.split_block(op)
    rw.set_end(block)
    make_branch(rw, body, (first,))
    rw.inline_region_before(op.regions[0], after)
    rw.convert_block(body)
    end = body.last
    if end is None:
        raise ValueError("the body has no terminator")
    rw.set_before(end)
    old, new = body.args[0], rw.converted(end.operands[0])
    orderings: dict[str, Attribute] = {
        "success_ordering": i64_attr(int(AtomicOrdering.acq_rel)),
        "failure_ordering": i64_attr(int(AtomicOrdering.monotonic)),
    }
    outcome = LLVMStructType((element, I1))
    both = create(rw, llvm.AtomicCmpXchgOp, (pointer, old, new), outcome, orderings)
    seen, done = extract_value(rw, both, 0), extract_value(rw, both, 1)
    segments: dict[str, Attribute] = {"operandSegmentSizes": i32_array((1, 0, 1))}
    branch = llvm.CondBrOp.create((done, seen), (), segments, None, (), (after, body))
    rw.insert(branch)
    rw.erase(end)
    rw.replace(op, (seen,))
    return None


def _constant_index(value: Value) -> int | None:
    """The number of a constant, lowered already or not."""
    op = value.defining_op
    while op is not None and op.name == "builtin.unrealized_conversion_cast" and op.operands:
        op = op.operands[0].defining_op
    if op is None or op.name not in ("arith.constant", "index.constant", "llvm.mlir.constant"):
        return None
    number = op.properties.get("value")
    return number.value if isinstance(number, IntegerAttr) else None


@lower(memref.DimOp)
def lower_dim(op: memref.DimOp, rw: ConversionRewriter) -> Any:
    """A constant if the size is static, else a part of the descriptor."""
    descriptor, dimension = rw.operands
    types = types_of(rw)
    type = op.operands[0].type
    known = _constant_index(op.operands[1])
    if isinstance(type, UnrankedMemRefType):
        behind = extract_value(rw, descriptor, 1)
        head = LLVMStructType((PTR, PTR, types.index))
        offset = gep(rw, behind, head, (0, 2))
        place = binary(rw, llvm.AddOp, index_constant(rw, 1, types), dimension)
        return (load(rw, gep(rw, offset, types.index, (place,)), types.index),)
    if not isinstance(type, MemRefType):
        return rw.fail("its operand is not a memref")
    if known is not None and 0 <= known < type.rank:
        if type.shape[known] != DYNAMIC:
            return (index_constant(rw, type.shape[known], types),)
        return (extract_value(rw, descriptor, SIZES, known),)
    one = index_constant(rw, 1, types)
    sizes = extract_value(rw, descriptor, SIZES)
    pointer = create(rw, llvm.AllocaOp, (one,), PTR, {"elem_type": sizes.type})
    store(rw, sizes, pointer)
    return (load(rw, gep(rw, pointer, sizes.type, (0, dimension)), types.index),)


@lower(memref.RankOp)
def lower_rank(op: memref.RankOp, rw: ConversionRewriter) -> Any:
    """A constant, or the first part of an unranked descriptor."""
    type = op.operands[0].type
    if isinstance(type, MemRefType):
        return (index_constant(rw, type.rank, types_of(rw)),)
    return (extract_value(rw, rw.operand(0), 0),)


def _is_contiguous(type: BaseMemRefType) -> bool:
    """True for row-major layouts at any offset; a buffer without elements only if the layout is the
    identity."""
    if not isinstance(type, MemRefType):
        return False
    if type.layout is None:
        return True
    if not type.has_static_shape or not type.num_elements:
        return False
    return layout_of(type)[0] == type.row_major_strides()


@lower(memref.CopyOp)
def lower_copy(op: memref.CopyOp, rw: ConversionRewriter) -> Any:
    """memcpy between contiguous buffers, else a call of the runtime's `memrefCopy`."""
    source, target = rw.operands
    types = types_of(rw)
    source_type, target_type = op.operands[0].type, op.operands[1].type
    if not isinstance(source_type, BaseMemRefType) or not isinstance(target_type, BaseMemRefType):
        return rw.fail("its operands are not memrefs")
    element = rw.convert(source_type.element_type)
    if _is_contiguous(source_type) and _is_contiguous(target_type):
        count = index_constant(rw, 1, types)
        for i in range(source_type.rank):
            count = binary(rw, llvm.MulOp, count, extract_value(rw, source, SIZES, i))
        size = binary(rw, llvm.MulOp, count, size_of(rw, element, types))
        pointers = []
        for descriptor in (source, target):
            aligned = extract_value(rw, descriptor, ALIGNED)
            pointers.append(gep(rw, aligned, element, (extract_value(rw, descriptor, OFFSET),)))
        memcpy(rw, pointers[1], pointers[0], size)
        rw.erase(op)
        return None
    stack = create(rw, llvm.StackSaveOp, (), PTR)
    unranked = [_unranked(rw, v, t) for v, t in ((source, source_type), (target, target_type))]
    one = index_constant(rw, 1, types)
    places = []
    for value in unranked:
        place = create(rw, llvm.AllocaOp, (one,), PTR, {"elem_type": value.type})
        store(rw, value, place)
        places.append(place)
    size = size_of(rw, element, types)
    call_void(rw, op, "memrefCopy", (size, *places))
    create_void(rw, llvm.StackRestoreOp, (stack,))
    rw.erase(op)
    return None


def _unranked(rw: ConversionRewriter, value: Value, type: BaseMemRefType) -> Value:
    if not isinstance(type, MemRefType):
        return value
    types = types_of(rw)
    rank = int_constant(rw, type.rank, types.index)
    return pack(rw, LLVMStructType((types.index, PTR)), (rank, on_stack(rw, value, types)))


@lower(memref.AssumeAlignmentOp)
def lower_assume_alignment(op: memref.AssumeAlignmentOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.assume` with the pointer and its alignment as a bundle."""
    descriptor = rw.operand(0)
    types = types_of(rw)
    pointer = buffer_pointer(rw, descriptor, memref_type(op.operands[0]), types)
    condition = constant(rw, TRUE, I1)
    _assume(rw, condition, "align", pointer, index_constant(rw, op.alignment, types))
    return (descriptor,)


@lower(memref.DistinctObjectsOp)
def lower_distinct_objects(op: memref.DistinctObjectsOp, rw: ConversionRewriter) -> Any:
    """`llvm.intr.assume` of separate storage for each pair."""
    descriptors = rw.operands
    if len(descriptors) > 1:
        types = types_of(rw)
        pointers = [
            buffer_pointer(rw, d, memref_type(v), types)
            for d, v in zip(descriptors, op.operands, strict=True)
        ]
        condition = constant(rw, TRUE, I1)
        for a, b in combinations(pointers, 2):
            _assume(rw, condition, "separate_storage", a, b)
    return descriptors


def _assume(rw: ConversionRewriter, condition: Value, tag: str, a: Value, b: Value) -> None:
    """`llvm.intr.assume` of true with a bundle of two values."""
    properties: dict[str, Attribute] = {
        "op_bundle_sizes": i32_array((2,)),
        "op_bundle_tags": ArrayAttr((StringAttr(tag),)),
    }
    create_void(rw, llvm.AssumeOp, (condition, a, b), properties)
