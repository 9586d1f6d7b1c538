"""shape ops that compute with shapes."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from mlirlite.dialects.shape.constants import (
    extents_attr,
    verify_inferred_shape,
    verify_shape_errors,
    verify_size_errors,
)
from mlirlite.dialects.shape.types import (
    SHAPE,
    SIZE,
    AnyShapeOrSize,
    ExtentsOrValueShape,
    ExtentTensor,
    IndexTensor,
    Shape,
    ShapedOrValueShape,
    ShapeOrExtentTensor,
    ShapeOrSize,
    SizeOrIndex,
    ValueShape,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import IntegerAttr, index_attr
from mlirlite.ir.constraints import AnyShaped
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, OptProp, Result, VarOperand
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.traits import Commutative, Pure
from mlirlite.ir.types import DYNAMIC, INDEX, RankedTensorType, ShapedType
from mlirlite.support.diagnostics import Diagnostic

if TYPE_CHECKING:
    pass

# Shapes


class AnyOp(Op, name="shape.any", traits=(Commutative, Pure)):
    """One of several equal shapes.

    ```mlir
    %0 = shape.any %a, %b : !shape.shape, !shape.shape -> !shape.shape
    ```
    """

    inputs: VarOperand[ShapeOrExtentTensor]
    result: Result[ShapeOrExtentTensor]
    assembly_format = "$inputs attr-dict `:` type($inputs) `->` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """The last constant"""
        return operands[-1] if operands else None


class BroadcastOp(Op, name="shape.broadcast", traits=(Commutative, Pure)):
    """The shape that these shapes are broadcast to, or an error.

    ```mlir
    %0 = shape.broadcast %a, %b : !shape.shape, !shape.shape -> !shape.shape
    ```
    """

    shapes: VarOperand[ShapeOrExtentTensor]
    error_: OptProp[str]
    result: Result[ShapeOrExtentTensor]
    assembly_format = "$shapes attr-dict `:` type($shapes) `->` type($result)"

    def verify_op(self) -> Diagnostic | None:
        return verify_shape_errors(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """broadcast(x) --> x; constants --> the shape that they are broadcast to"""
        if len(self.shapes) == 1:
            return self.shapes[0] if self.shapes[0].type is self.result.type else None
        known = [tuple(a.values()) for a in operands if isinstance(a, DenseElementsAttr)]
        shape = broadcast_shape(known) if len(known) == len(operands) else None
        return None if shape is None else extents_attr(shape)


def broadcast_shape(shapes: Sequence[Sequence[int]]) -> list[int] | None:
    """The shape that constant shapes are broadcast to; None when they do not fit."""
    found = [1] * max(map(len, shapes), default=0)
    for shape in shapes:
        for d, size in enumerate(reversed(shape), 1):
            if size != 1 and found[-d] not in (1, size):
                return None
            found[-d] = found[-d] if size == 1 else size
    return found


class ConcatOp(Op, name="shape.concat", traits=(Pure,)):
    """The extents of one shape, then those of another.

    ```mlir
    %0 = shape.concat %a, %b : !shape.shape, !shape.shape -> !shape.shape
    ```
    """

    lhs: Operand[ShapeOrExtentTensor]
    rhs: Operand[ShapeOrExtentTensor]
    result: Result[ShapeOrExtentTensor]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> the shape"""
        a, b = operands
        if not isinstance(a, DenseElementsAttr) or not isinstance(b, DenseElementsAttr):
            return None
        return extents_attr([*a.values(), *b.values()])


class MeetOp(Op, name="shape.meet", traits=(Commutative,)):
    """The most specific of two equal shapes or sizes.

    ```mlir
    %0 = shape.meet %a, %b : !shape.shape, !shape.shape -> !shape.shape
    ```
    """

    arg0: Operand[AnyShapeOrSize]
    arg1: Operand[AnyShapeOrSize]
    error_: OptProp[str]
    result: Result[AnyShapeOrSize]
    assembly_format = (
        "$arg0 `,` $arg1 (`,` `error` `=` $error^)? attr-dict `:` type($arg0) `,` type($arg1) `->` "
        "type($result)"
    )

    def infer_types(self) -> Sequence[Type] | None:
        types = self.arg0.type, self.arg1.type
        if SIZE in types or INDEX in types:
            if all(t in (SIZE, INDEX) for t in types):
                return (SIZE if SIZE in types else INDEX,)
            raise ValueError("requires all sizes or shapes")
        if SHAPE in types:
            return (SHAPE,)
        lengths = {t.shape[0] for t in types if isinstance(t, RankedTensorType)} - {DYNAMIC}
        if len(lengths) > 1:
            raise ValueError("unequal shape cardinality")
        known = [t for t in types if isinstance(t, RankedTensorType) and t.shape[0] != DYNAMIC]
        return (known[0] if known else types[0],)

    def verify_op(self) -> Diagnostic | None:
        return verify_inferred_shape(self)


