"""shape ops that compute with shapes and sizes, and the constraints on them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from mlirlite.dialects.shape.types import (
    SHAPE,
    SIZE,
    VALUE_SHAPE,
    AnyShapeOrSize,
    ExtentsOrValueShape,
    ExtentTensor,
    IndexTensor,
    Shape,
    ShapedOrValueShape,
    ShapeOrExtentTensor,
    ShapeOrSize,
    Size,
    SizeOrIndex,
    ValueShape,
    Witness,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr, bool_attr, index_attr
from mlirlite.ir.constraints import AnyShaped, Bool, Constraint, Index
from mlirlite.ir.definition import Op
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.fields import Operand, OptProp, Prop, Result, VarOperand
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.traits import Commutative, ConstantLike, Pure, compatible_shapes
from mlirlite.ir.types import DYNAMIC, INDEX, RankedTensorType, ShapedType, element_type_of
from mlirlite.support.diagnostics import Diagnostic, error

if TYPE_CHECKING:
    from mlirlite.parser.op_parser import OpParser, OpState
    from mlirlite.printer import Printer

IndexElements = Annotated[
    DenseElementsAttr,
    Constraint(
        "index elements attribute",
        lambda a: isinstance(a, DenseElementsAttr) and element_type_of(a.type) is INDEX,
    ),
]
IndexNumber = Annotated[int, INDEX]


def verify_inferred_shape(op: Any) -> Diagnostic | None:
    """The result type is compatible with the inferred one: a shape holds any extents."""
    try:
        (inferred,) = op.infer_types()
    except ValueError as e:
        return error(str(e), op.where)
    (given,) = op.result_types
    if SHAPE in (inferred, given) or compatible_shapes(inferred, given):
        return None
    found: Diagnostic = op.error(
        f"inferred type(s) '{inferred}' are incompatible with return type(s) of operation '{given}'"
    )
    return found


def verify_shape_errors(op: Op) -> Diagnostic | None:
    """What may be an error gives a result that may be one: a shape."""
    if any(v.type in (SHAPE, VALUE_SHAPE) for v in op.operands) and op.results[0].type is not SHAPE:
        return op.error(
            "if at least one of the operands can hold error values then the result must be of "
            "type `shape` to propagate them"
        )
    return None


def verify_size_errors(op: Op) -> Diagnostic | None:
    """What may be an error gives a result that may be one: a size."""
    errors = (SHAPE, SIZE, VALUE_SHAPE)
    if any(v.type in errors for v in op.operands) and op.results[0].type is not SIZE:
        return op.error(
            "if at least one of the operands can hold error values then the result must be of "
            "type `size` to propagate them"
        )
    return None


# Constants


class ConstShapeOp(Op, name="shape.const_shape", traits=(ConstantLike, Pure)):
    """A shape of known extents.

    ```mlir
    %0 = shape.const_shape [1, 2, 3] : !shape.shape
    ```
    """

    shape: Prop[IndexElements]
    result: Result[ShapeOrExtentTensor]

    @classmethod
    def parse(cls, p: "OpParser", state: "OpState") -> None:
        """Read what follows the name."""
        p.op_attr_dict(state)
        where = p.here()
        extents = p.attribute()
        if not isinstance(extents, ArrayAttr):
            raise p.error("invalid kind of attribute specified", where)
        numbers = []
        for extent in extents:
            if not isinstance(extent, IntegerAttr):
                raise p.error("extent must be an integer", where)
            numbers.append(extent.value)
        state.properties["shape"] = DenseElementsAttr.of(
            RankedTensorType((len(numbers),), INDEX), numbers
        )
        p.expect(":")
        state.result_types = [p.type()]

    def print(self, p: "Printer") -> None:
        """Print what follows the name."""
        p.text(" ")
        p.attr_dict(self, ("shape",))
        p.text(f"[{', '.join(map(str, self.shape.values()))}] : ")
        p.type(self.result.type)

    def infer_types(self) -> Sequence[Type] | None:
        extents: Type = RankedTensorType((len(self.shape.values()),), INDEX)
        return (extents,)

    def verify(self) -> Diagnostic | None:
        return verify_inferred_shape(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.shape


class ConstSizeOp(Op, AsmNames, name="shape.const_size", traits=(ConstantLike, Pure)):
    """A known size.

    ```mlir
    %0 = shape.const_size 10
    ```
    """

    value: Prop[IndexNumber]
    result: Result[Size]
    assembly_format = "$value attr-dict"

    def result_names(self) -> Sequence[str]:
        return (f"c{self.value}",)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return index_attr(self.value)


class ConstWitnessOp(Op, name="shape.const_witness", traits=(ConstantLike, Pure)):
    """A constraint that holds, or does not.

    ```mlir
    %0 = shape.const_witness true
    ```
    """

    passing: Prop[bool]
    result: Result[Witness]
    assembly_format = "$passing attr-dict"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return bool_attr(self.passing)


# Sizes


class _SizeOp(Op):
    """Two sizes to one."""

    lhs: Operand[SizeOrIndex]
    rhs: Operand[SizeOrIndex]
    result: Result[SizeOrIndex]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"

    def verify(self) -> Diagnostic | None:
        return verify_size_errors(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> the number"""
        a, b = operands
        if not isinstance(a, IntegerAttr) or not isinstance(b, IntegerAttr):
            return None
        number = self.evaluate(a.value, b.value)
        return None if number is None else index_attr(number)

    def evaluate(self, a: int, b: int) -> int | None:
        """The result for two numbers, None for none."""
        raise NotImplementedError


