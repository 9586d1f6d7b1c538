"""Results in the memory of an argument: caches that grow in one buffer of the caller."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.conversion.onnx_to_krnl.emit.buffer import Buffer
from mlirlite.conversion.onnx_to_krnl.emit.builder import KrnlBuilder
from mlirlite.conversion.onnx_to_krnl.emit.index import Ix, product
from mlirlite.conversion.onnx_to_krnl.emit.scalar import Scalar
from mlirlite.dialects import func, krnl, onnx, scf
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import i64_attr
from mlirlite.ir.block import Block, Region
from mlirlite.ir.types import I1
from mlirlite.ir.values import BlockArgument


def may_overwrite(b: KrnlBuilder, operand: int, result: int) -> Scalar | None:
    """Whether the caller wants a result of the op in the memory of an operand; None if it cannot be
    there: the operand must be an argument that nothing else reads, and the function must return the
    result, which others may read, too."""
    if operand >= len(b.op.operands) or result >= len(b.op.results):
        return None
    argument, value = b.rewriter.operands[operand], b.op.results[result]
    returns = [u for u in value.uses if isinstance(u[0], (onnx.ReturnOp, func.ReturnOp))]
    if len(returns) != 1:
        return None
    function, number = returns[0][0].parent_op, returns[0][1]
    is_argument = isinstance(argument, BlockArgument) and argument.owner.parent_op is function
    if not is_argument or not isinstance(function, func.FuncOp):
        return None
    # Ops that have been lowered no longer use the tensor: the others read it later.
    reads = [u for u in b.op.operands[operand].uses if not isinstance(u[0], onnx.RequireOp)]
    if len(reads) != 1:
        return None
    properties: dict[str, Attribute] = {"result_number": i64_attr(number)}
    return Scalar(b, b.emit(krnl.MayOverwriteOp, (argument,), properties, I1), I1)


def grown(b: KrnlBuilder, operand: int, result: int, sizes: Sequence[Ix], axis: int) -> Buffer:
    """The result with these sizes that begins as an operand, which may be shorter along the axis:
    the operand's memory if the caller wants that, else a copy, with zeros where it has ended. A run
    ends if the operand's memory is wanted and too short."""
    past, type = Buffer(b, b.rewriter.operands[operand]), b.result_type(result)
    sizes = b._settled(type, sizes)
    here = may_overwrite(b, operand, result)
    if here is None:
        return _copied(b, past, result, sizes, axis)
    if not _is_same(past.shape[axis], sizes[axis]):
        fits = ~here | b.test("eq", past.shape[axis], sizes[axis])
        text = "writes into a buffer of %lld rows, expected at least %lld"
        b.require(fits, text, past.shape[axis], sizes[axis])
    then, other = Block(), Block()
    op = scf.IfOp.create((here.value,), (type,), regions=[Region([then]), Region([other])])
    b.insert(op)
    with b.inside(op, then):
        b.insert(scf.YieldOp.create((b.view(past, type, sizes).value,)))
    with b.inside(op, other):
        b.insert(scf.YieldOp.create((_copied(b, past, result, sizes, axis).value,)))
    return Buffer(b, op.results[0], list(sizes))


def _copied(b: KrnlBuilder, past: Buffer, result: int, sizes: Sequence[Ix], axis: int) -> Buffer:
    """Runs along the axis and all behind it are contiguous in both buffers."""
    out = b.output(sizes, result)
    outer, inner = product(sizes[:axis]), product(sizes[axis + 1 :])
    run, room = past.shape[axis] * inner, sizes[axis] * inner
    source = b.view(past, b.memref([outer, run], past.element), [outer, run])
    target = b.view(out, b.memref([outer, room], out.element), [outer, room])
    with b.loops(outer) as (n,):
        with b.loops(run) as (i,):
            target.store(source.load([n, i]), [n, i])
        if not _is_same(past.shape[axis], sizes[axis]):
            with b.loops((run, room)) as (i,):
                target[[n, i]] = 0
    return out


def _is_same(size: Ix, other: Ix) -> bool:
    return size is other or (isinstance(size, int) and size == other)
