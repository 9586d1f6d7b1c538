"""What loads, stores and products have to satisfy, in upstream's words."""

from __future__ import annotations

import math
from typing import Any

from mlirlite.dialects.xegpu.descriptors import (
    array_length,
    blocks,
    chunk_size,
    elements,
    is_scattered,
    source_space,
    space_of,
    strides,
)
from mlirlite.dialects.xegpu.layouts import can_share, part
from mlirlite.ir.types import IntegerType, MemRefType, VectorType
from mlirlite.ods.hooks import DataOp, verifier
from mlirlite.support.diagnostics import Diagnostic, error

Problem = Diagnostic | None

_READ = ("CACHED", "UNCACHED", "STREAMING", "READ_INVALIDATE")
_WRITE = ("CACHED", "UNCACHED", "WRITE_BACK", "WRITE_THROUGH")
_BLOCK, _SCATTERED = "Expects a non-scattered TensorDesc.\n", "Expects a scattered TensorDesc."


def _problem(op: DataOp, message: str | None) -> Problem:
    """The error of an op for a message, if there is one."""
    found: Problem = None
    if message is not None:
        found = op.error(message)
    return found


def _shape(type: Any) -> tuple[int, ...]:
    return tuple(type.shape) if isinstance(type, VectorType) else (1,)


def _text(shape: tuple[int, ...]) -> str:
    return f"[{', '.join(map(str, shape))}]"


def _hints(op: DataOp, allowed: tuple[str, ...]) -> str | None:
    for name in ("l1_hint", "l2_hint", "l3_hint"):
        hint = getattr(op, name)
        if hint is not None and hint.value.name not in allowed:
            return f"invalid {name}: {hint}"
    return None


def _count(array: Any) -> int:
    return 0 if array is None else len(array)


@verifier("xegpu.create_nd_tdesc")
def _create_block(op: DataOp) -> Problem:
    return _problem(op, _wrong_block(op, op.operands[0].type, op.results[0].type))


def _wrong_block(op: DataOp, source: Any, desc: Any) -> str | None:
    own = len(source.shape) if isinstance(source, MemRefType) else 0
    rank = own if op.const_shape is None else len(op.const_shape)
    stride_rank = own if op.const_strides is None else len(op.const_strides)
    offsets = _count(op.const_offsets)
    if source_space(source) != space_of(desc):
        return _mismatch(source, desc)
    if isinstance(source, IntegerType) and not (rank and stride_rank):
        return "expecting strides and shape to be present for integer source."
    if rank != stride_rank or offsets not in (0, rank):
        return (
            "Expecting the rank of shape, strides, offsets, and source (if source "
            "is a memref) should match with each other."
        )
    if len(desc.shape) > rank:
        return (
            "Expecting the TensorDesc rank is not greater than the "
            "ranks of shape, strides, offsets or the memref source."
        )
    if isinstance(source, MemRefType) and source.element_type is not desc.elementType:
        return "TensorDesc should have the same element type with the source if it is a memref.\n"
    return _BLOCK if is_scattered(desc) else None


def _mismatch(source: Any, desc: Any) -> str:
    spaces = f"Source: {source_space(source)}, TensorDesc: {space_of(desc)}"
    return f"Memory space mismatch. {spaces}"


def _ranks(op: DataOp, desc: Any) -> str | None:
    if _count(op.const_offsets) in (0, len(desc.shape)):
        return None
    return "Mismatched ranks between offsets and tensor descriptor"


@verifier("xegpu.prefetch_nd")
def _prefetch_block(op: DataOp) -> Problem:
    desc = op.TensorDesc.type
    found = _BLOCK if is_scattered(desc) else _hints(op, _READ)
    return _problem(op, found or _ranks(op, desc))


@verifier("xegpu.load_nd")
def _load_block(op: DataOp) -> Problem:
    return _problem(op, _wrong_load(op, op.TensorDesc.type, op.results[0].type))


def _wrong_load(op: DataOp, desc: Any, value: Any) -> str | None:
    if is_scattered(desc):
        return _BLOCK
    if len(desc.shape) > 2:
        return "Expects a 1D or 2D TensorDesc.\n"
    if not isinstance(value, VectorType):
        return "Invalid result, it should be a VectorType.\n"
    if found := _hints(op, _READ):
        return found
    count, own = elements(desc) * array_length(desc), math.prod(value.shape)
    if own < count and len(value.shape) == 1:
        return _wrong_lane("Result", desc, value, count)
    shape = _loaded_shape(op, desc, value)
    if shape != _shape(value):
        text = _text(_shape(value))
        return f"Result shape {text} is not consistent with tensor descriptor '{desc}'"
    return _ranks(op, desc)


def _wrong_lane(word: str, desc: Any, value: Any, count: int) -> str | None:
    """What is wrong with the part of one lane."""
    if desc.layout is not None:
        return "TensorDesc doesn't need LayoutAttr for SIMT code"
    if count % math.prod(value.shape):
        text = _text(_shape(value))
        return f"{word} shape {text} is not a valid distribution for tensor descriptor '{desc}'"
    return None