class DimOp(Op, name="shape.dim", traits=(Pure,)):
    """The extent of a dimension of a value.

    ```mlir
    %0 = shape.dim %t, %i : tensor<?xf32>, index -> index
    ```
    """

    value: Operand[AnyShaped]
    index: Operand[SizeOrIndex]
    extent: Result[SizeOrIndex]
    assembly_format = (
        "$value `,` $index attr-dict `:` type($value) `,`type($index) `->` type($extent)"
    )


class FromExtentTensorOp(Op, name="shape.from_extent_tensor", traits=(Pure,)):
    """The shape of these extents.

    ```mlir
    %0 = shape.from_extent_tensor %e : tensor<?xindex>
    ```
    """

    input: Operand[ExtentTensor]
    result: Result[Shape]
    assembly_format = "$input attr-dict `:` type($input)"


class FromExtentsOp(Op, name="shape.from_extents", traits=(Pure,)):
    """The shape of these extents.

    ```mlir
    %0 = shape.from_extents %a, %b : index, !shape.size
    ```
    """

    extents: VarOperand[SizeOrIndex]
    shape: Result[Shape]
    assembly_format = "$extents attr-dict `:` type($extents)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> the shape"""
        numbers = [a.value for a in operands if isinstance(a, IntegerAttr)]
        return extents_attr(numbers) if len(numbers) == len(operands) else None


