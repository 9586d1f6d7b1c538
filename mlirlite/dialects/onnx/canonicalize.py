"""Canonical forms of the onnx dialect, as --canonicalize applies them."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects._conditions import has_type
from mlirlite.dialects.onnx import (  # noqa: F401  they register their patterns
    canonicalize_broadcast,
    canonicalize_data,
    canonicalize_if,
    canonicalize_loop,
)
from mlirlite.dialects.onnx.constants import constant_of, ints_of
from mlirlite.dialects.onnx.math.elementwise import Broadcast, Unary
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import element_of, rank_of, shape_of
from mlirlite.ir.attribute import Type
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import (
    BF16,
    DYNAMIC,
    F16,
    F32,
    F64,
    I64,
    FloatType,
    IntegerType,
    RankedTensorType,
    TensorType,
)
from mlirlite.ir.values import OpResult
from mlirlite.rewriting import (
    OP,
    canonicalization,
    canonicalizations,
    computed,
    rule,
    terms,
    variables,
)
from mlirlite.rewriting.rewriter import Rewriter


@canonicalization
def constant_as_elements(op: onnx.ConstantOp, rw: Rewriter) -> bool | None:
    """Constant {value_int = 1 : si64} --> Constant {value = dense<1> : tensor<i64>}"""
    if op.value is not None or op.sparse_value is not None:
        return False
    elements = op.elements()
    if elements is None:
        return rw.fail("it has no value")
    rw.replace(op, rw.insert(onnx.ConstantOp(value=elements, output=elements.type)))
    return True


@canonicalization
def met_requirements(op: onnx.RequireOp, rw: Rewriter) -> bool | None:
    """Require(x : tensor<2x4xf32>, y : tensor<2x4xf32>) {operator = "onnx.Add"} --> nothing"""
    try:
        met = op.is_met
    except ValueError:
        met = False
    if not met:
        return rw.fail("a run, or the verifier, tells whether it is met")
    rw.erase(op)
    return True


x, y, z, t = variables("x y z t")
Cast, Transpose = terms(onnx.CastOp, onnx.TransposeOp)


@computed
def permuted(first: OpResult, second: onnx.TransposeOp) -> list[int] | None:
    """The permutation of two transposes, one after the other."""
    assert isinstance(first.owner, onnx.TransposeOp)
    inner, outer = first.owner.permutation(), second.permutation()
    return None if inner is None or outer is None else [inner[i] for i in outer]


canonicalizations(
    transpose_of_transpose=rule(
        Transpose(Transpose(x).named(y)), Transpose(x, perm=permuted(y, OP))
    ),
)


@canonicalization
def reshape_of_reshape(op: onnx.ReshapeOp, rw: Rewriter) -> bool | None:
    """Reshape(Reshape(x, s), t) --> Reshape(x, t), where t copies nothing"""
    inner = op.data.defining_op
    if not isinstance(inner, onnx.ReshapeOp):
        return False
    target = ints_of(op.shape)
    if target is None or (0 in target and not op.allowzero):
        return rw.fail("the shape is not constant, or copies dimensions")
    made = onnx.ReshapeOp(inner.data, op.shape, allowzero=op.allowzero, reshaped=op.result.type)
    rw.replace(op, rw.insert(made))
    return True


@canonicalization
def squeeze_of_ones(op: onnx.SqueezeOp, rw: Rewriter) -> bool | None:
    """Squeeze(x : tensor<1x3xf32>) --> Squeeze(x, [0])"""
    shape, rank = shape_of(op.data), rank_of(op.results[0])
    if op.axes is not None or shape is None or rank is None:
        return rw.fail("it has axes, or the ranks are not known")
    ones = [i for i, size in enumerate(shape) if size == 1]
    if len(shape) - len(ones) != rank:
        return rw.fail("dimensions that are not known may go")
    elements = DenseElementsAttr.of(RankedTensorType((len(ones),), I64), ones)
    axes = rw.insert(onnx.ConstantOp(value=elements, output=elements.type)).results[0]
    rw.replace(op, rw.insert(onnx.SqueezeOp(op.data, axes, squeezed=op.results[0].type)))
    return True


# Transposes and reshapes sink below elementwise ops, so that they meet and cancel


def _sunk(op: OnnxOp, made_by: type, rw: Rewriter) -> tuple[Any, Any] | None:
    """The op that moves data before an elementwise one, and the latter on the original data."""
    mover = op.operands[0].defining_op
    if mover is None or not isinstance(mover, made_by) or not op.operands[0].has_one_use:
        return None
    source, result = mover.operands[0], op.results[0].type
    if not isinstance(source.type, RankedTensorType) or not isinstance(result, TensorType):
        return None
    type = RankedTensorType(source.type.shape, result.element_type)
    inner = op.__class__.create(
        [source], [type], dict(op.properties), dict(op.attributes) or None, location=op.location
    )
    return mover, rw.insert(inner)


@canonicalization
def transpose_below_elementwise(op: Unary, rw: Rewriter) -> bool | None:
    """Relu(Transpose(x)) --> Transpose(Relu(x))"""
    found = _sunk(op, onnx.TransposeOp, rw) if len(op.operands) == 1 else None
    if found is None:
        return rw.fail("its operand is not a transpose with one user")
    mover, inner = found
    perm = mover.permutation()
    made = onnx.TransposeOp(inner.results[0], perm=perm, transposed=op.results[0].type)
    rw.replace(op, rw.insert(made))
    return True


@canonicalization
def reshape_below_elementwise(op: Unary, rw: Rewriter) -> bool | None:
    """Relu(Reshape(x, s)) --> Reshape(Relu(x), s)"""
    found = _sunk(op, onnx.ReshapeOp, rw) if len(op.operands) == 1 else None
    if found is None:
        return rw.fail("its operand is not a reshape with one user")
    mover, inner = found
    made = onnx.ReshapeOp(
        inner.results[0], mover.shape, allowzero=mover.allowzero, reshaped=op.results[0].type
    )
    rw.replace(op, rw.insert(made))
    return True


@canonicalization
def transpose_below_broadcast(op: Broadcast, rw: Rewriter) -> bool | None:
    """Add(Transpose(x) {perm = p}, Transpose(y) {perm = p}) --> Transpose(Add(x, y)) {perm = p}"""
    if "broadcast" in op.schema.attributes or len(op.operands) < 2:
        return rw.fail("an old version, or one operand")
    result = op.results[0].type
    orders, sources = set(), []
    for value in op.operands:
        mover = value.defining_op
        if isinstance(mover, onnx.TransposeOp) and value.has_one_use:
            orders.add(mover.permutation())
            sources.append(mover.data)
        elif shape_of(value) in ((), (1,)) and constant_of(value) is not None:
            sources.append(value)
        else:
            return rw.fail("an operand is neither a transpose nor a number")
    order = orders.pop() if len(orders) == 1 else None
    if order is None or not isinstance(result, RankedTensorType) or result.rank != len(order):
        return rw.fail("the permutations differ or are not known")
    shape = [0] * len(order)
    for position, axis in enumerate(order):
        shape[axis] = result.shape[position]
    type = RankedTensorType(tuple(shape), result.element_type)
    inner = op.__class__.create(
        sources, [type], dict(op.properties), dict(op.attributes) or None, location=op.location
    )
    rw.insert(inner)
    made = onnx.TransposeOp(inner.results[0], perm=order, transposed=result)
    rw.replace(op, rw.insert(made))
    return True


@canonicalization
def transpose_of_ones(op: onnx.TransposeOp, rw: Rewriter) -> bool | None:
    """Transpose(x : tensor<1x5x1xf32>) {perm = [1, 0, 2]} --> Reshape(x, [5, 1, 1])"""
    shape, order = shape_of(op.data), op.permutation()
    target = shape_of(op.results[0])
    if shape is None or order is None or target is None or 0 in shape:
        return rw.fail("the shape is not known")
    moved = [axis for axis in order if shape[axis] != 1]
    if moved != sorted(moved) or order == tuple(range(len(order))):
        return rw.fail("dimensions of more than 1 change their order")
    if sum(d == DYNAMIC for d in target) > 1 or not isinstance(op.results[0].type, TensorType):
        return rw.fail("more than one dimension is not known")
    numbers = [-1 if d == DYNAMIC else d for d in target]
    elements = DenseElementsAttr.of(RankedTensorType((len(numbers),), I64), numbers)
    to = rw.insert(onnx.ConstantOp(value=elements, output=elements.type)).results[0]
    rw.replace(op, rw.insert(onnx.ReshapeOp(op.data, to, reshaped=op.results[0].type)))
    return True


# Casts


def _holds(wide: Type, narrow: Type) -> bool:
    """Whether each number of one type is one of the other."""
    if isinstance(wide, IntegerType) and isinstance(narrow, IntegerType):
        if wide.is_unsigned == narrow.is_unsigned or narrow.width == 1:
            return wide.width >= narrow.width
        return narrow.is_unsigned and wide.width > narrow.width
    if isinstance(wide, FloatType) and isinstance(narrow, FloatType):
        return narrow is wide or (narrow, wide) in _WIDER
    if isinstance(wide, FloatType) and isinstance(narrow, IntegerType):
        digits = {F64: 53, F32: 24, F16: 11}.get(wide, 0)
        return narrow.width - (not narrow.is_unsigned and narrow.width > 1) <= digits
    return False


_WIDER = {(F16, F32), (F16, F64), (BF16, F32), (BF16, F64), (F32, F64)}


canonicalizations(cast_to_the_same=rule(Cast(x, output=t), x, where=has_type(x, t)))


@canonicalization
def cast_of_cast(op: onnx.CastOp, rw: Rewriter) -> bool | None:
    """Cast(Cast(x : f16) {to = f32}) {to = f16} --> x, if the inner one is lossless"""
    inner = op.input.defining_op
    if not isinstance(inner, onnx.CastOp):
        return rw.fail("its operand is not a cast")
    first, middle, last = (element_of(v) for v in (inner.input, op.input, op.results[0]))
    if first is None or middle is None or last is None or not _holds(middle, first):
        return rw.fail("the inner cast may change numbers")
    if last is first and inner.input.type is op.results[0].type:
        rw.replace(op, inner.input)
        return True
    if type(last) is not type(first) or type(last) is not type(middle):
        return rw.fail("the kinds of numbers differ")
    with rw.modify(op):
        op.set_operand(0, inner.input)
    return True
