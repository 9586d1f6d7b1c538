"""Types on the way from onnx to krnl: a ranked tensor becomes a contiguous memref."""

from __future__ import annotations

from mlirlite.dialects import krnl, onnx
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import MemRefType, RankedTensorType, UnrankedTensorType
from mlirlite.rewriting.conversion import TypeConverter
from mlirlite.support.machine import Machine


def element_type(type: Type) -> Type:
    """The element type of a buffer for a tensor's."""
    return krnl.STRING if isinstance(type, onnx.StringType) else type


class BufferTypes(TypeConverter):
    """The types, and the machine that schedules are made for (None: plain loops)."""

    def __init__(self, base: TypeConverter | None = None, machine: Machine | None = None) -> None:
        super().__init__(base)
        self.machine = machine


TYPES = BufferTypes()


@TYPES(RankedTensorType)
def buffer_type(type: RankedTensorType, types: TypeConverter) -> Type:
    """`tensor<2x?xf32>` -> `memref<2x?xf32>`."""
    result: Type = MemRefType(type.shape, element_type(type.element_type))
    return result


@TYPES(UnrankedTensorType)
def no_rank(type: UnrankedTensorType, types: TypeConverter) -> None:
    """Buffers need a rank; shape inference gives it."""
