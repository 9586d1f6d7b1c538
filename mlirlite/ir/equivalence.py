"""Structural equality: whether two ops are the same up to the identity of values and blocks,
without recursion."""

from __future__ import annotations

from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value


def structurally_equal(
    a: Operation, b: Operation, values: dict[Value, Value] | None = None, *, locations: bool = False
) -> bool:
    """True when both have the same name, types, attributes and structure, and their operands
    correspond: values defined inside by position, values from outside by `values` (a's value -> b's
    value) or else by identity."""
    same: dict[Value, Value] = {} if values is None else values
    blocks: dict[Block, Block] = {}
    pending: list[tuple[Operation, Operation]] = []
    todo = [(a, b)]
    while todo:
        x, y = todo.pop()
        if not _same_head(x, y, locations):
            return False
        pending.append((x, y))
        same.update(zip(x.results, y.results, strict=True))
        for r, s in zip(x.regions, y.regions, strict=True):
            left, right = r.blocks, s.blocks
            if len(left) != len(right):
                return False
            for block, twin in zip(left, right, strict=True):
                if [v.type for v in block.args] != [v.type for v in twin.args]:
                    return False
                blocks[block] = twin
                same.update(zip(block.args, twin.args, strict=True))
                ops, others = block.ops, twin.ops
                if len(ops) != len(others):
                    return False
                todo += zip(ops, others, strict=True)
    return all(
        all(same.get(v, v) is w for v, w in zip(x.operands, y.operands, strict=True))
        and all(blocks.get(v, v) is w for v, w in zip(x.successors, y.successors, strict=True))
        for x, y in pending
    )


def _same_head(a: Operation, b: Operation, locations: bool) -> bool:
    return (
        a.name == b.name
        and len(a.operands) == len(b.operands)
        and len(a.regions) == len(b.regions)
        and len(a.successors) == len(b.successors)
        and a.result_types == b.result_types
        and a.properties == b.properties
        and getattr(a, "whole_property", None) is getattr(b, "whole_property", None)
        and (a._attributes or {}) == (b._attributes or {})
        and (not locations or a.location is b.location)
    )
