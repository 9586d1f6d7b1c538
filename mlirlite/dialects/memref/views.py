"""memref ops that see a buffer in another shape, and ask for its sizes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects._casts import Cast
from mlirlite.dialects._constraints import I64Array
from mlirlite.dialects._infer import verify_inferred
from mlirlite.dialects._mixed import constant_number
from mlirlite.dialects._reassociation import (
    Reassociation,
    reassociation_groups,
    verify_reassociation,
)
from mlirlite.dialects._slices import OffsetSizeStrideOp, verify_in_bounds
from mlirlite.dialects.memref._constraints import (
    ByteMemRef,
    Non0RankedOrUnrankedMemRef,
    ShapeMemRef,
    StridedMemRef,
)
from mlirlite.dialects.memref._layout import strided_map, strides_and_offset
from mlirlite.dialects.memref.memory import AllocaOp, AllocOp
from mlirlite.ir.affine import AffineDim, AffineMap
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import (
    AffineMapAttr,
    IntegerAttr,
    StridedLayoutAttr,
    index_attr,
)
from mlirlite.ir.constraints import (
    AnyMemRef,
    AnyRankedOrUnrankedMemRef,
    Constraint,
    Index,
)
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result, VarOperand, VarResult
from mlirlite.ir.interfaces import (
    AsmNames,
    ConditionallySpeculatable,
    Effect,
    EffectKind,
    MemoryEffects,
)
from mlirlite.ir.traits import (
    AttrSizedOperandSegments,
    NoMemoryEffect,
    Pure,
    SameOperandsAndResultElementType,
    SameOperandsAndResultShape,
    SameOperandsAndResultType,
    SameVariadicResultSize,
)
from mlirlite.ir.types import (
    DYNAMIC,
    I32,
    INDEX,
    BaseMemRefType,
    MemRefType,
    ShapedType,
    UnrankedMemRefType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser.op_parser import OpParser, OpState
    from mlirlite.printer import Printer


Rank0MemRef = Annotated[
    MemRefType,
    Constraint(
        "strided memref of rank 0 of any type values",
        lambda t: isinstance(t, MemRefType) and t.rank == 0,
    ),
]
PositiveI32 = Annotated[
    int,
    I32,
    Constraint(
        "32-bit signless integer attribute whose value is positive",
        lambda a: isinstance(a, IntegerAttr) and a.type is I32 and a.value > 0,
    ),
]


class CastOp(Op, AsmNames, name="memref.cast", traits=(Cast, Pure, SameOperandsAndResultShape)):
    """The same buffer under a type that says more or less of its sizes and layout.

    ```mlir
    %1 = memref.cast %0 : memref<4x?xf32> to memref<?x?xf32>
    ```
    """

    source: Operand[AnyRankedOrUnrankedMemRef]
    dest: Result[AnyRankedOrUnrankedMemRef]
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def result_names(self) -> Sequence[str]:
        return ("cast",)

    @staticmethod
    def is_castable(source: Type, target: Type) -> bool:
        """Whether the op takes these types: all that both know must agree."""
        return cast_compatible(source, target)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """cast(x : T) : T --> x; cast(cast(x : T)) : T --> x"""
        if self.source.type is self.dest.type:
            return self.source
        return _fold_cast(self)


def _fold_cast(op: Any) -> Any:
    inner = op.source.defining_op
    if isinstance(inner, type(op)) and inner.source.type is op.dest.type:
        return inner.source
    return None


def cast_compatible(source: Type, target: Type) -> bool:
    """Whether memref.cast may turn one type into the other: all that both know must agree."""
    if not isinstance(source, BaseMemRefType) or not isinstance(target, BaseMemRefType):
        return False
    if source.element_type is not target.element_type:
        return False
    if source.memory_space is not target.memory_space:
        return False
    if not isinstance(source, MemRefType) or not isinstance(target, MemRefType):
        return isinstance(source, MemRefType) or isinstance(target, MemRefType)
    if source.layout is not target.layout:
        a, b = strides_and_offset(source), strides_and_offset(target)
        if a is None or b is None or len(a[0]) != len(b[0]):
            return False
        for i, (x, y) in enumerate(zip((a[1], *a[0]), (b[1], *b[0]), strict=True)):
            if x != y and DYNAMIC not in (x, y) and not (i and source.shape[i - 1] == 1):
                return False
    return source.rank == target.rank and all(
        x == y or DYNAMIC in (x, y) for x, y in zip(source.shape, target.shape, strict=True)
    )


class MemorySpaceCastOp(
    Op,
    AsmNames,
    name="memref.memory_space_cast",
    traits=(Cast, Pure, SameOperandsAndResultElementType, SameOperandsAndResultShape),
):
    """The same buffer seen through another memory space.

    ```mlir
    %1 = memref.memory_space_cast %0 : memref<?xf32, 5> to memref<?xf32>
    ```
    """

    source: Operand[AnyRankedOrUnrankedMemRef]
    dest: Result[AnyRankedOrUnrankedMemRef]
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def result_names(self) -> Sequence[str]:
        return ("memspacecast",)

    @staticmethod
    def is_castable(source: Type, target: Type) -> bool:
        """Whether the op takes these types: only the memory spaces may differ."""
        if isinstance(source, MemRefType) and isinstance(target, MemRefType):
            return source.replace(memory_space=None) is target.replace(memory_space=None)
        return (
            isinstance(source, UnrankedMemRefType)
            and isinstance(target, UnrankedMemRefType)
            and source.element_type is target.element_type
        )

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """cast(x : T) : T --> x; cast(cast(x)) --> cast(x)"""
        if self.source.type is self.dest.type:
            return self.source
        inner = self.source.defining_op
        if isinstance(inner, MemorySpaceCastOp):
            self.set_operand(0, inner.source)
            return self.dest
        return None


class DimOp(Op, AsmNames, ConditionallySpeculatable, name="memref.dim", traits=(NoMemoryEffect,)):
    """The size of a dimension.

    ```mlir
    %0 = memref.dim %m, %i : memref<4x?xf32>
    ```
    """

    source: Operand[Non0RankedOrUnrankedMemRef]
    index: Operand[Index]
    result: Result[Index]
    assembly_format = "attr-dict $source `,` $index `:` type($source)"

    def is_speculatable(self) -> bool:
        """A dimension that the type has."""
        index, type = constant_number(self.index), self.source.type
        if index is None or not isinstance(type, ShapedType) or not type.has_rank:
            return False
        return 0 <= index < type.rank

    def result_names(self) -> Sequence[str]:
        return ("dim",)

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


class ReinterpretCastOp(
    OffsetSizeStrideOp,
    AsmNames,
    name="memref.reinterpret_cast",
    traits=(AttrSizedOperandSegments, Pure),
):
    """The memory of a buffer under a new offset, new sizes and new strides.

    ```mlir
    %1 = memref.reinterpret_cast %0 to offset: [0], sizes: [%n, 10], strides: [10, 1]
      : memref<?x?xf32> to memref<?x10xf32, strided<[10, 1]>>
    ```
    """

    source: Operand[AnyRankedOrUnrankedMemRef]
    offsets: VarOperand[Index]
    sizes: VarOperand[Index]
    strides: VarOperand[Index]
    static_offsets: Prop[I64Array]
    static_sizes: Prop[I64Array]
    static_strides: Prop[I64Array]
    result: Result[StridedMemRef]
    assembly_format = (
        "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) "
        "`` `,` `sizes` `` `:` custom<DynamicIndexList>($sizes, $static_sizes) "
        "`` `,` `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) "
        "attr-dict `:` type($source) `to` type($result)"
    )

    def result_names(self) -> Sequence[str]:
        return ("reinterpret_cast",)

    def verify(self) -> Diagnostic | None:
        source, result = self.source.type, self.result.type
        if not isinstance(source, BaseMemRefType) or not isinstance(result, MemRefType):
            return None
        found = self.verify_lists((1, result.rank, result.rank))
        if found is not None:
            return found
        if source.memory_space is not result.memory_space:
            return error(
                f"different memory spaces specified for source type '{source}' and result "
                "memref type "
                f"'{result}'",
                self.where,
            )
        if source.element_type is not result.element_type:
            return error(
                f"different element types specified for source type '{source}' and result memref "
                f"type '{result}'",
                self.where,
            )
        for i, (size, given) in enumerate(zip(result.shape, self.static_sizes, strict=True)):
            if size not in (given, DYNAMIC):
                return error(
                    f"expected result type with size = {_or_dynamic(given)} instead of "
                    f"{_or_dynamic(size)} in dim = {i}"
                )
        layout = strides_and_offset(result)
        if layout is None:
            return self.error(f"expected result type to have strided layout but found '{result}'")
        strides, offset = layout
        if offset not in (DYNAMIC, self.static_offsets[0]):
            return error(
                f"expected result type with offset = {_or_dynamic(self.static_offsets[0])} "
                "instead of "
                f"{offset}",
                self.where,
            )
        for i, (stride, given) in enumerate(zip(strides, self.static_strides, strict=True)):
            if stride not in (DYNAMIC, given):
                return error(
                    f"expected result type with stride = {_or_dynamic(given)} instead of "
                    f"{stride} in "
                    f"dim = {i}",
                    self.where,
                )
        return None


def _or_dynamic(size: int) -> str:
    return "dynamic" if size == DYNAMIC else str(size)


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
            offset = _add(offset, _multiply(start, step))
        steps = tuple(_multiply(a, b) for a, b in zip(strides, source_strides, strict=True))
        result: MemRefType = MemRefType(
            tuple(sizes),
            source.element_type,
            StridedLayoutAttr(steps, offset),
            source.memory_space,
        )
        if result.row_major_strides() == steps and offset == 0:
            result = result.replace(layout=None)
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
        if not isinstance(result, MemRefType):
            return None
        layout = strides_and_offset(result)
        expected = self.expected_type()
        wanted = strides_and_offset(expected)
        if layout is None or wanted is None:
            return None
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

    def verify(self) -> Diagnostic | None:
        source, result = self.source.type, self.result.type
        if not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
            return None
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


def _add(a: int, b: int) -> int:
    return DYNAMIC if DYNAMIC in (a, b) else a + b


def _multiply(a: int, b: int) -> int:
    if 0 in (a, b):
        return 0
    return DYNAMIC if DYNAMIC in (a, b) else a * b


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

    def verify(self) -> Diagnostic | None:
        source, result, shape = self.source.type, self.result.type, self.shape.type
        if element_type_of(source) is not element_type_of(result):
            return self.error(
                "element types of source and destination memref types should be the same"
            )
        if isinstance(source, MemRefType) and source.layout is not None:
            return self.error("source memref type should have identity affine map")
        if not isinstance(shape, MemRefType):
            return None
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
    def groups(self) -> list[list[int]]:
        """The result dimensions that each source dimension becomes."""
        return reassociation_groups(self.reassociation)

    def verify(self) -> Diagnostic | None:
        source, result = self.src.type, self.result.type
        if not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
            return None
        if source.rank > result.rank:
            return self.error(
                f"has source rank {source.rank} and result rank {result.rank}. This is not an "
                f"expansion ({source.rank} > {result.rank})."
            )
        found = verify_reassociation(self, self.groups, result.shape, source.shape, expanding=True)
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
                "expected number of static shape dims to be equal to the output rank "
                f"({result.rank}) but found {len(static)} inputs instead"
            )
        dynamic = sum(s == DYNAMIC for s in static)
        if dynamic != len(self.output_shape):
            return self.error(
                "mismatch in dynamic dims in output_shape and static_output_shape: "
                f"static_output_shape has {dynamic} dynamic dims while output_shape has "
                f"{len(self.output_shape)} values"
            )
        for d, (size, given) in enumerate(zip(result.shape, static, strict=True)):
            if given != DYNAMIC and size != given:
                return self.error(f"invalid output shape provided at pos {d}")
        return None


def expanded_type(
    source: MemRefType, shape: Sequence[int], groups: Sequence[Sequence[int]]
) -> MemRefType:
    """The type of memref.expand_shape's result. ValueError when the layout is not strided."""
    layout: Attribute | None = None
    if source.layout is not None:
        found = strides_and_offset(source)
        if found is None:
            raise ValueError("the source has no strided layout")
        strides = [0] * len(shape)
        for step, group in zip(found[0], groups, strict=True):
            for d in reversed(group):
                strides[d] = step
                step = _multiply(step, shape[d])
        layout = StridedLayoutAttr(tuple(strides), found[1])
    result: MemRefType = MemRefType(tuple(shape), source.element_type, layout, source.memory_space)
    return result


