"""What descriptors of tensors and of memory say, and have to satisfy."""

from __future__ import annotations

import math
from typing import Any

from mlirlite.dialects._spaces import is_workgroup, space_number
from mlirlite.dialects.xegpu.layouts import can_share, part, rank_of
from mlirlite.dialects.xevm.attributes import AddrSpace, AddrSpaceAttr
from mlirlite.ir.types import MemRefType
from mlirlite.ods.hooks import behavior, function

_SHARED = 3
"""The number of shared memory."""
_PACKED = 32
"""The bits of a unit of packed values."""


def is_scattered(desc: Any) -> bool:
    """Whether a descriptor is of scattered parts."""
    return desc.encoding is not None and desc.encoding.name == "xegpu.scatter_tdesc_attr"


def _number(attribute: Any, default: int) -> int:
    """The number of an attribute, or of an enum's case in one."""
    return default if attribute is None else int(getattr(attribute, "value", attribute))


def chunk_size(desc: Any) -> int:
    """How many values stand side by side at each offset."""
    return _number(desc.encoding.chunk_size, 1) if is_scattered(desc) else 1


def array_length(desc: Any) -> int:
    """How many blocks a descriptor stands for."""
    scattered = desc.encoding is None or is_scattered(desc)
    return 1 if scattered else _number(desc.encoding.array_length, 1)


def space_of(desc: Any) -> int:
    """The number of the memory space of a descriptor."""
    return 0 if desc.encoding is None else _number(desc.encoding.memory_space, 0)


def source_space(type: Any) -> int:
    """The number of the memory space of a source; global memory without one."""
    space = type.memory_space if isinstance(type, MemRefType) else None
    if getattr(space, "name", "") == "xegpu.memory_space":
        return _number(space, 0)
    return space_number(space) or 0


def elements(desc: Any) -> int:
    """The number of elements of a descriptor."""
    return math.prod(desc.shape)


@function("isSharedMemory")
def _is_shared(type: Any) -> bool:
    space = type.memory_space
    if isinstance(space, AddrSpaceAttr):
        return space.value is AddrSpace.shared
    own = getattr(space, "name", "") == "xegpu.memory_space"
    return bool(space.value.name == "SLM") if own else is_workgroup(space)


@behavior("#xegpu.scatter_tdesc_attr")
class Scattered:
    """`#xegpu.scatter_tdesc_attr<chunk_size = 8 : i64>`."""

    def verify(self: Any) -> None:
        if _number(self.chunk_size, 1) <= 0:
            raise ValueError("invalid chunk size")


@behavior("!xegpu.tensor_desc")
class TensorDesc:
    """What upstream demands of shapes, chunks and layouts."""

    def verify(self: Any) -> None:
        if not self.shape:
            raise ValueError("expected non-zero rank tensor")
        if len(self.shape) > 1 and not is_scattered(self) and space_of(self) == _SHARED:
            raise ValueError("SLM is only supported for 1D block tensor")
        unit = max(_PACKED // self.elementType.width, 1)
        chunk = chunk_size(self)
        if is_scattered(self):
            self._check_chunk(chunk, unit)
        if self.layout is not None and self.layout.name == "xegpu.layout":
            self._check_layout(chunk, unit)

    def _check_chunk(self: Any, chunk: int, unit: int) -> None:
        if len(self.shape) == 1 and chunk != 1:
            raise ValueError("expected non-contiguous elements for 1D tensor")
        if chunk > 1 and self.shape[-1] != chunk:
            raise ValueError("expected last dim of tensor to match chunk size")
        if chunk > 1 and chunk % unit:
            raise ValueError(f"expected last dim of tensor to be a multiple of {unit}")

    def _check_layout(self: Any, chunk: int, unit: int) -> None:
        if len(self.shape) != rank_of(self.layout):
            raise ValueError("expected layout rank to match tensor rank")
        data = part(self.layout, "lane_data")
        if is_scattered(self) and data and chunk > 1 and data[len(self.shape) - 1] % unit:
            raise ValueError(f"expected last dim of lane_data to be a multiple of: {unit}")
        if not can_share(self.shape, self.layout):
            shape = ", ".join(map(str, self.shape))
            raise ValueError(f"cannot distribute [{shape}] using {self.layout}")


def strides(memory: Any) -> tuple[int, ...]:
    """The strides of a description of memory; those of rows by default."""
    stated = _stated(memory, "stride")
    return stated or (*memory.shape[1:], 1)


def blocks(memory: Any) -> tuple[int, ...]:
    """The sizes of blocks of a description of memory; its shape by default."""
    return _stated(memory, "block") or tuple(memory.shape)


def _stated(memory: Any, name: str) -> tuple[int, ...]:
    layout = memory.mem_layout
    found = None if layout is None else layout.attrs.to_dict().get(name)
    return () if found is None else tuple(item.value for item in found.value)
