"""What accesses to buffers and to shared memory have to satisfy, in upstream's words."""

from __future__ import annotations

import math
from typing import Any

from mlirlite.dialects._spaces import is_global, is_workgroup, space_number
from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.ir.attributes import StridedLayoutAttr
from mlirlite.ir.types import MemRefType, VectorType
from mlirlite.ods.hooks import DataOp, behavior, inference, verifier
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None

_BYTES = (8, 16, 32, 64)
"""The widths in bits of elements that a copy of tensors moves."""
_TRANSFERS = (8, 16, 32, 96, 128)
_LOADS = {4: 16, 6: 16, 8: 8, 16: 4}
"""How many elements of a width a transposing load gives."""
_MAX_RANK = 5
_BUFFER_OPS = tuple(
    f"amdgpu.raw_buffer_{name}"
    for name in (
        *("load", "store", "atomic_fadd", "atomic_fmax"),
        *("atomic_smax", "atomic_umin", "atomic_cmpswap"),
    )
)


def problem(op: DataOp, message: str | None) -> Problem:
    """The error of an op for a message, if there is one."""
    found: Problem = None
    if message is not None:
        found = op.error(message)
    return found


def _is_buffer(space: Any) -> bool:
    own = getattr(space, "name", "") == "amdgpu.address_space"
    return space.value.name == "FatRawBuffer" if own else space_number(space) == 7


@verifier(*_BUFFER_OPS)
def _buffer(op: DataOp) -> Problem:
    type = op.memref.type
    if not is_global(type.memory_space):
        return problem(op, "Buffer ops must operate on a memref in global memory")
    wrong = len(op.indices) != len(type.shape)
    return problem(op, f"Expected {len(type.shape)} indices to memref" if wrong else None)


def _as_buffer(source: MemRefType, *, reset_offset: bool) -> MemRefType | None:
    """A type of the same sizes and strides in a buffer's memory; None if its offset cannot be
    reset."""
    # late: the space is made of data that the hooks of this module are a part of
    from mlirlite.dialects.amdgpu import AddressSpaceAttr

    space = AddressSpaceAttr(AddressSpaceAttr.cases["FatRawBuffer"])
    layout = source.layout
    if reset_offset and layout is not None:
        if not isinstance(layout, StridedLayoutAttr):
            return None
        layout = StridedLayoutAttr(layout.strides, 0)
        dense = source.has_static_shape or len(source.shape) <= 1
        if (
            dense
            and layout.strides == MemRefType(source.shape, source.element_type).row_major_strides()
        ):
            layout = None
    return MemRefType(source.shape, source.element_type, layout, space)


@inference("amdgpu.fat_raw_buffer_cast")
def _cast_type(op: DataOp) -> list[Any]:
    found = _as_buffer(op.operands[0].type, reset_offset=bool(op.resetOffset))
    if found is None:
        raise ValueError("the offset of the source cannot be reset")
    return [found]


@verifier("amdgpu.fat_raw_buffer_cast")
def _cast(op: DataOp) -> Problem:
    source, result = op.operands[0].type, op.results[0].type
    wanted = _as_buffer(source, reset_offset=bool(op.resetOffset))
    if wanted is None:
        return problem(op, f"source type '{source}' can't have its offset reset")
    wrong = f"expected result type to be '{wanted}' but got '{result}'"
    return problem(op, wrong if wanted is not result else None)


@verifier("amdgpu.gather_to_lds")
def _gather(op: DataOp) -> Problem:
    return problem(op, _wrong_gather(op.src.type, op.dst.type, op.properties["transferType"]))


def _wrong_gather(src: Any, dst: Any, moved: Any) -> str | None:
    layout = strides_and_offset(dst)
    if dst.shape and (layout is None or layout[0][-1] != 1):
        return "destination type inner most dim must be contiguous"
    if src.element_type is not dst.element_type:
        return "source and destination element types must match"
    is_vector = isinstance(moved, VectorType)
    size = math.prod(moved.shape) * moved.element_type.width if is_vector else moved.width
    if size not in _TRANSFERS:
        return "Transfering type size must be 8, 16, 32, 96 or 128 bits"
    if not is_global(src.memory_space) and not _is_buffer(src.memory_space):
        return "source memory address space must be global or fat raw buffer"
    if not is_workgroup(dst.memory_space):
        return "destination memory address space must be Workgroup"
    return None


@verifier("amdgpu.transpose_load")
def _transpose(op: DataOp) -> Problem:
    vector = op.results[0].type
    width = vector.element_type.width
    found = None
    if not is_workgroup(op.src.type.memory_space):
        found = "source memory address space must be Workgroup"
    elif width not in _LOADS:
        found = f"Unsupported element type size for transpose load: {width} bits"
    elif math.prod(vector.shape) != _LOADS[width]:
        found = f"Transferring type size mismatch: expected num of elements: {_LOADS[width]}"
    return problem(op, found)


@verifier("amdgpu.make_dma_base", "amdgpu.make_gather_dma_base")
def _base(op: DataOp) -> Problem:
    lds, far = op.lds.type, op.operands[0].type
    width = lds.element_type.width
    found = None
    if not is_workgroup(lds.memory_space):
        found = "lds memref must have workgroup address space attribute."
    elif not is_global(far.memory_space):
        found = "global memref must have global address space attribute."
    elif width not in _BYTES:
        found = f"element type must be 1, 2, 4, or 8 bytes long but type was {width} bits long."
    return problem(op, found)


@behavior("!amdgpu.tdm_gather_base")
class GatherBase:
    """Where a gather starts."""

    def verify(self: Any) -> None:
        element, index = self.elementType, self.indexType
        if element.width not in _BYTES:
            raise ValueError(
                f"element type must be 1, 2, 4, or 8 bytes wide but type '{element}' "
                f"is {element.width // 8} bytes wide."
            )
        if str(index) not in ("i16", "i32"):
            raise ValueError(f"index type must be i16 or i32 but index type is '{index}'.")


@verifier("amdgpu.make_dma_descriptor")
def _descriptor(op: DataOp) -> Problem:
    return problem(op, _wrong_descriptor(op))


@verifier("amdgpu.make_gather_dma_descriptor")
def _gather_descriptor(op: DataOp) -> Problem:
    if len(op.global_static_sizes) > 2:
        return problem(op, "tensor and tile must be at most of rank two in gather mode.")
    if op.indices.type.element_type is not op.base.type.indexType:
        return problem(op, "indices' element type must match base's element type.")
    return problem(op, _wrong_descriptor(op))


def _wrong_descriptor(op: DataOp) -> str | None:
    strides, rank = op.global_static_strides.value, len(op.global_static_sizes)
    width = op.base.type.elementType.width
    barrier = op.atomic_barrier_address
    if not strides:
        return "strides must not be empty."
    if strides[-1] != 1:
        return "strides for the innermost dimension must be 1."
    if rank > _MAX_RANK:
        return f"tensor and tile must be at most of rank {_MAX_RANK}."
    if rank != len(strides):
        return "strides and sizes must have same rank."
    if rank != len(op.shared_static_sizes):
        return "tensor must have same rank as tile."
    if width not in _BYTES:
        return f"element type width must be 1, 2, 4 or 8 bytes, but was {width} bits long"
    if barrier is not None and not is_workgroup(barrier.type.memory_space):
        return "atomic barrier address must be in LDS."
    if op.early_timeout and op.workgroup_mask is None:
        return "early timeout does not apply when workgroup_mask is not set."
    return None
