"""The bufferization dialect: conversions between tensors and the buffers that hold them."""

from mlirlite.dialects.bufferization.ops import (
    AllocTensorOp as AllocTensorOp,
    BufferLikeType as BufferLikeType,
    CloneOp as CloneOp,
    DeallocOp as DeallocOp,
    DeallocTensorOp as DeallocTensorOp,
    MaterializeInDestinationOp as MaterializeInDestinationOp,
    TensorLikeType as TensorLikeType,
    ToBufferOp as ToBufferOp,
    ToTensorOp as ToTensorOp,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    AffineMapAttr,
    DictionaryAttr,
    IntegerAttr,
    StridedLayoutAttr,
    StringAttr,
)
from mlirlite.ir.dialect import Dialect
from mlirlite.ir.interfaces import EffectKind, MemoryEffects
from mlirlite.ir.operation import Operation
from mlirlite.support.diagnostics import Diagnostic, error

_WRITABLE = "bufferization.writable"
_ACCESS = "bufferization.access"
_LAYOUT = "bufferization.buffer_layout"
_MANUAL = "bufferization.manual_deallocation"


class BufferizationDialect(Dialect):
    """Checks a function's attributes about the buffers of its tensors, and which buffers are freed
    by hand."""

    def check_attribute(self, op: Operation, name: str, value: Attribute) -> Diagnostic | None:
        if name != _MANUAL:
            message = (
                f"attribute '\"{name}\"' not supported as an op attribute by the bufferization"
            )
            return error(f"{message} dialect", op.where)
        effects = op.effects() if isinstance(op, MemoryEffects) else ()
        if any(e.kind in (EffectKind.ALLOCATE, EffectKind.FREE) for e in effects):
            return None
        return op.error(
            f"attribute '{name}' can be used only on ops that have an allocation and/or free side "
            "effect"
        )

    def check_parameter(
        self,
        op: Operation,
        name: str,
        value: Attribute,
        type: Type,
        beside: DictionaryAttr,
        *,
        result: bool,
    ) -> str | None:
        if result:
            return None
        if name == _WRITABLE:
            if not isinstance(value, IntegerAttr) or not value.is_bool:
                return f"'{name}' is expected to be a boolean attribute"
            return f"'{name}' is invalid on external functions" if op.regions[0].empty else None
        if name == _ACCESS:
            if not isinstance(value, StringAttr):
                return f"'{name}' is expected to be a string attribute"
            known = value.value in ("none", "read", "write", "read-write")
            return None if known else f"invalid value for '{name}'"
        if name == _LAYOUT:
            layout = isinstance(value, (AffineMapAttr, StridedLayoutAttr))
            return None if layout else f"'{name}' is expected to be a memref layout attribute"
        return (
            f"attribute '{_LAYOUT}' not supported as a region arg attribute by the bufferization "
            "dialect"
        )


DIALECT = BufferizationDialect("bufferization", __name__)
