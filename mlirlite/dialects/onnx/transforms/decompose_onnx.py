"""--decompose-onnx: `UnsqueezeV11(x) {axes = [1]}  -->  Unsqueeze(x, Constant [1])`."""

from __future__ import annotations

from math import inf
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import scalar_of
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.schemas import lookup
from mlirlite.dialects.onnx.shapes import rank_of, shape_of
from mlirlite.dialects.onnx.transforms._build import (
    constant,
    insert_like,
    integers,
    nothing,
    scalar,
    with_element,
)
from mlirlite.dialects.onnx.transforms._decompose_einsum import einsum_as_products
from mlirlite.dialects.onnx.transforms._decompose_scan import scan_of_batches
from mlirlite.dialects.onnx.transforms._microsoft import MICROSOFT, why_kept as why_kept
from mlirlite.dialects.onnx.types import spelling
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import (
    DYNAMIC,
    F32,
    I1,
    NONE,
    RankedTensorType,
    TensorType,
    element_type_of,
)
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("decompose-onnx")
def decompose_onnx(op: Operation, state: PassState) -> None:
    """Write operators by simpler or newer ones.

    Old versions become the newest if constants and reshapes can express the same; Dropout in
    inference is removed; operators of com.microsoft become ONNX's.
    """
    apply_patterns_greedily(op, PATTERNS, fold=False, count=state.count)


# Versions: attributes that became operands

_BECAME_OPERANDS = """
    ReduceL1V13 ReduceL2V13 ReduceLogSumV13 ReduceLogSumExpV13 ReduceMaxV13 ReduceMeanV13
    ReduceMinV13 ReduceProdV13 ReduceSumV11 ReduceSumSquareV13
    SliceV1 SqueezeV11 UnsqueezeV11 SplitV11 SplitV13 PadV2 TopKV1 UpsampleV7 ClipV6 ReshapeV1
"""


def attributes_to_operands(op: OnnxOp, rw: Rewriter) -> bool | None:
    """UnsqueezeV11(x) {axes = [1]} --> Unsqueeze(x, Constant [1])"""
    schema = lookup("Upsample", 9) if op.schema.name == "Upsample" else lookup(op.schema.name)
    if schema is None:
        return False
    if spelling(op.operands[0].type) not in schema.allowed_types(schema.inputs[0]):
        return rw.fail("the newer version does not take the element type")
    operands: list[Value] = []
    for position, parameter in enumerate(schema.inputs):
        if position < len(op.operands):
            operands.append(op.operands[position])
            continue
        names = {"K": "k", "constant_value": "value"}
        key = names.get(parameter.name, parameter.name)
        operands.append(_operand(op, op.properties.get(key), rw))
    name = f"onnx.{schema.name}" if schema.name != "Upsample" else "onnx.UpsampleV9"
    cls: Any = onnx.DIALECT.op_class(name)
    kept = {k: a for k, a in op.properties.items() if k in schema.attributes}
    for key, field in cls.definition.properties.items():
        if key not in kept and field.default is not None:
            kept[key] = field.default
    rw.replace(op, insert_like(cls, operands, op.result_types, kept, op, rw))
    return True


def _operand(op: OnnxOp, attribute: Any, rw: Rewriter) -> Value:
    if attribute is None:
        return nothing(rw)
    values = getattr(attribute, "value", None)
    if isinstance(values, tuple):
        numbers = [a.value for a in values]
        if numbers and isinstance(numbers[0], float):
            type = RankedTensorType((len(numbers),), F32)
            return constant(rw, DenseElementsAttr.of(type, numbers))
        return integers(rw, numbers)
    if isinstance(values, int):
        return integers(rw, [values])
    return scalar(rw, float(values or 0.0), op.operands[0])


# Versions: other axes


