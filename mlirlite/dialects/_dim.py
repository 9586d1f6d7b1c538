"""What memref.dim and tensor.dim have in common."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._mixed import constant_number
from mlirlite.ir.interfaces import AsmNames, ConditionallySpeculatable
from mlirlite.ir.types import ShapedType


class DimOfShape(AsmNames, ConditionallySpeculatable):
    """The size of a dimension, which may be read early if the shape is known to have it."""

    __slots__ = ()
    source: Any
    index: Any

    def is_speculatable(self) -> bool:
        """A dimension that the type has."""
        index, type = constant_number(self.index), self.source.type
        if index is None or not isinstance(type, ShapedType) or not type.has_rank:
            return False
        return 0 <= index < type.rank

    def result_names(self) -> Sequence[str]:
        return ("dim",)
