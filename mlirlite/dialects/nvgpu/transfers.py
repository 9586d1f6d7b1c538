"""What copies between memories have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects._spaces import is_workgroup
from mlirlite.dialects.memref._layout import strides_and_offset
from mlirlite.ods.hooks import DataOp, verifier
from mlirlite.support.diagnostics import Diagnostic, error

Problem = Diagnostic | None

MAX_COORDINATES = 5
_MAX_DIM = 256
_LAST_BYTES = 16
_SWIZZLED = {"SWIZZLE_32B": 32, "SWIZZLE_64B": 64, "SWIZZLE_128B": 128}
_SHARED = "IntegerAttr(3) or gpu::AddressSpaceAttr(Workgroup)"


def plain(op: DataOp, message: str | None) -> Problem:
    """An error at an op that does not begin with its name, for a message, if there is one."""
    return None if message is None else error(message, op.where)


def _has_unit_stride(memref: Any) -> bool:
    found = strides_and_offset(memref)
    return found is not None and (not found[0] or found[0][-1] == 1)


@verifier("nvgpu.device_async_copy")
def _copy(op: DataOp) -> Problem:
    found: Problem = None
    src, dst = op.src.type, op.dst.type
    if not _has_unit_stride(src):
        return plain(op, "source memref most minor dim must have unit stride")
    if not _has_unit_stride(dst):
        return plain(op, "destination memref most minor dim must have unit stride")
    if not is_workgroup(dst.memory_space):
        must = f"must have a memory space attribute of {_SHARED}"
        return plain(op, f"destination memref {must}")
    if dst.element_type is not src.element_type:
        return plain(op, "source and destination must have the same element type")
    for word, type, indices in (
        ("source", src, op.srcIndices),
        ("destination", dst, op.dstIndices),
    ):
        if len(type.shape) != len(indices):
            found = op.error(f"expected {len(type.shape)} {word} indices, got {len(indices)}")
            return found
    return _copied(op, dst)


def _copied(op: DataOp, dst: Any) -> Problem:
    found: Problem = None
    count, width = int(op.properties["dstElements"].value), dst.element_type.width
    size = width * count // 8
    if size not in (4, 8, 16):
        sizes = ", ".join(str(bits // width) for bits in (32, 64, 128) if bits // width)
        return plain(
            op,
            f"Requested copy elements is {count} with width {width}. "
            f"But copy elements could be one of {sizes}.",
        )
    if op.bypassL1 and size != 16:
        found = op.error(
            f"bypassL1 does not satify alignment for '{dst}' with destination element {count}. "
            f"Unset bypassL1, or set destination element to {128 // width}"
        )
    return found


@verifier("nvgpu.ldmatrix")
def _load_matrix(op: DataOp) -> Problem:
    vector = op.results[0].type
    width = vector.element_type.width
    if not is_workgroup(op.srcMemref.type.memory_space):
        must = f"must have a memory space attribute of {_SHARED}"
        return plain(op, f"expected nvgpu.ldmatrix srcMemref {must}")
    if width > 32:
        return plain(op, "nvgpu.ldmatrix works for 32b or lower")
    if op.transpose and width != 16:
        return plain(op, "nvgpu.ldmatrix transpose works only at 16b granularity")
    if len(vector.shape) != 2:
        return plain(op, "results must be 2 dimensional vector")
    if vector.shape[1] != 32 // width:
        return plain(op, f"expected vector register shape[1] = {32 // width}")
    if vector.shape[0] != int(op.numTiles):
        return plain(op, "expected vector register shape[0] and numTiles to match")
    return None


def _wrong_descriptor(desc: Any) -> str | None:
    tensor = desc.tensor
    if desc.interleave.name != "INTERLEAVE_NONE":
        return "Interleave options are not supported yet."
    if not is_workgroup(tensor.memory_space):
        must = "it must be shared memory address space."
        return f"the tensor map descriptor has incorrect address space, {must}"
    if not tensor.has_static_shape:
        return "the tensor map descriptor must be static shaped"
    for dim in tensor.shape:
        if not 0 < dim <= _MAX_DIM:
            dims = f"dimensions between 1 and {_MAX_DIM}"
            return f"the tensor map descriptor must have {dims} but it is {dim}"
    if len(tensor.shape) > 1 and desc.swizzle.name != "SWIZZLE_NONE":
        bytes_, wanted = _last_bytes(tensor), _SWIZZLED[desc.swizzle.name]
        if bytes_ != wanted:
            return (
                "the tensormap descriptor must have last dimension of "
                f"{wanted} bytes but it is {bytes_} bytes"
            )
    return None


def _last_bytes(tensor: Any) -> int:
    size: int = tensor.element_type.width * tensor.shape[-1] // 8
    return size


def _wrong_memory(desc: Any, memref: Any) -> str | None:
    tensor = desc.tensor
    if tensor.element_type is not memref.element_type:
        return "the element type of tensor map descriptor and memref must be same"
    if not is_workgroup(memref.memory_space):
        must = "it must be shared memory address space."
        return f"the destination memref has incorrect address space, {must}"
    if not memref.has_static_shape:
        return "the destination memref must be static shaped"
    if len(memref.shape) != len(tensor.shape):
        return "the shape of tensor map descriptor and memref must have same rank"
    if memref.shape != tensor.shape:
        return f"memref and tensor map shapes mismatch '{tensor}' != '{memref}'"
    if _last_bytes(tensor) % _LAST_BYTES:
        return "the bytes in the last dimension of the tensor map must be a multiple of 16"
    return None


@verifier("nvgpu.tma.async.load", "nvgpu.tma.async.store")
def _tensor_copy(op: DataOp) -> Problem:
    memory = op.dst if op.name.endswith("load") else op.src
    desc, count = op.tensorMapDescriptor.type, len(op.coordinates)
    found = _wrong_descriptor(desc) or _wrong_memory(desc, memory.type)
    if found is None and count > MAX_COORDINATES:
        found = f"Maximum {MAX_COORDINATES} coordinates are supported."
    if found is None and count != len(desc.tensor.shape):
        found = "number of coordinates do not match with the rank of tensor descriptor map."
    return plain(op, found)


@verifier("nvgpu.tma.create.descriptor")
def _create_descriptor(op: DataOp) -> Problem:
    if len(op.boxDimensions) > MAX_COORDINATES:
        return plain(op, f"Maximum {MAX_COORDINATES} coordinates are supported.")
    return plain(op, _wrong_descriptor(op.tensorMap.type))


@verifier("nvgpu.warpgroup.generate.descriptor")
def _generate_descriptor(op: DataOp) -> Problem:
    desc = op.tensorMap.type
    found = _wrong_descriptor(desc)
    if found is None and desc.swizzle.name != "SWIZZLE_128B":
        found = "supports only swizzle_128b is supported for the time being"
    return plain(op, found)
