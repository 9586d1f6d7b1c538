"""vector ops on a box of a vector."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._constraints import I64ArrayAttr
from mlirlite.dialects.vector._constants import constant_of_pieces, pieces_of, places_of_slice
from mlirlite.dialects.vector._constraints import (
    AnyVectorOfNonZeroRank,
    integers,
    same_elements,
    scalable_flags,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.traits import AllTypesMatch, Pure
from mlirlite.ir.types import VectorType
from mlirlite.support.diagnostics import Diagnostic


class _StridedSliceOp(Op):
    """A box in a vector."""

    def verify_scalable(
        self, sizes: Sequence[int], whole: Sequence[int], flags: Sequence[bool]
    ) -> Diagnostic | None:
        """Scalable dimensions are taken whole."""
        for i, (size, limit, scalable) in enumerate(zip(sizes, whole, flags, strict=False)):
            if scalable and size != limit:
                return self.error(
                    f"expected size at idx={i} to match the corresponding base size from the "
                    f"input vector ({size} vs {limit})"
                )
        return None


class ExtractStridedSliceOp(
    _StridedSliceOp,
    name="vector.extract_strided_slice",
    traits=(same_elements("operand and result"), Pure),
):
    """A box of a vector.

    ```mlir
    %0 = vector.extract_strided_slice %v {offsets = [0], sizes = [1], strides = [1]}
      : vector<2x4xf32> to vector<1x4xf32>
    ```
    """

    source: Operand[AnyVectorOfNonZeroRank]
    offsets: Prop[I64ArrayAttr]
    sizes: Prop[I64ArrayAttr]
    strides: Prop[I64ArrayAttr]
    result: Result[AnyVectorOfNonZeroRank]
    assembly_format = "$source attr-dict `:` type($source) `to` type(results)"

    def verify_op(self) -> Diagnostic | None:
        source = self.source.type
        lists = [integers(a) for a in (self.offsets, self.sizes, self.strides)]
        if len({len(values) for values in lists}) > 1:
            return self.error("expected offsets, sizes and strides attributes of same size")
        offsets, sizes, strides = lists
        if len(offsets) > source.rank:
            return self.error("expected offsets attribute of rank no greater than vector rank")
        for i, (start, size, step) in enumerate(zip(offsets, sizes, strides, strict=True)):
            limit = source.shape[i]
            if not 0 <= start < limit:
                return self.error(f"expected offsets dimension {i} to be confined to [0, {limit})")
            if not 1 <= size <= limit:
                return self.error(
                    f"expected sizes dimension {i} to be confined to [1, {limit + 1})"
                )
            if step != 1:
                return self.error("expected strides to be confined to [1, 2)")
            if start + size > limit:
                return self.error(
                    f"expected sum(offsets, sizes) dimension {i} to be confined to [1, {limit + 1})"
                )
        shape = (*sizes, *source.shape[len(sizes) :])
        expected: Type = VectorType(shape, source.element_type, source.scalable_dims)
        if self.result.type is not expected:
            return self.error(f"expected result type to be '{expected}'")
        return self.verify_scalable(sizes, source.shape, scalable_flags(source))

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """All of the vector --> the vector; of a constant --> a constant"""
        source, result = self.source.type, self.result.type
        if source is result:
            return self.source
        known = operands[0]
        if not isinstance(known, DenseElementsAttr) or not isinstance(result, VectorType):
            return None
        offsets = integers(self.offsets)
        offsets += [0] * (result.rank - len(offsets))
        pieces = pieces_of(known)
        places = places_of_slice(offsets, result.shape, known.type.shape)
        return constant_of_pieces([pieces[p] for p in places], result)


class InsertStridedSliceOp(
    _StridedSliceOp,
    name="vector.insert_strided_slice",
    traits=(
        same_elements("operand #0 and result"),
        AllTypesMatch("dest", "result"),
        Pure,
    ),
):
    """A vector with a box of it replaced.

    ```mlir
    %0 = vector.insert_strided_slice %a, %b {offsets = [0, 0], strides = [1]}
      : vector<4xf32> into vector<2x4xf32>
    ```
    """

    valueToStore: Operand[AnyVectorOfNonZeroRank]
    dest: Operand[AnyVectorOfNonZeroRank]
    offsets: Prop[I64ArrayAttr]
    strides: Prop[I64ArrayAttr]
    result: Result[AnyVectorOfNonZeroRank]
    assembly_format = "$valueToStore `,` $dest attr-dict `:` type($valueToStore) `into` type($dest)"

    def verify_op(self) -> Diagnostic | None:
        source, dest = self.valueToStore.type, self.dest.type
        offsets, strides = integers(self.offsets), integers(self.strides)
        if len(offsets) != dest.rank:
            return self.error("expected offsets of same size as destination vector rank")
        if len(strides) != source.rank:
            return self.error("expected strides of same size as source vector rank")
        if source.rank > dest.rank:
            return self.error("expected source rank to be no greater than destination rank")
        shape = (*(0,) * (dest.rank - source.rank), *source.shape)
        for i, (start, limit) in enumerate(zip(offsets, dest.shape, strict=True)):
            if not 0 <= start < limit:
                return self.error(f"expected offsets dimension {i} to be confined to [0, {limit})")
        if any(step != 1 for step in strides):
            return self.error("expected strides to be confined to [1, 2)")
        for i, (start, size, limit) in enumerate(zip(offsets, shape, dest.shape, strict=True)):
            if start + size > limit:
                return self.error(
                    f"expected sum(offsets, source vector shape) dimension {i} to be confined to "
                    f"[1, {limit + 1})"
                )
        skipped, flags = dest.rank - source.rank, scalable_flags(source)
        for i, (mine, its) in enumerate(zip(flags, scalable_flags(dest)[skipped:], strict=True)):
            if mine != its:
                return self.error(f"mismatching scalable flags (at source vector idx={i})")
        return self.verify_scalable(source.shape, dest.shape[skipped:], flags)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """All of the vector --> the inserted one"""
        same = self.valueToStore.type is self.dest.type
        return self.valueToStore if same else None
