"""Canonical forms of ops that move, join, select and clamp data: pairs that cancel become one op,
or none."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects._conditions import has_type
from mlirlite.dialects.onnx.constants import array_of, constant_of, ints_of, scalar_of, stands_for
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import axes_in, axis_in, element_of, rank_of, shape_of
from mlirlite.dialects.onnx.transforms._build import scalar
from mlirlite.ir.types import DYNAMIC, F32, F64, I1, FloatType, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting import canonicalization, canonicalizations, computed, rule, terms, variables
from mlirlite.rewriting.rewriter import Rewriter

x, y, a, b, t = variables("x y a b t")
Squeeze, Tile, Unsqueeze = terms(onnx.SqueezeOp, onnx.TileOp, onnx.UnsqueezeOp)


@computed
def same_axes(a: Value, b: Value, x: Value) -> bool:
    """Whether two constants name the same axes of a tensor."""
    rank, out, back = rank_of(x), ints_of(a), ints_of(b)
    if rank is None or out is None or back is None:
        return False
    return sorted(axes_in(out, rank)) == sorted(axes_in(back, rank))


@computed
def ones(a: Value) -> bool:
    """Whether a value is a list of ones."""
    return set(ints_of(a) or [0]) == {1}


canonicalizations(
    unsqueeze_of_squeeze=rule(
        Unsqueeze(Squeeze(x, a), b, expanded=t), x, where=(has_type(x, t), same_axes(a, b, x))
    ),
    squeeze_of_unsqueeze=rule(
        Squeeze(Unsqueeze(x, a).named(y), b, squeezed=t),
        x,
        where=(has_type(x, t), same_axes(a, b, y)),
    ),
    tile_once=rule(Tile(x, a, output=t), x, where=(ones(a), has_type(x, t))),
)


@canonicalization
def depth_to_space_and_back(op: onnx.DepthToSpaceOp, rw: Rewriter) -> bool | None:
    """DepthToSpace(SpaceToDepth(x)) --> x, of the same blocks in the same order"""
    return _cancel(op, onnx.SpaceToDepthOp, rw)


@canonicalization
def space_to_depth_and_back(op: onnx.SpaceToDepthOp, rw: Rewriter) -> bool | None:
    """SpaceToDepth(DepthToSpace(x)) --> x, of the same blocks in the same order"""
    return _cancel(op, onnx.DepthToSpaceOp, rw)


def _cancel(op: OnnxOp, inverse: Any, rw: Rewriter) -> bool | None:
    inner = op.operands[0].defining_op
    if not isinstance(inner, inverse):
        return False
    both: tuple[Any, ...] = (op, inner)
    blocks, modes = ({o.get(name) for o in both} for name in ("blocksize", "mode"))
    if len(blocks) > 1 or len(modes) > 1:
        return rw.fail("the blocks or their orders differ")
    source = inner.operands[0]
    if source.type is not op.results[0].type:
        return rw.fail("the type would change")
    rw.replace(op, source)
    return True


# Concat


@canonicalization
def concat_of_concat(op: onnx.ConcatOp, rw: Rewriter) -> bool | None:
    """Concat(Concat(a, b), c) --> Concat(a, b, c), along the same axis"""
    rank = rank_of(op.results[0])
    if rank is None:
        return rw.fail("the rank is not known")
    parts: list[Value] = []
    for value in op.inputs:
        inner = value.defining_op
        same = isinstance(inner, onnx.ConcatOp) and value.has_one_use
        if same and axis_in(inner.axis, rank) == axis_in(op.axis, rank):
            parts += inner.operands
        else:
            parts.append(value)
    if len(parts) == len(op.operands):
        return rw.fail("no operand is a Concat along this axis with one user")
    rw.replace(op, rw.insert(onnx.ConcatOp(parts, axis=op.axis, concat_result=op.results[0].type)))
    return True


@canonicalization
def concat_of_nothing(op: onnx.ConcatOp, rw: Rewriter) -> bool | None:
    """Concat(a, b : tensor<0x3xf32>) {axis = 0} --> Concat(a)"""
    values = list(op.inputs)
    kept = [v for v in values if not _is_empty_along(v, op.axis)] or values[:1]
    if len(kept) == len(values):
        return rw.fail("no operand is known to be empty")
    rw.replace(op, rw.insert(onnx.ConcatOp(kept, axis=op.axis, concat_result=op.results[0].type)))
    return True


def _is_empty_along(value: Value, axis: int) -> bool:
    shape = shape_of(value)
    return shape is not None and shape[axis_in(axis, len(shape))] == 0


@canonicalization
def slice_of_everything(op: onnx.SliceOp, rw: Rewriter) -> bool | None:
    """Slice(x : tensor<2xf32>, …) : tensor<2xf32> --> x"""
    shape = shape_of(op.data)
    if shape is None or DYNAMIC in shape or op.results[0].type is not op.data.type:
        return rw.fail("it may cut something off")
    try:
        bounds = op.bounds()
    except ValueError:
        bounds = None
    if bounds is None or any(step < 1 for *_, step in bounds):
        return rw.fail("it may reverse a dimension")
    rw.replace(op, op.data)
    return True


@canonicalization
def split_into_everything(op: onnx.SplitOp, rw: Rewriter) -> bool | None:
    """Split(x : tensor<2xf32>, …) : tensor<2xf32>, tensor<0xf32> --> x, and the second part"""
    shape = shape_of(op.input)
    if shape is None or DYNAMIC in shape:
        return rw.fail("its sizes are not known")
    for part in op.results:
        if part.has_uses and part.type is op.input.type:
            rw.replace_all_uses_with(part, op.input)
            return True
    return rw.fail("no part is all of it")


@canonicalization
def transpose_below_concat(op: onnx.ConcatOp, rw: Rewriter) -> bool | None:
    """Concat(Transpose(x) {perm = p}, Transpose(y) {perm = p}) --> Transpose(Concat(x, y))"""
    result, orders, sources = op.results[0].type, set(), []
    for value in op.inputs:
        mover = value.defining_op
        if not isinstance(mover, onnx.TransposeOp) or not value.has_one_use:
            return rw.fail("an operand is not a transpose with one user")
        orders.add(mover.permutation())
        sources.append(mover.data)
    order = orders.pop() if len(orders) == 1 else None
    if order is None or not isinstance(result, RankedTensorType):
        return rw.fail("the permutations differ or are not known")
    shape = [DYNAMIC] * len(order)
    for position, axis in enumerate(order):
        shape[axis] = result.shape[position]
    type = RankedTensorType(tuple(shape), result.element_type)
    axis = order[axis_in(op.axis, len(order))]
    joined = rw.insert(onnx.ConcatOp(sources, axis=axis, concat_result=type)).results[0]
    rw.replace(op, rw.insert(onnx.TransposeOp(joined, perm=order, transposed=result)))
    return True


# Numbers that are known


@canonicalization
def clip_of_clip(op: onnx.ClipOp, rw: Rewriter) -> bool | None:
    """Clip(Clip(x, 0, 6), 1, 9) --> Clip(x, 1, 6)"""
    inner = op.input.defining_op
    if not isinstance(inner, onnx.ClipOp):
        return False
    limits = [scalar_of(v) for v in (inner.min, inner.max, op.min, op.max)]
    if None in limits:
        return rw.fail("a limit is not known")
    low, high, least, most = (n for n in limits if n is not None)
    numbers = (min(max(n, least), most) for n in (min(low, high), high))
    bounds = [scalar(rw, n, op.input) for n in numbers]
    rw.replace(op, rw.insert(onnx.ClipOp(inner.input, *bounds, output=op.results[0].type)))
    return True


@canonicalization
def where_is_known(op: onnx.WhereOp, rw: Rewriter) -> bool | None:
    """Where(true, x, y) --> x"""
    condition, *branches = op.operands
    elements = constant_of(condition)
    if elements is None or elements.element_type is not I1 or elements.type.num_elements == 0:
        return rw.fail("the condition is not known")
    array = array_of(condition)
    if array is None or not (array.all() or not array.any()):
        return rw.fail("both branches are taken")
    taken = branches[0 if array.all() else 1]
    if not stands_for(taken, op.results[0]):
        return rw.fail("the type would change, or the other branch may be larger")
    rw.replace(op, taken)
    return True


@canonicalization
def power_by_products(op: onnx.PowOp, rw: Rewriter) -> bool | None:
    """Pow(x, 3.0) --> Mul(Mul(x, x), x)"""
    base, exponent = op.operands
    number, result = scalar_of(exponent), op.results[0].type
    element = element_of(base)
    kept = number in (2, 3, 4) and stands_for(base, op.results[0])
    if not kept or not isinstance(element, FloatType):
        return rw.fail("the exponent is not 2, 3 or 4, or is broadcast")
    if number != 2 and element not in (F32, F64):
        return rw.fail("two products in few bits are too far from the power")
    square = rw.insert(onnx.MulOp(base, base, C=result)).results[0]
    if number == 2:
        rw.replace(op, square)
    else:
        other = base if number == 3 else square
        rw.replace(op, rw.insert(onnx.MulOp(square, other, C=result)))
    return True
