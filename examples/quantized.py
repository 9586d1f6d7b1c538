"""A quantized type: numbers stored as small integers with a scale and a zero point, casts to and
from floats, and a pass that folds the casts.

mlirlite-opt --load-plugin examples/quantized.py in.mlir --fold-casts
"""

from typing import Annotated

from mlirlite.dsl import (
    AnyFloat,
    Dialect,
    IntegerType,
    Op,
    Operand,
    Operation,
    PassState,
    Pure,
    Result,
    Type,
    apply_patterns_greedily,
    compiler_pass,
    is_a,
    rule,
    terms,
    variables,
)


class UniformType(Type, name="quantized.uniform"):
    """`!quantized.uniform<i8, 3, 0.5>`: the integer n represents the number (n - 3) * 0.5."""

    storage: IntegerType
    zero: int
    scale: float
    assembly_format = "`<` $storage `,` $zero `,` $scale `>`"

    def verify(self) -> None:
        if self.scale <= 0:
            raise ValueError(f"expected a positive scale, found {self.scale}")
        low, high = -(1 << self.storage.width - 1), (1 << self.storage.width - 1) - 1
        if not low <= self.zero <= high:
            raise ValueError(f"expected a zero from {low} to {high}, found {self.zero}")


Uniform = Annotated[UniformType, is_a(UniformType, summary="uniform quantized type")]


class QuantizeOp(Op, name="quantized.quantize", traits=(Pure,)):
    """The nearest number that a quantized type can represent.

    ```mlir
    %q = quantized.quantize %x : f32 to <i8, 3, 0.5>
    ```
    """

    input: Operand[AnyFloat]
    result: Result[Uniform]
    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"


class DequantizeOp(Op, name="quantized.dequantize", traits=(Pure,)):
    """The number that a quantized value represents.

    ```mlir
    %x = quantized.dequantize %q : <i8, 3, 0.5> to f32
    ```
    """

    input: Operand[Uniform]
    result: Result[AnyFloat]
    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"


class RequantizeOp(Op, name="quantized.requantize", traits=(Pure,)):
    """Converts a quantized value to another scale and zero point, without floats.

    ```mlir
    %r = quantized.requantize %q : <i8, 3, 0.5> to <i8, 0, 1.0>
    ```
    """

    input: Operand[Uniform]
    result: Result[Uniform]
    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"


(x,) = variables("x")
Quantize, Dequantize, Requantize = terms(QuantizeOp, DequantizeOp, RequantizeOp)

FOLDS = [
    rule(
        Quantize(Dequantize(x)),
        x,
        where=lambda x, op: x.type is op.result.type,
        reason="the types differ",
        name="quantize_of_dequantize",
        benefit=2,
    ),
    rule(
        Quantize(Dequantize(x)),
        Requantize(x, result=lambda op: op.result.type),
        where=lambda x, op: x.type.storage is op.result.type.storage,
        reason="the integers have different widths",
        name="quantize_of_dequantize_to_requantize",
    ),
]


@compiler_pass("fold-casts")
def fold_casts(op: Operation, state: PassState) -> None:
    """Fold casts between quantized numbers and floats."""
    apply_patterns_greedily(op, FOLDS, count=state.count)


DIALECT = Dialect("quantized", __name__)
