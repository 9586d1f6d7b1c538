"""The syntax of the sizes of a product of matrices."""

from __future__ import annotations

from typing import Any

from mlirlite.ir.attributes import IntegerAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import I32
from mlirlite.ods.hooks import directive


@directive("MNKDimensionList", "amdgpu")
class MNKDimensionList:
    """`16x16x32`."""

    @staticmethod
    def parse(p: Any, state: Any) -> tuple[IntegerAttr, ...]:
        sizes = p.dimension_list(allow_dynamic=False, trailing_x=False)
        if len(sizes) != 3:
            raise p.error("expected 3 dimensions in MNK dimension list")
        return tuple(IntegerAttr(size, I32) for size in sizes)

    @staticmethod
    def print(p: Any, op: Operation, *sizes: Any) -> None:
        p.text("x".join(str(size.value) for size in sizes))
