"""An op of StableHLO as that of VHLO, and back: the same operands and regions, other types."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from mlirlite.ir.attribute import Attribute
from mlirlite.ir.block import Region
from mlirlite.ir.op_def import OPERAND_SEGMENTS, RESULT_SEGMENTS
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.rewriting.conversion import ConversionRewriter

SEGMENTS = (OPERAND_SEGMENTS, RESULT_SEGMENTS)


def remade(
    op: Operation, cls: Any, stated: Mapping[str, Attribute], rw: ConversionRewriter
) -> Sequence[Value]:
    """The results of an op of another class with these attributes, which takes the op's regions."""
    own = {*cls.definition.properties, *SEGMENTS}
    regions = [Region() for _ in op.regions]
    made: Operation = cls.create(
        rw.operands,
        rw.convert_all(op.result_types),
        {n: a for n, a in stated.items() if n in own},
        {n: a for n, a in stated.items() if n not in own},
        regions,
        op.successors,
    )
    rw.insert(made)
    for old, region in zip(op.regions, regions, strict=True):
        rw.inline_region_at_end(old, region)
        rw.convert_region(region)
    return made.results
