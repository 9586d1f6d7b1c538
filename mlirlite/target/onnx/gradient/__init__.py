"""Gradient of ai.onnx.preview.training: the ops between two values, differentiated backwards.

y = Mul(a, b), Gradient(a, b) {xs = ["a", "b"], y = "y"}  -->  b, a  (times one)
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from mlirlite.dialects.onnx.op import OnnxOp
from mlirlite.dialects.onnx.schemas import lookup
from mlirlite.dialects.onnx.shapes import is_static, shape_of
from mlirlite.ir.block import Block
from mlirlite.ir.operation import Operation
from mlirlite.ir.values import Value
from mlirlite.target.onnx.gradient import data, elementwise, layers, products, reduction
from mlirlite.target.onnx.gradient.tape import Rule, Tape

RULES: dict[str, Rule] = {
    **elementwise.RULES,
    **data.RULES,
    **reduction.RULES,
    **products.RULES,
    **layers.RULES,
}
"""Rules by the name of an operator."""


def gradient(
    y: Value,
    points: Sequence[Value],
    given: Sequence[Value],
    count: int,
    block: Block,
    location: Any,
) -> list[Value]:
    """dy/dx for the first `count` of the values `points`, when all of them have the values `given`.
    If y has several elements, the derivative of their sum. ValueError for an op without a rule."""
    tape = Tape(block, location)
    ops = _between(y, set(points), block)
    values: dict[Value, Value] = {}
    if list(points) != list(given):
        values.update(zip(points, given, strict=True))
        for index, op in enumerate(ops):
            ops[index] = op.clone(values)
            block.append(ops[index])
    xs = [values.get(p, p) for p in points[:count]]
    y = values.get(y, y)
    depends = set(xs)
    for op in ops:
        if depends.intersection(op.operands):
            depends.update(op.results)
    found = tape.found
    found[y] = tape.filled(1, y)
    for op in reversed(ops):
        if not depends.intersection(op.operands) or not any(r in found for r in op.results):
            continue
        rule = _rule_of(op) if isinstance(op, OnnxOp) else None
        if rule is None:
            raise ValueError(f"has no rule to differentiate '{op.name}'")
        g = tape.gradient_of(op.results[0])
        for operand, part in zip(op.operands, rule(tape, op, g), strict=False):
            if part is None or operand not in depends:
                continue
            part = _in_shape_of(operand, part, tape)
            before = found.get(operand)
            found[operand] = part if before is None else tape("Add", before, part)
    return [tape.gradient_of(x) for x in xs]


def _rule_of(op: OnnxOp) -> Rule | None:
    """Older versions use the newest one's rule, unless a default has changed, or they broadcast as
    before opset 7."""
    schema, newest = op.schema, lookup(op.schema.name)
    if newest is None:  # onnx.MaxPoolSingleOut and others that are not ONNX operators
        return RULES.get(op.name.removeprefix("onnx."))
    defaults = {k: a.default for k, a in newest.attributes.items()}
    same = all(defaults.get(k, a.default) == a.default for k, a in schema.attributes.items())
    return RULES.get(schema.name) if same and "broadcast" not in schema.attributes else None


def _between(y: Value, points: set[Value], block: Block) -> list[Operation]:
    """The ops of the block that compute y from the points, in order."""
    needed: set[Operation] = set()
    todo = [y]
    while todo:
        value = todo.pop()
        op = value.defining_op
        if value in points or op is None or op.parent is not block or op in needed:
            continue
        needed.add(op)
        todo += op.operands
    return [op for op in block if op in needed]


def _in_shape_of(x: Value, g: Value, tape: Tape) -> Value:
    """The sum over the dimensions in which x was broadcast."""
    shape, wide = shape_of(x), shape_of(g)
    if shape is None or wide is None or not is_static(shape) or not is_static(wide):
        raise ValueError("differentiates values of known shapes only")
    if shape == wide:
        return g
    more = len(wide) - len(shape)
    axes = [i for i, d in enumerate(wide) if i < more or (shape[i - more] == 1 and d != 1)]
    total = tape("ReduceSum", g, tape.integers(*axes), keepdims=0)
    return tape("Reshape", total, tape("Shape", x))
