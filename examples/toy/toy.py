"""The Toy dialect: f64 tensors of any shape, functions on them, and structs."""

from abc import abstractmethod
from typing import Annotated

from mlirlite.dsl import (
    F64,
    AllTypesMatch,
    AnyType,
    CallOp,
    ConstantLike,
    Constraint,
    DenseElementsAttr,
    DiagnosticError,
    Dialect,
    FlatSymbolRef,
    FunctionOp,
    FunctionType,
    HasParent,
    InliningCall,
    IsolatedFromAbove,
    Op,
    Operand,
    Prop,
    Pure,
    RankedTensorType,
    RegionField,
    Result,
    ReturnLike,
    SameOperandsAndResultShape,
    Symbol,
    SymbolUser,
    TensorType,
    Terminator,
    Type,
    UnrankedTensorType,
    VarOperand,
    VarResult,
    canonicalizations,
    compiler_pass,
    rule,
    terms,
    variables,
)

ANY_SHAPE = UnrankedTensorType(F64)


def is_tensor(type):
    return isinstance(type, TensorType) and type.element_type is F64


Tensor = Annotated[TensorType, Constraint("tensor of f64", is_tensor)]


class InfersShape(Op):
    """The interface of ops that infer the shape of their result from the shapes of their operands.
    The result of a new op has any shape."""

    @abstractmethod
    def infer_shape(self):
        """The sizes, one for each dimension."""

    def default_types(self):
        return [ANY_SHAPE]

    def verify_op(self):
        if all(isinstance(v.type, RankedTensorType) for v in (*self.operands, self.result)):
            shape = self.infer_shape()
            if self.result.type.shape != shape:
                return self.error(f"gives the shape {shape}, but says {self.result.type}")
        return None


class ConstantOp(
    Op, name="toy.constant", traits=(AllTypesMatch("value", "result"), ConstantLike, Pure)
):
    """Numbers that are written in the program."""

    value: Prop[DenseElementsAttr]
    result: Result[Tensor]
    assembly_format = "$value attr-dict"


class ElementwiseOp(InfersShape):
    """An operation on the two elements at each index."""

    lhs: Operand[Tensor]
    rhs: Operand[Tensor]
    result: Result[Tensor]
    assembly_format = "$lhs `,` $rhs attr-dict `:` functional-type(operands, results)"

    def infer_shape(self):
        return self.lhs.type.shape


class AddOp(ElementwiseOp, name="toy.add", traits=(Pure, SameOperandsAndResultShape)):
    """Elementwise sums."""


class MulOp(ElementwiseOp, name="toy.mul", traits=(Pure, SameOperandsAndResultShape)):
    """Elementwise products."""


class TransposeOp(InfersShape, name="toy.transpose", traits=(Pure,)):
    """The tensor with its dimensions in the opposite order."""

    input: Operand[Tensor]
    result: Result[Tensor]
    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"

    def infer_shape(self):
        return self.input.type.shape[::-1]


class ReshapeOp(Op, name="toy.reshape", traits=(Pure,)):
    """The same numbers, in the same order, in another shape."""

    input: Operand[Tensor]
    result: Result[Tensor]
    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"

    def verify_op(self):
        old, new = self.input.type, self.result.type
        if not isinstance(new, RankedTensorType):
            return self.error("gives a tensor of unknown shape")
        if isinstance(old, RankedTensorType) and old.num_elements != new.num_elements:
            return self.error(f"makes {new.num_elements} elements out of {old.num_elements}")
        return None

    def fold(self, operands):
        [value] = operands
        if self.input.type is self.result.type:
            return self.input
        if value is None:
            return None
        shape = self.result.type.shape
        return DenseElementsAttr.from_numpy(value.numpy().reshape(shape), self.result.type)


class PrintOp(Op, name="toy.print"):
    """Prints a tensor when the program runs."""

    input: Operand[Tensor]
    assembly_format = "$input attr-dict `:` type($input)"


class CastOp(InfersShape, name="toy.cast", traits=(Pure,)):
    """The same tensor, with a shape of which more or less is known."""

    input: Operand[Tensor]
    result: Result[Tensor]
    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"

    def infer_shape(self):
        return self.input.type.shape

    def fold(self, operands):
        return self.input if self.input.type is self.result.type else None