class CollapseShapeOp(Op, AsmNames, name="memref.collapse_shape", traits=(Pure,)):
    """Merges neighbouring dimensions.

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

    def verify(self) -> Diagnostic | None:
        source, result = self.src.type, self.result.type
        if not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
            return None
        if source.rank < result.rank:
            return self.error(
                f"has source rank {source.rank} and result rank {result.rank}. This is not a "
                f"collapse ({source.rank} < {result.rank})."
            )
        found = verify_reassociation(self, self.groups, source.shape, result.shape, expanding=False)
        if found is not None:
            return found
        if source.layout is None:
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
        if shape[dims[-1]] != 1 or DYNAMIC not in (strides[dims[-1]],):
            result.append(strides[dims[-1]])
        else:
            result.append(DYNAMIC)
        for d in reversed(dims[1:]):
            if shape[d - 1] == 1:
                continue
            step = _multiply(strides[d], shape[d])
            known = DYNAMIC not in (step, strides[d - 1])
            if known and step != strides[d - 1]:
                raise ValueError("the dimensions are not contiguous")
    layout: StridedLayoutAttr = StridedLayoutAttr(tuple(result), offset)
    return layout


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

    def verify(self) -> Diagnostic | None:
        source, result = self.in_.type, self.result.type
        permutation = self.permutation.map
        if not permutation.is_permutation:
            return self.error("expected a permutation map")
        if not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
            return None
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

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """The identity permutation --> the source"""
        if self.permutation.map.is_identity and self.in_.type is self.result.type:
            return self.in_
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

    def verify(self) -> Diagnostic | None:
        source, result = self.source.type, self.result.type
        if not isinstance(source, MemRefType) or not isinstance(result, MemRefType):
            return None
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
        if len(self.sizes) != result.num_dynamic_dims:
            return self.error(
                f"incorrect number of dynamic sizes, has {len(self.sizes)}, expected "
                f"{result.num_dynamic_dims}"
            )
        return None


class ExtractStridedMetadataOp(
    Op,
    AsmNames,
    name="memref.extract_strided_metadata",
    traits=(Pure, SameVariadicResultSize()),
):
    """The parts of a buffer's descriptor: the buffer without shape, the offset, the sizes, the
    strides.

    ```mlir
    %base, %offset, %sizes:2, %strides:2 = memref.extract_strided_metadata %0
      : memref<10x?xf32> -> memref<f32>, index, index, index, index, index
    ```
    """

    source: Operand[StridedMemRef]
    base_buffer: Result[Rank0MemRef]
    offset: Result[Index]
    sizes: VarResult[Index]
    strides: VarResult[Index]
    assembly_format = "$source `:` type($source) `->` type(results) attr-dict"

    def result_names(self) -> Sequence[str]:
        rank = (len(self.results) - 2) // 2
        names = ["base_buffer", "offset"]
        if rank > 0:
            names += ["sizes", *[""] * (rank - 1), "strides", *[""] * (rank - 1)]
        return names

    def verify(self) -> Diagnostic | None:
        return verify_inferred(self)

    def infer_types(self) -> Sequence[Type] | None:
        type = self.operands[0].type
        if not isinstance(type, MemRefType):
            return None
        base: Type = MemRefType((), type.element_type, None, type.memory_space)
        return (base, *[INDEX] * (1 + 2 * type.rank))


class ExtractAlignedPointerAsIndexOp(
    Op, AsmNames, name="memref.extract_aligned_pointer_as_index", traits=(Pure,)
):
    """The address of a buffer as a number.

    ```mlir
    %p = memref.extract_aligned_pointer_as_index %0 : memref<3x4xf32> -> index
    ```
    """

    source: Operand[AnyRankedOrUnrankedMemRef]
    aligned_pointer: Result[Index]
    assembly_format = "$source `:` type($source) `->` type(results) attr-dict"

    def result_names(self) -> Sequence[str]:
        return ("intptr",)


class AssumeAlignmentOp(
    Op, AsmNames, name="memref.assume_alignment", traits=(Pure, SameOperandsAndResultType)
):
    """The same buffer, whose address is promised to be a multiple of a power of two.

    ```mlir
    %1 = memref.assume_alignment %0, 16 : memref<4x4xf16>
    ```
    """

    memref: Operand[AnyMemRef]
    alignment: Prop[PositiveI32]
    result: Result[AnyMemRef]
    assembly_format = "$memref `,` $alignment attr-dict `:` type($memref)"

    def result_names(self) -> Sequence[str]:
        return ("assume_align",)

    def verify(self) -> Diagnostic | None:
        alignment = self.alignment
        if alignment & (alignment - 1):
            return self.error("alignment must be power of 2")
        return None


class DistinctObjectsOp(Op, name="memref.distinct_objects", traits=(Pure,)):
    """The same buffers, which are promised not to overlap.

    ```mlir
    %1, %2 = memref.distinct_objects %a, %b : memref<?xf32>, memref<?xf32>
    ```
    """

    operands_: VarOperand[AnyMemRef]
    results_: VarResult[AnyMemRef]
    assembly_format = "$operands attr-dict `:` type($operands)"

    def infer_types(self) -> Sequence[Type] | None:
        return self.operand_types

    def verify(self) -> Diagnostic | None:
        if not self.operands:
            return self.error("expected at least one operand")
        if self.operand_types != self.result_types:
            return self.error("operand types and result types must match")
        return None
