"""Scan of opset 8, which works on batches, for --decompose-onnx."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.control_flow import slice_type
from mlirlite.dialects.onnx.shapes import rank_of
from mlirlite.dialects.onnx.transforms._build import constant, integers, nothing
from mlirlite.dialects.onnx.types import SI64
from mlirlite.ir.attribute import Type
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import DYNAMIC, I1, I64, RankedTensorType, TensorType
from mlirlite.ir.values import Value
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter

_SCALAR = RankedTensorType((), I64)


@pattern
def scan_of_batches(op: onnx.ScanV8Op, rw: Rewriter) -> bool | None:
    """ScanV8(states, xs) {body} --> Loop over i : Scan(states[i], xs[i]) {body}

    With `sequence_lens` each sequence ends at its length, and its results are filled up with zeros.
    """
    given: Any = op.operands
    lengths = None if isinstance(given[0].defining_op, onnx.NoValueOp) else given[0]
    values = list(given[1:])
    if lengths is not None and any(rank_of(r) is None for r in op.results):
        return rw.fail("a rank is not known")
    rw.insert(onnx.RequireOp.of(op))  # of the whole batch
    region, count = op.body, op.num_scan_inputs
    states = len(values) - count
    longest = values[states]
    directions = op.properties.get("directions")
    zero = constant(rw, DenseElementsAttr.of(RankedTensorType((1,), I64), [0]))
    shape = rw.insert(onnx.ShapeOp(values[0])).result
    first = rw.insert(onnx.GatherOp(shape, zero, axis=0)).result
    batch = rw.insert(onnx.SqueezeOp(first, nothing(rw), squeezed=_SCALAR)).result
    always = constant(rw, DenseElementsAttr.of(RankedTensorType((), I1), [True]))

    block = Block([_SCALAR, RankedTensorType((), I1)])
    inner = Rewriter(block, location=op.location, listener=rw.listener)
    slices = [
        inner.insert(onnx.GatherOp(v, block.args[0], axis=0, output=slice_type(v.type, 0))).result
        for v in values
    ]
    ends = None if lengths is None else _Ends(lengths, block.args[0], longest, inner)
    if ends is not None:
        slices[states:] = [ends.cut(x) for x in slices[states:]]
    body = Block()
    for argument in region.entry.args:
        body.add_argument(argument.type)
    types = [s.type for s in slices[:states]]
    made = [slice_type(r.type, 0) for r in op.results[states:]]
    types += made if ends is None else [_of_any_length(t) for t in made]
    rw.merge_blocks(region.entry, body, body.args)
    properties: dict[str, Any] = {"num_scan_inputs": IntegerAttr(count, SI64)}
    if isinstance(directions, ArrayAttr):
        properties["scan_input_directions"] = directions
    scan = onnx.ScanOp.create(slices, types, properties, None, [Region([body])])
    inner.insert(scan)
    results = list(scan.results)
    if ends is not None:
        results[states:] = [ends.fill(x, t) for x, t in zip(results[states:], made, strict=True)]
    inner.insert(onnx.YieldOp([block.args[1], *results]))
    loop = onnx.LoopOp.create(
        [batch, always],
        op.result_types,
        {},
        dict(op.attributes) or None,
        [Region([block])],
        location=op.location,
    )
    rw.replace(op, rw.insert(loop))
    return True


def _of_any_length(type: Type) -> Type:
    return type.replace(shape=(DYNAMIC, *type.shape[1:])) if isinstance(type, TensorType) else type


class _Ends:
    """Where the sequence of a batch ends."""

    def __init__(self, lengths: Value, batch: Value, longest: Value, rw: Rewriter) -> None:
        """`longest` is an input with all steps of all batches."""
        self.rw = rw
        number = rw.insert(onnx.GatherOp(lengths, batch, axis=0, output=_SCALAR)).result
        self.end = rw.insert(onnx.ReshapeOp(number, integers(rw, [1]))).result
        steps = rw.insert(onnx.ShapeOp(longest, start=1, end=2)).result
        self.rest = rw.insert(onnx.SubOp(steps, self.end)).results[0]

    def cut(self, x: Value) -> Value:
        """The steps of an input that count."""
        zero, first = (integers(self.rw, [n]) for n in (0, 1))
        cut = onnx.SliceOp(x, zero, self.end, zero, first, output=_of_any_length(x.type))
        found: Value = self.rw.insert(cut).result
        return found

    def fill(self, x: Value, type: Any) -> Value:
        """All steps of a result."""
        rank = len(type.shape)
        sides = [integers(self.rw, [0] * rank), self.rest, integers(self.rw, [0] * (rank - 1))]
        pads = self.rw.insert(onnx.ConcatOp(sides, axis=0)).results[0]
        none = nothing(self.rw)
        padded: Value = self.rw.insert(onnx.PadOp(x, pads, none, none, output=type)).result
        return padded
