"""Convolutions of rows and of volumes as those of planes, which --layout-onnx puts into blocks of
channels.

Conv(x : NxCxL)      -->  Squeeze(Conv(Unsqueeze(x)))
Conv(x : NxCxDxHxW)  -->  a Conv of N*D planes, whose channels are those of all taps along D
"""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of
from mlirlite.dialects.onnx.shapes import element_of, shape_of
from mlirlite.dialects.onnx.transforms._build import array_like, integers, nothing
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, F32
from mlirlite.ir.values import Value
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.tuning import Fixed

_ROW: Fixed[int] = 3
_VOLUME: Fixed[int] = 5
"""Ranks of images."""
_END: Fixed[int] = (1 << 63) - 1
_UNARY = (
    onnx.ReluOp, onnx.LeakyReluOp, onnx.SigmoidOp, onnx.TanhOp, onnx.EluOp, onnx.GeluOp,
    onnx.HardSigmoidOp, onnx.HardSwishOp, onnx.SeluOp,
)  # fmt: skip
"""Functions that follow a convolution of rows as functions of planes."""


def as_planes(block: Block) -> int:
    """Rewrite the convolutions of a block; how many."""
    count = 0
    for op in list(block):
        if isinstance(op, onnx.ConvOp) and _fits(op):
            rw = Rewriter(block, op, op.location)
            rank = len(shape_of(op.X) or ())
            count += rank in (_ROW, _VOLUME)
            if rank == _ROW:
                _row(op, rw)
            elif rank == _VOLUME:
                _volume(op, rw)
        elif isinstance(op, _UNARY):
            _behind(op, Rewriter(block, op, op.location))
    for op in reversed(list(block) if count else []):
        if isinstance(op, onnx.SqueezeOp) and not op.results[0].has_uses:
            op.erase()
    return count


def _fits(op: onnx.ConvOp) -> bool:
    """For constant weights of f32: rows whose length the run tells, since others have their own
    kernel, and volumes whose taps along the depth are several."""
    x, w = shape_of(op.X), array_of(op.W)
    if x is None or w is None or element_of(op.X) is not F32 or 0 in (*x, *w.shape):
        return False
    if x[1] == DYNAMIC or shape_of(op.results[0]) is None:
        return False
    if len(x) == _ROW:
        return x[2] == DYNAMIC
    explicit = op.auto_pad in ("NOTSET", "VALID") and min(op.get("pads") or [0]) >= 0
    return len(x) == _VOLUME and op.group == 1 and explicit and w.shape[2] > 1


def _row(op: onnx.ConvOp, rw: Rewriter) -> None:
    """As a convolution of images of one row."""
    axis = integers(rw, [2])
    image = _above(op.X, rw, axis)
    weights = array_of(op.W)
    assert weights is not None
    made = array_like(rw, weights[:, :, None], op.W)
    found = _conv(op, rw, (image, made), lambda values, one: [one, *values])
    rw.replace(op, rw.insert(onnx.SqueezeOp(found, axis, squeezed=op.results[0].type)))


def _above(value: Value, rw: Rewriter, axis: Value) -> Value:
    """The image that a row was made of, or one that is made of it."""
    owner = value.defining_op
    if isinstance(owner, onnx.SqueezeOp) and _is_row_of(owner):
        found: Value = owner.operands[0]
        return found
    made: Value = rw.insert(onnx.UnsqueezeOp(value, axis)).result
    return made


def _is_row_of(op: onnx.SqueezeOp) -> bool:
    axes = array_of(op.operands[1]) if len(op.operands) > 1 else None
    image = shape_of(op.operands[0])
    return (
        axes is not None and axes.tolist() == [2] and image is not None and len(image) == _ROW + 1
    )


def _behind(op: Operation, rw: Rewriter) -> None:
    """f(Squeeze(Conv(x)))  -->  Squeeze(f(Conv(x)))"""
    row = op.operands[0].defining_op
    if not isinstance(row, onnx.SqueezeOp) or not _is_row_of(row) or not row.results[0].has_one_use:
        return
    image = row.operands[0]
    if not isinstance(image.defining_op, (onnx.ConvOp, *_UNARY)):
        return
    operands = [image, *op.operands[1:]]
    properties, attributes = dict(op.properties), dict(op.attributes) or None
    made = type(op).create(operands, (image.type,), properties, attributes, location=op.location)
    value = rw.insert(made).results[0]
    back = onnx.SqueezeOp(value, row.operands[1], squeezed=op.results[0].type)
    rw.replace(op, rw.insert(back))


