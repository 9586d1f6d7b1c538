"""Scan of opset 8, which works on batches, for --decompose-onnx."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.control_flow import slice_type
from mlirlite.dialects.onnx.transforms._build import constant, nothing
from mlirlite.dialects.onnx.types import SI64
from mlirlite.ir.attributes import ArrayAttr, IntegerAttr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.dense import DenseElementsAttr
from mlirlite.ir.types import I1, I64, RankedTensorType
from mlirlite.rewriting.pattern import pattern
from mlirlite.rewriting.rewriter import Rewriter

_SCALAR = RankedTensorType((), I64)


@pattern
def scan_of_batches(op: onnx.ScanV8Op, rw: Rewriter) -> bool | None:
    """ScanV8(states, xs) {body} --> Loop over i : Scan(states[i], xs[i]) {body}

    With `sequence_lens` the results have different lengths; that stays as it is.
    """
    given: Any = op.operands
    lengths, values = given[0], list(given[1:])
    if lengths.defining_op is None or not isinstance(lengths.defining_op, onnx.NoValueOp):
        return rw.fail("sequences may have different lengths")
    region, count = op.body, op.num_scan_inputs
    states = len(values) - count
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
    body = Block()
    for argument in region.entry.args:
        body.add_argument(argument.type)
    types = [s.type for s in slices[:states]]
    types += [slice_type(r.type, 0) for r in op.results[states:]]
    rw.merge_blocks(region.entry, body, body.args)
    properties: dict[str, Any] = {"num_scan_inputs": IntegerAttr(count, SI64)}
    if isinstance(directions, ArrayAttr):
        properties["scan_input_directions"] = directions
    scan = onnx.ScanOp.create(slices, types, properties, None, [Region([body])])
    inner.insert(scan)
    inner.insert(onnx.YieldOp([block.args[1], *scan.results]))
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
