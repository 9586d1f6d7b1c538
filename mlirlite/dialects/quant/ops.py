"""quant's casts: between numbers, quantized numbers and the integers that store them."""

from collections.abc import Sequence
from typing import Annotated, Any

from mlirlite.dialects.quant.types import (
    QuantizedType,
    UniformQuantizedPerAxisType,
    UniformQuantizedSubChannelType,
)
from mlirlite.ir.attribute import Attribute, Type
from mlirlite.ir.constraints import Constraint
from mlirlite.ir.definition import Op
from mlirlite.ir.fields import Operand, Result
from mlirlite.ir.traits import Predicate, Pure
from mlirlite.ir.types import (
    DYNAMIC,
    FloatType,
    IntegerType,
    RankedTensorType,
    TensorType,
    UnrankedTensorType,
    element_type_of,
)
from mlirlite.support.diagnostics import Diagnostic, error


def _is_float(t: Attribute) -> bool:
    return isinstance(t, FloatType)


def _is_quantized(t: Attribute) -> bool:
    return isinstance(t, QuantizedType)


def _is_signless(t: Attribute) -> bool:
    return isinstance(t, IntegerType) and t.is_signless


def _scalar_or_tensor(summary: str, test: Any) -> Constraint:
    return Constraint(
        f"scalar or tensor of {summary}",
        lambda t: test(t.element_type if isinstance(t, TensorType) else t),
    )


FloatScalarOrTensor = Annotated[Type, _scalar_or_tensor("floating-point", _is_float)]
QuantizedScalarOrTensor = Annotated[Type, _scalar_or_tensor("quantized type", _is_quantized)]
IntegerOrQuantizedScalarOrTensor = Annotated[
    Type,
    _scalar_or_tensor(
        "signless integer or quantized type", lambda t: _is_signless(t) or _is_quantized(t)
    ),
]


def _same_shape(op: "QuantizeCastOp | DequantizeCastOp | StorageCastOp") -> bool:
    a, b = op.input.type, op.result.type
    if isinstance(a, RankedTensorType):
        return isinstance(b, RankedTensorType) and a.shape == b.shape
    return isinstance(a, UnrankedTensorType) is isinstance(b, UnrankedTensorType) and not (
        isinstance(b, RankedTensorType)
    )


_SAME_SHAPE = Predicate(
    "input and result are both scalars or both tensors with matching shape", _same_shape
)
_COMBINATION = Predicate(
    "input must be integer and result must be quantized, or vice versa",
    lambda op: (
        _is_quantized(element_type_of(op.input.type))
        is not _is_quantized(element_type_of(op.result.type))
    ),
)


class QuantCast(Op):
    """A cast; its own inverse or that of another one where types fit."""

    assembly_format = "$input attr-dict `:` type($input) `to` type($result)"

    def quantized_type(self) -> QuantizedType:
        """The quantized type of the input or else of the result."""
        for type in (self.operands[0].type, self.result.type):
            element = element_type_of(type)
            if isinstance(element, QuantizedType):
                return element
        raise ValueError(f"'{self.name}' op has no quantized type")

    def fold_inverse(self, cls: type[Op]) -> Any:
        """cast(inverse cast(x)) --> x"""
        maker = self.operands[0].defining_op
        if not isinstance(maker, cls) or maker.operands[0].type is not self.result.type:
            return None
        return maker.operands[0]

    def verify_container(self) -> Diagnostic | None:
        """Whether tensors of the type's shape can be quantized so."""
        quantized, container = self.quantized_type(), self.operands[0].type
        if isinstance(quantized, UniformQuantizedPerAxisType):
            message = _axis_problem(quantized, container)
        elif isinstance(quantized, UniformQuantizedSubChannelType):
            message = _block_problem(quantized, container)
        else:
            return None
        return error(message, self.where) if message else None


def _axis_problem(quantized: UniformQuantizedPerAxisType, container: Type) -> str:
    if not isinstance(container, TensorType):
        return "scalar types may not use per-axis quantization"
    if not container.has_rank:
        return ""
    if quantized.axis >= container.rank:
        return "quantized dimension must be less than tensor rank"
    if container.shape[quantized.axis] not in (DYNAMIC, len(quantized.scales)):
        return "quantized dimension size does not match number of scales"
    return ""


