"""Complex numbers and their parts: constants, construction, extraction."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects.arith.enums import NO_FASTMATH, FastMathFlagsAttr
from mlirlite.dialects.complex._common import ComplexOfFloat, element_type
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.attributes import ArrayAttr, FloatAttr, IntegerAttr
from mlirlite.ir.constraints import AnyComplex, AnyFloat, AnyType, is_a
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Prop, Result
from mlirlite.ir.interfaces import AsmNames
from mlirlite.ir.traits import AllTypesMatch, ConstantLike, Elementwise, Pure, TypesMatch
from mlirlite.ir.types import ComplexType, FloatType, IntegerType
from mlirlite.support.diagnostics import Diagnostic


class ConstantOp(Op, AsmNames, name="complex.constant", traits=(ConstantLike, Pure)):
    """A constant: its real and its imaginary part.

    ```mlir
    %a = complex.constant [0.1 : f32, -1.0 : f32] : complex<f32>
    ```
    """

    value: Prop[Annotated[ArrayAttr, is_a(ArrayAttr, summary="array attribute")]]
    complex: Result[AnyComplex]
    assembly_format = "$value attr-dict `:` type($complex)"

    def result_names(self) -> Sequence[str]:
        return ("cst",)

    def verify_op(self) -> Diagnostic | None:
        if len(self.value) != 2:
            return self.error(
                "requires 'value' to be a complex constant, represented as array of two values"
            )
        numbers = [p for p in self.value if isinstance(p, (FloatAttr, IntegerAttr))]
        parts = [n.type for n in numbers]
        if len(parts) != 2:
            return self.error("requires attribute's elements to be float or integer attributes")
        element = element_type(self.complex.type)
        if parts[0] is not element or parts[1] is not element:
            return self.error(
                f"requires attribute's element types ('{parts[0]}', '{parts[1]}') to match the "
                f"element type of the op's return type ('{element}')"
            )
        return None

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        return self.value


class CreateOp(
    Op,
    name="complex.create",
    traits=(
        AllTypesMatch("real", "imaginary"),
        TypesMatch(
            "complex element type matches real operand type", "complex", "real", element_type
        ),
        TypesMatch(
            "complex element type matches imaginary operand type",
            "complex",
            "imaginary",
            element_type,
        ),
        Pure,
    ),
):
    """A number of its real and its imaginary part.

    ```mlir
    %0 = complex.create %re, %im : complex<f32>
    ```
    """

    real: Operand[AnyFloat]
    imaginary: Operand[AnyFloat]
    complex: Result[ComplexOfFloat]
    assembly_format = "$real `,` $imaginary attr-dict `:` type($complex)"

    def infer_types(self) -> Sequence[Type] | None:
        return (ComplexType(self.operands[0].type),)


class _ComplexPartOp(Op):
    """A float that is taken from a complex number."""

    complex: Operand[ComplexOfFloat]
    fastmath: Prop[FastMathFlagsAttr] = NO_FASTMATH
    assembly_format = "$complex (`fastmath` `` $fastmath^)? attr-dict `:` type($complex)"


def _part(result: str) -> tuple[Any, ...]:
    match = TypesMatch(
        "complex element type matches result type", "complex", result, lambda t: t.element_type
    )
    return (match, Pure, Elementwise)


class AbsOp(_ComplexPartOp, name="complex.abs", traits=_part("result")):
    """The absolute value.

    ```mlir
    %0 = complex.abs %z : complex<f32>
    ```
    """

    result: Result[AnyFloat]


class AngleOp(_ComplexPartOp, name="complex.angle", traits=_part("result")):
    """The angle in the complex plane, in radians.

    ```mlir
    %0 = complex.angle %z : complex<f32>
    ```
    """

    result: Result[AnyFloat]


class ReOp(_ComplexPartOp, name="complex.re", traits=_part("real")):
    """The real part.

    ```mlir
    %0 = complex.re %z : complex<f32>
    ```
    """

    real: Result[AnyFloat]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> its first part"""
        return operands[0].value[0] if isinstance(operands[0], ArrayAttr) else None


class ImOp(_ComplexPartOp, name="complex.im", traits=_part("imaginary")):
    """The imaginary part.

    ```mlir
    %0 = complex.im %z : complex<f32>
    ```
    """

    imaginary: Result[AnyFloat]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """A constant --> its second part"""
        return operands[0].value[1] if isinstance(operands[0], ArrayAttr) else None


class BitcastOp(Op, name="complex.bitcast", traits=(Pure,)):
    """The bits of a complex number read as another type, or the other way round.

    ```mlir
    %0 = complex.bitcast %i : i64 to complex<f32>
    ```
    """

    operand: Operand[AnyType]
    result: Result[AnyType]
    assembly_format = "$operand attr-dict `:` type($operand) `to` type($result)"

    def verify_op(self) -> Diagnostic | None:
        source, target = self.operand.type, self.result.type
        if source is target:
            return None
        allowed = (IntegerType, FloatType, ComplexType)
        for what, type in (("operand", source), ("result", target)):
            if not isinstance(type, allowed):
                return self.error(f"{what} must be int/float/complex")
        if isinstance(source, ComplexType) is isinstance(target, ComplexType):
            return self.error("requires that either input or output has a complex type")
        if _bits(source) != _bits(target):
            return self.error("casting bitwidths do not match")
        return None


def _bits(type: Any) -> int:
    if isinstance(type, ComplexType):
        return 2 * _bits(type.element_type)
    return int(getattr(type, "width", 64))
