# ruff: noqa: F401
"""The bufferization dialect: the ways between tensors and the buffers that hold them."""

from mlirlite.dialects.bufferization.ops import (
    AllocTensorOp,
    CloneOp,
    DeallocOp,
    DeallocTensorOp,
    MaterializeInDestinationOp,
    ToBufferOp,
    ToTensorOp,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import AffineMapAttr, IntegerAttr, StridedLayoutAttr, StringAttr
from mlirlite.ir.dialect import Dialect

_WRITABLE = "bufferization.writable"
_ACCESS = "bufferization.access"
_LAYOUT = "bufferization.buffer_layout"


class BufferizationDialect(Dialect):
    """Checks what a function says of the buffers that its tensors become."""

    def check_parameter(
        self, name: str, value: Attribute, type: Type, *, result: bool, external: bool
    ) -> str | None:
        if result:
            return None
        if name == _WRITABLE:
            if not isinstance(value, IntegerAttr) or not value.is_bool:
                return f"'{name}' is expected to be a boolean attribute"
            return f"'{name}' is invalid on external functions" if external else None
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