class FuncOp(FunctionOp, name="toy.func", traits=(IsolatedFromAbove, Symbol)):
    """A function."""

    body: RegionField


class ReturnOp(Op, name="toy.return", traits=(HasParent("toy.func"), Pure, ReturnLike, Terminator)):
    """Ends a function and returns its results."""

    values: VarOperand[AnyType]
    assembly_format = "($values^ `:` type($values))? attr-dict"

    def verify_op(self):
        if self.operand_types != self.parent_op.signature().results:
            return self.error("returns other types than the function says")
        return None


class GenericCallOp(Op, CallOp, InliningCall, SymbolUser, name="toy.generic_call"):
    """Calls a function, which may know less about the shapes than the caller."""

    callee: Prop[FlatSymbolRef]
    arguments: VarOperand[AnyType]
    results_: VarResult[AnyType]
    assembly_format = "$callee `(` $arguments `)` attr-dict `:` functional-type(operands, results)"

    def callee_symbol(self):
        return self.callee

    def call_arguments(self):
        return self.arguments

    def inlined_argument(self, callee, index, value, b):
        type = callee.arguments[index].type
        return value if value.type is type else b.insert(CastOp(value, result=type)).result

    def verify_symbol_uses(self, tables):
        function = tables.lookup(self, self.callee)
        if not isinstance(function, FuncOp):
            return self.error(f"calls {self.callee}, which is not a function")
        given, wanted = self.operand_types, function.function_type.inputs
        if len(given) != len(wanted):
            return self.error(f"gives {len(given)} of the {len(wanted)} arguments of {self.callee}")
        for one, other in zip(given, wanted, strict=True):
            if one is not other and not (is_tensor(one) and is_tensor(other)):
                return self.error(f"gives a {one} to {self.callee}, which expects a {other}")
        return None


class ToyDialect(Dialect):
    def materialize_constant(self, value, type, location):
        return ConstantOp(value, result=type, loc=location)


DIALECT = ToyDialect("toy", __name__)


(x,) = variables("x")
Cast, Reshape, Transpose = terms(CastOp, ReshapeOp, TransposeOp)
canonicalizations(
    cast_of_cast=rule(Cast(Cast(x)), Cast(x)),
    reshape_of_reshape=rule(Reshape(Reshape(x)), Reshape(x)),
    transpose_of_transpose=rule(Transpose(Transpose(x)), Cast(x)),
)


@compiler_pass("toy-shapes")
def toy_shapes(op, state):
    """Infer the shape of every tensor, each from those before it."""
    for inner in op.walk():
        if isinstance(inner, InfersShape):
            if not all(isinstance(v.type, RankedTensorType) for v in inner.operands):
                raise DiagnosticError(inner.error("has an operand of unknown shape"))
            inner.result.type = RankedTensorType(inner.infer_shape(), F64)
        elif isinstance(inner, ReturnOp):
            function = inner.parent_op
            inputs, results = function.signature().inputs, inner.operand_types
            function.function_type = FunctionType(inputs, results)


class StructType(Type, name="toy.struct"):
    """`!toy.struct<"Pair" : tensor<*xf64>, tensor<*xf64>>`: the values of a named struct."""

    tag: str
    elements: tuple[Type, ...]
    assembly_format = "`<` $tag `:` $elements `>`"


class StructOp(Op, name="toy.struct", traits=(Pure,)):
    """A struct of values."""

    values: VarOperand[AnyType]
    result: Result[StructType]
    assembly_format = "`(` $values `)` attr-dict `:` functional-type(operands, results)"

    def verify_op(self):
        if self.operand_types != self.result.type.elements:
            return self.error("has other values than the type says")
        return None


class FieldOp(Op, name="toy.field", traits=(Pure,)):
    """A value of a struct."""

    input: Operand[StructType]
    index: Prop[int]
    result: Result[AnyType]
    assembly_format = "$input `[` $index `]` attr-dict `:` functional-type(operands, results)"

    def default_types(self):
        return [self.input.type.elements[self.index]]

    def verify_op(self):
        if self.result.type not in self.input.type.elements[self.index : self.index + 1]:
            return self.error(f"gives no {self.result.type}")
        return None

    def fold(self, operands):
        made = self.input.defining_op
        return made.values[self.index] if isinstance(made, StructOp) else None