class AddOp(_SizeOp, name="shape.add", traits=(Commutative, Pure)):
    """The sum.

    ```mlir
    %0 = shape.add %a, %b : !shape.size, !shape.size -> !shape.size
    ```
    """

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """x + 0 --> x; constants --> the number"""
        rhs = operands[1]
        if isinstance(rhs, IntegerAttr) and not rhs.value:
            return self.lhs if self.lhs.type is self.result.type else None
        return super().fold(operands)

    def evaluate(self, a: int, b: int) -> int | None:
        return a + b


class MulOp(_SizeOp, name="shape.mul", traits=(Commutative, Pure)):
    """The product.

    ```mlir
    %0 = shape.mul %a, %b : !shape.size, !shape.size -> !shape.size
    ```
    """

    def evaluate(self, a: int, b: int) -> int | None:
        return a * b


class DivOp(_SizeOp, name="shape.div", traits=(Pure,)):
    """The quotient, rounded towards negative infinity.

    ```mlir
    %0 = shape.div %a, %b : !shape.size, !shape.size -> !shape.size
    ```
    """

    def evaluate(self, a: int, b: int) -> int | None:
        return a // b if b else None


class _ExtremeOp(Op):
    """The extreme of two shapes, extent by extent, or of two sizes."""

    lhs: Operand[ShapeOrSize]
    rhs: Operand[ShapeOrSize]
    result: Result[ShapeOrSize]
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs) `,` type($rhs) `->` type($result)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """max(x, x) --> x"""
        return self.lhs if self.lhs is self.rhs else None


class MaxOp(_ExtremeOp, name="shape.max", traits=(Commutative, Pure)):
    """The larger one.

    ```mlir
    %0 = shape.max %a, %b : !shape.size, !shape.size -> !shape.size
    ```
    """


class MinOp(_ExtremeOp, name="shape.min", traits=(Commutative, Pure)):
    """The smaller one.

    ```mlir
    %0 = shape.min %a, %b : !shape.size, !shape.size -> !shape.size
    ```
    """


class IndexToSizeOp(Op, name="shape.index_to_size", traits=(Pure,)):
    """An index as a size.

    ```mlir
    %0 = shape.index_to_size %i
    ```
    """

    arg: Operand[Index]
    result: Result[Size]
    assembly_format = "$arg attr-dict"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> the constant; index_to_size(size_to_index(x)) --> x"""
        maker = self.arg.defining_op
        if isinstance(maker, SizeToIndexOp) and maker.arg.type is SIZE:
            return maker.arg
        return operands[0]


class SizeToIndexOp(Op, name="shape.size_to_index", traits=(Pure,)):
    """A size that is no error as an index.

    ```mlir
    %0 = shape.size_to_index %s : !shape.size
    ```
    """

    arg: Operand[SizeOrIndex]
    result: Result[Index]
    assembly_format = "$arg attr-dict `:` type($arg)"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> the constant; size_to_index(index_to_size(x)) --> x"""
        maker = self.arg.defining_op
        if isinstance(maker, IndexToSizeOp):
            return maker.arg
        return operands[0] if operands[0] is not None or self.arg.type is SIZE else self.arg


# Shapes


