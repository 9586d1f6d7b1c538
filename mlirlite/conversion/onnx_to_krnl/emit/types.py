"""Conversion of types from onnx to krnl: a ranked tensor becomes a contiguous memref, sequences,
optionals and maps become lists of boxes (boxes.py)."""

from __future__ import annotations

from mlirlite.dialects import krnl, onnx
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import (
    DYNAMIC,
    MemRefType,
    RankedTensorType,
    TupleType,
    UnrankedTensorType,
)
from mlirlite.rewriting.conversion import TypeConverter
from mlirlite.support.machine import Machine


def element_type(type: Type) -> Type:
    """The element type of a buffer for a tensor's."""
    return krnl.STRING if isinstance(type, onnx.StringType) else type


class BufferTypes(TypeConverter):
    """The types, the machine for schedules (None: plain loops), how many threads share loops later,
    and whether requirements are checked at run time."""

    def __init__(
        self,
        base: TypeConverter | None = None,
        machine: Machine | None = None,
        threads: int = 1,
        checks: bool = True,
    ) -> None:
        super().__init__(base)
        self.machine, self.threads, self.checks = machine, threads, checks


TYPES = BufferTypes()


@TYPES(RankedTensorType)
def buffer_type(type: RankedTensorType, types: TypeConverter) -> Type | None:
    """`tensor<2x?xf32>` -> `memref<2x?xf32>`; in blocks of 16 channels, `tensor<?x24x8x8xf32, …>`
    -> `memref<?x2x8x8x16xf32>`."""
    shape = type.shape
    block = type.encoding.block if isinstance(type.encoding, onnx.LayoutAttr) else None
    if block is not None:
        if len(shape) != 4 or shape[1] == DYNAMIC:
            return None
        shape = (shape[0], -(-shape[1] // block), *shape[2:], block)
    result: Type = MemRefType(shape, element_type(type.element_type))
    return result


@TYPES(UnrankedTensorType)
def no_rank(type: UnrankedTensorType, types: TypeConverter) -> None:
    """Buffers need a rank; shape inference gives it."""


@TYPES(onnx.SeqType)
def sequence_type(type: onnx.SeqType, types: TypeConverter) -> Type:
    """`!onnx.Seq<…>` -> `memref<?x!krnl.box>`, one box per member."""
    result: Type = MemRefType((DYNAMIC,), krnl.BOX)
    return result


@TYPES(onnx.OptType)
def optional_type(type: onnx.OptType, types: TypeConverter) -> Type:
    """`!onnx.Opt<…>` -> `memref<?x!krnl.box>` of one box or none."""
    result: Type = MemRefType((DYNAMIC,), krnl.BOX)
    return result


@TYPES(TupleType)
def map_type(type: TupleType, types: TypeConverter) -> Type | None:
    """`tuple<key, value>`, a map -> `memref<2x!krnl.box>`: a box of keys and one of values."""
    result: Type = MemRefType((2,), krnl.BOX)
    return result
