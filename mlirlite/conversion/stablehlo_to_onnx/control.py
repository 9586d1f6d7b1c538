"""Rules of ops with regions that run once or in a loop."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from mlirlite.conversion.stablehlo_to_onnx.builder import Builder, Refused, Tensor, rule
from mlirlite.ir.block import Block, Region
from mlirlite.ir.types import I1, I64, RankedTensorType
from mlirlite.ods.hooks import DataOp

SCALAR = RankedTensorType((), I64)
CONDITION = RankedTensorType((), I1)


@rule("while")
def run_while(b: Builder, op: DataOp, *operands: Tensor) -> list[Tensor]:
    """A Loop; the condition is asked before it and at the end of its body."""
    if not operands:
        raise Refused("a loop without values")
    condition, body = op.regions
    [first] = b.body(b, condition.entry, operands)
    types = [v.type for v in operands]
    block = Block([SCALAR, CONDITION, *types])
    with b.inside(block):
        values = b.body(b, body.entry, [Tensor(b, a) for a in block.args[2:]])
        [again] = b.body(b, condition.entry, values)
        region = b.yielded([again, *values])
    return b.all("Loop", [None, first, list(operands)], types, [region])


def counted(
    b: Builder,
    count: int | Tensor,
    start: Sequence[Tensor],
    body: Callable[[Tensor, Sequence[Tensor]], Sequence[Tensor]],
) -> list[Tensor]:
    """A Loop that runs `body(index, values)` a number of times."""
    types = [v.type for v in start]
    block = Block([SCALAR, CONDITION, *types])
    with b.inside(block):
        index, going, *values = (Tensor(b, a) for a in block.args)
        region = b.yielded([going("Identity"), *body(index, values)])
    times = count if isinstance(count, Tensor) else b.number(count, I64)
    return b.all("Loop", [times, b.number(True, I1), list(start)], types, [region])


def branch(b: Builder, make: Callable[[], Sequence[Tensor]]) -> tuple[Region, list[Any]]:
    """The region of an If, and the types of what it gives."""
    with b.inside(Block()):
        values = make()
        return b.yielded(values), [v.type for v in values]


@rule("if")
def run_if(b: Builder, op: DataOp, condition: Tensor) -> list[Tensor]:
    """An If."""
    yes, no = op.regions
    first, types = branch(b, lambda: b.body(b, yes.entry, []))
    second, _ = branch(b, lambda: b.body(b, no.entry, []))
    return b.all("If", [condition], types, [first, second])


@rule("case")
def run_case(b: Builder, op: DataOp, index: Tensor) -> list[Tensor]:
    """An If for each number but the last."""
    return _cases(b, list(op.regions), index, 0)


def _cases(b: Builder, regions: list[Region], index: Tensor, number: int) -> list[Tensor]:
    if len(regions) == 1:
        return b.body(b, regions[0].entry, [])
    asked = index.equal(number)
    first, types = branch(b, lambda: b.body(b, regions[0].entry, []))
    second, _ = branch(b, lambda: _cases(b, regions[1:], index, number + 1))
    return b.all("If", [asked], types, [first, second])


@rule("create_token", "after_all")
def token(b: Builder, op: DataOp, *operands: Any) -> Tensor:
    """A token has no value."""
    return b.number(True, I1)
