"""memref ops that view a buffer in another shape."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._mixed import Mixed, merge
from mlirlite.dialects._reassociation import (
    Reassociation,
    reassociation_groups,
    verify_output_shape,
    verify_reassociation,
)
from mlirlite.dialects.memref._constraints import (
    ShapeMemRef,
    StridedMemRef,
)
from mlirlite.dialects.memref._layout import has_identity_layout, strides_and_offset, times
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import (
    StridedLayoutAttr,
)
from mlirlite.ir.constraints import (
    AnyRankedOrUnrankedMemRef,
    Index,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand
from mlirlite.ir.interfaces import (
    AsmNames,
    Effect,
    EffectKind,
    MemoryEffects,
)
from mlirlite.ir.traits import (
    Pure,
)
from mlirlite.ir.types import (
    DYNAMIC,
    MemRefType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    pass


class ReshapeOp(Op, AsmNames, MemoryEffects, name="memref.reshape"):
    """A contiguous buffer in the shape that another buffer holds.

    ```mlir
    %1 = memref.reshape %0(%shape) : (memref<4x1xf32>, memref<1xi32>) -> memref<4xf32>
    ```
    """

    source: Operand[AnyRankedOrUnrankedMemRef]
    shape: Operand[ShapeMemRef]
    result: Result[AnyRankedOrUnrankedMemRef]
    assembly_format = "$source `(` $shape `)` attr-dict `:` functional-type(operands, results)"

    def result_names(self) -> Sequence[str]:
        return ("reshape",)

    def effects(self) -> Sequence[Effect]:
        return (Effect(EffectKind.READ, self.operands[1]),)

    def verify_op(self) -> Diagnostic | None:
        source, result, shape = self.source.type, self.result.type, self.shape.type
        if element_type_of(source) is not element_type_of(result):
            return self.error(
                "element types of source and destination memref types should be the same"
            )
        if isinstance(source, MemRefType) and source.layout is not None:
            return self.error("source memref type should have identity affine map")
        size = shape.shape[0]
        if isinstance(result, MemRefType):
            if result.layout is not None:
                return self.error("result memref type should have identity affine map")
            if size == DYNAMIC:
                return self.error(
                    "cannot use shape operand with dynamic length to reshape to "
                    "statically-ranked memref type"
                )
            if size != result.rank:
                return self.error("length of shape operand differs from the result's memref rank")
        return None


class ExpandShapeOp(Op, AsmNames, name="memref.expand_shape", traits=(Pure,)):
    """Splits dimensions.

    ```mlir
    %1 = memref.expand_shape %0 [[0, 1], [2]] output_shape [%n, 5, 32]
      : memref<?x32xf32> into memref<?x5x32xf32>
    ```
    """

    src: Operand[StridedMemRef]
    reassociation: Prop[Reassociation]
    output_shape: VarOperand[Index]
    static_output_shape: Prop[I64Array]
    result: Result[StridedMemRef]
    assembly_format = (
        "$src $reassociation `output_shape` "
        "custom<DynamicIndexList>($output_shape, $static_output_shape) attr-dict `:` "
        "type($src) `into` type($result)"
    )

    def result_names(self) -> Sequence[str]:
        return ("expand_shape",)

    @property
    def mixed_output_shape(self) -> list[Mixed]:
        """The sizes of the result, numbers or values."""
        return merge(self.static_output_shape, self.output_shape)

    @property
    def groups(self) -> list[list[int]]:
        """The result dimensions that each source dimension becomes."""
        return reassociation_groups(self.reassociation)

    def fold(self, operands: Sequence[Attribute | None]) -> Value | None:
        """expand(collapse(m)) : type of m --> m; to the same shape --> m"""
        return folded_reshape(self, CollapseShapeOp)

    def verify_op(self) -> Diagnostic | None:
        source, result = self.src.type, self.result.type
        if source.rank > result.rank:
            return self.error(
                f"has source rank {source.rank} and result rank {result.rank}. This is not an "
                f"expansion ({source.rank} > {result.rank})."
            )
        found = verify_reassociation(self, self.groups, result.shape, source.shape)
        if found is not None:
            return found
        try:
            expected = expanded_type(source, result.shape, self.groups)
        except ValueError:
            return self.error("invalid source layout map")
        if expected is not result:
            return self.error(f"expected expanded type to be '{expected}' but found '{result}'")
        static = self.static_output_shape
        if len(static) != result.rank:
            return self.error(
                "expected number of static shape bounds to be equal to the output rank "
                f"({result.rank}) but found {len(static)} inputs instead"
            )
        wrong = verify_output_shape(self, static, self.output_shape)
        if wrong is not None:
            return wrong
        for d, (size, given) in enumerate(zip(result.shape, static, strict=True)):
            if given != DYNAMIC and size != given:
                return self.error(f"invalid output shape provided at pos {d}")
        return None


def expanded_type(
    source: MemRefType, shape: Sequence[int], groups: Sequence[Sequence[int]]
) -> MemRefType:
    """The type of memref.expand_shape's result. ValueError when the layout is not strided."""
    layout: Attribute | None = None
    if not has_identity_layout(source):
        found = strides_and_offset(source)
        if found is None:
            raise ValueError("the source has no strided layout")
        strides = [1] * len(shape)
        for step, group in zip(found[0], groups, strict=True):
            for d in reversed(group):
                strides[d] = step
                step = times(step, shape[d])
        layout = StridedLayoutAttr(tuple(strides), found[1])
    result: MemRefType = MemRefType(tuple(shape), source.element_type, layout, source.memory_space)
    return result


