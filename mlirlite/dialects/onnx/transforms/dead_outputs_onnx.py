"""--dead-outputs-onnx: `%y, %mask = "onnx.Dropout"(…)`, `%mask` without users  -->  type none."""

from __future__ import annotations

from typing import Any

from mlirlite.dialects import onnx
from mlirlite.dialects.onnx.canonicalize_if import taken_region
from mlirlite.dialects.onnx.op import OnnxOp, parameter_at
from mlirlite.dialects.onnx.region_types import yielded
from mlirlite.ir.operation import Operation
from mlirlite.ir.types import NONE
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.rewriting.greedy import apply_patterns_greedily
from mlirlite.rewriting.pattern import Pattern, pattern
from mlirlite.rewriting.rewriter import Rewriter


@compiler_pass("dead-outputs-onnx")
def dead_outputs_onnx(op: Operation, state: PassState) -> None:
    """Remove unused results.

    Optional ones become none, so that lowerings do not compute them; results of If are removed,
    with their computation.
    """
    apply_patterns_greedily(op, PATTERNS, fold=False, count=state.count)


@pattern
def unread_optional_results(op: OnnxOp, rw: Rewriter) -> bool | None:
    """(y, mask) = Dropout(x), where nothing reads mask --> (y, none)"""
    outputs = op.schema.outputs
    unread = [
        r
        for i, r in enumerate(op.results)
        if r.type is not NONE and not r.has_uses and parameter_at(outputs, i).option == "optional"
    ]
    if not unread or len(unread) == len(op.results):
        return rw.fail("each optional result is read")
    with rw.modify(op):
        for result in unread:
            result.type = NONE
    return True


@pattern
def max_pool_without_indices(op: onnx.MaxPoolOp, rw: Rewriter) -> bool | None:
    """(y, none) = MaxPool(x) --> MaxPoolSingleOut(x)"""
    if op.results[1].type is not NONE:
        return rw.fail("the indices are wanted")
    cls: Any = onnx.MaxPoolSingleOutOp
    made = cls.create(
        op.operands,
        [op.results[0].type],
        {k: v for k, v in op.properties.items() if k in cls.definition.properties},
        dict(op.attributes) or None,
        location=op.location,
    )
    rw.insert(made)
    rw.replace(op, [made.results[0], None])
    return True


@pattern
def unread_results_of_if(op: onnx.IfOp, rw: Rewriter) -> bool | None:
    """(a, b) = If(c), where nothing reads b --> a = If(c)"""
    kept = [i for i, r in enumerate(op.results) if r.has_uses]
    if not kept or len(kept) == len(op.results):
        return rw.fail("all results are read, or none")
    regions = [op.then_branch, op.else_branch]
    if any(len(yielded(r)) != len(op.results) for r in regions):
        return rw.fail("a branch gives no values")
    for region in regions:
        last = region.entry.last
        values = [last.operands[i] for i in kept]
        rw.set_before(last)
        rw.insert(onnx.YieldOp(values))
        rw.erase(last)
    rw.set_before(op)
    made = type(op).create(
        op.operands,
        [op.results[i].type for i in kept],
        dict(op.properties),
        dict(op.attributes) or None,
        [taken_region(r, rw) for r in regions],
        location=op.location,
    )
    rw.insert(made)
    found: list[Any] = [None] * len(op.results)
    for index, result in zip(kept, made.results, strict=True):
        found[index] = result
    rw.replace(op, found)
    return True


PATTERNS: tuple[Pattern, ...] = (
    unread_optional_results,
    max_pool_without_indices,
    unread_results_of_if,
)