@pattern
def upsample_to_resize(
    op: onnx.UpsampleV9Op | onnx.UpsampleOp | onnx.ResizeV10Op, rw: Rewriter
) -> bool | None:
    """Upsample(x, s) --> Resize(x, none, s, none), without half pixels and rounding down"""
    none = nothing(rw)
    made = onnx.ResizeOp(
        op.X,
        none,
        op.scales,
        none,
        coordinate_transformation_mode="asymmetric",
        mode="linear" if op.mode in ("linear", "bilinear") else op.mode,
        nearest_mode="floor",
        Y=op.results[0].type,
    )
    rw.replace(op, rw.insert(made))
    return True


@pattern
def split_with_count(op: onnx.SplitOp, rw: Rewriter) -> bool | None:
    """Split(x) : 2 results --> Split(x) {num_outputs = 2}, where older versions had neither sizes
    nor a number, and required equal parts: for a known size they are equal"""
    if op.split is not None or op.num_outputs is not None:
        return False
    shape = shape_of(op.input)
    if shape is None or shape[op.axis] == DYNAMIC:
        return rw.fail("whether the parts are equal is known at run time only")
    with rw.modify(op):
        op.num_outputs = len(op.results)
    return True


@pattern
def flattening_softmax(
    op: onnx.SoftmaxV11Op | onnx.LogSoftmaxV11Op | onnx.HardmaxV11Op, rw: Rewriter
) -> bool | None:
    """SoftmaxV11(x) {axis = 1} --> Reshape(Softmax(Flatten(x) {axis = 1}), Shape(x))"""
    rank = rank_of(op.input)
    if rank is None or rank == 0:
        return rw.fail("the rank is not known")
    axis = op.axis + rank if op.axis < 0 else op.axis
    cls: Any = onnx.DIALECT.op_class(f"onnx.{op.schema.name}")
    type = op.results[0].type
    shape = shape_of(op.input) or ()
    if axis == rank - 1 or all(d == 1 for d in shape[axis + 1 :]):
        rw.replace(op, rw.insert(cls(op.input, axis=axis, output=type)))
        return True
    if all(d == 1 for d in shape[axis : rank - 1]):
        rw.replace(op, rw.insert(cls(op.input, axis=rank - 1, output=type)))
        return True
    flat = rw.insert(onnx.FlattenOp(op.input, axis=axis))
    found = rw.insert(cls(flat.result, axis=-1))
    target = rw.insert(onnx.ShapeOp(op.input))
    back = onnx.ReshapeOp(found.result, target.result, allowzero=1, reshaped=type)
    rw.replace(op, rw.insert(back))
    return True


@pattern
def slope_of_channels(op: onnx.PReluV6Op | onnx.PReluV1Op, rw: Rewriter) -> bool | None:
    """PReluV6(x : tensor<2x3x4xf32>, s : tensor<3xf32>) --> PRelu(x, Unsqueeze(s, [1]))"""
    rank, slope = rank_of(op.X), shape_of(op.slope)
    if rank is None or slope is None:
        return rw.fail("the rank is not known")
    spread = op.slope
    if slope != (1,) and rank > 2:
        axes = integers(rw, range(1, rank - 1))
        spread = rw.insert(onnx.UnsqueezeOp(op.slope, axes)).result
    rw.replace(op, rw.insert(onnx.PReluOp(op.X, spread, Y=op.results[0].type)))
    return True


_ALIGNED = "Add Sub Mul Div And Or Xor Pow Equal Greater Less"


def broadcast_at_axis(op: OnnxOp, rw: Rewriter) -> bool | None:
    """AddV6(x : tensor<2x3x4xf32>, y : tensor<3xf32>) {axis = 1} --> Add(x, Unsqueeze(y, [1]))"""
    x, y = op.operands
    rank, inner = rank_of(x), rank_of(y)
    if rank is None or inner is None:
        return rw.fail("the rank is not known")
    axis = op.get("axis")
    if op.get("broadcast") and axis is not None:
        axis = axis + rank if axis < 0 else axis
        trailing = rank - axis - inner
        if trailing > 0:
            y = rw.insert(onnx.UnsqueezeOp(y, integers(rw, range(inner, inner + trailing)))).result
    cls: Any = onnx.DIALECT.op_class(f"onnx.{op.schema.name}")
    rw.replace(op, insert_like(cls, [x, y], op.result_types, {}, op, rw))
    return True


