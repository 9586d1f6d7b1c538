"""vector ops that make masks."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects.vector._constraints import AnyRankMask, scalable_flags
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.constraints import Index
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Prop, Result, VarOperand
from mlirlite.ir.traits import Pure
from mlirlite.support.diagnostics import Diagnostic


class CreateMaskOp(Op, name="vector.create_mask", traits=(Pure,)):
    """A mask that is true in a box from 0 to given sizes.

    ```mlir
    %0 = vector.create_mask %n : vector<4xi1>
    ```
    """

    operands_: VarOperand[Index]
    result: Result[AnyRankMask]
    assembly_format = "$operands attr-dict `:` type(results)"

    def verify_op(self) -> Diagnostic | None:
        type = self.result.type
        if not type.rank and len(self.operands) != 1:
            return self.error("must specify exactly one operand for 0-D create_mask")
        if type.rank and len(self.operands) != type.rank:
            return self.error("must specify an operand for each result vector dimension")
        return None


class ConstantMaskOp(Op, name="vector.constant_mask", traits=(Pure,)):
    """As vector.create_mask with constant sizes.

    ```mlir
    %0 = vector.constant_mask [2] : vector<4xi1>
    ```
    """

    mask_dim_sizes: Prop[I64Array]
    result: Result[AnyRankMask]
    assembly_format = "$mask_dim_sizes attr-dict `:` type(results)"

    def verify_op(self) -> Diagnostic | None:
        type, sizes = self.result.type, self.mask_dim_sizes.value
        if not type.rank:
            if len(sizes) != 1:
                return self.error("array attr must have length 1 for 0-D vectors")
            if sizes[0] not in (0, 1):
                return self.error("mask dim size must be either 0 or 1 for 0-D vectors")
            return None
        if len(sizes) != type.rank:
            return self.error("must specify array attr of size equal vector result rank")
        for size, limit in zip(sizes, type.shape, strict=True):
            if not 0 <= size <= limit:
                return self.error(
                    "array attr of size out of bounds of vector result dimension size"
                )
        for size, limit, scalable in zip(sizes, type.shape, scalable_flags(type), strict=True):
            if scalable and size not in (0, limit):
                return self.error("only supports 'none set' or 'all set' scalable dimensions")
        if 0 in sizes and any(sizes):
            return self.error(
                "expected all mask dim sizes to be zeros, as a result of conjunction with zero "
                "mask dim"
            )
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """All or nothing --> a splat"""
        type, sizes = self.result.type, self.mask_dim_sizes.value
        if sizes == (type.shape or (1,)):
            return DenseElementsAttr.of(type, 1)
        return None if any(sizes) else DenseElementsAttr.of(type, 0)