def _block_problem(quantized: UniformQuantizedSubChannelType, container: Type) -> str:
    if not isinstance(container, TensorType):
        return "scalar types may not use sub-channel quantization"
    if not container.has_rank:
        return "tensor containing the sub-channel quantized type must be ranked"
    shape = container.shape
    expected = [1] * len(shape)
    for axis, block in quantized.blocks:
        if axis >= len(shape):
            return f"quantized dimension {axis} must be less than tensor rank {len(shape)}"
        size = shape[axis]
        if size != DYNAMIC and size % block:
            return (
                f"tensor dimension size {size} at axis {axis} must be divisible by the "
                f"corresponding block size {block}"
            )
        expected[axis] = DYNAMIC if size == DYNAMIC else size // block
    if 0 in shape:
        return "tensor dimension size of zero is not allowed with sub-channel quantization"
    scales = quantized.scales.type.shape
    if len(scales) != len(shape):
        return f"Rank of scales {len(scales)} must match the rank of the tensor {len(shape)}"
    for axis, (wanted, found) in enumerate(zip(expected, scales, strict=True)):
        if wanted not in (DYNAMIC, found):
            return (
                f"dimension size {wanted} of scales tensor at axis {axis} should match (tensor "
                f"dimension at axis / block sizes at axis) = {wanted}"
            )
    return ""


def _expressed_problem(op: QuantCast, float_type: Type) -> Diagnostic | None:
    if op.quantized_type().expressed_type is float_type:
        return op.verify_container()
    message = "expressed type in quantized type expected to match float type"
    return error(message, op.where)


class DequantizeCastOp(QuantCast, name="quant.dcast", traits=(_SAME_SHAPE, Pure)):
    """The real numbers for quantized ones.

    ```mlir
    %0 = quant.dcast %x : tensor<4x!quant.uniform<i8:f32, 2.000000e+00>> to tensor<4xf32>
    ```
    """

    input: Operand[QuantizedScalarOrTensor]
    result: Result[FloatScalarOrTensor]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """dcast(qcast(x)) --> x"""
        return self.fold_inverse(QuantizeCastOp)

    def verify_op(self) -> Diagnostic | None:
        return _expressed_problem(self, element_type_of(self.result.type))


class QuantizeCastOp(QuantCast, name="quant.qcast", traits=(_SAME_SHAPE, Pure)):
    """The nearest quantized numbers for real ones.

    ```mlir
    %0 = quant.qcast %x : tensor<4xf32> to tensor<4x!quant.uniform<i8:f32, 2.000000e+00>>
    ```
    """

    input: Operand[FloatScalarOrTensor]
    result: Result[QuantizedScalarOrTensor]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """qcast(dcast(x)) --> x, when x has the type of the result"""
        return self.fold_inverse(DequantizeCastOp)

    def verify_op(self) -> Diagnostic | None:
        return _expressed_problem(self, element_type_of(self.input.type))


class StorageCastOp(QuantCast, name="quant.scast", traits=(_SAME_SHAPE, _COMBINATION, Pure)):
    """The integers that store quantized numbers, or the quantized numbers that integers store.

    ```mlir
    %0 = quant.scast %x : tensor<4x!quant.uniform<i8:f32, 2.000000e+00>> to tensor<4xi8>
    ```
    """

    input: Operand[IntegerOrQuantizedScalarOrTensor]
    result: Result[IntegerOrQuantizedScalarOrTensor]

    def fold(self, operands: Sequence[Attribute | None]) -> Any:
        """scast(scast(x)) --> x, when x has the type of the result"""
        return self.fold_inverse(StorageCastOp)

    def verify_op(self) -> Diagnostic | None:
        integer = next(
            t
            for t in map(element_type_of, (self.input.type, self.result.type))
            if isinstance(t, IntegerType)
        )
        if self.quantized_type().storage_type is not integer:
            message = "storage type in quantized type expected to match integer type"
            return error(message, self.where)
        return self.verify_container()