class GetExtentOp(Op, name="shape.get_extent", traits=(Pure,)):
    """One extent of a shape.

    ```mlir
    %0 = shape.get_extent %s, %i : !shape.shape, !shape.size -> !shape.size
    ```
    """

    shape: Operand[ShapeOrExtentTensor]
    dim: Operand[SizeOrIndex]
    extent: Result[SizeOrIndex]
    assembly_format = "$shape `,` $dim attr-dict `:` type($shape) `,` type($dim) `->` type($extent)"

    def verify_op(self) -> Diagnostic | None:
        return verify_size_errors(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> the extent"""
        shape, dim = operands
        if not isinstance(shape, DenseElementsAttr) or not isinstance(dim, IntegerAttr):
            return None
        extents = shape.values()
        return index_attr(extents[dim.value]) if 0 <= dim.value < len(extents) else None


class NumElementsOp(Op, name="shape.num_elements", traits=(Pure,)):
    """The product of the extents.

    ```mlir
    %0 = shape.num_elements %s : !shape.shape -> !shape.size
    ```
    """

    shape: Operand[ShapeOrExtentTensor]
    result: Result[SizeOrIndex]
    assembly_format = "$shape attr-dict `:` type($shape) `->` type($result)"

    def verify_op(self) -> Diagnostic | None:
        return verify_size_errors(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> the product"""
        shape = operands[0]
        if not isinstance(shape, DenseElementsAttr):
            return None
        product = 1
        for extent in shape.values():
            product *= extent
        return index_attr(product)


class RankOp(Op, name="shape.rank", traits=(Pure,)):
    """How many extents a shape has.

    ```mlir
    %0 = shape.rank %s : !shape.shape -> !shape.size
    ```
    """

    shape: Operand[ShapeOrExtentTensor]
    rank: Result[SizeOrIndex]
    assembly_format = "$shape attr-dict `:` type($shape) `->` type($rank)"

    def verify_op(self) -> Diagnostic | None:
        return verify_size_errors(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> its rank"""
        shape = operands[0]
        return index_attr(len(shape.values())) if isinstance(shape, DenseElementsAttr) else None


class ShapeOfOp(Op, name="shape.shape_of", traits=(Pure,)):
    """The shape of a value.

    ```mlir
    %0 = shape.shape_of %t : tensor<?x4xf32> -> tensor<2xindex>
    ```
    """

    arg: Operand[ShapedOrValueShape]
    result: Result[ShapeOrExtentTensor]
    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"

    def infer_types(self) -> Sequence[Type] | None:
        type = self.arg.type
        if not isinstance(type, ShapedType):
            return (SHAPE,)
        rank = type.rank if type.has_rank else DYNAMIC
        extents: Type = RankedTensorType((rank,), INDEX)
        return (extents,)

    def verify_op(self) -> Diagnostic | None:
        return verify_inferred_shape(self) or verify_shape_errors(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """The shape of a static type"""
        type, extents = self.arg.type, self.result.type
        if not isinstance(type, RankedTensorType) or not type.has_static_shape:
            return None
        # A tensor of an unknown number of extents takes a cast: see the canonical forms.
        loose = isinstance(extents, RankedTensorType) and not extents.has_static_shape
        return None if loose else extents_attr(type.shape)


class ToExtentTensorOp(Op, name="shape.to_extent_tensor", traits=(Pure,)):
    """The extents of a shape that is not an error.

    ```mlir
    %0 = shape.to_extent_tensor %s : !shape.shape -> tensor<3xindex>
    ```
    """

    input: Operand[ShapeOrExtentTensor]
    result: Result[IndexTensor]
    assembly_format = "$input attr-dict `:` type($input) `->` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> the constant, in its own type"""
        found = operands[0]
        fits = isinstance(found, DenseElementsAttr) and found.type is self.result.type
        return found if fits else None


class SplitAtOp(Op, AsmNames, name="shape.split_at", traits=(Pure,)):
    """The extents before an index, and those from it on.

    ```mlir
    %head, %tail = "shape.split_at"(%s, %i)
      : (!shape.shape, !shape.size) -> (!shape.shape, !shape.shape)
    ```
    """

    operand: Operand[ShapeOrExtentTensor]
    index: Operand[SizeOrIndex]
    head: Result[ShapeOrExtentTensor]
    tail: Result[ShapeOrExtentTensor]

    def result_names(self) -> Sequence[str]:
        return ("head", "tail")

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant at a constant index, which may count from the end --> its two parts"""
        shape, index = operands
        if not isinstance(shape, DenseElementsAttr) or not isinstance(index, IntegerAttr):
            return None
        extents = list(shape.values())
        if not -len(extents) <= index.value <= len(extents):
            return None
        at = index.value % len(extents) if index.value < 0 else index.value
        return [extents_attr(extents[:at]), extents_attr(extents[at:])]


class DebugPrintOp(Op, name="shape.debug_print"):
    """Prints a shape or size and passes it on.

    ```mlir
    %0 = "shape.debug_print"(%s) : (!shape.shape) -> !shape.shape
    ```
    """

    input: Operand[ShapeOrSize]
    output: Result[ShapeOrSize]


class ValueAsShapeOp(Op, name="shape.value_as_shape", traits=(Pure,)):
    """A value read as a shape.

    ```mlir
    %0 = shape.value_as_shape %v : tensor<?xindex> -> !shape.shape
    ```
    """

    arg: Operand[ExtentsOrValueShape]
    result: Result[ShapeOrExtentTensor]
    assembly_format = "$arg attr-dict `:` type($arg) `->` type($result)"


class ValueOfOp(Op, name="shape.value_of", traits=(Pure,)):
    """The value without its shape.

    ```mlir
    %0 = shape.value_of %v : tensor<?xf32>
    ```
    """

    arg: Operand[ValueShape]
    result: Result[AnyShaped]
    assembly_format = "$arg attr-dict `:` type($result)"


class WithShapeOp(Op, name="shape.with_shape", traits=(Pure,)):
    """A value with another shape.

    ```mlir
    %0 = shape.with_shape %v, %s : !shape.value_shape, !shape.shape
    ```
    """

    operand: Operand[ShapedOrValueShape]
    shape: Operand[ShapeOrExtentTensor]
    result: Result[ValueShape]
    assembly_format = "operands attr-dict `:` type($operand) `,` type($shape)"