def _loaded_shape(op: DataOp, desc: Any, value: Any) -> tuple[int, ...]:
    """The shape of what a load gives."""
    shape = list(desc.shape)
    order = [] if op.transpose is None else list(op.transpose.value)
    if order and all(0 <= i < len(shape) for i in order):
        shape = [shape[i] for i in order]
    if op.packed is not None and len(shape) == 2:
        factor = value.shape[-1]
        shape = [shape[0] // factor, shape[1], factor]
    return (array_length(desc), *shape) if array_length(desc) > 1 else tuple(shape)


@verifier("xegpu.store_nd")
def _store_block(op: DataOp) -> Problem:
    return _problem(op, _wrong_store(op, op.TensorDesc.type, op.operands[0].type))


def _wrong_store(op: DataOp, desc: Any, value: Any) -> str | None:
    if is_scattered(desc):
        return _BLOCK
    if len(desc.shape) > 2:
        return "Expects a 1D or 2D TensorDesc.\n"
    if not isinstance(value, VectorType):
        return "Expecting a VectorType result.\n"
    if found := _hints(op, _WRITE):
        return found
    if array_length(desc) > 1:
        return "array length is not supported by store_nd.\n"
    if len(value.shape) == 1 and math.prod(value.shape) < elements(desc):
        return _wrong_lane("Value", desc, value, elements(desc))
    if desc.shape != _shape(value):
        text = _text(_shape(value))
        return f"Value shape {text} is not consistent with tensor descriptor '{desc}'"
    return _ranks(op, desc)


@verifier("xegpu.update_nd_offset")
def _update_block(op: DataOp) -> Problem:
    desc = op.TensorDesc.type
    if is_scattered(desc):
        return _problem(op, _BLOCK)
    wrong = len(desc.shape) != len(op.const_offsets)
    return _problem(op, "Invalid number of offsets." if wrong else None)


@verifier("xegpu.create_tdesc")
def _create_scattered(op: DataOp) -> Problem:
    source, desc = op.operands[0].type, op.results[0].type
    if not is_scattered(desc):
        return _problem(op, f"{_SCATTERED}\n")
    if source_space(source) != space_of(desc):
        return _problem(op, _mismatch(source, desc))
    chunk = chunk_size(desc)
    shape = (*op.operands[1].type.shape, *((chunk,) if chunk != 1 else ()))
    wrong = f"Incorrect TensorDesc shape. Expected is {_text(shape)}\n"
    return _problem(op, wrong if shape != desc.shape else None)


@verifier("xegpu.update_offset")
def _update_scattered(op: DataOp) -> Problem:
    desc = op.TensorDesc.type
    if not is_scattered(desc):
        return _problem(op, f"{_SCATTERED}\n")
    shape = desc.shape[:-1] if chunk_size(desc) > 1 else desc.shape
    wrong = "Offsets should match TensorDesc except the chunk size dim."
    return _problem(op, wrong if shape != _shape(op.offsets.type) else None)


def _wrong_source(op: DataOp, source: Any, allowed: tuple[str, ...]) -> str | None:
    """What is wrong with a descriptor, or with a source and offsets in its place."""
    is_desc = source.name == "xegpu.tensor_desc"
    if not is_desc and op.offsets is None:
        return "Expects offsets."
    if is_desc and op.offsets is not None:
        return "offsets not allowed."
    if is_desc and not is_scattered(source):
        return _SCATTERED
    return _hints(op, allowed)


@verifier("xegpu.prefetch")
def _prefetch_scattered(op: DataOp) -> Problem:
    source = op.operands[0].type
    found = _wrong_source(op, source, _READ)
    if found is None and isinstance(source, IntegerType) != (op.offset_align_byte is not None):
        needed = isinstance(source, IntegerType)
        found = f"offset_align_byte {'is required' if needed else 'only allowed'}"
        found += " with integer source."
    return _problem(op, found)


@verifier("xegpu.load", "xegpu.store")
def _scattered(op: DataOp) -> Problem:
    is_load = op.name == "xegpu.load"
    memory = op.operands[0 if is_load else 1].type
    value = op.results[0].type if is_load else op.operands[0].type
    found = _wrong_source(op, memory, _READ if is_load else _WRITE)
    if found is not None:
        return _problem(op, found)
    if memory.name == "xegpu.tensor_desc":
        return _problem(op, _wrong_scattered(memory, op.mask.type, value))
    element = getattr(value, "element_type", value)
    if isinstance(memory, MemRefType) and memory.element_type is not element:
        return error("Value should have the same element type as MemRef.", op.where)
    chunk = 1 if op.chunk_size is None else int(op.chunk_size)
    return _problem(op, _wrong_buffer(op.offsets.type, op.mask.type, value, chunk))


def _wrong_scattered(desc: Any, mask: Any, value: Any) -> str | None:
    chunk = chunk_size(desc)
    if not isinstance(value, VectorType):
        if chunk > 1:
            return "Expecting chunk size == 1 for scalar result"
        return "Expecting a vector type result." if isinstance(mask, VectorType) else None
    if value.element_type is not desc.elementType:
        return "Value should have the same element type as TensorDesc."
    if (desc.shape[:-1] if chunk > 1 else desc.shape) != _shape(mask):
        return "Mask should match TensorDesc except the chunk size dim."
    if value.shape == (chunk,):
        return None if desc.layout is None else "TensorDesc doesn't need LayoutAttr for SIMT code"
    if desc.shape != _shape(value):
        return (
            f"Value shape {_text(_shape(value))} is neither a valid distribution for SIMT nor "
            f"consistent with the tensor descriptor for SIMD '{desc}'"
        )
    return None


def _wrong_buffer(offsets: Any, mask: Any, value: Any, chunk: int) -> str | None:
    many = isinstance(mask, VectorType)
    if not isinstance(value, VectorType):
        if chunk > 1:
            return "Expecting chunk size == 1 for scalar result"
        scalar = not many and not isinstance(offsets, VectorType)
        return None if scalar else "Expecting scalar mask and offsets."
    size = math.prod(value.shape)
    if not many and not isinstance(offsets, VectorType):
        return f"value elements must match chunk size {chunk}" if size != chunk else None
    if not many:
        return "Expecting a vector type mask."
    unequal = "Mask should match value except the chunk size dim."
    masked = math.prod(mask.shape)
    if chunk > 1 and len(value.shape) == 1 and size != chunk:
        return f"value elements must match chunk size {chunk}"
    if chunk <= 1 and size != masked:
        return unequal
    if masked == 1:
        return None
    shape = value.shape[:-1] if chunk > 1 else value.shape
    return unequal if tuple(shape) != tuple(mask.shape) else None


@verifier("xegpu.dpas")
def _product(op: DataOp) -> Problem:
    if op.acc is not None and op.acc.type is not op.results[0].type:
        return _problem(op, "Expecting the acc type to be the same as result.")
    lhs, rhs, result = (v.type for v in (op.lhs, op.rhs, op.results[0]))
    return _problem(op, _wrong_product(lhs, rhs, result))


def _wrong_product(lhs: Any, rhs: Any, result: Any) -> str | None:
    ranks = tuple(len(type.shape) for type in (lhs, rhs, result))
    if ranks == (1, 1, 1):
        rest = rhs.shape[0] % max(32 // rhs.element_type.width, 1)
        return "Expecting B operand to be a multiple of 32 bits." if rest else None
    if ranks not in ((2, 2, 2), (2, 3, 2)):
        return (
            "expecting lhs and result to be a 2D vector, and rhs to be either "
            "2D or 3D (packed) vector."
        )
    depth = rhs.shape[0] * (rhs.shape[2] if len(rhs.shape) == 3 else 1)
    pairs = (
        ("K", depth, lhs.shape[1]),
        ("M", lhs.shape[0], result.shape[0]),
        ("N", rhs.shape[1], result.shape[1]),
    )
    return next((f"{name}-dimension mismatch." for name, a, b in pairs if a != b), None)


@verifier("xegpu.convert_layout")
def _convert(op: DataOp) -> Problem:
    layouts = op.input_layout, op.target_layout
    if len({bool(part(layout, "sg_layout")) for layout in layouts}) > 1:
        return _problem(
            op,
            "expected input layout and target layout be WgLayout or SgLayout at the same time.",
        )
    for name, layout in zip(("input", "target"), layouts, strict=True):
        if not can_share(tuple(op.operands[0].type.shape), layout):
            return _problem(op, f"invalid {name} layout, data cannot be evenly distributed.")
    return None


@verifier("xegpu.load_matrix", "xegpu.store_matrix")
def _matrix(op: DataOp) -> Problem:
    is_load = op.name == "xegpu.load_matrix"
    data = op.results[0].type if is_load else op.operands[0].type
    found = _wrong_matrix(op, data, op.mem_desc.type)
    return None if found is None else error(found, op.where)


def _wrong_matrix(op: DataOp, data: Any, memory: Any) -> str | None:
    by_blocks = op.subgroup_block_io is not None
    if not isinstance(data, VectorType):
        wrong = "subgroup_block_io are only allowed when result is a VectorType."
        return wrong if by_blocks else None
    if len(memory.shape) != 2:
        return "mem_desc must be 2D."
    if by_blocks and op.layout is not None and (found := _wrong_lanes(op.layout, memory)):
        return found
    if len(data.shape) == 2:
        larger = any(a > b for a, b in zip(data.shape, memory.shape, strict=True))
        return "data shape must not exceed mem_desc shape." if larger else None
    if by_blocks and strides(memory)[0] == 1:
        return "mem_desc should be row major when subgroup_block_io is set."
    return None


def _wrong_lanes(layout: Any, memory: Any) -> str | None:
    data, lanes = part(layout, "lane_data"), part(layout, "lane_layout")
    if any(size != 1 for size in data[:-1]):
        return "With subgroup_block_io, accessed data must be contiguous and coalesced."
    for i in range(len(data)):
        if lanes[i] != blocks(memory)[i]:
            return "With subgroup_block_io, the block shape must match the lane layout."
        if lanes[i] != 1 and strides(memory)[i] != 1:
            return "With subgroup_block_io, the distributed dimensions must be contiguous."
    return None
