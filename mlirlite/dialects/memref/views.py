"""memref ops that view a part of a buffer, or its dimensions in another order; its sizes."""

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._dim import DimOfShape
from mlirlite.dialects._sizes import wrong_size_count
from mlirlite.dialects._slices import OffsetSizeStrideOp, verify_in_bounds
from mlirlite.dialects.memref._constraints import (
    ByteMemRef,
    Non0RankedOrUnrankedMemRef,
    StridedMemRef,
)
from mlirlite.dialects.memref._layout import plus, strided_map, strides_and_offset, times
from mlirlite.dialects.memref.allocation import AllocaOp, AllocOp
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import (
    AffineMapAttr,
    IntegerAttr,
    StridedLayoutAttr,
    index_attr,
)
from mlirlite.ir.constraints import (
    AnyMemRef,
    AnyRankedOrUnrankedMemRef,
    Index,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand
from mlirlite.ir.interfaces import (
    AsmNames,
)
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    NoMemoryEffect,
    Pure,
)
from mlirlite.ir.types import (
    DYNAMIC,
    MemRefType,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser import OpParser, OpState
    from mlirlite.printer import Printer


class DimOp(Op, DimOfShape, name="memref.dim", traits=(NoMemoryEffect,)):
    """The size of a dimension.

    ```mlir
    %0 = memref.dim %m, %i : memref<4x?xf32>
    ```
    """

    source: Operand[Non0RankedOrUnrankedMemRef]
    index: Operand[Index]
    result: Result[Index]
    assembly_format = "attr-dict $source `,` $index `:` type($source)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """dim of a static dimension --> its number"""
        index, type = operands[1], self.source.type
        if not isinstance(index, IntegerAttr) or not isinstance(type, MemRefType):
            return None
        if not 0 <= index.value < type.rank:
            return None
        size = type.shape[index.value]
        return index_attr(size) if size != DYNAMIC else fold_dim(self.source, index.value)


def fold_dim(source: Value, index: int) -> Value | None:
    """The operand of the defining op that gives a dynamic dimension."""
    op = source.defining_op
    if op is None or not isinstance(source.type, MemRefType):
        return None
    position = source.type.shape[:index].count(DYNAMIC)
    if isinstance(op, (AllocOp, AllocaOp)):
        return op.dynamicSizes[position]
    if isinstance(op, ViewOp):
        return op.sizes[position]
    if isinstance(op, SubViewOp):
        dims = op.kept_dims()
        found = op.mixed_sizes[dims[index]] if dims is not None else None
        return found if isinstance(found, Value) else None
    return None


class RankOp(Op, name="memref.rank", traits=(Pure,)):
    """The number of dimensions.

    ```mlir
    %0 = memref.rank %m : memref<*xf32>
    ```
    """

    memref: Operand[AnyRankedOrUnrankedMemRef]
    result: Result[Index]
    assembly_format = "$memref attr-dict `:` type($memref)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        type = self.memref.type
        return index_attr(type.rank) if isinstance(type, MemRefType) else None


class SubViewOp(
    OffsetSizeStrideOp, AsmNames, name="memref.subview", traits=(AttrSizedOperandSegments, Pure)
):
    """A box of a buffer, every stride-th element; unit dimensions may be dropped.

    ```mlir
    %1 = memref.subview %0[0, %i] [4, 4] [1, 1]
      : memref<8x16xf32> to memref<4x4xf32, strided<[16, 1], offset: ?>>
    ```
    """

    source: Operand[AnyMemRef]
    offsets: VarOperand[Index]
    sizes: VarOperand[Index]
    strides: VarOperand[Index]
    static_offsets: Prop[I64Array]
    static_sizes: Prop[I64Array]
    static_strides: Prop[I64Array]
    result: Result[AnyMemRef]
    assembly_format = (
        "$source `` custom<DynamicIndexList>($offsets, $static_offsets) "
        "custom<DynamicIndexList>($sizes, $static_sizes) "
        "custom<DynamicIndexList>($strides, $static_strides) "
        "attr-dict `:` type($source) `to` type($result)"
    )

    def result_names(self) -> Sequence[str]:
        return ("subview",)

    @staticmethod
    def infer_result_type(
        source: MemRefType,
        offsets: Sequence[int],
        sizes: Sequence[int],
        strides: Sequence[int],
    ) -> MemRefType:
        """The type of a subview without dropped dimensions. ValueError for a source that is not
        strided."""
        layout = strides_and_offset(source)
        if layout is None:
            raise ValueError("the source has no strided layout")
        source_strides, offset = layout
        for start, step in zip(offsets, source_strides, strict=True):
            offset = plus(offset, times(start, step))
        steps = tuple(times(a, b) for a, b in zip(strides, source_strides, strict=True))
        result: MemRefType = MemRefType(
            tuple(sizes),
            source.element_type,
            StridedLayoutAttr(steps, offset),
            source.memory_space,
        )
        return result

    def expected_type(self) -> MemRefType:
        """The result type without dropped dimensions."""
        source = self.source.type
        if not isinstance(source, MemRefType):
            raise ValueError("the source has no rank")
        return self.infer_result_type(
            source, self.static_offsets.value, self.static_sizes.value, self.static_strides.value
        )

    def kept_dims(self) -> list[int] | None:
        """The source dimension of each result dimension; None when the result does not fit."""
        result = self.result.type
        layout = strides_and_offset(result)
        expected = self.expected_type()
        wanted = strides_and_offset(expected)
        if layout is None or wanted is None:
            return None
        by_strides = self._kept_by_strides(result, layout[0])
        if tuple(expected.shape[d] for d in by_strides) == result.shape:
            return by_strides
        kept, at = [], 0
        for d, size in enumerate(expected.shape):
            if at < result.rank and result.shape[at] == size:
                spare = expected.rank - d > result.rank - at
                if layout[0][at] == wanted[0][d] or size != 1 or not spare:
                    kept.append(d)
                    at += 1
                    continue
            if size != 1:
                return None
        return kept if at == result.rank else None

    def _kept_by_strides(self, result: MemRefType, strides: Sequence[int]) -> list[int]:
        """As upstream: a dimension of size 1 is dropped if its stride occurs less often in the
        result than in the source."""
        source = self.source.type
        layout = strides_and_offset(source) if isinstance(source, MemRefType) else None
        rank = len(self.mixed_sizes)
        units = [d for d, size in enumerate(self.mixed_sizes) if size == 1]
        if rank == result.rank or layout is None:
            return list(range(rank))
        if len(units) + result.rank != rank:
            left, wanted = Counter(layout[0]), Counter(strides)
            removed = []
            for d in units:
                if left[layout[0][d]] > wanted[layout[0][d]]:
                    left[layout[0][d]] -= 1
                    removed.append(d)
            units = removed
        return [d for d in range(rank) if d not in units]

    def verify_op(self) -> Diagnostic | None:
        source, result = self.source.type, self.result.type
        found = self.verify_lists((source.rank,) * 3)
        if found is not None:
            return found
        if source.memory_space is not result.memory_space:
            return error(
                f"different memory spaces specified for base memref type '{source}' and subview "
                f"memref type '{result}'",
                self.where,
            )
        if strides_and_offset(source) is None:
            return error(f"base type '{source}' is not strided", self.where)
        return self._verify_type(self.expected_type(), result) or self._verify_bounds(source)

    def _verify_type(self, expected: MemRefType, result: MemRefType) -> Diagnostic | None:
        tail = f"'{result}'"
        if result.rank > expected.rank:
            return error(
                f"expected result rank to be smaller or equal to the source rank, but got {tail}",
                self.where,
            )
        if result.element_type is not expected.element_type:
            return error(
                f"expected result element type to be '{expected.element_type}', but got {tail}",
                self.where,
            )
        kept = self.kept_dims()
        if kept is None:
            return error(
                f"expected result type to be '{expected}' or a rank-reduced version. (mismatch of "
                f"result sizes), but got {tail}",
                self.where,
            )
        wanted, given = strides_and_offset(expected), strides_and_offset(result)
        if (
            wanted is None
            or given is None
            or any(wanted[0][d] != given[0][i] for i, d in enumerate(kept))
            or wanted[1] != given[1]
        ):
            return error(
                f"expected result type to be '{expected}' or a rank-reduced version. (mismatch of "
                f"result layout), but got {tail}",
                self.where,
            )
        return None

    def _verify_bounds(self, source: MemRefType) -> Diagnostic | None:
        return verify_in_bounds(
            self,
            source.shape,
            self.static_offsets.value,
            self.static_sizes.value,
            self.static_strides.value,
        )


class TransposeOp(Op, AsmNames, name="memref.transpose", traits=(Pure,)):
    """The dimensions in another order.

    ```mlir
    %1 = memref.transpose %0 (d0, d1) -> (d1, d0)
      : memref<?x?xf32> to memref<?x?xf32, strided<[1, ?]>>
    ```
    """

    in_: Operand[StridedMemRef]
    permutation: Prop[AffineMapAttr]
    result: Result[StridedMemRef]

    def result_names(self) -> Sequence[str]:
        return ("transpose",)

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        source = p.operand()
        state.properties["permutation"] = AffineMapAttr(p.affine_map())
        p.op_attr_dict(state)
        p.expect(":")
        state.operands = [p.resolve(source, p.type())]
        p.expect("to")
        state.result_types = [p.type()]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.value(self.in_)
        p.text(f" {self.permutation.map}")
        p.attr_dict(self, ("permutation",))
        p.text(" : ")
        p.type(self.in_.type)
        p.text(" to ")
        p.type(self.result.type)

    @staticmethod
    def infer_result_type(source: MemRefType, permutation: AffineMap) -> MemRefType:
        """The type with permuted sizes and strides, in upstream's canonical form: the layout is an
        affine map. ValueError when the source is not strided."""
        layout = strides_and_offset(source)
        if layout is None:
            raise ValueError("the source has no strided layout")
        strides, offset = layout
        order = [r.position for r in permutation.results if isinstance(r, AffineDim)]
        result: MemRefType = MemRefType(
            tuple(source.shape[d] for d in order),
            source.element_type,
            AffineMapAttr(strided_map([strides[d] for d in order], offset)),
            source.memory_space,
        )
        return result

    def verify_op(self) -> Diagnostic | None:
        source, result = self.in_.type, self.result.type
        permutation = self.permutation.map
        if not permutation.is_permutation:
            return self.error("expected a permutation map")
        if permutation.num_dims != source.rank:
            return self.error("expected a permutation map of same rank as the input")
        expected = self.infer_result_type(source, permutation)
        same = expected.shape == result.shape and expected.element_type is result.element_type
        if not same or strides_and_offset(expected) != strides_and_offset(result):
            return self.error(
                f"result type '{result}' is not equivalent to the canonical transposed input type "
                f"'{expected}'"
            )
        return None


class ViewOp(Op, AsmNames, name="memref.view", traits=(Pure,)):
    """A typed buffer inside a buffer of bytes.

    ```mlir
    %1 = memref.view %0[%offset][%n] : memref<2048xi8> to memref<?x4xf32>
    ```
    """

    source: Operand[ByteMemRef]
    byte_shift: Operand[Index]
    sizes: VarOperand[Index]
    result: Result[AnyMemRef]
    assembly_format = (
        "$source `[` $byte_shift `]` `` `[` $sizes `]` attr-dict `:` "
        "type($source) `to` type(results)"
    )

    def result_names(self) -> Sequence[str]:
        return ("view",)

    def verify_op(self) -> Diagnostic | None:
        source, result = self.source.type, self.result.type
        problem = ""
        if source.layout is not None:
            problem = f"unsupported map for base memref type '{source}'"
        elif result.layout is not None:
            problem = f"unsupported map for result memref type '{result}'"
        elif source.memory_space is not result.memory_space:
            problem = (
                f"different memory spaces specified for base memref type '{source}' and view "
                f"memref type '{result}'"
            )
        if problem:
            return error(problem, self.where)
        return wrong_size_count(self, len(self.sizes), result)
