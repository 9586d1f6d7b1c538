"""Making structured ops whose bodies their names imply."""

from __future__ import annotations

from collections.abc import Sequence

from mlirlite.dialects.linalg import bodies
from mlirlite.dialects.linalg.bodies import Body, BodyBuilder
from mlirlite.dialects.linalg.moving import TransposeOp
from mlirlite.dialects.linalg.named import CopyOp, FillOp
from mlirlite.dialects.linalg.payload import YieldOp
from mlirlite.dialects.linalg.structured import element_or_self, tensor_types
from mlirlite.ir.attribute import Attribute
from mlirlite.ir.attributes import i32_array, i64_array
from mlirlite.ir.block import Block, Region
from mlirlite.ir.builder import Builder
from mlirlite.ir.op_def import OPERAND_SEGMENTS
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value


def fill(b: Builder, value: Value, out: Value) -> Operation:
    """`linalg.fill ins(%value) outs(%out)`."""
    return _insert(b, FillOp, value, out)


def copy(b: Builder, source: Value, out: Value) -> Operation:
    """`linalg.copy ins(%source) outs(%out)`."""
    return _insert(b, CopyOp, source, out)


def transpose(b: Builder, source: Value, out: Value, order: Sequence[int]) -> Operation:
    """`linalg.transpose ins(%source) outs(%out) permutation = …`."""
    region = _region(bodies.copied, (source, out))
    properties: dict[str, Attribute] = {"permutation": i64_array(order)}
    made: Operation = TransposeOp.create(
        (source, out), tensor_types((out,)), properties, None, (region,)
    )
    return b.insert(made)


def _insert(b: Builder, cls: type[FillOp] | type[CopyOp], source: Value, out: Value) -> Operation:
    region = _region(cls.named.body, (source, out))
    properties: dict[str, Attribute] = {OPERAND_SEGMENTS: i32_array((1, 1))}
    made: Operation = cls.create((source, out), tensor_types((out,)), properties, None, (region,))
    return b.insert(made)


def _region(body: Body, values: Sequence[Value]) -> Region:
    block = Block([element_or_self(value.type) for value in values])
    block.append(YieldOp([body(BodyBuilder(block, unsigned=False), block.args)]))
    return Region([block])
