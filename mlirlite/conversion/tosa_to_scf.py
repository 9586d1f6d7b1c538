"""tosa → scf: conditionals, loops, and scatter.

%0 = tosa.cond_if %c : tensor<i1> -> tensor<f32> { … } else { … }
-->  %b = tensor.extract %c[]; %0 = scf.if %b -> (tensor<f32>) { … } else { … }
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.conversion._tensors import size_of
from mlirlite.conversion.vector_to_scf.transfer import loop
from mlirlite.dialects import arith, scf, tensor, tosa
from mlirlite.dialects._index_values import index_constant
from mlirlite.dialects.tensor._canonical_slices import build_slice
from mlirlite.ir.block import Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import DYNAMIC, INDEX, RankedTensorType
from mlirlite.ir.values import Value
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.conversion import ConversionRewriter, Lowerings

lower = Lowerings("tosa-to-scf")


@compiler_pass("tosa-to-scf")
def tosa_to_scf(op: Operation, state: PassState) -> None:
    """Lower TOSA to the SCF dialect."""
    lower.convert(op, illegal=(tosa.IfOp, tosa.ScatterOp, tosa.WhileOp))


def _truth(b: Builder, condition: Value) -> Value:
    """The bool in a tensor without dimensions."""
    made: Value = b.insert(tensor.ExtractOp(condition)).result
    return made


def _move(source: Region, target: Region, rw: ConversionRewriter) -> Operation:
    """Take over the block of a region; its terminator."""
    rw.inline_region_at_end(source, target)
    last = target.entry.last
    if last is None:
        raise ValueError("the block has no terminator")
    return last


def _replace_terminator(last: Operation, new: Operation, rw: ConversionRewriter) -> None:
    rw.set_before(last)
    rw.insert(new)
    rw.erase(last)


@lower(tosa.IfOp)
def lower_if(op: tosa.IfOp, rw: ConversionRewriter) -> Any:
    """scf.if; the passed values are used as they are."""
    condition = op.condition
    if not isinstance(condition.type, RankedTensorType) or condition.type.rank:
        return rw.fail("the condition has dimensions")
    made = rw.insert(
        scf.IfOp.create((_truth(rw, condition),), op.result_types, regions=(Region(), Region()))
    )
    for source, target in zip(op.regions, made.regions, strict=True):
        for argument, value in zip(source.entry.args, op.input_list, strict=True):
            rw.replace_all_uses_with(argument, value)
        for index in reversed(range(len(source.entry.args))):
            source.entry.erase_argument(index)
        last = _move(source, target, rw)
        _replace_terminator(last, scf.YieldOp.create(last.operands), rw)
    return made.results


@lower(tosa.WhileOp)
def lower_while(op: tosa.WhileOp, rw: ConversionRewriter) -> Any:
    """scf.while."""
    made = rw.insert(scf.WhileOp.create(op.operands, op.result_types, regions=(Region(), Region())))
    before, after = made.regions
    last = _move(op.cond_graph, before, rw)
    rw.set_before(last)
    truth = _truth(rw, last.operands[0])
    _replace_terminator(last, scf.ConditionOp.create((truth, *before.entry.args)), rw)
    last = _move(op.body_graph, after, rw)
    _replace_terminator(last, scf.YieldOp.create(last.operands), rw)
    return made.results


@lower(tosa.ScatterOp)
def lower_scatter(op: tosa.ScatterOp, rw: ConversionRewriter) -> Any:
    """Loops over the indices, each of which puts one vector into the tensor."""
    source = op.input
    if not all(isinstance(v.type, RankedTensorType) for v in op.operands):
        return rw.fail("a rank is not known")
    outer, inner, length = (size_of(rw, source, i) for i in range(3))
    zero, one = index_constant(rw, 0), index_constant(rw, 1)
    part = RankedTensorType((DYNAMIC,) * 3, source.type.element_type)
    sizes, strides = (one, one, length), (one, one, one)

    def over_row(b: Builder, n: Value, carried: Sequence[Value]) -> Sequence[Value]:
        def over_index(b: Builder, w: Value, carried: Sequence[Value]) -> Sequence[Value]:
            index = b.insert(tensor.ExtractOp(op.indices, [n, w])).result
            at = b.insert(arith.IndexCastOp(index, out=INDEX)).result
            taken = b.insert(
                build_slice(
                    tensor.ExtractSliceOp, (source,), ((n, w, zero), sizes, strides), (part,)
                )
            )
            put = build_slice(
                tensor.InsertSliceOp,
                (taken.results[0], carried[0]),
                ((n, at, zero), sizes, strides),
                (carried[0].type,),
            )
            return b.insert(put).results

        return loop(b, (zero, inner, one), carried, over_index)

    return loop(rw, (zero, outer, one), (op.values_in,), over_row)
