"""--layout-onnx: convolutions, and the ops between them, in blocks of channels.

Relu(Conv(x))  -->  LayoutTransform(Relu(Conv(LayoutTransform(x) as NCHW16C))), once at each edge
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.constants import array_of, constant_of
from mlirlite.dialects.onnx.evaluate import elements_from
from mlirlite.dialects.onnx.nn.conv import Conv
from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.shapes import Shape, element_of, known_shape
from mlirlite.dialects.onnx.transforms import _layout_quantized as quantized
from mlirlite.dialects.onnx.transforms._planes import as_planes
from mlirlite.dialects.onnx.transforms.constprop_onnx import constant
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.optable import OpTable
from mlirlite.ir.types import BF16, DYNAMIC, F32, I8, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.rewriter import Rewriter
from mlirlite.support.machine import machine


@compiler_pass("layout-onnx", anchor="func.func")
def layout_onnx(op: Operation, state: PassState, *, target: str = "") -> None:
    """Keep the channels of images in blocks as wide as a vector, from one convolution to the next.

    Ops that gain by it (convolutions of constant weights) start it, others follow if they can.
    Layout transforms are inserted where blocks begin and end. Weights tell how many channels an
    image of unknown ones has to have; onnx.Require checks it. Convolutions of rows of unknown
    length, and of volumes, become those of planes before. Without a target nothing changes.

    target: the processor, for the width of its vectors
    """
    if not target:
        return
    layout = onnx.LayoutAttr.blocked(machine(target).lanes(F32.width))
    for nested in list(op.walk()):
        for region in nested.regions:
            for block in region:
                state.count("convolutions of planes", as_planes(block))
                state.count("ops in blocks", _Propagation(block, layout).run())


Rule = Callable[[Any, "_Propagation"], "Sequence[int] | None"]
"""The operands that an op gets in blocks of channels, or None if it is not changed."""

blockable: OpTable[Rule] = OpTable("layout", "blockable")
"""Which ops work on blocks of channels. A plugin adds its own, and a lowering for them."""


class _Propagation:
    """The ops of a block from top to bottom."""

    def __init__(self, block: Block, layout: onnx.LayoutAttr) -> None:
        self.block = block
        self.layout = layout
        self.lanes = layout.block or 1
        self._blocked: dict[Value, Value] = {}

    def run(self) -> int:
        """Number of ops that were changed."""
        count = 0
        for op in list(self.block):
            rule = blockable.get(type(op))
            operands = rule(op, self) if rule is not None else None
            if operands is not None:
                self._change(op, operands)
                count += 1
        for op in reversed(list(self.block)):
            if isinstance(op, onnx.LayoutTransformOp) and not op.results[0].has_uses:
                op.erase()
        return count

    def has(self, value: Value) -> bool:
        """True when a value is available in blocks."""
        return value in self._blocked

    def _change(self, op: Operation, which: Sequence[int]) -> None:
        rw = Rewriter(self.block, op, op.location)
        operands = list(op.operands)
        told = DYNAMIC
        if isinstance(op, Conv) and known_shape(op.operands[0])[1] == DYNAMIC:
            told = op.group * known_shape(op.operands[1])[1]
            rw.insert(onnx.RequireOp.of(op))
        for i in which:
            operands[i] = self._in_blocks(operands[i], rw, told if i == 0 else DYNAMIC)
        types = [self._type(t) if isinstance(t, RankedTensorType) else t for t in op.result_types]
        made = type(op).create(
            operands,
            types,
            dict(op.properties),
            dict(op.attributes) or None,
            location=op.location,
        )
        rw.insert(made)
        new = list(made.results)
        if isinstance(op.results[0].type, RankedTensorType):
            back = onnx.LayoutTransformOp.create((new[0],), (op.results[0].type,))
            rw.insert(back)
            self._blocked[back.results[0]] = new[0]
            new[0] = back.results[0]
        rw.replace(op, new)

    def _type(self, type: RankedTensorType) -> RankedTensorType:
        made: RankedTensorType = RankedTensorType(type.shape, type.element_type, self.layout)
        return made

    def _in_blocks(self, value: Value, rw: Rewriter, channels: int = DYNAMIC) -> Value:
        """`channels` are those that the op requires, where the type leaves them open."""
        found = self._blocked.get(value)
        if found is None:
            plain = self._as_image(value, rw)
            shape = _with_channels(plain.type.shape, channels)
            type = RankedTensorType(shape, plain.type.element_type)
            made = onnx.LayoutTransformOp.create(
                (plain,), (self._type(type),), {"target_layout": self.layout}
            )
            rw.insert(made)
            found = self._blocked[value] = made.results[0]
        return found

    def _as_image(self, value: Value, rw: Rewriter) -> Any:
        """A constant for each channel as tensor<1xCx1x1>; other values as they are."""
        type = value.type
        array = array_of(value)
        if array is None or not isinstance(type, RankedTensorType) or type.rank == 4:
            return value
        import numpy as np

        array = array.reshape((1,) * (4 - array.ndim) + array.shape)
        made = RankedTensorType(tuple(array.shape), type.element_type)
        return rw.insert(constant(elements_from(np, array, made))).result


def _image(value: Value, channels: int = DYNAMIC) -> Shape | None:
    """The shape of a tensor<?xCx?x?xf32>, of which only the channels must be known, or told by what
    reads it, or of one of bytes or bf16, of which only the batch may be unknown."""
    type = value.type
    if not isinstance(type, RankedTensorType) or type.element_type not in _ELEMENTS:
        return None
    if type.rank != 4:
        return None
    shape = _with_channels(type.shape, channels)
    known = shape[1:2] if type.element_type is F32 else shape[1:]
    return None if DYNAMIC in known or 0 in shape else shape


def _with_channels(shape: Shape, channels: int) -> Shape:
    return (shape[0], channels, *shape[2:]) if shape[1] == DYNAMIC else shape


_ELEMENTS = (F32, BF16, I8, quantized.UI8)


def _is_cut(op: Conv, begins: Sequence[int]) -> bool:
    """True for negative pads, which leave out pixels. Those of SAME may be unknown."""
    same = op.auto_pad in ("SAME_UPPER", "SAME_LOWER")
    return any(n < 0 and not (same and n == DYNAMIC) for n in begins)


def _is_packed(op: Conv, shape: Sequence[int]) -> bool:
    """True for weights that a run packs: those of f32 and of known sizes."""
    known = DYNAMIC not in shape and element_of(op.operands[1]) is F32
    return isinstance(op, onnx.ConvOp) and known


@blockable(onnx.ConvOp)
def conv(op: Conv, at: _Propagation) -> Sequence[int] | None:
    """If blocks of outputs are well filled, and those of inputs as well, or inputs are so few that
    the kernel reads the planes directly."""
    w = _image(op.operands[1])
    if w is None or not (constant_of(op.operands[1]) or _is_packed(op, w)):
        return None
    x = _image(op.operands[0], op.group * w[1])
    if x is None:
        return None
    window, lanes = op.window(), at.lanes
    if _image(op.results[0]) is None or window is None or _is_cut(op, window.begins):
        return None
    group, channels, outputs = op.group, x[1], w[0]
    if element_of(op.operands[0]) is BF16 and not quantized.bf16_fits(op, at, group, channels):
        return None
    any_size = DYNAMIC in (*x[2:], *w[2:])
    if group == channels == outputs > 1:
        # With a stride, planes would have to be staged by its phases.
        gains = any_size or (max(window.strides) > 1 and element_of(op.operands[0]) is F32)
        starts = at.has(op.operands[0]) or (gains and channels >= lanes // 2)
        return [0] if starts else None
    if group > 1:
        fits = channels // group % lanes == 0 and outputs // group % lanes == 0
        return [0] if fits else None
    if -(-outputs // lanes) * lanes > 2 * outputs and not (any_size and max(w[2:]) > 1):
        return None
    few = not at.has(op.operands[0]) and channels < lanes // 2
    if few and known_shape(op.operands[0])[1] == DYNAMIC:
        return None
    return [] if few else [0]


def follows(op: OnnxOp, at: _Propagation) -> Sequence[int] | None:
    """If the image is already in blocks."""
    return [0] if at.has(op.operands[0]) and _image(op.results[0]) is not None else None


blockable(onnx.ReluOp, onnx.LeakyReluOp, onnx.SigmoidOp, onnx.TanhOp, onnx.EluOp, onnx.ClipOp)(
    follows
)
blockable(onnx.HardSigmoidOp, onnx.HardSwishOp, onnx.SeluOp, onnx.SqrtOp, onnx.AbsOp, onnx.NegOp)(
    follows
)
blockable(onnx.GlobalAveragePoolOp, onnx.GlobalMaxPoolOp, onnx.LRNOp, onnx.CastOp)(follows)


@blockable(onnx.MaxPoolOp, onnx.MaxPoolSingleOutOp, onnx.AveragePoolOp)
def pool(op: OnnxOp, at: _Propagation) -> Sequence[int] | None:
    """If the image is already in blocks, or its size is not known and windows extend beyond it, and
    the indices of the largest elements are not used."""
    image = _image(op.operands[0])
    if any(r.has_uses for r in op.results[1:]) or image is None:
        return None
    starts = (
        DYNAMIC in image[2:] and image[1] >= at.lanes // 2 and element_of(op.operands[0]) is F32
    )
    same = op.get("auto_pad", "NOTSET") in ("SAME_UPPER", "SAME_LOWER")
    if starts and (same or op.get("ceil_mode", 0) or any(op.get("pads") or ())):
        return [0] if _image(op.results[0]) is not None else None
    return follows(op, at)


@blockable(onnx.AddOp, onnx.MulOp, onnx.SubOp, onnx.DivOp, onnx.MaxOp, onnx.MinOp, onnx.SumOp)
def joins(op: OnnxOp, at: _Propagation) -> Sequence[int] | None:
    """If one operand is already in blocks and others are images of the same shape or broadcast to
    it, constants for each channel, or single constants."""
    shape = _image(op.results[0])
    if shape is None or not any(at.has(v) for v in op.operands):
        return None
    found = []
    for i, value in enumerate(op.operands):
        elements = constant_of(value)
        if elements is None:
            if not _fits(_image(value), shape):
                return None
            found.append(i)
            continue
        sizes = (1,) * (4 - len(elements.type.shape)) + elements.type.shape
        if len(sizes) != 4 or any(n != 1 for n in (sizes[0], *sizes[2:])):
            return None
        if sizes[1] != 1:
            found.append(i)
    return found


def _fits(sizes: tuple[int, ...] | None, shape: tuple[int, ...]) -> bool:
    """True for an image with the channels of a shape, and one pixel or the pixels of the shape."""
    if sizes is None or sizes[1] != shape[1]:
        return False
    return all(n in (1, m) for n, m in zip(sizes, shape, strict=True))


@blockable(onnx.ConcatOp)
def concat(op: OnnxOp, at: _Propagation) -> Sequence[int] | None:
    """If whole blocks are joined."""
    shapes = [_image(v) for v in op.operands]
    if _image(op.results[0]) is None or op.get("axis") != 1 or None in shapes:
        return None
    if not any(at.has(v) for v in op.operands):
        return None
    if any(s is not None and s[1] % at.lanes for s in shapes[:-1]):
        return None
    return list(range(len(shapes)))


blockable(onnx.ConvIntegerOp)(quantized.conv_integer)
blockable(onnx.QuantizeLinearOp)(quantized.scaled)
blockable(onnx.DequantizeLinearOp)(quantized.scaled)
