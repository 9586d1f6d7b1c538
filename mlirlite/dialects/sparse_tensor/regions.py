"""What regions of ops on sparse tensors have to satisfy, in upstream's words."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects.sparse_tensor.checks import plain
from mlirlite.dialects.sparse_tensor.encoding import encoding_of
from mlirlite.ir.attribute import Type
from mlirlite.ir.types import I1, INDEX
from mlirlite.ir.values import BlockArgument
from mlirlite.ods.hooks import DataOp, verifier
from mlirlite.rewriting.folding import is_constant
from mlirlite.support.diagnostics import Diagnostic

Problem = Diagnostic | None


def _region(op: DataOp, region: Any, name: str, inputs: list[Type], output: Type) -> Problem:
    """A region takes these types, and yields one value."""
    block = region.first
    if len(block.args) != len(inputs):
        return plain(op, f"{name} region must have exactly {len(inputs)} arguments")
    for i, (argument, type) in enumerate(zip(block.args, inputs, strict=True)):
        if argument.type is not type:
            return plain(op, f"{name} region argument {i + 1} type mismatch")
    last = block.last
    if last is None or last.name != "sparse_tensor.yield":
        return plain(op, f"{name} region must end with sparse_tensor.yield")
    if len(last.operands) != 1 or last.operands[0].type is not output:
        return plain(op, f"{name} region yield type mismatch")
    return None


@verifier("sparse_tensor.binary")
def _binary(op: DataOp) -> Problem:
    left, right, output = op.x.type, op.y.type, op.output.type
    parts = (
        ("overlap", op.overlapRegion, [left, right], False, ""),
        ("left", op.leftRegion, [left], op.left_identity, "first"),
        ("right", op.rightRegion, [right], op.right_identity, "second"),
    )
    for name, region, inputs, identity, place in parts:
        found = None
        if not region.empty:
            found = _region(op, region, name, inputs, output)
        elif identity and inputs[0] is not output:
            found = plain(
                op,
                f"{name}=identity requires {place} argument to have the same type as the output",
            )
        if found is not None:
            return found
    return None


@verifier("sparse_tensor.unary")
def _unary(op: DataOp) -> Problem:
    input, output = op.x.type, op.output.type
    present, absent = op.presentRegion, op.absentRegion
    found = None if present.empty else _region(op, present, "present", [input], output)
    if found is not None or absent.empty:
        return found
    found = _region(op, absent, "absent", [], output)
    if found is not None:
        return found
    block, value = absent.first, absent.first.last.operands[0]
    if isinstance(value, BlockArgument):
        if value.owner is op.parent:
            return plain(op, "absent region cannot yield linalg argument")
    elif not is_constant(value.owner) and value.owner.parent in (block, op.parent):
        return plain(op, "absent region cannot yield locally computed value")
    return None


@verifier("sparse_tensor.reduce")
def _reduce(op: DataOp) -> Problem:
    type = op.x.type
    return _region(op, op.region, "reduce", [type, type], type)


@verifier("sparse_tensor.select")
def _select(op: DataOp) -> Problem:
    return _region(op, op.region, "select", [op.x.type], I1)


@verifier("sparse_tensor.foreach")
def _foreach(op: DataOp) -> Problem:
    type, block = op.tensor.type, op.region.first
    encoding = encoding_of(type)
    rank = len(type.shape)
    levels = encoding.lvl_rank if encoding is not None else rank
    inits = [v.type for v in op.initArgs]
    results = [v.type for v in op.results]
    last = block.last
    yielded = [v.type for v in last.operands] if last is not None else []
    if op.order is not None and op.order.map.num_dims != levels:
        return plain(op, "Level traverse order does not match tensor's level rank")
    if rank + 1 + len(inits) != len(block.args):
        return plain(op, "Unmatched number of arguments in the block")
    if len(results) != len(inits):
        return plain(op, "Mismatch in number of init arguments and results")
    if results != inits:
        return plain(op, "Mismatch in types of init arguments and results")
    if yielded != results:
        return plain(op, "Mismatch in types of yield values and results")
    for i in range(rank):
        if block.args[i].type is not INDEX:
            return plain(op, f"Expecting Index type for argument at index {i}")
    value = block.args[rank].type
    if value is not type.element_type:
        return plain(
            op,
            "Unmatched element type between input tensor and block argument, "
            f"expected:{type.element_type}, got: {value}",
        )
    return None