def _conv(op: onnx.ConvOp, rw: Rewriter, operands: tuple[Value, Value], spatial: Any) -> Value:
    """A convolution of planes with an op's attributes; `spatial` makes those of two dimensions from
    those of the op's dimensions and the number that changes nothing."""
    given: dict[str, Any] = {"group": op.group, "auto_pad": op.auto_pad}
    for name, neutral in (("strides", 1), ("dilations", 1), ("kernel_shape", 1)):
        values = op.get(name)
        if values is not None:
            given[name] = spatial(list(values), neutral)
    pads = op.get("pads")
    if pads is not None and op.auto_pad == "NOTSET":
        half = len(pads) // 2
        given["pads"] = [*spatial(list(pads[:half]), 0), *spatial(list(pads[half:]), 0)]
    bias = op.B if op.B is not None else nothing(rw)
    found: Value = rw.insert(onnx.ConvOp(*operands, bias, **given)).result
    return found


def _volume(op: onnx.ConvOp, rw: Rewriter) -> None:
    """Planes with the channels of all taps along the depth."""
    weights = array_of(op.W)
    assert weights is not None
    outputs, _, taps, *kernel = weights.shape
    stride, gap = (op.get("strides") or [1])[0], (op.get("dilations") or [1])[0]
    pads = (op.get("pads") or [0] * 6) if op.auto_pad == "NOTSET" else [0] * 6
    planes: Value = rw.insert(onnx.TransposeOp(op.X, perm=[0, 2, 1, 3, 4])).result
    if pads[0] or pads[3]:
        around = integers(rw, [0, pads[0], 0, 0, 0, 0, pads[3], 0, 0, 0])
        planes = rw.insert(onnx.PadOp(planes, around, nothing(rw), nothing(rw))).result
    parts = []
    for t in range(taps):
        bounds = ([t * gap], [(t + 1 - taps) * gap or _END], [1], [stride])
        parts.append(rw.insert(onnx.SliceOp(planes, *(integers(rw, n) for n in bounds))).result)
    planes = rw.insert(onnx.ConcatOp(parts, axis=2)).result
    image = _merged(planes, rw)
    made = array_like(rw, weights.transpose(0, 2, 1, 3, 4).reshape(outputs, -1, *kernel), op.W)
    found = _conv(op, rw, (image, made), lambda values, _: values[1:])
    found = _split(found, planes, rw)
    back = onnx.TransposeOp(found, perm=[0, 2, 1, 3, 4], transposed=op.results[0].type)
    rw.replace(op, rw.insert(back))


def _merged(planes: Value, rw: Rewriter) -> Value:
    """NxDxCxHxW as (N*D)xCxHxW."""
    shape: Any = shape_of(planes)
    target = integers(rw, [-1, *shape[2:]])
    if DYNAMIC in shape[3:]:
        rest = rw.insert(onnx.ShapeOp(planes, start=2)).result
        target = rw.insert(onnx.ConcatOp([integers(rw, [-1]), rest], axis=0)).result
    made: Value = rw.insert(onnx.ReshapeOp(planes, target)).result
    return made


def _split(found: Value, planes: Value, rw: Rewriter) -> Value:
    """(N*D)xCxHxW as NxDxCxHxW, with the first dimensions of other planes."""
    first: Any = shape_of(planes)
    rest: Any = shape_of(found)
    sizes = [*first[:2], *rest[1:]]
    if sizes.count(DYNAMIC) > 1:
        outer = rw.insert(onnx.ShapeOp(planes, end=2)).result
        inner = rw.insert(onnx.ShapeOp(found, start=1)).result
        target = rw.insert(onnx.ConcatOp([outer, inner], axis=0)).result
    else:
        target = integers(rw, [-1 if n == DYNAMIC else n for n in sizes])
    made: Value = rw.insert(onnx.ReshapeOp(found, target)).result
    return made