class AnyOp(Op, name="shape.any", traits=(Commutative, Pure)):
    """Any of shapes that are equal.

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

    def verify(self) -> Diagnostic | None:
        return verify_shape_errors(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """broadcast(x) --> x"""
        only = self.shapes[0] if len(self.shapes) == 1 else None
        return only if only is not None and only.type is self.result.type else None


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


def extents_attr(extents: Sequence[int]) -> DenseElementsAttr:
    """`dense<…> : tensor<…xindex>`, the constant of a shape."""
    return DenseElementsAttr.of(RankedTensorType((len(extents),), INDEX), list(extents))


class MeetOp(Op, name="shape.meet", traits=(Commutative,)):
    """The most that is known of two shapes or sizes which are equal.

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

    def verify(self) -> Diagnostic | None:
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

    def verify(self) -> Diagnostic | None:
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

    def verify(self) -> Diagnostic | None:
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

    def verify(self) -> Diagnostic | None:
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

    def verify(self) -> Diagnostic | None:
        return verify_inferred_shape(self) or verify_shape_errors(self)

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """The shape of a static type"""
        type = self.arg.type
        if isinstance(type, RankedTensorType) and type.has_static_shape:
            return extents_attr(type.shape)
        return None


class ToExtentTensorOp(Op, name="shape.to_extent_tensor", traits=(Pure,)):
    """The extents of a shape that is no error.

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
    """The value of a value with a shape.

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


# Constraints


class _ShapesOp(Op):
    """Base of questions to several shapes."""

    shapes: VarOperand[ShapeOrExtentTensor]
    assembly_format = "$shapes attr-dict `:` type($shapes)"


class IsBroadcastableOp(_ShapesOp, name="shape.is_broadcastable", traits=(Commutative,)):
    """Whether shapes can be broadcast to one.

    ```mlir
    %0 = shape.is_broadcastable %a, %b : !shape.shape, !shape.shape
    ```
    """

    result: Result[Bool]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Fewer than two shapes --> true"""
        return bool_attr(True) if len(operands) < 2 else None


class CstrBroadcastableOp(_ShapesOp, name="shape.cstr_broadcastable", traits=(Commutative,)):
    """A witness that shapes can be broadcast to one.

    ```mlir
    %0 = shape.cstr_broadcastable %a, %b : !shape.shape, !shape.shape
    ```
    """

    result: Result[Witness]

    def verify(self) -> Diagnostic | None:
        if len(self.operands) < 2:
            return self.error("required at least 2 input shapes")
        return None


class ShapeEqOp(_ShapesOp, name="shape.shape_eq", traits=(Pure, Commutative)):
    """Whether shapes are equal.

    ```mlir
    %0 = shape.shape_eq %a, %b : !shape.shape, !shape.shape
    ```
    """

    result: Result[Bool]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> whether they are equal"""
        return _all_equal(operands)


class CstrEqOp(_ShapesOp, name="shape.cstr_eq", traits=(Commutative,)):
    """A witness that shapes are equal.

    ```mlir
    %0 = shape.cstr_eq %a, %b : !shape.shape, !shape.shape
    ```
    """

    result: Result[Witness]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Equal constants --> true"""
        found = _all_equal(operands)
        return found if found is not None and found.value else None


def _all_equal(operands: Sequence[Attribute | None]) -> IntegerAttr | None:
    known = [a.values() for a in operands if isinstance(a, DenseElementsAttr)]
    if not known or len(known) != len(operands):
        return None
    return bool_attr(all(extents == known[0] for extents in known))


class CstrRequireOp(Op, name="shape.cstr_require"):
    """A witness that a condition holds.

    ```mlir
    %0 = shape.cstr_require %b, "message"
    ```
    """

    pred: Operand[Bool]
    msg: Prop[str]
    result: Result[Witness]
    assembly_format = "$pred `,` $msg attr-dict"

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> the constant"""
        return operands[0]


class AssumingAllOp(Op, name="shape.assuming_all", traits=(Commutative, Pure)):
    """A witness that all constraints hold.

    ```mlir
    %0 = shape.assuming_all %a, %b
    ```
    """

    inputs: VarOperand[Witness]
    result: Result[Witness]
    assembly_format = "$inputs attr-dict"

    def verify(self) -> Diagnostic | None:
        return None if self.operands else self.error("no operands specified")

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """Constants --> whether all hold"""
        known = [a.value for a in operands if isinstance(a, IntegerAttr)]
        if 0 in known:
            return bool_attr(False)
        return bool_attr(True) if len(known) == len(operands) else None
