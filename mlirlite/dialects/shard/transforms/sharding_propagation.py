"""--sharding-propagation: annotations of some values become annotations of all.

%1 = tosa.abs %0; %2 = shard.shard %1 to %s  -->
%w = shard.shard %0 to %s annotate_for_users; %1 = tosa.abs %w; %2 = shard.shard %1 to %s
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product
from typing import Any, Literal

from mlirlite.dialects import shard
from mlirlite.dialects.shard.annotate import (
    Annotation,
    annotate_operand,
    annotate_result,
    annotation_at_result,
    annotation_of,
    users_of,
)
from mlirlite.dialects.shard.interface import Division, ShardingModel, Shardings, model_of
from mlirlite.dialects.shard.sharding import Sharding
from mlirlite.ir.interfaces import FunctionLike
from mlirlite.ir.operation import Operation
from mlirlite.ir.traits import ConstantLike, Terminator
from mlirlite.passes.compiler_pass import PassState, compiler_pass
from mlirlite.support.diagnostics import Diagnostic, DiagnosticError

Traversal = Literal["forward", "backward", "forward-backward", "backward-forward"]


@compiler_pass("sharding-propagation")
def sharding_propagation(
    op: Operation, state: PassState, *, traversal: Traversal = "backward-forward"
) -> None:
    """Propagate shardings from annotated values to all values of a function.

    Each op is divided so that existing annotations hold, or as few as possible need resharding.
    Operands and results without annotation get one.

    traversal: in which order the ops of a function are visited
    """
    for function in op.walk():
        if isinstance(function, FunctionLike) and not function.is_declaration:
            _propagate(function, state, traversal.split("-"))


def _propagate(function: Any, state: PassState, orders: Sequence[str]) -> None:
    if len(function.body.blocks) != 1:
        raise DiagnosticError(function.error("only one block is supported!"))
    failed: Diagnostic | None = None
    for order in orders:
        ops = list(function.body.blocks[0])
        for op in reversed(ops) if order == "backward" else ops:
            problem = _visit(op, state)
            if problem is not None:
                failed = problem if failed is None else failed.echo(problem.message, problem.where)
                break
    if failed is not None:
        raise DiagnosticError(failed)


def _visit(op: Operation, state: PassState) -> Diagnostic | None:
    """Annotate the operands and results of one op; the reason if that is impossible."""
    if op.has_trait(Terminator) or isinstance(
        op, (shard.ShardOp, shard.ShardingOp, shard.GetShardingOp)
    ):
        return None
    model = model_of(op)
    if model is None:
        missing = op.error("sharding interface is not implemented.")
        return None if op.has_trait(ConstantLike) else missing
    operands = [annotation_of(value.defining_op) for value in op.operands]
    results = [annotation_at_result(value) for value in op.results]
    division = _best_division(
        model,
        _candidates(operands, binding=True),
        _candidates(results, binding=False),
    )
    if model.problem is not None:
        state.emit(model.problem)  # as upstream, which goes on without the op
    if division is None:
        return None
    shardings = model.annotations(division)
    if shardings is None:
        return op.error("fail to set sharding annotations.")
    count = len(op.operands)
    for result, sharding in zip(op.results, shardings[count:], strict=True):
        if sharding is not None:
            annotate_result(result, sharding)
    for index, sharding in enumerate(shardings[:count]):
        if sharding is not None:  # MLIR differs: upstream fails at a number that is no constant
            annotate_operand(op, index, sharding)
    return None


def _candidates(notes: Sequence[Annotation | None], *, binding: bool) -> list[Shardings]:
    """All ways to keep annotations: those that are made for the op are kept (for users at an
    operand, not so at a result), of the others any may be dropped; first come those that keep
    most."""
    choices: list[Sequence[Sharding | None]] = []
    for note in notes:
        if note is None:
            choices.append((None,))
        elif note.for_users is binding:
            choices.append((note.sharding,))
        else:
            choices.append((note.sharding, None))
    return list(product(*choices))


def _best_division(
    model: ShardingModel, operands: Iterable[Shardings], results: Iterable[Shardings]
) -> Division | None:
    """The first division that needs the least resharding; None where there is none."""
    best: Division | None = None
    least = 0
    for given_results, given_operands in product(results, operands):
        division = model.division(given_operands, given_results)
        if division is None:
            continue
        shardings = model.annotations(division)
        if shardings is None:
            raise DiagnosticError(model.op.error("fail to get sharding option."))
        cost = _resharding(model.op, shardings)
        if cost == 0:
            return division
        if best is None or cost < least:
            best, least = division, cost
    return best


def _resharding(op: Operation, shardings: Shardings) -> int:
    """0: no annotation is changed; 1: only such as are not made for the op; 2: others."""
    count, worst = len(op.operands), 0
    pairs = [
        (value.defining_op, sharding, True)
        for value, sharding in zip(op.operands, shardings[:count], strict=True)
    ]
    pairs += [
        (user, sharding, False)
        for value, sharding in zip(op.results, shardings[count:], strict=True)
        for user in users_of(value)
    ]
    for other, sharding, binding in pairs:
        note = annotation_of(other)
        if note is not None and not note.sharding.equals(sharding):
            worst = max(worst, 2 if note.for_users is binding else 1)
    return worst