class CollapseShapeOp(Op, AsmNames, name="memref.collapse_shape", traits=(Pure,)):
    """Merges neighboring dimensions.

    ```mlir
    %1 = memref.collapse_shape %0 [[0, 1], [2]] : memref<?x5x32xf32> into memref<?x32xf32>
    ```
    """

    src: Operand[StridedMemRef]
    reassociation: Prop[Reassociation]
    result: Result[StridedMemRef]
    assembly_format = "$src $reassociation attr-dict `:` type($src) `into` type($result)"

    def result_names(self) -> Sequence[str]:
        return ("collapse_shape",)

    @property
    def groups(self) -> list[list[int]]:
        """The source dimensions that each result dimension is made of."""
        return reassociation_groups(self.reassociation)

    def fold(self, operands: Sequence[Attribute | None]) -> Value | None:
        """collapse(expand(m)) : type of m --> m; to the same shape --> m"""
        return folded_reshape(self, ExpandShapeOp)

    def verify_op(self) -> Diagnostic | None:
        source, result = self.src.type, self.result.type
        if source.rank < result.rank:
            return self.error(
                f"has source rank {source.rank} and result rank {result.rank}. This is not a "
                f"collapse ({source.rank} < {result.rank})."
            )
        found = verify_reassociation(self, self.groups, source.shape, result.shape)
        if found is not None:
            return found
        if has_identity_layout(source):
            expected: MemRefType = MemRefType(
                result.shape, source.element_type, None, source.memory_space
            )
        else:
            try:
                layout = collapsed_layout(source, self.groups)
            except ValueError:
                return self.error("invalid source layout map or collapsing non-contiguous dims")
            expected = MemRefType(result.shape, source.element_type, layout, source.memory_space)
        if expected is not result:
            return self.error(f"expected collapsed type to be '{expected}' but found '{result}'")
        return None


def folded_reshape(
    op: ExpandShapeOp | CollapseShapeOp, opposite: type[ExpandShapeOp | CollapseShapeOp]
) -> Value | None:
    """The buffer that a change of shape gives back, if it does."""
    if op.src.type is op.result.type:
        return op.src
    inner = op.src.defining_op
    if isinstance(inner, opposite) and inner.src.type is op.result.type:
        static = isinstance(op.result.type, MemRefType) and op.result.type.has_static_shape
        if static or inner.reassociation == op.reassociation:
            return inner.src
    return None


def collapsed_layout(source: MemRefType, groups: Sequence[Sequence[int]]) -> StridedLayoutAttr:
    """The layout of memref.collapse_shape's result. ValueError for dimensions that are not
    contiguous."""
    found = strides_and_offset(source)
    if found is None:
        raise ValueError("the source has no strided layout")
    strides, offset = found
    shape = source.shape
    result = []
    for group in groups:
        dims = list(group)
        while len(dims) > 1 and shape[dims[-1]] == 1:
            dims.pop()
        # An unknown size may be 1, and then the stride has no meaning.
        known = shape[dims[-1]] != DYNAMIC or len(dims) == 1
        result.append(strides[dims[-1]] if known else DYNAMIC)
    for group, step in zip(groups, result, strict=True):
        for d in reversed(group[1:]):
            step = times(step, shape[d])
            if shape[d - 1] == 1:
                continue
            if DYNAMIC not in (step, strides[d - 1]) and step != strides[d - 1]:
                raise ValueError("the dimensions are not contiguous")
    layout: StridedLayoutAttr = StridedLayoutAttr(tuple(result), offset)
    return layout
