"""tensor ops that make tensors, read and replace their elements, and query their sizes."""

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects._casts import Cast, Castable
from mlirlite.dialects._dim import DimOfShape
from mlirlite.dialects._elements import element_at
from mlirlite.dialects._sizes import wrong_size_count
from mlirlite.dialects.tensor._constraints import (
    BitcastTensor,
    Non0RankedOrUnrankedTensor,
    StaticTensor,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr, index_attr
from mlirlite.ir.block import Block
from mlirlite.ir.constraints import AnyRankedTensor, AnyTensor, AnyType, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, RegionField, Result, VarOperand
from mlirlite.ir.interfaces import AsmNames, DestinationStyle
from mlirlite.ir.region_constraints import OneBlock
from mlirlite.ir.traits import (
    AllTypesMatch,
    HasParent,
    NoMemoryEffect,
    Pure,
    RecursiveMemoryEffects,
    ReturnLike,
    SingleBlockImplicitTerminator,
    Terminator,
    TypesMatch,
)
from mlirlite.ir.types import (
    DYNAMIC,
    INDEX,
    RankedTensorType,
    TensorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.support.diagnostics import Diagnostic, error


def compatible(source: Type, target: Type) -> bool:
    """One element type, and sizes that agree where both are known."""
    if element_type_of(source) is not element_type_of(target):
        return False
    if not isinstance(source, RankedTensorType) or not isinstance(target, RankedTensorType):
        return isinstance(source, TensorType) and isinstance(target, TensorType)
    return source.rank == target.rank and all(
        x == y or DYNAMIC in (x, y) for x, y in zip(source.shape, target.shape, strict=True)
    )


def rank_of(type: Type) -> int:
    """The rank of a ranked tensor type."""
    return type.rank if isinstance(type, RankedTensorType) else 0


class EmptyOp(Op, name="tensor.empty", traits=(Pure,)):
    """A tensor of a shape with undefined elements.

    ```mlir
    %0 = tensor.empty(%n) : tensor<?x4xf32>
    ```
    """

    dynamicSizes: VarOperand[Index]
    result: Result[AnyRankedTensor]
    assembly_format = "`(`$dynamicSizes`)` attr-dict `:` type($result)"

    def verify_op(self) -> Diagnostic | None:
        type = self.result.type
        return wrong_size_count(self, len(self.operands), type)


class SplatOp(
    Op,
    AsmNames,
    name="tensor.splat",
    traits=(
        Pure,
        TypesMatch(
            "operand type matches element type of result", "aggregate", "input", element_type_of
        ),
    ),
):
    """A tensor with one value everywhere.

    ```mlir
    %0 = tensor.splat %f : tensor<8x4xf32>
    ```
    """

    input: Operand[AnyType]
    dynamicSizes: VarOperand[Index]
    aggregate: Result[AnyRankedTensor]
    assembly_format = "$input (`[` $dynamicSizes^ `]`)? attr-dict `:` type($aggregate)"

    def result_names(self) -> Sequence[str]:
        return ("splat",)

    def verify_op(self) -> Diagnostic | None:
        type = self.aggregate.type
        return wrong_size_count(self, len(self.dynamicSizes), type)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> a dense splat"""
        type, number = self.aggregate.type, getattr(operands[0], "value", None)
        if isinstance(number, (int, float)) and isinstance(type, RankedTensorType):
            return DenseElementsAttr.of(type, number) if type.has_static_shape else None
        return None


class FromElementsOp(
    Op,
    AsmNames,
    name="tensor.from_elements",
    traits=(
        Pure,
        TypesMatch(
            "operand types match result element type",
            "result",
            "elements",
            lambda t: (t.element_type,) * t.num_elements,
        ),
    ),
):
    """A tensor of given elements in row-major order.

    ```mlir
    %0 = tensor.from_elements %a, %b : tensor<2xf32>
    ```
    """

    elements: VarOperand[AnyType]
    result: Result[StaticTensor]
    assembly_format = "$elements attr-dict `:` type($result)"

    def result_names(self) -> Sequence[str]:
        return ("from_elements",)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> a dense constant"""
        type, numbers = self.result.type, [getattr(a, "value", None) for a in operands]
        if not numbers or not all(isinstance(n, (int, float)) for n in numbers):
            return None
        return DenseElementsAttr.of(type, numbers)


class GenerateOp(
    Op,
    AsmNames,
    name="tensor.generate",
    traits=(
        RecursiveMemoryEffects,
        SingleBlockImplicitTerminator("tensor.yield"),
    ),
):
    """A tensor whose elements the body computes from their indices.

    ```mlir
    %0 = tensor.generate %n {
    ^bb0(%i: index):
      tensor.yield %f : f32
    } : tensor<?xf32>
    ```
    """

    dynamicExtents: VarOperand[Index]
    result: Result[AnyRankedTensor]
    body: RegionField[OneBlock]
    assembly_format = "$dynamicExtents $body attr-dict `:` type($result)"

    def result_names(self) -> Sequence[str]:
        return ("generated",)

    def verify_op(self) -> Diagnostic | None:
        type = self.result.type
        return wrong_size_count(self, len(self.operands), type)

    def verify_regions(self) -> Diagnostic | None:
        type, block = self.result.type, self.body.entry
        found = verify_body(self, block, rank_of(type))
        if found is not None:
            return found
        last = block.last
        if not isinstance(last, YieldOp):
            return self.error("expected body to be terminated with a `yield` operation")
        if last.operands[0].type is not element_type_of(type):
            return self.error(
                "body must be terminated with a `yield` operation of the tensor element type"
            )
        return None


def verify_body(op: Op, block: Block, rank: int) -> Diagnostic | None:
    """The body has one index argument per dimension."""
    if any(a.type is not INDEX for a in block.args):
        return error("all body arguments must be index", op.where)
    if len(block.args) != rank:
        return error("must have one body argument per input dimension", op.where)
    return None


class YieldOp(
    Op,
    name="tensor.yield",
    traits=(HasParent("tensor.generate", "tensor.pad"), Pure, ReturnLike, Terminator),
):
    """Ends the body of a tensor op with an element.

    ```mlir
    tensor.yield %0 : f32
    ```
    """

    value: Operand[AnyType]
    assembly_format = "$value attr-dict `:` type($value)"


class ExtractOp(
    Op,
    AsmNames,
    name="tensor.extract",
    traits=(
        Pure,
        TypesMatch(
            "result type matches element type of tensor", "tensor", "result", element_type_of
        ),
    ),
):
    """The element at the indices.

    ```mlir
    %0 = tensor.extract %t[%i, %j] : tensor<4x4xf32>
    ```
    """

    tensor: Operand[AnyRankedTensor]
    indices: VarOperand[Index]
    result: Result[AnyType]
    assembly_format = "$tensor `[` $indices `]` attr-dict `:` type($tensor)"

    def result_names(self) -> Sequence[str]:
        return ("extracted",)

    def verify_op(self) -> Diagnostic | None:
        if len(self.indices) != rank_of(self.tensor.type):
            return self.error("incorrect number of indices for extract_element")
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> its element; from_elements at constant indices --> the operand"""
        source, *indices = operands
        if isinstance(source, DenseElementsAttr) and source.is_splat:
            return element_at(source, 0)
        numbers = [i.value for i in indices if isinstance(i, IntegerAttr)]
        maker, type = self.tensor.defining_op, self.tensor.type
        position = _flat(numbers, type) if len(numbers) == len(indices) else None
        if position is None:
            return None
        if isinstance(maker, FromElementsOp):
            return maker.operands[position]
        return element_at(source, position)


def _flat(indices: Sequence[int], type: Type) -> int | None:
    position = 0
    if not isinstance(type, RankedTensorType):
        return None
    for index, size in zip(indices, type.shape, strict=True):
        if not 0 <= index < size:
            return None
        position = position * size + index
    return position


class InsertOp(
    Op,
    AsmNames,
    DestinationStyle,
    name="tensor.insert",
    traits=(
        AllTypesMatch("dest", "result"),
        Pure,
        TypesMatch("scalar type matches element type of dest", "dest", "scalar", element_type_of),
    ),
):
    """The tensor with the element at the indices replaced.

    ```mlir
    %0 = tensor.insert %f into %t[%i, %j] : tensor<4x4xf32>
    ```
    """

    scalar: Operand[AnyType]
    dest: Operand[AnyRankedTensor]
    indices: VarOperand[Index]
    result: Result[AnyRankedTensor]
    assembly_format = "$scalar `into` $dest `[` $indices `]` attr-dict `:` type($dest)"

    def result_names(self) -> Sequence[str]:
        return ("inserted",)

    def destination_operands(self) -> Sequence[int]:
        return (1,)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """An element into a splat of it --> the splat"""
        scalar, dest = operands[:2]
        if isinstance(dest, DenseElementsAttr) and dest.is_splat and scalar is not None:
            return dest if element_at(dest, 0) is scalar else None
        return None

    def verify_op(self) -> Diagnostic | None:
        if len(self.indices) != rank_of(self.dest.type):
            return self.error("incorrect number of indices")
        return None


class DimOp(Op, DimOfShape, name="tensor.dim", traits=(NoMemoryEffect,)):
    """The size of a dimension.

    ```mlir
    %0 = tensor.dim %t, %i : tensor<4x?xf32>
    ```
    """

    source: Operand[Non0RankedOrUnrankedTensor]
    index: Operand[Index]
    result: Result[Index]
    assembly_format = "attr-dict $source `,` $index `:` type($source)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A static dimension --> its number; a size given to tensor.empty or tensor.generate -->
        that value"""
        index, type = operands[1], self.source.type
        if not isinstance(index, IntegerAttr) or not isinstance(type, RankedTensorType):
            return None
        if not 0 <= index.value < type.rank:
            return None
        size = type.shape[index.value]
        if size != DYNAMIC:
            return index_attr(size)
        position = type.shape[: index.value].count(DYNAMIC)
        return _dynamic_size(self.source, position)


def _dynamic_size(source: Value, position: int) -> Value | None:
    maker = source.defining_op
    if isinstance(maker, EmptyOp):
        return maker.dynamicSizes[position]
    if isinstance(maker, GenerateOp):
        return maker.dynamicExtents[position]
    return None


class RankOp(Op, AsmNames, name="tensor.rank", traits=(Pure,)):
    """The number of dimensions.

    ```mlir
    %0 = tensor.rank %t : tensor<*xf32>
    ```
    """

    tensor: Operand[AnyTensor]
    result: Result[Index]
    assembly_format = "$tensor attr-dict `:` type($tensor)"

    def result_names(self) -> Sequence[str]:
        return ("rank",)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        type = self.tensor.type
        return index_attr(type.rank) if isinstance(type, RankedTensorType) else None


class CastOp(Op, AsmNames, Castable, name="tensor.cast", traits=(Cast, Pure)):
    """The same tensor with a type that is more or less static.

    ```mlir
    %0 = tensor.cast %t : tensor<4x?xf32> to tensor<?x?xf32>
    ```
    """

    source: Operand[AnyTensor]
    dest: Result[AnyTensor]
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    def result_names(self) -> Sequence[str]:
        return ("cast",)

    @staticmethod
    def is_castable(source: Type, target: Type) -> bool:
        """Whether the op takes these types: static sizes of both must agree."""
        return compatible(source, target)


class BitcastOp(Op, Castable, name="tensor.bitcast", traits=(Cast, Pure)):
    """The same bits as elements of another type of the same width.

    ```mlir
    %0 = tensor.bitcast %t : tensor<4xui32> to tensor<4xi32>
    ```
    """

    source: Operand[BitcastTensor]
    dest: Result[BitcastTensor]
    assembly_format = "$source attr-dict `:` type($source) `to` type($dest)"

    @staticmethod
    def is_castable(source: Type, target: Type) -> bool:
        """Whether the op takes these types: one shape, one width."""
        widths = [getattr(element_type_of(t), "width", None) for t in (source, target)]
        shapes = [getattr(t, "shape", None) for t in (source, target)]
        return widths[0] == widths[1] and shapes[0] == shapes[1]