def scatter_elements(op: OnnxOp, rw: Rewriter) -> bool | None:
    """Scatter(x, i, u) --> ScatterElements(x, i, u)"""
    made = onnx.ScatterElementsOp(*op.operands, axis=op.get("axis"), output=op.results[0].type)
    rw.replace(op, rw.insert(made))
    return True


@pattern
def sum_of_two(op: onnx.SumOp | onnx.MeanOp | onnx.MaxOp | onnx.MinOp, rw: Rewriter) -> bool | None:
    """Sum(x, y) --> Add(x, y); Sum(x) --> x"""
    if len(op.operands) == 1 and op.operands[0].type is op.results[0].type:
        rw.replace(op, op.operands[0])
        return True
    if not isinstance(op, onnx.SumOp) or len(op.operands) != 2:
        return rw.fail("neither one operand nor a sum of two")
    rw.replace(op, insert_like(onnx.AddOp, list(op.operands), op.result_types, {}, op, rw))
    return True


def dropout_in_inference(op: OnnxOp, rw: Rewriter) -> bool | None:
    """Dropout(x) --> x, and a mask of true"""
    training = op.get("training_mode")
    if isinstance(training, Value) and scalar_of(training) != 0:
        return rw.fail("it may train")
    if op.schema.version <= 6 and not op.get("is_test", 0):
        return rw.fail("it trains")
    data, mask = op.operands[0], op.results[1]
    if data.type is not op.results[0].type:
        data = rw.insert(onnx.IdentityOp(data, output=op.results[0].type)).result
    kept: Value | None = None
    if mask.type is not NONE and mask.has_uses and isinstance(mask.type, TensorType):
        shape = rw.insert(onnx.ShapeOp(data)).result
        one = 1 if mask.type.element_type is I1 else 1.0
        value = DenseElementsAttr.of(RankedTensorType((1,), mask.type.element_type), one)
        kept = rw.insert(onnx.ConstantOfShapeOp(shape, value=value, output=mask.type)).result
    rw.replace(op, [data, kept])
    return True


def _for(names: str, function: Any) -> Pattern:
    classes: list[Any] = [onnx.DIALECT.op_class(f"onnx.{name}") for name in names.split()]
    return Pattern(function, [c for c in classes if c is not None])


@pattern
def mask_of_flags(op: onnx.AttentionOp, rw: Rewriter) -> bool | None:
    """Attention(q, k, v, flags) --> Attention(q, k, v, Where(flags, 0, -inf))"""
    q, k, v, flags, *rest = op.operands
    if not isinstance(flags.type, RankedTensorType) or flags.type.element_type is not I1:
        return rw.fail("it has no mask of flags")
    type = with_element(flags.type, element_type_of(q.type))
    added = onnx.WhereOp(flags, scalar(rw, 0.0, q), scalar(rw, -inf, q), output=type)
    mask = rw.insert(added).result
    with rw.modify(op):
        op.set_operands([q, k, v, mask, *rest])
    return True


PATTERNS = (
    _for(_BECAME_OPERANDS, attributes_to_operands),
    upsample_to_resize,
    split_with_count,
    flattening_softmax,
    slope_of_channels,
    _for(" ".join(f"{n}V6 {n}V1" for n in _ALIGNED.split()), broadcast_at_axis),
    _for("ScatterV9 Scatter", scatter_elements),
    sum_of_two,
    scan_of_batches,
    einsum_as_products,
    mask_of_flags,
    _for("Dropout DropoutV10 DropoutV7 DropoutV6 DropoutV1", dropout_in_inference),
    *MICROSOFT,
)
